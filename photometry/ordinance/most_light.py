"""The outputs that give the most light within limits: a linear programme, solved from above.

Light adds, so that a limit on it is linear in the outputs.  From full output on, the limit that is
broken most is made to bind in place of another, one after the other, so that the outputs are always
the best that the binding limits allow (the dual simplex method of Lemke, 1954).  Where none is
broken any more, nothing better keeps them all.  There are tens of outputs and thousands of points
where light is limited, and only as many limits as there are outputs can bind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["most_light"]

KEPT: Final = 1e-9  # of the largest share in it: broken by less, a limit is kept
TURNING: Final = 1e-9  # a direction that leans less on a limit does not lean on it
PREFERENCE: Final = 1e-7  # of an output: where several do as well, the first keep more
MOST_STEPS: Final = 2000  # some tens are usual


def most_light(
    rows: FloatArray, limits: FloatArray, low: FloatArray, high: FloatArray, gain: FloatArray
) -> FloatArray | None:
    """Give the outputs of the largest gain that keep all limits.

    Parameters
    ----------
    rows : (m, n) array
        What each output adds at each place where there is a limit.
    limits : (m,) array
        ``rows @ outputs <= limits``.
    low, high : (n,) arrays
        Bounds of the outputs. What has a gain is bounded above, what has none below.
    gain : (n,) array
        What each output is worth, 0 or more.

    Returns
    -------
    (n,) array or None
        None where no outputs keep all limits, or none were found: limits that are nearly alike
        may leave no corner to stand on, and a search may take more than `MOST_STEPS`. No remedy
        is proposed then.

    Examples
    --------
    Two luminaires over one place, the first of them twice as strong:

    >>> rows, limits = np.array([[2.0, 1.0]]), np.array([2.0])
    >>> most_light(rows, limits, np.array([0.2, 0.2]), np.ones(2), np.ones(2)).round(6)
    array([0.5, 1. ])
    """
    scale = np.abs(rows).max(axis=1, initial=0.0)
    scale = np.where(scale > 0.0, scale, 1.0)
    count = len(gain)
    normals = np.concatenate([rows / scale[:, None], np.eye(count), -np.eye(count)])
    bounds = np.concatenate([limits / scale, high, -low])
    worth = np.where(gain > 0.0, gain, 0.0) - PREFERENCE * np.arange(1, count + 1) / count
    binding = len(rows) + np.where(worth > 0.0, 0, count) + np.arange(count)
    for _ in range(MOST_STEPS):
        if np.linalg.matrix_rank(normals[binding]) < count:
            return None
        outputs = np.linalg.solve(normals[binding], bounds[binding])
        over = normals @ outputs - bounds
        over[binding] = 0.0
        worst = int(over.argmax())
        if over[worst] <= KEPT:
            return np.clip(outputs, low, high)
        # What the broken limit, and the gain, are made of in terms of those that bind.
        leans, prices = np.linalg.solve(
            normals[binding].T, np.column_stack([normals[worst], worth])
        ).T
        can_leave = np.flatnonzero(leans > TURNING)
        if not len(can_leave):
            return None
        first = np.maximum(prices[can_leave], 0.0) / leans[can_leave]
        binding[can_leave[first.argmin()]] = worst
    return None
