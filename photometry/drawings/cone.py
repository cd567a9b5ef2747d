"""The cone curve of a luminaire: candela all round at the vertical angle of its maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.dial import (
    CHART_AXIS,
    CHART_GRID,
    CHART_Z,
    clear_places,
    ring_name,
    rings,
    strongest,
)
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Type
from photometry.drawings.symbols import disc
from photometry.tables.text import plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["draw_candela_cone"]

CONE: Final = Stroke(0.50, "#2F7D32", (5.0, 0.9, 0.9, 0.9))
FOOT_IN: Final = 0.62  # key, remark and the name of the lowest spoke
HEAD_IN: Final = 0.30
# Between two spokes, and where a wide name keeps clear of those of the spokes.
RING_NAMES_DEG: Final = (255.0, 285.0, 105.0, 75.0, 225.0, 315.0, 135.0, 45.0)


def draw_candela_cone(
    paper: Paper,
    frame: tuple[float, float, float, float],
    distribution: IntensityDistribution,
) -> None:
    """Draw candela around the lateral angles at the vertical angle of the maximum.

    Seen from above, as a plan is: street side (lateral angle 0) up, lateral angle 90 left.

    Parameters
    ----------
    paper, frame
        Where: left, bottom, right, top, inches.
    distribution
        Looked up at Type C angles, whatever the file's type.
    """
    left, bottom, right, top = frame
    peak_v, peak_h, peak = strongest(distribution)
    scale = rings(peak)
    radius = min((right - left) / 2 - 0.38, (top - bottom - FOOT_IN - HEAD_IN) / 2)
    middle = (left + right) / 2, (bottom + FOOT_IN + top - HEAD_IN) / 2
    inch_per_cd = radius / scale[-1]
    _draw_rose(paper, middle, radius)
    own = distribution.lateral_deg % 360.0
    lateral = np.unique(np.concatenate([np.arange(0.0, 361.0), own]))
    curve = _from_above(middle, lateral, distribution.candela(peak_v, lateral) * inch_per_cd)
    paper.lines([curve], CONE, z=CHART_Z + 2, name="cone")
    _draw_rings(paper, middle, radius, scale, curve)
    tip = _from_above(middle, np.array([peak_h]), np.array([peak * inch_per_cd]))[0]
    spot = disc(0.04, (float(tip[0]), float(tip[1])))
    paper.areas(
        [[spot]],
        Ink.PAPER,
        z=CHART_Z + 3,
        edge=Stroke(0.35, CONE.colour),
        name="maximum of the cone",
    )
    y = bottom + 0.30
    paper.lines([[(left + 0.1, y), (left + 0.6, y)]], CONE, z=CHART_Z)
    straight = peak_v in {0.0, 180.0}
    words = f"vertical {plain_number(peak_v, 1)}°"
    if not straight:
        words += f", maximum at lateral {plain_number(peak_h, 1)}°"
    key = Type.CAPTION.coloured(Ink.INK)
    paper.text(left + 0.7, y, words, key, upright="middle", z=CHART_Z, name="cone key")
    where = "down" if peak_v == 0.0 else "up"
    remark = (
        f"the maximum is straight {where}: the same all round" if straight else "seen from above"
    )
    paper.text(left + 0.1, bottom + 0.08, remark, Type.REMARK, z=CHART_Z)


def _from_above(
    middle: tuple[float, float], lateral_deg: FloatArray, reach_in: FloatArray
) -> FloatArray:
    """Places (n, 2) on paper: lateral angle 0 up, counterclockwise."""
    turn = np.radians(lateral_deg)
    return np.stack(
        [middle[0] - reach_in * np.sin(turn), middle[1] + reach_in * np.cos(turn)], axis=-1
    )


def _draw_rose(paper: Paper, middle: tuple[float, float], radius: float) -> None:
    """Draw the spokes with their names, and which side is which."""
    spokes = []
    for angle in range(0, 360, 30):
        end, name = _from_above(middle, np.full(2, float(angle)), np.array([radius, radius + 0.18]))
        spokes.append([middle, end])
        x, y = float(name[0]), float(name[1])
        style = Type.CAPTION
        paper.text(x, y, f"{angle}°", style, across="center", upright="middle", z=CHART_Z)
    paper.lines(spokes, CHART_GRID, z=CHART_Z)
    paper.lines(spokes[::3], CHART_AXIS, z=CHART_Z)
    for words, side in (("street side", 1), ("house side", -1)):
        x, y = middle[0] + radius * 0.78, middle[1] + side * (radius + 0.10) - 0.04
        paper.text(x, y, words, Type.REMARK, z=CHART_Z)


def _draw_rings(
    paper: Paper,
    middle: tuple[float, float],
    radius: float,
    scale: tuple[float, ...],
    curve: FloatArray,
) -> None:
    """Draw the rings, their candela in the direction that keeps clearest of the curve."""
    reach = np.array(scale) / scale[-1] * radius
    sweep = np.linspace(0.0, 360.0, 241)
    circles = [_from_above(middle, sweep, np.full(len(sweep), ring)) for ring in reach]
    paper.lines(circles, CHART_GRID, z=CHART_Z)
    places = np.stack(
        [_from_above(middle, np.full(len(reach), angle), reach) for angle in RING_NAMES_DEG]
    )
    for ring, (x, y) in zip(scale, clear_places(places, curve), strict=True):
        text, style = ring_name(ring), Type.CAPTION
        wide = text_width_in(text, style) + 0.05
        paper.rectangle(x - wide / 2, y - 0.065, wide, 0.13, fill=Ink.PAPER, z=CHART_Z + 0.5)
        paper.text(x, y, text, style, across="center", upright="middle", z=CHART_Z + 1)
