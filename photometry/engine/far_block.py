"""Light on a block of points of one level plane, far heads grouped within a promised error.

A block is a square of squares: a trunk of 4 x 4 limbs, each of 6 x 6 leaves of some 480
points.  A head is settled as early as the budget allows: dropped or grouped for the whole
trunk, else for a limb, else for a leaf; what is left is summed exactly at the leaf's points.
The light of grouped heads is known at a few nodes of their square and is a polynomial
between them; polynomials of a trunk are handed on to the nodes of its limbs, and so on, so
that points are interpolated once.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np

from photometry.engine.far_chebyshev import coefficients, nodes, resampling, rule
from photometry.engine.far_kernels import Squares, add_polynomials, bound_pairs
from photometry.engine.far_sort import sort_pairs
from photometry.engine.kernels import ALL_DARK, Lists, sort_sights, sum_listed, sum_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from photometry.engine.far_chebyshev import Rule
    from photometry.engine.far_grove import Grove, Trunk
    from photometry.engine.scene import Scene
    from photometry.engine.shadows import Prisms, Sight

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["PairCounts", "plane_light", "shared_out"]

Part = TypeVar("Part")

TRUNK_RULE: Final = rule(8)
LEAF_RULE: Final = rule(5)
TRUNK_SHARE: Final = 0.15  # of the budget that a trunk may spend
LIMB_SHARE: Final = 0.4  # of the rest, that a limb may
LEAST_FT: Final = 1e-6  # half extent of a square whose points are on a line


class PairCounts(NamedTuple):
    """How pairs of a head and a point were settled."""

    dropped: int
    grouped: int
    exact: int


class _Extent(NamedTuple):
    """Centre and half extents of s squares along the axes of their block, (s, 2), ft."""

    centre: FloatArray
    half: FloatArray

    def part(self, first: int, last: int) -> _Extent:
        """Give some of the squares."""
        return _Extent(self.centre[first:last], self.half[first:last])


class _Settled(NamedTuple):
    """What s squares made of k heads.

    Attributes
    ----------
    left : (s, k) bool array
        Heads neither dropped nor grouped.
    grouped : (s,) int array
        Count of heads grouped.
    spent_fc : (s,) array
        Of the budget.
    values_fc : (layers, s, n, n) array
        Light of the heads grouped, at the nodes of the squares.
    """

    left: NDArray[np.bool_]
    grouped: IntArray
    spent_fc: FloatArray
    values_fc: FloatArray


def plane_light(
    scene: Scene,
    points_ft: FloatArray,
    grove: Grove,
    normal: FloatArray,
    max_error_fc: float,
    threads: int = 1,
) -> tuple[FloatArray, PairCounts]:
    """Illuminance by layer, (layers, n), and how pairs were settled.

    Parameters
    ----------
    scene
        The heads.
    points_ft : (n, 3) array
        Points at one height, in the origin of the scene.
    grove
        The same, sorted.
    normal : (3,) array
        Unit normal of all meters.
    max_error_fc
        What the layers together may be off by at any point; above 0.
    threads
        To share trunks among.
    """
    total = np.empty((scene.n_layers, len(points_ft)))

    def compute(trunk: Trunk) -> PairCounts:
        which = grove.order[trunk.first : trunk.last]
        place = np.take(grove.place_ft, which, axis=1)
        work = _Work(scene, np.take(points_ft, which, axis=0), place, grove.axes, trunk, normal)
        total[:, which], pairs = _trunk_light(work, max_error_fc)
        return pairs

    return total, shared_out(compute, grove.trunks, threads)


def shared_out(
    compute: Callable[[Part], PairCounts], parts: Sequence[Part], threads: int
) -> PairCounts:
    """Compute the parts of some work, on threads that live as long as it; sum their counts."""
    if threads == 1:
        counts = [compute(part) for part in parts]
    else:
        with ThreadPoolExecutor(threads) as pool:
            counts = list(pool.map(compute, parts))
    return PairCounts(*(sum(column) for column in zip(PairCounts(0, 0, 0), *counts, strict=True)))


def _trunk_light(work: _Work, max_error_fc: float) -> tuple[FloatArray, PairCounts]:
    """Light on the points of one trunk."""
    scene, limb_start = work.scene, work.trunk.limb_start
    trunk, limbs, leaves = work.extents()
    every = np.arange(len(scene.rows))
    whole = work.settle(trunk, every, np.array([TRUNK_SHARE * max_error_fc]), TRUNK_RULE)
    rest, left_fc = every[whole.left[0]], max_error_fc - whole.spent_fc[0]
    parts = work.settle(limbs, rest, np.full(len(limbs.half), LIMB_SHARE * left_fc), TRUNK_RULE)
    handed = parts.values_fc + _handed_on(whole.values_fc, trunk, limbs)
    grouped = int(whole.grouped[0]) * len(work.points_ft) + int(
        parts.grouped @ work.points_of_limbs
    )
    polynomials, lists, counts = [], [], []
    for limb in range(len(limbs.half)):
        first, last = limb_start[limb : limb + 2]
        own = leaves.part(first, last)
        chosen = rest[parts.left[limb]]
        budget = np.full(last - first, left_fc - parts.spent_fc[limb])
        fine = work.settle(own, chosen, budget, LEAF_RULE)
        coarse = _handed_on(handed[:, limb : limb + 1], limbs.part(limb, limb + 1), own)
        polynomials.append(_polynomials(coarse) + _polynomials(fine.values_fc))
        lists.append(chosen[np.nonzero(fine.left)[1]])
        counts.append(fine.left.sum(axis=1))
        grouped += int(fine.grouped @ work.points_of_leaves[first:last])
    light = work.grouped_light(leaves, np.concatenate(polynomials, axis=1))
    list_start = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
    work.add_exact(list_start, np.concatenate(lists), light)
    exact = int(np.diff(list_start) @ work.points_of_leaves)
    pairs = len(scene.rows) * len(work.points_ft)
    return light, PairCounts(pairs - grouped - exact, grouped, exact)


@dataclass(frozen=True, eq=False)
class _Work:
    """The points of one trunk, sorted, and what all its squares share."""

    scene: Scene
    points_ft: FloatArray
    place_ft: FloatArray
    axes: FloatArray
    trunk: Trunk
    normal: FloatArray

    @property
    def points_of_leaves(self) -> IntArray:
        """Counts of points."""
        return np.diff(self.trunk.leaf_start)

    @property
    def points_of_limbs(self) -> IntArray:
        """Counts of points."""
        return np.diff(self.trunk.leaf_start[self.trunk.limb_start])

    def extents(self) -> tuple[_Extent, _Extent, _Extent]:
        """Rectangles round the points of the trunk, of its limbs and of their leaves."""
        starts = self.trunk.leaf_start[:-1], self.trunk.limb_start[:-1], [0]
        low = high = self.place_ft
        found = []
        for start in starts:
            low = np.minimum.reduceat(low, start, axis=1)
            high = np.maximum.reduceat(high, start, axis=1)
            centre, half = (low + high) / 2.0, np.maximum((high - low) / 2.0, LEAST_FT)
            found.append(_Extent(centre.T.copy(), half.T.copy()))
        leaves, limbs, trunk = found
        return trunk, limbs, leaves

    def settle(
        self, extent: _Extent, chosen: IntArray, allowed_fc: FloatArray, rule: Rule
    ) -> _Settled:
        """Settle what heads can be within the budget of each square."""
        squares = self._squares(extent)
        drop, group = np.empty((2, len(extent.half), len(chosen)))
        bound_pairs(squares, chosen, self.scene.rows, self.scene.profiles, rule, drop, group)
        if self.scene.shadows is not None:
            doubtful = self._doubtful(squares, chosen, self.scene.shadows)
            drop[doubtful == ALL_DARK] = 0.0
            group[doubtful > 0] = np.inf
        sorting = sort_pairs(drop, group, allowed_fc)
        return _Settled(
            left=~(sorting.dropped | sorting.grouped),
            grouped=sorting.grouped.sum(axis=1),
            spent_fc=sorting.spent_fc,
            values_fc=self._values(squares, chosen, sorting.grouped, rule.n),
        )

    def _squares(self, extent: _Extent) -> Squares:
        centre = extent.centre @ self.axes
        centre[:, 2] = self.points_ft[0, 2]
        return Squares(centre, extent.half, self.axes, self.normal)

    def _doubtful(
        self, squares: Squares, chosen: IntArray, shadows: tuple[Prisms, Sight]
    ) -> IntArray:
        """Count the prisms that may throw a shadow on a part of a square, (s, k)."""
        reach = squares.half @ np.abs(squares.axes)
        boxes = np.concatenate([squares.centre - reach, squares.centre + reach], axis=1)
        doubtful = np.empty((len(boxes), len(chosen)), np.int64)
        sort_sights(boxes, chosen, self.scene.rows, shadows, doubtful)
        return doubtful

    def _values(
        self, squares: Squares, chosen: IntArray, grouped: NDArray[np.bool_], n: int
    ) -> FloatArray:
        """Sum the light of the heads grouped at the nodes of the squares: (layers, s, n, n)."""
        count = len(squares.half)
        values = np.zeros((self.scene.n_layers, count, n * n))
        square, head = np.nonzero(grouped)
        if len(square):
            pairs = np.column_stack([square, chosen[head]])
            pairs = pairs[np.argsort(self.scene.rows["table"][pairs[:, 1]], kind="stable")]
            step = nodes(n)
            u, v = np.repeat(step, n), np.tile(step, n)
            on_axes = np.stack([u, v], axis=1) * squares.half[:, np.newaxis, :]
            at = squares.centre[:, np.newaxis, :] + on_axes @ squares.axes
            sum_nodes(pairs, at, self.normal, self.scene.rows, self.scene.tables, values)
        return values.reshape(-1, count, n, n)

    def grouped_light(self, leaves: _Extent, polynomials: FloatArray) -> FloatArray:
        """Evaluate the polynomials of the leaves at their points: (layers, n)."""
        light = np.zeros((self.scene.n_layers, len(self.points_ft)))
        start = self.trunk.leaf_start
        add_polynomials(start, self.place_ft, leaves.centre, leaves.half, polynomials, light)
        if (self.scene.rows["weight"] >= 0.0).all():
            np.maximum(light, 0.0, out=light)  # between its nodes, darkness may come out below
        return light

    def add_exact(self, list_start: IntArray, listed: IntArray, light: FloatArray) -> None:
        """Add the light of the heads that each leaf has left."""
        sum_listed(
            Lists(self.trunk.leaf_start, list_start, listed),
            self.points_ft,
            self.normal[np.newaxis],
            self.scene.rows,
            self.scene.tables,
            self.scene.shadows,
            light,
        )


def _handed_on(values: FloatArray, parent: _Extent, children: _Extent) -> FloatArray:
    """Values of one square's polynomial at the nodes of squares in it: (layers, s, n, n)."""
    n = values.shape[-1]
    shift = (children.centre - parent.centre) / parent.half
    scale = children.half / parent.half
    at = shift[..., np.newaxis] + scale[..., np.newaxis] * nodes(n)
    along, across = resampling(n, at[:, 0]), resampling(n, at[:, 1])
    given: FloatArray = along @ values @ np.swapaxes(across, -1, -2)
    return given


def _polynomials(values: FloatArray) -> FloatArray:
    """Chebyshev coefficients of values at the nodes of squares, as many as a trunk's has."""
    matrix = coefficients(values.shape[-1], TRUNK_RULE.n)
    given: FloatArray = matrix @ values @ matrix.T
    return given
