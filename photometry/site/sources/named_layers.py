"""The drawings of ``[geometry]``, and the names that a site file gives to what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from photometry.errors import ProjectFileError, nearest_name
from photometry.luminaires.record import Note
from photometry.site.named_files import why_no_file
from photometry.site.reading import Faults
from photometry.site.sources.drawing import HOLES
from photometry.site.sources.drawn_luminaires import listed_in_drawing
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from photometry.site.named_files import NamedFiles
    from photometry.site.placing import ListedLuminaire
    from photometry.site.schema import GeometryTable
    from photometry.site.shapes import NamedShape
    from photometry.site.sources.drawing import Drawing

__all__ = ["DrawnShapes", "read_drawings"]

_TWO_FEET = 1e-5  # the US survey foot is 2 millionths longer
_APART_FT = 0.05  # what matters to a point of a plan


@dataclass(frozen=True, eq=False)
class DrawnShapes:
    """The shapes that a site file can name.

    Attributes
    ----------
    named
        By the name after ``layer:``.
    points
        Points and blocks by the same names.
    absent
        Why there is nothing by a name that drawings know; empty where a fault says so.
    files
        Drawings that were read.
    luminaires
        Those on the layers of luminaires.
    notes
        What was tolerated, and what is odd.
    is_complete
        False where a drawing could not be read, so that names may be missing for that.
    """

    named: Mapping[str, Sequence[NamedShape]]
    points: Mapping[str, Sequence[NamedShape]]
    absent: Mapping[str, str]
    files: tuple[Path, ...]
    luminaires: tuple[ListedLuminaire, ...]
    notes: tuple[Note, ...]
    is_complete: bool


def read_drawings(
    table: GeometryTable,
    named_files: NamedFiles,
    feet_per_unit: float,
    faults: Faults,
    tell: Callable[[str, float], object],
) -> DrawnShapes:
    """Read the drawings of ``[geometry]``.

    Parameters
    ----------
    table
        What the site file says.
    named_files
        Where the drawings are.
    feet_per_unit
        Of the site file's coordinates.
    faults
        Takes those of the drawings, and layers that they do not have.
    tell
        Called with the name of a drawing and the share of it that has been read.
    """
    drawings: list[Drawing] = []
    files: list[Path] = []
    is_complete = True
    for source in ("dxf", "geojson"):
        name = getattr(table, source)
        if name is None:
            continue
        files.append(named_files.path(name))
        if not files[-1].is_file():
            what, advice = why_no_file(files[-1], name)
            faults.add(("geometry", source), f"[geometry] {source}: {what}", advice)
            is_complete = False
            continue
        try:
            drawings.append(_read(source, files[-1], table, partial(tell, name)))
        except ProjectFileError as error:
            faults.include(error.faults)
            is_complete = False
    if not files:
        what = "[geometry] names no drawing"
        faults.add(("geometry",), what, 'give dxf = "base.dxf" or geojson = "parcel.geojson"')
        is_complete = False
    _check_crs(table, faults)
    notes = [note for drawing in drawings for note in drawing.notes]
    notes += _notes_of_units(drawings, feet_per_unit)
    if table.layers:
        named = _by_name(table.layers, drawings, faults, notes, is_complete=is_complete)
    else:
        named = _by_layer(drawings, notes, table.luminaires or "")
    luminaires: tuple[ListedLuminaire, ...] = ()
    if table.luminaires is not None and is_complete:
        luminaires = _luminaires(table.luminaires, drawings, feet_per_unit, faults, notes)
    points = _points(table.layers, drawings)
    absent = {name: "" for name in table.layers if name not in named}
    if not table.layers:
        absent = {
            layer: f'layer "{layer}" of {one.file} is frozen or off'
            for one in drawings
            for layer in one.hidden - named.keys() - points.keys()
        }
    return DrawnShapes(named, points, absent, tuple(files), luminaires, tuple(notes), is_complete)


def _check_crs(table: GeometryTable, faults: Faults) -> None:
    """Refuse a plane system that nothing is projected to, and a unit beside it."""
    if table.crs is None:
        return
    if table.geojson is None:
        what = "[geometry] crs is for longitudes and latitudes of a GeoJSON file; none is named"
        faults.add(("geometry", "crs"), what, 'leave crs out, or give geojson = "parcel.geojson"')
    elif table.unit is not None and table.dxf is None:
        what = f"[geometry] unit is that of {table.crs} itself"
        faults.add(("geometry", "unit"), what, "leave unit out")


def _notes_of_units(drawings: Sequence[Drawing], feet_per_unit: float) -> Iterator[Note]:
    """Note a plane system in another unit than the site's: numbers of both do not fit together."""
    for drawing in drawings:
        if drawing.system and FEET_PER_UNIT[drawing.unit or "ft"] != feet_per_unit:
            text = (
                f'{drawing.system} is in "{drawing.unit}", the site file is not; coordinates '
                f'taken from the same system need unit = "{drawing.unit}" at the top'
            )
            yield Note("SITE050", text, file=drawing.file)
        elif not drawing.system:
            yield from _note_of_two_feet(drawing, feet_per_unit)


