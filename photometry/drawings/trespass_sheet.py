"""Sheet L-3: trespass and visibility, a plan with the worst points and a pair of charts a side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.bands import bands_of
from photometry.drawings.hatching import hatch_lines
from photometry.drawings.judged_remarks import existing_fc, line_remarks, round_corner_remarks
from photometry.drawings.light_chart import (
    EXCESS_HATCH,
    HATCH_IN,
    JUDGED,
    OTHER_BASIS,
    OTHER_METER,
    curve_words,
    draw_light_chart,
)
from photometry.drawings.paper import Paper, text_width_in
from photometry.drawings.plan_sheets import plan_frame
from photometry.drawings.schedules_sheet_columns import Slot, fill_column, notes_block, table_block
from photometry.drawings.sight_chart import DECIDING, ENVELOPE, draw_sight_chart
from photometry.drawings.sight_section import SECTION_IN, draw_section, worst_sight_line
from photometry.drawings.style import Ink, Strokes, Type, verdict_colour
from photometry.drawings.tables_drawn import TABLE_Z, draw_section_head
from photometry.drawings.trespass_notes import judgement_notes, no_light_remark, no_sight_remark
from photometry.drawings.trespass_plan import draw_trespass_plan
from photometry.ordinance.checker import codes_of
from photometry.ordinance.profiles import LightProfile, SightProfile, line_profiles
from photometry.tables.beyond_site import light_rows, sight_rows, worst_points, worst_rows
from photometry.tables.display import FOOTCANDLES, length_unit
from photometry.tables.findings import on_lighting
from photometry.tables.table import Cell
from photometry.tables.text import STATUS_WORDS, clause
from photometry.tables.words import SEVERITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.drawings.bands import Band, Curve
    from photometry.drawings.schedules_sheet_columns import Block
    from photometry.drawings.sheet import Sheet
    from photometry.drawings.style import Stroke
    from photometry.drawings.trespass_plan import DrawnTrespass
    from photometry.drawings.view import PlanView
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.beyond_site import PointRow
    from photometry.tables.display import LengthUnit, LightUnit
    from photometry.tables.table import Table

__all__ = ["TrespassSheet", "judged_profiles", "trespass_sheets"]

LEFT_SHARE: Final = 0.45  # of the width left of the title strip: plan, tables, section
PLAN_SHARE: Final = 0.55  # of the height of that column
GAP_IN: Final = 0.35
BETWEEN_IN: Final = 0.75  # charts of a band, with the values of the right one
AXIS_IN: Final = 0.45  # left of a chart, for its values
HEAD_IN: Final = 0.85  # above the charts of a band
FOOT_IN: Final = 0.50  # below them, for stations
LEGEND_IN: Final = 0.25
TABLES_IN: Final = 6.0  # kept for tables under the charts
FEW_ROWS: Final = 6  # of a table that is not set in two halves
BANDS: Final = 4  # on a sheet
HIGHEST_CHART_IN: Final = 3.7
STEPS: Final = 900  # of a line, at most about so many stations are drawn
SAMPLE_IN: Final = 0.6
NO_CHARTS: Final = (
    "Charts of light and of visible height along the lines need a sheet 30 in wide or more (ARCH D, "
    "ANSI D, A1); here the tables have the largest of each line."
)


@dataclass(frozen=True, slots=True)
class TrespassSheet:
    """The sheet without border and title strip; `view` is None where it has no plan.

    Attributes
    ----------
    rest
        Of the first sheet, tables that found no room, for another sheet.
    """

    paper: Paper
    view: PlanView | None
    rest: list[Block]


def judged_profiles(
    site: Site, calc: Calculation, findings: Sequence[Finding]
) -> list[LightProfile | SightProfile]:
    """Give the curves of every line on which there is a verdict, in the codes' own order."""
    judged = {one.rule for one in findings}
    codes = {one.code for one in findings}
    if not judged or not site.boundaries or not site.project.codes:
        return []
    longest = max(
        (line.line_ft.max(axis=0) - line.line_ft.min(axis=0)).sum() for line in site.boundaries
    )
    step_ft = max(0.5, float(longest) / STEPS)
    return [
        profile
        for code in codes_of(site)
        if code.id in codes
        for profile in line_profiles(site, calc, code, step_ft=step_ft)
        if profile.rule in judged
    ]


