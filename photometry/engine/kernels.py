"""The compiled kernel: every pair of a head and a point, exactly, as fast as the machine goes.

Points are taken in tiles of `TILE`, small enough for their working buffers to stay in the
first-level cache.  For each tile, and each head in turn, short passes over its points:

1. `_see_points`: where each point is from the head, in the axes of its table;
2. `_weigh_points`: tangents of half its polar angle and azimuth, and what one candela would give
   there (the inverse-square and cosine laws);
3. `_find_angles`: the arctangents;
4. `_find_cells`: the cell of the table, and the place in the cell;
5. `_add_light`: bilinear candela from the cell, times what one candela gives.

One long loop would say the same.  But it is not turned into vector instructions, and a
processor holds a few dozen instructions in waiting: of a long chain of them that is one or two
points at a time, of a short one many.  Angles come from half-angle formulas, which keep their
digits at nadir, where an arccosine loses half of them.

All arithmetic is IEEE double without reordering; only fused multiply-add is allowed
(`contract`).  Each tile is computed alone and always in full, the last one padded, so that a
result does not depend on how many threads share the tiles.

All compiled functions and their constants are in this file: Numba's cache does not notice a
change in another.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from photometry.engine.shadows import Prisms
    from photometry.engine.tables import PackedTables

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    NodeArray = NDArray[np.uint32]

__all__ = [
    "ALL_DARK",
    "HEAD",
    "TILE",
    "Lists",
    "sort_sights",
    "sum_listed",
    "sum_nodes",
    "sum_tiles",
]

TILE: Final = 512
PI: Final = math.pi
ALL_DARK: Final = -1  # the number of doubtful prisms where one hides the whole tile
SLACK: Final = 1e-9  # radians and feet by which a prism must clear a tile to be left out
LEVEL: Final = 1e-300  # the rise of a level line: it is at any other height infinitely far on
NO_PLACE: Final = 1e-150  # instead of a denominator of 0 straight below the head

# Only fused multiply-add departs from the written order; nothing is assumed of NaN or zero.
ARITHMETIC: Final[Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract"}}

# What the look-up, written in the compiler's own instructions, is made of.
DOUBLE: Final = ir.DoubleType()
INDEX: Final = ir.IntType(64)
LANES: Final = 4  # points at once: what AVX2 holds; AVX-512 and others take them as they can
FUSED: Final = ("contract",)

Function = TypeVar("Function", bound="Callable[..., Any]")


HEAD: Final = np.dtype(
    [
        ("position", np.float64, 3),  # photometric centre, ft
        ("axes", np.float64, (3, 3)),  # from the site's frame to that of the head's table
        ("weight", np.float64),  # multiplies the table's candela
        ("table", np.int64),  # looked up
        ("layer", np.int64),  # summed into; heads of one layer come together
    ]
)


# Rows of a tile, an array of floats: places and normals of its points, then what the passes
# hand on to each other. A pass that starts anywhere in a tile reads no row that it writes: it
# would not be turned into vector instructions.
X, Y, Z, NX, NY, NZ = range(6)
AHEAD: Final = 6  # component of the ray along the table's x axis: below 0, the supplement
ASIDE: Final = 7  # component along its y axis
ABOVE: Final = 8  # component along its z axis: above 0, the supplement
LENGTH: Final = 9  # of the ray, ft
EQUATOR: Final = 10  # its length on the table's equator, ft
FACING: Final = 11  # the ray along the meter's normal, turned round: at or below 0 it is dark
PER_CANDELA: Final = 12  # illuminance that one candela gives, the head's weight included
HALF_POLAR: Final = 13  # tangent of half the polar angle, or of half its supplement
HALF_AZIMUTH: Final = 14  # tangent of half the azimuth, or of half its supplement
LIGHT: Final = 15  # illuminance summed so far in the current layer
# Done with the ray's lengths, the later passes put into their rows first half the angles, in
# radians, then the place in the cell, 0 to 1.
ALONG: Final = LENGTH  # the polar angle
ACROSS: Final = EQUATOR  # the azimuth
# The rest, where there are obstructions.
DX: Final = 16  # from the head to the point on the plan; along +x where it is straight below
DY: Final = 17
ENTER: Final = 18  # where the line to the point comes between base and top of a prism, from 0
LEAVE: Final = 19  # at the head to 1 at the point, and where it leaves again
WALLS: Final = 20  # walls met so far, as `_meet_wall` counts them
ROWS: Final = 21
# Rows are a little longer than a tile: 4,096 bytes apart, they would crowd into one set of the
# first-level cache.
ROW: Final = TILE + 24


class Shade(NamedTuple):
    """What a tile needs besides, where there are obstructions.

    Attributes
    ----------
    box : (6,) array
        Smallest x, y, z of the tile's points, and largest.
    wedge : (4,) array
        Directions from the head along the left and the right edge of the tile.
    doubtful : (p,) int array
        Prisms that may hide some of the tile's points from the head, and may not.
    """

    box: FloatArray
    wedge: FloatArray
    doubtful: IntArray


class Band(NamedTuple):
    """A band on the plan, as wide as a tile, that holds every line of sight to it from a head.

    Attributes
    ----------
    x, y, z
        The head, ft.
    ux, uy
        Unit vector toward the middle of the tile.
    distance, radius
        Of the disc round the tile, ft.
    low, high
        Elevations between which the lines are.
    """

    x: float
    y: float
    z: float
    ux: float
    uy: float
    distance: float
    radius: float
    low: float
    high: float


class Job(NamedTuple):
    """What the points of all tiles share; see `sum_tiles`.

    Shadows and an order are apart: only an argument that is None is left out of the machine code.
    """

    points: FloatArray
    normals: FloatArray
    heads: NDArray[np.void]
    tables: PackedTables
    total: FloatArray


class Lists(NamedTuple):
    """Tiles of points, and the heads that are listed for each.

    Attributes
    ----------
    tile_start : (t + 1,) int array
        Tile i holds the points from tile_start[i] on, at most `TILE`.
    list_start : (t + 1,) int array
        Its heads are those of `listed` from list_start[i] on.
    listed : (l,) int array
        Heads, those of one layer together.
    """

    tile_start: IntArray
    list_start: IntArray
    listed: IntArray


def compiled(function: Function) -> Function:
    """Compile a part of the kernel: without the interpreter lock, IEEE arithmetic."""
    return cast("Function", njit(**ARITHMETIC)(function))


def inlined(function: Function) -> Function:
    """Compile a part into each loop that calls it: a call would keep the loop scalar."""
    return cast("Function", njit(inline="always", **ARITHMETIC)(function))


def in_vectors(function: Callable[..., Any]) -> Callable[..., None]:
    """Make a function of types, that gives their signature and its instructions, callable."""
    return cast("Callable[..., None]", intrinsic(function))


def kept(function: Function) -> Function:
    """Compile the kernel's entry, and keep the machine code where a folder can be written to."""
    try:
        return cast("Function", njit(cache=True, **ARITHMETIC)(function))
    except RuntimeError:  # Numba found no such folder: each process compiles anew
        return compiled(function)


