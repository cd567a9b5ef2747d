"""What is already drawn where: turned boxes, and a raster of the paper that they occupy."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["CELL_IN", "Box", "Occupancy"]

CELL_IN: Final = 0.02  # of the raster; a quarter of the smallest letter's height


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle about its middle, turned counterclockwise; inches on paper."""

    x: float
    y: float
    width: float
    height: float
    angle_deg: float = 0.0

    def grown(self, by_in: float) -> Box:
        """Give the box with a margin all round."""
        return replace(self, width=self.width + 2 * by_in, height=self.height + 2 * by_in)

    @property
    def corners(self) -> FloatArray:
        """Corners (4, 2), counterclockwise from the lower left of the box as it is turned."""
        half = np.array([self.width, self.height]) / 2
        offsets = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        turned: FloatArray = offsets @ self._axes + (self.x, self.y)
        return turned

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of the upright box round it."""
        turn = math.radians(self.angle_deg)
        cosine, sine = abs(math.cos(turn)), abs(math.sin(turn))
        across = (self.width * cosine + self.height * sine) / 2
        up = (self.width * sine + self.height * cosine) / 2
        return self.x - across, self.y - up, self.x + across, self.y + up

    def overlaps(self, other: Box) -> bool:
        """Tell whether two boxes share some area: no edge direction separates them."""
        a, b = self.corners, other.corners
        for axis in np.vstack([self._axes, other._axes]):
            mine, theirs = a @ axis, b @ axis
            if mine.max() <= theirs.min() + 1e-9 or theirs.max() <= mine.min() + 1e-9:
                return False
        return True

    def contains(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Tell which points (n, 2) lie in the box."""
        local = (np.asarray(points, np.float64) - (self.x, self.y)) @ self._axes.T
        inside: NDArray[np.bool_] = (np.abs(local[..., 0]) <= self.width / 2) & (
            np.abs(local[..., 1]) <= self.height / 2
        )
        return inside

    @property
    def _axes(self) -> FloatArray:
        turn = np.radians(self.angle_deg)
        return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


