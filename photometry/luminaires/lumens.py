"""Luminous flux of a distribution: totals and zones.

Two rules are kept apart. *Industry*: what photometric laboratories and maker's sheets print,
the mean of each zone's edges times the zone's solid angle. *Exact*: the integral of the very
curve that the engine looks up, candela linear in both angles between the file's own.

Sources: IES LM-35 and LM-79 (zonal flux), NEMA LE 5 (luminaire efficacy rating).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.integration import closed, exact_total, industry_total, zone_fluxes
from photometry.luminaires.turned_lumens import turned_lumens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.record import LuminaireFile

    FloatArray = NDArray[np.float64]

__all__ = [
    "ZonalLumens",
    "efficacy_lm_per_w",
    "efficiency",
    "lumens_between",
    "lumens_of_zones",
    "total_lumens",
    "total_lumens_exact",
    "upward_lumens",
    "zonal_lumens",
]

Range = tuple[float, float]


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
    return industry_total(distribution.table)


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
    return exact_total(distribution.table)


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
    return float(lumens_of_zones(distribution, [vertical_deg], [lateral_deg], rotation)[0, 0])


def lumens_of_zones(
    distribution: IntensityDistribution,
    vertical_deg: Sequence[Range],
    lateral_deg: Sequence[Range] = ((0.0, 360.0),),
    rotation: ArrayLike | None = None,
) -> FloatArray:
    """Lumens of zones that bands of vertical angles cut out of sectors of lateral ones.

    Parameters
    ----------
    distribution, rotation
        As `lumens_between`.
    vertical_deg, lateral_deg : sequences of (float, float)
        Ranges, as `lumens_between` has one of each.

    Returns
    -------
    ndarray
        One row a lateral range, one column a vertical one; as exact as `lumens_between`.

    Raises
    ------
    ValueError
        A range that runs backwards or more than once round.
    """
    vertical_is_sound = all(0.0 <= low <= high <= 180.0 for low, high in vertical_deg)
    if not (vertical_is_sound and all(a <= b <= a + 360.0 for a, b in lateral_deg)):
        raise ValueError(f"not ranges of angles: vertical {vertical_deg}, lateral {lateral_deg}")
    table = distribution.table
    if rotation is None and distribution.photometric_type is not PhotometricType.B:
        return zone_fluxes(table, vertical_deg, lateral_deg)
    world = np.eye(3) if rotation is None else np.asarray(rotation, np.float64)
    whole = closed(table)
    return np.array(
        [
            [turned_lumens(whole, world, band, sector) for band in vertical_deg]
            for sector in lateral_deg
        ]
    )


def upward_lumens(distribution: IntensityDistribution, rotation: ArrayLike | None = None) -> float:
    """Lumens above horizontal, of the luminaire as it stands or turned (see `lumens_between`)."""
    return lumens_between(distribution, (90.0, 180.0), rotation=rotation)


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
    bands = list(pairwise(edges.tolist()))
    (lumens,) = lumens_of_zones(distribution, bands).tolist()
    return tuple(ZonalLumens(*band, lm) for band, lm in zip(bands, lumens, strict=True))


def efficiency(file: LuminaireFile) -> float | None:
    """Luminaire lumens per rated lamp lumens, 0 to 1; None for absolute photometry."""
    if not file.lamp_lumens_lm:
        return None
    return file.lumens / file.lamp_lumens_lm


def efficacy_lm_per_w(file: LuminaireFile) -> float | None:
    """Luminaire lumens per input watt, ballast factor included; None where watts are not given.

    The watts are those of lamp and ballast at work, so the lumens are too (NEMA LE 5).
    """
    if file.input_watts_w <= 0.0:
        return None
    return file.lumens_with_ballast / file.input_watts_w
