"""Grade on planes and grids of elevations, against plain loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.site.elevation_grid import RasterSurface
from photometry.site.terrain import plane_through

FIRST, STEP = (1000.0, -40.0), (5.0, 4.0)


def surface(nodes):
    return RasterSurface(first_ft=FIRST, step_ft=STEP, nodes_ft=np.array(nodes, float))


def bilinear(nodes, x, y):
    """Grade at one point, in plain steps: held to the grid, then weighed by the four areas."""
    rows, columns = len(nodes), len(nodes[0])
    u = min(max((x - FIRST[0]) / STEP[0], 0.0), columns - 1.0)
    v = min(max((y - FIRST[1]) / STEP[1], 0.0), rows - 1.0)
    i, j = min(int(u), columns - 2), min(int(v), rows - 2)
    f, g = u - i, v - j
    return (
        nodes[j][i] * (1 - f) * (1 - g)
        + nodes[j][i + 1] * f * (1 - g)
        + nodes[j + 1][i] * (1 - f) * g
        + nodes[j + 1][i + 1] * f * g
    )


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.floats(-50, 900), min_size=4, max_size=4), min_size=2, max_size=5),
    st.lists(
        st.tuples(st.floats(980, 1040), st.floats(-60, 0))
        | st.tuples(st.sampled_from([1000.0, 1005.0, 1015.0]), st.sampled_from([-40.0, -36.0])),
        min_size=1,
        max_size=8,
    ),
)
def test_grade_is_bilinear_between_nodes_and_held_beyond_them(nodes, places):
    x, y = np.array(places).T
    expected = [bilinear(nodes, *place) for place in places]
    # Rounding of elevations up to 900 ft.
    assert surface(nodes).grade_ft(x, y) == pytest.approx(expected, abs=1e-11)


def test_points_broadcast_as_on_other_ground():
    ground = surface([[0, 5, 10], [4, 9, 14]])  # z = (x - 1000) + (y + 40)
    x, y = np.array([1001.0, 1002.0, 1009.5]), np.array([[-40.0], [-37.0]])
    assert ground.grade_ft(x, y) == pytest.approx(x - 1000 + y + 40)
    assert float(ground.grade_ft(1003.0, -38.0)) == pytest.approx(5.0)
    assert ground.covers(x, y).shape == (2, 3)
    assert ground.grade_ft(np.empty(0), np.empty(0)).shape == (0,)


def test_the_grid_ends_at_its_outer_nodes():
    ground = surface([[0, 5, 10], [4, 9, 14]])
    inside = ground.covers([1000, 1010, 1010 + 1e-7, 1005], [-40, -36, -36, -38])
    beyond = ground.covers([999.9, 1010.1, 1005, 1005], [-38, -38, -40.1, -35.9])
    assert inside.tolist() == [True] * 4
    assert beyond.tolist() == [False] * 4


def test_a_node_without_an_elevation_is_not_covered_and_takes_the_nearest():
    nodes = [[1, 1, 1, 1], [1, math.nan, 7, 1], [1, 1, 1, 1]]
    ground = surface(nodes)
    # In the cells around the node (1005, -36) only; its neighbours themselves are known.
    assert ground.covers([1004, 1006, 1001], [-37, -35, -39.9]).tolist() == [False] * 3
    assert ground.covers([1005, 1000, 1010, 1012], [-40, -36, -36, -34]).tolist() == [True] * 4
    # 4 ft to the nodes north and south, 5 ft to the one in the east.
    assert float(ground.grade_ft(1005, -36)) == 1.0
    assert np.isfinite(ground.grade_ft(np.linspace(1000, 1015, 40), -36.0)).all()


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        ([[1000, -40], [1015, -40], [1015, -28], [1000, -28]], (1005, -36)),
        ([[1001, -39], [1014, -39], [1014, -29], [1001, -29]], (1001, -39)),
        ([[1011, -39], [1014, -39], [1014, -29], [1011, -29]], None),
        ([[1011, -39], [1024, -39], [1024, -29]], (1024, -39)),
        ([[900, -100], [1100, -100], [1100, 100], [900, 100]], (900, -100)),
    ],
)
def test_a_place_that_is_not_known_is_found_in_a_ring(outline, expected):
    nodes = np.ones((4, 4))
    nodes[1, 1] = np.nan
    assert surface(nodes).unknown_in(np.array(outline, float)) == expected


@settings(max_examples=40)
@given(
    st.tuples(*[st.floats(-0.3, 0.3)] * 2),
    st.sampled_from([0.0, 1_500_000.3]),
    st.lists(st.tuples(*[st.floats(-500, 500)] * 2), min_size=1, max_size=5),
)
def test_a_plane_through_three_points_goes_on_for_ever(rise, shift, places):
    def z(x, y):
        return 320.0 + rise[0] * x + rise[1] * y

    corners = [(0, 0), (90, 10), (20, 70)]
    ground = plane_through(np.array([(x + shift, y + shift, z(x, y)) for x, y in corners]))
    x, y = np.array(places).T
    # A state plane coordinate is stored to 2.3e-10 ft; the points are 500 ft away at most.
    assert ground.grade_ft(x + shift, y + shift) == pytest.approx(z(x, y), abs=1e-7)
    assert ground.covers(x + shift, y + shift).all()
    assert ground.unknown_in(np.array([[1e8, 1e8], [2e8, 0], [0, 0]])) is None


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([[0, 0, 0], [1, 0, 0]], "has 2 points; a plane goes through 3"),
        ([[0, 0, 0], [1, 1, 1], [2, 2, 5]], "on one line"),
        ([[0, 0, 0], [0, 0, 1], [2, 2, 5]], "on one line"),
        ([[0, 0, 0], [1e8, 1, 1], [2e8, 2, 5]], "on one line"),
    ],
)
def test_points_that_make_no_plane_are_refused(points, says):
    with pytest.raises(ValueError, match=says):
        plane_through(np.array(points, float))
