"""Luminaire heads as arrays: what the kernels take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.pose import rotation_matrix
from photometry.luminaires.tilt import lamp_position_factor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.distribution import PolarTable
    from photometry.site.model import Luminaire

    FloatArray = NDArray[np.float64]

__all__ = ["HeadArrays", "head_arrays"]


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

    def __len__(self) -> int:
        """Count of heads."""
        return len(self.weight)

    def chosen(self, which: NDArray[np.intp]) -> HeadArrays:
        """Give some of the heads, in the order asked for; the tables stay."""
        return HeadArrays(
            position_ft=self.position_ft[which],
            rotation=self.rotation[which],
            weight=self.weight[which],
            table=self.table[which],
            layer=self.layer[which],
            tables=self.tables,
        )


def head_arrays(
    luminaires: Sequence[Luminaire],
    *,
    layer: ArrayLike | None = None,
    origin_ft: tuple[float, float] = (0.0, 0.0),
    factor: ArrayLike = 1.0,
) -> HeadArrays:
    """Turn placed luminaires into arrays.

    Parameters
    ----------
    luminaires
        Placed heads, site coordinates.
    layer : (k,) int array_like, optional
        Layer of each head; all in layer 0 by default.
    origin_ft
        Local origin, subtracted from x and y so that geometry keeps its digits far away.
    factor : scalar or (k,) array_like
        Multiplies each head's own `llf` and, where its file has a TILT= table, the
        lamp-position factor of its aim.

    Returns
    -------
    HeadArrays
        Luminaires of the same distribution share one table.
    """
    count = len(luminaires)
    tables, index = _distinct_tables(luminaires)
    angles = np.array(
        [(lum.orientation_deg, lum.tilt_deg, lum.roll_deg, lum.spin_deg) for lum in luminaires]
    ).reshape(count, 4)
    rotation = rotation_matrix(*angles.T)
    position = np.array([(lum.x_ft, lum.y_ft, lum.z_ft) for lum in luminaires], np.float64)
    weight = np.array(
        [lum.llf * _lamp_factor(lum, turn) for lum, turn in zip(luminaires, rotation, strict=True)],
        np.float64,
    )
    layers = np.zeros(count, np.int64) if layer is None else np.asarray(layer, np.int64)
    return HeadArrays(
        position_ft=position.reshape(count, 3) - np.array([*origin_ft, 0.0]),
        rotation=rotation,
        weight=weight * np.broadcast_to(np.asarray(factor, np.float64), count),
        table=index,
        layer=layers,
        tables=tables,
    )


def _lamp_factor(luminaire: Luminaire, rotation: FloatArray) -> float:
    """Give the factor that the position of a tilted luminaire's lamp puts on its candela."""
    tilt = luminaire.file.tilt
    return 1.0 if tilt is None else lamp_position_factor(tilt, rotation)


def _distinct_tables(
    luminaires: Sequence[Luminaire],
) -> tuple[tuple[PolarTable, ...], NDArray[np.int64]]:
    """Give the different tables of some luminaires, and which of them each uses."""
    by_identity: dict[int, int] = {}
    by_content: dict[tuple[bytes, ...], int] = {}
    tables: list[PolarTable] = []
    index = np.empty(len(luminaires), np.int64)
    for head, luminaire in enumerate(luminaires):
        table = luminaire.file.distribution.table
        if id(table) not in by_identity:
            arrays = (table.axes, table.polar_deg, table.azimuth_deg, table.candela_cd)
            content = tuple(array.tobytes() for array in arrays)
            if content not in by_content:
                by_content[content] = len(tables)
                tables.append(table)
            by_identity[id(table)] = by_content[content]
        index[head] = by_identity[id(table)]
    return tuple(tables), index
