"""The terminal's look: widths, words, marks and colours of verdicts.

The words carry the verdict; shape comes second and colour third. stdout is data, stderr is
talk.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from photometry.ordinance.finding import Status
from photometry.tables.text import STATUS_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

__all__ = ["TALK", "data_console", "plain_table", "talk_console", "verdict"]

WIDEST: Final = 112
TALK: Final = "bright_black"

# Status: mark, mark where the console knows only ASCII, colour.
MARKS: Final[dict[Status, tuple[str, str, str]]] = {
    Status.FAIL: ("✗", "x", "bright_red"),
    Status.NEEDS_DETERMINATION: ("?", "?", "magenta"),
    Status.NOT_EVALUATED: ("–", "-", "default"),
    Status.ADVISORY: ("!", "!", "yellow"),
    Status.PASS: ("✓", "+", "green"),
    Status.NOT_APPLICABLE: ("·", ".", TALK),
}


def data_console() -> Console:
    """Console on stdout: results."""
    return _console(sys.stdout)


def talk_console() -> Console:
    """Console on stderr: progress and remarks."""
    return _console(sys.stderr)


def _console(stream: TextIO) -> Console:
    console = Console(file=stream, highlight=False, soft_wrap=False)
    # A pipe has no width of its own; a screen wider than the table gains nothing.
    width = min(console.width, WIDEST) if console.is_terminal else WIDEST
    console.width = width
    return console


def verdict(status: Status, console: Console) -> Text:
    """Give a verdict as mark and word, in its colour."""
    mark, plain_mark, colour = MARKS[status]
    shown = mark if console.encoding.lower().startswith("utf") else plain_mark
    style = f"bold {colour}" if status is Status.FAIL else colour
    return Text(f"{shown} {STATUS_WORDS[status]}", style=style)


def plain_table(columns: Sequence[tuple[str, str]]) -> Table:
    """Give a table without boxes: heads, one rule, rows.

    Parameters
    ----------
    columns
        Head and justification (``"left"`` or ``"right"``) of each column.
    """
    from rich.box import Box

    rule_under_heads = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
    table = Table(
        box=rule_under_heads,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
        header_style="bold",
    )
    for place, (head, justify) in enumerate(columns):
        # Numbers are never cut; a long name in the first column gives way.
        table.add_column(
            head,
            justify="right" if justify == "right" else "left",
            no_wrap=True,
            min_width=None if place == 0 else len(head),
        )
    return table
