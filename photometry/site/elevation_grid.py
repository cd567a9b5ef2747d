"""Grade from a grid of elevations, as surveys from the air give it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.site.geometry import TOLERANCE_FT
from photometry.site.lattice import Lattice, covers
from photometry.site.terrain import Terrain

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["RasterSurface"]


@dataclass(frozen=True, eq=False, kw_only=True)
class RasterSurface(Terrain):
    """Ground as elevations at the nodes of a rectangular grid, bilinear between them.

    Beyond the nodes grade is that of the nearest place on the grid; where a node has no
    elevation, that of the nearest node that has one stands in.

    Attributes
    ----------
    first_ft : (x, y)
        The south-west node, site coordinates.
    step_ft : (dx, dy)
        Between nodes.
    nodes_ft : (rows, columns) array
        Elevations, rows from the south, two or more each way; NaN where there is none.
    """

    first_ft: tuple[float, float]
    step_ft: tuple[float, float]
    nodes_ft: FloatArray

    def grade_ft(self, x_ft: ArrayLike, y_ft: ArrayLike) -> FloatArray:
        """Elevation of grade at points, ft, broadcast."""
        column, across, row, along = self._cell(x_ft, y_ft)
        z = self._filled
        south = z[row, column] * (1.0 - across) + z[row, column + 1] * across
        north = z[row + 1, column] * (1.0 - across) + z[row + 1, column + 1] * across
        return np.asarray(south * (1.0 - along) + north * along)

    def covers(self, x_ft: ArrayLike, y_ft: ArrayLike) -> BoolArray:
        """Tell which points lie on the grid, among nodes that all have an elevation."""
        x, y = np.asarray(x_ft, np.float64), np.asarray(y_ft, np.float64)
        east, north = self._reach_ft
        slack = TOLERANCE_FT
        on_grid = (np.abs(x - self.first_ft[0] - east / 2) <= east / 2 + slack) & (
            np.abs(y - self.first_ft[1] - north / 2) <= north / 2 + slack
        )
        column, across, row, along = self._cell(x, y)
        known = ~np.isnan(self.nodes_ft)
        # A node that has no share in the elevation is not asked for one.
        for up, has_share_up in ((0, along < 1.0), (1, along > 0.0)):
            for right, has_share_right in ((0, across < 1.0), (1, across > 0.0)):
                asked = has_share_up & has_share_right
                on_grid = on_grid & (known[row + up, column + right] | ~asked)
        return np.asarray(on_grid)

    def unknown_in(self, outline_ft: FloatArray) -> tuple[float, float] | None:
        """Give a place on or in an open ring (n, 2) where grade is not known, or None."""
        on_outline = super().unknown_in(outline_ft)
        if on_outline is not None:
            return on_outline
        rows, columns = self.nodes_ft.shape
        # In units of nodes; only those of the ring's box are looked at.
        ring = (outline_ft - self.first_ft) / self.step_ft
        low = np.maximum(np.floor(ring.min(axis=0)), 0).astype(int)
        high = np.minimum(np.ceil(ring.max(axis=0)) + 1, (columns, rows)).astype(int)
        part = self.nodes_ft[low[1] : high[1], low[0] : high[0]]
        lattice = Lattice(float(low[0]), float(low[1]), part.shape[1], part.shape[0], 1.0)
        missing = np.argwhere(np.isnan(part) & covers(ring, lattice))
        if not len(missing):
            return None
        row, column = missing[0] + low[::-1]
        x, y = self.first_ft[0] + self.step_ft[0] * column, self.first_ft[1] + self.step_ft[1] * row
        return float(x), float(y)

    @property
    def _reach_ft(self) -> tuple[float, float]:
        """From the first node to the last, east and north."""
        rows, columns = self.nodes_ft.shape
        return self.step_ft[0] * (columns - 1), self.step_ft[1] * (rows - 1)

    @cached_property
    def _filled(self) -> FloatArray:
        """Elevations, those of the nearest nodes where there was none."""
        missing = np.isnan(self.nodes_ft)
        if not missing.any():
            return self.nodes_ft
        from scipy.ndimage import distance_transform_edt  # noqa: PLC0415  # slow, and few have holes

        row, column = distance_transform_edt(
            missing, sampling=self.step_ft[::-1], return_distances=False, return_indices=True
        )
        filled: FloatArray = self.nodes_ft[row, column]
        return filled

    def _cell(
        self, x_ft: ArrayLike, y_ft: ArrayLike
    ) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.intp], FloatArray]:
        """Column and row of the node south-west of points, and the place in the cell, 0 to 1."""
        x, y = np.broadcast_arrays(np.asarray(x_ft, np.float64), np.asarray(y_ft, np.float64))
        found: list[NDArray[Any]] = []
        for at, first, step, count in zip(
            (x, y), self.first_ft, self.step_ft, self.nodes_ft.shape[::-1], strict=True
        ):
            place = np.clip((at - first) / step, 0.0, count - 1)
            cell = np.minimum(place.astype(np.intp), count - 2)
            found += [cell, place - cell]
        column, across, row, along = found
        return column, across, row, along
