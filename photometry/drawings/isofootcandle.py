"""Sheet L-1: the iso-footcandle plan with its legend, tables, notes and title block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Occupancy
from photometry.drawings.field import display_field
from photometry.drawings.iso_plan import draw_iso_plan
from photometry.drawings.key_plan import draw_match_lines
from photometry.drawings.legend import draw_legend, draw_notes, note_texts
from photometry.drawings.notebook import plot_isofootcandle
from photometry.drawings.output import pdf_bytes, png_bytes
from photometry.drawings.paper import Paper
from photometry.drawings.plan_sheets import (
    COLUMN_IN,
    GAP_IN,
    PlanSheets,
    draw_corner_key,
    draw_title,
    flowed,
    part_numbers,
    plan_frame,
)
from photometry.drawings.schedules_sheet_columns import notes_block, table_block
from photometry.drawings.sheet import SheetPlace, sheet_named
from photometry.drawings.style import Strokes, Type
from photometry.drawings.symbols import Shapes, add_symbol, look_of
from photometry.drawings.tables_drawn import (
    draw_paragraph,
    draw_section_head,
    draw_table,
    table_height,
    unfolded,
)
from photometry.drawings.view import fitted_view, laid_out
from photometry.ordinance.finding import Status
from photometry.tables.display import FOOTCANDLES, length_unit, sheet_units
from photometry.tables.findings import compliance_rows, limits_rows, on_lighting
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import schedule_rows
from photometry.tables.statistics import statistics_rows
from photometry.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from photometry.drawings.field import Field
    from photometry.drawings.iso_plan import DrawnPlan
    from photometry.drawings.schedules_sheet_columns import Block, Slot
    from photometry.drawings.sheet import Sheet
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = [
    "iso_footcandle_figure",
    "iso_sheets",
    "plan_scale_ft_per_in",
    "plot_isofootcandle",
    "write_isofootcandle",
]

MARGIN_IN: Final = 0.35  # round the plan
SECTION_GAP_IN: Final = 0.30
SCHEDULE_ROW_IN: Final = 0.27
APPROVALS_IN: Final = 2.14  # kept free at the foot of the column, whatever stands above
LAYERS: Final = ("maintained", "initial")
SCHEDULE: Final = (
    "type",
    "quantity",
    "description",
    "catalogue_number",
    "lamp",
    "lumens_lm",
    "lamp_w",
    "watts_each_w",
    "watts_total_w",
    "llf",
    "mounting_height_ft",
    "bug",
    "shielding",
    "file",
    "report",
)
LOCATIONS: Final = ("id", "type", "x", "y", "mounting_height_ft", "orientation_deg", "tilt_deg")


def iso_footcandle_figure(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding] = (),
    *,
    sheet: str = "ARCH D",
    place: SheetPlace | None = None,
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
) -> Figure:
    """Draw the iso-footcandle sheet.

    Parameters
    ----------
    site, calc
        The site and its calculation.
    findings
        Verdicts to show: loci and contours of the limits, witness flags, tables.
    sheet
        Size: ``ARCH D``, ``ARCH E1``, ``ARCH E``, ``ANSI D``, ``ANSI E``, ``A0``, ``A1`` with
        tables beside the plan; ``ANSI B``, ``letter``, ``A2``, ``A3``, ``A4`` with the plan alone.
    place
        Number, title and index of the sheet; by default L-1 alone.
    field
        The illuminance to draw, maintained and initial; computed where it is not given.
    light
        The unit in which illuminance is shown; of limits and verdicts beside footcandles.

    Returns
    -------
    matplotlib.figure.Figure
        The whole sheet, in plotted inches, at a true engineering scale. It belongs to no
        window and no pyplot.

    Raises
    ------
    ValueError
        If there is no sheet of that name.
    """
    size = sheet_named(sheet)
    sheets = iso_sheets(site, calc, findings, size, field=field, light=light)
    alone = ("L-1", light.plan_title)
    place = place or SheetPlace(*alone, (alone,), sheet_units(length_unit(site.unit), light))
    draw_title(sheets.papers[0], size, place, site, findings, sheets.layout)
    return sheets.papers[0].figure


def iso_sheets(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    sheet: Sheet,
    *,
    number: str = "L-1",
    scale_ft_per_in: float | None = None,
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
) -> PlanSheets:
    """Draw the plan on one sheet, or on several where it does not fit at the scale asked for.

    On a large sheet tables stand beside it; on a small one they are left over. Of several sheets
    the first has the tables, and the schedule of luminaires is on its own sheet.
    """
    field = field or display_field(site, calc, LAYERS)
    is_metric = sheet.is_metric and site.unit == "m"
    layout = _Layout.of(sheet, site)
    plans = laid_out(field.bounds_ft, layout.plan, MARGIN_IN, scale_ft_per_in, is_metric=is_metric)
    if plans.is_divided and layout.has_band:
        layout = _Layout(sheet, sheet.border[1], has_band=False)
        plans = laid_out(
            field.bounds_ft, layout.plan, MARGIN_IN, scale_ft_per_in, is_metric=is_metric
        )
    numbers = part_numbers(number, len(plans.views))
    papers, rest = [], []
    for here, view in enumerate(plans.views):
        paper = Paper(sheet.width_in, sheet.height_in)
        occupancy = Occupancy(*view.frame_in)
        draw_corner_key(paper, sheet, site, plans, here, occupancy)
        plan = draw_iso_plan(
            paper,
            view,
            site,
            calc,
            field,
            findings,
            sheet.words,
            occupancy,
            is_part=plans.is_divided,
            light=light,
        )
        draw_match_lines(paper, plans, here, numbers)
        if sheet.has_strip:
            layout.draw_rules(paper)
            _draw_beside(paper, layout, site, calc, findings, field, plan, is_first=not here)
        elif not here:
            rest = _blocks(site, calc, findings, field, plan)
        papers.append(paper)
    return PlanSheets(papers, plans, rest)


def plan_scale_ft_per_in(site: Site, field: Field, sheet: str) -> float:
    """Give the largest customary scale at which the plan fits one sheet, feet to an inch."""
    size = sheet_named(sheet)
    is_metric = size.is_metric and site.unit == "m"
    frame = _Layout.of(size, site).plan
    return fitted_view(field.bounds_ft, frame, MARGIN_IN, is_metric=is_metric).scale_ft_per_in


def _draw_beside(
    paper: Paper,
    layout: _Layout,
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    field: Field,
    plan: DrawnPlan,
    *,
    is_first: bool,
) -> None:
    """Set the tables beside the plan; beside its further parts the legend and the notes."""
    if layout.has_band:
        _draw_band(paper, layout, site)
    length = length_unit(site.unit)
    foot = layout.column_foot + (APPROVALS_IN if is_first else 0.0)
    column = _Column(paper, layout.column_left, layout.column_width, foot)
    y = layout.sheet.border[3] - GAP_IN
    y = column.legend(y, site, plan)
    if is_first:
        y = column.table(y, *_statistics(site, calc, findings, plan.light))
        y = column.table(y, limits_rows(findings, plan.light, length))
    y = column.notes(y, note_texts(site, field, plan))
    if is_first:
        summary = _compliance(findings, plan.light, length)
        wordy = [
            unfolded(summary, keys, column.width)
            for keys in (("subject", "findings"), ("findings",))
        ]
        places = luminaire_rows(site, length.decimals, length)
        shown = places.select(map(length.key, LOCATIONS))
        y = column.locations(y, shown, leaving=column.needed(wordy[0]))
        column.table(y, *wordy, summary)
        _draw_approvals(paper, column.x, layout.column_foot, column.width)


def _statistics(
    site: Site, calc: Calculation, findings: Sequence[Finding], light: LightUnit
) -> list[Table]:
    """Give the statistics in several forms, the fullest first."""
    closed = tuple(f"scene:{scene.name}" for scene in site.scenes if scene.after_close)
    return [
        statistics_rows(calc, findings, layers, light).without("kind")
        for layers in ((*LAYERS, *closed), LAYERS, LAYERS[:1])
    ]


def _blocks(
    site: Site, calc: Calculation, findings: Sequence[Finding], field: Field, plan: DrawnPlan
) -> list[Block]:
    """Give what belongs to the plan where it does not stand beside it."""

    def legend(paper: Paper, slot: Slot, y: float) -> tuple[float, Block | None]:
        rule = draw_section_head(paper, slot.x, y, slot.width, "Legend")
        return draw_legend(paper, slot.x, rule, slot.width, site, plan) - 0.2, None

    fullest = _statistics(site, calc, findings, plan.light)[0]
    length = length_unit(site.unit)
    tables = [
        fullest,
        limits_rows(findings, plan.light, length),
        _compliance(findings, plan.light, length),
    ]
    return [
        legend,
        notes_block("General notes", note_texts(site, field, plan)),
        *(table_block(table) for table in tables if table.rows),
    ]


def _compliance(findings: Sequence[Finding], light: LightUnit, length: LengthUnit) -> Table:
    """Summarise the findings on lighting; those on other topics are counted under it."""
    lighting = on_lighting(findings)
    applicable = sum(finding.status is not Status.NOT_APPLICABLE for finding in findings)
    others = applicable - sum(f.status is not Status.NOT_APPLICABLE for f in lighting)
    note = f"{others} findings on other topics are in findings.csv." if others else ""
    return replace(compliance_rows(lighting, light, length), note=note)


def write_isofootcandle(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    pdf_path: Path | str,
    png_path: Path | str | None = None,
    *,
    sheet: str = "ARCH D",
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
    plan: PlanSheets | None = None,
) -> None:
    """Write the iso-footcandle sheet as PDF and, where asked, as PNG at 150 dots an inch.

    The same inputs give the same bytes. On a small sheet the tables follow the plan, in the PDF
    alone. `plan` is the sheet without its title, where it was drawn before: it stays without.
    See `iso_footcandle_figure` for the rest.
    """
    size = sheet_named(sheet)
    sheets = plan or iso_sheets(site, calc, findings, size, field=field, light=light)
    further = flowed(size, sheets.rest)
    first = ("L-1", light.plan_title)
    listed = (first, *((f"{first[0]}.{i + 2}", f"{first[1]}, tables") for i in range(len(further))))
    papers = [*sheets.papers, *further]
    with papers[0].passing():
        for paper, (number, title) in zip(papers, listed, strict=True):
            place = SheetPlace(number, title, listed, sheet_units(length_unit(site.unit), light))
            layout = sheets.layout if paper is papers[0] else None
            draw_title(paper, size, place, site, findings, layout)
        figures = [paper.figure for paper in papers]
        named = f"{site.project.name}: {light.plan_title.lower()}"
        Path(pdf_path).write_bytes(pdf_bytes(figures, named))
        if png_path is not None:
            Path(png_path).write_bytes(png_bytes(figures[0]))


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the parts of a sheet are, inches."""

    sheet: Sheet
    band_top: float
    has_band: bool = True

    @classmethod
    def of(cls, sheet: Sheet, site: Site) -> _Layout:
        """Give the schedule's band the height that it needs; a small sheet has none."""
        if not sheet.has_strip:
            return cls(sheet, plan_frame(sheet)[1], has_band=False)
        used = len({head.type.name for head in site.heads})
        needed = 0.55 + 0.40 + SCHEDULE_ROW_IN * used + 0.35
        bottom = sheet.border[1]
        return cls(sheet, bottom + min(max(needed, 1.8), 0.45 * sheet.height_in))

    @property
    def column_left(self) -> float:
        return self.sheet.strip_left - GAP_IN - COLUMN_IN

    @property
    def column_width(self) -> float:
        return COLUMN_IN

    @property
    def column_foot(self) -> float:
        return self.sheet.border[1] + GAP_IN

    @property
    def plan_right(self) -> float:
        return plan_frame(self.sheet)[2]

    @property
    def plan(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of the plan's frame."""
        return self.sheet.border[0], self.band_top, self.plan_right, self.sheet.border[3]

    def draw_rules(self, paper: Paper) -> None:
        left, bottom, _, top = self.sheet.border
        paper.lines([[(self.plan_right, bottom), (self.plan_right, top)]], Strokes.BLOCK, z=50)
        if self.has_band:
            paper.lines(
                [[(left, self.band_top), (self.plan_right, self.band_top)]], Strokes.BLOCK, z=50
            )


def _draw_band(paper: Paper, layout: _Layout, site: Site) -> None:
    """Set the luminaire schedule under the plan, a symbol before each row."""
    length = length_unit(site.unit)
    whole = schedule_rows(site, length)
    table = whole.select(key for key in map(length.key, SCHEDULE) if key in whole.keys)
    x, top = layout.sheet.border[0] + 0.3, layout.band_top - 0.22
    width = layout.plan_right - GAP_IN - x
    rule = draw_section_head(paper, x, top, width, table.title)
    room = rule - layout.sheet.border[1] - 0.3
    if table_height(table, SCHEDULE_ROW_IN) > room:
        words = f"{len(table.rows)} luminaire types: see schedule.csv."
        draw_paragraph(paper, x, rule - 0.15, width, words, Type.NOTE)
        return
    symbol_room = 0.75
    foot = draw_table(
        paper, x + symbol_room, rule, width - symbol_room, table, row_in=SCHEDULE_ROW_IN
    )
    _draw_schedule_symbols(paper, x + 0.2, foot, symbol_room, table, site)
    draw_paragraph(paper, x, foot - 0.1, width, table.note, Type.REMARK)


def _draw_schedule_symbols(
    paper: Paper, x: float, foot: float, room: float, table: Table, site: Site
) -> None:
    shapes = Shapes()
    count = len(table.rows)
    left = x - 0.2
    rules = []
    for row, name in enumerate(record["type"] for record in table.records()):
        y = foot + (count - row - 0.5) * SCHEDULE_ROW_IN
        head = next(head for head in site.heads if head.type.name == name)
        add_symbol(shapes, np.array([x, y]), look_of(head), 0.0)
        if row:
            rules.append([(left, y + SCHEDULE_ROW_IN / 2), (left + room, y + SCHEDULE_ROW_IN / 2)])
    shapes.draw(paper)
    paper.lines(rules, Strokes.TABLE_ROW, z=50)
    head_foot = foot + count * SCHEDULE_ROW_IN
    paper.lines([[(left, head_foot), (left + room, head_foot)]], Strokes.TABLE_HEAD, z=50)
    paper.lines([[(left, foot), (left + room, foot)]], Strokes.TABLE_EDGE, z=50)
    paper.text(x - 0.05, head_foot + 0.06, "Symbol", Type.CELL_HEAD, z=50)


@dataclass(frozen=True, slots=True)
class _Column:
    """The column of tables: what does not fit whole is named, never cut."""

    paper: Paper
    x: float
    width: float
    foot: float

    def legend(self, y: float, site: Site, plan: DrawnPlan) -> float:
        rule = draw_section_head(self.paper, self.x, y, self.width, "Legend")
        return draw_legend(self.paper, self.x, rule, self.width, site, plan) - 0.12

    def table(self, y: float, *choices: Table) -> float:
        """Set the first of several forms of a table that fits; name the last where none does."""
        if not choices[0].rows:
            return y
        fitting = (t for t in choices if y - self.needed(t) >= self.foot)
        table = next(fitting, None)
        if table is None:
            rows = len(choices[-1].rows)
            return self._named(y, choices[-1].title, f"{rows} rows: see the files of tables.")
        rule = draw_section_head(self.paper, self.x, y, self.width, table.title)
        foot = draw_table(self.paper, self.x, rule, self.width, table)
        if table.note:
            at = self.x + 0.06
            foot = draw_paragraph(self.paper, at, foot - 0.08, self.width, table.note, Type.REMARK)
        return foot - SECTION_GAP_IN

    def needed(self, table: Table) -> float:
        """Height of a table with its name and its note, inches; none of an empty one."""
        return 0.6 + table_height(table) if table.rows else 0.0

    def notes(self, y: float, notes: list[str]) -> float:
        rule = draw_section_head(self.paper, self.x, y, self.width, "General notes")
        return draw_notes(self.paper, self.x, rule, self.width, notes) - 0.2

    def locations(self, y: float, table: Table, leaving: float) -> float:
        """Set the locations in two columns side by side, where they leave room for what follows.

        They are on the sheet of schedules in any case.
        """
        if not table.rows:
            return y
        half = (len(table.rows) + 1) // 2
        parts = [
            Table(table.title, table.columns, rows)
            for rows in (table.rows[:half], table.rows[half:])
            if rows
        ]
        if y - 0.55 - table_height(parts[0]) - 0.3 - leaving < self.foot:
            words = f"{len(table.rows)} heads: see the schedules of the set, or luminaires.csv."
            return self._named(y, table.title, words)
        rule = draw_section_head(self.paper, self.x, y, self.width, table.title)
        wide = (self.width - 0.3) / 2
        feet = [
            draw_table(self.paper, self.x + i * (wide + 0.3), rule, wide, part)
            for i, part in enumerate(parts)
        ]
        foot = draw_paragraph(
            self.paper, self.x + 0.06, min(feet) - 0.08, self.width, table.note, Type.REMARK
        )
        return foot - SECTION_GAP_IN + 0.1

    def _named(self, y: float, title: str, words: str) -> float:
        if y - 0.6 < self.foot:
            return y
        rule = draw_section_head(self.paper, self.x, y, self.width, title)
        return (
            draw_paragraph(self.paper, self.x + 0.06, rule - 0.1, self.width, words, Type.NOTE)
            - 0.2
        )


def _draw_approvals(paper: Paper, x: float, foot: float, width: float) -> None:
    """Leave a box for the board's decision at the foot of the column."""
    height = APPROVALS_IN - 0.4
    top = foot + height
    paper.text(x, top + 0.1, "PLANNING BOARD", Type.SECTION, z=50)
    paper.rectangle(x, foot, width, height, z=50, edge=Strokes.LUMINAIRE)
    step = width / 3
    for place, words in enumerate(("Approved", "Chair", "Date")):
        at = x + place * step + 0.2
        paper.text(at, top - 0.15, words, Type.DATA, upright="top", z=50)
        paper.lines([[(at, foot + 0.3), (at + step - 0.4, foot + 0.3)]], Strokes.TABLE_ROW, z=50)
