"""The facts of a site: given, derived from place and light, presumed, and added by a file."""

from __future__ import annotations

from decimal import Decimal

import pytest

from photometry.engine.calculate import calculate
from photometry.errors import FactsFileError, ProjectFileError
from photometry.ordinance.checker import check, codes_of
from photometry.ordinance.facts_reader import facts_of
from photometry.ordinance.language.values import NONE
from photometry.ordinance.site_facts import facts_of_site
from photometry.site.project_file import load_site
from photometry.site.vocabulary import records

SITE = """
format = 1
unit = "ft"
facts = "facts.toml"
[project]
name = "Corner"
code = ["sweden-ny"]
[site]
district_class = "commercial"
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
[[luminaires]]
id = "P1"
type = "A"
at = [50, 40]
mounting_height_ft = 20
arrangement = "d180"
arm_ft = 1
group = "poles"
[[luminaires]]
id = "W1"
type = "A"
at = [10, 10]
mounting_height_ft = 12
purpose = "security"
[[zones]]
name = "lot"
kind = "parking"
area = [[0, 0], [100, 0], [100, 80], [0, 80]]
spacing_ft = 20
[[boundaries]]
id = "south"
line = [[0, 0], [100, 0]]
dwellings = [[50, -30]]
[[boundaries]]
id = "east"
line = [[100, 0], [100, 80]]
dwellings = []
[[boundaries]]
id = "north"
line = [[100, 80], [0, 80]]
adjoins_public_road = true
pavement_edge = [[100, 95], [0, 95]]
[[boundaries]]
id = "west"
line = [[0, 80], [0, 0]]
[[scenes]]
name = "after close"
after_close = true
groups = { poles = 0.3 }
"""
FACTS = """
format = 1
kind = "facts"
as_of = 2026-05-31
[site]
in_state_agricultural_district = false
[[luminaire]]
id = "P1"
needed_for_security = true
[[luminaire]]
id = "OLD"
lamp_type = "metal_halide"
lamp_power_w = 250
shielding = "none"
[[boundary]]
id = "west"
adjacent_district_class = "residential"
[[sign]]
id = "S"
"""


@pytest.fixture
def site(tmp_path):
    (tmp_path / "site.toml").write_text(SITE, encoding="utf-8")
    (tmp_path / "facts.toml").write_text(FACTS, encoding="utf-8")
    return load_site(tmp_path / "site.toml")


@pytest.fixture
def facts(site):
    from photometry.ordinance.facts_reader import read_facts

    return facts_of_site(site, None, read_facts(site.facts_path), records())


def test_every_head_is_a_row_with_what_its_place_and_file_say(facts):
    rows = {row.id: row for row in facts.rows("luminaire")}
    assert list(rows) == ["P1a", "P1b", "W1", "OLD"]
    head = rows["P1a"]
    assert head.values["mounting_height_ft"] == 20
    assert head.values["photometry_file"] == "sample:area_t3"
    assert head.number("initial_lumens_lm") == pytest.approx(8000, rel=0.5)  # lm, of the sample
    assert head.notes["initial_lumens_lm"] == "from the luminaire file"
    assert head.values["lamp_power_w"] > 0
    assert head.place_ft == pytest.approx((51, 40, 20))  # ft: one foot along the arm


def test_the_scene_after_close_says_what_stays_on(facts):
    rows = {row.id: row for row in facts.rows("luminaire")}
    assert rows["P1a"].values["after_hours_mode"] == "reduced"
    assert rows["P1a"].notes["after_hours_mode"] == 'from the scene "after close"'
    assert rows["W1"].values["after_hours_mode"] == "full"


def test_shielding_is_computed_where_it_is_not_declared(facts):
    head = next(row for row in facts.rows("luminaire") if row.id == "W1")
    assert head.values["shielding"] in ("full", "none")
    assert "computed as installed" in head.notes["shielding"]


