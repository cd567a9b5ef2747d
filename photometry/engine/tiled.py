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
from photometry.engine.shadows import sight
from photometry.engine.tables import pack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.engine.shadows import Prisms

    FloatArray = NDArray[np.float64]

__all__ = ["sum_layers"]

PIECES_PER_TILE: Final = 16
MAX_BANDS: Final = 1 << 10
MAX_KEYS: Final = 1 << 16
BLOCK_PAIRS: Final = 1 << 24  # about a fifth of a second: how long an interrupt has to wait


def sum_layers(
    heads: HeadArrays,
    points_ft: FloatArray,
    normals: FloatArray,
    solids: Prisms,
    n_layers: int,
    threads: int | None,
) -> FloatArray:
    """Illuminance by layer: what `plain.sum_layers` does, compiled.

    Tiles are the same for any number of threads and each is computed alone, so the result is
    the same to the last bit. Threads live as long as the call: nothing is left to be copied
    into a forked process.
    """
    if len(solids.base_ft):
        order = _compact_order(points_ft)
        points_ft = points_ft[order]
        normals = normals if normals.strides[0] == 0 else normals[order]
    total = np.zeros((n_layers, len(points_ft)))
    rows, tables = _head_rows(heads), pack(heads.tables)
    shadows = (solids, sight(solids, rows["position"])) if len(solids.base_ft) else None
    # One type of array each, so that the kernel is compiled once: contiguous and writable.
    points = np.require(points_ft, np.float64, ["C", "W"])
    same = normals.strides[0] == 0
    meters = np.require(normals[:1] if same else normals, np.float64, ["C", "W"])

    def compute(block: tuple[int, int]) -> None:
        sum_tiles(*block, points, meters, rows, tables, shadows, total)

    count = threads or _cores()
    blocks = list(_blocks(len(points), len(rows), count))
    if count == 1:
        for block in blocks:
            compute(block)
    else:
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(compute, blocks))
    if len(solids.base_ft):
        as_given = np.empty_like(total)
        as_given[:, order] = total
        return as_given
    return total


def _compact_order(points_ft: FloatArray) -> NDArray[np.intp]:
    """Order in which points next to each other on the plan share a tile.

    A tile that is small seen from a head is mostly all in light or all in the dark, and walls
    need not be tested for each of its points. The plan is cut into bands about as high as a
    tile is wide, and each band into short pieces, run to and fro.
    """
    x, y = points_ft[:, 0], points_ft[:, 1]
    width, depth = max(float(np.ptp(x)), 1.0), max(float(np.ptp(y)), 1.0)
    side = np.sqrt(width * depth * TILE / len(points_ft))
    bands = int(np.clip(depth / side, 1, MAX_BANDS))
    pieces = int(np.clip(width / side * PIECES_PER_TILE, 1, MAX_KEYS // bands))
    band = np.minimum((y - y.min()) * (bands / depth), bands - 1).astype(np.int64)
    piece = np.minimum((x - x.min()) * (pieces / width), pieces - 1).astype(np.int64)
    piece = np.where(band % 2, pieces - 1 - piece, piece)
    # Sixteen bits: NumPy then sorts in one pass over the keys.
    return np.argsort((band * pieces + piece).astype(np.uint16), kind="stable")


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
