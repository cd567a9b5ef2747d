import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from photometry.ordinance.finding import Status
from photometry.tables.text import (
    STATUS_WORDS,
    against_limit,
    clause,
    count,
    factor_text,
    number,
    plain_number,
    section,
    signed,
)


def test_numbers_have_a_real_minus_and_grouped_thousands():
    assert number(-0.2) == "−0.20"
    assert number(12345.678, 1) == "12,345.7"
    assert number(None) == "—"
    assert count(1234) == "1,234"
    assert count(None) == "—"


def test_a_computed_zero_is_printed_and_never_negative():
    assert number(0.0) == "0.00"
    assert number(-0.004) == "0.00"
    assert signed(-0.004) == "0.00"


def test_a_light_loss_factor_is_what_a_checker_gets_by_hand():
    assert factor_text(0.65 * 0.85) == "0.5525"  # a float a little under
    assert factor_text(0.85) == "0.850"
    assert factor_text(0.95 * 0.9 * 0.97 * 0.85) == "0.705"  # 0.7049..., which does not end
    assert factor_text(0.12345) == "0.123"
    assert factor_text(None) == "—"


def test_margins_carry_their_sign():
    assert signed(0.12) == "+0.12"
    assert signed(-0.2) == "−0.20"
    assert signed(0.0) == "0.00"
    assert signed(None) == "—"


def test_a_plain_number_has_no_more_decimals_than_it_needs():
    assert [plain_number(v) for v in (3.0, 0.5, 0.855, -0.0, 14.25)] == [
        "3",
        "0.5",
        "0.855",
        "0",
        "14.25",
    ]


@given(st.floats(0, 50), st.sampled_from([0.1, 0.2, 0.5, 1.0, 3.0, 4.0]))
def test_rounding_never_moves_a_value_across_its_limit(value, limit):
    shown = float(against_limit(value, limit))
    # A thousandth of a thousandth of a footcandle is not shown.
    if math.isclose(value, limit, abs_tol=1e-6):
        return
    assert (shown > limit) == (value > limit)
    assert (shown < limit) == (value < limit)


@pytest.mark.parametrize(
    ("citation", "law", "part"),
    [
        ("Town Code § 175-29 J(2)", "Town Code § 175-29", "J(2)"),
        ("Town Code § 175-29 A(4) and E", "Town Code § 175-29", "A(4) and E"),
        ("Code 1975 § 90-50 (obnoxious uses)", "Code 1975 § 90-50", "(obnoxious uses)"),
        ("Town Code § 175-33", "Town Code § 175-33", "Town Code § 175-33"),
        ("L.L. 4-1999", "L.L. 4-1999", "L.L. 4-1999"),
    ],
)
def test_a_citation_is_a_section_and_a_clause(citation, law, part):
    assert section(citation) == law
    assert clause(citation) == part


def test_every_verdict_has_a_word_and_only_fail_is_in_capitals():
    assert set(STATUS_WORDS) == set(Status)
    assert [word for word in STATUS_WORDS.values() if word.isupper()] == ["FAIL"]
