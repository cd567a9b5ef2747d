"""The column of tables beside L-1: the board's box stays, whatever else finds no room."""

from __future__ import annotations

import pytest
from figure_texts import words_of

from photometry.drawings.isofootcandle import iso_footcandle_figure
from photometry.ordinance.finding import Finding, Status, Where


def finding(number):
    return Finding(
        rule=f"town-1-rule-{number}",
        code="town",
        status=Status.FAIL,
        citation=f"Town Code § 1 R({number})",
        where=Where("site", ""),
        message="",
        title="What the rule asks",
    )


@pytest.mark.parametrize(("clauses", "locations"), [(4, True), (65, False)])
def test_the_boards_box_stays_on_the_plan_and_the_locations_give_way(uniform, clauses, locations):
    site, calc = uniform[:2]
    findings = [finding(number) for number in range(clauses)]
    words = " ".join(words_of(iso_footcandle_figure(site, calc, findings)))
    assert "PLANNING BOARD" in words
    assert f"R({clauses - 1})" in words
    assert ("see the schedules of the set" not in words) is locations
