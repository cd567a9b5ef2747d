"""Roadway classification: lateral type and longitudinal range.

Both are read off the ground under the luminaire, in mounting heights: across the road
(positive to the street side, lateral angle 0) and along it. The range says how far along the
maximum candela falls; the type how far to the street side the trace of half the maximum
reaches within that range.

Sources: ANSI/IES RP-8 and the IES Lighting Handbook (types I to V, very short to very long);
ANSI/IES TM-15-11 for V and V square as the symmetric types. Where they leave a choice, the
choice is that which gives the types that makers print; `docs/ratings.md` tells how that was seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.lumens import lumens_of_zones

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["LateralType", "LongitudinalRange", "RoadwayClass", "roadway_class"]


class LateralType(StrEnum):
    """Lateral light distribution of a roadway or area luminaire."""

    I = "I"  # noqa: E741 - the standard's own name
    II = "II"
    III = "III"
    IV = "IV"
    V = "V"
    VS = "VS"  # V square
    UNCLASSIFIED = "unclassified"

    @property
    def is_symmetric(self) -> bool:
        """Tell whether the type is V or V square, which have glare limits of their own."""
        return self in {LateralType.V, LateralType.VS}


class LongitudinalRange(StrEnum):
    """Longitudinal light distribution of a roadway or area luminaire."""

    VERY_SHORT = "very short"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    VERY_LONG = "very long"
    NONE = ""  # Types V and V square have none
    UNCLASSIFIED = "unclassified"


@dataclass(frozen=True, slots=True)
class RoadwayClass:
    """Roadway classification, with what decided it.

    Attributes
    ----------
    lateral, longitudinal
        The type and the range.
    max_vertical_deg, max_lateral_deg
        Type C direction of the maximum candela: the first in the order of the file.
    max_along_mh
        Distance of the maximum along the road, in mounting heights; NaN where it is not below
        horizontal.
    reach_street_mh
        How far to the street side the half-maximum trace goes within the range, in mounting
        heights; NaN where no type I to IV was to be told. Negative: it stays on the house side.
    reason
        Why there is no class; empty where there is one.
    """

    lateral: LateralType
    longitudinal: LongitudinalRange
    max_vertical_deg: float
    max_lateral_deg: float
    max_along_mh: float
    reach_street_mh: float
    reason: str = ""

    def __str__(self) -> str:
        """Give the class in a reader's words: ``Type III, medium``."""
        if self.lateral is LateralType.UNCLASSIFIED:
            return "unclassified"
        name = "V square" if self.lateral is LateralType.VS else self.lateral.value
        return f"Type {name}" + (f", {self.longitudinal}" if self.longitudinal else "")


# Where each range begins and ends along the road, in mounting heights; the start is within.
_RANGES: Final = (
    (LongitudinalRange.VERY_SHORT, 0.0, 1.0),
    (LongitudinalRange.SHORT, 1.0, 2.25),
    (LongitudinalRange.MEDIUM, 2.25, 3.75),
    (LongitudinalRange.LONG, 3.75, 6.0),
    (LongitudinalRange.VERY_LONG, 6.0, np.inf),
)

# How far to the street side each type reaches, in mounting heights; the end is within.
_REACHES: Final = (
    (LateralType.I, 1.0),
    (LateralType.II, 1.75),
    (LateralType.III, 2.75),
    (LateralType.IV, np.inf),
)

_OCTANTS_DEG: Final = [(h, h + 45.0) for h in np.arange(0.0, 360.0, 45.0).tolist()]
_SQUARE_SPREAD = 0.10  # of the mean: what octants of a square distribution may differ by
_EQUAL_SHARE = 1e-9  # rounding, of the maximum or of a limit
_TRACE_STEP_DEG = 0.25  # lateral angles at which the trace is followed, besides the file's own


def roadway_class(distribution: IntensityDistribution) -> RoadwayClass:
    """Classify a distribution as a roadway luminaire.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any scale; only Type C is classified.

    Returns
    -------
    RoadwayClass
        V where every lateral plane is the same; V square where the downward lumens of the
        eight octants are each within 10 % of their mean; else I to IV by the half-maximum
        trace. Unclassified: not Type C, dark, or the maximum at or above horizontal.
    """
    if distribution.photometric_type is not PhotometricType.C:
        return _unclassified(np.nan, np.nan, "roadway types are of Type C photometry")
    vertical, lateral = _maximum(distribution)
    if distribution.max_candela <= 0.0:
        return _unclassified(vertical, lateral, "the distribution is dark")
    below = vertical < 90.0
    along = float(_on_ground(vertical) * abs(np.sin(np.radians(lateral)))) if below else np.nan
    symmetric = _symmetric_type(distribution)
    if symmetric is not None:
        none = LongitudinalRange.NONE
        return RoadwayClass(symmetric, none, vertical, lateral, along, np.nan)
    if not below:
        return _unclassified(vertical, lateral, "the maximum candela is at or above horizontal")
    name, start, end = next(row for row in _RANGES if along < row[2] * (1.0 - _EQUAL_SHARE))
    reach = _reach_street(distribution, start, end)
    kind = next(kind for kind, limit in _REACHES if reach <= limit * (1.0 + _EQUAL_SHARE))
    return RoadwayClass(kind, name, vertical, lateral, along, reach)


