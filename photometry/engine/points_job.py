"""Light at many points, cut into pieces that any thread or machine can compute.

The cut depends on the work alone, and pieces are the same wherever they are computed, so the
result is the same to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from photometry.engine.direct import COMPILED_PAIRS, counted_illuminance
from photometry.engine.error_budget import ErrorBudget, probed
from photometry.engine.shadows import prisms

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from photometry.engine.error_budget import PairCounts
    from photometry.engine.site_arrays import SiteArrays

    FloatArray = NDArray[np.float64]

__all__ = ["PIECE", "PieceLight", "PointsJob"]

PIECE: Final = 1 << 18  # points: a task that is worth sending, and little to hold


class PieceLight(NamedTuple):
    """Light at the points of a piece.

    Attributes
    ----------
    group_fc : (k, n) array
        Illuminance of each layer at full output.
    error_budget
        What was allowed and what was seen.
    """

    group_fc: FloatArray
    error_budget: ErrorBudget


@dataclass(frozen=True, eq=False)
class PointsJob:
    """What every piece needs.

    Attributes
    ----------
    arrays
        The site.
    max_error_fc
        What any of the site's layers may be off by at any point.
    """

    arrays: SiteArrays
    max_error_fc: float

    def pieces(
        self, points_ft: FloatArray, normals: FloatArray | None
    ) -> Iterator[tuple[FloatArray, FloatArray | None]]:
        """Cut points (n, 3), and their normals, into equal pieces of `PIECE` or more.

        A piece is never so small that NumPy would take it where all the points together are
        work for the compiled kernel: their last digits differ.
        """
        walls = len(prisms(self.arrays.obstructions).vertex_ft)
        work_a_point = max(1, len(self.arrays.heads)) * (1 + walls)
        size = max(PIECE, -(-COMPILED_PAIRS // work_a_point))
        count = max(1, len(points_ft) // size)
        bounds = [len(points_ft) * at // count for at in range(count + 1)]
        for start, end in pairwise(bounds):
            if normals is not None and normals.ndim == 2:
                yield points_ft[start:end], normals[start:end]
            else:
                yield points_ft[start:end], normals

    def compute(
        self, points_ft: FloatArray, normals: FloatArray | None, threads: int | None
    ) -> PieceLight:
        """Calculate points (n, 3), site coordinates, and a few of them again to see the error."""
        allowed_fc = self.allowed_fc
        group_fc, pairs = self._counted(points_ft, normals, threads, allowed_fc)
        budget = ErrorBudget(max_error_fc=self.max_error_fc, pairs=pairs)

        def exactly(chosen: NDArray[np.intp] | slice) -> FloatArray:
            own = normals is not None and normals.ndim == 2
            meters = normals[chosen] if own and normals is not None else normals
            return self._counted(points_ft[chosen], meters, threads, 0.0)[0]

        return PieceLight(*probed(budget, allowed_fc, points_ft, group_fc, exactly))

    @property
    def allowed_fc(self) -> float:
        """Give what the layers at full output may be off by together.

        Named layers are weighted sums of those: no weight above 1 may carry the error of one
        of them beyond what is allowed.
        """
        weights = self.arrays.mix.weights.values()
        largest = max(1.0, *(float(weight.max(initial=0.0)) for weight in weights))
        return self.max_error_fc / largest

    def _counted(
        self,
        points_ft: FloatArray,
        normals: FloatArray | None,
        threads: int | None,
        max_error_fc: float,
    ) -> tuple[FloatArray, PairCounts]:
        arrays = self.arrays
        return counted_illuminance(
            arrays.heads,
            points_ft - arrays.origin_ft,
            normals,
            obstructions=arrays.obstructions,
            openings=arrays.openings,
            n_layers=len(arrays.mix.groups),
            threads=threads,
            max_error_fc=max_error_fc,
        )
