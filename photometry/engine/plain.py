"""The point-by-point calculation in plain NumPy: small sites, and the kernel's twin.

The illuminance from a head is ``E = I cos(i) / D**2`` (the inverse-square and cosine laws):
I the luminous intensity toward the point, i the angle of incidence at the meter, D the
distance.  A meter whose plane the head is at or below receives nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.shadows import blocked
from photometry.engine.tables import pack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.engine.shadows import Prisms
    from photometry.engine.tables import PackedTables

    FloatArray = NDArray[np.float64]

__all__ = ["contributions", "sum_layers"]

NO_PLACE: Final = 1e-150  # instead of a denominator of 0 straight below the head
CHUNK: Final = 4096  # points at a time: the working arrays stay in the second-level cache


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
    for part, head, light in _each_head(heads, points_ft, normals, solids):
        total[heads.layer[head], part] += light
    return total


def contributions(
    heads: HeadArrays, points_ft: FloatArray, normals: FloatArray, solids: Prisms
) -> FloatArray:
    """Illuminance of each head alone, (n, k), footcandles; arguments as of `sum_layers`."""
    each = np.zeros((len(points_ft), len(heads)))
    for part, head, light in _each_head(heads, points_ft, normals, solids):
        each[part, head] = light
    return each


def _each_head(
    heads: HeadArrays, points_ft: FloatArray, normals: FloatArray, solids: Prisms
) -> Iterator[tuple[slice, int, FloatArray]]:
    """Give the light of every head on every chunk of points."""
    if not len(heads):
        return
    tables = pack(heads.tables)
    for start in range(0, len(points_ft), CHUNK):
        part = slice(start, start + CHUNK)
        points, meters = points_ft[part], normals[part]
        x, y, z = points.T.copy()  # NumPy is fast along a row, not across three columns
        nx, ny, nz = meters.T.copy()
        for head in range(len(heads)):
            lx, ly, lz = heads.position_ft[head]
            dx, dy, dz = x - lx, y - ly, z - lz
            light = _per_candela(dx, dy, dz, nx, ny, nz)
            light *= heads.weight[head]
            number = int(heads.table[head])
            axes = heads.tables[number].axes @ heads.rotation[head].T
            light *= _candela(tables, number, *(a * dx + b * dy + c * dz for a, b, c in axes))
            if len(solids.base_ft):
                light[blocked(solids, heads.position_ft[head], points)] = 0.0
            yield part, head, light


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
    tables: PackedTables, number: int, px: FloatArray, py: FloatArray, pz: FloatArray
) -> FloatArray:
    """Intensity along rays in the axes of a table, of any length; bilinear in its angles."""
    row = tables.table[number]
    rho2 = px * px + py * py
    rho = np.sqrt(rho2)
    r = np.sqrt(rho2 + pz * pz)
    polar = np.arctan2(rho, -pz)
    azimuth = np.arctan2(py, px)
    stride, planes = int(row["polar_cells"]) + 1, int(row["azimuth_cells"]) + 1
    if row["is_even"]:
        i, f = _even_cell((polar - row["polar_start"]) * row["polar_rate"], stride - 1)
        j, g = _even_cell((azimuth + np.pi) * row["azimuth_rate"], planes - 1)
    else:
        i, f = _searched_cell(tables.polar_angle[row["first_polar"] :][:stride], polar)
        j, g = _searched_cell(tables.azimuth_angle[row["first_azimuth"] :][:planes], azimuth)
    node = j * stride + (i + int(row["first_node"]))
    cd = tables.node_cd
    here = cd.take(node) * (1.0 - f) + cd.take(node + 1) * f
    node += stride
    beyond = cd.take(node) * (1.0 - f) + cd.take(node + 1) * f
    candela: FloatArray = here * (1.0 - g) + beyond * g
    candela[(row["nearest_cosine"] * r < -pz) | (row["farthest_cosine"] * r > -pz)] = 0.0
    if row["is_open"]:
        candela[_is_outside(row, px, py, rho)] = 0.0
    return candela


def _even_cell(place: FloatArray, cells: int) -> tuple[NDArray[np.intp], FloatArray]:
    """Cell, and place in it from 0 to 1, of a place measured in cells."""
    place = np.clip(place, 0.0, cells)
    cell = np.minimum(place.astype(np.intp), cells - 1)
    return cell, place - cell


def _searched_cell(angles: FloatArray, at: FloatArray) -> tuple[NDArray[np.intp], FloatArray]:
    """Cell of each angle among uneven ones, and place in it from 0 to 1."""
    at = np.clip(at, angles[0], angles[-1])
    cell = np.minimum(np.searchsorted(angles, at, side="right") - 1, len(angles) - 2)
    return cell, (at - angles[cell]) / (angles[cell + 1] - angles[cell])


def _is_outside(row: np.void, px: FloatArray, py: FloatArray, rho: FloatArray) -> NDArray[np.bool_]:
    """Tell which rays pass an open table by, as `tables` measures its ends."""
    in_front = py / np.maximum(rho + np.abs(px), NO_PLACE)
    side = np.where(px >= 0.0, in_front, np.where(in_front >= 0.0, 2.0, -2.0) - in_front)
    before: NDArray[np.bool_] = side < row["first_side"]
    after: NDArray[np.bool_] = side > row["last_side"]
    passes_180 = row["first_side"] > row["last_side"]
    return before & after if passes_180 else before | after
