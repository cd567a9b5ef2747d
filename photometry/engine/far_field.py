"""Leave out luminaires too far away to matter, under a promise.

For a block of neighbouring points, no head can give more than its largest candela toward the
block, at the shortest distance, at the best angle of incidence.  The heads with the smallest
such bounds are left out as long as the bounds together stay within the error allowed, so no
point is darker than it should be by more than that, and none is brighter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.luminaires.distribution import EDGE_TOLERANCE_DEG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.intp]

__all__ = ["Envelopes", "envelopes", "heads_that_matter", "largest_contributions"]

SLACK: Final = 1e-9  # radians: what rounding may add to an angle


class Envelopes(NamedTuple):
    """Largest candela of tables over ranges of polar angle, whatever the azimuth.

    Attributes
    ----------
    polar : tuple of (n,) arrays
        Polar angles of the nodes of each table, radians.
    level : tuple of (m, n - 1) arrays
        Row j, column i: the largest candela in the 2**j cells from cell i on.
    """

    polar: tuple[FloatArray, ...]
    level: tuple[FloatArray, ...]


def envelopes(tables: tuple[PolarTable, ...]) -> Envelopes:
    """Prepare tables to be asked how bright they are at most between two polar angles."""
    return Envelopes(
        polar=tuple(np.radians(table.polar_deg) for table in tables),
        level=tuple(_doubled(table.candela_cd.max(axis=0)) for table in tables),
    )


def heads_that_matter(
    heads: HeadArrays,
    envelope: Envelopes,
    points_ft: FloatArray,
    normal: FloatArray | None,
    max_error_fc: float,
) -> IntArray:
    """Choose the heads that a block of points needs.

    Parameters
    ----------
    heads
        All heads.
    envelope
        Of the tables of the heads.
    points_ft : (n, 3) array
        The points of the block, in the origin of the heads.
    normal : (3,) array or None
        Unit normal of all meters; None where they differ.
    max_error_fc
        What the heads left out may give together at any point of the block.

    Returns
    -------
    (m,) int array
        The heads to keep, ascending.
    """
    bound = largest_contributions(heads, envelope, points_ft, normal)
    order = np.argsort(bound, kind="stable")
    kept = order[np.cumsum(bound[order]) > max_error_fc]
    return np.sort(kept)


def largest_contributions(
    heads: HeadArrays, envelope: Envelopes, points_ft: FloatArray, normal: FloatArray | None
) -> FloatArray:
    """Bound what each head can give at any point of a block, (k,) footcandles.

    Arguments are those of `heads_that_matter`. The block is taken as the box round its points;
    a head inside the ball round that box has no bound.
    """
    low, high = points_ft.min(axis=0), points_ft.max(axis=0)
    centre, half = (low + high) / 2.0, (high - low) / 2.0
    ray = centre - heads.position_ft
    outside = np.maximum(np.abs(ray) - half, 0.0)
    nearest = np.sqrt((outside * outside).sum(axis=1))
    distance, radius = np.sqrt((ray * ray).sum(axis=1)), float(np.sqrt((half * half).sum()))
    far = distance > radius
    if normal is None:
        facing = nearest
    else:  # what of the ray can lie along the normal is linear, so largest at a corner
        facing = np.clip(-(ray @ normal) + np.abs(normal) @ half, 0.0, nearest)
    with np.errstate(divide="ignore", invalid="ignore"):
        per_candela = np.where(far, facing / nearest**3, np.inf)
        spread = np.arcsin(np.where(far, radius / distance, 1.0)) + SLACK
    candela = np.zeros(len(heads))
    for number, table in enumerate(heads.tables):
        of_table = np.flatnonzero(heads.table == number)
        axis = -(heads.rotation[of_table] @ table.axes[2])  # of polar angle 0, site's frame
        toward = ray[of_table]
        sine = np.sqrt((np.cross(axis, toward) ** 2).sum(axis=1))
        polar = np.arctan2(sine, (axis * toward).sum(axis=1))
        candela[of_table] = _brightest(
            envelope.polar[number],
            envelope.level[number],
            polar - spread[of_table],
            polar + spread[of_table],
        )
    bound = np.zeros(len(heads))
    lit = (candela > 0.0) & (heads.weight != 0.0) & (per_candela > 0.0)
    bound[lit] = (np.abs(heads.weight) * candela)[lit] * per_candela[lit]
    return bound


def _doubled(brightest: FloatArray) -> FloatArray:
    """Largest candela of 1, 2, 4, ... cells from each cell on; rows keep their length."""
    rows = [np.maximum(brightest[:-1], brightest[1:])]
    while 2 ** len(rows) <= len(rows[0]):
        reach = 2 ** (len(rows) - 1)
        rows.append(np.maximum(rows[-1], np.append(rows[-1][reach:], np.zeros(reach))))
    return np.array(rows)


def _brightest(
    polar: FloatArray, level: FloatArray, low: FloatArray, high: FloatArray
) -> FloatArray:
    """Largest candela between two polar angles; 0 where the table has none there."""
    cells = len(polar) - 1
    edge = np.radians(EDGE_TOLERANCE_DEG)
    first = np.clip(np.searchsorted(polar, low, side="right") - 1, 0, cells - 1)
    last = np.clip(np.searchsorted(polar, high, side="left") - 1, first, cells - 1)
    row = np.log2(last - first + 1).astype(np.intp)
    value = np.maximum(level[row, first], level[row, last + 1 - 2**row])
    return np.where((high < polar[0] - edge) | (low > polar[-1] + edge), 0.0, value)
