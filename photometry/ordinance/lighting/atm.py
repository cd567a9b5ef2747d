"""Light at automated teller machines: least levels by distance from the machine.

A state's act gives a table: so many footcandles within so many feet of the machine, at some
height, in all unobstructed directions.  The user gives it as ``ies_target.atm_table``, a list of
``{distance_ft, height_ft, plane, min_fc}``, and the machine's place as `atm_x_ft`, `atm_y_ft` of
the zone.  Without a table the zone's own least level decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.ordinance.lighting.levels import LEVEL
from photometry.ordinance.lighting.targets import NoTarget, row_of_activity
from photometry.ordinance.messages import feet_in_words, place_in_words
from photometry.ordinance.photometric import CheckKind, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Site

    FloatArray = NDArray[np.float64]

__all__ = ["ATM", "AtmLevel", "read_atm_level"]

KEYS: Final = frozenset(("distance_ft", "height_ft", "plane", "min_fc"))
PLANES: Final = ("horizontal", "vertical")
RINGS: Final = 10  # of a distance
BEARINGS: Final = 72
FACE_FT: Final = 0.5  # in front of the machine, where the first ring stands at the least
AS_LEVEL: Final = {"side": "lower", "statistic": "minimum_only", "any_plane": True}


@dataclass(frozen=True, slots=True)
class AtmLevel:
    """A row of the table: at least so much light within a distance, at a height, on a plane."""

    distance_ft: float
    height_ft: float
    plane: str
    min_fc: float

    def words(self, site: Site | None) -> str:
        """Give ``at least 10 fc (horizontal, 5 ft up) within 5 ft``."""
        up, within = (feet_in_words(ft, site) for ft in (self.height_ft, self.distance_ft))
        return f"at least {self.min_fc:g} fc ({self.plane}, {up} up) within {within}"


def read_atm_level(text: str) -> AtmLevel | str:
    """Read ``distance_ft=5 height_ft=5 min_fc=10 plane=horizontal``; a text says what is wrong."""
    values = dict(part.partition("=")[::2] for part in text.split())
    if set(values) != KEYS:
        return f"{text!r} is not of the form {{distance_ft, height_ft, plane, min_fc}}"
    if values["plane"] not in PLANES:
        return f"plane is {' or '.join(PLANES)}, not {values['plane']!r}"
    try:
        distance, height, least = (
            float(values[key]) for key in ("distance_ft", "height_ft", "min_fc")
        )
    except ValueError:
        return f"{text!r} has something else than numbers"
    if not (0.0 < distance <= 1000.0 and 0.0 <= height <= 100.0 and 0.0 <= least <= 1e4):
        return f"{text!r} is out of bounds"
    return AtmLevel(distance, height, values["plane"], least)


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    levels = _levels(context)
    if levels is None:
        return LEVEL.judge(replace(context, params=AS_LEVEL))
    wrong = [one for one in levels if isinstance(one, str)]
    if wrong:
        return [Outcome(missing=frozenset({"ies_target.atm_table"}), message="; ".join(wrong))]
    table = [one for one in levels if isinstance(one, AtmLevel)]
    if context.site is None or context.calculation is None:
        return [_stated(context, table)]
    x, y = (context.subject.number(name) for name in ("atm_x_ft", "atm_y_ft"))
    if x is None or y is None:
        missing = frozenset({"calc_zone.atm_x_ft", "calc_zone.atm_y_ft"})
        return [Outcome(missing=missing, message="where the machine stands is not known")]
    found = [_measured(context.site, context.calculation, one, (x, y)) for one in table]
    return [min(found, key=_room)]


def _levels(context: PhotometricContext) -> list[AtmLevel | str] | None:
    """Give the table of the zone's activity; None where it has none."""
    activity = context.subject.get("ies_activity")
    row = None if activity is None else row_of_activity(context, str(activity))
    given = None if row is None or isinstance(row, NoTarget) else row.get("atm_table")
    if not isinstance(given, tuple) or not given:
        return None
    return [read_atm_level(str(text)) for text in given]


