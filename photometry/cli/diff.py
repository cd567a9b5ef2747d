"""``photometry diff``: what changed between two submittals."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from photometry.submittal.diff import Changes

__all__ = ["diff", "show_changes"]

MOST_SHOWN: Final = 20  # of a kind
HEADS: Final = {
    "about": "What they rest on",
    "luminaires": "Luminaires",
    "types": "Luminaire types",
    "statistics": "Statistics",
    "verdicts": "Verdicts",
}


def diff(
    before: Annotated[
        Path, typer.Argument(help="A submittal: its folder, or the .zip of it.", show_default=False)
    ],
    after: Annotated[Path, typer.Argument(help="The later one.", show_default=False)],
    as_json: Annotated[
        bool, typer.Option("--json", help="Every change as JSON on stdout.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every change.")] = False,
    map_file: Annotated[
        Path | None,
        typer.Option(
            "--map",
            help="Draw the change in fc at every point into this .pdf or .png.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Say what changed between two submittals: luminaires, statistics, verdicts.

    Example: photometry diff first/out second/out
    """
    from photometry.cli.console import data_console
    from photometry.submittal.diff import diff as changes_between

    if map_file is not None and map_file.suffix.lower() not in {".pdf", ".png"}:
        raise typer.BadParameter(f"expected a .pdf or .png, not {map_file}", param_hint="--map")
    changes = changes_between(before, after)
    if map_file is not None:
        _draw_map(before, after, map_file)
    if as_json:
        record = {"format": 1, **asdict(changes)}
        sys.stdout.write(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    else:
        show_changes(changes, data_console(), everything=everything)
    sys.exit(int(bool(changes)))


def _draw_map(before: Path, after: Path, target: Path) -> None:
    """Draw what changed on the ground, and write it."""
    from photometry.drawings.difference_map import difference_figure, difference_map
    from photometry.submittal.diff_map import changes_on_the_ground
    from photometry.submittal.files import write_product

    places, heads, remarks = changes_on_the_ground(before, after)
    title = f"What changed: {before.name} → {after.name}"
    figure = difference_figure(places, heads, title=title, remarks=remarks)
    is_png = target.suffix.lower() == ".png"
    write_product(target, difference_map(figure, title, as_png=is_png))


def show_changes(
    changes: Changes, data: Console, *, everything: bool = False, advice: str = "--all"
) -> None:
    """Print what changed, by kind, the first of each kind unless every change is asked for.

    `advice` says what shows them all.
    """
    from photometry.cli.console import TALK, headed
    from photometry.submittal.diff import PROJECT_NAME

    if changes.are_unrelated:
        [names] = [one for one in changes.about if one.item == PROJECT_NAME]
        told = f"Two projects, {names.was} and {names.now}: no luminaire of one stands where one of the other does"
        data.print(headed(told), soft_wrap=True)
        if not everything:
            data.print(f"  {advice} compares them nevertheless.", style=TALK)
            return
    for kind, head in HEADS.items():
        found = getattr(changes, kind)
        if not found:
            continue
        data.print(headed(head, f"   {len(found):,}"))
        shown = found if everything else found[:MOST_SHOWN]
        for change in shown:
            data.print(f"  {change}", soft_wrap=True)
        if len(found) > len(shown):
            left = len(found) - len(shown)
            data.print(f"  … and {left:,} more.  {advice} shows every change.", style=TALK)
    if not changes:
        data.print(headed("nothing changed"))
    elif not changes.verdicts:
        data.print(headed("No verdict turns"))
