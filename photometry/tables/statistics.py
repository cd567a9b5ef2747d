"""Rows of the calculation statistics: what was found in each zone, and what was asked of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.tables.display import FOOTCANDLES
from photometry.tables.grouping import worst_first
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, STATUS_WORDS, against_limit, count, number
from photometry.tables.words import SEVERITY, layer_name, ratio_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from photometry.engine.results import Calculation, PointsResult
    from photometry.engine.statistics import Statistics
    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LightUnit

__all__ = ["light_columns", "line_statistics_rows", "statistics_rows"]

HEADS: Final = (
    Column("zone", "Zone"),
    Column("kind", "Kind"),
    Column("layer", "Layer"),
    Column("n_points", "Points", numeric=True),
)
RATIO_HEADS: Final = (
    Column("avg_min", "Avg:Min", numeric=True),
    Column("max_min", "Max:Min", numeric=True),
    Column("max_avg", "Max:Avg", numeric=True),
)
LIMIT_COLUMNS: Final = {
    "avg_min": Column("limit_avg_min", "Limit\nAvg:Min", numeric=True),
    "max_min": Column("limit_max_min", "Limit\nMax:Min", numeric=True),
    "max_avg": Column("limit_max_avg", "Limit\nMax:Avg", numeric=True),
}
VERDICT: Final = Column("verdict", "Verdict")
RATIOS: Final = ("avg_min", "max_min", "max_avg")


def statistics_rows(
    calc: Calculation,
    findings: Iterable[Finding] = (),
    layers: Sequence[str] = ("maintained", "initial"),
    light: LightUnit = FOOTCANDLES,
) -> Table:
    """Statistics of every zone, one row a layer, with the ratios that were judged.

    Parameters
    ----------
    calc
        The calculation.
    findings
        Where given, the limits of the ratios and the verdicts stand beside the layer judged.
    layers
        Layers to show; those that a calculation does not have are left out.
    light
        The unit of illuminance, which the columns name.

    Returns
    -------
    Table
        Zone, kind, layer, points, illuminance and ratios, then one for each ratio that a finding limits, then the verdict.
        A ratio with a minimum of 0 is an em dash.
    """
    judged = _judged_ratios(calc, findings)
    limited = [ratio for ratio in RATIOS if any(ratio in found for found in judged.values())]
    extra = (*(LIMIT_COLUMNS[ratio] for ratio in limited), *([VERDICT] if judged else []))
    rows = []
    for zone in calc.zones.values():
        shown = [layer for layer in layers if layer in zone.layers]
        for place, layer in enumerate(shown):
            name = "" if place else zone.name
            found = judged.get(zone.name, {}) if layer == "maintained" else {}
            rows.append(_row(zone, layer, name, found, limited, light, verdict=bool(judged)))
    return Table("Calculation statistics", _columns(light) + extra, tuple(rows))


def line_statistics_rows(
    calc: Calculation,
    layers: Sequence[str] = ("maintained",),
    light: LightUnit = FOOTCANDLES,
) -> Table:
    """Statistics along every line; a maximum is that of the continuous line, refined."""
    rows = [
        _row(line, layer, line.name, {}, [], light, verdict=False)
        for line in calc.lines.values()
        for layer in layers
        if layer in line.layers
    ]
    columns = (Column("line", "Line"), *_columns(light)[1:])
    return Table("Line statistics", columns, tuple(rows))


def light_columns(light: LightUnit) -> tuple[Column, ...]:
    """Make the columns of average, maximum and minimum, which name their unit."""
    return tuple(
        Column(f"{what.lower()}_{light.name}", f"{what}\n{light.name}", numeric=True)
        for what in ("Avg", "Max", "Min")
    )


def _columns(light: LightUnit) -> tuple[Column, ...]:
    return HEADS + light_columns(light) + RATIO_HEADS


def _row(
    result: PointsResult,
    layer: str,
    name: str,
    found: dict[str, Finding],
    limited: Sequence[str],
    light: LightUnit,
    *,
    verdict: bool,
) -> Row:
    stats = result.statistics(layer)
    cells = [
        Cell(name, result.name),
        Cell(result.kind, result.kind),
        Cell(layer_name(layer), layer),
        Cell(count(stats.n_points), stats.n_points),
        *(
            Cell(light.text(value), light.of(value))
            for value in (stats.avg_fc, stats.max_fc, stats.min_fc)
        ),
        *(_ratio_cell(getattr(stats, ratio), found.get(ratio)) for ratio in RATIOS),
    ]
    cells += [_limit_cell(found.get(ratio)) for ratio in limited]
    worst = min((f.status for f in found.values()), key=SEVERITY.__getitem__, default=None)
    if verdict:
        cells.append(Cell(STATUS_WORDS[worst] if worst else "", worst))
    return Row(tuple(cells), worst)


def _ratio_cell(value: float | None, finding: Finding | None) -> Cell:
    if value is not None and finding and isinstance(finding.limit, (int, float)):
        return Cell(against_limit(value, float(finding.limit)), value)
    return Cell(number(value), value)


def _limit_cell(finding: Finding | None) -> Cell:
    if finding is None or not isinstance(finding.limit, (int, float)):
        return Cell("" if finding is None else MISSING)
    return Cell(number(float(finding.limit), 1), float(finding.limit))


def _judged_ratios(calc: Calculation, findings: Iterable[Finding]) -> dict[str, dict[str, Finding]]:
    """Zone name and ratio to the finding that judged it, the worst where several did."""
    judged: dict[str, dict[str, Finding]] = {}
    for finding in worst_first(findings):
        if finding.where.kind != "zone" or finding.status is Status.NOT_APPLICABLE:
            continue
        zone = calc.zones.get(finding.where.name)
        ratio = zone and _ratio_judged(finding, zone.statistics())
        if ratio:
            judged.setdefault(finding.where.name, {}).setdefault(ratio, finding)
    return judged


def _ratio_judged(finding: Finding, stats: Statistics) -> str | None:
    """Tell which ratio a finding is about: the one whose value it measured."""
    if finding.unit != "ratio" or not isinstance(finding.limit, (int, float)):
        return None
    if isinstance(finding.measured, (int, float)):
        measured = float(finding.measured)
        for ratio in RATIOS:
            value = getattr(stats, ratio)
            if value is not None and math.isclose(value, measured, rel_tol=1e-6):
                return ratio
        return None
    # The minimum is 0, so no ratio was measured; the finding's sentence says which was meant.
    return "max_min" if ratio_name(finding) == "max:min" else "avg_min"
