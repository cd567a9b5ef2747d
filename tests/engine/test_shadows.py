"""Shadows of opaque prisms against a test of many places along each line of sight."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine import plain, shadows, tiled
from photometry.engine.direct import illuminance
from photometry.engine.heads import head_arrays
from photometry.engine.named_heads import NamedHead
from photometry.engine.settling import settle_heads
from photometry.engine.shadows import blocked, prisms, shifted
from photometry.errors import CalculationError
from photometry.luminaires.read import read_luminaire
from photometry.site.model import Luminaire, Obstruction

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]
ELL = [[0, 0], [30, 0], [30, 10], [12, 10], [12, 25], [0, 25]]
STAR = [[20, 0], [26, 14], [40, 20], [26, 26], [20, 40], [14, 26], [0, 20], [14, 14]]
UP = np.array([0.0, 0.0, 1.0])


def building(footprint, height, base=0.0, name="store"):
    return Obstruction(name, np.array(footprint, float), height, base)


def hides(obstruction, head, point):
    solid = prisms([obstruction])
    return bool(blocked(solid, np.array(head, float), np.array([point], float))[0])


def margin_of_sight(obstruction, head, point):
    """Whether a line is blocked by the body, grown and shrunk by a thousandth of a foot.

    None where the two differ: there the line grazes, and nothing is claimed.
    """
    answers = []
    for grow in (1e-3, -1e-3):
        footprint = shapely.Polygon(obstruction.footprint_ft).buffer(grow, join_style="mitre")
        base, top = obstruction.base_height_ft - grow, obstruction.top_ft + grow
        t = _between_heights(base, top, head[2], point[2])
        if t is None:
            answers.append(False)
            continue
        head_xy, point_xy = np.array(head[:2]), np.array(point[:2])
        ends = [head_xy + share * (point_xy - head_xy) for share in t]
        if np.hypot(*(ends[1] - ends[0])) < 1e-12:
            answers.append(footprint.contains(shapely.Point(ends[0])))
        else:
            answers.append(footprint.intersects(shapely.LineString(ends)))
    return answers[0] if answers[0] == answers[1] else None


def _between_heights(base, top, start, end):
    low, high = 0.0, 1.0
    for limit, sign in ((base, 1), (top, -1)):
        above_start, above_end = sign * (start - limit), sign * (end - limit)
        if above_start < 0 and above_end < 0:
            return None
        if above_start * above_end < 0:
            at = above_start / (above_start - above_end)
            low, high = (max(low, at), high) if above_start < 0 else (low, min(high, at))
    return (low, high) if low < high else None


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([SQUARE, ELL, STAR, ELL[::-1]]),
    st.floats(1, 30),
    st.floats(0, 12),
    st.tuples(st.floats(-30, 60), st.floats(-30, 60), st.floats(0, 45)),
    st.tuples(st.floats(-30, 60), st.floats(-30, 60), st.floats(0, 10)),
)
def test_a_line_of_sight_is_blocked_where_it_meets_the_body(shape, height, base, head, point):
    obstruction = building(shape, height, base)
    expected = margin_of_sight(obstruction, head, point)
    if expected is not None:
        assert hides(obstruction, head, point) == expected


def test_a_shadow_ends_where_similar_triangles_say():
    # A 20 ft head 10 ft from a 5 ft wall, 1 ft thick: the shadow reaches 11 * 20 / 15 ft.
    wall = building([[10, -50], [11, -50], [11, 50], [10, 50]], 5)
    end = 11 * 20 / 15
    head = [0, 0, 20]
    assert not hides(wall, head, [9.999, 0, 0])
    assert hides(wall, head, [11.0, 0, 0])
    assert hides(wall, head, [end - 1e-4, 0, 0])
    assert not hides(wall, head, [end + 1e-4, 0, 0])


@pytest.mark.parametrize(
    "point", [[0, 5, 0], [0, 5, 3], [0, 0, 0], [10, 0, 2], [0, 5, 8], [5, 5, 8]]
)
def test_a_point_on_a_face_a_corner_or_the_roof_is_lit_from_its_own_side(point):
    for offset in (0, 1500000.3):  # last digits must not decide
        store = building(np.array(SQUARE) + offset, 8)
        shift = np.array([offset, offset, 0])
        assert not hides(store, np.array([-20, -20, 15]) + shift, np.array(point) + shift)


def test_a_point_on_the_far_face_is_dark():
    assert hides(building(SQUARE, 8), [-20, 5, 5], [10, 5, 2])


def test_light_along_a_face_is_not_blocked():
    store = building(SQUARE, 8)
    assert not hides(store, [-20, 0, 5], [30, 0, 0])
    assert not hides(store, [0, -20, 5], [0, 40, 0])
    turned = building(np.array(SQUARE) @ [[0.6, 0.8], [-0.8, 0.6]], 8)
    along = np.array([0.6, 0.8])
    assert not hides(turned, [*(-7.3 * along), 5], [*(19.1 * along), 0])


def test_a_wall_luminaire_lights_its_own_wall_and_not_what_is_behind():
    store = building(SQUARE, 20)
    head = [0, 5, 12]
    assert not hides(store, head, [0, 5, 0])
    assert not hides(store, head, [0, 9, 3])
    assert not hides(store, head, [-15, 5, 0])
    assert hides(store, head, [15, 5, 0])


def test_light_from_a_roof_clears_the_edge_that_it_clears():
    store = building(SQUARE, 10)
    assert not hides(store, [5, 5, 20], [25, 5, 0])
    assert not hides(store, [10, 5, 12], [11, 5, 0])
    assert hides(store, [5, 5, 12], [12, 5, 0])


def test_a_canopy_does_not_shade_what_hangs_under_it():
    canopy = building(SQUARE, 2, base=14)
    assert not hides(canopy, [5, 5, 14], [5, 5, 0])
    assert not hides(canopy, [5, 5, 13.5], [20, 5, 0])
    assert hides(canopy, [5, 5, 30], [5, 5, 0])
    assert hides(canopy, [5, 5, 30], [6, 5, 0])


def test_the_inner_corner_of_a_concave_building_sees_what_is_in_front_of_it():
    ell = building(ELL, 15)
    assert not hides(ell, [25, 22, 12], [12, 10, 0])
    assert not hides(ell, [25, 22, 12], [20, 12, 0])
    assert hides(ell, [25, 22, 12], [-5, 20, 0])


def test_several_buildings_shade_together_in_one_origin_or_another(cases):
    uniform = read_luminaire(cases / "00-uniform.ies")
    stores = [building(SQUARE, 8), building(np.array(SQUARE) + np.array([30, 0]), 8)]
    points = np.array([[12, 5, 0], [42, 5, 0], [20, 20, 0]], float)
    luminaires = [Luminaire(uniform, -10, 5, 10), Luminaire(uniform, 60, 5, 10)]
    light = illuminance(luminaires, points, obstructions=stores)
    free = illuminance(luminaires, points)
    assert light[0] == 0
    assert light[1] == illuminance(luminaires[1:], points)[1]
    assert light[2] == free[2]
    there = shifted(stores, (-700000.0, -90000.0))
    moved = [Luminaire(uniform, m.x_ft + 700000, m.y_ft + 90000, 10) for m in luminaires]
    far = illuminance(moved, points + np.array([700000, 90000, 0]), obstructions=there)
    assert far == pytest.approx(light, rel=1e-8)  # ten digits of a foot are left out there


def test_a_luminaire_drawn_just_inside_a_wall_is_put_on_it_and_lights_outwards(cases):
    store = building(SQUARE, 20)
    position, moved = settle_heads(np.array([[0.4, 5, 12.0], [-3, 5, 12], [9.8, 3, 12]]), [store])
    assert list(moved) == [0, 2]
    assert position == pytest.approx(np.array([[0, 5, 12], [-3, 5, 12], [10, 3, 12]]))
    uniform = read_luminaire(cases / "00-uniform.ies")
    points = [[-10, 5, 0], [15, 5, 0]]
    light = illuminance([Luminaire(uniform, 0.4, 5, 12)], points, obstructions=[store])
    assert light[0] == illuminance([Luminaire(uniform, 0, 5, 12)], points)[0] > 0
    assert light[1] == 0


def test_a_luminaire_deep_inside_a_building_is_a_fault_that_names_both():
    heads = np.array([[5, 5, 12.0], [0, 5, 12], [4, 4, 3]])
    with pytest.raises(CalculationError, match='inside the obstruction "store"') as error:
        settle_heads(heads, [building(SQUARE, 20)])
    assert len(error.value.faults) == 2
    assert "(5.000, 5.000, 12.000)" in str(error.value)


def test_a_head_that_has_a_name_is_named_with_its_line():
    named = [NamedHead(f'luminaire "P{n}"', "site.toml", 10 * n) for n in (1, 2)]
    with pytest.raises(CalculationError) as error:
        settle_heads(np.array([[-5, 5, 12.0], [5, 5, 12]]), [building(SQUARE, 20)], named)
    assert str(error.value).startswith(
        'site.toml:20: luminaire "P2" is 5.00 ft inside the obstruction "store"; move it out'
    )


def test_a_luminaire_above_the_roof_or_below_a_canopy_stays_where_it_is():
    heads = np.array([[5, 5, 20.0], [5, 5, 25], [5, 5, 9], [5, 5, 10]])
    position, moved = settle_heads(heads, [building(SQUARE, 10, base=10)])
    assert (position == heads).all()
    assert not len(moved)


def town(seed, count=12):
    """Buildings, some concave, heads on poles among them and points everywhere."""
    rng = np.random.default_rng(seed)
    stores = []
    for n in range(count):
        shape = np.array([SQUARE, ELL, STAR][n % 3], float) * rng.uniform(0.5, 1.5)
        turn = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn), np.sin(turn)
        stores.append(
            building(
                shape @ [[c, s], [-s, c]] + rng.uniform(0, 400, 2),
                rng.uniform(5, 40),
                base=rng.choice([0.0, 12.0]),
            )
        )
    heads = rng.uniform((0, 0, 8), (400, 400, 45), (9, 3))
    points = rng.uniform((-50, -50, 0), (450, 450, 0), (4000, 3))
    points[::7, 2] = rng.uniform(0, 30, len(points[::7]))
    points[::11, :2] = heads[0, :2]  # straight below
    return stores, heads, points


@pytest.mark.parametrize("seed", range(4))
def test_the_kernel_and_numpy_decide_alike(lopsided, seed):
    stores, places, points = town(seed)
    luminaires = [Luminaire(lopsided, *place, 40 * n, 5 * n) for n, place in enumerate(places)]
    heads, solid = head_arrays(luminaires), prisms(stores)
    meters = np.broadcast_to(UP, points.shape)
    expected = plain.sum_layers(heads, points, meters, solid, 1)
    light, _ = tiled.sum_layers(heads, points, meters, solid, 1, 2)
    assert light == pytest.approx(expected, rel=1e-10, abs=0)
    assert (expected < plain.sum_layers(heads, points, meters, prisms(()), 1)).mean() > 0.2


def test_shadowed_light_is_the_same_bits_for_any_number_of_threads(lopsided):
    stores, places, points = town(9)
    luminaires = [Luminaire(lopsided, *place, 40 * n, 5 * n) for n, place in enumerate(places)]
    heads, solid = head_arrays(luminaires, layer=np.arange(9) % 3), prisms(stores)
    normals = np.random.default_rng(3).normal(size=points.shape)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    one, _ = tiled.sum_layers(heads, points, normals, solid, 3, 1)
    other, _ = tiled.sum_layers(heads, points, normals, solid, 3, 5)
    assert (other == one).all()
    expected = plain.sum_layers(heads, points, normals, solid, 3)
    assert one == pytest.approx(expected, rel=1e-10, abs=0)


def test_points_all_in_one_place_or_on_one_line_can_be_put_in_order(lopsided):
    heads = head_arrays([Luminaire(lopsided, 0, 0, 20)])
    solid = prisms([building(np.array(SQUARE) + 5, 12)])
    for points in (np.full((700, 3), 4.0), np.outer(np.linspace(1, 40, 900), [1, 1, 0])):
        meters = np.broadcast_to(UP, points.shape)
        expected = plain.sum_layers(heads, points, meters, solid, 1)
        light, _ = tiled.sum_layers(heads, points, meters, solid, 1, 1)
        assert light == pytest.approx(expected, rel=1e-12, abs=0)


def test_many_heads_and_many_buildings_take_no_table_of_both(lopsided):
    # 2,000 heads by 1,000 buildings: four numbers a pair would be 64 MB.
    rng = np.random.default_rng(8)
    luminaires = [Luminaire(lopsided, *at, 25) for at in rng.uniform(0, 5000, (2000, 2))]
    stores = [building(np.array(ELL) * 3 + at, 22) for at in rng.uniform(0, 5000, (1000, 2))]
    near = [n for n, one in enumerate(luminaires) if np.hypot(one.x_ft - 2500, one.y_ft) < 500]
    chosen = np.isin(np.arange(2000), near[:12])
    heads, solid = head_arrays(luminaires, layer=chosen.astype(np.int64)), prisms(stores)
    few = head_arrays([one for one, of in zip(luminaires, chosen, strict=True) if of])
    points = np.column_stack([rng.uniform((2400, 0), (2600, 200), (600, 2)), np.zeros(600)])
    meters = np.broadcast_to(UP, points.shape)
    for max_error_fc in (0.0, 1e-4):  # compiled outside the measurement
        tiled.sum_layers(few, points, meters, solid, 2, 1, max_error_fc=max_error_fc)
    tracemalloc.start()
    for max_error_fc in (0.0, 1e-4):
        light, _ = tiled.sum_layers(heads, points, meters, solid, 2, 1, max_error_fc=max_error_fc)
        expected = plain.sum_layers(few, points, meters, solid, 1)[0]
        # Without a budget the two differ in rounding alone.
        assert light[1] == pytest.approx(expected, rel=1e-10, abs=max_error_fc)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (expected < plain.sum_layers(few, points, meters, prisms(()), 1)[0]).mean() > 0.2
    assert peak < 16e6


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 40), st.floats(0, 2000))
def test_every_prism_is_in_one_cluster_and_inside_its_disc(seed, count, side):
    rng = np.random.default_rng(seed)
    at = rng.uniform(0, side, (count, 2))
    bodies = [building(np.array(ELL) + place, 9, base=3 * (n % 2)) for n, place in enumerate(at)]
    solid = prisms(bodies)
    clusters = solid.clusters
    assert sorted(clusters.member) == list(range(len(solid.base_ft)))
    for c in range(len(clusters.base_ft)):
        members = clusters.member[clusters.first[c] : clusters.first[c + 1]]
        assert 0 < len(members) <= shadows.CLUSTER
        assert (solid.base_ft[members] >= clusters.base_ft[c]).all()
        assert (solid.top_ft[members] <= clusters.top_ft[c]).all()
        for s in members:
            ring = solid.vertex_ft[solid.first[s] : solid.first[s + 1]]
            for x, y, radius in (clusters.disc_ft[c], solid.disc_ft[s]):
                assert (np.hypot(*(ring - (x, y)).T) <= radius).all()
