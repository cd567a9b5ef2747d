"""Height above grade from which sources show along a line, against the height that is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.chart import CHART_Z, Chart, beside, nice_step
from photometry.drawings.light_chart import DWELLING, MARK_IN, fill_excess, over_limit
from photometry.drawings.style import Ink, Stroke, Strokes, Type, verdict_colour
from photometry.drawings.symbols import disc
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.visibility import HEIGHT_TOLERANCE_FT
from photometry.ordinance.profiles import SightProfile
from photometry.tables.beyond_site import height_text
from photometry.tables.display import FEET
from photometry.tables.text import clause

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.bands import Band, Curve
    from photometry.drawings.paper import Paper
    from photometry.ordinance.lighting.line_profiles import LuminaireSight
    from photometry.tables.display import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["DECIDING", "ENVELOPE", "draw_sight_chart"]

ENVELOPE: Final = Stroke(0.50, Ink.INK)
DECIDING: Final = Stroke(0.18, Ink.SECOND)
GRADE: Final = Stroke(0.35, Ink.SECOND)
CHANGE: Final = Stroke(0.30, Ink.INK)
LEAST_TOP_FT: Final = 10.0
BELOW_GRADE: Final = "#F1F2F3"
BELOW: Final = 0.35  # of the height above grade, shown below it ...
MOST_BELOW_FT: Final = 10.0  # ... and no more than this or a tenth of it
TICK_IN: Final = 0.05


def draw_sight_chart(
    paper: Paper,
    frame_in: tuple[float, float, float, float],
    band: Band,
    remark: str,
    length: LengthUnit = FEET,
) -> None:
    """Draw the visible height of a band, who decides it, its limit, and where it is passed.

    Parameters
    ----------
    paper, frame_in
        The sheet, and left, bottom, width and height of the chart.
    band
        What is judged along the line.
    remark
        Said where no limit of visibility holds along it.
    length
        Unit of heights and stations.
    """
    high = _top_ft(band, length)
    low = -min(BELOW * high, max(MOST_BELOW_FT, 0.1 * high))
    per_ft = length.per_ft
    chart = Chart.on(paper, frame_in, band.length_ft, (low, high), per_ft, per_ft)
    _draw_grade(chart)
    chart.draw_axes(f"station, {length.abbreviation}")
    if not band.sights:
        chart.say(remark, 0.7)
        return
    curves = [curve for curve in band.sights if not curve.is_points]
    for curve in curves:
        _draw_limit(chart, curve)
        _draw_curve(chart, curve)
    for curve in band.sights:
        if curve.is_points:
            _draw_dwelling(chart, curve)
    for curve in band.sights:
        _mark_highest(chart, band, curve, length)
    for curve in curves:
        _name_limit(chart, curve, length)
        _name_deciding(chart, curve)
    _name_grade(chart)
    if all(_highest(curve).sight.height_ft <= 0.0 for curve in band.sights):
        chart.say("no source shows at any height above grade", 0.85)


def _sight(curve: Curve) -> SightProfile:
    if not isinstance(curve.profile, SightProfile):
        raise TypeError(curve.profile.rule)
    return curve.profile


def _highest(curve: Curve) -> LuminaireSight:
    return max(_sight(curve).sights, key=lambda one: one.sight.height_ft)


def _top_ft(band: Band, length: LengthUnit) -> float:
    heights = [LEAST_TOP_FT]
    for curve in band.sights:
        heights.append(_sight(curve).limit_ft + 4.0)
        shown = _highest(curve).sight.height_ft
        if np.isfinite(shown):
            heights.append(1.15 * shown)
    top = length.of(max(heights))
    step = nice_step(top, 5)
    return float(np.ceil(top / step - 1e-9) * step) / length.per_ft


def _draw_grade(chart: Chart) -> None:
    base = chart.place([0.0, chart.length_ft], [chart.low, chart.low])
    grade = chart.place([chart.length_ft, 0.0], [0.0, 0.0])
    chart.area(np.vstack([base, grade]), BELOW_GRADE, "below grade", CHART_Z - 4)
    chart.paper.lines([grade], GRADE, z=CHART_Z + 2, name="grade")


def _name_grade(chart: Chart) -> None:
    words = "grade; below it: hidden from everybody"
    wide = chart.paper.text_box(0.0, 0.0, words, Type.CAPTION).width / 2 + 0.05
    corner = chart.place([chart.length_ft], [chart.low])[0]
    steps = np.arange(wide, chart.width - wide, 0.25)
    ways = [(-float(across), 0.10) for across in steps]
    chart.label(corner, words, Type.CAPTION, ways, "grade words")


def _draw_limit(chart: Chart, curve: Curve) -> None:
    limit = _sight(curve).limit_ft
    for run in curve.runs():
        along = curve.along_ft[run]
        path = chart.place(along[[0, -1]], [limit, limit])
        chart.paper.lines([path], Strokes.LIMIT, z=CHART_Z + 8, name="limit")
        chart.room.take_line(path, 0.06)


def _name_limit(chart: Chart, curve: Curve, length: LengthUnit) -> None:
    limit = _sight(curve).limit_ft
    name = clause(curve.profile.citation)
    words = f"limit {length.stated(limit)}, {name}" if limit else f"limit: grade, {name}"
    wide = chart.paper.text_box(0.0, 0.0, words, Type.LIMIT).width / 2 + 0.08
    start = chart.place([0.0], [limit])[0]
    steps = np.arange(wide, chart.width - wide, 0.3)
    ways = [(float(across), up) for up in (0.13, -0.13) for across in steps]
    chart.label(start, words, Type.LIMIT, ways, "limit words")


def _draw_curve(chart: Chart, curve: Curve) -> None:
    """Draw the deciding luminaires thin, the envelope heavy, and fill what is over the limit."""
    profile = _sight(curve)
    envelope = profile.height_ft.max(axis=0)
    for run in curve.runs():
        along = curve.along_ft[run]
        for station, height in over_limit(along, envelope[run], profile.limit_ft):
            _fill_excess(chart, station, height, profile.limit_ft)
        deciding = np.unique(profile.height_ft[:, run].argmax(axis=0))
        for index in deciding:
            heights = profile.height_ft[index, run]
            name = f"height of {profile.luminaires[index]}"
            seen = np.split(np.arange(len(run)), np.flatnonzero(np.diff(heights > -np.inf)) + 1)
            paths = [chart.place(along[part], heights[part]) for part in seen if len(part) > 1]
            with chart.clipped():
                chart.paper.lines(paths, DECIDING, z=CHART_Z + 4, name=name)
        chart.curve(along, envelope[run], ENVELOPE, f"visible height {profile.line.name}")


def _fill_excess(chart: Chart, station: FloatArray, height: FloatArray, limit: float) -> None:
    upper = chart.place(station, np.minimum(height, chart.high))
    lower = chart.place(station[[-1, 0]], [limit, limit])
    fill_excess(chart, np.vstack([upper, lower]))


def _draw_dwelling(chart: Chart, curve: Curve) -> None:
    for run in curve.runs():
        station = float(curve.along_ft[run][0])
        path = chart.place([station, station], [chart.low, chart.high])
        with chart.clipped():
            name = f"dwelling {curve.profile.line.name}"
            chart.paper.lines([path], DWELLING, z=CHART_Z + 3, name=name)
        chart.room.take_line(path, 0.04)


def _mark_highest(chart: Chart, band: Band, curve: Curve, length: LengthUnit) -> None:
    """Ring the greatest height of a line and name the luminaire that is seen there."""
    profile, worst = _sight(curve), _highest(curve)
    height = worst.sight.height_ft
    if height < chart.low:
        return
    status = Status.PASS if height <= profile.limit_ft + HEIGHT_TOLERANCE_FT else Status.FAIL
    colour = verdict_colour(status)
    station = float(band.station_ft([worst.sight.at_ft[:2]])[0])
    shown = min(height, chart.high)
    at = chart.place([station], [shown])[0]
    ring = disc(MARK_IN, (float(at[0]), float(at[1])))
    chart.paper.areas([[ring]], Ink.PAPER, z=CHART_Z + 12, edge=Stroke(0.35, colour), name="worst")
    shown_height = height_text(height, profile.limit_ft, length)
    words = f"{shown_height} {length.abbreviation}  {worst.luminaire}"
    if height < 0.0:
        words = f"{shown_height}  {worst.luminaire}"
    if not np.isfinite(height):
        words = f"from every height  {worst.luminaire}"
    if curve.is_points:
        limit = length.plain(profile.limit_ft)
        words = f"dwelling {words} (limit {limit})"
    style = Type.FLAG.sized(8.6).coloured(colour)
    wide = chart.paper.text_box(0.0, 0.0, words, style).width
    chart.label(at, words, style, beside(wide), "worst value")


def _name_deciding(chart: Chart, curve: Curve) -> None:
    """Name the luminaire that decides each stretch, where there is room, ticks between them."""
    profile = _sight(curve)
    envelope = profile.height_ft.max(axis=0)
    who = profile.height_ft.argmax(axis=0)
    for run in curve.runs():
        along = curve.along_ft[run]
        changes = np.flatnonzero(np.diff(who[run])) + 1
        ticks = []
        for i in changes:
            x, y = chart.place([along[i]], [envelope[run][i]])[0]
            if chart.bottom < y < chart.bottom + chart.height:
                ticks.append([(x, y - TICK_IN), (x, y + TICK_IN)])
        chart.paper.lines(ticks, CHANGE, z=CHART_Z + 9, name="who decides changes")
        for part in np.split(run, changes):
            _name_stretch(chart, curve, part, envelope, profile.luminaires[who[part[0]]])


def _name_stretch(
    chart: Chart, curve: Curve, part: NDArray[np.intp], envelope: FloatArray, name: str
) -> None:
    along = curve.along_ft[part]
    wide = chart.paper.text_box(0.0, 0.0, name, Type.CAPTION).width
    if np.ptp(along) / chart.length_ft * chart.width < wide + 0.1:
        return
    shown = (envelope[part] > chart.low) & (envelope[part] < chart.high)
    for share in (0.5, 0.35, 0.65, 0.2, 0.8):
        i = round(share * (len(part) - 1))
        if not shown[i]:
            continue
        at = chart.place([along[i]], [envelope[part][i]])[0]
        style = Type.CAPTION.coloured(Ink.INK)
        if chart.label(at, name, style, [(0.0, 0.13), (0.0, -0.13), (0.0, 0.22)], "who decides"):
            return
