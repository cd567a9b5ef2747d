"""Distributions against the definitions of the standard, read by a plain loop."""

from __future__ import annotations

import math
import runpy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.read import read_luminaire

HERE = Path(__file__).parent
MAKER = runpy.run_path(str(HERE / "make_lopsided.py"))

A, B, C = PhotometricType.A, PhotometricType.B, PhotometricType.C


# ---------------------------------------------------------------- the oracle


def file_angles(kind, d):
    """Vertical and lateral angle of a direction, as IESNA LM-63-02 defines them for each type."""
    x, y, z = d
    if kind is C:
        return math.degrees(math.acos(-z)), math.degrees(math.atan2(y, x))
    if kind is B:
        return math.degrees(math.atan2(x, -z)), math.degrees(math.asin(-y))
    return math.degrees(math.asin(z)), math.degrees(math.atan2(-y, x))


def folded(symmetry, h):
    """Bring a lateral angle into the half or quarter that a symmetric file holds."""
    if symmetry is Symmetry.AXIAL:
        return None
    if symmetry is Symmetry.LATERAL:
        return abs(h)
    if symmetry is Symmetry.QUADRANT:
        h = abs((h + 180) % 360 - 180)
        return 180 - h if h > 90 else h
    if symmetry is Symmetry.BILATERAL_0_180:
        return abs((h + 180) % 360 - 180)
    if symmetry is Symmetry.BILATERAL_90_270:
        h %= 360
        return h if 90 <= h <= 270 else (180 - h) % 360
    return h


def between(angles, at):
    """Index and place of an angle among others; None outside them."""
    for i in range(len(angles) - 1):
        if angles[i] <= at <= angles[i + 1]:
            return i, (at - angles[i]) / (angles[i + 1] - angles[i])
    return None


def oracle(dist, d):
    """Candela toward a unit vector, by the definitions and one cell at a time."""
    v, h = file_angles(dist.photometric_type, d)
    h = folded(dist.symmetry, h)
    laterals, table = list(dist.lateral_deg), dist.candela_cd
    row = between(list(dist.vertical_deg), v)
    if row is None:
        return 0.0
    i, f = row

    def column(j):
        return table[j][i] * (1 - f) + table[j][i + 1] * f

    if h is None:
        return column(0)
    if dist.photometric_type is C:
        h = laterals[0] + (h - laterals[0]) % 360
        if h > laterals[-1]:  # from the last plane on to the first
            g = (h - laterals[-1]) / (laterals[0] + 360 - laterals[-1])
            return column(len(laterals) - 1) * (1 - g) + column(0) * g
    cell = between(laterals, h)
    if cell is None:
        return 0.0
    j, g = cell
    return column(j) * (1 - g) + column(j + 1) * g


V_C = [0, 7, 20, 45, 61, 90, 118, 180]
V_AB = [-90, -50, -33, 0, 11, 48, 90]
SHAPES = {
    "axial": (C, Symmetry.AXIAL, V_C, [0]),
    "quadrant": (C, Symmetry.QUADRANT, V_C, [0, 12, 40, 90]),
    "about 0-180": (C, Symmetry.BILATERAL_0_180, V_C, [0, 30, 75, 110, 180]),
    "about 90-270": (C, Symmetry.BILATERAL_90_270, V_C, [90, 100, 160, 225, 270]),
    "whole": (C, Symmetry.NONE, V_C, [0, 25, 90, 130, 200, 300, 360]),
    "ring left open": (C, Symmetry.NONE, V_C, [0, 25, 90, 130, 200, 300]),
    "ring from -180": (C, Symmetry.NONE, V_C, [-180, -70, 10, 65, 180]),
    "lower half only": (C, Symmetry.NONE, [0, 30, 60, 90], [0, 100, 250, 360]),
    "upper half only": (C, Symmetry.QUADRANT, [90, 120, 180], [0, 60, 90]),
    "type A": (A, Symmetry.NONE, V_AB, [-90, -40, 5, 33, 90]),
    "type A half": (A, Symmetry.LATERAL, V_AB, [0, 5, 33, 90]),
    "type A narrow": (A, Symmetry.NONE, [-30, 0, 12, 30], [-45, -20, 5, 60]),
    "type B": (B, Symmetry.NONE, V_AB, [-90, -40, 5, 33, 90]),
    "type B half": (B, Symmetry.LATERAL, V_AB, [0, 5, 33, 90]),
    "type B narrow": (B, Symmetry.NONE, [-30, 0, 12, 30], [-45, -20, 5, 60]),
}


def make(name):
    kind, symmetry, v, h = SHAPES[name]
    candela = np.random.default_rng(7).uniform(10.0, 1000.0, (len(h), len(v)))
    if name == "whole" or h[-1] - h[0] == 360:
        candela[-1] = candela[0]
    return IntensityDistribution(kind, symmetry, np.array(v, float), np.array(h, float), candela)


