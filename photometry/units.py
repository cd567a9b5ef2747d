"""The only conversion factors in the project.

Inside, everything is in feet, footcandles, candela and degrees; metres and lux are
converted here, at the rim.  Factors are exact by definition: the international foot
(0.3048 m, 1959) and the US survey foot (1200/3937 m, 1893).
"""

from __future__ import annotations

from typing import Final, Literal

__all__ = [
    "EPSG_OF_UNIT",
    "FEET_PER_METRE",
    "FEET_PER_UNIT",
    "LUX_PER_FOOTCANDLE",
    "METRES_PER_FOOT",
    "LengthUnit",
    "unit_of_length",
]

LengthUnit = Literal["ft", "m", "ftUS"]

METRES_PER_FOOT: Final = 0.3048
FEET_PER_METRE: Final = 1.0 / METRES_PER_FOOT
LUX_PER_FOOTCANDLE: Final = 1.0 / METRES_PER_FOOT**2  # lm/ft2 in lm/m2: 10.763910416709722

# A US survey foot is 1200/3937 m; in international feet that is 1.000002 ft, which is
# 3 ft at a state plane coordinate of 1,500,000 ft, so the two are never mixed up.
FEET_PER_UNIT: Final[dict[LengthUnit, float]] = {
    "ft": 1.0,
    "m": FEET_PER_METRE,
    "ftUS": (1200.0 / 3937.0) / METRES_PER_FOOT,
}

# Codes of the EPSG registry, by which GeoTIFF 1.1 (OGC 19-008r4) names linear units.
EPSG_OF_UNIT: Final[dict[LengthUnit, int]] = {"m": 9001, "ft": 9002, "ftUS": 9003}


def unit_of_length(feet: float) -> LengthUnit | None:
    """Give the unit of so many feet; None where no site has such a unit.

    Examples
    --------
    >>> unit_of_length(1200.0 / 3937.0 / 0.3048)
    'ftUS'
    """
    # A foot and a US survey foot are 2e-6 apart.
    alike = (unit for unit, one in FEET_PER_UNIT.items() if abs(feet / one - 1.0) < 1e-8)
    return next(alike, None)
