"""What was understood of a site, drawn before anything is calculated.

An engineer looks at it once and sees a zone that is mirrored, a boundary without its
neighbour, a luminaire that looks the wrong way.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.bar_sheet import BAR_TOP_IN, HEIGHT_IN, MARGIN_IN, WIDTH_IN, bar_sheet
from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.callouts import place_tags
from photometry.drawings.contours import along
from photometry.drawings.furniture import draw_north_arrow, draw_scale_bar
from photometry.drawings.ground import Ground
from photometry.drawings.limits import line_polylines
from photometry.drawings.names import length_in
from photometry.drawings.output import pdf_bytes, png_bytes
from photometry.drawings.plan import PlanPainter
from photometry.drawings.sheet import SheetPlace
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.drawings.symbols import disc, place_symbols
from photometry.drawings.tables_drawn import (
    draw_paragraph,
    draw_section_head,
    draw_table,
    table_height,
)
from photometry.drawings.view import bounds_around, fitted_view
from photometry.errors import ProjectFileError
from photometry.site.points import zone_points
from photometry.site.property import calculation_lines
from photometry.tables.display import length_unit
from photometry.tables.understood import boundary_rows, obstruction_rows, type_rows, zone_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.drawings.view import PlanView
    from photometry.site.model import Site
    from photometry.site.property import LineRequest
    from photometry.tables.table import Table

    FloatArray = NDArray[np.float64]

__all__ = ["preview_figure", "write_preview"]

TABLES_IN: Final = 5.6
MARGIN_FT: Final = 12.0
MOST_POINTS: Final = 20_000  # dots of calculation points; a picture of more is grey
POINT_Z, LINE_Z, AIM_Z, ARROW_Z = 10.0, 18.0, 24.0, 41.0
AIM: Final = Stroke(0.25, "#A65A00", (2.4, 1.0))
ARROW_IN: Final = 0.12
LEGEND: Final = (
    "A number stands at the beginning of a boundary, an arrow shows which way it runs. Crosses "
    "are calculation points. Blue: lines that the code asks for, dotted at site access points; "
    "a blue ring is a dwelling. A brown arrow leads to the point that a luminaire is aimed at; a "
    "tick shows lateral angle 0."
)


def preview_figure(
    site: Site, requests: Sequence[LineRequest] = (), *, place: SheetPlace | None = None
) -> Figure:
    """Draw a site as it was understood, without any light.

    Parameters
    ----------
    site
        As loaded.
    requests
        Lines that a code asks for, to be drawn too.
    place
        Number, title and index of the sheet.

    Returns
    -------
    matplotlib.figure.Figure
        Zones with their points, boundaries numbered in order with a direction and a neighbour,
        lines, buildings, luminaires with where they look; beside it the same in tables, and
        the notes of the readers.
    """
    title = "Preview: the site as it was read"
    place = place or SheetPlace("P-1", title, (("P-1", title),))
    paper = bar_sheet(place, site.project)
    right = WIDTH_IN - MARGIN_IN - TABLES_IN
    frame = (MARGIN_IN, BAR_TOP_IN, right, HEIGHT_IN - MARGIN_IN)
    view = fitted_view(_bounds_ft(site, requests), frame, 0.45)
    _draw_plan(paper, view, site, requests)
    paper.lines([[(right, BAR_TOP_IN), (right, HEIGHT_IN - MARGIN_IN)]], Strokes.BLOCK, z=50)
    _draw_tables(paper, right + 0.2, TABLES_IN - 0.4, site)
    return paper.figure


def write_preview(
    site: Site,
    png_path: Path | str,
    pdf_path: Path | str | None = None,
    *,
    requests: Sequence[LineRequest] = (),
) -> None:
    """Write the preview as PNG and, where asked, as PDF; the same site gives the same bytes."""
    figure = preview_figure(site, requests)
    if pdf_path is not None:
        Path(pdf_path).write_bytes(pdf_bytes([figure], f"{site.project.name}: preview"))
    Path(png_path).write_bytes(png_bytes(figure))


def _bounds_ft(site: Site, requests: Sequence[LineRequest]) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of everything that the site has, and a margin."""
    shapes = [zone.outline_ft for zone in site.zones]
    shapes += [boundary.line_ft for boundary in site.boundaries]
    shapes += [b.pavement_edge_ft for b in site.boundaries if b.pavement_edge_ft is not None]
    shapes += [building.footprint_ft for building in site.obstructions]
    shapes += [np.array([head.pole_xy_ft]) for head in site.heads]
    shapes += [np.array([head.aim_point_ft[:2]]) for head in site.heads if head.aim_point_ft]
    shapes += [line.stations_ft for line in calculation_lines(site, tuple(requests))]
    corners = np.vstack([shape for shape in shapes if len(shape)] or [np.zeros((1, 2))])
    return bounds_around(corners, MARGIN_FT)


