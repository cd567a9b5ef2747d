"""The luminous opening of a TM-33 file: the box round its emission areas.

Lengths lie along the axis from lateral angle 90 to 270: the faces toward 0 and 180 are the ones
that have a length (C0Face: length and height).

Source: ANSI/IES TM-33-18 (emission areas, in metres).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from photometry.luminaires.opening import Opening
from photometry.units import FEET_PER_METRE

if TYPE_CHECKING:
    from photometry.luminaires.remarks import Remarks
    from photometry.luminaires.xml_tree import Element

__all__ = ["opening_from_tm33"]

# No luminaire is so long; sizes beyond it are in millimetres.
LONGEST_M: Final = 10.0

_AXES: Final = ("Length", "Width", "Height")
_NUMBER = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})", re.ASCII)

Sizes = tuple[float, float, float]


def opening_from_tm33(root: Element, remarks: Remarks) -> Opening:
    """Give the opening before any turn, from whatever of the file tells most about it."""
    emitters = root.all("Emitter")
    areas = [
        (emitter, area)
        for emitter in emitters
        for face in getattr(emitter.find("EmissionAreas"), "children", ())
        for area in face.children
        if area.children
    ]
    if areas:
        sizes = _box(areas)
        circular = len(areas) == 1 and _is_true(areas[0][1].value("Circular"))
        return _opening(sizes, remarks, circular=circular, line=areas[0][1].line)
    luminous = root.find("Luminaire", "LuminousOpening")
    if luminous is not None:
        box = luminous.find("Dimensions") or luminous
        shape = luminous.value("Shape").lower()
        length = _number(box, "Length") or _number(box, "Diameter")
        sizes = (length, _number(box, "Width"), _number(box, "Height"))
        return _opening(sizes, remarks, circular=shape.startswith("circ"), line=luminous.line)
    housing = root.find("Luminaire", "Dimensions")
    if housing is None:
        return Opening("point", 0.0, 0.0, 0.0)
    remarks.note(
        "IES043", "no emission areas: the outline of the housing was taken as the opening",
        housing.line,
    )  # fmt: skip
    round_shape = root.value("Luminaire", "Shape").upper().replace(" ", "").endswith("ALIGN_Z")
    sizes = (_number(housing, "Length"), _number(housing, "Width"), 0.0)
    return _opening(sizes, remarks, circular=round_shape, line=housing.line)


def _box(areas: list[tuple[Element, Element]]) -> Sizes:
    """Give the sizes of the box round all areas of all emitters."""
    sizes = []
    for axis in _AXES:
        low, high = [], []
        for emitter, area in areas:
            if area.find(axis) is None:
                continue
            size, centre = _number(area, axis), _offset(emitter, area, axis)
            low.append(centre - size / 2)
            high.append(centre + size / 2)
        sizes.append(max(high) - min(low) if low else 0.0)
    return sizes[0], sizes[1], sizes[2]


def _offset(emitter: Element, area: Element, axis: str) -> float:
    """Give where an area's middle is along an axis of the luminaire."""
    centre = emitter.find("EmitterCenter")
    middle = 0.0 if centre is None else _number(centre, f"{axis}Offset")
    return middle + _number(area, f"{axis}Offset")


def _opening(sizes: Sizes, remarks: Remarks, *, circular: bool, line: int) -> Opening:
    """Name the shape, and turn the sizes into feet."""
    to_feet = FEET_PER_METRE
    if max(sizes) > LONGEST_M:
        remarks.note("IES042", f"a size of {max(sizes):g} was taken as millimetres", line)
        to_feet /= 1000.0
    length, width, height = (abs(size) * to_feet for size in sizes)
    if circular:  # a diameter is often given once
        length, width = length or width, width or length
    if not length and not width:
        return Opening("point", 0.0, 0.0, 0.0)
    if circular:
        even = abs(length - width) <= 1e-9 * length
        flat = "circle" if even else "ellipse"
        upright = "vertical cylinder" if even else "vertical elliptical cylinder"
        return Opening(upright if height else flat, length, width, height)
    return Opening("box" if height else "rectangle", length, width, height)


def _number(element: Element, name: str) -> float:
    """Give the number of a child; 0 where there is none."""
    text = element.value(name)
    return float(text) if _NUMBER.fullmatch(text) else 0.0


def _is_true(text: str) -> bool:
    """Tell an XML Schema truth value."""
    return text.strip().lower() in {"true", "1"}
