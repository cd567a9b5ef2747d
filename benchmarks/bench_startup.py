"""Start-up and command times, as ratios to a bare interpreter in the same run.

Run: ``python benchmarks/bench_startup.py [--json OUT]``. Each command is a process of its own;
the median of five runs, fewer of those that take long, is compared with the median of ``python -c pass``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import description

EXAMPLE = str(Path(__file__).parents[1] / "examples" / "elm-street" / "site.toml")
RUNS = 5
PATIENCE_S = 12.0  # for the runs of one command: a long one is run once more, no oftener


def commands(out: str) -> dict[str, list[str]]:
    """Name the commands that are timed."""
    module = [sys.executable, "-m", "photometry"]
    return {
        "bare interpreter": [sys.executable, "-c", "pass"],
        "import photometry": [sys.executable, "-c", "import photometry"],
        "photometry --version": [*module, "--version"],
        "photometry info (one file)": [*module, "info", "sample:area_t3"],
        "photometry check (demo site)": [*module, "check", EXAMPLE, "--json"],
        "photometry run --only data (demo site)": [
            *module, "run", EXAMPLE, "-o", out, "--only", "data",
        ],
        "photometry run (demo site)": [*module, "run", EXAMPLE, "-o", out],
    }  # fmt: skip


def seconds(command: list[str]) -> float:
    """Time one run of a command as a whole process."""
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def measure() -> dict[str, dict[str, float]]:
    """Time every command: median, least and most seconds, and the ratio of the medians."""
    with tempfile.TemporaryDirectory() as out:
        times = {}
        for name, command in commands(out).items():
            warm = seconds(command)  # caches of files and of compiled code
            runs = int(min(max(PATIENCE_S / warm, 1), RUNS))
            times[name] = sorted(seconds(command) for _ in range(runs))
    bare = statistics.median(times["bare interpreter"])
    return {
        name: {
            "median_s": statistics.median(runs),
            "min_s": runs[0],
            "max_s": runs[-1],
            "ratio": statistics.median(runs) / bare,
        }
        for name, runs in times.items()
    }


def main() -> None:
    """Print the table, and write it as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures here too")
    arguments = parser.parse_args()
    print(description() + "\n")
    figures = measure()
    print("| command | times a bare interpreter | median s | min s | max s |")
    print("|---|---:|---:|---:|---:|")
    for name, one in figures.items():
        print(
            f"| {name} | {one['ratio']:.1f} | {one['median_s']:.3f} | {one['min_s']:.3f} "
            f"| {one['max_s']:.3f} |"
        )
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