def trespass_sheets(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    sheet: Sheet,
    light: LightUnit = FOOTCANDLES,
) -> list[TrespassSheet]:
    """Draw trespass and visibility; no sheet where no line beyond the site is judged.

    Illuminance is in the unit that is given, lengths are in that of the site; limits stand in
    those of the code, too.
    """
    profiles = judged_profiles(site, calc, findings)
    bands = bands_of(site, profiles, findings)
    if not bands:
        return []
    beyond = [one for one in on_lighting(findings) if _is_beyond(one, profiles)]
    points = worst_points(beyond)
    shown = _Shown.of(site, calc, findings, light)
    if not sheet.has_strip:
        return [_small_sheet(site, shown, sheet, bands, points, profiles)]
    first = _first_sheet(site, shown, sheet, bands, points, profiles)
    sheets = [first]
    for start in range(BANDS, len(bands), 2 * BANDS):
        paper = Paper(sheet.width_in, sheet.height_in)
        left, right = _columns(sheet)
        several = bands[start : start + 2 * BANDS]
        foot = _draw_bands(paper, left, several[:BANDS], shown)
        _draw_bands(paper, right, several[BANDS:], shown)
        _draw_legend(paper, left.x, foot, several, shown.length)
        sheets.append(TrespassSheet(paper, None, []))
    return sheets


@dataclass(frozen=True, slots=True)
class _Shown:
    """The verdicts, the units in which the sheets show them, and remarks on single lines."""

    site: Site
    findings: Sequence[Finding]
    light: LightUnit
    length: LengthUnit
    remarks: tuple[str, ...]

    @classmethod
    def of(
        cls, site: Site, calc: Calculation, findings: Sequence[Finding], light: LightUnit
    ) -> _Shown:
        length = length_unit(site.unit)
        lines = {name: result.line for name, result in calc.lines.items()}
        remarks = (
            *line_remarks(site, calc, findings, light, length),
            *round_corner_remarks(site, lines, findings, length),
        )
        return cls(site, findings, light, length, remarks)

    def tables(
        self,
        bands: Sequence[Band],
        points: Sequence[PointRow],
        profiles: Sequence[LightProfile | SightProfile],
    ) -> tuple[Table, Table, Table]:
        """Tabulate the worst points, the readings of every line and who is seen from where."""
        lights = [one for one in profiles if isinstance(one, LightProfile)]
        sights = [one for one in profiles if isinstance(one, SightProfile)]
        return (
            _worst_table(self.site, points, bands, self.light, self.length),
            light_rows(lights, self.findings, self.light, self.length),
            sight_rows(sights, self.length),
        )

    def notes(self, bands: Sequence[Band], plan: DrawnTrespass, more: Sequence[str] = ()) -> Block:
        """Say how the judgement is made."""
        notes = judgement_notes(bands, plan, self.light, self.length, self.remarks)
        return notes_block("How the judgement is made", [*notes, *more])


def _is_beyond(finding: Finding, profiles: Sequence[LightProfile | SightProfile]) -> bool:
    """Tell whether a verdict is about light or sight beyond the site."""
    names = {profile.rule for profile in profiles}
    if finding.rule in names:
        return True
    return finding.where.kind in {"line", "boundary"} and finding.unit in {"fc", "ft"}


def _columns(sheet: Sheet) -> tuple[Slot, Slot]:
    """Left and right part of a sheet, the rule between them and the border kept clear."""
    left, bottom, _, top = sheet.border
    edge = left + LEFT_SHARE * (sheet.strip_left - left)
    high, low = top - 0.25, bottom + 0.2
    return (
        Slot(left + GAP_IN, high, edge - left - 2 * GAP_IN, low),
        Slot(edge + GAP_IN, high, sheet.strip_left - edge - 2 * GAP_IN, low),
    )


