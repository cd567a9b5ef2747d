"""Statistics of a raster from those of its tiles, the same whatever order they come in.

Each tile is summed alone, and the sums of all tiles are added without any rounding but the
last (`math.fsum`), so who computed which tile, and when, does not change a bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["Extreme", "RasterSums", "TileSums", "tile_sums"]


class Extreme(NamedTuple):
    """A largest or smallest value, and the node that has it; both count from the south-west."""

    fc: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class TileSums:
    """What a tile's points come to.

    Attributes
    ----------
    count
        Points that have a value.
    total_fc
        Their sum.
    highest, lowest
        Of several equal ones the first along the rows from the south; None without points.
    reaching
        Points at or above each threshold.
    """

    count: int
    total_fc: float
    highest: Extreme | None
    lowest: Extreme | None
    reaching: tuple[int, ...]


def tile_sums(
    values_fc: FloatArray, corner: tuple[int, int], thresholds_fc: Sequence[float]
) -> TileSums:
    """Summarise a tile.

    Parameters
    ----------
    values_fc : (rows, columns) array
        Rows from the south; NaN where there is no point.
    corner
        Row (from the south) and column of its first node in the raster.
    thresholds_fc
        Levels to count points at or above.
    """
    known = ~np.isnan(values_fc)
    count = int(np.count_nonzero(known))
    if not count:
        return TileSums(0, 0.0, None, None, (0,) * len(thresholds_fc))

    def extreme(place: np.intp) -> Extreme:
        row, column = divmod(int(place), values_fc.shape[1])
        return Extreme(float(values_fc[row, column]), corner[0] + row, corner[1] + column)

    return TileSums(
        count=count,
        total_fc=float(np.where(known, values_fc, 0.0).sum()),
        highest=extreme(np.nanargmax(values_fc)),
        lowest=extreme(np.nanargmin(values_fc)),
        # What is not a number is never at or above.
        reaching=tuple(int(np.count_nonzero(values_fc >= level)) for level in thresholds_fc),
    )


class RasterSums:
    """Sums of a raster, as its tiles come in.

    Parameters
    ----------
    levels
        Count of thresholds.
    """

    def __init__(self, levels: int) -> None:
        self.count = 0
        self.highest: Extreme | None = None
        self.lowest: Extreme | None = None
        self.reaching = [0] * levels
        self._totals_fc: list[float] = []

    def add(self, tile: TileSums) -> None:
        """Take a tile in."""
        if tile.highest is None or tile.lowest is None:
            return
        self.count += tile.count
        self._totals_fc.append(tile.total_fc)
        self.reaching = [sum(both) for both in zip(self.reaching, tile.reaching, strict=True)]
        self.highest = min(filter(None, (self.highest, tile.highest)), key=_brightest_first)
        self.lowest = min(filter(None, (self.lowest, tile.lowest)))

    @property
    def average_fc(self) -> float:
        """Arithmetic mean of the points; never beyond their extremes for rounding."""
        if self.highest is None or self.lowest is None:
            raise ValueError("an average needs at least one point")
        mean = math.fsum(self._totals_fc) / self.count
        return min(max(mean, self.lowest.fc), self.highest.fc)


def _brightest_first(extreme: Extreme) -> tuple[float, int, int]:
    return -extreme.fc, extreme.row, extreme.column
