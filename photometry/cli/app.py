"""The commands, gathered, and how a run ends."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import typer

from photometry.cli import BAD_INPUT
from photometry.cli.check import check
from photometry.cli.diff import diff
from photometry.cli.info import info
from photometry.cli.new import new
from photometry.cli.raster import raster
from photometry.cli.rules import rules
from photometry.cli.run import run
from photometry.cli.verify import verify
from photometry.errors import PhotometryError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.cli.interrupts import Interrupts

__all__ = ["run_app"]

# What writes: only of these is it news that nothing was written.
WRITING_COMMANDS: Final = frozenset({"new", "run", "raster"})
WRITING_OPTIONS: Final = ("--map", "--plot")

app = typer.Typer(
    name="photometry",
    help="Site-lighting photometry: footcandle grids, ordinance verdicts, iso-footcandle plans.",
    epilog=(
        "Examples:  photometry run examples/elm-street/site.toml -o out   |   "
        "photometry check site.toml --code sweden-ny   |   photometry info ies_files/*.ies"
    ),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(new)
app.command()(run)
app.command()(check)
app.command()(raster)
app.command()(info)
app.command()(verify)
app.command()(diff)
app.add_typer(rules, name="rules")


def run_app(arguments: Sequence[str], interrupts: Interrupts) -> int:
    """Run one command; every way to end becomes an exit code, none a traceback."""
    _speak_any_encoding()
    try:
        app(list(arguments), prog_name="photometry")
    except SystemExit as end:
        return _exit_code(end.code)
    except PhotometryError as error:
        if interrupts.pressed:
            raise
        return _report_faults(error, would_write=_would_write(arguments))
    except BrokenPipeError:
        # The reader of a pipe (head, less) left: not an error of ours.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if interrupts.pressed or os.environ.get("PHOTOMETRY_TRACEBACK"):
            raise
        sys.stderr.write(
            f"error: a fault of photometry's own: {type(error).__name__}: {error}; please report "
            "it with the input (PHOTOMETRY_TRACEBACK=1 shows where)\n"
        )
        return BAD_INPUT
    return 0


def _exit_code(code: Any) -> int:
    return code if isinstance(code, int) else int(bool(code))


def _would_write(arguments: Sequence[str]) -> bool:
    asked = any(argument.startswith(WRITING_OPTIONS) for argument in arguments)
    return asked or not WRITING_COMMANDS.isdisjoint(arguments[:1])


def _report_faults(error: PhotometryError, *, would_write: bool) -> int:
    for fault in error.faults:
        sys.stderr.write(f"error {fault}\n")
    count = f"{len(error.faults)} fault{'s' if len(error.faults) != 1 else ''}"
    sys.stderr.write(f"{count}, nothing written\n" if would_write else f"{count}\n")
    return BAD_INPUT


def _speak_any_encoding() -> None:
    """Let a console that cannot show a sign get a replacement for it, not an error."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
