"""What the benchmarks ran on, and how they are timed."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numba
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

PASSES = 60_000  # about a tenth of a second


def description() -> str:
    """Name the machine, the versions, the day and what else the machine is doing."""
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return (
        f"{_processor()}, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}; "
        f"{datetime.now(UTC).date().isoformat()}{load}."
    )


def _processor() -> str:
    """Give the name of the processor and its widest vectors, as Linux knows them."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    flags = next((line.split() for line in lines if line.startswith("flags")), [])
    widths = {"avx512f": "AVX-512: eight doubles at a time", "avx2": "AVX2: four doubles at a time"}
    width = next((words for flag, words in widths.items() if flag in flags), "")
    name = f"{len(names)} x {names[0]}" if names else platform.processor()
    return f"{name} ({width})" if width else name


def in_turns(todo: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Take the seconds of each program in each round; they take turns, so that ratios hold."""
    seconds: dict[str, list[float]] = {name: [] for name in todo}
    for _ in range(rounds):
        for name, run in todo.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return seconds


def cores_alone(rounds: int) -> float:
    """How many times as fast two threads of arithmetic are as one, which touch nothing else.

    What the machine's two cores are worth together, whoever runs on them: a virtual machine's
    are not two. The arithmetic keeps the vector units busy, as the kernel does; such that waits
    for its own results shares a core better.
    """
    values = [np.ones(1024), np.ones(1024)]
    _arithmetic(values[0], 1)  # compiled before it counts

    def on(threads: int) -> None:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(_arithmetic, values[:threads], [PASSES // threads] * threads))

    seconds = in_turns({"one": lambda: on(1), "two": lambda: on(2)}, rounds)
    return ratio(seconds["two"], seconds["one"])


@numba.njit(nogil=True)
def _arithmetic(values: NDArray[np.float64], passes: int) -> None:
    """Keep a core's vector units busy with numbers that stay in its nearest memory."""
    for _ in range(passes):
        for i in range(len(values)):
            a = values[i] * 0.999 + 0.1
            b = values[i] * 0.998 + 0.2
            c = values[i] * 0.997 + 0.3
            d = values[i] * 0.996 + 0.4
            a, b = a * a + b, b * b + c
            c, d = c * c + d, d * d + a
            values[i] = 1e-3 * (a * b + c * d)


def spread(values: list[float], digits: int = 1) -> str:
    """Write a median with its least and most."""
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"


def ratio(mine: list[float], other: list[float]) -> float:
    """Median over the rounds of how many times more seconds the other took."""
    return statistics.median(b / a for a, b in zip(mine, other, strict=True))


def peak_memory_mb() -> float:
    """Most memory that this process has held, MB.

    Linux is asked for the high-water mark of this program alone: the one of `resource` starts
    with what the process held that started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        words = dict(line.split(":", 1) for line in status.read_text("ascii").splitlines())
        return float(words["VmHWM"].split()[0]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
