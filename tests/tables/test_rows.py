from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from photometry.engine.results import Calculation, LayerMix, ZoneResult
from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.site.model import Zone
from photometry.tables.compliance import compliance_matrix
from photometry.tables.display import LUX
from photometry.tables.findings import compliance_rows, limits_rows
from photometry.tables.grouping import alike, worst_first
from photometry.tables.statistics import statistics_rows
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.words import (
    comparison,
    judged_layer,
    limit_text,
    margin_text,
    measured_text,
    missing_words,
    not_kept,
    option_answer,
    place,
    requirement,
)


def finding(**changes):
    base = Finding(
        rule="sweden-175-29-J2-trespass-25ft",
        code="sweden-ny",
        status=Status.FAIL,
        citation="Town Code § 175-29 J(2)",
        where=Where("line", "east/offset_25ft"),
        message="over the limit",
        measured=0.2043,
        limit=0.2,
        unit="fc",
        margin=-0.0043,
        witness=(225.0, 131.52, 0.0),
        options={"TRESPASS_LLF": "initial"},
        details=(Detail("P8", 0.2),),
    )
    return replace(base, **changes)


def calculation(**zones):
    mix = LayerMix(("all",), {"initial": np.array([1.25]), "maintained": np.array([1.0])})
    results = {
        name: ZoneResult(
            name=name,
            kind="parking",
            points_ft=np.column_stack([np.arange(len(fc)), np.zeros((len(fc), 2))]),
            group_fc=np.array(fc, np.float64).reshape(1, 1, -1),
            mix=mix,
            zone=Zone(name, "parking", np.zeros((0, 2))),
            lattice=np.column_stack([np.arange(len(fc)), np.zeros(len(fc), int)]),
            spacing_ft=10.0,
        )
        for name, fc in zones.items()
    }
    return Calculation(
        site=None,
        zones=MappingProxyType(results),
        lines=MappingProxyType({}),
        mix=mix,
        notes=(),
        _group_fc=lambda points, _: np.zeros((1, len(points))),
        _head_fc=lambda points, _: np.zeros((len(points), 1)),
        _head_layer=np.zeros(1, np.int64),
    )


def test_a_row_must_fit_its_columns():
    with pytest.raises(ValueError, match="2 cells for 1 columns"):
        Table("t", (Column("a", "A"),), (Row((Cell("1"), Cell("2"))),))


def test_a_source_seen_from_below_grade_only_is_hidden():
    boundary = Where("boundary", "east")
    seen = finding(unit="ft", measured=-1.82, limit=0.0, margin=1.82, where=boundary)
    below = replace(seen, status=Status.PASS)
    assert comparison(below) == "hidden; limit 0 ft"
    assert margin_text(below) == "—"
    assert comparison(replace(seen, measured=1.82, margin=-1.82)) == "1.8 ft > 0 ft"
    setback = replace(below, where=Where("record", "shed"))  # no height, but a distance
    assert measured_text(setback, with_unit=True) == "−1.8 ft"


def test_what_decides_only_whether_a_rule_applies_shows_no_limit():
    scope = finding(status=Status.PASS, measured=1900.006, limit=None, margin=None, unit="lm")
    assert measured_text(scope, with_unit=True) == "1,900 lm"
    assert limit_text(scope, with_unit=True) == "applies"
    assert margin_text(scope) == "—"


def test_an_option_stands_as_its_answer_and_the_matrix_asks_its_question_once():
    asked = "Is light trespass initial or maintained light?"
    turned = finding(
        turns_with={"TRESPASS_LLF=maintained": Status.PASS}, questions={"TRESPASS_LLF": asked}
    )
    table = compliance_matrix(
        [turned, replace(turned, where=Where("line", "west/offset_25ft"))], ()
    )
    assert {row["decides"] for row in table.records()} == {"initial (TRESPASS_LLF)"}
    assert table.note.count(asked) == 1
    number = finding(options={"LEVEL": {"percent_of_full": 30.0}})
    assert option_answer(number, "LEVEL") == "percent of full 30 (LEVEL)"


def test_a_fact_that_is_not_given_is_said_in_words_before_its_key():
    said = missing_words("calc_zone.ies_activity")
    assert said == "IES activity of the zone (calc_zone.ies_activity)"
    assert missing_words("a calculation") == "a calculation"


def test_the_number_of_failures_says_what_it_counts():
    assert not_kept([finding()]) == "1 requirement"
    two = [finding(), finding(where=Where("line", "west/offset_25ft"))]
    assert not_kept(two) == "1 requirement at 2 places or luminaires"
    assert "FAIL: 1 requirement at 2 places or luminaires." in compliance_matrix(two, ()).note


def test_a_margin_has_the_unit_of_its_number():
    bright = finding(measured=8254.9, limit=0.0, margin=-8254.9, unit="cd")
    assert margin_text(bright, with_unit=True) == "−8,254.9 cd"
    ratio = finding(measured=13.79, limit=3.0, margin=-10.79, unit="ratio")
    assert margin_text(ratio, with_unit=True) == "−10.79"