def _draw_plan(paper: Paper, view: PlanView, site: Site, requests: Sequence[LineRequest]) -> None:
    occupancy = Occupancy(*view.frame_in)
    painter = PlanPainter(paper, view, occupancy, Ground(site))
    left, bottom, right, top = view.frame_in
    occupancy.take(draw_north_arrow(paper, right - 0.8, top - 0.85, site.north_deg))
    sheet = f"ANSI B ({WIDTH_IN:g} × {HEIGHT_IN:g} in)"
    for box in draw_scale_bar(
        paper, left + 0.3, bottom + 0.45, view, sheet, length_unit(site.unit)
    ):
        occupancy.take(box.grown(0.06))
    painter.draw_ground(site)
    _draw_points(paper, view, site)
    for line in _draw_lines(paper, view, site, requests):
        occupancy.take_line(line, 0.09)
    symbols = place_symbols(paper, view, site.heads)
    for symbol in symbols:
        for box in symbol.boxes:
            occupancy.take(box)
    painter.finish_buildings(site)
    _draw_aims(paper, view, site)
    _draw_directions(paper, view, site, occupancy)
    place_tags(paper, symbols, occupancy, length_unit(site.unit), on_white=True)
    painter.names.write_zone_names(site)
    painter.names.write_boundary_names(site)


def _draw_points(paper: Paper, view: PlanView, site: Site) -> None:
    """Mark the calculation points of the zones by small crosses, no more than can be told apart."""
    arms = np.array([[(-0.012, 0.0), (0.012, 0.0)], [(0.0, -0.012), (0.0, 0.012)]])
    marks: list[FloatArray] = []
    for zone in site.zones:
        try:
            points = zone_points(zone, site).points_ft
        except ProjectFileError:
            continue  # the tables say that it has none
        every = max(1, int(np.ceil(len(points) / MOST_POINTS)))
        middles = view.to_paper(points[::every])
        marks += list((middles[:, None, None] + arms).reshape(-1, 2, 2))
    paper.lines(marks, Stroke(0.13, Ink.THIRD), z=POINT_Z, name="points")


def _draw_lines(
    paper: Paper, view: PlanView, site: Site, requests: Sequence[LineRequest]
) -> list[FloatArray]:
    """Draw the lines that are asked for, access points and dwellings; give the lines."""
    drawn = [
        view.to_paper(path)
        for line in calculation_lines(site, tuple(requests))
        if line.kind == "offset"
        for path in line_polylines(line)
    ]
    access = [view.to_paper(path) for b in site.boundaries for path in b.access_points_ft]
    homes = [
        disc(0.05, (float(x), float(y)))
        for boundary in site.boundaries
        if boundary.dwellings_ft is not None
        for x, y in view.to_paper(boundary.dwellings_ft)
    ]
    with paper.clipped(*view.frame_in):
        paper.lines(drawn, Strokes.LOCUS, z=LINE_Z, name="lines")
        paper.lines(access, Strokes.LOCUS_ACCESS, z=LINE_Z + 1, name="access points")
        paper.areas([[home] for home in homes], Ink.PAPER, z=LINE_Z, edge=Strokes.DWELLING)
    return [*drawn, *access, *homes]


