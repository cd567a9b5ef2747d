"""Light levels: the statistic that counts, the band above, and who has set the level."""

from __future__ import annotations

import pytest

TARGET = {"activity": "lot", "recommended_avg_fc": 1.0, "recommended_min_fc": 0.2}


def zone(average=None, minimum=None, *, target=TARGET, kind="parking", **more):
    figures = {"avg_maintained_fc": average, "min_maintained_fc": minimum}
    row = {"id": "z", "kind": kind, "ies_activity": "lot", **more}
    row |= {name: value for name, value in figures.items() if value is not None}
    return {"calc_zone": [row], "ies_target": [target] if target else []}


@pytest.mark.parametrize(
    ("average", "minimum", "statistic", "status"),
    [
        (1.0, 0.2, "as_published", "pass"),
        (1.0, 0.19, "as_published", "fail"),
        (0.99, 0.2, "as_published", "fail"),
        (1.0, 0.19, "average_only", "pass"),
        (0.99, 0.2, "minimum_only", "pass"),
        (0.99, None, "as_published", "fail"),  # a failure stands whatever is missing
        (1.0, None, "as_published", "not_evaluated"),
        (1.0, None, "average_only", "pass"),
    ],
)
def test_the_statistic_that_meets_the_level(judge_facts, average, minimum, statistic, status):
    found = judge_facts(zone(average, minimum), IESNA_STAT=statistic)
    assert found.status("G1-meet-iesna", "z") == status


@pytest.mark.parametrize(
    ("average", "option", "status"),
    [
        (1.0, "upper_advisory", "pass"),
        (1.01, "upper_advisory", "advisory"),
        (1.01, "literal", "fail"),
        (1.1, {"tolerance": 10}, "pass"),
        (1.11, {"tolerance": 10}, "fail"),
    ],
)
def test_the_band_above_the_level(judge_facts, average, option, status):
    found = judge_facts(zone(average, 0.5), IESNA_TOL=option)
    above = found.one("G1-not-exceed-iesna", "z")
    # A minimum of 0.5 is over the recommended 0.2: that is a floor, not a cap.
    assert above.status == status
    assert above.measured == average


def test_the_worse_of_two_figures_is_told(judge_facts):
    found = judge_facts(zone(0.9, 0.1)).one("G1-meet-iesna", "z")
    # 0.1 of 0.2 is further under than 0.9 of 1.0.
    assert (found.measured, found.limit) == (0.1, 0.2)
    assert found.message.startswith("Light level meets the IESNA recommendation: the minimum")


def test_a_minimum_alone_caps_the_minimum(judge_facts):
    only = {"activity": "lot", "recommended_min_fc": 0.2}
    found = judge_facts(zone(3.0, 0.3, target=only)).one("G1-not-exceed-iesna", "z")
    assert (found.status, found.measured, found.limit) == ("advisory", 0.3, 0.2)


def test_the_whole_site_rolls_the_levels_up(judge_facts):
    assert judge_facts(zone(1.0, 0.2)).status("E-iesna-maintained-horizontal") == "pass"
    assert judge_facts(zone(0.9, 0.2)).status("E-iesna-maintained-horizontal") == "fail"


def test_without_a_table_the_level_is_not_evaluated_and_somebody_is_asked(judge_facts):
    found = judge_facts(zone(1.0, 0.2, target=None))
    level = found.one("G1-meet-iesna", "z")
    assert (level.status, level.missing) == ("not_evaluated", ("ies_target",))
    assert found.status("G1-no-iesna-standard", "z") == "needs_determination"


@pytest.mark.parametrize(
    ("set_by", "status"), [("planning_board", "pass"), ("iesna", "not_applicable")]
)
def test_a_level_that_the_board_has_set(judge_facts, set_by, status):
    found = judge_facts(zone(1.0, 0.2, target={**TARGET, "set_by": set_by}))
    assert found.status("G1-no-iesna-standard", "z") == status


def test_an_atm_is_judged_by_its_act_alone(judge_facts):
    act = {"activity": "lot", "recommended_min_fc": 2.0}
    found = judge_facts(zone(9.0, 1.9, target=act, kind="atm"))
    assert found.status("G1-meet-iesna", "z") == "not_applicable"
    atm = found.one("G1-atm", "z")
    assert (atm.status, atm.measured, atm.limit) == ("fail", 1.9, 2.0)


def test_a_zone_s_own_target_needs_no_table(grids, judge_site):
    site, calculation = grids(lot=("parking", [0.5, 1.5, 1.0, 1.0]))
    site.zones[0].facts.update(target_avg_fc=1.0, target_min_fc=0.6)
    found = judge_site(site, calculation=calculation).one("G1-meet-iesna", "lot")
    assert (found.status, found.measured, found.limit) == ("fail", 0.5, 0.6)
    assert "target of the zone" in found.message


@pytest.mark.parametrize(
    ("cars", "light", "status"),
    [(5, [0.1, 0.2], "pass"), (5, [0.0, 0.0], "fail"), (4, [0.0, 0.0], "not_applicable")],
)
def test_a_lot_for_five_cars_is_lit(grids, judge_site, cars, light, status):
    site, calculation = grids(lot=("parking", light))
    site.zones[0].facts.update(car_capacity=cars)
    found = judge_site(site, calculation=calculation).one("G1-parking-lot-lit", "lot")
    assert found.status == status
    assert found.where.kind == "zone"


def test_a_lot_without_a_zone_is_judged_as_it_is_stated(judge_facts):
    lots = {
        "parking_lot": [
            {"id": "a", "car_capacity": 30, "is_lit": False},
            {"id": "b", "car_capacity": 9},
        ]
    }
    found = judge_facts(lots)
    assert found.status("G1-parking-lot-lit", "a") == "fail"
    assert found.one("G1-parking-lot-lit", "b").missing == ("parking_lot.is_lit",)
    advised = judge_facts(lots, PARKING_FIVE="capacity_must_conform")
    assert advised.status("G1-parking-lot-lit", "a") == "advisory"


def test_a_zone_of_vertical_meters_has_no_horizontal_ratio(grids, judge_site):
    site, calculation = grids(wall=("other", [1.0, 9.0]))
    object.__setattr__(calculation.zones["wall"].zone, "plane", "vertical4")
    assert (
        judge_site(site, calculation=calculation).status("G4-max-to-average", "wall")
        == "not_applicable"
    )
