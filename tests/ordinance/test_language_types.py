"""A wrong field, unit or token is refused when a code is loaded, with its column."""

from __future__ import annotations

from decimal import Decimal

import pytest

from photometry.ordinance.conditions import ConditionError, Scope, compile_condition
from photometry.ordinance.language.values import conversion
from photometry.site.vocabulary import records


def refusal(text, subject="sign", **kinds):
    with pytest.raises(ConditionError) as caught:
        compile_condition(text, Scope(records(), subject=subject), *kinds.get("kinds", ()))
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sign.hight_ft > 4", "column 1: sign has no field hight_ft; did you mean height_ft?"),
        ("sing.height_ft > 4", "column 1: no record is called sing; did you mean sign?"),
        ('sign.kind == "wal"', 'column 14: sign.kind has no value "wal"; did you mean wall?'),
        ('sign.kind in ["wall", "wal"]', 'column 23: sign.kind has no value "wal"'),
        ('"wal" == sign.kind', 'column 1: sign.kind has no value "wal"'),
        ('sign.kind == "unknown"', "column 14: an unknown fact is absent"),
        ("sign.kind == 5", "column 1: a text and a number do not go together"),
        ("sign.area_sqft <= sign.width_ft", "a number of ft2 and a number of ft"),
        ("sign.area_sqft + sign.width_ft > 1", "a number of ft2 and a number of ft"),
        ("today > sign.placed_date", "days(a, b) takes both"),
        ("sign.installed_date + 5 > today", "write add_days(d, n) or days(a, b)"),
        ("sign.is_moving < True", "yes or no cannot be compared in this way"),
        ("sign.colors == sign.colors", 'write has(list, "token")'),
        ("sign.height_ft and True", "yes or no is needed here, not a number of ft"),
        ("not sign.kind", "yes or no is needed here, not a text"),
        ('sign.kind in [1, "wall"]', "texts or numbers, not both"),
        ('sign.height_ft in ["a"]', "is not looked for in a list of texts"),
        ("add_days(sign.installed_date, sign.height_ft) > today", "adds a number of day"),
        ("hours(sign.installed_date, sign.removed_date) > 1", "takes a date with a time of day"),
        ('date("2024-02-30") > today', 'is not of the form "2024-07-10"'),
        ('clock("25:00") > clock("01:00")', 'is not of the form "17:00"'),
        ('in_season(today, "13-01", "02-01")', 'is not of the form "11-15"'),
        ('has(sign.kind, "wall")', "has() takes a list first"),
        ("only(sign.colors, sign.colors)", "a list is written out"),
        ("rond_up(1) > 0", "no function is called rond_up; did you mean round_up?"),
        ("min(1) > 0", "takes two arguments or more"),
        ("abs(1, 2) > 0", "abs() takes 1 argument, not 2"),
        ("given(5)", "given() takes a field"),
        ('this.kind == "wall"', "`this` is the subject of the rule"),
        ("term.none", "no term none stands above this"),
        ("option.NONE > 1", "no option NONE has a number"),
        ("height_ft > 4", "a name alone means nothing"),
        ("count(sign, count(sign) > 1) > 1", "a count cannot stand inside a count"),
        ("count(site) > 1", "there is one site"),
        ("total(sign.kind) > 1", "total() cannot take a text"),
        ("count(sign) + count(sign) + count(sign) + count(sign) > 1", "more than 3 counts"),
    ],
)
def test_a_mistake_is_refused_where_it_stands(text, said):
    assert said in refusal(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sign.is_moving && True", "write `and`"),
        ("sign.is_moving || True", "write `or`"),
        ("!sign.is_moving", "write `not`"),
        ("sign.height_ft = 4", "write `==` to compare"),
        ("sign.height_ft <> 4", "write `!=`"),
        ("sign.is_moving is True", "write `==`"),
        ("1 < sign.height_ft < 4", "join two with `and`"),
        ("sign.kind == “wall”", "use straight quotes"),
        ("0x10 < 5", "0x10 is not a plain number"),
        ("1_000 < 5", "1_000 is not a plain number"),
        ("1e3 < 5", "1e3 is not a plain number"),
        ("sign.height_ft > 4 # tall", "no comments"),
        ("", "empty"),
    ],
)
def test_other_tongues_are_answered_with_a_hint(text, hint):
    assert hint in refusal(text)


def test_the_value_of_a_condition_has_to_be_of_the_kind_asked_for():
    assert "yes or no is needed, and this gives a number of ft" in refusal(
        "sign.height_ft", kinds=("bool",)
    )


def test_a_bare_number_goes_with_any_unit_and_a_product_drops_it(ask):
    facts = {"sign": [{"area_sqft": 20, "wall_length_ft": 40}]}
    assert ask("sign.area_sqft <= 1 * sign.wall_length_ft", facts) is True
    assert ask("sign.area_sqft + 1 <= 21", facts) is True


@pytest.mark.parametrize(
    ("number", "unit", "to", "expected"),
    [
        ("0.75", "ft", "in", "9"),
        ("9", "in", "ft", "0.75"),
        ("1", "ft", "m", "0.3048"),
        ("0.3048", "m", "ft", "1"),
        ("43560", "ft2", "acre", "1"),
        ("0.5", "acre", "ft2", "21780"),
        ("1.5", "ton", "lb", "3000"),
        ("48", "h", "day", "2"),
    ],
)
def test_units_are_converted_exactly(number, unit, to, expected):
    assert conversion(unit, to)(Decimal(number)) == Decimal(expected)


def test_months_and_unlike_units_are_never_converted():
    assert conversion("month", "day") is None
    assert conversion("ft", "ft2") is None
    assert conversion("fc", "ft") is None


def test_tokens_of_an_open_list_may_be_new(ask):
    facts = {"site": {"district_code": "b1"}}
    assert ask('site.district_code == "b1"', facts, subject="site") is True
