"""Charts of a luminaire's light: candela in two planes, isocandela, lumens by zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Occupancy
from photometry.drawings.contours import contour_lines, simplified
from photometry.drawings.dial import (
    clearest,
    has_light_above,
    own_vertical,
    ring_name,
    rings,
    strongest,
)
from photometry.drawings.labels import LabelRule, PaperLine, label_lines
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Type, contour_stroke
from photometry.drawings.symbols import disc
from photometry.tables.text import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.boxes import Box
    from photometry.drawings.paper import Paper
    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.lcs import LcsZones

    FloatArray = NDArray[np.float64]

__all__ = ["draw_candela_planes", "draw_isocandela", "draw_zone_lumens"]

CHART_Z: Final = 20.0
GRID: Final = Stroke(0.13, Ink.RULE)
AXIS: Final = Stroke(0.18, Ink.CONTEXT)
PLANE: Final = Stroke(0.50, Ink.LOCUS)
SECOND_PLANE: Final = Stroke(0.50, "#A65A00", (3.0, 1.2))
FRONT, BACK = "#C3D8EC", "#DADFE3"
ISO_SHARES: Final = (0.01, 0.10, 0.25, 0.45, 0.65, 0.90)
# Line styles of the iso-footcandle plan, in the same order from the weakest on.
ISO_STYLES: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
RING_NAMES_DEG: Final = (67.5, 52.5, 37.5, 22.5)  # between spokes
NAMED_AT_DEG: Final = {"FVH": 85.0, "BVH": 85.0, "UL": 100.0}
ISO_RULE: Final = LabelRule(every_in=2.6, shortest_in=0.55, gap_in=0.05)


@dataclass(frozen=True, slots=True)
class _Dial:
    """A polar chart: nadir down, lateral angle of the plane to the right."""

    x: float
    y: float
    radius_in: float
    full_cd: float

    def at(self, vertical_deg: FloatArray, candela_cd: FloatArray, side: int) -> FloatArray:
        """Places (n, 2) on paper; `side` is +1 to the right, -1 to the left."""
        turn = np.radians(vertical_deg)
        reach = candela_cd / self.full_cd * self.radius_in
        return np.stack(
            [self.x + side * reach * np.sin(turn), self.y - reach * np.cos(turn)], axis=-1
        )


def draw_candela_planes(
    paper: Paper,
    frame: tuple[float, float, float, float],
    distribution: IntensityDistribution,
) -> None:
    """Draw candela in the 0-180 plane and in the plane of the maximum.

    Where that is the same plane, the 90-270 plane is the other one.

    Parameters
    ----------
    paper, frame
        Where: left, bottom, right, top, inches.
    distribution
        Looked up at Type C angles, whatever the file's type.
    """
    left, bottom, right, top = frame
    vertical = np.unique(np.append(np.arange(0.0, 181.0, 1.0), own_vertical(distribution)))
    peak_v, peak_h, peak = strongest(distribution)
    upward = has_light_above(distribution)
    scale = rings(peak)
    room = min((right - left) / 2 - 0.45, (top - bottom - 1.0) / (2 if upward else 1))
    middle_y = bottom + 0.75 + room if upward else (bottom + 0.45 + top + room) / 2
    dial = _Dial((left + right) / 2, middle_y, room, scale[-1])
    _draw_dial(paper, dial, scale, upward=upward)
    peak_is_ahead = peak_h % 180.0 == 0.0
    second = 90.0 if peak_is_ahead else peak_h
    curves = []
    for plane, stroke in ((0.0, PLANE), (second, SECOND_PLANE)):
        ahead, behind = (
            dial.at(vertical, distribution.candela(vertical, lateral), side)
            for lateral, side in ((plane, 1), (plane + 180.0, -1))
        )
        curves.append(np.vstack([behind[::-1], ahead]))
        paper.lines(curves[-1:], stroke, z=CHART_Z + 2, name="candela")
    colour = (PLANE if peak_is_ahead else SECOND_PLANE).colour
    tip = dial.at(np.array([peak_v]), np.array([peak]), -1 if peak_h == 180.0 else 1)[0]
    spot = disc(0.04, (float(tip[0]), float(tip[1])))
    paper.areas([[spot]], Ink.PAPER, z=CHART_Z + 3, edge=Stroke(0.35, colour), name="maximum")
    box = _label_maximum(paper, dial, tip, f"{number(peak, 0)} cd", colour)
    _name_rings(paper, dial, scale, np.vstack([*curves, box.corners, [(box.x, box.y)]]))
    _draw_plane_key(paper, left, bottom + 0.12, second, peak_h)


def _draw_dial(paper: Paper, dial: _Dial, scale: tuple[float, ...], *, upward: bool) -> None:
    last = 180.0 if upward else 90.0
    sweep = np.linspace(-last, last, 241)
    circles = [
        np.vstack([dial.at(np.abs(sweep), np.full(len(sweep), ring), 1)])
        * np.where(sweep < 0, -1, 1)[:, None] ** np.array([1, 0])
        for ring in scale
    ]
    # Mirroring x about the chart's own middle, not about the sheet's edge.
    for circle in circles:
        circle[sweep < 0, 0] += 2 * dial.x
    spokes = []
    for angle in np.arange(-last, last + 1.0, 15.0):
        end = dial.at(np.array([abs(angle)]), np.array([scale[-1]]), -1 if angle < 0 else 1)[0]
        spokes.append([(dial.x, dial.y), end])
        if angle % 30.0 == 0.0 and abs(angle) < 180.0:
            outward = end - (dial.x, dial.y)
            x, y = end + outward / np.hypot(*outward) * 0.17
            paper.text(
                float(x),
                float(y),
                f"{abs(angle):.0f}°",
                Type.CAPTION,
                across="center",
                upright="middle",
                z=CHART_Z,
            )
    paper.lines(circles + spokes, GRID, z=CHART_Z)
    paper.lines([spokes[0], spokes[-1]], AXIS, z=CHART_Z)
    if not upward:
        paper.text(
            dial.x,
            dial.y + 0.33,
            "no light at or above 90°",
            Type.SUBSECTION,
            across="center",
            z=CHART_Z,
        )
    for words, side in (("house side", -1), ("street side", 1)):
        paper.text(
            dial.x + side * dial.radius_in * 0.72,
            dial.y + (dial.radius_in + 0.12 if upward else 0.33),
            words,
            Type.REMARK,
            across="center",
            z=CHART_Z,
        )


def _name_rings(paper: Paper, dial: _Dial, scale: tuple[float, ...], drawn: FloatArray) -> None:
    """Write the candela of the rings between two spokes, clear of the curves."""
    reach = np.array(scale)
    places = np.stack(
        [
            dial.at(np.full(len(scale), angle), reach, side)
            for angle in RING_NAMES_DEG
            for side in (1, -1)
        ]
    )
    for ring, (x, y) in zip(scale, places[clearest(places, drawn)], strict=True):
        text, style = ring_name(ring), Type.CAPTION
        wide = text_width_in(text, style) + 0.05
        paper.rectangle(x - wide / 2, y - 0.065, wide, 0.13, fill=Ink.PAPER, z=CHART_Z + 0.5)
        paper.text(x, y, text, style, across="center", upright="middle", z=CHART_Z + 1)


def _label_maximum(paper: Paper, dial: _Dial, tip: FloatArray, text: str, colour: str) -> Box:
    """Write the maximum beside its point, toward the outside of the dial if there is room."""
    style = Type.TAG.coloured(colour)
    wide = text_width_in(text, style)
    outside = tip[0] + 0.08 + wide <= dial.x + dial.radius_in + 0.4
    x = float(tip[0]) + (0.08 if outside else -0.08)
    box_x = x if outside else x - wide
    paper.rectangle(
        box_x - 0.02, float(tip[1]) + 0.05, wide + 0.04, 0.13, fill=Ink.PAPER, z=CHART_Z + 3
    )
    return paper.text(
        x, float(tip[1]) + 0.07, text, style, across="left" if outside else "right", z=CHART_Z + 4
    )


def _draw_plane_key(paper: Paper, x: float, y: float, second: float, peak_h: float) -> None:
    for place, (stroke, lateral) in enumerate(((SECOND_PLANE, second), (PLANE, 0.0))):
        at = y + place * 0.18
        marks = [
            f"{angle:g}°{' (maximum)' if angle == peak_h else ''}"
            for angle in (lateral, (lateral + 180.0) % 360.0)
        ]
        words = f"lateral {' and '.join(marks)}"
        paper.lines([[(x + 0.1, at), (x + 0.6, at)]], stroke, z=CHART_Z)
        key = Type.CAPTION.coloured(Ink.INK)
        paper.text(x + 0.7, at, words, key, upright="middle", z=CHART_Z)


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
    paper.lines(grid, GRID, z=CHART_Z)
    paper.rectangle(
        left, bottom, right - left, top - bottom, z=CHART_Z + 1, edge=AXIS, name="angles"
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
        paper.areas([[outline]], None, z=CHART_Z, edge=GRID)
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


def _iso_levels(peak_cd: float) -> tuple[float, ...]:
    """Levels from 1 % of the maximum on, all but the first rounded to two figures."""
    levels = []
    for place, share in enumerate(ISO_SHARES):
        level = share * peak_cd
        power = 10.0 ** (np.floor(np.log10(level)) - 1) if level > 0 else 1.0
        levels.append(float(level if place == 0 else round(level / power) * power))
    return tuple(levels)
