"""Hand the points to the compiled kernel, tile by tile, on as many threads as asked.

Importing this module imports Numba; `photometry.engine.direct` does so only for work that is
large enough to be worth the wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.error_budget import PairCounts, summed
from photometry.engine.far_block import plane_light
from photometry.engine.far_field import heads_that_matter
from photometry.engine.far_grove import scattered_grove
from photometry.engine.kernels import TILE, sum_tiles
from photometry.engine.scene import prepared
from photometry.engine.streaming import cores, shared_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.engine.scene import Scene
    from photometry.engine.shadows import Prisms

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["add_nearby_light", "scene_light", "sum_layers"]

PIECES_PER_TILE: Final = 16
MAX_BANDS: Final = 1 << 10
MAX_KEYS: Final = 1 << 16
CHUNK: Final = 1 << 13  # points at a time: what is only in passing stays in the cache
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
) -> tuple[FloatArray, PairCounts]:
    """Illuminance by layer, as `plain.sum_layers`, compiled; and how pairs were settled.

    Tiles are the same for any number of threads and each is computed alone, so the result is
    the same to the last bit. Threads live as long as the call: nothing is left to be copied
    into a forked process. With `max_error_fc` above 0 the layers together differ by no more
    than that at any point.
    """
    return scene_light(prepared(heads, solids, n_layers), points_ft, normals, threads, max_error_fc)


def scene_light(
    scene: Scene,
    points_ft: FloatArray,
    normals: FloatArray,
    threads: int | None,
    max_error_fc: float,
) -> tuple[FloatArray, PairCounts]:
    """Illuminance by layer of a prepared scene; the rest is as of `sum_layers`.

    Where all points are at one height and all meters look the same way, far heads are grouped
    (`far_block`); elsewhere those that cannot matter are left out.
    """
    count = threads or cores()
    if max_error_fc > 0.0 and _is_plane(points_ft, normals):
        grove = scattered_grove(points_ft)
        return plane_light(scene, points_ft, grove, normals[0], max_error_fc, count)
    exact = scene.shadows is None and max_error_fc <= 0.0
    order = np.arange(len(points_ft)) if exact else _compact_order(points_ft)
    return _in_order(scene, points_ft, normals, order, count, max_error_fc)


def add_nearby_light(
    scene: Scene,
    points_ft: FloatArray,
    normals: FloatArray,
    chosen: IntArray,
    max_error_fc: float,
    total: FloatArray,
) -> PairCounts:
    """Add the light on points near each other, without heads that together cannot matter there.

    Parameters
    ----------
    points_ft : (n, 3) array
        In the origin of the scene.
    normals : (n, 3) or (1, 3) array
        Unit normals of the meters; one row is the normal of all.
    chosen : (m,) int array
        Which of the points; those that follow each other share a tile.
    max_error_fc
        What may be missing at any point.
    total : (layers, n) array
        Footcandles, added to in place.
    """
    rows, pairs = scene.rows, len(scene.rows) * len(chosen)
    if max_error_fc > 0.0:
        normal = normals[0] if len(normals) == 1 else None
        places = points_ft[chosen]
        kept = heads_that_matter(scene.heads, scene.envelopes, places, normal, max_error_fc)
        rows = rows[kept]
    sum_tiles(chosen, points_ft, normals, rows, scene.tables, scene.shadows, total)
    exact = len(rows) * len(chosen)
    return PairCounts(pairs - exact, 0, exact)


def _in_order(
    scene: Scene,
    points_ft: FloatArray,
    normals: FloatArray,
    order: IntArray,
    threads: int,
    max_error_fc: float,
) -> tuple[FloatArray, PairCounts]:
    """Sum the layers, a block of tiles at a time, at points in the order in which they share them."""
    # One type of array each, so that the kernel is compiled once: contiguous and writable.
    points = np.require(points_ft, np.float64, ["C", "W"])
    meters = normals[:1] if _all_same(normals) else normals
    meters = np.require(meters, np.float64, ["C", "W"])
    total = np.zeros((scene.n_layers, len(points)))

    def compute(block: slice) -> PairCounts:
        return add_nearby_light(scene, points, meters, order[block], max_error_fc, total)

    tiles = -(-len(points) // TILE)
    # How far a head must be to be left out depends on the block: it may not depend on threads.
    size = FAR_BLOCK if max_error_fc > 0.0 else _block_size(tiles, len(scene.rows), threads)
    blocks = [slice(at, at + size * TILE) for at in range(0, len(points), size * TILE)]
    return total, summed(shared_out(compute, blocks, threads))


def _is_plane(points_ft: FloatArray, normals: FloatArray) -> bool:
    """Tell whether points are at one height and their meters look the same way."""
    return _all_same(normals) and bool((points_ft[:, 2] == points_ft[0, 2]).all())


def _all_same(normals: FloatArray) -> bool:
    """Tell whether normals are one row, broadcast."""
    return normals.strides[0] == 0


def _compact_order(points_ft: FloatArray) -> IntArray:
    """Order in which points next to each other on the plan share a tile.

    A tile that is small seen from a head is mostly all in light or all in the dark, and walls
    need not be tested for each of its points. The plan is cut into bands about as high as a
    tile is wide, and each band into short pieces, run to and fro.
    """
    x, y = points_ft[:, 0], points_ft[:, 1]
    first_x, first_y = float(x.min()), float(y.min())
    width, depth = max(float(x.max()) - first_x, 1.0), max(float(y.max()) - first_y, 1.0)
    side = np.sqrt(width * depth * TILE / len(points_ft))
    bands = int(np.clip(depth / side, 1, MAX_BANDS))
    pieces = int(np.clip(width / side * PIECES_PER_TILE, 1, MAX_KEYS // bands))
    # Sixteen bits: NumPy then sorts in one pass over the keys.
    key = np.empty(len(points_ft), np.uint16)
    for start in range(0, len(key), CHUNK):
        part = slice(start, start + CHUNK)
        piece = np.minimum((x[part] - first_x) * (pieces / width), pieces - 1).astype(np.uint16)
        band = np.minimum((y[part] - first_y) * (bands / depth), bands - 1).astype(np.uint16)
        to_and_fro = np.where(band & np.uint16(1), np.uint16(pieces - 1) - piece, piece)
        key[part] = band * np.uint16(pieces) + to_and_fro
    return np.argsort(key, kind="stable")


def _block_size(tiles: int, n_heads: int, threads: int) -> int:
    """Choose how many tiles a thread takes at a time: several turns, none too long."""
    shared = -(-tiles // (4 * threads))
    return max(1, min(shared, BLOCK_PAIRS // (TILE * max(n_heads, 1))))
