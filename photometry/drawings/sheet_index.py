"""The index of a set in a title strip: every sheet, those that belong together in one line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["IndexLine", "index_lines"]

MOST_LINES: Final = 12
FURTHER: Final = re.compile(r", (continued|tables|part \d+)$")
TYPE: Final = "Luminaire type "


@dataclass(frozen=True, slots=True)
class IndexLine:
    """A line of the index.

    Attributes
    ----------
    numbers, title
        ``L-5 to L-11`` and ``Luminaire types CAN, COB, A4``.
    first, last
        Places in the set of the first and the last sheet that it names.
    """

    numbers: str
    title: str
    first: int
    last: int


def index_lines(index: Sequence[tuple[str, str]]) -> list[IndexLine]:
    """List the sheets of a set, as many a line as the room of the strip asks for.

    Where a line a sheet is too much, a sheet and those that continue it share one; where that is
    too much still, so do the luminaires. Nothing is left out.

    Parameters
    ----------
    index
        Number and title of every sheet, in order.
    """
    lines = [IndexLine(number, title, place, place) for place, (number, title) in enumerate(index)]
    for belongs, titled in ((_is_continued, _stem), (_are_types, _types)):
        if len(lines) > MOST_LINES:
            lines = _gathered(lines, belongs, titled)
    return lines


def _gathered(
    lines: Sequence[IndexLine],
    belongs: Callable[[IndexLine, IndexLine], bool],
    titled: Callable[[Sequence[IndexLine]], str],
) -> list[IndexLine]:
    """Put runs of lines that belong together into one each."""
    runs: list[list[IndexLine]] = []
    for line in lines:
        if runs and belongs(runs[-1][-1], line):
            runs[-1].append(line)
        else:
            runs.append([line])
    return [run[0] if len(run) == 1 else _joined(run, titled(run)) for run in runs]


def _joined(run: Sequence[IndexLine], title: str) -> IndexLine:
    first, last = run[0].numbers, run[-1].numbers
    return IndexLine(f"{first} to {last}", title, run[0].first, run[-1].last)


def _stem(run: Sequence[IndexLine]) -> str:
    return FURTHER.sub("", run[0].title)


def _is_continued(one: IndexLine, other: IndexLine) -> bool:
    """Tell whether a sheet goes on with the one before it."""
    return bool(FURTHER.search(other.title)) and _stem([one]) == _stem([other])


def _types(run: Sequence[IndexLine]) -> str:
    return f"Luminaire types {', '.join(line.title.removeprefix(TYPE) for line in run)}"


def _are_types(one: IndexLine, other: IndexLine) -> bool:
    return one.title.startswith(TYPE) and other.title.startswith(TYPE)