def _note_of_two_feet(drawing: Drawing, feet_per_unit: float) -> Iterator[Note]:
    """Note a drawing in one foot and a site in the other: far from the origin they are apart."""
    own = FEET_PER_UNIT[drawing.unit or "ft"]
    if drawing.unit is None or not 0.0 < abs(own / feet_per_unit - 1.0) < _TWO_FEET:
        return
    shapes = [one for found in (drawing.shapes, drawing.points) for one in found.values()]
    farthest_ft = max(
        (float(np.abs(one.points_ft).max()) for found in shapes for one in found), default=0.0
    )
    apart_ft = farthest_ft * abs(own / feet_per_unit - 1.0)
    if apart_ft > _APART_FT:
        drawn, site = ("ftUS", "ft") if drawing.unit == "ftUS" else ("ft", "ftUS")
        # "Feet" of a drawing may be either; who wrote "US survey feet" meant it.
        where = "at the top of the site file" if drawn == "ftUS" else "in [geometry]"
        text = (
            f'the drawing is read in "{drawn}", the site file is in "{site}": what is drawn lies up '
            f"to {apart_ft:.1f} ft from the same numbers in the site file; if both are of one survey, "
            f'give unit = "ftUS" {where}'
        )
        yield Note("SITE050", text, file=drawing.file)


def _read(
    source: str, path: Path, table: GeometryTable, tell: Callable[[float], object]
) -> Drawing:
    wanted = frozenset(table.layers.values()) or None
    if source == "geojson":
        from photometry.site.sources.geojson import read_geojson  # noqa: PLC0415  # few sites

        return read_geojson(path, table.unit, luminaires=table.luminaires, crs=table.crs)
    from photometry.site.sources.dxf_base import read_dxf  # noqa: PLC0415  # ezdxf is slow to load

    return read_dxf(path, table.unit, wanted, luminaires=table.luminaires, tell=tell)


def _luminaires(
    wanted: str,
    drawings: Sequence[Drawing],
    feet_per_unit: float,
    faults: Faults,
    notes: list[Note],
) -> tuple[ListedLuminaire, ...]:
    """Give the luminaires on a layer; it must hold one."""
    listed: list[ListedLuminaire] = []
    found = _layers_named(wanted, drawings, notes)
    for drawing, layer in found:
        own = Faults(drawing.file, lambda _: None)
        entries, remarks = listed_in_drawing(drawing.luminaires.get(layer, ()), feet_per_unit, own)
        listed += entries
        notes += remarks
        faults.include(own.all())
    if not any(drawing.luminaires.get(layer) for drawing, layer in found):
        sought = "block references or points"
        what, advice = _missing_layer("luminaires", wanted, found, drawings, sought)
        faults.add(("geometry", "luminaires"), what, advice)
    return tuple(listed)


def _layers_named(
    wanted: str, drawings: Sequence[Drawing], notes: list[Note]
) -> list[tuple[Drawing, str]]:
    """Find a layer in drawings, and note where it does not show."""
    found = [(one, layer) for one in drawings if (layer := one.layer(wanted)) is not None]
    for drawing, layer in found:
        if layer in drawing.hidden:
            text = f'layer "{layer}" is frozen or off; it is read because the site names it'
            notes.append(Note("SITE041", text, file=drawing.file))
    return found


