import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine.statistics import statistics


def at(values):
    """Points along x, one for each value."""
    return [(float(i), 0.0, 0.0) for i in range(len(values))]


def test_average_and_extremes_with_their_places():
    values = [1.2, 2.0, 2.4, 1.6, 0.9, 0.9]
    stats = statistics(at(values), values)
    assert stats.avg_fc == pytest.approx(1.5, rel=1e-12)
    assert (stats.max_fc, stats.max_at_ft) == (2.4, (2.0, 0.0, 0.0))
    assert (stats.min_fc, stats.min_at_ft) == (0.9, (4.0, 0.0, 0.0))  # the first of equals
    assert stats.avg_min == pytest.approx(1.5 / 0.9)
    assert stats.max_avg == pytest.approx(1.6)


def test_a_minimum_of_zero_gives_no_ratio():
    stats = statistics(at([0, 1, 5]), [0.0, 1.0, 5.0])
    assert stats.avg_fc == pytest.approx(2.0)
    assert stats.avg_min is None
    assert stats.max_min is None
    assert stats.max_avg == pytest.approx(2.5)


def test_darkness_everywhere_gives_no_ratio_at_all():
    stats = statistics(at([0, 0]), [0.0, 0.0])
    assert (stats.avg_min, stats.max_min, stats.max_avg) == (None, None, None)


def test_a_point_without_a_value_is_not_counted():
    values = [1.0, math.nan, 4.0, 2.0]
    stats = statistics(at(values), values)
    assert stats.n_points == 3
    assert stats.avg_fc == pytest.approx(7 / 3)
    assert stats.max_at_ft == (2.0, 0.0, 0.0)


def test_no_value_at_all_is_an_error():
    with pytest.raises(ValueError, match="at least one point"):
        statistics([(0, 0, 0)], [math.nan])


@given(value=st.floats(1e-6, 1e4), n=st.integers(1, 2000))
@settings(max_examples=50)
def test_a_constant_grid_has_ratios_of_one(value, n):
    # Summing may miss the common value by an ulp; a ratio below 1 would be nonsense.
    stats = statistics(np.zeros((n, 3)), np.full(n, value))
    assert stats.avg_fc == stats.max_fc == stats.min_fc == value
    assert stats.avg_min == stats.max_min == stats.max_avg == 1.0
