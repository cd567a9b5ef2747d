"""Isocandela chart: lines of equal candela over lateral and vertical angle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Occupancy
from photometry.drawings.contours import contour_lines, simplified
from photometry.drawings.dial import CHART_AXIS, CHART_GRID, CHART_Z, has_light_above, strongest
from photometry.drawings.labels import LabelRule, PaperLine, label_lines
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Type, contour_stroke
from photometry.tables.text import number

if TYPE_CHECKING:
    from photometry.drawings.paper import Paper
    from photometry.luminaires.distribution import IntensityDistribution

__all__ = ["draw_isocandela"]

ISO_SHARES: Final = (0.01, 0.10, 0.25, 0.45, 0.65, 0.90)
# Line styles of the iso-footcandle plan, in the same order from the weakest on.
ISO_STYLES: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
ISO_RULE: Final = LabelRule(every_in=2.6, shortest_in=0.55, gap_in=0.05)


def draw_isocandela(
    paper: Paper,
    frame: tuple[float, float, float, float],
    distribution: IntensityDistribution,
) -> None:
    """Draw lines of equal candela over lateral and vertical angle.

    The weakest is 1 % of the maximum, where a source stops being seen.
    """
    left, bottom, right, top = frame
    last = 180.0 if has_light_above(distribution) else 90.0
    lateral, vertical = np.arange(-180.0, 180.5, 1.0), np.arange(0.0, last + 0.5, 0.5)
    values = distribution.candela(vertical[:, None], lateral[None, :])
    x = left + (lateral + 180.0) / 360.0 * (right - left)
    y = bottom + vertical / last * (top - bottom)
    _draw_angle_grid(paper, frame, last)
    occupancy = Occupancy(*frame)
    peak = strongest(distribution)[2]
    lines: list[list[PaperLine]] = []
    levels = _iso_levels(peak)
    for level in levels:
        traced = contour_lines(x, y, values, level)
        lines.append(
            [PaperLine(simplified(line, 0.001), level, i + 1) for i, line in enumerate(traced)]
        )
        for line in lines[-1]:
            occupancy.run_line(line.points, len(lines) * 1000 + line.owner)
    for place, (level, style) in enumerate(zip(levels, ISO_STYLES, strict=False)):
        stroke = contour_stroke(style)
        text = f"{number(level, 0)} (1 %)" if place == 0 else number(level, 0)
        face = Type.CONTOUR.coloured(stroke.colour)
        size = text_width_in(text, face), face.size_pt / 72.0 * 0.72
        for label in label_lines(lines[place], text, size, ISO_RULE, occupancy):
            paper.text(
                label.box.x,
                label.box.y,
                text,
                face,
                across="center",
                upright="middle",
                angle_deg=label.box.angle_deg,
                z=CHART_Z + 3,
            )
        drawn = [part for line in lines[place] for part in line.drawn()]
        paper.lines(drawn, stroke, z=CHART_Z + 2, name=f"isocandela {level:g}")


def _draw_angle_grid(paper: Paper, frame: tuple[float, float, float, float], last: float) -> None:
    left, bottom, right, top = frame
    grid = []
    for lateral in np.arange(-180.0, 181.0, 45.0):
        x = left + (lateral + 180.0) / 360.0 * (right - left)
        grid.append([(x, bottom), (x, top)])
        if lateral % 90.0:
            continue
        words = f"{lateral:.0f}".replace("-", "−")
        paper.text(x, bottom - 0.07, words, Type.CAPTION, across="center", upright="top", z=CHART_Z)
    for vertical in np.arange(0.0, last + 1.0, 15.0 if last <= 90.0 else 30.0):
        y = bottom + vertical / last * (top - bottom)
        grid.append([(left, y), (right, y)])
        paper.text(
            left - 0.08,
            y,
            f"{vertical:.0f}",
            Type.CAPTION,
            across="right",
            upright="middle",
            z=CHART_Z,
        )
    paper.lines(grid, CHART_GRID, z=CHART_Z)
    paper.rectangle(
        left, bottom, right - left, top - bottom, z=CHART_Z + 1, edge=CHART_AXIS, name="angles"
    )
    words = "lateral angle, degrees (0 = street side)"
    middle = (left + right) / 2
    paper.text(middle, bottom - 0.27, words, Type.REMARK, across="center", upright="top", z=CHART_Z)
    paper.text(
        left - 0.38,
        (bottom + top) / 2,
        "vertical angle, degrees",
        Type.REMARK,
        across="center",
        upright="middle",
        angle_deg=90.0,
        z=CHART_Z,
    )


def _iso_levels(peak_cd: float) -> tuple[float, ...]:
    """Levels from 1 % of the maximum on, all but the first rounded to two figures."""
    levels = []
    for place, share in enumerate(ISO_SHARES):
        level = share * peak_cd
        power = 10.0 ** (np.floor(np.log10(level)) - 1) if level > 0 else 1.0
        levels.append(float(level if place == 0 else round(level / power) * power))
    return tuple(levels)
