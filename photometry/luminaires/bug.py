"""Backlight, uplight and glare (BUG) rating.

Source: ANSI/IES TM-15-11 with its Addendum A (Backlight, Uplight, and Glare Ratings). A
rating is the smallest whose limits all hold, so the worst zone decides each letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.lcs import LcsZones, lcs_zones
from photometry.luminaires.roadway import LateralType, roadway_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from photometry.luminaires.distribution import IntensityDistribution

__all__ = ["BugRating", "NoBugReason", "NotCalculated", "bug_of_zones", "bug_rating"]

GlareTable = Literal["asymmetric", "symmetric"]
Limits = tuple[float, float, float, float, float]  # lumens allowed for ratings 0 to 4

_LOW_110: Final[Limits] = (110.0, 500.0, 1000.0, 2500.0, 5000.0)
_HIGH_660: Final[Limits] = (660.0, 1800.0, 5000.0, 7500.0, 12000.0)
_VERY_HIGH: Final[Limits] = (10.0, 100.0, 225.0, 500.0, 750.0)
_UP: Final[Limits] = (0.0, 10.0, 50.0, 500.0, 1000.0)

_BACKLIGHT: Final[Mapping[str, Limits]] = {
    "bh_lm": _LOW_110,
    "bm_lm": (220.0, 1000.0, 2500.0, 5000.0, 8500.0),
    "bl_lm": _LOW_110,
}
_UPLIGHT: Final[Mapping[str, Limits]] = {"uh_lm": _UP, "ul_lm": _UP}
_GLARE: Final[Mapping[GlareTable, Mapping[str, Limits]]] = {
    "asymmetric": {  # Types I, II, III, IV
        "fvh_lm": _VERY_HIGH,
        "bvh_lm": _VERY_HIGH,
        "fh_lm": _HIGH_660,
        "bh_lm": _LOW_110,
    },
    "symmetric": {  # Types V and V square
        "fvh_lm": _VERY_HIGH,
        "bvh_lm": _VERY_HIGH,
        "fh_lm": _HIGH_660,
        "bh_lm": _HIGH_660,
    },
}

# Lumens are integrals: a zone within this share of the total of its limit is on it.
_ROUNDING_SHARE = 1e-9


class NoBugReason(StrEnum):
    """Why a luminaire has no BUG rating."""

    NOT_TYPE_C = "TM-15 rates Type C photometry only"
    DATA_END_IN_LIGHT = "light at the file's last vertical angle"


@dataclass(frozen=True, slots=True)
class BugRating:
    """BUG rating of a luminaire at zero tilt.

    Attributes
    ----------
    b, u, g
        The ratings, 0 to 5.
    glare_table
        Which limits for the back high zone made G: ``symmetric`` for Types V and V square.
    zones
        The lumens that were rated.
    """

    b: int
    u: int
    g: int
    glare_table: GlareTable
    zones: LcsZones

    def __str__(self) -> str:
        """Give the rating as it is printed: ``B2-U0-G2``."""
        return f"B{self.b}-U{self.u}-G{self.g}"


@dataclass(frozen=True, slots=True)
class NotCalculated:
    """There is no BUG rating, and why."""

    reason: NoBugReason

    def __str__(self) -> str:
        """Give the words of a schedule; the reason has a place of its own."""
        return "not calculated"


def bug_rating(
    distribution: IntensityDistribution, lateral_type: LateralType | None = None
) -> BugRating | NotCalculated:
    """Rate a distribution as it stands, untilted.

    Parameters
    ----------
    distribution : IntensityDistribution
        Without ballast factors, to compare with makers' ratings.
    lateral_type : LateralType, optional
        Decides the glare limits; by default that of `roadway_class`.

    Returns
    -------
    BugRating or NotCalculated
        No rating for Types A and B, nor where the file's last vertical angle is short of
        zenith and not dark: what goes above is then unknown.
    """
    if distribution.photometric_type is not PhotometricType.C:
        return NotCalculated(NoBugReason.NOT_TYPE_C)
    ends_in_light = distribution.candela_cd[:, -1].max() > 0.0
    if distribution.vertical_deg[-1] < 180.0 and ends_in_light:
        return NotCalculated(NoBugReason.DATA_END_IN_LIGHT)
    kind = roadway_class(distribution).lateral if lateral_type is None else lateral_type
    return bug_of_zones(lcs_zones(distribution), "symmetric" if kind.is_symmetric else "asymmetric")


def bug_of_zones(zones: LcsZones, glare_table: GlareTable = "asymmetric") -> BugRating:
    """Rate zone lumens that are already known, from a maker's sheet for instance.

    Examples
    --------
    >>> zones = LcsZones(
    ...     fl_lm=1076.0, fm_lm=3604.0, fh_lm=1268.0, fvh_lm=6.4,
    ...     bl_lm=788.0, bm_lm=2247.0, bh_lm=563.0, bvh_lm=7.5, ul_lm=0.0, uh_lm=0.0,
    ... )
    >>> str(bug_of_zones(zones))
    'B2-U0-G2'
    """
    return BugRating(
        b=_worst(zones, _BACKLIGHT),
        u=_worst(zones, _UPLIGHT),
        g=_worst(zones, _GLARE[glare_table]),
        glare_table=glare_table,
        zones=zones,
    )


def _worst(zones: LcsZones, table: Mapping[str, Limits]) -> int:
    """Give the largest rating of the zones of a table."""
    slack = _ROUNDING_SHARE * zones.total_lm
    return max(_rating(getattr(zones, name) - slack, limits) for name, limits in table.items())


def _rating(lumens: float, limits: Iterable[float]) -> int:
    """Count the limits that are exceeded."""
    return sum(lumens > limit for limit in limits)
