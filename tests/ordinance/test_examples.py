"""Every rule of the shipped codes carries examples, and they all come out as they say."""

from __future__ import annotations

import re

import pytest

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.examples import run_examples
from photometry.ordinance.rule import Limits

CODES = [load_code(name) for name in known_codes()]
RULES = [pytest.param(code, rule, id=rule.id) for code in CODES for rule in code.rules.values()]


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_every_example_comes_out_as_it_says(code):
    results = run_examples(code)
    assert results
    assert [str(result) for result in results if not result.is_right] == []


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_a_limit_is_shown_kept_and_broken(code):
    lacking = []
    for rule in code.rules.values():
        shown = {example.status for example in rule.examples}
        if all(isinstance(body.test, Limits) for body in rule.bodies.values()):
            kept, broken = {"pass"}, {"fail", "advisory"}
            if rule.classifies:
                broken = {"not_applicable"}
            if not (shown & kept and shown & broken):
                lacking.append(rule.id)
    assert lacking == []


@pytest.mark.parametrize(("code", "rule"), RULES)
def test_a_rule_cites_its_clause_in_plain_words(code, rule):
    assert rule.id.startswith(code.jurisdiction)
    assert rule.citation
    assert rule.helper or rule.tier
    assert rule.title[0].isupper() or rule.title[0].isdigit()
    assert not rule.title.endswith(".")
    assert len(rule.title) <= 100
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", str(rule.source))