@inlined
def _arctangent(t: float) -> float:
    """Arctangent of -1 to 1, within 4e-15 of itself.

    A quotient of two polynomials in t squared, minimax in relative error (Remez). An odd
    polynomial alone needs 16 terms for 4e-14; the quotient is as fast as one of 12 terms,
    which stops at 6e-11, because the divider has nothing else to do in this pass.
    """
    x = t * t
    p = 0.0003874005583393295 * x + 0.031881701047014314
    p = ((p * x + 0.372978416251024) * x + 1.4076299945725472) * x + 2.0474430851312153
    q = 0.0033776458281055102 * x + 0.09622186766506166
    q = ((q * x + 0.7067543188279051) * x + 2.001222134119827) * x + 2.380776418463484
    return t * (p * x + 0.9999999999999969) / (q * x + 1.0)


@kept
def sum_tiles(
    order: IntArray,
    points: FloatArray,
    normals: FloatArray,
    heads: NDArray[np.void],
    tables: PackedTables,
    shadows: Prisms | None,
    total: FloatArray,
) -> None:
    """Add the light of every head to the points of an order, `TILE` of them at a time.

    Parameters
    ----------
    order : (m,) int array
        The points, no point twice.
    points : (n, 3) array
        Where, ft.
    normals : (n, 3) or (1, 3) array
        Unit normals of the meters; one row is the normal of all.
    heads : (k,) array of `HEAD`
        Those of one layer together.
    tables
        The tables of the heads.
    shadows
        What blocks light. None, where there is nothing, leaves the shadows out of the machine
        code altogether.
    total : (layers, n) array
        Footcandles, added to in place.
    """
    job = Job(points, normals, heads, tables, total)
    every, buffers = np.arange(len(heads)), _buffers(shadows)
    for start in range(0, len(order), TILE):
        _sum_tile(buffers, job, shadows, order, start, min(start + TILE, len(order)), every)


