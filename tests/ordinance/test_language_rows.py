"""Which row `record.field` means: counts, links, reference tables."""

from __future__ import annotations

from decimal import Decimal

import pytest

from photometry.ordinance.language.rows import Table
from photometry.ordinance.language.values import Unknown

SIGNS = [
    {"id": "A", "kind": "wall", "area_sqft": Decimal("0.1"), "structure_id": "s"},
    {"id": "B", "kind": "wall", "area_sqft": Decimal("0.2"), "structure_id": "s"},
    {"id": "C", "kind": "awning", "area_sqft": 9, "structure_id": "s"},
    {"id": "D", "kind": "wall", "area_sqft": 7, "structure_id": "t"},
]


def test_sums_are_decimal_so_that_a_fact_at_the_limit_is_at_the_limit(ask):
    text = 'total(sign.area_sqft, sign.kind == "wall" and sign.structure_id == this.structure_id)'
    assert ask(text, {"sign": SIGNS}) == Decimal("0.3")
    assert ask(f"{text} <= 0.3", {"sign": SIGNS}) is True
    assert ask(text, {"sign": SIGNS}, index=3) == 7


def test_counts_take_rows_that_match_and_know_none_from_not_listed(ask):
    assert ask('count(sign, sign.kind == "wall")', {"sign": SIGNS}) == 3
    assert ask("count(sign)", {"sign": SIGNS}) == 4
    assert ask("count(permit)", {"permit": []}) == 0
    assert ask("count(permit)", {}).names == {"permit"}
    assert ask("any_of(permit)", {"permit": []}) is False
    assert ask("total(permit.fee_usd)", {"permit": []}) == 0


def test_a_count_is_unknown_as_soon_as_one_row_is_and_any_of_when_none_decides(ask):
    signs = [*SIGNS, {"id": "E", "structure_id": "s"}]
    assert ask('count(sign, sign.kind == "wall")', {"sign": signs}).names == {"sign.kind"}
    assert ask('any_of(sign, sign.kind == "wall")', {"sign": signs}) is True
    assert ask('any_of(sign, sign.kind == "banner")', {"sign": signs}).names == {"sign.kind"}
    # a wall sign of another building need not be known in full
    text = 'count(sign, sign.structure_id == "t" and sign.kind == "wall")'
    assert ask(text, {"sign": signs}) == 1


def test_least_and_greatest_look_over_the_rows_that_match(ask):
    assert ask('least(sign.area_sqft, sign.kind == "wall")', {"sign": SIGNS}) == Decimal("0.1")
    assert ask('greatest(sign.area_sqft, sign.kind == "wall")', {"sign": SIGNS}) == 7
    found = ask('least(sign.area_sqft, sign.kind == "banner")', {"sign": SIGNS})
    assert found.reasons == {"no sign is of that kind"}


def test_a_count_that_does_not_read_the_subject_is_counted_once(ask):
    from photometry.ordinance.conditions import compile_condition
    from photometry.ordinance.facts_reader import facts_of
    from photometry.ordinance.language.rows import Env, Session

    facts = facts_of({"sign": SIGNS})
    session = Session(facts.records)
    condition = compile_condition('count(sign, sign.kind == "wall")', ask.scope("sign"))
    assert [condition.run(Env(session, row)) for row in facts.rows("sign")] == [3] * 4
    assert len(session.found) == 1
    other = compile_condition("count(sign, sign.kind == this.kind)", ask.scope("sign"))
    assert [other.run(Env(session, row)) for row in facts.rows("sign")] == [3, 3, 1, 3]
    assert len(session.found) == 1


def test_a_linked_row_is_found_by_its_id_or_as_the_only_one(ask):
    house = {"id": "s", "height_ft": 20}
    barn = {"id": "t", "height_ft": 30}
    assert ask("structure.height_ft", {"sign": [{}], "structure": [house]}) == 20
    assert ask("structure.height_ft", {"sign": SIGNS, "structure": [barn, house]}) == 20
    assert ask("structure.height_ft", {"sign": SIGNS, "structure": [barn, house]}, index=3) == 30
    found = ask("structure.height_ft", {"sign": [{}], "structure": [house, barn]})
    assert found.reasons == {"which structure? give sign.structure_id"}
    lost = ask("structure.height_ft", {"sign": SIGNS, "structure": [barn]})
    assert lost.reasons == {'no structure has id = "s"'}
    assert ask("structure.height_ft", {"sign": [{}]}).names == {"structure.height_ft"}


def test_a_row_may_point_back_to_the_subject(ask):
    facts = {
        "structure": [{"id": "s"}, {"id": "t"}],
        "permit": [
            {"id": "1", "structure_id": "t", "fee_usd": 5},
            {"id": "2", "structure_id": "s", "fee_usd": 7},
        ],
    }
    assert ask("permit.fee_usd", facts, subject="structure") == 7
    assert ask("permit.fee_usd", facts, subject="structure", index=1) == 5


