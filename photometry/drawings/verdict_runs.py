"""Counts of several verdicts in one line, parted so that each has the colour of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.tables.text import status_words

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["verdict_runs"]

# The first word of a verdict tells it, of one finding and of several: a line may end after it.
_FIRST: Final[Mapping[str, Status]] = {
    status_words(status, quantity).split()[0]: status
    for status in Status
    if status is not Status.NOT_APPLICABLE
    for quantity in (1, 2)
}
_COUNTED: Final = re.compile(rf"(?:^|(?<=, ))(?:[\d,]+ )?({'|'.join(_FIRST)})\b")


def verdict_runs(text: str, before: Status | None) -> list[tuple[str, Status | None]]:
    """Part a line at its counts of verdicts: ``"2 FAIL (north), 1 pass"`` in two.

    Parameters
    ----------
    text
        A line, or a part of one that runs on.
    before
        The verdict in which the line before it ended.

    Returns
    -------
    list
        Parts that make up the text, each with its verdict.
    """
    found = list(_COUNTED.finditer(text))
    starts = [match.start() for match in found]
    ends = [*starts, len(text)]
    parts = [(text[: ends[0]], before)]
    for match, end in zip(found, ends[1:], strict=True):
        parts.append((text[match.start() : end], _FIRST[match[1]]))
    return [part for part in parts if part[0]]
