"""The unit in which illuminance is shown: footcandles, or lux where they are asked for.

Inside and in every data file illuminance is in footcandles; it is turned into another unit
where it is written, and the unit is written with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from photometry.tables.text import against_limit, number
from photometry.units import LUX_PER_FOOTCANDLE

__all__ = ["FOOTCANDLES", "LUX", "LightUnit"]


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

    @property
    def sheet_units(self) -> str:
        """Say the units of a sheet."""
        return f"feet and {self.words}"

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
