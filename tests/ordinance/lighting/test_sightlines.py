"""Sight lines against hand-computed cases and a plain walk along each line."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.ordinance.lighting.sightlines import (
    cutoff_elevation_ft,
    cutoff_to_hide_deg,
    hidden_elevations_ft,
    highest_seen_ft,
    inside_ring,
    lowest_seen_ft,
)
from photometry.site.model import Obstruction


def wall(x_from, x_to, top_ft, *, base_ft=0.0, half_width_ft=100.0):
    footprint = np.array(
        [
            [x_from, -half_width_ft],
            [x_to, -half_width_ft],
            [x_to, half_width_ft],
            [x_from, half_width_ft],
        ]
    )
    return Obstruction("wall", footprint, top_ft - base_ft, base_ft)


@pytest.mark.parametrize(
    ("cutoff_deg", "expected_ft"),
    [(64.0, 5.49), (65.0, 6.35), (58.0, 0.005), (57.0, -0.98), (90.0, 25.0)],
)
def test_the_cutoff_height_is_that_of_the_right_triangle(cutoff_deg, expected_ft):
    # The expected heights are rounded to the digits shown.
    z = float(cutoff_elevation_ft(25.0, 40.0, cutoff_deg))
    assert z == pytest.approx(expected_ft, abs=0.005)


def test_above_90_degrees_the_visible_height_grows_with_distance():
    z = cutoff_elevation_ft(20.0, np.array([10.0, 100.0]), 95.0)
    # 20 + d tan 5 deg
    assert z == pytest.approx(20.0 + np.array([10.0, 100.0]) * math.tan(math.radians(5.0)))


def test_no_cutoff_is_seen_from_every_height_and_cutoff_0_from_none():
    assert float(cutoff_elevation_ft(20.0, 30.0, 180.0)) == math.inf
    assert float(cutoff_elevation_ft(20.0, 30.0, 0.0)) == -math.inf
    # Straight below, everything up to the source itself sees it.
    assert float(cutoff_elevation_ft(20.0, 0.0, 0.0)) == 20.0


@given(st.floats(1.0, 100.0), st.floats(0.5, 300.0), st.floats(0.0, 6.0))
@settings(max_examples=50)
def test_the_cutoff_that_hides_a_source_puts_the_cutoff_height_on_the_limit(z, d, limit):
    needed = cutoff_to_hide_deg(z, d, limit)
    assert float(cutoff_elevation_ft(z, d, needed)) == pytest.approx(limit, abs=1e-6)


def test_a_wall_half_way_hides_the_heights_under_its_shadow():
    # Source 20 ft up at x = 0, eye at x = 40. A wall of no thickness worth naming at x = 20,
    # 12 ft high: the sight line over its top falls 8 ft in 20 ft, so 16 ft in 40: z = 4 ft.
    lower, upper = hidden_elevations_ft(
        [0.0, 0.0, 20.0], [[40.0, 0.0]], [wall(20.0, 20.0 + 1e-5, 12.0)]
    )
    hidden = upper > lower
    assert upper[hidden] == pytest.approx(4.0, abs=1e-4)  # the thickness given to the wall
    # Under the base (grade) the lines pass below z = 20 - 20 * 2 = -20 ft.
    assert lower[hidden] == pytest.approx(-20.0, abs=1e-4)
    assert highest_seen_ft([3.0], lower, upper)[0] == pytest.approx(-20.0, abs=1e-4)
    assert highest_seen_ft([4.5], lower, upper)[0] == 4.5
    assert lowest_seen_ft([0.0], lower, upper)[0] == pytest.approx(4.0, abs=1e-4)


def test_a_thick_building_hides_by_its_far_top_edge_when_the_line_falls():
    # Building from x = 10 to x = 30, top 15 ft; source 20 ft at x = 0; eye at x = 40.
    # Over the near edge: 20 - 5 * 40/10 = 0; over the far edge: 20 - 5 * 40/30 = 13.33.
    lower, upper = hidden_elevations_ft([0.0, 0.0, 20.0], [[40.0, 0.0]], [wall(10.0, 30.0, 15.0)])
    hidden = upper > lower
    assert upper[hidden] == pytest.approx(20.0 - 5.0 * 40.0 / 30.0)


def test_a_raised_canopy_lets_low_eyes_see_under_it():
    # Fascia from 12 to 14 ft at x = 20..21, source 13 ft up inside: eyes at the same level
    # are hidden, those below 13 - 1 * 40/21 look under it.
    lower, upper = hidden_elevations_ft(
        [0.0, 0.0, 13.0], [[40.0, 0.0]], [wall(20.0, 21.0, 14.0, base_ft=12.0)]
    )
    assert highest_seen_ft([13.0], lower, upper)[0] == pytest.approx(13.0 - 40.0 / 20.0)
    assert lowest_seen_ft([13.0], lower, upper)[0] == pytest.approx(13.0 + 40.0 / 20.0)


def test_a_wall_pack_on_a_face_is_hidden_behind_and_free_in_front():
    building = wall(-30.0, 0.0, 25.0)
    source = [0.0, 3.0, 15.0]
    lower, upper = hidden_elevations_ft(source, [[50.0, 3.0], [-60.0, 3.0]], [building])
    seen = highest_seen_ft([math.inf, math.inf], lower, upper)
    assert seen[0] == math.inf
    # Behind, only eyes below the ground line under the whole building would be left.
    assert seen[1] < 0.0


def test_a_prism_off_the_line_hides_nothing():
    off = Obstruction("shed", np.array([[10.0, 5.0], [20.0, 5.0], [20.0, 9.0], [10.0, 9.0]]), 50.0)
    lower, upper = hidden_elevations_ft([0.0, 0.0, 20.0], [[40.0, 0.0]], [off])
    assert not (upper > lower).any()


def walk(source, eye_xy, eye_z, obstruction, steps=1000):
    """Plain oracle: step along the sight line and ask whether any step is in the prism."""
    ring = obstruction.footprint_ft
    for k in range(1, steps):
        t = k / steps
        x = source[0] + t * (eye_xy[0] - source[0])
        y = source[1] + t * (eye_xy[1] - source[1])
        z = source[2] + t * (eye_z - source[2])
        odd = False
        for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                odd = not odd
        if odd and obstruction.base_height_ft <= z <= obstruction.top_ft:
            return True
    return False


L_SHAPE = np.array(
    [[10.0, -8.0], [34.0, -8.0], [34.0, -2.0], [18.0, -2.0], [18.0, 9.0], [10.0, 9.0]]
)


@given(st.floats(5.0, 40.0), st.floats(-20.0, 20.0), st.floats(-10.0, 60.0), st.floats(0.0, 8.0))
@settings(max_examples=25, deadline=None)
def test_hidden_heights_agree_with_a_walk_along_the_line(source_z, eye_y, eye_z, base):
    building = Obstruction("L", L_SHAPE, 9.0, base)
    source, eye = (0.0, 1.0, source_z), (50.0, eye_y)
    lower, upper = hidden_elevations_ft(source, [eye], [building])
    # Steps of 0.05 ft may miss an edge when an interval ends this near.
    if (np.abs(np.concatenate([lower, upper], axis=None) - eye_z) < 0.5).any():
        return
    hidden = bool(((lower <= eye_z) & (eye_z <= upper)).any())
    assert hidden == walk(source, eye, eye_z, building)


@pytest.mark.parametrize("corner", [(0.0, 0.0), (1_400_000.0, 1_100_000.0)])
def test_a_point_on_any_face_of_a_building_is_outside_it(corner):
    # An L: four faces outward along the axes, an inner corner and a slanting face.
    ring = np.array(
        [[0.0, 0.0], [30.0, 0.0], [30.0, 10.0], [12.0, 10.0], [12.0, 20.0], [0.0, 25.0]]
    )
    following = np.roll(ring, -1, axis=0)
    on_face = np.concatenate([ring, (ring + following) / 2.0, ring + 0.3 * (following - ring)])
    inside = np.array([[0.001, 0.001], [11.999, 9.999], [29.99, 9.99], [6.0, 22.49]])
    outside = np.array([[12.001, 10.001], [-0.001, 5.0], [31.0, 5.0]])
    assert not inside_ring(on_face + corner, ring + corner).any()
    assert inside_ring(inside + corner, ring + corner).all()
    assert not inside_ring(outside + corner, ring + corner).any()


def test_no_sight_line_runs_between_two_buildings_that_share_a_wall():
    left = Obstruction("left", np.array([[10.0, 0.0], [30.0, 0.0], [30.0, 8.0], [10.0, 8.0]]), 50.0)
    right = Obstruction("right", left.footprint_ft - [0.0, 8.0], 50.0)
    lower, upper = hidden_elevations_ft([0.0, 0.0, 20.0], [[40.0, 0.0]], [left, right])
    assert highest_seen_ft([20.0], lower, upper)[0] < 0.0


def test_a_footprint_of_many_edges_hides_what_the_circle_that_it_is_does():
    turn = np.radians(np.arange(0.0, 360.0, 3.0))
    silo = Obstruction("silo", 10.0 * np.column_stack([np.cos(turn), np.sin(turn)]), 30.0)
    eyes = np.column_stack([np.full(81, 40.0), np.linspace(-40.0, 40.0, 81)])
    lower, upper = hidden_elevations_ft([-40.0, 0.0, 20.0], eyes, [silo])
    hidden = highest_seen_ft(np.full(81, 20.0), lower, upper) < 20.0
    # Distance of each sight line from the middle: 40 ft times the sine of its angle.
    offset = 40.0 * np.abs(eyes[:, 1]) / np.hypot(80.0, eyes[:, 1])
    # The sides of the polygon are within 10 (1 - cos 1.5 deg) = 0.0034 ft of the circle.
    clear = np.abs(offset - 10.0) > 0.004
    assert (hidden == (offset < 10.0))[clear].all()