class Occupancy:
    """A raster of a part of the paper: what is taken, and which lines run where.

    Two things are kept apart. What is *taken* (text, symbols, the property line) is never
    drawn over. *Lines* (contours) may be crossed at a price, so each knows its owner.

    Parameters
    ----------
    left, bottom, right, top
        Bounds of the part, inches. Whatever would reach outside of it is not free.
    """

    def __init__(self, left: float, bottom: float, right: float, top: float) -> None:
        self.left, self.bottom, self.right, self.top = left, bottom, right, top
        shape = (int(np.ceil((top - bottom) / CELL_IN)), int(np.ceil((right - left) / CELL_IN)))
        self._taken = np.zeros(shape, np.bool_)
        self._owner = np.zeros(shape, np.int32)

    def take(self, box: Box) -> None:
        """Mark a box as taken."""
        window, mask = self._cells(box)
        self._taken[window] |= mask

    def take_line(self, points: ArrayLike, width_in: float) -> None:
        """Mark a line (n, 2) as taken, as wide as given."""
        window = self._dots(points, width_in)
        self._taken[window] = True

    def run_line(self, points: ArrayLike, owner: int, width_in: float = CELL_IN) -> None:
        """Note that the line of an owner (1 and up) runs here."""
        window = self._dots(points, width_in)
        self._owner[window] = owner

    def is_free(self, box: Box) -> bool:
        """Tell whether nothing is drawn in a box and all of it is on this part of the paper."""
        if not self._holds(box):
            return False
        # Where nothing is taken round the box, its turn need not be looked at.
        return not self._taken[self._window(box)].any() or not self.taken_share(box)

    def taken_share(self, box: Box) -> float:
        """Share of a box that is taken, 0 to 1."""
        window, mask = self._cells(box)
        cells = int(mask.sum())
        return float((self._taken[window] & mask).sum()) / cells if cells else 0.0

    def crosses(self, points: ArrayLike) -> float:
        """Length of a line that runs over what is taken, inches."""
        dots = _dotted(np.asarray(points, np.float64), CELL_IN)
        rows, columns = self._places(dots)
        return float(self._taken[rows, columns].sum()) * CELL_IN

    def owners(self, box: Box) -> dict[int, int]:
        """Owners of the lines in a box, with the number of cells that each takes."""
        if not self._owner[self._window(box)].any():
            return {}
        window, mask = self._cells(box)
        found = self._owner[window][mask]
        return dict(Counter(found[found > 0].tolist()))

    def _holds(self, box: Box) -> bool:
        left, bottom, right, top = box.bounds
        return (
            left >= self.left and bottom >= self.bottom and right <= self.right and top <= self.top
        )

    def _window(self, box: Box) -> tuple[slice, slice]:
        """Window of the raster round a box."""
        left, bottom, right, top = box.bounds
        rows, columns = self._taken.shape
        i0 = min(max(math.floor((bottom - self.bottom) / CELL_IN), 0), rows)
        i1 = min(max(math.ceil((top - self.bottom) / CELL_IN), 0), rows)
        j0 = min(max(math.floor((left - self.left) / CELL_IN), 0), columns)
        j1 = min(max(math.ceil((right - self.left) / CELL_IN), 0), columns)
        return slice(i0, i1), slice(j0, j1)

    def _cells(self, box: Box) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
        """Window of the raster round a box, and which of its cells the box touches."""
        window = self._window(box)
        i0, i1, j0, j1 = window[0].start, window[0].stop, window[1].start, window[1].stop
        if box.angle_deg % 90.0 == 0.0:
            return window, np.ones((i1 - i0, j1 - j0), np.bool_)
        x = self.left + (np.arange(j0, j1) + 0.5) * CELL_IN - box.x
        y = self.bottom + (np.arange(i0, i1) + 0.5) * CELL_IN - box.y
        turn = math.radians(box.angle_deg)
        cosine, sine = math.cos(turn), math.sin(turn)
        # A cell is touched if its centre is within half its diagonal of the box.
        reach = 0.71 * CELL_IN
        across = np.abs(x * cosine + y[:, None] * sine) <= box.width / 2 + reach
        up = np.abs(y[:, None] * cosine - x * sine) <= box.height / 2 + reach
        return window, across & up

    def _dots(self, points: ArrayLike, width_in: float) -> tuple[NDArray[np.intp], ...]:
        dots = _dotted(np.asarray(points, np.float64), CELL_IN / 2)
        reach = np.arange(-(width_in / 2), width_in / 2 + CELL_IN / 2, CELL_IN / 2)
        around = np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
        around = around[np.hypot(*around.T) <= width_in / 2 + 1e-9]
        if not len(around):
            around = np.zeros((1, 2))
        return self._places((dots[:, None] + around).reshape(-1, 2))

    def _places(self, points: FloatArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Cells of the points that fall on this part of the paper."""
        rows, columns = self._taken.shape
        i = np.floor((points[:, 1] - self.bottom) / CELL_IN).astype(np.intp)
        j = np.floor((points[:, 0] - self.left) / CELL_IN).astype(np.intp)
        on = (i >= 0) & (i < rows) & (j >= 0) & (j < columns)
        return i[on], j[on]


def _dotted(points: FloatArray, step: float) -> FloatArray:
    """Points along a line no further apart than a step, its vertices among them."""
    if len(points) < 2:
        return points
    lengths = np.hypot(*np.diff(points, axis=0).T)
    counts = np.maximum(1, np.ceil(lengths / step).astype(np.intp))
    start = np.repeat(np.arange(len(counts)), counts)
    first = np.repeat(np.cumsum(counts) - counts, counts)
    share = (np.arange(counts.sum()) - first) / counts[start]
    dots = points[start] + share[:, None] * (points[start + 1] - points[start])
    return np.vstack([dots, points[-1:]])
