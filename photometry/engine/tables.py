"""Photometric tables as the compiled kernel takes them: one block of memory, even steps.

Refining a table to the common step of its angles leaves bilinear interpolation as it was,
because the new nodes lie on the old straight lines; and with even steps the cell of a
direction is a product and a rounding, not a search.  Tables whose angles have no common
step, or too fine a one, keep their own angles and are searched through bins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from photometry.luminaires.distribution import EDGE_TOLERANCE_DEG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Angles = FloatArray | IntArray

__all__ = ["BINS", "PackedTables", "pack"]

UNITS_PER_DEGREE: Final = 10_000  # a common step is sought among whole ten-thousandths
MAX_NODES: Final = 1 << 18  # 2 MB: a larger table would leave the cache, and be slower
BINS: Final = 1024  # of an uneven axis; most then hold one angle or none
_TURN: Final = 360 * UNITS_PER_DEGREE


TABLE: Final = np.dtype(
    [
        ("first_node", np.int64),  # where the table starts among all nodes
        ("polar_cells", np.int64),  # cells along each axis: one less than the nodes
        ("azimuth_cells", np.int64),
        ("polar_start", np.float64),  # first polar angle, radians
        ("polar_rate", np.float64),  # cells per radian, of an even table
        ("azimuth_rate", np.float64),
        ("nearest_cosine", np.float64),  # of the first and the last polar angle, the
        ("farthest_cosine", np.float64),  # tolerance added: light is between
        ("first_side", np.float64),  # azimuths between which there is light, as `side`
        ("last_side", np.float64),  # measures them
        ("is_open", np.bool_),  # azimuths do not go all the way round
        ("is_even", np.bool_),  # steps are even; otherwise the searched angles apply
        ("first_polar", np.int64),  # where the table starts among the searched angles
        ("first_azimuth", np.int64),
    ]
)


class PackedTables(NamedTuple):
    """t tables, one after another.

    Every azimuth axis runs from -180 to 180 degrees and has a node at both ends, so that the
    kernel's arctangent needs no wrapping. Where a table does not go all the way round, the gap
    is filled with anything and `first_side`, `last_side` cut it off again.

    Attributes
    ----------
    table : (t,) array of `TABLE`
        Sizes, steps and limits.
    node_cd : (m,) array
        Candela at the nodes, azimuth by azimuth.
    polar_angle, azimuth_angle : array
        Angles of the nodes of uneven tables, radians, one table after another.
    polar_bin, azimuth_bin : (t, BINS) int array
        The cell in which each of `BINS` equal parts of an axis starts.
    """

    table: NDArray[np.void]
    node_cd: FloatArray
    polar_angle: FloatArray
    azimuth_angle: FloatArray
    polar_bin: NDArray[np.int32]
    azimuth_bin: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class _Nodes:
    """One table on the angles that the kernel will use."""

    polar_deg: FloatArray
    azimuth_deg: FloatArray
    candela_cd: FloatArray  # (azimuths, polars)
    is_even: bool


@dataclass(frozen=True, eq=False)
class _Refined:
    """One table as the kernel takes it, but for where it starts among others."""

    row: NDArray[np.void]  # (1,)
    node_cd: FloatArray
    polar_angle: FloatArray
    azimuth_angle: FloatArray
    polar_bin: NDArray[np.int32]
    azimuth_bin: NDArray[np.int32]


# Refining a table takes as long as lighting thousands of points, and the same few are asked for
# again and again: each is kept while its table lives. Two threads may both refine one; no lock,
# which a fork could copy while it is held.
_known: WeakKeyDictionary[PolarTable, _Refined] = WeakKeyDictionary()


def pack(tables: Sequence[PolarTable]) -> PackedTables:
    """Lay tables out for the kernel."""
    each = [_refined(table) for table in tables]
    rows = np.concatenate([np.empty(0, TABLE), *(one.row for one in each)])
    rows["first_node"] = _starts([one.node_cd.size for one in each])
    rows["first_polar"] = _starts([one.polar_angle.size for one in each])
    rows["first_azimuth"] = _starts([one.azimuth_angle.size for one in each])
    return PackedTables(
        table=rows,
        node_cd=np.concatenate([one.node_cd for one in each]),
        polar_angle=np.concatenate([one.polar_angle for one in each]),
        azimuth_angle=np.concatenate([one.azimuth_angle for one in each]),
        polar_bin=np.stack([one.polar_bin for one in each]),
        azimuth_bin=np.stack([one.azimuth_bin for one in each]),
    )


def _refined(table: PolarTable) -> _Refined:
    """Refine a table, or remember it."""
    known = _known.get(table)
    if known is None:
        nodes = _nodes(table)
        searched = (np.empty(0), np.empty(0))
        if not nodes.is_even:
            searched = np.radians(nodes.polar_deg), np.radians(nodes.azimuth_deg)
        known = _known[table] = _Refined(
            _described(table, nodes),
            nodes.candela_cd.ravel(),
            *searched,
            _bins(nodes.polar_deg),
            _bins(nodes.azimuth_deg),
        )
    return known


def _described(table: PolarTable, node: _Nodes) -> NDArray[np.void]:
    """Write a table's sizes, steps and limits into a row."""
    row = np.zeros(1, TABLE)
    polar, azimuth = table.polar_deg, table.azimuth_deg
    row["polar_cells"] = len(node.polar_deg) - 1
    row["azimuth_cells"] = len(node.azimuth_deg) - 1
    row["polar_start"] = np.radians(polar[0])
    row["polar_rate"] = row["polar_cells"] / np.radians(polar[-1] - polar[0])
    row["azimuth_rate"] = row["azimuth_cells"] / (2.0 * np.pi)
    row["nearest_cosine"] = _cosine_limit(polar[0], -1)
    row["farthest_cosine"] = _cosine_limit(polar[-1], 1)
    row["first_side"] = _side_of(azimuth[0] - EDGE_TOLERANCE_DEG)
    row["last_side"] = _side_of(azimuth[-1] + EDGE_TOLERANCE_DEG)
    row["is_open"] = not table.closes and len(azimuth) > 1
    row["is_even"] = node.is_even
    return row


