"""Illuminance along a line beyond the site, against the limits that hold there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.chart import CHART_Z, Chart, beside, nice_step
from photometry.drawings.hatching import hatch_lines
from photometry.drawings.style import Ink, Stroke, Strokes, Type, verdict_colour
from photometry.drawings.symbols import disc
from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT
from photometry.ordinance.finding import Status
from photometry.ordinance.profiles import LightProfile
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.text import plain_number
from photometry.tables.words import judged_layer, layer_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.drawings.bands import Band, Curve
    from photometry.drawings.paper import Paper
    from photometry.ordinance.finding import Finding
    from photometry.ordinance.lighting.readings import Reading
    from photometry.tables.display import LengthUnit, LightUnit

    FloatArray = NDArray[np.float64]

__all__ = [
    "DWELLING",
    "EXCESS_HATCH",
    "HATCH_IN",
    "JUDGED",
    "MARK_IN",
    "OTHER_BASIS",
    "OTHER_METER",
    "curve_words",
    "draw_light_chart",
    "fill_excess",
    "judged_words",
    "over_limit",
]

JUDGED: Final = Stroke(0.50, Ink.INK)
OTHER_BASIS: Final = Stroke(0.30, Ink.SECOND, (0.3, 0.9))
OTHER_METER: Final = Stroke(0.30, Ink.SECOND, (2.4, 1.2))
EXCESS_HATCH: Final = Stroke(0.10, Ink.LIMIT)
HATCH_IN: Final = 0.10
EXCESS_OWNER: Final = 1  # in the chart's raster
DWELLING: Final = Stroke(0.30, Ink.LOCUS, (0.9, 0.7))
MARK_IN: Final = 0.035
HEADROOM: Final = 1.3  # of the chart above the largest value and the highest limit
NOTHING_FC: Final = 0.005  # under this a reading prints as 0.00


def draw_light_chart(
    paper: Paper,
    frame_in: tuple[float, float, float, float],
    band: Band,
    remark: str,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> None:
    """Draw the readings of a band on both meters, limits in steps, the excess filled.

    Parameters
    ----------
    paper, frame_in
        The sheet, and left, bottom, width and height of the chart.
    band
        What is judged along the line.
    remark
        Said where no limit holds along it.
    light, length
        Units of the values and of the stations.
    """
    values = 0.0, _top_fc(band, light)
    chart = Chart.on(paper, frame_in, band.length_ft, values, length.per_ft, light.per_fc)
    if not band.lights:
        chart.draw_stations(f"station, {length.abbreviation}")
        chart.say(remark)
        return
    chart.draw_axes(f"station, {length.abbreviation}")
    for curve in band.lights:
        _draw_readings(chart, curve)
    steps = _draw_limits(chart, band)
    for curve in band.lights:
        _mark_largest(chart, band, curve, light)
    _name_limits(chart, steps, light)
    largest = max(_reading(curve).fc for curve in band.lights)
    if largest < NOTHING_FC:
        judged = judged_words(band.lights[0].finding)
        chart.say(f"{light.text(largest)} {light.name} everywhere, {judged}", 0.35)


def judged_words(finding: Finding | None) -> str:
    """Say which meter and light were judged: ``"horizontal initial"``."""
    layer = "initial" if finding is None else judged_layer(finding)
    words = layer_name(layer).replace("both", "larger meter,")
    return words if "_" in layer else f"horizontal {words}"


def curve_words(finding: Finding | None, length: LengthUnit = FEET) -> tuple[str, str, str]:
    """Name the three curves of a chart: judged, the other light loss, the other meter."""
    layer = "initial" if finding is None else judged_layer(finding)
    meter, _, basis = layer.rpartition("_")
    other = "maintained" if basis == "initial" else "initial"
    if meter == "vertical":
        return f"judged: vertical {basis}", f"vertical {other}", f"horizontal {basis}"
    if meter == "both":
        return f"judged: larger meter, {basis}", f"horizontal {basis}", f"vertical {basis}"
    up = length.measure(VERTICAL_METER_HEIGHT_FT)
    return f"judged: horizontal {basis}", f"horizontal {other}", f"vertical {basis}, {up} up"


def _light(curve: Curve) -> LightProfile:
    if not isinstance(curve.profile, LightProfile):
        raise TypeError(curve.profile.rule)
    return curve.profile


def _layers(curve: Curve) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Give what was judged, the same meter on the other basis, the other meter: (n,), fc."""
    profile = _light(curve)
    layer = "initial" if curve.finding is None else judged_layer(curve.finding)
    meter, _, basis = layer.rpartition("_")
    own = ("initial", "maintained").index(basis)
    level, upright = profile.horizontal_fc, profile.vertical_fc
    if meter == "vertical":
        return upright[own], upright[1 - own], level[own]
    if meter == "both":
        return np.maximum(level[own], upright[own]), level[own], upright[own]
    return level[own], level[1 - own], upright[own]


