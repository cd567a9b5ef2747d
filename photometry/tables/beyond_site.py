"""Light and sight beyond the site: the worst points, every reading of a line, every luminaire seen."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT
from photometry.ordinance.finding import Finding, Status
from photometry.ordinance.lighting.visibility import HEIGHT_TOLERANCE_FT
from photometry.tables.display import FEET, FOOTCANDLES, length_columns
from photometry.tables.grouping import worst_first
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import (
    MISSING,
    STATUS_WORDS,
    clause,
    number,
    plain_number,
)
from photometry.tables.words import (
    is_united,
    judged_layer,
    layer_name,
    limit_text,
    line_place,
    margin_text,
    measured_text,
    place,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from photometry.ordinance.lighting.line_profiles import LuminaireSight
    from photometry.ordinance.profiles import LightProfile, SightProfile
    from photometry.tables.display import LengthUnit, LightUnit

    # Station along its line, ft, of a finding's witness; None where it has none.
    StationOf = Callable[[Finding], float | None]

__all__ = [
    "PointRow",
    "cutoff_text",
    "height_text",
    "light_rows",
    "sight_rows",
    "worst_points",
    "worst_rows",
]

WORST: Final = (
    Column("point", "Pt", numeric=True),
    Column("clause", "Clause"),
    Column("where", "Where"),
    Column("station_ft", "Station\nft", numeric=True),
    Column("at", "At x, y\nft", numeric=True),
    Column("quantity", "Quantity"),
    Column("limit", "Limit", numeric=True),
    Column("worst", "Worst", numeric=True),
    Column("margin", "Margin", numeric=True),
    Column("giver", "Who gives it, or what is missing"),
    Column("verdict", "Verdict"),
)
LIGHT: Final = (
    Column("line", "Line"),
    Column("limit_fc", "Limit\nfc", numeric=True),
    Column("horizontal_initial", "Horizontal\ninitial", numeric=True),
    Column("horizontal_maintained", "Horizontal\nmaintained", numeric=True),
    Column("vertical_initial", "Vertical\ninitial", numeric=True),
    Column("vertical_maintained", "Vertical\nmaintained", numeric=True),
    Column("judged", "Judged"),
    Column("rule", "Rule"),
    Column("verdict", "Verdict"),
)
SIGHT: Final = (
    Column("luminaire", "Luminaire"),
    Column("seen_from", "Seen highest from"),
    Column("distance_ft", "Away\nft", numeric=True),
    Column("cutoff_deg", "Cutoff\ninstalled °", numeric=True),
    Column("height_ft", "Seen up to\nft", numeric=True),
    Column("limit_ft", "Limit\nft", numeric=True),
    Column("needed_deg", "Cutoff to\npass °", numeric=True),
    Column("verdict", "Verdict"),
)
READINGS: Final = (
    "initial horizontal",
    "maintained horizontal",
    "initial vertical",
    "maintained vertical",
)
GIVERS: Final = 2  # luminaires named as giving a reading


@dataclass(frozen=True, slots=True)
class PointRow:
    """A finding with its number on the plan; None where it has no place to point at."""

    point: int | None
    finding: Finding


def worst_points(findings: Iterable[Finding]) -> list[PointRow]:
    """Order findings as a reviewer reads them, the worst first, and number them."""
    applying = (one for one in findings if one.status is not Status.NOT_APPLICABLE)
    rows, point = [], 0
    for finding in worst_first(applying):
        point += finding.witness is not None
        rows.append(PointRow(point if finding.witness is not None else None, finding))
    return rows


def worst_rows(
    points: Sequence[PointRow],
    station_of: StationOf,
    line_of: Callable[[Finding], str],
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> Table:
    """Tabulate findings in the order and with the numbers of `worst_points`.

    `line_of` names the line on which a finding of a boundary was made; empty for none.
    """
    rows = tuple(
        _worst_row(one, station_of(one.finding), line_of(one.finding), light, length)
        for one in points
    )
    columns = tuple(
        replace(column, head=f"At x, y\n{length.abbreviation}") if column.key == "at" else column
        for column in length_columns(WORST, length)
    )
    return Table("Worst points: over the limit first, then by margin", columns, rows)


def _worst_row(
    row: PointRow, station_ft: float | None, line: str, light: LightUnit, length: LengthUnit
) -> Row:
    finding = row.finding
    united = is_united(finding, light, length)
    at = MISSING
    if finding.witness is not None:
        x, y, _ = finding.witness
        at = f"{length.text(x)}, {length.text(y)}"
    margin = MISSING if finding.margin is None else margin_text(finding, light, length)
    station = None if station_ft is None else length.of(station_ft)
    where = line_place(line, length) if line else place(finding.where, length)
    return Row(
        (
            Cell("" if row.point is None else f"{row.point}", row.point),
            Cell(clause(finding.citation), finding.citation),
            Cell(where, finding.where.name),
            Cell(number(station, length.decimals), station),
            Cell(at, at),
            _text(_quantity(finding, united=united)),
            _text(limit_text(finding, with_unit=united, light=light, length=length)),
            _text(measured_text(finding, with_unit=united, light=light, length=length)),
            Cell(margin, finding.margin),
            _text(_giver(finding, light)),
            _text(STATUS_WORDS[finding.status]),
        ),
        finding.status,
    )


def _text(words: str) -> Cell:
    return Cell(words, words)


def _quantity(finding: Finding, *, united: bool) -> str:
    """Say what was measured, and its unit where the numbers do not."""
    if finding.unit == "fc":
        layer = layer_name(judged_layer(finding))
        return layer if united else f"fc, {layer}"
    if finding.unit == "ft":
        return "above grade" if united else "ft above grade"
    return finding.unit or ""


def _giver(finding: Finding, light: LightUnit) -> str:
    """Name the luminaires that give a reading, or what would have to be given."""
    if finding.missing:
        return ", ".join(finding.missing)
    given = [one for one in finding.details if one.status is not Status.NOT_APPLICABLE]
    if finding.unit == "fc":
        shares = [
            f"{one.luminaire} {light.text(one.measured)}"
            for one in given[:GIVERS]
            if isinstance(one.measured, float)
        ]
        return ", ".join(shares) or MISSING
    others = sum(one.status is Status.FAIL for one in given) - 1
    if not given:
        return MISSING
    return given[0].luminaire + (f" and {others} more" if others > 0 else "")


def light_rows(
    profiles: Iterable[LightProfile],
    findings: Sequence[Finding],
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> Table:
    """Tabulate the largest readings of every line that has a limit, on both meters."""
    rows = tuple(_light_row(one, _finding_of(one, findings), light, length) for one in profiles)
    note = (
        f"Largest reading of the continuous line, {light.name}. Horizontal: meter level at grade. "
        f"Vertical: {length.measure(VERTICAL_METER_HEIGHT_FT)} above grade, facing the nearest "
        "point of the property line."
    )
    columns = LIGHT if light.is_footcandle else _stating(LIGHT, "limit_fc")
    return Table("Trespass: largest readings of every line", columns, rows, note)


def _stating(columns: Sequence[Column], key: str) -> tuple[Column, ...]:
    """Leave the unit out of the head of a column whose cells say it."""
    return tuple(
        replace(column, head=column.head.partition("\n")[0]) if column.key == key else column
        for column in columns
    )


def _light_row(
    profile: LightProfile, finding: Finding | None, light: LightUnit, length: LengthUnit
) -> Row:
    limit = number(profile.limit_fc, 1)
    if not light.is_footcandle:
        limit = light.stated(profile.limit_fc)
    readings = {name: reading.fc for name, reading in profile.largest.items()}
    judged = "" if finding is None else layer_name(judged_layer(finding))
    meter = "horizontal " if judged in {"initial", "maintained"} else ""
    return Row(
        (
            Cell(line_place(profile.line.name, length), profile.line.name),
            Cell(limit, profile.limit_fc),
            *(_reading_cell(readings.get(name), profile.limit_fc, light) for name in READINGS),
            _text(meter + judged.replace("both", "larger of both,")),
            _text(profile.rule),
            _text("" if finding is None else STATUS_WORDS[finding.status]),
        ),
        None if finding is None else finding.status,
    )


def _reading_cell(value_fc: float | None, limit_fc: float, light: LightUnit) -> Cell:
    if value_fc is None:
        return Cell(MISSING)
    return Cell(light.against(value_fc, limit_fc), light.of(value_fc))


def _finding_of(
    profile: LightProfile | SightProfile, findings: Iterable[Finding]
) -> Finding | None:
    names = {profile.line.name, profile.line.boundary_id}
    return next(
        (one for one in findings if one.rule == profile.rule and one.where.name in names), None
    )


def sight_rows(profiles: Iterable[SightProfile], length: LengthUnit = FEET) -> Table:
    """Tabulate every luminaire at the line where it comes nearest to being seen too high."""
    nearest: dict[str, tuple[SightProfile, LuminaireSight]] = {}
    for profile in profiles:
        for one in profile.sights:
            known = nearest.get(one.luminaire)
            if known is None or _excess(profile, one) > _excess(*known):
                nearest[one.luminaire] = (profile, one)
    ordered = sorted(nearest.values(), key=lambda pair: -_excess(*pair))
    rows = tuple(_sight_row(profile, one, length) for profile, one in ordered)
    note = (
        "For each luminaire the line that decides. Cutoff as installed: the largest angle from "
        "nadir toward that point at which the source can be seen. Cutoff to pass: what would "
        "hide the source all along that line, walls and buildings as they stand."
    )
    columns = length_columns(SIGHT, length)
    if not length.is_foot:
        columns = _stating(columns, length.key("limit_ft"))
    return Table("Source visibility of every luminaire", columns, rows, note)


def _excess(profile: SightProfile, one: LuminaireSight) -> float:
    return one.sight.height_ft - profile.limit_ft


def _sight_row(profile: SightProfile, one: LuminaireSight, length: LengthUnit) -> Row:
    sight = one.sight
    limit = plain_number(profile.limit_ft) if length.is_foot else length.stated(profile.limit_ft)
    # As the verdict does: what rounding alone parts from the limit is on it.
    status = Status.FAIL if _excess(profile, one) > HEIGHT_TOLERANCE_FT else Status.PASS
    return Row(
        (
            _text(one.luminaire),
            Cell(line_place(profile.line.name, length), profile.line.name),
            Cell(length.text(sight.distance_ft), length.of(sight.distance_ft)),
            Cell(cutoff_text(sight.cutoff_deg), sight.cutoff_deg),
            _text(height_text(sight.height_ft, profile.limit_ft, length)),
            Cell(limit, profile.limit_ft),
            Cell(number(one.needed_deg, 1), one.needed_deg),
            _text(STATUS_WORDS[status]),
        ),
        status,
    )


def cutoff_text(angle_deg: float) -> str:
    """Write a cutoff angle: ``none`` where there is none, ``dark`` where nothing shines that way."""
    if angle_deg >= 180.0:
        return "none"
    return "dark" if angle_deg <= 0.0 else number(angle_deg, 1)


def height_text(height_ft: float, limit_ft: float, length: LengthUnit = FEET) -> str:
    """Write a visible height with the digits that show its side of the limit."""
    if not math.isfinite(height_ft):
        return "every" if height_ft > 0.0 else "none"
    if height_ft < 0.0:  # a board knows no height below grade
        return "hidden"
    return length.against(height_ft, limit_ft)
