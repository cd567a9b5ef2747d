"""A CAD base drawing (DXF): its layers as shapes in feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.luminaires.record import Note
from photometry.site.shapes import NamedShape
from photometry.site.sources.drawing import Drawing, DrawnLuminaire
from photometry.site.sources.dxf_curves import SAGITTA_FT
from photometry.site.sources.dxf_file import EXPORT_AGAIN, MOST_NOTES, feet_per_unit, open_drawing
from photometry.site.sources.dxf_layer import LayerShapes
from photometry.site.sources.dxf_walk import Walk
from photometry.units import unit_of_length

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from photometry.site.sources.dxf_poles import PoleReference
    from photometry.site.sources.dxf_walk import Mark
    from photometry.units import LengthUnit

__all__ = ["read_dxf"]

_OPENING, _WALKED = 0.4, 0.6  # shares of the work that are then done, where all is wanted


def read_dxf(
    path: Path,
    unit: LengthUnit | None = None,
    wanted: AbstractSet[str] | None = None,
    *,
    luminaires: str | None = None,
    tell: Callable[[float], object] | None = None,
) -> Drawing:
    """Read the model space of a DXF drawing.

    Polylines with their arcs, circles, ellipses, splines, hatches and the contents of blocks
    become shapes in plan; lines and arcs that meet end to end become one. Curves become
    chords, none more than 0.01 ft from its curve.

    Parameters
    ----------
    path
        The drawing, text or binary.
    unit
        Of its coordinates; None for what the drawing says.
    wanted
        Layers whose shapes are read; None for all.
    luminaires
        Layer whose block references are luminaires; None where it is not known: then those
        with attributes are given by their layers.
    tell
        Called with the share that has been read, 0 to 1.

    Returns
    -------
    Drawing
        With notes of what was repaired, closed, dropped to plan, drawn twice or is missing.

    Raises
    ------
    ProjectFileError
        It is not a DXF drawing, does not say its unit, is too large, or has a broken entity on
        a wanted layer.
    """
    file = str(path)
    tell = tell or (lambda _: None)
    keys = None if wanted is None else frozenset(layer.casefold() for layer in wanted)
    pole_layer = None if luminaires is None else luminaires.casefold()
    sought = keys if keys is None or pole_layer is None else keys | {pole_layer}
    opened = open_drawing(path, sought, lambda share: tell(_OPENING * share))
    document = opened.document
    if not len(document.modelspace()) and not opened.layers:
        what = "it is not a DXF drawing, or its model space is empty"
        raise ProjectFileError(Fault(what, file, advice=EXPORT_AGAIN))
    feet, unit_notes = feet_per_unit(document, unit, file)
    walk = Walk(file, keys, SAGITTA_FT / feet, pole_layer)
    walk.through(document.modelspace())
    walk.plain(opened.plain, opened.order)
    if walk.faults:
        raise ProjectFileError(walk.faults)
    notes = [*opened.notes, *unit_notes, *_notes_of(walk)]
    shapes = {}
    done, count = 0, sum(map(len, walk.pieces.values()))
    for key, pieces in walk.pieces.items():
        tell(_WALKED + (1.0 - _WALKED) * done / count)
        done += len(pieces)
        layer = walk.names[key]
        found = LayerShapes(layer, file, feet, notes).shapes(pieces)
        if found:
            shapes[layer] = found
    tell(1.0)
    table = {str(one.dxf.name): one for one in document.layers}
    names = {name.casefold(): name for name in (*opened.layers, *table)} | walk.names
    return Drawing(
        file=file,
        shapes=shapes,
        layers=tuple(names.values()),
        hidden=frozenset(
            names[name.casefold()] for name, one in table.items() if one.is_frozen() or one.is_off()
        ),
        unread={walk.names.get(key, key): _listed(kinds) for key, kinds in walk.unread.items()},
        missing=tuple(walk.missing),
        notes=tuple(notes),
        unit=unit_of_length(feet),
        luminaires={
            names.get(key, key): [_luminaire(one, names.get(key, key), feet) for one in poles]
            for key, poles in walk.poles.items()
        },
        points={
            names.get(key, key): [_point(one, names.get(key, key), file, feet) for one in marks]
            for key, marks in walk.marks.items()
        },
    )


def _luminaire(pole: PoleReference, layer: str, feet: float) -> DrawnLuminaire:
    return DrawnLuminaire(
        x_ft=pole.x * feet,
        y_ft=pole.y * feet,
        words=pole.attributes,
        place=f"layer {layer}, handle {pole.handle}",
        id=pole.handle,
        type=pole.block,
        direction_deg=pole.direction_deg,
        copy=pole.copy,
        feet_per_unit=feet,
    )


def _point(mark: Mark, layer: str, file: str, feet: float) -> NamedShape:
    place = np.array([[mark.x, mark.y]]) * feet
    source = f"{file}, layer {layer} handle {mark.handle}"
    return NamedShape(place, is_closed=False, source=source, reference=mark.reference)


def _notes_of(walk: Walk) -> Iterator[Note]:
    if walk.missing:
        text = f"not in the drawing, and not read: {', '.join(list(walk.missing)[:MOST_NOTES])}"
        yield Note("SITE044", text, file=walk.file)
    for key, kinds in walk.unread.items():
        if walk.wanted is None or key in walk.wanted:
            text = f'layer "{walk.names.get(key, key)}": not read: {_listed(kinds)}'
            yield Note("SITE046", text, file=walk.file)
    for text in walk.oddities[:MOST_NOTES]:
        yield Note("SITE046", text, file=walk.file)


def _listed(kinds: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
