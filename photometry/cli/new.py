"""``photometry new``: a site to start from, or a form for facts."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.errors import Fault
    from photometry.site.layer_summary import LayerSummary

__all__ = ["new"]


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder to write into.", show_default=False)
    ],
    dxf: Annotated[
        Path | None, typer.Option(help="CAD base whose layers give the shapes; lists them.")
    ] = None,
    unit: Annotated[
        Literal["ft", "m", "ftUS"] | None,
        typer.Option(help="Unit of the CAD base, where it does not say."),
    ] = None,
    facts: Annotated[
        str | None,
        typer.Option(help="Write the form of facts of a code: CODE or CODE:TOPIC,TOPIC."),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Write the schema besides, for editors that complete.")
    ] = False,
) -> None:
    """Write a commented site that runs as it stands, or a form for facts.

    Example: photometry new my-site --dxf base.dxf   |   photometry new . --facts sweden-ny:signs
    """
    texts: dict[str, str] = {}
    layers: Sequence[LayerSummary] = ()
    if facts is not None:
        texts["facts.toml"] = _facts_text(facts)
    if facts is None or dxf is not None:
        named = "facts.toml" if texts else ""
        texts["site.toml"], layers = _site_text(folder, dxf, unit, named, has_schema=schema)
    if schema:
        texts |= _schema_text()
    _write(folder, texts)
    if dxf is not None:
        _show(layers)
    for name in texts:
        sys.stderr.write(f"wrote {folder / name}\n")
    sys.stderr.write(_what_next(folder, texts))


def _what_next(folder: Path, texts: Mapping[str, str]) -> str:
    """Say what to do with what was written; a new site names no code to be judged by."""
    from photometry.ordinance.catalogue import known_codes

    if "site.toml" not in texts:
        path = folder / "facts.toml"
        return f"next: fill in {path}, then photometry check {path}\n"
    path = folder / "site.toml"
    known = ", ".join(known_codes())
    return (
        f"next: photometry run {path}\n"
        f"      it is judged once its line code = [...] is set; known: {known}, or a folder\n"
    )


def _site_text(
    folder: Path,
    dxf: Path | None,
    unit: Literal["ft", "m", "ftUS"] | None,
    facts: str,
    *,
    has_schema: bool,
) -> tuple[str, Sequence[LayerSummary]]:
    from photometry.errors import Fault, ProjectFileError
    from photometry.site.layer_summary import summarize_layers
    from photometry.site.new_site import new_site_text

    name = folder.absolute().name or "New site"
    if dxf is None:
        return new_site_text(name, unit=unit, facts=facts, has_schema=has_schema), ()
    from photometry.cli.console import talk_console, telling
    from photometry.site.sources.dxf_base import read_dxf

    try:
        with telling(talk_console(), "reading") as tell:
            drawing = read_dxf(
                dxf, unit, tell=lambda share: tell(f"reading {dxf.name} {share:.0%}")
            )
    except ProjectFileError as error:
        raise ProjectFileError([_with_option(fault) for fault in error.faults]) from None
    if not drawing.shapes:
        what, advice = "it holds no lines or outlines", "export its layers as polylines"
        raise ProjectFileError(Fault(what, str(dxf), advice=advice))
    for note in drawing.notes:
        sys.stderr.write(f"{note.code} {note.where}: {note.text}\n")
    path = _relative(dxf, folder)
    text = new_site_text(name, drawing, path, unit=unit, facts=facts, has_schema=has_schema)
    return text, summarize_layers(drawing)


def _schema_text() -> dict[str, str]:
    import json

    from photometry.site.json_schema import site_schema
    from photometry.site.new_site import SCHEMA_FILE

    return {SCHEMA_FILE: json.dumps(site_schema(), indent=1, ensure_ascii=False) + "\n"}


def _with_option(fault: Fault) -> Fault:
    """Give the advice for a command line where it is for a site file."""
    from dataclasses import replace

    return replace(fault, advice=fault.advice.replace('[geometry] unit = "ft"', "--unit ft"))


def _relative(dxf: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(dxf, folder)).as_posix()
    except ValueError:  # on another drive
        return dxf.absolute().as_posix()


def _facts_text(wanted: str) -> str:
    from photometry.errors import CodeFileError, Fault, nearest_name
    from photometry.ordinance.catalogue import load_code
    from photometry.ordinance.rules_text import facts_form

    name, _, listed = wanted.partition(":")
    code = load_code(name)
    topics = tuple(topic.strip() for topic in listed.split(",") if topic.strip()) or None
    faults = [
        Fault(f"{name} has no topic {topic}", advice=nearest_name(topic, code.topics))
        for topic in topics or ()
        if topic not in code.topics
    ]
    if faults:
        raise CodeFileError(faults)
    return facts_form(code, topics)


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files, none where one is there already."""
    from photometry.errors import Fault, OutputError
    from photometry.submittal.files import folder_made, reported

    taken = [folder / name for name in texts if (folder / name).exists()]
    if taken:
        advice = "name another folder, or move it away"
        raise OutputError(Fault("it is there already", str(path), advice=advice) for path in taken)
    with reported(folder), folder_made(folder):
        for name, text in texts.items():
            with (folder / name).open(
                "x", encoding="utf-8", errors="replace", newline="\n"
            ) as file:
                file.write(text)


def _show(layers: Sequence[LayerSummary]) -> None:
    from photometry.cli.console import data_console, plain_table

    table = plain_table(
        [
            ("Layer", "left"),
            ("Closed", "right"),
            ("Open", "right"),
            ("Area, sq ft", "right"),
            ("Length, ft", "right"),
            ("Luminaires", "right"),
            ("Taken as", "left"),
        ]
    )
    for one in layers:
        meaning = "frozen or off" if one.is_hidden else one.meaning
        area = f"{one.area_sq_ft:,.1f}" if one.closed else ""
        length = f"{one.length_ft:,.1f}" if one.closed or one.open else ""
        counts = (str(one.luminaires) if one.luminaires else "",)
        table.add_row(one.layer, str(one.closed), str(one.open), area, length, *counts, meaning)
    data_console().print(table)
