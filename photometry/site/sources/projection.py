"""Longitudes and latitudes to the plane coordinates of a state plane or another projected system.

Degrees are taken as being on the datum of the projected system: nothing is shifted, and no grid
files are needed.  Parcels that are labelled WGS 84 (EPSG:4326) mostly are NAD 83 as it was
surveyed, relabelled; true WGS 84 differs from it by some 3 to 6 ft in the United States, which
no projection can know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.units import FEET_PER_METRE, unit_of_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["PlaneSystem", "plane_system"]

_NAMED = re.compile(r"EPSG:(\d{4,6})", re.IGNORECASE)
FARTHEST_DEG = 1.0  # from the area of a system: a border town may use its neighbour's
EXAMPLE = 'give crs = "EPSG:2260", which is New York East in US survey feet'


@dataclass(frozen=True, eq=False)
class PlaneSystem:
    """A projected coordinate reference system.

    Attributes
    ----------
    name
        ``EPSG:2260``.
    title
        ``NAD83 / New York East (ftUS)``.
    unit
        Of its coordinates.
    datum
        EPSG code of its longitudes and latitudes, as text; empty where it has none.
    area_deg
        West, south, east and north of where it is made for; None where that is not stated.
    """

    name: str
    title: str
    unit: LengthUnit
    datum: str
    area_deg: tuple[float, float, float, float] | None
    _transformer: Any

    def project(self, degrees: FloatArray) -> FloatArray:
        """Give plane coordinates.

        Parameters
        ----------
        degrees : (n, 2) array
            Longitude and latitude.

        Returns
        -------
        (n, 2) array
            Easting and northing in `unit`.

        Raises
        ------
        ValueError
            A point is outside the area of the system.
        """
        if self.area_deg is not None:
            low, high = np.array(self.area_deg[:2]), np.array(self.area_deg[2:])
            outside = ((degrees < low - FARTHEST_DEG) | (degrees > high + FARTHEST_DEG)).any(axis=1)
            if outside.any():
                lon, lat = degrees[outside][0]
                raise ValueError(
                    f"({lon:.5f}, {lat:.5f}) is outside {self.name}, {self.title}; "
                    f"it is made for longitudes {low[0]:g} to {high[0]:g} and latitudes "
                    f"{low[1]:g} to {high[1]:g}"
                )
        east, north = self._transformer.transform(degrees[:, 0], degrees[:, 1])
        plane = np.stack([np.asarray(east), np.asarray(north)], axis=1)
        if not np.isfinite(plane).all():
            raise ValueError(f"coordinates cannot be projected to {self.name}, {self.title}")
        return plane


def plane_system(name: str) -> PlaneSystem:
    """Find a projected system by its EPSG number.

    Raises
    ------
    ValueError
        It is not known, not projected, or in a unit that no site is drawn in; or pyproj is
        not installed. The message says what to do after ``;``.
    """
    named = _NAMED.fullmatch(name.strip())
    if named is None:
        raise ValueError(f'"{name}" is not an EPSG number; {EXAMPLE}')
    try:
        from pyproj import CRS, Transformer  # noqa: PLC0415  # an extra
        from pyproj.exceptions import CRSError  # noqa: PLC0415
    except ImportError:
        raise ValueError(
            'needs pyproj, which is not installed; pip install "site-photometry[projection]"'
        ) from None
    try:
        system = CRS.from_epsg(int(named[1]))
    except CRSError:
        raise ValueError(
            f'"{name}" is not a known coordinate reference system; {EXAMPLE}'
        ) from None
    if not system.is_projected or system.geodetic_crs is None:
        raise ValueError(f'"{name}" ({system.name}) is not a plane system; {EXAMPLE}')
    unit = unit_of_length(system.axis_info[0].unit_conversion_factor * FEET_PER_METRE)
    if unit is None:
        raise ValueError(
            f'"{name}" ({system.name}) is in {system.axis_info[0].unit_name}; {EXAMPLE}'
        )
    area = system.area_of_use
    datum = system.geodetic_crs
    return PlaneSystem(
        name=f"EPSG:{named[1]}",
        title=system.name,
        unit=unit,
        datum=str(datum.to_epsg() or ""),
        area_deg=None if area is None else (area.west, area.south, area.east, area.north),
        _transformer=Transformer.from_crs(datum, system, always_xy=True),
    )