def _measured(
    site: Site, calculation: Calculation, level: AtmLevel, machine: tuple[float, float]
) -> Outcome:
    """Find the least light within a distance of the machine, where nothing stands between."""
    at = _open_places(site, level, np.array(machine))
    if not len(at):
        within = feet_in_words(level.distance_ft, site)
        words = f"nothing within {within} of the machine is open"
        return Outcome(missing=frozenset({"calc_zone.atm_x_ft"}), message=words)
    grade = site.terrain.grade_ft(at[:, 0], at[:, 1])
    points = np.column_stack([at, grade + level.height_ft])
    facing = np.tile([0.0, 0.0, 1.0], (len(at), 1))
    if level.plane == "vertical":
        toward = np.array(machine) - at
        toward /= np.hypot(*toward.T)[:, None]
        facing = np.column_stack([toward, np.zeros(len(at))])
    light = calculation.illuminance(points, facing, "maintained")
    least = int(light.argmin())
    x, y, z = (float(value) for value in points[least])
    fc = float(light[least])
    return Outcome(
        measured=fc,
        op=">=",
        limit=level.min_fc,
        unit="fc",
        witness=(x, y, z),
        message=f"{fc:.2f} fc maintained at {place_in_words((x, y), site)}; {level.words(site)} of the"
        " machine is asked for",
    )


def _open_places(site: Site, level: AtmLevel, machine: FloatArray) -> FloatArray:
    """Give places (n, 2) on rings about the machine that see it at the meter's height."""
    radii = np.linspace(min(FACE_FT, level.distance_ft), level.distance_ft, RINGS)
    bearings = np.radians(np.arange(BEARINGS) * 360.0 / BEARINGS)
    circle = np.column_stack([np.cos(bearings), np.sin(bearings)])
    at = machine + (radii[:, None, None] * circle).reshape(-1, 2)
    # The machine is set into a wall: the way is looked at from a little in front of it.
    start = machine + (at - machine) * (1e-3 / np.hypot(*(at - machine).T))[:, None]
    ways = shapely.linestrings(np.stack([start, at], axis=1))
    blocked = np.zeros(len(at), np.bool_)
    for prism in site.obstructions:
        grade = float(site.terrain.grade_ft(machine[:1], machine[1:])[0])
        height = grade + level.height_ft
        if prism.base_height_ft <= height < prism.top_ft:
            inside = shapely.Polygon(prism.footprint_ft).buffer(-1e-4)
            blocked |= shapely.intersects(ways, inside)
    open_places: FloatArray = at[~blocked]
    return open_places


def _stated(context: PhotometricContext, table: Sequence[AtmLevel]) -> Outcome:
    """Judge readings that are stated with their distance from the machine."""
    found = []
    for level in table:
        readings = [
            fc
            for row in context.facts.rows("calc_point")
            if (away := row.number("distance_to_atm_ft")) is not None
            and away <= level.distance_ft
            and (row.number("height_ft") or 0.0) == level.height_ft
            and (fc := row.number("illuminance_fc")) is not None
        ]
        if not readings:
            return Outcome(
                missing=frozenset({"calc_point.distance_to_atm_ft"}),
                message=f"no reading is stated for {level.words(context.site)}",
            )
        found.append(
            Outcome(
                measured=min(readings),
                op=">=",
                limit=level.min_fc,
                unit="fc",
                exact=True,
                message=f"{min(readings):g} fc is stated; {level.words(context.site)} of the machine"
                " is asked for",
            )
        )
    return min(found, key=_room)


def _room(outcome: Outcome) -> float:
    """Share of the limit that is left over; what is missing stands between fail and pass."""
    if not isinstance(outcome.measured, float) or not isinstance(outcome.limit, float):
        return -1e-9
    return (outcome.measured - outcome.limit) / max(outcome.limit, 1e-9)


ATM: Final = CheckKind(judge=_judge, records=frozenset({"calc_zone"}))
