"""The plain path against arithmetic that can be followed by hand."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine.direct import direct_illuminance, head_contributions
from photometry.engine.heads import head_arrays
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.pose import rotation_matrix
from photometry.luminaires.read import read_luminaire
from photometry.luminaires.record import TiltTable
from photometry.site.model import Luminaire

place = st.floats(-60, 60)
height = st.floats(0.5, 40)
angle = st.floats(-180, 180)


def fc(luminaires, points, normals=None, **options):
    heads = head_arrays(luminaires, **options)
    return direct_illuminance(heads, np.atleast_2d(points), normals)[0]


def by_hand(luminaire, point, normal):
    """One luminaire at one point, with the library's own candela and nothing else of it."""
    ray = [
        p - q for p, q in zip(point, (luminaire.x_ft, luminaire.y_ft, luminaire.z_ft), strict=True)
    ]
    distance = math.sqrt(sum(c * c for c in ray))
    cosine = -sum(c * n for c, n in zip(ray, normal, strict=True)) / distance
    if cosine <= 0:
        return 0.0
    turn = rotation_matrix(
        luminaire.orientation_deg, luminaire.tilt_deg, luminaire.roll_deg, luminaire.spin_deg
    )
    local = [sum(turn[i][j] * ray[i] for i in range(3)) / distance for j in range(3)]
    vertical = math.degrees(math.atan2(math.hypot(local[0], local[1]), -local[2]))
    lateral = math.degrees(math.atan2(local[1], local[0]))
    candela = luminaire.file.distribution.candela(vertical, lateral)
    return luminaire.llf * float(candela) * cosine / distance**2


@settings(max_examples=40, deadline=None)
@given(place, place, height, angle, angle, angle, angle)
def test_a_turned_lopsided_luminaire_gives_what_hand_arithmetic_gives(
    lopsided, x, y, h, orientation, tilt, roll, spin
):
    luminaire = Luminaire(lopsided, 3, -2, h, orientation, tilt, roll, spin, llf=0.81)
    normals = np.array([[0, 0, 1], [1, 0, 0], [0, -0.6, 0.8]])
    points = np.array([[x, y, 0], [x, y, 5], [x + 1, y + 1, 0]])
    if np.hypot(x - 3, y + 2) < 2 or abs(h - 5) < 0.1:
        return
    expected = [by_hand(luminaire, p, n) for p, n in zip(points, normals, strict=True)]
    # Rounding of the direction, times the steepest cell of the table.
    assert fc([luminaire], points, normals) == pytest.approx(expected, rel=1e-10, abs=1e-13)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(place, place, height, angle, angle), min_size=2, max_size=4))
def test_light_of_several_luminaires_adds_up(lopsided, placed):
    luminaires = [Luminaire(lopsided, x, y, h, a, t) for x, y, h, a, t in placed]
    points = np.array([[0.5, 0.25, 0], [90, 20, 0], [-12, -70, 0]])
    each = sum(fc([luminaire], points) for luminaire in luminaires)
    assert fc(luminaires, points) == pytest.approx(each, rel=1e-12)
    split = head_contributions(head_arrays(luminaires), points)
    assert split.sum(axis=1) == pytest.approx(each, rel=1e-12)


