"""Small sheets with a title bar at the foot, of ANSI B (17 x 11 in) where nothing else is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.drawings.paper import Paper, text_width_in
from photometry.drawings.sheet import SHEETS
from photometry.drawings.style import Ink, Strokes, Type
from photometry.drawings.tables_drawn import shortened

if TYPE_CHECKING:
    from photometry.drawings.sheet import Sheet, SheetPlace
    from photometry.site.model import Project

__all__ = ["BAR_TOP_IN", "HEIGHT_IN", "MARGIN_IN", "WIDTH_IN", "bar_sheet", "draw_title_bar"]

WIDTH_IN: Final = 17.0
HEIGHT_IN: Final = 11.0
MARGIN_IN: Final = 0.5
BAR_IN: Final = 0.85
BAR_TOP_IN: Final = MARGIN_IN + BAR_IN
BAR_Z: Final = 50.0
SHARES: Final = (0.305, 0.25, 0.22, 0.145, 0.08)  # of the bar's width, block by block
NARROW_IN: Final = 12.0  # a bar under this has fewer blocks
NARROW_SHARES: Final = (0.34, 0.24, 0.20, 0.22)


def bar_sheet(place: SheetPlace, project: Project | None, *, is_metric: bool = False) -> Paper:
    """Make a sheet of ANSI B with its border and its title bar; of A3 where it is metric.

    Without a project (a luminaire file on its own) the bar says only what the sheet is.
    """
    ansi_b = SHEETS["ANSI B"]
    paper = Paper(WIDTH_IN, HEIGHT_IN)
    if is_metric:
        # A3 is a little narrower and a little higher: its margins differ, the drawing does not.
        a3 = SHEETS["A3"]
        corner = (WIDTH_IN - a3.width_in) / 2, (HEIGHT_IN - a3.height_in) / 2
        paper = Paper(a3.width_in, a3.height_in, corner)
    draw_title_bar(paper, ansi_b, place, project)
    return paper


def draw_title_bar(paper: Paper, sheet: Sheet, place: SheetPlace, project: Project | None) -> None:
    """Draw border and title bar of a small sheet."""
    width = sheet.width_in - 2 * MARGIN_IN
    paper.rectangle(
        MARGIN_IN, MARGIN_IN, width, sheet.height_in - 2 * MARGIN_IN, z=BAR_Z, edge=Strokes.BORDER
    )
    paper.lines(
        [[(MARGIN_IN, BAR_TOP_IN), (MARGIN_IN + width, BAR_TOP_IN)]], Strokes.STRIP, z=BAR_Z
    )
    is_narrow = width < NARROW_IN
    left = MARGIN_IN
    for (caption, words), share in zip(
        _blocks(place, project, is_narrow=is_narrow),
        NARROW_SHARES if is_narrow else SHARES,
        strict=False,
    ):
        room = share * width - 0.3
        paper.text(left + 0.15, BAR_TOP_IN - 0.14, caption, Type.CAPTION, upright="top", z=BAR_Z)
        style = Type.DATA_VALUE
        shown = shortened(words, style, room)
        paper.text(left + 0.15, BAR_TOP_IN - 0.46, shown, style, upright="top", z=BAR_Z)
        left += share * width
        paper.lines([[(left, MARGIN_IN), (left, BAR_TOP_IN)]], Strokes.BLOCK, z=BAR_Z)
    _number(paper, left, MARGIN_IN + width, place)


def _blocks(
    place: SheetPlace, project: Project | None, *, is_narrow: bool
) -> list[tuple[str, str]]:
    """Give captions and words of the bar, those of a narrow one without who made it."""
    revision = f"{project.revision}   {project.date}".strip() if project else ""
    name = ", ".join(filter(None, (project.name, project.address))) if project else ""
    blocks = [
        ("PROJECT", name),
        ("PREPARED BY", project.prepared_by if project else ""),
        ("SHEET TITLE", place.title),
        ("REV. / DATE", revision),
    ]
    return [blocks[0], *blocks[2:]] if is_narrow else blocks


def _number(paper: Paper, left: float, right: float, place: SheetPlace) -> None:
    size = Type.SHEET.sized(22.0)
    counted = text_width_in(place.count_words, Type.CAPTION)
    while text_width_in(place.number, size) > right - left - 0.37 - counted and size.size_pt > 9.0:
        size = size.sized(size.size_pt - 1.0)
    paper.text(left + 0.15, MARGIN_IN + 0.22, place.number, size, z=BAR_Z, name="sheet number")
    paper.text(
        right - 0.12,
        MARGIN_IN + 0.22,
        place.count_words,
        Type.CAPTION.coloured(Ink.SECOND),
        across="right",
        z=BAR_Z,
    )
