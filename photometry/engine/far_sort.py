"""Which heads a square of points drops, which it groups, and which are left: a budget spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["Sorting", "sort_pairs"]

DROP_SHARE: Final = 0.25  # of what may be spent, for heads that are cheapest to leave out


class Sorting(NamedTuple):
    """How s squares settle k heads, each a (s, k) array; what neither holds is left.

    Attributes
    ----------
    dropped, grouped
        Left out; interpolated.
    spent_fc : (s,) array
        Sum of their bounds.
    """

    dropped: BoolArray
    grouped: BoolArray
    spent_fc: FloatArray


def sort_pairs(drop_fc: FloatArray, group_fc: FloatArray, allowed_fc: FloatArray) -> Sorting:
    """Settle as many heads as the budget of each square allows, the cheapest first.

    Parameters
    ----------
    drop_fc, group_fc : (s, k) arrays
        Bounds of what dropping and grouping a head costs.
    allowed_fc : (s,) array
        What may be spent.
    """
    dropped = _cheapest(drop_fc, DROP_SHARE * allowed_fc)
    spent = np.where(dropped, drop_fc, 0.0).sum(axis=1)
    cost = np.where(dropped, np.inf, np.minimum(drop_fc, group_fc))
    taken = _cheapest(cost, allowed_fc - spent)
    spent += np.where(taken, cost, 0.0).sum(axis=1)
    rather_dropped = taken & (drop_fc <= group_fc)
    return Sorting(dropped | rather_dropped, taken & ~rather_dropped, spent)


def _cheapest(cost_fc: FloatArray, allowed_fc: FloatArray) -> BoolArray:
    """Choose the cheapest of each row while their sum is within what is allowed."""
    order = np.argsort(cost_fc, axis=1, kind="stable")
    running = np.cumsum(np.take_along_axis(cost_fc, order, axis=1), axis=1)
    chosen = np.zeros(cost_fc.shape, np.bool_)
    np.put_along_axis(chosen, order, running <= allowed_fc[:, np.newaxis], axis=1)
    return chosen