def _first_sheet(
    site: Site,
    shown: _Shown,
    sheet: Sheet,
    bands: Sequence[Band],
    points: Sequence[PointRow],
    profiles: Sequence[LightProfile | SightProfile],
) -> TrespassSheet:
    paper = Paper(sheet.width_in, sheet.height_in)
    left, bottom, _, top = sheet.border
    edge = left + LEFT_SHARE * (sheet.strip_left - left)
    floor = top - PLAN_SHARE * (top - bottom)
    frame = left, floor, edge, top
    plan = draw_trespass_plan(paper, frame, site, bands, points, sheet, shown.light)
    paper.lines([[(edge, bottom), (edge, top)]], Strokes.BLOCK, z=TABLE_Z)
    paper.lines([[(left, floor), (edge, floor)]], Strokes.BLOCK, z=TABLE_Z)
    sights = [one for one in profiles if isinstance(one, SightProfile)]
    column, right = _columns(sheet)
    foot = column.foot
    chosen = worst_sight_line(sights)
    if chosen is not None:
        draw_section(paper, column, column.foot + SECTION_IN, site, *chosen)
        foot += SECTION_IN + GAP_IN
    end = _draw_bands(paper, right, bands[:BANDS], shown)
    _draw_legend(paper, right.x, end, bands[:BANDS], shown.length)
    end -= LEGEND_IN
    worst, light, sight = shown.tables(bands, points, profiles)
    under_plan = Slot(column.x, floor - 0.25, column.width, foot)
    rest = fill_column(paper, under_plan, [table_block(worst), shown.notes(bands, plan)])
    halves = 2 if len(sight.rows) > FEW_ROWS else 1
    rest += [table_block(light)] if light.rows else []
    rest += [table_block(sight, halves=halves)] if sight.rows else []
    under = Slot(right.x, end - GAP_IN, right.width, right.foot)
    return TrespassSheet(paper, plan.view, _whole_blocks(paper, under, rest))


def _small_sheet(
    site: Site,
    shown: _Shown,
    sheet: Sheet,
    bands: Sequence[Band],
    points: Sequence[PointRow],
    profiles: Sequence[LightProfile | SightProfile],
) -> TrespassSheet:
    """Draw the plan alone; tables are left over, and charts want a large sheet."""
    paper = Paper(sheet.width_in, sheet.height_in)
    frame = plan_frame(sheet)
    plan = draw_trespass_plan(paper, frame, site, bands, points, sheet, shown.light)
    tables = shown.tables(bands, points, profiles)
    notes = shown.notes(bands, plan, [NO_CHARTS])
    rest = [*(table_block(table) for table in tables if table.rows), notes]
    return TrespassSheet(paper, plan.view, rest)


def _whole_blocks(paper: Paper, slot: Slot, blocks: Sequence[Block]) -> list[Block]:
    """Set blocks one under the other, each whole or not at all; give those for another sheet."""
    left, y = [], slot.top
    for block in blocks:
        trial = Paper(paper.width_in, paper.height_in)
        _, cut = block(trial, slot, y)
        if cut is None:
            y, _ = block(paper, slot, y)
        else:
            left.append(block)
    return left


def _worst_table(
    site: Site,
    points: Sequence[PointRow],
    bands: Sequence[Band],
    light: LightUnit,
    length: LengthUnit,
) -> Table:
    """Tabulate the worst points, with the stations of those whose line is drawn.

    Light that was there before is among those that give a reading.
    """
    drawn = {id(curve.finding): (band, curve) for band in bands for curve in band.curves}
    table = worst_rows(
        points,
        lambda one: _station_ft(one, drawn.get(id(one))),
        lambda one: drawn[id(one)][1].profile.line.name if id(one) in drawn else "",
        light,
        length,
    )
    giver = table.keys.index("giver")
    rows = []
    for point, row in zip(points, table.rows, strict=True):
        existing = existing_fc(site, point.finding)
        cells = list(row.cells)
        if existing:
            given = f"{cells[giver].text}, existing {light.text(existing)}"
            cells[giver] = Cell(given, given)
        rows.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(rows))


def _station_ft(finding: Finding, drawn: tuple[Band, Curve] | None) -> float | None:
    if drawn is None or finding.witness is None:
        return None
    return float(drawn[0].station_ft([finding.witness[:2]])[0])


