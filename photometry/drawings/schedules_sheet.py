"""Sheet L-4: schedules, statistics and the compliance matrix, on as many sheets as they need."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry._version import __version__
from photometry.drawings.bar_sheet import BAR_TOP_IN
from photometry.drawings.judged_remarks import line_remarks
from photometry.drawings.paper import Paper
from photometry.drawings.schedules_sheet_columns import (
    GAP_IN,
    Slot,
    fill_column,
    notes_block,
    table_block,
)
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY
from photometry.drawings.style import Type, verdict_colour
from photometry.drawings.symbols import Shapes, add_symbol, look_of
from photometry.drawings.tables_drawn import TABLE_Z, draw_section_head
from photometry.ordinance.finding import Status
from photometry.tables.compliance import compliance_matrix, determination_rows
from photometry.tables.display import FOOTCANDLES, length_unit
from photometry.tables.findings import on_lighting
from photometry.tables.light_loss import loss_rows
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import SELDOM_GIVEN, schedule_rows
from photometry.tables.statistics import statistics_rows
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import STATUS_WORDS, plain_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from photometry.drawings.schedules_sheet_columns import Block
    from photometry.drawings.sheet import Sheet
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LightUnit

__all__ = ["schedule_papers"]

MARGIN_IN: Final = 0.35
GUTTER_IN: Final = 0.55
LEFT_SHARE: Final = 0.48  # of the width of both columns
SCHEDULE_ROW_IN: Final = 0.28
COUNTERS_IN: Final = 0.85
COMPUTED: Final = (
    f"Computed with photometry {__version__}. Ratios come from unrounded values. The manifest "
    "lists every input and output with its SHA-256; “photometry verify” repeats every number "
    "and verdict."
)
DISTRICT: Final = ("district_class", "district_code")
HOURS: Final = {
    "open_time": "business opens",
    "close_of_business_time": "business closes",
    "dusk_time": "dusk is taken",
}
MEANING: Final = {
    Status.FAIL: "the limit is not kept",
    Status.NEEDS_DETERMINATION: "for a person to decide",
    Status.NOT_EVALUATED: "a datum is missing",
    Status.ADVISORY: "not required; look at it",
    Status.PASS: "judged, and within the law",
}


def schedule_papers(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    sheet: Sheet,
    sheets: Collection[str],
    rest: Sequence[Block] = (),
    light: LightUnit = FOOTCANDLES,
) -> list[Paper]:
    """Set the schedules, the statistics and the compliance matrix.

    Parameters
    ----------
    site, calc, findings
        What was placed, computed and judged.
    sheet
        Size of the sheets.
    sheets
        Numbers of the sheets that the matrix may refer to.
    rest
        What found no room on other sheets, to be set last.
    light
        The unit of illuminance; lengths are in that of the site.

    Returns
    -------
    list of Paper
        One sheet or more, without border and title strip.
    """
    left, right = _blocks(site, calc, findings, sheets, light)
    slots = _slots(sheet)
    paper = Paper(sheet.width_in, sheet.height_in)
    papers = [paper]
    if len(slots) == 1:
        waiting = fill_column(paper, slots[0], [*left, *right])
    else:
        waiting = fill_column(paper, slots[0], left) + fill_column(paper, slots[1], right)
    waiting += rest
    while waiting:
        paper = Paper(sheet.width_in, sheet.height_in)
        papers.append(paper)
        for slot in slots:
            waiting = fill_column(paper, slot, waiting)
    return papers


def _slots(sheet: Sheet) -> tuple[Slot, ...]:
    """Two columns of a large sheet, one of a small one."""
    left, bottom, _, top = sheet.border
    if not sheet.has_strip:
        wide = sheet.width_in - 2 * left - 2 * MARGIN_IN
        return (Slot(left + MARGIN_IN, top - 0.25, wide, BAR_TOP_IN + 0.15),)
    start = left + MARGIN_IN
    width = sheet.strip_left - MARGIN_IN - start - GUTTER_IN
    first = LEFT_SHARE * width
    high, low = top - 0.25, bottom + 0.3
    return (
        Slot(start, high, first, low),
        Slot(start + first + GUTTER_IN, high, width - first, low),
    )


def _blocks(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    sheets: Collection[str],
    light: LightUnit,
) -> tuple[list[Block], list[Block]]:
    """Give what stands in the left column and in the right one, empty tables left out."""
    scenes = [f"scene:{scene.name}" for scene in site.scenes]
    layers = ("initial", "maintained", *scenes)
    length = length_unit(site.unit)
    seldom = map(length.key, SELDOM_GIVEN)
    schedule = _with_symbols(schedule_rows(site, length).without_empty(*seldom))
    locations = luminaire_rows(site, length=length).without("pole", "llf")
    halves = 2 if len(locations.rows) > 6 else 1  # fewer rows look torn
    loss, stats = loss_rows(site), statistics_rows(calc, findings, layers, light)
    left = [
        (schedule, table_block(schedule, row_in=SCHEDULE_ROW_IN, decorate=_symbols_of(site))),
        (loss, table_block(loss, row_in=0.22)),
        (locations, table_block(locations, halves=halves)),
        (stats, table_block(stats)),
    ]
    matrix = compliance_matrix(findings, sheets, light, length)
    asked = determination_rows(findings)
    shown = [block for table, block in left if table.rows]
    right = [table_block(matrix), _counters(findings)] if matrix.rows else []
    if asked.rows:
        right.append(table_block(asked, row_in=0.30))
    notes = [*_notes(site, light), *line_remarks(site, calc, findings, light, length)]
    return [*shown, notes_block("General notes", notes)], right


def _with_symbols(table: Table) -> Table:
    """Put an empty column before a schedule, wide enough for the symbols."""
    room = Column("symbol", "Symbol")
    kept = table.without("manufacturer", "cutoff", "report")
    return Table(
        table.title,
        (room, *kept.columns),
        tuple(Row((Cell(""), *row.cells), row.status) for row in kept.rows),
        table.note,
    )


def _symbols_of(site: Site) -> Callable[[Paper, float, float, Table], None]:
    """Draw the symbol of each type into the first column of a schedule."""
    looks = {head.type.name: look_of(head) for head in reversed(site.heads)}

    def draw(paper: Paper, x: float, foot: float, part: Table) -> None:
        shapes = Shapes()
        for place, record in enumerate(reversed(list(part.records()))):
            middle = np.array([x + 0.14, foot + (place + 0.5) * SCHEDULE_ROW_IN])
            add_symbol(shapes, middle, looks[str(record["type"])], 0.0)
        shapes.draw(paper)

    return draw


def _counters(findings: Sequence[Finding]) -> Block:
    """Make the block that counts the verdicts on lighting, worst first."""
    counts = Counter(finding.status for finding in on_lighting(findings))

    def place(paper: Paper, slot: Slot, y: float) -> tuple[float, Block | None]:
        if y - COUNTERS_IN < slot.foot:
            return y, again
        rule = draw_section_head(paper, slot.x, y, slot.width, "Verdicts on lighting")
        step = slot.width / len(MEANING)
        for place, (status, meaning) in enumerate(MEANING.items()):
            x = slot.x + 0.06 + place * step
            colour = verdict_colour(status)
            big = Type.TITLE.sized(22.0).faced("bold").coloured(colour)
            box = paper.text(x, rule - 0.42, f"{counts[status]}", big, z=TABLE_Z, name="counter")
            beside = x + box.width + 0.12
            word = Type.DATA_VALUE.coloured(colour)
            paper.text(beside, rule - 0.25, STATUS_WORDS[status], word, z=TABLE_Z)
            paper.text(beside, rule - 0.42, meaning, Type.CAPTION, z=TABLE_Z)
        return y - COUNTERS_IN - GAP_IN, None

    again: Block = place
    return place


def _notes(site: Site, light: LightUnit) -> list[str]:
    """Write the general notes of the schedules."""
    notes = [
        f"{DIRECT_LIGHT_ONLY} Buildings block light; trees do not.",
        COMPUTED,
        "Initial is with the non-recoverable light loss factors only, maintained with all.",
        *light.notes(),
    ]
    for scene in site.scenes:
        shares = ", ".join(
            f"{name} {plain_number(100 * s, 1)} %" for name, s in scene.groups.items()
        )
        said = f"{shares}; other groups at full output" if shares else "all groups at full output"
        notes.append(f"Scene “{scene.name}”: {said}; maintained factors.")
    district = [str(site.facts[key]) for key in DISTRICT if site.facts.get(key) is not None]
    if district:
        notes.append(f"District of the site: {', '.join(district).replace('_', ' ')}.")
    hours = [
        f"{words} at {str(site.facts[key])[:5]}"
        for key, words in HOURS.items()
        if site.facts.get(key) is not None
    ]
    if hours:
        notes.append(f"Hours: {', '.join(hours)}. After close: see the last column of locations.")
    notes.append(
        "Cut sheets: every luminaire type has a sheet of its own in this set, made from its "
        "photometric file; the maker's own go with the submittal."
    )
    notes.append("No substitution of luminaires, lamps, optics or shields without approval.")
    return notes
