"""Light in CAD: isolines a layer a level, values as text at their points, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.cad.canvas import cad_width_in
from photometry.drawings.cad.document import TEXT_IN
from photometry.drawings.cad.layers import Layers, contour_layer
from photometry.drawings.contours import (
    along,
    arc_lengths,
    contour_lines,
    outside_walls,
    simplified,
)
from photometry.drawings.field import walls_at_grade
from photometry.drawings.ground import Ground
from photometry.drawings.judged import Judged
from photometry.drawings.labels import read_from_below
from photometry.drawings.limits import limit_contours
from photometry.drawings.points_sheet_values import line_layer_fc
from photometry.drawings.witness import flagged
from photometry.ordinance.finding import Status
from photometry.tables.words import comparison, place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.drawings.cad.canvas import Canvas
    from photometry.drawings.field import Field
    from photometry.drawings.limits import Locus
    from photometry.engine.results import Calculation, LineResult, ZoneResult
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LengthUnit, LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["draw_findings", "draw_isolines", "draw_limits", "draw_line_values", "draw_zone_values"]

REAL, STRING = 1040, 1000  # group codes of extended data
LABEL_EVERY_IN: Final = 5.5
LEAST_LABELLED_IN: Final = 1.2
SMOOTH_FT: Final = 0.01
GAP_IN: Final = 0.06  # from a station to its value
RING_IN: Final = 0.06
FC_DECIMALS: Final = 4  # of extended data, as in points.csv


def draw_isolines(canvas: Canvas, site: Site, field: Field, light: LightUnit) -> list[float]:
    """Draw the isolines of the maintained field, each level on its layer; give the levels, fc."""
    walls = walls_at_grade(site)
    drawn = []
    for level in light.levels_fc:
        lines = contour_lines(field.x_ft, field.y_ft, field.layers["maintained"], level)
        parts = _parts(lines, walls)
        layer = contour_layer(level, light)
        if parts:
            canvas.add_layer(layer, light)
            drawn.append(level)
        for part in parts:
            canvas.polyline(part, layer, data=[(REAL, level)])
            _label_isoline(canvas, part, light.level(level))
    return drawn


def draw_limits(
    canvas: Canvas, site: Site, calc: Calculation, field: Field, loci: Sequence[Locus]
) -> None:
    """Draw where limits apply, and the isolines of the limits on their side of the lot."""
    for locus in loci:
        access = locus.line.kind == "access_points"
        for path in locus.paths_ft:
            canvas.polyline(
                path,
                Layers.LOCI_ACCESS if access else Layers.LOCI,
                data=[(REAL, locus.limit_fc), (STRING, locus.words)],
            )
    ground = Ground(site)
    walls = walls_at_grade(site)
    traced = limit_contours(loci, Judged(site, calc, field, ground), field, ground)
    for locus, lines in traced.items():
        for part in _parts(lines, walls):
            data = [(REAL, locus.limit_fc), (STRING, locus.layer)]
            canvas.polyline(part, Layers.LIMITS, data=data)


def draw_zone_values(canvas: Canvas, zone: ZoneResult, light: LightUnit) -> None:
    """Write the maintained value of every point, its middle at the point.

    Text is as high as it is plotted elsewhere, or smaller where values would touch.
    """
    texts = [light.text(value, 1) for value in zone.fc.tolist()]
    widest = max(cad_width_in(text) for text in texts)
    room = zone.spacing_ft / canvas.ft_per_in
    height = TEXT_IN * min(1.0, 0.85 * room / widest, 0.6 * room / TEXT_IN)
    canvas.numbers(zone.points_ft, texts, Layers.VALUES, height_in=height)


def draw_line_values(
    canvas: Canvas, line: LineResult, locus: Locus | None, light: LightUnit
) -> None:
    """Mark every station of a line by a point, and write its value across the line.

    A line that was judged has the layer that was judged, blue, red over a limit that fails;
    without a locus it has its maintained values. A limit on the property line itself stands
    inside it.
    """
    inward = locus is not None and line.line.kind == "property_line"
    values = line_layer_fc(line, locus.layer if locus else "maintained")
    stations = line.line.stations_ft
    outward = line.line.facing * (1.0 if inward else -1.0)
    steps = np.hypot(*np.diff(stations, axis=0).T) / canvas.ft_per_in
    pitch = float(np.median(steps)) if len(steps) else 1.0
    height = TEXT_IN * min(1.0, 0.64 * pitch / TEXT_IN)
    for at, out, value in zip(stations, outward, values.tolist(), strict=True):
        layer, text = Layers.LINE_VALUES, light.text(value)
        if locus is not None:
            over = value > locus.limit_fc and locus.status is Status.FAIL
            layer = Layers.OVER_VALUES if over else Layers.JUDGED_VALUES
            text = light.against(value, locus.limit_fc)
        angle, about = read_from_below(out)
        start = at + out * GAP_IN * canvas.ft_per_in
        align = "middle right" if about else "middle left"
        canvas.numbers([start], [text], layer, height_in=height, align=align, angle_deg=angle)
        canvas.point(at, Layers.STATIONS, [(STRING, line.name), (REAL, round(value, FC_DECIMALS))])


def draw_findings(
    canvas: Canvas, findings: Sequence[Finding], light: LightUnit, length: LengthUnit
) -> None:
    """Ring the points at which a requirement fails, and say there by how much.

    What fails at one point stands in one column. Luminaires that fail a requirement of their
    own are ringed only.
    """
    rows: dict[tuple[float, float], list[str]] = {}
    for finding in findings:
        if finding.status is Status.FAIL and finding.witness is not None:
            x, y, _ = finding.witness
            rows.setdefault((x, y), [])
    for finding in flagged(findings)[0]:
        if finding.status is Status.FAIL and finding.witness is not None:
            x, y, _ = finding.witness
            said = comparison(finding, light, length)
            rows[x, y].append(f"{said} at {place(finding.where, length)}")
    for (x, y), words in rows.items():
        canvas.circle((x, y), RING_IN, Layers.WITNESSES)
        for row, line in enumerate(dict.fromkeys(words)):
            drop = (RING_IN - 1.7 * TEXT_IN * row) * canvas.ft_per_in
            beside = x + 1.8 * RING_IN * canvas.ft_per_in, y + drop
            canvas.text(beside, line, Layers.WITNESSES)


def _parts(lines: Iterable[FloatArray], walls: BaseGeometry) -> list[FloatArray]:
    return [simplified(part, SMOOTH_FT) for line in lines for part in outside_walls(line, walls)]


def _label_isoline(canvas: Canvas, line: FloatArray, words: str) -> None:
    """Set the level on a line about every 5.5 in of it, where it is straight enough."""
    length = float(arc_lengths(line)[-1])
    if length < LEAST_LABELLED_IN * canvas.ft_per_in:
        return
    shares = max(1, round(length / (LABEL_EVERY_IN * canvas.ft_per_in)))
    half = cad_width_in(words) / 2 * canvas.ft_per_in
    for share in range(shares):
        middle = (share + 0.5) * length / shares
        start, at, end = along(line, [middle - half, middle, middle + half])
        angle, _ = read_from_below(end - start)
        canvas.label(at, words, Layers.ISO_TEXT, angle)
