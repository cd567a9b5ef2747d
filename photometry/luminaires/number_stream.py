"""Numbers taken from text as one stream: line ends among them mean nothing but are remembered.

Source: IESNA LM-63-02 (commas, blanks and line ends separate numbers alike).
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.plain_numbers import plain_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    """Words of a text in order, with the line of each at hand when something is wrong."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text.replace(",", " ")
        self._first_line = first_line
        # Most texts are plain numbers to their end; of others no more words are made than taken.
        self._plain = plain_numbers(self._text)
        self._words: list[str] = []
        self._rest = self._text
        self.taken = 0  # how many words have been taken

    def take(self, count: int) -> range:
        """Take the next `count` words, fewer where the text ends: give their indices."""
        start = self.taken
        if self._plain is not None:
            self.taken = min(start + count, len(self._plain))
            return range(start, self.taken)
        parts = self._rest.split(None, count)
        self._words += parts[:count]
        self._rest = parts[count] if len(parts) > count else ""
        self.taken = len(self._words)
        return range(start, self.taken)

    def words_ahead(self) -> Iterator[str]:
        """Give the words after the last that was taken, one by one, and take none."""
        if self._plain is not None and self.taken == len(self._plain):
            return iter(())  # as most files end, and no word need be looked at again
        rest = self._rest if self._plain is None else self._text
        passed_over = 0 if self._plain is None else self.taken
        return (word.group() for word in islice(_WORD.finditer(rest), passed_over, None))

    def line_of(self, index: int) -> int:
        """Line of the word with that index; for one past the end, the last line of text."""
        word = next(islice(_WORD.finditer(self._text), index, None), None)
        end = word.start() if word else len(self._text.rstrip())
        return self._first_line + self._text.count("\n", 0, end)

    def parse(self, span: range, what: str | Sequence[str], remarks: Remarks) -> FloatArray | None:
        """Turn words that were taken into numbers; None, and a fault, where one is not.

        What they are is one name for all, or one for each.
        """
        if self._plain is not None:
            return self._plain[span.start : span.stop]
        return parse_numbers(
            self._words[span.start : span.stop],
            what,
            lambda place: self.line_of(span.start + place),
            remarks,
            # Python's float reads "1_000" and digits of other scripts, as no other program does.
            needs_care="_" in self._text or not self._text.isascii(),
        )


def parse_numbers(
    tokens: Sequence[str],
    what: str | Sequence[str],
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
        What they are, for the fault: ``"a candela value"``; one name for all, or one for each.
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
            f"{token[:40]!r} is {'too large' if number else 'not a number'}; expected "
            f"{what if isinstance(what, str) else what[place]}",
            line_of(place),
        )
        return None
    return values


def rising_angles(span: range, what: str, stream: NumberStream, remarks: Remarks) -> FloatArray:
    """Read angles that must rise; none where they are at fault."""
    values = stream.parse(span, f"a {what} angle", remarks)
    if values is None:
        return np.empty(0)
    steps = values[1:] - values[:-1]
    if len(steps) and steps.min() < SMALLEST_STEP_DEG:
        place = int(np.argmax(steps < SMALLEST_STEP_DEG))
        remarks.fault(
            f"{what} angles must rise, but {values[place + 1]:g} follows {values[place]:g}",
            stream.line_of(span.start + place + 1),
        )
        return np.empty(0)
    return values.copy()  # else they would keep all numbers of the file alive


def candela_table(
    span: range, shape: tuple[int, int], stream: NumberStream, remarks: Remarks
) -> FloatArray:
    """Read the candela, plane by plane; zeros where they are at fault."""
    count = shape[0] * shape[1]
    values = stream.parse(span, "a candela value", remarks)
    if values is not None and len(values) == count:
        return values.reshape(shape)
    if values is not None:
        remarks.fault(
            f"{count} candela values expected ({shape[1]} vertical x {shape[0]} lateral angles), "
            f"{len(values)} found",
            stream.line_of(span.start + count),
            "get the whole file again, or check the counts of angles",
        )
    return np.broadcast_to(0.0, shape)


def note_what_follows(stream: NumberStream, remarks: Remarks) -> None:
    """Note text after the last candela value; a lone end-of-file mark (Ctrl-Z) is none."""
    ahead = enumerate(stream.words_ahead(), start=stream.taken)
    index, word = next(((at, word) for at, word in ahead if word.strip("\x1a")), (0, ""))
    if not word:
        return
    line = stream.line_of(index)
    word = word.replace("\x1a", " ").split(None, 1)[0][:40]
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
