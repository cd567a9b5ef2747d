"""Lumens against closed forms, plain loops and themselves turned."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import integrate

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.lcs import lcs_zones
from photometry.luminaires.lumens import (
    efficacy_lm_per_w,
    efficiency,
    lumens_between,
    lumens_of_zones,
    total_lumens,
    total_lumens_exact,
    upward_lumens,
    zonal_lumens,
)
from photometry.luminaires.pose import rotation_matrix

A, B, C = PhotometricType.A, PhotometricType.B, PhotometricType.C


def axial(vertical_deg, candela):
    v, cd = np.asarray(vertical_deg, float), np.asarray(candela, float)
    return IntensityDistribution(C, Symmetry.AXIAL, v, np.zeros(1), cd[np.newaxis])


def rough(kind, seed=3):
    """A table with uneven angles and no two candela alike."""
    if kind is C:
        v, h = [0, 7, 30, 52, 75, 88, 90, 118, 180], [0, 25, 90, 130, 200, 300, 360]
    else:
        v, h = [-90, -50, -33, 0, 11, 48, 90], [-90, -40, 5, 33, 90]
    candela = np.random.default_rng(seed).uniform(10.0, 1000.0, (len(h), len(v)))
    if kind is C:
        candela[-1] = candela[0]
    return IntensityDistribution(
        kind, Symmetry.NONE, np.array(v, float), np.array(h, float), candela
    )


# ---------------------------------------------------------------- the oracles


def cell_by_cell(dist):
    """Total lumens by adaptive quadrature of each cell, in the file's own angles.

    The solid angle is sin V dV dH for Type C, cos V dV dH for A and cos H dV dH for B.
    """
    weight = {C: lambda v, _: math.sin(v), A: lambda v, _: math.cos(v), B: lambda _, h: math.cos(h)}
    w = weight[dist.photometric_type]
    vs, hs, cd = np.radians(dist.vertical_deg), np.radians(dist.lateral_deg), dist.candela_cd
    total = 0.0
    for j in range(len(hs) - 1):
        for i in range(len(vs) - 1):

            def candela(v, h, i=i, j=j):
                f, g = (v - vs[i]) / (vs[i + 1] - vs[i]), (h - hs[j]) / (hs[j + 1] - hs[j])
                near = cd[j, i] * (1 - f) + cd[j, i + 1] * f
                return (near * (1 - g) + (cd[j + 1, i] * (1 - f) + cd[j + 1, i + 1] * f) * g) * w(
                    v, h
                )

            total += integrate.dblquad(candela, hs[j], hs[j + 1], vs[i], vs[i + 1])[0]
    return total


def by_midpoints(dist, vertical, lateral, rotation, step=0.25):
    """Lumens in a zone of the world: candela at the middle of small squares, summed."""
    v = np.radians(np.arange(vertical[0] + step / 2, vertical[1], step))[:, np.newaxis]
    h = np.radians(np.arange(lateral[0] + step / 2, lateral[1], step))
    world = np.stack(
        np.broadcast_arrays(np.sin(v) * np.cos(h), np.sin(v) * np.sin(h), -np.cos(v)), axis=-1
    )
    candela = dist.candela_toward(world @ rotation)  # d = R^T w
    return float((candela * np.sin(v)).sum() * math.radians(step) ** 2)


# ---------------------------------------------------------------- totals


@pytest.mark.parametrize(
    ("power", "closed_form"),
    [(0, 6.283185307), (1, 3.141592654), (2, 2.094395102), (4, 1.256637061)],
)
def test_a_cosine_power_lights_two_pi_over_n_plus_one_lumens(power, closed_form):
    v = np.arange(0.0, 90.1, 0.5)
    dist = axial(v, np.cos(np.radians(v)) ** power)
    # Chords of a curve in steps of half a degree: its second derivative, at most n^2,
    # times step^2 / 8, which is 1e-5 n^2 of the peak.
    tolerance = 1e-5 * max(1, power**2) * closed_form
    assert total_lumens_exact(dist) == pytest.approx(closed_form, abs=tolerance)
    assert total_lumens(dist) == pytest.approx(closed_form, abs=2 * tolerance)


@pytest.mark.parametrize("kind", [A, B, C])
def test_one_candela_everywhere_is_the_solid_angle_of_the_table(kind):
    dist = rough(kind)
    even = replace(dist, candela_cd=np.ones_like(dist.candela_cd))
    whole = 4 * math.pi if kind is C else 2 * math.pi  # A and B angles stop at 90 each way
    assert total_lumens(even) == pytest.approx(whole, rel=1e-14)  # rounding
    assert total_lumens_exact(even) == pytest.approx(whole, rel=1e-14)


def test_the_industry_sum_of_a_cosine_in_five_degree_steps_is_its_telescoped_series():
    v = np.arange(0.0, 91.0, 5.0)
    dist = axial(v, np.cos(np.radians(v)))
    # Mean of two cosines times their difference is half the difference of their squares, so
    # the sum telescopes to pi times (1 - 0) exactly, whatever the step.
    assert total_lumens(dist) == pytest.approx(math.pi, rel=1e-14)
    # The exact integral of the chords is less: the curve is convex upward.
    assert total_lumens_exact(dist) < math.pi
    assert total_lumens_exact(dist) == pytest.approx(
        math.pi * (1 - math.radians(5) ** 2 / 12), rel=1e-5
    )


@pytest.mark.parametrize(
    "symmetry", [Symmetry.QUADRANT, Symmetry.BILATERAL_0_180, Symmetry.BILATERAL_90_270]
)
def test_the_industry_rule_takes_the_mean_over_the_file_s_own_lateral_angles(symmetry):
    h = {
        Symmetry.QUADRANT: [0.0, 12.0, 40.0, 90.0],
        Symmetry.BILATERAL_0_180: [0.0, 30.0, 75.0, 110.0, 180.0],
        Symmetry.BILATERAL_90_270: [90.0, 100.0, 160.0, 225.0, 270.0],
    }[symmetry]
    v = [0.0, 7.0, 20.0, 45.0, 61.0, 90.0]
    cd = np.random.default_rng(5).uniform(0.0, 900.0, (len(h), len(v)))
    dist = IntensityDistribution(C, symmetry, np.array(v), np.array(h), cd)
    mean = [
        sum((cd[j][i] + cd[j + 1][i]) / 2 * (h[j + 1] - h[j]) for j in range(len(h) - 1))
        / (h[-1] - h[0])
        for i in range(len(v))
    ]
    flux = sum(
        (mean[i] + mean[i + 1])
        / 2
        * 2
        * math.pi
        * (math.cos(math.radians(v[i])) - math.cos(math.radians(v[i + 1])))
        for i in range(len(v) - 1)
    )
    assert total_lumens(dist) == pytest.approx(flux, rel=1e-13)  # rounding


def test_the_industry_rule_for_type_b_averages_the_corners_of_its_own_cells():
    dist = rough(B)
    v, h, cd = np.radians(dist.vertical_deg), np.radians(dist.lateral_deg), dist.candela_cd
    flux = sum(
        (cd[j, i] + cd[j + 1, i] + cd[j, i + 1] + cd[j + 1, i + 1])
        / 4
        * (v[i + 1] - v[i])
        * (math.sin(h[j + 1]) - math.sin(h[j]))
        for j in range(len(h) - 1)
        for i in range(len(v) - 1)
    )
    assert total_lumens(dist) == pytest.approx(flux, rel=1e-13)  # rounding


@pytest.mark.parametrize("kind", [A, B, C])
def test_the_exact_total_is_the_quadrature_of_every_cell(kind):
    dist = rough(kind)
    # dblquad's own tolerance is 1.5e-8 a cell.
    assert total_lumens_exact(dist) == pytest.approx(cell_by_cell(dist), rel=1e-9)


def test_a_mirrored_half_of_type_b_counts_twice():
    whole = rough(B)
    half = IntensityDistribution(
        B, Symmetry.LATERAL, whole.vertical_deg, np.array([0.0, 30.0, 90.0]), whole.candela_cd[:3]
    )
    one_side = IntensityDistribution(
        B, Symmetry.NONE, whole.vertical_deg, half.lateral_deg, half.candela_cd
    )
    assert total_lumens(half) == pytest.approx(2 * total_lumens(one_side), rel=1e-14)  # rounding
    assert total_lumens_exact(half) == pytest.approx(2 * total_lumens_exact(one_side), rel=1e-14)


# ---------------------------------------------------------------- zones

ZONES = [((0, 30), (270, 450)), ((30, 60), (90, 270)), ((10, 100), (33, 77)), ((90, 180), (0, 360))]


@pytest.mark.parametrize("kind", [A, B, C])
@pytest.mark.parametrize(("vertical", "lateral"), ZONES)
def test_zone_lumens_are_the_sum_over_small_squares(kind, vertical, lateral):
    dist = rough(kind)
    summed = by_midpoints(dist, vertical, lateral, np.eye(3))
    # Midpoints of quarter-degree squares err where the table bends or ends inside a square:
    # 3e-5 of the total lumens was the most seen.
    tolerance = 5e-5 * total_lumens_exact(dist)
    assert lumens_between(dist, vertical, lateral) == pytest.approx(summed, abs=tolerance)


@pytest.mark.parametrize("kind", [A, B, C])
def test_zone_lumens_of_a_turned_luminaire_are_the_sum_over_small_squares(kind):
    dist, turned = rough(kind), rotation_matrix(20, 35, 10, 50)
    tolerance = 5e-5 * total_lumens_exact(dist)  # as above
    for vertical, lateral in ZONES:
        summed = by_midpoints(dist, vertical, lateral, turned)
        assert lumens_between(dist, vertical, lateral, turned) == pytest.approx(
            summed, abs=tolerance
        )


@pytest.mark.parametrize(("vertical", "lateral"), ZONES)
def test_arcs_and_closed_form_agree_on_an_upright_table(vertical, lateral):
    dist = rough(C)
    closed = lumens_between(dist, vertical, lateral)
    by_arcs = lumens_between(dist, vertical, lateral, np.eye(3))
    # An upright zone has no curved edge in the table: 16 Gauss points are exact to rounding.
    assert by_arcs == pytest.approx(closed, abs=1e-11 * total_lumens_exact(dist))


@settings(max_examples=15, deadline=None)
@given(
    kind=st.sampled_from([A, B, C]),
    tilt=st.floats(-180, 180),
    roll=st.floats(-180, 180),
    cut=st.floats(1, 179),
    first=st.floats(-360, 360),
    width=st.floats(1, 359),
)
def test_the_parts_of_the_sphere_add_up_however_it_is_turned(kind, tilt, roll, cut, first, width):
    dist, turned = rough(kind), rotation_matrix(0, tilt, roll)
    last, round_ = first + width, first + 360.0
    parts = [
        lumens_between(dist, vertical, lateral, turned)
        for vertical in ((0.0, cut), (cut, 180.0))
        for lateral in ((first, last), (last, round_))
    ]
    total = total_lumens_exact(dist)
    assert sum(parts) == pytest.approx(total, rel=1e-5)  # the promise of lumens_between


@pytest.mark.parametrize("tilt_deg", [0.0, 1.0, 15.0, 60.0, 90.0, 180.0])
def test_a_tilted_lambertian_sends_up_its_view_of_the_sky(tilt_deg):
    v = np.arange(0.0, 90.1, 0.5)
    dist = axial(v, 100.0 * np.cos(np.radians(v)))
    # A plane tilted by t sees (1 - cos t) / 2 of its hemisphere above the horizon.
    share = (1.0 - math.cos(math.radians(tilt_deg))) / 2.0
    up = upward_lumens(dist, rotation_matrix(30, tilt_deg))
    assert up == pytest.approx(100.0 * math.pi * share, abs=2e-5 * 314.0)  # chords of half degrees


def test_a_luminaire_that_is_not_turned_sends_up_what_its_file_says():
    v = np.array([0.0, 90.0, 180.0])
    dist = axial(v, np.array([0.0, 0.0, 50.0]))
    # Linear from 0 at the horizon to 50 at zenith: 2 pi 50 (1 - 2 / pi).
    assert upward_lumens(dist) == pytest.approx(100.0 * math.pi * (1.0 - 2.0 / math.pi), rel=1e-13)
    assert total_lumens_exact(dist) == pytest.approx(upward_lumens(dist), rel=1e-13)


@settings(max_examples=25, deadline=None)
@given(first=st.floats(-720, 720), width=st.floats(0, 360), turns=st.integers(-3, 3))
def test_a_lateral_range_may_start_on_any_turn(first, width, turns):
    dist = rough(C)
    # last is rounded after the sum, so the width is taken from it.
    last = first + width
    moved = (first + 360 * turns, last + 360 * turns)
    assume(moved[0] <= moved[1] <= moved[0] + 360 and last <= first + 360)
    assert lumens_between(dist, (20, 70), moved) == pytest.approx(
        lumens_between(dist, (20, 70), (first, last)), abs=1e-8
    )


@pytest.mark.parametrize(
    ("vertical", "lateral"),
    [
        ((60, 30), (0, 360)),
        ((-1, 30), (0, 360)),
        ((0, 181), (0, 360)),
        ((0, 90), (0, 361)),
        ((0, 90), (10, 0)),
    ],
)
def test_a_range_that_runs_backwards_or_too_far_is_refused(vertical, lateral):
    with pytest.raises(ValueError, match="not ranges of angles"):
        lumens_between(rough(C), vertical, lateral)


@pytest.mark.parametrize("kind", [A, B, C])
def test_many_zones_at_once_are_each_as_by_itself(kind):
    dist = rough(kind)
    bands, sectors = [(0, 25.5), (25.5, 90), (90, 90), (90, 180)], [(300, 400), (-20, 0), (7, 367)]
    found = lumens_of_zones(dist, bands, sectors)
    assert found.shape == (3, 4)
    for row, sector in zip(found, sectors, strict=True):
        for lumens, band in zip(row, bands, strict=True):
            assert lumens == pytest.approx(lumens_between(dist, band, sector), rel=1e-12)


def test_a_zone_without_light_is_exactly_dark():
    # Nothing of what is below is left over from subtraction: U0 and full shielding hang on it.
    dist = axial([0, 45, 90, 120, 180], [700.0, 300.0, 0.0, 0.0, 0.0])
    assert lumens_of_zones(dist, [(90.0, 100.0), (100.0, 180.0)]).tolist() == [[0.0, 0.0]]


def test_zonal_lumens_add_up_to_the_exact_total():
    for kind in (A, B, C):
        zones = zonal_lumens(rough(kind), 7.5)
        assert [zones[0].from_deg, zones[0].to_deg, zones[-1].to_deg] == [0.0, 7.5, 180.0]
        total = sum(zone.lumens_lm for zone in zones)
        assert total == pytest.approx(total_lumens_exact(rough(kind)), rel=1e-5)


def test_zones_have_the_solid_angles_of_the_standard():
    even = axial([0.0, 180.0], [1.0, 1.0])
    zones = lcs_zones(even)
    # Steradians, to the digits given.
    expected = {"l": 0.420894, "m": 1.149903, "h": 1.025264, "vh": 0.545532}
    for name, steradians in expected.items():
        assert getattr(zones, f"f{name}_lm") == pytest.approx(steradians, abs=5e-7)
        assert getattr(zones, f"b{name}_lm") == pytest.approx(steradians, abs=5e-7)
    assert zones.ul_lm == pytest.approx(1.091064, abs=5e-7)
    assert zones.uh_lm == pytest.approx(5.192122, abs=5e-7)
    assert zones.total_lm == pytest.approx(4 * math.pi, rel=1e-14)


def test_forward_light_is_on_the_side_of_lateral_angle_zero():
    v, h = np.array([0.0, 90.0]), np.array([0.0, 89.0, 91.0, 180.0])
    cd = np.array([[100.0, 100.0], [100.0, 100.0], [0.0, 0.0], [0.0, 0.0]])
    zones = lcs_zones(IntensityDistribution(C, Symmetry.BILATERAL_0_180, v, h, cd))
    # Two degrees of twilight, half of it (a quarter of the light) behind: 0.25 degree each side.
    assert zones.back_lm / zones.total_lm == pytest.approx(2 * 0.25 / 180.0, rel=1e-9)
    assert zones.uplight_lm == 0.0


def test_zones_of_type_b_are_in_type_c_angles():
    # Lit only where V > 0, which is the street side in Type C angles.
    v, h = np.array([-90.0, 0.0, 1e-6, 90.0]), np.array([-90.0, 90.0])
    cd = np.tile([0.0, 0.0, 10.0, 10.0], (2, 1))
    zones = lcs_zones(IntensityDistribution(B, Symmetry.NONE, v, h, cd))
    assert zones.back_lm == pytest.approx(0.0, abs=1e-9)
    # Quarter of the sphere in the four zones; 1e-6 degrees of twilight.
    assert zones.forward_lm == pytest.approx(10.0 * math.pi, rel=1e-6)
    assert zones.fl_lm == pytest.approx(10.0 * 0.420894, rel=2e-6)


# ---------------------------------------------------------------- efficiency and efficacy


def test_efficiency_is_per_rated_lamp_lumens_and_efficacy_per_watt_at_work(lopsided):
    lit = replace(
        lopsided,
        lamp_count=2.0,
        lumens_per_lamp_lm=10_000.0,
        ballast_factor=0.9,
        input_watts_w=125.0,
    )
    # The distribution holds the ballast factor; rated lumens do not.
    rated = total_lumens(lopsided.distribution) / 0.9
    assert lit.lumens == pytest.approx(rated, rel=1e-13)
    assert efficiency(lit) == pytest.approx(rated / 20_000.0, rel=1e-13)
    assert efficacy_lm_per_w(lit) == pytest.approx(rated * 0.9 / 125.0, rel=1e-13)
    assert lit.lumens_with_ballast == pytest.approx(total_lumens(lopsided.distribution), rel=1e-13)


def test_absolute_photometry_has_no_efficiency_and_unknown_watts_no_efficacy(lopsided):
    assert efficiency(replace(lopsided, lumens_per_lamp_lm=None)) is None
    assert efficacy_lm_per_w(replace(lopsided, input_watts_w=0.0)) is None
