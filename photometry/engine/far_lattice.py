"""Illuminance on a block of a regular lattice, within a promised error.

This is the unit of big work: a pure function of a prepared scene and one block, the same to
the last bit wherever and in whatever order blocks are computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.engine.error_budget import PairCounts
from photometry.engine.far_block import plane_light
from photometry.engine.far_grove import lattice_grove
from photometry.engine.tiled import add_nearby_light
from photometry.errors import CalculationError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.scene import Scene

    FloatArray = NDArray[np.float64]

__all__ = ["BlockLight", "LatticeBlock", "lattice_illuminance"]

UP: Final = (0.0, 0.0, 1.0)
LEAF: Final = 32  # nodes along each side of the smallest tile


@dataclass(frozen=True, eq=False)
class LatticeBlock:
    """A rectangle of nodes of a lattice, in the origin of the scene.

    Node (row, column) is at ``first_ft + column * column_step_ft + row * row_step_ft``.

    Attributes
    ----------
    first_ft : (x, y)
        Node of row 0 and column 0.
    column_step_ft, row_step_ft : (dx, dy)
        From a node to the next column and to the next row; at right angles.
    rows, columns
        Counts of nodes; about 512 x 512 is best.
    z_ft : float or (rows, columns) array
        Elevation of the nodes. Luminaires are only grouped where it is one number.
    """

    first_ft: tuple[float, float]
    column_step_ft: tuple[float, float]
    row_step_ft: tuple[float, float]
    rows: int
    columns: int
    z_ft: float | FloatArray = 0.0

    def points_ft(self) -> FloatArray:
        """Give the nodes, (rows, columns, 3)."""
        column = np.arange(self.columns)[np.newaxis, :]
        row = np.arange(self.rows)[:, np.newaxis]
        points = np.empty((self.rows, self.columns, 3))
        for axis in range(2):
            points[..., axis] = self.first_ft[axis] + (
                column * self.column_step_ft[axis] + row * self.row_step_ft[axis]
            )
        points[..., 2] = self.z_ft
        return points


class BlockLight(NamedTuple):
    """Light on a block.

    Attributes
    ----------
    fc : (n_layers, rows, columns) array
        Illuminance by layer.
    pairs
        How it was found.
    """

    fc: FloatArray
    pairs: PairCounts


def lattice_illuminance(
    scene: Scene,
    block: LatticeBlock,
    *,
    normal: tuple[float, float, float] = UP,
    max_error_fc: float = 0.0,
) -> BlockLight:
    """Illuminance by layer on a block of a lattice: pure, and one thread's work.

    Parameters
    ----------
    scene
        From `scene.prepared(heads, solids, n_layers)`, once for all blocks.
    block
        The nodes, in the origin of the scene.
    normal
        Where all meters look, a unit vector.
    max_error_fc
        What the sum of the layers may differ by at any node from summing every head exactly;
        0 sums every head exactly.

    Returns
    -------
    BlockLight
        Footcandles (n_layers, rows, columns), and how pairs were settled.

    Raises
    ------
    CalculationError
        A permitted error that is not 0 or more.
    """
    if not 0.0 <= max_error_fc < np.inf:
        raise CalculationError(f"max_error_fc must be 0 or more, not {max_error_fc}")
    nodes = block.points_ft()
    points = nodes.reshape(-1, 3)
    meter = np.array(normal, np.float64)
    if max_error_fc > 0.0 and np.ndim(block.z_ft) == 0 and points.size:
        grove = lattice_grove(nodes, np.array(block.column_step_ft))
        light, pairs = plane_light(scene, points, grove, meter, max_error_fc)
    else:
        light, pairs = _rolling(scene, block, points, meter, max_error_fc)
    return BlockLight(light.reshape(scene.n_layers, block.rows, block.columns), pairs)


def _rolling(
    scene: Scene, block: LatticeBlock, points: FloatArray, meter: FloatArray, max_error_fc: float
) -> tuple[FloatArray, PairCounts]:
    """Light on a block whose nodes differ in height, or that is to be exact.

    Each leaf of 32 x 32 nodes leaves out the heads that cannot matter there.
    """
    light = np.zeros((scene.n_layers, len(points)))
    number = np.arange(len(points)).reshape(block.rows, block.columns)
    exact = 0
    for row in range(0, block.rows, LEAF):
        for column in range(0, block.columns, LEAF):
            which = number[row : row + LEAF, column : column + LEAF].ravel()
            pairs = add_nearby_light(scene, points, meter[np.newaxis], which, max_error_fc, light)
            exact += pairs.exact
    every = len(scene.rows) * len(points)
    return light, PairCounts(every - exact, 0, exact)
