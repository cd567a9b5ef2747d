"""Circles of directions laid over a candela table: where they cross its angles.

The horizon of a tilted luminaire, a plumb plane through it and the edge of a lumen zone are
all circles on the sphere of directions, ``p(s) = centre + cosine cos s + sine sin s``. Between
the points where such a circle crosses the table's angles, the intensity along it is smooth,
so whoever looks at those points and between them misses nothing of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]

__all__ = ["circle_points", "points_between", "roots_on_circle", "table_crossings"]

_PARTS = 8  # that a circle is cut into between two of the table's angles


def roots_on_circle(cosine: ArrayLike, sine: ArrayLike, level: ArrayLike) -> FloatArray:
    """Solve ``cosine cos s + sine sin s = level`` for s.

    Parameters
    ----------
    cosine, sine, level : array_like
        Broadcast together to some shape.

    Returns
    -------
    ndarray
        ``(..., 2)``, radians in [0, 2 pi); NaN where there is no solution, or no single one.
    """
    a, b, c = np.broadcast_arrays(
        np.asarray(cosine, np.float64), np.asarray(sine, np.float64), np.asarray(level, np.float64)
    )
    size = np.hypot(a, b)
    # 1e-14: the rounding left of a circle that runs along the table's angles, meeting them
    # everywhere or nowhere.
    meets = (size > 1e-14) & (np.abs(c) <= size)
    half = np.arccos(np.divide(c, size, out=np.ones_like(c), where=meets))
    middle = np.arctan2(b, a)
    roots = np.mod(np.stack([middle - half, middle + half], axis=-1), 2.0 * np.pi)
    return np.where(meets[..., np.newaxis], roots, np.nan)


def table_crossings(
    table: PolarTable, centre: FloatArray, cosine: FloatArray, sine: FloatArray
) -> FloatArray:
    """Find where circles cross a table's polar angles and azimuths.

    Parameters
    ----------
    table : PolarTable
        Its angles are the lines that are crossed.
    centre, cosine, sine : (..., 3) arrays
        The circles ``centre + cosine cos s + sine sin s``, in the table's frame.

    Returns
    -------
    ndarray
        ``(..., k)`` values of s in radians, unsorted, NaN where a line is not crossed. The
        opposite half of each azimuth's plane counts too: more points, none missed.
    """
    level = -np.cos(np.radians(table.polar_deg))
    polar = roots_on_circle(
        cosine[..., 2, np.newaxis], sine[..., 2, np.newaxis], level - centre[..., 2, np.newaxis]
    )
    azimuth = np.radians(np.unique(np.mod(table.azimuth_deg, 180.0)))  # planes, not halves
    across = np.stack([np.sin(azimuth), -np.cos(azimuth), np.zeros_like(azimuth)])
    around = roots_on_circle(cosine @ across, sine @ across, -(centre @ across))
    shape = (*np.broadcast_shapes(polar.shape[:-2], around.shape[:-2]), -1)
    return np.concatenate([polar.reshape(shape), around.reshape(shape)], axis=-1)


def circle_points(
    centre: FloatArray, cosine: FloatArray, sine: FloatArray, at: FloatArray
) -> FloatArray:
    """Give the points ``(..., k, 3)`` of circles ``(..., 3)`` at ``(..., k)`` values of s."""
    c, s = np.cos(at)[..., np.newaxis], np.sin(at)[..., np.newaxis]
    points: FloatArray = (
        centre[..., np.newaxis, :] + cosine[..., np.newaxis, :] * c + sine[..., np.newaxis, :] * s
    )
    return points


def points_between(ends: FloatArray) -> FloatArray:
    """Put seven points evenly between consecutive places along the last axis."""
    share = np.arange(_PARTS) / _PARTS
    inner = ends[..., :-1, np.newaxis] + np.diff(ends)[..., np.newaxis] * share
    return np.concatenate([inner.reshape(*ends.shape[:-1], -1), ends[..., -1:]], axis=-1)
