"""Points to measure after installation: which, how the meter stands, and what it should read.

A lot is new when it is measured, so what is expected is the initial illuminance (non-recoverable
light loss only), not the maintained one that the plan is judged by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT, zone_normals
from photometry.ordinance.finding import Status
from photometry.site.ring import property_ring
from photometry.tables.display import FEET, FOOTCANDLES, length_unit
from photometry.tables.grouping import worst_first
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import number
from photometry.tables.tying import References, compass
from photometry.tables.words import judged_layer, layer_name, limit_text, line_place
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation, LineResult
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LengthUnit, LightUnit
    from photometry.tables.tying import Tie

    FloatArray = NDArray[np.float64]
    Normal = tuple[float, float, float]

__all__ = ["CheckPoint", "check_points", "field_check_rows"]

ZONE_POINTS: Final = 12  # in all zones together, where that leaves some for each
MOST_IN_ZONE: Final = 5
LEAST_IN_ZONE: Final = 2  # the largest and the smallest
LINE_POINTS: Final = 8
STEP_FT: Final = 1.0  # how far from the point the meter may stand by mistake
SAME_PLACE_FT: Final = 0.5
UP: Final = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class CheckPoint:
    """A point to measure.

    Attributes
    ----------
    where, why
        ``"parking"`` and ``"smallest"``; ``"Pavement edge, north"`` and ``"worst, limit 0.5"``.
    at_ft
        The meter, site coordinates; its height above grade is `meter_height_ft`.
    normal
        Where the meter faces.
    expected_fc
        Initial illuminance there.
    near_fc
        Least and most within a foot of it, level: what a misplaced meter may read.
    """

    where: str
    why: str
    at_ft: tuple[float, float, float]
    meter_height_ft: float
    normal: Normal
    expected_fc: float
    near_fc: tuple[float, float]

    @property
    def is_level(self) -> bool:
        """Whether the meter lies level, facing up."""
        return self.normal == UP


def check_points(
    calc: Calculation, findings: Sequence[Finding] = (), light: LightUnit = FOOTCANDLES
) -> list[CheckPoint]:
    """Choose some twenty points: of each zone the extremes and a spread, of boundaries the worst.

    Parameters
    ----------
    calc
        The calculation.
    findings
        Verdicts: the points at which limits along lines were judged; without any, the
        brightest point of each stretch of the property line.
    light
        The unit in which limits are named.

    Returns
    -------
    list of CheckPoint
        Zones in their order, then lines: of each boundary the one nearest to its limit, then
        the others, as long as there are no more than eight.
    """
    return [*_zone_points(calc), *_line_points(calc, findings, light)]


def field_check_rows(
    site: Site,
    points: Sequence[CheckPoint],
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> Table:
    """Write the points as rows, with two tapes to find each by and room for the readings.

    Coordinates and distances are in metres on a site whose unit is the metre, in feet elsewhere;
    what the meter reads and how high it stands are in the units that are given.
    """
    unit = "m" if site.unit == "m" else "ft"
    feet = FEET_PER_UNIT["m" if site.unit == "m" else "ft"]
    references = References.of(site)
    rows = []
    for place, point in enumerate(points, start=1):
        xy = np.array(point.at_ft[:2])
        first, second = references.two_for(xy)
        x, y = xy / site.feet_per_unit
        facing = "" if point.is_level else compass(np.array(point.normal[:2]), site.north_deg)
        low, high = point.near_fc
        rows.append(
            Row(
                (
                    Cell(f"{place}", place),
                    Cell(point.where, point.where),
                    Cell(point.why, point.why),
                    Cell(length.measure(point.meter_height_ft), length.of(point.meter_height_ft)),
                    Cell(f"faces {facing}" if facing else "level, up", facing or "up"),
                    Cell(light.text(point.expected_fc), light.of(point.expected_fc)),
                    Cell(light.text(low), light.of(low)),
                    Cell(light.text(high), light.of(high)),
                    Cell("", None),
                    Cell("", None),
                    *_tied(first, feet),
                    *_tied(second, feet)[:2],
                    Cell(number(float(x)), float(x)),
                    Cell(number(float(y)), float(y)),
                )
            )
        )
    return Table("Points to measure", _columns(site, unit, light, length), tuple(rows))


def _columns(site: Site, unit: str, light: LightUnit, length: LengthUnit) -> tuple[Column, ...]:
    near = f"within {length.plain(STEP_FT, 1)} {length.abbreviation}"
    return (
        Column("point", "No.", numeric=True),
        Column("where", "Where"),
        Column("why", "Which"),
        Column("meter_height_ft", "Meter\nat"),
        Column("meter_faces", "Meter\nlies"),
        Column("expected_initial_fc", f"Expected\ninitial {light.name}", numeric=True),
        Column("least_within_1ft_fc", f"Least\n{near}", numeric=True),
        Column("most_within_1ft_fc", f"Most\n{near}", numeric=True),
        Column("reading_on_fc", f"Reading {light.name}\nlights on", numeric=True),
        Column("reading_off_fc", f"Reading {light.name}\nlights off", numeric=True),
        Column("from", "From"),
        Column(f"from_{unit}", f"Tape\n{unit}", numeric=True),
        Column("from_toward", "Toward"),
        Column("and_from", "And from"),
        Column(f"and_from_{unit}", f"Tape\n{unit}", numeric=True),
        Column("x", f"X\n{site.unit}", numeric=True),
        Column("y", f"Y\n{site.unit}", numeric=True),
    )


def _tied(found: Tie | None, feet: float) -> tuple[Cell, Cell, Cell]:
    """Write a tape: from where, how long, toward which wind."""
    if found is None:
        return Cell(""), Cell(""), Cell("")
    length = round(found.distance_ft / feet, 1)
    return (
        Cell(found.name, found.name),
        Cell(number(length, 1), length),
        Cell(found.toward, found.toward),
    )


# ---- zones ---------------------------------------------------------------------------------------


def _zone_points(calc: Calculation) -> Iterator[CheckPoint]:
    share = ZONE_POINTS // max(1, len(calc.zones))
    wanted = min(MOST_IN_ZONE, max(LEAST_IN_ZONE, share))
    for zone in calc.zones.values():
        initial = zone.initial_fc
        for row, why in _chosen(zone.points_ft[:, :2], initial, wanted):
            at = zone.points_ft[row]
            normal = _darkest(calc, at, zone_normals(zone.zone, calc.site.north_deg))
            yield _point(calc, (zone.name, why), at, zone.zone.height_ft, normal)


def _chosen(places: FloatArray, values: FloatArray, wanted: int) -> list[tuple[int, str]]:
    """Choose the largest, the smallest, and then always what is farthest from those chosen."""
    rows = list(dict.fromkeys((int(values.argmax()), int(values.argmin()))))
    names = ["largest", "smallest"][: len(rows)]
    while len(rows) < min(wanted, len(values)):
        away = np.min([np.hypot(*(places - places[row]).T) for row in rows], axis=0)
        # Rounded, so that of places that are equally far the first is taken on every machine.
        rows.append(int(np.round(away, 6).argmax()))
        names.append("spread")
    return list(zip(rows, names, strict=True))


def _darkest(calc: Calculation, at: FloatArray, normals: Sequence[Normal]) -> Normal:
    """Choose where the meter of a zone faces: of several ways the one with the least light."""
    there = [calc.illuminance([at], [normal], "initial")[0] for normal in normals]
    return normals[int(np.argmin(there))]


# ---- lines ---------------------------------------------------------------------------------------


def _line_points(
    calc: Calculation, findings: Sequence[Finding], light: LightUnit
) -> Iterator[CheckPoint]:
    ring = property_ring(calc.site)
    if ring is None:
        return
    for place, why, at, is_vertical in _places_on_lines(calc, findings, light):
        where = np.array(at)
        normal: Normal = UP
        height = 0.0
        if is_vertical:
            facing = ring.nearest(where[None, :2])[1][0]
            normal, height = (float(facing[0]), float(facing[1]), 0.0), VERTICAL_METER_HEIGHT_FT
        grade = float(calc.site.terrain.grade_ft(*where[:2]))
        yield _point(calc, (place, why), np.array([*where[:2], grade + height]), height, normal)


def _places_on_lines(
    calc: Calculation, findings: Sequence[Finding], light: LightUnit
) -> list[tuple[str, str, tuple[float, float, float], bool]]:
    """Give name, reason, place and plane of the points on lines, as many as are wanted."""
    length = length_unit(calc.site.unit)
    judged = worst_first(f for f in findings if _is_measurable(f) and f.where.name in calc.lines)
    if not judged:
        return [
            (_where(line, length), "largest", line.statistics("initial").max_at_ft, False)
            for line in calc.lines.values()
            if line.line.kind == "property_line"
        ][:LINE_POINTS]
    firsts = {_boundary(calc.lines[f.where.name]): f for f in reversed(judged)}
    ordered = [f for f in judged if f in firsts.values()]
    ordered += [f for f in judged if f not in ordered]
    found: list[tuple[str, str, tuple[float, float, float], bool]] = []
    for finding in ordered:
        at = finding.witness or (0.0, 0.0, 0.0)
        upright = judged_layer(finding).startswith("vertical_")
        if any(np.hypot(*np.subtract(at, old)[:2]) < SAME_PLACE_FT for *_, old, _ in found):
            continue
        limit = limit_text(finding)
        if not light.is_footcandle:
            limit = light.text(float(finding.limit or 0.0), 3)
        why = f"worst, limit {limit} ({layer_name(judged_layer(finding))})"
        found.append((_where(calc.lines[finding.where.name], length), why, at, upright))
    return found[:LINE_POINTS]


def _where(line: LineResult, length: LengthUnit) -> str:
    """Name a line as `line_place` does, how far it is beyond the lot in the site's unit alone."""
    if line.line.kind != "offset":
        return line_place(line.name)
    return f"{length.measure(line.line.distance_ft)} beyond, {line.line.boundary_id}"


def _is_measurable(finding: Finding) -> bool:
    return (
        finding.where.kind == "line"
        and finding.unit == "fc"
        and finding.witness is not None
        and finding.status is not Status.NOT_APPLICABLE
        and isinstance(finding.limit, (int, float))
    )


def _boundary(line: LineResult) -> str:
    return line.line.boundary_id


def _point(
    calc: Calculation,
    said: tuple[str, str],
    at: FloatArray,
    height_ft: float,
    normal: Normal,
) -> CheckPoint:
    turns = np.radians(np.arange(0.0, 360.0, 45.0))
    around = at + STEP_FT * np.column_stack([np.cos(turns), np.sin(turns), np.zeros(8)])
    places = np.vstack([at, around])
    values = calc.illuminance(places, np.tile(normal, (9, 1)), "initial")
    x, y, z = (float(value) for value in at)
    near = float(values.min()), float(values.max())
    return CheckPoint(*said, (x, y, z), height_ft, normal, float(values[0]), near)
