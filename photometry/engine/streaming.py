"""Pieces of a job, computed on some threads.

Those of a large job are handed on in their order: only a few wait at any time, so memory does
not grow with the job. Those of a job whose result is in memory anyway are simply shared out.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from concurrent.futures import Future

__all__ = ["cores", "in_order", "shared_out"]

AHEAD: Final = 2  # pieces a thread may be ahead of the one that is handed on

Part = TypeVar("Part")
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


def shared_out(
    compute: Callable[[Part], Piece], parts: Sequence[Part], threads: int
) -> list[Piece]:
    """Compute a piece of each part, on threads that live as long as the work.

    The calling thread is one of them: if it only waited, it would be woken after every piece, and
    would take a core and the interpreter from those who work.

    Returns
    -------
    list
        The pieces, in the order in which they were ready. What one thread raises is raised here,
        as soon as the others have ended the pieces in their hands.
    """
    waiting, ready = deque(parts), list[Piece]()

    def work() -> None:
        try:
            while True:
                try:
                    part = waiting.popleft()
                except IndexError:  # none is left
                    return
                ready.append(compute(part))
        finally:
            waiting.clear()

    if threads == 1:
        work()
        return ready
    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(work) for _ in range(threads - 1)]
        work()
        for other in others:
            other.result()
    return ready


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
