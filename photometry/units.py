"""The only conversion factors in the project.

Inside, everything is in feet, footcandles, candela and degrees; metres and lux are
converted here, at the rim.  Factors are exact by definition: the international foot
(0.3048 m, 1959) and the US survey foot (1200/3937 m, 1893).
"""

from __future__ import annotations

from typing import Final, Literal

__all__ = [
    "FEET_PER_METRE",
    "FEET_PER_UNIT",
    "LUX_PER_FOOTCANDLE",
    "METRES_PER_FOOT",
    "LengthUnit",
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
