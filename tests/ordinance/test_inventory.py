"""The rules against the inventory of the three texts, where it is at hand."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.rule import CLASSIFYING

VARIABLE = "PHOTOMETRY_RULES_CSV"
COUNTS = {"sweden-ny": 269, "bellport-ny": 492, "lewiston-ny": 85}  # as their texts were found


@pytest.fixture(scope="module")
def inventory():
    path = os.environ.get(VARIABLE)
    if not path:
        pytest.skip(f"{VARIABLE} names no inventory of rules")
    with Path(path).open(encoding="utf-8", newline="") as stream:
        return {row["id"]: row for row in csv.DictReader(stream)}


@pytest.fixture(scope="module")
def rules():
    codes = [load_code(name) for name in known_codes()]
    return {
        rule.id: (code, rule) for code in codes for rule in code.rules.values() if not rule.helper
    }


def test_every_rule_is_one_of_the_inventory_and_stands_where_it_stands_there(inventory, rules):
    wrong = []
    for name, (code, rule) in rules.items():
        row = inventory.get(name)
        ours = (code.jurisdiction, rule.topic, rule.tier, rule.citation)
        if row is None:
            wrong.append(f"{name} is not in the inventory")
        elif ours != (theirs := (row["jurisdiction"], row["topic"], row["tier"], row["section"])):
            wrong.append(f"{name}: {ours} here, {theirs} there")
    assert wrong == []


def test_what_classifies_in_the_inventory_classifies_here(inventory, rules):
    wrong = [
        f"{name}: {rule.kind} here, {inventory[name]['kind']} there"
        for name, (_, rule) in rules.items()
        if name in inventory
        if rule.kind != inventory[name]["kind"]
        and (rule.kind != "requirement" or inventory[name]["kind"] in CLASSIFYING)
    ]
    assert wrong == []


def test_a_rule_depends_on_the_options_that_the_inventory_names(inventory, rules):
    lacking = {
        name: sorted(options)
        for name, (_, rule) in rules.items()
        if name in inventory
        and (options := set(filter(None, inventory[name]["options"].split(";"))) - {*rule.options})
    }
    assert lacking == {}


def test_every_rule_of_the_inventory_is_here(inventory, rules):
    whole = {name for name, row in inventory.items() if f"{row['jurisdiction']}-ny" in COUNTS}
    assert whole - set(rules) == set()


@pytest.mark.parametrize(("code_id", "count"), COUNTS.items())
def test_a_code_has_as_many_rules_as_its_text_was_found_to_have(code_id, count):
    assert sum(not rule.helper for rule in load_code(code_id).rules.values()) == count
