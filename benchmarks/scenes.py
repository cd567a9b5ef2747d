"""The scenes that every program of the benchmark computes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from photometry.engine.heads import HeadArrays
from photometry.luminaires.distribution import PolarTable
from photometry.luminaires.pose import rotation_matrix
from photometry.site.model import Obstruction

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SIDE_FT = 500.0
LUMINAIRES = 40
ACROSS = 496  # 246,016 points: 9.8 million pairs


@dataclass(frozen=True, eq=False)
class Scene:
    """Tilted luminaires on poles over a square lattice at grade.

    One table of 73 by 73 nodes, different in every octant, with a cutoff as steep as a shield's;
    candela to a tenth, so that programs that read it from a file look up the same.
    """

    count: int = LUMINAIRES
    across: int = ACROSS
    buildings: int = 0

    @cached_property
    def pose_deg(self) -> Floats:
        """Orientation, tilt, roll and spin of each, (k, 4)."""
        rng = np.random.default_rng(2)
        low, high = (0, 1, 0, 0), (360, 30, 0, 360)  # no roll: not every program knows it
        return rng.uniform(low, high, (self.count, 4))

    @cached_property
    def heads(self) -> HeadArrays:
        """The luminaires."""
        rng = np.random.default_rng(1)
        nodes = np.linspace(0.0, 180.0, 73), np.linspace(0.0, 360.0, 73)
        return HeadArrays(
            position_ft=rng.uniform((0, 0, 15), (SIDE_FT, SIDE_FT, 35), (self.count, 3)),
            rotation=rotation_matrix(*self.pose_deg.T),
            weight=rng.uniform(0.7, 1.0, self.count),
            table=np.zeros(self.count, np.int64),
            layer=np.zeros(self.count, np.int64),
            tables=(PolarTable(np.eye(3), *nodes, _lobes(*nodes)),),
        )

    @cached_property
    def points(self) -> Floats:
        """The middles of square cells, row by row, (n, 3)."""
        line = (np.arange(self.across) + 0.5) * SIDE_FT / self.across
        x, y = np.meshgrid(line, line)
        return np.column_stack([x.ravel(), y.ravel(), np.zeros(self.across**2)])

    @cached_property
    def obstructions(self) -> tuple[Obstruction, ...]:
        """Buildings of eight walls, 30 ft across and 8 to 30 ft high."""
        rng = np.random.default_rng(3)
        around = np.arange(8) * np.pi / 4.0
        ring = 15.0 * np.column_stack([np.cos(around), np.sin(around)])
        return tuple(
            Obstruction(f"b{n}", ring + rng.uniform(30, SIDE_FT - 30, 2), rng.uniform(8, 30))
            for n in range(self.buildings)
        )

    @property
    def pairs(self) -> int:
        """Pairs of a luminaire and a point."""
        return self.count * len(self.points)

    @property
    def arrays(self) -> tuple[Floats, ...]:
        """What the baselines take: positions, rotations, weights, angles, candela."""
        table, heads = self.heads.tables[0], self.heads
        return (
            heads.position_ft,
            heads.rotation,
            heads.weight,
            table.polar_deg,
            table.azimuth_deg,
            table.candela_cd,
        )


def _lobes(polar_deg: Floats, azimuth_deg: Floats) -> Floats:
    """Make candela of a forward lobe, a lesser one aside and a cutoff at 78 degrees."""
    polar, azimuth = np.radians(polar_deg), np.radians(azimuth_deg)[:, np.newaxis]
    forward = np.exp(-(((polar_deg - 62.0) / 16.0) ** 2)) * np.exp(2.0 * (np.cos(azimuth) - 1.0))
    aside = np.exp(-(((polar_deg - 50.0) / 20.0) ** 2)) * (1.0 + np.sin(azimuth + 0.4)) / 2.0
    below = 0.4 * np.maximum(np.cos(polar), 0.0)
    shield = 1.0 / (1.0 + np.exp((polar_deg - 78.0) / 1.5))
    candela: Floats = np.round(12000.0 * (forward + 0.5 * aside + below) * shield, 1)
    candela[:, 0] = candela[0, 0]  # straight down there is one direction
    candela[-1] = candela[0]
    return candela


def write_lm63(table: PolarTable, path: Path) -> None:
    """Write a Type C table as a file, for programs that take luminaires from files only."""
    planes, angles = table.candela_cd.shape
    lines = [
        "IESNA:LM-63-2002",
        "[TEST] none",
        "[TESTLAB] none",
        "[ISSUEDATE] 2025-01-01",
        "[MANUFAC] benchmark",
        "TILT=NONE",
        f"1 -1 1 {angles} {planes} 1 1 0 0 0",
        "1 1 100",
    ]
    for row in (table.polar_deg, table.azimuth_deg, *table.candela_cd):
        parts = (row[start : start + 10] for start in range(0, len(row), 10))
        lines += [" ".join(f"{value:.10g}" for value in part) for part in parts]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
