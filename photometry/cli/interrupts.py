"""Ctrl-C, remembered: an interrupt ends a run as an interrupt, wherever it struck.

Python hands an interrupt to whatever happens to run. Inside an import written in C it comes out
as an ``ImportError``, and the command parser turns it into an exit of its own. What is remembered
here does not depend on how it came out.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["INTERRUPTED", "Interrupts", "end_process", "remembered"]

INTERRUPTED = 130


@dataclass(slots=True)
class Interrupts:
    """Whether Ctrl-C was pressed since the run began."""

    pressed: bool = False

    def press(self, _number: int, _frame: FrameType | None) -> None:
        """Remember the key and raise ``KeyboardInterrupt``, as Python's own handler does."""
        self.pressed = True
        raise KeyboardInterrupt


@contextlib.contextmanager
def remembered() -> Iterator[Interrupts]:
    """Remember interrupts while the block runs; only a process's first thread can hear them."""
    interrupts = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    before = signal.signal(signal.SIGINT, interrupts.press)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def end_process(code: int) -> None:
    """End the process with `code`.

    After an interrupt without Python's own farewell: where the key struck inside an ``exec``
    (each dataclass runs one) the interpreter keeps a mark, and dies of the signal in the end
    although the interrupt was caught. A shell calls both 130, a program that waits does not.
    """
    if code != INTERRUPTED:
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