def test_a_verdict_without_a_number_says_what_it_rests_on():
    stated = finding(status=Status.PASS, measured=None, limit=None, margin=None)
    (bare,) = compliance_matrix([stated], ()).records()
    assert bare["measured"] is None
    told = replace(stated, basis="stated by the applicant")
    (texts,) = compliance_matrix([told], ()).texts()
    assert "stated by the applicant" in texts


def test_columns_can_be_chosen_and_left_out():
    table = limits_rows([finding()])
    assert table.select(["worst", "clause"]).keys == ("worst", "clause")
    assert "margin" not in table.without("margin").keys
    with pytest.raises(KeyError):
        table.select(["colour"])


def test_an_excess_that_rounding_would_hide_gets_another_digit():
    (row,) = limits_rows([finding()]).texts()
    assert row == (
        "J(2)",
        "25 ft beyond, east",
        "initial",
        "0.2",
        "0.204",
        "−0.004",
        "225.0, 131.5",
        "P8",
        "FAIL",
    )
    assert comparison(finding()) == "0.204 fc > 0.2 fc"


def test_in_lux_a_limit_and_what_is_held_against_it_are_given_in_both_units():
    # 1 fc = 10.76391 lx: 0.204 fc = 2.196 lx, over 0.2 fc = 2.153 lx.
    assert comparison(finding(), LUX) == "0.204 fc (2.2 lx) > 0.2 fc (2.15 lx)"
    assert margin_text(finding(), LUX) == "−0.004 fc"
    (row,) = limits_rows([finding()], LUX).texts()
    assert row[3:6] == ("0.2 fc (2.15 lx)", "0.204 fc (2.2 lx)", "−0.004 fc")
    height = finding(unit="ft", measured=4.25, limit=4.0)
    assert comparison(height, LUX) == comparison(height)


def test_statistics_in_lux_are_footcandles_times_their_factor_and_say_so():
    table = statistics_rows(calculation(lot=[1.0, 2.0, 6.0]), light=LUX)
    row = next(table.records())
    assert {"avg_lx", "max_lx", "min_lx"} < set(table.keys)
    assert not any(key.endswith("_fc") for key in table.keys)
    assert row["avg_lx"] == pytest.approx(3.0 * 10.76391, abs=1e-4)  # lx; the factor's digits
    assert next(table.texts())[4:7] == ("32.3", "64.6", "10.8")


@given(st.floats(0.0, 5000.0), st.sampled_from([0.1, 0.2, 0.5, 1.0, 5.0]))
def test_a_value_in_lux_keeps_its_side_of_the_limit(value_fc, limit_fc):
    assume(abs(value_fc - limit_fc) > 1e-6 * limit_fc)  # fc; six decimals of lux show that
    shown = float(LUX.against(value_fc, limit_fc).replace(",", ""))
    assert (shown > limit_fc * LUX.per_fc) == (value_fc > limit_fc)


def test_limits_show_failures_first_then_the_smallest_margin():
    rows = limits_rows(
        [
            finding(status=Status.PASS, margin=0.1, measured=0.1),
            finding(status=Status.PASS, margin=0.05, measured=0.15),
            finding(margin=-0.5, measured=0.7),
            finding(measured=None, status=Status.NOT_EVALUATED),
            finding(where=Where("zone", "lot")),
        ]
    )
    assert [record["margin"] for record in rows.records()] == [-0.5, 0.05, 0.1]


def test_the_matrix_shows_failures_first_and_why_something_is_missing():
    table = compliance_matrix(
        [
            finding(status=Status.PASS, citation="Town Code § 175-29 C(1)"),
            finding(
                status=Status.NOT_EVALUATED,
                title="Light trespass beyond the line",
                measured=None,
                limit=None,
                margin=None,
                message="boundary east: dwellings not given",
            ),
            finding(),
            finding(status=Status.NOT_APPLICABLE),
        ],
        sheets=("L-1", "L-2"),
    )
    failing, missing, passing = table.texts()
    assert [row[-1] for row in (failing, missing, passing)] == ["FAIL", "not evaluated", "pass"]
    assert failing[1] == "Trespass 25 ft"
    assert missing[1] == "Light trespass beyond the line"
    assert missing[3:7] == ("—", "—", "—", "boundary east: dwellings not given")
    assert failing[7] == "L-1, L-2"
    assert "1 more do not apply" in table.note


def test_what_is_exceeded_most_for_its_limit_comes_first_and_what_has_no_number_last():
    listed = [
        finding(status=Status.PASS),
        finding(margin=None, measured=None, limit=None),
        finding(measured=0.3, limit=0.2, margin=-0.1),
        finding(measured=10.5, limit=10.0, margin=-0.5),
        finding(measured=9.0, limit=0.0, margin=-9.0, unit="ft"),
        finding(measured="every height", limit=6.0, margin=None, unit="ft"),
    ]
    assert worst_first(listed) == [listed[at] for at in (5, 4, 2, 3, 1, 0)]


