"""Illuminance that mathematics gives in closed form."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine.direct import illuminance
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.site.model import Luminaire


def axial(candela, step_deg=180.0):
    """A luminaire file that is the same all round, from a function of the vertical angle."""
    vertical = np.linspace(0, 180, round(180 / step_deg) + 1)
    distribution = IntensityDistribution(
        PhotometricType.C,
        Symmetry.AXIAL,
        vertical,
        np.array([0.0]),
        candela(np.radians(vertical))[np.newaxis],
    )
    return SimpleNamespace(distribution=distribution, tilt=None)


ISOTROPIC = axial(lambda v: np.full_like(v, 1000.0))


def cosine_power(n, step_deg):
    return axial(lambda v: 1000.0 * np.maximum(np.cos(v), 0.0) ** n, step_deg)


def test_an_isotropic_source_falls_off_as_height_over_distance_cubed():
    r = np.array([0, 10, 17.32050807568877])
    points = np.column_stack([r, 0 * r, 0 * r])
    light = illuminance([Luminaire(ISOTROPIC, 0, 0, 10)], points)
    assert light == pytest.approx([10, 3.5355339059327378, 1.25], rel=1e-14)


def test_ten_thousand_isotropic_lumens_three_metres_up():
    candela = 10000 / (4 * np.pi)
    source = axial(lambda v: np.full_like(v, candela))
    points = [[r, 0, 0] for r in range(6)]
    expected = [88.419413, 75.493818, 50.932660, 31.260983, 19.098593, 12.041845]
    light = illuminance([Luminaire(source, 0, 0, 3)], points)
    assert light == pytest.approx(expected, rel=1e-7)  # the expected values have eight digits


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_cosine_power_source_gives_a_cosine_power_plus_three(n):
    step, h = 0.05, 12.0
    source = Luminaire(cosine_power(n, step), 0, 0, h)
    tangent = np.tan(np.radians([0, 7.3, 20, 41.77, 60]))
    light = illuminance([source], np.column_stack([h * tangent, 0 * tangent, 0 * tangent]))
    expected = 1000 / h**2 * (1 / np.sqrt(1 + tangent**2)) ** (n + 3)
    # A chord lies below the curve by step**2 / 8 times its second derivative, n(n - 1) + n at most.
    sag = np.radians(step) ** 2 / 8 * n**2 * 2**n
    assert light == pytest.approx(expected, rel=sag)


def test_flux_through_a_square_below_an_isotropic_source_is_a_sixth_of_pi():
    h, side, n = 10.0, 10.0, 400
    centres = (np.arange(n) + 0.5) * side / n
    x, y = np.meshgrid(centres, centres)
    points = np.column_stack([x.ravel(), y.ravel(), np.zeros(n * n)])
    flux = illuminance([Luminaire(ISOTROPIC, 0, 0, h)], points).sum() * (side / n) ** 2
    # The midpoint rule errs by cell**2 / 24 times the second derivative over the height: 1e-6.
    assert flux == pytest.approx(1000 * np.pi / 6, rel=3e-6)


def test_mean_illuminance_on_a_square_is_its_flux_over_its_area():
    n = 400
    centres = (np.arange(n) + 0.5) * 20 / n - 10
    x, y = np.meshgrid(centres, centres)
    points = np.column_stack([x.ravel(), y.ravel(), np.zeros(n * n)])
    mean = illuminance([Luminaire(ISOTROPIC, 0, 0, 10)], points).mean()
    assert mean == pytest.approx(5.235987756, rel=5e-6)  # midpoint rule, as above


def test_the_handbook_example():
    source = axial(lambda v: np.full_like(v, 1000.0))
    point = [[10 * math.tan(math.radians(30)), 0, 0]]
    light = illuminance([Luminaire(source, 0, 0, 10)], point)
    assert light == pytest.approx([6.495190528383290], rel=1e-14)


@settings(max_examples=25, deadline=None)
@given(st.floats(-180, 180), st.floats(0, 75), st.floats(-180, 180), st.floats(-180, 180))
def test_an_axially_symmetric_source_does_not_notice_its_spin(orientation, tilt, spin, other):
    beam = cosine_power(40, 1.0)
    points = [[5, 8, 0], [-20, 3, 0], [30, -30, 0]]
    first = illuminance([Luminaire(beam, 0, 0, 20, orientation, tilt, 0, spin)], points)
    second = illuminance([Luminaire(beam, 0, 0, 20, orientation, tilt, 0, other)], points)
    assert first == pytest.approx(second, rel=1e-10, abs=1e-13)


@pytest.mark.parametrize("tilt", [0.0, 25.0, 50.0])
def test_a_tilted_beam_gives_its_exact_illuminance_and_peaks_where_it_points(tilt):
    n, step, h = 60, 0.05, 20.0
    luminaire = Luminaire(cosine_power(n, step), 0, 0, h, orientation_deg=90, tilt_deg=tilt)
    y = np.linspace(-10, 60, 281)
    light = illuminance([luminaire], np.column_stack([0 * y, y, 0 * y]))
    distance = np.hypot(y, h)
    axis = np.sin(np.radians(tilt)) * y / distance + np.cos(np.radians(tilt)) * h / distance
    expected = 1000 * np.maximum(axis, 0) ** n * h / distance**3
    lit = expected > 1e-3
    # Chords of cos**60 within the lit part: step**2 / 8 * n * n * tan**2 of 40 degrees at most.
    assert light[lit] == pytest.approx(expected[lit], rel=5e-4)
    # The fall with distance pulls the peak toward the pole by less than the beam's width.
    assert abs(y[light.argmax()] - h * np.tan(np.radians(tilt))) < 2.5