@kept
def sum_listed(
    lists: Lists,
    points: FloatArray,
    normals: FloatArray,
    heads: NDArray[np.void],
    tables: PackedTables,
    shadows: Prisms | None,
    total: FloatArray,
) -> None:
    """Add to each tile the light of the heads listed for it; the rest is as of `sum_tiles`."""
    job = Job(points, normals, heads, tables, total)
    buffers = _buffers(shadows)
    for i in range(len(lists.tile_start) - 1):
        chosen = lists.listed[lists.list_start[i] : lists.list_start[i + 1]]
        _sum_tile(buffers, job, shadows, None, lists.tile_start[i], lists.tile_start[i + 1], chosen)


@kept
def sum_nodes(
    pairs: IntArray,
    nodes: FloatArray,
    normal: FloatArray,
    heads: NDArray[np.void],
    tables: PackedTables,
    total: FloatArray,
) -> None:
    """Add the light of heads at the few nodes of many squares, in sight of all of them.

    Parameters
    ----------
    pairs : (p, 2) array
        Which square, which head; those of one table together.
    nodes : (s, m, 3) array
        Where, ft: m nodes a square, at most `TILE`.
    normal : (3,) array
        Unit normal of all meters.
    total : (layers, s, m) array
        Footcandles, added to in place.
    """
    tile, node = np.zeros((ROWS, ROW)), np.empty(TILE, np.uint32)
    tile[NX], tile[NY], tile[NZ] = normal[0], normal[1], normal[2]
    count = nodes.shape[1]
    first = 0
    while first < len(pairs):
        number = heads[pairs[first, 1]].table
        table = tables.table[number]
        last, end = first, 0
        while last < len(pairs) and end + count <= TILE and heads[pairs[last, 1]].table == number:
            square, head = pairs[last, 0], heads[pairs[last, 1]]
            for m in range(count):
                tile[X, end + m], tile[Y, end + m] = nodes[square, m, 0], nodes[square, m, 1]
                tile[Z, end + m] = nodes[square, m, 2]
            _see_points(tile, head, end, end + count)
            _weigh_points(tile, head, table, end, end + count)
            last, end = last + 1, end + count
        tile[LIGHT] = 0.0
        _look_up(tile, node, number, table, tables)
        for p in range(first, last):
            layer, square = heads[pairs[p, 1]].layer, pairs[p, 0]
            for m in range(count):
                total[layer, square, m] += tile[LIGHT, (p - first) * count + m]
        first = last


@kept
def sort_sights(
    boxes: FloatArray,
    lists: tuple[IntArray, IntArray],
    heads: NDArray[np.void],
    shadows: Prisms,
    doubtful: IntArray,
) -> None:
    """Count the prisms that may hide a part of a box from a head: `ALL_DARK` if one hides all.

    Parameters
    ----------
    boxes : (s, 6) array
        Smallest x, y, z and largest.
    lists : list_start (s + 1,), listed (p,)
        The heads asked for box i are those of `listed` from list_start[i] on: p pairs.
    doubtful : (p,) array
        Written to: 0 where the head sees all of the box.
    """
    shade = _buffers(shadows)[2]
    start, listed = lists
    for i in range(len(boxes)):
        shade.box[:] = boxes[i]
        for p in range(start[i], start[i + 1]):
            position = heads[listed[p]].position
            doubtful[p] = _sort_prisms(shade, position, shadows)


@compiled
def _buffers(shadows: Prisms | None) -> tuple[FloatArray, NodeArray, Shade]:
    """Make room for the work on one tile."""
    count = 0 if shadows is None else len(shadows.base_ft)
    shade = Shade(np.empty(6), np.empty(4), np.empty(count, np.int64))
    return np.empty((ROWS, ROW)), np.empty(TILE, np.uint32), shade


@compiled
def _sum_tile(
    buffers: tuple[FloatArray, NodeArray, Shade],
    job: Job,
    shadows: Prisms | None,
    order: IntArray | None,
    start: int,
    end: int,
    chosen: IntArray,
) -> None:
    """Add the light of the chosen heads to the points start..end of an order, one tile."""
    tile, node, shade = buffers
    heads = job.heads
    _take_points(tile, job.points, job.normals, order, start, end - start)
    if shadows is not None:
        _measure_box(tile, shade.box)
    for c in range(len(chosen)):
        k = chosen[c]
        head = heads[k]
        table = job.tables.table[head.table]
        doubtful = 0
        if shadows is not None:
            doubtful = _sort_prisms(shade, head.position, shadows)
        if doubtful != ALL_DARK:
            _see_points(tile, head, 0, TILE)
            _weigh_points(tile, head, table, 0, TILE)
            if shadows is not None:
                _cast_shadows(tile, shade, head.position, shadows, doubtful)
            _look_up(tile, node, head.table, table, job.tables)
        if c + 1 == len(chosen) or heads[chosen[c + 1]].layer != head.layer:
            _give_light(tile, job.total, head.layer, order, start, end - start)


