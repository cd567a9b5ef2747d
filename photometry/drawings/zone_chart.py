"""Chart of lumens by zone: ten wedges, front and back, with the BUG rating under them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.dial import CHART_GRID, CHART_Z
from photometry.drawings.style import Ink, Stroke, Type
from photometry.tables.text import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.luminaires.lcs import LcsZones

    FloatArray = NDArray[np.float64]

__all__ = ["draw_zone_lumens"]

FRONT, BACK = "#C3D8EC", "#DADFE3"
NAMED_AT_DEG: Final = {"FVH": 85.0, "BVH": 85.0, "UL": 100.0}


def draw_zone_lumens(
    paper: Paper, frame: tuple[float, float, float, float], zones: LcsZones, rating: str
) -> None:
    """Draw the lumens of the ten zones as wedges whose area is proportional to them.

    Forward light is on the right; uplight, which is of all directions, is divided in two.
    """
    left, bottom, right, top = frame
    parts = _wedges(zones)
    middle = (left + right) / 2, (top + bottom + 0.7) / 2
    radius = min((right - left) / 2 - 0.55, (top - bottom - 0.7) / 2 - 0.35)
    largest = max(lumens / (end - start) for _, start, end, _, lumens in parts)
    for name, start, end, side, lumens in parts:
        outline = _wedge(middle, start, end, side, radius)
        paper.areas([[outline]], None, z=CHART_Z, edge=CHART_GRID)
        reach = radius * np.sqrt(lumens / (end - start) / largest) if largest > 0 else 0.0
        if reach > 0.0:
            fill = FRONT if side > 0 else BACK
            paper.areas(
                [[_wedge(middle, start, end, side, reach)]],
                fill,
                z=CHART_Z + 1,
                edge=Stroke(0.25, Ink.LOCUS if side > 0 else Ink.SECOND),
                name=f"wedge {name}",
            )
        # The names of the narrow zones on either side of horizontal need room for both.
        named = NAMED_AT_DEG.get(name, (start + end) / 2)
        _label_wedge(paper, middle, named, side, radius, name, lumens)
    for words, side in (("back", -1), ("front", 1)):
        paper.text(
            middle[0] + side * radius * 0.98,
            middle[1] + radius + 0.22,
            words,
            Type.REMARK,
            across="center",
            z=CHART_Z,
        )
    paper.text(
        middle[0], bottom + 0.30, rating, Type.NAME.faced("bold"), across="center", z=CHART_Z
    )
    words = "the area of a wedge is proportional to its lumens"
    paper.text(middle[0], bottom + 0.08, words, Type.REMARK, across="center", z=CHART_Z)


def _wedges(zones: LcsZones) -> list[tuple[str, float, float, int, float]]:
    """Name, vertical angles, side and lumens of each wedge."""
    return [
        ("FL", 0.0, 30.0, 1, zones.fl_lm),
        ("FM", 30.0, 60.0, 1, zones.fm_lm),
        ("FH", 60.0, 80.0, 1, zones.fh_lm),
        ("FVH", 80.0, 90.0, 1, zones.fvh_lm),
        ("BL", 0.0, 30.0, -1, zones.bl_lm),
        ("BM", 30.0, 60.0, -1, zones.bm_lm),
        ("BH", 60.0, 80.0, -1, zones.bh_lm),
        ("BVH", 80.0, 90.0, -1, zones.bvh_lm),
        ("UL", 90.0, 100.0, -1, zones.ul_lm / 2),
        ("UH", 100.0, 180.0, -1, zones.uh_lm / 2),
        ("", 90.0, 100.0, 1, zones.ul_lm / 2),
        ("", 100.0, 180.0, 1, zones.uh_lm / 2),
    ]


def _wedge(
    middle: tuple[float, float], start: float, end: float, side: int, radius: float
) -> FloatArray:
    turn = np.radians(np.linspace(start, end, 41))
    arc = np.stack(
        [middle[0] + side * radius * np.sin(turn), middle[1] - radius * np.cos(turn)], axis=-1
    )
    return np.vstack([middle, arc])


def _label_wedge(
    paper: Paper,
    middle: tuple[float, float],
    angle: float,
    side: int,
    radius: float,
    name: str,
    lumens: float,
) -> None:
    """Write a wedge's name over its lumens; those of uplight are of both halves."""
    if not name:
        return
    turn = np.radians(angle)
    reach = radius + 0.24
    x = middle[0] + side * reach * np.sin(turn)
    y = middle[1] - reach * np.cos(turn)
    whole = 2 * lumens if name in {"UL", "UH"} else lumens
    paper.text(x, y + 0.02, name, Type.TAG, across="center", z=CHART_Z + 2)
    paper.text(x, y - 0.12, number(whole, 0), Type.CAPTION, across="center", z=CHART_Z + 2)
