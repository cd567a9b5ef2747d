"""The sheet round a drawing: border, title strip, and the room that is left to draw in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from photometry._version import __version__
from photometry.drawings.key_plan import draw_key_plan
from photometry.drawings.paper import text_width_in
from photometry.drawings.sheet_index import index_lines
from photometry.drawings.style import Ink, Strokes, Type
from photometry.drawings.tables_drawn import draw_paragraph, shortened, wrapped
from photometry.errors import nearest_name
from photometry.tables.findings import on_lighting, sections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.drawings.paper import Paper, Upright
    from photometry.drawings.style import TypeStyle
    from photometry.drawings.view import PlanLayout
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site

__all__ = [
    "DIRECT_LIGHT_ONLY",
    "SHEETS",
    "UPRIGHT_A4",
    "UPRIGHT_LETTER",
    "Sheet",
    "SheetPlace",
    "draw_title_strip",
    "sheet_named",
]

DIRECT_LIGHT_ONLY: Final = "Direct light only: no reflected light, no other sources."
MM_PER_IN: Final = 25.4
LEAST_WITH_STRIP_IN: Final = 30.0  # width of a sheet with room for plan, tables and strip
STRIP_IN: Final = 3.25
INSET_IN: Final = 0.15
STRIP_Z: Final = 50.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A size of drawing sheet, with its border."""

    name: str
    width_in: float
    height_in: float
    binding_in: float = 1.5  # left of the border
    margin_in: float = 0.5  # on the other sides
    size_words: str = ""  # where it is not told in inches
    is_metric: bool = False

    @property
    def border(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of the border."""
        return (
            self.binding_in,
            self.margin_in,
            self.width_in - self.margin_in,
            self.height_in - self.margin_in,
        )

    @property
    def has_strip(self) -> bool:
        """Whether a title strip and tables fit beside a plan; else there is a bar at the foot."""
        return self.width_in >= LEAST_WITH_STRIP_IN

    @property
    def strip_left(self) -> float:
        """Left edge of the title strip."""
        return self.border[2] - STRIP_IN

    @property
    def words(self) -> str:
        """Name and size: ``ARCH D (36 × 24 in)``, ``A1 (841 × 594 mm)``."""
        size = self.size_words or f"{self.width_in:g} × {self.height_in:g} in"
        return f"{self.name} ({size})"

    @classmethod
    def metric(cls, name: str, width_mm: float, height_mm: float) -> Sheet:
        """Give a sheet whose size is told in millimetres."""
        width_in, height_in = width_mm / MM_PER_IN, height_mm / MM_PER_IN
        words = f"{width_mm:g} × {height_mm:g} mm"
        binding = 1.0 if width_in >= LEAST_WITH_STRIP_IN else 0.5
        return cls(name, width_in, height_in, binding, 0.5, words, is_metric=True)


# The large ones have a strip of title blocks at the right, the small ones a bar at the foot.
SHEETS: Final[dict[str, Sheet]] = {
    sheet.name: sheet
    for sheet in (
        Sheet("ARCH D", 36.0, 24.0),
        Sheet("ARCH E1", 42.0, 30.0),
        Sheet("ARCH E", 48.0, 36.0),
        Sheet("ANSI D", 34.0, 22.0),
        Sheet("ANSI E", 44.0, 34.0),
        Sheet("ANSI B", 17.0, 11.0, 0.5),
        Sheet("letter", 11.0, 8.5, 0.5),
        Sheet.metric("A0", 1189.0, 841.0),
        Sheet.metric("A1", 841.0, 594.0),
        Sheet.metric("A2", 594.0, 420.0),
        Sheet.metric("A3", 420.0, 297.0),
        Sheet.metric("A4", 297.0, 210.0),
    )
}
UPRIGHT_LETTER: Final = Sheet("letter", 8.5, 11.0, 0.5)
UPRIGHT_A4: Final = Sheet.metric("A4", 210.0, 297.0)


def sheet_named(name: str) -> Sheet:
    """Give a size of sheet by its name, in capitals or not.

    Raises
    ------
    ValueError
        If there is no sheet of that name; the message names the nearest, or all.
    """
    known = {one.casefold(): sheet for one, sheet in SHEETS.items()}
    found = known.get(" ".join(name.casefold().split()))
    if found is None:
        raise ValueError(f"no sheet {name!r}; {nearest_name(name, SHEETS)}")
    return found


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Which sheet of a set this is.

    Attributes
    ----------
    index
        Number and title of every sheet of the set, this one among them.
    units
        In which it shows lengths and illuminance.
    """

    number: str = "L-1"
    title: str = "Iso-footcandle plan"
    index: tuple[tuple[str, str], ...] = field(default=(("L-1", "Iso-footcandle plan"),))
    units: str = "feet and footcandles"

    @property
    def count_words(self) -> str:
        """``1 of 7``."""
        numbers = [number for number, _ in self.index]
        at = numbers.index(self.number) + 1 if self.number in numbers else 1
        return f"{at} of {max(len(numbers), 1)}"


def draw_title_strip(
    paper: Paper,
    sheet: Sheet,
    place: SheetPlace,
    site: Site,
    findings: Iterable[Finding],
    scale_words: str,
    layout: PlanLayout | None = None,
    here: int = 0,
) -> None:
    """Draw the border and the title strip, its blocks from the top and from the foot.

    Of a plan on several sheets `layout` are all and `here` is this one, for the key plan.

    The seal area is left empty: it is for the engineer's own mark.
    """
    left, bottom, right, top = sheet.border
    paper.rectangle(left, bottom, right - left, top - bottom, edge=Strokes.BORDER, z=STRIP_Z + 2)
    x = sheet.strip_left
    paper.lines([[(x, bottom), (x, top)]], Strokes.STRIP, z=STRIP_Z + 1)
    strip = _Strip(paper, x, right, site)
    y = strip.prepared_by(top)
    y = strip.project(y)
    y = strip.seal(y)
    y = strip.revisions(y)
    y = strip.data(y, sheet, scale_words, place.units)
    y = strip.computed_with(y, findings)
    foot = strip.number(bottom, place)
    foot = strip.title(foot, place)
    foot = strip.index(foot, place)
    if y - foot > KEY_PLAN_IN and site.boundaries:
        strip.key_plan(foot, layout, here)


KEY_PLAN_IN: Final = 2.9


@dataclass(frozen=True, slots=True)
class _Strip:
    """The blocks of a title strip; each gives the height where the next one begins."""

    paper: Paper
    left: float
    right: float
    site: Site

    @property
    def x(self) -> float:
        return self.left + INSET_IN

    @property
    def width(self) -> float:
        return self.right - self.left - 2 * INSET_IN

    def prepared_by(self, top: float) -> float:
        self._caption(top, "PREPARED BY")
        project = self.site.project
        y = self._name(top - 0.42, project.prepared_by)
        if project.client:
            self._text(y - 0.02, f"for {project.client}", Type.DATA.coloured(Ink.SECOND))
        return self._rule(top - 1.35)

    def project(self, top: float) -> float:
        self._caption(top, "PROJECT")
        project = self.site.project
        y = self._name(top - 0.42, project.name)
        if project.address:
            room = int((y - top + 1.5) / 0.165) - 1 if project.number else 3
            y = draw_paragraph(
                self.paper, self.x, y, self.width, project.address, Type.DATA, most_lines=room
            )
        if project.number:
            self._text(y - 0.03, f"Project no.  {project.number}", Type.DATA.coloured(Ink.SECOND))
        return self._rule(top - 1.5)

    def seal(self, top: float) -> float:
        self._caption(top, "SEAL")
        side = 2.8
        x = (self.left + self.right - side) / 2
        self.paper.rectangle(x, top - 0.42 - side, side, side, edge=Strokes.SEAL, z=STRIP_Z)
        return self._rule(top - 3.4)

    def revisions(self, top: float) -> float:
        self._caption(top, "REVISIONS")
        edges = [self.left + w for w in (0.0, 0.42, 1.22, 2.77, 3.25)]
        head = top - 0.42
        step, rows = 0.235, 8
        grid = [[(self.left, head - i * step), (self.right, head - i * step)] for i in range(1, 9)]
        grid += [[(e, head + 0.04), (e, head - (rows + 0) * step - step)] for e in edges[1:-1]]
        self.paper.lines(grid, Strokes.TABLE_ROW, z=STRIP_Z)
        project = self.site.project
        first = (project.revision, project.date, "", "") if project.revision else ()
        for y, cells, style in (
            (head - 0.5 * step, ("No.", "Date", "Description", "By"), Type.CELL_HEAD),
            (head - 1.5 * step, first, Type.DATA),
        ):
            for edge, end, cell in zip(edges, edges[1:], cells, strict=False):
                if cell:
                    at = edge + (INSET_IN if edge == self.left else 0.08)
                    words = shortened(cell, style, end - at - 0.03)
                    self.paper.text(at, y, words, style, upright="middle", z=STRIP_Z)
        return self._rule(head - 9 * step)

    def data(self, top: float, sheet: Sheet, scale_words: str, units: str) -> float:
        step = 0.245
        rows = (
            ("Drawn", ""),
            ("Checked", ""),
            ("Date", self.site.project.date),
            ("Scale", scale_words),
            ("Plotted on", sheet.words),
            ("Units", units),
        )
        for place, (name, value) in enumerate(rows):
            y = top - (place + 0.5) * step
            self.paper.text(
                self.x, y, name, Type.DATA.coloured(Ink.SECOND), upright="middle", z=STRIP_Z
            )
            if value:
                words = shortened(value, Type.DATA_VALUE, self.width - 1.0)
                self.paper.text(
                    self.x + 1.0, y, words, Type.DATA_VALUE, upright="middle", z=STRIP_Z
                )
        rules = [
            [(self.left, top - i * step), (self.right, top - i * step)] for i in range(1, len(rows))
        ]
        self.paper.lines(rules, Strokes.TABLE_ROW, z=STRIP_Z)
        return self._rule(top - len(rows) * step)

    def computed_with(self, top: float, findings: Iterable[Finding]) -> float:
        self._caption(top, "COMPUTED WITH")
        self._text(top - 0.40, f"photometry {__version__}", Type.DATA_VALUE)
        cited = sections(on_lighting(findings))
        more = f" and {len(cited) - 2} more" if len(cited) > 2 else ""
        codes = ", ".join(self.site.project.codes)
        law = f"Code: {', '.join(cited[:2])}{more} ({codes})." if cited and codes else ""
        words = f"{DIRECT_LIGHT_ONLY} {law} “photometry verify” repeats every number."
        style = Type.DATA.coloured(Ink.SECOND)
        return draw_paragraph(
            self.paper, self.x, top - 0.62, self.width, words, style, most_lines=8
        )

    def number(self, bottom: float, place: SheetPlace) -> float:
        top = bottom + 1.25
        self._rule(top)
        self._caption(top, "SHEET")
        self._text(bottom + 0.17, place.number, Type.SHEET, upright="base", name="sheet number")
        self.paper.text(
            self.right - INSET_IN,
            bottom + 0.2,
            place.count_words,
            Type.DATA.coloured(Ink.SECOND),
            across="right",
            z=STRIP_Z,
        )
        return top

    def title(self, bottom: float, place: SheetPlace) -> float:
        top = bottom + 1.3
        self._rule(top)
        self._caption(top, "SHEET TITLE")
        y = top - 0.48
        for line in wrapped(place.title, Type.TITLE, self.width * 0.8)[:2]:
            self._text(y, line, Type.TITLE)
            y -= 0.31
        return top

    def index(self, bottom: float, place: SheetPlace) -> float:
        shown = index_lines(place.index)
        numbers = [number for number, _ in place.index]
        here = numbers.index(place.number) if place.number in numbers else -1
        top = bottom + max(1.5, 0.55 + 0.19 * len(shown))
        self._rule(top)
        self._caption(top, "SHEET INDEX")
        wide = max(text_width_in(line.numbers, Type.DATA_VALUE) for line in shown)
        at = max(0.7, wide + 0.12)
        for row, line in enumerate(shown):
            is_this = line.first <= here <= line.last
            style = Type.DATA_VALUE if is_this else Type.DATA.coloured(Ink.SECOND)
            y = top - 0.45 - 0.19 * row
            self._text(y, line.numbers, style)
            words = shortened(line.title, style, self.width - at - 0.05)
            self.paper.text(self.x + at, y, words, style, upright="top", z=STRIP_Z)
        return top

    def key_plan(self, bottom: float, layout: PlanLayout | None, here: int) -> float:
        """Draw the lot and its buildings, small, and which part of them the sheet shows."""
        top = bottom + KEY_PLAN_IN
        self._rule(top)
        self._caption(top, "KEY PLAN")
        room = self.x, bottom + 0.2, self.x + self.width, top - 0.55
        draw_key_plan(self.paper, room, self.site, layout, here)
        return top

    def _caption(self, top: float, words: str) -> None:
        self._text(top - 0.14, words, Type.CAPTION)

    def _name(self, y: float, name: str) -> float:
        for line in wrapped(name, Type.NAME, self.width)[:2]:
            self._text(y, line, Type.NAME)
            y -= 0.275
        return y - 0.03

    def _text(
        self,
        y: float,
        words: str,
        style: TypeStyle,
        upright: Upright = "top",
        name: str | None = None,
    ) -> None:
        shown = shortened(words, style, self.width)
        self.paper.text(self.x, y, shown, style, upright=upright, z=STRIP_Z, name=name)

    def _rule(self, y: float) -> float:
        self.paper.lines([[(self.left, y), (self.right, y)]], Strokes.BLOCK, z=STRIP_Z + 1)
        return y
