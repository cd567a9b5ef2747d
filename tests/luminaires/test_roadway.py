"""Roadway types and ranges of distributions drawn on the ground, and against a plain loop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.roadway import LateralType, LongitudinalRange, roadway_class

C = PhotometricType.C
V = np.arange(0.0, 90.1, 1.0)


def drawn(lit, symmetry=Symmetry.BILATERAL_0_180, peak=None):
    """A distribution of 1000 cd wherever `lit(across, along)` on the ground, one cell of fall-off.

    `peak` = (vertical, lateral) is a direction of the file with 1100 cd, to place the maximum.
    """
    last = {Symmetry.NONE: 360.0, Symmetry.BILATERAL_0_180: 180.0}[symmetry]
    h = np.arange(0.0, last + 0.1, 1.0)
    tan = np.tan(np.radians(np.minimum(V, 89.9)))
    across = tan * np.cos(np.radians(h))[:, np.newaxis]
    along = tan * np.sin(np.radians(h))[:, np.newaxis]
    cd = np.where(lit(across, along), 1000.0, 0.0)
    if peak:
        cd[h == peak[1], peak[0] == V] = 1100.0
    return IntensityDistribution(C, symmetry, V, h, cd)


@pytest.mark.parametrize(
    ("reach_mh", "name"),
    [(0.8, "I"), (1.5, "II"), (2.5, "III"), (3.5, "IV"), (9.0, "IV")],
)
def test_the_type_is_how_far_the_trace_goes_to_the_street_side(reach_mh, name):
    dist = drawn(lambda x, y: (x > -0.5) & (x < reach_mh) & (np.abs(y) < 1.5), peak=(52.0, 70.0))
    found = roadway_class(dist)
    assert (found.lateral, found.longitudinal) == (name, LongitudinalRange.SHORT)
    # Half of 1100 cd is passed within the cell of a degree that the light falls off in.
    cell = math.radians(1.0) * (1.0 + reach_mh**2)
    assert found.reach_street_mh == pytest.approx(reach_mh, abs=cell)
    assert str(found) == f"Type {name}, short"


@pytest.mark.parametrize(
    ("vertical_deg", "lateral_deg", "name"),
    [
        (30.0, 90.0, "very short"),
        (44.0, 90.0, "very short"),
        (45.0, 90.0, "short"),  # tan 45 = 1: a limit belongs to the farther range
        (66.0, 90.0, "short"),  # 2.246
        (67.0, 90.0, "medium"),  # 2.356
        (75.0, 90.0, "medium"),  # 3.732
        (76.0, 90.0, "long"),  # 4.011
        (80.0, 90.0, "long"),  # 5.671
        (81.0, 90.0, "very long"),  # 6.314
        (81.0, 10.0, "short"),  # 6.314 sin 10 = 1.096: along the road, not across
        (60.0, 120.0, "short"),  # on the house side the maximum counts as well
    ],
)
def test_the_range_is_how_far_along_the_road_the_maximum_falls(vertical_deg, lateral_deg, name):
    dist = drawn(
        lambda x, y: (np.abs(x) < 0.5) & (np.abs(y) < 9.0), peak=(vertical_deg, lateral_deg)
    )
    found = roadway_class(dist)
    assert found.longitudinal == name
    assert (found.max_vertical_deg, found.max_lateral_deg) == (vertical_deg, lateral_deg)
    on_ground = math.tan(math.radians(vertical_deg)) * math.sin(math.radians(lateral_deg))
    assert found.max_along_mh == pytest.approx(on_ground, rel=1e-12)


def test_the_trace_counts_only_within_the_range_of_the_maximum():
    def lit(x, y):  # narrow where the maximum is, wide beyond it
        return (x > -0.5) & np.where(np.abs(y) < 2.5, x < 1.4, x < 3.0) & (np.abs(y) < 3.5)

    assert roadway_class(drawn(lit, peak=(52.0, 70.0))).lateral is LateralType.II
    assert roadway_class(drawn(lit, peak=(68.0, 80.0))).lateral is LateralType.IV


def test_the_house_side_does_not_make_a_type():
    dist = drawn(lambda x, y: (x > -1.6) & (x < 0.7) & (np.abs(y) < 0.9), peak=(30.0, 90.0))
    assert roadway_class(dist).lateral is LateralType.I


def test_the_half_from_zero_to_180_tells_the_type_of_a_file_without_symmetry():
    def lit(x, y):
        return (x > -0.5) & np.where(y > 0, x < 0.8, x < 1.5) & (np.abs(y) < 2.0)

    assert roadway_class(drawn(lit, Symmetry.NONE, peak=(52.0, 290.0))).lateral is LateralType.I
    mirrored = drawn(lambda x, y: lit(x, -y), Symmetry.NONE, peak=(52.0, 70.0))
    assert roadway_class(mirrored).lateral is LateralType.II


def test_the_other_half_tells_it_where_the_first_has_no_trace():
    def lit(x, y):
        return (x > -0.5) & (x < 1.5) & (y < -0.2) & (y > -2.0)

    assert roadway_class(drawn(lit, Symmetry.NONE, peak=(52.0, 290.0))).lateral is LateralType.II


def plain_reach(dist, start, end):
    """Farthest point to the street side at half the maximum, looked for on a fine mesh."""
    farthest = -math.inf
    for h in np.arange(0.0, 180.01, 0.5):
        c, s = math.cos(math.radians(h)), math.sin(math.radians(h))
        v = np.arange(0.0, 89.99, 0.02)
        tan = np.tan(np.radians(v))
        lit = (dist.candela(v, h) >= dist.max_candela / 2) & (tan * s >= start) & (tan * s <= end)
        if lit.any():
            farthest = max(farthest, float((tan[lit] * c).max()))
    return farthest


@pytest.mark.parametrize("seed", range(6))
def test_the_reach_is_that_of_a_plain_search(seed):
    rng = np.random.default_rng(seed)
    v, h = np.array([0.0, 20, 35, 50, 60, 70, 78, 90]), np.array([0.0, 30, 70, 90, 125, 180])
    # Less light the farther behind, so that it is no V square by chance.
    behind = np.array([1.0, 0.9, 1.0, 0.7, 0.4, 0.2])[:, np.newaxis]
    cd = behind * rng.uniform(100.0, 1000.0, (len(h), len(v)))
    cd[:, 0], cd[:, -1], cd[2, 4] = cd[0, 0], 0.0, 1500.0
    dist = IntensityDistribution(C, Symmetry.BILATERAL_0_180, v, h, cd)
    found = roadway_class(dist)
    # The maximum at V = 60, H = 70 is 1.63 along: short.
    assert found.longitudinal is LongitudinalRange.SHORT
    # The mesh of 0.02 degrees ends 0.02 degrees short of the edge: 0.02 (1 + reach^2) degrees in MH,
    # and its lateral angles are every other of ours.
    tolerance = math.radians(0.05) * (1.0 + found.reach_street_mh**2) + 0.01
    assert found.reach_street_mh == pytest.approx(plain_reach(dist, 1.0, 2.25), abs=tolerance)


# ---------------------------------------------------------------- V, V square, none


def lobed(depth, lobes, step_deg=5.0):
    """An even distribution with `lobes` maxima around it."""
    h = np.arange(0.0, 360.1, step_deg)
    around = 1.0 + depth * np.cos(np.radians(lobes * h))
    cd = np.outer(around, 1000.0 * np.cos(np.radians(V)))
    return IntensityDistribution(C, Symmetry.NONE, V, h, cd)


def test_type_v_is_the_same_at_every_lateral_angle():
    assert roadway_class(lobed(0.0, 4)).lateral is LateralType.V
    axial = IntensityDistribution(C, Symmetry.AXIAL, V, np.zeros(1), np.cos(np.radians(V))[None])
    found = roadway_class(axial)
    assert (found.lateral, found.longitudinal) == (LateralType.V, LongitudinalRange.NONE)
    assert str(found) == "Type V"


def test_four_lobes_are_v_square_since_the_octants_are_alike():
    found = roadway_class(lobed(0.8, 4))
    assert found.lateral is LateralType.VS
    assert str(found) == "Type V square"
    assert found.lateral.is_symmetric


@pytest.mark.parametrize(("depth", "square"), [(0.108, True), (0.115, False)])
def test_octants_of_v_square_are_within_a_tenth_of_their_mean(depth, square):
    # One lobe: the mean of 1 + d cos h over an octant from 0 to 45 degrees is 1 + 0.9003 d, so
    # a tenth is reached at d = 0.1111.
    found = roadway_class(lobed(depth, 1))
    assert (found.lateral is LateralType.VS) == square


def test_light_aimed_above_horizontal_is_unclassified():
    v = np.arange(0.0, 181.0, 10.0)
    cd = np.zeros((2, len(v)))
    cd[0, 4], cd[0, 9] = 500.0, 900.0
    found = roadway_class(
        IntensityDistribution(C, Symmetry.BILATERAL_0_180, v, np.array([0.0, 180.0]), cd)
    )
    assert found.lateral is LateralType.UNCLASSIFIED
    assert found.longitudinal is LongitudinalRange.UNCLASSIFIED
    assert "horizontal" in found.reason
    assert str(found) == "unclassified"


def test_dark_files_and_other_types_are_unclassified_with_their_reason():
    dark = IntensityDistribution(C, Symmetry.AXIAL, V, np.zeros(1), np.zeros((1, len(V))))
    assert roadway_class(dark).reason == "the distribution is dark"
    flood = IntensityDistribution(
        PhotometricType.B,
        Symmetry.NONE,
        np.array([-90.0, 90.0]),
        np.array([-90.0, 90.0]),
        np.ones((2, 2)),
    )
    assert "Type C" in roadway_class(flood).reason


def test_a_scale_does_not_change_the_class(lopsided):
    scaled = roadway_class(lopsided.distribution.scaled(7.0))
    assert str(scaled) == str(lopsided.roadway)
    assert scaled.reach_street_mh == pytest.approx(lopsided.roadway.reach_street_mh, rel=1e-12)
