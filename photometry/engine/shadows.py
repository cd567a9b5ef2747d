"""Light that buildings and walls keep from a point.

An obstruction is an opaque prism over a simple polygon, concave ones included.  A point is
in the shadow of a head when the straight line between them runs through the prism's inside.
Touching a face, an edge or a corner does not block: every prism is first drawn in by
1e-6 ft, so that a point on a wall and a luminaire on a wall are outside it whatever the
last digits of their coordinates are.  Between two prisms that touch no light passes all the
same, even along the face, through the edge or the corner that they share: that slit is filled
(see `touching`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.engine.footprints import closed_ring, drawn_in, is_convex
from photometry.engine.touching import Solid, fillings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.site.model import Obstruction

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["Clusters", "Prisms", "blocked", "prisms", "shifted"]

GRAZING_FT: Final = 1e-6  # nearer than this to a face, a line of sight only grazes it
LEVEL: Final = 1e-290  # a line that rises, or leans, by less does not: its products vanish
CLUSTER: Final = 16  # prisms that are passed by together


class Clusters(NamedTuple):
    """c clusters of prisms near each other, each of at most `CLUSTER`.

    Attributes
    ----------
    member : (p,) int array
        The prisms, cluster after cluster.
    first : (c + 1,) int array
        Where each cluster starts in `member`.
    disc_ft : (c, 3) array
        Middle and radius of a disc round all its footprints.
    base_ft, top_ft : (c,) array
        Lowest underside and highest top.
    """

    member: NDArray[np.int64]
    first: NDArray[np.int64]
    disc_ft: FloatArray
    base_ft: FloatArray
    top_ft: FloatArray


class Prisms(NamedTuple):
    """p opaque prisms as arrays, drawn in by `GRAZING_FT` on every side.

    The obstructions come first, in their order; then what fills the slits between them.

    Attributes
    ----------
    vertex_ft : (m, 2) array
        The footprints one after another, counterclockwise, each closed by its first vertex.
    first : (p + 1,) int array
        Where each footprint starts in `vertex_ft`; the last entry is m.
    base_ft, top_ft : (p,) array
        Elevations of its underside and its top.
    box_ft : (p, 4) array
        Smallest x and y, largest x and y.
    is_convex : (p,) bool array
        No corner of the footprint points inward.
    disc_ft : (p, 3) array
        Middle and radius of a disc round each footprint.
    clusters
        Prisms near each other, so that most need not be looked at one by one.
    """

    vertex_ft: FloatArray
    first: NDArray[np.int64]
    base_ft: FloatArray
    top_ft: FloatArray
    box_ft: FloatArray
    is_convex: BoolArray
    disc_ft: FloatArray
    clusters: Clusters


def prisms(obstructions: Sequence[Obstruction]) -> Prisms:
    """Prepare obstructions for tests of visibility. The arrays are shared: not to be changed."""
    return _prepared(
        tuple(
            (np.asarray(o.footprint_ft, np.float64).tobytes(), o.base_height_ft, o.top_ft)
            for o in obstructions
        )
    )


@lru_cache(maxsize=16)  # a site asks again and again for the same; a few sites at a time
def _prepared(given: tuple[tuple[bytes, float, float], ...]) -> Prisms:
    """Give the arrays of prisms, each a footprint's bytes, its base and its top."""
    drawn = [
        Solid(closed_ring(np.frombuffer(footprint).reshape(-1, 2)), base, top)
        for footprint, base, top in given
    ]
    solids = [
        Solid(drawn_in(ring, GRAZING_FT), base + GRAZING_FT, top - GRAZING_FT)
        for ring, base, top in drawn
    ]
    solids += fillings(drawn, GRAZING_FT)
    rings = [solid.ring_ft for solid in solids]
    first = np.cumsum([0, *(len(ring) for ring in rings)])
    base = np.array([solid.base_ft for solid in solids], np.float64)
    top = np.array([solid.top_ft for solid in solids], np.float64)
    boxes = [(*ring.min(axis=0), *ring.max(axis=0)) for ring in rings]
    box = np.array(boxes, np.float64).reshape(len(rings), 4)
    return Prisms(
        vertex_ft=np.concatenate(rings) if rings else np.empty((0, 2)),
        first=first.astype(np.int64),
        base_ft=base,
        top_ft=top,
        box_ft=box,
        is_convex=np.array([is_convex(ring) for ring in rings], np.bool_),
        disc_ft=_discs(box),
        clusters=_clusters(box, base, top),
    )


def _discs(box_ft: FloatArray) -> FloatArray:
    """Middles and radii of discs round boxes (p, 4)."""
    low, high = box_ft[:, :2], box_ft[:, 2:]
    radius = np.hypot(*(high - low).T) / 2.0 + GRAZING_FT
    return np.column_stack([(low + high) / 2.0, radius])


