"""What the numbers of a GeoJSON file are: feet or metres in a plane, or degrees to be projected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from photometry.site.sources.geojson_features import datum_of
from photometry.site.sources.projection import plane_system
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from photometry.site.sources.projection import PlaneSystem
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["DrawnIn", "drawn_in"]

# Datums whose degrees are one another's to some feet: WGS 84, NAD 83 and its realizations.
_ALIKE = frozenset(["4326", "4269", "4152", "4759", "6318"])


@dataclass(frozen=True, eq=False)
class DrawnIn:
    """What brings the coordinates of a file to feet.

    Attributes
    ----------
    unit
        Of plane coordinates, or of those that degrees are projected to.
    plane
        The system that degrees are projected to; None for plane coordinates.
    """

    unit: LengthUnit
    plane: PlaneSystem | None = None

    def in_feet(self, points: FloatArray) -> FloatArray:
        """Give points (n, 2) of the file in site coordinates, ft."""
        plane = self.plane.project(points) if self.plane else points
        return plane * FEET_PER_UNIT[self.unit]


def drawn_in(
    data: Any, unit: LengthUnit | None, crs: str | None, *, may_be_degrees: bool
) -> DrawnIn:
    """Tell what the coordinates of a document are.

    Parameters
    ----------
    data
        The document, which may name its system.
    unit, crs
        As ``[geometry]`` gives them.
    may_be_degrees
        Whether every coordinate is within 180 and 90.

    Raises
    ------
    ValueError
        That cannot be told, or the two do not fit. The message says what to do after ``;``.
    """
    datum = datum_of(data)
    if not may_be_degrees or datum is None:
        if crs is not None:
            raise ValueError(
                f"[geometry] crs = {crs} is for longitudes and latitudes, these are not; "
                'leave crs out, and give unit = "ft"'
            )
        if unit is None:
            raise ValueError('GeoJSON does not say its unit; give [geometry] unit = "ft"')
        return DrawnIn(unit)
    if crs is None:
        raise ValueError(
            "coordinates are longitudes and latitudes, as far as can be seen (all within 180 and "
            '90); project them with [geometry] crs = "EPSG:2260" (the number of your state plane '
            "zone), or export it in state plane feet"
        )
    try:
        plane = plane_system(crs)
    except ValueError as unfit:
        raise ValueError(f"[geometry] crs {unfit}") from None
    if datum != plane.datum and not {datum, plane.datum} <= _ALIKE:
        raise ValueError(
            f"its longitudes and latitudes are of EPSG:{datum}, those of {crs} of "
            f"EPSG:{plane.datum}; the datums differ: export it from the GIS in the plane system"
        )
    return DrawnIn(plane.unit, plane)
