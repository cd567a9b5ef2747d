"""The point-by-point calculation in plain NumPy: small sites, and the kernel's twin.

The illuminance from a head is ``E = I cos(i) / D**2`` (the inverse-square and cosine laws):
I the luminous intensity toward the point, i the angle of incidence at the meter, D the
distance.  A meter whose plane the head is at or below receives nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.shadows import blocked
from photometry.luminaires.distribution import EDGE_TOLERANCE_DEG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.engine.shadows import Prisms
    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]

__all__ = ["contributions", "sum_layers"]

CHUNK: Final = 8192  # points at a time: the working arrays stay in the second-level cache


def sum_layers(
    heads: HeadArrays,
    points_ft: FloatArray,
    normals: FloatArray,
    solids: Prisms,
    n_layers: int,
) -> FloatArray:
    """Illuminance by layer.

    Parameters
    ----------
    heads
        The heads.
    points_ft : (n, 3) array
        Where, in the local origin of the heads.
    normals : (n, 3) array
        Unit normals of the meters.
    solids
        What blocks light.
    n_layers
        Count of layers.

    Returns
    -------
    (n_layers, n) array
        Footcandles.
    """
    total = np.zeros((n_layers, len(points_ft)))
    for part in _chunks(len(points_ft)):
        for head in range(len(heads)):
            total[heads.layer[head], part] += _from_head(
                heads, head, points_ft[part], normals[part], solids
            )
    return total


def contributions(
    heads: HeadArrays, points_ft: FloatArray, normals: FloatArray, solids: Prisms
) -> FloatArray:
    """Illuminance of each head alone, (n, k), footcandles; arguments as of `sum_layers`."""
    each = np.zeros((len(points_ft), len(heads)))
    for part in _chunks(len(points_ft)):
        for head in range(len(heads)):
            each[part, head] = _from_head(heads, head, points_ft[part], normals[part], solids)
    return each


def _chunks(count: int) -> Iterator[slice]:
    """Cut a range into slices of `CHUNK`."""
    return (slice(start, start + CHUNK) for start in range(0, count, CHUNK))


def _from_head(
    heads: HeadArrays,
    head: int,
    points: FloatArray,
    normals: FloatArray,
    solids: Prisms,
) -> FloatArray:
    """Illuminance from one head, footcandles."""
    position = heads.position_ft[head]
    ray = points - position
    distance = np.sqrt((ray * ray).sum(axis=1))
    cosine = np.maximum(0.0, -(ray * normals).sum(axis=1)) / distance
    table = heads.tables[heads.table[head]]
    candela = _candela(table, ray @ (table.axes @ heads.rotation[head].T).T)
    light: FloatArray = heads.weight[head] * candela * cosine / (distance * distance)
    if len(solids.base_ft):
        light[blocked(solids, position, points)] = 0.0
    return light


def _candela(table: PolarTable, p: FloatArray) -> FloatArray:
    """Intensity along directions (n, 3) of the table's own frame, not normalised; bilinear."""
    polar = np.degrees(np.arctan2(np.hypot(p[:, 0], p[:, 1]), -p[:, 2]))
    i, f, inside = _cell(table.polar_deg, polar)
    cd = table.candela_cd
    if len(table.azimuth_deg) == 1:
        return np.where(inside, cd[0, i] * (1.0 - f) + cd[0, i + 1] * f, 0.0)
    first = table.azimuth_deg[0]
    azimuth = first + np.mod(np.degrees(np.arctan2(p[:, 1], p[:, 0])) - first, 360.0)
    # A hair before the first plane is that plane, not a whole turn past the last.
    azimuth[azimuth >= first + 360.0 - EDGE_TOLERANCE_DEG] = first
    j, g, around = _cell(table.azimuth_deg, azimuth)
    here = cd[j, i] * (1.0 - f) + cd[j, i + 1] * f
    beyond = cd[j + 1, i] * (1.0 - f) + cd[j + 1, i + 1] * f
    return np.where(inside & around, here * (1.0 - g) + beyond * g, 0.0)


def _cell(
    angles: FloatArray, at: FloatArray
) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.bool_]]:
    """Cell of each angle, its place in the cell from 0 to 1, and whether it is in the table."""
    inside = (at >= angles[0] - EDGE_TOLERANCE_DEG) & (at <= angles[-1] + EDGE_TOLERANCE_DEG)
    i = np.clip(np.searchsorted(angles, at, side="right") - 1, 0, len(angles) - 2)
    f = np.clip((at - angles[i]) / (angles[i + 1] - angles[i]), 0.0, 1.0)
    return i, f, inside