def _draw_bands(paper: Paper, slot: Slot, bands: Sequence[Band], shown: _Shown) -> float:
    """Draw bands one under the other; give the height of the foot of the last one."""
    wide = (slot.width - BETWEEN_IN) / 2
    pitch = min((slot.top - slot.foot - TABLES_IN) / BANDS, HIGHEST_CHART_IN + HEAD_IN + FOOT_IN)
    high = pitch - HEAD_IN - FOOT_IN
    y = slot.top
    for place, (x, title) in enumerate(
        (
            (slot.x, f"Illuminance along the line, {shown.light.words}"),
            (
                slot.x + wide + BETWEEN_IN,
                f"Visible height along the line, {shown.length.name} above grade",
            ),
        )
    ):
        draw_section_head(paper, x, y, wide, title)
        for row, band in enumerate(bands):
            top = y - row * pitch
            _draw_head(paper, x, top - 0.52, wide, band, place)
            frame = (x + AXIS_IN, top - HEAD_IN - high, wide - AXIS_IN, high)
            if place == 0:
                remark = no_light_remark(band, shown.findings)
                draw_light_chart(paper, frame, band, remark, shown.light, shown.length)
            else:
                remark = no_sight_remark(band, shown.findings)
                draw_sight_chart(paper, frame, band, remark, shown.length)
    return y - (len(bands) - 1) * pitch - HEAD_IN - high - FOOT_IN


def _draw_head(paper: Paper, x: float, y: float, wide: float, band: Band, place: int) -> None:
    """Name the line over its chart, and at the right every clause with its verdict."""
    name = band.boundary_id.upper()
    box = paper.text(x, y, name, Type.DATA_VALUE, upright="middle", z=TABLE_Z, name="band")
    words = Type.DATA.coloured(Ink.SECOND)
    paper.text(x + box.width + 0.12, y, band.where, words, upright="middle", z=TABLE_Z)
    right = x + wide
    seen = set()
    curves = band.sights if place else band.lights
    verdicts = [one.finding for one in curves if one.finding is not None]
    for finding in sorted(verdicts, key=lambda one: -SEVERITY[one.status]):
        said = f"{clause(finding.citation)} {STATUS_WORDS[finding.status]}"
        if said in seen:
            continue
        seen.add(said)
        style = Type.DATA_VALUE.coloured(verdict_colour(finding.status))
        chip = paper.text(right, y, said, style, across="right", upright="middle", z=TABLE_Z)
        right -= chip.width + 0.25


def _draw_legend(
    paper: Paper, x: float, y: float, bands: Sequence[Band], length: LengthUnit
) -> None:
    """Draw the key of both charts in a line."""
    first = next((curve.finding for band in bands for curve in band.lights), None)
    samples: list[tuple[Stroke, str]] = []
    if any(band.lights for band in bands):
        samples += zip((JUDGED, OTHER_BASIS, OTHER_METER), curve_words(first, length), strict=True)
    samples.append((Strokes.LIMIT, "limit"))
    if any(band.sights for band in bands):
        samples += [(ENVELOPE, "highest visible"), (DECIDING, "of one luminaire")]
    for stroke, words in samples:
        paper.lines([[(x, y), (x + SAMPLE_IN, y)]], stroke, z=TABLE_Z)
        paper.text(x + SAMPLE_IN + 0.1, y, words, Type.SCALE, upright="middle", z=TABLE_Z)
        x += SAMPLE_IN + 0.1 + text_width_in(words, Type.SCALE) + 0.3
    swatch = np.array(
        [(x, y - 0.07), (x + SAMPLE_IN, y - 0.07), (x + SAMPLE_IN, y + 0.07), (x, y + 0.07)]
    )
    paper.areas([[swatch]], Ink.OVER, z=TABLE_Z)
    paper.lines(hatch_lines(swatch, HATCH_IN), EXCESS_HATCH, z=TABLE_Z + 1)
    paper.text(x + SAMPLE_IN + 0.1, y, "over the limit", Type.SCALE, upright="middle", z=TABLE_Z)
