"""Three-valued logic: an absent fact is unknown, and what does not depend on it is known."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.ordinance.conditions import Scope, compile_condition, evaluate
from photometry.ordinance.language.rows import Row, Session
from photometry.ordinance.language.values import NONE, Unknown
from photometry.site.vocabulary import records

FIELDS = ("is_illuminated", "is_moving", "makes_noise", "has_video")
TRUE, FALSE, ABSENT = True, False, None
# rows of the tables in the order T, F, ?
AND = [[TRUE, FALSE, ABSENT], [FALSE, FALSE, FALSE], [ABSENT, FALSE, ABSENT]]
OR = [[TRUE, TRUE, TRUE], [TRUE, FALSE, ABSENT], [TRUE, ABSENT, ABSENT]]


def ask_of(text, values):
    condition = compile_condition(text, Scope(records(), subject="sign"))
    row = Row("sign", "S", {name: value for name, value in values.items() if value is not None})
    return evaluate(condition, Session({"sign": [row]}), row)


@pytest.mark.parametrize(("word", "table"), [("and", AND), ("or", OR)])
def test_and_and_or_follow_their_truth_tables(word, table):
    for (i, a), (j, b) in itertools.product(enumerate((TRUE, FALSE, ABSENT)), repeat=2):
        found = ask_of(
            f"sign.is_illuminated {word} sign.is_moving", {"is_illuminated": a, "is_moving": b}
        )
        expected = table[i][j]
        if expected is ABSENT:
            assert isinstance(found, Unknown)
        else:
            assert found is expected


def test_not_leaves_the_unknown_unknown():
    assert ask_of("not sign.is_moving", {"is_moving": True}) is False
    assert ask_of("not sign.is_moving", {"is_moving": False}) is True
    assert ask_of("not sign.is_moving", {}).names == {"sign.is_moving"}


def test_every_missing_fact_is_named_and_none_that_does_not_matter():
    text = "sign.is_illuminated and sign.is_moving and sign.has_video"
    assert ask_of(text, {"is_moving": True}).names == {"sign.is_illuminated", "sign.has_video"}
    assert ask_of(text, {"has_video": False}) is False


def test_a_fact_or_its_contrary_stays_unknown():
    # what is known of each half alone decides nothing
    assert isinstance(ask_of("sign.is_moving or not sign.is_moving", {}), Unknown)


def _trees():
    leaves = st.sampled_from([f"sign.{name}" for name in FIELDS])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
                lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
            ),
            inner.map(lambda text: f"(not {text})"),
        ),
        max_leaves=8,
    )


@settings(max_examples=80, deadline=None)
@given(text=_trees(), data=st.data())
def test_what_is_known_holds_however_the_unknown_turns_out(text, data):
    values = {name: data.draw(st.sampled_from([True, False, None]), label=name) for name in FIELDS}
    found = ask_of(text, values)
    if isinstance(found, Unknown):
        absent = {f"sign.{name}" for name, value in values.items() if value is None}
        assert found.names
        assert found.names <= absent
        return
    unknown = [name for name, value in values.items() if value is None]
    for completion in itertools.product([True, False], repeat=len(unknown)):
        whole = {**values, **dict(zip(unknown, completion, strict=True))}
        assert ask_of(text, whole) is found


def test_a_comparison_with_an_absent_number_is_unknown_and_arithmetic_too():
    for text in (
        "sign.area_sqft <= 5",
        "sign.area_sqft + 1 <= 5",
        "min(sign.area_sqft, 3) <= 5",
        "5 in [1, 2] or sign.area_sqft * 2 > 1",
    ):
        assert ask_of(text, {}).names == {"sign.area_sqft"}


def test_division_by_zero_says_so_and_is_not_a_missing_fact(ask):
    facts = {"sign": [{"day_luminance_cd_m2": 0, "night_luminance_cd_m2": 5}]}
    found = ask("sign.night_luminance_cd_m2 / sign.day_luminance_cd_m2 <= 0.1", facts)
    assert found.zero_divisor
    assert not found.names
    assert found.reasons == {"the divisor is 0"}


def test_known_not_to_exist_is_unequal_to_everything_and_stands_in_no_order(ask):
    facts = {"sign": [{"installed_date": "none", "area_sqft": "none"}]}
    assert ask('sign.installed_date == date("2024-01-01")', facts) is False
    assert ask('sign.installed_date != date("2024-01-01")', facts) is True
    assert isinstance(ask('sign.installed_date < date("2024-01-01")', facts), Unknown)
    assert isinstance(ask("sign.area_sqft + 1 > 0", facts), Unknown)
    assert ask("happened(sign.installed_date)", facts) is False


def test_given_is_never_unknown_and_exists_is_unknown_of_what_is_absent(ask):
    none = {"sign": [{"area_sqft": "none"}]}
    assert ask("given(sign.area_sqft)", {"sign": [{}]}) is False
    assert ask("given(sign.area_sqft)", none) is False
    assert ask("given(sign.area_sqft)", {"sign": [{"area_sqft": 0}]}) is True
    assert ask("exists(sign.area_sqft)", {"sign": [{}]}).names == {"sign.area_sqft"}
    assert ask("exists(sign.area_sqft)", none) is False
    assert ask("exists(sign.area_sqft)", {"sign": [{"area_sqft": 0}]}) is True


def test_a_choice_reads_only_the_branch_that_it_takes(ask):
    text = "5 if sign.is_moving else sign.area_sqft"
    assert ask(text, {"sign": [{"is_moving": True}]}) == 5
    assert ask(text, {"sign": [{"is_moving": False}]}).names == {"sign.area_sqft"}
    assert ask(text, {"sign": [{}]}).names == {"sign.is_moving"}


def test_none_compares_equal_to_nothing_but_itself():
    assert NONE == NONE  # noqa: PLR0124  # two facts may both be known not to exist
    assert NONE != 0
