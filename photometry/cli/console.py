"""The terminal's look: widths, words, marks and colours of verdicts.

The words carry the verdict; shape comes second and colour third. stdout is data, stderr is
talk.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from photometry.ordinance.finding import Status
from photometry.tables.text import STATUS_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

__all__ = [
    "TALK",
    "data_console",
    "headed",
    "plain_table",
    "print_rows",
    "talk_console",
    "telling",
    "verdict",
    "without_middle",
]

WIDEST: Final = 112
SHORTEST_NAME: Final = 12
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
    # Names come from files: no sign in one is taken for markup or for a picture.
    console = Console(file=stream, highlight=False, soft_wrap=False, markup=False, emoji=False)
    # A pipe has no width but one that is asked for; a screen wider than the table gains nothing.
    asked = console.is_terminal or os.environ.get("COLUMNS", "").isdigit()
    console.width = min(console.width, WIDEST) if asked else WIDEST
    return console


@contextmanager
def telling(console: Console, what: str) -> Iterator[Callable[[str], None]]:
    """Show what is being done while it lasts, on one line; give what says how it goes on."""
    room = console.width - len("⠋ ") - 1  # a full line wraps in some terminals
    with console.status(Text(what)) as status:
        yield lambda text: status.update(Text(without_middle(text, room)))


def headed(head: str, rest: str = "") -> Text:
    """Give a line that begins in bold."""
    return Text.assemble((head, "bold"), rest)


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


def print_rows(
    console: Console, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]
) -> None:
    """Print many rows in the look of `plain_table`, sooner.

    In a terminal that is too narrow the first column gives way: names lose their middle, since
    files of one family begin alike and end alike in the suffix only. In a pipe nothing is cut.

    Parameters
    ----------
    console
        Where to.
    columns
        Head and justification of each column, as `plain_table`.
    rows
        One text a column.
    """
    heads = [head for head, _ in columns]
    widths = [max(map(len, texts)) for texts in zip(heads, *rows, strict=True)]
    if console.is_terminal:
        room = console.width - sum(widths[1:]) - 2 * (len(widths) - 1)
        widths[0] = min(widths[0], max(room, SHORTEST_NAME))

    def line(texts: Sequence[str]) -> str:
        first, *others = texts
        cells = [without_middle(first, widths[0]), *others]
        return "  ".join(
            cell.rjust(width) if justify == "right" else cell.ljust(width)
            for cell, width, (_, justify) in zip(cells, widths, columns, strict=True)
        ).rstrip()

    console.print(line(heads), style="bold", soft_wrap=True)
    rule = "─" if console.encoding.lower().startswith("utf") else "-"
    console.print(rule * (sum(widths) + 2 * (len(widths) - 1)), soft_wrap=True)
    console.print("\n".join(map(line, rows)), soft_wrap=True)


def without_middle(name: str, width: int) -> str:
    """Shorten a name to a width by an ellipsis in its middle; its end tells more than its start.

    Examples
    --------
    >>> without_middle("maker_family_400W_T3.ies", 16)
    'maker…00W_T3.ies'
    """
    if len(name) <= width:
        return name
    start = max(width - 1, 0) // 3
    return f"{name[:start]}…{name[len(name) - (width - 1 - start) :]}"
