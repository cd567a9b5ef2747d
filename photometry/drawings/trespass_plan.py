"""The plan of sheet L-3: lines that are judged, their stations, the worst points flagged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.callouts import place_flags, place_tags
from photometry.drawings.chart import nice_step
from photometry.drawings.contours import along
from photometry.drawings.furniture import draw_north_arrow, draw_scale_bar
from photometry.drawings.ground import Ground
from photometry.drawings.judged_remarks import existing_fc
from photometry.drawings.names import length_in
from photometry.drawings.plan import PlanPainter
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.drawings.symbols import place_symbols
from photometry.drawings.view import bounds_around, fitted_view
from photometry.drawings.witness import witness_flag
from photometry.ordinance.finding import Status
from photometry.ordinance.profiles import LightProfile
from photometry.tables.display import FOOTCANDLES, length_unit
from photometry.tables.text import clause, plain_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.drawings.bands import Band
    from photometry.drawings.callouts import Flag
    from photometry.drawings.paper import Paper
    from photometry.drawings.sheet import Sheet
    from photometry.drawings.view import PlanView
    from photometry.site.model import Site
    from photometry.tables.beyond_site import PointRow
    from photometry.tables.display import LengthUnit, LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["DrawnTrespass", "draw_trespass_plan"]

MARGIN_FT: Final = 12.0
MOST_FLAGS: Final = 14
MOST_PASSING: Final = 4
STATION_IN: Final = 0.9  # between station marks, at least
TICK_IN: Final = 0.06
SIGHT_ONLY: Final = Stroke(0.35, Ink.CONTEXT, (3.0, 1.2))
SIGHT_LINE: Final = Stroke(0.18, Ink.LIMIT, (1.8, 0.9))
SIGHT_OWNER: Final = 3_000_000  # a number that no contour has
LINE_Z: Final = 20.0
ROOM_IN: Final = 0.09
INSIDE_IN: Final = 0.32  # from a line to the one that its name is written along


@dataclass(frozen=True, slots=True)
class DrawnTrespass:
    """What was drawn, for the notes: the view, poles without a tag, points without a flag."""

    view: PlanView
    untagged: tuple[str, ...]
    unflagged: tuple[int, ...]


def draw_trespass_plan(
    paper: Paper,
    frame_in: tuple[float, float, float, float],
    site: Site,
    bands: Sequence[Band],
    points: Sequence[PointRow],
    sheet: Sheet,
    light: LightUnit = FOOTCANDLES,
) -> DrawnTrespass:
    """Draw the plan into its frame (left, bottom, right, top).

    Parameters
    ----------
    paper, frame_in
        The sheet, and its part.
    site, bands
        The site, and the lines that are judged beyond it.
    points
        Verdicts with their numbers; failures are flagged, and the passes nearest their limits.
    sheet
        What the scale bar says that the drawing is plotted on.
    light
        The unit in which illuminance stands beside that of the code.
    """
    length = length_unit(site.unit)
    is_metric = sheet.is_metric and site.unit == "m"
    view = fitted_view(_bounds_ft(site, bands), frame_in, 0.75, is_metric=is_metric)
    occupancy = Occupancy(*frame_in)
    ground = Ground(site)
    painter = PlanPainter(paper, view, occupancy, ground)
    left, bottom, right, top = frame_in
    occupancy.take(draw_north_arrow(paper, right - 0.95, top - 0.95, site.north_deg))
    for box in draw_scale_bar(paper, left + 0.5, bottom + 0.6, view, sheet.words, length):
        occupancy.take(box.grown(0.06))
    painter.draw_ground(site)
    for band in bands:
        _draw_band(paper, view, occupancy, band)
    painter.draw_dwellings(site)
    symbols = place_symbols(paper, view, site.heads)
    for symbol in symbols:
        for box in symbol.boxes:
            occupancy.take(box)
    chosen = _chosen(points)
    _draw_sight_lines(paper, view, occupancy, site, chosen)
    painter.finish_buildings(site)
    untagged = place_tags(paper, symbols, occupancy, length)
    for band in bands:
        _mark_stations(paper, view, occupancy, ground, band, length)
    for band in bands:
        _name_band(painter, view, band)
    flags = [_flag_of(row, site, view, light, length) for row in chosen]
    unflagged = _flag(paper, view, occupancy, ground, chosen, flags)
    failing = [row.point for row in points if row.finding.status is Status.FAIL]
    unflagged += [one for one in failing[MOST_FLAGS:] if one is not None]
    painter.names.write_boundary_names(site)
    return DrawnTrespass(view, tuple(untagged), tuple(unflagged))


def _bounds_ft(site: Site, bands: Sequence[Band]) -> tuple[float, float, float, float]:
    shapes = [boundary.line_ft for boundary in site.boundaries]
    shapes += [path for band in bands for path in band.paths_ft]
    shapes += [curve.profile.stations.xy_ft for band in bands for curve in band.curves]
    shapes += [np.array([head.pole_xy_ft]) for head in site.heads]
    return bounds_around(np.vstack(shapes), MARGIN_FT)


def _draw_band(paper: Paper, view: PlanView, occupancy: Occupancy, band: Band) -> None:
    """Draw a line: blue where light is limited, dotted at access points, grey for sight alone."""
    left, bottom, right, top = view.frame_in
    with paper.clipped(left, bottom, right, top):
        if not band.lights:
            paths = [view.to_paper(path) for path in band.paths_ft]
            paper.lines(paths, SIGHT_ONLY, z=LINE_Z, name=f"band {band.boundary_id}")
        for curve in band.curves:
            places = view.to_paper(curve.profile.stations.xy_ft)
            if not curve.is_points and isinstance(curve.profile, LightProfile):
                access = curve.profile.line.kind == "access_points"
                stroke = Strokes.LOCUS_ACCESS if access else Strokes.LOCUS
                runs = [places[run] for run in curve.runs()]
                paper.lines(runs, stroke, z=LINE_Z, name=f"locus {curve.profile.line.name}")
    for path in band.paths_ft:
        occupancy.take_line(view.to_paper(path), ROOM_IN)


def _mark_stations(
    paper: Paper,
    view: PlanView,
    occupancy: Occupancy,
    ground: Ground,
    band: Band,
    length: LengthUnit,
) -> None:
    """Mark stations across a line, numbered outside where there is room."""
    end = length.of(band.length_ft)
    step = nice_step(end, int(band.length_ft / view.scale_ft_per_in / STATION_IN))
    ticks = []
    for station in np.arange(0.0, end + 1e-9, step).tolist():
        near = max(min(station / length.per_ft, band.length_ft - 0.1), 0.0)
        at, ahead = (view.to_paper(band.at(s)) for s in (near, near + 0.1))
        way = (ahead - at) / max(float(np.hypot(*(ahead - at))), 1e-9)
        outward = np.array([way[1], -way[0]])
        right, left = ground.outside_ft(view.to_site(at + 0.05 * np.array([outward, -outward])))
        outward = outward if right >= left else -outward
        ticks.append([at, at + TICK_IN * outward])
        text = plain_number(station)
        size = paper.text_box(0.0, 0.0, text, Type.CAPTION)
        reach = float(np.abs(outward) @ (size.width / 2, size.height / 2)) + TICK_IN + 0.04
        x, y = (float(v) for v in at + outward * reach)
        box = Box(x, y, size.width, size.height).grown(0.015)
        if occupancy.is_free(box):
            style = Type.CAPTION.coloured(Ink.LOCUS)
            paper.text(
                x, y, text, style, across="center", upright="middle", z=LINE_Z + 5, name="station"
            )
            occupancy.take(box)
    paper.lines(ticks, Stroke(0.18, Ink.LOCUS), z=LINE_Z, name=f"stations {band.boundary_id}")


def _chosen(points: Sequence[PointRow]) -> list[PointRow]:
    """Choose what is flagged: failures, and the passes nearest to their limits."""
    pointed = [row for row in points if row.point is not None]
    failing = [row for row in pointed if row.finding.status is Status.FAIL]
    passing = [row for row in pointed if row.finding.status is Status.PASS]
    return failing[:MOST_FLAGS] + passing[:MOST_PASSING]


def _draw_sight_lines(
    paper: Paper,
    view: PlanView,
    occupancy: Occupancy,
    site: Site,
    chosen: Sequence[PointRow],
) -> None:
    """Draw from each luminaire that is seen too high to the place that it is seen from."""
    at = {head.id: (head.luminaire.x_ft, head.luminaire.y_ft) for head in site.heads}
    paths = []
    for row in chosen:
        finding = row.finding
        seen = finding.details[0].luminaire if finding.details else ""
        if finding.unit == "ft" and finding.status is Status.FAIL and seen in at:
            paths.append(view.to_paper([at[seen], (finding.witness or (0.0, 0.0, 0.0))[:2]]))
    paper.lines(paths, SIGHT_LINE, z=LINE_Z + 3, name="sight line")
    for path in paths:
        occupancy.run_line(path, SIGHT_OWNER)


def _flag_of(
    row: PointRow, site: Site, view: PlanView, light: LightUnit, length: LengthUnit
) -> Flag:
    """Write the flag of a finding, its number before it."""
    flag = witness_flag(view, row.finding, light, length, existing_fc(site, row.finding))
    return replace(flag, first=f"{row.point}   {flag.first}")


def _flag(
    paper: Paper,
    view: PlanView,
    occupancy: Occupancy,
    ground: Ground,
    chosen: Sequence[PointRow],
    flags: Sequence[Flag],
) -> list[int]:
    """Draw the flags of findings; give the numbers of those that found no room."""
    homeless = place_flags(
        paper,
        flags,
        occupancy,
        lambda corners: (ground.outside_ft(view.to_site(corners)) < 0.0).astype(np.float64),
    )
    without = {flag.first for flag in homeless}
    return [
        row.point
        for row, flag in zip(chosen, flags, strict=True)
        if flag.first in without and row.point is not None
    ]


def _name_band(painter: PlanPainter, view: PlanView, band: Band) -> None:
    """Write between a line and the lot what it is and which clauses are judged there."""
    clauses = dict.fromkeys(clause(curve.profile.citation) for curve in band.curves)
    full = f"{band.boundary_id.upper()}: {band.where}, {' and '.join(clauses)}"
    style = Type.LOCUS if band.lights else Type.PLACE
    longest = max((view.to_paper(path) for path in band.paths_ft), key=length_in)
    inside = _moved_in(painter, longest)
    for path in (inside, longest):
        for words in (full, f"{band.boundary_id.upper()}: {' and '.join(clauses)}"):
            if path is not None and painter.names.write_along(path, words, style):
                return


def _moved_in(painter: PlanPainter, path: FloatArray) -> FloatArray | None:
    """Move a line toward the lot, so that what is written outside of it stands inside."""
    half = length_in(path) / 2
    if half <= 0:
        return None
    side, outward = painter.names.directions(along(path, [0.98 * half, 1.02 * half]))
    is_left = float(outward @ (-side[1], side[0])) > 0
    line = shapely.LineString(path)
    moved = shapely.offset_curve(line, -INSIDE_IN if is_left else INSIDE_IN, join_style="mitre")
    parts = [part for part in shapely.get_parts(moved) if part.length > 0]
    if not parts:
        return None
    return np.asarray(shapely.get_coordinates(max(parts, key=lambda p: p.length)), np.float64)
