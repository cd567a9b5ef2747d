"""Light on points of one level plane, far heads grouped within a promised error.

The points are in squares of squares (`far_grove`).  A head is settled as early as the budget
allows: dropped or grouped for a large square, else for the smaller ones in it; what the
smallest have left is summed exactly at their points.  The light of grouped heads is
calculated at a few nodes of their square and is a polynomial between them; the polynomial of a
large square is handed on to the nodes of the smaller ones, so that points are interpolated
once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.engine.error_budget import PairCounts, summed
from photometry.engine.far_chebyshev import coefficients, nodes, resampling, rule
from photometry.engine.far_kernels import GROUPED, LEFT, Squares, add_polynomials, settle_pairs
from photometry.engine.kernels import Lists, sort_sights, sum_listed, sum_nodes
from photometry.engine.streaming import shared_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.far_chebyshev import Rule
    from photometry.engine.far_grove import Grove, Trunk
    from photometry.engine.scene import Scene

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    # Heads listed for squares: where each list starts, and the lists one after another.
    Pairs = tuple[IntArray, IntArray]

__all__ = ["plane_light"]

# From the leaves up: nodes along each side, and the share of what is left of the budget that
# squares of a size may spend. The larger a square, the fewer its nodes are a point, but the more
# of the budget a head costs there. Found by trial on lots and a town; all near them are alike.
RULES: Final = (rule(4), rule(6), rule(8), rule(8))
SHARES: Final = (1.0, 0.5, 0.4, 0.15)
MOST_NODES: Final = 8
LEAST_FT: Final = 1e-6  # half extent of a square whose points are on a line


class _Level(NamedTuple):
    """The s squares of one size.

    Attributes
    ----------
    centre, half : (s, 2) array
        Along the axes of the trunk, ft.
    parent : (s,) int array
        The square of the next size up that each is in.
    points : (s,) int array
        Counts of points.
    """

    centre: FloatArray
    half: FloatArray
    parent: IntArray
    points: IntArray


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
        total[:, which], pairs = work.light(max_error_fc)
        return pairs

    return total, summed(shared_out(compute, grove.trunks, threads))


@dataclass(frozen=True, eq=False)
class _Work:
    """The points of one trunk, sorted."""

    scene: Scene
    points_ft: FloatArray
    place_ft: FloatArray
    axes: FloatArray
    trunk: Trunk
    normal: FloatArray

    def light(self, max_error_fc: float) -> tuple[FloatArray, PairCounts]:
        """Illuminance by layer, and how pairs were settled."""
        levels = self._levels()
        count = len(self.scene.rows)
        lists = np.array([0, count]), np.arange(count)
        budget = np.array([max_error_fc])
        values = np.zeros((self.scene.n_layers, 1, MOST_NODES, MOST_NODES))
        above, grouped = levels[-1], 0
        for level, of_level, share in reversed(list(zip(levels, RULES, SHARES, strict=True))):
            lists, budget = _inherited(lists, level.parent), budget[level.parent]
            squares = self._squares(level)
            verdict, spent = self._settled(squares, lists, share * budget, of_level)
            budget = budget - spent
            own = self._values(squares, lists, verdict == GROUPED, of_level.n)
            values = _handed_on(values, above, level) + _refined(own)
            pairs_of = np.repeat(level.points, np.diff(lists[0]))
            grouped += int(pairs_of[verdict == GROUPED].sum())
            lists, above = _kept(lists, verdict == LEFT), level
        light = self._interpolated(levels[0], values)
        self._add_exact(lists, light)
        exact = int(np.diff(lists[0]) @ levels[0].points)
        return light, PairCounts(count * len(self.points_ft) - grouped - exact, grouped, exact)

    def _levels(self) -> list[_Level]:
        """Squares of each size, from the leaves up, drawn tight round their points."""
        low = high = self.place_ft
        points = np.ones(len(self.points_ft), np.int64)
        starts = self.trunk.starts
        levels = []
        for start, above in zip(starts, (*starts[1:], np.array([0, 1])), strict=True):
            low = np.minimum.reduceat(low, start[:-1], axis=1)
            high = np.maximum.reduceat(high, start[:-1], axis=1)
            points = np.add.reduceat(points, start[:-1])
            centre, half = (low + high) / 2.0, np.maximum((high - low) / 2.0, LEAST_FT)
            parent = np.repeat(np.arange(len(above) - 1), np.diff(above))
            levels.append(_Level(centre.T.copy(), half.T.copy(), parent, points))
        return levels

    def _squares(self, level: _Level) -> Squares:
        centre = level.centre @ self.axes
        centre[:, 2] = self.points_ft[0, 2]
        return Squares(centre, level.half, self.axes, self.normal)

    def _settled(
        self, squares: Squares, lists: Pairs, allowed_fc: FloatArray, rule: Rule
    ) -> tuple[NDArray[np.int8], FloatArray]:
        """Settle what heads the budget of each square pays for: verdicts, and what they cost."""
        rows, shadows = self.scene.rows, self.scene.shadows
        doubtful = np.zeros(len(lists[1]), np.int64)
        if shadows is not None:
            reach = squares.half @ np.abs(squares.axes)
            boxes = np.concatenate([squares.centre - reach, squares.centre + reach], axis=1)
            sort_sights(boxes, lists, rows, shadows, doubtful)
        verdict = np.empty(len(lists[1]), np.int8)
        left = allowed_fc.copy()
        settle_pairs(squares, lists, doubtful, rows, self.scene.profiles, rule, left, verdict)
        return verdict, allowed_fc - left

    def _values(
        self, squares: Squares, lists: Pairs, grouped: NDArray[np.bool_], n: int
    ) -> FloatArray:
        """Sum the light of the heads grouped at the nodes of the squares: (layers, s, n, n)."""
        count, rows = len(squares.half), self.scene.rows
        values = np.zeros((self.scene.n_layers, count, n * n))
        square = np.repeat(np.arange(count), np.diff(lists[0]))[grouped]
        head = lists[1][grouped]
        by_table = np.argsort(rows["table"][head], kind="stable")
        pairs = np.column_stack([square, head])[by_table]
        step = nodes(n)
        unit = np.column_stack([np.repeat(step, n), np.tile(step, n)])
        at = squares.centre[:, np.newaxis] + unit * squares.half[:, np.newaxis] @ squares.axes
        sum_nodes(pairs, at, self.normal, rows, self.scene.tables, values)
        return values.reshape(-1, count, n, n)

    def _interpolated(self, leaves: _Level, values: FloatArray) -> FloatArray:
        """Evaluate the polynomials of the leaves at their points: (layers, n)."""
        light = np.zeros((self.scene.n_layers, len(self.points_ft)))
        matrix = coefficients(MOST_NODES, MOST_NODES)
        polynomials = matrix @ values @ matrix.T
        start = self.trunk.starts[0]
        add_polynomials(start, self.place_ft, leaves.centre, leaves.half, polynomials, light)
        if (self.scene.rows["weight"] >= 0.0).all():
            np.maximum(light, 0.0, out=light)  # between its nodes, darkness may come out below
        return light

    def _add_exact(self, lists: Pairs, light: FloatArray) -> None:
        """Add the light of the heads that each leaf has left."""
        sum_listed(
            Lists(self.trunk.starts[0], *lists),
            self.points_ft,
            self.normal[np.newaxis],
            self.scene.rows,
            self.scene.tables,
            self.scene.shadows,
            light,
        )


def _inherited(lists: Pairs, parent: IntArray) -> Pairs:
    """Give each square the list of its parent."""
    start, listed = lists
    length = np.diff(start)[parent]
    end = np.cumsum(length)
    step = np.arange(end[-1]) - np.repeat(end - length, length)
    return np.append(0, end), listed[np.repeat(start[parent], length) + step]


def _kept(lists: Pairs, kept: NDArray[np.bool_]) -> Pairs:
    """Shorten lists to the heads that are kept."""
    before = np.concatenate([[0], np.cumsum(kept)])
    return before[lists[0]], lists[1][kept]


def _handed_on(values: FloatArray, above: _Level, level: _Level) -> FloatArray:
    """Values of the polynomials of squares at the nodes of those in them: (layers, s, n, n)."""
    n, parent = values.shape[-1], level.parent
    shift = (level.centre - above.centre[parent]) / above.half[parent]
    scale = level.half / above.half[parent]
    at = shift[..., np.newaxis] + scale[..., np.newaxis] * nodes(n)
    along, across = resampling(n, at[:, 0]), resampling(n, at[:, 1])
    given: FloatArray = along @ values[:, parent] @ np.swapaxes(across, -1, -2)
    return given


def _refined(values: FloatArray) -> FloatArray:
    """Values of the same polynomials at the nodes of the richest rule."""
    matrix = resampling(values.shape[-1], nodes(MOST_NODES))
    given: FloatArray = matrix @ values @ matrix.T
    return given
