"""The isofootcandle template of one luminaire: its light on level ground, in mounting heights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.contours import contour_lines, simplified
from photometry.drawings.dial import CHART_AXIS, CHART_GRID, CHART_Z, strongest
from photometry.drawings.labels import LabelRule, PaperLine, label_lines
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Type, contour_stroke
from photometry.drawings.symbols import disc
from photometry.drawings.tables_drawn import draw_paragraph
from photometry.engine.direct import illuminance
from photometry.luminaires.distribution import PhotometricType
from photometry.site.model import Luminaire
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.text import plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.record import LuminaireFile
    from photometry.tables.display import LengthUnit, LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["TEMPLATE_HEIGHT_FT", "draw_template", "template_grid", "template_levels_fc"]

TEMPLATE_HEIGHT_FT: Final = 20.0
REACH_MH: Final = 4.0
STEPS_PER_MH: Final = 25
TRACE: Final = Stroke(0.35, Ink.INK, (0.6, 0.6))
RULE: Final = LabelRule(every_in=3.2, shortest_in=0.6, gap_in=0.05)
FOOT_IN: Final = 1.02  # names of the axes, key and caption
NAMES_IN: Final = 0.46  # left of the frame
AIMS: Final = {
    PhotometricType.A: "Type A file: shown with its axis level, toward the street side.",
    PhotometricType.B: "Type B file: shown as aimed straight down.",
}


@dataclass(frozen=True, slots=True)
class _Frame:
    """A square of paper over the ground: street side up, the luminaire in the middle."""

    left: float
    bottom: float
    side: float

    def at(self, mh: FloatArray) -> FloatArray:
        """Places (n, 2) on paper of places in mounting heights."""
        return (mh + REACH_MH) / (2 * REACH_MH) * self.side + (self.left, self.bottom)


def template_levels_fc(light: LightUnit = FOOTCANDLES) -> tuple[float, ...]:
    """Levels of the lines, fc: those of a plan in this unit but the highest."""
    return light.levels_fc[:-1]


def template_grid(
    file: LuminaireFile, mounting_height_ft: float = TEMPLATE_HEIGHT_FT
) -> tuple[FloatArray, FloatArray]:
    """Horizontal illuminance on level ground round one luminaire, llf 1, not tilted.

    Parameters
    ----------
    file
        The luminaire file.
    mounting_height_ft
        Of its photometric centre over the ground.

    Returns
    -------
    mh : (n,) array
        Columns and rows alike, in mounting heights from the luminaire.
    illuminance_fc : (n, n) array
        At (row, column); rows run toward the street side (lateral angle 0), columns away from
        lateral angle 90: the ground as it is seen from above with the street side up.
    """
    mh = np.linspace(-REACH_MH, REACH_MH, round(2 * REACH_MH * STEPS_PER_MH) + 1)
    x, y = np.meshgrid(mh * mounting_height_ft, mh * mounting_height_ft)
    points = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    luminaire = Luminaire(file, 0.0, 0.0, mounting_height_ft, orientation_deg=90.0)
    return mh, illuminance([luminaire], points).reshape(x.shape)


def draw_template(
    paper: Paper,
    frame: tuple[float, float, float, float],
    file: LuminaireFile,
    mounting_height_ft: float = TEMPLATE_HEIGHT_FT,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> None:
    """Draw the isofootcandles of one luminaire over a grid of mounting heights.

    With a Type C file also the trace of half its maximum candela, which the roadway types of
    ANSI/IES are told by.

    Parameters
    ----------
    paper, frame
        Where: left, bottom, right, top, inches.
    file, mounting_height_ft
        As of `template_grid`.
    light, length
        The units that the lines and the words are in.
    """
    left, bottom, right, top = frame
    side = min(right - left - NAMES_IN, top - bottom - FOOT_IN)
    square = _Frame(left + NAMES_IN + (right - left - NAMES_IN - side) / 2, top - side, side)
    mh, light_fc = template_grid(file, mounting_height_ft)
    _draw_grid(paper, square)
    occupancy = Occupancy(square.left, square.bottom, square.left + side, square.bottom + side)
    kind = file.distribution.photometric_type
    if kind is PhotometricType.C:
        aim = _draw_trace(paper, square, mh, file.distribution, occupancy)
    else:
        aim = AIMS[kind]
    _draw_contours(paper, square, mh, light_fc, occupancy, light)
    y = square.bottom - 0.47
    most_fc = float(light_fc.max())
    _draw_key(paper, left, right, y, most_fc, light)
    height = length.plain(mounting_height_ft, length.decimals)
    words = (
        f"{light.words.capitalize()} on level ground, initial (llf 1), at most "
        f"{light.text(most_fc)}; at another height H {length.abbreviation} "
        f"times ({height}/H)². {aim}"
    )
    draw_paragraph(paper, left, y - 0.13, right - left, words, Type.REMARK)


def _draw_grid(paper: Paper, square: _Frame) -> None:
    """Draw a line each mounting height, numbered, and say which way the luminaire looks."""
    ticks = np.arange(-REACH_MH, REACH_MH + 1.0)
    low, high = np.full_like(ticks, -REACH_MH), np.full_like(ticks, REACH_MH)
    columns = np.stack([square.at(np.stack([ticks, end], axis=-1)) for end in (low, high)], axis=1)
    rows = np.stack([square.at(np.stack([end, ticks], axis=-1)) for end in (low, high)], axis=1)
    paper.lines([*columns[1:-1], *rows[1:-1]], CHART_GRID, z=CHART_Z)
    paper.lines([columns[len(ticks) // 2], rows[len(ticks) // 2]], CHART_AXIS, z=CHART_Z)
    left, bottom, side = square.left, square.bottom, square.side
    paper.rectangle(left, bottom, side, side, z=CHART_Z + 1, edge=CHART_AXIS, name="template")
    style = Type.CAPTION
    for tick, (x, _), (_, y) in zip(ticks, columns[:, 0], rows[:, 0], strict=True):
        words = plain_number(abs(tick), 0)
        paper.text(x, bottom - 0.07, words, style, across="center", upright="top", z=CHART_Z)
        paper.text(left - 0.07, y, words, style, across="right", upright="middle", z=CHART_Z)
    name = Type.REMARK
    y = bottom - 0.25
    middle = left + side / 2
    paper.text(left, y, "lateral 90°", name, upright="top", z=CHART_Z)
    paper.text(middle, y, "mounting heights", name, across="center", upright="top", z=CHART_Z)
    paper.text(left + side, y, "lateral 270°", name, across="right", upright="top", z=CHART_Z)
    paper.text(left - 0.28, bottom, "house side", name, angle_deg=90.0, z=CHART_Z)
    y = bottom + side / 2
    paper.text(left - 0.28, y, "mounting heights", name, across="center", angle_deg=90.0, z=CHART_Z)
    y = bottom + side
    paper.text(left - 0.28, y, "street side", name, across="right", angle_deg=90.0, z=CHART_Z)


def _draw_trace(
    paper: Paper,
    square: _Frame,
    mh: FloatArray,
    distribution: IntensityDistribution,
    occupancy: Occupancy,
) -> str:
    """Draw where the candela is half its maximum and where that strikes; say what is shown."""
    across, toward = np.meshgrid(mh, mh)
    vertical = np.degrees(np.arctan(np.hypot(across, toward)))
    lateral = np.degrees(np.arctan2(-across, toward)) % 360.0
    candela = distribution.candela(vertical, lateral)
    peak_v, peak_h, peak = strongest(distribution)
    lines = [square.at(line) for line in contour_lines(mh, mh, candela, peak / 2)]
    paper.lines([simplified(line, 0.001) for line in lines], TRACE, z=CHART_Z + 2, name="half")
    for line in lines:
        occupancy.take_line(line, 0.03)
    said = "Dotted: half the maximum candela" if lines else "No half-maximum trace within 4"
    turn, reach = np.radians(peak_h), np.tan(np.radians(peak_v))
    if not (peak > 0.0 and peak_v < 90.0 and reach < REACH_MH):
        return f"{said}."
    x, y = square.at(np.array([-np.sin(turn), np.cos(turn)]) * reach)
    spot, edge = disc(0.04, (float(x), float(y))), Stroke(0.35, TRACE.colour)
    paper.areas([[spot]], Ink.PAPER, z=CHART_Z + 5, edge=edge, name="maximum on the ground")
    occupancy.take(Box(float(x), float(y), 0.1, 0.1))
    return f"{said}; ring: the maximum."


def _draw_contours(
    paper: Paper,
    square: _Frame,
    mh: FloatArray,
    light_fc: FloatArray,
    occupancy: Occupancy,
    light: LightUnit,
) -> None:
    """Draw the lines of each level, the level in a gap of its line."""
    x, y = square.at(np.stack([mh, mh], axis=-1)).T
    middle = float(x.mean()), float(y.mean())
    paper.areas([[disc(0.03, middle)]], Ink.INK, z=CHART_Z + 4, name="luminaire")
    occupancy.take(Box(*middle, 0.08, 0.08))
    levels_fc = template_levels_fc(light)
    lines = [
        [
            PaperLine(simplified(line, 0.001), level, place * 1000 + part)
            for part, line in enumerate(contour_lines(x, y, light_fc, level), 1)
        ]
        for place, level in enumerate(levels_fc)
    ]
    for line in (line for level in lines for line in level):
        occupancy.run_line(line.points, line.owner)
    for level, traced in zip(levels_fc, lines, strict=True):
        stroke, text = contour_stroke(level), light.level(level)
        face = Type.CONTOUR.coloured(stroke.colour)
        size = text_width_in(text, face), face.size_pt / 72.0 * 0.72
        for label in label_lines(traced, text, size, RULE, occupancy):
            at = label.box
            paper.text(
                at.x,
                at.y,
                text,
                face,
                across="center",
                upright="middle",
                angle_deg=at.angle_deg,
                z=CHART_Z + 3,
                name="isofootcandle label",
            )
        drawn = [part for line in traced for part in line.drawn()]
        paper.lines(drawn, stroke, z=CHART_Z + 3, name=f"isofootcandle {text}")


def _draw_key(
    paper: Paper, left: float, right: float, y: float, most_fc: float, light: LightUnit
) -> None:
    """Show the line of each level that is drawn, for contours too short for a label."""
    levels_fc = template_levels_fc(light)
    step = (right - left) / len(levels_fc)
    for place, level in enumerate(level for level in levels_fc if level <= most_fc):
        x, stroke = left + place * step, contour_stroke(level)
        paper.lines([[(x, y), (x + 0.3, y)]], stroke, z=CHART_Z)
        face = Type.CAPTION.coloured(Ink.INK)
        paper.text(x + 0.34, y, light.level(level), face, upright="middle", z=CHART_Z)
