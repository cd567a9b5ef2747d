"""Limits that are written as numbers flip between the two neighbours of the number."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.conditions import evaluate
from photometry.ordinance.examples import facts_of_example
from photometry.ordinance.judge import Judge
from photometry.ordinance.language.rows import Row, Session
from photometry.ordinance.language.values import conversion
from photometry.ordinance.options import choose
from photometry.ordinance.rule import Limits

ULP = Decimal("1e-15")  # far below what is measured, far above the arithmetic's 28 digits
KEPT = {
    "<=": (True, True, False),
    "<": (True, False, False),
    ">=": (False, True, True),
    ">": (False, False, True),
    "==": (False, True, False),
}
TOPICS = [
    pytest.param(code, topic, id=f"{code.id} {topic}")
    for code in map(load_code, known_codes())
    for topic in code.topics
]


def literal_limits(rule, body):
    """Give the limits that compare one bare field of the subject with a number.

    Yields the name of the field, the comparison, the number in the field's unit, and whether
    the number is exact in that unit: 1 m is no decimal of feet.
    """
    for limit in body.test.limits:
        field = limit.quantity.type.field
        if field is None or limit.quantity.nodes > 1 or field.record != rule.record:
            continue
        ops = (">=", "<=") if limit.op == "between" else (limit.op,)
        for op, value, to_unit in zip(ops, limit.values, limit.values_to_unit, strict=True):
            if value.reads or value.options:
                continue
            number = evaluate(value, Session({}))
            if isinstance(number, Decimal):
                own_unit = field.unit or limit.unit
                at = conversion(limit.unit, own_unit)(to_unit(number))
                is_exact = conversion(own_unit, limit.unit)(at) == to_unit(number)
                yield field.name, op, at, is_exact


def readings(code, rule):
    """Give each body of a rule that is a limit, with the interpretations that choose it."""
    for values, body in rule.bodies.items():
        if not isinstance(body.test, Limits) or body.off or body.determine:
            continue
        chosen = dict(zip(rule.patched, values, strict=True))
        yield (
            body,
            {
                name: choice.plain
                for name, value in chosen.items()
                for choice in code.options[name].values
                if choice.value == value
            },
        )


def cases(code, topic):
    for rule in code.rules.values():
        if rule.topic == topic:
            for body, options in readings(code, rule):
                for limit in literal_limits(rule, body):
                    yield rule, body, options, limit


def status_at(code, rule, options, facts, name, value):
    """Judge the first subject of a rule with one field set to a value."""
    first, *others = facts.rows(rule.record)
    changed = Row(first.record, first.id, {**first.values, name: value}, first.notes)
    moved = replace(facts, records={**facts.records, rule.record: (changed, *others)})
    judge = Judge(code, moved, choose(code.options, options))
    return judge.verdicts(rule, changed)[0].status.value


def statuses_about(code, rule, options, name, at):
    """Judge about a number, by the first example that is met on one of its sides or at it."""
    for example in rule.examples:
        facts = facts_of_example(code, example)
        if facts.rows(rule.record):
            values = (at - ULP, at, at + ULP)
            found = [status_at(code, rule, options, facts, name, value) for value in values]
            if "pass" in found:
                return found
    return None


def trouble(code, rule, body, options, limit):
    """Say what is wrong with the verdicts about a number; empty where nothing is."""
    name, op, at, is_exact = limit
    found = statuses_about(code, rule, options, name, at)
    if found is None:
        return "no example is met near the limit"
    # a failure may still wait for an exemption that the example leaves open
    bad = {"not_applicable"} if rule.classifies else {"fail", "not_evaluated"}
    bad |= {"advisory"} if body.effect != "breach" else set()
    kept = tuple(status == "pass" for status in found)
    right = kept == KEPT[op] if is_exact else kept[::2] == KEPT[op][::2]
    return "" if right and set(found) <= {"pass"} | bad else f"{op} {at}: {found}"


def test_there_are_limits_to_try():
    tried = {
        code.id: len({rule.id for topic in code.topics for rule, *_ in cases(code, topic)})
        for code in map(load_code, known_codes())
    }
    assert tried["sweden-ny"] >= 36
    assert tried["bellport-ny"] >= 116


@pytest.mark.parametrize(("code", "topic"), TOPICS)
def test_the_verdicts_turn_at_the_numbers_and_nowhere_else(code, topic):
    wrong = {
        f"{rule.id} {options or ''}": said
        for rule, body, options, limit in cases(code, topic)
        if (said := trouble(code, rule, body, options, limit))
    }
    assert wrong == {}