def test_what_is_presumed_gives_way_to_what_is_said(facts):
    rows = {row.id: row for row in facts.rows("luminaire")}
    assert rows["P1a"].values["purpose"] == "general"
    assert rows["P1a"].notes["purpose"] == "presumed"
    assert rows["W1"].values["purpose"] == "security"
    assert "purpose" not in rows["W1"].notes


def test_distances_are_measured_from_the_line(facts):
    rows = {row.id: row for row in facts.rows("boundary")}
    assert rows["south"].values["nearest_dwelling_distance_ft"] == 30
    assert rows["east"].values["nearest_dwelling_distance_ft"] is NONE
    assert "nearest_dwelling_distance_ft" not in rows["west"].values
    assert rows["north"].values["pavement_edge_distance_ft"] == 15


def test_a_facts_file_adds_to_a_pole_a_boundary_and_the_site(facts):
    rows = {row.id: row for row in facts.rows("luminaire")}
    assert rows["P1a"].values["needed_for_security"] is True
    assert rows["P1b"].values["needed_for_security"] is True
    assert rows["OLD"].values["lamp_power_w"] == Decimal(250)
    assert rows["OLD"].values["is_private"] is True
    west = next(row for row in facts.rows("boundary") if row.id == "west")
    assert west.values["adjacent_district_class"] == "residential"
    assert facts.site.values["district_class"] == "commercial"
    assert facts.site.values["in_state_agricultural_district"] is False
    assert [row.id for row in facts.rows("sign")] == ["S"]


def test_figures_of_a_zone_come_from_the_calculation_and_from_nowhere_else(site):
    calc = calculate(site)
    facts = facts_of_site(site, calc, None, records())
    (zone,) = facts.rows("calc_zone")
    figures = calc["lot"].statistics()
    assert zone.number("avg_maintained_fc") == figures.avg_fc
    assert zone.number("min_maintained_fc") == figures.min_fc
    given = facts_of({"calc_zone": [{"id": "lot", "avg_maintained_fc": 3}]})
    with pytest.raises(FactsFileError, match="calc_zone lot: avg_maintained_fc is calculated"):
        facts_of_site(site, calc, given, records())
    (zone,) = facts_of_site(site, None, given, records()).rows("calc_zone")
    assert zone.number("avg_maintained_fc") == 3


def test_two_files_that_disagree_are_a_fault(site):
    given = facts_of(
        {"site": {"district_class": "industrial"}, "luminaire": [{"id": "W1", "purpose": "pool"}]}
    )
    with pytest.raises(FactsFileError) as caught:
        facts_of_site(site, None, given, records())
    said = str(caught.value)
    assert "site: district_class is industrial here and commercial in the site file" in said
    assert "luminaire W1: purpose is pool here and security in the site file" in said


def test_a_site_is_checked_by_the_codes_that_it_names(site):
    assert [code.id for code in codes_of(site)] == ["sweden-ny"]
    found = check(site, calculate(site))
    by_rule = {(one.rule, one.where.name): one for one in found}
    hours = by_rule["sweden-175-29-C1-off-after-close", "P1a"]
    assert hours.status == "pass"
    assert hours.where.kind == "luminaire"
    assert hours.witness == pytest.approx((51, 40, 20))
    assert "presumed: outdoor, private" in hours.message
    assert by_rule["sweden-175-29-D-T1-metal-halide-over-70", "OLD"].status == "fail"
    uniformity = by_rule["sweden-175-29-G2-uniformity-parking", "lot"]
    assert uniformity.where.kind == "zone"
    assert {one.code for one in found} == {"sweden-ny"}


def test_options_of_a_site_are_checked_against_its_codes(tmp_path):
    text = SITE.replace('facts = "facts.toml"\n', "") + '[options]\nSHOULD = "enforc"\n'
    (tmp_path / "site.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ProjectFileError, match="did you mean enforce"):
        check(load_site(tmp_path / "site.toml"))
