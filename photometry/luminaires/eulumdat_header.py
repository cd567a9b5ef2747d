"""The fields of a EULUMDAT file before its lists: one field a line, told by its line number.

Source: EULUMDAT (A. W. Stockmar, 1990): lines 1 to 26, six lines for each set of lamps, ten
direct ratios; numbers have a decimal point or a decimal comma.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.luminaires.lm63_numbers import MAX_CANDELA_VALUES, SMALLEST_FACTOR
from photometry.luminaires.number_stream import LARGEST_NUMBER

if TYPE_CHECKING:
    from photometry.luminaires.remarks import Remarks

__all__ = ["EulumdatHeader", "LampSet", "read_header"]

_FIXED_FIELDS: Final = 26
_LAMP_SET_FIELDS: Final = 6
_DIRECT_RATIOS: Final = 10
# The format speaks of up to 20; more are a broken count.
MAX_LAMP_SETS: Final = 100

_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class LampSet:
    """One set of lamps that the luminaire may be fitted with.

    Attributes
    ----------
    count
        Lamps of the set; negative where the photometry is absolute.
    name, color, rendering
        Type of lamps, color temperature or appearance, color rendering, as written.
    flux_lm
        Luminous flux of all lamps together.
    watts_w
        Power of the set with its ballasts; 0 where it is not given.
    """

    count: float
    name: str
    flux_lm: float
    color: str
    rendering: str
    watts_w: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EulumdatHeader:
    """Everything before the lists of angles and intensities.

    Attributes
    ----------
    keywords
        ``(name, value)`` under the names of LM-63, where a field means the same.
    symmetry
        Isym, 0 to 4.
    plane_count, gamma_count
        Mc and Ng: planes of the whole ring, and angles in each.
    plane_step_deg, gamma_step_deg
        Dc and Dg; 0 where the angles are uneven.
    area_mm
        Length, width and the largest height of the luminous area.
    output_ratio_percent
        LORL; 0 where it is not given.
    conversion_factor
        Field 24.
    measured_tilt_deg
        Field 25.
    lamp_sets
        One or more.
    lists, first_line
        All text after the direct ratios, and its line of the file.
    """

    keywords: tuple[tuple[str, str], ...]
    symmetry: int
    plane_count: int
    plane_step_deg: float
    gamma_count: int
    gamma_step_deg: float
    area_mm: tuple[float, float, float]
    output_ratio_percent: float
    conversion_factor: float
    measured_tilt_deg: float
    lamp_sets: tuple[LampSet, ...]
    lists: str
    first_line: int


def read_header(text: str, remarks: Remarks) -> EulumdatHeader:
    """Read the fields; faults are gathered, and stop the work where the lists cannot be found.

    Raises
    ------
    LuminaireFileError
        If a count is at fault, or the file ends within its fields.
    """
    fields = _Fields(text.split("\n"), remarks)
    fields.require(_FIXED_FIELDS, "its 26 fixed fields")
    symmetry = fields.whole(3, "the symmetry Isym", 0, 4)
    plane_count = fields.whole(4, "the number of C planes Mc", 1, MAX_CANDELA_VALUES)
    gamma_count = fields.whole(6, "the number of gamma angles Ng", 2, MAX_CANDELA_VALUES)
    set_count = fields.whole(26, "the number of lamp sets", 1, MAX_LAMP_SETS)
    if plane_count * gamma_count > MAX_CANDELA_VALUES:
        remarks.fault(
            f"{plane_count} x {gamma_count} intensities announced, more than any real file has",
            4,
            "check the counts on lines 4 and 6",
        )
    remarks.stop_if_faulty()
    before_lists = _FIXED_FIELDS + _LAMP_SET_FIELDS * set_count + _DIRECT_RATIOS
    fields.require(before_lists, f"{set_count} lamp set(s) and ten direct ratios")
    lamp_sets = tuple(
        _lamp_set(fields, _FIXED_FIELDS + 1 + _LAMP_SET_FIELDS * i) for i in range(set_count)
    )
    return EulumdatHeader(
        keywords=_keywords(fields, lamp_sets[0]),
        symmetry=symmetry,
        plane_count=plane_count,
        plane_step_deg=fields.harmless(5, "the distance of C planes"),
        gamma_count=gamma_count,
        gamma_step_deg=fields.harmless(7, "the distance of gamma angles"),
        area_mm=_area(fields),
        output_ratio_percent=fields.harmless(23, "the light output ratio"),
        conversion_factor=_conversion_factor(fields, remarks),
        measured_tilt_deg=fields.harmless(25, "the tilt in measurement"),
        lamp_sets=lamp_sets,
        lists="\n".join(fields.lines[before_lists:]),
        first_line=before_lists + 1,
    )


class _Fields:
    """Fields by their number, which is the number of their line."""

    def __init__(self, lines: list[str], remarks: Remarks) -> None:
        self.lines = lines
        self._remarks = remarks

    def require(self, count: int, what: str) -> None:
        """Refuse a file of fewer lines."""
        if len(self.lines) < count or not any(map(str.strip, self.lines[count - 1 :])):
            self._remarks.refuse(
                f"the file ends within {what}", len(self.lines), "get the whole file again"
            )

    def text(self, number: int) -> str:
        """Give a field as written, without blanks and quotation marks around it."""
        return self.lines[number - 1].strip().strip('"').strip()

    def number(self, number: int) -> float | None:
        """Give a field as a number; None where it is none."""
        text = self.text(number)
        if not _NUMBER.fullmatch(text):
            return None
        value = float(text.replace(",", "."))
        return value if abs(value) <= LARGEST_NUMBER else None

    def harmless(self, number: int, what: str) -> float:
        """Give a number without which the light is known all the same; 0 where it is not given."""
        value = self.number(number)
        if value is not None and value >= 0:
            return value
        if self.text(number):
            self._remarks.note(
                "IES036", f"{what} is {self.text(number)[:40]!r}; taken as not given", number
            )
        return 0.0

    def essential(self, number: int, what: str) -> float:
        """Give a number that the light depends on; a fault where it is none."""
        value = self.number(number)
        if value is None:
            self._remarks.fault(
                f"{self.text(number)[:40]!r} is not a number; expected {what}", number
            )
            return 1.0
        return value

    def whole(self, number: int, what: str, least: int, most: int) -> int:
        """Give a count; a fault where it is none, or beyond its limits."""
        value = self.number(number)
        if value is None or value != round(value) or not least <= value <= most:
            found = self.text(number)[:40]
            self._remarks.fault(
                f"{what} is {found!r}; expected a whole number from {least} to {most}", number
            )
            return least
        return int(value)


def _lamp_set(fields: _Fields, first: int) -> LampSet:
    """Read the six fields of a lamp set, the first of them on line `first`."""
    return LampSet(
        count=fields.essential(first, "the number of lamps"),
        name=fields.text(first + 1),
        flux_lm=fields.essential(first + 2, "the luminous flux of the lamps"),
        color=fields.text(first + 3),
        rendering=fields.text(first + 4),
        watts_w=fields.harmless(first + 5, "the power of the lamps"),
    )


def _conversion_factor(fields: _Fields, remarks: Remarks) -> float:
    """Field 24; nothing, or 0, which would put the light out, is taken as 1."""
    if not fields.text(24) or fields.number(24) == 0:
        remarks.note("IES036", "the conversion factor is not given; taken as 1", 24)
        return 1.0
    factor = fields.essential(24, "the conversion factor of intensities")
    if not SMALLEST_FACTOR <= factor <= 1 / SMALLEST_FACTOR:
        remarks.fault(
            f"the conversion factor is {factor:g}; it must be more than 0, and is near 1", 24
        )
    return factor


def _area(fields: _Fields) -> tuple[float, float, float]:
    """Length, width and largest height of the luminous area."""
    length = fields.harmless(16, "the length of the luminous area")
    width = fields.harmless(17, "the width of the luminous area")
    heights = [fields.harmless(n, "a height of the luminous area") for n in range(18, 22)]
    return length, width, max(heights)


def _keywords(fields: _Fields, lamps: LampSet) -> tuple[tuple[str, str], ...]:
    """Keep what LM-63 has a keyword for under its name, and the rest of the lamp as a maker's."""
    named = (
        ("TEST", fields.text(8)),
        ("MANUFAC", fields.text(1)),
        ("LUMCAT", fields.text(10)),
        ("LUMINAIRE", fields.text(9)),
        ("LAMP", lamps.name),
        ("ISSUEDATE", fields.text(12)),
        ("_COLOR", lamps.color),
        ("_COLORRENDERING", lamps.rendering),
    )
    return tuple((name, value) for name, value in named if value)
