"""Columns of a sheet filled from the top: a table that does not fit goes on in the next column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from photometry.drawings.legend import draw_notes
from photometry.drawings.style import Type
from photometry.drawings.tables_drawn import (
    draw_paragraph,
    draw_section_head,
    draw_table,
    table_height,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.drawings.paper import Paper
    from photometry.drawings.style import TypeStyle
    from photometry.tables.table import Table

__all__ = ["Block", "Slot", "fill_column", "notes_block", "table_block"]

HEAD_IN: Final = 0.32  # a section's name with its rule
GAP_IN: Final = 0.34  # from the foot of a block to the next one
BETWEEN_IN: Final = 0.35  # halves of a table that stand side by side
TWO_SIDES_IN: Final = 12.0  # a narrower column has its rows in one
FEWEST_ROWS: Final = 3  # that a table begins with at the foot of a column
CONTINUED: Final = " (continued)"
REMARK_LINE_IN: Final = Type.REMARK.size_pt / 72.0 * 1.32
NOTE_LINE_IN: Final = Type.NOTE.size_pt / 72.0 * 1.32


@dataclass(frozen=True, slots=True)
class Slot:
    """A column of a sheet, inches: left edge, top, width and the foot that is not passed."""

    x: float
    top: float
    width: float
    foot: float


# Sets itself from a height downward; gives the height below it and what did not fit.
Block = Callable[["Paper", Slot, float], "tuple[float, Block | None]"]


def fill_column(paper: Paper, slot: Slot, blocks: Sequence[Block]) -> list[Block]:
    """Set blocks one under the other; give those, and the rest of one, that found no room."""
    y = slot.top
    left = list(blocks)
    while left:
        y, rest = left[0](paper, slot, y)
        if rest is not None:
            return [rest, *left[1:]]
        left.pop(0)
    return []


def table_block(
    table: Table,
    *,
    row_in: float = 0.205,
    halves: int = 1,
    cell: TypeStyle = Type.CELL,
    decorate: Callable[[Paper, float, float, Table], None] | None = None,
) -> Block:
    """Make a block of a table.

    Parameters
    ----------
    table
        Its title, rows and note.
    row_in
        Height of a row.
    halves
        How many columns the rows are set in, side by side, where there is room for that.
    decorate
        Draws into the rows that were set, given the table's left edge and its foot.
    """

    def place(paper: Paper, slot: Slot, y: float) -> tuple[float, Block | None]:
        sides = halves if slot.width >= TWO_SIDES_IN else 1
        wide = (slot.width - BETWEEN_IN * (sides - 1)) / sides
        head = HEAD_IN + table_height(replace(table, rows=()), row_in)
        lines = -(-len(table.rows) // sides)
        note_in = 0.1 + REMARK_LINE_IN * len(wrapped(table.note, Type.REMARK, slot.width - 0.12))
        room = y - head - slot.foot
        fitting = int(room / row_in + 1e-9)
        whole = room - lines * row_in >= (note_in if table.note else 0.0)
        if not whole:
            # The last row stays back with the note, so that neither stands alone.
            fitting = min(int((room - 0.1 - REMARK_LINE_IN) / row_in + 1e-9), lines - 1)
            if fitting < min(FEWEST_ROWS, lines):
                return y, again
        taken = table.rows if whole else table.rows[: fitting * sides]
        foot = _set_rows(paper, slot, y, replace(table, rows=taken), wide, sides)
        note = table.note if whole else f"{len(table.rows) - len(taken)} more rows: continued."
        if note:
            at = slot.x + 0.06
            foot = draw_paragraph(paper, at, foot - 0.08, slot.width - 0.12, note, Type.REMARK)
        if whole:
            return foot - GAP_IN, None
        title = table.title.removesuffix(CONTINUED) + CONTINUED
        rest = replace(table, title=title, rows=table.rows[len(taken) :])
        return foot, table_block(rest, row_in=row_in, halves=halves, cell=cell, decorate=decorate)

    def _set_rows(
        paper: Paper, slot: Slot, y: float, part: Table, wide: float, sides: int
    ) -> float:
        rule = draw_section_head(paper, slot.x, y, slot.width, part.title)
        lines = -(-len(part.rows) // sides)
        feet = [rule]
        for half in range(sides):
            rows = part.rows[half * lines : (half + 1) * lines]
            if rows:
                x = slot.x + half * (wide + BETWEEN_IN)
                piece = replace(part, rows=rows)
                feet.append(draw_table(paper, x, rule, wide, piece, row_in=row_in, cell=cell))
                if decorate is not None:
                    decorate(paper, x, feet[-1], piece)
        return min(feet)

    again: Block = place
    return place


def notes_block(title: str, notes: Sequence[str]) -> Block:
    """Make a block of numbered notes; it is set whole."""

    def place(paper: Paper, slot: Slot, y: float) -> tuple[float, Block | None]:
        lines = sum(min(4, len(wrapped(note, Type.NOTE, slot.width - 0.38))) for note in notes)
        needed = HEAD_IN + 0.2 + lines * NOTE_LINE_IN + 0.055 * len(notes)
        if y - needed < slot.foot and y < slot.top:
            return y, again
        rule = draw_section_head(paper, slot.x, y, slot.width, title)
        return draw_notes(paper, slot.x, rule, slot.width, list(notes)) - GAP_IN, None

    again: Block = place
    return place