@settings(max_examples=20, deadline=None)
@given(place, place, height, angle, angle, st.floats(0.1, 10))
def test_a_site_drawn_larger_gets_darker_by_the_square(lopsided, x, y, h, o, t, scale):
    points = np.array([[x, y, 0.0], [y, -x, 0.0]])
    small = fc([Luminaire(lopsided, 1, 2, h, o, t)], points)
    large = fc([Luminaire(lopsided, scale, 2 * scale, h * scale, o, t)], points * scale)
    assert large * scale**2 == pytest.approx(small, rel=1e-9, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(place, place, height, angle, angle, angle)
def test_a_site_turned_as_a_whole_keeps_its_light(lopsided, x, y, h, orientation, tilt, turn):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    plan = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    points = np.array([[x, y, 0.0], [20.0, y, 1.5]])
    normals = np.array([[0, 0, 1], [0.6, 0.0, 0.8]])
    before = fc([Luminaire(lopsided, 5, 1, h + 2, orientation, tilt)], points, normals)
    px, py, _ = plan @ [5, 1, 0]
    after = fc(
        [Luminaire(lopsided, px, py, h + 2, orientation + turn, tilt)],
        points @ plan.T,
        normals @ plan.T,
    )
    assert after == pytest.approx(before, rel=1e-9, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(place, place, height, st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_a_site_moved_as_a_whole_keeps_its_light(lopsided, x, y, h, east, north):
    there = fc([Luminaire(lopsided, east, north, h, 30, 20)], [[x + east, y + north, 0]])
    # Moving by 2,000 ft leaves 13 digits of a foot.
    assert there == pytest.approx(fc([Luminaire(lopsided, 0, 0, h, 30, 20)], [[x, y, 0]]), rel=1e-8)


def test_layers_keep_the_light_of_their_heads_apart(lopsided):
    luminaires = [Luminaire(lopsided, x, 0, 20) for x in (0, 30, 60)]
    heads = head_arrays(luminaires, layer=[2, 0, 2], factor=[1, 0.5, 1])
    points = [[10, 5, 0], [50, -8, 0]]
    layers = direct_illuminance(heads, points, n_layers=3)
    alone = [fc([luminaire], points) for luminaire in luminaires]
    assert layers[0] == pytest.approx(alone[1] * 0.5, rel=1e-14)
    assert (layers[1] == 0).all()
    assert layers[2] == pytest.approx(alone[0] + alone[2], rel=1e-14)


def test_equal_files_read_twice_share_one_table(lopsided):
    again = SimpleNamespace(distribution=lopsided.distribution.scaled(1.0), tilt=None)
    other = SimpleNamespace(distribution=lopsided.distribution.scaled(2.0), tilt=None)
    heads = head_arrays([Luminaire(f, 0, 0, 9) for f in (lopsided, again, other, lopsided)])
    assert len(heads.tables) == 2
    assert list(heads.table) == [0, 0, 1, 0]


def test_the_position_of_a_tilted_lamp_weighs_on_its_light():
    distribution = IntensityDistribution(
        PhotometricType.C,
        Symmetry.AXIAL,
        np.array([0.0, 180.0]),
        np.array([0.0]),
        np.full((1, 2), 1000.0),
    )
    table = TiltTable(1, (0.0, 45.0, 90.0), (1.0, 0.9, 0.7))
    lamp = SimpleNamespace(distribution=distribution, tilt=table)
    level, tilted = (
        fc([Luminaire(lamp, 0, 0, 10)], [0, 0, 0]),
        fc([Luminaire(lamp, 0, 0, 10, tilt_deg=45)], [0, 0, 0]),
    )
    assert level == pytest.approx([10.0], rel=1e-15)
    assert tilted == pytest.approx([9.0], rel=1e-14)


@pytest.mark.parametrize(
    ("file", "points", "expected"),
    [
        ("01-linear-factors.ies", [[0, 0, 0]], [13.5]),
        (
            "03-single-plane.ies",
            [[10, 0, 0], [0, 10, 0], [-10, 0, 0], [-7.0710678, -7.0710678, 0]],
            [2.500000774] * 4,
        ),
        ("04-h90-to-270.ies", [[10, 0, 0], [0, 10, 0]], [0.3535533906, 1.060660172]),
        ("06-bilateral-0-180.ies", [[0, 10, 0], [0, -10, 0]], [1.414213562] * 2),
        (
            "07-wrap-360.ies",
            [[10, -1e-17, 0], [-10, 0.0, 0], [-10, -0.0, 0]],
            [0.3535533906, 1.060660172, 1.060660172],
        ),
        ("23-meter-dimensions.ies", [[0, 0, 0]], [13.5]),
        (
            "40-handedness.ies",
            [[10, 0, 0], [0, 10, 0], [-10, 0, 0], [0, -10, 0]],
            [3.535534, 7.071068, 10.606602, 14.142136],
        ),
    ],
)
def test_small_files_light_their_points(cases, file, points, expected):
    luminaire = Luminaire(read_luminaire(cases / file), 0, 0, 10)
    assert fc([luminaire], points) == pytest.approx(expected, rel=1e-6)


def test_a_type_b_file_lights_along_its_own_angles(cases):
    luminaire = Luminaire(read_luminaire(cases / "26-type-b.ies"), 0, 0, 10)
    light = fc([luminaire], [[10, 0, 0], [0, 10, 0], [10, 10, 0]])
    # The case gives these to four and three digits.
    assert light[:2] == pytest.approx([0.3535533906, 2.828427125], rel=1e-4)
    assert light[2] == pytest.approx(0.1622872677, rel=1e-3)


def test_tilt_comes_before_spin(cases):
    beam = read_luminaire(cases / "42-tilt-then-spin.ies")
    luminaire = Luminaire(beam, 0, 0, 20, orientation_deg=90, tilt_deg=30)
    points = [[0, 11.547005, 0], [11.547005, 0, 0], [0, -11.547005, 0], [0, 0, 0]]
    light = fc([luminaire], points)
    assert light[0] == pytest.approx(1.623797632, rel=1e-5)
    assert (light[1:] == 0).all()


def test_a_luminaire_below_the_point_lights_only_a_meter_that_looks_down(cases):
    uplight = Luminaire(read_luminaire(cases / "51-luminaire-below-point.ies"), 0, 0, 0)
    assert fc([uplight], [0, 0, 10])[0] == 0
    assert fc([uplight], [0, 0, 10], [0, 0, -1]) == pytest.approx([10.0], rel=1e-9)
    grid = [[x, y, 10] for x in range(-2, 3) for y in range(-2, 3)]
    assert (fc([uplight], grid) >= 0).all()


def test_far_from_the_origin_nothing_is_lost(cases):
    uniform = read_luminaire(cases / "00-uniform.ies")
    for x, y in ((0.0, 0.0), (1500000.3, 600000.7)):
        heads = head_arrays([Luminaire(uniform, x, y, 20)], origin_ft=(x, y))
        light = direct_illuminance(heads, [[12.3, 4.1, 0]])[0]
        assert light == pytest.approx([1.4770419], rel=1e-7)
