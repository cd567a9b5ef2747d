"""Small sheets (ANSI B, 17 x 11 in) with a title bar at the foot: they print on letter paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.drawings.paper import Paper, text_width_in
from photometry.drawings.style import Ink, Strokes, Type
from photometry.drawings.tables_drawn import shortened

if TYPE_CHECKING:
    from photometry.drawings.sheet import SheetPlace
    from photometry.site.model import Project

__all__ = ["BAR_TOP_IN", "HEIGHT_IN", "MARGIN_IN", "WIDTH_IN", "bar_sheet"]

WIDTH_IN: Final = 17.0
HEIGHT_IN: Final = 11.0
MARGIN_IN: Final = 0.5
BAR_IN: Final = 0.85
BAR_TOP_IN: Final = MARGIN_IN + BAR_IN
BAR_Z: Final = 50.0
SHARES: Final = (0.305, 0.25, 0.22, 0.145, 0.08)  # of the bar's width, block by block


def bar_sheet(place: SheetPlace, project: Project | None) -> Paper:
    """Make a sheet with its border and its title bar.

    Without a project (a luminaire file on its own) the bar says only what the sheet is.
    """
    paper = Paper(WIDTH_IN, HEIGHT_IN)
    width = WIDTH_IN - 2 * MARGIN_IN
    paper.rectangle(
        MARGIN_IN, MARGIN_IN, width, HEIGHT_IN - 2 * MARGIN_IN, z=BAR_Z, edge=Strokes.BORDER
    )
    paper.lines(
        [[(MARGIN_IN, BAR_TOP_IN), (MARGIN_IN + width, BAR_TOP_IN)]], Strokes.STRIP, z=BAR_Z
    )
    revision = f"{project.revision}   {project.date}".strip() if project else ""
    blocks = (
        ("PROJECT", ", ".join(filter(None, (project.name, project.address))) if project else ""),
        ("PREPARED BY", project.prepared_by if project else ""),
        ("SHEET TITLE", place.title),
        ("REV. / DATE", revision),
    )
    left = MARGIN_IN
    for (caption, words), share in zip(blocks, SHARES, strict=False):
        room = share * width - 0.3
        paper.text(left + 0.15, BAR_TOP_IN - 0.14, caption, Type.CAPTION, upright="top", z=BAR_Z)
        style = Type.DATA_VALUE
        shown = shortened(words, style, room)
        paper.text(left + 0.15, BAR_TOP_IN - 0.46, shown, style, upright="top", z=BAR_Z)
        left += share * width
        paper.lines([[(left, MARGIN_IN), (left, BAR_TOP_IN)]], Strokes.BLOCK, z=BAR_Z)
    _number(paper, left, place)
    return paper


def _number(paper: Paper, left: float, place: SheetPlace) -> None:
    size = Type.SHEET.sized(22.0)
    room = WIDTH_IN - MARGIN_IN - left
    while text_width_in(place.number, size) > room - 0.6 and size.size_pt > 9.0:
        size = size.sized(size.size_pt - 1.0)
    paper.text(left + 0.15, MARGIN_IN + 0.22, place.number, size, z=BAR_Z, name="sheet number")
    paper.text(
        WIDTH_IN - MARGIN_IN - 0.12,
        MARGIN_IN + 0.22,
        place.count_words,
        Type.CAPTION.coloured(Ink.SECOND),
        across="right",
        z=BAR_Z,
    )
