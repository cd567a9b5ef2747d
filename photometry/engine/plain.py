"""The point-by-point calculation in plain NumPy: small sites, and the kernel's twin.

The illuminance from a head is ``E = I cos(i) / D**2`` (the inverse-square and cosine laws):
I the luminous intensity toward the point, i the angle of incidence at the meter, D the
distance.  A meter whose plane the head is at or below receives nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from photometry.engine.shadows import blocked
from photometry.engine.tables import pack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.engine.shadows import Prisms
    from photometry.engine.tables import PackedTables
    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.intp]

__all__ = ["contributions", "sum_layers"]

NO_PLACE: Final = 1e-150  # instead of a denominator of 0 straight below the head
CHUNK: Final = 4096  # points, or pairs of a head and a point, at a time: the working arrays stay
# in the second-level cache


def sum_layers(
    heads: HeadArrays,
    points_ft: FloatArray,
    normals: FloatArray,
    solids: Prisms,
    n_layers: int,
) -> FloatArray:
    """Illuminance by layer.

    Parameters
    ----------
    heads
        The heads.
    points_ft : (n, 3) array
        Where, in the local origin of the heads.
    normals : (n, 3) array
        Unit normals of the meters.
    solids
        What blocks light.
    n_layers
        Count of layers.

    Returns
    -------
    (n_layers, n) array
        Footcandles.
    """
    total = np.zeros((n_layers, len(points_ft)))
    for part, first, light in _each_head(heads, points_ft, normals, solids):
        for head, of_head in enumerate(light, first):
            total[heads.layer[head], part] += of_head
    return total


def contributions(
    heads: HeadArrays, points_ft: FloatArray, normals: FloatArray, solids: Prisms
) -> FloatArray:
    """Illuminance of each head alone, (n, k), footcandles; arguments as of `sum_layers`."""
    each = np.zeros((len(points_ft), len(heads)))
    for part, first, light in _each_head(heads, points_ft, normals, solids):
        each[part, first : first + len(light)] = light.T
    return each


def _each_head(
    heads: HeadArrays, points_ft: FloatArray, normals: FloatArray, solids: Prisms
) -> Iterator[tuple[slice, int, FloatArray]]:
    """Give the light of every head on every chunk of points: the first of some heads, and theirs.

    Few points are taken with many heads at a time, because a call of NumPy takes as long as
    hundreds of points.
    """
    if not len(heads):
        return
    tables = _packed(heads.tables)
    rows = tables.table[heads.table]
    own_axes = np.array([table.axes for table in heads.tables])[heads.table]
    axes = own_axes @ heads.rotation.transpose(0, 2, 1)
    for start in range(0, len(points_ft), CHUNK):
        part = slice(start, start + CHUNK)
        points, meters = points_ft[part], normals[part]
        x, y, z = points.T.copy()  # NumPy is fast along a row, not across three columns
        nx, ny, nz = meters.T.copy()
        together = max(1, CHUNK // len(points))
        for first in range(0, len(heads), together):
            some = slice(first, first + together)
            at = heads.position_ft[some, np.newaxis]
            dx, dy, dz = x - at[..., 0], y - at[..., 1], z - at[..., 2]
            light = _per_candela(dx, dy, dz, nx, ny, nz)
            light *= heads.weight[some, np.newaxis]
            turned = axes[some, ..., np.newaxis]
            px, py, pz = (
                turned[:, k, 0] * dx + turned[:, k, 1] * dy + turned[:, k, 2] * dz for k in range(3)
            )
            light *= _candela(tables, rows[some], px, py, pz)
            if len(solids.base_ft):
                light[blocked(solids, at, points)] = 0.0
            yield part, first, light


@lru_cache(maxsize=16)  # a site asks again and again for the same; a few sites at a time
def _packed(tables: tuple[PolarTable, ...]) -> PackedTables:
    """Lay tables out; the arrays are shared: not to be changed."""
    return pack(tables)


def _per_candela(
    dx: FloatArray,
    dy: FloatArray,
    dz: FloatArray,
    nx: FloatArray,
    ny: FloatArray,
    nz: FloatArray,
) -> FloatArray:
    """Illuminance that one candela gives at the end of each ray: cos(i) / D**2."""
    r2 = dx * dx + dy * dy + dz * dz
    facing = np.maximum(-(nx * dx + ny * dy + nz * dz), 0.0)
    light: FloatArray = facing / (r2 * np.sqrt(r2))
    return light


def _candela(
    tables: PackedTables, row: NDArray[np.void], px: FloatArray, py: FloatArray, pz: FloatArray
) -> FloatArray:
    """Intensity along rays (k, n) in the axes of k tables, of any length; bilinear in the angles."""
    rho2 = px * px + py * py
    rho = np.sqrt(rho2)
    r = np.sqrt(rho2 + pz * pz)
    i, f, j, g = _cells(tables, row, np.arctan2(rho, -pz), np.arctan2(py, px))
    stride = _column(row, "polar_cells") + 1
    node = j * stride + (i + _column(row, "first_node"))
    cd = tables.node_cd
    here = cd.take(node) * (1.0 - f) + cd.take(node + 1) * f
    node += stride
    beyond = cd.take(node) * (1.0 - f) + cd.take(node + 1) * f
    candela: FloatArray = here * (1.0 - g) + beyond * g
    nearest, farthest = _column(row, "nearest_cosine"), _column(row, "farthest_cosine")
    candela[(nearest * r < -pz) | (farthest * r > -pz)] = 0.0
    is_open = row["is_open"]
    if is_open.any():
        passed = _is_outside(row[is_open], px[is_open], py[is_open], rho[is_open])
        candela[is_open] = np.where(passed, 0.0, candela[is_open])
    return candela


def _column(row: NDArray[np.void], name: str) -> NDArray[Any]:
    """Give a number of each table, (k, 1)."""
    column: NDArray[Any] = row[name][:, np.newaxis]
    return column


def _cells(
    tables: PackedTables, row: NDArray[np.void], polar: FloatArray, azimuth: FloatArray
) -> tuple[IntArray, FloatArray, IntArray, FloatArray]:
    """Give the cell along each axis of k tables that angles (k, n) fall in, and the place in it."""
    if row["is_even"].all():
        along = (polar - _column(row, "polar_start")) * _column(row, "polar_rate")
        around = (azimuth + np.pi) * _column(row, "azimuth_rate")
        return (
            *_even_cell(along, _column(row, "polar_cells")),
            *_even_cell(around, _column(row, "azimuth_cells")),
        )
    if len(row) > 1:
        each = [
            _cells(tables, row[k : k + 1], polar[k : k + 1], azimuth[k : k + 1])
            for k in range(len(row))
        ]
        i, f, j, g = (np.concatenate(parts) for parts in zip(*each, strict=True))
        return i, f, j, g
    one = row[0]
    polars = tables.polar_angle[one["first_polar"] :][: one["polar_cells"] + 1]
    azimuths = tables.azimuth_angle[one["first_azimuth"] :][: one["azimuth_cells"] + 1]
    return *_searched_cell(polars, polar), *_searched_cell(azimuths, azimuth)


def _even_cell(place: FloatArray, cells: IntArray) -> tuple[IntArray, FloatArray]:
    """Cell, and place in it from 0 to 1, of a place measured in cells."""
    place = np.clip(place, 0.0, cells)
    cell = np.minimum(place.astype(np.intp), cells - 1)
    return cell, place - cell


def _searched_cell(angles: FloatArray, at: FloatArray) -> tuple[IntArray, FloatArray]:
    """Cell of each angle among uneven ones, and place in it from 0 to 1."""
    at = np.clip(at, angles[0], angles[-1])
    cell = np.minimum(np.searchsorted(angles, at, side="right") - 1, len(angles) - 2)
    return cell, (at - angles[cell]) / (angles[cell + 1] - angles[cell])


def _is_outside(
    row: NDArray[np.void], px: FloatArray, py: FloatArray, rho: FloatArray
) -> NDArray[np.bool_]:
    """Tell which rays pass open tables by, as `tables` measures their ends."""
    in_front = py / np.maximum(rho + np.abs(px), NO_PLACE)
    side = np.where(px >= 0.0, in_front, np.where(in_front >= 0.0, 2.0, -2.0) - in_front)
    first, last = _column(row, "first_side"), _column(row, "last_side")
    before, after = side < first, side > last
    passes_180 = first > last
    outside: NDArray[np.bool_] = np.where(passes_180, before & after, before | after)
    return outside
