"""A rule as a page, and the form of facts that the rules of a topic ask for."""

from __future__ import annotations

import pytest

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.checker import check
from photometry.ordinance.facts_reader import read_facts
from photometry.ordinance.rules_text import facts_form, fields_asked, rule_page


@pytest.mark.parametrize("name", known_codes())
def test_every_rule_makes_a_page(name):
    code = load_code(name)
    for rule in code.rules.values():
        page = rule_page(rule, code)
        assert page.startswith(f"# {rule.title}\n")
        assert rule.citation in page
        for example in rule.examples:
            assert f"**{example.status.replace('_', ' ')}**" in page


def test_a_page_says_what_is_asked_why_and_what_other_readings_do():
    code = load_code("bellport-ny")
    page = rule_page(code.rule("bellport-daycare-4-parking"), code)
    assert "Cars do not wait in the street." in page
    assert '`has(site.uses, "day_care")` (family day care)' in page
    assert "parking_lot.spaces_provided >= round_up(structure.total_floor_area_sqft / 400)" in page
    assert "PARKING_ROUND: What is a part of a parking space? **up**, or nearest" in page
    assert "under `PARKING_ROUND=nearest`: the limit is round_nearest(" in page
    permit = rule_page(code.rule("bellport-signs-permit-required"), code)
    assert "Sign of the list (1) to (12), within its limits" in permit
    assert "(`bellport-signs-exempt-all-zones`)" in permit


def test_a_form_asks_for_what_the_rules_of_its_topics_read_and_no_more():
    code = load_code("bellport-ny")
    asked = fields_asked(code, ["day_care"])
    assert [field.name for field in asked["day_care"]] == [
        "existing_before_effective_date",
        "license_applicable",
        "outdoor_end_time",
        "outdoor_start_time",
        "persons_count",
        "play_area_side_rear_setback_ft",
        "play_area_street_setback_ft",
    ]
    assert "sign" not in asked
    form = facts_form(code, ["day_care"])
    assert "# persons_count = 0" in form
    assert "# permit = []" in form
    assert "area_sqft =" in form  # of the lot
    assert "[[sign]]" not in form


def test_a_form_asks_for_the_keys_of_its_tables_and_for_decisions():
    code = load_code("bellport-ny")
    form = facts_form(code, ["lots_yards", "lighting"])
    assert "# Reference table: a [[district]] for each of its rows." in form
    assert '# code = ""' in form
    assert '# rule_id = "bellport-pools-f-lighting"' in form


@pytest.mark.parametrize("name", known_codes())
def test_a_form_as_it_stands_is_a_valid_facts_file_that_knows_nothing(name, tmp_path):
    code = load_code(name)
    path = tmp_path / "facts.toml"
    path.write_text(facts_form(code), encoding="utf-8")
    assert read_facts(path, code.records).site.values == {}
    found = check(facts=path)
    assert not {one.status.value for one in found} & {"pass", "fail"}


@pytest.mark.parametrize("name", known_codes())
def test_a_form_with_every_line_taken_up_is_read_too(name, tmp_path):
    code = load_code(name)
    lines = []
    for line in facts_form(code).splitlines():
        bare = line.removeprefix("# ")
        is_field = " = " in bare and not bare.startswith(("A ", "the "))
        is_table = bare.startswith("[[")
        # a record listed as empty cannot have rows too
        lines.append(bare if (is_field and not bare.endswith(" = []")) or is_table else line)
    text = "\n".join(lines).replace('rule_id = ""', "")
    path = tmp_path / "facts.toml"
    path.write_text(text, encoding="utf-8")
    # blanks are no tokens, so enumerations are faults, and nothing else is
    from photometry.errors import FactsFileError

    with pytest.raises(FactsFileError) as caught:
        read_facts(path, code.records)
    assert {'has no value ""' in fault.what for fault in caught.value.faults} == {True}
