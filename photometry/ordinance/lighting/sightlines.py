"""Sight lines from a light source to eyes beyond a property line, past walls and buildings.

A source inside a luminaire is seen from below its cutoff angle only. From a point at
horizontal distance d, an eye at elevation z sees the source under the angle
``atan2(d, z_source - z)`` from nadir, so that it is seen from all elevations up to

    z_cut = z_source - d / tan(cutoff)

An opaque prism takes an interval of eye elevations out of that: the eyes whose sight line
passes between its base and its top somewhere over its footprint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from photometry.site.geometry import TOLERANCE_FT, least_distance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from photometry.site.model import Obstruction

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = [
    "cutoff_elevation_ft",
    "cutoff_to_hide_deg",
    "hidden_elevations_ft",
    "highest_seen_ft",
    "inside_ring",
    "lowest_seen_ft",
]

CLEAR = 1e-3  # of an edge, beyond its ends: more than rounding can mistake
_UNLIMITED_DEG = 180.0 - 1e-9  # a source that shows straight up has no cutoff


def cutoff_elevation_ft(
    source_z_ft: float, distance_ft: ArrayLike, cutoff_deg: ArrayLike
) -> FloatArray:
    """Highest elevation from which a source shows below its cutoff angle, nothing in between.

    Parameters
    ----------
    source_z_ft
        Elevation of the source, ft.
    distance_ft : array_like
        Horizontal distance from the source to the eye, ft.
    cutoff_deg : array_like
        Angle from nadir above which the source cannot be seen, deg; broadcast with distance.

    Returns
    -------
    ndarray
        Elevations, ft. Infinite where the cutoff is 180 degrees, minus infinity where it is 0.

    Examples
    --------
    A source 25 ft up, 40 ft away, is cut off at 64 degrees:

    >>> round(float(cutoff_elevation_ft(25.0, 40.0, 64.0)), 2)
    5.49
    """
    distance, cutoff = np.broadcast_arrays(
        np.asarray(distance_ft, np.float64), np.asarray(cutoff_deg, np.float64)
    )
    sine = np.sin(np.radians(cutoff))
    with np.errstate(divide="ignore", invalid="ignore"):
        drop = np.where(distance > 0.0, distance * np.cos(np.radians(cutoff)) / sine, 0.0)
    drop = np.where((cutoff <= 0.0) & (distance > 0.0), np.inf, drop)
    return np.where(cutoff >= _UNLIMITED_DEG, np.inf, source_z_ft - drop)


def cutoff_to_hide_deg(
    source_z_ft: float, distance_ft: ArrayLike, seen_from_ft: ArrayLike
) -> FloatArray:
    """Largest cutoff angle, deg, that hides a source from eyes above an elevation, ft."""
    distance = np.asarray(distance_ft, np.float64)
    drop = source_z_ft - np.asarray(seen_from_ft, np.float64)
    return np.degrees(np.arctan2(distance, drop))


def hidden_elevations_ft(
    source_ft: ArrayLike, eyes_xy_ft: ArrayLike, obstructions: Iterable[Obstruction]
) -> tuple[FloatArray, FloatArray]:
    """Intervals of eye elevation that obstructions take out of each sight line.

    Parameters
    ----------
    source_ft : (3,) array_like
        The source, ft.
    eyes_xy_ft : (n, 2) array_like
        Where the eyes stand, ft; their elevation is what is asked.
    obstructions
        Opaque prisms.

    Returns
    -------
    lower, upper : (n, k) arrays
        The k intervals of each eye, ft; lower > upper where there is nothing.
    """
    source = np.asarray(source_ft, np.float64)
    eyes = np.asarray(eyes_xy_ft, np.float64).reshape(-1, 2)
    lowers = [np.empty((len(eyes), 0))]
    uppers = [np.empty((len(eyes), 0))]
    for obstruction in obstructions:
        may_cross = np.flatnonzero(_between(source[:2], eyes, obstruction.footprint_ft))
        if not len(may_cross):
            continue
        enter, leave, inside = _chords(source[:2], eyes[may_cross], obstruction.footprint_ft)
        base, top = obstruction.base_height_ft, obstruction.top_ft
        lower = np.minimum(_beyond(source[2], base, enter), _beyond(source[2], base, leave))
        upper = np.maximum(_beyond(source[2], top, enter), _beyond(source[2], top, leave))
        lowers.append(np.full((len(eyes), lower.shape[1]), np.inf))
        uppers.append(np.full((len(eyes), upper.shape[1]), -np.inf))
        lowers[-1][may_cross] = np.where(inside, lower, np.inf)
        uppers[-1][may_cross] = np.where(inside, upper, -np.inf)
    return np.hstack(lowers), np.hstack(uppers)


def highest_seen_ft(from_ft: ArrayLike, lower_ft: ArrayLike, upper_ft: ArrayLike) -> FloatArray:
    """Highest elevation, at or below `from_ft`, that no interval hides; (n,), ft."""
    z = np.array(from_ft, np.float64)
    lower, upper = np.asarray(lower_ft, np.float64), np.asarray(upper_ft, np.float64)
    for _ in range(lower.shape[1]):
        hidden = (lower <= z[:, None]) & (z[:, None] <= upper)
        down = np.where(hidden, lower, np.inf).min(axis=1, initial=np.inf)
        below = np.nextafter(down, -np.inf)  # just under the interval it is seen again
        moved = np.where(hidden.any(axis=1), below, z)
        if np.array_equal(moved, z):
            break
        z = moved
    return z


def lowest_seen_ft(from_ft: ArrayLike, lower_ft: ArrayLike, upper_ft: ArrayLike) -> FloatArray:
    """Lowest elevation, at or above `from_ft`, that no interval hides; (n,), ft."""
    flipped = -np.asarray(upper_ft, np.float64), -np.asarray(lower_ft, np.float64)
    return -highest_seen_ft(-np.asarray(from_ft, np.float64), *flipped)


def _beyond(source_z: float, edge_z: float, share: FloatArray) -> FloatArray:
    """Elevation at the eye of the sight line that touches an edge at a share of its way."""
    rise = edge_z - source_z
    with np.errstate(divide="ignore", invalid="ignore"):
        at_eye = source_z + rise / share
    # An edge at the source itself, on its level, is touched by the level sight line.
    return np.where((share <= 0.0) & (rise == 0.0), source_z, at_eye)


def _between(source: FloatArray, eyes: FloatArray, footprint: FloatArray) -> BoolArray:
    """Tell from which eyes a footprint can stand between at all (by boxes)."""
    low, high = footprint.min(axis=0), footprint.max(axis=0)
    (x, y), (source_x, source_y) = eyes.T, source
    may_cross: BoolArray = np.maximum(x, source_x) >= low[0]
    may_cross &= np.maximum(y, source_y) >= low[1]
    may_cross &= np.minimum(x, source_x) <= high[0]
    may_cross &= np.minimum(y, source_y) <= high[1]
    return may_cross


def _chords(
    source: FloatArray, eyes: FloatArray, ring: FloatArray
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Pieces of each sight line, as shares of its length, and whether they lie over a ring.

    Every piece between two crossings is judged by its middle, which no rounding at an edge
    can mistake; pieces too short to be a place are taken as open, and are given only beside
    others that are not. It does no harm to cut where nothing is crossed.
    """
    edge = np.roll(ring, -1, axis=0) - ring
    ray = eyes - source
    to_start = ring - source
    cross = ray[:, None, 0] * edge[None, :, 1] - ray[:, None, 1] * edge[None, :, 0]
    along = to_start[:, 0] * edge[:, 1] - to_start[:, 1] * edge[:, 0]
    past = to_start[None, :, 0] * ray[:, None, 1] - to_start[None, :, 1] * ray[:, None, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        # A parallel edge cuts nothing, nor does one that the line of sight passes by well clear.
        passes_by = (cross == 0.0) | (np.abs(past / cross - 0.5) > 0.5 + CLEAR)
        share = np.where(passes_by, 1.0, along / cross)
    ends = np.zeros((len(eyes), 1))
    # Adding 0.0 turns a negative zero into a positive one: a division by it keeps its sign.
    cuts = np.sort(np.hstack([ends, np.clip(share, 0.0, 1.0) + 0.0, ends + 1.0]), axis=1)
    length = np.hypot(ray[:, 0], ray[:, 1])[:, None] * np.diff(cuts, axis=1)
    is_place = length > TOLERANCE_FT
    some = is_place.any(axis=0)
    enter, leave, inside = cuts[:, :-1][:, some], cuts[:, 1:][:, some], is_place[:, some]
    eye, piece = np.nonzero(inside)
    half_way = (enter[eye, piece] + leave[eye, piece]) / 2.0
    inside[eye, piece] = _has_odd_crossings(source + ray[eye] * half_way[:, None], ring)
    return enter, leave, inside


def inside_ring(points: FloatArray, ring: FloatArray) -> BoolArray:
    """Tell which points (n, 2) lie inside a ring (m, 2), not closed.

    A point on the ring, or within `TOLERANCE_FT` of it, is outside, whichever edge it is on: a
    dwelling on the face of its house is before it, as it is for the light there.
    """
    inside = _has_odd_crossings(points, ring)
    within = points[inside]
    inside[inside] = least_distance(within, ring, np.roll(ring, -1, axis=0)) > TOLERANCE_FT
    return inside


def _has_odd_crossings(points: FloatArray, ring: FloatArray) -> BoolArray:
    """Tell which points (n, 2) lie inside a ring by the even-odd rule.

    Of two rings that share an edge a point on it is inside one: no sight line runs between.
    """
    x, y = points[:, 0, None], points[:, 1, None]
    x1, y1 = ring[:, 0], ring[:, 1]
    x2, y2 = np.roll(x1, -1), np.roll(y1, -1)
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y - y1) / (y2 - y1) * (x2 - x1)
    odd: BoolArray = np.count_nonzero(spans & (x < crossing), axis=-1) % 2 == 1
    return odd
