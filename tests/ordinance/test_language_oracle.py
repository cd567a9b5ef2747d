"""The language against rule-engine, on what both can say: full facts, random values.

rule-engine has no unknown, no token lists and no calendar months; where every fact is known
and the words are common, the two have to agree.
"""

from __future__ import annotations

import random
import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.conditions import Scope, compile_condition, evaluate
from photometry.ordinance.language.rows import Row, Session
from photometry.site.vocabulary import records

rule_engine = pytest.importorskip("rule_engine", reason="rule-engine is a development tool")

SIGN = records()["sign"]
NUMBERS = ("height_ft", "top_height_ft", "clearance_ft", "width_ft")
FLAGS = ("is_moving", "is_illuminated", "makes_noise")
KINDS = ("wall", "awning", "window", "banner")
NUMERALS = st.sampled_from(["0", "1", "2.5", "7", "12.75", "100"])


def _numbers():
    leaves = st.one_of(st.sampled_from([f"sign.{name}" for name in NUMBERS]), NUMERALS)
    return st.recursive(
        leaves,
        lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        max_leaves=4,
    )


def _conditions():
    order = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    compared = st.tuples(_numbers(), order, _numbers()).map(" ".join)
    flags = st.sampled_from([f"sign.{name}" for name in FLAGS])
    kinds = st.tuples(st.sampled_from(["==", "!="]), st.sampled_from(KINDS)).map(
        lambda parts: f'sign.kind {parts[0]} "{parts[1]}"'
    )
    member = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True).map(
        lambda names: "sign.kind in [" + ", ".join(f'"{name}"' for name in names) + "]"
    )
    return st.recursive(
        st.one_of(compared, flags, kinds, member),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
                lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
            ),
            inner.map(lambda text: f"(not ({text}))"),
        ),
        max_leaves=5,
    )


FACTS = st.fixed_dictionaries(
    {
        **{name: st.integers(-200, 2000).map(lambda n: Decimal(n) / 4) for name in NUMBERS},
        **{name: st.booleans() for name in FLAGS},
        "kind": st.sampled_from(KINDS),
    }
)


@settings(max_examples=120, deadline=None)
@given(text=_conditions(), facts=FACTS)
def test_full_facts_are_judged_as_rule_engine_judges_them(text, facts):
    row = Row("sign", "S", facts)
    ours = evaluate(
        compile_condition(text, Scope(records(), subject="sign"), "bool"),
        Session({"sign": [row]}),
        row,
    )
    theirs = rule_engine.Rule(text.replace("sign.", "sign__"))
    assert ours is bool(theirs.matches({f"sign__{name}": value for name, value in facts.items()}))


def _value(field, dice):
    """Give a value of a field: a small number, a flag, a token."""
    if field.type in ("number", "integer"):
        return Decimal(dice.randrange(81))
    return dice.choice([True, False] if field.type == "boolean" else field.tokens)


def _common(condition_text, reads, code):
    """Say whether rule-engine can read a gate: fields alone, all of types that both know."""
    if re.search(r"[a-z_]\(", condition_text):
        return False  # a function
    for key in reads:
        record, _, name = key.partition(".")
        field = code.records.get(record, {}).get(name)
        if field is None or field.type not in ("number", "integer", "boolean", "enum"):
            return False
        if record in code.tables:
            return False
    return True


def _in_their_names(text):
    """Write `sign.area_sqft` as one name; the point of a decimal stays."""
    return re.sub(r"(?<=[a-z_0-9])\.(?=[a-z])", "__", text)


def _gates(code, topic):
    """Give the gates of a topic that rule-engine can read, each once."""
    seen = set()
    for rule in code.rules.values():
        text = rule.source.get("applies", "")
        if rule.topic != topic or (rule.record, text) in seen:
            continue
        seen.add((rule.record, text))
        if "term." in text or "option." in text or not text:
            continue
        scope = Scope(code.records, subject=rule.record, tables=code.tables)
        condition = compile_condition(text, scope)
        if _common(text, condition.reads, code):
            yield text, condition


TOPICS = [
    pytest.param(code, topic, id=f"{code.id} {topic}")
    for code in map(load_code, known_codes())
    for topic in code.topics
]


@pytest.mark.parametrize(("code", "topic"), TOPICS)
def test_the_gates_of_the_shipped_rules_mean_to_rule_engine_what_they_mean_here(code, topic):
    dice = random.Random(topic)  # noqa: S311  # dice for tests
    wrong = []
    for text, condition in _gates(code, topic):
        theirs = rule_engine.Rule(_in_their_names(text))
        for _ in range(12):
            values = {key: _value(_field(code, key), dice) for key in condition.reads}
            ours = _answer(condition, values)
            flat = {_in_their_names(key): value for key, value in values.items()}
            if ours is not bool(theirs.matches(flat)):
                wrong.append((text, values))
    assert wrong == []


def test_there_are_gates_to_compare():
    tried = sum(len(list(_gates(*param.values))) for param in TOPICS)
    assert tried >= 100


def _answer(condition, values):
    rows = {}
    for key, value in values.items():
        record, _, name = key.partition(".")
        rows.setdefault(record, {})[name] = value
    made = {record: Row(record, record, facts) for record, facts in rows.items()}
    return evaluate(
        condition, Session({record: [row] for record, row in made.items()}), *made.values()
    )


def _field(code, key):
    record, _, name = key.partition(".")
    return code.records[record][name]
