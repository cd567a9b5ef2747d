"""Visible height all along a line, against the right triangle and against the verdict's search."""

from __future__ import annotations

import math

import numpy as np
import pytest

from photometry.engine.calculate import calculate
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.checker import check
from photometry.ordinance.lighting.cutoffs import FixedCutoff
from photometry.ordinance.lighting.readings import site_line
from photometry.ordinance.lighting.visible_profile import stations_of, visible_heights_ft
from photometry.ordinance.profiles import LightProfile, SightProfile, line_profiles
from photometry.ordinance.receivers import receivers_for
from photometry.site.model import Obstruction

LIGHTING = load_code("sweden-ny", ("lighting", "nonconforming"))


@pytest.fixture
def any_file(luminaire_file):
    """1,000 cd in every downward direction."""
    return luminaire_file([1000.0, 1000.0], [0.0, 90.0])


def test_each_station_has_the_height_of_its_own_triangle(site, square, head, any_file):
    lot = site([head(any_file, 50.0, 50.0, 20.0)], square())
    line = site_line(lot, "east", "property_line")
    stations = stations_of(line, 2.0)
    np.testing.assert_allclose(stations.along_ft, np.arange(0.0, 101.0, 2.0), atol=1e-9)
    source = np.array([[50.0, 50.0, 20.0]])
    (heights,) = visible_heights_ft(lot, line, stations, source, [FixedCutoff(70.0)])
    away = np.hypot(50.0, stations.xy_ft[:, 1] - 50.0)
    # Closed form, 20 - d / tan 70: rounding alone.
    np.testing.assert_allclose(heights, 20.0 - away / math.tan(math.radians(70.0)), atol=1e-9)


def test_a_wall_takes_its_shadow_out_of_the_curve_and_nothing_beside_it(
    site, square, head, any_file
):
    # 10 ft high, 10 ft deep toward the line, from y = 40 to 60, its far face 30 ft from the
    # source and 20 ft from the line.
    ring = np.array([(70.0, 40.0), (80.0, 40.0), (80.0, 60.0), (70.0, 60.0)])
    lot = site(
        [head(any_file, 50.0, 50.0, 20.0)],
        square(),
        obstructions=(Obstruction("wall", ring, 10.0),),
    )
    line = site_line(lot, "east", "property_line")
    stations = stations_of(line, 1.0)
    source = np.array([[50.0, 50.0, 20.0]])
    (heights,) = visible_heights_ft(lot, line, stations, source, [FixedCutoff(70.0)])
    # Straight ahead, 50 ft away, 70 degrees show up to 1.80 ft; the sight line over the far top
    # edge comes down to 20 - 10 * 50 / 30 = 3.33 ft: all of that is hidden.
    middle = int(np.argmin(np.abs(stations.along_ft - 50.0)))
    assert heights[middle] < 0.0
    # At y = 5 the sight line passes y = 23 where the wall begins at x = 70: free.
    free = int(np.argmin(np.abs(stations.along_ft - 5.0)))
    expected = 20.0 - math.hypot(50.0, 45.0) / math.tan(math.radians(70.0))
    assert heights[free] == pytest.approx(expected, abs=1e-9)


def test_the_curve_reaches_the_verdict_and_does_not_pass_it(site, square, head, luminaire_file):
    tilted = luminaire_file([2000.0, 1500.0, 10.0, 0.0], [0.0, 60.0, 80.0, 90.0])
    shops = {"facts": {"adjacent_district_class": "commercial"}}
    lot = site(
        [
            head(tilted, 60.0, 40.0, 18.0, name="A", tilt_deg=12.0),
            head(tilted, 30.0, 80.0, 14.0, name="B", orientation_deg=200.0),
        ],
        square(south=shops, east=shops, north=shops, west=shops),
        obstructions=(
            Obstruction(
                "shed", np.array([(75.0, 30.0), (85.0, 30.0), (85.0, 45.0), (75.0, 45.0)]), 9.0
            ),
        ),
        facts={"district_class": "commercial"},
    )
    calculation = calculate(lot, receivers_for(LIGHTING, lot))
    findings = {
        f.where.name: f
        for f in check(site=lot, calc=calculation, code=LIGHTING)
        if f.rule.endswith("H1-visibility-25ft")
    }
    profiles = [
        one
        for one in line_profiles(lot, calculation, LIGHTING)
        if isinstance(one, SightProfile) and one.rule.endswith("H1-visibility-25ft")
    ]
    assert (
        {one.line.boundary_id for one in profiles}
        == set(findings)
        == {"south", "east", "north", "west"}
    )
    for profile in profiles:
        measured = findings[profile.line.boundary_id].measured
        highest = profile.height_ft.max()
        # The verdict looks between the stations and takes cutoff angles exactly, not between
        # whole degrees of bearing: thousandths of a foot.
        assert highest == pytest.approx(measured, abs=0.02)
        worst = max(profile.sights, key=lambda one: one.sight.height_ft)
        assert worst.sight.height_ft == pytest.approx(measured, abs=1e-9)


def test_light_along_a_line_is_what_the_meter_reads_at_each_station(site, square, head, any_file):
    homes = {"facts": {"adjacent_district_class": "residential"}, "dwellings_ft": ()}
    lot = site(
        [head(any_file, 80.0, 50.0, 20.0)],
        square(east=homes),
        facts={"district_class": "commercial"},
    )
    calculation = calculate(lot, receivers_for(LIGHTING, lot))
    (profile,) = (
        one for one in line_profiles(lot, calculation, LIGHTING) if isinstance(one, LightProfile)
    )
    assert profile.line.name == "east/offset_25ft"
    assert profile.limit_fc == 0.2
    at = np.column_stack([profile.stations.xy_ft, np.zeros(len(profile.stations.xy_ft))])
    np.testing.assert_allclose(
        profile.horizontal_fc[0], calculation.illuminance(at, layer="initial"), rtol=1e-12
    )
    largest = profile.largest["initial horizontal"]
    assert largest.fc >= profile.horizontal_fc[0].max() - 1e-12
    assert largest.fc == pytest.approx(profile.horizontal_fc[0].max(), rel=1e-3)


def test_a_driveway_is_looked_at_as_the_rest_of_the_pavement_edge(site, square, head, any_file):
    """J lets a driveway be brighter, H makes no difference: only there does this source show."""
    road = {
        "facts": {"adjoins_public_road": True},
        "pavement_edge_ft": np.array([(0.0, -10.0), (100.0, -10.0)]),
        "access_points_ft": (np.array([(40.0, -10.0), (60.0, -10.0)]),),
    }
    walls = tuple(
        Obstruction(name, np.array([(x, 1.0), (x + 45.0, 1.0), (x + 45.0, 2.0), (x, 2.0)]), 40.0)
        for name, x in (("left", 0.0), ("right", 55.0))
    )
    lot = site(
        [head(any_file, 50.0, 20.0, 20.0, cutoff_angle_deg=85.0)],
        square(south=road),
        obstructions=walls,
        facts={"district_class": "commercial"},
    )
    calculation = calculate(lot, receivers_for(LIGHTING, lot))
    (finding,) = (
        f
        for f in check(site=lot, calc=calculation, code=LIGHTING)
        if f.rule.endswith("H1-visibility-pavement-edge") and f.where.name == "south"
    )
    assert finding.status == "fail"
    # 30 ft away: 20 - 30 / tan 85 = 17.38 ft.
    assert finding.measured == pytest.approx(20.0 - 30.0 / math.tan(math.radians(85.0)), abs=1e-6)
    assert 40.0 <= finding.witness[0] <= 60.0
