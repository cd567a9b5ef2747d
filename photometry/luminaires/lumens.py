"""Luminous flux of a distribution: totals, zones, the TM-15 secondary solid angles.

Two rules are kept apart. *Industry*: what photometric laboratories and maker's sheets print,
the mean of each zone's edges times the zone's solid angle. *Exact*: the integral of the very
curve that the engine looks up, candela linear in both angles between the file's own.

Sources: IES LM-35 and LM-79 (zonal flux), ANSI/IES TM-15-11 (Luminaire Classification System
for outdoor luminaires: the zones), NEMA LE 5 (luminaire efficacy rating).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.distribution import PhotometricType, PolarTable
from photometry.luminaires.turned_lumens import turned_lumens

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.record import LuminaireFile

    FloatArray = NDArray[np.float64]

__all__ = [
    "LcsZones",
    "ZonalLumens",
    "efficacy_lm_per_w",
    "efficiency",
    "lcs_zones",
    "lumens_between",
    "total_lumens",
    "total_lumens_exact",
    "upward_lumens",
    "zonal_lumens",
]

Range = tuple[float, float]


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


@dataclass(frozen=True, slots=True)
class ZonalLumens:
    """Lumens between two vertical angles, all round."""

    from_deg: float
    to_deg: float
    lumens_lm: float


def total_lumens(distribution: IntensityDistribution) -> float:
    """Luminous flux by the rule of the industry, about the file's own polar axis.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any type; for Type B the polar axis is horizontal, as its angles are.

    Returns
    -------
    float
        Lumens: the trapezoid mean over the file's lateral angles at each vertical angle, then
        between consecutive vertical angles the mean intensity times the solid angle
        ``2 pi (cos V1 - cos V2)``.
    """
    polar, azimuth, candela = _ring(distribution.table)
    cosine = np.cos(polar)
    flux = _trapezoid_weights(azimuth) @ candela @ _trapezoid_weights(-cosine)
    return float(flux)


def total_lumens_exact(distribution: IntensityDistribution) -> float:
    """Luminous flux: the integral of the bilinear table in closed form.

    Returns
    -------
    float
        Lumens, exact to rounding.

    Examples
    --------
    One candela in every direction is 4 pi lumens:

    >>> from photometry.luminaires.distribution import IntensityDistribution, Symmetry
    >>> everywhere = IntensityDistribution(
    ...     PhotometricType.C, Symmetry.AXIAL, np.array([0.0, 180.0]), np.zeros(1), np.ones((1, 2))
    ... )
    >>> round(total_lumens_exact(everywhere), 6)
    12.566371
    """
    polar, azimuth, candela = _ring(distribution.table)
    flux = _hat_weights(azimuth) @ candela @ _hat_sine_weights(polar)
    return float(flux)


def lumens_between(
    distribution: IntensityDistribution,
    vertical_deg: Range = (0.0, 180.0),
    lateral_deg: Range = (0.0, 360.0),
    rotation: ArrayLike | None = None,
) -> float:
    """Lumens within a range of vertical and lateral angles.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any type; the ranges are Type C angles whatever the type.
    vertical_deg : (float, float)
        From, to; 0 is nadir.
    lateral_deg : (float, float)
        From, to, counterclockwise and at most one turn: ``(270, 450)`` is the street side.
    rotation : (3, 3) array_like, optional
        From the luminaire's frame to the world's. With it both ranges are of the world: how
        much light a tilted luminaire sends there.

    Returns
    -------
    float
        Lumens. For Types A and C as they stand, the closed form, exact to rounding; for Type
        B and for a turned luminaire exact along each circle about the table's axis and
        Gauss-Legendre from circle to circle, within 1e-5 of the total.

    Raises
    ------
    ValueError
        A range that runs backwards or more than once round.
    """
    (low, high), (first, last) = vertical_deg, lateral_deg
    if not (0.0 <= low <= high <= 180.0 and first <= last <= first + 360.0):
        raise ValueError(f"not ranges of angles: vertical {vertical_deg}, lateral {lateral_deg}")
    table = distribution.table
    if rotation is None and distribution.photometric_type is not PhotometricType.B:
        return _upright_lumens(table, vertical_deg, lateral_deg)
    world = np.eye(3) if rotation is None else np.asarray(rotation, np.float64)
    return turned_lumens(_closed(table), world, vertical_deg, lateral_deg)


def upward_lumens(distribution: IntensityDistribution, rotation: ArrayLike | None = None) -> float:
    """Lumens above horizontal, of the luminaire as it stands or turned (see `lumens_between`)."""
    return lumens_between(distribution, (90.0, 180.0), rotation=rotation)


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
    bands = {"l": (0.0, 30.0), "m": (30.0, 60.0), "h": (60.0, 80.0), "vh": (80.0, 90.0)}
    forward, back = (270.0, 450.0), (90.0, 270.0)
    zones = {f"f{z}_lm": lumens_between(distribution, v, forward) for z, v in bands.items()}
    zones |= {f"b{z}_lm": lumens_between(distribution, v, back) for z, v in bands.items()}
    return LcsZones(
        **zones,
        ul_lm=lumens_between(distribution, (90.0, 100.0)),
        uh_lm=lumens_between(distribution, (100.0, 180.0)),
    )


def zonal_lumens(
    distribution: IntensityDistribution, step_deg: float = 10.0
) -> tuple[ZonalLumens, ...]:
    """Zonal lumens from nadir to zenith, exact; their sum is `total_lumens_exact`.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any type.
    step_deg : float
        Height of a zone; the last is smaller where it does not divide 180. At least 0.1.
    """
    edges = np.append(np.arange(0.0, 180.0, max(step_deg, 0.1)), 180.0)
    return tuple(
        ZonalLumens(float(low), float(high), lumens_between(distribution, (low, high)))
        for low, high in pairwise(edges)
    )


def efficiency(file: LuminaireFile) -> float | None:
    """Luminaire lumens per rated lamp lumens, 0 to 1; None for absolute photometry."""
    if not file.lamp_lumens_lm:
        return None
    return total_lumens(file.rated_distribution) / file.lamp_lumens_lm


def efficacy_lm_per_w(file: LuminaireFile) -> float | None:
    """Luminaire lumens per input watt, ballast factor included; None where watts are not given.

    The watts are those of lamp and ballast at work, so the lumens are too (NEMA LE 5).
    """
    if file.input_watts_w <= 0.0:
        return None
    return total_lumens(file.distribution) / file.input_watts_w


def _closed(table: PolarTable) -> PolarTable:
    """Make a whole turn of a table whose one plane stands for all."""
    if len(table.azimuth_deg) > 1:
        return table
    around, candela = table.azimuth_deg[0] + np.array([0.0, 360.0]), table.candela_cd
    return PolarTable(table.axes, table.polar_deg, around, np.vstack([candela, candela]))


def _ring(table: PolarTable) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Polar angles and azimuths in radians, and the candela, of the whole table."""
    whole = _closed(table)
    return np.radians(whole.polar_deg), np.radians(whole.azimuth_deg), whole.candela_cd


