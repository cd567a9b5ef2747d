"""NEMA types and spacing criteria against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.floodlight import nema_type, spacing_criterion

A, B, C = PhotometricType.A, PhotometricType.B, PhotometricType.C
ANGLES = np.arange(-90.0, 90.1, 1.0)


def axial(candela, v=np.arange(0.0, 90.1, 1.0)):  # noqa: B008 - never changed
    return IntensityDistribution(C, Symmetry.AXIAL, v, np.zeros(1), candela(v)[np.newaxis])


def triangle(field_h_deg, field_v_deg, kind=B):
    """Falls off straight from 1000 cd; the product of both falls: a tenth at the field's edges."""
    across = np.clip(1.0 - 0.9 * np.abs(ANGLES) / (field_h_deg / 2), 0.0, None)
    upright = np.clip(1.0 - 0.9 * np.abs(ANGLES) / (field_v_deg / 2), 0.0, None)
    return IntensityDistribution(
        kind, Symmetry.NONE, ANGLES, ANGLES, 1000.0 * np.outer(across, upright)
    )


@pytest.mark.parametrize("kind", [A, B])
def test_spreads_are_read_across_and_up_and_down(kind):
    found = nema_type(triangle(80.0, 40.0, kind))
    # The planes through the axis run along the file's own angles, straight between them.
    assert found.field_horizontal_deg == pytest.approx(80.0, abs=1e-6)
    assert found.field_vertical_deg == pytest.approx(40.0, abs=1e-6)
    assert found.beam_horizontal_deg == pytest.approx(80.0 * 5 / 9, abs=1e-6)
    assert found.beam_vertical_deg == pytest.approx(40.0 * 5 / 9, abs=1e-6)
    assert (found.horizontal, found.vertical) == (5, 3)
    assert str(found) == "5 x 3"
    assert (found.max_horizontal_deg, found.max_vertical_deg) == pytest.approx((0.0, 0.0))


@pytest.mark.parametrize(
    ("field_deg", "name"),
    [
        (9.0, None), (10.0, 1), (18.0, 1), (18.2, 2), (29.0, 2), (29.2, 3), (46.0, 3), (46.2, 4),
        (70.0, 4), (70.2, 5), (100.0, 5), (100.2, 6), (130.0, 6), (130.2, 7), (170.0, 7),
    ],
)  # fmt: skip
def test_types_are_bounded_by_the_field_angle(field_deg, name):
    # Even steps of the file put a knot on every whole degree of half the field.
    v = np.unique(np.append(ANGLES, [-field_deg / 2, field_deg / 2]))
    upright = np.clip(1.0 - 0.9 * np.abs(v) / (field_deg / 2), 0.0, None)
    dist = IntensityDistribution(B, Symmetry.NONE, v, ANGLES, np.tile(1000.0 * upright, (181, 1)))
    assert nema_type(dist).vertical == name


def test_a_narrower_field_than_ten_degrees_has_no_type():
    assert str(nema_type(triangle(40.0, 8.0))) == "3 x -"


@pytest.mark.parametrize("power", [3, 10, 40])
def test_a_cosine_power_has_its_closed_beam_and_field(power):
    found = nema_type(axial(lambda v: np.cos(np.radians(v)) ** power))
    beam, field = (2 * math.degrees(math.acos(x ** (1 / power))) for x in (0.5, 0.1))
    # Chords of a degree: n^2 step^2 / 8 of the peak over a slope of order n: 4e-5 n rad.
    tolerance = 0.01 * power
    assert found.beam_horizontal_deg == pytest.approx(beam, abs=tolerance)
    assert found.beam_vertical_deg == pytest.approx(beam, abs=tolerance)
    assert found.field_horizontal_deg == pytest.approx(field, abs=tolerance)
    assert found.field_vertical_deg == pytest.approx(field, abs=tolerance)


def test_the_planes_go_through_the_maximum():
    # The lit patch is centred on H = 20, V = -30, and nothing is on the axis.
    across = np.clip(1.0 - 0.9 * np.abs(ANGLES - 20.0) / 12.0, 0.0, None)
    upright = np.clip(1.0 - 0.9 * np.abs(ANGLES + 30.0) / 10.0, 0.0, None)
    cd = 800.0 * np.outer(across, upright)
    found = nema_type(IntensityDistribution(B, Symmetry.NONE, ANGLES, ANGLES, cd))
    assert (found.max_horizontal_deg, found.max_vertical_deg) == pytest.approx((20.0, -30.0))
    assert (found.field_horizontal_deg, found.field_vertical_deg) == pytest.approx((24.0, 20.0))


def test_the_outermost_crossing_counts_past_a_dark_ring():
    v = np.array([0.0, 10.0, 20.0, 30.0, 40.0, 90.0])
    cd = np.array([1000.0, 50.0, 50.0, 600.0, 0.0, 0.0])
    found = nema_type(IntensityDistribution(C, Symmetry.AXIAL, v, np.zeros(1), cd[np.newaxis]))
    # A tenth of 1000 on the outer fall from 600 at 30 to 0 at 40.
    assert found.field_horizontal_deg == pytest.approx(2 * (30 + 10 * 500 / 600), abs=1e-6)


def test_planes_that_disagree_at_nadir_may_leave_one_without_a_beam():
    v, h = np.array([0.0, 90.0, 180.0]), np.array([0.0, 45.0, 90.0])
    cd = np.outer([200.0, 400.0, 600.0], [1.0, 0.4, 0.0])
    found = nema_type(IntensityDistribution(C, Symmetry.QUADRANT, v, h, cd))
    # The plane up and down is that of 0 and 180 degrees: 200 cd at nadir, a third of 600.
    assert found.beam_vertical_deg == 0.0
    assert found.field_vertical_deg > 100.0
    assert found.beam_horizontal_deg > 100.0


def test_a_dark_file_has_no_type():
    assert nema_type(axial(np.zeros_like)) is None


# ---------------------------------------------------------------- spacing criterion


@pytest.mark.parametrize("power", [0, 1, 2, 6])
def test_the_spacing_criterion_of_a_cosine_power_is_closed(power):
    found = spacing_criterion(axial(lambda v: np.cos(np.radians(v)) ** power))
    # n cos^(power + 3) = 1, with n two or four.
    two = 2 * math.tan(math.acos(2 ** (-1 / (power + 3))))
    four = math.sqrt(2) * math.tan(math.acos(4 ** (-1 / (power + 3))))
    # Chords of a degree, as for the beam angles: 1e-4 n rad over a slope of order one.
    assert found.diagonal == pytest.approx(four, abs=1e-3)
    assert found.plane_0 == pytest.approx(min(two, four), abs=1e-3)
    assert found.plane_90 == found.plane_0


def test_each_plane_has_its_own_spacing():
    v, h = np.arange(0.0, 90.1, 0.5), np.array([0.0, 90.0])
    cd = np.stack([np.cos(np.radians(v)) ** 2, np.cos(np.radians(v))])
    found = spacing_criterion(IntensityDistribution(C, Symmetry.QUADRANT, v, h, cd))
    assert found.plane_0 == pytest.approx(2 * math.tan(math.acos(2 ** (-1 / 5))), abs=1e-3)
    assert found.plane_90 == pytest.approx(2 * math.tan(math.acos(2 ** (-1 / 4))), abs=1e-3)


def test_no_light_straight_down_means_no_spacing_criterion():
    found = spacing_criterion(axial(lambda v: np.sin(np.radians(v))))
    assert (found.plane_0, found.plane_90, found.diagonal) == (None, None, None)
