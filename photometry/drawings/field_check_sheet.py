"""The field-check sheets: a form to fill in on site, and a plan that shows where to measure.

They are letter sheets (A4 in a metric set), upright, so that they print at full size on what is
carried to the site.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.bar_sheet import BAR_TOP_IN, MARGIN_IN
from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.callouts import place_tags
from photometry.drawings.furniture import draw_north_arrow, draw_scale_bar
from photometry.drawings.ground import Ground
from photometry.drawings.paper import Paper
from photometry.drawings.plan import PlanPainter
from photometry.drawings.schedules_sheet_columns import Slot, fill_column, notes_block, table_block
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.drawings.symbols import disc, place_symbols
from photometry.drawings.tables_drawn import TABLE_Z
from photometry.drawings.view import bounds_around, fitted_view
from photometry.tables.display import FOOTCANDLES, length_unit
from photometry.tables.field_check import STEP_FT, field_check_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.drawings.schedules_sheet_columns import Block
    from photometry.drawings.sheet import Sheet
    from photometry.site.model import Site
    from photometry.tables.display import LengthUnit, LightUnit
    from photometry.tables.field_check import CheckPoint

__all__ = ["field_check_papers"]

PAD_IN: Final = 0.15
FINDING_ROW_IN: Final = 0.18
READING_ROW_IN: Final = 0.235  # to write a reading by hand
BLANK_ROW_IN: Final = 0.30
PLAN_SHARE: Final = 0.46  # of the height of the second sheet
MARGIN_FT: Final = 10.0
MARK_IN: Final = 0.055
MARK_Z: Final = 78.0
NUMBER: Final = Type.TAG.coloured(Ink.LIMIT)
MARK: Final = Stroke(0.35, Ink.LIMIT)
READINGS: Final = (
    "point",
    "where",
    "why",
    "meter_height_ft",
    "meter_faces",
    "expected_initial_fc",
    "least_within_1ft_fc",
    "most_within_1ft_fc",
    "reading_on_fc",
    "reading_off_fc",
)
BLANKS: Final = (
    ("Date, time of first and last reading", "Measured by"),
    ("Meter: maker, model, serial number", "Calibrated on, by"),
    ("Sky and moon, weather", "Pavement: dry, wet, snow"),
    ("Lights on since; hours burned since new", "Signature"),
)
WHERE: Final = (
    "Toward: where the first tape leads, from true north. From a luminaire: from its pole, or from "
    f"below it. Expected light: {DIRECT_LIGHT_ONLY.lower()}"
)
NOTES: Final = (
    (
        "Expected is initial illuminance: the output of the luminaire files with non-recoverable "
        f"light loss only, because the installation is new. {DIRECT_LIGHT_ONLY}"
    ),
    (
        "Measure after dark. Read each point with the lights on, and again with them off: the "
        "difference is what is compared. Whoever reads stands clear of the sensor and casts no "
        "shadow on it."
    ),
    (
        "A level sensor lies on the ground or at the height given, facing up. A sensor that faces "
        "a direction stands upright at its height above grade, facing that way."
    ),
    (
        "Least and most are what is expected within {near} of the point: a reading between them "
        "may be right though the meter stood a little aside. The error of the meter comes on top; "
        "its calibration certificate states it."
    ),
    (
        "If all readings are off by about the same factor, look at the output setting, the supply "
        "and the meter; if one point is off, at the aim, the height or an obstruction near it."
    ),
    (
        "Points beyond the property line lie on land of others: ask before entering. No tolerance "
        "is stated here: the approving authority decides what departs too far."
    ),
)


def field_check_papers(
    site: Site, points: Sequence[CheckPoint], sheet: Sheet, light: LightUnit = FOOTCANDLES
) -> list[Paper]:
    """Draw the form and the plan of the points, without border and title bar.

    Parameters
    ----------
    site
        The site.
    points
        From `photometry.tables.field_check.check_points`.
    sheet
        Size of the sheets.
    light
        The unit of the readings; lengths are in that of the site.

    Returns
    -------
    list of Paper
        Two sheets, or more where there are many points; none without a point.
    """
    if not points:
        return []
    length = length_unit(site.unit)
    rows = field_check_rows(site, points, light, length)
    slot = _slot(sheet)
    form = Paper(sheet.width_in, sheet.height_in)
    top = _draw_blanks(form, slot)
    readings = table_block(
        replace(rows.select(READINGS), note=f"Expected: {DIRECT_LIGHT_ONLY.lower()}"),
        row_in=READING_ROW_IN,
    )
    notes = notes_block("How to measure", _notes(length))
    waiting = fill_column(form, Slot(slot.x, top - 0.25, slot.width, slot.foot), [readings, notes])
    plan = Paper(sheet.width_in, sheet.height_in)
    floor = slot.top - PLAN_SHARE * (slot.top - slot.foot)
    _draw_plan(
        plan, (MARGIN_IN, floor, sheet.width_in - MARGIN_IN, slot.top + PAD_IN), site, points, sheet
    )
    plan.lines(
        [[(MARGIN_IN, floor), (sheet.width_in - MARGIN_IN, floor)]], Strokes.BLOCK, z=TABLE_Z
    )
    finding = table_block(
        replace(rows.without(*READINGS[1:]), title="Where they are", note=WHERE),
        row_in=FINDING_ROW_IN,
    )
    under = Slot(slot.x, floor - 0.2, slot.width, slot.foot)
    waiting += fill_column(plan, under, [finding])
    return [form, plan, *_further(sheet, slot, waiting)]


def _notes(length: LengthUnit) -> list[str]:
    near = "one foot" if length.is_foot else f"{length.plain(STEP_FT, 1)} {length.abbreviation}"
    return [note.format(near=near) for note in NOTES]


def _further(sheet: Sheet, slot: Slot, waiting: list[Block]) -> list[Paper]:
    papers = []
    while waiting:
        papers.append(Paper(sheet.width_in, sheet.height_in))
        waiting = fill_column(papers[-1], slot, waiting)
    return papers


def _slot(sheet: Sheet) -> Slot:
    side = MARGIN_IN + PAD_IN
    top = sheet.height_in - MARGIN_IN - PAD_IN
    return Slot(side, top, sheet.width_in - 2 * side, BAR_TOP_IN + 0.1)


def _draw_blanks(paper: Paper, slot: Slot) -> float:
    """Draw what is filled in by hand, in two columns; give the height of its foot."""
    paper.text(slot.x, slot.top, "FIELD CHECK OF ILLUMINANCE", Type.TITLE, upright="top", z=TABLE_Z)
    half = (slot.width - 0.3) / 2
    y = slot.top - 0.4
    rules = []
    for pair in BLANKS:
        y -= BLANK_ROW_IN
        for place, words in enumerate(pair):
            x = slot.x + place * (half + 0.3)
            box = paper.text(x, y + 0.05, words, Type.CAPTION, z=TABLE_Z)
            rules.append([(x + box.width + 0.08, y), (x + half, y)])
    paper.lines(rules, Strokes.TABLE_HEAD, z=TABLE_Z)
    return y


def _draw_plan(
    paper: Paper,
    frame: tuple[float, float, float, float],
    site: Site,
    points: Sequence[CheckPoint],
    sheet: Sheet,
) -> None:
    """Draw the lot with its luminaires, and every point with its number."""
    places = np.array([point.at_ft[:2] for point in points])
    shapes = [boundary.line_ft for boundary in site.boundaries]
    shapes += [np.array([head.pole_xy_ft]) for head in site.heads]
    bounds = bounds_around(np.vstack([places, *shapes]), MARGIN_FT)
    # The scale bar stands under the plan.
    above = frame[0], frame[1] + 0.5, frame[2], frame[3]
    length = length_unit(site.unit)
    view = fitted_view(bounds, above, 0.15, is_metric=sheet.is_metric and site.unit == "m")
    occupancy = Occupancy(*frame)
    painter = PlanPainter(paper, view, occupancy, Ground(site))
    occupancy.take(draw_north_arrow(paper, frame[2] - 0.7, frame[3] - 0.85, site.north_deg))
    for box in draw_scale_bar(paper, frame[0] + 0.3, frame[1] + 0.42, view, sheet.words, length):
        occupancy.take(box.grown(0.05))
    painter.draw_ground(site)
    symbols = place_symbols(paper, view, site.heads)
    for symbol in symbols:
        for box in symbol.boxes:
            occupancy.take(box)
    _draw_marks(paper, view.to_paper(places).tolist(), occupancy)
    place_tags(paper, symbols, occupancy, length_unit(site.unit), on_white=True)
    painter.finish_buildings(site)


def _draw_marks(paper: Paper, places: Sequence[Sequence[float]], occupancy: Occupancy) -> None:
    """Mark the points by rings, each with its number beside it."""
    rings = [[disc(MARK_IN, (x, y))] for x, y in places]
    paper.areas(rings, Ink.PAPER, z=MARK_Z, edge=MARK, name="points to measure")
    for x, y in places:
        occupancy.take(Box(x, y, 2 * MARK_IN, 2 * MARK_IN))
    for place, (x, y) in enumerate(places, start=1):
        at = _beside(paper, (x, y), f"{place}", occupancy)
        box = paper.text(
            *at,
            f"{place}",
            NUMBER,
            across="center",
            upright="middle",
            z=MARK_Z,
            name="point number",
        )
        occupancy.take(box.grown(0.01))


def _beside(
    paper: Paper, at: tuple[float, float], words: str, occupancy: Occupancy
) -> tuple[float, float]:
    """Find a free place for a number close to its mark; above it where none is free."""
    size = paper.text_box(*at, words, NUMBER, across="center", upright="middle")
    for gap in (0.03, 0.07, 0.12, 0.2, 0.3):
        for across, up in ((1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)):
            x = at[0] + across * (MARK_IN + gap + size.width / 2)
            y = at[1] + up * (MARK_IN + gap + size.height / 2)
            if occupancy.is_free(Box(x, y, size.width, size.height).grown(0.01)):
                return x, y
    return at[0], at[1] + MARK_IN + 0.03 + size.height / 2
