"""Hand the points to the compiled kernel, tile by tile, on as many threads as asked.

Importing this module imports Numba; `photometry.engine.direct` does so only for work that is
large enough to be worth the wait.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.far_field import envelopes, heads_that_matter
from photometry.engine.kernels import TILE, sum_tiles
from photometry.engine.scene import prepared
from photometry.engine.shadows import Sight, sight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.engine.shadows import Prisms

    FloatArray = NDArray[np.float64]

__all__ = ["sum_layers"]

PIECES_PER_TILE: Final = 16
MAX_BANDS: Final = 1 << 10
MAX_KEYS: Final = 1 << 16
FAR_BLOCK: Final = 8  # tiles for which heads are chosen together: near each other on the plan
BLOCK_PAIRS: Final = 1 << 24  # about a fifth of a second: how long an interrupt has to wait


def sum_layers(
    heads: HeadArrays,
    points_ft: FloatArray,
    normals: FloatArray,
    solids: Prisms,
    n_layers: int,
    threads: int | None,
    *,
    max_error_fc: float = 0.0,
) -> FloatArray:
    """Illuminance by layer: what `plain.sum_layers` does, compiled.

    Tiles are the same for any number of threads and each is computed alone, so the result is
    the same to the last bit. Threads live as long as the call: nothing is left to be copied
    into a forked process. With `max_error_fc` above 0, heads that together give no more than
    that at any point of a block of tiles are left out of it.
    """
    if not len(solids.base_ft) and max_error_fc <= 0.0:
        return _in_order(heads, points_ft, normals, solids, n_layers, threads, 0.0)
    order = _compact_order(points_ft)
    meters = normals if _all_same(normals) else normals[order]
    total = np.empty((n_layers, len(points_ft)))
    total[:, order] = _in_order(
        heads, points_ft[order], meters, solids, n_layers, threads, max_error_fc
    )
    return total


def _in_order(
    heads: HeadArrays,
    points_ft: FloatArray,
    normals: FloatArray,
    solids: Prisms,
    n_layers: int,
    threads: int | None,
    max_error_fc: float,
) -> FloatArray:
    """Sum the layers at points in the order in which they are to share tiles."""
    scene = prepared(heads, solids, n_layers)
    heads, rows, tables = scene.heads, scene.rows, scene.tables
    envelope = envelopes(heads.tables)
    seen = sight(solids, heads.position_ft) if len(solids.base_ft) else None
    # One type of array each, so that the kernel is compiled once: contiguous and writable.
    points = np.require(points_ft, np.float64, ["C", "W"])
    same = _all_same(normals)
    meters = np.require(normals[:1] if same else normals, np.float64, ["C", "W"])
    total = np.zeros((n_layers, len(points)))

    def compute(block: tuple[int, int]) -> None:
        chosen, shadows = rows, None if seen is None else (solids, seen)
        if max_error_fc > 0.0:
            place = points[block[0] * TILE : block[1] * TILE]
            normal = meters[0] if same else None
            kept = heads_that_matter(heads, envelope, place, normal, max_error_fc)
            chosen = rows[kept]
            if seen is not None:
                shadows = solids, Sight(*(measure[kept] for measure in seen))
        sum_tiles(*block, points, meters, chosen, tables, shadows, total)

    count = threads or _cores()
    tiles = -(-len(points) // TILE)
    # How far a head must be to be left out depends on the block: it may not depend on threads.
    size = FAR_BLOCK if max_error_fc > 0.0 else _block_size(tiles, len(rows), count)
    blocks = [(start, min(start + size, tiles)) for start in range(0, tiles, size)]
    if count == 1:
        for block in blocks:
            compute(block)
    else:
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(compute, blocks))
    return total


def _all_same(normals: FloatArray) -> bool:
    """Tell whether normals are one row, broadcast."""
    return normals.strides[0] == 0


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


def _block_size(tiles: int, n_heads: int, threads: int) -> int:
    """Choose how many tiles a thread takes at a time: several turns, none too long."""
    shared = -(-tiles // (4 * threads))
    return max(1, min(shared, BLOCK_PAIRS // (TILE * max(n_heads, 1))))


def _cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
