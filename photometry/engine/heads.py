"""Luminaire heads as arrays: what the kernels take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]

__all__ = ["HeadArrays"]


@dataclass(frozen=True, eq=False)
class HeadArrays:
    """k heads over t tables, in a local origin.

    Attributes
    ----------
    position_ft : (k, 3) array
        Photometric centres.
    rotation : (k, 3, 3) array
        R with d_world = R @ d_local.
    weight : (k,) array
        Multiplies the table's candela: light loss and output factors, lamp-position factor.
    table : (k,) int array
        Index into `tables`.
    layer : (k,) int array
        Layer that the head's light is summed into.
    tables
        The distinct photometric tables.
    """

    position_ft: FloatArray
    rotation: FloatArray
    weight: FloatArray
    table: NDArray[np.int64]
    layer: NDArray[np.int64]
    tables: tuple[PolarTable, ...]
