"""Polar plots: closed forms of what is drawn, and where the maximum is found."""

from __future__ import annotations

import re

import numpy as np
import pytest

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.submittal.html_polar import RADIUS, polar_plot


def distribution(vertical, lateral, candela, symmetry, kind=PhotometricType.C):
    return IntensityDistribution(
        kind,
        symmetry,
        np.asarray(vertical, float),
        np.asarray(lateral, float),
        np.asarray(candela, float),
    )


def points_of(path):
    pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)
    return np.array(pairs, float)


def test_a_cosine_emitter_is_a_circle_through_the_middle_the_same_in_every_plane():
    angles = np.arange(0.0, 91.0)
    cosine = distribution(angles, [0.0], [100.0 * np.cos(np.radians(angles))], Symmetry.AXIAL)
    plot = polar_plot(cosine)
    [curve] = plot.curves
    assert curve.name == "the same in every plane"
    x, y = points_of(curve.path).T
    # I = 100 cos v is a circle of diameter 100 cd that hangs from the middle.
    np.testing.assert_allclose(np.hypot(x, y - RADIUS / 2), RADIUS / 2, atol=0.15)  # px, rounding
    assert plot.rings[-1].radius == RADIUS
    assert [ring.label for ring in plot.rings] == ["20", "40", "60", "80", "100"]


def test_the_street_side_is_drawn_to_the_right_and_nadir_down(lopsided):
    plot = polar_plot(lopsided.distribution)
    largest = max(ring.radius for ring in plot.rings)
    scale = largest / float(plot.rings[-1].label.replace(",", ""))
    right = points_of(plot.curves[0].path)
    for vertical in (30, 60, 120):
        for lateral, side in ((0.0, 1.0), (180.0, -1.0)):
            cd = float(lopsided.distribution.candela(vertical, lateral))
            turn = np.radians(vertical)
            expected = scale * cd * np.array([side * np.sin(turn), np.cos(turn)])
            away = np.hypot(*(right - expected).T).min()
            assert away <= 0.15, (vertical, lateral)  # px: two coordinates rounded to 0.1


@pytest.mark.parametrize("lateral", [40.0, 200.0, 310.0])
def test_the_plane_of_the_maximum_is_drawn_where_it_is_another_one(lateral):
    laterals = np.arange(0.0, 360.0, 10.0)
    candela = np.tile([10.0, 20.0, 0.0], (36, 1))
    candela[int(lateral / 10), 1] = 500.0
    peaked = distribution([0.0, 60.0, 90.0], laterals, candela, Symmetry.NONE)
    plot = polar_plot(peaked)
    assert plot.maximum == f"500 cd at vertical 60°, lateral {lateral:g}°"
    assert f"{lateral:.0f}° right" in plot.curves[-1].name
    assert len(plot.curves) == 3


def test_the_maximum_of_a_type_b_file_is_said_in_type_c_angles():
    # A floodlight with its beam 30 degrees above its own axis: 30 degrees from nadir, street side.
    beam = distribution(
        [0.0, 30.0, 60.0],
        [0.0, 20.0],
        [[1.0, 9.0, 1.0], [0.0, 1.0, 0.0]],
        Symmetry.LATERAL,
        PhotometricType.B,
    )
    assert polar_plot(beam).maximum == "9 cd at vertical 30°, lateral 0°"


def test_a_dark_luminaire_has_a_plot_too():
    dark = distribution([0.0, 90.0], [0.0], [[0.0, 0.0]], Symmetry.AXIAL)
    plot = polar_plot(dark)
    assert len(plot.rings) == 1
    assert points_of(plot.curves[0].path).tolist() == [[0.0, 0.0]]
