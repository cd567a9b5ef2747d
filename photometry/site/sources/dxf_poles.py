"""Block references of a DXF drawing that stand for luminaires: where, which way, and attributes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["PoleReference", "pole_references"]


@dataclass(frozen=True, slots=True)
class PoleReference:
    """One reference to a block, on the layer of luminaires.

    Attributes
    ----------
    block
        Its name.
    x, y
        Where the base point of the block lies, world coordinates in the drawing's unit.
    direction_deg
        Of the block's own +x, counterclockwise from the drawing's; mirrored blocks included.
    attributes
        Texts by tag; constant ones of the block included.
    handle
        Of the reference, or of the outermost one that it is in.
    copy
        Its place in an array of references, from 1; 0 where it is alone.
    """

    block: str
    x: float
    y: float
    direction_deg: float
    attributes: Mapping[str, str]
    handle: str
    copy: int


def pole_references(insert: Any, handle: str) -> Iterator[PoleReference]:
    """Give a reference, or those of an array one by one."""
    copies = insert.multi_insert() if insert.mcount > 1 else (insert,)
    attributes = _attributes(insert)
    for number, one in enumerate(copies, start=1):
        place = one.ocs().to_wcs(one.dxf.insert)
        along = one.matrix44().transform_direction((1, 0, 0))
        yield PoleReference(
            block=str(insert.dxf.name),
            x=float(place.x),
            y=float(place.y),
            direction_deg=_direction_deg(along.x, along.y),
            attributes=attributes,
            handle=handle,
            copy=number if insert.mcount > 1 else 0,
        )


def _direction_deg(x: float, y: float) -> float:
    """Give a direction in degrees; rounded so that a quarter turn is one."""
    return round(math.degrees(math.atan2(y, x)), 9) % 360.0


def _attributes(insert: Any) -> dict[str, str]:
    block = insert.block()
    constant = {str(one.dxf.tag): str(one.dxf.text) for one in block.attdefs() if one.is_const}
    return constant | {str(one.dxf.tag): _text(one) for one in insert.attribs}


def _text(attribute: Any) -> str:
    if attribute.has_embedded_mtext_entity:
        return str(attribute.virtual_mtext_entity().plain_text())
    return str(attribute.plain_text())