def _clusters(box_ft: FloatArray, base_ft: FloatArray, top_ft: FloatArray) -> Clusters:
    """Put prisms near each other together: halve them across their greater extent, and again."""
    middle = (box_ft[:, :2] + box_ft[:, 2:]) / 2.0
    parts: list[NDArray[np.intp]] = []
    waiting = [np.arange(len(box_ft))]
    while waiting:
        part = waiting.pop()
        if len(part) > CLUSTER:
            axis = int(np.argmax(np.ptp(middle[part], axis=0)))
            waiting += np.array_split(part[np.argsort(middle[part, axis], kind="stable")], 2)
        elif len(part):
            parts.append(part)
    member = np.concatenate([np.empty(0, np.int64), *parts])
    first = np.cumsum([0, *(len(part) for part in parts)])
    round_all = [(*box_ft[p, :2].min(axis=0), *box_ft[p, 2:].max(axis=0)) for p in parts]
    return Clusters(
        member=member.astype(np.int64),
        first=first.astype(np.int64),
        disc_ft=_discs(np.array(round_all, np.float64).reshape(len(parts), 4)),
        base_ft=np.array([base_ft[part].min() for part in parts], np.float64),
        top_ft=np.array([top_ft[part].max() for part in parts], np.float64),
    )


def blocked(solids: Prisms, head_ft: FloatArray, points_ft: FloatArray) -> BoolArray:
    """Tell which points a head cannot see.

    Parameters
    ----------
    solids
        From `prisms`.
    head_ft : (3,) or (k, 1, 3) array
        Where the light comes from, ft: one head, or k of them.
    points_ft : (n, 3) array
        Where it would fall, ft.

    Returns
    -------
    (n,) or (k, n) bool array
    """
    low = np.minimum(points_ft, head_ft)
    high = np.maximum(points_ft, head_ft)
    # NumPy is fast along a row, not across three columns.
    (low_x, low_y, low_z), (high_x, high_y, high_z) = (
        np.moveaxis(low, -1, 0),
        np.moveaxis(high, -1, 0),
    )
    dark = np.zeros(low.shape[:-1], np.bool_)
    for k in range(len(solids.base_ft)):
        x0, y0, x1, y1 = solids.box_ft[k]
        near = (high_x > x0) & (low_x < x1) & (high_y > y0) & (low_y < y1)
        near &= (high_z > solids.base_ft[k]) & (low_z < solids.top_ft[k]) & ~dark
        if near.any():
            ring = solids.vertex_ft[solids.first[k] : solids.first[k + 1]]
            heights = solids.base_ft[k], solids.top_ft[k]
            head = head_ft if head_ft.ndim == 1 else np.broadcast_to(head_ft, low.shape)[near]
            points = np.broadcast_to(points_ft, low.shape)[near]
            dark[near] = _passes_through(ring, heights, head, points)
    return dark


def _passes_through(
    ring: FloatArray, heights: tuple[float, float], head: FloatArray, points: FloatArray
) -> BoolArray:
    """Tell whether the segment from the head, or each from its own, to each point has a part inside.

    The segment is between the prism's base and top for a range lo..hi of its length. There it
    is inside if it crosses a wall within that range, or else if its end at hi is inside the
    footprint: if it crosses an odd number of walls farther on.
    """
    step = points - head
    lo, hi = _within_heights(heights, head[..., 2], step[:, 2])
    upright = (np.abs(step[:, :2]) < LEVEL).all(axis=1)
    dx, dy = np.where(upright, 1.0, step[:, 0]), step[:, 1]
    # A vertical segment is one place on the plan: a line from there along +x counts walls.
    start, end = np.where(upright, 0.0, lo), np.where(upright, 0.0, hi)
    crosses = np.zeros(len(points), np.bool_)
    odd = np.zeros(len(points), np.bool_)
    head_x, head_y = head[..., 0], head[..., 1]
    corners = [(x - head_x, y - head_y) for x, y in ring]
    for (x0, y0), (x1, y1) in pairwise(corners):
        side0 = dx * y0 - dy * x0
        side1 = dx * y1 - dy * x1
        straddles = (side0 >= 0.0) != (side1 >= 0.0)
        turn = np.where(straddles, side1 - side0, 1.0)
        at = (x0 * (y1 - y0) - y0 * (x1 - x0)) / turn
        crosses |= straddles & (at > start) & (at < end)
        odd ^= straddles & (at >= end)
    inside: BoolArray = (lo < hi) & (crosses | odd)
    return inside


def _within_heights(
    heights: tuple[float, float], head_z: FloatArray, dz: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Range of 0..1 in which a segment is between two elevations; empty if lo >= hi."""
    base, top = heights
    level = np.abs(dz) < LEVEL
    rise = np.where(level, 1.0, dz)
    at_base, at_top = (base - head_z) / rise, (top - head_z) / rise
    lo = np.maximum(np.minimum(at_base, at_top), 0.0)
    hi = np.minimum(np.maximum(at_base, at_top), 1.0)
    between = (base < head_z) & (head_z < top)
    return np.where(level, 0.0, lo), np.where(level, between, hi)


def shifted(
    obstructions: Sequence[Obstruction], origin_ft: tuple[float, float]
) -> tuple[Obstruction, ...]:
    """Give obstructions in a local origin."""
    origin = np.asarray(origin_ft, np.float64)
    return tuple(replace(o, footprint_ft=o.footprint_ft - origin) for o in obstructions)
