"""The worst view of a source from a line, against hand-computed right triangles."""

from __future__ import annotations

import math

import numpy as np
import pytest

from photometry.ordinance.lighting.cutoffs import FixedCutoff
from photometry.ordinance.lighting.places import Nowhere, Place, place_of
from photometry.ordinance.lighting.readings import site_line
from photometry.ordinance.lighting.visibility import (
    cutoff_needed_deg,
    lookout,
    source_positions_ft,
    worst_sight,
)
from photometry.site.model import Obstruction

fixed = FixedCutoff


@pytest.fixture
def lot(site, square, head, luminaire_file):
    file = luminaire_file([1000.0, 0.0], [0.0, 90.0])

    def build(*obstructions, x=60.0, y=50.0, height=25.0, **east):
        return site([head(file, x, y, height)], square(east=east), obstructions=obstructions)

    return build


def look(lot, cutoff, kind="offset", boundary="east"):
    line = site_line(lot, boundary, kind, 25.0 if kind == "offset" else 0.0)
    return worst_sight(lot, line, lookout(lot, line, source_positions_ft(lot)[0]), cutoff)


def needed(lot, limit):
    line = site_line(lot, "east", "offset", 25.0)
    return cutoff_needed_deg(lookout(lot, line, source_positions_ft(lot)[0]), limit)


@pytest.mark.parametrize(
    ("cutoff_deg", "height_ft"), [(64.0, 5.49), (65.0, 6.35), (58.0, 0.005), (57.0, -0.98)]
)
def test_the_nearest_point_of_the_line_is_the_worst_below_90_degrees(lot, cutoff_deg, height_ft):
    # 40 ft from the source at (85, 50) to the line 25 ft beyond x = 100.
    sight = look(lot(x=85.0), fixed(cutoff_deg))
    assert sight.distance_ft == pytest.approx(40.0, abs=1e-6)
    assert sight.at_ft == pytest.approx((125.0, 50.0, 0.0), abs=1e-3)
    # The expected heights are rounded to the digits shown.
    assert sight.height_ft == pytest.approx(height_ft, abs=0.005)


def test_the_nearest_point_is_found_between_the_samples(lot):
    # The foot of the perpendicular is at y = 50.13, between samples half a foot apart.
    sight = look(lot(x=85.0, y=50.13), fixed(64.0))
    exact = 25.0 - 40.0 / math.tan(math.radians(64.0))
    assert sight.height_ft == pytest.approx(exact, abs=1e-6)


def test_above_90_degrees_the_farthest_end_of_the_line_is_the_worst(lot):
    sight = look(lot(x=85.0, y=10.0), fixed(95.0))
    assert sight.at_ft[1] > 100.0
    assert sight.height_ft == pytest.approx(
        25.0 + sight.distance_ft * math.tan(math.radians(5.0)), abs=1e-9
    )


def test_the_cutoff_that_would_hide_the_source_is_the_least_along_the_line(lot):
    angle = needed(lot(x=85.0), 6.0)
    assert angle == pytest.approx(math.degrees(math.atan2(40.0, 25.0 - 6.0)), abs=1e-9)
    assert look(lot(x=85.0), fixed(angle)).height_ft == pytest.approx(6.0, abs=1e-9)


def test_a_wall_along_the_line_hides_what_would_be_seen(lot):
    # Wall at x = 100 to 101, 12 ft high, along the whole boundary and past its corners.
    # Source 25 ft up at x = 85; eyes at x = 125. Over the far top edge the sight line falls
    # 13 ft in 16 ft, so at 40 ft it is at 25 - 32.5 = -7.5 ft.
    wall = Obstruction(
        "wall", np.array([[100.0, -60.0], [101.0, -60.0], [101.0, 160.0], [100.0, 160.0]]), 12.0
    )
    open_view, walled = look(lot(x=85.0), fixed(64.0)), look(lot(wall, x=85.0), fixed(64.0))
    assert open_view.height_ft == pytest.approx(5.49, abs=0.005)
    # The sight line over the wall comes down below grade: the wall hides nothing up there.
    assert walled.height_ft == pytest.approx(open_view.height_ft, abs=1e-9)
    taller = Obstruction("wall", wall.footprint_ft, 20.0)
    # Over a 20 ft wall it falls 5 ft in 16 ft (far edge): 12.5 ft at the line. Below that all
    # is hidden down to where one would look under the ground.
    hidden = look(lot(taller, x=85.0), fixed(64.0))
    assert hidden.height_ft < 0.0
    assert look(lot(taller, x=85.0), fixed(70.0)).height_ft < 0.0
    # 80 degrees: z_cut = 25 - 40 / tan 80 = 17.95, above the wall's shadow.
    assert look(lot(taller, x=85.0), fixed(80.0)).height_ft == pytest.approx(17.947, abs=1e-3)


def test_a_wall_raises_the_cutoff_that_is_needed(lot):
    wall = Obstruction(
        "wall", np.array([[100.0, -60.0], [101.0, -60.0], [101.0, 160.0], [100.0, 160.0]]), 20.0
    )
    # First seen at 25 - 5 * 40 / 16 = 12.5 ft at the nearest point.
    assert needed(lot(wall, x=85.0), 6.0) == pytest.approx(
        math.degrees(math.atan2(40.0, 25.0 - 12.5)), abs=0.01
    )


def test_a_house_given_by_a_point_inside_it_does_not_hide_the_source_from_itself(lot):
    house = Obstruction(
        "house", np.array([[105.0, 40.0], [115.0, 40.0], [115.0, 60.0], [105.0, 60.0]]), 18.0
    )
    lot_with = lot(house, x=85.0, dwellings_ft=[[110.0, 50.0]])
    sight = look(lot_with, fixed(64.0), kind="dwellings")
    assert sight.height_ft == pytest.approx(25.0 - 25.0 / math.tan(math.radians(64.0)))


@pytest.mark.parametrize("at", [(105.0, 50.0), (115.0, 50.0), (110.0, 40.0), (110.0, 60.0)])
def test_a_dwelling_on_any_face_of_its_house_is_judged_and_one_inside_is_not(lot, at):
    house = Obstruction(
        "house", np.array([[105.0, 40.0], [115.0, 40.0], [115.0, 60.0], [105.0, 60.0]]), 18.0
    )
    on_face = lot(house, dwellings_ft=[at])
    assert isinstance(place_of(on_face, "east", "dwellings", 25.0, "nearer_point"), Place)
    a_hair_inside = np.array(at) + 1e-5 * np.sign(np.array([110.0, 50.0]) - at)
    within = lot(house, dwellings_ft=[a_hair_inside])
    assert isinstance(place_of(within, "east", "dwellings", 25.0, "nearer_point"), Nowhere)


def test_a_luminaire_drawn_just_inside_a_wall_looks_out_from_its_face(lot):
    shop = Obstruction(
        "shop", np.array([[40.0, 30.0], [80.0, 30.0], [80.0, 70.0], [40.0, 70.0]]), 30.0
    )
    sight = look(lot(shop, x=79.8, height=12.0), fixed(180.0))
    assert sight.height_ft == math.inf
    # To the west the shop itself stands in between.
    west = look(lot(shop, x=79.8, height=12.0), fixed(180.0), boundary="west")
    assert west.height_ft < 0.0
