"""The strongest light at or above some angle, of a luminaire as it stands or turned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.circles import circle_points, points_between, table_crossings
from photometry.luminaires.distribution import EDGE_TOLERANCE_DEG, PhotometricType

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["Brightest", "brightest_at_or_above", "own_directions"]

# What a table turned or looked up by rounded angles shows of the candela next door is far
# below this share of the maximum (it is the slope of the table over some 1e-13 degrees); the
# least that a laboratory can tell from dark is far above it.
_DARK_SHARE = 1e-9


@dataclass(frozen=True, slots=True)
class Brightest:
    """The strongest intensity at or above some vertical angle.

    Attributes
    ----------
    candela_cd
        Intensity there; exactly 0 where there is none.
    vertical_deg
        Angle from the world's nadir of that direction.
    bearing_deg
        Its bearing in the world, counterclockwise from +x.
    """

    candela_cd: float
    vertical_deg: float
    bearing_deg: float


def brightest_at_or_above(
    distribution: IntensityDistribution,
    vertical_deg: float = 90.0,
    rotation: ArrayLike | None = None,
) -> Brightest:
    """Find the strongest intensity at or above a vertical angle of the world.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any type.
    vertical_deg : float
        From nadir: 90 is the horizon.
    rotation : (3, 3) array_like, optional
        From the luminaire's frame to the world's; by default as it stands.

    Returns
    -------
    Brightest
        Whether there is any light is exact to 1e-9 of the maximum: a bilinear cell has no peak
        inside, so the strongest is at one of the table's own directions above the angle, or
        on the circle of that angle, which is searched at and between all its crossings with
        the table's angles. The peak along a piece of the circle is that of nine points on it.
    """
    table = distribution.table
    if rotation is None and distribution.photometric_type is not PhotometricType.B:
        return _brightest_upright(distribution, vertical_deg)
    turn = np.eye(3) if rotation is None else np.asarray(rotation, np.float64)
    to_table = table.axes @ turn.T
    circle, on_circle = _level_circle(distribution, to_table, vertical_deg)
    own, own_candela = own_directions(distribution)
    world = np.concatenate([circle, own @ to_table])
    candela = np.concatenate([on_circle, own_candela])
    lowest = np.sin(np.radians(vertical_deg - 90.0 - EDGE_TOLERANCE_DEG))
    candela = np.where(world[:, 2] >= lowest, candela, 0.0)
    best = int(candela.argmax())
    x, y, z = world[best]
    return Brightest(
        candela_cd=_if_not_dark(float(candela[best]), distribution),
        vertical_deg=float(np.degrees(np.arctan2(np.hypot(x, y), -z))),
        bearing_deg=float(np.degrees(np.arctan2(y, x))) % 360.0,
    )


def _brightest_upright(distribution: IntensityDistribution, vertical_deg: float) -> Brightest:
    """Find the strongest intensity where the table's polar axis is the world's vertical.

    Around a parallel the intensity is linear between planes, so it is strongest on one of them.
    """
    table = distribution.table
    polar, azimuth, candela = table.polar_deg, table.azimuth_deg, table.candela_cd
    above = int(np.searchsorted(polar, vertical_deg - EDGE_TOLERANCE_DEG))
    polar, planes = polar[above:], candela[:, above:]
    if 0 < above < len(table.polar_deg):
        low, high = table.polar_deg[above - 1 : above + 1]
        share = (vertical_deg - low) / (high - low)
        at_angle = candela[:, above - 1] * (1.0 - share) + candela[:, above] * share
        polar, planes = np.append(vertical_deg, polar), np.column_stack([at_angle, planes])
    if planes.size == 0:
        return Brightest(0.0, vertical_deg, 0.0)
    # Of equal ones the lowest, as it is found first.
    column, row = divmod(int(planes.T.argmax()), len(azimuth))
    return Brightest(
        candela_cd=_if_not_dark(float(planes[row, column]), distribution),
        vertical_deg=float(polar[column]),
        bearing_deg=float(azimuth[row]) % 360.0,
    )


def _if_not_dark(candela_cd: float, distribution: IntensityDistribution) -> float:
    """Give an intensity, or 0 where it is rounding."""
    return candela_cd if candela_cd > _DARK_SHARE * distribution.max_candela else 0.0


def own_directions(distribution: IntensityDistribution) -> tuple[FloatArray, FloatArray]:
    """Give the table's own directions (n, 3), in its frame, with their candela."""
    table = distribution.table
    azimuth, candela = np.radians(table.azimuth_deg), table.candela_cd
    if len(azimuth) == 1:
        # One plane stands for all. Where only a part of a parallel is above the horizon, the
        # horizon crosses it; a whole one is met by any azimuth.
        candela = candela[:1]
    polar = np.radians(table.polar_deg)
    a, t = np.meshgrid(azimuth, polar, indexing="ij")
    own = np.stack([np.sin(t) * np.cos(a), np.sin(t) * np.sin(a), -np.cos(t)], axis=-1)
    return own.reshape(-1, 3), candela.ravel()


def _level_circle(
    distribution: IntensityDistribution, to_table: FloatArray, vertical_deg: float
) -> tuple[FloatArray, FloatArray]:
    """Follow the circle of one vertical angle of the world: directions (n, 3) and candela."""
    table = distribution.table
    elevation = np.radians(vertical_deg - 90.0)
    centre = to_table[:, 2] * np.sin(elevation)
    cosine, sine = to_table[:, 0] * np.cos(elevation), to_table[:, 1] * np.cos(elevation)
    crossings = table_crossings(table, centre, cosine, sine)
    quarters = np.arange(5) * np.pi / 2.0
    bearing = points_between(np.unique(np.append(np.nan_to_num(crossings), quarters)))
    in_table = circle_points(centre, cosine, sine, bearing)
    return in_table @ to_table, distribution.candela_toward(in_table @ table.axes)
