"""The curve at a distance beyond a ring, exactly: straight pieces and arcs.

Every point of it is exactly the distance from the whole ring, on its outside.  Round joins
at convex corners are true arcs; at concave corners, and wherever another part of the ring
comes nearer, pieces end where they meet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.site.geometry import TOLERANCE_FT, least_distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]
    Point = tuple[float, float]

__all__ = ["Arc", "OffsetPiece", "Straight", "offset_pieces"]

# A piece may come this much nearer than the distance before it is cut: far under the
# tolerance of a place, far over the rounding of a distance.
_NEARER_FT = 1e-8


@dataclass(frozen=True, slots=True)
class Straight:
    """A straight piece from `start` to `end`, ft."""

    start: Point
    end: Point

    @property
    def length_ft(self) -> float:
        """Length of the piece, ft."""
        return math.dist(self.start, self.end)

    def at(self, station_ft: ArrayLike) -> FloatArray:
        """Points (n, 2) at distances from its start, ft."""
        share = np.asarray(station_ft, np.float64)[..., None] / self.length_ft
        start, end = np.array(self.start), np.array(self.end)
        # Weighted from the nearer end, so that both ends are met exactly.
        from_start = start + share * (end - start)
        from_end = end - (1.0 - share) * (end - start)
        return np.asarray(np.where(share < 0.5, from_start, from_end))

    def part(self, first_ft: float, last_ft: float) -> Straight:
        """Give the piece between two stations."""
        start, end = self.at([first_ft, last_ft])
        return Straight((float(start[0]), float(start[1])), (float(end[0]), float(end[1])))

    def moved(self, by: Point) -> Straight:
        """Give the piece shifted."""
        return Straight(
            (self.start[0] + by[0], self.start[1] + by[1]),
            (self.end[0] + by[0], self.end[1] + by[1]),
        )


@dataclass(frozen=True, slots=True)
class Arc:
    """A counterclockwise arc, ft and radians from +x."""

    centre: Point
    radius_ft: float
    start_rad: float
    sweep_rad: float

    @property
    def length_ft(self) -> float:
        """Length of the piece, ft."""
        return self.radius_ft * self.sweep_rad

    def at(self, station_ft: ArrayLike) -> FloatArray:
        """Points (n, 2) at distances from its start, ft."""
        angle = self.start_rad + np.asarray(station_ft, np.float64) / self.radius_ft
        across = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        return np.asarray(np.array(self.centre) + self.radius_ft * across)

    def part(self, first_ft: float, last_ft: float) -> Arc:
        """Give the piece between two stations."""
        start = self.start_rad + first_ft / self.radius_ft
        return Arc(self.centre, self.radius_ft, start, (last_ft - first_ft) / self.radius_ft)

    def moved(self, by: Point) -> Arc:
        """Give the piece shifted."""
        centre = (self.centre[0] + by[0], self.centre[1] + by[1])
        return Arc(centre, self.radius_ft, self.start_rad, self.sweep_rad)


@dataclass(frozen=True, slots=True)
class OffsetPiece:
    """A piece of the curve and the edges of the ring that it is beyond.

    Attributes
    ----------
    edges
        One edge of the ring, or the two that meet at the corner that an arc goes round.
    """

    piece: Straight | Arc
    edges: tuple[int, ...]


def offset_pieces(ring: FloatArray, distance_ft: float) -> tuple[OffsetPiece, ...]:
    """Give the curve exactly a distance beyond a ring.

    Parameters
    ----------
    ring : (n, 2) array
        Simple, open (the first point is not repeated), counterclockwise; in a local origin.
    distance_ft
        Above 0.

    Returns
    -------
    tuple of OffsetPiece
        Counterclockwise: the arc about vertex i, then what is left of edge i, and so on.
    """
    starts, ends = ring, np.roll(ring, -1, axis=0)
    found: list[OffsetPiece] = []
    for raw in _raw_pieces(starts, ends, distance_ft):
        near = _edges_within(raw.piece, starts, ends, distance_ft)
        clear = _clear_parts(raw.piece, starts[near], ends[near], distance_ft)
        found += [OffsetPiece(part, raw.edges) for part in clear]
    return tuple(found)


def _raw_pieces(starts: FloatArray, ends: FloatArray, distance_ft: float) -> Iterator[OffsetPiece]:
    """Give the offset of each corner and edge alone, whatever else is near."""
    along = ends - starts
    along = along / np.hypot(along[:, 0], along[:, 1])[:, None]
    outward = np.stack([along[:, 1], -along[:, 0]], axis=1)
    for edge in range(len(starts)):
        before = edge - 1 if edge else len(starts) - 1
        turn = math.atan2(_cross(along[before], along[edge]), float(along[before] @ along[edge]))
        if turn > 0.0:
            start = math.atan2(outward[before, 1], outward[before, 0])
            corner = (float(starts[edge, 0]), float(starts[edge, 1]))
            yield OffsetPiece(Arc(corner, distance_ft, start, turn), (before, edge))
        (ax, ay), (bx, by) = (end[edge] + distance_ft * outward[edge] for end in (starts, ends))
        yield OffsetPiece(Straight((float(ax), float(ay)), (float(bx), float(by))), (edge,))


def _cross(a: FloatArray, b: FloatArray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _edges_within(
    piece: Straight | Arc, starts: FloatArray, ends: FloatArray, distance_ft: float
) -> NDArray[np.bool_]:
    """Tell which edges can come nearer to a piece than the distance, by their boxes.

    An edge at just the distance is one of them, whatever the last bit of either says.
    """
    reach_ft = distance_ft + TOLERANCE_FT
    if isinstance(piece, Straight):
        corners = np.array([piece.start, piece.end])
        low, high = corners.min(axis=0), corners.max(axis=0)
    else:
        low, high = np.array(piece.centre) - distance_ft, np.array(piece.centre) + distance_ft
    reaches_low = np.maximum(starts, ends) >= low - reach_ft
    reaches_high = np.minimum(starts, ends) <= high + reach_ft
    return np.asarray((reaches_low & reaches_high).all(axis=1))


def _clear_parts(
    piece: Straight | Arc, starts: FloatArray, ends: FloatArray, distance_ft: float
) -> Iterator[Straight | Arc]:
    """Give the parts of a piece that no edge comes nearer to than the distance.

    The distance to an edge passes through `distance_ft` only where the piece meets a circle
    about one of its ends or a parallel beside it, so between such stations one probe decides.
    """
    length = piece.length_ft
    meetings = _meetings_of_straight if isinstance(piece, Straight) else _meetings_of_arc
    cuts = meetings(piece, starts, ends, distance_ft)  # type: ignore[arg-type]  # chosen by type
    cuts = np.sort(cuts[(cuts > 0.0) & (cuts < length)])
    cuts = np.concatenate([[0.0], cuts, [length]])
    cuts = cuts[np.concatenate([[True], np.diff(cuts) > 1e-9])]  # one meeting, found twice
    probes = piece.at((cuts[:-1] + cuts[1:]) / 2)
    clear = least_distance(probes, starts, ends) >= distance_ft - _NEARER_FT
    edges = np.flatnonzero(np.diff(np.concatenate([[False], clear, [False]])))
    for first, last in zip(cuts[edges[::2]], cuts[edges[1::2]], strict=True):
        if last - first > TOLERANCE_FT:
            whole = first == 0.0 and last == length
            yield piece if whole else piece.part(float(first), float(last))


def _meetings_of_straight(
    piece: Straight, starts: FloatArray, ends: FloatArray, distance_ft: float
) -> FloatArray:
    """Stations where a straight piece meets the circles and parallels of edges."""
    start = np.array(piece.start)
    along = (np.array(piece.end) - start) / piece.length_ft
    out = [np.empty(0)]
    for centres in (starts, ends):
        offset = start - centres
        middle = offset @ along
        beneath = middle**2 - np.einsum("mk,mk->m", offset, offset) + distance_ft**2
        half = np.sqrt(beneath[beneath >= 0.0])
        out += [-middle[beneath >= 0.0] - half, -middle[beneath >= 0.0] + half]
    normal = _normals(starts, ends)
    rate = normal @ along
    crosses = np.abs(rate) > 1e-12  # else parallel: it never passes through
    height = np.einsum("mk,mk->m", normal, start - starts)[crosses]
    out += [(side * distance_ft - height) / rate[crosses] for side in (1.0, -1.0)]
    return np.concatenate(out)


def _meetings_of_arc(
    piece: Arc, starts: FloatArray, ends: FloatArray, distance_ft: float
) -> FloatArray:
    """Stations where an arc meets the circles and parallels of edges."""
    centre = np.array(piece.centre)
    angles = [np.empty(0)]
    for centres in (starts, ends):
        apart = centres - centre
        span = np.hypot(apart[:, 0], apart[:, 1])
        meets = (span > TOLERANCE_FT) & (span <= 2 * distance_ft)
        toward = np.arctan2(apart[meets, 1], apart[meets, 0])
        half = np.arccos(span[meets] / (2 * distance_ft))
        angles += [toward - half, toward + half]
    normal = _normals(starts, ends)
    height = np.einsum("mk,mk->m", normal, centre - starts)
    toward = np.arctan2(normal[:, 1], normal[:, 0])
    for side in (1.0, -1.0):
        cosine = (side * distance_ft - height) / distance_ft
        meets = np.abs(cosine) <= 1.0
        half = np.arccos(cosine[meets])
        angles += [toward[meets] - half, toward[meets] + half]
    turned = np.mod(np.concatenate(angles) - piece.start_rad, 2 * math.pi)
    return turned * piece.radius_ft


def _normals(starts: FloatArray, ends: FloatArray) -> FloatArray:
    along = ends - starts
    along = along / np.hypot(along[:, 0], along[:, 1])[:, None]
    return np.stack([along[:, 1], -along[:, 0]], axis=1)
