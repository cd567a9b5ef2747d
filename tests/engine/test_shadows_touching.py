"""Obstructions that touch let no light through, against exact arithmetic on whole numbers."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import shapely
import shapely.ops
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from photometry.engine import plain, tiled
from photometry.engine.heads import head_arrays
from photometry.engine.settling import settle_heads
from photometry.engine.shadows import blocked, prisms
from photometry.errors import CalculationError
from photometry.site.model import Luminaire, Obstruction

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
ELL = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)]
DART = [(0, 0), (6, 3), (0, 6), (2, 3)]
TRIANGLE = [(0, 0), (5, 0), (0, 3)]
SHAPES = [SQUARE, ELL, DART, TRIANGLE]
SAME_WAY = 1e-9  # radians; directions between whole numbers below 50 differ by 4e-4 or not at all


def building(footprint, height=4.0, base=0.0):
    return Obstruction("store", np.array(footprint, float), height, base)


def beside(x, y=0, times=1):
    """Give the square elsewhere."""
    return np.array(SQUARE, float) * times + np.array([x, y])


def hides(solids, head, point):
    head, point = np.array(head, float), np.array([point], float)
    return bool(blocked(prisms(solids), head, point)[0])


# ------------------------------------------------------- the oracle: exact, slow and on the plan


def sector(polygon, p):
    """Directions round p that a polygon fills: (start, width); None where it has none."""
    size = len(polygon)
    for k in range(size):
        a, b = polygon[k], polygon[(k + 1) % size]
        if p == a:
            return between(minus(b, a), minus(polygon[k - 1], a))
        along = minus(b, a)
        if cross(along, minus(p, a)) == 0 and 0 < dot(along, minus(p, a)) < dot(along, along):
            return between(along, minus(a, b))
    odd = False
    for (x0, y0), (x1, y1) in itertools.pairwise([*polygon, polygon[0]]):
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (p[1] - y0) * Fraction(x1 - x0) / (y1 - y0):
            odd = not odd
    return (0.0, 2 * math.pi) if odd else None


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def between(start, end):
    first = math.atan2(start[1], start[0])
    return first, (math.atan2(end[1], end[0]) - first) % (2 * math.pi)


def free_sectors(filled):
    """What closed sectors leave of a turn, as open sectors (start, end)."""
    edges = sorted({(a % (2 * math.pi)) for s, w in filled for a in (s, s + w)})
    edges = [a for k, a in enumerate(edges) if k == 0 or a - edges[k - 1] > SAME_WAY]
    if len(edges) > 1 and edges[0] + 2 * math.pi - edges[-1] < SAME_WAY:
        edges.pop()
    pieces = [(a, b) for a, b in itertools.pairwise([*edges, edges[0] + 2 * math.pi])]
    free = [
        (a, b)
        for a, b in pieces
        if not any(((a + b) / 2 - s) % (2 * math.pi) < w for s, w in filled)
    ]
    joined = []
    for a, b in free:  # no wall stands between: it is one sector
        if joined and abs(joined[-1][1] - a) < SAME_WAY and not_walled(a, filled):
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    return joined


def not_walled(direction, filled):
    return not any(
        (direction - s + SAME_WAY) % (2 * math.pi) <= w + 2 * SAME_WAY for s, w in filled
    )


def open_to(direction, sectors):
    """Free sectors in or along which a direction leads."""
    angle = math.atan2(direction[1], direction[0])
    return {
        (a, b) for a, b in sectors if (angle - a + SAME_WAY) % (2 * math.pi) <= b - a + 2 * SAME_WAY
    }


def passes(polygons, p, way):
    """Tell whether light that comes along a way goes on at p."""
    filled = [s for s in (sector(polygon, p) for polygon in polygons) if s is not None]
    if not filled:
        return True
    sectors = free_sectors(filled)
    back = (-way[0], -way[1])
    return bool(open_to(back, sectors) & open_to(way, sectors))


def oracle(polygons, heights, head, point):
    """Whether closed prisms of one base and top keep light from a point; exact."""
    base, top = heights
    rise = point[2] - head[2]
    low, high = Fraction(0), Fraction(1)
    if rise:
        at = sorted((Fraction(base - head[2], rise), Fraction(top - head[2], rise)))
        low, high = max(low, at[0]), min(high, at[1])
    elif not base < head[2] < top:
        return False
    way = (point[0] - head[0], point[1] - head[1])
    if low >= high:
        return False
    if way == (0, 0):
        return any(sector(polygon, head[:2]) == (0.0, 2 * math.pi) for polygon in polygons)
    shares = {low, high}
    for polygon in polygons:
        for a, b in itertools.pairwise([*polygon, polygon[0]]):
            wall = minus(b, a)
            if cross(way, wall):
                shares.add(Fraction(cross(minus(a, head), wall), cross(way, wall)))
            shares |= {Fraction(dot(minus(v, head), way), dot(way, way)) for v in (a, b)}
    shares = sorted(s for s in shares if low <= s <= high)
    places = [s for s in shares if low < s < high]
    places += [(a + b) / 2 for a, b in itertools.pairwise(shares)]
    return not all(
        passes(polygons, (head[0] + s * way[0], head[1] + s * way[1]), way) for s in places
    )


def touches_two(polygons, p):
    return sum(sector(polygon, p) is not None for polygon in polygons) > 1


PLACES = st.tuples(st.integers(-2, 14), st.integers(-2, 14), st.integers(0, 6))


@settings(max_examples=150)
@given(
    st.lists(
        st.tuples(st.sampled_from(SHAPES), st.integers(0, 8), st.integers(0, 8), st.integers(0, 3)),
        min_size=2,
        max_size=4,
    ),
    PLACES,
    PLACES,
)
# Light through a common face, a common corner, and along a face that ends at another building.
@example([(SQUARE, 0, 0, 0), (SQUARE, 4, 0, 0)], (4, -1, 3), (4, 5, 1))
@example([(SQUARE, 0, 0, 0), (SQUARE, 4, 4, 0)], (4, -1, 3), (4, 9, 1))
@example([(SQUARE, 0, 0, 0), (SQUARE, 4, 4, 0)], (3, 5, 3), (5, 3, 1))
@example([(SQUARE, 0, 0, 0), (SQUARE, 4, 2, 0)], (4, -2, 3), (4, 2, 1))
@example([(SQUARE, 0, 0, 0), (SQUARE, 4, 0, 0)], (-2, 0, 3), (12, 0, 1))
def test_whole_numbers_are_decided_as_exact_arithmetic_does(placed, head, point):
    assume(head != point)
    polygons = []
    for shape, x, y, turns in placed:
        ring = shape
        for _ in range(turns):
            ring = [(-b, a) for a, b in ring]
        polygons.append([(a + x, b + y) for a, b in ring])
    # A place where two of them meet is neither in the light nor out of it.
    assume(not touches_two(polygons, head[:2]))
    assume(not touches_two(polygons, point[:2]))
    solids = [building(polygon) for polygon in polygons]
    expected = oracle(polygons, (0, 4), head, point)
    assert hides(solids, head, point) == expected
    assert hides(solids, point, head) == expected


@settings(max_examples=150)
@given(
    st.sampled_from(SHAPES),
    st.floats(0, math.pi),
    st.floats(0.2, 0.8),
    st.tuples(st.floats(-20, 30), st.floats(-20, 30), st.floats(0, 30)),
    st.tuples(st.floats(-20, 30), st.floats(-20, 30), st.floats(0, 4)),
    st.booleans(),
)
# A line that rises by the least there is, and one that runs in the cut close behind the front.
@example(SQUARE, 0.0, 0.5, (0.0, 0.0, 5e-324), (1.0, 1.0, 0.0), False)  # noqa: FBT003
@example(SQUARE, 0.0, 0.5, (0.0, 0.0, 0.0), (1e-05, 0.0, 1.0), True)  # noqa: FBT003
def test_cutting_a_prism_in_two_changes_what_no_point_sees(
    shape, turn, share, head, point, within_the_cut
):
    whole = shapely.Polygon(np.array(shape, float) * 3)
    way = np.array([math.cos(turn), math.sin(turn)])
    reach = np.array(whole.exterior.coords) @ [-way[1], way[0]]
    foot = np.array([-way[1], way[0]]) * (reach.min() + share * np.ptp(reach))
    cut = shapely.LineString([foot - 99 * way, foot + 99 * way])
    parts = shapely.get_parts(shapely.ops.split(whole, cut))
    assume(all(part.area > 0.1 for part in parts))
    if within_the_cut:  # both ends in the plane of the cut
        head, point = ((*(foot + (p[:2] @ way) * way), p[2]) for p in map(np.array, (head, point)))
    one = building(whole.exterior.coords[:-1], 6.0)
    several = [building(part.exterior.coords[:-1], 6.0) for part in parts]
    assume(not any(grazes(one, head, point, grow) for grow in (1e-6, -1e-6)))
    assert hides(several, head, point) == hides([one], head, point)


def grazes(obstruction, head, point, grow):
    """Whether a body larger or smaller by a little would decide otherwise."""
    ring = shapely.Polygon(obstruction.footprint_ft).buffer(grow, join_style="mitre")
    changed = building(ring.exterior.coords[:-1], obstruction.height_ft + grow, -abs(grow))
    return hides([changed], head, point) != hides([obstruction], head, point)


@pytest.mark.parametrize("offset", [0.0, 1500000.3])
@pytest.mark.parametrize("turn", [0.0, 0.3, 1.1])
def test_no_light_comes_through_a_row_of_shops(offset, turn):
    c, s = math.cos(turn), math.sin(turn)
    turned = np.array([[c, s], [-s, c]])
    row = [
        building(np.array([(x, 0), (x + 7, 0), (x + 7, 9), (x, 9)]) @ turned + offset, 5 + x % 3)
        for x in range(0, 70, 7)
    ]
    across = np.arange(0, 70.1, 0.5)
    points = np.column_stack([across, np.full(len(across), 12.0), np.zeros(len(across))])
    for x in (7, 21, 35.25, 63):
        head = np.append(np.array([x, -5.0]) @ turned + offset, 4.0)
        there = np.column_stack([points[:, :2] @ turned + offset, points[:, 2]])
        assert blocked(prisms(row), head, there)[(across > 0) & (across < 70)].all()


def test_a_line_that_leans_by_the_least_there_is_is_upright():
    assert hides([building(beside(-2, -2))], [0, 0, 9], [5e-324, 0, 1])


def test_light_does_not_pass_between_a_roof_and_what_stands_on_it():
    hall, loft = building(np.array(SQUARE) * 5), building(np.array(SQUARE) * 2 + 4.0, 3, base=4)
    assert hides([hall, loft], [-3, 8, 4], [30, 8, 4])
    assert not hides([hall, loft], [-3, 2, 4], [30, 2, 4])  # along the roof, beside the loft
    assert not hides([hall, loft], [-3, 4, 5], [30, 4, 4.5])  # along the loft's wall
    corbel = building(beside(4), 4, base=4)  # edge to edge
    assert hides([building(SQUARE), corbel], [2, 2, 6], [6, 2, 2])
    assert not hides([building(SQUARE), corbel], [2, 2, 4.1], [4, 2, 4.1])


def test_a_seam_reaches_no_higher_than_the_lower_of_two():
    low, high = building(SQUARE, 3), building(beside(4), 8)
    assert not hides([low, high], [-9, 2, 9], [4, 2, 3])  # the foot of the higher wall
    assert not hides([low, high], [4, -2, 3], [4, 8, 3])  # along both, at roof level
    assert hides([low, high], [4, -2, 4], [4, 4, 2])


def test_a_point_on_the_front_of_a_seam_and_one_at_a_corner_are_lit():
    row = [building(SQUARE), building(beside(4))]
    assert not hides(row, [3, -6, 5], [4, 0, 1])
    assert not hides(row, [4, 2, 9], [4, 0, 4])
    diagonal = [building(SQUARE), building(np.array(SQUARE) + 4)]
    assert not hides(diagonal, [2, 7, 5], [4 - 1e-9, 4 + 1e-9, 1])


def test_walls_a_hair_apart_touch_and_those_farther_apart_do_not():
    for gap, closed in ((1e-7, True), (1e-6, True), (1e-3, False)):
        row = [building(SQUARE), building(beside(4 + gap))]
        assert hides(row, [4 + gap / 2, -3, 2], [4 + gap / 2, 9, 1]) == closed


@pytest.mark.parametrize("shape", [ELL, DART])
def test_light_through_a_corner_that_points_inward_stops_there(shape):
    store = building(shape)
    x, y = {6: (2, 2), 4: (2, 3)}[len(shape)]
    for way in ((1, 0.5), (1, 1), (0.5, 1), (1, 0), (1, -0.2)):
        for sign in (1, -1):
            start = np.array([x - sign * 9 * way[0], y - sign * 9 * way[1], 3])
            end = np.array([x + sign * 9 * way[0], y + sign * 9 * way[1], 2])
            assert hides([store], start, end)
    ahead = {6: (9, 9, 5), 4: (-4, 3, 5)}[len(shape)]
    assert not hides([store], ahead, [x, y, 1])


def test_the_kernel_and_numpy_close_the_same_slits(lopsided):
    row = [building(beside(x, 0, 5), 9) for x in (0, 20, 40)]
    row.append(building(beside(60, 20, 5), 9))
    x, y = np.meshgrid(np.arange(-20, 101, 2.5), np.arange(-20, 81, 2.5))
    points = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    meters = np.broadcast_to([0.0, 0.0, 1.0], points.shape)
    luminaires = [Luminaire(lopsided, x, -10, 7) for x in (20, 40, 60, 65)]
    heads, solids = head_arrays(luminaires), prisms(row)
    expected = plain.sum_layers(heads, points, meters, solids, 1)
    light, _ = tiled.sum_layers(heads, points, meters, solids, 1, 2)
    assert light == pytest.approx(expected, rel=1e-10, abs=0)
    open_row = prisms(row[::2])
    assert (plain.sum_layers(heads, points, meters, open_row, 1) > expected).any()


def test_a_luminaire_on_a_wall_that_another_building_covers_is_a_fault():
    row = [building(np.array(SQUARE) * 5), building(beside(20, 0, 5))]
    for x in (20.0, 19.8, 20.3):
        with pytest.raises(CalculationError, match="another obstruction covers"):
            settle_heads(np.array([[x, 10, 3]]), row)
    # On the front of the seam, on the roof over it, and on the same wall where it stands free.
    for free in ([20, 0, 3], [20, 10, 4]):
        position, moved = settle_heads(np.array([free], float), row)
        assert not len(moved)
        assert (position == free).all()
    position, _ = settle_heads(np.array([[19.8, 10, 3]]), row[:1])
    assert position == pytest.approx(np.array([[20, 10, 3]]))


def test_prisms_are_prepared_once():
    row = [building(SQUARE), building(beside(4))]
    assert prisms(row) is prisms([building(SQUARE), building(beside(4.0))])
    assert len(prisms(row).base_ft) == 3  # two buildings and their seam
    assert len(prisms([building(SQUARE), building(beside(5))]).base_ft) == 2


def test_a_heap_of_buildings_in_one_place_is_refused_not_worked_through():
    with pytest.raises(CalculationError, match="over 20,000 pairs of obstructions touch or over"):
        prisms([building(beside(n / 1000)) for n in range(400)])


def test_buildings_of_a_thousand_walls_that_touch_take_no_longer_than_a_moment():
    turn = np.linspace(0, 2 * np.pi, 1000, endpoint=False)
    ring = 50 * np.column_stack([np.cos(turn), np.sin(turn)])
    pair = [building(ring), building(ring + np.array([100.0, 0.0]))]
    assert hides(pair, [50, -60, 5], [50, 60, 1])
    assert hides(pair, [49, -60, 5], [51, 60, 1])
    assert not hides(pair, [50, -60, 5], [50, -1, 1])
