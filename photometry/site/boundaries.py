"""Boundaries: stretches of the property line, with what lies beyond each."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.luminaires.record import Note
from photometry.site.areas import tables_of
from photometry.site.dwellings import beyond_lines, note_of_others
from photometry.site.geometry import (
    TOLERANCE_FT,
    counterclockwise,
    open_ring,
    polyline_length,
)
from photometry.site.model import Boundary
from photometry.site.ring import WIDEST_GAP_FT, ring_gaps
from photometry.site.schema import BoundaryTable
from photometry.site.shapes import first_crossing
from photometry.site.stretches import ring_stretch, stretch_along
from photometry.site.values import MOST_POINTS, Layer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.site.reading import Faults
    from photometry.site.shapes import Shapes

    FloatArray = NDArray[np.float64]
    Path = tuple[str | int, ...]

__all__ = ["read_boundaries"]

FARTHEST_OFF_FT = 1.0  # a driveway may be drawn this far off the pavement edge
MOST_STATIONS = 1_000_000  # of one line
WORTH_A_NOTE_FT = 0.01  # joints that are wider are noted; surveys are rounded to this


def read_boundaries(
    raw: Any, shapes: Shapes, faults: Faults
) -> tuple[tuple[Boundary, ...], tuple[Note, ...]]:
    """Read ``[[boundaries]]`` and join them; those with a fault are left out.

    Returns
    -------
    boundaries
        Each ends exactly where the next starts, where they are nearer than 0.1 ft.
    notes
        Dwellings of a layer beyond boundaries that name none, and joints that were wider than a
        hundredth of a foot.
    """
    tables = list(tables_of(BoundaryTable, "boundaries", "id", raw, faults))
    drawn = _Drawn.of([table for _, _, table, _ in tables], shapes)
    found: list[Boundary] = []
    for path, subject, table, facts in tables:
        line = _property_line(table, path, subject, shapes, drawn, faults)
        edge = _pavement_edge(table, path, subject, shapes)
        access = _access_points(table, edge, path, subject, shapes, faults)
        if line is None or not _check_spacing(line, edge, table, path, subject, faults):
            continue
        across = table.across_district_class
        found.append(
            Boundary(
                id=table.id,
                line_ft=line,
                spacing_ft=table.spacing_ft,
                pavement_edge_ft=edge,
                access_points_ft=access,
                dwellings_ft=_listed_dwellings(table, shapes),
                facts=facts | ({} if across is None else {"across_district_class": across}),
                line=faults.line_of(path),
            )
        )
    if len(found) != len(raw):
        return tuple(found), ()  # what is left out would look like a gap
    named = {
        table.id: ((*path, "dwellings"), f"{subject}: dwellings", table.dwellings)
        for path, subject, table, _ in tables
        if isinstance(table.dwellings, Layer)
    }
    found, others = _with_drawn_dwellings(found, named, shapes)
    joined, joints = _joined(found, shapes, faults)
    return joined, (*others, *joints)


def _listed_dwellings(table: BoundaryTable, shapes: Shapes) -> FloatArray | None:
    given = table.dwellings
    return None if given is None or isinstance(given, Layer) else shapes.in_feet(given)


def _with_drawn_dwellings(
    boundaries: list[Boundary], named: Mapping[str, tuple[Path, str, Layer]], shapes: Shapes
) -> tuple[list[Boundary], list[Note]]:
    """Give boundaries the dwellings of the layers that they name, those nearest to them."""
    notes: list[Note] = []
    given: dict[str, FloatArray] = {}
    for layer in dict.fromkeys(layer for _, _, layer in named.values()):
        asking = [name for name, (_, _, other) in named.items() if other == layer]
        path, subject, _ = named[asking[0]]
        places = shapes.dwellings(layer, path, subject)
        if places is None:
            continue
        # "layer:houses#2" is the one that a person chose.
        is_chosen = layer.name not in shapes.named and layer.name not in shapes.marks
        dealt = beyond_lines(places, [one.line_ft for one in boundaries], each=is_chosen)
        of = dict(zip((one.id for one in boundaries), dealt, strict=True))
        given |= {name: np.array(of[name]).reshape(-1, 2) for name in asking}
        unaware = {
            one.id: len(of[one.id])
            for one in boundaries
            if of[one.id] and one.dwellings_ft is None and one.id not in named
        }
        if not is_chosen:
            notes += note_of_others(layer.name, unaware, {one.id: one.line for one in boundaries})
    filled = [
        replace(one, dwellings_ft=given[one.id]) if one.id in given else one for one in boundaries
    ]
    return filled, notes


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Closed shapes of drawings that several boundaries are stretches of, turned their way."""

    rings: Mapping[str, FloatArray]

    @classmethod
    def of(cls, tables: Sequence[BoundaryTable], shapes: Shapes) -> _Drawn:
        """Turn each ring the way round in which its boundaries are shortest in all.

        Boundaries that follow each other round a ring once are as long as the ring; the
        other way round each would be the ring without itself. Where both ways are equal
        (two boundaries) it is counterclockwise.
        """
        rings: dict[str, FloatArray] = {}
        for table in tables:
            found = shapes.named.get(table.line.name, ()) if isinstance(table.line, Layer) else ()
            if isinstance(table.line, Layer) and len(found) == 1 and found[0].is_closed:
                rings[table.line.name] = counterclockwise(open_ring(found[0].points_ft))
        for name, ring in rings.items():
            ends = [
                (shapes.in_feet(table.from_), shapes.in_feet(table.to))
                for table in tables
                if isinstance(table.line, Layer)
                and table.line.name == name
                and table.from_ is not None
                and table.to is not None
            ]
            ways = (ring, ring[::-1])
            total = [
                sum(polyline_length(ring_stretch(way, *pair).path) for pair in ends) for way in ways
            ]
            rings[name] = ways[total[1] < total[0] - WIDEST_GAP_FT]
        return cls(rings)


