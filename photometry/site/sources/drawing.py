"""What a drawing holds, whatever its format, and the names that a site file gives to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from photometry.errors import ProjectFileError, nearest_name
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from photometry.site.named_files import NamedFiles
    from photometry.site.reading import Faults
    from photometry.site.schema import GeometryTable
    from photometry.site.shapes import NamedShape
    from photometry.units import LengthUnit

__all__ = ["Drawing", "DrawnShapes", "read_drawings"]

HOLES = " holes"  # "parking holes" are what is cut out of the shapes of "parking"


@dataclass(frozen=True, eq=False)
class Drawing:
    """Shapes of a drawing by layer.

    Attributes
    ----------
    file
        As the user named it.
    shapes
        By layer, in the order in which they were drawn.
    layers
        Every layer that the drawing has, those without shapes and those not asked for included.
    hidden
        Layers that are frozen or off.
    unread
        What a layer holds besides shapes: ``2 REGION``.
    missing
        Other drawings that this one refers to, which are not in it.
    notes
        What was tolerated.
    unit
        Of its coordinates, where a site file can have the same.
    """

    file: str
    shapes: Mapping[str, Sequence[NamedShape]]
    layers: tuple[str, ...]
    hidden: frozenset[str] = frozenset()
    unread: Mapping[str, str] | None = None
    missing: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    unit: LengthUnit | None = None

    def layer(self, name: str) -> str | None:
        """Find a layer; drawings tell layers apart without regard to case."""
        if name in self.layers:
            return name
        return next((one for one in self.layers if one.casefold() == name.casefold()), None)


@dataclass(frozen=True, eq=False)
class DrawnShapes:
    """The shapes that a site file can name.

    Attributes
    ----------
    named
        By the name after ``layer:``.
    files
        Drawings that were read.
    notes
        What was tolerated, and what is odd.
    is_complete
        False where a drawing could not be read, so that names may be missing for that.
    """

    named: Mapping[str, Sequence[NamedShape]]
    files: tuple[Path, ...]
    notes: tuple[Note, ...]
    is_complete: bool


def read_drawings(table: GeometryTable, named_files: NamedFiles, faults: Faults) -> DrawnShapes:
    """Read the drawings of ``[geometry]``.

    Parameters
    ----------
    table
        What the site file says.
    named_files
        Where the drawings are.
    faults
        Takes those of the drawings, and layers that they do not have.
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
            what = f'[geometry] {source}: there is no file "{name}"'
            faults.add(("geometry", source), what, "paths are relative to the site file")
            is_complete = False
            continue
        try:
            drawings.append(_read(source, files[-1], table))
        except ProjectFileError as error:
            faults.include(error.faults)
            is_complete = False
    if not files:
        what = "[geometry] names no drawing"
        faults.add(("geometry",), what, 'give dxf = "base.dxf" or geojson = "parcel.geojson"')
        is_complete = False
    notes = [note for drawing in drawings for note in drawing.notes]
    if table.layers:
        named = _by_name(table.layers, drawings, faults, notes, is_complete=is_complete)
    else:
        named = _by_layer(drawings, notes)
    return DrawnShapes(named, tuple(files), tuple(notes), is_complete)


def _read(source: str, path: Path, table: GeometryTable) -> Drawing:
    wanted = frozenset(table.layers.values()) or None
    if source == "geojson":
        from photometry.site.sources.geojson import read_geojson  # noqa: PLC0415  # few sites

        return read_geojson(path, table.unit)
    from photometry.site.sources.dxf_base import read_dxf  # noqa: PLC0415  # ezdxf is slow to load

    return read_dxf(path, table.unit, wanted)


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
        found = [(one, layer) for one in drawings if (layer := one.layer(wanted)) is not None]
        for drawing, layer in found:
            if layer in drawing.hidden:
                text = f'layer "{layer}" is frozen or off; it is read because the site names it'
                notes.append(Note("SITE041", text, place=drawing.file))
        shapes = [shape for one, layer in found for shape in one.shapes.get(layer, ())]
        if shapes:
            named[name] = shapes
            named.update(_holes(name, found, notes))
        elif is_complete:
            path = ("geometry", "layers", name)
            faults.add(path, *_missing_layer(name, wanted, found, drawings))
    return named


def _missing_layer(
    name: str,
    wanted: str,
    found: Sequence[tuple[Drawing, str]],
    drawings: Iterable[Drawing],
) -> tuple[str, str]:
    """Say that a layer is not there, or holds no shapes, and what to do."""
    drawings = list(drawings)
    files = " and ".join(one.file for one in drawings)
    missing = [reference for one in drawings for reference in one.missing]
    if found:
        held = ", ".join(
            one.unread[layer] for one, layer in found if one.unread and layer in one.unread
        )
        what = f'[geometry] layers.{name}: layer "{wanted}" of {files} holds no lines or outlines'
        what += f", but {held}" if held else ""
        return what, "explode or export it as polylines, or name another layer"
    what = f'[geometry] layers.{name}: there is no layer "{wanted}" in {files}'
    if missing:
        return what, f"it may be in {', '.join(missing)}, which must be bound into the drawing"
    return what, nearest_name(wanted, {layer for one in drawings for layer in one.layers})


def _by_layer(drawings: Sequence[Drawing], notes: list[Note]) -> dict[str, Sequence[NamedShape]]:
    """Give every layer that shows by its own name."""
    named: dict[str, Sequence[NamedShape]] = {}
    for drawing in drawings:
        passed_over = sorted(layer for layer in drawing.shapes if layer in drawing.hidden)
        if passed_over:
            text = f"layers that are frozen or off are left out: {', '.join(passed_over)}"
            notes.append(Note("SITE041", text, place=drawing.file))
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
    return Note("SITE048", text, place=drawing.file)
