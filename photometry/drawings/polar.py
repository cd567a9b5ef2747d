"""Polar chart of a luminaire's candela, in two planes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.dial import (
    CHART_AXIS,
    CHART_GRID,
    CHART_Z,
    clear_places,
    has_light_above,
    own_vertical,
    ring_name,
    rings,
    strongest,
)
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Type
from photometry.drawings.symbols import disc
from photometry.luminaires.distribution import PhotometricType
from photometry.tables.text import number, plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.boxes import Box
    from photometry.drawings.paper import Paper
    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["draw_candela_planes"]

PLANE: Final = Stroke(0.50, Ink.LOCUS)
SECOND_PLANE: Final = Stroke(0.50, "#A65A00", (3.0, 1.2))
RING_NAMES_DEG: Final = (67.5, 52.5, 37.5, 22.5)  # between spokes


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
    names = _draw_dial(paper, dial, scale, upward=upward)
    if not upward:
        words, style = _words_on_darkness(distribution), Type.SUBSECTION
        paper.text(dial.x, dial.y + 0.33, words, style, across="center", z=CHART_Z)
    # The street side is on the right, so a maximum on the house side is drawn on the left.
    side = -1 if 90.0 < peak_h < 270.0 else 1
    peak_is_ahead = peak_h % 180.0 == 0.0
    second = 90.0 if peak_is_ahead else peak_h if side > 0 else _opposite(peak_h)
    curves = []
    for plane, stroke in ((0.0, PLANE), (second, SECOND_PLANE)):
        ahead, behind = (
            dial.at(vertical, distribution.candela(vertical, lateral), side)
            for lateral, side in ((plane, 1), (plane + 180.0, -1))
        )
        curves.append(np.vstack([behind[::-1], ahead]))
        paper.lines(curves[-1:], stroke, z=CHART_Z + 2, name="candela")
    colour = (PLANE if peak_is_ahead else SECOND_PLANE).colour
    tip = dial.at(np.array([peak_v]), np.array([peak]), side)[0]
    spot = disc(0.04, (float(tip[0]), float(tip[1])))
    paper.areas([[spot]], Ink.PAPER, z=CHART_Z + 3, edge=Stroke(0.35, colour), name="maximum")
    box = _label_maximum(paper, dial, tip, f"{number(peak, 0)} cd", colour)
    _name_rings(paper, dial, scale, np.vstack([*curves, box.corners, [(box.x, box.y)], names]))
    is_sideways = 0.0 < peak_v < 180.0  # else it is in every plane
    _draw_plane_key(paper, left, bottom + 0.12, second, peak_h if is_sideways else None)


def _opposite(lateral_deg: float) -> float:
    """Give the other half of a plane; twice is the very same angle."""
    return lateral_deg + 180.0 if lateral_deg < 180.0 else lateral_deg - 180.0


def _words_on_darkness(distribution: IntensityDistribution) -> str:
    """Say what is known of the upper half where nothing is drawn there."""
    if not has_light_above(distribution, 90.0):
        return "no light at or above 90°"
    ends = distribution.photometric_type is PhotometricType.C and own_vertical(distribution)[-1]
    return "nothing measured above 90°" if ends == 90.0 else "no light above 90°"


def _draw_dial(
    paper: Paper, dial: _Dial, scale: tuple[float, ...], *, upward: bool
) -> list[tuple[float, float]]:
    """Draw rings and spokes; give the places of the spokes' names."""
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
    spokes, names = [], []
    for angle in np.arange(-last, last + 1.0, 15.0):
        end = dial.at(np.array([abs(angle)]), np.array([scale[-1]]), -1 if angle < 0 else 1)[0]
        spokes.append([(dial.x, dial.y), end])
        if angle % 30.0 == 0.0 and abs(angle) < 180.0:
            outward = end - (dial.x, dial.y)
            x, y = end + outward / np.hypot(*outward) * 0.17
            names.append((float(x), float(y)))
            paper.text(
                float(x),
                float(y),
                f"{abs(angle):.0f}°",
                Type.CAPTION,
                across="center",
                upright="middle",
                z=CHART_Z,
            )
    paper.lines(circles + spokes, CHART_GRID, z=CHART_Z)
    paper.lines([spokes[0], spokes[-1]], CHART_AXIS, z=CHART_Z)
    for words, side in (("house side", -1), ("street side", 1)):
        paper.text(
            dial.x + side * dial.radius_in * 0.72,
            dial.y + (dial.radius_in + 0.12 if upward else 0.33),
            words,
            Type.REMARK,
            across="center",
            z=CHART_Z,
        )
    return names


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
    for ring, (x, y) in zip(scale, clear_places(places, drawn), strict=True):
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


def _draw_plane_key(paper: Paper, x: float, y: float, second: float, peak_h: float | None) -> None:
    for place, (stroke, lateral) in enumerate(((SECOND_PLANE, second), (PLANE, 0.0))):
        at = y + place * 0.18
        marks = [
            f"{plain_number(angle, 1)}°{' (maximum)' if angle == peak_h else ''}"
            for angle in (lateral, _opposite(lateral))
        ]
        words = f"lateral {' and '.join(marks)}"
        paper.lines([[(x + 0.1, at), (x + 0.6, at)]], stroke, z=CHART_Z)
        key = Type.CAPTION.coloured(Ink.INK)
        paper.text(x + 0.7, at, words, key, upright="middle", z=CHART_Z)