def _property_line(
    table: BoundaryTable,
    path: Path,
    subject: str,
    shapes: Shapes,
    drawn: _Drawn,
    faults: Faults,
) -> FloatArray | None:
    line = shapes.line(table.line, (*path, "line"), f"{subject}: line")
    ends = (table.from_, table.to)
    if line is None or all(end is None for end in ends):
        return line
    if not isinstance(table.line, Layer):
        what = f'{subject}: from and to are of line = "layer:NAME" alone'
        faults.add((*path, "from"), what, "leave them out")
        return None
    if table.from_ is None or table.to is None:
        missing = "from" if table.from_ is None else "to"
        faults.add(path, f"{subject}: {missing} is missing", "give both ends, or neither")
        return None
    points = np.stack([shapes.in_feet(table.from_), shapes.in_feet(table.to)])
    ring = drawn.rings.get(table.line.name)
    if ring is None:
        stretch = stretch_along(line, points)
        backward = stretch_along(line, points[:1]).first_ft > stretch.first_ft + WIDEST_GAP_FT
        stretched = stretch.path[::-1] if backward else stretch.path
    else:
        stretch = ring_stretch(ring, points[0], points[1])
        stretched = stretch.path
    if stretch.farthest_ft > FARTHEST_OFF_FT:
        what = f"{subject}: from or to lies {stretch.farthest_ft:.1f} ft off the drawn line"
        faults.add((*path, "from"), what, f"at most {FARTHEST_OFF_FT:g} ft")
        return None
    if polyline_length(stretched) <= WIDEST_GAP_FT:
        faults.add((*path, "to"), f"{subject} has no length between from and to")
        return None
    return stretched


def _pavement_edge(
    table: BoundaryTable, path: Path, subject: str, shapes: Shapes
) -> FloatArray | None:
    if table.pavement_edge is None:
        return None
    return shapes.line(table.pavement_edge, (*path, "pavement_edge"), f"{subject}: pavement_edge")


def _access_points(
    table: BoundaryTable,
    edge: FloatArray | None,
    path: Path,
    subject: str,
    shapes: Shapes,
    faults: Faults,
) -> tuple[FloatArray, ...]:
    """Project driveways on the pavement edge; a fault where one lies off it."""
    if table.access_points and table.pavement_edge is None:
        what = f"{subject}: access_points are stretches of a pavement_edge, which is missing"
        faults.add((*path, "access_points"), what, "give pavement_edge")
        return ()
    found = []
    for index, given in enumerate(table.access_points):
        where = (*path, "access_points", index)
        name = f"{subject}: access point {index + 1}"
        line = shapes.line(given, where, name)
        if line is None or edge is None:
            continue
        stretch = stretch_along(edge, line)
        if stretch.farthest_ft > FARTHEST_OFF_FT:
            what = f"{name} lies {stretch.farthest_ft:.1f} ft off the pavement edge"
            faults.add(where, what, f"at most {FARTHEST_OFF_FT:g} ft; move it or the edge")
        elif stretch.last_ft - stretch.first_ft <= TOLERANCE_FT:
            faults.add(where, f"{name} has no length along the pavement edge")
        else:
            found.append(stretch.path)
    return tuple(found)


def _check_spacing(
    line: FloatArray,
    edge: FloatArray | None,
    table: BoundaryTable,
    path: Path,
    subject: str,
    faults: Faults,
) -> bool:
    longest = max(polyline_length(line), 0.0 if edge is None else polyline_length(edge))
    if longest / table.spacing_ft <= MOST_STATIONS:
        return True
    what = f"{subject} would have over {MOST_STATIONS:,} stations at {table.spacing_ft:g} ft"
    faults.add((*path, "spacing_ft"), what, "widen spacing_ft, or check unit")
    return False


def _joined(
    boundaries: Sequence[Boundary], shapes: Shapes, faults: Faults
) -> tuple[tuple[Boundary, ...], tuple[Note, ...]]:
    """Move each boundary's end onto the start of the next, where they close to a ring."""
    if not boundaries or ring_gaps(boundaries):
        return tuple(boundaries), ()
    count = sum(len(boundary.line_ft) for boundary in boundaries)
    if count > MOST_POINTS:
        what = f"the boundaries together have {count:,} points; at most {MOST_POINTS:,} are read"
        faults.add(("boundaries",), what, "leave out points on straight stretches")
        return tuple(boundaries), ()
    joined, notes = [], []
    for before, after in zip(boundaries, [*boundaries[1:], boundaries[0]], strict=True):
        gap_ft = math.dist(before.line_ft[-1], after.line_ft[0])
        line = np.concatenate([before.line_ft[:-1], after.line_ft[:1]])
        joined.append(replace(before, line_ft=line))
        if gap_ft > WORTH_A_NOTE_FT:
            x, y = after.line_ft[0] / shapes.feet_per_unit
            text = f'"{before.id}" ends {gap_ft:.3f} ft from the start of "{after.id}"; joined'
            notes.append(Note("SITE002", text, before.line, f"({x:.2f}, {y:.2f})"))
    ring = open_ring(np.concatenate([boundary.line_ft[:-1] for boundary in joined]))
    crossing = first_crossing(ring) if len(ring) > 2 else ring[0]
    if crossing is not None:
        x, y = crossing / shapes.feet_per_unit
        what = f"the boundaries together cross or touch themselves near ({x:.7g}, {y:.7g})"
        faults.add(("boundaries",), what, "list them in order round the property")
    return tuple(joined), tuple(notes)
