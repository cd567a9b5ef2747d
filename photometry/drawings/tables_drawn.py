"""Tables and paragraphs set on a sheet: ruled lightly, measured before they are set."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Strokes, Type, TypeStyle, verdict_colour
from photometry.drawings.verdict_runs import verdict_runs
from photometry.tables.table import Cell

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from photometry.drawings.paper import Paper
    from photometry.ordinance.finding import Status
    from photometry.tables.table import Column, Row, Table

__all__ = [
    "draw_paragraph",
    "draw_section_head",
    "draw_table",
    "shortened",
    "table_height",
    "unfolded",
    "wrapped",
]

TABLE_Z: Final = 50.0
ROW_IN: Final = 0.205
HEAD_LINE_IN: Final = 0.135
GUTTER_IN: Final = 0.17
SLACK_IN: Final = 0.02  # that a text may be wider than its column
PAD_IN: Final = 0.06
VERDICTS: Final = frozenset({"verdict", "findings"})  # columns set in the verdict's colour
COUNTS: Final = "findings"  # the column that counts several verdicts
BETWEEN_COUNTS_IN: Final = 0.06
SECTION_IN: Final = 0.13  # from a section's name down to its rule

_METRES: Final = re.compile(r"(?<=\d )M\b")


@dataclass(frozen=True, slots=True)
class _Columns:
    lefts: tuple[float, ...]
    widths: tuple[float, ...]


def capitals(words: str) -> str:
    """Write words in capitals; metres stay ``m``, which no capital stands for.

    Examples
    --------
    >>> capitals("25 ft (7.62 m) beyond")
    '25 FT (7.62 m) BEYOND'
    """
    return _METRES.sub("m", words.upper())


def draw_section_head(paper: Paper, x: float, y: float, width: float, title: str) -> float:
    """Set a section's name in capitals over a rule; give the height of the rule."""
    words = shortened(capitals(title), Type.SECTION, width)
    paper.text(x, y, words, Type.SECTION, upright="top", z=TABLE_Z, name="section")
    rule = y - Type.SECTION.size_pt / 72.0 * 0.7 - SECTION_IN + 0.05
    paper.lines([[(x, rule), (x + width, rule)]], Strokes.TABLE_EDGE, z=TABLE_Z)
    return rule


def table_height(table: Table, row_in: float = ROW_IN) -> float:
    """Height of a table without its title and note, inches."""
    return _head_height(table) + row_in * len(table.rows)


def unfolded(table: Table, keys: Collection[str], width: float) -> Table:
    """Let cells of some columns that are cut at a width run on in rows that hold nothing else.

    Those of the other columns are cut already: so no line is wider than its column, and the
    widths of the columns stay.
    """
    places = [table.keys.index(key) for key in keys]
    wide = _laid_out(table, width, Type.CELL).widths
    return replace(table, rows=tuple(_lines_of(table, places, wide)))


def _lines_of(table: Table, places: Sequence[int], wide: Sequence[float]) -> Iterator[Row]:
    """Give every row, and after it a row for each further line of what is wider than its column."""
    for row in table.rows:
        lines = {
            place: wrapped(row.cells[place].text, _face(table.columns[place]), wide[place])
            for place in places
        }
        for line, texts in enumerate(zip_longest(*lines.values(), fillvalue="")):
            cells = [Cell("")] * len(row.cells)
            if not line:
                cells = [
                    replace(cell, text=shortened(cell.text, _face(column), width + SLACK_IN))
                    for cell, column, width in zip(row.cells, table.columns, wide, strict=True)
                ]
            for place, text in zip(places, texts, strict=True):
                cells[place] = Cell(text) if line else replace(cells[place], text=text)
            yield replace(row, cells=tuple(cells))


def _face(column: Column) -> TypeStyle:
    return Type.CELL.faced("semibold") if column.key in VERDICTS else Type.CELL


def draw_table(  # a place, a size and a look
    paper: Paper,
    x: float,
    y: float,
    width: float,
    table: Table,
    *,
    row_in: float = ROW_IN,
    cell: TypeStyle = Type.CELL,
) -> float:
    """Set a table under a rule that is there already; give the height of its foot.

    Columns are as wide as their widest entry and share what is left over; where they do not
    fit, the widest text column is shortened.
    """
    columns = _laid_out(table, width, cell)
    head_foot = y - _head_height(table)
    for column, left, wide in zip(table.columns, columns.lefts, columns.widths, strict=True):
        _draw_head(paper, column, x + left, wide, head_foot)
    rules = []
    verdict = None
    for place, row in enumerate(table.rows):
        top = head_foot - place * row_in
        runs_on = all(one.value is None for one in row.cells) and not row.cells[0].text
        if place and not runs_on:
            rules.append([(x, top), (x + width, top)])
        verdict = verdict if runs_on else row.status
        verdict = _draw_row(paper, table, row, columns, x, top - row_in / 2, cell, verdict)
    foot = head_foot - row_in * len(table.rows)
    paper.lines([[(x, head_foot), (x + width, head_foot)]], Strokes.TABLE_HEAD, z=TABLE_Z)
    paper.lines(rules, Strokes.TABLE_ROW, z=TABLE_Z)
    paper.lines([[(x, foot), (x + width, foot)]], Strokes.TABLE_EDGE, z=TABLE_Z)
    return foot


