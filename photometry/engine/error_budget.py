"""What became of the error that a calculation was allowed: how pairs were settled, and probes.

A promise is kept by bounds (see `far_kernels`) and looked after by probes: a few points of
each piece of work, chosen by the piece itself and so the same each time, are calculated once
more with every luminaire.  Where a probe were off by more than was allowed, the whole piece
would be calculated again exactly, and a note would say so.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["ErrorBudget", "PairCounts", "probed", "seen_at_probes", "summed"]

PROBES: Final = 64  # of each piece of work


class PairCounts(NamedTuple):
    """How pairs of a head and a point were settled.

    Attributes
    ----------
    dropped
        Left out: too dim to matter, or dark.
    grouped
        Interpolated from a few points nearby.
    exact
        Summed.
    """

    dropped: int
    grouped: int
    exact: int


NO_PAIRS: Final = PairCounts(0, 0, 0)


def summed(counts: Iterable[PairCounts]) -> PairCounts:
    """Sum counts of pieces; none give 0 of each."""
    return PairCounts(*(sum(column) for column in zip(NO_PAIRS, *counts, strict=True)))


@dataclass(frozen=True, slots=True)
class ErrorBudget:
    """The error that was allowed, and what is known of the one that was made.

    Attributes
    ----------
    max_error_fc
        Allowed at any point, of any layer; 0 where everything was to be exact.
    pairs
        Of a luminaire head and a calculation point.
    probes
        Points that were calculated again exactly.
    largest_difference_fc
        Seen at a probe, of all heads at full output together.
    largest_at_ft
        Where; None without probes.
    recalculated_points
        Points that were calculated again exactly, because a probe among them was off by more
        than was allowed. None ever should be.
    """

    max_error_fc: float = 0.0
    pairs: PairCounts = NO_PAIRS
    probes: int = 0
    largest_difference_fc: float = 0.0
    largest_at_ft: tuple[float, float, float] | None = None
    recalculated_points: int = 0

    @property
    def dropped_share(self) -> float:
        """Share of pairs left out, 0 to 1."""
        return self.pairs.dropped / max(1, sum(self.pairs))

    @property
    def grouped_share(self) -> float:
        """Share of pairs interpolated."""
        return self.pairs.grouped / max(1, sum(self.pairs))

    @property
    def exact_share(self) -> float:
        """Share of pairs summed exactly; 1 where there are none."""
        return 1.0 - self.dropped_share - self.grouped_share

    def plus(self, other: ErrorBudget) -> ErrorBudget:
        """Give the record of two pieces of work under one budget."""
        worse = max(self, other, key=lambda budget: budget.largest_difference_fc)
        return ErrorBudget(
            max_error_fc=max(self.max_error_fc, other.max_error_fc),
            pairs=PairCounts(*(a + b for a, b in zip(self.pairs, other.pairs, strict=True))),
            probes=self.probes + other.probes,
            largest_difference_fc=worse.largest_difference_fc,
            largest_at_ft=worse.largest_at_ft or self.largest_at_ft or other.largest_at_ft,
            recalculated_points=self.recalculated_points + other.recalculated_points,
        )


def seen_at_probes(
    off_fc: FloatArray, points_ft: FloatArray, allowed_fc: float, n_points: int
) -> ErrorBudget:
    """Record what probes saw.

    Parameters
    ----------
    off_fc : (p,) array
        By how much each was off.
    points_ft : (p, 3) array
        Where they are, site coordinates.
    allowed_fc
        What each may be off by.
    n_points
        Points of the piece of work, which count as calculated again where one is off by more.
    """
    worst = int(np.argmax(off_fc))
    x, y, z = points_ft[worst].tolist()
    return ErrorBudget(
        probes=len(off_fc),
        largest_difference_fc=float(off_fc[worst]),
        largest_at_ft=(x, y, z),
        recalculated_points=n_points if off_fc[worst] > allowed_fc else 0,
    )


def probed(
    budget: ErrorBudget,
    allowed_fc: float,
    points_ft: FloatArray,
    layers_fc: FloatArray,
    exactly: Callable[[NDArray[np.intp] | slice], FloatArray],
) -> tuple[FloatArray, ErrorBudget]:
    """Calculate a few points again, and all of them if one is off by more than was allowed.

    Parameters
    ----------
    budget
        What is known so far of this piece of work.
    allowed_fc
        What all layers together may be off by.
    points_ft : (n, 3) array
        The points.
    layers_fc : (k, n) array
        Their illuminance by layer.
    exactly
        Gives the same of some of the points, with every head.

    Returns
    -------
    layers_fc : (k, n) array
        As given, or exact.
    budget
        With what was seen.
    """
    if not budget.pairs.dropped and not budget.pairs.grouped:
        return layers_fc, budget
    # Seeded by the piece itself: the same points each time, and on every machine.
    seed = zlib.crc32(points_ft[[0, -1]].tobytes(), len(points_ft))
    chosen = np.random.default_rng(seed).integers(len(points_ft), size=PROBES)
    off = np.abs(exactly(chosen) - layers_fc[:, chosen]).sum(axis=0)
    seen = seen_at_probes(off, points_ft[chosen], allowed_fc, len(points_ft))
    given = exactly(slice(None)) if seen.recalculated_points else layers_fc
    return given, budget.plus(seen)
