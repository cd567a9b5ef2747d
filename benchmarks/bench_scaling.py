"""How the engine's time grows with points, luminaires and threads; its first call; its memory.

python benchmarks/bench_scaling.py [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from machine import description, in_turns, peak_memory_mb, ratio, spread
from scenes import Scene

from photometry.engine.direct import direct_illuminance

LARGE = Scene(count=100, across=1000)  # 10**8 pairs
SCENES = {
    "40 luminaires, 102,400 points": Scene(across=320),
    "40 luminaires, 409,600 points": Scene(across=640),
    "40 luminaires, 1,638,400 points": Scene(across=1280),
    "160 luminaires, 102,400 points": Scene(count=160, across=320),
    "640 luminaires, 102,400 points": Scene(count=640, across=320),
}
THREADS = (1, 2, 4)


def calculate(scene: Scene, threads: int) -> None:
    """Compute a scene."""
    direct_illuminance(scene.heads, scene.points, threads=threads)


def first_call_s(cache: str | None) -> float:
    """Time the first call in a new process, with compiled code from a folder; None for its own."""
    environment = dict(os.environ)
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = cache
    command = [sys.executable, __file__, "--alone", "first"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def large_memory_mb() -> float:
    """Peak memory of a process that computes 100 luminaires on a million points."""
    command = [sys.executable, __file__, "--alone", "large"]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def run_alone(what: str) -> None:
    """Do one thing in this process, and print its figure."""
    if what == "large":
        calculate(LARGE, 2)
        print(peak_memory_mb())
    else:
        scene = Scene()
        _ = scene.points, scene.heads
        start = time.perf_counter()
        calculate(scene, 2)
        print(time.perf_counter() - start)


def report(rounds: int) -> dict[str, Any]:
    """Give everything measured, as plain data."""
    calculate(Scene(), 1)  # compiled before it counts
    by_size = in_turns(
        {name: lambda scene=scene: calculate(scene, 1) for name, scene in SCENES.items()}, rounds
    )
    by_threads = in_turns(
        {str(count): lambda count=count: calculate(LARGE, count) for count in THREADS}, rounds
    )
    first_call_s(None)  # whatever is cached is cached now
    with tempfile.TemporaryDirectory() as empty:
        cold = first_call_s(empty)
    return {
        "rounds": rounds,
        "sizes": {
            name: {"seconds": taken, "pairs": SCENES[name].pairs} for name, taken in by_size.items()
        },
        "threads": {
            count: {"seconds": taken, "over_one": ratio(taken, by_threads["1"])}
            for count, taken in by_threads.items()
        },
        "first_call_warm_s": [first_call_s(None) for _ in range(rounds)],
        "first_call_cold_s": cold,
        "pairs_of_large": LARGE.pairs,
        "large_memory_mb": large_memory_mb(),
    }


def as_markdown(measured: dict[str, Any]) -> str:
    """Give the tables that benchmarks/README.md shows."""
    lines = ["| scene, 1 thread | s, median (min to max) | million pairs/s |", "|---|---:|---:|"]
    for name, size in measured["sizes"].items():
        rate = size["pairs"] / statistics.median(size["seconds"]) / 1e6
        lines.append(f"| {name} | {spread(size['seconds'], 3)} | {rate:.0f} |")
    lines += [
        "",
        "| threads, 100 luminaires, 1,000,000 points | s, median (min to max) | over 1 thread |",
        "|---|---:|---:|",
    ]
    for count, taken in measured["threads"].items():
        lines.append(f"| {count} | {spread(taken['seconds'], 3)} | {taken['over_one']:.2f} |")
    warm = statistics.median(measured["first_call_warm_s"])
    told = (
        f"First call in a new process, 9.8 million pairs: {measured['first_call_cold_s']:.1f} s "
        f"where nothing is compiled yet, {warm:.2f} s where the cache has it. The hundred million "
        f"pairs of the second table take {measured['large_memory_mb']:.0f} MB at the most, points "
        "and results included."
    )
    return "\n".join([*lines, "", told])


def main() -> None:
    """Run, print, and keep the numbers if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write the numbers here as well")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        run_alone(arguments.alone)
        return
    print(description() + "\n")
    measured = report(arguments.rounds)
    print(as_markdown(measured))
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
