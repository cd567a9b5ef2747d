"""Stretches of a polyline, by length along it: driveways in a pavement edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.site.geometry import TOLERANCE_FT, drop_repeats, to_segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["Stretch", "cut_out", "ring_stretch", "stretch_along"]


@dataclass(frozen=True, eq=False)
class Stretch:
    """A part of a polyline.

    Attributes
    ----------
    first_ft, last_ft
        Length along the polyline to its ends, ft.
    path : (n, 2) array
        The part itself, the polyline's own vertices included.
    farthest_ft
        How far the farthest of the points that gave it lay off the polyline, ft.
    """

    first_ft: float
    last_ft: float
    path: FloatArray
    farthest_ft: float


def stretch_along(path: FloatArray, points: FloatArray) -> Stretch:
    """Project points on a polyline and give the stretch from the first to the last of them."""
    base = path[0]
    local = path - base
    distance, foot_x, foot_y = to_segments(points - base, local[:-1], local[1:])
    nearest = distance.argmin(axis=1)
    rows = np.arange(len(points))
    feet = np.stack([foot_x[rows, nearest], foot_y[rows, nearest]], axis=1)
    along = _lengths(path)[nearest] + np.hypot(*(feet - local[nearest]).T)
    first, last = float(along.min()), float(along.max())
    return Stretch(first, last, _between(path, first, last), float(distance.min(axis=1).max()))


def ring_stretch(ring: FloatArray, start: FloatArray, end: FloatArray) -> Stretch:
    """Project two points on an open ring and give the stretch from one on to the other.

    The whole ring where they are one point.
    """
    path = np.concatenate([ring, ring[:1]])
    total = float(_lengths(path)[-1])
    ends = [stretch_along(path, point[None, :]) for point in (start, end)]
    first, last = (stretch.first_ft for stretch in ends)
    farthest = max(stretch.farthest_ft for stretch in ends)
    if last > first + TOLERANCE_FT:
        return Stretch(first, last, _between(path, first, last), farthest)
    parts = [_between(path, first, total), _between(path, 0.0, last)]
    return Stretch(first, last + total, drop_repeats(np.concatenate(parts)), farthest)


def cut_out(path: FloatArray, stretches: Sequence[Stretch]) -> list[FloatArray]:
    """Give what is left of a polyline without some stretches; shared ends stay in both."""
    total = float(_lengths(path)[-1])
    left: list[FloatArray] = []
    at = 0.0
    for stretch in sorted(stretches, key=lambda stretch: stretch.first_ft):
        if stretch.first_ft - at > TOLERANCE_FT:
            left.append(_between(path, at, stretch.first_ft))
        at = max(at, stretch.last_ft)
    if total - at > TOLERANCE_FT:
        left.append(_between(path, at, total))
    return left


def _lengths(path: FloatArray) -> FloatArray:
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])


def _between(path: FloatArray, first_ft: float, last_ft: float) -> FloatArray:
    """Give the polyline between two lengths along it."""
    lengths = _lengths(path)
    within = (lengths > first_ft + TOLERANCE_FT) & (lengths < last_ft - TOLERANCE_FT)
    ends = [
        [np.interp(at, lengths, path[:, axis]) for axis in (0, 1)] for at in (first_ft, last_ft)
    ]
    return np.concatenate([ends[:1], path[within], ends[1:]])
