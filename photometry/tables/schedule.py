"""Rows of the luminaire schedule: what is bought, and what its photometric file says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from photometry.luminaires.bug import NotCalculated
from photometry.ordinance.lighting.shielding import judged_shielding
from photometry.tables.display import FEET, length_columns
from photometry.tables.luminaire_file import cct_k, cri
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, count, factor_text, number, plain_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.luminaires.record import LuminaireFile
    from photometry.site.model import Head, LuminaireType, Site
    from photometry.tables.display import LengthUnit

__all__ = [
    "SELDOM_GIVEN",
    "installed_file",
    "schedule_file_rows",
    "schedule_rows",
    "tilts_deg",
]

# Columns that a drawing leaves out where no type has them.
SELDOM_GIVEN: Final = ("cct_k", "cri", "base_height_ft", "overall_height_ft")

NOT_RATED: Final = "n/a"
TILTED: Final = "* BUG as tested, at tilt 0; the type is installed tilted."
INPUT_HEADS: Final = {"watts_each_w": "Input W\neach", "watts_total_w": "Input W\ntotal"}
COLUMNS: Final = (
    Column("type", "Type"),
    Column("quantity", "Qty", numeric=True),
    Column("description", "Description"),
    Column("manufacturer", "Manufacturer"),
    Column("catalogue_number", "Catalogue no."),
    Column("lamp", "Lamp"),
    Column("cct_k", "CCT\nK", numeric=True),
    Column("cri", "CRI", numeric=True),
    Column("lumens_lm", "Lumens\ninitial", numeric=True),
    Column("lamp_w", "Lamp\nW", numeric=True),
    Column("watts_each_w", "Watts\neach", numeric=True),
    Column("watts_total_w", "Watts\ntotal", numeric=True),
    Column("llf", "LLF", numeric=True),
    Column("mounting_height_ft", "MH\nft", numeric=True),
    Column("base_height_ft", "Base\nft", numeric=True),
    Column("overall_height_ft", "Overall\nft", numeric=True),
    Column("bug", "BUG"),
    Column("cutoff", "Cutoff"),
    Column("shielding", "Shielding\nas installed"),
    Column("file", "Photometric file"),
    Column("report", "Laboratory report"),
)


def schedule_rows(site: Site, length: LengthUnit = FEET) -> Table:
    """Luminaire schedule, one row a type, types that are not placed left out.

    Lumens are the luminaire's, initial, with what the site sets on top of the file; the rating
    is made from the same lumens. Watts are input watts, ballast or driver with them; those of
    the lamp alone, which a code may ask for, have a column where a type's are others. Shielding is judged as installed, tilt included, the worst of
    the type's heads. What neither the site nor the file gives is an em dash. Heights are in the
    unit of length that is given. A rating is marked where a type is tilted: it is of the level
    luminaire.
    """
    table = _with_tilts(_whole(site, length), site)
    shown = table.without_empty("lamp_w")
    if "lamp_w" not in shown.keys:
        return shown
    columns = tuple(replace(one, head=INPUT_HEADS.get(one.key, one.head)) for one in shown.columns)
    return replace(shown, columns=columns)


def schedule_file_rows(site: Site) -> Table:
    """Give the schedule with the same columns for every site, lamp watts the last, for a file."""
    table = _whole(site, FEET)
    return table.select([*(key for key in table.keys if key != "lamp_w"), "lamp_w"])


def _whole(site: Site, length: LengthUnit) -> Table:
    rows = []
    for kind in site.types.values():
        heads = [head for head in site.heads if head.type is kind]
        if heads:
            rows.append(_row(kind, heads, length))
    return Table("Luminaire schedule", length_columns(COLUMNS, length), tuple(rows), _note(site))


def tilts_deg(heads: Sequence[Head]) -> tuple[float, ...]:
    """Angles by which heads are off level, degrees, the smallest first; none of level ones."""
    placed = (head.luminaire for head in heads)
    poses = {abs(one.tilt_deg) or abs(one.roll_deg) for one in placed}
    return tuple(sorted(poses - {0.0}))


def _with_tilts(table: Table, site: Site) -> Table:
    """Mark the rating of each type that is tilted, and say under the table what the mark means."""
    tilted = {head.type.name for head in site.heads if tilts_deg([head])}
    name, bug = table.keys.index("type"), table.keys.index("bug")
    rows = []
    for row in table.rows:
        cells = list(row.cells)
        if cells[name].value in tilted and cells[bug].value != NOT_RATED:
            cells[bug] = replace(cells[bug], text=f"{cells[bug].text}*")
        rows.append(replace(row, cells=tuple(cells)))
    marked = any(row.cells[bug].text.endswith("*") for row in rows)
    note = f"{table.note} {TILTED}" if marked else table.note
    return replace(table, rows=tuple(rows), note=note)


def installed_file(kind: LuminaireType) -> LuminaireFile:
    """Give a type's luminaire file with the output that the site sets."""
    if kind.output_factor == 1.0:
        return kind.file
    return replace(kind.file, distribution=kind.file.distribution.scaled(kind.output_factor))


