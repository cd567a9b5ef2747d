"""Points to measure: which are chosen, what is expected there, and how a tape finds them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from photometry.engine.calculate import calculate
from photometry.luminaires.read import read_luminaire
from photometry.ordinance.finding import Finding, Status, Where
from photometry.site.model import (
    Boundary,
    Head,
    Luminaire,
    LuminaireType,
    Obstruction,
    Project,
    Site,
    Zone,
)
from photometry.site.property import LineRequest
from photometry.site.terrain import Terrain
from photometry.tables.field_check import check_points, field_check_rows
from photometry.tables.tying import References, compass

UNIFORM = Path(__file__).parents[1] / "cases" / "00-uniform.ies"
CANDELA, HEIGHT = 1000.0, 20.0
POLE = np.array([50.0, 40.0])


def ring(*points):
    return np.array(points, np.float64)


def lot(**changes):
    """One luminaire of 1000 cd in every downward direction, at 0.7 of it when dirty."""
    kind = LuminaireType("U", read_luminaire(UNIFORM), "u", "", 1.0, 0.7, 1.0, {"ldd": 0.7}, {})
    head = Head(
        "L1",
        "L1",
        kind,
        "all",
        Luminaire(kind.file, *POLE, HEIGHT, llf=0.7),
        tuple(POLE),
        "single",
        {},
    )
    site = Site(
        path=Path("site.toml"),
        project=Project("Lot"),
        unit="ft",
        types={"U": kind},
        heads=(head,),
        zones=(Zone("lot", "parking", ring((20, 20), (90, 20), (90, 60), (20, 60))),),
        boundaries=(
            Boundary("south", ring((0, 0), (100, 0))),
            Boundary("east", ring((100, 0), (100, 80))),
            Boundary("north", ring((100, 80), (0, 80))),
            Boundary("west", ring((0, 80), (0, 0))),
        ),
        obstructions=(),
        scenes=(),
        facts={},
        options={},
        terrain=Terrain(),
    )
    return replace(site, **changes)


def level_fc(at):
    """Horizontal illuminance under the luminaire, by the inverse square and cosine laws."""
    square = float(((np.array(at[:2]) - POLE) ** 2).sum()) + (HEIGHT - at[2]) ** 2
    return CANDELA * (HEIGHT - at[2]) / square**1.5


def upright_fc(at, normal):
    """Illuminance on a vertical meter."""
    away = np.array([*POLE, HEIGHT]) - np.array(at)
    return CANDELA * max(0.0, float(away @ normal)) / float(away @ away) ** 1.5


def judged(line, at, limit, *, plane="horizontal_grade", margin=0.1, status=Status.PASS):
    return Finding(
        rule="r",
        code="c",
        status=status,
        citation="§ 1",
        where=Where("line", line),
        message="",
        measured=limit - margin,
        limit=limit,
        unit="fc",
        margin=margin,
        witness=at,
        options={"TRESPASS_PLANE": plane, "TRESPASS_LLF": "initial"},
    )


@pytest.fixture(scope="module")
def calc():
    return calculate(lot(), (LineRequest("property_line"),))


def test_the_extremes_of_a_zone_are_measured_first(calc):
    zone = calc["lot"]
    largest, smallest = check_points(calc)[:2]
    assert (largest.why, smallest.why) == ("largest", "smallest")
    assert largest.at_ft == tuple(zone.points_ft[zone.initial_fc.argmax()])
    assert smallest.at_ft == tuple(zone.points_ft[zone.initial_fc.argmin()])


def test_a_spread_point_is_the_one_farthest_from_those_before_it(calc):
    points = [point for point in check_points(calc) if point.where == "lot"]
    places = calc["lot"].points_ft[:, :2]
    assert len(points) == 5
    for i in range(2, 5):
        away = [
            min(np.hypot(*(place - point.at_ft[:2])) for point in points[:i]) for place in places
        ]
        own = min(np.hypot(*np.subtract(points[i].at_ft, p.at_ft)[:2]) for p in points[:i])
        assert own == pytest.approx(max(away), abs=1e-6)


def test_what_is_expected_is_initial_light(calc):
    for point in check_points(calc):
        # 1e-9 relative: the closed form in the same floats. Not times 0.7: the lot is clean.
        assert point.expected_fc == pytest.approx(level_fc(point.at_ft), rel=1e-9)


def test_what_a_misplaced_meter_reads_is_between_least_and_most(calc):
    for point in check_points(calc):
        low, high = point.near_fc
        assert low <= point.expected_fc <= high
        outward = np.array([*(np.array(point.at_ft[:2]) - POLE), 0.0])
        if np.hypot(*outward[:2]) > 1.0:
            outward /= np.hypot(*outward[:2])
            # Of eight points around it one is within 22.5 degrees of straight away.
            assert (
                low <= level_fc(np.array(point.at_ft) + np.cos(np.radians(22.5)) * outward) + 1e-9
            )


def test_without_verdicts_the_brightest_point_of_each_boundary_is_measured(calc):
    lines = [point for point in check_points(calc) if point.where != "lot"]
    assert [point.where for point in lines] == [
        f"Property line, {name}" for name in ("south", "east", "north", "west")
    ]
    assert lines[0].at_ft[:2] == pytest.approx((50.0, 0.0), abs=0.01)  # opposite the luminaire


def test_points_that_were_judged_are_measured_the_tightest_first(calc):
    findings = [
        judged("south/property_line", (50.0, 0.0, 0.0), 2.0, margin=1.0),
        judged("east/property_line", (100.0, 40.0, 0.0), 0.5, margin=-0.2, status=Status.FAIL),
    ]
    lines = [point for point in check_points(calc, findings) if point.where != "lot"]
    assert [point.where for point in lines] == ["Property line, east", "Property line, south"]
    assert lines[0].why == "worst, limit 0.5 (initial)"


def test_a_vertical_meter_stands_five_feet_up_and_faces_the_property(calc):
    at = (100.0, 30.0, 5.0)
    finding = judged("east/property_line", at, 0.5, plane="vertical_facing_site")
    (point,) = [point for point in check_points(calc, [finding]) if point.where != "lot"]
    assert point.meter_height_ft == 5.0
    np.testing.assert_allclose(point.normal, (-1.0, 0.0, 0.0), atol=1e-12)
    assert point.expected_fc == pytest.approx(upright_fc(at, point.normal), rel=1e-9)


def test_at_most_eight_points_are_on_lines(calc):
    findings = [
        judged("south/property_line", (5.0 * i, 0.0, 0.0), 0.5, margin=0.01 * i) for i in range(20)
    ]
    lines = [point for point in check_points(calc, findings) if point.where != "lot"]
    assert len(lines) == 8


def test_two_points_at_one_place_are_measured_once(calc):
    at = (100.0, 0.0, 0.0)
    findings = [judged(f"{side}/property_line", at, 0.5) for side in ("south", "east")]
    assert len([p for p in check_points(calc, findings) if p.where != "lot"]) == 1


def test_two_tapes_lead_back_to_the_point(calc):
    site = calc.site
    places = {"L1": POLE}
    ids = ("south", "east", "north", "west")
    corners = ((100, 0), (100, 80), (0, 80), (0, 0))
    for i, corner in enumerate(corners):
        places[f"corner {ids[i]}/{ids[(i + 1) % 4]}"] = np.array(corner, float)
    table = field_check_rows(site, check_points(calc))
    for row in table.records():
        point = np.array([row["x"], row["y"]])
        for name, tape in (("from", "from_ft"), ("and_from", "and_from_ft")):
            if row[name]:
                # 0.05 ft: a tape is read to a tenth.
                assert np.hypot(*(point - places[row[name]])) == pytest.approx(row[tape], abs=0.051)


def test_tapes_do_not_cross_at_a_grazing_angle():
    places = np.array([[0.0, 0.0], [-1.0, 0.01], [0.0, 40.0]])
    references = replace(References.of(lot()), names=("a", "b", "c"), places_ft=places)
    first, second = references.two_for(np.array([10.0, 0.0]))
    assert (first.name, second.name) == ("a", "c")


def test_a_tape_does_not_go_through_a_building():
    store = Obstruction("store", ring((55, 30), (65, 30), (65, 50), (55, 50)), 15.0)
    references = References.of(lot(obstructions=(store,)))
    first, _ = references.two_for(np.array([75.0, 40.0]))
    assert first.name != "L1"


def test_nothing_is_measured_from_a_luminaire_on_a_roof():
    site = lot()
    (head,) = site.heads
    roof = replace(head, luminaire=replace(head.luminaire, base_z_ft=15.0))
    assert "L1" not in References.of(replace(site, heads=(roof,))).names


@pytest.mark.parametrize(
    ("direction", "north", "name"),
    [
        ((1, 0), 90, "E"),
        ((0, 1), 90, "N"),
        ((-1, -1), 90, "SW"),
        ((1, 0), 0, "N"),
        ((1, 2), 90, "NNE"),
    ],
)
def test_a_wind_is_told_from_true_north(direction, north, name):
    assert compass(np.array(direction, float), north) == name


def test_a_site_in_metres_has_its_tapes_in_metres(calc):
    metric = replace(calc, site=replace(calc.site, unit="m"))
    table = field_check_rows(metric.site, check_points(metric))
    assert "from_m" in table.keys
    feet = field_check_rows(calc.site, check_points(calc))
    for short, long in zip(table.records(), feet.records(), strict=True):
        assert short["from_m"] == pytest.approx(long["from_ft"] * 0.3048, abs=0.066)
        assert short["x"] == pytest.approx(long["x"] * 0.3048, abs=1e-9)


def test_readings_are_left_to_be_filled_in(calc):
    for row in field_check_rows(calc.site, check_points(calc)).records():
        assert row["reading_on_fc"] is None
        assert row["reading_off_fc"] is None


def test_the_meter_of_four_sides_faces_the_darkest():
    site = lot()
    zone = replace(site.zones[0], plane="vertical4", height_ft=5.0)
    there = calculate(replace(site, zones=(zone,)), ())
    for point in check_points(there):
        least = min(
            upright_fc(point.at_ft, np.array(side))
            for side in ((0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0))
        )
        assert point.expected_fc == pytest.approx(least, abs=1e-9)
        assert point.meter_height_ft == 5.0