def test_luminaires_that_one_rule_judges_alike_are_one_entry():
    a, b, c = (finding(where=Where("luminaire", name)) for name in "ABC")
    passed = finding(where=Where("luminaire", "D"), status=Status.PASS)
    north, south = (finding(where=Where("line", f"{side}/edge")) for side in ("north", "south"))
    idle = [finding(where=Where("zone", name), status=Status.NOT_APPLICABLE) for name in ("x", "y")]
    assert alike([a, north, b, passed, south, *idle, c]) == [
        [a, b, c],
        [north],
        [passed],
        [south],
        idle,
    ]


def test_the_summary_counts_by_clause_and_names_what_fails():
    table = compliance_rows(
        [finding(), finding(status=Status.PASS), finding(status=Status.NOT_APPLICABLE)]
    )
    assert table.title == "Compliance summary, Town Code § 175-29"
    ((clause, _, words),) = table.texts()
    assert clause == "J(2)"
    assert words == "1 FAIL (25 ft beyond, east 0.204 fc > 0.2 fc), 1 pass"
    assert table.rows[0].status is Status.FAIL


def test_the_summary_names_luminaires_without_numbers_and_counts_in_plain_english():
    heads = [
        finding(
            where=Where("luminaire", name), measured="none", limit="full", unit=None, margin=None
        )
        for name in ("A1", "A2", "A3", "A4")
    ]
    unsure = finding(status=Status.NEEDS_DETERMINATION, citation="Code § 3 B", measured=None)
    table = compliance_rows([*heads, unsure, unsure])
    (first, _, words), (second, _, persons) = sorted(
        table.texts(), key=lambda row: row[0], reverse=True
    )
    assert (second, persons) == ("§ 175-29 J(2)", "4 FAIL (A1; A2; A3 …)")
    assert (first, words) == ("§ 3 B", "2 need a person")


def test_statistics_stand_beside_the_limit_and_the_verdict_of_the_layer_judged():
    calc = calculation(lot=[1.0, 2.0, 6.0])
    judged = finding(where=Where("zone", "lot"), measured=3.0, limit=2.9, unit="ratio", margin=-0.1)
    table = statistics_rows(calc, [judged])
    first, second = table.texts()
    assert first == (
        *("lot", "parking", "maintained", "3", "3.00", "6.00", "1.00"),
        *("3.00", "6.00", "2.00", "2.9", "FAIL"),
    )
    assert second[0] == ""
    assert second[4] == "3.75"
    assert second[-2:] == ("", "")


def test_a_ratio_with_a_minimum_of_zero_is_a_dash_and_its_limit_is_shown():
    calc = calculation(lot=[0.0, 2.0])
    judged = finding(
        where=Where("zone", "lot"),
        measured=None,
        limit=3.0,
        unit="ratio",
        margin=None,
        message="minimum is 0: average to minimum has no value",
    )
    first = next(statistics_rows(calc, [judged]).texts())
    assert first[7:] == ("—", "—", "2.00", "3.0", "FAIL")


def test_a_zone_that_nobody_judged_has_no_verdict_column():
    assert "verdict" not in statistics_rows(calculation(lot=[1.0, 2.0])).keys


@pytest.mark.parametrize(
    ("options", "layer"),
    [
        ({}, "maintained"),
        ({"TRESPASS_LLF": "initial", "TRESPASS_PLANE": "horizontal_grade"}, "initial"),
        ({"TRESPASS_LLF": "initial", "TRESPASS_PLANE": "vertical_facing_site"}, "vertical_initial"),
        ({"TRESPASS_PLANE": "max_of_both"}, "both_maintained"),
    ],
)
def test_the_layer_judged_is_read_off_the_options(options, layer):
    assert judged_layer(finding(options=options)) == layer


def test_places_and_rules_are_said_in_words():
    assert place(Where("line", "north/pavement_edge")) == "Pavement edge, north"
    assert place(Where("line", "back lot/offset_12.5ft")) == "12.5 ft beyond, back lot"
    assert place(Where("zone", "parking")) == "parking"
    assert place(Where("site", "")) == "whole site"
    assert requirement("sweden-175-29-J2-trespass-25ft") == "Trespass 25 ft"
    assert requirement("sweden-175-29-D-T6-unlisted-over-70") == "Unlisted over 70"


def test_lower_limits_and_words_are_compared_as_they_are():
    low = finding(measured=0.3, limit=0.5, margin=-0.2)
    assert comparison(low) == "0.30 fc < 0.5 fc"
    met = finding(measured=0.6, limit=0.5, margin=0.1, status=Status.PASS)
    assert comparison(met) == "0.60 fc ≥ 0.5 fc"
    words = finding(measured="none", limit="full", unit=None, margin=None)
    assert comparison(words) == "none, limit full"
    assert comparison(finding(limit=None, measured=4.25, unit="ft")) == "4.25 ft"
