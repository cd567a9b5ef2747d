"""The CSV files of a submittal: the numbers, for programs and spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.submittal.records import (
    COORDINATE_DECIMALS,
    finding_record,
    statistics_record,
)
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from photometry.engine.results import Calculation, LineResult, PointsResult
    from photometry.ordinance.finding import Finding
    from photometry.tables.table import Table
    from photometry.units import LengthUnit

__all__ = ["csv_text", "findings_csv", "points_csv", "statistics_csv", "table_csv"]

TABLE_DECIMALS = 4
COORDINATES = {"x", "y", "base_z"}  # columns of tables, in the site's unit
POINT_COLUMNS = (
    "zone",
    "x",
    "y",
    "z",
    "initial_fc",
    "maintained_fc",
    "vertical_initial_fc",
    "vertical_maintained_fc",
)
STATISTICS_COLUMNS = (
    "zone",
    "kind",
    "layer",
    "n_points",
    "avg_fc",
    "max_fc",
    "min_fc",
    "avg_min",
    "max_min",
    "max_avg",
)
FINDING_COLUMNS = (
    "rule",
    "code",
    "status",
    "citation",
    "where_kind",
    "where_name",
    "measured",
    "limit",
    "unit",
    "margin",
    "witness_x",
    "witness_y",
    "witness_z",
    "message",
)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write rows as CSV with LF line ends; a missing value is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([["" if cell is None else cell for cell in row] for row in rows])
    return text.getvalue()


def table_csv(table: Table) -> str:
    """Write the values of a table, with the names of its columns for programs."""
    places = [COORDINATE_DECIMALS if key in COORDINATES else TABLE_DECIMALS for key in table.keys]
    rows = (
        [_rounded(cell.value, decimals) for cell, decimals in zip(row.cells, places, strict=True)]
        for row in table.rows
    )
    return csv_text(table.keys, rows)


def points_csv(calc: Calculation) -> str:
    """Give every calculation point with its initial, maintained, vertical and scene illuminance."""
    scenes = [layer for layer in calc.layers if layer.startswith("scene:")]
    columns = (*POINT_COLUMNS, *(f"{layer}_fc" for layer in scenes))
    unit = calc.site.unit
    lines: list[Sequence[Any]] = []
    for zone in calc.zones.values():
        lines += _point_rows(zone, unit, ["initial", "maintained", "", "", *scenes])
    judged = ["initial", "maintained", "vertical_initial", "vertical_maintained", *scenes]
    for line in calc.lines.values():
        lines += _point_rows(line, unit, judged)
    return csv_text(columns, lines)


def _rounded(value: str | float | bool | None, decimals: int) -> str | float | int | bool | None:
    """Round a computed number so that its last bits do not show: 3.0000000000000004 is 3."""
    return round(value, decimals) + 0.0 if isinstance(value, float) else value


def _point_rows(
    result: PointsResult | LineResult, unit: LengthUnit, layers: Sequence[str]
) -> Iterator[Sequence[Any]]:
    # Adding zero turns a rounded -0.000 into 0.000.
    xyz = np.round(result.points_ft / FEET_PER_UNIT[unit], 3) + 0.0
    # Python's own numbers are written several times faster than NumPy's.
    columns = [result.layer_fc(layer).tolist() if layer else None for layer in layers]
    for i, place in enumerate(xyz.tolist()):
        values = ["" if column is None else f"{column[i]:.4f}" for column in columns]
        yield [result.name, *(f"{value:.3f}" for value in place), *values]


def statistics_csv(calc: Calculation) -> str:
    """Give statistics of every layer of every zone and line."""
    rows = []
    for result in (*calc.zones.values(), *calc.lines.values()):
        for layer in result.layers:
            stats = statistics_record(result.statistics(layer), calc.site.unit)
            numbers = [stats[column] for column in STATISTICS_COLUMNS[4:]]
            rows.append([result.name, result.kind, layer, len(result.points_ft), *numbers])
    return csv_text(STATISTICS_COLUMNS, rows)


def findings_csv(findings: Iterable[Finding], unit: LengthUnit) -> str:
    """Give findings, one a row, without their details."""
    rows = []
    for finding in findings:
        record = finding_record(finding, unit)
        where, witness = record["where"], record["witness"] or (None, None, None)
        rows.append(
            [
                *(record[column] for column in ("rule", "code", "status", "citation")),
                where["kind"],
                where["name"],
                *(record[column] for column in ("measured", "limit", "unit", "margin")),
                *witness,
                record["message"],
            ]
        )
    return csv_text(FINDING_COLUMNS, rows)
