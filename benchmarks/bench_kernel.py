"""Time the engine beside the baselines and beside other people's programs, on one scene.

    python benchmarks/bench_kernel.py [--rounds 5] [--json FILE]

Absolute figures move between machines and with what else a machine is doing; the programs
take turns, round by round, so that ratios hold.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from baselines import chunked_numpy, naive_numba, scipy_grid
from machine import cores_alone, description, in_turns, peak_memory_mb, ratio, spread
from peers import peers
from scenes import Scene

from photometry.engine import plain
from photometry.engine.direct import direct_illuminance
from photometry.engine.shadows import prisms

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Program = Callable[[], Floats]

SCENE = Scene()
SHADED = replace(SCENE, buildings=10)
FEW = Scene(across=64)  # for peers that would take minutes: 4,096 points
NUMBA, NUMPY = "naive Numba, 1 thread", "chunked NumPy, 1 thread"
ONE, TWO = "photometry, kernel, 1 thread", "photometry, kernel, 2 threads"
BUILDINGS = "photometry, 10 buildings, 1 thread"
NOTHING = "the scene alone"


def engine(scene: Scene, threads: int) -> Program:
    """Give the engine's front door on a scene."""
    return lambda: direct_illuminance(
        scene.heads, scene.points, obstructions=scene.obstructions, threads=threads
    )[0]


def numpy_path(scene: Scene) -> Program:
    """Give the way that the engine goes on small sites."""
    up = np.broadcast_to([0.0, 0.0, 1.0], scene.points.shape)
    return lambda: plain.sum_layers(scene.heads, scene.points, up, prisms(()), 1)[0]


def own_programs() -> dict[str, tuple[Program, Scene]]:
    """Give what needs nobody else: the baselines and the engine."""
    arrays = SCENE.points, *SCENE.arrays
    return {
        NUMBA: (lambda: naive_numba(*arrays), SCENE),
        NUMPY: (lambda: chunked_numpy(*arrays), SCENE),
        "SciPy RegularGridInterpolator": (lambda: scipy_grid(*arrays), SCENE),
        "photometry, NumPy path": (numpy_path(SCENE), SCENE),
        ONE: (engine(SCENE, 1), SCENE),
        TWO: (engine(SCENE, 2), SCENE),
        BUILDINGS: (engine(SHADED, 1), SHADED),
    }


def report(rounds: int, folder: Path) -> dict[str, Any]:
    """Give everything measured, as plain data."""
    theirs, absent = peers(FEW, folder)
    todo = own_programs() | {name: (run, FEW) for name, run in theirs.items()}
    results = {name: run() for name, (run, _) in todo.items()}  # compiled before it counts
    seconds = in_turns({name: run for name, (run, _) in todo.items()}, rounds)
    exact = {SCENE: results[NUMBA], FEW: naive_numba(FEW.points, *FEW.arrays)}
    # Seconds a pair, so that scenes of several sizes compare.
    each = {name: [s / todo[name][1].pairs for s in taken] for name, taken in seconds.items()}
    rows = []
    for name, taken in each.items():
        reference = exact.get(todo[name][1])
        off = None if reference is None else float(np.abs(results[name] - reference).max())
        rows.append(
            {
                "program": name,
                "mpairs_s": [1e-6 / s for s in taken],
                "points": len(todo[name][1].points),
                "times_naive_numba": ratio(taken, each[NUMBA]),
                "times_chunked_numpy": ratio(taken, each[NUMPY]),
                "largest_difference_fc": off,
                "memory_mb": memory_of(name),
            }
        )
    return {
        "rounds": rounds,
        "luminaires": SCENE.count,
        "brightest_fc": float(results[NUMBA].max()),
        "rows": rows,
        "absent": absent,
        "two_threads_over_one": ratio(each[TWO], each[ONE]),
        "two_threads_of_arithmetic_over_one": cores_alone(rounds),
        "ten_buildings_over_none": 1.0 / ratio(each[BUILDINGS], each[ONE]),
        "memory_alone_mb": memory_of(NOTHING),
        "times_peers": {name: ratio(each[ONE], each[name]) for name in theirs},
    }


def memory_of(name: str) -> float:
    """Peak memory of a process that runs one program alone, MB."""
    command = [sys.executable, __file__, "--alone", name]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def run_alone(name: str) -> None:
    """Run one program, and print the most memory it took."""
    with tempfile.TemporaryDirectory() as folder:
        todo: dict[str, Program] = {n: run for n, (run, _) in own_programs().items()}
        todo[NOTHING] = lambda: SCENE.points
        if name not in todo:
            todo |= peers(FEW, Path(folder))[0]
        todo[name]()
        print(peak_memory_mb())


def as_markdown(measured: dict[str, Any]) -> str:
    """Give the table that benchmarks/README.md shows."""
    titles = "program", "million pairs/s, median (min to max)", "x naive Numba"
    titles += "x chunked NumPy", "largest difference, fc", "peak memory, MB"
    lines = ["| " + " | ".join(titles) + " |", "|---|" + "---:|" * (len(titles) - 1)]
    for row in measured["rows"]:
        off = row["largest_difference_fc"]
        rates = row["mpairs_s"]
        lines.append(
            f"| {row['program']} | {spread(rates, 1 if statistics.median(rates) >= 1 else 2)} "
            f"| {row['times_naive_numba']:.2g} | {row['times_chunked_numpy']:.2g} "
            f"| {'' if off is None else f'{off:.0e}'} | {row['memory_mb']:.0f} |"
        )
    over = ", ".join(f"{name} {times:.0f}" for name, times in measured["times_peers"].items())
    told = (
        f"Rounds: {measured['rounds']}. Two threads over one: "
        f"{measured['two_threads_over_one']:.2f} (of arithmetic alone: "
        f"{measured['two_threads_of_arithmetic_over_one']:.2f}). Ten buildings over none, in time: "
        f"{measured['ten_buildings_over_none']:.2f}. One thread of the kernel over each peer: "
        f"{over or 'none is there'}. The scene alone, with the imports, holds "
        f"{measured['memory_alone_mb']:.0f} MB. The brightest point has "
        f"{measured['brightest_fc']:.1f} fc."
    )
    absent = [f"Absent: {name} ({why})." for name, why in measured["absent"].items()]
    return "\n".join([*lines, "", told, *absent])


def main() -> None:
    """Run, print, and keep the numbers if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the numbers here as well")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        run_alone(arguments.alone)
        return
    print(description() + "\n")
    with tempfile.TemporaryDirectory() as folder:
        measured = report(arguments.rounds, Path(folder))
    print(as_markdown(measured))
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
