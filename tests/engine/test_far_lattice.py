"""Blocks of a lattice: the engine's numbers, within the error allowed."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.engine import plain
from photometry.engine.far_lattice import LatticeBlock, lattice_illuminance
from photometry.engine.heads import head_arrays
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
