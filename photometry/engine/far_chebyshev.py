"""Interpolation at Chebyshev nodes: matrices between nodes, and the constants of its error.

Nodes are those of the first kind, ``cos((2 j + 1) pi / (2 n))``, on -1..1.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["CONSTANTS", "Rule", "coefficients", "nodes", "resampling", "rule"]

# n: largest value of Peano's second-order kernel, its largest integral, Lebesgue's constant;
# the kernel is (x - c)+ less its interpolant. Maxima over a grid of 4,001 squared places,
# rounded up by more than that grid can hide.
CONSTANTS: Final[dict[int, tuple[float, float, float]]] = {
    3: (0.169, 0.115, 1.67),
    4: (0.137, 0.0745, 1.85),
    5: (0.102, 0.0500, 1.99),
    6: (0.0875, 0.0386, 2.11),
    7: (0.0725, 0.0296, 2.21),
    8: (0.0647, 0.0245, 2.29),
    10: (0.0516, 0.0172, 2.43),
}


class Rule(NamedTuple):
    """Interpolation at n Chebyshev nodes of a line, and what its bound needs.

    Attributes
    ----------
    n
        Nodes along each axis.
    kink, bend, lebesgue
        See `CONSTANTS`.
    reach
        Radius of the disc that the bound looks into, over the distance to a table's axis.
    near, swing_level, swing_upright, turn
        In that disc: how much nearer it comes to the head, and how much the polar angle (for a
        level and for an upright line) and the azimuth differ from those on the line.
    """

    n: int
    kink: float
    bend: float
    lebesgue: float
    reach: float
    near: float
    swing_level: float
    swing_upright: float
    turn: float


def rule(n: int) -> Rule:
    """Give the rule of n nodes; n is one of `CONSTANTS`."""
    reach = n / (n + 4.0)  # near the best of the bound's (1 - q)**-4 q**-n
    left = 1.0 - reach
    return Rule(
        n,
        *CONSTANTS[n],
        reach=reach,
        near=1.0 / left,
        # Integrals from 0 to `reach` of (1 + v) / (1 - v)**3 and of 2 (1 + v)**2 / (1 - v)**3.
        swing_level=1.0 / left**2 - 1.0 / left,
        swing_upright=2.0 * (2.0 + 2.0 / left**2 - 4.0 / left - math.log(left)),
        turn=-math.log(left),
    )


@lru_cache
def nodes(n: int) -> FloatArray:
    """Give the n nodes, descending."""
    places: FloatArray = np.cos((2.0 * np.arange(n) + 1.0) * np.pi / (2.0 * n))
    return places


@lru_cache
def coefficients(n: int, count: int) -> FloatArray:
    """Matrix (count, n) from values at n nodes to `count` Chebyshev coefficients, n <= count."""
    matrix = np.zeros((count, n))
    matrix[:n] = 2.0 / n * np.cos(np.outer(np.arange(n), np.arccos(nodes(n))))
    matrix[0] /= 2.0
    return matrix


def resampling(n: int, at: FloatArray) -> FloatArray:
    """Matrices (..., n) from values at n nodes to values at places (...) on -1..1."""
    angle = np.arccos(np.clip(at, -1.0, 1.0))[..., np.newaxis]
    matrix: FloatArray = np.cos(angle * np.arange(n)) @ coefficients(n, n)
    return matrix
