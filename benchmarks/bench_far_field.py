"""What an error allowed is worth: a retail lot and a part of a town, beside our own direct sum.

    python benchmarks/bench_far_field.py [--rounds 3] [--json FILE]

The lot is compared with the direct sum at every point, the town at points drawn at random: a
direct sum over all of it would take hours.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from machine import description, in_turns, ratio, spread

from photometry.engine.far_lattice import LatticeBlock, lattice_illuminance
from photometry.engine.heads import head_arrays
from photometry.engine.scene import Scene, prepared
from photometry.engine.shadows import prisms
from photometry.engine.tiled import scene_light
from photometry.luminaires.read import read_luminaire
from photometry.site.model import Luminaire

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UP = np.array([0.0, 0.0, 1.0])
ALLOWED_FC = (1e-3, 1e-4)
LOT_FT = 2000  # a point a foot: 4 million
TOWN_FT = 10_240  # a point a foot: 105 million
TOWN_LUMINAIRES = 20_000
TOWN_PROBES = 400  # of each block
BLOCK = 512


@dataclass(frozen=True)
class Lot:
    """200 untilted luminaires on 25 ft poles over a square lot, a point a foot."""

    @cached_property
    def scene(self) -> Scene:
        """The luminaires: twenty rows of ten, facing one of four ways."""
        file = read_luminaire("sample:area_t3")
        rng = np.random.default_rng(1)
        x, y = np.meshgrid(np.arange(20) * 100.0 + 50.0, np.arange(10) * 200.0 + 100.0)
        ways = rng.integers(0, 4, 200) * 90.0
        placed = [
            Luminaire(file, px, py, 25.0, way, llf=0.9)
            for px, py, way in zip(x.ravel(), y.ravel(), ways, strict=True)
        ]
        return prepared(head_arrays(placed), prisms(()), 1)

    @cached_property
    def points(self) -> Floats:
        """A point in the middle of each square foot, row by row."""
        line = np.arange(LOT_FT) + 0.5
        x, y = np.meshgrid(line, line)
        return np.column_stack([x.ravel(), y.ravel(), np.zeros(LOT_FT**2)])

    def light(self, max_error_fc: float, threads: int) -> tuple[Floats, Any]:
        """Calculate all points."""
        meters = np.broadcast_to(UP, self.points.shape)
        return scene_light(self.scene, self.points, meters, threads, max_error_fc)


@dataclass(frozen=True)
class Town:
    """20,000 luminaires of four kinds anywhere in four square miles, some of them tilted."""

    blocks: int

    @cached_property
    def scene(self) -> Scene:
        """The luminaires, on poles of 12 to 35 ft."""
        kinds = ("area_t3", "area_t2", "cobra_mh250", "posttop_acorn")
        files = [read_luminaire(f"sample:{kind}") for kind in kinds]
        rng = np.random.default_rng(2)
        places = rng.uniform((0, 0, 12), (TOWN_FT, TOWN_FT, 35), (TOWN_LUMINAIRES, 3))
        aims = np.column_stack(
            [rng.uniform(0, 360, TOWN_LUMINAIRES), rng.choice([0, 0, 5, 15], TOWN_LUMINAIRES)]
        )
        placed = [
            Luminaire(files[number % 4], *place, *aim, llf=0.9)
            for number, (place, aim) in enumerate(zip(places, aims, strict=True))
        ]
        return prepared(head_arrays(placed), prisms(()), 1)

    def block(self, number: int) -> LatticeBlock:
        """One of the blocks, anywhere in the town."""
        corner = np.random.default_rng((3, number)).integers(0, TOWN_FT // BLOCK, 2) * BLOCK + 0.5
        return LatticeBlock(tuple(corner), (1.0, 0.0), (0.0, 1.0), BLOCK, BLOCK)

    def measured(self, max_error_fc: float) -> dict[str, Any]:
        """Calculate the blocks on one thread, and a few points of each exactly."""
        seconds, exact_pairs, exact_s, worst = 0.0, 0, 0.0, 0.0
        for number in range(self.blocks):
            block = self.block(number)
            start = time.perf_counter()
            light, pairs = lattice_illuminance(self.scene, block, max_error_fc=max_error_fc)
            seconds += time.perf_counter() - start
            exact_pairs += pairs.exact
            chosen = np.random.default_rng((4, number)).integers(BLOCK**2, size=TOWN_PROBES)
            points = block.points_ft().reshape(-1, 3)[chosen]
            start = time.perf_counter()
            exact, _ = scene_light(self.scene, points, np.broadcast_to(UP, points.shape), 1, 0.0)
            exact_s += time.perf_counter() - start
            worst = max(worst, float(np.abs(light.reshape(1, -1)[:, chosen] - exact).max()))
        points_done = self.blocks * BLOCK**2
        return {
            "seconds": seconds,
            "whole_town_s": seconds * TOWN_FT**2 / points_done,
            "whole_town_direct_s": exact_s * TOWN_FT**2 / (self.blocks * TOWN_PROBES),
            "heads_a_point": exact_pairs / points_done,
            "largest_error_fc": worst,
        }


def report(rounds: int, blocks: int) -> dict[str, Any]:
    """Give everything measured, as plain data."""
    lot, town = Lot(), Town(blocks)
    exact, _ = lot.light(0.0, 2)
    rows = []
    seen = {allowed: lot.light(allowed, 2) for allowed in ALLOWED_FC}
    todo: dict[str, Callable[[], object]] = {"direct": partial(lot.light, 0.0, 2)}
    todo |= {str(allowed): partial(lot.light, allowed, 2) for allowed in ALLOWED_FC}
    taken = in_turns(todo, rounds)
    for allowed, (light, pairs) in seen.items():
        rows.append(
            {
                "allowed_fc": allowed,
                "seconds": taken[str(allowed)],
                "times_direct": ratio(taken[str(allowed)], taken["direct"]),
                "largest_error_fc": float(np.abs(light - exact).max()),
                "dropped_grouped_exact": [count / sum(pairs) for count in pairs],
            }
        )
    town.measured(ALLOWED_FC[0])  # tables surveyed, before it counts
    return {
        "rounds": rounds,
        "direct_s": taken["direct"],
        "lot": rows,
        "town_blocks": blocks,
        "town": [{"allowed_fc": allowed, **town.measured(allowed)} for allowed in ALLOWED_FC],
    }


def as_markdown(measured: dict[str, Any]) -> str:
    """Give the tables that benchmarks/README.md shows."""
    lines = [
        (
            "| lot: 200 luminaires, 4,000,000 points, 2 threads | s, median (min to max) "
            "| direct takes | largest true error / allowed | dropped, grouped, exact |"
        ),
        "|---|---:|---:|---:|---:|",
        f"| direct | {spread(measured['direct_s'], 2)} | 1.0 x | | |",
    ]
    for row in measured["lot"]:
        shares = ", ".join(f"{share:.1%}" for share in row["dropped_grouped_exact"])
        lines.append(
            f"| {row['allowed_fc']:g} fc allowed | {spread(row['seconds'], 2)} "
            f"| {row['times_direct']:.1f} x "
            f"| {row['largest_error_fc'] / row['allowed_fc']:.3f} | {shares} |"
        )
    lines += [
        "",
        (
            f"| town: 20,000 luminaires, {measured['town_blocks']} of 400 blocks of 512 x 512 points, "
            "1 thread | s a block | all 105 million points, s | the same, direct, s "
            "| largest error seen / allowed | luminaires summed a point |"
        ),
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in measured["town"]:
        lines.append(
            f"| {row['allowed_fc']:g} fc allowed "
            f"| {row['seconds'] / measured['town_blocks']:.2f} | {row['whole_town_s']:.0f} "
            f"| {row['whole_town_direct_s']:.0f} "
            f"| {row['largest_error_fc'] / row['allowed_fc']:.3f} | {row['heads_a_point']:.0f} |"
        )
    medians = [statistics.median(row["seconds"]) for row in measured["lot"]]
    told = (
        f"The lot's {200 * LOT_FT**2 / 1e6:.0f} million pairs at 1e-4 fc: "
        f"{200 * LOT_FT**2 / medians[-1] / 1e6:,.0f} million a second in effect. What the town takes "
        f"as a whole is reckoned from the blocks, its direct sum from {TOWN_PROBES} points of each."
    )
    return "\n".join([*lines, "", told])


def main() -> None:
    """Run, print, and keep the numbers if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--blocks", type=int, default=4, help="of the town's 400")
    parser.add_argument("--json", type=Path, help="write the numbers here as well")
    arguments = parser.parse_args()
    print(description() + "\n")
    measured = report(arguments.rounds, arguments.blocks)
    print(as_markdown(measured))
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
