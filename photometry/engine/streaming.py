"""Pieces of a large job, computed on some threads and handed on in their order.

Only a few pieces wait at any time, so memory does not grow with the job.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Future

__all__ = ["cores", "in_order"]

AHEAD: Final = 2  # pieces a thread may be ahead of the one that is handed on

Piece = TypeVar("Piece")


def in_order(compute: Callable[[int, Event], Piece], count: int, threads: int) -> Generator[Piece]:
    """Compute pieces 0 to `count` - 1 and give them in that order.

    Parameters
    ----------
    compute
        Gives a piece by number. It raises `InterruptedError` soon after the event is set.
    count
        Count of pieces.
    threads
        Threads to compute on.

    Yields
    ------
    Piece
        Each in its turn. When the caller stops asking, or is interrupted, what is being
        computed is told to stop.
    """
    stop = Event()
    waiting: deque[Future[Piece]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for number in range(count):
                waiting.append(pool.submit(compute, number, stop))
                if len(waiting) > AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