def _by_name(
    layers: Mapping[str, str],
    drawings: Sequence[Drawing],
    faults: Faults,
    notes: list[Note],
    *,
    is_complete: bool,
) -> dict[str, Sequence[NamedShape]]:
    """Give the shapes of the layers that the site file names; each must hold one."""
    named: dict[str, Sequence[NamedShape]] = {}
    for name, wanted in layers.items():
        found = _layers_named(wanted, drawings, notes)
        shapes = [shape for one, layer in found for shape in one.shapes.get(layer, ())]
        points = any(one.points.get(layer) for one, layer in found)
        if shapes or points:
            named[name] = shapes
            named.update(_holes(name, found, notes))
        elif is_complete:
            path = ("geometry", "layers", name)
            what, advice = _missing_layer(f"layers.{name}", wanted, found, drawings)
            faults.add(path, what, advice)
    return named


def _points(
    layers: Mapping[str, str], drawings: Sequence[Drawing]
) -> dict[str, Sequence[NamedShape]]:
    """Give points and blocks by name: that of their layer where the site file names none."""
    found: dict[str, Sequence[NamedShape]] = {}
    for drawing in drawings:
        shown = {layer: layer for layer in drawing.points if layer not in drawing.hidden}
        for name, wanted in (layers or shown).items():
            points = drawing.points.get(drawing.layer(wanted) or "", ())
            if points:
                found[name] = [*found.get(name, ()), *points]
    return found


def _missing_layer(
    key: str,
    wanted: str,
    found: Sequence[tuple[Drawing, str]],
    drawings: Sequence[Drawing],
    sought: str = "lines, outlines, points or blocks",
) -> tuple[str, str]:
    """Say that a layer is not there, or holds none of what is sought, and what to do."""
    files = " and ".join(one.file for one in drawings)
    missing = [reference for one in drawings for reference in one.missing]
    if found:
        held = ", ".join(
            one.unread[layer] for one, layer in found if one.unread and layer in one.unread
        )
        what = f'[geometry] {key}: layer "{wanted}" of {files} holds no {sought}'
        what += f", but {held}" if held else ""
        return what, "explode or export it as polylines, or name another layer"
    what = f'[geometry] {key}: there is no layer "{wanted}" in {files}'
    if missing:
        return what, f"it may be in {', '.join(missing)}, which must be bound into the drawing"
    known = {layer for one in drawings for layer in one.layers}
    # A reference that was bound into the drawing has its own name before that of its layers.
    bound = [
        layer for layer in sorted(known) if layer.casefold().endswith(f"$0${wanted}".casefold())
    ]
    return what, f"did you mean {bound[0]}?" if bound else nearest_name(wanted, known)


def _by_layer(
    drawings: Sequence[Drawing], notes: list[Note], luminaires: str
) -> dict[str, Sequence[NamedShape]]:
    """Give every layer that shows by its own name; that of luminaires is read anyway."""
    named: dict[str, Sequence[NamedShape]] = {}
    for drawing in drawings:
        passed_over = sorted(
            layer
            for layer in drawing.shapes
            if layer in drawing.hidden and layer.casefold() != luminaires.casefold()
        )
        if passed_over:
            text = f"layers that are frozen or off are left out: {', '.join(passed_over)}"
            notes.append(Note("SITE041", text, file=drawing.file))
        for layer, shapes in drawing.shapes.items():
            if layer not in drawing.hidden:
                named[layer] = [*named.get(layer, ()), *shapes]
        notes += [
            _note_of_holes(layer, len(drawing.shapes[layer + HOLES]), drawing)
            for layer in drawing.shapes
            if layer + HOLES in drawing.shapes
        ]
    return named


def _holes(
    name: str, found: Iterable[tuple[Drawing, str]], notes: list[Note]
) -> Iterator[tuple[str, Sequence[NamedShape]]]:
    for drawing, layer in found:
        holes = drawing.shapes.get(layer + HOLES, ())
        if holes:
            notes.append(_note_of_holes(name, len(holes), drawing))
            yield name + HOLES, holes


def _note_of_holes(name: str, count: int, drawing: Drawing) -> Note:
    listed = f'"layer:{name}{HOLES}"' if count == 1 else f'"layer:{name}{HOLES}#1", ...'
    text = f'"{name}" has {count} hole{"s" * (count > 1)}; cut out with holes = [{listed}]'
    return Note("SITE048", text, file=drawing.file)
