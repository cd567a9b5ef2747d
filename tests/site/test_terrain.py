"""Grade: planes come back exactly, beyond the surface the nearest point of it counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.site.terrain import Terrain, surface_through

CORNERS = np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 80.0], [0.0, 80.0], [37.0, 41.0]])


def sloped(xy, by=(0.03, -0.01), at=500.0):
    return at + xy @ np.array(by)


@settings(max_examples=20, deadline=None)
@given(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.sampled_from([0.0, 1_500_000.3]))
def test_a_plane_comes_back_as_it_was(by_x, by_y, shift):
    points = np.column_stack([CORNERS + shift, sloped(CORNERS, (by_x, by_y))])
    x, y = np.meshgrid(np.linspace(0, 100, 11), np.linspace(0, 80, 9))
    found = surface_through(points).grade_ft(x + shift, y + shift)
    expected = sloped(np.stack([x, y], axis=-1), (by_x, by_y))
    # A state plane coordinate is stored to 2.3e-10 ft.
    assert found == pytest.approx(expected, abs=1e-9)


def test_a_ridge_is_level_along_its_edge():
    points = np.array(
        [[0, 0, 0], [10, 0, 5], [20, 0, 0], [0, 10, 0], [10, 10, 5], [20, 10, 0]], float
    )
    surface = surface_through(points)
    assert surface.grade_ft([5, 10, 15, 10], [5, 5, 5, 0]).tolist() == [2.5, 5.0, 2.5, 5.0]


def test_beyond_the_surface_grade_is_that_of_its_nearest_point():
    surface = surface_through(np.column_stack([CORNERS, sloped(CORNERS)]))
    assert surface.grade_ft(150.0, 40.0) == pytest.approx(sloped(np.array([100.0, 40.0])), abs=1e-9)
    assert surface.grade_ft(-50.0, -50.0) == pytest.approx(500.0, abs=1e-9)
    assert surface.covers([50, 150, 100], [40, 40, 80]).tolist() == [True, False, True]


def test_flat_ground_has_one_elevation_and_no_end():
    flat = Terrain(12.0)
    assert flat.grade_ft([1, 2], [[3], [4]]).tolist() == [[12, 12], [12, 12]]
    assert flat.covers([1e9], 0).all()


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([[0, 0, 0], [1, 1, 1]], "at least 3"),
        ([[0, 0, 0], [1, 1, 1], [2, 2, 2]], "on one line"),
        ([[5, 5, 0], [1, 1, 1], [5, 5, 2]], "two elevations at"),
    ],
)
def test_points_that_make_no_surface_are_refused(points, says):
    with pytest.raises(ValueError, match=says):
        surface_through(np.array(points, float))
