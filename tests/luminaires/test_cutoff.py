"""Cutoff classes, full shielding and cutoff angles, against closed forms and plain loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.luminaires.brightest import brightest_at_or_above
from photometry.luminaires.cutoff import (
    CutoffClass,
    cutoff_class,
    is_fully_shielded,
)
from photometry.luminaires.cutoff_angle import cutoff_angle_deg
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.pose import rotation_matrix

A, B, C = PhotometricType.A, PhotometricType.B, PhotometricType.C
V_FULL = np.arange(0.0, 181.0, 5.0)


def axial(vertical_deg, candela):
    v, cd = np.asarray(vertical_deg, float), np.asarray(candela, float)
    return IntensityDistribution(C, Symmetry.AXIAL, v, np.zeros(1), cd[np.newaxis])


def one_lit(vertical_deg, lateral_deg, v, h, candela=1000.0):
    """Dark but for one direction of the file, from which candela fall to 0 within a cell."""
    v, h = np.asarray(v, float), np.asarray(h, float)
    cd = np.zeros((len(h), len(v)))
    cd[h == lateral_deg, v == vertical_deg] = candela
    return IntensityDistribution(C, Symmetry.NONE, v, h, cd)


def rough(kind, seed):
    """Uneven angles, a third of the candela dark, no two of the others alike."""
    rng = np.random.default_rng(seed)
    if kind is C:
        v, h = [0, 7, 30, 52, 75, 88, 90, 118, 180], [0, 25, 90, 130, 200, 300, 360]
    else:
        v, h = [-90, -50, -33, 0, 11, 48, 90], [-80, -40, 5, 33, 60]
    cd = rng.uniform(10.0, 1000.0, (len(h), len(v))) * (rng.random((len(h), len(v))) > 0.35)
    if kind is C:
        cd[-1] = cd[0]
    if kind is not B:  # at a pole all planes meet in one direction
        cd[:, [0, -1]] = cd[0, [0, -1]]
    return IntensityDistribution(kind, Symmetry.NONE, np.array(v, float), np.array(h, float), cd)


def world_direction(vertical_deg, bearing_deg):
    v, b = np.radians(vertical_deg), np.radians(bearing_deg)
    parts = np.sin(v) * np.cos(b), np.sin(v) * np.sin(b), -np.cos(v)
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


# ---------------------------------------------------------------- cutoff class


@pytest.mark.parametrize(
    ("at_80", "at_90", "name"),
    [
        (100.0, 0.0, CutoffClass.FULL_CUTOFF),
        (100.1, 0.0, CutoffClass.SEMICUTOFF),
        (100.0, 0.1, CutoffClass.CUTOFF),
        (100.0, 25.0, CutoffClass.CUTOFF),
        (100.0, 25.1, CutoffClass.SEMICUTOFF),
        (200.0, 50.0, CutoffClass.SEMICUTOFF),
        (200.1, 0.0, CutoffClass.NONCUTOFF),
        (100.0, 50.1, CutoffClass.NONCUTOFF),
    ],
)
def test_limits_are_met_where_they_are_equalled(at_80, at_90, name):
    per_klm = axial([0, 70, 80, 90, 100, 180], [900.0, 500.0, at_80, at_90, 0.0, 0.0])
    # 20,000 lamp lumens: 20 cd for each cd per 1000 lm.
    assert cutoff_class(per_klm.scaled(20.0), 20_000.0) is name


def test_candela_above_ninety_count_for_both_limits():
    assert (
        cutoff_class(axial([0, 90, 120, 180], [0.0, 0.0, 20.0, 0.0]), 1000.0) is CutoffClass.CUTOFF
    )
    assert (
        cutoff_class(axial([0, 90, 120, 180], [0.0, 0.0, 60.0, 0.0]), 1000.0)
        is CutoffClass.NONCUTOFF
    )


def test_one_lateral_angle_is_enough_to_lose_a_class():
    dist = one_lit(85.0, 130.0, [0, 80, 85, 90], [0, 125, 130, 135, 360], candela=150.0)
    assert cutoff_class(dist, 1000.0) is CutoffClass.SEMICUTOFF


def test_eighty_degrees_is_interpolated_where_the_file_has_no_such_angle():
    # 300 at 75 falling to 0 at 85 passes 150 at 80.
    dist = axial([0, 75, 85, 90], [300.0, 300.0, 0.0, 0.0])
    assert cutoff_class(dist, 1000.0) is CutoffClass.SEMICUTOFF
    assert cutoff_class(dist, 1501.0) is CutoffClass.FULL_CUTOFF


def test_absolute_photometry_has_no_class_but_an_estimate_may_be_asked_for():
    dist = axial([0, 80, 90], [300.0, 50.0, 0.0])
    assert cutoff_class(dist, None) is CutoffClass.NOT_APPLICABLE
    assert str(cutoff_class(dist, None)) == "N.A. (absolute)"
    assert cutoff_class(dist, 1000.0) is CutoffClass.FULL_CUTOFF


@pytest.mark.parametrize("kind", [A, C])
@pytest.mark.parametrize("angle", [0.0, 33.3, 75.0, 80.0, 90.0, 100.0, 180.0])
def test_the_brightest_of_an_upright_table_is_that_of_the_general_search(kind, angle):
    for seed in range(8):
        dist = rough(kind, seed)
        plain = brightest_at_or_above(dist, angle)
        general = brightest_at_or_above(dist, angle, np.eye(3))
        # The general search looks up directions, whose angles are rounded.
        assert plain.candela_cd == pytest.approx(general.candela_cd, rel=1e-9)
        if plain.candela_cd and angle < 180.0:  # at the pole every bearing is as good
            assert plain.vertical_deg == pytest.approx(general.vertical_deg, abs=1e-6)
            assert plain.bearing_deg == pytest.approx(general.bearing_deg, abs=1e-6)


def test_above_a_table_that_ends_below_there_is_no_light():
    assert brightest_at_or_above(axial([0, 60], [900.0, 500.0]), 80.0).candela_cd == 0.0
    assert brightest_at_or_above(axial([90, 180], [900.0, 500.0]), 80.0).candela_cd == 900.0


# ---------------------------------------------------------------- full shielding


def test_a_file_dark_at_ninety_is_fully_shielded_until_it_is_tilted():
    dist = axial([0, 85, 90], [1000.0, 400.0, 0.0])
    assert is_fully_shielded(dist)
    assert is_fully_shielded(dist, rotation_matrix(137.0))
    # 1e-6 degrees of tilt shows 8e-8 of the maximum, which is eighty times the noise allowed.
    assert not is_fully_shielded(dist, rotation_matrix(137.0, 1e-6))


def test_candela_at_ninety_itself_are_at_horizontal():
    assert not is_fully_shielded(axial([0, 85, 90], [1000.0, 400.0, 0.5]))
    assert is_fully_shielded(axial([0, 85, 90, 180], [1000.0, 400.0, 0.0, 0.0]))


@pytest.mark.parametrize("orientation_deg", [0.0, 33.0, 90.0, 201.0])
def test_data_that_end_in_light_below_horizontal_may_be_tilted_up_to_it(orientation_deg):
    dist = axial([0, 60, 85], [1000.0, 700.0, 400.0])  # beyond 85 there is nothing
    assert is_fully_shielded(dist, rotation_matrix(orientation_deg, 4.999))
    assert not is_fully_shielded(dist, rotation_matrix(orientation_deg, 5.001))


@pytest.mark.parametrize("lateral_deg", [37.0, 211.0])
def test_a_single_lit_direction_is_not_missed_between_samples(lateral_deg):
    # Light within 80 to 84 degrees and half a degree aside, dark at its rim.
    h = [0.0, lateral_deg - 0.5, lateral_deg, lateral_deg + 0.5, 360.0]
    dist = one_lit(82.0, lateral_deg, [0, 80, 82, 84, 90], h)

    def toward_it(tilt_deg):  # the lit direction is turned into the plane of tilt
        return rotation_matrix(10.0, tilt_deg, 0.0, -lateral_deg)

    assert is_fully_shielded(dist, toward_it(5.999))
    assert not is_fully_shielded(dist, toward_it(6.001))
    # Sideways, the cosine of half a degree keeps it below where only its plane would rise.
    assert is_fully_shielded(dist, rotation_matrix(10.0, 6.001, 0.0, 90.0 - lateral_deg))


def test_a_horizon_that_meets_none_of_the_file_s_angles_is_followed_all_the_same():
    # One plane and one cell: the tilted horizon swings within 60 to 120 and crosses nothing.
    dist = axial([60, 120], [0.0, 900.0])
    found = brightest_at_or_above(dist, 90.0, rotation_matrix(0.0, 10.0))
    assert found.candela_cd == pytest.approx(900.0)  # its rim, above the horizon all round
    falling = axial([60, 120], [900.0, 0.0])
    found = brightest_at_or_above(falling, 90.0, rotation_matrix(0.0, 10.0))
    # Where the street side is raised 10 degrees the horizon is at 80 of the file: 900 * 40 / 60.
    assert found.candela_cd == pytest.approx(600.0, rel=1e-12)
    assert found.bearing_deg == pytest.approx(0.0, abs=1e-6)
    assert found.vertical_deg == pytest.approx(90.0, abs=1e-9)


def test_the_brightest_direction_is_given_in_the_world():
    dist = one_lit(80.0, 90.0, [0, 75, 80, 85, 90], [0, 80, 90, 100, 360])
    found = brightest_at_or_above(dist, 90.0, rotation_matrix(30.0, 0.0, 20.0))
    # Rolled 20 degrees toward lateral angle 90, the lit direction is at 100 degrees.
    assert (found.candela_cd, found.vertical_deg) == pytest.approx((1000.0, 100.0))
    assert found.bearing_deg == pytest.approx(120.0)


@settings(max_examples=25, deadline=None)
@given(
    kind=st.sampled_from([A, B, C]),
    seed=st.integers(0, 50),
    tilt=st.floats(-180, 180),
    roll=st.floats(-180, 180),
)
def test_no_direction_above_horizontal_is_brighter_than_the_brightest(kind, seed, tilt, roll):
    dist, turned = rough(kind, seed), rotation_matrix(25.0, tilt, roll)
    found = brightest_at_or_above(dist, 90.0, turned)
    v, b = np.arange(90.0, 180.1, 1.0)[:, np.newaxis], np.arange(0.0, 360.0, 1.0)
    sampled = dist.candela_toward(world_direction(v, b) @ turned).max()
    # Between two of nine points on a piece of the horizon the peak may be a little higher:
    # 1 % of the maximum is far above what a bilinear cell can hide in an eighth of itself.
    assert found.candela_cd >= sampled - 0.01 * dist.max_candela
    if found.candela_cd > 0.0:
        there = world_direction(found.vertical_deg, found.bearing_deg)
        # A table's edge is a step, so the direction as rounded may be looked up just beyond it.
        inward = [
            dist.candela_toward((there + nudge) / np.linalg.norm(there + nudge) @ turned)
            for nudge in np.random.default_rng(1).normal(scale=1e-9, size=(60, 3))
        ]
        assert max(inward) == pytest.approx(found.candela_cd, rel=1e-5)
    else:
        assert sampled <= 1e-9 * dist.max_candela


# ---------------------------------------------------------------- cutoff angle


@pytest.mark.parametrize("power", [1, 2, 8])
def test_a_cosine_power_is_dark_beyond_the_root_of_the_threshold(power):
    v = np.arange(0.0, 90.01, 0.1)
    dist = axial(v, 5000.0 * np.cos(np.radians(v)) ** power)
    closed_form = math.degrees(math.acos(0.01 ** (1.0 / power)))
    # Chords of a tenth of a degree on a curve that is steep there: 1e-3 degrees.
    assert cutoff_angle_deg(dist) == pytest.approx(closed_form, abs=1e-3)
    assert cutoff_angle_deg(dist, bearing_deg=[0.0, 123.0]) == pytest.approx(closed_form, abs=1e-3)


def test_the_linear_piece_is_solved_for_its_root():
    dist = axial([0, 60, 70, 90], [1000.0, 800.0, 5.0, 0.0])
    # 10 cd, one percent, is at 70 - 10 * 5 / 795.
    assert cutoff_angle_deg(dist) == pytest.approx(70.0 - 50.0 / 795.0, abs=1e-12)
    assert cutoff_angle_deg(dist, threshold=0.5) == pytest.approx(60 + 10 * 300 / 795, abs=1e-12)
    # On an edge in full light, the edge; light straight up is seen from everywhere.
    assert cutoff_angle_deg(axial([0, 80], [1000.0, 500.0])) == 80.0
    assert cutoff_angle_deg(axial([0, 180], [1000.0, 1000.0])) == 180.0


def test_a_bearing_without_light_is_never_seen():
    dist = one_lit(60.0, 90.0, [0, 50, 60, 70, 90], [0, 80, 90, 100, 360])
    angles = cutoff_angle_deg(dist, bearing_deg=[[0.0, 90.0], [180.0, 270.0]])
    assert angles.shape == (2, 2)
    assert angles[0, 1] == pytest.approx(69.9)  # 10 cd of 1000, a hundredth of ten degrees
    assert np.isnan(angles[[0, 1, 1], [0, 0, 1]]).all()
    turned = cutoff_angle_deg(dist, rotation=rotation_matrix(200.0), bearing_deg=[290.0, 90.0])
    assert turned[0] == pytest.approx(69.9)
    assert np.isnan(turned[1])


def test_a_dark_file_is_never_seen():
    dark = axial([0, 90], [0.0, 0.0])
    assert math.isnan(cutoff_angle_deg(dark))
    assert np.isnan(
        cutoff_angle_deg(dark, rotation=rotation_matrix(0, 20), bearing_deg=[0, 50])
    ).all()


@pytest.mark.parametrize("tilt_deg", [3.0, 25.0, 60.0])
def test_a_tilted_cone_goes_dark_where_its_rim_is(tilt_deg):
    v = [0.0, 49.9, 50.1, 90.0]  # full light to a rim at 50.0983 degrees
    dist = axial(v, [1000.0, 1000.0, 0.0, 0.0])
    rim, tilt = 49.9 + 0.2 * 0.99, math.radians(tilt_deg)
    bearing = np.arange(0.0, 360.0, 7.0)
    found = cutoff_angle_deg(dist, rotation=rotation_matrix(0.0, tilt_deg), bearing_deg=bearing)
    # Spherical law of cosines: cos rim = cos g cos tilt + sin g sin tilt cos bearing. Seen as
    # R cos(g - p), the larger root is p + acos(cos rim / R).
    c, s = math.cos(tilt), math.sin(tilt) * np.cos(np.radians(bearing))
    size, phase = np.hypot(c, s), np.arctan2(s, c)
    expected = np.degrees(phase + np.arccos(np.minimum(np.cos(math.radians(rim)) / size, 1.0)))
    # Where the axis is farther away than the rim the cone does not reach every bearing.
    reached = np.cos(math.radians(rim)) <= size
    expected = np.where(reached & (expected >= 0.0), expected, np.nan)
    np.testing.assert_allclose(found, expected, atol=1e-6)  # degrees: bisection to rounding
    greatest = cutoff_angle_deg(dist, rotation=rotation_matrix(0.0, tilt_deg))
    assert greatest == pytest.approx(rim + tilt_deg, abs=1e-6)


def test_orientation_turns_the_bearings_with_it():
    dist = rough(C, 4)
    bearing = np.arange(0.0, 360.0, 11.0)
    for tilt in (0.0, 17.0):
        faced = cutoff_angle_deg(dist, rotation=rotation_matrix(0.0, tilt), bearing_deg=bearing)
        turned = cutoff_angle_deg(
            dist, rotation=rotation_matrix(77.0, tilt), bearing_deg=bearing + 77.0
        )
        np.testing.assert_allclose(turned, faced, atol=1e-6)


def last_lit_by_steps(dist, limit, turned, bearing_deg, step_deg=0.01):
    """Walk down from zenith in small steps until the candela exceed the limit."""
    angles = np.arange(180.0, -step_deg / 2, -step_deg)
    candela = dist.candela_toward(world_direction(angles, bearing_deg) @ turned)
    for angle, value in zip(angles, candela, strict=True):
        if value > limit:
            return angle
    return math.nan


@pytest.mark.parametrize("kind", [A, B, C])
@pytest.mark.parametrize(
    "pose", [(0, 0, 0, 0), (40, 25, 0, 0), (0, -70, 15, 33), (10, 170, -40, 0)]
)
def test_cutoff_angles_are_those_of_a_walk_in_hundredths_of_a_degree(kind, pose):
    turned = rotation_matrix(*pose)
    bearing = np.arange(3.0, 360.0, 51.0)
    for seed in range(3):
        dist = rough(kind, seed)
        limit = 0.01 * dist.max_candela
        found = cutoff_angle_deg(dist, rotation=turned, bearing_deg=bearing)
        walked = [last_lit_by_steps(dist, limit, turned, b) for b in bearing]
        np.testing.assert_allclose(found, walked, atol=0.0101)  # the step of the walk


@pytest.mark.parametrize("kind", [A, B, C])
@pytest.mark.parametrize("tilt_deg", [0.0, 35.0])
def test_the_greatest_angle_is_at_least_that_of_any_bearing(kind, tilt_deg):
    dist, turned = rough(kind, 8), rotation_matrix(15.0, tilt_deg, 5.0)
    every = cutoff_angle_deg(dist, rotation=turned, bearing_deg=np.arange(0.0, 360.0, 0.25))
    greatest = cutoff_angle_deg(dist, rotation=turned)
    assert greatest >= np.nanmax(every) - 1e-9
    # A quarter of a degree of bearing hides less than a quarter of a degree of angle.
    assert greatest <= np.nanmax(every) + 0.25


def test_many_bearings_are_followed_in_parts_with_the_same_result():
    dist, turned = rough(B, 2), rotation_matrix(0.0, 20.0)
    bearing = np.linspace(-400.0, 400.0, 600)
    whole = cutoff_angle_deg(dist, rotation=turned, bearing_deg=bearing)
    one_by_one = [cutoff_angle_deg(dist, rotation=turned, bearing_deg=b) for b in bearing[::50]]
    np.testing.assert_allclose(whole[::50], one_by_one, atol=1e-9)


def test_a_plumb_plane_along_the_edge_of_a_table_sees_the_edge():
    # Type B, lit evenly; tilted upright its last azimuth, V = 90, lies in the plane of tilt.
    v, h = np.array([-90.0, 0.0, 90.0]), np.array([-60.0, 0.0, 60.0])
    dist = IntensityDistribution(B, Symmetry.NONE, v, h, np.full((3, 3), 500.0))
    # Rolled 90 degrees the file's poles are nadir and zenith, 30 degrees beyond its last H, and
    # V = 90 stands plumb at bearing 0, V = -90 at bearing 180.
    angles = cutoff_angle_deg(dist, rotation=rotation_matrix(0, 0, 90), bearing_deg=[0, 180])
    assert angles == pytest.approx([150.0, 150.0], abs=1e-6)
