"""Sheet L-2: the point-by-point plan, a value at every point that the statistics are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.boxes import Occupancy
from photometry.drawings.callouts import place_tags
from photometry.drawings.contours import along
from photometry.drawings.furniture import draw_north_arrow, draw_scale_bar
from photometry.drawings.ground import Ground
from photometry.drawings.judged_remarks import line_remarks
from photometry.drawings.key_plan import draw_match_lines
from photometry.drawings.limits import limit_loci
from photometry.drawings.names import length_in
from photometry.drawings.paper import Paper
from photometry.drawings.plan import PlanPainter
from photometry.drawings.plan_sheets import (
    COLUMN_IN,
    GAP_IN,
    PlanSheets,
    draw_corner_key,
    part_numbers,
    plan_frame,
)
from photometry.drawings.points_sheet_tables import (
    how_to_read_block,
    line_rows,
    point_notes,
    zone_rows,
)
from photometry.drawings.points_sheet_values import print_dwellings, print_line, print_zone
from photometry.drawings.schedules_sheet_columns import (
    Slot,
    fill_column,
    notes_block,
    table_block,
)
from photometry.drawings.style import Strokes, Type
from photometry.drawings.symbols import heads_in_view, place_symbols
from photometry.drawings.view import bounds_around, laid_out
from photometry.tables.display import FOOTCANDLES, length_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.drawings.limits import Locus
    from photometry.drawings.names import NameWriter
    from photometry.drawings.points_sheet_values import Printed
    from photometry.drawings.schedules_sheet_columns import Block
    from photometry.drawings.sheet import Sheet
    from photometry.drawings.view import PlanView
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["points_sheets"]

MARGIN_IN: Final = 0.5
MARGIN_FT: Final = 15.0
BEYOND_VALUES_IN: Final = 0.40  # from a line to its name, clear of the values across it


def points_sheets(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    sheet: Sheet,
    *,
    number: str = "L-2",
    scale_ft_per_in: float | None = None,
    light: LightUnit = FOOTCANDLES,
) -> PlanSheets:
    """Draw the plan with a value at every point, and its tables at the side.

    Where it does not fit at the scale asked for it is on several sheets, the tables on the
    first; a small sheet has the plan alone, and the tables are left over.
    """
    plans = laid_out(
        _bounds_ft(site, calc),
        plan_frame(sheet),
        MARGIN_IN,
        scale_ft_per_in,
        is_metric=sheet.is_metric and site.unit == "m",
    )
    loci = {locus.line.name: locus for locus in limit_loci(calc, findings, light)}
    numbers = part_numbers(number, len(plans.views))
    remarks = line_remarks(site, calc, findings, light, length_unit(site.unit))
    tables = [zone_rows(calc, findings, light), line_rows(calc, loci, light, remarks)]
    papers: list[Paper] = []
    rest: list[Block] = []
    for here, view in enumerate(plans.views):
        paper = Paper(sheet.width_in, sheet.height_in)
        occupancy = Occupancy(*view.frame_in)
        draw_corner_key(paper, sheet, site, plans, here, occupancy)
        printed, untagged = _draw_plan(paper, view, site, calc, loci, sheet.words, occupancy, light)
        draw_match_lines(paper, plans, here, numbers)
        blocks: list[Block] = [how_to_read_block(light, has_limits=bool(loci))]
        if not here:
            blocks += [table_block(table) for table in tables if table.rows]
        blocks.append(notes_block("General notes", point_notes(printed, untagged, light)))
        if sheet.has_strip:
            blocks = fill_column(paper, _beside(paper, sheet), blocks)
        rest += blocks if not here else []
        papers.append(paper)
    return PlanSheets(papers, plans, rest)


def _beside(paper: Paper, sheet: Sheet) -> Slot:
    """Rule off the column beside the plan, and give it."""
    _, bottom, right, top = plan_frame(sheet)
    paper.lines([[(right, bottom), (right, top)]], Strokes.BLOCK, z=50)
    return Slot(right + GAP_IN, top - GAP_IN, COLUMN_IN, bottom + GAP_IN)


def _bounds_ft(site: Site, calc: Calculation) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of all points and of the property, and a margin."""
    shapes = [zone.points_ft[:, :2] for zone in calc.zones.values()]
    shapes += [line.points_ft[:, :2] for line in calc.lines.values()]
    shapes += [boundary.line_ft for boundary in site.boundaries]
    shapes += [np.array([head.pole_xy_ft]) for head in site.heads]
    return bounds_around(np.vstack(shapes or [np.zeros((1, 2))]), MARGIN_FT)


