"""Numbers taken from text as one stream: line ends among them mean nothing but are remembered.

Source: IESNA LM-63-02 (commas, blanks and line ends separate numbers alike).
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = [
    "NumberStream",
    "candela_table",
    "note_what_follows",
    "parse_numbers",
    "rising_angles",
]

# No quantity of a luminaire file comes near this; within it no product of a few overflows.
LARGEST_NUMBER: Final = 1e12

# Goniophotometers resolve some hundredths of a degree; angles nearer than this are one angle,
# and the slope between them would be rounding.
SMALLEST_STEP_DEG: Final = 1e-6

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
        return parse_numbers(
            tokens,
            what,
            lambda place: self.line_of(start + place),
            remarks,
            needs_care=self._needs_care,
        )


def parse_numbers(
    tokens: Sequence[str],
    what: str,
    line_of: Callable[[int], int],
    remarks: Remarks,
    *,
    needs_care: bool = True,
) -> FloatArray | None:
    """Turn tokens into numbers; None, and a fault, where one is not.

    Parameters
    ----------
    tokens
        Words without blanks around them.
    what
        What they are, for the fault: ``"a candela value"``.
    line_of
        Gives the line of the token at a place.
    remarks
        Collects the fault.
    needs_care
        Whether a token may be a number to Python and to no other program.
    """
    try:
        values = np.fromiter(map(float, tokens), np.float64, len(tokens))
        sound = not needs_care and bool((np.abs(values) <= LARGEST_NUMBER).all())
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
            line_of(place),
        )
        return None
    return values


def rising_angles(
    tokens: list[str], start: int, what: str, stream: NumberStream, remarks: Remarks
) -> FloatArray:
    """Read angles that must rise; none where they are at fault."""
    values = stream.parse(tokens, start, f"a {what} angle", remarks)
    if values is None:
        return np.empty(0)
    falls = np.diff(values) < SMALLEST_STEP_DEG
    if falls.any():
        place = int(np.argmax(falls))
        remarks.fault(
            f"{what} angles must rise, but {values[place + 1]:g} follows {values[place]:g}",
            stream.line_of(start + place + 1),
        )
        return np.empty(0)
    return values


def candela_table(
    tokens: list[str], start: int, shape: tuple[int, int], stream: NumberStream, remarks: Remarks
) -> FloatArray:
    """Read the candela, plane by plane; zeros where they are at fault."""
    count = shape[0] * shape[1]
    values = stream.parse(tokens, start, "a candela value", remarks)
    if values is not None and len(values) == count:
        return values.reshape(shape)
    if values is not None:
        remarks.fault(
            f"{count} candela values expected ({shape[1]} vertical x {shape[0]} lateral angles), "
            f"{len(values)} found",
            stream.line_of(start + count),
            "get the whole file again, or check the counts of angles",
        )
    return np.broadcast_to(0.0, shape)


def note_what_follows(stream: NumberStream, remarks: Remarks) -> None:
    """Note text after the last candela value; a lone end-of-file mark (Ctrl-Z) is none."""
    rest = stream.rest.replace("\x1a", " ")
    if not rest or rest.isspace():
        return
    line = stream.line_of(stream.taken)
    word = rest.split(None, 1)[0][:40]
    try:
        float(word)
    except ValueError:
        remarks.note("IES020", f"text after the last candela value was ignored: {word!r} ...", line)
    else:
        remarks.note(
            "IES021",
            f"more numbers than announced follow the last candela value, from {word}; "
            "they were ignored: check the counts of angles",
            line,
        )
