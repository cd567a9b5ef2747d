"""Points sorted into squares of squares: what `far_block` works on."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.engine.kernels import TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["LEAF_SIDE", "Grove", "Trunk", "lattice_grove", "scattered_grove"]

LEAF_SIDE: Final = 22  # nodes of a lattice: their square just fits the kernel's tile
SIDES: Final = (3, 6, 24)  # in leaves, of the larger squares; each divides the next
FEW: Final = 1 << 16
CHUNK: Final = 1 << 14  # points at a time: what is only in passing stays in the cache
MOST_LEAVES: Final = 1 << 12  # along each side


class Trunk(NamedTuple):
    """A run of sorted points, and where in it squares begin.

    Attributes
    ----------
    first, last
        The run.
    starts
        From leaves up to the one square that holds all: leaf i holds the points of the run from
        ``starts[0][i]`` on, at most `kernels.TILE`; square i of level l > 0 the squares of the
        level below from ``starts[l][i]`` on.
    """

    first: int
    last: int
    starts: tuple[IntArray, ...]


class Grove(NamedTuple):
    """All points, sorted.

    Attributes
    ----------
    axes : (2, 3) array
        Level unit vectors at right angles: the axes of all squares.
    place_ft : (2, n) array
        Places of the points along the axes.
    order : (n,) int array
        Of the points: those of a leaf together, the leaves of a larger square together.
    trunks
        Runs of that order.
    """

    axes: FloatArray
    place_ft: FloatArray
    order: NDArray[np.intp]
    trunks: tuple[Trunk, ...]


def lattice_grove(points_ft: FloatArray, along: FloatArray) -> Grove:
    """Sort the nodes (rows, columns, 3) of a lattice whose columns follow each other `along`."""
    rows, columns, _ = points_ft.shape
    down, across = -(-rows // LEAF_SIDE), -(-columns // LEAF_SIDE)
    row = np.arange(rows) * down // max(rows, 1)
    column = np.arange(columns) * across // max(columns, 1)
    axes = _axes(along)
    leaf = (row[:, np.newaxis] * across + column).ravel()
    return _sorted(leaf, (down, across), axes, _places(points_ft.reshape(-1, 3), axes))


def scattered_grove(points_ft: FloatArray) -> Grove:
    """Sort any points (n, 3) by their place on the plan.

    The points of a zone are mostly a lattice that may be turned, so the axes are along the
    step from the first point to the second, and leaves as wide as a leaf of that lattice; if
    those would not hold a tile of points each, as wide as points of that density need.
    """
    step = points_ft[1, :2] - points_ft[0, :2] if len(points_ft) > 1 else np.zeros(2)
    axes = _axes(step)
    place = _places(points_ft, axes)
    first = place.min(axis=1)
    extent = np.maximum(place.max(axis=1) - first, 1.0)
    share = LEAF_SIDE**2 / len(points_ft)
    dense = float(np.sqrt(extent.prod() * share))
    if extent.min() < dense:  # a strip: a leaf is as wide as it, and the longer
        dense = float(extent.max() * share)
    side = LEAF_SIDE * float(np.hypot(*step))
    side = side if dense / 4.0 < side < dense * 1.01 else max(dense, extent.max() / MOST_LEAVES)
    # A thousandth of a step: nodes on the border of two leaves fall to the same one.
    rate, shift = 1.0 / side, 1e-3 / LEAF_SIDE - first / side
    column, row = ((u * rate + c).astype(np.int32) for u, c in zip(place, shift, strict=True))
    across = int(column.max(initial=0)) + 1
    return _sorted(row * across + column, (int(row.max(initial=0)) + 1, across), axes, place)


def _axes(along: FloatArray) -> FloatArray:
    """Axes of which the first is along a step on the plan; along x if it is none."""
    length = float(np.hypot(*along))
    x, y = along / length if length > 0.0 else (1.0, 0.0)
    return np.array([[x, y, 0.0], [-y, x, 0.0]])


def _places(points_ft: FloatArray, axes: FloatArray) -> FloatArray:
    """Places of points along axes, (2, n), each axis in one run of memory."""
    place = np.empty((2, len(points_ft)))
    for start in range(0, len(points_ft), CHUNK):
        part = slice(start, start + CHUNK)
        place[:, part] = axes[:, :2] @ points_ft[part, :2].T.copy()
    return place


def _sorted(
    leaf: NDArray[np.integer], shape: tuple[int, int], axes: FloatArray, place_ft: FloatArray
) -> Grove:
    """Sort points by their leaf, counted along the rows of a lattice of leaves."""
    row, column = (index.ravel() for index in np.indices(shape))
    keys = [part // side for side in (1, *SIDES) for part in (column, row)]
    by_square = np.lexsort(keys)
    # Sixteen bits where they will do: NumPy then sorts in one pass over the keys.
    rank = np.empty(len(row), np.uint16 if len(row) <= FEW else np.uint32)
    rank[by_square] = np.arange(len(row))
    key = rank[leaf]
    count = np.bincount(key, minlength=len(row))
    filled = np.flatnonzero(count)
    squares = [number[by_square][filled] for number in _squares(row, column, shape[1])]
    return Grove(axes, place_ft, np.argsort(key, kind="stable"), _trunks(count[filled], squares))


def _squares(row: IntArray, column: IntArray, across: int) -> list[IntArray]:
    """Give the number of the square of each size that each leaf is in."""
    return [row // side * (across // side + 1) + column // side for side in SIDES]


def _trunks(count: IntArray, squares: Sequence[IntArray]) -> tuple[Trunk, ...]:
    """Find runs of points from the counts of their leaves and the squares these are in.

    A leaf of more points than a tile of the kernel becomes several.
    """
    pieces = -(-count // TILE)
    number = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    size = np.repeat(-(-count // pieces), pieces)
    begin = np.repeat(np.cumsum(count) - count, pieces) + number * size
    begin = np.append(begin, count.sum())
    changes = [_changes(np.repeat(square, pieces)) for square in squares]
    return tuple(_trunk(begin, changes, *run) for run in pairwise(changes[-1]))


def _trunk(begin: IntArray, changes: Sequence[IntArray], first: int, last: int) -> Trunk:
    """Cut the leaves first..last out of where leaves and larger squares begin."""
    start = begin[first : last + 1]
    starts, below = [start - start[0]], np.arange(first, last + 1)
    for change in changes:
        of_run = change[np.searchsorted(change, first) : np.searchsorted(change, last) + 1]
        starts.append(np.searchsorted(below, of_run))
        below = of_run
    return Trunk(int(start[0]), int(start[-1]), tuple(starts))


def _changes(key: IntArray) -> IntArray:
    """Where runs of equal keys start, and where the last ends."""
    return np.concatenate([[0], np.flatnonzero(np.diff(key)) + 1, [len(key)]])
