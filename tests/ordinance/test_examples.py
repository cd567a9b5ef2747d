"""Every rule of the shipped codes carries examples, and they all come out as they say."""

from __future__ import annotations

import re

import pytest

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.examples import run_examples
from photometry.ordinance.rule import Limits

CODES = [load_code(name) for name in known_codes()]
TOPICS = [
    pytest.param(code, topic, id=f"{code.id} {topic}") for code in CODES for topic in code.topics
]


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


@pytest.mark.parametrize(("code", "topic"), TOPICS)
def test_rules_cite_their_clauses_in_plain_words(code, topic):
    rules = [rule for rule in code.rules.values() if rule.topic == topic]
    assert rules
    wrong = [f"{rule.id}: {said}" for rule in rules for said in _unplain(code, rule)]
    assert wrong == []


def _unplain(code, rule):
    if not rule.id.startswith(code.jurisdiction):
        yield "the id is of another town"
    if not rule.citation or not (rule.helper or rule.tier):
        yield "no citation or no tier"
    if not (rule.title[0].isupper() or rule.title[0].isdigit()) or rule.title.endswith("."):
        yield "the title is no heading"
    if len(rule.title) > 100:
        yield f"the title has {len(rule.title)} characters; at most 100"
    if re.search(r"\b(TODO|FIXME|XXX)\b", str(rule.source)):
        yield "unfinished"
