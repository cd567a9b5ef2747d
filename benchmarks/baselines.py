"""The programs that ratios are taken against: what one would write without much thought.

All compute what the engine computes, direct illuminance from turned luminaires with one
Type C table, each in the idiom of its tool.  They stay as they are, so that a ratio means the
same from one version to the next.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from scipy.interpolate import RegularGridInterpolator

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CHUNK = 8192


@njit(nogil=True)
def naive_numba(
    points: Floats,
    positions: Floats,
    rotations: Floats,
    weights: Floats,
    polar_deg: Floats,
    azimuth_deg: Floats,
    candela: Floats,
) -> Floats:
    """One loop over pairs: arccosine, arctangent, bisection in the file's angles."""
    total = np.zeros(len(points))
    for p in range(len(points)):
        light = 0.0
        for k in range(len(positions)):
            dx = points[p, 0] - positions[k, 0]
            dy = points[p, 1] - positions[k, 1]
            dz = points[p, 2] - positions[k, 2]
            r2 = dx * dx + dy * dy + dz * dz
            r = math.sqrt(r2)
            cosine = -dz / r
            if cosine <= 0.0:
                continue
            turn = rotations[k]
            x = turn[0, 0] * dx + turn[1, 0] * dy + turn[2, 0] * dz
            y = turn[0, 1] * dx + turn[1, 1] * dy + turn[2, 1] * dz
            z = turn[0, 2] * dx + turn[1, 2] * dy + turn[2, 2] * dz
            polar = math.degrees(math.acos(max(-1.0, min(1.0, -z / r))))
            azimuth = math.degrees(math.atan2(y, x)) % 360.0
            if polar < polar_deg[0] or polar > polar_deg[-1]:
                continue
            i = bisect(polar_deg, polar)
            j = bisect(azimuth_deg, azimuth)
            f = (polar - polar_deg[i]) / (polar_deg[i + 1] - polar_deg[i])
            g = (azimuth - azimuth_deg[j]) / (azimuth_deg[j + 1] - azimuth_deg[j])
            here = candela[j, i] * (1.0 - f) + candela[j, i + 1] * f
            beyond = candela[j + 1, i] * (1.0 - f) + candela[j + 1, i + 1] * f
            light += weights[k] * (here * (1.0 - g) + beyond * g) * cosine / r2
        total[p] = light
    return total


@njit(nogil=True)
def bisect(angles: Floats, at: float) -> int:
    """Cell of an angle by halving."""
    low, high = 0, len(angles) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if angles[middle] <= at:
            low = middle
        else:
            high = middle
    return low


def chunked_numpy(
    points: Floats,
    positions: Floats,
    rotations: Floats,
    weights: Floats,
    polar_deg: Floats,
    azimuth_deg: Floats,
    candela: Floats,
) -> Floats:
    """Whole arrays, a chunk at a time; the table has even steps, so cells come by division."""
    total = np.zeros(len(points))
    polar_step = (polar_deg[-1] - polar_deg[0]) / (len(polar_deg) - 1)
    azimuth_step = 360.0 / (len(azimuth_deg) - 1)
    for start in range(0, len(points), CHUNK):
        chunk = points[start : start + CHUNK]
        light = total[start : start + CHUNK]
        for position, turn, weight in zip(positions, rotations, weights, strict=True):
            ray = chunk - position
            r2 = (ray * ray).sum(axis=1)
            r = np.sqrt(r2)
            x, y, z = (ray @ turn).T
            u = np.degrees(np.arccos(np.clip(-z / r, -1.0, 1.0))) / polar_step
            v = np.degrees(np.arctan2(y, x)) % 360.0 / azimuth_step
            i = np.minimum(u.astype(np.int64), len(polar_deg) - 2)
            j = np.minimum(v.astype(np.int64), len(azimuth_deg) - 2)
            f, g = u - i, v - j
            here = candela[j, i] * (1.0 - f) + candela[j, i + 1] * f
            beyond = candela[j + 1, i] * (1.0 - f) + candela[j + 1, i + 1] * f
            cosine = np.maximum(-ray[:, 2] / r, 0.0)
            light += weight * (here * (1.0 - g) + beyond * g) * cosine / r2
    return total


def scipy_grid(
    points: Floats,
    positions: Floats,
    rotations: Floats,
    weights: Floats,
    polar_deg: Floats,
    azimuth_deg: Floats,
    candela: Floats,
) -> Floats:
    """Take chunks as above, and ask SciPy's RegularGridInterpolator for the candela."""
    table = RegularGridInterpolator((azimuth_deg, polar_deg), candela)
    total = np.zeros(len(points))
    for start in range(0, len(points), CHUNK):
        chunk = points[start : start + CHUNK]
        light = total[start : start + CHUNK]
        for position, turn, weight in zip(positions, rotations, weights, strict=True):
            ray = chunk - position
            r2 = (ray * ray).sum(axis=1)
            r = np.sqrt(r2)
            x, y, z = (ray @ turn).T
            polar = np.degrees(np.arccos(np.clip(-z / r, -1.0, 1.0)))
            azimuth = np.degrees(np.arctan2(y, x)) % 360.0
            cosine = np.maximum(-ray[:, 2] / r, 0.0)
            light += weight * table(np.column_stack([azimuth, polar])) * cosine / r2
    return total