def _draw_plan(
    paper: Paper,
    view: PlanView,
    site: Site,
    calc: Calculation,
    loci: dict[str, Locus],
    sheet_words: str,
    occupancy: Occupancy,
    light: LightUnit,
) -> tuple[list[Printed], list[str]]:
    """Draw the plan; give what was printed of each zone and line, and poles without a tag."""
    painter = PlanPainter(paper, view, occupancy, Ground(site))
    left, bottom, right, top = view.frame_in
    occupancy.take(draw_north_arrow(paper, right - 0.95, top - 0.95, site.north_deg))
    for box in draw_scale_bar(
        paper, left + 0.5, bottom + 0.6, view, sheet_words, length_unit(site.unit)
    ):
        occupancy.take(box.grown(0.06))
    painter.draw_ground(site)
    painter.draw_loci(loci.values())
    painter.draw_dwellings(site)
    symbols = place_symbols(paper, view, heads_in_view(view, site))
    for symbol in symbols:
        for box in symbol.boxes:
            occupancy.take(box)
    printed = _print_lines(paper, view, calc, loci, occupancy, light)
    blocked = [box for line in printed for box in line.boxes]
    printed += [
        print_zone(paper, view, zone, occupancy, light, blocked) for zone in calc.zones.values()
    ]
    untagged = place_tags(paper, symbols, occupancy, length_unit(site.unit))
    painter.finish_buildings(site)
    _name_lines(painter.names, view, site, loci)
    painter.names.write_zone_names(site)
    return printed, untagged


def _print_lines(
    paper: Paper,
    view: PlanView,
    calc: Calculation,
    loci: dict[str, Locus],
    occupancy: Occupancy,
    light: LightUnit,
) -> list[Printed]:
    """Print judged lines and the property line; a limit on the property line stands inside it.

    Judged dwellings come first: the one value at a house must not want for room.
    """
    homes = {
        name: line
        for name, line in calc.lines.items()
        if line.line.kind == "dwellings" and name in loci
    }
    printed = [
        print_dwellings(paper, view, line, loci[name], occupancy, light)
        for name, line in homes.items()
    ]
    for name, line in calc.lines.items():
        if name in homes:
            continue
        locus = loci.get(name)
        on_property = line.line.kind == "property_line"
        if locus is not None:
            printed.append(
                print_line(paper, view, line, locus, occupancy, light, inward=on_property)
            )
        if on_property:
            printed.append(print_line(paper, view, line, None, occupancy, light))
    return printed


def _name_lines(names: NameWriter, view: PlanView, site: Site, loci: dict[str, Locus]) -> None:
    """Name limits and property lines beyond the values that stand across them."""
    written = set()
    for locus in loci.values():
        if locus.words in written or not locus.paths_ft:
            continue
        longest = max((view.to_paper(path) for path in locus.paths_ft), key=length_in)
        path = _moved_out(names, longest)
        if path is not None and names.write_along(path, locus.words, Type.LOCUS):
            written.add(locus.words)
    for boundary in site.boundaries:
        path = _moved_out(names, view.to_paper(boundary.line_ft))
        if path is not None:
            words = f"PROPERTY LINE, {boundary.id.upper()}: maintained"
            names.write_along(path, words, Type.PLACE)


def _moved_out(names: NameWriter, path: FloatArray) -> FloatArray | None:
    """Move a line away from the property, past its values; None where nothing is left of it."""
    half = length_in(path) / 2
    if half <= 0:
        return None
    side, outward = names.directions(along(path, [0.98 * half, 1.02 * half]))
    distance = BEYOND_VALUES_IN if outward @ (-side[1], side[0]) > 0 else -BEYOND_VALUES_IN
    moved = shapely.offset_curve(shapely.LineString(path), distance, join_style="mitre")
    parts = [part for part in shapely.get_parts(moved) if part.length > 0]
    if not parts:
        return None
    return np.asarray(shapely.get_coordinates(max(parts, key=lambda p: p.length)), np.float64)
