"""Conditions from strangers: nothing runs, nothing hangs, nothing grows."""

from __future__ import annotations

import ast
import builtins
import string
import time
from contextlib import ExitStack
from decimal import Decimal, localcontext
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.ordinance.conditions import ConditionError, Scope, compile_condition, evaluate
from photometry.ordinance.language.rows import Row, Session
from photometry.ordinance.language.syntax import MAX_CHARACTERS, MAX_DEPTH, MAX_NODES
from photometry.site.vocabulary import records

SCOPE = Scope(records(), subject="sign")
SECONDS = 0.5  # a hundred times what the longest honest condition takes

HOSTILE = [
    "__import__('os').system('true')",
    "open('/etc/passwd').read()",
    "sign.__class__.__bases__",
    "sign.kind.upper()",
    "().__class__",
    "(lambda: 1)()",
    "[x for x in sign]",
    "sum(x for x in [1])",
    "{**sign}",
    "f'{sign.kind}'",
    "sign['kind']",
    "sign.kind[0]",
    "print(1)",
    "eval('1')",
    "exec",
    "yield 1",
    "await x",
    "(x := 1)",
    "1 if True else __builtins__",
    "9 ** 9 ** 9",
    "2 ** 1000000",
    "1 << 1000000",
    "'a' * 1000000000",
    "1 % 0",
    "~1",
    "1 @ 2",
    "sign.kind == b'wall'",
    "sign.kind == u'wall'",
    "1j > 0",
    "... == 1",
    "None == 1",
    "sign.height_ft > 1e999",
    "sign.height_ft > " + "9" * 50,
    "sign.height_ft > 1000000000001",
    "has(sign.colors, *['a'])",
    "min(*[1, 2])",
    "count(sign, cond=True)",
    "true",
    "not " * 140 + "True",
    "(" * 290 + "1" + ")" * 290,
    "[" * 290 + "1" + "]" * 290,
    "-" * 590 + "1",
    "1" + "+1" * 290,
    "1" * 10_000,
    "sign.kind == '\\x41'",
    "sign.kind == 'a\x00b'",
    "sign.kind\n\n== 'wall' \t; import os",
    "\N{GREEK SMALL LETTER ALPHA} > 1",
    "sign.ｋｉｎｄ.x",
    "1if True else 0",
    "0or 1",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_refused_in_no_time(text):
    start = time.perf_counter()
    with pytest.raises(ConditionError):
        compile_condition(text, SCOPE, "bool")
    assert time.perf_counter() - start < SECONDS


def test_no_text_is_compiled_or_run():
    sign = Row("sign", "S", {"kind": "wall"})
    session = Session({"sign": [sign]})
    compiled = compile

    imported = __import__

    def refuse(name, *args, **kwargs):
        if name in ("collections", "unicodedata"):  # the parser's own
            return imported(name, *args, **kwargs)
        raise AssertionError(f"text was run: {name}")

    def only_trees(source, filename, mode, flags=0, *args, **kwargs):
        # ast.parse itself calls compile, with the flag that makes a tree and no code
        assert flags & ast.PyCF_ONLY_AST, "text was compiled"
        return compiled(source, filename, mode, flags, *args, **kwargs)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(builtins, "compile", only_trees))
        for name in ("eval", "exec", "open", "__import__"):  # the last: patching imports
            stack.enter_context(mock.patch.object(builtins, name, refuse))
        refused = [text for text in HOSTILE if _is_refused(text)]
        condition = compile_condition('sign.kind == "wall"', SCOPE)
        answer = evaluate(condition, session, sign)
    assert len(refused) > len(HOSTILE) - 5
    assert answer is True


def _is_refused(text):
    try:
        compile_condition(text, SCOPE)
    except ConditionError:
        return True
    return False


PIECES = st.sampled_from(
    [
        *("sign.kind", "sign.height_ft", "sign.is_moving", "site.uses", "sign.colors", "today"),
        *("this.kind", "term.x", "option.X", "permit.type", "sign.removed_date", "structure.id"),
        *("and", "or", "not", "in", "not in", "if", "else", "==", "!=", "<", "<=", ">", "+", "-"),
        *("*", "/", "(", ")", "[", "]", ",", "True", "False", '"wall"', '"x"', "1", "2.5", "0"),
        *("count(", "any_of(", "total(", "min(", "max(", "days(", "add_months(", "date(", "has("),
        *("only(", "given(", "exists(", "happened(", "or_today(", "clock(", "round_up(", "."),
        *('"2024-07-10"', '"17:00"', '"02-29"', "sign,", "lambda", ":", "**", "%", "{", "}"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=25).map(" ".join))
def test_words_of_the_language_in_any_order_compile_or_are_refused(text):
    _try(text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=string.printable + "àλ“\u0000", max_size=80))
def test_any_text_compiles_or_is_refused(text):
    _try(text)


def _try(text):
    start = time.perf_counter()
    try:
        condition = compile_condition(text, SCOPE)
    except ConditionError:
        pass
    else:
        assert condition.nodes <= MAX_NODES
        assert condition.depth <= MAX_DEPTH
        sign = Row("sign", "S", {"kind": "wall", "height_ft": Decimal(3)})
        evaluate(condition, Session({"sign": [sign]}), sign)
    assert time.perf_counter() - start < SECONDS


def test_the_bounds_are_on_characters_parts_and_levels():
    with pytest.raises(ConditionError, match="longer than 600 characters"):
        compile_condition("True" + " " * MAX_CHARACTERS, SCOPE)
    with pytest.raises(ConditionError, match="more than 150 parts"):
        compile_condition("sign.height_ft in [" + ",".join("1" * 148) + "]", SCOPE)
    with pytest.raises(ConditionError, match="nested more than 14 levels"):
        compile_condition("not " * 14 + "True", SCOPE)
    assert compile_condition("not " * 13 + "True", SCOPE).depth == MAX_DEPTH


def test_terms_that_double_each_other_are_refused_before_they_grow():
    terms = {}
    scope = SCOPE
    start = time.perf_counter()
    for index in range(30):
        before = f"term.t{index - 1}" if index else "sign.is_moving"
        text = " or ".join([before] * 8)
        if _refusal_with(text, scope):
            break
        terms[f"t{index}"] = compile_condition(text, scope)
        scope = Scope(SCOPE.records, dict(terms), subject="sign")
    assert index == 2  # 1 + 8, 1 + 8 * 9, 1 + 8 * 73
    assert "more than 150 parts with its terms" in _refusal_with(text, scope)
    assert time.perf_counter() - start < SECONDS


def _refusal_with(text, scope):
    try:
        compile_condition(text, scope)
    except ConditionError as error:
        return str(error)
    return ""


def test_odd_numbers_in_facts_leave_the_arithmetic_standing(ask):
    facts = {"sign": [{"area_sqft": Decimal("1e-29"), "height_ft": Decimal(999999999999)}]}
    text = "1 / sign.area_sqft * sign.height_ft * 999999999999 > 1"
    assert ask(text, facts) is True


def test_the_callers_decimal_context_changes_nothing(ask):
    facts = {"sign": [{"area_sqft": Decimal("20.1"), "height_ft": 3}]}
    with localcontext() as context:
        context.prec = 2
        context.Emax = 3
        assert ask("sign.area_sqft * 1000 <= 20100", facts) is True
        assert ask("sign.area_sqft * 1000 < 20100", facts) is False
