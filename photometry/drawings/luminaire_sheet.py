"""One sheet for a luminaire: its light in five charts, its facts, the notes on its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from photometry.drawings.bar_sheet import BAR_TOP_IN, bar_sheet
from photometry.drawings.cone import draw_candela_cone
from photometry.drawings.isocandela import draw_isocandela
from photometry.drawings.output import pdf_bytes
from photometry.drawings.polar import draw_candela_planes
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY, SheetPlace
from photometry.drawings.style import Ink, Strokes, Type
from photometry.drawings.tables_drawn import (
    draw_paragraph,
    draw_section_head,
    draw_table,
    shortened,
)
from photometry.drawings.template import TEMPLATE_HEIGHT_FT, draw_template
from photometry.drawings.zone_chart import draw_zone_lumens
from photometry.luminaires.bug import NotCalculated
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.luminaire_file import luminaire_facts
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from photometry.drawings.paper import Paper
    from photometry.luminaires.lcs import LcsZones
    from photometry.luminaires.record import LuminaireFile
    from photometry.site.model import Project
    from photometry.tables.display import LengthUnit, LightUnit
    from photometry.tables.luminaire_file import Fact

__all__ = ["luminaire_figure", "write_luminaire_sheets"]

Z: Final = 50.0
FIRST: Final = (0.8, 3.85)  # left edge and width of each column
SECOND: Final = (4.9, 3.4)
THIRD: Final = (8.55, 4.15)
FOURTH: Final = (12.95, 3.25)
HEAD_Y: Final = 9.55
CHARTS_FOOT: Final = 5.1
FACTS_HEAD_Y: Final = 4.85
FACT_IN: Final = 0.185
MARK: Final = "*"
CAVEAT: Final = Type.DATA_VALUE.coloured(Ink.ADVISORY)
# What tilting turns: these hold of the level luminaire.
OF_LEVEL: Final = ("BUG", "Cutoff class", "Fully shielded", "Cutoff angle", "Roadway")
# What a reviewer asks of a photometric report, under the classification.
REPORT: Final = ("Lamp", "Colour", "Test", "Laboratory", "Issued", "SHA-256")


def luminaire_figure(
    file: LuminaireFile,
    *,
    tag: str = "",
    description: str = "",
    remark: str = "",
    caveat: str = "",
    place: SheetPlace | None = None,
    project: Project | None = None,
    mounting_height_ft: float = TEMPLATE_HEIGHT_FT,
    is_metric: bool = False,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> Figure:
    """Draw the sheet of one luminaire, ANSI B or A3.

    Parameters
    ----------
    file
        The luminaire file, as it is to be shown (with a site's own output, or as read).
    tag, description, remark
        Type letter, words of the schedule and ``"12 placed, 14 ft"``; by default what the file
        says of itself.
    caveat
        What the sheet does not show of the luminaire as it is installed; the facts that it
        bears on are then marked.
    place, project
        For the title bar.
    mounting_height_ft
        Of the luminaire in the chart of isofootcandles.
    is_metric
        Whether the sheet is A3.
    light, length
        The units of that chart, of its height and of the opening.
    """
    name = description or file.keyword("LUMINAIRE") or file.name
    place = place or SheetPlace("", f"Luminaire {tag or file.name}", ())
    paper = bar_sheet(place, project, is_metric=is_metric)
    _draw_heading(paper, file, tag, name, remark, caveat)
    _draw_charts(paper, file, mounting_height_ft, light, length, mark=MARK if caveat else "")
    groups = {group.title: group.facts for group in luminaire_facts(file, length)}
    others = [fact for fact in groups["File"] if fact.label not in REPORT]
    facts = [*groups["Light"], *groups["Classification"], *others]
    if caveat:
        facts = [
            replace(fact, text=f"{fact.text}{MARK}") if fact.label in OF_LEVEL else fact
            for fact in facts
        ]
    rule = draw_section_head(paper, FIRST[0], FACTS_HEAD_Y, FIRST[1], "Key facts")
    _draw_facts(paper, facts, FIRST, rule - 0.03)
    rule = draw_section_head(paper, SECOND[0], FACTS_HEAD_Y, SECOND[1], "Isocandela")
    axes = (SECOND[0] + 0.5, BAR_TOP_IN + 0.6, sum(SECOND), rule - 0.2)
    draw_isocandela(paper, axes, file.distribution)
    rule = draw_section_head(paper, THIRD[0], FACTS_HEAD_Y, THIRD[1], "Luminaire classification")
    foot = draw_table(paper, THIRD[0], rule, THIRD[1], _zone_table(file.zones), row_in=0.2)
    report = [fact for fact in groups["File"] if fact.label in REPORT]
    _draw_facts(paper, report, THIRD, foot - 0.12)
    _draw_notes(paper, file)
    return paper.figure


def write_luminaire_sheets(files: Sequence[LuminaireFile], pdf_path: Path | str) -> None:
    """Write one sheet a luminaire file into one PDF; the same files give the same bytes."""
    titles = tuple((f"{i}", f"Luminaire {file.name}") for i, file in enumerate(files, 1))
    figures = [
        luminaire_figure(file, place=SheetPlace(number, title, titles))
        for file, (number, title) in zip(files, titles, strict=True)
    ]
    Path(pdf_path).write_bytes(pdf_bytes(figures, "Luminaires"))


def _draw_charts(
    paper: Paper,
    file: LuminaireFile,
    mounting_height_ft: float,
    light: LightUnit,
    length: LengthUnit,
    *,
    mark: str,
) -> None:
    """Draw the upper row: two planes, the cone, the isofootcandles, the lumens by zone."""
    rating = file.bug
    words = "BUG not calculated" if isinstance(rating, NotCalculated) else f"{rating}{mark}"
    lines = "Isofootcandles" if light.is_footcandle else "Isolux lines"
    height = length.plain(mounting_height_ft, length.decimals)
    heads = (
        (FIRST, "Candela, two planes"),
        (SECOND, "Candela, cone of maximum"),
        (THIRD, f"{lines} at {height} {length.abbreviation}"),
        (FOURTH, "Lumens by zone, BUG rating"),
    )
    frames = []
    for (left, width), title in heads:
        rule = draw_section_head(paper, left, HEAD_Y, width, title)
        frames.append((left, CHARTS_FOOT, left + width, rule - 0.12))
    draw_candela_planes(paper, frames[0], file.distribution)
    draw_candela_cone(paper, frames[1], file.distribution)
    draw_template(paper, frames[2], file, mounting_height_ft, light, length)
    draw_zone_lumens(paper, frames[3], file.zones, words)


def _draw_heading(
    paper: Paper, file: LuminaireFile, tag: str, name: str, remark: str, caveat: str
) -> None:
    x = FIRST[0]
    if tag:
        big = Type.TITLE.sized(30.0).faced("bold")
        box = paper.text(x, 9.98, tag, big, z=Z, name="type")
        x += box.width + 0.2
    room = sum(FOURTH) - x
    paper.text(x, 10.13, shortened(name, Type.NAME, room), Type.NAME, z=Z)
    said = [file.keyword("MANUFAC"), file.keyword("LUMCAT"), remark, file.name]
    second = "     ".join(dict.fromkeys(part for part in said if part))
    if caveat:
        box = paper.text(
            sum(FOURTH), 9.88, f"{MARK} {caveat}", CAVEAT, across="right", z=Z, name="caveat"
        )
        room -= box.width + 0.3
    style = Type.NOTE.coloured(Ink.SECOND)
    paper.text(x, 9.88, shortened(second, style, room), style, z=Z)


def _draw_facts(paper: Paper, facts: Sequence[Fact], column: tuple[float, float], y: float) -> None:
    """Set facts in one column from y downward, as many as fit above the title bar."""
    x, width = column
    rules = []
    for fact in facts:
        if y - FACT_IN < BAR_TOP_IN + 0.1:
            break
        middle = y - FACT_IN / 2
        second = Type.DATA.coloured(Ink.SECOND)
        paper.text(x + 0.06, middle, fact.label, second, upright="middle", z=Z)
        words = shortened(fact.text, Type.DATA, width - 1.15)
        paper.text(x + 1.1, middle, words, Type.DATA, upright="middle", z=Z, name="fact")
        y -= FACT_IN
        rules.append([(x, y), (x + width, y)])
    paper.lines(rules, Strokes.TABLE_ROW, z=Z)


def _zone_table(zones: LcsZones) -> Table:
    """Lumens by zone, front and back, with their shares of all."""
    bands = (
        ("L", "0–30°", zones.fl_lm, zones.bl_lm, None),
        ("M", "30–60°", zones.fm_lm, zones.bm_lm, None),
        ("H", "60–80°", zones.fh_lm, zones.bh_lm, None),
        ("VH", "80–90°", zones.fvh_lm, zones.bvh_lm, None),
        ("UL", "90–100°", None, None, zones.ul_lm),
        ("UH", "100–180°", None, None, zones.uh_lm),
        ("All", "0–180°", zones.forward_lm, zones.back_lm, zones.total_lm),
    )
    total = zones.total_lm or 1.0
    columns = (
        Column("zone", "Zone"),
        Column("angles", "Vertical"),
        *(
            Column(f"{key}_{unit}", f"{head}\n{sign}", numeric=True)
            for key, head in (("front", "Front"), ("back", "Back"), ("both", "Both"))
            for unit, sign in (("lm", "lm"), ("pct", "%"))
        ),
    )
    rows = []
    for name, angles, front, back, given in bands:
        both = (front or 0.0) + (back or 0.0) if given is None else given
        cells = [Cell(name, name), Cell(angles, angles)]
        for lumens in (front, back, both):
            share = None if lumens is None else 100.0 * lumens / total
            cells += [
                Cell("" if lumens is None else number(lumens, 0), lumens),
                Cell("" if share is None else number(share, 1), share),
            ]
        rows.append(Row(tuple(cells)))
    return Table("Luminaire classification", columns, tuple(rows))


def _draw_notes(paper: Paper, file: LuminaireFile) -> None:
    """Set the readers' notes, as many as fit, and what was computed from the file."""
    x, width = FOURTH
    y = draw_section_head(paper, x, FACTS_HEAD_Y, width, "Audit notes of the file") - 0.12
    if not file.notes:
        y = draw_paragraph(paper, x + 0.06, y, width, "None.", Type.NOTE) - 0.05
    for place, note in enumerate(file.notes):
        if y < BAR_TOP_IN + 0.75:
            words = f"… and {len(file.notes) - place} more notes"
            y = draw_paragraph(paper, x + 0.06, y, width, words, Type.REMARK) - 0.05
            break
        paper.text(x + 0.06, y, note.code, Type.DATA_VALUE, upright="top", z=Z)
        line = "—" if note.line is None else f"line {note.line}"
        text = f"{note.file}: {note.text}" if note.file else note.text
        paper.text(x + 0.68, y, line, Type.DATA.coloured(Ink.SECOND), upright="top", z=Z)
        y = draw_paragraph(paper, x + 1.25, y, width - 1.3, text, Type.DATA) - 0.05
    draw_paragraph(paper, x + 0.06, y - 0.05, width - 0.1, DIRECT_LIGHT_ONLY, Type.REMARK)