def _reading(curve: Curve) -> Reading:
    """Give the largest reading of the continuous line in the layer judged."""
    layer = "initial" if curve.finding is None else judged_layer(curve.finding)
    meter, _, basis = layer.rpartition("_")
    meters = {"": ("horizontal",), "vertical": ("vertical",)}.get(meter, ("horizontal", "vertical"))
    largest = _light(curve).largest
    return max((largest[f"{basis} {one}"] for one in meters), key=lambda reading: reading.fc)


def _top_fc(band: Band, light: LightUnit) -> float:
    values = [0.1]
    for curve in band.lights:
        kept = curve.profile.counts
        values += [_light(curve).limit_fc, _reading(curve).fc]
        values += [float(layer[kept].max(initial=0.0)) for layer in _layers(curve)]
    top = light.of(HEADROOM * max(values))
    step = nice_step(top, 6)
    return float(np.ceil(top / step - 1e-9) * step) / light.per_fc


def _draw_readings(chart: Chart, curve: Curve) -> None:
    judged, other_basis, other_meter = _layers(curve)
    name = curve.profile.line.name
    for run in curve.runs():
        along = curve.along_ft[run]
        if curve.is_points:
            station = float(along[0])
            foot = chart.place([station, station], [chart.low, chart.high])
            with chart.clipped():
                chart.paper.lines([foot], DWELLING, z=CHART_Z + 3, name=f"dwelling {name}")
            chart.room.take_line(foot, 0.04)
            continue
        _fill_excess(chart, along, judged[run], _light(curve).limit_fc)
        chart.curve(along, other_meter[run], OTHER_METER, f"other meter {name}")
        chart.curve(along, other_basis[run], OTHER_BASIS, f"other basis {name}")
        chart.curve(along, judged[run], JUDGED, f"judged {name}")


def _fill_excess(chart: Chart, along: FloatArray, values: FloatArray, limit: float) -> None:
    """Fill what is above the limit, each stretch of it with the crossings as its ends."""
    for station, value in over_limit(along, values, limit):
        upper = chart.place(station, value)
        lower = chart.place(station[[-1, 0]], [limit, limit])
        fill_excess(chart, np.vstack([upper, lower]))


def fill_excess(chart: Chart, outline: FloatArray) -> None:
    """Fill and hatch what is over a limit, so that it shows without colour too."""
    chart.area(outline, Ink.OVER, "over the limit")
    with chart.clipped():
        lines = hatch_lines(outline, HATCH_IN)
        chart.paper.lines(lines, EXCESS_HATCH, z=CHART_Z - 1, name="excess hatch")
    for line in lines:
        chart.room.run_line(line, EXCESS_OWNER)


