"""C planes turned into lateral angles: where C0 of a European file lies on an American plan.

CIE 121 puts C0 to C180 along the road or across a linear lamp, and C90 on the side of the road;
LM-63 puts lateral angle 0 on the street side, or along the lamp. Both count counterclockwise
seen from above, so a quarter turn leads from one to the other: lateral angle = C - 90.

Sources: CIE 121 (C planes), CIE 140 (luminaires on a road), ANSI/IES LM-63-19 (lateral angles,
length along the 0-degree plane).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry

if TYPE_CHECKING:
    from photometry.luminaires.opening import Opening
    from photometry.luminaires.remarks import Remarks

__all__ = ["CIE_ROTATION_DEG", "turned", "turned_as_asked", "turned_opening"]

# From CIE's C planes to the lateral angles of LM-63.
CIE_ROTATION_DEG: Final = 90

_QUARTER_TURNS: Final = (0, 90, 180, 270)

# What a quarter turn makes of a symmetry, and the lateral angles that each is stored with.
_AFTER_A_QUARTER: Final = {
    Symmetry.BILATERAL_0_180: Symmetry.BILATERAL_90_270,
    Symmetry.BILATERAL_90_270: Symmetry.BILATERAL_0_180,
}
_STORED_DEG: Final = {
    Symmetry.QUADRANT: (0.0, 90.0),
    Symmetry.BILATERAL_0_180: (0.0, 180.0),
    Symmetry.BILATERAL_90_270: (90.0, 270.0),
}


def turned_as_asked(
    distribution: IntensityDistribution,
    opening: Opening,
    c0_rotation_deg: float | None,
    default_deg: int,
    remarks: Remarks,
) -> tuple[IntensityDistribution, Opening]:
    """Turn what a file gives in C planes, by what was asked for or by its format's convention.

    Parameters
    ----------
    distribution, opening
        As the file has them, its C planes taken for lateral angles.
    c0_rotation_deg
        The lateral angle is the C plane less this: 0, 90, 180 or 270; None for the default.
    default_deg
        What the format means; where that is a turn, and it matters, it is noted.
    remarks
        Collects notes and faults.

    Returns
    -------
    distribution, opening
        In lateral angles.

    Raises
    ------
    LuminaireFileError
        If the rotation is another one, or the distribution not of Type C.
    """
    asked = default_deg if c0_rotation_deg is None else c0_rotation_deg
    if asked not in _QUARTER_TURNS:
        remarks.refuse(
            f"c0_rotation_deg is {asked:g}; expected 0, 90, 180 or 270",
            advice="turn the luminaire by its orientation or spin instead",
        )
    rotation_deg = int(asked)
    if distribution.photometric_type is not PhotometricType.C:
        if rotation_deg:
            remarks.refuse(
                f"c0_rotation_deg is {rotation_deg}, but a Type {distribution.photometric_type} "
                "file has no C planes",
                advice="aim the luminaire instead",
            )
        return distribution, opening
    if c0_rotation_deg is None and rotation_deg and distribution.symmetry is not Symmetry.AXIAL:
        remarks.note(
            "IES030",
            f"lateral angles are C - {rotation_deg}, so that C90 is the street side; with "
            "c0_rotation_deg=0 it would be C0",
        )
    return turned(distribution, rotation_deg), turned_opening(opening, rotation_deg)


def turned(distribution: IntensityDistribution, rotation_deg: int) -> IntensityDistribution:
    """Give a Type C distribution with planes at the old angles less a multiple of 90 degrees.

    Planes are moved and mirrored, never interpolated; a symmetry stays one.

    Examples
    --------
    >>> import numpy as np
    >>> half = IntensityDistribution(
    ...     PhotometricType.C,
    ...     Symmetry.BILATERAL_0_180,
    ...     np.array([0.0, 90.0]),
    ...     np.array([0.0, 90.0, 180.0]),
    ...     np.array([[5.0, 1.0], [5.0, 2.0], [5.0, 3.0]]),
    ... )
    >>> turned(half, 90).symmetry.value
    'bilateral about 90-270'
    >>> turned(half, 90).candela_cd[:, 1]
    array([3., 2., 1.])
    """
    symmetry = distribution.symmetry
    if rotation_deg % 360 == 0 or symmetry is Symmetry.AXIAL:
        return distribution
    whole = distribution.table
    lateral_deg = np.mod(whole.azimuth_deg[:-1] - rotation_deg, 360.0)
    order = np.argsort(lateral_deg)
    lateral_deg, candela = lateral_deg[order], whole.candela_cd[:-1][order]
    lateral_deg = np.append(lateral_deg, lateral_deg[0] + 360.0)
    candela = np.vstack([candela, candela[:1]])
    if rotation_deg % 180:
        symmetry = _AFTER_A_QUARTER.get(symmetry, symmetry)
    if symmetry in _STORED_DEG:
        first, last = _STORED_DEG[symmetry]
        kept = (lateral_deg >= first) & (lateral_deg <= last)
        lateral_deg, candela = lateral_deg[kept], candela[kept]
    return replace(distribution, symmetry=symmetry, lateral_deg=lateral_deg, candela_cd=candela)


def turned_opening(opening: Opening, rotation_deg: int) -> Opening:
    """Give the opening with width and length changed over by an odd number of quarter turns."""
    if rotation_deg % 180 == 0:
        return opening
    return replace(opening, width_ft=opening.length_ft, length_ft=opening.width_ft)
