"""Cutoff angles of luminaires as installed: declared, or from the file toward each bearing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.cutoff_angle import cutoff_angle_deg
from photometry.luminaires.pose import rotation_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.site.model import Luminaire

    FloatArray = NDArray[np.float64]

__all__ = ["FileCutoff", "FixedCutoff"]

RING_DEG = np.arange(0.0, 361.0)  # bearings at which a luminaire's cutoff is found once


@dataclass(frozen=True, slots=True)
class FixedCutoff:
    """The same angle toward every bearing: as declared, or 180 for none."""

    angle_deg: float

    def near(self, bearing_deg: FloatArray) -> FloatArray:
        """Give angles (n,), deg."""
        return np.full(bearing_deg.shape, self.angle_deg)

    exact = near


@dataclass(frozen=True, slots=True, eq=False)
class FileCutoff:
    """Angles above which a luminaire's candela stay under a share of its maximum.

    Attributes
    ----------
    ring_deg : (361,) array
        Angles toward every degree of bearing, for the luminaire at orientation 0.
    """

    luminaire: Luminaire
    share: float
    ring_deg: FloatArray

    @classmethod
    def of(cls, luminaire: Luminaire, share: float) -> FileCutoff:
        """Make it for a placed luminaire; those that differ in orientation alone share a ring."""
        turned = (luminaire.tilt_deg, luminaire.roll_deg, luminaire.spin_deg)
        return cls(luminaire, share, _ring(luminaire.file.distribution, share, turned))

    def near(self, bearing_deg: FloatArray) -> FloatArray:
        """Give angles (n,), deg, interpolated between whole degrees of bearing."""
        relative = (bearing_deg - self.luminaire.orientation_deg) % 360.0
        return np.interp(relative, RING_DEG, self.ring_deg)

    def exact(self, bearing_deg: FloatArray) -> FloatArray:
        """Give angles (n,), deg; 0 where no candela that way exceed the threshold."""
        placed = self.luminaire
        turned = (placed.tilt_deg, placed.roll_deg, placed.spin_deg)
        relative = bearing_deg - placed.orientation_deg
        return _angles(placed.file.distribution, self.share, turned, relative)


@lru_cache(maxsize=256)  # a site has tens of types, each tilted in a few ways
def _ring(
    distribution: IntensityDistribution, share: float, turned: tuple[float, float, float]
) -> FloatArray:
    return _angles(distribution, share, turned, RING_DEG)


def _angles(
    distribution: IntensityDistribution,
    share: float,
    turned: tuple[float, float, float],
    bearing_deg: FloatArray,
) -> FloatArray:
    rotation = rotation_matrix(0.0, *turned)
    found = cutoff_angle_deg(distribution, share, rotation, bearing_deg=bearing_deg)
    return np.nan_to_num(found, nan=0.0)  # dark that way: not seen at all
