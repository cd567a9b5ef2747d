"""Tables and notes in CAD: one block of text and lines that stands beside the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry._version import __version__
from photometry.drawings.cad.canvas import cad_width_in
from photometry.drawings.cad.document import TEXT_IN
from photometry.drawings.cad.layers import Layers, contour_layer
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY
from photometry.drawings.tables_drawn import capitals
from photometry.tables.display import length_unit
from photometry.tables.findings import limits_rows
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import schedule_rows
from photometry.tables.statistics import statistics_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from photometry.drawings.cad.canvas import Canvas
    from photometry.drawings.field import Field
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LengthUnit, LightUnit
    from photometry.tables.table import Table

__all__ = ["draw_tables"]

BLOCK: Final = "LITE-TABLES"
ROW_IN: Final = 0.19
LINE_IN: Final = 0.14  # between lines of a head or a note
GUTTER_IN: Final = 0.2
SECTION_GAP_IN: Final = 0.45
TITLE_IN: Final = 0.12
SAMPLE_IN: Final = 1.0
BESIDE_IN: Final = 1.0  # from the plan to the tables


def draw_tables(
    canvas: Canvas,
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    field: Field,
    levels_fc: Iterable[float],
    light: LightUnit,
) -> None:
    """Draw legend, statistics, limits, schedule, locations and notes into a block; insert it."""
    block = canvas.block(BLOCK)
    length = length_unit(site.unit)
    y = _draw_legend(block, levels_fc, light)
    for table in (
        statistics_rows(calc, findings, ("initial", "maintained"), light),
        limits_rows(findings, light, length),
        schedule_rows(site, length),
        luminaire_rows(site, length=length),
    ):
        if table.rows:
            y = _draw_table(block, table, y)
    _draw_notes(block, _notes(canvas, site, light, length), y)
    _, _, right, top = field.bounds_ft
    canvas.insert(BLOCK, (right + BESIDE_IN * canvas.ft_per_in, top), Layers.TABLES)


def _draw_legend(block: Canvas, levels_fc: Iterable[float], light: LightUnit) -> float:
    """Show a piece of every isoline beside its level, from the top of the block downward."""
    y = _draw_title(block, f"Isolines, maintained {light.name}", 0.0)
    for level in levels_fc:
        y -= ROW_IN
        block.polyline([(0.0, y), (SAMPLE_IN, y)], contour_layer(level, light))
        block.text((SAMPLE_IN + 0.15, y), light.level(level), Layers.TABLES, align="middle left")
    return y - SECTION_GAP_IN


def _draw_table(block: Canvas, table: Table, top: float) -> float:
    """Draw a table from its title downward, as wide as its words; give where the next begins."""
    y = _draw_title(block, table.title, top)
    lefts, widths = _columns(table)
    right = lefts[-1] + widths[-1]
    lines = max(column.head.count("\n") + 1 for column in table.columns)
    y -= lines * LINE_IN + 0.06
    for column, left, wide in zip(table.columns, lefts, widths, strict=True):
        for place, words in enumerate(reversed(column.head.split("\n"))):
            at = (left + wide if column.numeric else left, y + 0.04 + place * LINE_IN)
            block.text(at, words, Layers.TABLES, align="right" if column.numeric else "left")
    block.polyline([(0.0, y), (right, y)], Layers.TABLES)
    for row in table.rows:
        y -= ROW_IN
        for column, cell, left, wide in zip(table.columns, row.cells, lefts, widths, strict=True):
            if cell.text:
                at = (left + wide if column.numeric else left, y + 0.05)
                align = "right" if column.numeric else "left"
                block.text(at, cell.text, Layers.TABLES, align=align)
    block.polyline([(0.0, y), (right, y)], Layers.TABLES)
    if table.note:
        y -= LINE_IN + 0.04
        block.text((0.0, y), table.note, Layers.TABLES)
    return y - SECTION_GAP_IN


def _draw_title(block: Canvas, title: str, top: float) -> float:
    block.text((0.0, top), capitals(title), Layers.TABLES, height_in=TITLE_IN)
    return top - 0.07


def _columns(table: Table) -> tuple[list[float], list[float]]:
    """Left edges and widths of columns that are as wide as their widest entry."""
    lefts, widths, at = [], [], 0.0
    for place, column in enumerate(table.columns):
        texts = [row.cells[place].text for row in table.rows] + column.head.split("\n")
        widths.append(max(cad_width_in(text) for text in texts))
        lefts.append(at)
        at += widths[-1] + GUTTER_IN
    return lefts, widths


def _draw_notes(block: Canvas, notes: Sequence[str], top: float) -> None:
    y = _draw_title(block, "Notes", top)
    for number, note in enumerate(notes, start=1):
        y -= ROW_IN
        block.text((0.0, y), f"{number}.", Layers.TABLES)
        block.text((0.3, y), note, Layers.TABLES)


def _notes(canvas: Canvas, site: Site, light: LightUnit, length: LengthUnit) -> list[str]:
    feet = canvas.ft_per_in
    scale = f"1:{12.0 * feet:g}" if length.abbreviation == "m" else f'1" = {feet:g} ft'
    return [
        f"{DIRECT_LIGHT_ONLY} Buildings block light; trees do not.",
        f"Zone values: maintained {light.name} on the zone's own meter, the middle of the text at the point.",
        "Values along a line belong to the point at their foot; where limits apply: the layer judged.",
        f"Isolines: maintained horizontal {light.name} at grade; each level has its layer.",
        f"Text and symbols are sized for {scale}. Coordinates: {site.unit}, those of the site file.",
        f"Computed with photometry {__version__} ({TEXT_IN:g} in text). All elevations are 0.",
        *light.notes(),
    ]
