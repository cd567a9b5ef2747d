"""What keeps light from running between obstructions that touch.

For visibility every prism is drawn in by a hair (see `shadows`), so that light may run along a
face. Between two prisms that share a face, an edge or a corner that would leave a slit. It is
closed by further prisms, of a few hairs' width, that lie wholly within the two: a *seam* along a
shared face, a *pin* where corners meet, a *pad* between a prism and what stands on it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.errors import CalculationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["Solid", "fillings"]

TOUCHING_FT: Final = 2e-6  # nearer than this, or overlapping by no more, faces touch
DEPTH_FT: Final = 2e-6  # how far a filling reaches into the prisms: deeper than they are drawn in
INSET_FT: Final = 2e-5  # over this length a seam runs out to a point at either end
# The corners of a seam, counterclockwise from an end: how much of the way to their wall, and on
# whose side of it.
_HALFWAY: Final = np.array([[0.5], [1.0], [1.0], [0.5], [0.0], [0.0], [0.5]])
_ASIDE: Final = np.array([[0.0], [-1.0], [-1.0], [0.0], [1.0], [1.0], [0.0]])
PIN_DEPTH_FT: Final = 3e-6  # how far a pin reaches past a right angle's sides
SHARPEST: Final = 0.07  # sine of half the angle of the sharpest corner that a pin fills
SAME_WAY: Final = 1e-5  # radians between directions that are the same
MOST_PAIRS: Final = 20_000  # of prisms that meet; a town of row houses has fewer


class Solid(NamedTuple):
    """A prism: a closed counterclockwise ring, (m, 2), ft, and the elevations of its ends."""

    ring_ft: FloatArray
    base_ft: float
    top_ft: float


class _Corner(NamedTuple):
    """What a footprint fills of the directions round a place on its boundary."""

    at_ft: FloatArray
    start: float  # radians; from here on counterclockwise ...
    width: float  # ... this much is inside


def fillings(solids: Sequence[Solid], drawn_in_ft: float) -> Iterator[Solid]:
    """Give the prisms that close the slits between others.

    Parameters
    ----------
    solids
        The prisms as they stand.
    drawn_in_ft
        By how much each is drawn in.

    Yields
    ------
    Solid
        Not to be drawn in. The ring of a pin has no area.

    Raises
    ------
    CalculationError
        Too many of them meet to be looked at pair by pair.
    """
    for one, other in _neighbours(solids):
        span, is_level = _shared_heights(one, other, drawn_in_ft)
        a, b = one.ring_ft, other.ring_ft
        for ring in (*_seams(a, b, drawn_in_ft), *_pins(a, b)):
            yield Solid(ring, *span)
        if is_level:
            for ring in _pads(a, b, drawn_in_ft):
                yield Solid(ring, *span)


def _neighbours(solids: Sequence[Solid]) -> Iterator[tuple[Solid, Solid]]:
    """Give the pairs whose boxes touch or overlap."""
    if len(solids) < 2:
        return
    low = np.array([(*s.ring_ft.min(axis=0), s.base_ft) for s in solids]) - TOUCHING_FT
    high = np.array([(*s.ring_ft.max(axis=0), s.top_ft) for s in solids])
    pairs = []
    for k in range(len(solids) - 1):
        meets = (low[k + 1 :] <= high[k]).all(axis=1) & (high[k + 1 :] >= low[k]).all(axis=1)
        pairs += [(k, k + 1 + other) for other in np.flatnonzero(meets).tolist()]
        if len(pairs) > MOST_PAIRS:
            raise CalculationError(
                f"over {MOST_PAIRS:,} pairs of obstructions touch or overlap; draw those that "
                "stand in each other's place once"
            )
    for one, other in pairs:
        yield solids[one], solids[other]


def _shared_heights(
    one: Solid, other: Solid, drawn_in_ft: float
) -> tuple[tuple[float, float], bool]:
    """Range of elevations in which two prisms touch, and whether that is one level."""
    low, high = max(one.base_ft, other.base_ft), min(one.top_ft, other.top_ft)
    if high - low > 2.0 * TOUCHING_FT:
        return (low + drawn_in_ft, high - drawn_in_ft), False
    middle = (low + high) / 2.0
    return (middle - DEPTH_FT, middle + DEPTH_FT), True


def _seams(one: FloatArray, other: FloatArray, drawn_in_ft: float) -> Iterator[FloatArray]:
    """Give spindles along the walls that two footprints have in common.

    Both ends are pointed: where a wall ends a footprint may be as thin as its corner is sharp.
    """
    for start, end in itertools.pairwise(one):
        length = float(np.hypot(*(end - start)))
        along = (end - start) / length
        inward = np.array([-along[1], along[0]])
        s, t = (other - start) @ along, (other - start) @ inward
        runs_back = (s[:-1] - s[1:] > 2.0 * INSET_FT) & (s[:-1] > 0.0) & (s[1:] < length)
        near = (np.abs(t) <= TOUCHING_FT) | (np.roll(t, 1) * t < 0.0)
        for k in np.flatnonzero(runs_back & (near[:-1] | near[1:])):
            slope = (t[k] - t[k + 1]) / (s[k] - s[k + 1])
            offset = t[k] - slope * s[k]
            low, high = max(s[k + 1], 0.0), min(s[k], length)
            low, high = _flat_range(low + INSET_FT, high - INSET_FT, offset, slope)
            if low < high:
                ends = low - INSET_FT + drawn_in_ft, high + INSET_FT - drawn_in_ft
                at = np.array([ends[0], low, high, ends[1], high, low, ends[0]])[:, np.newaxis]
                theirs = offset + slope * at  # where their wall is, ours being at 0
                across = theirs * _HALFWAY + DEPTH_FT * _ASIDE
                yield start + at * along + across * inward


def _flat_range(low: float, high: float, offset: float, slope: float) -> tuple[float, float]:
    """Part of low..high in which a wall is no farther than `TOUCHING_FT` from another."""
    if abs(slope) * max(abs(low), abs(high), 1.0) < 1e-12:
        return (low, high) if abs(offset) <= TOUCHING_FT else (0.0, 0.0)
    ends = sorted(((-TOUCHING_FT - offset) / slope, (TOUCHING_FT - offset) / slope))
    return max(low, ends[0]), min(high, ends[1])


def _pins(one: FloatArray, other: FloatArray) -> Iterator[FloatArray]:
    """Give links from footprint to footprint where they meet in a corner and nowhere beside it."""
    for a, b in ((one, other), (other, one)):
        for k in range(len(a) - 1):
            # Where two vertices meet, the first round finds them.
            theirs = _corner_at(b, a[k], with_vertices=a is one)
            if theirs is not None:
                own = _corner(a, k)
                ahead = _turn(own.start + own.width, theirs.start)
                behind = _turn(theirs.start + theirs.width, own.start)
                free = 2.0 * np.pi - own.width - theirs.width
                if min(ahead, behind) > 0.0 and abs(ahead + behind - free) < SAME_WAY:
                    yield np.array([_within(own), _within(theirs), _within(own)])


def _corner_at(ring: FloatArray, at_ft: FloatArray, *, with_vertices: bool) -> _Corner | None:
    """Give what a footprint fills round a place, if the place is on its boundary."""
    distance = np.hypot(*(ring[:-1] - at_ft).T)
    nearest = int(np.argmin(distance))
    if distance[nearest] <= TOUCHING_FT:
        return _corner(ring, nearest) if with_vertices else None
    edge = np.diff(ring, axis=0)
    share = ((at_ft - ring[:-1]) * edge).sum(axis=1) / (edge * edge).sum(axis=1)
    foot = ring[:-1] + np.clip(share, 0.0, 1.0)[:, np.newaxis] * edge
    distance = np.hypot(*(foot - at_ft).T)
    wall = int(np.argmin(distance))
    if distance[wall] > TOUCHING_FT:
        return None
    return _Corner(foot[wall], float(np.arctan2(edge[wall, 1], edge[wall, 0])), np.pi)


def _corner(ring: FloatArray, k: int) -> _Corner:
    """Give what a footprint fills round its vertex k."""
    ahead = ring[k + 1] - ring[k]
    back = ring[k - 1 if k else -2] - ring[k]
    start = float(np.arctan2(ahead[1], ahead[0]))
    return _Corner(ring[k], start, _turn(start, float(np.arctan2(back[1], back[0]))))


def _turn(start: float, end: float) -> float:
    """Angle counterclockwise from one direction to another; 0 if they are the same."""
    angle = (end - start) % (2.0 * np.pi)
    return 0.0 if min(angle, 2.0 * np.pi - angle) < SAME_WAY else angle


def _within(corner: _Corner) -> FloatArray:
    """Give a place just inside a footprint, deeper than it is drawn in there."""
    half = corner.width / 2.0
    depth = PIN_DEPTH_FT / max(np.sin(half), SHARPEST)
    way = np.array([np.cos(corner.start + half), np.sin(corner.start + half)])
    place: FloatArray = corner.at_ft + depth * way
    return place


def _pads(one: FloatArray, other: FloatArray, drawn_in_ft: float) -> Iterator[FloatArray]:
    """Give what two footprints have in common, drawn in."""
    import shapely  # noqa: PLC0415 - few sites have one prism upon another

    a, b = (shapely.make_valid(shapely.Polygon(ring)) for ring in (one, other))
    shared = shapely.intersection(a, b).buffer(-drawn_in_ft, join_style="mitre")
    for part in shapely.get_parts(shared):
        if not part.is_empty:
            ring = shapely.get_coordinates(part.exterior)
            yield ring if part.exterior.is_ccw else ring[::-1]