def _upright_lumens(table: PolarTable, vertical_deg: Range, lateral_deg: Range) -> float:
    """Integrate in closed form a range about the table's own, vertical axis."""
    polar, azimuth, candela = _ring(table)
    low, high = np.radians(vertical_deg)
    band = candela @ _hat_sine_weights(polar, low, high)
    first, last = np.radians(lateral_deg)
    # The range, moved by whole turns until every part of it has met the table's own turn.
    turn = 2.0 * np.pi
    start = first - turn * np.ceil((first - azimuth[0]) / turn)
    weights = sum(
        _hat_weights(azimuth, start + k * turn, start + k * turn + last - first) for k in range(3)
    )
    return float(weights @ band)


def _trapezoid_weights(at: FloatArray) -> FloatArray:
    """Weights of the trapezoid rule over uneven places."""
    halves = np.diff(at) / 2.0
    return np.append(halves, 0.0) + np.insert(halves, 0, 0.0)


def _hat_weights(at: FloatArray, low: float = -np.inf, high: float = np.inf) -> FloatArray:
    """Integrals of the piecewise-linear basis on `at` between two bounds."""
    a, b = np.clip(at[:-1], low, high), np.clip(at[1:], low, high)
    step = np.diff(at)
    rising = ((b - at[:-1]) ** 2 - (a - at[:-1]) ** 2) / (2.0 * step)
    return _collect(b - a - rising, rising)


def _hat_sine_weights(at: FloatArray, low: float = -np.inf, high: float = np.inf) -> FloatArray:
    """Integrals of the piecewise-linear basis on `at` times the sine, between two bounds."""
    a, b = np.clip(at[:-1], low, high), np.clip(at[1:], low, high)
    step = np.diff(at)
    rising = ((a - at[:-1]) * np.cos(a) - (b - at[:-1]) * np.cos(b) + np.sin(b) - np.sin(a)) / step
    return _collect(np.cos(a) - np.cos(b) - rising, rising)


def _collect(falling: FloatArray, rising: FloatArray) -> FloatArray:
    """Add up what each place gets from the cell after it and from the cell before it."""
    return np.append(falling, 0.0) + np.insert(rising, 0, 0.0)