@compiled
def _take_points(
    tile: FloatArray,
    points: FloatArray,
    normals: FloatArray,
    order: IntArray | None,
    start: int,
    size: int,
) -> None:
    """Copy points and normals into the tile; the last point fills what is left of it."""
    for i in range(TILE):
        p = start + min(i, size - 1)
        if order is not None:
            p = order[p]
        q = p if len(normals) > 1 else 0
        tile[X, i], tile[Y, i], tile[Z, i] = points[p, 0], points[p, 1], points[p, 2]
        tile[NX, i], tile[NY, i], tile[NZ, i] = normals[q, 0], normals[q, 1], normals[q, 2]
        tile[LIGHT, i] = 0.0


@compiled
def _see_points(tile: FloatArray, head: Any, first: int, last: int) -> None:
    """Pass 1: the ray to each point in the table's axes, and its lengths.

    Unsigned indices: signed ones would be tested for counting from the end.
    """
    lx, ly, lz = head.position[0], head.position[1], head.position[2]
    a, b, c = head.axes[0, 0], head.axes[0, 1], head.axes[0, 2]
    d, e, f = head.axes[1, 0], head.axes[1, 1], head.axes[1, 2]
    g, h, k = head.axes[2, 0], head.axes[2, 1], head.axes[2, 2]
    for i in range(np.uint64(first), np.uint64(last)):
        dx, dy, dz = tile[X, i] - lx, tile[Y, i] - ly, tile[Z, i] - lz
        tile[FACING, i] = -(tile[NX, i] * dx + tile[NY, i] * dy + tile[NZ, i] * dz)
        px = a * dx + b * dy + c * dz
        py = d * dx + e * dy + f * dz
        pz = g * dx + h * dy + k * dz
        equator2 = px * px + py * py
        tile[AHEAD, i], tile[ASIDE, i], tile[ABOVE, i] = px, py, pz
        tile[EQUATOR, i] = math.sqrt(equator2)
        tile[LENGTH, i] = math.sqrt(equator2 + pz * pz)


@compiled
def _weigh_points(tile: FloatArray, head: Any, table: Any, first: int, last: int) -> None:
    """Pass 2: half-angle tangents, and light per candela where the table has light at all.

    With p the ray in the table's axes, r its length and rho its length on the table's
    equator, tan(polar / 2) = rho / (r + |p_z|) and tan(azimuth / 2) = p_y / (rho + |p_x|),
    of the angles below and ahead or of their supplements. These and 1 / r**3 share one
    division.
    """
    weight, nearest, farthest = head.weight, table.nearest_cosine, table.farthest_cosine
    for i in range(np.uint64(first), np.uint64(last)):
        rho, r, pz = tile[EQUATOR, i], tile[LENGTH, i], tile[ABOVE, i]
        polar = r + abs(pz)
        azimuth = max(rho + abs(tile[AHEAD, i]), NO_PLACE)
        both, r3 = polar * azimuth, r * r * r
        quotient = 1.0 / (both * r3)
        each = quotient * r3
        tile[HALF_POLAR, i] = rho * azimuth * each
        tile[HALF_AZIMUTH, i] = tile[ASIDE, i] * polar * each
        inside = min(nearest * r + pz, -pz - farthest * r)
        lit = max(tile[FACING, i], 0.0) * weight if inside >= 0.0 else 0.0
        tile[PER_CANDELA, i] = lit * (both * quotient)


@compiled
def _look_up(
    tile: FloatArray, node: NodeArray, number: int, table: Any, tables: PackedTables
) -> None:
    """Do the passes that look the table up, by its kind."""
    if table.is_open:
        _darken_outside(tile, table)
    _find_angles(tile)
    if table.is_even:
        _find_cells(tile, node, table)
    else:
        _search_cells(tile, node, number, table, tables)
    _add_light(tile, node, table, tables.node_cd)


@compiled
def _darken_outside(tile: FloatArray, table: Any) -> None:
    """Keep light to the azimuths of a table that does not go all the way round."""
    first, last = table.first_side, table.last_side
    for i in range(TILE):
        t = tile[HALF_AZIMUTH, i]
        behind = 2.0 - t if t >= 0.0 else -2.0 - t
        side = t if tile[AHEAD, i] >= 0.0 else behind
        outside = (side < first) | (side > last)
        if first > last:  # the table passes 180 degrees
            outside = (side < first) & (side > last)
        tile[PER_CANDELA, i] *= 0.0 if outside else 1.0


