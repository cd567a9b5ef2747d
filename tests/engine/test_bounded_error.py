"""With an error allowed: that no point is off by more, whatever the tables, aims and walls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine import plain, tiled
from photometry.engine.far_chebyshev import CONSTANTS, nodes, resampling, rule
from photometry.engine.far_kernels import Squares, bound
from photometry.engine.heads import HeadArrays, head_arrays
from photometry.engine.scene import prepared
from photometry.engine.shadows import prisms
from photometry.luminaires.distribution import PolarTable
from photometry.luminaires.pose import rotation_matrix
from photometry.site.model import Luminaire, Obstruction

UP = np.array([0.0, 0.0, 1.0])
TYPE_C = np.eye(3)
TYPE_B = np.array([[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
LAYERS = 3
# The exact sum and the grouped one round differently in the last digits.
ROUNDING_FC = 1e-9


def spikes(rng):
    """A dark sphere but for a few cells: beams of one cell, up to a million candela."""
    candela = np.zeros((73, 73))
    at = rng.integers(1, 71, 6), rng.integers(1, 60, 6)
    candela[at] = rng.uniform(1e4, 1e6, 6)
    return PolarTable(TYPE_C, np.linspace(0, 180, 73), np.linspace(0, 360, 73), candela)


def uneven(rng):
    """Angles without a common step, noise at every node."""
    polar = np.unique(np.concatenate([[0, 180], rng.uniform(0, 180, 15)]))
    azimuth = np.unique(np.concatenate([[0, 360], rng.uniform(0, 360, 9)]))
    candela = rng.uniform(0, 2e4, (len(azimuth), len(polar)))
    candela[-1] = candela[0]
    return PolarTable(TYPE_C, polar, azimuth, candela)


def type_b(rng):
    """A floodlight whose candela ends as a cliff on all sides."""
    candela = rng.uniform(0, 5e4, (32, 33))
    return PolarTable(TYPE_B, np.linspace(10, 170, 33), np.linspace(-80, 75, 32), candela)


def type_a(rng):
    """The same about the vertical."""
    candela = rng.uniform(0, 5e4, (13, 30))
    return PolarTable(TYPE_C, np.linspace(20, 150, 30), np.linspace(-60, 60, 13), candela)


def one_plane(rng):
    """Axially symmetric, cut off at the horizon where it is bright."""
    return PolarTable(TYPE_C, np.linspace(0, 90, 37), np.zeros(1), rng.uniform(0, 3e4, (1, 37)))


def smooth(_rng):
    """A street light as makers measure it: what grouping is for."""
    polar, azimuth = np.linspace(0, 180, 91), np.linspace(0, 360, 73)
    v, h = np.meshgrid(np.radians(polar), np.radians(azimuth))
    shape = np.maximum(np.cos(v), 0.0) ** 1.2 * (1.2 + np.cos(h) + 0.2 * np.cos(3 * h))
    return PolarTable(TYPE_C, polar, azimuth, 1e4 * shape)


TABLES = [spikes, uneven, type_b, type_a, one_plane, smooth]


def any_heads(rng, tables, count, side, tilt):
    return HeadArrays(
        position_ft=rng.uniform((0, 0, rng.uniform(3, 20)), (side, side, 40), (count, 3)),
        rotation=rotation_matrix(
            rng.uniform(0, 360, count), rng.uniform(0, 1, count) * tilt, rng.uniform(-5, 5, count)
        ),
        weight=rng.uniform(0, 1, count),
        table=rng.integers(0, len(tables), count),
        layer=rng.integers(0, LAYERS, count),
        tables=tuple(make(rng) for make in tables),
    )


def any_buildings(rng, count, side):
    """Prisms turned any way, a third of them concave."""
    found = []
    for number in range(count):
        w, d = rng.uniform(10, 120, 2)
        notch = [w / 2, d / 3] if number % 3 == 0 else [w / 2, d * 1.2]
        ring = np.array([[0, 0], [w, 0], [w, d], notch, [0, d]])
        turn = rng.uniform(0, 2 * np.pi)
        turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        place = rng.uniform(0, side, 2)
        found.append(Obstruction(str(number), ring @ turned + place, rng.uniform(5, 30)))
    return prisms(found)


def turned_lattice(rng, across, step, side):
    """Nodes of a lattice that is turned, some of them left out, all at one height."""
    u, v = np.meshgrid(np.arange(across) * step, np.arange(across) * step)
    turn = rng.uniform(0, 2 * np.pi)
    x, y = rng.uniform(0, side, 2)[:, np.newaxis]
    x, y = (
        np.cos(turn) * u.ravel() - np.sin(turn) * v.ravel() + x,
        (np.sin(turn) * u.ravel() + np.cos(turn) * v.ravel() + y),
    )
    points = np.column_stack([x, y, np.full(across**2, rng.uniform(0, 2))])
    return points[rng.random(len(points)) < rng.choice([0.6, 1.0])]


@settings(max_examples=25)
@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.sampled_from(TABLES), min_size=1, max_size=3),
    st.sampled_from([0.0, 15.0, 120.0]),
    st.sampled_from([0.5, 2.0, 6.0]),
    st.sampled_from([1e-4, 1e-2, 0.3]),
    st.booleans(),
    st.booleans(),
)
def test_no_point_is_off_by_more_than_allowed(
    seed, tables, tilt, step, max_error_fc, with_buildings, faces_up
):
    rng = np.random.default_rng(seed)
    side = rng.uniform(100, 1500)
    heads = any_heads(rng, tables, int(rng.integers(3, 50)), side, tilt)
    solids = any_buildings(rng, 5 if with_buildings else 0, side)
    points = turned_lattice(rng, 70, step, side)
    normal = UP if faces_up else rng.normal(size=3)
    meters = np.broadcast_to(normal / np.linalg.norm(normal), points.shape)
    scene = prepared(heads, solids, LAYERS)
    exact, _ = tiled.scene_light(scene, points, meters, 1, 0.0)
    given_light, pairs = tiled.scene_light(scene, points, meters, 1, max_error_fc)
    # Of each layer the size of the difference: so the promise holds for any mix below full.
    off = np.abs(given_light - exact).sum(axis=0)
    assert off.max() <= max_error_fc + ROUNDING_FC
    assert given_light.min() >= 0.0
    assert sum(pairs) == len(heads) * len(points)


@settings(max_examples=40)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(TABLES),
    st.sampled_from([0.0, 15.0, 120.0]),
    st.sampled_from([4, 5, 6, 8]),
    st.sampled_from([3.0, 15.0, 60.0]),
    st.booleans(),
)
def test_no_head_is_off_by_more_than_its_bounds(seed, table, tilt, n, half, faces_up):
    rng = np.random.default_rng(seed)
    heads = any_heads(rng, [table], 25, 600.0, tilt)
    scene = prepared(heads, prisms(()), LAYERS)
    rows, heads = scene.rows, scene.heads
    normal = UP if faces_up else rng.normal(size=3)
    normal /= np.linalg.norm(normal)
    turn = rng.uniform(0, 2 * np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0]])
    extent = half * np.array([1.0, rng.uniform(0.3, 1.0)])
    squares = Squares(np.array([[300.0, 300.0, 0.0]]), extent[np.newaxis], axes, normal)
    bounds = np.array([bound(squares, 0, row, scene.profiles, rule(n), -1.0) for row in rows])

    def light(unit):
        u, v = np.meshgrid(unit, unit, indexing="ij")
        points = squares.centre + np.column_stack([u.ravel(), v.ravel()]) * extent @ axes
        meters = np.broadcast_to(normal, points.shape)
        each = plain.contributions(heads, points, meters, prisms(()))
        return each.reshape(len(unit), len(unit), -1)

    unit = np.linspace(-1, 1, 31)
    exact, matrix = light(unit), resampling(n, unit)
    polynomial = np.einsum("ia,jb,abk->ijk", matrix, matrix, light(nodes(n)))
    rounding = 1e-10 * exact.max(axis=(0, 1)) + 1e-15
    assert (exact.max(axis=(0, 1)) <= bounds[:, 0] + rounding).all()
    assert (np.abs(polynomial - exact).max(axis=(0, 1)) <= bounds[:, 1] + rounding).all()


@pytest.mark.parametrize("n", CONSTANTS)
def test_the_constants_of_interpolation_are_no_smaller_than_they_should_be(n):
    kink, bend, lebesgue = CONSTANTS[n]
    x = np.linspace(-1, 1, 1201)
    to_x = resampling(n, x)
    ramp = np.maximum(x[:, np.newaxis] - x, 0.0)  # (x - c)+ at x, for each c
    at_nodes = np.maximum(nodes(n)[:, np.newaxis] - x, 0.0)
    kernel = np.abs(ramp - to_x @ at_nodes)
    # Not smaller than seen, and not larger by more than 3 percent either.
    assert kernel.max() <= kink <= 1.03 * kernel.max()
    integral = kernel.sum(axis=1).max() * (x[1] - x[0])
    assert integral <= bend <= 1.03 * integral
    largest = np.abs(to_x).sum(axis=1).max()
    assert largest <= lebesgue <= 1.03 * largest


def lot(lopsided, count=12, spacing=90.0, layers=1):
    """A parking lot of untilted luminaires on a square lattice."""
    place = np.arange(count) * spacing
    placed = [Luminaire(lopsided, x, y, 25.0, llf=0.9) for x in place for y in place]
    return head_arrays(placed, layer=np.arange(count**2) % layers)


def level_points(across, step, x=300.0, y=300.0):
    line = np.arange(across) * step
    u, v = np.meshgrid(line, line)
    return np.column_stack([x + u.ravel(), y + v.ravel(), np.zeros(across**2)])


@pytest.mark.parametrize("max_error_fc", [1e-3, 1e-4])
def test_most_of_a_parking_lot_is_grouped_or_dropped(lopsided, max_error_fc):
    scene = prepared(lot(lopsided), prisms(()), 1)
    points = level_points(200, 1.0)
    meters = np.broadcast_to(UP, points.shape)
    exact, _ = tiled.scene_light(scene, points, meters, 1, 0.0)
    light, pairs = tiled.scene_light(scene, points, meters, 1, max_error_fc)
    assert 0 < np.abs(light - exact).max() <= max_error_fc
    assert pairs.grouped > pairs.exact  # otherwise grouping is not put to the test


def test_threads_do_not_change_a_bit(lopsided):
    points = level_points(300, 4.0, 0.0, 0.0)  # several trunks
    meters = np.broadcast_to(UP, points.shape)
    given_light = [
        tiled.sum_layers(
            lot(lopsided, layers=2), points, meters, prisms(()), 2, threads, max_error_fc=1e-3
        )[0]
        for threads in (1, 2, 5)
    ]
    assert (given_light[0] == given_light[1]).all()
    assert (given_light[0] == given_light[2]).all()


def test_a_head_below_nothing_is_not_lifted_to_darkness(lopsided):
    heads = lot(lopsided, 6)
    negative = replace(heads, weight=-heads.weight)
    points = level_points(150, 1.0, 100.0, 100.0)
    meters = np.broadcast_to(UP, points.shape)
    one, _ = tiled.sum_layers(heads, points, meters, prisms(()), 1, 1, max_error_fc=1e-3)
    other, _ = tiled.sum_layers(negative, points, meters, prisms(()), 1, 1, max_error_fc=1e-3)
    assert np.abs(one + other).max() <= 2e-3


def test_a_wall_between_makes_a_head_exact_and_a_building_round_it_makes_it_nothing(lopsided):
    heads = head_arrays([Luminaire(lopsided, -400.0, 0.0, 10.0)])
    points = level_points(100, 1.0, 0.0, -50.0)
    meters = np.broadcast_to(UP, points.shape)

    def settled(obstructions):
        scene = prepared(heads, prisms(obstructions), 1)
        exact, _ = tiled.scene_light(scene, points, meters, 1, 0.0)
        light, pairs = tiled.scene_light(scene, points, meters, 1, 1e-5)
        assert np.abs(light - exact).max() <= 1e-5
        return pairs

    post = np.array([[-200.0, 0.0], [-199.0, 0.0], [-199.0, 1.0], [-200.0, 1.0]])
    wall = np.array([[-380.0, -300.0], [-379.0, -300.0], [-379.0, 300.0], [-380.0, 300.0]])
    aside = np.array([0.0, 900.0]) + post
    assert settled([Obstruction("aside", aside, 30.0)]).grouped == len(points)
    partly = settled([Obstruction("post", post, 30.0)])
    assert 0 < partly.exact < len(points)
    assert settled([Obstruction("wall", wall, 30.0)]).dropped == len(points)
