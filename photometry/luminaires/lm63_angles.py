"""What a file's angles leave unsaid: lateral symmetry, and the range of the table.

The ranges are those of LM-63, on which TM-33 builds; EULUMDAT planes are brought into them.

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (ranges of Types A, B and C), IESNA LM-63-95
(last lateral angle between 180 and 360), IES LM-63-86 (one code for Types A and C).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = ["MeasuredTable", "distribution_of"]

_TYPE_C_RANGES: Final = {
    (0.0, 90.0): Symmetry.QUADRANT,
    (0.0, 180.0): Symmetry.BILATERAL_0_180,
    (90.0, 270.0): Symmetry.BILATERAL_90_270,
    (0.0, 360.0): Symmetry.NONE,
}

# Widest gap that a ring may be closed over: four planes, 0 to 270, are such a ring.
MAX_GAP_DEG: Final = 90.0

# Angles that programs have rounded on their way (179.99998, 360.0001) are meant as these.
_LIMITS_DEG: Final = np.array([-90.0, 0.0, 90.0, 180.0, 270.0, 360.0])
_ALL_LIMITS_DEG: Final = frozenset(_LIMITS_DEG.tolist())
ROUNDING_DEG: Final = 0.005

# A negative candela as small as this share of the largest is noise of the measurement.
NOISE_SHARE: Final = 0.01


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """Angles and candela as a file lists them, each number sound by itself.

    Attributes
    ----------
    kind
        Photometric type.
    vertical_deg : (n,) array
    lateral_deg : (m,) array
        Ascending.
    candela : (m, n) array
        Before any factor.
    line_of
        Gives the line of the file on which a group begins: vertical, lateral or candela.
    kind_field
        Where the file gives its photometric type: what to check when the angles do not fit it.
    """

    kind: PhotometricType
    vertical_deg: FloatArray
    lateral_deg: FloatArray
    candela: FloatArray
    line_of: Callable[[str], int | None]
    kind_field: str = "the photometric type"


def distribution_of(
    table: MeasuredTable, factor: float, remarks: Remarks, *, edition: str = ""
) -> IntensityDistribution:
    """Make the distribution that a file's angles and candela describe.

    Parameters
    ----------
    table
        Angles and candela of the file.
    factor
        Product of the factors that apply to every candela.
    remarks
        Collects notes and faults.
    edition
        Edition of LM-63; empty for another format.

    Raises
    ------
    LuminaireFileError
        With every fault gathered so far, if there is any.
    """
    kind = table.kind
    table = _ends_rounded(table, remarks)
    v, h = table.vertical_deg, table.lateral_deg
    cd = _not_negative(table, remarks)
    if edition == "1986" and kind is PhotometricType.C and v[0] < 0:
        kind = PhotometricType.A
        remarks.note(
            "IES018",
            "type 1 with vertical angles below 0 in an LM-63-1986 file; read as Type A",
            table.line_of("vertical"),
        )
    if kind is PhotometricType.C:
        _check_type_c_vertical(table, remarks)
        symmetry = _type_c_symmetry(table, remarks)
    else:
        symmetry = _type_ab_symmetry(kind, table, remarks)
        if v[0] == 0.0:
            v, cd = np.concatenate([-v[:0:-1], v]), np.hstack([cd[:, :0:-1], cd])
    remarks.stop_if_faulty()
    return IntensityDistribution(kind, symmetry, v, h, cd * factor)


def _ends_rounded(table: MeasuredTable, remarks: Remarks) -> MeasuredTable:
    """Put the first and last angles on the limits that they miss by rounding."""
    vertical, lateral = _put_on_limits(table.vertical_deg), _put_on_limits(table.lateral_deg)
    if vertical is table.vertical_deg and lateral is table.lateral_deg:
        return table
    for what, before, angles in (
        ("vertical", table.vertical_deg, vertical),
        ("lateral", table.lateral_deg, lateral),
    ):
        if angles is not before:
            remarks.note(
                "IES023",
                f"{what} angles {before[0]:.7g} to {before[-1]:.7g} were read as "
                f"{angles[0]:g} to {angles[-1]:g}",
                table.line_of(what),
            )
    return replace(table, vertical_deg=vertical, lateral_deg=lateral)


def _put_on_limits(angles: FloatArray) -> FloatArray:
    """Give the angles with their ends on the limits, or the very same ones if they are."""
    if {float(angles[0]), float(angles[-1])} <= _ALL_LIMITS_DEG:
        return angles
    ends = angles[[0, -1]]
    nearest = _LIMITS_DEG[np.abs(ends[:, None] - _LIMITS_DEG).argmin(axis=1)]
    meant = np.where(np.abs(ends - nearest) <= ROUNDING_DEG, nearest, ends)
    if (meant == ends).all():
        return angles
    moved = angles.copy()
    moved[[0, -1]] = meant
    return moved if (np.diff(moved) > 0).all() else angles


def _not_negative(table: MeasuredTable, remarks: Remarks) -> FloatArray:
    """Take noise below zero as zero; refuse what is more than noise."""
    cd = table.candela
    least = float(cd.min())
    if least >= 0:
        return cd
    line = table.line_of("candela")
    count = int(np.count_nonzero(cd < 0))
    if least < -NOISE_SHARE * float(cd.max()):
        remarks.fault(
            f"{count} candela value(s) below 0, down to {least:g}; light has no sign", line
        )
    else:
        remarks.note(
            "IES010", f"{count} candela value(s) below 0, down to {least:g}; taken as 0", line
        )
    return np.maximum(cd, 0.0)


def _check_type_c_vertical(table: MeasuredTable, remarks: Remarks) -> None:
    """Type C vertical angles begin at 0 or 90 and end at 90 or 180."""
    v = table.vertical_deg
    if v[0] < 0 or v[-1] > 180:
        remarks.fault(
            f"Type C vertical angles lie in 0 to 180; found {v[0]:g} to {v[-1]:g}",
            table.line_of("vertical"),
            f"check {table.kind_field}",
        )
    elif v[0] not in {0.0, 90.0} or v[-1] not in {90.0, 180.0}:
        remarks.note(
            "IES013",
            f"vertical angles {v[0]:g} to {v[-1]:g} stop short of 0, 90 or 180; "
            "no light was taken outside them",
            table.line_of("vertical"),
        )


def _type_c_symmetry(table: MeasuredTable, remarks: Remarks) -> Symmetry:
    """Tell the symmetry that a range of Type C lateral angles stands for."""
    h, cd = table.lateral_deg, table.candela

    def line() -> int | None:
        return table.line_of("lateral")

    first, last = float(h[0]), float(h[-1])
    if len(h) == 1:
        if first != 0:
            remarks.note(
                "IES014", f"the only lateral angle is {first:g}, not 0; taken all round", line()
            )
        return Symmetry.AXIAL
    if last - first == 360.0 and not _are_one(cd[0], cd[-1]):
        remarks.note(
            "IES015",
            f"the planes at {first:g} and {last:g} are one but differ; both are used",
            line(),
        )
    if (first, last) in _TYPE_C_RANGES:
        return _TYPE_C_RANGES[first, last]
    gap_deg = first + 360.0 - last
    if gap_deg == 0.0 or (first == 0.0 and last > 180.0 and 0 < gap_deg <= MAX_GAP_DEG):
        closed = f"; the gap of {gap_deg:g} degrees was bridged" if gap_deg else ""
        remarks.note(
            "IES016",
            f"lateral angles {first:g} to {last:g} were read as a whole ring{closed}",
            line(),
        )
        return Symmetry.NONE
    remarks.fault(
        f"lateral angles {first:g} to {last:g} mean nothing in Type C; "
        "expected 0, 0 to 90, 0 to 180, 90 to 270 or 0 to 360",
        line(),
        "the light in the other directions cannot be known: get the file in one of these ranges",
    )
    return Symmetry.NONE


def _are_one(first_cd: FloatArray, last_cd: FloatArray) -> bool:
    """Tell whether two planes are the same, but for what is left of a measurement's closing."""
    return np.array_equal(first_cd, last_cd) or np.allclose(first_cd, last_cd, rtol=1e-3, atol=1e-6)


def _type_ab_symmetry(kind: PhotometricType, table: MeasuredTable, remarks: Remarks) -> Symmetry:
    """Check Type A or B angles; lateral angles from 0 stand for both sides."""
    v, h = table.vertical_deg, table.lateral_deg
    for what, angles in (("vertical", v), ("lateral", h)):
        if angles[0] < -90 or angles[-1] > 90 or angles[0] > 0 or len(angles) < 2:
            remarks.fault(
                f"Type {kind} {what} angles run from -90 or 0 to 90; found "
                f"{angles[0]:g} to {angles[-1]:g}",
                table.line_of(what),
                f"check {table.kind_field}",
            )
        elif angles[0] not in {-90.0, 0.0} or angles[-1] != 90.0:
            remarks.note(
                "IES013",
                f"{what} angles {angles[0]:g} to {angles[-1]:g} stop short of 90; "
                "no light was taken outside them",
                table.line_of(what),
            )
    if v[0] == 0.0:
        remarks.note(
            "IES017",
            f"Type {kind} vertical angles begin at 0; the half below was taken as its mirror image",
            table.line_of("vertical"),
        )
    return Symmetry.LATERAL if h[0] == 0.0 else Symmetry.NONE
