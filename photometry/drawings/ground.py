"""How far places are from the property line and its boundaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.site.geometry import open_ring
from photometry.site.ring import property_ring

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.site.model import Site

    FloatArray = NDArray[np.float64]

__all__ = ["Ground"]


class Ground:
    """The property and its boundaries, asked how far a place is from them.

    Parameters
    ----------
    site
        Its boundaries; where they do not close to a ring, nothing is outside.
    """

    def __init__(self, site: Site) -> None:
        ring = property_ring(site)
        self._ring = ring
        self._boundaries = {b.id: shapely.LineString(b.line_ft) for b in site.boundaries}
        self.polygon: shapely.Polygon | None = None
        if ring is not None and ring.is_closed and len(ring.starts) >= 3:
            self.polygon = shapely.Polygon(open_ring(ring.starts) + np.array(ring.origin_ft))

    def outside_ft(self, places_ft: FloatArray) -> FloatArray:
        """Distance (n,) of places beyond the property line; negative inside."""
        if self.polygon is None:
            return np.full(len(places_ft), -np.inf)
        points = shapely.points(places_ft)
        away = shapely.distance(points, self.polygon.exterior)
        shapely.prepare(self.polygon)
        inside = shapely.contains_xy(self.polygon, places_ft[:, 0], places_ft[:, 1])
        return np.where(inside, -away, away)

    def may_be_outside(self, x_ft: FloatArray, y_ft: FloatArray) -> NDArray[np.bool_]:
        """Tell which nodes (n, m) of a grid are outside the property or within a cell of it."""
        x, y = np.meshgrid(x_ft, y_ft)
        if self.polygon is None:
            return np.zeros(x.shape, np.bool_)
        cell = float(max(x_ft[1] - x_ft[0], y_ft[1] - y_ft[0]))
        inner = self.polygon.buffer(-2.0 * cell)
        shapely.prepare(inner)
        inside: NDArray[np.bool_] = shapely.contains_xy(inner, x, y)
        return ~inside

    def nearer_ft(self, places_ft: FloatArray, boundary_id: str) -> FloatArray:
        """By how much a boundary is nearer to places than every other one."""
        points = shapely.points(places_ft)
        own = shapely.distance(points, self._boundaries[boundary_id])
        others = [line for name, line in self._boundaries.items() if name != boundary_id]
        if not others:
            return np.full(len(places_ft), np.inf)
        least = np.min([shapely.distance(points, line) for line in others], axis=0)
        nearer: FloatArray = least - own
        return nearer

    def facing(self, places_ft: FloatArray) -> FloatArray:
        """Give unit vectors (n, 3) from places toward the property, level."""
        if self._ring is None:
            return np.tile([1.0, 0.0, 0.0], (len(places_ft), 1))
        _, facing = self._ring.nearest(places_ft)
        return np.column_stack([facing, np.zeros(len(facing))])
