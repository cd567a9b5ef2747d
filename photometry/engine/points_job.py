"""Light at many points, cut into pieces that any thread or machine can compute.

The cut depends on the work alone, and pieces are the same wherever they are computed, so the
result is the same to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from photometry.engine.direct import COMPILED_PAIRS, direct_illuminance
from photometry.engine.shadows import prisms

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from photometry.engine.site_arrays import SiteArrays

    FloatArray = NDArray[np.float64]

__all__ = ["PIECE", "PointsJob"]

PIECE: Final = 1 << 18  # points: a task that is worth sending, and little to hold


@dataclass(frozen=True, eq=False)
class PointsJob:
    """What every piece needs.

    Attributes
    ----------
    arrays
        The site.
    max_error_fc
        What may be missing at any point.
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
    ) -> FloatArray:
        """Illuminance of each layer at full output at points (n, 3), site coordinates: (k, n)."""
        arrays = self.arrays
        return direct_illuminance(
            arrays.heads,
            points_ft - arrays.origin_ft,
            normals,
            obstructions=arrays.obstructions,
            openings=arrays.openings,
            n_layers=len(arrays.mix.groups),
            threads=threads,
            max_error_fc=self.max_error_fc,
        )
