"""Time the kernel against the two baselines, all on one scene in one run.

    python benchmarks/bench_kernel.py [--rounds 9] [--json FILE]

Absolute figures move between machines and with what else a machine is doing; the programs
take turns, round by round, so that ratios hold.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from baselines import chunked_numpy, naive_numba

from photometry.engine import plain, tiled
from photometry.engine.heads import HeadArrays
from photometry.engine.shadows import Prisms, prisms
from photometry.luminaires.distribution import PolarTable
from photometry.luminaires.pose import rotation_matrix
from photometry.site.model import Obstruction

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Programs = dict[str, tuple[Callable[[], Floats], int]]

SIDE_FT = 500.0
UP = np.array([0.0, 0.0, 1.0])


def luminaires(count: int, rng: np.random.Generator) -> HeadArrays:
    """Make luminaires on poles, tilted a little, with a table of 73 vertical by 72 lateral angles."""
    polar, azimuth = np.linspace(0.0, 180.0, 73), np.linspace(0.0, 360.0, 73)
    candela = rng.uniform(0.0, 20000.0, (73, 73))
    candela[-1] = candela[0]
    return HeadArrays(
        position_ft=rng.uniform((0, 0, 15), (SIDE_FT, SIDE_FT, 35), (count, 3)),
        rotation=rotation_matrix(
            rng.uniform(0, 360, count), rng.uniform(0, 30, count), rng.uniform(-5, 5, count)
        ),
        weight=rng.uniform(0.7, 1.0, count),
        table=np.zeros(count, np.int64),
        layer=np.zeros(count, np.int64),
        tables=(PolarTable(np.eye(3), polar, azimuth, candela),),
    )


def grid(across: int) -> Floats:
    """Make points on a square lattice at grade."""
    line = np.linspace(0.0, SIDE_FT, across)
    x, y = np.meshgrid(line, line)
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(across * across)])


def buildings(count: int, rng: np.random.Generator) -> list[Obstruction]:
    """Make buildings of eight walls, 30 ft across and 8 to 30 ft high."""
    around = np.arange(8) * np.pi / 4.0
    ring = 15.0 * np.column_stack([np.cos(around), np.sin(around)])
    return [
        Obstruction(f"b{n}", ring + rng.uniform(30.0, SIDE_FT - 30.0, 2), rng.uniform(8.0, 30.0))
        for n in range(count)
    ]


def programs() -> Programs:
    """Give name, function and pairs of everything that is timed."""
    rng = np.random.default_rng(1)
    heads, points = luminaires(40, rng), grid(200)
    solids, none = prisms(buildings(10, rng)), prisms(())
    many = grid(496)
    table = heads.tables[0]
    given = (heads.position_ft, heads.rotation, heads.weight)
    tabled = (table.polar_deg, table.azimuth_deg, table.candela_cd)

    def engine(at: Floats, shade: Prisms, threads: int) -> Callable[[], Floats]:
        meters = np.broadcast_to(UP, at.shape)
        return lambda: tiled.sum_layers(heads, at, meters, shade, 1, threads)[0]

    small, large = len(points) * len(heads), len(many) * len(heads)
    return {
        "naive Numba, 1 thread": (lambda: naive_numba(points, *given, *tabled), small),
        "chunked NumPy, 1 thread": (lambda: chunked_numpy(points, *given, *tabled), small),
        "photometry, NumPy path": (
            lambda: plain.sum_layers(heads, points, np.broadcast_to(UP, points.shape), none, 1)[0],
            small,
        ),
        "photometry, kernel, 1 thread": (engine(points, none, 1), small),
        "the same, 246,016 points": (engine(many, none, 1), large),
        "the same, 2 threads": (engine(many, none, 2), large),
        "the same, 10 buildings, 1 thread": (engine(many, solids, 1), large),
    }


def timed(rounds: int) -> tuple[Programs, dict[str, list[float]], dict[str, Floats]]:
    """Take the seconds of each program in each round; they take turns."""
    todo = programs()
    seconds: dict[str, list[float]] = {name: [] for name in todo}
    results = {name: run() for name, (run, _) in todo.items()}  # compiled before it counts
    for _ in range(rounds):
        for name, (run, _) in todo.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return todo, seconds, results


def report(rounds: int) -> dict[str, Any]:
    """Give everything measured, as plain data."""
    todo, seconds, results = timed(rounds)
    exact = results["naive Numba, 1 thread"]
    rate = {name: [todo[name][1] / s / 1e6 for s in taken] for name, taken in seconds.items()}

    def ratio(name: str, base: str) -> float:
        return statistics.median(
            mine / other for mine, other in zip(rate[name], rate[base], strict=True)
        )

    rows = []
    for name, values in rate.items():
        same = results[name].shape == exact.shape
        rows.append(
            {
                "program": name,
                "median_mpairs_s": round(statistics.median(values), 1),
                "min_mpairs_s": round(min(values), 1),
                "max_mpairs_s": round(max(values), 1),
                "times_naive_numba": round(ratio(name, "naive Numba, 1 thread"), 1),
                "times_chunked_numpy": round(ratio(name, "chunked NumPy, 1 thread"), 1),
                "worst_relative_error": (
                    float(np.max(np.abs(results[name] / exact - 1.0))) if same else None
                ),
            }
        )
    single, double = "the same, 246,016 points", "the same, 2 threads"
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{processor()}, {platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "rounds": rounds,
        "two_threads_over_one": round(ratio(double, single), 2),
        "ten_buildings_over_none": round(
            1.0 / ratio("the same, 10 buildings, 1 thread", single), 2
        ),
        "rows": rows,
    }


def processor() -> str:
    """Give the name of the processor, as Linux knows it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.processor()


def as_markdown(measured: dict[str, Any]) -> str:
    """Give the table that benchmarks/README.md shows."""
    head = (
        f"{measured['machine']}; Python {measured['python']}, NumPy {measured['numpy']}, "
        f"Numba {measured['numba']}; {measured['date']}, {measured['rounds']} rounds."
    )
    titles = "program", "million pairs/s, median (min to max)", "x naive Numba"
    titles += "x chunked NumPy", "worst relative error"
    lines = [head, "", "| " + " | ".join(titles) + " |", "|---|---|---|---|---|"]
    for row in measured["rows"]:
        error = row["worst_relative_error"]
        lines.append(
            f"| {row['program']} | {row['median_mpairs_s']} ({row['min_mpairs_s']} to "
            f"{row['max_mpairs_s']}) | {row['times_naive_numba']} | {row['times_chunked_numpy']} "
            f"| {'' if error is None else f'{error:.0e}'} |"
        )
    tail = (
        f"Two threads over one: {measured['two_threads_over_one']}. "
        f"Ten buildings over none, in time: {measured['ten_buildings_over_none']}."
    )
    return "\n".join([*lines, "", tail])


def main() -> None:
    """Run, print, and keep the numbers if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path, help="write the numbers here as well")
    arguments = parser.parse_args()
    measured = report(arguments.rounds)
    print(as_markdown(measured))
    print()
    print(json.dumps(measured))
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
