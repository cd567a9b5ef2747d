"""Values at their points: on zones above a cross, along lines across them with a tick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Box
from photometry.drawings.labels import read_from_below
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.ordinance.finding import Status
from photometry.tables.words import line_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.drawings.boxes import Occupancy
    from photometry.drawings.limits import Locus
    from photometry.drawings.paper import Across, Paper
    from photometry.drawings.style import TypeStyle
    from photometry.drawings.view import PlanView
    from photometry.engine.results import LineResult, ZoneResult
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Printed", "line_layer_fc", "print_dwellings", "print_line", "print_zone"]

VALUE_Z: Final = 45.0
ARM_IN: Final = 0.022  # half of the cross at a point
CROSS: Final = Stroke(0.13, Ink.INK)
EXTREME: Final = Stroke(0.25, Ink.INK)
POINT_VALUE: Final = Type.VALUE.sized(8.8).faced("medium").coloured(Ink.INK)
LINE_VALUE: Final = Type.VALUE.coloured(Ink.INK)
JUDGED_VALUE: Final = Type.VALUE.coloured(Ink.LOCUS)
OVER_VALUE: Final = Type.VALUE.faced("semibold").coloured(Ink.LIMIT)
LEAST_PITCH_IN: Final = 0.19  # between rows of values, their crosses among them
LINE_PITCH_IN: Final = 0.125  # between values that stand side by side across a line
TICK_IN: Final = 0.05
Way = tuple[tuple[int, int], float]
NEAR: Final[tuple[Way, ...]] = (((0, 1), 0.0), ((0, -1), 0.0), ((1, 0), 0.0), ((-1, 0), 0.0))
FARTHER: Final[tuple[Way, ...]] = (
    *NEAR,
    *(
        (way, gap)
        for gap in (0.08, 0.16, 0.24, 0.36, 0.5)
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
    ),
)
STARTS_IN: Final = (0.09, 0.15, 0.21)  # from a line to its value


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed of a zone or a line.

    Attributes
    ----------
    points, printed
        How many points the sheet shows, and how many have their value.
    every
        Every how many columns and rows, or stations, were meant to be printed.
    boxes
        What the values cover.
    """

    name: str
    points: int
    printed: int
    every: int
    boxes: tuple[Box, ...] = ()


