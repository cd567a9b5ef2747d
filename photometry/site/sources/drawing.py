"""What a drawing holds, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.luminaires.record import Note
    from photometry.site.shapes import NamedShape
    from photometry.units import LengthUnit

__all__ = ["HOLES", "Drawing", "DrawnLuminaire"]

HOLES: Final = " holes"  # "parking holes" are what is cut out of the shapes of "parking"


@dataclass(frozen=True, eq=False)
class DrawnLuminaire:
    """A luminaire that a drawing shows, with what is written of it there.

    Attributes
    ----------
    x_ft, y_ft
        Site coordinates, ft.
    words
        Texts by the names of a block's attributes, or of a feature's properties.
    place
        Where it was drawn, for messages: ``layer E-LITE, handle 2F``.
    id
        Where its words give none.
    type
        Where its words give none: the name of its block; empty for none.
    direction_deg
        Of the block's own +x; None where a drawing knows none.
    copy
        Its place in an array, which follows the id that all have; 0 where it is alone.
    feet_per_unit
        Of coordinates in its words, which are those of the drawing; None where they are degrees.
    """

    x_ft: float
    y_ft: float
    words: Mapping[str, str]
    place: str
    id: str
    type: str = ""
    direction_deg: float | None = None
    copy: int = 0
    feet_per_unit: float | None = None


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
    system
        Plane system that its longitudes and latitudes were projected to; empty for none.
    luminaires
        By layer: block references of a CAD base, points of a GIS. Where no layer of them was
        asked for, those of a CAD base that have attributes.
    points
        By layer: points and base points of block references, as shapes of one point.
    """

    file: str
    shapes: Mapping[str, Sequence[NamedShape]]
    layers: tuple[str, ...]
    hidden: frozenset[str] = frozenset()
    unread: Mapping[str, str] | None = None
    missing: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    unit: LengthUnit | None = None
    system: str = ""
    luminaires: Mapping[str, Sequence[DrawnLuminaire]] = field(default_factory=dict)
    points: Mapping[str, Sequence[NamedShape]] = field(default_factory=dict)

    def layer(self, name: str) -> str | None:
        """Find a layer; drawings tell layers apart without regard to case."""
        if name in self.layers:
            return name
        return next((one for one in self.layers if one.casefold() == name.casefold()), None)
