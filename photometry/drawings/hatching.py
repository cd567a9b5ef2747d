"""Hatch lines at 45 degrees inside an outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.drawings.boxes import Box

    FloatArray = NDArray[np.float64]

__all__ = ["hatch_lines"]


def hatch_lines(
    outline: FloatArray, spacing_in: float, clear: Sequence[Box] = ()
) -> list[FloatArray]:
    """Give the hatch lines of an outline (n, 2), clear of some boxes; inches."""
    polygon: BaseGeometry = shapely.Polygon(outline).buffer(0)
    for box in clear:
        polygon = polygon.difference(shapely.Polygon(box.corners))
    if polygon.is_empty:
        return []
    left, bottom, right, top = polygon.bounds
    height = top - bottom
    step = spacing_in * np.sqrt(2.0)
    starts = np.arange(left - height, right, step)
    lines = shapely.MultiLineString(
        [[(x, bottom), (x + height, top)] for x in starts if x + height > left]
    )
    cut = shapely.intersection(lines, polygon)
    return [
        shapely.get_coordinates(part)
        for part in shapely.get_parts(cut)
        if part.geom_type == "LineString"
    ]