def print_zone(
    paper: Paper,
    view: PlanView,
    zone: ZoneResult,
    occupancy: Occupancy,
    light: LightUnit,
    blocked: Sequence[Box] = (),
) -> Printed:
    """Print a zone's maintained values, every one where they fit, maximum and minimum boxed.

    A value stands above its cross, or else below or beside it; only the maximum and the minimum
    may stand farther away, at the end of a hairline. Points under the `blocked` boxes (values
    of lines) are left out.
    """
    values = zone.fc
    texts = [light.text(value, 1) for value in values.tolist()]
    widest = max(text_width_in(text, POINT_VALUE) for text in texts)
    pitch = max(widest + 0.06, LEAST_PITCH_IN)
    every = max(1, int(np.ceil(pitch * view.scale_ft_per_in / zone.spacing_ft - 1e-9)))
    places = zone.lattice - zone.lattice.min(axis=0)
    kept = ((places - places.max(axis=0) % every // 2) % every == 0).all(axis=1)
    extremes = list(dict.fromkeys((int(values.argmax()), int(values.argmin()))))
    at = view.to_paper(zone.points_ft)
    shown = view.shows(zone.points_ft)
    kept &= shown
    for box in blocked:
        kept &= ~box.grown(ARM_IN).contains(at)
    extremes = [i for i in extremes if shown[i]]
    order = [*extremes, *(int(i) for i in np.flatnonzero(kept) if i not in extremes)]
    _draw_crosses(paper, at[order], occupancy)
    printed = sum(
        _print_point(paper, at[i], texts[i], occupancy, boxed=i in extremes) is not None
        for i in order
    )
    return Printed(zone.name, int(shown.sum()), printed, every)


def _draw_crosses(paper: Paper, at: FloatArray, occupancy: Occupancy) -> None:
    arms = np.array([[(-ARM_IN, 0.0), (ARM_IN, 0.0)], [(0.0, -ARM_IN), (0.0, ARM_IN)]])
    crosses = (at[:, None, None] + arms).reshape(-1, 2, 2)
    paper.lines(list(crosses), CROSS, z=VALUE_Z, name="point")
    for x, y in at.tolist():
        occupancy.take(Box(x, y, 2 * ARM_IN, 2 * ARM_IN))


def _print_point(
    paper: Paper,
    at: FloatArray,
    text: str,
    occupancy: Occupancy,
    *,
    boxed: bool,
    style: TypeStyle = POINT_VALUE,
    name: str = "",
) -> Box | None:
    """Print a value at its point, in the first place that is free; give what it covers."""
    margin = 0.035 if boxed else 0.012
    size = paper.text_box(0.0, 0.0, text, style)
    half = np.array([size.width, size.height]) / 2
    for way, gap in FARTHER if boxed else NEAR:
        middle = at + np.array(way) * (half + ARM_IN + margin + 0.022 + gap)
        x, y = (float(v) for v in middle)
        frame = Box(x, y, size.width, size.height).grown(margin)
        if not occupancy.is_free(frame):
            continue
        paper.text(
            x,
            y,
            text,
            style,
            across="center",
            upright="middle",
            z=VALUE_Z + 1,
            name=name or ("extreme" if boxed else "point value"),
        )
        if boxed:
            left, bottom, _, _ = frame.bounds
            if gap:
                paper.lines([[at, middle]], Strokes.TIE, z=VALUE_Z)
            paper.rectangle(
                left,
                bottom,
                frame.width,
                frame.height,
                fill=Ink.PAPER,
                edge=EXTREME,
                z=VALUE_Z,
            )
        occupancy.take(frame)
        return frame
    return None


def line_layer_fc(line: LineResult, layer: str) -> FloatArray:
    """Illuminance of a layer at a line's stations, (n,), fc; ``both_...`` the larger of two."""
    if layer.startswith("both_"):
        basis = layer.removeprefix("both_")
        larger: FloatArray = np.maximum(line.layer_fc(basis), line.layer_fc(f"vertical_{basis}"))
        return larger
    return line.layer_fc(layer)


def print_line(
    paper: Paper,
    view: PlanView,
    line: LineResult,
    locus: Locus | None,
    occupancy: Occupancy,
    light: LightUnit,
    *,
    inward: bool = False,
) -> Printed:
    """Print the values of a line across it, each at a tick: judged ones blue, over a limit red.

    Parameters
    ----------
    paper, view, occupancy
        The sheet, where the site stands on it, and what is taken.
    line
        The line; without a locus its maintained values are printed.
    locus
        The limit that it was held against, and in which layer.
    light
        The unit in which they are printed.
    inward
        Whether the values stand on the side of the property.
    """
    values = line_layer_fc(line, locus.layer if locus else "maintained")
    stations = line.line.stations_ft
    at = view.to_paper(stations)
    outward = -line.line.facing * (-1.0 if inward else 1.0)
    steps = np.hypot(*np.diff(at, axis=0).T)
    pitch = float(np.median(steps)) if len(steps) else np.inf
    every = max(1, int(np.ceil(LINE_PITCH_IN / pitch - 1e-9))) if pitch > 0 else 1
    first = int(values.argmax())
    order = [first, *(i for i in range(0, len(values), every) if i != first)]
    ticks, boxes = [], []
    shown = view.shows(stations)
    for i in (i for i in order if shown[i]):
        look = _station_look(float(values[i]), locus, light)
        box = _print_station(paper, at[i], outward[i], look, occupancy)
        if box is not None:
            boxes.append(box)
            ticks.append([at[i], at[i] + outward[i] * TICK_IN])
    stroke = Stroke(0.18, Ink.LOCUS if locus else Ink.INK)
    paper.lines(ticks, stroke, z=VALUE_Z, name=f"ticks {line.name}")
    return Printed(line_place(line.name), int(shown.sum()), len(boxes), every, tuple(boxes))


def print_dwellings(
    paper: Paper,
    view: PlanView,
    line: LineResult,
    locus: Locus | None,
    occupancy: Occupancy,
    light: LightUnit,
) -> Printed:
    """Print the value at every dwelling in a box, beside it or at the end of a hairline."""
    values = line_layer_fc(line, locus.layer if locus else "maintained")
    stations = line.line.stations_ft
    shown = view.shows(stations)
    at = view.to_paper(stations)[shown]
    _draw_crosses(paper, at, occupancy)
    boxes = []
    for place, value in zip(at, values[shown].tolist(), strict=True):
        style, text = _station_look(value, locus, light)
        box = _print_point(
            paper, place, text, occupancy, boxed=True, style=style, name="dwelling value"
        )
        if box is not None:
            boxes.append(box)
    return Printed(line_place(line.name), int(shown.sum()), len(boxes), 1, tuple(boxes))


def _station_look(value_fc: float, locus: Locus | None, light: LightUnit) -> tuple[TypeStyle, str]:
    """Give how a value at a station is set: judged ones blue, over the limit red."""
    if locus is None:
        return LINE_VALUE, light.text(value_fc)
    over = value_fc > locus.limit_fc and locus.status is Status.FAIL
    text = light.against(value_fc, locus.limit_fc)
    return (OVER_VALUE if over else JUDGED_VALUE), text


def _print_station(
    paper: Paper,
    at: FloatArray,
    outward: FloatArray,
    look: tuple[TypeStyle, str],
    occupancy: Occupancy,
) -> Box | None:
    """Print one value across its line and give its box; nothing where there is no room."""
    style, text = look
    turned, about = read_from_below(outward)
    across: Across = "right" if about else "left"
    for start in STARTS_IN:
        x, y = (float(v) for v in at + outward * start)
        box = paper.text_box(
            x, y, text, style, across=across, upright="middle", angle_deg=turned
        ).grown(0.008)
        if occupancy.is_free(box):
            paper.text(
                x,
                y,
                text,
                style,
                across=across,
                upright="middle",
                angle_deg=turned,
                z=VALUE_Z,
                name="line value",
            )
            occupancy.take(box)
            return box
    return None
