"""Hand the points to the compiled kernel, tile by tile, on as many threads as asked.

Importing this module imports Numba; `photometry.engine.direct` does so only for work that is
large enough to be worth the wait.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.kernels import HEAD, TILE, sum_tiles
from photometry.engine.tables import pack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays

    FloatArray = NDArray[np.float64]

__all__ = ["sum_layers"]

BLOCK_PAIRS: Final = 1 << 24  # about a fifth of a second: how long an interrupt has to wait


def sum_layers(
    heads: HeadArrays,
    points_ft: FloatArray,
    normals: FloatArray,
    n_layers: int,
    threads: int | None,
) -> FloatArray:
    """Illuminance by layer: what `plain.sum_layers` does, compiled.

    Tiles are the same for any number of threads and each is computed alone, so the result is
    the same to the last bit. Threads live as long as the call: nothing is left to be copied
    into a forked process.
    """
    total = np.zeros((n_layers, len(points_ft)))
    rows, tables = _head_rows(heads), pack(heads.tables)
    # One type of array each, so that the kernel is compiled once: contiguous and writable.
    points = np.require(points_ft, np.float64, ["C", "W"])
    same = normals.strides[0] == 0
    meters = np.require(normals[:1] if same else normals, np.float64, ["C", "W"])

    def compute(block: tuple[int, int]) -> None:
        sum_tiles(*block, points, meters, rows, tables, total)

    count = threads or _cores()
    blocks = list(_blocks(len(points), len(rows), count))
    if count == 1:
        for block in blocks:
            compute(block)
    else:
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(compute, blocks))
    return total


def _blocks(n_points: int, n_heads: int, threads: int) -> Iterator[tuple[int, int]]:
    """Cut the tiles into ranges, several for each thread, none too long to interrupt."""
    tiles = -(-n_points // TILE)
    shared = -(-tiles // (4 * threads))
    size = max(1, min(shared, BLOCK_PAIRS // (TILE * max(n_heads, 1))))
    return ((start, min(start + size, tiles)) for start in range(0, tiles, size))


def _head_rows(heads: HeadArrays) -> NDArray[np.void]:
    """Lay heads out for the kernel, those of one layer together."""
    order = np.argsort(heads.layer, kind="stable")
    rows = np.zeros(len(heads), HEAD)
    axes = np.array([table.axes for table in heads.tables]).reshape(-1, 3, 3)
    rows["position"] = heads.position_ft
    rows["axes"] = axes[heads.table] @ heads.rotation.transpose(0, 2, 1)
    rows["weight"] = heads.weight
    rows["table"] = heads.table
    rows["layer"] = heads.layer
    return rows[order]


def _cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
