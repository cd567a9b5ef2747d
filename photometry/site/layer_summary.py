"""What the layers of a drawing hold, and what each seems to be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.site.geometry import polyline_length, signed_area
from photometry.site.sources.luminaire_words import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.site.shapes import NamedShape
    from photometry.site.sources.drawing import Drawing

__all__ = [
    "ISLANDS",
    "LUMINAIRES",
    "LayerSummary",
    "shape_length",
    "shapes_area",
    "summarize_layers",
]

ISLANDS: Final = "islands"
LUMINAIRES: Final = "luminaires"
# Layer names as the US National CAD Standard and most offices have them, the likeliest first.
_MEANINGS = {
    "property_line": r"PROP|LOT.?LINE|PARCEL|BNDY|BOUNDARY|^LOT$",
    "parking": r"PKNG|PARK|PVMT|PAVE",
    "building": r"BLDG|BUILD|STRUCT",
    ISLANDS: r"ISL",
}
# Attributes that blocks of other trades do not have.
_OF_POLES = frozenset(["mounting_height_ft", "mounting_height_m", "type", "orientation_deg"])


@dataclass(frozen=True)
class LayerSummary:
    """What a layer of a drawing holds.

    Attributes
    ----------
    layer
        Its name.
    closed, open
        How many of its shapes are.
    area_sq_ft
        Of the closed ones together.
    length_ft
        Of all lines, perimeters included.
    luminaires
        Block references with attributes.
    is_hidden
        Whether it is frozen or off.
    meaning
        What it seems to be, by its name and shapes: a name for ``"layer:NAME"``; or empty.
    """

    layer: str
    closed: int
    open: int
    area_sq_ft: float
    length_ft: float
    luminaires: int
    is_hidden: bool
    meaning: str = ""


def summarize_layers(drawing: Drawing) -> tuple[LayerSummary, ...]:
    """Sum up the layers that hold shapes, sorted by name, and guess which is which.

    A meaning goes to one layer: of those whose name and shapes fit it, the one that encloses
    most.
    """
    guessed: dict[str, str] = {}
    for meaning, pattern in _MEANINGS.items():
        fitting = [
            layer
            for layer, shapes in drawing.shapes.items()
            if layer not in drawing.hidden
            and layer not in guessed
            and re.search(pattern, layer.upper())
            and any(shape.is_closed for shape in shapes)
        ]
        if fitting:
            guessed[max(fitting, key=lambda layer: shapes_area(drawing.shapes[layer]))] = meaning
    poles = {
        layer: sum(any(key_of(word) in _OF_POLES for word in one.words) for one in found)
        for layer, found in drawing.luminaires.items()
        if layer not in drawing.hidden
    }
    if any(poles.values()):
        guessed[max(poles, key=lambda layer: poles[layer])] = LUMINAIRES
    shown = drawing.shapes.keys() | drawing.luminaires.keys()
    return tuple(_summary(layer, drawing, guessed.get(layer, "")) for layer in sorted(shown))


def _summary(layer: str, drawing: Drawing, meaning: str) -> LayerSummary:
    shapes = drawing.shapes.get(layer, ())
    closed = sum(shape.is_closed for shape in shapes)
    return LayerSummary(
        layer=layer,
        closed=closed,
        open=len(shapes) - closed,
        area_sq_ft=shapes_area(shapes),
        length_ft=sum(shape_length(shape) for shape in shapes),
        luminaires=len(drawing.luminaires.get(layer, ())),
        is_hidden=layer in drawing.hidden,
        meaning=meaning,
    )


def shapes_area(shapes: Iterable[NamedShape]) -> float:
    """Give the area of the closed shapes together, sq ft."""
    return sum(abs(signed_area(shape.points_ft)) for shape in shapes if shape.is_closed)


def shape_length(shape: NamedShape) -> float:
    """Give the length of a line, or of the way round an outline, ft."""
    points = shape.points_ft
    ring = np.concatenate([points, points[:1]]) if shape.is_closed else points
    return float(polyline_length(ring))