def _side_of(azimuth_deg: float) -> float:
    """Measure an azimuth without an arctangent: from -2 to 2, rising from -180 to 180 degrees.

    It is the tangent of half the angle from the x axis, in front and behind; the kernel has
    that at hand and compares it with the ends of a table that does not go all the way round.
    The first end measures more than the last where the table passes 180 degrees.
    """
    turned = (azimuth_deg + 180.0) % 360.0 - 180.0
    if abs(turned) <= 90.0:
        return float(np.tan(np.radians(turned) / 2.0))
    behind = np.tan(np.radians(180.0 - abs(turned)) / 2.0)
    return float(np.copysign(2.0 - behind, turned))


def _nodes(table: PolarTable) -> _Nodes:
    """Bring a table to even steps if they are coarse enough, else to its own angles."""
    polar = _whole_units(table.polar_deg)
    azimuth = _whole_units(table.azimuth_deg)
    if polar is not None and azimuth is not None:
        polar_step = _common_step(polar, polar[0], polar[-1])
        azimuth_step = _common_step(azimuth, -_TURN // 2, _TURN // 2)
        polar_at = range(polar[0], polar[-1] + 1, polar_step)
        azimuth_at = range(-_TURN // 2, _TURN // 2 + 1, azimuth_step)
        if len(polar_at) * len(azimuth_at) <= MAX_NODES:
            around = _turned(azimuth, table.candela_cd, np.array(azimuth_at), _TURN)
            return _Nodes(
                polar_deg=np.array(polar_at) / UNITS_PER_DEGREE,
                azimuth_deg=np.array(azimuth_at) / UNITS_PER_DEGREE,
                candela_cd=_resampled(around.T, polar, np.array(polar_at)).T,
                is_even=True,
            )
    azimuth_deg, candela_cd = _cut_behind(table)
    return _Nodes(table.polar_deg, azimuth_deg, candela_cd, is_even=False)


def _cut_behind(table: PolarTable) -> tuple[FloatArray, FloatArray]:
    """Give azimuths from -180 to 180 and their planes; own planes to the bit, a new one at the cut."""
    own = table.azimuth_deg[:-1] if table.closes else table.azimuth_deg
    azimuth = (own + 180.0) % 360.0 - 180.0
    order = np.argsort(azimuth)
    order = order[np.abs(azimuth[order]) < 180.0 - EDGE_TOLERANCE_DEG]
    ends = np.array([-180.0, 180.0])
    cut = _turned(table.azimuth_deg, table.candela_cd, ends, 360.0)
    return (
        np.concatenate([ends[:1], azimuth[order], ends[1:]]),
        np.concatenate([cut[:1], table.candela_cd[order], cut[1:]]),
    )


def _whole_units(angle_deg: FloatArray) -> IntArray | None:
    """Angles in whole units, or None where one of them is not whole."""
    scaled = angle_deg * UNITS_PER_DEGREE
    whole = np.rint(scaled)
    exact = np.abs(scaled - whole).max() <= EDGE_TOLERANCE_DEG * UNITS_PER_DEGREE
    return whole.astype(np.int64) if exact and (np.diff(whole) > 0).all() else None


def _common_step(angles: IntArray, start: int, end: int) -> int:
    """Largest step from start to end that meets every given angle (modulo a turn)."""
    return int(np.gcd.reduce(np.append(angles - start, end - start)))


def _turned(azimuth: Angles, candela: FloatArray, new: Angles, turn: float) -> FloatArray:
    """Planes at new azimuths, the given ones continued round the turn and closed."""
    ring, planes = np.asarray(azimuth, np.float64), candela
    if ring[-1] - ring[0] < turn * (1.0 - EDGE_TOLERANCE_DEG):
        ring, planes = np.append(ring, ring[0] + turn), np.vstack([planes, planes[:1]])
    return _resampled(planes, ring, ring[0] + (new - ring[0]) % turn)


def _resampled(values: FloatArray, at: Angles, new: Angles) -> FloatArray:
    """Interpolate rows of values linearly; at an old node the old value, to the bit."""
    i = np.clip(np.searchsorted(at, new, side="right") - 1, 0, len(at) - 2)
    f = ((new - at[i]) / (at[i + 1] - at[i]))[:, np.newaxis]
    between: FloatArray = values[i] * (1.0 - f) + values[i + 1] * f
    return between


def _cosine_limit(polar_deg: float, outward: int) -> float:
    """Cosine of a table's end, the tolerance added; beyond 1 where the end is a pole."""
    angle = polar_deg + outward * EDGE_TOLERANCE_DEG
    return float(np.cos(np.radians(angle))) if 0.0 < angle < 180.0 else -2.0 * outward


def _starts(counts: Sequence[int]) -> IntArray:
    """Where each of several runs starts when they are laid end to end."""
    return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)


def _bins(angle_deg: FloatArray) -> NDArray[np.int32]:
    """Cell in which each of `BINS` equal parts of an axis starts."""
    starts = np.linspace(angle_deg[0], angle_deg[-1], BINS, endpoint=False)
    cell = np.searchsorted(angle_deg, starts, side="right") - 1
    return np.clip(cell, 0, len(angle_deg) - 2).astype(np.int32)
