"""The units that are shown: footcandles, or lux where asked for; feet, or the site's own unit.

Inside and in every data file illuminance is in footcandles and heights are in feet; they are
turned into another unit where they are written, and the unit is written with them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from photometry.tables.text import against_limit, number, plain_number
from photometry.units import FEET_PER_UNIT, LUX_PER_FOOTCANDLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry import units
    from photometry.tables.table import Column

__all__ = [
    "FEET",
    "FOOTCANDLES",
    "LUX",
    "METRES",
    "LengthUnit",
    "LightUnit",
    "length_columns",
    "length_unit",
    "sheet_units",
]


@dataclass(frozen=True, slots=True)
class LightUnit:
    """A unit of illuminance and how it is written.

    Attributes
    ----------
    name, words
        Beside a number and in a sentence: ``lx``, ``lux``.
    plan_title
        Title of a plan of lines of equal illuminance.
    per_fc
        How many make a footcandle.
    fewer_decimals
        Decimals fewer than a footcandle is written with.
    levels
        Of the lines of equal illuminance, in this unit.
    """

    name: Literal["fc", "lx"]
    words: str
    plan_title: str
    per_fc: float
    fewer_decimals: int
    levels: tuple[float, ...]

    @property
    def levels_fc(self) -> tuple[float, ...]:
        """Levels of the lines of equal illuminance, fc."""
        return tuple(level / self.per_fc for level in self.levels)

    @property
    def is_footcandle(self) -> bool:
        """Whether this is the unit that verdicts are judged in."""
        return self.name == "fc"

    def of(self, value_fc: float) -> float:
        """Give an illuminance in this unit."""
        return value_fc * self.per_fc

    def text(self, value_fc: float, decimals: int = 2) -> str:
        """Write an illuminance without its unit, to so many decimals of a footcandle.

        Examples
        --------
        >>> FOOTCANDLES.text(0.2), LUX.text(0.2)
        ('0.20', '2.2')
        """
        return number(self.of(value_fc), self._decimals(decimals))

    def against(self, value_fc: float, limit_fc: float, decimals: int = 2) -> str:
        """Write an illuminance with the digits that show its side of a limit.

        Examples
        --------
        >>> FOOTCANDLES.against(0.204, 0.2), LUX.against(0.204, 0.2)
        ('0.204', '2.20')
        """
        return against_limit(self.of(value_fc), self.of(limit_fc), self._decimals(decimals))

    def level(self, level_fc: float) -> str:
        """Write the level of a line of equal illuminance without its unit: ``0.1``, ``20``."""
        return f"{self.of(level_fc):.6g}"

    def beside(self, text: str, shown: str) -> str:
        """Put what this unit shows behind what is in footcandles: ``0.2 fc (2.15 lx)``."""
        return text if self.is_footcandle else f"{text} ({shown} {self.name})"

    def stated(self, limit_fc: float) -> str:
        """Write a limit as the code states it: ``0.5 fc``, in lux ``0.5 fc (5.38 lx)``."""
        return self.beside(f"{plain_number(limit_fc)} fc", self.text(limit_fc, 3))

    def rounding(self, decimals: int = 2) -> str:
        """Say how many decimals are written of what has so many in footcandles."""
        return ("whole numbers", "one decimal", "two decimals")[self._decimals(decimals)]

    def under_zero(self, decimals: int = 2) -> str:
        """Write the value, without its unit, under which zero is written: ``0.005``."""
        return f"{0.5 * 10.0 ** -self._decimals(decimals):g}"

    def notes(self) -> list[str]:
        """Say beside values in another unit that verdicts are judged in footcandles."""
        if self.is_footcandle:
            return []
        return [
            (
                f"Values are shown in {self.words}; 1 fc = {self.per_fc:.3f} {self.name}. Verdicts "
                "are judged in footcandles, as the code states its limits; what says fc is in "
                "footcandles."
            )
        ]

    def _decimals(self, decimals: int) -> int:
        return max(0, decimals - self.fewer_decimals)


FOOTCANDLES: Final = LightUnit(
    name="fc",
    words="footcandles",
    plan_title="Iso-footcandle plan",
    per_fc=1.0,
    fewer_decimals=0,
    levels=(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0),
)
LUX: Final = LightUnit(
    name="lx",
    words="lux",
    plan_title="Isolux plan",
    per_fc=LUX_PER_FOOTCANDLE,
    fewer_decimals=1,
    levels=(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0),
)


@dataclass(frozen=True, slots=True)
class LengthUnit:
    """A unit of length and how it is written.

    Attributes
    ----------
    name, abbreviation
        In a sentence and beside a number: ``metres``, ``m``.
    per_ft
        How many make an international foot.
    decimals
        That a coordinate needs, to be found on the ground to a tenth of a foot.
    """

    name: str
    abbreviation: units.LengthUnit
    per_ft: float
    decimals: int

    def of(self, length_ft: float) -> float:
        """Give a length in this unit."""
        return length_ft * self.per_ft

    def text(self, length_ft: float, decimals: int | None = None) -> str:
        """Write a length without its unit, to so many decimals or to those of the unit.

        Examples
        --------
        >>> FEET.text(24.6), METRES.text(24.6)
        ('24.6', '7.50')
        """
        return number(self.of(length_ft), self.decimals if decimals is None else decimals)

    def plain(self, length_ft: float, most_decimals: int = 2) -> str:
        """Write a length without its unit and with no more decimals than it needs: ``7.5``."""
        return plain_number(self.of(length_ft), most_decimals)

    def measure(self, length_ft: float) -> str:
        """Write a length with its unit and no more decimals than it needs: ``7.5 m``."""
        return f"{self.plain(length_ft, self.decimals)} {self.abbreviation}"

    @property
    def is_foot(self) -> bool:
        """Whether this is the unit in which codes state their limits."""
        return self.abbreviation == "ft"

    def beside(self, text: str, shown: str) -> str:
        """Put what this unit shows behind what is in feet: ``6 ft (1.83 m)``."""
        return text if self.is_foot else f"{text} ({shown} {self.abbreviation})"

    def stated(self, limit_ft: float) -> str:
        """Write a limit as the code states it: ``6 ft``, in metres ``6 ft (1.83 m)``."""
        return self.beside(f"{plain_number(limit_ft)} ft", self.plain(limit_ft))

    def against(self, value_ft: float, limit_ft: float) -> str:
        """Write a length with the digits that show its side of a limit."""
        return against_limit(self.of(value_ft), self.of(limit_ft), self.decimals)

    def key(self, key: str) -> str:
        """Name a column that is named in feet: ``mounting_height_m``; others keep their name."""
        stem = key.removesuffix("_ft")
        return key if stem == key else f"{stem}_{self.abbreviation}"


FEET: Final = LengthUnit("feet", "ft", 1.0, 1)
METRES: Final = LengthUnit("metres", "m", 1.0 / FEET_PER_UNIT["m"], 2)
_LENGTHS: Final[dict[units.LengthUnit, LengthUnit]] = {
    "ft": FEET,
    "m": METRES,
    # Two parts in a million longer: as heights the same, as state plane coordinates feet apart.
    "ftUS": LengthUnit("US survey feet", "ftUS", 1.0 / FEET_PER_UNIT["ftUS"], 1),
}


def length_unit(unit: units.LengthUnit) -> LengthUnit:
    """Give the unit in which the lengths of a site are shown, the one of its coordinates."""
    return _LENGTHS[unit]


def sheet_units(length: LengthUnit, light: LightUnit) -> str:
    """Say the units of a sheet: ``feet and footcandles``."""
    return f"{length.name} and {light.words}"


def length_columns(columns: Iterable[Column], length: LengthUnit) -> tuple[Column, ...]:
    """Name columns of feet in another unit: key and head; others stay."""
    return tuple(
        replace(
            column,
            key=length.key(column.key),
            head=f"{column.head.removesuffix('ft')}{length.abbreviation}",
        )
        if column.key.endswith("_ft")
        else column
        for column in columns
    )
