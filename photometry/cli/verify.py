"""``photometry verify``: whether a handed-in submittal holds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from photometry.submittal.verify import Verification

__all__ = ["verify"]

MOST_SHOWN: Final = 30


def verify(
    bundle: Annotated[
        Path,
        typer.Argument(help="A submittal: its folder, or the .zip of it.", show_default=False),
    ],
    everything: Annotated[bool, typer.Option("--all", help="Show every difference.")] = False,
) -> None:
    """Recompute a handed-in submittal and say whether every number and verdict holds.

    Example: photometry verify out.zip
    """
    from photometry.cli.console import TALK, data_console, talk_console, telling
    from photometry.submittal.verify import verify as verify_bundle

    talk, data = talk_console(), data_console()
    with telling(talk, "reading") as tell:
        found = verify_bundle(
            bundle,
            progress=lambda what, share: tell(f"calculating {what} {share:.0%}"),
            judging=lambda rule, share: tell(f"judging {share:.0%}: {rule}"),
        )
    for note in found.notes:
        talk.print(f"  note  {note}", style=TALK)
    _print(found, data, everything=everything)
    sys.exit(int(bool(found.differences)))


def _print(found: Verification, data: Console, *, everything: bool) -> None:
    from photometry.cli.console import TALK, headed

    shown = found.differences if everything else found.differences[:MOST_SHOWN]
    for difference in shown:
        data.print(str(difference), soft_wrap=True)
    left = len(found.differences) - len(shown)
    if left:
        data.print(f"… and {left:,} more.  --all shows every difference.", style=TALK)
    compared = (
        f"{found.n_files:,} files, {found.n_values:,} values, {found.n_findings:,} findings "
        "recomputed"
    )
    if found.differences:
        count = len(found.differences)
        data.print(headed(f"{count:,} difference{'s' if count > 1 else ''}", f"   {compared}"))
    else:
        data.print(headed("verified: everything holds", f"   {compared}"))
        by_hash = "Drawings, the page and field_check.csv: by their hashes alone."
        data.print(by_hash, style=TALK)
