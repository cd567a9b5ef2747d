"""Blocks of a lattice: the engine's numbers, within the error allowed."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.engine import plain
from photometry.engine.far_grove import scattered_grove
from photometry.engine.far_lattice import LatticeBlock, lattice_illuminance
from photometry.engine.heads import head_arrays
from photometry.engine.kernels import TILE
from photometry.engine.scene import prepared
from photometry.engine.shadows import prisms
from photometry.errors import CalculationError
from photometry.site.model import Luminaire, Obstruction

UP = np.array([0.0, 0.0, 1.0])


def scattered_heads(file, count, seed, side=2000):
    rng = np.random.default_rng(seed)
    places = rng.uniform((0, 0, 12), (side, side, 40), (count, 3))
    poses = rng.uniform(-180, 180, (count, 4)) * [1, 0.2, 0.1, 1]
    placed = [Luminaire(file, *p, *a, llf=0.8) for p, a in zip(places, poses, strict=True)]
    return head_arrays(placed, layer=np.arange(count) % 3)


def exact_light(scene, block):
    points = block.points_ft().reshape(-1, 3)
    meters = np.broadcast_to(UP, points.shape)
    light = plain.sum_layers(scene.heads, points, meters, scene.solids, scene.n_layers)
    return light.reshape(scene.n_layers, block.rows, block.columns)


def test_nodes_run_along_columns_then_rows():
    block = LatticeBlock((10.0, 20.0), (3.0, 4.0), (-4.0, 3.0), rows=2, columns=3, z_ft=7.0)
    assert block.points_ft()[1, 2].tolist() == [10 + 2 * 3 - 4, 20 + 2 * 4 + 3, 7.0]


@pytest.mark.parametrize("z_ft", [1.0, np.linspace(0, 5, 40 * 50).reshape(40, 50)])
@pytest.mark.parametrize("with_building", [False, True])
def test_a_block_without_an_error_allowed_is_the_plain_sum(lopsided, z_ft, with_building):
    square = np.array([[0, 0], [60, 0], [60, 60], [0, 60]])
    solids = prisms([Obstruction("store", square + 150.0, 30.0)] if with_building else [])
    scene = prepared(scattered_heads(lopsided, 12, 3, 400), solids, 3)
    block = LatticeBlock((100.0, 90.0), (3.0, 1.0), (-1.0, 3.0), rows=40, columns=50, z_ft=z_ft)
    light = lattice_illuminance(scene, block)
    # The compiled arithmetic differs from NumPy's in the last digits.
    np.testing.assert_allclose(light.fc, exact_light(scene, block), rtol=1e-9, atol=1e-12)
    assert light.pairs == (0, 0, 12 * 40 * 50)


@pytest.mark.parametrize("wrong", [-1e-9, float("nan")])
def test_an_error_below_nothing_is_refused(lopsided, wrong):
    scene = prepared(scattered_heads(lopsided, 2, 3), prisms([]), 3)
    block = LatticeBlock((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), rows=2, columns=2)
    with pytest.raises(CalculationError, match="max_error_fc must be 0 or more"):
        lattice_illuminance(scene, block, max_error_fc=wrong)


@pytest.mark.parametrize("max_error_fc", [0.0, 1e-3])
@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (1, 1), (1, 700), (23, 1)])
def test_a_block_may_be_a_line_a_point_or_nothing(lopsided, shape, max_error_fc):
    scene = prepared(scattered_heads(lopsided, 9, 3, 400), prisms([]), 3)
    rows, columns = shape
    block = LatticeBlock((0.0, 90.0), (1.0, 0.0), (0.0, 1.0), rows=rows, columns=columns)
    light = lattice_illuminance(scene, block, max_error_fc=max_error_fc)
    assert light.fc.shape == (3, rows, columns)
    off = np.abs(light.fc - exact_light(scene, block)).sum(axis=0)
    assert off.max(initial=0.0) <= max_error_fc + 1e-9
    assert sum(light.pairs) == 9 * rows * columns


@pytest.mark.parametrize("max_error_fc", [0.0, 1e-3])
def test_where_nothing_shines_it_is_dark(max_error_fc):
    scene = prepared(head_arrays([]), prisms([]), 2)
    block = LatticeBlock((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), rows=30, columns=40)
    light = lattice_illuminance(scene, block, max_error_fc=max_error_fc)
    assert light.fc.shape == (2, 30, 40)
    assert not light.fc.any()


@pytest.mark.parametrize("turned", [False, True])
def test_a_block_is_within_the_error_allowed_on_turned_lattices_and_on_slopes(lopsided, turned):
    scene = prepared(scattered_heads(lopsided, 60, 4, 900), prisms([]), 3)
    steps = ((0.9, 1.2), (-1.2, 0.9)) if turned else ((1.5, 0.0), (0.0, 1.5))
    slope = np.add.outer(np.arange(150), np.arange(170)) * 0.01
    for z_ft in (0.5, slope):
        block = LatticeBlock((300.0, 200.0), *steps, rows=150, columns=170, z_ft=z_ft)
        light = lattice_illuminance(scene, block, max_error_fc=1e-3)
        off = np.abs(light.fc - exact_light(scene, block)).sum(axis=0)
        assert 0 < off.max() <= 1e-3
        grouped = light.pairs.grouped > 0
        assert grouped == (np.ndim(z_ft) == 0)


@pytest.mark.parametrize("kind", ["lattice", "cloud", "line", "one place", "two crowds"])
def test_every_point_is_in_one_leaf_of_a_tile_at_most(kind):
    rng = np.random.default_rng(1)
    points = {
        "lattice": np.dstack([*np.meshgrid(np.arange(90.0), np.arange(70.0)), np.zeros((70, 90))]),
        "cloud": rng.uniform((0, 0, 0), (500, 300, 0), (9000, 3)),
        "line": np.linspace((0, 0, 0), (900, 30, 0), 4000),
        "one place": np.zeros((3000, 3)),
        "two crowds": np.repeat([[0.0, 0, 0], [1e6, 1e6, 0]], 2000, axis=0),
    }[kind].reshape(-1, 3)
    grove = scattered_grove(points)
    assert np.array_equal(np.sort(grove.order), np.arange(len(points)))
    end = 0
    for trunk in grove.trunks:
        assert trunk.first == end
        end = trunk.last
        count = trunk.last - trunk.first
        for start in trunk.starts:  # each level covers the one below
            assert start[0] == 0
            assert start[-1] == count
            assert (np.diff(start) > 0).all()
            count = len(start) - 1
        assert count == 1
        assert np.diff(trunk.starts[0]).max() <= TILE
    assert end == len(points)
