"""How geometry and numbers travel in the page: whole numbers, small, and without loss that shows.

Coordinates are in the site's own unit from a whole local origin, so that state plane
coordinates keep their digits; paths are the first point, then steps from point to point.  The
points of a lattice are runs of equal steps, and their light is binary: a site of 50,000 points
keeps to a page that can be mailed.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.site.model import Site
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Frame", "fc_integers", "fc_text", "grid_step", "grid_text", "runs", "steps"]

SHAPE_STEP: Final = 0.01  # of a drawn line, in the site's unit
POINT_STEP: Final = 0.001  # of a calculation point: what points.csv rounds to
FC_STEP: Final = 1e-4  # of a calculation point's illuminance: what points.csv rounds to
GRID_STEP_FC: Final = 0.001  # of the display grid, which is read to 0.01
NO_VALUE: Final = 0xFFFF  # of the display grid: inside a building


@dataclass(frozen=True, slots=True)
class Frame:
    """The page's coordinates: the site's unit, from a whole origin near the site."""

    unit: LengthUnit
    origin: tuple[float, float]

    @classmethod
    def of(cls, site: Site) -> Frame:
        """Give a site its frame."""
        x, y = (float(np.floor(value / FEET_PER_UNIT[site.unit])) for value in site.origin_ft)
        return cls(site.unit, (x, y))

    @property
    def feet(self) -> float:
        """Feet in a unit of the frame."""
        return FEET_PER_UNIT[self.unit]

    def local(self, points_ft: ArrayLike) -> FloatArray:
        """Put site coordinates (n, 2 or more) in ft into the frame: (n, 2)."""
        xy = np.asarray(points_ft, np.float64)[:, :2]
        local: FloatArray = xy / self.feet - np.array(self.origin)
        return local

    def place(self, point_ft: Sequence[float]) -> list[float]:
        """Put one point into the frame, rounded as coordinates are in every file."""
        [(x, y)] = self.local([point_ft])
        return [round(float(x), 3) + 0.0, round(float(y), 3) + 0.0]

    def shape(self, line_ft: ArrayLike) -> list[int]:
        """Encode a drawn line (n, 2): hundredths of the unit, x and y in turn, then steps."""
        return steps(self.local(line_ft) / SHAPE_STEP)

    def shapes(self, lines_ft: Iterable[ArrayLike]) -> list[list[int]]:
        """Encode several drawn lines."""
        return [self.shape(line) for line in lines_ft]

    def points(self, points_ft: ArrayLike) -> list[int]:
        """Encode calculation points (n, 2 or more): thousandths of the unit, as `runs`."""
        return runs(self.local(points_ft) / POINT_STEP)


def steps(points: ArrayLike) -> list[int]:
    """Give points (n, 2) as whole numbers: the first, then the steps from point to point.

    They are rounded first, so that errors do not add up.
    """
    whole = np.rint(points).astype(np.int64)
    differences = np.diff(whole, axis=0, prepend=np.zeros((1, 2), np.int64))
    return [int(value) for value in differences.ravel()]


def runs(points: ArrayLike) -> list[int]:
    """Give points (n, 2) as runs of equal steps: x and y of the step, and how often it is taken.

    The first step is from the origin. They are rounded first, as in `steps`.
    """
    taken = np.array(steps(points), np.int64).reshape(-1, 2)
    starts = np.flatnonzero(np.any(np.diff(taken, axis=0, prepend=taken[:1] - 1), axis=1))
    times = np.diff(starts, append=len(taken))
    return [int(value) for value in np.column_stack([taken[starts], times]).ravel()]


def fc_text(values_fc: ArrayLike) -> str:
    """Encode illuminance as `fc_integers` in base64, after ``3:`` or ``4:``, bytes a number."""
    whole = np.array(fc_integers(values_fc), "<u4")
    width = 3 if int(whole.max(initial=0)) < 1 << 24 else 4
    packed = whole.view(np.uint8).reshape(-1, 4)[:, :width]
    return f"{width}:{base64.b64encode(packed.tobytes()).decode('ascii')}"


def fc_integers(values_fc: ArrayLike) -> list[int]:
    """Give illuminance as whole ten-thousandths of a footcandle, as points.csv rounds it."""
    # The same rounding of the same decimal text, so that the page and the file never differ.
    return [round(float(f"{value:.4f}") / FC_STEP) for value in np.asarray(values_fc, np.float64)]


def grid_step(values_fc: ArrayLike) -> float:
    """Give the step, fc, with which a grid fits 16 bits: a thousandth where it can be."""
    largest = float(np.nanmax(values_fc, initial=0.0))
    return max(GRID_STEP_FC, float(f"{largest / (NO_VALUE - 2):.2g}") * 1.01)


def grid_text(values_fc: ArrayLike, step_fc: float) -> str:
    """Encode a grid, row by row, as 16-bit little-endian multiples of a step, in base64.

    Parameters
    ----------
    values_fc : (n, m) array_like
        fc; NaN where there is no value.
    step_fc
        From `grid_step`.
    """
    values = np.asarray(values_fc, np.float64)
    known = ~np.isnan(values)
    whole = np.full(values.shape, NO_VALUE, "<u2")
    whole[known] = np.rint(values[known] / step_fc).astype("<u2")
    return base64.b64encode(whole.tobytes()).decode("ascii")
