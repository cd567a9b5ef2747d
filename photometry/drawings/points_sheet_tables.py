"""What stands beside the point-by-point plan: how to read it, statistics of zones and lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from photometry.drawings.points_sheet_values import (
    EXTREME,
    JUDGED_VALUE,
    LINE_VALUE,
    OVER_VALUE,
    POINT_VALUE,
)
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY
from photometry.drawings.style import Type
from photometry.drawings.tables_drawn import TABLE_Z, draw_section_head
from photometry.tables.display import length_unit
from photometry.tables.statistics import light_columns, statistics_rows
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, STATUS_WORDS, count
from photometry.tables.words import layer_name, line_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.drawings.limits import Locus
    from photometry.drawings.paper import Paper
    from photometry.drawings.points_sheet_values import Printed
    from photometry.drawings.schedules_sheet_columns import Block, Slot
    from photometry.engine.results import Calculation, LineResult
    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = ["how_to_read_block", "line_rows", "point_notes", "zone_rows"]

STEP_IN: Final = 0.25


def zone_rows(calc: Calculation, findings: Sequence[Finding], light: LightUnit) -> Table:
    """Maintained statistics of the zones, with the spacing of their points."""
    length = length_unit(calc.site.unit)
    table = statistics_rows(calc, findings, ("maintained",), light).without("layer")
    after = table.keys.index("n_points") + 1
    spacing = Column("spacing", f"Spacing\n{length.abbreviation}", numeric=True)
    rows = [
        replace(
            row,
            cells=(
                *row.cells[:after],
                Cell(f"{length.of(zone.spacing_ft):g}", length.of(zone.spacing_ft)),
                *row.cells[after:],
            ),
        )
        for row, zone in zip(table.rows, calc.zones.values(), strict=True)
    ]
    columns = (*table.columns[:after], spacing, *table.columns[after:])
    return replace(
        table, title="Calculation statistics, maintained", columns=columns, rows=tuple(rows)
    )


def line_rows(
    calc: Calculation,
    loci: Mapping[str, Locus],
    light: LightUnit,
    remarks: Sequence[str] = (),
) -> Table:
    """Statistics of the lines in the layer judged; property lines in the maintained layer too.

    `remarks` say why what was judged of a line differs from them.
    """
    length = length_unit(calc.site.unit)
    rows = []
    for name, line in calc.lines.items():
        if name in loci:
            rows.append(_line_row(line, loci[name], light, length))
        if line.line.kind == "property_line":
            rows.append(_line_row(line, None, light, length))
    note = "Maxima are those of the continuous line, so they can exceed every printed value."
    note = " ".join([note, *remarks])
    return Table("Line statistics", _line_columns(light, length), tuple(rows), note)


def _line_columns(light: LightUnit, length: LengthUnit) -> tuple[Column, ...]:
    """Make the columns; a limit that is given in both units says them itself."""
    limit = Column("limit_fc", "Limit\nfc" if light.is_footcandle else "Limit", numeric=True)
    return (
        Column("line", "Line"),
        Column("layer", "Layer"),
        Column("stations", "Stations", numeric=True),
        *light_columns(light),
        Column("max_at", f"Max at x, y\n{length.abbreviation}", numeric=True),
        limit,
        Column("verdict", "Verdict"),
    )


def _line_row(line: LineResult, locus: Locus | None, light: LightUnit, length: LengthUnit) -> Row:
    layer = locus.layer if locus else "maintained"
    basis = layer.removeprefix("both_")
    stats = line.statistics(basis)
    if layer != basis:
        vertical = line.statistics(f"vertical_{basis}")
        stats = max(stats, vertical, key=lambda found: found.max_fc)
    x, y = stats.max_at_ft[:2]
    at = f"{length.text(x)}, {length.text(y)}" if stats.max_fc > 0 else MISSING
    most = light.against(stats.max_fc, locus.limit_fc) if locus else light.text(stats.max_fc)
    verdict = STATUS_WORDS[locus.status] if locus else ""
    return Row(
        (
            Cell(line_place(line.name, length), line.name),
            Cell(layer_name(layer), layer),
            Cell(count(stats.n_points), stats.n_points),
            Cell(light.text(stats.avg_fc), light.of(stats.avg_fc)),
            Cell(most, light.of(stats.max_fc)),
            Cell(light.text(stats.min_fc), light.of(stats.min_fc)),
            Cell(at, at),
            Cell(
                locus.limit_words.removesuffix(" fc") if locus else MISSING,
                locus.limit_fc if locus else None,
            ),
            Cell(verdict, verdict or None),
        ),
        locus.status if locus else None,
    )


def how_to_read_block(light: LightUnit, *, has_limits: bool) -> Block:
    """Make the block that shows each kind of value beside what it means."""
    unit = light.name
    samples = [
        (
            light.text(2.4, 1),
            POINT_VALUE,
            f"maintained {unit} at the cross, a point of a calculation zone",
        ),
        (light.text(5.4, 1), POINT_VALUE, "largest or smallest value of a zone (boxed)"),
        (light.text(0.07), LINE_VALUE, f"maintained {unit} at the property line, at the tick"),
    ]
    if has_limits:
        samples += [
            (
                light.text(0.18),
                JUDGED_VALUE,
                f"where a limit applies: {unit} of the layer that was judged",
            ),
            (light.text(0.70), OVER_VALUE, "the same, over the limit"),
        ]

    def place(paper: Paper, slot: Slot, y: float) -> tuple[float, Block | None]:
        rule = draw_section_head(paper, slot.x, y, slot.width, "How to read the values")
        at = rule - 0.2
        for text, style, words in samples:
            box = paper.text(
                slot.x + 0.35, at, text, style, across="center", upright="middle", z=TABLE_Z
            )
            if "boxed" in words:
                frame = box.grown(0.035)
                left, bottom, _, _ = frame.bounds
                paper.rectangle(left, bottom, frame.width, frame.height, edge=EXTREME, z=TABLE_Z)
            paper.text(slot.x + 0.9, at, words, Type.NOTE, upright="middle", z=TABLE_Z)
            at -= STEP_IN
        return at - 0.12, None

    return place


def point_notes(printed: Sequence[Printed], untagged: Sequence[str], light: LightUnit) -> list[str]:
    """Write the notes of the plan: what is shown, and what of it is left out."""
    notes = [
        f"{DIRECT_LIGHT_ONLY} Buildings block light; trees do not.",
        (
            "A value stands above its cross; where a symbol or another value is in the way, below or "
            "beside it; only a boxed one may stand away, at a hairline. Values along a line stand across it and belong to the "
            f"tick. {light.text(0.0, 1)} and {light.text(0.0)} are computed, under "
            f"{light.under_zero(1)} and {light.under_zero()} {light.name}, not blanks."
        ),
        (
            "Zone values are maintained illuminance on the zone's own meter, "
            f"{light.rounding(1)}; points in "
            "buildings are left out. Field checks: meter level at grade, sensor up, at the crosses."
        ),
        *light.notes(),
    ]
    thinned = [f"{p.name} every {_ordinal(p.every)}" for p in printed if p.every > 1]
    if thinned:
        notes.append(
            f"Too dense to print whole: {', '.join(thinned)} column, row or station, with the "
            "maximum and minimum. points.csv holds all of them."
        )
    missing = [
        f"{p.printed} of {p.points} at {p.name}"
        for p in printed
        if p.every == 1 and p.printed < p.points
    ]
    if missing:
        notes.append(
            f"No room for every value: {', '.join(missing)} are printed. points.csv holds all."
        )
    if untagged:
        more = f" and {len(untagged) - 20} more" if len(untagged) > 20 else ""
        notes.append(f"Without a tag for want of room: {', '.join(untagged[:20])}{more}.")
    return notes


def _ordinal(every: int) -> str:
    return {2: "second", 3: "third"}.get(every, f"{every}th")
