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
) -> None:
    """Say what changed between two submittals: luminaires, statistics, verdicts.

    Example: photometry diff first/out second/out
    """
    from photometry.cli.console import data_console
    from photometry.submittal.diff import diff as changes_between

    changes = changes_between(before, after)
    if as_json:
        record = {"format": 1, **asdict(changes)}
        sys.stdout.write(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    else:
        show_changes(changes, data_console(), everything=everything)
    sys.exit(int(bool(changes)))


def show_changes(
    changes: Changes, data: Console, *, everything: bool = False, advice: str = "--all"
) -> None:
    """Print what changed, by kind, the first of each kind unless every change is asked for.

    `advice` says what shows them all.
    """
    from photometry.cli.console import TALK

    for kind, head in HEADS.items():
        found = getattr(changes, kind)
        if not found:
            continue
        data.print(f"[bold]{head}[/bold]   {len(found):,}")
        shown = found if everything else found[:MOST_SHOWN]
        for change in shown:
            data.print(f"  {change}", markup=False, soft_wrap=True)
        if len(found) > len(shown):
            left = len(found) - len(shown)
            data.print(f"  … and {left:,} more.  {advice} shows every change.", style=TALK)
    if not changes:
        data.print("[bold]nothing changed[/bold]")