def _unclassified(vertical_deg: float, lateral_deg: float, reason: str) -> RoadwayClass:
    """Give the class that says why there is none."""
    no_type, no_range = LateralType.UNCLASSIFIED, LongitudinalRange.UNCLASSIFIED
    return RoadwayClass(no_type, no_range, vertical_deg, lateral_deg, np.nan, np.nan, reason)


def _maximum(distribution: IntensityDistribution) -> tuple[float, float]:
    """Vertical and lateral angle of the first largest candela."""
    table = distribution.table
    j, i = divmod(int(table.candela_cd.argmax()), len(table.polar_deg))
    return float(table.polar_deg[i]), float(table.azimuth_deg[j]) % 360.0


def _on_ground(vertical_deg: float | FloatArray) -> float | FloatArray:
    """Distance on the ground, in mounting heights; far but finite at the horizon."""
    return np.tan(np.radians(np.minimum(vertical_deg, 90.0 - 1e-9)))


def _symmetric_type(distribution: IntensityDistribution) -> LateralType | None:
    """Tell V and V square; None for what is neither."""
    table = distribution.table
    spread = np.ptp(table.candela_cd, axis=0).max()
    if spread <= _EQUAL_SHARE * distribution.max_candela:
        return LateralType.V
    octants = lumens_of_zones(distribution, [(0.0, 90.0)], _OCTANTS_DEG)
    mean = octants.mean()
    if mean > 0.0 and np.abs(octants - mean).max() <= _SQUARE_SPREAD * mean:
        return LateralType.VS
    return None


def _reach_street(distribution: IntensityDistribution, start_mh: float, end_mh: float) -> float:
    """How far to the street side the half-maximum trace goes within a range along the road.

    The trace is followed over lateral angles 0 to 180, and over the other half of a file that
    is not symmetric only where that half alone has any: so do the programs that makers use.
    """
    own = distribution.table.azimuth_deg % 360.0
    half = np.unique(np.concatenate([np.arange(0.0, 180.01, _TRACE_STEP_DEG), own[own <= 180.0]]))
    for lateral in (half, 360.0 - half):
        across = _half_maximum_across(distribution, lateral, start_mh, end_mh)
        if across.size:
            return float(across.max())
    return -np.inf


def _half_maximum_across(
    distribution: IntensityDistribution, lateral_deg: FloatArray, start_mh: float, end_mh: float
) -> FloatArray:
    """Distances across the road, in mounting heights, where half the maximum is reached.

    At each lateral angle the intensity is linear between the file's vertical angles, so each
    piece of it that is within the range along the road and at half the maximum or more is
    known by its two ends.
    """
    half = distribution.max_candela / 2.0
    vertical, candela = distribution.table.polar_deg, distribution.planes(lateral_deg)
    along = np.abs(np.sin(np.radians(lateral_deg)))[:, np.newaxis]
    near, far = (np.degrees(np.arctan2(limit, along)) for limit in (start_mh, end_mh))
    far = np.minimum(far, 90.0)
    reached = candela >= half
    in_range = (vertical[1:] > near) & (vertical[:-1] < far)
    plane, piece = np.nonzero(in_range & (reached[:, :-1] | reached[:, 1:]))
    bottom, top = vertical[piece], vertical[piece + 1]
    low, high = np.maximum(bottom, near[plane, 0]), np.minimum(top, far[plane, 0])
    at_bottom, at_top = candela[plane, piece], candela[plane, piece + 1]
    slope = (at_top - at_bottom) / (top - bottom)
    at_low, at_high = at_bottom + slope * (low - bottom), at_top - slope * (top - high)
    rise = at_high - at_low
    crossing = low + (high - low) * np.clip(
        np.divide(half - at_low, rise, out=np.zeros_like(rise), where=rise != 0.0), 0.0, 1.0
    )
    first = np.where(at_low >= half, low, crossing)
    last = np.where(at_high >= half, high, crossing)
    lit = (high > low) & (np.maximum(at_low, at_high) >= half)
    toward_street = np.cos(np.radians(lateral_deg[plane[lit]]))
    ends: FloatArray = np.stack([_on_ground(first[lit]), _on_ground(last[lit])]) * toward_street
    return ends.ravel()
