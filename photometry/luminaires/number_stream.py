"""Numbers taken from text as one stream: line ends among them mean nothing but are remembered.

Source: IESNA LM-63-02 (commas, blanks and line ends separate numbers alike).
"""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = ["NumberStream"]

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


class NumberStream:
    """Tokens of a text in order, with the line of each at hand when something is wrong."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text.replace(",", " ")
        self._first_line = first_line
        # Python's float reads "1_000" and digits of other scripts, which no other program does.
        self._needs_care = "_" in text or not text.isascii()
        self.rest = self._text  # what has not been taken
        self.taken = 0  # how many tokens have been

    def take(self, count: int) -> list[str]:
        """Give the next `count` tokens; fewer where the text ends."""
        parts = self.rest.split(None, count)
        tokens = parts[:count]
        self.rest = parts[count] if len(parts) > count else ""
        self.taken += len(tokens)
        return tokens

    def line_of(self, index: int) -> int:
        """Line of the token with that index; for one past the end, the last line of text."""
        seen, last = 0, self._first_line
        for number, line in enumerate(StringIO(self._text), self._first_line):
            found = len(line.split())
            seen += found
            last = number if found else last
            if index < seen:
                break
        return last

    def parse(
        self, tokens: Sequence[str], start: int, what: str, remarks: Remarks
    ) -> FloatArray | None:
        """Turn tokens, the first of them number `start`, into finite numbers; None: a fault."""
        try:
            values = np.fromiter(map(float, tokens), np.float64, len(tokens))
            sound = not self._needs_care and bool(np.isfinite(values).all())
        except ValueError:
            sound = False
        if sound:
            return values
        for place, token in enumerate(tokens):
            if not (_NUMBER.fullmatch(token) and np.isfinite(float(token))):
                remarks.fault(
                    f"{token[:40]!r} is not a number; expected {what}", self.line_of(start + place)
                )
                return None
        return values
