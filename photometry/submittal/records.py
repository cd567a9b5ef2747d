"""The records of results.json: plain dicts, rounded once, in the site's own unit.

Rounding (contract of the files): fc 4 decimals, coordinates 3, ratios 4, candela 1.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from photometry.engine.error_budget import ErrorBudget
    from photometry.engine.results import Calculation, LineResult, PointsResult, ZoneResult
    from photometry.engine.statistics import Statistics
    from photometry.luminaires.record import Note
    from photometry.ordinance.finding import Detail, Finding
    from photometry.site.model import Site
    from photometry.units import LengthUnit

__all__ = [
    "COORDINATE_DECIMALS",
    "DIRECT_LIGHT_ONLY",
    "budget_record",
    "code_ids",
    "finding_record",
    "note_record",
    "results_record",
    "statistics_record",
    "to_site_unit",
]

DIRECT_LIGHT_ONLY: Final = "Direct light only: no reflected light and no other sources."

FC_DECIMALS: Final = 4
COORDINATE_DECIMALS: Final = 3
RATIO_DECIMALS: Final = 4
CANDELA_DECIMALS: Final = 1


def results_record(
    calc: Calculation, findings: Iterable[Finding], provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """Give the whole of results.json as a dict of plain values."""
    unit = calc.site.unit
    return {
        "format": 1,
        "project": _project(calc),
        "unit": unit,
        "zones": {name: _zone(zone, unit) for name, zone in calc.zones.items()},
        "lines": {name: _line(line, unit) for name, line in calc.lines.items()},
        "findings": [finding_record(finding, unit) for finding in findings],
        "notes": [note_record(note) for note in calc.notes],
        "provenance": {**provenance, "method": DIRECT_LIGHT_ONLY},
    }


def budget_record(budget: ErrorBudget, unit: LengthUnit) -> dict[str, Any]:
    """Give what became of the error allowed: shares of pairs, and the worst of the probes."""
    at_ft = budget.largest_at_ft
    return {
        "dropped": round(budget.dropped_share, RATIO_DECIMALS),
        "grouped": round(budget.grouped_share, RATIO_DECIMALS),
        "exact": round(budget.exact_share, RATIO_DECIMALS),
        "probes": budget.probes,
        "largest_difference_fc": float(f"{budget.largest_difference_fc:.2g}"),
        "largest_at": None if at_ft is None else to_site_unit(at_ft, unit),
        "recalculated_points": budget.recalculated_points,
    }


def code_ids(site: Site) -> list[str]:
    """Give the ids of a site's codes: the names of their folders, wherever these are."""
    return [PurePath(code).name for code in site.project.codes]


def statistics_record(stats: Statistics, unit: LengthUnit) -> dict[str, Any]:
    """Give S: statistics with ratios of the unrounded values."""
    return {
        "avg_fc": round(stats.avg_fc, FC_DECIMALS),
        "max_fc": round(stats.max_fc, FC_DECIMALS),
        "min_fc": round(stats.min_fc, FC_DECIMALS),
        "avg_min": _ratio(stats.avg_min),
        "max_min": _ratio(stats.max_min),
        "max_avg": _ratio(stats.max_avg),
        "max_at": to_site_unit(stats.max_at_ft, unit),
        "min_at": to_site_unit(stats.min_at_ft, unit),
    }


def finding_record(finding: Finding, unit: LengthUnit) -> dict[str, Any]:
    """Give F: one finding as plain values."""
    return {
        "rule": finding.rule,
        "code": finding.code,
        "status": str(finding.status),
        "citation": finding.citation,
        "measured": _measured(finding.measured, finding.unit),
        "limit": _measured(finding.limit, finding.unit),
        "unit": finding.unit,
        "margin": _measured(finding.margin, finding.unit),
        "where": {"kind": finding.where.kind, "name": finding.where.name},
        "witness": _witness(finding.witness, unit),
        "options": dict(finding.options),
        "turns_with": {key: str(value) for key, value in finding.turns_with.items()},
        "message": finding.message,
        "details": [_detail(detail, finding.unit, unit) for detail in finding.details],
    }


def note_record(note: Note) -> dict[str, Any]:
    """Give a note as plain values."""
    return {"code": note.code, "text": note.text, "line": note.line, "place": note.where}


def to_site_unit(point_ft: Sequence[float], unit: LengthUnit) -> list[float]:
    """Give coordinates in the site's unit, rounded; never a negative zero."""
    factor = FEET_PER_UNIT[unit]
    return [round(value / factor, COORDINATE_DECIMALS) + 0.0 for value in point_ft]


def _project(calc: Calculation) -> dict[str, Any]:
    project = calc.site.project
    return {
        "name": project.name,
        "code": code_ids(calc.site),
        "number": project.number,
        "client": project.client,
        "prepared_by": project.prepared_by,
        "address": project.address,
        "revision": project.revision,
        "date": project.date,
    }


def _zone(zone: ZoneResult, unit: LengthUnit) -> dict[str, Any]:
    return {"kind": zone.kind, **_layers(zone, unit)}


def _line(line: LineResult, unit: LengthUnit) -> dict[str, Any]:
    record = {"kind": line.kind, **_layers(line, unit)}
    for layer in ("vertical_initial", "vertical_maintained"):
        record[layer] = statistics_record(line.statistics(layer), unit)
    return record


def _layers(result: PointsResult, unit: LengthUnit) -> dict[str, Any]:
    scenes = [layer for layer in result.mix.weights if layer.startswith("scene:")]
    return {
        "n_points": len(result.points_ft),
        "initial": statistics_record(result.statistics("initial"), unit),
        "maintained": statistics_record(result.statistics("maintained"), unit),
        "scenes": {
            layer.removeprefix("scene:"): statistics_record(result.statistics(layer), unit)
            for layer in scenes
        },
    }


def _detail(detail: Detail, measured_in: str | None, unit: LengthUnit) -> dict[str, Any]:
    return {
        "luminaire": detail.luminaire,
        "measured": _measured(detail.measured, measured_in),
        "margin": _measured(detail.margin, measured_in),
        "status": None if detail.status is None else str(detail.status),
        "witness": _witness(detail.witness, unit),
    }


def _witness(point_ft: Sequence[float] | None, unit: LengthUnit) -> list[float] | None:
    return None if point_ft is None else to_site_unit(point_ft, unit)


def _measured(value: float | str | None, unit: str | None) -> float | str | None:
    decimals = CANDELA_DECIMALS if unit == "cd" else FC_DECIMALS
    return round(value, decimals) + 0.0 if isinstance(value, float) else value


def _ratio(value: float | None) -> float | None:
    return None if value is None else round(value, RATIO_DECIMALS)
