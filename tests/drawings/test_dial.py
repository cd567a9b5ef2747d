"""What the charts of a luminaire share: its maximum, what is above, where labels stand."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.drawings.dial import clear_places, has_light_above, strongest
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.read import read_luminaire


def test_the_maximum_of_a_type_b_file_is_at_its_own_angles_not_at_whole_degrees():
    h = v = np.array([-90.0, -20.25, 0.0, 33.3, 90.0])
    candela = np.ones((5, 5))
    candela[3, 1] = 1000.0  # H 33.3, V -20.25
    dist = IntensityDistribution(PhotometricType.B, Symmetry.NONE, v, h, candela)
    vertical, lateral, peak = strongest(dist)
    assert peak == 1000.0
    assert dist.candela(vertical, lateral) == pytest.approx(1000.0, rel=1e-9)
    # tan of the lateral angle is tan(-H) over sin V of the axis across
    turned = np.degrees(
        np.arctan2(-np.sin(np.radians(33.3)), np.cos(np.radians(33.3)) * np.sin(np.radians(-20.25)))
    )
    assert lateral == pytest.approx(turned % 360.0, rel=1e-9)


def test_a_maximum_straight_down_has_lateral_angle_0():
    assert strongest(read_luminaire("sample:sports_flood_b").distribution)[:2] == (0.0, 0.0)


def test_light_at_the_horizon_alone_is_not_light_above():
    v = np.array([0.0, 45.0, 90.0])
    dist = IntensityDistribution(
        PhotometricType.C, Symmetry.AXIAL, v, np.zeros(1), np.array([[9.0, 5.0, 1.0]])
    )
    assert has_light_above(dist, 90.0)
    assert not has_light_above(dist)


def test_labels_stand_in_a_row_where_one_is_clear_and_apart_where_none_is():
    rows = np.array([[[0.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 1.0]]])
    clear = clear_places(rows, np.array([[0.0, 0.1]]))
    np.testing.assert_array_equal(clear, rows[1])
    # Each row has one label on a line: the first of one and the second of the other are chosen.
    crossed = clear_places(rows, np.array([[0.0, 0.0], [1.0, 1.0]]))
    np.testing.assert_array_equal(crossed, [rows[1, 0], rows[0, 1]])
