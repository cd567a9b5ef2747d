"""Trespass as a continuous maximum: a walk of 0.02 ft all round a concave lot with buildings.

The curve that is walked is shapely's own buffer of the lot, not the program's offset lines.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely

from photometry.engine.calculate import calculate
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.checker import check
from photometry.ordinance.receivers import receivers_for
from photometry.site.model import Obstruction

LIGHTING = load_code("sweden-ny", ("lighting", "nonconforming"))
CORNERS = [(0, 0), (120, 0), (120, 60), (60, 60), (60, 120), (0, 120)]
STEP_FT = 0.02


def ring(*points):
    return np.array(points, np.float64)


@pytest.fixture(scope="module")
def lot(site, head, luminaire_file):
    """An L with a residential neighbour all round, poles at its corners, walls in the light."""
    rng = np.random.default_rng(11)
    planes = np.arange(0.0, 360.0, 30.0)
    heads = []
    for number, (x, y, height) in enumerate(
        [(112, 6, 18), (108, 52, 16), (52, 112, 20), (6, 114, 14), (52, 52, 22)]
    ):
        candela = rng.uniform(300.0, 6000.0, (len(planes), 7))
        candela[:, -1] = 0.0
        file = luminaire_file(candela, np.arange(0.0, 91.0, 15.0), planes)
        heads.append(
            head(file, x, y, height, name=f"P{number}", orientation_deg=41.0 * number, llf=0.8)
        )
    sides = [
        {
            "id": f"side {i}",
            "line_ft": [CORNERS[i], CORNERS[(i + 1) % 6]],
            "facts": {"adjacent_district_class": "residential"},
            "dwellings_ft": [],
        }
        for i in range(6)
    ]
    walls = (
        Obstruction("shed", ring((114, 20), (118, 20), (118, 30), (114, 30)), 9.0),
        Obstruction("wall", ring((62, 62), (80, 62), (80, 63), (62, 63)), 8.0),
        Obstruction("store", ring((10, 60), (40, 60), (40, 100), (10, 100)), 18.0),
    )
    return site(heads, sides, obstructions=walls, facts={"district_class": "commercial"})


@pytest.fixture(scope="module")
def calculation(lot):
    return calculate(lot, receivers_for(LIGHTING, lot))


@pytest.fixture(scope="module")
def walked():
    """Points (n, 2) every 0.02 ft of the curve 25 ft outside the lot, and the ways they face."""
    lot = shapely.Polygon(CORNERS)
    # 4,000 chords to a quarter turn: 25 ft less 1e-6.
    curve = lot.buffer(25.0, quad_segs=4000).exterior
    points = shapely.get_coordinates(
        shapely.line_interpolate_point(curve, np.arange(0.0, curve.length, STEP_FT))
    )
    at = shapely.line_locate_point(lot.exterior, shapely.points(points))
    feet = shapely.get_coordinates(shapely.line_interpolate_point(lot.exterior, at))
    way = feet - points
    return points, way / np.hypot(*way.T)[:, None]


@pytest.mark.parametrize("layer", ["initial", "maintained"])
@pytest.mark.parametrize("meter", ["horizontal", "vertical"])
def test_the_largest_of_all_lines_is_that_of_the_walk(calculation, walked, meter, layer):
    xy, way = walked
    grade = np.zeros(len(xy))
    if meter == "horizontal":
        brute = calculation.illuminance(np.column_stack([xy, grade]), layer=layer)
        prefix = ""
    else:
        points = np.column_stack([xy, grade + 5.0])
        brute = calculation.illuminance(points, np.column_stack([way, grade]), layer)
        prefix = "vertical_"
    lines = [line for name, line in calculation.lines.items() if name.endswith("offset_25ft")]
    assert len(lines) == 6
    found = [line.statistics(prefix + layer) for line in lines]
    best = max(found, key=lambda one: one.max_fc)
    assert best.max_fc == pytest.approx(brute.max(), abs=1e-3)
    # Buildings take light away from some of it: without them the walk reads otherwise.
    assert np.hypot(*(np.array(best.max_at_ft[:2]) - xy[brute.argmax()])) < 0.5


def test_every_side_is_told_the_largest_of_its_own_part_of_the_walk(lot, calculation, walked):
    xy, _ = walked
    brute = calculation.illuminance(np.column_stack([xy, np.zeros(len(xy))]), layer="initial")
    points = shapely.points(xy)
    away = np.array(
        [
            shapely.distance(shapely.LineString([CORNERS[i], CORNERS[(i + 1) % 6]]), points)
            for i in range(6)
        ]
    )
    findings = {
        f.where.name: f
        for f in check(site=lot, calc=calculation, code=LIGHTING)
        if f.rule.endswith("J2-trespass-25ft")
    }
    for i in range(6):
        # A corner's arc is as near to both of its sides: each of them answers for it.
        own = away[i] <= away.min(axis=0) + 1e-4
        finding = findings[f"side {i}/offset_25ft"]
        assert finding.measured == pytest.approx(brute[own].max(), abs=1e-3), finding.where.name
        assert finding.status == ("fail" if brute[own].max() > 0.2 else "pass")


def test_the_buildings_matter_to_what_is_walked(lot, calculation, walked):
    xy, _ = walked
    points = np.column_stack([xy, np.zeros(len(xy))])
    open_lot = calculate(replace(lot, obstructions=()), ())
    lost = open_lot.illuminance(points, layer="initial") - calculation.illuminance(
        points, layer="initial"
    )
    assert lost.max() > 0.05  # fc
    assert lost.min() > -1e-9
