"""The property ring: the boundaries joined, what faces inward, where they do not close."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from photometry.site.geometry import TOLERANCE_FT, chunks, signed_area, to_segments
from photometry.site.model import Gap
from photometry.site.offsets import offset_pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.site.model import Boundary, Site
    from photometry.site.offsets import OffsetPiece

    FloatArray = NDArray[np.float64]

__all__ = ["WIDEST_GAP_FT", "PropertyRing", "property_ring", "ring_gaps"]

WIDEST_GAP_FT = 0.1  # ends of successive boundaries that are nearer than this are one point
OPPOSITE = 1e-6  # a sum of unit vectors shorter than this has no direction of its own


@dataclass(frozen=True, eq=False)
class PropertyRing:
    """Edges of the property line, in a local origin.

    Attributes
    ----------
    starts, ends : (n, 2) array
        Counterclockwise where it is closed.
    inward : (n, 2) array
        Unit normals toward the property.
    owner : (n,) int array
        Which boundary each edge belongs to, by its place in the site.
    is_closed
        Whether the edges make a ring.
    origin_ft
        What to add for site coordinates.
    """

    starts: FloatArray
    ends: FloatArray
    inward: FloatArray
    owner: NDArray[np.int64]
    is_closed: bool
    origin_ft: tuple[float, float]
    _curves: dict[float, tuple[OffsetPiece, ...]] = field(default_factory=dict, repr=False)

    def beyond(self, distance_ft: float) -> tuple[OffsetPiece, ...]:
        """Give the curve exactly a distance beyond a closed ring, in the local origin."""
        if distance_ft not in self._curves:  # asked for by every boundary
            self._curves[distance_ft] = offset_pieces(self.starts, distance_ft)
        return self._curves[distance_ft]

    def nearest(self, points_ft: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Find the nearest point of the ring and the direction toward it.

        Parameters
        ----------
        points_ft : (n, 2) array
            Site coordinates.

        Returns
        -------
        nearest_ft : (n, 2) array
            Site coordinates; the first of several that are equally near.
        facing : (n, 2) array
            Unit vectors toward it, the mean direction of several; on the ring the inward
            normal, the mean at vertices.
        """
        origin = np.array(self.origin_ft)
        parts = [
            self._nearest(points_ft[rows] - origin)
            for rows in chunks(len(points_ft), len(self.starts))
        ]
        nearest = np.concatenate([part[0] for part in parts] or [np.empty((0, 2))])
        facing = np.concatenate([part[1] for part in parts] or [np.empty((0, 2))])
        return nearest + origin, facing

    def _nearest(self, local: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Find nearest points and directions for some local points, all pairs at once."""
        distance, foot_x, foot_y = to_segments(local, self.starts, self.ends)
        least = distance.min(axis=1, keepdims=True)
        tied = distance <= least + TOLERANCE_FT
        on_ring = least <= TOLERANCE_FT
        first = distance.argmin(axis=1)
        rows = np.arange(len(local))
        nearest = np.stack([foot_x[rows, first], foot_y[rows, first]], axis=1)
        directions = []
        for axis, foot in enumerate((foot_x, foot_y)):
            toward = (foot - local[:, axis, None]) / np.where(on_ring, 1.0, distance)
            directions.append(np.where(on_ring, self.inward[:, axis], toward))
        facing = np.stack([(tied * part).sum(axis=1) for part in directions], axis=1)
        length = np.hypot(facing[:, 0], facing[:, 1])[:, None]
        # Midway in a slot the nearest points lie opposite and their mean is no direction.
        alone = np.stack([part[rows, first] for part in directions], axis=1)
        has_mean = length > OPPOSITE
        return nearest, np.where(has_mean, facing / np.where(has_mean, length, 1.0), alone)


def property_ring(site: Site) -> PropertyRing | None:
    """Join the boundaries of a site; None where it has none."""
    if not site.boundaries:
        return None
    origin = np.array(site.origin_ft)
    is_closed = not ring_gaps(site.boundaries)
    lines = [boundary.line_ft - origin for boundary in site.boundaries]
    starts = np.concatenate([line[:-1] for line in lines])
    ends = np.concatenate([line[1:] for line in lines])
    owner = np.repeat(np.arange(len(lines)), [len(line) - 1 for line in lines])
    if is_closed:
        ends = np.roll(starts, -1, axis=0)  # joins the ends that almost meet
    real = np.hypot(*(ends - starts).T) > TOLERANCE_FT
    starts, ends, owner = starts[real], ends[real], owner[real]
    if is_closed:
        ends = np.roll(starts, -1, axis=0)
        if signed_area(starts) < 0.0:
            starts, ends, owner = ends[::-1], starts[::-1], owner[::-1]
    along = (ends - starts) / np.hypot(*(ends - starts).T)[:, None]
    left = np.stack([-along[:, 1], along[:, 0]], axis=1)
    side = 1.0 if is_closed else _inward_side(starts, ends, site)
    return PropertyRing(starts, ends, side * left, owner, is_closed, site.origin_ft)


def ring_gaps(boundaries: Sequence[Boundary]) -> tuple[Gap, ...]:
    """Give the places where a boundary does not end at the start of the next, within 0.1 ft."""
    gaps = []
    for index, before in enumerate(boundaries):
        after = boundaries[(index + 1) % len(boundaries)]
        (ax, ay), (bx, by) = before.line_ft[-1], after.line_ft[0]
        if math.hypot(bx - ax, by - ay) > WIDEST_GAP_FT:
            ends = (float(ax), float(ay)), (float(bx), float(by))
            gaps.append(Gap(before.id, after.id, *ends))
    return tuple(gaps)


def _inward_side(starts: FloatArray, ends: FloatArray, site: Site) -> float:
    """Tell on which side of boundaries that do not close the site lies: 1 left, -1 right."""
    area = signed_area(np.concatenate([starts, ends[-1:]]))
    if abs(area) > TOLERANCE_FT * float(np.abs(ends - starts).sum()):
        return math.copysign(1.0, area)
    # A straight line alone encloses nothing: the luminaires and zones tell.
    places = [np.array([head.pole_xy_ft]) for head in site.heads]
    places += [zone.outline_ft for zone in site.zones]
    if not places:
        return 1.0
    middle = np.concatenate(places).mean(axis=0) - np.array(site.origin_ft) - starts[0]
    along = ends[0] - starts[0]
    return math.copysign(1.0, along[0] * middle[1] - along[1] * middle[0])
