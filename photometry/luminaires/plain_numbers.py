"""A text of plain decimal numbers turned into floats all at once.

Luminaire files are thousands of short numbers, and a reader's time goes into turning them into
floats one by one. A decimal of a dozen digits is a whole number below 2**53 over a power of ten
up to 10**22. Both are exact in double precision, so that a single division rounds correctly and
gives what `float` gives, to the last bit; and whole numbers are read several times faster.

Source: W. D. Clinger, How to Read Floating Point Numbers Accurately (PLDI 1990), the fast path.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["plain_numbers"]

# The largest files known have 1.3 million characters; past this, more than a few numbers are
# not worth the memory of looking at all.
MOST_CHARACTERS: Final = 4_000_000

# So many are sooner read one by one.
_FEW_CHARACTERS: Final = 1000

_LARGEST_WHOLE: Final = 10**12  # under 2**53, and what no number of a file comes near
_TENS: Final = 10.0 ** np.arange(23)  # exact in double precision
_BLANK, _POINT = b" ."
_MINUS_ZERO: Final = re.compile(rb"-0+ ")

# Blanks and line ends become blanks, what numbers consist of stays, all else is marked.
_MARK: Final = b"x"
_MARKED: Final = bytes(
    byte if chr(byte) in "0123456789.-" else _BLANK if chr(byte).isspace() else ord(_MARK)
    for byte in range(256)
)


def plain_numbers(text: str) -> FloatArray | None:
    r"""Read a text that consists of plain decimal numbers.

    Parameters
    ----------
    text
        Numbers between blanks or line ends.

    Returns
    -------
    ndarray or None
        Each exactly as `float` has it. None if the text has anything else in it: a word, a
        sign other than minus, an exponent, minus zero, digits that make more than 10**12; or if
        it is empty or very long.

    Examples
    --------
    >>> plain_numbers("12.5 -.5\n30").tolist()
    [12.5, -0.5, 30.0]
    >>> plain_numbers("12.5 1e3") is None
    True
    """
    if not text.isascii() or len(text) > MOST_CHARACTERS:
        return None
    marked = b" %b " % text.encode("ascii").translate(_MARKED)
    if _MARK in marked:
        return None
    digits = marked.replace(b".", b"")
    if not digits.strip() or (b"-" in digits and not _minus_is_sound(marked, digits)):
        return None
    whole = np.fromstring(digits, np.int64, sep=" ")
    if whole.max() > _LARGEST_WHOLE or whole.min() < -_LARGEST_WHOLE:
        return None
    return whole.astype(np.float64) if len(digits) == len(marked) else _divided(whole, marked)


def _minus_is_sound(marked: bytes, digits: bytes) -> bool:
    """Tell whether every minus begins a number, and none is that of a zero (which `float` keeps)."""
    return (
        digits.count(b"-") == digits.count(b" -")
        and b"- " not in digits
        and b".-" not in marked
        and not _MINUS_ZERO.search(digits)
    )


def _divided(whole: IntArray, marked: bytes) -> FloatArray | None:
    """Divide whole numbers by what the points in their words make of them."""
    if b" . " in marked:
        return None
    pointed = marked[: marked.index(b" ", marked.rfind(b"."))]
    if len(pointed) <= _FEW_CHARACTERS:
        return _with_head(whole, pointed)
    places = np.frombuffer(pointed + b" ", np.uint8)
    is_blank = places == _BLANK
    ends = np.flatnonzero(is_blank[1:] > is_blank[:-1])  # the last place of each word
    points = np.flatnonzero(places == _POINT)
    word = np.searchsorted(ends, points)
    decimals = ends[word] - points
    one_point_a_word = bool((word[1:] > word[:-1]).all())
    if not one_point_a_word or decimals.max() >= len(_TENS):
        return None
    numbers = whole.astype(np.float64)
    numbers[word] /= _TENS[decimals]
    return numbers


def _with_head(whole: IntArray, pointed: bytes) -> FloatArray | None:
    """Read the first few numbers one by one: often only those before the candela have points."""
    try:
        head = [float(word) for word in pointed.split()]
    except ValueError:
        return None
    numbers = whole.astype(np.float64)
    numbers[: len(head)] = head
    return numbers
