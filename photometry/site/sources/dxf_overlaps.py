"""Lines that were drawn over each other in part, made one: what OVERKILL does in CAD."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["merge_overlaps"]

# An outline has some hundred lines; of more than this, as of hatches, every other line is near.
MOST_LINES: Final = 1_000


def merge_overlaps(lines: Mapping[int, FloatArray], tolerance: float) -> dict[int, FloatArray]:
    """Make one line of straight lines that lie along each other and overlap.

    Lines that only meet end to end stay two: joining them is another's work.

    Parameters
    ----------
    lines
        Points (n, 2) by a number of their order; those of more than two points are left alone.
    tolerance
        Most distance of one from the other across, and least overlap along.

    Returns
    -------
    dict
        In that order. A merged line stands at the number of its first and runs the way of that;
        its ends are ends that were drawn.
    """
    merged = dict(sorted(lines.items()))
    straight = [row for row, points in merged.items() if len(points) == 2]
    if not 2 <= len(straight) <= MOST_LINES:
        return merged
    drawn = np.stack([lines[row] for row in straight])
    ends = drawn - drawn[0, 0]  # near the origin, so that large coordinates keep their digits
    for group in _groups(ends, tolerance):
        outer = _outer_ends(ends[group], tolerance)
        if outer is not None:
            merged[straight[group[0]]] = drawn[group].reshape(-1, 2)[list(outer)]
            for member in group[1:]:
                del merged[straight[member]]
    return merged


def _groups(ends: FloatArray, tolerance: float) -> list[list[int]]:
    """Give the lines (n, 2, 2) that overlap, one through another, each group ascending."""
    group = list(range(len(ends)))

    def first_of(line: int) -> int:
        while group[line] != line:
            group[line] = group[group[line]]  # shortens the way for the next who asks
            line = group[line]
        return line

    for one, other in _overlapping(ends, tolerance).tolist():
        low, high = sorted((first_of(one), first_of(other)))
        group[high] = low
    found: dict[int, list[int]] = {}
    for line in range(len(ends)):
        found.setdefault(first_of(line), []).append(line)
    return [members for members in found.values() if len(members) > 1]


def _overlapping(ends: FloatArray, tolerance: float) -> NDArray[np.int64]:
    """Give the pairs (m, 2) of lines (n, 2, 2) that lie along each other for a stretch."""
    boxes = shapely.box(*(ends.min(axis=1) - tolerance).T, *(ends.max(axis=1) + tolerance).T)
    pairs = shapely.STRtree(boxes).query(boxes).T
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    length = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    swap = length[pairs[:, 0]] < length[pairs[:, 1]]
    pairs[swap] = pairs[swap, ::-1]  # the longer one is the one to measure by
    along, across = _measured(ends[pairs[:, 0]], ends[pairs[:, 1]])
    shared = np.minimum(along.max(axis=1), length[pairs[:, 0]]) - np.maximum(along.min(axis=1), 0.0)
    return np.asarray(pairs[(across.max(axis=1) <= tolerance) & (shared > tolerance)], np.int64)


def _outer_ends(ends: FloatArray, tolerance: float) -> tuple[int, int] | None:
    """Give which of the 2 m ends of lines (m, 2, 2) are the outermost, in the way of the first.

    None where the lines bend away from the longest of them: each lay along the next, not all
    along one.
    """
    longest = int(np.hypot(*(ends[:, 1] - ends[:, 0]).T).argmax())
    along, across = _measured(ends[longest], ends.reshape(-1, 2))
    if across.max() > tolerance:
        return None
    low, high = int(along.argmin()), int(along.argmax())
    return (low, high) if along[0] <= along[1] else (high, low)


def _measured(line: FloatArray, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Measure points (..., 2, 2) or (n, 2) along lines (..., 2, 2), and how far off they are."""
    way = line[..., 1, :] - line[..., 0, :]
    way /= np.hypot(way[..., 0], way[..., 1])[..., None]
    away = points - line[..., None, 0, :]
    along = away[..., 0] * way[..., None, 0] + away[..., 1] * way[..., None, 1]
    across = np.abs(away[..., 1] * way[..., None, 0] - away[..., 0] * way[..., None, 1])
    return along, across
