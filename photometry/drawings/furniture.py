"""North arrow and scale bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Box
from photometry.drawings.style import Ink, Strokes, Type
from photometry.drawings.symbols import disc
from photometry.units import FEET_PER_METRE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.drawings.view import PlanView
    from photometry.tables.display import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["draw_north_arrow", "draw_scale_bar"]

FURNITURE_Z: Final = 60.0
METRES: Final = (8.0, 16.0, 20.0, 40.0, 80.0, 160.0, 200.0, 400.0, 800.0, 1600.0, 1e4, 1e5)


def draw_north_arrow(paper: Paper, x: float, y: float, north_deg: float) -> Box:
    """Draw a north arrow about (x, y), turned to the direction of true north."""
    radius = 0.42
    turn = np.radians(north_deg - 90.0)
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    at = np.array([x, y])

    def place(points: object) -> FloatArray:
        moved: FloatArray = np.asarray(points, np.float64) @ turned + at
        return moved

    tip, tail, half = 1.28 * radius, -0.86 * radius, 0.17
    paper.areas([[place(disc(radius))]], None, z=FURNITURE_Z, edge=Strokes.LUMINAIRE)
    left = place([(0, tip), (0, tail * 0.72), (-half, tail)])
    right = place([(0, tip), (0, tail * 0.72), (half, tail)])
    paper.areas([[left]], Ink.INK, z=FURNITURE_Z + 1, edge=Strokes.LUMINAIRE)
    paper.areas([[right]], Ink.PAPER, z=FURNITURE_Z + 1, edge=Strokes.LUMINAIRE)
    letter_x, letter_y = place([(0.0, tip + 0.15)])[0]
    paper.text(
        float(letter_x),
        float(letter_y),
        "N",
        Type.SECTION,
        across="center",
        upright="middle",
        z=FURNITURE_Z,
        name="north",
    )
    return Box(x, y, 2.6 * radius, 2.6 * radius).grown(0.15)


def draw_scale_bar(
    paper: Paper, x: float, y: float, view: PlanView, sheet_name: str, length: LengthUnit
) -> list[Box]:
    """Draw a graphic scale about 4 in long from (x, y), and the scale in words under it."""
    total, unit, step = _bar_of(view, length)
    marks = total * np.array([0.0, 0.125, 0.25, 0.5, 0.75, 1.0])
    height = 0.085
    solid = [
        [np.add(_bar(a, b, height / 2), (x, y))]
        for a, b in zip(marks[:-1:2], marks[1::2], strict=False)
    ]
    paper.areas(
        [[np.add(_bar(0.0, total, height / 2), (x, y))]], Ink.PAPER, z=FURNITURE_Z, edge=Strokes.ARM
    )
    paper.areas(solid, Ink.INK, z=FURNITURE_Z + 1, edge=Strokes.ARM, name="scale bar")
    boxes = [Box(x + total / 2, y, total, height)]
    for mark in marks:
        words = f"{mark / total * step:g}"
        boxes.append(
            paper.text(
                x + mark, y + 0.11, words, Type.SCALE, across="center", z=FURNITURE_Z, name="scale"
            )
        )
    boxes.append(paper.text(x + total + 0.2, y + 0.11, unit, Type.SCALE, z=FURNITURE_Z))
    words = f"SCALE {view.words}  when plotted on {sheet_name}"
    boxes.append(paper.text(x, y - 0.22, words, Type.SCALE, z=FURNITURE_Z, name="scale words"))
    # A part of a divided plan runs under it.
    sides = np.array([box.grown(0.05).bounds for box in boxes])
    left, bottom = sides[:, :2].min(axis=0)
    right, top = sides[:, 2:].max(axis=0)
    paper.rectangle(
        left, bottom, right - left, top - bottom, z=FURNITURE_Z - 1, fill=Ink.PAPER, name="ground"
    )
    return boxes


def _bar_of(view: PlanView, length: LengthUnit) -> tuple[float, str, float]:
    """Give a bar's length on paper, its unit, and what it stands for on the ground."""
    if length.abbreviation != "m":
        return 4.0, "ft", 4.0 * view.scale_ft_per_in
    metre_in = FEET_PER_METRE / view.scale_ft_per_in
    metres = next(m for m in METRES if m * metre_in >= 2.6)
    return metres * metre_in, "m", metres


def _bar(start: float, end: float, half: float) -> FloatArray:
    return np.array([(start, -half), (end, -half), (end, half), (start, half)])
