"""Grade under points and luminaires."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

__all__ = ["Plane", "Surface", "Terrain", "plane_through", "surface_through"]

SMALLEST_SINE: Final = 1e-6


@dataclass(frozen=True)
class Terrain:
    """Flat ground at one elevation, ft."""

    elevation_ft: float = 0.0

    def grade_ft(self, x_ft: ArrayLike, y_ft: ArrayLike) -> FloatArray:
        """Elevation of grade at points, ft, broadcast."""
        return np.full(np.broadcast_shapes(np.shape(x_ft), np.shape(y_ft)), self.elevation_ft)

    def covers(self, x_ft: ArrayLike, y_ft: ArrayLike) -> BoolArray:
        """Tell at which points grade is known; flat ground has no end."""
        return np.ones(np.broadcast_shapes(np.shape(x_ft), np.shape(y_ft)), dtype=np.bool_)

    def unknown_in(self, outline_ft: FloatArray) -> tuple[float, float] | None:
        """Give a place on or in an open ring (n, 2) where grade is not known, or None."""
        beyond = np.flatnonzero(~self.covers(outline_ft[:, 0], outline_ft[:, 1]))
        if not len(beyond):
            return None
        x, y = outline_ft[beyond[0]]
        return float(x), float(y)


@dataclass(frozen=True, kw_only=True)
class Plane(Terrain):
    """Ground that rises evenly and has no end.

    Attributes
    ----------
    at_ft : (x, y)
        Where `elevation_ft` is its elevation.
    rise : (dz/dx, dz/dy)
        Feet up for each foot along.
    """

    at_ft: tuple[float, float]
    rise: tuple[float, float]

    def grade_ft(self, x_ft: ArrayLike, y_ft: ArrayLike) -> FloatArray:
        """Elevation of grade at points, ft, broadcast."""
        east = np.asarray(x_ft, np.float64) - self.at_ft[0]
        north = np.asarray(y_ft, np.float64) - self.at_ft[1]
        return np.asarray(self.elevation_ft + self.rise[0] * east + self.rise[1] * north)


@dataclass(frozen=True, eq=False, kw_only=True)
class Surface(Terrain):
    """Ground as a triangulated irregular network.

    Beyond its triangles grade is that of the nearest point of it.

    Attributes
    ----------
    vertices_ft : (n, 3) array
        Site coordinates and elevations.
    triangles : (m, 3) int array
        Rows of `vertices_ft`; none without area in plan, none above another.
    """

    vertices_ft: FloatArray
    triangles: IntArray

    def grade_ft(self, x_ft: ArrayLike, y_ft: ArrayLike) -> FloatArray:
        """Elevation of grade at points, ft, broadcast."""
        x, y = np.broadcast_arrays(np.asarray(x_ft, np.float64), np.asarray(y_ft, np.float64))
        xy = np.stack([x.ravel(), y.ravel()], axis=1) - self._origin
        triangle = self._triangle_under(xy)
        beyond = np.flatnonzero(triangle < 0)
        if beyond.size:
            points = shapely.points(xy[beyond])
            triangle[beyond] = self._tree.nearest(points)
            nearest = shapely.shortest_line(self._shapes[triangle[beyond]], points)
            xy[beyond] = shapely.get_coordinates(nearest).reshape(-1, 2, 2)[:, 0]
        a, b, c = (self.vertices_ft[self.triangles[triangle, corner]] for corner in range(3))
        to_b, to_c = b - a, c - a
        step = xy + self._origin - a[:, :2]
        area = to_b[:, 0] * to_c[:, 1] - to_b[:, 1] * to_c[:, 0]
        share_b = (step[:, 0] * to_c[:, 1] - step[:, 1] * to_c[:, 0]) / area
        share_c = (to_b[:, 0] * step[:, 1] - to_b[:, 1] * step[:, 0]) / area
        z = a[:, 2] + share_b * to_b[:, 2] + share_c * to_c[:, 2]
        return np.asarray(z.reshape(x.shape))

    def covers(self, x_ft: ArrayLike, y_ft: ArrayLike) -> BoolArray:
        """Tell which points lie on a triangle."""
        x, y = np.broadcast_arrays(np.asarray(x_ft, np.float64), np.asarray(y_ft, np.float64))
        xy = np.stack([x.ravel(), y.ravel()], axis=1) - self._origin
        return np.asarray((self._triangle_under(xy) >= 0).reshape(x.shape))

    @cached_property
    def _origin(self) -> FloatArray:
        return np.asarray(np.round(self.vertices_ft[0, :2]))

    @cached_property
    def _shapes(self) -> NDArray[np.object_]:
        return np.asarray(shapely.polygons(self.vertices_ft[self.triangles, :2] - self._origin))

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(self._shapes)

    def _triangle_under(self, xy: FloatArray) -> IntArray:
        """Give the triangle under each local point (n, 2); -1 where there is none."""
        found = np.full(len(xy), -1, dtype=np.int64)
        # Written from the last to the first: on a shared edge the first triangle counts.
        point, triangle = self._tree.query(shapely.points(xy), predicate="intersects")
        order = np.argsort(-triangle, kind="stable")
        found[point[order]] = triangle[order]
        return found


def plane_through(points_ft: FloatArray) -> Plane:
    """Give the plane through three spot elevations.

    Parameters
    ----------
    points_ft : (3, 3) array
        Site coordinates and elevations, not on one line.

    Raises
    ------
    ValueError
        The points make no plane; the message says why.
    """
    if len(points_ft) != 3:
        raise ValueError(f"has {len(points_ft)} points; a plane goes through 3")
    a, b, c = points_ft
    edges = np.stack([b - a, c - a])
    length = np.hypot(edges[:, 0], edges[:, 1])
    turn = edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0]
    # The sine of the angle between the edges: below it the rise is anyone's guess.
    if not abs(turn) > SMALLEST_SINE * length[0] * length[1]:
        raise ValueError("has all its points on one line, seen from above; a plane needs an area")
    rise = np.linalg.solve(edges[:, :2], edges[:, 2])
    return Plane(
        float(a[2]), at_ft=(float(a[0]), float(a[1])), rise=(float(rise[0]), float(rise[1]))
    )


def surface_through(points_ft: FloatArray) -> Surface:
    """Give the surface through spot elevations: their Delaunay triangles.

    Parameters
    ----------
    points_ft : (n, 3) array
        Site coordinates and elevations; at least three, not on one line, no two at one place.

    Raises
    ------
    ValueError
        The points make no surface; the message says why.
    """
    from scipy.spatial import Delaunay, QhullError  # noqa: PLC0415  # slow, and few sites slope

    if len(points_ft) < 3:
        raise ValueError(f"has {len(points_ft)} points; a surface needs at least 3")
    local = points_ft[:, :2] - np.round(points_ft[0, :2])
    order = np.lexsort(local.T)
    same = np.flatnonzero((np.diff(local[order], axis=0) == 0.0).all(axis=1))
    if same.size:
        x, y, _ = points_ft[order[same[0]]]
        raise ValueError(f"has two elevations at ({x:g}, {y:g})")
    try:
        triangles = Delaunay(local).simplices
    except QhullError:
        raise ValueError("has all its points on one line; a surface needs an area") from None
    return Surface(vertices_ft=points_ft, triangles=triangles.astype(np.int64))
