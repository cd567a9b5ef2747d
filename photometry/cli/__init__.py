"""The command line: one file per command, heavy imports inside the command."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from photometry._version import __version__
from photometry.cli.interrupts import INTERRUPTED, end_process, remembered

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["command", "main"]

BAD_INPUT = 2
GARBAGE_THRESHOLDS = (50_000, 20, 100)


def command() -> None:
    """Run the command line as a process of its own."""
    # What a run makes lives to its end: searched for cycles at each turn, it gives nothing back.
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    end_process(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code.

    0 done, nothing fails; 1 at least one ``fail`` (or a difference); 2 bad input or usage,
    one line per fault on stderr; 130 interrupted.
    """
    argv = list(sys.argv[1:] if arguments is None else arguments)
    if argv in (["--version"], ["-V"]):
        # Answered before anything is imported: scripts ask this often.
        sys.stdout.write(f"photometry {__version__}\n")
        return 0
    with remembered() as interrupts:
        try:
            # Imported here: impatience strikes first while modules are being imported.
            from photometry.cli.app import run_app

            code = run_app(argv, interrupts)
        except BaseException:
            if not interrupts.pressed:
                raise
            code = INTERRUPTED
    if code == INTERRUPTED:
        sys.stderr.write("interrupted, nothing half-written\n")
    return code