def _head_height(table: Table) -> float:
    lines = max(column.head.count("\n") + 1 for column in table.columns)
    return lines * HEAD_LINE_IN + 0.10


def _draw_head(paper: Paper, column: Column, left: float, wide: float, foot: float) -> None:
    """Set a column's name, its last line at the foot."""
    for place, line in enumerate(reversed(column.head.split("\n"))):
        paper.text(
            left + wide if column.numeric else left,
            foot + 0.06 + place * HEAD_LINE_IN,
            line,
            Type.CELL_HEAD,
            across="right" if column.numeric else "left",
            z=TABLE_Z,
        )


def _draw_row(
    paper: Paper,
    table: Table,
    row: Row,
    columns: _Columns,
    x: float,
    middle: float,
    style: TypeStyle,
    verdict: Status | None,
) -> Status | None:
    """Set a row; give the verdict in which its counts end, for a row that runs on."""
    for column, cell, left, wide in zip(
        table.columns, row.cells, columns.lefts, columns.widths, strict=True
    ):
        if not cell.text:
            continue
        face = style
        if column.key in VERDICTS and row.status is not None:
            face = style.faced("semibold").coloured(verdict_colour(row.status))
        if column.key == COUNTS and verdict is not None:
            words = shortened(cell.text, face, wide + SLACK_IN)
            verdict = _draw_counts(paper, x + left, middle, words, face, verdict)
            continue
        paper.text(
            x + left + (wide if column.numeric else 0.0),
            middle,
            shortened(cell.text, face, wide + SLACK_IN),
            face,
            across="right" if column.numeric else "left",
            upright="middle",
            z=TABLE_Z,
            name="cell",
        )
    return verdict


def _draw_counts(
    paper: Paper, x: float, middle: float, text: str, face: TypeStyle, verdict: Status
) -> Status:
    """Set counts of verdicts, each in the colour of its own; give the verdict of the last."""
    for part, status in verdict_runs(text, verdict):
        verdict = status or verdict
        colour = face.coloured(verdict_colour(verdict))
        words = part.rstrip()
        paper.text(x, middle, words, colour, upright="middle", z=TABLE_Z, name="cell")
        x += text_width_in(words, face) + BETWEEN_COUNTS_IN
    return verdict


def _laid_out(table: Table, width: float, style: TypeStyle) -> _Columns:
    """Left edges and widths of the columns, from the table's left edge."""
    bold = style.faced("semibold")
    natural = []
    for place, column in enumerate(table.columns):
        face = bold if column.key in VERDICTS else style
        widest = max((text_width_in(r.cells[place].text, face) for r in table.rows), default=0.0)
        heads = max(text_width_in(line, Type.CELL_HEAD) for line in column.head.split("\n"))
        natural.append(max(widest, heads))
    gaps = [GUTTER_IN] * (len(natural) - 1)
    spare = width - 2 * PAD_IN - sum(natural) - sum(gaps)
    if spare < 0:
        texts = [i for i, column in enumerate(table.columns) if not column.numeric]
        while spare < -1e-9 and texts:
            widest = max(texts, key=lambda i: natural[i])
            others = [natural[i] for i in texts if i != widest and natural[i] < natural[widest]]
            # Down to the next widest, so that the loss is shared between long columns.
            step = min(-spare, max(natural[widest] - max(others, default=0.3), 0.02))
            if natural[widest] <= 0.3:
                break
            natural[widest] -= step
            spare += step
    elif gaps:
        gaps = [gap + spare / len(gaps) for gap in gaps]
    lefts, at = [], PAD_IN
    for place, wide in enumerate(natural):
        lefts.append(at)
        at += wide + (gaps[place] if place < len(gaps) else 0.0)
    return _Columns(tuple(lefts), tuple(natural))


def shortened(text: str, style: TypeStyle, width_in: float) -> str:
    """Cut a text to a width, an ellipsis in place of what is lost."""
    if text_width_in(text, style) <= width_in:
        return text
    while text and text_width_in(text + "…", style) > width_in:
        text = text[:-1].rstrip()
    return text + "…"


def wrapped(text: str, style: TypeStyle, width_in: float) -> list[str]:
    """Break a text into lines of a width; a word that is wider is cut."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        longer = f"{current} {word}" if current else word
        if text_width_in(longer, style) <= width_in:
            current = longer
            continue
        if current:
            lines.append(current)
        current = shortened(word, style, width_in)
    return [*lines, current] if current else lines


def draw_paragraph(  # a place, a width and a look
    paper: Paper,
    x: float,
    y: float,
    width: float,
    text: str,
    style: TypeStyle,
    *,
    leading: float = 1.32,
    most_lines: int = 100,
) -> float:
    """Set a paragraph from its top downward; give the height of its foot.

    Of a text that needs more than `most_lines` the rest is an ellipsis.
    """
    step = style.size_pt / 72.0 * leading
    lines = wrapped(text, style, width)
    if len(lines) > most_lines:
        kept = lines[most_lines - 1] + "…"
        last = kept if text_width_in(kept, style) <= width else shortened(kept, style, width)
        lines = [*lines[: most_lines - 1], last]
    for line in lines:
        paper.text(x, y, line, style, upright="top", z=TABLE_Z)
        y -= step
    return y