def _draw_aims(paper: Paper, view: PlanView, site: Site) -> None:
    """Draw a dashed arrow from each aimed head to the point that it was aimed at."""
    aimed = [
        (
            view.to_paper((head.luminaire.x_ft, head.luminaire.y_ft)),
            view.to_paper(head.aim_point_ft),
        )
        for head in site.heads
        if head.aim_point_ft is not None
    ]
    with paper.clipped(*view.frame_in):
        paper.lines([list(pair) for pair in aimed], AIM, z=AIM_Z, name="aims")
        heads = [_arrow(end, end - start) for start, end in aimed if np.hypot(*(end - start)) > 0]
        paper.areas([[head] for head in heads], AIM.colour, z=AIM_Z)


def _draw_directions(paper: Paper, view: PlanView, site: Site, occupancy: Occupancy) -> None:
    """Give each boundary its number, at its beginning, and show which way it runs."""
    arrows = []
    for place, boundary in enumerate(site.boundaries, 1):
        path = view.to_paper(boundary.line_ft)
        length = length_in(path)
        at, ahead = along(path, [0.30 * length, 0.30 * length + 0.01])
        arrows.append([_arrow(at, ahead - at)])
        x, y = along(path, [min(0.35, length / 3)])[0]
        box = Box(float(x), float(y), 0.22, 0.22)
        paper.areas([[disc(0.11, (box.x, box.y))]], Ink.PAPER, z=ARROW_Z, edge=Strokes.LUMINAIRE)
        paper.text(
            box.x, box.y, str(place), Type.TAG, across="center", upright="middle", z=ARROW_Z + 1
        )
        occupancy.take(box)
    paper.areas(arrows, Ink.INK, z=ARROW_Z, name="directions")


def _arrow(tip: FloatArray, way: FloatArray) -> FloatArray:
    """Outline of an arrow head whose point is at `tip`."""
    along_it = way / np.hypot(*way)
    across = np.array([-along_it[1], along_it[0]])
    back = tip - ARROW_IN * along_it
    return np.array([tip, back + 0.4 * ARROW_IN * across, back - 0.4 * ARROW_IN * across])


def _draw_tables(paper: Paper, x: float, width: float, site: Site) -> None:
    y = HEIGHT_IN - MARGIN_IN - 0.25
    foot = BAR_TOP_IN + 0.2
    for table in (boundary_rows(site), zone_rows(site), type_rows(site), obstruction_rows(site)):
        y = _draw_part(paper, x, y, width, table, foot)
    if y - 0.7 > foot:
        rule = draw_section_head(paper, x, y, width, "How to read the plan")
        y = draw_paragraph(paper, x + 0.06, rule - 0.1, width - 0.1, LEGEND, Type.NOTE) - 0.25
    if site.notes and y - 0.7 > foot:
        rule = draw_section_head(paper, x, y, width, "Notes of the readers")
        y = rule - 0.12
        for number, note in enumerate(site.notes):
            if y < foot + 0.3:
                words = f"… and {len(site.notes) - number} more notes"
                draw_paragraph(paper, x + 0.06, y, width, words, Type.REMARK)
                break
            words = f"{note.code}  {note.text}"
            y = draw_paragraph(paper, x + 0.06, y, width - 0.1, words, Type.NOTE) - 0.04


def _draw_part(paper: Paper, x: float, y: float, width: float, table: Table, foot: float) -> float:
    if not table.rows or y - 0.6 < foot:
        return y
    rule = draw_section_head(paper, x, y, width, table.title)
    if rule - table_height(table) < foot:
        words = f"{len(table.rows)} rows: too many for this sheet."
        return draw_paragraph(paper, x + 0.06, rule - 0.1, width, words, Type.NOTE) - 0.15
    end = draw_table(paper, x, rule, width, table)
    if table.note:
        end = draw_paragraph(paper, x + 0.06, end - 0.08, width - 0.1, table.note, Type.REMARK)
    return end - 0.25
