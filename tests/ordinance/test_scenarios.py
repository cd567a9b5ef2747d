"""Worked scenarios: whole sets of facts, with the verdicts that a reader of the law gives."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from photometry.ordinance.checker import check

SCENARIOS = tomllib.loads(
    (Path(__file__).parent / "data" / "scenarios.toml").read_text(encoding="utf-8"),
    parse_float=Decimal,
)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_comes_out_as_the_law_reads(name):
    facts = dict(SCENARIOS[name])
    expected = facts.pop("expect")
    found = {
        f"{one.rule} {one.where.name or one.where.kind}": one.status.value
        for one in check(facts=facts)
    }
    assert {key: found.get(key) for key in expected} == expected


def test_the_numbers_of_a_finding_are_those_of_the_law():
    facts = {key: value for key, value in SCENARIOS["day-care"].items() if key != "expect"}
    found = {one.rule: one for one in check(facts=facts)}
    lot = found["bellport-daycare-1-lot-per-person"]
    # one acre for 30 persons and 1,500 sq ft for each of 12 more
    assert (lot.measured, lot.limit, lot.margin, lot.unit) == (60000.0, 61560.0, -1560.0, "ft2")
    assert lot.message == (
        "Lot for more than 30 persons: 60,000 sq ft; at least 61,560 sq ft is required"
    )
    hours = found["bellport-daycare-3-hours-end"]
    assert (hours.measured, hours.limit, hours.margin) == ("17:30", "17:00", -30.0)
    assert hours.message == "Outdoor play ends: 17:30; no later than 17:00 is required"
    permit = found["bellport-daycare-9-permit-2-years"]
    assert (permit.measured, permit.limit, permit.margin) == ("2026-03-01", "2026-02-01", -28.0)


def test_a_jurisdiction_names_its_code():
    facts = {"site": {"jurisdiction": "lewiston", "flood_zone": "none"}}
    assert {one.code for one in check(facts=facts)} == {"lewiston-ny"}


def test_several_towns_judge_the_same_facts():
    facts = {"sign": [{"id": "S", "is_illuminated": True, "location": "window"}]}
    found = check(facts=facts, code=["sweden-ny", "bellport-ny"])
    assert {one.code for one in found} == {"sweden-ny", "bellport-ny"}