def over_limit(
    along: FloatArray, values: FloatArray, limit: float
) -> list[tuple[FloatArray, FloatArray]]:
    """Cut out the stretches of a curve that lie above a limit, ends on it (or of the curve)."""
    above = values > limit
    cross = np.flatnonzero(above[1:] != above[:-1])
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (limit - values[cross]) / (values[cross + 1] - values[cross])
    # From minus infinity a curve jumps: the stretch begins at the place that is seen.
    share = np.where(np.isfinite(share), share, np.where(above[cross], 0.0, 1.0))
    at = along[cross] + share * (along[cross + 1] - along[cross])
    station = np.insert(along, cross + 1, at)
    level = np.insert(np.where(above, values, limit), cross + 1, limit)
    inside = np.insert(above, cross + 1, values=True)
    parts = np.split(np.arange(len(station)), np.flatnonzero(inside[1:] != inside[:-1]) + 1)
    return [(station[part], level[part]) for part in parts if inside[part[0]] and len(part) > 1]


def _draw_limits(chart: Chart, band: Band) -> list[tuple[float, float, Curve]]:
    """Draw the limits as steps: at a site access point the line goes up and comes down again."""
    steps = sorted(
        (float(curve.along_ft[run].min()), float(curve.along_ft[run].max()), curve)
        for curve in band.lights
        if not curve.is_points
        for run in curve.runs()
    )
    paths: list[list[FloatArray]] = []
    last_ft = -np.inf
    for start, end, curve in steps:
        limit = _light(curve).limit_fc
        part = chart.place([start, end], [limit, limit])
        if abs(start - last_ft) < chart.length_ft * 1e-3:
            paths[-1].append(part)
        else:
            paths.append([part])
        last_ft = end
    drawn = [np.vstack(parts) for parts in paths]
    chart.paper.lines(drawn, Strokes.LIMIT, z=CHART_Z + 8, name="limit")
    for path in drawn:
        chart.room.take_line(path, 0.06)
    return steps


def _name_limits(
    chart: Chart, steps: Sequence[tuple[float, float, Curve]], light: LightUnit
) -> None:
    """Write each limit once, at the longest of its stretches where there is room."""
    named = set()
    for start, end, curve in sorted(steps, key=lambda step: step[0] - step[1]):
        words = _limit_words(curve, light)
        if words not in named and _name_limit(chart, start, end, curve, words):
            named.add(words)


def _limit_words(curve: Curve, light: LightUnit) -> str:
    limit = light.stated(_light(curve).limit_fc)
    layer = "" if curve.finding is None else f", {layer_name(judged_layer(curve.finding))}"
    if curve.profile.line.kind == "access_points":
        return f"access {limit}"
    return f"limit {limit}{layer}"


def _name_limit(chart: Chart, start: float, end: float, curve: Curve, words: str) -> bool:
    limit = _light(curve).limit_fc
    width = chart.paper.text_box(0.0, 0.0, words, Type.LIMIT).width / 2 + 0.08
    middle = chart.place([(start + end) / 2], [limit])[0]
    half = (end - start) / 2 / chart.length_ft * chart.width - width
    steps = np.arange(-max(half, 0.0), max(half, 0.0) + 0.2, 0.2)
    ways = [(float(step), up) for up in (0.13, -0.13) for step in steps]
    return chart.label(middle, words, Type.LIMIT, ways, "limit words")


def _mark_largest(chart: Chart, band: Band, curve: Curve, light: LightUnit) -> None:
    """Ring the largest reading of a line and write it, in the colour of the verdict."""
    reading = _reading(curve)
    if reading.fc < NOTHING_FC:
        return
    status = Status.PASS if curve.finding is None else curve.finding.status
    colour = verdict_colour(status)
    station = float(band.station_ft([reading.at_ft[:2]])[0])
    at = chart.place([station], [reading.fc])[0]
    ring = disc(MARK_IN, (float(at[0]), float(at[1])))
    chart.paper.areas([[ring]], Ink.PAPER, z=CHART_Z + 12, edge=Stroke(0.35, colour), name="worst")
    limit_fc = _light(curve).limit_fc
    words = light.against(reading.fc, limit_fc)
    if curve.is_points:
        limit = plain_number(limit_fc) if light.is_footcandle else light.text(limit_fc, 3)
        words = f"dwelling {words} (limit {limit})"
    style = Type.FLAG.sized(8.6).coloured(colour)
    wide = chart.paper.text_box(0.0, 0.0, words, style).width
    chart.label(at, words, style, beside(wide), "worst value")
