"""Calculation points of a zone: the square lattice inside its outline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from photometry.luminaires.record import Note
    from photometry.site.model import Site, Zone

    FloatArray = NDArray[np.float64]

__all__ = ["ZonePoints", "zone_points"]


@dataclass(frozen=True, eq=False)
class ZonePoints:
    """Where a zone is calculated.

    Attributes
    ----------
    points_ft : (n, 3) array
        Site coordinates, ft; z is grade plus the zone's height.
    lattice : (n, 2) int array
        Column and row of each point on the zone's lattice, for contours and tables.
    spacing_ft
        Spacing that was used in the end (halved where the zone kept too few points).
    """

    points_ft: FloatArray
    lattice: NDArray[np.int64]
    spacing_ft: float
    notes: tuple[Note, ...] = ()


def zone_points(zone: Zone, site: Site) -> ZonePoints:
    """Give the points of a zone by the rules of place."""
    raise NotImplementedError(zone, site)
