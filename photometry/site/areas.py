"""Zones and obstructions: outlines on the ground."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from photometry.site.model import Obstruction, Zone
from photometry.site.points import MOST_NODES
from photometry.site.reading import read_table
from photometry.site.schema import ObstructionTable, ZoneTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.site.reading import Faults
    from photometry.site.schema import Table
    from photometry.site.shapes import Shapes

    FloatArray = NDArray[np.float64]
    TableT = TypeVar("TableT", bound="Table")

MOST_TABLES = 10_000  # of one kind: no site has as many zones or buildings

__all__ = ["read_obstructions", "read_zones", "tables_of"]


def read_zones(raw: Any, shapes: Shapes, faults: Faults) -> tuple[Zone, ...]:
    """Read ``[[zones]]``; zones with a fault are left out, their faults recorded."""
    found = []
    for path, subject, table, facts in tables_of(ZoneTable, "zones", "name", raw, faults):
        outline = shapes.ring(table.area, (*path, "area"), f"{subject}: area")
        holes = [
            shapes.ring(hole, (*path, "holes", index), f"{subject}: hole {index + 1}")
            for index, hole in enumerate(table.holes)
        ]
        sound = _check_plane(table, path, subject, faults)
        if outline is None or not sound:
            continue
        if not _check_size(outline, table.spacing_ft):
            what = f"{subject} would have over {MOST_NODES:,} points at {table.spacing_ft:g} ft"
            faults.add((*path, "spacing_ft"), what, "widen spacing_ft, or check unit")
            continue
        origin = None if table.grid_origin is None else shapes.in_feet(table.grid_origin)
        extra = ("car_capacity", "target_avg_fc", "target_min_fc")
        given = {key: getattr(table, key) for key in extra if getattr(table, key) is not None}
        found.append(
            Zone(
                name=table.name,
                kind=table.kind,
                outline_ft=outline,
                holes_ft=tuple(hole for hole in holes if hole is not None),
                spacing_ft=table.spacing_ft,
                grid_origin_ft=None if origin is None else (float(origin[0]), float(origin[1])),
                grid_angle_deg=table.grid_angle_deg,
                height_ft=table.height_ft,
                plane=table.plane,
                facing_deg=table.facing_deg,
                facts=facts | given,
                line=faults.line_of(path),
            )
        )
    return tuple(found)


def read_obstructions(raw: Any, shapes: Shapes, faults: Faults) -> tuple[Obstruction, ...]:
    """Read ``[[obstructions]]``; those with a fault are left out, their faults recorded."""
    found = []
    for path, subject, table, _ in tables_of(ObstructionTable, "obstructions", "name", raw, faults):
        ring = shapes.ring(table.footprint, (*path, "footprint"), f"{subject}: footprint")
        if ring is not None:
            line = faults.line_of(path)
            found.append(Obstruction(table.name, ring, table.height_ft, table.base_height_ft, line))
    return tuple(found)


def tables_of(
    model: type[TableT], key: str, name_key: str, raw: Any, faults: Faults
) -> Iterator[tuple[tuple[str | int, ...], str, TableT, dict[str, Any]]]:
    """Read an array of tables whose names must differ.

    Yields
    ------
    path, subject, table, facts
        Of each table without a fault.
    """
    if not isinstance(raw, list):
        faults.add((key,), f"{key} must be tables [[{key}]]")
        return
    if len(raw) > MOST_TABLES:
        faults.add((key,), f"{len(raw):,} {key} are given; at most {MOST_TABLES:,} are read")
        return
    noun = "boundary" if key == "boundaries" else key.removesuffix("s")
    seen: dict[str, int | None] = {}
    for index, entry in enumerate(raw):
        path = (key, index)
        name = entry.get(name_key) if isinstance(entry, dict) else None
        subject = f'{noun} "{name}"' if isinstance(name, str) else f"{noun} {index + 1}"
        read = read_table(model, entry, path, subject, faults)
        if isinstance(name, str):
            if name in seen:
                before = f"line {seen[name]}" if seen[name] else "an earlier one"
                faults.add((*path, name_key), f"{subject} has the {name_key} of {before}")
                continue
            seen[name] = faults.line_of((*path, name_key))
        if read is not None:
            yield path, subject, *read


def _check_plane(
    table: ZoneTable, path: tuple[str | int, ...], subject: str, faults: Faults
) -> bool:
    if (table.plane == "vertical") == (table.facing_deg is not None):
        return True
    if table.plane == "vertical":
        what = f'{subject}: plane = "vertical" needs facing_deg'
        faults.add((*path, "plane"), what, "give the direction that the meter faces, from +x")
    else:
        what = f'{subject}: facing_deg is of plane = "vertical" alone'
        faults.add((*path, "facing_deg"), what, "leave it out, or change plane")
    return False


def _check_size(outline: FloatArray, spacing_ft: float) -> bool:
    # A turned lattice needs at most the square over the diagonal.
    diagonal = float(np.hypot(*np.ptp(outline, axis=0)))
    return diagonal / spacing_ft + 1.0 <= math.sqrt(2.0 * MOST_NODES)