@compiled
def _find_angles(tile: FloatArray) -> None:
    """Pass 3: from tangents to half the angles, radians."""
    for i in range(TILE):
        tile[ALONG, i] = _arctangent(tile[HALF_POLAR, i])
        tile[ACROSS, i] = _arctangent(tile[HALF_AZIMUTH, i])


@compiled
def _find_cells(tile: FloatArray, node: NodeArray, table: Any) -> None:
    """Pass 4: from half the angles to cells of an even table."""
    polar_rate, azimuth_rate = table.polar_rate, table.azimuth_rate
    last_polar, last_azimuth = float(table.polar_cells), float(table.azimuth_cells)
    straight_up, half_turn = PI * polar_rate, PI * azimuth_rate
    start = table.polar_start * polar_rate
    stride = last_polar + 1.0
    for i in range(TILE):
        u = 2.0 * polar_rate * tile[ALONG, i]
        u = (straight_up - u if tile[ABOVE, i] > 0.0 else u) - start
        v = 2.0 * azimuth_rate * tile[ACROSS, i]
        behind = (half_turn if tile[HALF_AZIMUTH, i] >= 0.0 else -half_turn) - v
        v = (behind if tile[AHEAD, i] < 0.0 else v) + half_turn
        u = min(u if u > 0.0 else 0.0, last_polar)  # noqa: FURB136 - also of what is no number
        v = min(v if v > 0.0 else 0.0, last_azimuth)  # noqa: FURB136 - the same
        cell = min(np.floor(u), last_polar - 1.0)
        plane = min(np.floor(v), last_azimuth - 1.0)
        tile[ALONG, i] = u - cell
        tile[ACROSS, i] = v - plane
        node[i] = np.uint32(np.int32(plane * stride + cell))


@compiled
def _search_cells(
    tile: FloatArray, node: NodeArray, number: int, table: Any, tables: PackedTables
) -> None:
    """Pass 4 for a table of uneven angles: through bins, then by steps."""
    stride, planes = table.polar_cells + 1, table.azimuth_cells + 1
    polar_angle = tables.polar_angle[table.first_polar : table.first_polar + stride]
    azimuth_angle = tables.azimuth_angle[table.first_azimuth : table.first_azimuth + planes]
    polar_bin, azimuth_bin = tables.polar_bin[number], tables.azimuth_bin[number]
    for i in range(TILE):
        polar = 2.0 * tile[ALONG, i]
        if tile[ABOVE, i] > 0.0:
            polar = PI - polar
        azimuth = 2.0 * tile[ACROSS, i]
        if tile[AHEAD, i] < 0.0:
            azimuth = (PI if tile[HALF_AZIMUTH, i] >= 0.0 else -PI) - azimuth
        cell, tile[ALONG, i] = _place(polar, polar_angle, polar_bin)
        plane, tile[ACROSS, i] = _place(azimuth, azimuth_angle, azimuth_bin)
        node[i] = plane * stride + cell


@compiled
def _place(at: float, angle: FloatArray, first_cell: NDArray[np.int32]) -> tuple[int, float]:
    """Cell of an angle among uneven ones, and the place in the cell, 0 to 1."""
    at = min(at if at > angle[0] else angle[0], angle[-1])  # noqa: FURB136 - the same
    bins = len(first_cell)
    part = int((at - angle[0]) / (angle[-1] - angle[0]) * bins)
    cell = int(first_cell[min(part, bins - 1)])
    while cell > 0 and angle[cell] > at:  # rounding at the border of two bins
        cell -= 1
    while cell < len(angle) - 2 and angle[cell + 1] <= at:
        cell += 1
    return cell, (at - angle[cell]) / (angle[cell + 1] - angle[cell])


@compiled
def _add_light(tile: FloatArray, node: NodeArray, table: Any, node_cd: FloatArray) -> None:
    """Pass 5: bilinear candela, in the form that cannot turn negative or lose digits."""
    stride = table.polar_cells + 1
    end = table.first_node + stride * (table.azimuth_cells + 1)
    candela = node_cd[table.first_node : end]
    for i in range(np.uint64(0), np.uint64(TILE), np.uint64(LANES)):
        _add_to_four(tile, node, candela, np.uint64(stride), i)


