"""``photometry info``: what luminaire files say."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from photometry.cli import BAD_INPUT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.errors import LuminaireFileError
    from photometry.luminaires.record import LuminaireFile

__all__ = ["info"]

COLUMNS: Final = (
    ("File", "left"),
    ("Type", "left"),
    ("Lumens", "right"),
    ("Watts", "right"),
    ("Max cd", "right"),
    ("BUG", "left"),
    ("Cutoff", "left"),
    ("Roadway", "left"),
    ("Notes", "right"),
)


def info(
    files: Annotated[
        list[str],
        typer.Argument(help="Luminaire files (.ies, .ldt, .xml, .gldf) or sample:NAME."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record a file.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw a sheet for each luminaire into this PDF.")
    ] = None,
    c0_rotation_deg: Annotated[
        float | None,
        typer.Option(help="Where C0 of EULUMDAT and TM-33 files lies: 0, 90, 180 or 270."),
    ] = None,
) -> None:
    """Say what luminaire files say: lumens, ratings, classification, notes.

    Example: photometry info sample:area_t3
    """
    from photometry.cli.console import talk_console, telling, without_middle
    from photometry.errors import LuminaireFileError
    from photometry.luminaires.read import read_luminaire

    if plot is not None and plot.suffix.lower() != ".pdf":
        raise typer.BadParameter(f"expected a .pdf, not {plot}", param_hint="--plot")
    read: list[LuminaireFile] = []
    refused: dict[str, LuminaireFileError] = {}
    with telling(talk_console(), "reading") as tell:
        for place, file in enumerate(files, 1):
            name = without_middle(Path(file).name, 40)
            tell(f"reading {place} of {len(files)}: {name}")
            try:
                read.append(read_luminaire(file, c0_rotation_deg=c0_rotation_deg))
            except LuminaireFileError as error:
                refused[file] = error
    if as_json:
        records = {
            "format": 1,
            "luminaires": [luminaire_record(lum) for lum in read],
            "refused": [_refusal_record(file, error) for file, error in refused.items()],
        }
        sys.stdout.write(json.dumps(records, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    elif len(files) == 1:
        for lum in read:
            _print_page(lum)
    elif read:
        _print_table(read)
    if plot is not None and read:
        _draw(read, plot)
    if refused:
        _say_what_was_refused(refused, len(files))
        raise typer.Exit(BAD_INPUT)


def _say_what_was_refused(refused: Mapping[str, LuminaireFileError], asked: int) -> None:
    """Write every fault, and how many files could not be read."""
    faults = [fault for error in refused.values() for fault in error.faults]
    for fault in faults:
        sys.stderr.write(f"error {fault}\n")
    count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
    which = "the file was not read" if asked == 1 else f"{len(refused)} of {asked} files not read"
    sys.stderr.write(f"{count}, {which}\n")


def _refusal_record(file: str, error: LuminaireFileError) -> dict[str, Any]:
    """Give why a file was refused as plain values."""
    return {
        "file": file,
        "faults": [
            {"file": fault.file, "line": fault.line, "text": fault.what, "advice": fault.advice}
            for fault in error.faults
        ],
    }


def _draw(luminaires: Sequence[LuminaireFile], path: Path) -> None:
    from photometry.drawings.luminaire_sheet import write_luminaire_sheets
    from photometry.submittal.files import staged

    with staged(path.parent) as stage:
        write_luminaire_sheets(luminaires, stage / path.name)
    sys.stderr.write(f"wrote {path}\n")


def luminaire_record(lum: LuminaireFile) -> dict[str, Any]:
    """Give what a luminaire file says as plain values; None where it does not apply."""
    from photometry.luminaires.bug import NotCalculated
    from photometry.luminaires.cutoff import is_fully_shielded
    from photometry.luminaires.cutoff_angle import cutoff_angle_deg
    from photometry.luminaires.floodlight import nema_type
    from photometry.luminaires.lumens import efficacy_lm_per_w
    from photometry.tables.luminaire_file import maximum_at_deg, zone_lumens

    opening, per_watt, nema = lum.opening, efficacy_lm_per_w(lum), nema_type(lum.distribution)
    vertical_deg, lateral_deg = maximum_at_deg(lum.distribution)
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
        "efficacy_lm_per_w": None if per_watt is None else round(per_watt, 1),
        "max_candela_cd": round(lum.max_candela, 1),
        "max_candela_at_deg": {"vertical": vertical_deg, "lateral": lateral_deg},
        "zones_lm": {name: round(lumens, 2) for name, lumens in zone_lumens(lum).items()},
        "bug": None if isinstance(lum.bug, NotCalculated) else str(lum.bug),
        "cutoff": None if lum.is_absolute else str(lum.cutoff),
        "cutoff_angle_deg": round(cutoff_angle_deg(lum.distribution), 2),
        "is_fully_shielded": is_fully_shielded(lum.distribution),
        "nema": None if nema is None else str(nema),
        "roadway_type": str(lum.roadway_type),
        "roadway_range": str(lum.roadway_range),
        "opening": {
            "shape": opening.shape,
            "width_ft": round(opening.width_ft, 4),
            "length_ft": round(opening.length_ft, 4),
            "height_ft": round(opening.height_ft, 4),
        },
        "notes": [
            {"code": note.code, "file": note.file, "line": note.line, "text": note.text}
            for note in lum.notes
        ],
    }


def _print_page(lum: LuminaireFile) -> None:
    from photometry.cli.console import TALK, data_console
    from photometry.tables.luminaire_file import luminaire_facts, place_in_file

    console = data_console()
    console.print(lum.name, style="bold")
    for group in luminaire_facts(lum):
        console.print(group.title, style=TALK)
        if group.title.startswith("Zones"):
            zones = "  ".join(f"{fact.label} {fact.text}" for fact in group.facts)
            console.print(f"  {zones}")
            continue
        for fact in group.facts:
            text = fact.text.replace("\n", " ")
            console.print(f"  {fact.label:<16}{text}", soft_wrap=True)
    console.print("Notes" if lum.notes else "No notes", style=TALK)
    for note in lum.notes:
        place = place_in_file(note)
        text = f"{place}: {note.text}" if place else note.text
        console.print(f"  {note.code}  {text}", soft_wrap=True)


def _print_table(luminaires: Sequence[LuminaireFile]) -> None:
    from photometry.cli.console import data_console, print_rows
    from photometry.luminaires.bug import NotCalculated
    from photometry.tables.luminaire_file import roadway_text
    from photometry.tables.text import MISSING, number, plain_number

    rows = [
        (
            lum.name,
            str(lum.distribution.photometric_type),
            number(lum.lumens, 0),
            plain_number(lum.input_watts_w, 1) if lum.input_watts_w else MISSING,
            number(lum.max_candela, 0),
            MISSING if isinstance(lum.bug, NotCalculated) else str(lum.bug),
            MISSING if lum.is_absolute else str(lum.cutoff),
            roadway_text(lum),
            str(len(lum.notes)),
        )
        for lum in luminaires
    ]
    print_rows(data_console(), COLUMNS, rows)
