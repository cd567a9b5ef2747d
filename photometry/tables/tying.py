"""How a person with a tape finds a point: two distances from what can be seen on the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["References", "Tie", "compass"]

WINDS: Final = (
    *("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE"),
    *("S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"),
)
LEAST_ANGLE_DEG: Final = 30.0  # between the two tapes, so that they cross well
NEAREST_FT: Final = 0.5  # a tape needs a length
MEETING_FT: Final = 1.0  # ends of boundaries that are one corner
WALL_FT: Final = 0.1  # a tape may touch a wall
ON_THE_GROUND_FT: Final = 1.0  # a foundation is no roof
AT_THE_POLE: Final = "at it"


def compass(direction: FloatArray, north_deg: float) -> str:
    """Name a direction by its wind, of sixteen.

    Examples
    --------
    >>> compass(np.array([1.0, 0.0]), 90.0)
    'E'
    """
    turn = np.degrees(np.arctan2(direction[1], direction[0]))
    bearing = (north_deg - float(turn)) % 360.0
    return WINDS[round(bearing / 22.5) % 16]


@dataclass(frozen=True, slots=True)
class Tie:
    """A tape to a point: from what, how long, and toward which wind it leads."""

    name: str
    distance_ft: float
    toward: str


@dataclass(frozen=True, eq=False)
class References:
    """What can be found on the ground: luminaires that stand on it, corners of the property.

    Attributes
    ----------
    names
        ``"P3"``, the number of a luminaire, and ``"corner south/east"``.
    places_ft : (n, 2) array
        Where they are, site coordinates.
    walls
        Buildings on the ground, which no tape goes through.
    """

    names: tuple[str, ...]
    places_ft: FloatArray
    north_deg: float
    walls: BaseGeometry

    @classmethod
    def of(cls, site: Site) -> References:
        """Gather the luminaires of a site that a tape can be held to, and where boundaries meet."""
        found = {
            head.pole_id: head.pole_xy_ft for head in site.heads if _is_within_reach(site, head)
        }
        ends = [(boundary.id, boundary.line_ft) for boundary in site.boundaries]
        for (before, line), (after, following) in zip(ends, ends[1:] + ends[:1], strict=True):
            if before != after and np.hypot(*(line[-1] - following[0])) < MEETING_FT:
                x, y = following[0]
                found[f"corner {before}/{after}"] = float(x), float(y)
        places = np.array(list(found.values()), np.float64).reshape(-1, 2)
        walls = shapely.union_all(
            [
                shapely.Polygon(building.footprint_ft).buffer(-WALL_FT)
                for building in site.obstructions
                if building.base_height_ft <= _grade_ft(site, building.footprint_ft.mean(axis=0))
            ]
        )
        return cls(tuple(found), places, site.north_deg, walls)

    def two_for(self, point_ft: FloatArray) -> tuple[Tie | None, Tie | None]:
        """Choose the nearest reference, and the nearest whose tape crosses the first well.

        Returns
        -------
        tuple
            None where there is none, or where the point is at the first.
        """
        away = point_ft - self.places_ft
        distance = np.hypot(*away.T)
        # Rounded, so that equal distances are equal on every machine.
        order = [
            int(i)
            for i in np.argsort(np.round(distance, 6), kind="stable")
            if not self.walls.intersects(shapely.LineString([self.places_ft[i], point_ft]))
        ]
        if not order:
            return None, None
        first = order[0]
        if distance[first] < NEAREST_FT:  # the point is at it: any other tells nothing more
            return self._tied(first, distance, away), None
        lengths = np.maximum(distance * distance[first], 1e-12)
        cross = np.abs(away[:, 0] * away[first, 1] - away[:, 1] * away[first, 0]) / lengths
        crosses = cross >= np.sin(np.radians(LEAST_ANGLE_DEG))
        second = next((i for i in order[1:] if crosses[i]), None)
        found = None if second is None else self._tied(second, distance, away)
        return self._tied(first, distance, away), found

    def _tied(self, row: int, distance: FloatArray, away: FloatArray) -> Tie:
        near = float(distance[row])
        direction = AT_THE_POLE if near < NEAREST_FT else compass(away[row], self.north_deg)
        return Tie(self.names[row], near, direction)


def _is_within_reach(site: Site, head: Head) -> bool:
    """Tell whether a luminaire stands on the ground or hangs on a wall, not on or under a roof."""
    if head.facts.get("fixture_kind") == "canopy":
        return False
    placed = head.luminaire
    return placed.base_z_ft <= _grade_ft(site, np.array(head.pole_xy_ft)) + ON_THE_GROUND_FT


def _grade_ft(site: Site, place_ft: FloatArray) -> float:
    return float(site.terrain.grade_ft(float(place_ft[0]), float(place_ft[1])))
