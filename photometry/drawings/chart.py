"""A chart in plotted inches: two linear functions of its own, ruled lines, labels that fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.style import Ink, Stroke, Type
from photometry.tables.text import number, plain_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from numpy.typing import ArrayLike, NDArray

    from photometry.drawings.paper import Across, Paper
    from photometry.drawings.style import TypeStyle

    FloatArray = NDArray[np.float64]

__all__ = ["Chart", "beside", "nice_step"]

GRID: Final = Stroke(0.13, Ink.RULE)
AXIS: Final = Stroke(0.25, Ink.SECOND)
TICK_IN: Final = 0.05
CHART_Z: Final = 10.0
TEXT_Z: Final = 40.0
BEYOND: Final = 3.0  # heights of the chart, to which what is infinite is drawn, and cut


def nice_step(span: float, most: int) -> float:
    """Give the smallest of 1, 2, 5, 10 ... (or 0.1, 0.2 ...) that divides a span in so many."""
    least = span / max(most, 1)
    power = 10.0 ** np.floor(np.log10(max(least, 1e-9)))
    return next(float(m * power) for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9))


def beside(width_in: float) -> list[tuple[float, float]]:
    """Give shifts from a mark to the middle of a label so wide, the nearest first."""
    sides = (width_in / 2 + 0.08, -(width_in / 2 + 0.08))
    near = [(across, up) for up in (0.06, 0.2, -0.1, 0.34) for across in sides]
    over = [(across, up) for up in (0.14, 0.26, -0.16) for across in (0.0, 0.35, -0.35, 0.7, -0.7)]
    far = [(across, up) for up in (0.5, 0.7, -0.3, 0.9, -0.5, 1.2) for across in sides]
    return [*near, *over, *far]


@dataclass(frozen=True, eq=False)
class Chart:
    """A rectangle of paper with stations across and values up.

    Attributes
    ----------
    left, bottom, width, height
        Inches on paper.
    length_ft
        Stations run from 0 to this.
    low, high
        Range of the values.
    per_ft, per_value
        How many of the units that are written make a foot and a value.
    room
        What of the rectangle is taken.
    """

    paper: Paper
    left: float
    bottom: float
    width: float
    height: float
    length_ft: float
    low: float
    high: float
    room: Occupancy
    per_ft: float = 1.0
    per_value: float = 1.0

    @classmethod
    def on(
        cls,
        paper: Paper,
        frame_in: tuple[float, float, float, float],
        length_ft: float,
        values: tuple[float, float],
        per_ft: float = 1.0,
        per_value: float = 1.0,
    ) -> Chart:
        """Make a chart on a frame (left, bottom, width, height)."""
        left, bottom, width, height = frame_in
        room = Occupancy(left, bottom, left + width, bottom + height)
        return cls(paper, left, bottom, width, height, length_ft, *values, room, per_ft, per_value)

    def place(self, along_ft: ArrayLike, value: ArrayLike) -> FloatArray:
        """Paper (n, 2) of stations and values; what is infinite stands far outside."""
        span = self.high - self.low
        bounds = self.low - BEYOND * span, self.high + BEYOND * span
        up = (np.clip(np.asarray(value, np.float64), *bounds) - self.low) / span
        across = np.asarray(along_ft, np.float64) / self.length_ft
        across, up = np.broadcast_arrays(across, up)
        return np.stack([self.left + self.width * across, self.bottom + self.height * up], -1)

    def draw_axes(self, caption: str) -> None:
        """Draw horizontal rules with their values, and stations under the lowest one."""
        low, high = self.low * self.per_value, self.high * self.per_value
        step = nice_step(high - low, 6)
        decimals = max(0, -int(np.floor(np.log10(step) + 1e-9)))
        first = np.ceil(low / step - 1e-9) * step
        levels = np.arange(first, high + 1e-9 * step, step)
        rules = [
            self.place([0.0, self.length_ft], np.array([level, level]) / self.per_value)
            for level in levels
        ]
        self.paper.lines(rules, GRID, z=CHART_Z)
        for level, rule in zip(levels, rules, strict=True):
            self._caption(
                self.left - 0.08, float(rule[0, 1]), number(float(level), decimals), "right"
            )
        self.draw_stations(caption)

    def draw_stations(self, caption: str) -> None:
        """Draw the lower edge with its stations."""
        base = self.place([0.0, self.length_ft], [self.low, self.low])
        self.paper.lines([base], AXIS, z=CHART_Z + 1)
        length = self.length_ft * self.per_ft
        step = nice_step(length, 9)
        stations = np.arange(0.0, length + 1e-9, step)
        feet = self.place(stations / self.per_ft, np.full(len(stations), self.low))
        ticks = [[foot, foot - (0.0, TICK_IN)] for foot in feet]
        self.paper.lines(ticks, AXIS, z=CHART_Z + 1)
        for station, (x, y) in zip(stations.tolist(), feet.tolist(), strict=True):
            self._caption(x, y - 0.14, plain_number(station), "center")
        self._caption(self.left + self.width, self.bottom - 0.30, caption, "right")

    def _caption(self, x: float, y: float, words: str, across: Across) -> None:
        self.paper.text(x, y, words, Type.CAPTION, across=across, upright="middle", z=TEXT_Z)

    def curve(self, along_ft: FloatArray, value: FloatArray, stroke: Stroke, name: str) -> None:
        """Draw a line of values, cut at the chart's edges, and keep labels off it."""
        path = self.place(along_ft, value)
        with self.clipped():
            self.paper.lines([path], stroke, z=CHART_Z + 6, name=name)
        self.room.take_line(path, 0.04)

    def area(self, outline: FloatArray, fill: str, name: str, z: float = CHART_Z - 2) -> None:
        """Fill an outline (n, 2) on paper, cut at the chart's edges."""
        with self.clipped():
            self.paper.areas([[outline]], fill, z=z, name=name)

    def clipped(self) -> AbstractContextManager[None]:
        """Cut what is drawn inside the ``with`` block at the chart's edges."""
        return self.paper.clipped(
            self.left, self.bottom, self.left + self.width, self.bottom + self.height
        )

    def label(
        self,
        at: Sequence[float] | FloatArray,
        words: str,
        style: TypeStyle,
        ways: Iterable[tuple[float, float]],
        name: str = "chart label",
        *,
        on_white: bool = False,
    ) -> bool:
        """Write a label beside a place, at the first of some shifts (inches) that is free.

        It has a white ground where it stands on a hatch, or always if `on_white`.
        """
        size = self.paper.text_box(0.0, 0.0, words, style)
        for across, up in ways:
            x, y = float(at[0]) + across, float(at[1]) + up
            box = Box(x, y, size.width, size.height).grown(0.025)
            if self.room.is_free(box):
                if on_white or self.room.owners(box):
                    left, bottom, _, _ = box.bounds
                    self.paper.rectangle(
                        left, bottom, box.width, box.height, fill=Ink.PAPER, z=CHART_Z + 3
                    )
                self.paper.text(
                    x, y, words, style, across="center", upright="middle", z=TEXT_Z, name=name
                )
                self.room.take(box)
                return True
        return False

    def say(self, words: str, up: float = 0.5) -> None:
        """Write a sentence across the middle, at a share of the height."""
        middle = (self.left + self.width / 2, self.bottom + up * self.height)
        steps = np.arange(0.0, self.height * 0.45, 0.12)
        ways = [(0.0, float(s)) for s in np.ravel(np.column_stack([steps, -steps]))]
        self.label(middle, words, Type.REMARK, ways, "sentence", on_white=True)
