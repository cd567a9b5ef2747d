"""The numbers of an LM-63 file, taken as one stream; line ends among them mean nothing.

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (order and meaning of the fields; commas, blanks
and line ends separate them alike).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = ["NumberStream", "Numbers", "read_numbers"]

# A quarter-degree web of the whole sphere has 721 x 1441 = 1.04 million values; anything past
# this is a broken count or an attack.
MAX_CANDELA_VALUES: Final = 2_000_000

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)

_FIRST_TEN: Final = (
    "number of lamps",
    "lumens per lamp",
    "candela multiplier",
    "number of vertical angles",
    "number of lateral angles",
    "photometric type",
    "units type",
    "width",
    "length",
    "height",
)
_NEXT_THREE: Final = (
    "ballast factor",
    "ballast-lamp factor or future use",
    "input watts",
)


class NumberStream:
    """Tokens of a text in order, with the line of each at hand when something is wrong."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text.replace(",", " ")
        self._first_line = first_line
        self._rest = self._text
        self.taken = 0

    @property
    def rest(self) -> str:
        """The text that has not been taken."""
        return self._rest

    def take(self, count: int) -> list[str]:
        """Give the next `count` tokens; fewer where the text ends."""
        parts = self._rest.split(None, count)
        tokens = parts[:count]
        self._rest = parts[count] if len(parts) > count else ""
        self.taken += len(tokens)
        return tokens

    def line_of(self, index: int) -> int:
        """Line of the token with that index; for one past the end, the last line of text."""
        lines = self._text.rstrip().split("\n")
        seen = 0
        for number, line in enumerate(lines, self._first_line):
            seen += len(line.split())
            if index < seen:
                return number
        return self._first_line + len(lines) - 1

    def parse(
        self, tokens: list[str], start: int, what: str, remarks: Remarks
    ) -> FloatArray | None:
        """Turn tokens, the first of them number `start`, into finite numbers or a fault."""
        try:
            values = np.array([float(token) for token in tokens])
        except ValueError:
            values = np.array([np.nan])
        if np.isfinite(values).all() and not any("_" in token for token in tokens):
            return values
        place, token = next(
            (place, token)
            for place, token in enumerate(tokens)
            if not _NUMBER.fullmatch(token) or not np.isfinite(float(token))
        )
        remarks.fault(
            f"{token[:40]!r} is not a number; expected {what}", self.line_of(start + place)
        )
        return None


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers of the file, checked one by one, none applied to another yet.

    Attributes
    ----------
    lamp_count, lumens_per_lamp_lm, multiplier, type_code, units_code
        Fields 1 to 3, 6 and 7.
    size
        Width, length and height as given: signed, in the file's unit.
    ballast_factor, field_12, input_watts_w
        Fields 11 to 13.
    vertical_deg : (n,) array
    lateral_deg : (m,) array
    candela : (m, n) array
        As the file gives them.
    line, factors_line, vertical_line, lateral_line, candela_line
        Line of the first number of each group.
    """

    lamp_count: float
    lumens_per_lamp_lm: float
    multiplier: float
    type_code: int
    units_code: int
    size: tuple[float, float, float]
    ballast_factor: float
    field_12: float
    input_watts_w: float
    vertical_deg: FloatArray
    lateral_deg: FloatArray
    candela: FloatArray
    line: int
    factors_line: int
    vertical_line: int
    lateral_line: int
    candela_line: int


def read_numbers(stream: NumberStream, remarks: Remarks) -> Numbers:
    """Read the lamp record, the angles and the candela.

    Raises
    ------
    LuminaireFileError
        With every fault that could be found: a missing or impossible number, angles that do
        not rise, too few candela.
    """
    start = stream.taken
    ten = _record(stream, _FIRST_TEN, remarks)
    line = stream.line_of(start)
    type_code, units_code = (
        _code(ten[5], "photometric type", (1, 2, 3), "1 (C), 2 (B) or 3 (A)", line, remarks),
        _code(ten[6], "units type", (1, 2), "1 (feet) or 2 (metres)", line, remarks),
    )
    if ten[2] <= 0:
        remarks.fault(f"the candela multiplier is {ten[2]:g}; it must be more than 0", line)
    n_vertical, n_lateral = _counts(ten[3], ten[4], line, remarks)
    needed = 3 + n_vertical + n_lateral + n_vertical * n_lateral
    first = stream.taken
    tokens = stream.take(needed)
    if len(tokens) == needed - 3:
        remarks.fault(
            "the record of ballast factor, future use and input watts is missing: "
            f"{needed} numbers expected from here, {needed - 3} found",
            line + 1,
            f"put a line such as '1 1 WATTS' after line {line}",
        )
        remarks.stop_if_faulty()
    groups = {}
    at = 0
    for what, count in (
        ("ballast factor, future use, input watts", 3),
        ("vertical angle", n_vertical),
        ("lateral angle", n_lateral),
        ("candela", n_vertical * n_lateral),
    ):
        part = tokens[at : at + count]
        groups[what] = (stream.parse(part, first + at, what, remarks), first + at)
        if len(part) < count and groups[what][0] is not None:
            remarks.fault(
                f"{count} numbers expected ({what}), {len(part)} found",
                stream.line_of(stream.taken),
            )
        at += count
    three, vertical, lateral, candela = groups.values()
    if three[0] is not None and len(three[0]) == 3 and three[0][0] <= 0:
        remarks.fault(
            f"the ballast factor is {three[0][0]:g}; it must be more than 0",
            stream.line_of(three[1]),
        )
    for (angles, where), what in ((vertical, "vertical"), (lateral, "lateral")):
        if angles is not None and np.any(np.diff(angles) <= 0):
            i = int(np.argmax(np.diff(angles) <= 0))
            remarks.fault(
                f"{what} angles must rise, but {angles[i + 1]:g} follows {angles[i]:g}",
                stream.line_of(where + i + 1),
            )
    remarks.stop_if_faulty()
    assert three[0] is not None and vertical[0] is not None  # noqa: S101, PT018 - narrowing
    assert lateral[0] is not None and candela[0] is not None  # noqa: S101, PT018 - narrowing
    return Numbers(
        ten[0],
        ten[1],
        ten[2],
        type_code,
        units_code,
        (ten[7], ten[8], ten[9]),
        *(float(value) for value in three[0]),
        vertical_deg=vertical[0],
        lateral_deg=lateral[0],
        candela=candela[0].reshape(n_lateral, n_vertical),
        line=line,
        factors_line=stream.line_of(three[1]),
        vertical_line=stream.line_of(vertical[1]),
        lateral_line=stream.line_of(lateral[1]),
        candela_line=stream.line_of(candela[1]),
    )


def _record(stream: NumberStream, fields: tuple[str, ...], remarks: Remarks) -> list[float]:
    """Read a record of named numbers; stop where it is not whole."""
    start = stream.taken
    tokens = stream.take(len(fields))
    values = []
    for place, token in enumerate(tokens):
        one = stream.parse([token], start + place, f"the {fields[place]}", remarks)
        remarks.stop_if_faulty()
        values.append(float(one[0]) if one is not None else 0.0)
    if len(tokens) < len(fields):
        remarks.fault(
            f"{len(fields)} numbers expected after TILT, {len(tokens)} found: the {fields[len(tokens)]} is missing",
            stream.line_of(stream.taken),
            "get the whole file again",
        )
        remarks.stop_if_faulty()
    return values


def _code(
    value: float, what: str, known: tuple[int, ...], expected: str, line: int, remarks: Remarks
) -> int:
    """Check a code against those that the standard knows."""
    if value not in known:
        remarks.fault(f"the {what} is {value:g}; expected {expected}", line)
        return known[0]
    return int(value)


def _counts(n_vertical: float, n_lateral: float, line: int, remarks: Remarks) -> tuple[int, int]:
    """Check the counts of angles, before anything is made of their size."""
    for value, what, least in ((n_vertical, "vertical", 2), (n_lateral, "lateral", 1)):
        if value != round(value) or value < least:
            remarks.fault(
                f"{value:g} {what} angles announced; expected a whole number, at least {least}",
                line,
            )
    if n_vertical * n_lateral > MAX_CANDELA_VALUES:
        remarks.fault(
            f"{n_vertical:g} x {n_lateral:g} candela values announced, more than any real file has",
            line,
            "check the counts of angles on this line",
        )
    remarks.stop_if_faulty()
    return int(n_vertical), int(n_lateral)
