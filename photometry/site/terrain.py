"""Grade under points and luminaires."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Terrain"]


@dataclass(frozen=True, slots=True)
class Terrain:
    """Flat ground at one elevation, ft."""

    elevation_ft: float = 0.0

    def grade_ft(self, x_ft: ArrayLike, y_ft: ArrayLike) -> NDArray[np.float64]:
        """Elevation of grade at points, ft, broadcast."""
        x, y = np.broadcast_arrays(np.asarray(x_ft, np.float64), np.asarray(y_ft, np.float64))
        return np.full(np.shape(x + y), self.elevation_ft)
