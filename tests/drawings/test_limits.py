from dataclasses import replace

import numpy as np
import pytest
import shapely

from photometry.drawings.field import Field, display_field
from photometry.drawings.ground import Ground
from photometry.drawings.judged import Judged
from photometry.drawings.limits import limit_contours, limit_loci
from photometry.drawings.overlit import overlit_areas
from photometry.ordinance.finding import Status

LAYERS = ("maintained", "initial")


def test_an_upper_limit_on_a_line_makes_a_locus_and_a_lower_one_does_not(elm):
    _, calc, findings = elm
    loci = limit_loci(calc, findings)
    assert [(locus.line.name, locus.limit_fc) for locus in loci] == [
        ("north/pavement_edge", 0.5),
        ("east/offset_25ft", 0.2),
        ("north/access_points", 1.0),
    ]
    assert loci[0].words == "PAVEMENT EDGE: limit 0.5 fc (initial)"
    assert loci[1].words == "25 FT BEYOND THE LINE: limit 0.2 fc (initial)"
    lower = replace(findings[0], measured=0.3, limit=0.5, margin=-0.2)
    assert limit_loci(calc, [lower]) == []
    assert limit_loci(calc, [replace(findings[0], status=Status.NOT_APPLICABLE)]) == []


def test_of_two_limits_on_a_line_the_lower_is_drawn(elm):
    _, calc, findings = elm
    (locus,) = limit_loci(calc, [findings[0], replace(findings[0], limit=0.3)])
    assert locus.limit_fc == 0.3


def test_the_offset_line_is_drawn_with_its_arcs(elm):
    site, calc, findings = elm
    (locus,) = limit_loci(calc, findings[2:3])
    ground = Ground(site)
    distance = ground.outside_ft(np.vstack(locus.paths_ft))
    # Every vertex of the drawn line is at the distance itself.
    np.testing.assert_allclose(distance, 25.0, atol=1e-6)
    # 160 ft of side and two halves of corner arcs; chords of 1 ft lose little.
    length = shapely.MultiLineString(list(locus.paths_ft)).length
    assert length == pytest.approx(160 + 2 * 25 * np.pi / 2, abs=0.02)


def test_distances_from_the_property_are_negative_on_it(elm):
    ground = Ground(elm[0])
    places = np.array([(100, 80), (100, 170), (230, 80), (203, 164)])
    np.testing.assert_allclose(ground.outside_ft(places), [-80, 10, 30, 5])
    # By hand: 80 to 80; 10 to the corner's 100.5; 85.44 to the corner against 30; both 5.
    nearer = [0, np.hypot(100, 10) - 10, 30 - np.hypot(30, 80), 0]
    np.testing.assert_allclose(ground.nearer_ft(places, "north"), nearer, atol=1e-9)


def test_boundaries_that_do_not_close_have_no_outside(elm):
    site = replace(elm[0], boundaries=elm[0].boundaries[:2])
    assert (Ground(site).outside_ft(np.array([(500.0, 500.0)])) == -np.inf).all()


def test_ground_over_a_limit_stops_where_the_access_and_the_road_edge_end(elm):
    site, calc, findings = elm
    loci = limit_loci(calc, findings)
    x, y = np.arange(-50.0, 251.0), np.arange(-50.0, 211.0)
    field = Field(x, y, {name: np.full((len(y), len(x)), 0.6) for name in LAYERS})
    ground = Ground(site)
    areas = overlit_areas(loci, Judged(site, calc, field, ground), field, ground)
    polygons = [shapely.Polygon(area[0], area[1:]) for area in areas]
    lit = shapely.union_all(polygons)
    # 0.6 fc everywhere: over 0.5 beyond the pavement edge, not at the access, where 1.0 holds.
    for place, over in {
        (40, 180): True,
        (100, 180): False,
        (160, 180): True,
        (40, 165): False,  # between the line and the road
        (-20, 180): False,  # the road's edge ends at the corner
        (230, 80): True,  # over 0.2 more than 25 ft east
        (220, 80): False,
        (-40, 80): False,  # no limit in the west
    }.items():
        assert lit.contains(shapely.Point(place)) == over, place


def test_a_vertical_limit_is_held_against_a_meter_that_faces_the_property(elm):
    site, calc, _ = elm
    field = display_field(site, calc, LAYERS)
    ground = Ground(site)
    judged = Judged(site, calc, field, ground).layer("vertical_initial")
    row, column = np.abs(field.y_ft - 130).argmin(), np.abs(field.x_ft - 225).argmin()
    place = [[field.x_ft[column], field.y_ft[row], 5.0]]
    # East of the lot the meter looks west.
    expected = calc.illuminance(place, [[-1.0, 0.0, 0.0]], "initial")[0]
    assert judged[row, column] == pytest.approx(expected, rel=1e-9)
    inside = np.abs(field.y_ft - 80).argmin(), np.abs(field.x_ft - 100).argmin()
    assert np.isnan(judged[inside])
    both = Judged(site, calc, field, ground).layer("both_initial")
    assert both[row, column] == max(expected, field.layers["initial"][row, column])


def test_limits_of_several_sides_are_traced_once(elm):
    site, calc, findings = elm
    east = findings[2]
    north = replace(findings[0], limit=0.2)
    field = display_field(site, calc, LAYERS)
    ground = Ground(site)
    loci = limit_loci(calc, [east, north])
    traced = limit_contours(loci, Judged(site, calc, field, ground), field, ground)
    assert len(traced) == 1
    points = np.vstack(next(iter(traced.values())))
    assert points[:, 1].min() < 140 < points[:, 1].max()
