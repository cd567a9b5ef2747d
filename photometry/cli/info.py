"""``photometry info``: what luminaire files say."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.luminaires.record import LuminaireFile

__all__ = ["info"]


def info(
    files: Annotated[
        list[str],
        typer.Argument(help="Luminaire files (.ies, .ldt, .xml, .gldf) or sample:NAME."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record a file.")] = False,
) -> None:
    """Say what luminaire files say: lumens, ratings, classification, notes.

    Example: photometry info sample:area_t3
    """
    from photometry.errors import LuminaireFileError
    from photometry.luminaires.read import read_luminaire

    read: list[LuminaireFile] = []
    refused: list[LuminaireFileError] = []
    for file in files:
        try:
            read.append(read_luminaire(file))
        except LuminaireFileError as error:
            refused.append(error)
    if as_json:
        records = {"format": 1, "luminaires": [luminaire_record(lum) for lum in read]}
        sys.stdout.write(json.dumps(records, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    elif len(files) == 1:
        for lum in read:
            _print_page(lum)
    elif read:
        _print_table(read)
    if refused:
        raise LuminaireFileError([fault for error in refused for fault in error.faults])


def luminaire_record(lum: LuminaireFile) -> dict[str, Any]:
    """Give what a luminaire file says as plain values; None where it does not apply."""
    zones = lum.zones
    return {
        "name": lum.name,
        "format": lum.file_format,
        "version": lum.version,
        "photometric_type": str(lum.distribution.photometric_type),
        "symmetry": str(lum.distribution.symmetry),
        "manufacturer": lum.keyword("MANUFAC"),
        "catalogue_number": lum.keyword("LUMCAT"),
        "luminaire": lum.keyword("LUMINAIRE"),
        "is_absolute": lum.is_absolute,
        "lamp_lumens_lm": lum.lamp_lumens_lm,
        "lumens_lm": round(lum.lumens, 2),
        "lumens_exact_lm": round(lum.lumens_exact, 2),
        "input_watts_w": lum.input_watts_w or None,
        "ballast_factor": lum.ballast_factor,
        "max_candela_cd": round(lum.max_candela, 1),
        "zones_lm": None
        if zones is None
        else {name.removesuffix("_lm"): round(getattr(zones, name), 2) for name in zones.__slots__},
        "bug": str(lum.bug),
        "cutoff": str(lum.cutoff),
        "roadway_type": str(lum.roadway_type),
        "roadway_range": str(lum.roadway_range),
        "opening": {
            "shape": lum.opening.shape,
            "width_ft": round(lum.opening.width_ft, 4),
            "length_ft": round(lum.opening.length_ft, 4),
            "height_ft": round(lum.opening.height_ft, 4),
        },
        "notes": [{"code": note.code, "line": note.line, "text": note.text} for note in lum.notes],
    }


def _print_page(lum: LuminaireFile) -> None:
    from photometry.cli.console import TALK, data_console

    console = data_console()
    record = luminaire_record(lum)
    console.print(f"[bold]{lum.name}[/bold]   {lum.file_format} {lum.version}")
    for name, value in record.items():
        if name in {"name", "format", "version", "notes"} or value is None:
            continue
        shown = (
            "  ".join(f"{key} {part}" for key, part in value.items())
            if isinstance(value, dict)
            else str(value)
        )
        console.print(f"  {name.replace('_', ' '):<22}{shown}", markup=False)
    for note in lum.notes:
        place = f"line {note.line}: " if note.line else ""
        console.print(f"  {note.code}  {place}{note.text}", style=TALK, markup=False)


def _print_table(luminaires: Sequence[LuminaireFile]) -> None:
    from photometry.cli.console import data_console, plain_table

    table = plain_table(
        [
            ("File", "left"),
            ("Type", "left"),
            ("Lumens", "right"),
            ("Watts", "right"),
            ("Max cd", "right"),
            ("BUG", "left"),
            ("Cutoff", "left"),
            ("Roadway", "left"),
            ("Notes", "right"),
        ]
    )
    for lum in luminaires:
        watts = f"{lum.input_watts_w:,.1f}" if lum.input_watts_w else "—"
        table.add_row(
            lum.name,
            str(lum.distribution.photometric_type),
            f"{lum.lumens:,.0f}",
            watts,
            f"{lum.max_candela:,.0f}",
            str(lum.bug),
            str(lum.cutoff),
            f"{lum.roadway_type} {lum.roadway_range}",
            str(len(lum.notes)),
        )
    data_console().print(table)