def _row(kind: LuminaireType, heads: Sequence[Head], length: LengthUnit) -> Row:
    file = installed_file(kind)
    lamp_w, watts = _watts(kind)
    rating = file.bug
    bug = NOT_RATED if isinstance(rating, NotCalculated) else str(rating)
    heights = sorted({head.luminaire.mounting_height_ft for head in heads})
    shielding = _shielding(heads)
    kelvin = cct_k(file) if kind.cct_k is None else kind.cct_k
    rendering = cri(file) if kind.cri is None else plain_number(kind.cri, 1)
    return Row(
        (
            Cell(kind.name, kind.name),
            Cell(count(len(heads)), len(heads)),
            Cell(kind.description or MISSING, kind.description or None),
            _keyword(file, "MANUFAC"),
            _keyword(file, "LUMCAT"),
            _lamp(kind),
            Cell(MISSING if kelvin is None else f"{kelvin:.0f}", kelvin),
            Cell(rendering or MISSING, rendering),
            Cell(number(file.lumens, 0), file.lumens),
            Cell(number(lamp_w, 1), lamp_w),
            Cell(number(watts, 1), watts),
            Cell(
                number(None if watts is None else watts * len(heads), 1),
                None if watts is None else watts * len(heads),
            ),
            Cell(factor_text(kind.maintained_factor), kind.maintained_factor),
            Cell(
                _heights_text(heights, length), length.of(heights[0]) if len(heights) == 1 else None
            ),
            *(_height(height, length) for height in (kind.base_height_ft, kind.overall_height_ft)),
            Cell(bug, bug),
            Cell(str(file.cutoff), str(file.cutoff)),
            Cell(shielding, shielding),
            Cell(PurePath(kind.file_path).name, kind.file_path),
            _keyword(file, "TEST"),
        )
    )


def _height(height_ft: float | None, length: LengthUnit) -> Cell:
    if height_ft is None:
        return Cell(MISSING)
    return Cell(length.plain(height_ft), length.of(height_ft))


def _heights_text(heights_ft: Sequence[float], length: LengthUnit) -> str:
    """Write mounting heights: ``20/25``, or from the lowest to the highest of many."""
    texts = [length.plain(height, length.decimals) for height in heights_ft]
    return f"{texts[0]}–{texts[-1]}" if len(texts) > 3 else "/".join(texts)


def _watts(kind: LuminaireType) -> tuple[float | None, float | None]:
    """Give the watts of the lamp, where they are not those of the luminaire, and the latter.

    The luminaire's are the file's input watts. A site that sets the output of an LED sets its
    power with it; where the file gives none, those of the lamp are all there is.
    """
    given = kind.facts.get("lamp_power_w")
    lamp_w = float(given) if isinstance(given, (int, float)) else None
    input_w = kind.file.input_watts_w or None
    sets_both = kind.output_factor != 1.0 and kind.facts.get("lamp_type") == "led"
    if lamp_w is None or lamp_w == input_w:
        return None, input_w
    return (None, lamp_w) if input_w is None or sets_both else (lamp_w, input_w)


def _lamp(kind: LuminaireType) -> Cell:
    lamp = kind.facts.get("lamp_type")
    if lamp is None:
        return _keyword(kind.file, "LAMP")
    text = str(lamp).replace("_", " ")
    return Cell("LED" if text == "led" else text, str(lamp))


def _keyword(file: LuminaireFile, name: str) -> Cell:
    value = " ".join((file.keyword(name) or "").split())
    return Cell(value or MISSING, value or None)


def _shielding(heads: Sequence[Head]) -> str:
    """Worst shielding of a type's heads; heads that are tilted alike are judged once."""
    judged = {}
    for head in heads:
        placed = head.luminaire
        declared = head.facts.get("shielding")
        pose = (placed.tilt_deg, placed.roll_deg, placed.spin_deg, declared)
        if pose not in judged:
            judged[pose] = judged_shielding(declared, placed)[0]
    ranks = {"none": 0, "partial": 1, "full": 2}
    return min(judged.values(), key=lambda shielding: ranks[shielding])


def _note(site: Site) -> str:
    """Count heads, poles and connected load under the table."""
    both = [_watts(head.type) for head in site.heads]
    watts = [input_w for _, input_w in both]
    known = sum(w for w in watts if w is not None)
    poles = len({head.pole_id for head in site.heads})
    load = f"{number(known, 0)} W connected" if any(watts) else "connected load not given"
    if any(lamp_w is not None for lamp_w, _ in both):
        load += " (input watts, ballast or driver included)"
    return (
        f"{count(len(site.heads))} heads at {count(poles)} positions, {load}. "
        "Lumens are those of the luminaire, initial. "
        "Full: no candela at or above horizontal as installed, tilt included."
    )
