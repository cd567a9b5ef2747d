"""What an LM-63 file's angles leave unsaid: lateral symmetry and the range of the table.

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (ranges of Types A, B and C), IESNA LM-63-95
(last lateral angle between 180 and 360).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.lm63_numbers import Numbers
    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = ["distribution_of"]

_TYPES = {1: PhotometricType.C, 2: PhotometricType.B, 3: PhotometricType.A}


def distribution_of(
    numbers: Numbers, version: str, factor: float, remarks: Remarks
) -> IntensityDistribution:
    """Make the distribution that the file's angles and candela describe.

    Parameters
    ----------
    numbers
        The numbers of the file.
    version
        Its edition.
    factor
        Product of the factors that apply to every candela.
    remarks
        Collects notes and faults.

    Raises
    ------
    LuminaireFileError
        If the angles have no meaning in LM-63.
    """
    kind = _TYPES[numbers.type_code]
    v, h, cd = numbers.vertical_deg, numbers.lateral_deg, numbers.candela
    if version == "1986" and kind is PhotometricType.C and v[0] < 0:
        kind = PhotometricType.A
        remarks.note(
            "IES026",
            "vertical angles below 0 in an LM-63-1986 file of type 1; read as Type A",
            numbers.vertical_line,
        )
    if kind is PhotometricType.C:
        symmetry = _type_c(v, h, cd, numbers, remarks)
    else:
        symmetry = _type_ab(v, h, numbers, remarks)
        if v[0] == 0.0:
            v, cd = np.concatenate([-v[:0:-1], v]), np.hstack([cd[:, :0:-1], cd])
            remarks.note(
                "IES018",
                f"Type {kind} vertical angles from 0; the half below was read as its mirror image",
                numbers.vertical_line,
            )
    remarks.stop_if_faulty()
    return IntensityDistribution(kind, symmetry, v, h, cd * factor)


def _type_c(
    v: FloatArray, h: FloatArray, cd: FloatArray, numbers: Numbers, remarks: Remarks
) -> Symmetry:
    """Check Type C angles and tell their symmetry."""
    if v[0] < 0 or v[-1] > 180:
        remarks.fault(
            f"Type C vertical angles run from 0 to 180; found {v[0]:g} to {v[-1]:g}",
            numbers.vertical_line,
            "check the photometric type in field 6",
        )
    elif v[0] not in {0.0, 90.0} or v[-1] not in {90.0, 180.0}:
        remarks.note(
            "IES016",
            f"vertical angles {v[0]:g} to {v[-1]:g} leave a part unsaid; no light is taken there",
            numbers.vertical_line,
        )
    first, last = float(h[0]), float(h[-1])
    line = numbers.lateral_line
    if len(h) == 1:
        if first != 0:
            remarks.note(
                "IES015", f"the only lateral angle is {first:g}, not 0; same all round", line
            )
        return Symmetry.AXIAL
    named = {
        (0.0, 90.0): Symmetry.QUADRANT,
        (0.0, 180.0): Symmetry.BILATERAL_0_180,
        (90.0, 270.0): Symmetry.BILATERAL_90_270,
        (0.0, 360.0): Symmetry.NONE,
    }
    if (first, last) in named:
        if last == 360.0 and not np.allclose(cd[0], cd[-1], rtol=1e-3, atol=1e-6):
            remarks.note("IES014", "the planes at 0 and 360 differ; each is used as given", line)
        return named[first, last]
    if first == 0.0 and 180.0 < last < 360.0 and 360.0 - last <= 90.0:
        remarks.note(
            "IES013",
            f"lateral angles end at {last:g}; the plane at 0 was repeated at 360 to close the ring",
            line,
        )
        return Symmetry.NONE
    if last - first == 360.0:
        remarks.note(
            "IES019", f"lateral angles run from {first:g} to {last:g}; read as a whole ring", line
        )
        return Symmetry.NONE
    remarks.fault(
        f"lateral angles {first:g} to {last:g} have no meaning in LM-63 Type C; "
        "expected 0, 0-90, 0-180, 90-270 or 0-360",
        line,
        "get the file in one of these ranges: the light in the other directions is not known",
    )
    return Symmetry.NONE


def _type_ab(v: FloatArray, h: FloatArray, numbers: Numbers, remarks: Remarks) -> Symmetry:
    """Check Type A or B angles and tell their symmetry."""
    for angles, what, line in (
        (v, "vertical", numbers.vertical_line),
        (h, "lateral", numbers.lateral_line),
    ):
        if angles[0] < -90 or angles[-1] > 90:
            remarks.fault(
                f"Type A and B {what} angles run from -90 to 90; found {angles[0]:g} to {angles[-1]:g}",
                line,
                "check the photometric type in field 6",
            )
        elif angles[0] not in {-90.0, 0.0} or angles[-1] != 90.0:
            remarks.note(
                "IES017",
                f"{what} angles {angles[0]:g} to {angles[-1]:g} leave a part unsaid; no light is taken there",
                line,
            )
    if len(h) == 1:
        remarks.fault("Type A and B files need more than one lateral angle", numbers.lateral_line)
    return Symmetry.LATERAL if h[0] == 0.0 else Symmetry.NONE