def directions(n, seed):
    d = np.random.default_rng(seed).normal(size=(n, 3))
    return d / np.linalg.norm(d, axis=1)[:, None]


@pytest.mark.parametrize("name", SHAPES)
def test_every_type_and_symmetry_agrees_with_the_definitions(name):
    dist = make(name)
    d = directions(400, seed=11)
    expected = [oracle(dist, one) for one in d]
    # Rounding of two arc functions, times the steepest cell (1000 cd in 5 degrees): 1e-10 cd.
    np.testing.assert_allclose(dist.candela_toward(d), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", SHAPES)
def test_angles_and_vectors_name_the_same_direction(name):
    dist = make(name)
    d = directions(200, seed=5)
    v = np.degrees(np.arccos(-d[:, 2]))
    h = np.degrees(np.arctan2(d[:, 1], d[:, 0]))
    np.testing.assert_allclose(dist.candela(v, h), dist.candela_toward(d), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", SHAPES)
def test_at_its_own_angles_a_file_gives_its_own_candela(name):
    kind, _, v, h = SHAPES[name]
    dist = make(name)
    for j, lateral in enumerate(h):
        for i, vertical in enumerate(v):
            d = MAKER["direction"](str(kind), vertical, lateral)
            if abs(d[1 if kind is B else 2]) > 1 - 1e-12:
                continue  # at a pole every plane meets
            assert dist.candela_toward(d) == pytest.approx(dist.candela_cd[j, i], rel=1e-9)


# ---------------------------------------------------------------- the lopsided light


@pytest.mark.parametrize("kind", ["A", "B", "C"])
def test_the_lopsided_light_is_the_same_light_in_every_type(kind):
    name = {"A": "lopsided_a.ies", "B": "lopsided_b.ies", "C": "lopsided.ies"}[kind]
    dist = read_luminaire(HERE / "data" / name).distribution
    assert dist.photometric_type == kind
    for vertical in dist.vertical_deg:
        for lateral in dist.lateral_deg:
            d = MAKER["direction"](kind, vertical, lateral)
            # The files hold two decimals.
            assert dist.candela_toward(d) == pytest.approx(MAKER["intensity"](*d), abs=0.0051)


def test_the_lopsided_files_are_what_their_script_writes():
    for name, text in MAKER["files"]().items():
        assert (HERE / "data" / name).read_bytes() == text.encode("ascii")


def test_the_lopsided_light_differs_in_every_octant(lopsided):
    v, h = np.meshgrid([54.7, 125.3], [45, 135, 225, 315])
    octants = lopsided.distribution.candela(v, h).ravel()
    apart = np.abs(octants[:, None] - octants[None, :])[~np.eye(8, dtype=bool)]
    assert apart.min() > 10.0  # cd: far more than any tolerance in the suite


# ---------------------------------------------------------------- edges


def test_a_ring_of_planes_has_no_seam(cases):
    dist = read_luminaire(cases / "07-wrap-360.ies").distribution
    at_zero = dist.candela(45, [0.0, 360.0, 720.0, -360.0, -1e-17])
    np.testing.assert_allclose(at_zero, 100.0, rtol=1e-9)
    assert dist.candela(45, 359.999999) == pytest.approx(100.0, abs=1e-3)


def test_no_light_comes_from_outside_the_vertical_range(cases):
    dist = read_luminaire(cases / "15-lower-hemisphere-only.ies").distribution
    assert dist.candela([90.001, 120, 180], 0).tolist() == [0.0, 0.0, 0.0]
    assert dist.candela(90, 0) == pytest.approx(50.0, rel=1e-9)


def test_a_direction_at_the_edge_by_rounding_is_still_in_the_table():
    dist = make("lower half only")
    edge = dist.candela(90.0, 100.0)
    assert edge > 0
    assert dist.candela(90.0 + 1e-10, 100.0) == pytest.approx(edge)
    assert (
        dist.candela_toward([math.cos(math.radians(100)), math.sin(math.radians(100)), 6e-17]) > 0
    )


@pytest.mark.parametrize("lateral", [90.0, 270.0])
def test_the_poles_of_a_type_b_table_are_lit(lateral):
    dist = make("type B")
    assert dist.candela(90.0, lateral) > 0
    assert dist.candela(89.0, lateral) > 0


def test_zenith_and_nadir_of_a_type_a_table_are_lit():
    dist = make("type A")
    column = 2  # the plane at 5 degrees, which lateral angle -5 of Type C asks for
    assert dist.candela(0.0, -5.0) == pytest.approx(dist.candela_cd[column, 0], rel=1e-9)
    assert dist.candela(180.0, -5.0) == pytest.approx(dist.candela_cd[column, -1], rel=1e-9)


def test_scaling_scales_every_direction(lopsided):
    dist = lopsided.distribution
    half = dist.scaled(0.5)
    assert half.max_candela == pytest.approx(dist.max_candela / 2, rel=1e-15)
    assert half.candela(33, 44) == pytest.approx(dist.candela(33, 44) / 2, rel=1e-12)


def test_angles_broadcast(lopsided):
    grid = lopsided.distribution.candela(np.array([[10.0], [20.0]]), np.array([0.0, 90.0, 180.0]))
    assert grid.shape == (2, 3)
    assert grid[1, 2] == lopsided.distribution.candela(20.0, 180.0)


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(sorted(SHAPES)), seed=st.integers(0, 10_000))
def test_no_direction_gives_more_than_the_largest_entry_or_less_than_nothing(name, seed):
    dist = make(name)
    values = dist.candela_toward(directions(64, seed))
    assert values.min() >= 0.0
    assert values.max() <= dist.max_candela * (1 + 1e-12)


# ---------------------------------------------------------------- illuminance in plain form


def footcandles(dist, x, y, height_ft=10.0):
    """I cos / d2 on the ground, the luminaire at the origin and `height_ft` up."""
    d2 = x * x + y * y + height_ft**2
    away = np.array([x, y, -height_ft]) / math.sqrt(d2)
    return float(dist.candela_toward(away)) * (height_ft / math.sqrt(d2)) / d2


def test_lateral_angles_of_type_c_run_counterclockwise_seen_from_above(cases):
    dist = read_luminaire(cases / "40-handedness.ies").distribution
    got = [footcandles(dist, *at) for at in [(10, 0), (0, 10), (-10, 0), (0, -10)]]
    assert got == pytest.approx([3.535534, 7.071068, 10.606602, 14.142136], rel=1e-6)


def test_a_type_b_floodlight_turns_about_its_width(cases):
    dist = read_luminaire(cases / "26-type-b.ies").distribution
    assert footcandles(dist, 10, 0) == pytest.approx(0.3535533906, rel=1e-6)
    assert footcandles(dist, 0, 10) == pytest.approx(2.828427125, rel=1e-6)
    assert footcandles(dist, 10, 10) == pytest.approx(0.1622872677, rel=1e-4)


def test_a_half_file_lights_both_sides_of_its_plane(cases):
    dist = read_luminaire(cases / "06-bilateral-0-180.ies").distribution
    assert dist.candela(45, [270, 315, 225, 360]) == pytest.approx([400, 250, 550, 100], rel=1e-6)
    assert footcandles(dist, 0, 10) == pytest.approx(1.414213562, rel=1e-6)
    assert footcandles(dist, 0, -10) == pytest.approx(1.414213562, rel=1e-6)


def test_a_file_about_the_90_270_plane_is_mirrored_to_the_front(cases):
    dist = read_luminaire(cases / "04-h90-to-270.ies").distribution
    values = dist.candela(45, [0, 45, 90, 180, 270, 315])
    assert values == pytest.approx([100, 200, 300, 100, 300, 200], rel=1e-9)
    assert footcandles(dist, 10, 0) == pytest.approx(0.3535533906, rel=1e-6)
    assert footcandles(dist, 0, 10) == pytest.approx(1.060660172, rel=1e-6)


def test_one_plane_is_the_same_all_round(cases):
    dist = read_luminaire(cases / "03-single-plane.ies").distribution
    for at in [(10, 0), (0, 10), (-10, 0), (-7.0710678, -7.0710678)]:
        assert footcandles(dist, *at) == pytest.approx(2.500000774, rel=1e-6)


@pytest.mark.parametrize("name", ["lopsided", "lopsided_a"])
def test_whole_planes_are_the_candela_of_their_angles(name):
    dist = read_luminaire(HERE / "data" / f"{name}.ies").distribution
    lateral = np.array([-30.0, 0.0, 17.0, 90.0, 201.5, 360.0, 400.0])
    vertical = dist.table.polar_deg
    expected = dist.candela(vertical, lateral[:, np.newaxis])
    # Two interpolations in the other order.
    np.testing.assert_allclose(dist.planes(lateral), expected, rtol=1e-12)


def test_every_plane_of_an_axial_file_is_its_only_one():
    v, cd = np.array([0.0, 45.0, 90.0]), np.array([[9.0, 5.0, 1.0]])
    dist = IntensityDistribution(C, Symmetry.AXIAL, v, np.zeros(1), cd)
    assert dist.planes([0.0, 123.0]).tolist() == [[9.0, 5.0, 1.0]] * 2