def _add_to_four_in_vectors(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Write the instructions of `_add_to_four`."""
    tile, node, candela = (
        context.make_array(kind)(context, builder, value).data
        for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
    )
    stride, first = arguments[3:]

    def place(start: Any, index: Any, floats: int) -> Any:
        return builder.bitcast(
            builder.gep(start, [index]), ir.VectorType(DOUBLE, floats).as_pointer()
        )

    def row(number: int) -> Any:
        return place(tile, builder.add(first, INDEX(number * ROW)), LANES)

    def chosen(left: Any, right: Any, *lanes: int) -> Any:
        return builder.shuffle_vector(left, right, ir.VectorType(ir.IntType(32), len(lanes))(lanes))

    def mixed(near: Any, far: Any, share: Any) -> Any:
        rest = builder.fsub(ir.VectorType(DOUBLE, LANES)([1.0] * LANES), share)
        farther = builder.fmul(far, share, flags=FUSED)
        return builder.fadd(builder.fmul(near, rest, flags=FUSED), farther, flags=FUSED)

    def on_a_plane(nodes: list[Any]) -> Any:
        # Of each point its node and the next, in one load: n0 m0, n1 m1, ... to n0 n1 m0 m1, ...
        a, b, c, d = (builder.load(place(candela, k, 2), align=8) for k in nodes)
        left, right = chosen(a, b, 0, 2, 1, 3), chosen(c, d, 0, 2, 1, 3)
        return mixed(chosen(left, right, 0, 1, 4, 5), chosen(left, right, 2, 3, 6, 7), along)

    along, across, per_candela, light = (
        builder.load(row(number), align=8) for number in (ALONG, ACROSS, PER_CANDELA, LIGHT)
    )
    lanes = (builder.gep(node, [builder.add(first, INDEX(lane))]) for lane in range(LANES))
    nodes = [builder.zext(builder.load(lane), INDEX) for lane in lanes]
    here, beyond = on_a_plane(nodes), on_a_plane([builder.add(k, stride) for k in nodes])
    given = builder.fmul(per_candela, mixed(here, beyond, across), flags=FUSED)
    builder.store(builder.fadd(light, given, flags=FUSED), row(LIGHT), align=8)
    return context.get_dummy_value()


@in_vectors
def _add_to_four(_: Any, tile: Any, node: Any, candela: Any, stride: Any, first: Any) -> Any:
    """Add light to four points, in vector instructions.

    They do what this does, which the compiler leaves in single numbers, at half the speed::

        for i in range(first, first + 4):
            k, f, g = node[i], tile[ALONG, i], tile[ACROSS, i]
            here = candela[k] * (1.0 - f) + candela[k + 1] * f
            k += stride
            beyond = candela[k] * (1.0 - f) + candela[k + 1] * f
            tile[LIGHT, i] += tile[PER_CANDELA, i] * (here * (1.0 - g) + beyond * g)
    """
    return types.void(tile, node, candela, stride, first), _add_to_four_in_vectors


@compiled
def _give_light(
    tile: FloatArray, total: FloatArray, layer: int, order: IntArray | None, start: int, size: int
) -> None:
    """Add what the tile has summed to its layer, and start on the next layer."""
    for i in range(size):
        p = start + i
        if order is not None:
            p = order[p]
        total[layer, p] += tile[LIGHT, i]
        tile[LIGHT, i] = 0.0


@compiled
def _measure_box(tile: FloatArray, box: FloatArray) -> None:
    """Box round the points of a tile."""
    box[0], box[1], box[2] = tile[X, 0], tile[Y, 0], tile[Z, 0]
    box[3], box[4], box[5] = tile[X, 0], tile[Y, 0], tile[Z, 0]
    for i in range(TILE):
        box[0], box[3] = min(box[0], tile[X, i]), max(box[3], tile[X, i])
        box[1], box[4] = min(box[1], tile[Y, i]), max(box[4], tile[Y, i])
        box[2], box[5] = min(box[2], tile[Z, i]), max(box[5], tile[Z, i])


@compiled
def _sort_prisms(shade: Shade, position: Any, prisms: Prisms) -> int:
    """Tell prisms that may cast a shadow on the tile from those that cannot.

    Whole clusters of prisms are left out, then prisms, that are clear of the band of all lines
    of sight; then prisms that are clear of the lines themselves. A convex prism that hides the
    corners of the tile's box hides all of it, because the space behind a convex body is convex.

    Returns
    -------
    int
        How many were written to `shade.doubtful`, or `ALL_DARK`.
    """
    px, py, pz = position[0], position[1], position[2]
    band = _band(shade, px, py, pz)
    clusters = prisms.clusters
    count = 0
    for c in range(len(clusters.base_ft)):
        if _is_clear(band, clusters.disc_ft[c], clusters.base_ft[c], clusters.top_ft[c]):
            continue
        for m in range(clusters.first[c], clusters.first[c + 1]):
            s = clusters.member[m]
            if _is_clear(band, prisms.disc_ft[s], prisms.base_ft[s], prisms.top_ft[s]):
                continue
            if _misses(band, shade.wedge, prisms, s):
                continue
            if prisms.is_convex[s] and _hides_box(shade.box, px, py, pz, prisms, s):
                return ALL_DARK
            shade.doubtful[count] = s
            count += 1
    return count


@compiled
def _band(shade: Shade, px: float, py: float, pz: float) -> Band:
    """Lay the band round the lines of sight from a head to a tile, and the wedge that holds them.

    The wedge touches the disc round the tile. It is none where the head is in that disc: there
    the tile may be all round it.
    """
    box, wedge = shade.box, shade.wedge
    dx, dy = (box[0] + box[3]) / 2.0 - px, (box[1] + box[4]) / 2.0 - py
    width, depth = box[3] - box[0], box[4] - box[1]
    radius = math.sqrt(width * width + depth * depth) / 2.0 + SLACK
    distance = math.sqrt(dx * dx + dy * dy)
    ux, uy = (dx / distance, dy / distance) if distance > 0.0 else (1.0, 0.0)
    wedge[:] = 0.0
    if radius < distance:
        sine = radius / distance
        cosine = math.sqrt(1.0 - sine * sine)
        wedge[0], wedge[1] = ux * cosine - uy * sine, uy * cosine + ux * sine
        wedge[2], wedge[3] = ux * cosine + uy * sine, uy * cosine - ux * sine
    return Band(px, py, pz, ux, uy, distance, radius, min(pz, box[2]), max(pz, box[5]))


@inlined
def _is_clear(band: Band, disc: FloatArray, base: float, top: float) -> bool:
    """Tell whether what is in a disc, from base to top, is surely clear of a band."""
    x, y, reach = disc[0] - band.x, disc[1] - band.y, band.radius + disc[2]
    along, aside = band.ux * x + band.uy * y, abs(band.ux * y - band.uy * x)
    past = along > band.distance + reach or along < -reach or aside > reach
    return past or band.high <= base or band.low >= top


@inlined
def _misses(band: Band, wedge: FloatArray, prisms: Prisms, s: int) -> bool:
    """Tell whether a prism near a band surely casts no shadow on the tile.

    It is left or right of all lines of sight, behind the head or beyond the tile; or light
    that comes down over its top is behind it again before the tile.
    """
    left, right, first, last, far2 = math.inf, -math.inf, math.inf, -math.inf, 0.0
    for v in range(prisms.first[s], prisms.first[s + 1] - 1):
        x, y = prisms.vertex_ft[v, 0] - band.x, prisms.vertex_ft[v, 1] - band.y
        left = min(left, wedge[0] * y - wedge[1] * x)
        right = max(right, wedge[2] * y - wedge[3] * x)
        along = band.ux * x + band.uy * y
        first, last = min(first, along), max(last, along)
        far2 = max(far2, x * x + y * y)
    nearest, top = band.distance - band.radius, prisms.top_ft[s]
    aside = left > SLACK or right < -SLACK
    if aside or first > band.distance + band.radius or (nearest > 0.0 and last < -SLACK):
        return True
    if nearest <= 0.0 or band.z <= top:
        return False
    descent = (band.z - band.low) / (band.z - top)
    return bool(nearest * nearest > far2 * descent * descent)


@compiled
def _is_aside(wedge: FloatArray, wall: tuple[float, float, float, float, float]) -> bool:
    """Tell whether a wall is wholly left or wholly right of a wedge, seen from its apex."""
    x0, y0, x1, y1, _ = wall
    left0, left1 = wedge[0] * y0 - wedge[1] * x0, wedge[0] * y1 - wedge[1] * x1
    right0, right1 = wedge[2] * y0 - wedge[3] * x0, wedge[2] * y1 - wedge[3] * x1
    return bool((left0 > SLACK and left1 > SLACK) or (right0 < -SLACK and right1 < -SLACK))


@inlined
def _hides_box(box: FloatArray, px: float, py: float, pz: float, prisms: Prisms, s: int) -> bool:
    """Tell whether a prism hides every corner of a box from a head."""
    for corner in range(8 if box[5] > box[2] else 4):
        x = box[3] if corner & 1 else box[0]
        y = box[4] if corner & 2 else box[1]
        z = box[5] if corner & 4 else box[2]
        if not _is_hidden(x - px, y - py, z - pz, px, py, pz, prisms, s):
            return False
    return True


@inlined
def _between(base: float, top: float, dz: float, upright: bool) -> tuple[float, float]:
    """Range of 0..1 in which a line is between two heights above its start.

    Both ends are infinite where it never is. An upright line is one place on the plan: if it
    is ever between, all walls along a line from there are to be counted, and the range is 0.
    """
    slowness = 1.0 / (dz if abs(dz) > LEVEL else LEVEL)
    first, second = base * slowness, top * slowness
    enter = max(min(first, second), 0.0)
    leave = min(max(first, second), 1.0)
    never = math.inf if enter >= leave else 0.0
    share = 0.0 if upright else 1.0
    return enter * share + never, leave * share + never


@inlined
def _wall_from(
    vertex_ft: FloatArray, v: int, px: float, py: float
) -> tuple[float, float, float, float, float]:
    """Give the ends of the wall from vertex v on, from a head, and twice the area between.

    They are in the order in which that area is not negative: counterclockwise.
    """
    x0, y0 = vertex_ft[v, 0] - px, vertex_ft[v, 1] - py
    x1, y1 = vertex_ft[v + 1, 0] - px, vertex_ft[v + 1, 1] - py
    area = x0 * (y1 - y0) - y0 * (x1 - x0)
    if area < 0.0:
        return x1, y1, x0, y0, -area
    return x0, y0, x1, y1, area


@inlined
def _meet_wall(
    dx: float, dy: float, wall: tuple[float, float, float, float, float], enter: float, leave: float
) -> float:
    """Count a wall that a line from the origin may cross: a factor for the product over walls.

    It is 0 where the line crosses the wall between `enter` and `leave`, -1 where it does
    farther on, and 1 where it does not. The product over a prism's walls is 1 if the line is
    free: it crosses none in between, and an even number farther on, so that it is outside the
    footprint at `leave`. The crossing, at ``area / turn`` of the line, is compared without
    dividing. A line that meets the wall behind its start meets it clockwise.
    """
    x0, y0, x1, y1, area = wall
    side0, side1 = dx * y0 - dy * x0, dx * y1 - dy * x1
    turn = side1 - side0
    factor = 0.0 if area > enter * turn else 1.0
    factor = factor if area < leave * turn else -1.0
    return factor if (side0 < 0.0) & (side1 >= 0.0) else 1.0


@inlined
def _is_hidden(
    dx: float, dy: float, dz: float, px: float, py: float, pz: float, prisms: Prisms, s: int
) -> bool:
    """Tell whether one line from a head runs through a prism (see `shadows`)."""
    upright = dx == 0.0 and dy == 0.0
    enter, leave = _between(prisms.base_ft[s] - pz, prisms.top_ft[s] - pz, dz, upright)
    dx = 1.0 if upright else dx
    count = 1.0
    for v in range(prisms.first[s], prisms.first[s + 1] - 1):
        count *= _meet_wall(dx, dy, _wall_from(prisms.vertex_ft, v, px, py), enter, leave)
    return count != 1.0


@compiled
def _cast_shadows(
    tile: FloatArray, shade: Shade, position: Any, prisms: Prisms, doubtful: int
) -> None:
    """Take the light of a head from the points that any doubtful prism hides."""
    for d in range(doubtful):
        _cast_shadow(tile, shade, position, prisms, shade.doubtful[d])


@compiled
def _cast_shadow(tile: FloatArray, shade: Shade, position: Any, prisms: Prisms, s: int) -> None:
    """Take the light of a head from the points that a prism hides (see `shadows`)."""
    px, py, pz = position[0], position[1], position[2]
    base, top = prisms.base_ft[s] - pz, prisms.top_ft[s] - pz
    for i in range(TILE):
        dx, dy = tile[X, i] - px, tile[Y, i] - py
        upright = (dx == 0.0) & (dy == 0.0)
        tile[DX, i], tile[DY, i] = (1.0 if upright else dx), dy
        tile[ENTER, i], tile[LEAVE, i] = _between(base, top, tile[Z, i] - pz, upright)
        tile[WALLS, i] = 1.0
    for v in range(prisms.first[s], prisms.first[s + 1] - 1):
        wall = _wall_from(prisms.vertex_ft, v, px, py)
        if _is_aside(shade.wedge, wall):
            continue
        for i in range(TILE):
            tile[WALLS, i] *= _meet_wall(
                tile[DX, i], tile[DY, i], wall, tile[ENTER, i], tile[LEAVE, i]
            )
    for i in range(TILE):
        tile[PER_CANDELA, i] *= 1.0 if tile[WALLS, i] == 1.0 else 0.0
