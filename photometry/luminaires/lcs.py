"""Lumens of the secondary solid angles of the Luminaire Classification System.

Source: ANSI/IES TM-15-11 (Luminaire Classification System for outdoor luminaires).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.luminaires.lumens import lumens_of_zones

if TYPE_CHECKING:
    from photometry.luminaires.distribution import IntensityDistribution

__all__ = ["LcsZones", "lcs_zones"]

# Zones of TM-15: low, mid, high, very high, uplight low and high; street side and house side.
_BANDS_DEG: Final = (
    (0.0, 30.0),
    (30.0, 60.0),
    (60.0, 80.0),
    (80.0, 90.0),
    (90.0, 100.0),
    (100.0, 180.0),
)
_HALVES_DEG: Final = ((270.0, 450.0), (90.0, 270.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LcsZones:
    """Lumens of the ten zones of ANSI/IES TM-15-11, at zero tilt.

    Forward is the street side (lateral angles 270 through 0 to 90), back the other half.
    Vertical angles: low 0-30, mid 30-60, high 60-80, very high 80-90; uplight low 90-100 and
    high 100-180 all round.
    """

    fl_lm: float
    fm_lm: float
    fh_lm: float
    fvh_lm: float
    bl_lm: float
    bm_lm: float
    bh_lm: float
    bvh_lm: float
    ul_lm: float
    uh_lm: float

    @property
    def forward_lm(self) -> float:
        """Forward light, lm."""
        return self.fl_lm + self.fm_lm + self.fh_lm + self.fvh_lm

    @property
    def back_lm(self) -> float:
        """Back light, lm."""
        return self.bl_lm + self.bm_lm + self.bh_lm + self.bvh_lm

    @property
    def uplight_lm(self) -> float:
        """Uplight, lm."""
        return self.ul_lm + self.uh_lm

    @property
    def total_lm(self) -> float:
        """All ten zones, lm."""
        return self.forward_lm + self.back_lm + self.uplight_lm


def lcs_zones(distribution: IntensityDistribution) -> LcsZones:
    """Lumens of the zones of ANSI/IES TM-15-11.

    Parameters
    ----------
    distribution : IntensityDistribution
        Without ballast factors, to compare with makers' zones. Types A and B are integrated
        over their own table, in Type C zones: right as lumens, though TM-15 rates Type C only.

    Returns
    -------
    LcsZones
        By exact integration, zone edges that the file has no angle at included.
    """
    forward, back = lumens_of_zones(distribution, _BANDS_DEG, _HALVES_DEG).tolist()
    fl, fm, fh, fvh, ul_forward, uh_forward = forward
    bl, bm, bh, bvh, ul_back, uh_back = back
    return LcsZones(
        fl_lm=fl,
        fm_lm=fm,
        fh_lm=fh,
        fvh_lm=fvh,
        bl_lm=bl,
        bm_lm=bm,
        bh_lm=bh,
        bvh_lm=bvh,
        ul_lm=ul_forward + ul_back,
        uh_lm=uh_forward + uh_back,
    )
