"""Light at and above horizontal: cutoff class and full shielding.

The cutoff class (full cutoff, cutoff, semicutoff, noncutoff) is superseded by BUG but still in
ordinances: IES RP-8-00 and the IES Lighting Handbook, 9th edition. It is of the luminaire as
it stands, in candela per 1000 lamp lumens. Full shielding is of the luminaire as it is turned.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from photometry.luminaires.brightest import brightest_at_or_above

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from photometry.luminaires.distribution import IntensityDistribution

__all__ = [
    "CutoffClass",
    "cutoff_class",
    "is_fully_shielded",
]


class CutoffClass(StrEnum):
    """IES cutoff classification (superseded)."""

    FULL_CUTOFF = "full cutoff"
    CUTOFF = "cutoff"
    SEMICUTOFF = "semicutoff"
    NONCUTOFF = "noncutoff"
    NOT_APPLICABLE = "N.A. (absolute)"


# Candela per 1000 lamp lumens allowed at 80 and above, and at 90 and above.
_LIMITS_PER_KLM = (
    (CutoffClass.FULL_CUTOFF, 100.0, 0.0),
    (CutoffClass.CUTOFF, 100.0, 25.0),
    (CutoffClass.SEMICUTOFF, 200.0, 50.0),
)


def is_fully_shielded(
    distribution: IntensityDistribution, rotation: ArrayLike | None = None
) -> bool:
    """Tell whether a luminaire sends no light at or above the world's horizontal.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any type.
    rotation : (3, 3) array_like, optional
        From the luminaire's frame to the world's; by default as it stands.

    Returns
    -------
    bool
        True where no candela above 1e-9 of the maximum goes there (see
        `brightest_at_or_above`). Beyond the file's vertical range there is no light.
    """
    return brightest_at_or_above(distribution, 90.0, rotation).candela_cd == 0.0


def cutoff_class(distribution: IntensityDistribution, lamp_lumens_lm: float | None) -> CutoffClass:
    """Classify the cutoff of a luminaire as it stands.

    Parameters
    ----------
    distribution : IntensityDistribution
        Without ballast factors: candela as photometered at the rated lamp lumens.
    lamp_lumens_lm : float or None
        Rated lumens of all lamps. None for absolute photometry, which has no class; the
        luminaire's own lumens give an estimate, to be labelled so.

    Returns
    -------
    CutoffClass
        By candela per 1000 lamp lumens at any lateral angle: at 80 degrees and above, and at
        90 and above; a limit is met where it is equalled. 80 and 90 are interpolated where
        the file has no such angles.
    """
    if not lamp_lumens_lm or lamp_lumens_lm <= 0.0:
        return CutoffClass.NOT_APPLICABLE
    at_80, at_90 = (
        brightest_at_or_above(distribution, angle).candela_cd * 1000.0 / lamp_lumens_lm
        for angle in (80.0, 90.0)
    )
    # Makers hold equal what differs by the rounding of a multiplier.
    slack = 1.0 + 1e-9
    for name, limit_80, limit_90 in _LIMITS_PER_KLM:
        if at_80 <= limit_80 * slack and at_90 <= limit_90 * slack:
            return name
    return CutoffClass.NONCUTOFF
