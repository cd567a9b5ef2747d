"""Lines of equal illuminance as geometry: traced, clipped, cut and simplified."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import contourpy
import numpy as np
import shapely

from photometry.tables.display import FOOTCANDLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray
    from shapely.geometry.base import BaseGeometry

    FloatArray = NDArray[np.float64]

__all__ = [
    "LEVELS_FC",
    "along",
    "arc_lengths",
    "areas_above",
    "contour_lines",
    "joined_paths",
    "kept_where",
    "levels_in_order",
    "outside_walls",
    "simplified",
    "without_intervals",
]

LEVELS_FC: Final = FOOTCANDLES.levels


def levels_in_order(levels_fc: Iterable[float]) -> tuple[float, ...]:
    """Put levels in ascending order, each once; what is not a positive number is left out."""
    return tuple(sorted({float(v) for v in levels_fc if np.isfinite(v) and v > 0}))


def contour_lines(x: ArrayLike, y: ArrayLike, values: ArrayLike, level: float) -> list[FloatArray]:
    """Trace the lines of one level over a grid.

    Parameters
    ----------
    x, y
        Coordinates of the columns (m,) and rows (n,), or of every point (n, m).
    values : (n, m) array_like
        Values at (row, column); NaN where there is none. Lines end at the outermost points
        that have a value.
    level
        The level to trace.

    Returns
    -------
    list of (k, 2) array
        Lines, closed ones with their first point repeated. None where the grid has a single
        row or column, or is constant.
    """
    values = np.asarray(values, np.float64)
    if min(values.shape) < 2 or not _crosses(values, level):
        return []
    lines = _generator(x, y, values).lines(level)
    return [np.asarray(line, np.float64) for line in lines]


def areas_above(
    x: ArrayLike, y: ArrayLike, values: ArrayLike, level: float
) -> list[list[FloatArray]]:
    """Give the areas where a grid is over a level: each an outline and its holes."""
    values = np.asarray(values, np.float64)
    if min(values.shape) < 2 or not (values > level).any():
        return []
    rings, starts = _generator(x, y, values).filled(level, np.inf)
    return [
        [np.asarray(points[first:last], np.float64) for first, last in pairwise(start)]
        for points, start in zip(rings, starts, strict=True)
    ]


def _generator(x: ArrayLike, y: ArrayLike, values: FloatArray) -> Any:
    """Give what traces lines and areas of a grid; what these are depends on the types asked for."""
    return contourpy.contour_generator(
        np.asarray(x, np.float64),
        np.asarray(y, np.float64),
        np.ma.masked_invalid(values),
        name="serial",
        corner_mask=True,
        line_type=contourpy.LineType.Separate,
        fill_type=contourpy.FillType.OuterOffset,
    )


def _crosses(values: FloatArray, level: float) -> bool:
    known = values[~np.isnan(values)]
    return bool(known.size) and float(known.min()) < level <= float(known.max())


def arc_lengths(line: FloatArray) -> FloatArray:
    """Distance of each point of a line from its start, along the line."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    return np.concatenate([[0.0], np.cumsum(steps)])


def along(line: FloatArray, distances: ArrayLike) -> FloatArray:
    """Points (n, 2) at distances along a line."""
    s = arc_lengths(line)
    at = np.asarray(distances, np.float64)
    return np.stack([np.interp(at, s, line[:, 0]), np.interp(at, s, line[:, 1])], axis=-1)


def kept_where(line: FloatArray, inside: Callable[[FloatArray], FloatArray]) -> list[FloatArray]:
    """Keep the parts of a line where a function of place is not negative.

    The function is taken at the vertices and is linear between them.
    """
    values = inside(line)
    keep = values >= 0.0
    if keep.all():
        return [line]
    parts: list[list[FloatArray]] = [[]]
    for i, point in enumerate(line):
        if i and keep[i] != keep[i - 1]:
            share = values[i - 1] / (values[i - 1] - values[i])
            parts[-1].append(line[i - 1] + share * (point - line[i - 1]))
            if not keep[i]:
                parts.append([])
        if keep[i]:
            parts[-1].append(point)
    return _joined([np.array(part) for part in parts if len(part) > 1], line)


def without_intervals(
    line: FloatArray, intervals: Sequence[tuple[float, float]]
) -> list[FloatArray]:
    """Cut stretches, given by distance along it, out of a line."""
    if not intervals:
        return [line]
    s = arc_lengths(line)
    kept: list[tuple[float, float]] = []
    start = 0.0
    for begin, end in sorted(intervals):
        if begin > start:
            kept.append((start, begin))
        start = max(start, end)
    if start < s[-1]:
        kept.append((start, float(s[-1])))
    parts = []
    for begin, end in kept:
        between = line[(s > begin) & (s < end)]
        parts.append(np.vstack([along(line, [begin]), between, along(line, [end])]))
    return _joined(parts, line)


def _joined(parts: list[FloatArray], line: FloatArray) -> list[FloatArray]:
    """Join the last part to the first where a closed line was opened elsewhere."""
    closed = np.array_equal(line[0], line[-1])
    if (
        closed
        and len(parts) > 1
        and np.array_equal(parts[0][0], line[0])
        and np.array_equal(parts[-1][-1], line[-1])
    ):
        return [np.vstack([parts[-1], parts[0][1:]]), *parts[1:-1]]
    return parts


def outside_walls(line: FloatArray, walls: BaseGeometry) -> list[FloatArray]:
    """Cut a line (n, 2) off at walls; nothing is left of one that lies in them."""
    if len(line) < 2:
        return []
    whole = shapely.LineString(line)
    if walls.is_empty or not whole.intersects(walls):
        return [line]
    cut = shapely.line_merge(shapely.difference(whole, walls))
    return [
        np.asarray(shapely.get_coordinates(part), np.float64)
        for part in shapely.get_parts(cut)
        if part.geom_type == "LineString"
    ]


def joined_paths(paths: Iterable[FloatArray]) -> list[FloatArray]:
    """Join lines that continue one another, so that dashes run round corners."""
    joined: list[FloatArray] = []
    for path in paths:
        if joined and np.hypot(*(joined[-1][-1] - path[0])) < 1e-3:
            joined[-1] = np.vstack([joined[-1], path[1:]])
        else:
            joined.append(path)
    return joined


def simplified(line: FloatArray, tolerance: float) -> FloatArray:
    """Drop the points that a line can do without, within a tolerance."""
    if len(line) < 3:
        return line
    plain = shapely.simplify(shapely.LineString(line), tolerance, preserve_topology=False)
    return np.asarray(shapely.get_coordinates(plain), np.float64)
