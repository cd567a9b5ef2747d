"""Poses: what each angle does, in which order, and what an aim point means."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine.direct import illuminance
from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.pose import ARRANGEMENT_OFFSETS_DEG, aim_angles, rotation_matrix
from photometry.luminaires.read import read_luminaire
from photometry.site.model import Luminaire

NADIR = np.array([0.0, 0.0, -1.0])
angle = st.floats(-720, 720)


def test_an_untilted_luminaire_looks_down_and_its_street_side_follows_the_orientation():
    turned = rotation_matrix(30)
    assert turned @ NADIR == pytest.approx(NADIR, abs=0)
    assert turned @ [1, 0, 0] == pytest.approx([np.sqrt(3) / 2, 0.5, 0], abs=1e-15)


@pytest.mark.parametrize(
    ("pose", "nadir"),
    [
        ((0, 90, 0, 0), (1, 0, 0)),
        ((90, 90, 0, 0), (0, 1, 0)),
        ((0, 0, 90, 0), (0, 1, 0)),
        ((180, 90, 0, 270), (-1, 0, 0)),
        ((0, 180, 0, 0), (0, 0, 1)),
        ((0, -90, 0, 0), (-1, 0, 0)),
    ],
)
def test_quarter_turns_are_exact(pose, nadir):
    assert (rotation_matrix(*pose) @ NADIR == nadir).all()
    assert set(np.abs(rotation_matrix(*pose)).ravel()) <= {0.0, 1.0}


def test_roll_leans_nadir_toward_lateral_angle_90_of_the_turned_luminaire():
    leaning = rotation_matrix(90, 0, 30) @ NADIR
    assert leaning == pytest.approx([-0.5, 0, -np.sqrt(3) / 2], abs=1e-15)


def test_spin_is_about_the_tilted_axis_and_counterclockwise_from_above():
    assert rotation_matrix(0, 0, 0, 90) @ [1, 0, 0] == pytest.approx([0, 1, 0], abs=0)
    # Tilted level, nadir is +x and the street side up; spun by 90 the street side is +y.
    assert rotation_matrix(0, 90, 0, 90) @ [1, 0, 0] == pytest.approx([0, 1, 0], abs=0)
    assert rotation_matrix(0, 90, 0, 90) @ NADIR == pytest.approx([1, 0, 0], abs=0)


@settings(deadline=None)
@given(angle, angle, angle, angle)
def test_a_pose_is_a_rotation(orientation, tilt, roll, spin):
    turned = rotation_matrix(orientation, tilt, roll, spin)
    # Products of four matrices of sines: a few units of the last place.
    assert turned @ turned.T == pytest.approx(np.eye(3), abs=5e-15)
    assert np.linalg.det(turned) == pytest.approx(1.0, abs=5e-15)


@settings(deadline=None)
@given(angle, angle, angle, angle)
def test_a_pose_is_the_product_of_its_turns(orientation, tilt, roll, spin):
    each = (
        rotation_matrix(orientation)
        @ rotation_matrix(0, tilt)
        @ rotation_matrix(0, 0, roll)
        @ rotation_matrix(0, 0, 0, spin)
    )
    assert rotation_matrix(orientation, tilt, roll, spin) == pytest.approx(each, abs=1e-15)


def test_angles_broadcast_to_a_stack_of_matrices():
    stack = rotation_matrix([0, 90, 45], 10, [[0], [5]])
    assert stack.shape == (2, 3, 3, 3)
    assert stack[1, 2] == pytest.approx(rotation_matrix(45, 10, 5), abs=0)


@settings(deadline=None)
@given(st.floats(-300, 300), st.floats(-300, 300), st.floats(-100, 100))
def test_the_axis_of_an_aimed_luminaire_passes_through_the_point(dx, dy, dz):
    length = np.sqrt(dx * dx + dy * dy + dz * dz)
    if length < 1e-3:
        return
    toward = np.array([dx, dy, dz]) / length
    axes = {PhotometricType.C: NADIR, PhotometricType.B: NADIR, PhotometricType.A: [1, 0, 0]}
    for kind, axis in axes.items():
        orientation, tilt = aim_angles(dx, dy, dz, kind)
        assert rotation_matrix(orientation, tilt) @ axis == pytest.approx(toward, abs=1e-14)


def test_a_luminaire_aimed_straight_down_is_not_turned():
    orientation, tilt = aim_angles(0, 0, -20, PhotometricType.C)
    assert (orientation, tilt) == (0, 0)
    assert aim_angles(0, 0, -20, PhotometricType.A)[1] == -90


def test_aimed_luminaires_light_their_targets(cases):
    uniform = read_luminaire(cases / "00-uniform.ies")
    for case in json.loads((cases / "43-aimed-point-nan.json").read_text())["cases"]:
        place, target = np.array(case["luminaire"]), np.array(case["aim_and_point"])
        orientation, tilt = aim_angles(*(target - place), PhotometricType.C)
        aimed = Luminaire(uniform, *place, orientation_deg=orientation, tilt_deg=tilt)
        # The case gives eight digits.
        assert illuminance([aimed], [target])[0] == pytest.approx(case["fc"], rel=1e-6)


def test_arrangements_start_at_the_orientation_of_the_pole():
    assert set(ARRANGEMENT_OFFSETS_DEG) == {"single", "d180", "d90", "t120", "t90", "quad"}
    assert all(offsets[0] == 0 for offsets in ARRANGEMENT_OFFSETS_DEG.values())
    assert ARRANGEMENT_OFFSETS_DEG["t90"] == (0, 90, 180)
    assert ARRANGEMENT_OFFSETS_DEG["t120"] == (0, 120, 240)
