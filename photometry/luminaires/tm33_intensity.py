"""The luminous intensities of one emitter of a TM-33 file: a grid of angles, each once.

Source: ANSI/IES TM-33-18 (IntData with the attributes h and v; symmetries Symm_None to
Symm_Full); ranges of the angles as in ANSI/IES LM-63-19.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import PhotometricType, Symmetry
from photometry.luminaires.lm63_angles import MeasuredTable, distribution_of
from photometry.luminaires.number_stream import SMALLEST_STEP_DEG, parse_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.remarks import Remarks
    from photometry.luminaires.xml_tree import Element

    FloatArray = NDArray[np.float64]

__all__ = ["find_intensities", "read_intensities"]

_VALUES: Final = ("IntData", "IntensityData")
_ATTRIBUTES: Final = {
    "lateral": ("h", "horz", "horizontal"),
    "vertical": ("v", "vert", "vertical"),
}

# What a declared symmetry is called here, and the part of the ring that it stores.
_DECLARED: Final = {
    "NONE": Symmetry.NONE,
    "BI0": Symmetry.BILATERAL_0_180,
    "BI90": Symmetry.BILATERAL_90_270,
    "QUAD": Symmetry.QUADRANT,
    "FULL": Symmetry.AXIAL,
}
_STORED_DEG: Final = {
    Symmetry.NONE: 360.0,
    Symmetry.BILATERAL_0_180: 180.0,
    Symmetry.BILATERAL_90_270: 180.0,
    Symmetry.QUADRANT: 90.0,
    Symmetry.AXIAL: 0.0,
}


def find_intensities(emitter: Element) -> tuple[Element | None, bool]:
    """Find what holds the luminous intensities; tell whether it is where TM-33 puts it."""
    found = emitter.find("LuminousData", "LuminousIntensity")
    if found is not None:
        return found, True
    for other in emitter.all("LuminousData", "IntensityDistribution"):
        if other.all(*_VALUES) and other.value("Metric").lower() in {"", "luminous"}:
            return other, False
    return None, False


def read_intensities(
    holder: Element, kind: PhotometricType, remarks: Remarks
) -> IntensityDistribution:
    """Read a grid of intensities, no factor applied.

    Raises
    ------
    LuminaireFileError
        With every fault so far, if there is any.
    """
    values = holder.all(*_VALUES)
    if not values:
        remarks.refuse("the luminous intensity has no values (IntData)", holder.line)
    lateral = _attribute(values, "lateral", remarks)
    vertical = _attribute(values, "vertical", remarks)
    candela = _numbers([value.text for value in values], values, "an intensity", remarks)
    remarks.stop_if_faulty()
    declared = _declared(holder)
    if declared is Symmetry.BILATERAL_90_270 and kind is PhotometricType.C:
        lateral = _on_one_side(lateral)
    table = _gridded(values, lateral, vertical, candela, remarks)
    _note_counts(holder, len(values), remarks)
    distribution = distribution_of(
        MeasuredTable(kind, *table, line_of=lambda _: holder.line), 1.0, remarks
    )
    if kind is PhotometricType.C:
        return _checked_symmetry(distribution, declared, holder, remarks)
    return distribution


def _attribute(values: list[Element], which: str, remarks: Remarks) -> FloatArray:
    """Give one angle of every value, under whichever name the first has it."""
    names = _ATTRIBUTES[which]
    name = next((name for name in names if name in values[0].attributes), names[0])
    texts = [value.attributes.get(name, "").strip() for value in values]
    return _numbers(texts, values, f"a {which} angle ({name})", remarks)


def _numbers(texts: list[str], values: list[Element], what: str, remarks: Remarks) -> FloatArray:
    """Turn texts into numbers; none, and a fault, where one is not."""
    needs_care = any("_" in text or not text.isascii() for text in texts)
    numbers = parse_numbers(
        texts, what, lambda place: values[place].line, remarks, needs_care=needs_care
    )
    return np.empty(0) if numbers is None else numbers


def _declared(holder: Element) -> Symmetry | None:
    """Give the symmetry that the file declares, however it is spelt; None where it does not."""
    text = holder.value("Symm") or holder.value("SymmType")
    return _DECLARED.get(re.sub(r"[^A-Z0-9]", "", text.upper()).removeprefix("SYMM"))


def _on_one_side(lateral: FloatArray) -> FloatArray:
    """Bring planes stored from 270 through 0 to 90 to where 90 to 270 has their mirror images."""
    turned = np.mod(lateral + 90.0, 360.0) - 90.0  # -90 to 270
    return 180.0 - turned if (turned <= 90.0).all() else lateral


def _gridded(
    values: list[Element],
    lateral: FloatArray,
    vertical: FloatArray,
    candela: FloatArray,
    remarks: Remarks,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Sort values into a grid that must be whole; give vertical, lateral and candela."""
    h, h_place = np.unique(lateral, return_inverse=True)
    v, v_place = np.unique(vertical, return_inverse=True)
    line = values[0].line
    for angles, what in ((h, "lateral"), (v, "vertical")):
        if len(angles) > 1 and np.diff(angles).min() < SMALLEST_STEP_DEG:
            remarks.fault(f"two {what} angles are next to one another, as if one", line)
    if len(v) < 2:
        remarks.fault("one vertical angle only; expected two or more", line)
    place = h_place * len(v) + v_place
    times = np.bincount(place) if len(values) >= len(h) * len(v) else None
    if times is None or len(values) != len(h) * len(v):
        remarks.fault(
            f"{len(values)} intensities for {len(h)} lateral x {len(v)} vertical angles; expected "
            f"{len(h) * len(v)}, each pair once",
            line,
        )
    elif times.max() > 1:
        twice = int(np.argmax(times))
        remarks.fault(
            f"the intensity at h={h[twice // len(v)]:g}, v={v[twice % len(v)]:g} is given twice",
            values[int(np.flatnonzero(place == twice)[1])].line,
        )
    remarks.stop_if_faulty()
    grid = np.empty(len(values))
    grid[place] = candela
    return v, h, grid.reshape(len(h), len(v))


def _note_counts(holder: Element, found: int, remarks: Remarks) -> None:
    """Note a grid that has not the number of values that the file announces."""
    announced = holder.value("NumberMeasured")
    if announced.isdecimal() and len(announced) < 9 and int(announced) != found:
        remarks.note(
            "IES049",
            f"{int(announced)} intensities announced, {found} given; those were used",
            holder.line,
        )


def _checked_symmetry(
    distribution: IntensityDistribution,
    declared: Symmetry | None,
    holder: Element,
    remarks: Remarks,
) -> IntensityDistribution:
    """Compare the symmetry of the angles with the declared one; less than declared is a fault."""
    found = distribution.symmetry
    if declared is None or found is declared:
        return distribution
    if found is not Symmetry.AXIAL and _STORED_DEG[found] < _STORED_DEG[declared]:
        remarks.refuse(
            f"symmetry {declared.value!r} is declared, but the lateral angles "
            f"{distribution.lateral_deg[0]:g} to {distribution.lateral_deg[-1]:g} are those of "
            f"{found.value!r}",
            holder.line,
            "the light in the other directions cannot be known: get the file again",
        )
    remarks.note(
        "IES047",
        f"symmetry {declared.value!r} is declared; the angles mean {found.value!r}, which was used",
        holder.line,
    )
    return replace(distribution, symmetry=found)