TABLE_A = Table(
    "table_a",
    {"sign_kind": (("sign", "kind"),), "district_code": (("site", "district_code"),)},
    "Table A is not in the text",
)


@pytest.fixture
def ask_table(asker):
    return asker(tables={"table_a": TABLE_A})


def test_a_table_gives_the_row_that_its_keys_pick(ask_table):
    facts = {
        "site": {"district_code": "b1"},
        "sign": [{"kind": "wall"}],
        "table_a": [
            {"sign_kind": "wall", "district_code": "r1", "max_area_sqft": 8},
            {"sign_kind": "wall", "district_code": "b1", "max_area_sqft": 32},
        ],
    }
    assert ask_table("table_a.max_area_sqft", facts) == 32
    facts["site"]["district_code"] = "x"
    found = ask_table("table_a.max_area_sqft", facts)
    assert found.names == {"table_a.max_area_sqft"}
    assert found.reasons == {"no row of table_a for sign_kind wall, district_code x"}


def test_a_table_that_is_not_given_says_why_and_an_unknown_key_is_named(ask_table):
    known = {"site": {"district_code": "b1"}, "sign": [{"kind": "wall"}]}
    assert ask_table("table_a.max_area_sqft", known).reasons == {"Table A is not in the text"}
    found = ask_table("table_a.max_area_sqft", {"sign": [{"kind": "wall"}]})
    assert found.names == {"site.district_code"}


def test_twin_rows_of_a_table_are_not_chosen_between(ask_table):
    row = {"sign_kind": "wall", "district_code": "b1", "max_area_sqft": 8}
    facts = {"site": {"district_code": "b1"}, "sign": [{"kind": "wall"}], "table_a": [row, row]}
    found = ask_table("table_a.max_area_sqft", facts)
    assert found.reasons == {"two rows of table_a for sign_kind wall, district_code b1"}


def test_a_sum_over_a_list_takes_a_row_of_the_table_for_each_token(asker):
    ask = asker(tables={"table_21_454": Table("table_21_454", {"use": (("structure", "use"),)})})
    text = "total_over(site.uses, table_21_454.spaces_required)"
    rows = [{"use": "day_care", "spaces_required": 13}, {"use": "school", "spaces_required": 7}]
    facts = {"site": {"uses": ["day_care", "school"]}, "table_21_454": rows}
    assert ask(text, facts, subject="site") == 20
    facts["site"]["uses"].append("laboratory")
    assert isinstance(ask(text, facts, subject="site"), Unknown)
    facts["site"]["uses"] = []
    assert ask(text, facts, subject="site") == 0


def test_lists_are_asked_for_tokens(ask):
    facts = {"sign": [{"colors": ["green", "white"]}]}
    assert ask('has(sign.colors, "green")', facts) is True
    assert ask('has(sign.colors, "red")', facts) is False
    assert ask('only(sign.colors, ["green", "white", "red"])', facts) is True
    assert ask('only(sign.colors, ["green"])', facts) is False
    assert ask('only(sign.colors, ["green"])', {"sign": [{"colors": []}]}) is True
    assert ask('has(sign.colors, "green")', {"sign": [{}]}).names == {"sign.colors"}


def test_terms_use_those_above_them_and_their_size_counts(asker):
    ask = asker(terms={"lit": "sign.is_illuminated", "odd": "term.lit and sign.is_moving"})
    facts = {"sign": [{"is_illuminated": True, "is_moving": False}]}
    assert ask("term.odd", facts) is False
    assert ask.scope("sign").terms["odd"].nodes == 3
    assert ask.scope("sign").terms["odd"].reads == {"sign.is_illuminated", "sign.is_moving"}


def test_an_option_gives_its_number(ask):
    facts = {"sign": [{"area_sqft": 11}]}
    text = "sign.area_sqft <= 10 * (1 + option.PERCENT / 100)"
    assert ask(text, facts, numbers={"PERCENT": Decimal(10)}) is True
    assert ask(text, facts, numbers={"PERCENT": Decimal(9)}) is False
    assert ask(text, facts).reasons == {"option PERCENT was chosen without its number"}


def test_parts_of_a_number_are_rounded_as_the_law_says(ask):
    facts = {"sign": [{"area_sqft": Decimal("12.5")}]}
    assert ask("round_up(sign.area_sqft)", facts) == 13
    assert ask("round_nearest(sign.area_sqft)", facts) == 13
    assert ask("round_nearest(sign.area_sqft - 0.1)", facts) == 12
    assert ask("abs(0 - sign.area_sqft)", facts) == Decimal("12.5")
    assert ask("-sign.area_sqft < 0", facts) is True
