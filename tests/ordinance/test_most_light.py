"""The outputs of the most light, against SciPy's solver and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from photometry.ordinance.most_light import most_light


def by_scipy(rows, limits, low, high, gain):
    bounds = list(zip(low, [None if np.isinf(h) else h for h in high], strict=True))
    return linprog(-gain, A_ub=rows, b_ub=limits, bounds=bounds, method="highs")


def agree(rows, limits, low, high, gain):
    found, expected = (
        most_light(rows, limits, low, high, gain),
        by_scipy(rows, limits, low, high, gain),
    )
    if found is None:
        assert expected.status == 2  # infeasible
        return
    assert expected.status == 0
    assert (found >= low).all()
    assert (found <= high).all()
    # SciPy keeps limits to 1e-7, and ties are decided by 1e-7 of an output.
    assert (rows @ found - limits).max(initial=0.0) <= 1e-8 * max(
        1.0, np.abs(rows).max(initial=0.0)
    )
    assert gain @ found == pytest.approx(-expected.fun, abs=1e-6 * len(gain))


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(0, 60), st.floats(0.2, 1.2))
@settings(max_examples=60, deadline=None)
def test_as_much_light_is_kept_within_limits_at_points_as_can_be(seed, heads, points, room):
    rng = np.random.default_rng(seed)
    light = rng.exponential(1.0, (points, heads)) * (rng.random((points, heads)) < 0.6)
    limits = np.full(points, room * light.sum(axis=1).mean() if points else 1.0)
    agree(light, limits, np.full(heads, 0.2), np.ones(heads), np.ones(heads))


@given(st.integers(0, 2**32 - 1), st.integers(1, 8), st.floats(1.5, 8.0))
@settings(max_examples=60, deadline=None)
def test_as_much_light_is_kept_within_a_ratio_of_most_to_least_as_can_be(seed, heads, most):
    rng = np.random.default_rng(seed)
    light = rng.exponential(1.0, (40, heads)) + 0.05
    nothing = np.zeros((40, 1))
    rows = np.block([[light, nothing - most], [-light, nothing + 1.0]])
    low, high = np.append(np.full(heads, 0.2), 0.0), np.append(np.ones(heads), np.inf)
    agree(rows, np.zeros(80), low, high, np.append(np.ones(heads), 0.0))


def test_where_several_do_as_well_the_first_keep_more():
    # Two that are alike: the light of one and a half is allowed.
    rows, limits = np.array([[1.0, 1.0]]), np.array([1.5])
    found = most_light(rows, limits, np.full(2, 0.2), np.ones(2), np.ones(2))
    assert found == pytest.approx([1.0, 0.5], abs=1e-12)


def test_limits_that_the_least_outputs_break_have_no_answer():
    rows, limits = np.array([[1.0, 1.0], [1.0, 0.0]]), np.array([0.39, 1.0])
    assert most_light(rows, limits, np.full(2, 0.2), np.ones(2), np.ones(2)) is None
    dark, below = np.array([[0.0, 0.0]]), np.array([-1.0])
    assert most_light(dark, below, np.full(2, 0.2), np.ones(2), np.ones(2)) is None
