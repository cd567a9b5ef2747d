"""Numbers taken from text as one stream: line ends among them mean nothing but are remembered.

Source: IESNA LM-63-02 (commas, blanks and line ends separate numbers alike).
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = ["NumberStream"]

# No quantity of a luminaire file comes near this; within it no product of a few overflows.
LARGEST_NUMBER: Final = 1e12

_WORD = re.compile(r"\S+")
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
        word = next(islice(_WORD.finditer(self._text), index, None), None)
        end = word.start() if word else len(self._text.rstrip())
        return self._first_line + self._text.count("\n", 0, end)

    def parse(
        self, tokens: Sequence[str], start: int, what: str, remarks: Remarks
    ) -> FloatArray | None:
        """Turn tokens, the first of them number `start`, into numbers; None where one is not."""
        try:
            values = np.fromiter(map(float, tokens), np.float64, len(tokens))
            sound = not self._needs_care and bool((np.abs(values) <= LARGEST_NUMBER).all())
        except ValueError:
            sound = False
        if sound:
            return values
        for place, token in enumerate(tokens):
            number = bool(_NUMBER.fullmatch(token))
            if number and abs(float(token)) <= LARGEST_NUMBER:
                continue
            remarks.fault(
                f"{token[:40]!r} is {'too large' if number else 'not a number'}; expected {what}",
                self.line_of(start + place),
            )
            return None
        return values
