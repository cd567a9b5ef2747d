"""Sheets of a plan: one, or several that meet at match lines; on small ones tables follow it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.drawings.bar_sheet import BAR_TOP_IN, draw_title_bar
from photometry.drawings.boxes import Box
from photometry.drawings.key_plan import draw_key_plan
from photometry.drawings.paper import Paper
from photometry.drawings.schedules_sheet_columns import Slot, fill_column
from photometry.drawings.sheet import draw_title_strip
from photometry.drawings.style import Ink, Strokes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.drawings.boxes import Occupancy
    from photometry.drawings.schedules_sheet_columns import Block
    from photometry.drawings.sheet import Sheet, SheetPlace
    from photometry.drawings.view import Bounds, PlanLayout
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site

__all__ = [
    "COLUMN_IN",
    "GAP_IN",
    "PlanSheets",
    "draw_corner_key",
    "draw_title",
    "flowed",
    "part_numbers",
    "plan_frame",
]

COLUMN_IN: Final = 9.0  # width of the tables beside a plan
GAP_IN: Final = 0.25
KEY_IN: Final = (1.5, 1.1)  # of a key plan in the corner of a small sheet
KEY_Z: Final = 45.0


@dataclass(frozen=True, slots=True)
class PlanSheets:
    """Sheets without border and title.

    Attributes
    ----------
    papers
        The plan, one paper a view of the layout.
    rest
        What found no room beside it, for other sheets.
    """

    papers: list[Paper]
    layout: PlanLayout
    rest: list[Block]


def part_numbers(number: str, count: int) -> list[str]:
    """Give the numbers of the sheets of a plan: ``L-1``, or ``L-1.1``, ``L-1.2`` and so on."""
    return [number] if count == 1 else [f"{number}.{place + 1}" for place in range(count)]


def plan_frame(sheet: Sheet) -> Bounds:
    """Left, bottom, right, top of the room for a plan: beside the tables, or above the bar."""
    left, bottom, right, top = sheet.border
    if sheet.has_strip:
        return left, bottom, sheet.strip_left - 2 * GAP_IN - COLUMN_IN, top
    return left, BAR_TOP_IN, right, top


def flowed(sheet: Sheet, blocks: Sequence[Block]) -> list[Paper]:
    """Set blocks on as many small sheets as they need, in one column."""
    left, _, right, top = sheet.border
    slot = Slot(left + GAP_IN, top - GAP_IN, right - left - 2 * GAP_IN, BAR_TOP_IN + 0.15)
    papers = []
    waiting = list(blocks)
    while waiting:
        papers.append(Paper(sheet.width_in, sheet.height_in))
        waiting = fill_column(papers[-1], slot, waiting)
    return papers


def draw_corner_key(
    paper: Paper, sheet: Sheet, site: Site, layout: PlanLayout, here: int, occupancy: Occupancy
) -> None:
    """Draw the key plan into the plan's upper left corner, where a sheet has no title strip."""
    if sheet.has_strip or not layout.is_divided or not site.boundaries:
        return
    left, _, _, top = layout.views[here].frame_in
    wide, high = KEY_IN
    room = left + 0.1, top - 0.1 - high, left + 0.1 + wide, top - 0.1
    occupancy.take(Box(left + 0.1 + wide / 2, top - 0.1 - high / 2, wide, high).grown(0.05))
    edge = Strokes.BLOCK
    paper.rectangle(room[0], room[1], wide, high, z=KEY_Z, fill=Ink.PAPER, edge=edge, name="key")
    draw_key_plan(paper, room, site, layout, here)


def draw_title(
    paper: Paper,
    sheet: Sheet,
    place: SheetPlace,
    site: Site,
    findings: Sequence[Finding],
    layout: PlanLayout | None = None,
    here: int = 0,
) -> None:
    """Draw border and title: a strip on a large sheet, a bar on a small one.

    `layout` is that of the plan on it; None for a sheet without a plan.
    """
    if not sheet.has_strip:
        draw_title_bar(paper, sheet, place, site.project)
        return
    scale = "none" if layout is None else layout.views[0].words
    draw_title_strip(paper, sheet, place, site, findings, scale, layout, here)
