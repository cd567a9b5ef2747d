"""Plane geometry that places are made of: rings, polylines, distances.

Plain functions on arrays, in feet, in whatever origin the caller works in; callers shift
state plane coordinates to a local origin first, so that products keep their digits.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = [
    "LARGEST_COORDINATE",
    "TOLERANCE_FT",
    "chunks",
    "contains",
    "counterclockwise",
    "divide",
    "drop_repeats",
    "least_distance",
    "open_ring",
    "polyline_length",
    "ring_segments",
    "rotation",
    "signed_area",
    "to_segments",
]

LARGEST_COORDINATE = 1e9  # that is read: beyond any state plane, in any unit
TOLERANCE_FT = 1e-6  # the rules of place: closer than this is the same place

_CHUNK = 2_000_000  # point-segment pairs held at once: about 100 MB of working arrays


def drop_repeats(points: FloatArray) -> FloatArray:
    """Drop each point that repeats the one before it, within the tolerance."""
    if len(points) < 2:
        return points
    if len(points) == 2:  # most of a drawing
        return points if math.dist(points[0], points[1]) > TOLERANCE_FT else points[:1]
    across = points[1:] - points[:-1]
    moves = np.ones(len(points), np.bool_)
    moves[1:] = np.hypot(across[:, 0], across[:, 1]) > TOLERANCE_FT
    return np.asarray(points[moves])


def open_ring(points: FloatArray) -> FloatArray:
    """Give a ring without repeated points and without a closing one."""
    points = drop_repeats(points)
    while len(points) > 1 and math.dist(points[0], points[-1]) <= TOLERANCE_FT:
        points = points[:-1]
    return points


def ring_segments(ring: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Give starts and ends (n, 2) of the edges of an open ring, the closing one last."""
    return ring, np.roll(ring, -1, axis=0)


def signed_area(ring: FloatArray) -> float:
    """Give the area of an open ring, positive where it runs counterclockwise."""
    x, y = (ring - ring[0]).T
    next_x, next_y = np.concatenate([x[1:], x[:1]]), np.concatenate([y[1:], y[:1]])
    return float(0.5 * np.sum(x * next_y - next_x * y))


def counterclockwise(ring: FloatArray) -> FloatArray:
    """Give an open ring counterclockwise."""
    return ring if signed_area(ring) >= 0.0 else ring[::-1]


def polyline_length(points: FloatArray) -> float:
    """Give the length of a polyline."""
    if len(points) < 2:
        return 0.0
    across = points[1:] - points[:-1]
    return float(np.hypot(across[:, 0], across[:, 1]).sum())


def rotation(angle_deg: float) -> FloatArray:
    """Give the matrix (2, 2) that turns counterclockwise; quarter turns are exact."""
    quarters = angle_deg / 90.0
    if quarters == round(quarters):
        turns = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
        cosine, sine = turns[round(quarters) % 4]
    else:
        angle = math.radians(angle_deg)
        cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])


def divide(length_ft: float, spacing_ft: float) -> FloatArray:
    """Divide a length equally at no more than a spacing, both ends included.

    >>> divide(12.0, 5.0)
    array([ 0.,  4.,  8., 12.])
    """
    # A length that is a whole number of spacings but for rounding gets no extra station.
    count = max(1, math.ceil(length_ft / spacing_ft - 1e-9))
    return np.linspace(0.0, length_ft, count + 1)


def to_segments(
    points: FloatArray, starts: FloatArray, ends: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Measure points to segments.

    Parameters
    ----------
    points : (n, 2) array
    starts, ends : (m, 2) array

    Returns
    -------
    distance : (n, m) array
    foot_x, foot_y : (n, m) array
        The nearest point of each segment.
    """
    along = ends - starts
    square = np.einsum("mk,mk->m", along, along)
    square = np.where(square > 0.0, square, 1.0)  # a point: any share of it is itself
    dx = points[:, 0, None] - starts[None, :, 0]
    dy = points[:, 1, None] - starts[None, :, 1]
    share = np.clip((dx * along[:, 0] + dy * along[:, 1]) / square, 0.0, 1.0)
    # At the end itself rounding of start + 1.0 * along would miss the vertex.
    foot_x = np.where(share == 1.0, ends[:, 0], starts[:, 0] + share * along[:, 0])
    foot_y = np.where(share == 1.0, ends[:, 1], starts[:, 1] + share * along[:, 1])
    distance = np.hypot(points[:, 0, None] - foot_x, points[:, 1, None] - foot_y)
    return distance, foot_x, foot_y


def least_distance(points: FloatArray, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """Give the distance (n,) of points to the nearest of some segments, in bounded memory."""
    parts = [
        to_segments(points[rows], starts, ends)[0].min(axis=1)
        for rows in chunks(len(points), len(starts))
    ]
    return np.concatenate(parts) if parts else np.empty(0)


def chunks(points: int, segments: int) -> Iterator[slice]:
    """Divide points so that all pairs with some segments fit into memory."""
    size = max(1, _CHUNK // max(1, segments))
    return (slice(at, at + size) for at in range(0, points, size))


def contains(ring: FloatArray, points: FloatArray) -> NDArray[np.bool_]:
    """Tell which points (n, 2) lie inside a simple ring or within the tolerance of it."""
    starts, ends = ring_segments(ring)
    inside = np.zeros(len(points), dtype=np.bool_)
    for (ax, ay), (bx, by) in zip(starts, ends, strict=True):
        if ay == by:
            continue
        # Half-open in y, so that a vertex at a point's level counts once.
        spans = (ay > points[:, 1]) != (by > points[:, 1])
        crossing = ax + (points[:, 1] - ay) / (by - ay) * (bx - ax)
        inside ^= spans & (points[:, 0] < crossing)
    return inside | (least_distance(points, starts, ends) <= TOLERANCE_FT)
