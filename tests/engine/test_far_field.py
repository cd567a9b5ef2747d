"""What is promised of luminaires left out, and that it is kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine import plain, tiled
from photometry.engine.direct import direct_illuminance
from photometry.engine.far_field import envelopes, heads_that_matter, largest_contributions
from photometry.engine.heads import head_arrays
from photometry.engine.shadows import prisms
from photometry.errors import CalculationError
from photometry.site.model import Luminaire, Obstruction

NOTHING = prisms(())
UP = np.array([0.0, 0.0, 1.0])


def scattered_heads(file, count, seed, side=2000):
    rng = np.random.default_rng(seed)
    places = rng.uniform((0, 0, 12), (side, side, 40), (count, 3))
    poses = rng.uniform(-180, 180, (count, 4)) * [1, 0.5, 0.2, 1]
    placed = [Luminaire(file, *p, *a, llf=0.8) for p, a in zip(places, poses, strict=True)]
    return head_arrays(placed, layer=np.arange(count) % 3)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1.0, 20.0, 150.0]), st.booleans())
def test_no_head_gives_more_than_its_bound(lopsided, seed, size, level):
    rng = np.random.default_rng(seed)
    heads = scattered_heads(lopsided, 12, seed, side=400)
    corner = rng.uniform((-100, -100, -5), (500, 500, 5))
    points = corner + rng.uniform(0, 1, (60, 3)) * [size, size, 0 if level else size / 5]
    normal = rng.normal(size=3)
    normal /= np.linalg.norm(normal)
    meters = np.broadcast_to(normal, points.shape)
    given_light = plain.contributions(heads, points, meters, NOTHING).max(axis=0)
    bound = largest_contributions(heads, envelopes(heads.tables), points, normal)
    any_way = largest_contributions(heads, envelopes(heads.tables), points, None)
    # Both sides round in the last digits.
    assert (given_light <= bound * (1 + 1e-12)).all()
    assert (bound <= any_way * (1 + 1e-12)).all()


def test_a_bound_is_close_where_the_block_is_small_and_far(lopsided):
    heads = scattered_heads(lopsided, 30, 3)
    points = np.array([[1000.0, 1000, 0], [1000.5, 1000.5, 0]])
    meters = np.broadcast_to(UP, points.shape)
    light = plain.contributions(heads, points, meters, NOTHING)[0]
    bound = largest_contributions(heads, envelopes(heads.tables), points, UP)
    # It takes the brightest azimuth, of a table that varies by a factor of four.
    assert np.median(bound[light > 0] / light[light > 0]) < 4


def test_a_head_that_faces_away_or_is_below_the_meters_has_a_bound_of_nothing(lopsided):
    heads = head_arrays([Luminaire(lopsided, 0, 0, 2), Luminaire(lopsided, 0, 0, 20)])
    points = np.array([[50.0, 0, 5], [60, 10, 5]])
    bound = largest_contributions(heads, envelopes(heads.tables), points, UP)
    assert bound[0] == 0
    assert bound[1] > 0


def test_a_head_among_the_points_is_always_kept(lopsided):
    heads = head_arrays([Luminaire(lopsided, 5, 5, 3), Luminaire(lopsided, 9e5, 0, 30)])
    points = np.array([[0.0, 0, 0], [10, 10, 0]])
    kept = heads_that_matter(heads, envelopes(heads.tables), points, UP, 1e-3)
    assert list(kept) == [0]


@pytest.mark.parametrize("max_error_fc", [1e-2, 1e-3, 1e-5])
@pytest.mark.parametrize("with_buildings", [False, True])
def test_no_point_is_brighter_nor_darker_by_more_than_allowed(
    lopsided, max_error_fc, with_buildings
):
    heads = scattered_heads(lopsided, 150, 7)
    rng = np.random.default_rng(1)
    points = rng.uniform((0, 0, 0), (2000, 2000, 2), (6000, 3))
    square = np.array([[0, 0], [60, 0], [60, 60], [0, 60]])
    stores = [Obstruction("store", square + rng.uniform(0, 1900, 2), 30.0) for _ in range(20)]
    solids = prisms(stores) if with_buildings else NOTHING
    meters = np.broadcast_to(UP, points.shape)
    exact, _ = tiled.sum_layers(heads, points, meters, solids, 3, 1)
    fast, _ = tiled.sum_layers(heads, points, meters, solids, 3, 1, max_error_fc=max_error_fc)
    missing = (exact - fast).sum(axis=0)
    assert missing.max() <= max_error_fc
    assert (exact >= fast - 1e-12 * exact).all()
    if max_error_fc > 1e-5:
        assert missing.max() > 0  # something was left out: the promise was put to the test
    again, _ = tiled.sum_layers(heads, points, meters, solids, 3, 4, max_error_fc=max_error_fc)
    assert (again == fast).all()


def test_meters_that_differ_are_bounded_as_if_they_faced_the_light(lopsided):
    heads = scattered_heads(lopsided, 100, 11)
    points = np.random.default_rng(2).uniform((0, 0, 0), (200, 200, 2), (3000, 3))
    normals = np.random.default_rng(3).normal(size=points.shape)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    exact, _ = tiled.sum_layers(heads, points, normals, NOTHING, 3, 1)
    fast, _ = tiled.sum_layers(heads, points, normals, NOTHING, 3, 1, max_error_fc=0.02)
    assert 0 < (exact - fast).sum(axis=0).max() <= 0.02


@pytest.mark.parametrize("wrong", [-1.0, np.nan])
def test_an_error_below_nothing_is_refused(lopsided, wrong):
    heads = head_arrays([Luminaire(lopsided, 0, 0, 20)])
    with pytest.raises(CalculationError, match="max_error_fc must be 0 or more"):
        direct_illuminance(heads, [[0, 0, 0]], max_error_fc=wrong)


def test_small_work_is_exact_whatever_is_allowed(lopsided):
    heads = scattered_heads(lopsided, 20, 5)
    points = [[1.0, 2, 0], [900, 700, 0]]
    exact = direct_illuminance(heads, points, n_layers=3)
    assert (direct_illuminance(heads, points, n_layers=3, max_error_fc=1.0) == exact).all()
