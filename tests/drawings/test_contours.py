import numpy as np
import pytest

from photometry.drawings.contours import (
    along,
    arc_lengths,
    areas_above,
    contour_lines,
    kept_where,
    levels_in_order,
    simplified,
    without_intervals,
)


def cone(spacing):
    x = np.arange(-10, 10 + spacing / 2, spacing)
    return x, x, 10 - np.hypot(*np.meshgrid(x, x))


def test_the_contours_of_a_cone_are_circles_of_known_radius():
    x, y, z = cone(0.25)
    for level in (2.0, 5.0, 8.0):
        (line,) = contour_lines(x, y, z, level)
        radius = np.hypot(*line.T)
        # Along a grid edge a cone is curved: linear interpolation is off by up to h^2 / (8 r).
        assert np.abs(radius - (10 - level)).max() <= 0.25**2 / (8 * (10 - level)) + 1e-9
        assert np.array_equal(line[0], line[-1])


def test_rows_are_y_and_columns_are_x():
    x, y = [0, 10, 20], [0, 10]
    z = [[1, 2, 3], [21, 22, 23]]
    (line,) = contour_lines(x, y, z, 11.0)
    # z = 1 + x / 10 + 2 y: at 11 from (0, 5) to (20, 4).
    np.testing.assert_allclose(1 + line[:, 0] / 10 + 2 * line[:, 1], 11)
    assert {tuple(np.round(end, 9)) for end in (line[0], line[-1])} == {(0.0, 5.0), (20.0, 4.0)}


def test_levels_are_sorted_and_each_is_used_once():
    assert levels_in_order([5, 1, 1, 0.5]) == (0.5, 1.0, 5.0)
    assert levels_in_order([float("nan"), -1, 0, float("inf"), 2]) == (2.0,)
    assert levels_in_order([]) == ()


@pytest.mark.parametrize(
    "values", [[[2.5] * 5] * 5, [[1, 2, 3, 4, 5]], [[1], [2], [3]], [[np.nan] * 3] * 3]
)
def test_a_grid_without_a_crossing_has_no_contour(values):
    values = np.array(values, np.float64)
    x, y = np.arange(values.shape[1]), np.arange(values.shape[0])
    assert contour_lines(x, y, values, 2.5) == []
    assert areas_above(x, y, np.minimum(values, 2.5), 2.5) == []


def test_contours_end_at_the_outermost_points_with_a_value():
    x, y, z = cone(0.5)
    z = np.where(x[None, :] > 3.0, np.nan, z)
    lines = contour_lines(x, y, z, 5.0)
    assert max(line[:, 0].max() for line in lines) == pytest.approx(3.0)


def test_an_area_above_a_level_keeps_its_hole():
    x, y, z = cone(0.25)
    (area,) = areas_above(x, y, np.minimum(z, 10 - 2 * z + 8), 3.0)  # 3 to 7.5 of the cone
    assert len(area) == 2
    radii = sorted(np.hypot(*ring.T).mean() for ring in area)
    np.testing.assert_allclose(radii, [2.5, 7.0], atol=0.01)  # h^2 / (8 r) of the smaller


def test_a_line_is_kept_where_a_function_is_not_negative():
    line = np.array([(0.0, 0.0), (4.0, 0.0), (8.0, 0.0), (12.0, 0.0)])
    parts = kept_where(line, lambda p: 6.0 - np.abs(p[:, 0] - 6.0) - 1.0)
    np.testing.assert_allclose(parts[0][[0, -1]], [(1, 0), (11, 0)])
    assert kept_where(line, lambda p: p[:, 0] + 1)[0] is line
    assert kept_where(line, lambda p: -p[:, 0] - 1) == []


def test_cutting_a_closed_line_leaves_one_piece():
    turn = np.linspace(0, 2 * np.pi, 101)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    circle[-1] = circle[0]
    (part,) = without_intervals(circle, [(1.0, 1.5)])
    length = arc_lengths(circle)[-1]
    assert arc_lengths(part)[-1] == pytest.approx(length - 0.5)


def test_cuts_that_overlap_are_one_cut():
    line = np.array([(0.0, 0.0), (10.0, 0.0)])
    parts = without_intervals(line, [(2, 4), (3, 5), (9, 12), (-1, 0.5)])
    spans = [(part[0, 0], part[-1, 0]) for part in parts]
    np.testing.assert_allclose(spans, [(0.5, 2), (5, 9)])


def test_a_simplified_line_stays_within_the_tolerance():
    turn = np.linspace(0, np.pi, 400)
    arc = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    plain = simplified(arc, 0.001)
    assert len(plain) < 100
    # The chord of an arc is farthest from it in its middle.
    middles = (plain[1:] + plain[:-1]) / 2
    assert (1 - np.hypot(*middles.T)).max() <= 0.001 + 1e-9


def test_points_along_a_line_are_at_their_distances():
    line = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)])
    np.testing.assert_allclose(along(line, [0, 1.5, 5, 7]), [(0, 0), (1.5, 0), (3, 2), (3, 4)])
