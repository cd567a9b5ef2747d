"""``photometry run``: the main job, every product into one folder."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from photometry.submittal.pipeline import Judgement

__all__ = ["run"]


def run(
    site: Annotated[
        Path, typer.Argument(help="The site file (site.toml), or its folder.", show_default=False)
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Folder for the products; default: out/ beside the site."),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            help="Products to make, comma-separated: data, plan, cad, page, sheets. Default: all. "
            "preview only where it is named."
        ),
    ] = None,
    code: Annotated[
        str | None, typer.Option(help="Judge by this code (id or folder) instead of the site's.")
    ] = None,
    as_zip: Annotated[
        bool, typer.Option("--zip", help="Put the submittal into one file besides: OUT.zip.")
    ] = False,
    *,
    sheet: Annotated[
        str | None,
        typer.Option(
            help="Size of the sheets: ARCH D (default), ARCH E1, ARCH E, ANSI B, ANSI D, ANSI E, "
            "letter, A0 to A4."
        ),
    ] = None,
    scale: Annotated[
        str | None,
        typer.Option(
            help="Scale of the plans, feet to an inch (20) or a ratio (1:250); they are divided at "
            "match lines where they do not fit. Default: the largest that fits one sheet."
        ),
    ] = None,
    lux: Annotated[
        bool,
        typer.Option(
            "--lux",
            help="Show illuminance in lux in the drawings, on the page and here; limits in both "
            "units. results.json stays in footcandles.",
        ),
    ] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Compute large zones on this Dask scheduler's workers: tcp://HOST:8786."),
    ] = None,
    replace: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TYPE=FILE",
            help='Try another luminaire file for a type, as for an "or equal", and say what it '
            "changes; may be given again. The default folder is then out-replaced/.",
        ),
    ] = None,
) -> None:
    """Calculate a site, judge it and write the submittal.

    Example: photometry run examples/elm-street/site.toml -o out
    """
    from photometry.cli.console import TALK, data_console, headed, talk_console, telling
    from photometry.cli.report import (
        counts,
        counts_explained,
        exit_code,
        show_findings,
        show_statistics,
    )
    from photometry.submittal.bundle import zip_submittal
    from photometry.submittal.destination import check_archive
    from photometry.submittal.plotting import plotting
    from photometry.submittal.records import DIRECT_LIGHT_ONLY
    from photometry.submittal.write import PRODUCTS, check_place, check_products, write_submittal
    from photometry.tables.display import FOOTCANDLES, LUX

    talk, data = talk_console(), data_console()
    replaced = _replacements(replace or ())
    site = site / "site.toml" if site.is_dir() else site
    folder = out if out is not None else site.parent / ("out-replaced" if replaced else "out")
    wanted = PRODUCTS if only is None else tuple(name.strip() for name in only.split(","))
    # Said before the work, not after it.
    check_products(wanted)
    check_place(folder, [site], wanted)
    if as_zip:
        check_archive(folder)
    light = LUX if lux else FOOTCANDLES
    plotted = plotting(sheet, scale, light)
    judged = _judge(site, code, scheduler, replaced, talk)
    with telling(talk, "writing") as say:
        started = time.perf_counter()
        files = write_submittal(
            judged,
            folder,
            wanted,
            tell=lambda product: say(f"writing {product}"),
            plotted=plotted,
        )
        archive = zip_submittal(folder, files) if as_zip else None
    _tell_time(talk, f"write {' '.join(wanted)}", started)
    data.print()
    show_statistics(data, judged.calc, judged.findings, light)
    data.print()
    show_findings(data, judged.findings, judged.site.unit, light)
    data.print()
    if replaced:
        _show_what_changed(site, code, judged, talk, data)
    total = counts(judged.findings) or "no code to judge by"
    data.print(headed(total, f"   wrote {folder} ({len(files)} files)"))
    if explained := counts_explained(judged.findings):
        data.print(explained, style=TALK)
    if archive is not None:
        data.print(f"wrote {archive}", soft_wrap=True)
    exit_with = exit_code(judged.findings)
    data.print(f"{DIRECT_LIGHT_ONLY}   exit {exit_with}", style=TALK)
    sys.exit(exit_with)


def _judge(
    path: Path, code: str | None, scheduler: str | None, replaced: dict[str, str], talk: Console
) -> Judgement:
    """Load, calculate and judge, telling what was read and how far it is."""
    from photometry.cli.console import telling
    from photometry.cli.report import show_notes
    from photometry.cli.scheduler import client_of
    from photometry.submittal.pipeline import judge

    started = time.perf_counter()
    with client_of(scheduler) as client, telling(talk, "reading") as tell:
        judged = judge(
            path,
            code=code,
            replaced=replaced,
            client=client,
            progress=lambda what, share: tell(f"calculating {what} {share:.0%}"),
            reading=lambda name, share: tell(f"reading {name} {share:.0%}"),
            judging=lambda rule, share: tell(f"judging {share:.0%}: {rule}"),
        )
    talk.print(_what_was_read(judged))
    show_notes(talk, judged.calc.notes, judged.site.path)
    _tell_time(talk, "read, calculate, judge", started)
    return judged


def _replacements(given: Sequence[str]) -> dict[str, str]:
    """Read ``TYPE=FILE``, each type once."""
    replaced: dict[str, str] = {}
    for text in given:
        kind, sign, file = (part.strip() for part in text.partition("="))
        if not (kind and sign and file):
            what = f"expected TYPE=FILE, such as A=other.ies, not {text!r}"
            raise typer.BadParameter(what, param_hint="--replace")
        if kind in replaced:
            raise typer.BadParameter(f"type {kind} is replaced twice", param_hint="--replace")
        replaced[kind] = file
    return replaced


def _show_what_changed(
    path: Path, code: str | None, judged: Judgement, talk: Console, data: Console
) -> None:
    """Judge the site as it is, too, and print what the replacement changes."""
    from photometry.cli.console import headed, telling
    from photometry.cli.diff import show_changes
    from photometry.submittal.diff import diff_judgements
    from photometry.submittal.pipeline import judge

    with telling(talk, "judging the site as it is") as tell:
        before = judge(
            path,
            code=code,
            progress=lambda what, share: tell(f"calculating the site as it is: {what} {share:.0%}"),
            judging=lambda _rule, share: tell(f"judging the site as it is {share:.0%}"),
        )
    data.print(headed("What the replacement changes"))
    advice = "photometry diff --all, of this folder and the one of the site as it is,"
    show_changes(diff_judgements(before, judged), data, advice=advice)
    data.print()


def _what_was_read(judged: Judgement) -> Text:
    from photometry.cli.console import headed

    site, calc = judged.site, judged.calc
    points = sum(len(result.points_ft) for result in (*calc.zones.values(), *calc.lines.values()))
    revision = f"  rev. {site.project.revision}" if site.project.revision else ""
    codes = ", ".join(site.project.codes) or "none"
    heads = f"{len(site.heads)} luminaire{'s' if len(site.heads) != 1 else ''}"
    types = f"{len(site.types)} type{'s' if len(site.types) != 1 else ''}"
    return headed(
        site.project.name,
        f"{revision}   {heads}, {types}   {points:,} points   code {codes}",
    )


def _tell_time(talk: Console, what: str, started: float) -> None:
    from photometry.cli.console import TALK

    talk.print(f"  {what}  {time.perf_counter() - started:.1f} s", style=TALK)
