"""Interpretations: chosen by name, checked against what the codes ask."""

from __future__ import annotations

from decimal import Decimal

import pytest

from photometry.errors import ProjectFileError
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.checker import check
from photometry.ordinance.options import Choice, Option, choose, option_faults

TOLERANCE = Option("TOL", "?", (Choice("upper"), Choice("tolerance", Decimal(10)), Choice("all")))


def test_the_first_value_is_the_default():
    assert choose({"TOL": TOLERANCE}, {}) == {"TOL": Choice("upper")}


def test_a_value_that_needs_a_number_takes_the_users():
    chosen = choose({"TOL": TOLERANCE}, {"TOL": {"tolerance": 12.5}})["TOL"]
    assert (chosen.value, chosen.number, chosen.exact) == ("tolerance", 12.5, Decimal("12.5"))
    assert chosen.plain == {"tolerance": 12.5}
    assert [other.value for other in TOLERANCE.others(chosen)] == ["upper", "all"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"TOLL": "upper"}, "no option is called TOLL; did you mean TOL?"),
        (
            {"TOL": "uper"},
            'must be "upper", { tolerance = 10 } or "all", not "uper"; did you mean upper?',
        ),
        ({"TOL": "tolerance"}, "TOL: write { tolerance = 10 }"),
        ({"TOL": {"upper": 5}}, 'TOL: write "upper"'),
        ({"TOL": {"tolerance": "ten"}}, 'a number is needed, not "ten"'),
        ({"TOL": {"tolerance": True}}, "a number is needed, not true"),
        ({"TOL": {"tolerance": float("nan")}}, "a finite number is needed"),
        ({"TOL": {"tolerance": Decimal("1e999999")}}, "a finite number is needed"),
        ({"TOL": {}}, "not {}; it asks: ?"),
        ({"TOL": 5}, '{ tolerance = 10 } or "all", not 5; it asks: ?'),
    ],
)
def test_a_wrong_choice_is_refused_with_what_to_write(given, said):
    (fault,) = option_faults([{"TOL": TOLERANCE}], given, "site.toml")
    assert said in str(fault)
    assert fault.file == "site.toml"


def test_an_option_of_another_code_of_the_site_is_no_fault():
    sweden, bellport = load_code("sweden-ny"), load_code("bellport-ny")
    both = [sweden.options, bellport.options]
    assert option_faults(both, {"SIGN_COLORS": "advisory", "SHOULD": "advise_all"}) == ()
    assert len(option_faults([sweden.options], {"SIGN_COLORS": "advisory"})) == 1


def test_the_check_refuses_all_wrong_options_at_once():
    facts = {"options": {"SHOULD": "enforced", "SHOLD": "enforce"}}
    with pytest.raises(ProjectFileError) as caught:
        check(facts=facts, code="sweden-ny")
    assert len(caught.value.faults) == 2


def test_every_option_of_the_shipped_codes_has_a_question_and_a_choice():
    for name in ("sweden-ny", "bellport-ny"):
        for option in load_code(name).options.values():
            assert option.question.endswith("?")
            assert len(option.values) >= 2
            assert len({choice.value for choice in option.values}) == len(option.values)
