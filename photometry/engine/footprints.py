"""Footprints of buildings as closed counterclockwise rings, (n + 1, 2) arrays in feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["closed_ring", "drawn_in", "inside", "is_convex", "nearest_on_ring"]


def closed_ring(footprint_ft: FloatArray) -> FloatArray:
    """Give a footprint closed, counterclockwise and without repeated vertices."""
    ring = np.asarray(footprint_ft, np.float64)
    ring = ring[(ring != np.roll(ring, 1, axis=0)).any(axis=1)]
    local = ring - ring[0]  # far from the origin the area would drown in rounding
    x, y = local.T
    if np.dot(x, np.roll(y, -1)) < np.dot(y, np.roll(x, -1)):
        ring = ring[::-1]
    return np.concatenate([ring, ring[:1]])


def drawn_in(ring: FloatArray, by_ft: float) -> FloatArray:
    """Move every edge of a closed counterclockwise ring inward; sharp corners stay short."""
    edge = np.diff(ring, axis=0)
    along = edge / np.hypot(*edge.T)[:, np.newaxis]
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    before = np.roll(normal, 1, axis=0)
    mitre = normal + before
    length = np.maximum((mitre * mitre).sum(axis=1), 0.02)  # at most ten times `by_ft`
    moved = ring[:-1] + by_ft * 2.0 * mitre / length[:, np.newaxis]
    return np.concatenate([moved, moved[:1]])


def is_convex(ring: FloatArray) -> bool:
    """Tell whether a closed counterclockwise ring only ever turns left."""
    edge = np.diff(ring, axis=0)
    after = np.roll(edge, -1, axis=0)
    return bool((edge[:, 0] * after[:, 1] - edge[:, 1] * after[:, 0] >= 0.0).all())


def inside(ring: FloatArray, xy: FloatArray) -> BoolArray:
    """Tell which points are inside a closed ring (even-odd rule)."""
    x, y = xy[:, 0, np.newaxis], xy[:, 1, np.newaxis]
    (x0, y0), (x1, y1) = ring[:-1].T, ring[1:].T
    spans = (y0 > y) != (y1 > y)
    rise = np.where(y1 == y0, 1.0, y1 - y0)
    crossings = spans & (x < x0 + (y - y0) * (x1 - x0) / rise)
    odd: BoolArray = crossings.sum(axis=1) % 2 == 1
    return odd


def nearest_on_ring(ring: FloatArray, xy: FloatArray) -> FloatArray:
    """Give the point of a closed ring that is nearest to a place."""
    start, edge = ring[:-1], np.diff(ring, axis=0)
    along = ((xy - start) * edge).sum(axis=1) / (edge * edge).sum(axis=1)
    foot = start + np.clip(along, 0.0, 1.0)[:, np.newaxis] * edge
    nearest: FloatArray = foot[np.argmin(((foot - xy) ** 2).sum(axis=1))]
    return nearest
