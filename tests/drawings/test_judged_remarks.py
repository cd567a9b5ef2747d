"""Why the largest value of a line is not the one that was judged: what the sheets say of it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from photometry.drawings.judged_remarks import (
    existing_fc,
    existing_remarks,
    round_corner_remarks,
    stretch_remarks,
)
from photometry.drawings.view import PlanView
from photometry.drawings.witness import MOST_FLAGS, flagged, witness_flag
from photometry.ordinance.finding import Finding, Status, Where
from photometry.site.model import Boundary
from photometry.site.property import LineRequest, calculation_lines

SIDES = ("south", "east", "north", "west")
CORNERS = np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 160.0), (0.0, 160.0)])


@pytest.fixture
def lot(elm):
    """Make the lot of the drawings' tests with another boundary to the north, and its lines."""

    def make(**north):
        ends = np.roll(CORNERS, -1, axis=0)
        sides = tuple(
            Boundary(name, np.array([start, end]), **(north if name == "north" else {}))
            for name, start, end in zip(SIDES, CORNERS, ends, strict=True)
        )
        site = replace(elm[0], boundaries=sides)
        lines = calculation_lines(site, (LineRequest("offset", 25.0),))
        return site, {line.name: line for line in lines}

    return make


def finding(**changes):
    beyond = Finding(
        rule="town-1-J2-trespass-25ft",
        code="town",
        status=Status.FAIL,
        citation="Town Code § 1 J(2)",
        where=Where("line", "north/offset_25ft"),
        message="",
        measured=0.37,
        limit=0.2,
        unit="fc",
        margin=-0.17,
        witness=(117.0, 185.0, 0.0),
        options={"WHICHEVER_LESS": "nearer_point"},
    )
    return replace(beyond, **changes)


def test_the_stretch_that_a_dwelling_replaces_is_named_with_both_its_ends(lot):
    # At 18 ft from the line a dwelling at x = 100 is nearer than 25 ft to the points of the line
    # within √(25² − 18²) = 17.35 ft of it.
    site, lines = lot(dwellings_ft=np.array([(100.0, 178.0)]))
    (said,) = stretch_remarks(site, lines, [finding()])
    ends = [(float(x), float(y)) for x, y in re.findall(r"\(([\d.]+), ([\d.]+)\)", said)]
    assert [y for _, y in ends] == [185.0, 185.0]
    # Stations stand half a foot apart, so that an end is told to that.
    assert sorted(x for x, _ in ends) == pytest.approx([82.65, 117.35], abs=0.5)


@pytest.mark.parametrize(
    ("dwelling", "options"),
    [
        ((100.0, 190.0), {"WHICHEVER_LESS": "nearer_point"}),
        ((100.0, 178.0), {"WHICHEVER_LESS": "both_points"}),
    ],
)
def test_a_line_that_is_judged_whole_needs_no_remark(lot, dwelling, options):
    site, lines = lot(dwellings_ft=np.array([dwelling]))
    assert stretch_remarks(site, lines, [finding(options=options)]) == []


def spill():
    recorded = {"ADJOINING_AMBIENT": "recorded"}
    where = Where("line", "north/property_line")
    return finding(
        citation="Town Code § 1 J(3)", where=where, measured=1.53, limit=2.0, options=recorded
    )


def test_existing_light_is_shown_beside_that_of_the_site_and_on_the_flag(lot):
    site, _ = lot(facts={"adjacent_ambient_fc": 0.2})
    (said,) = existing_remarks(site, [spill(), finding()])
    assert "J(3) Property line, north 1.53 = 1.33 from this site + 0.20 existing." in said
    assert said.count("existing") == 1
    view = PlanView(20.0, (100.0, 80.0), (10.0, 10.0), (0.0, 0.0, 20.0, 20.0))
    flag = witness_flag(view, spill(), existing_fc=existing_fc(site, spill()))
    assert flag.second.endswith("0.20 of it existing")


def test_a_verdict_on_the_spill_alone_adds_no_existing_light(lot):
    site, _ = lot(facts={"adjacent_ambient_fc": 0.2})
    alone = replace(spill(), options={"ADJOINING_AMBIENT": "spill_only"})
    assert existing_remarks(site, [alone]) == []


def test_a_failure_round_the_corner_of_the_lot_is_named_and_one_before_the_side_is_not(lot):
    site, lines = lot()
    aside = finding(witness=(-20.0, 175.0, 0.0))
    (said,) = round_corner_remarks(site, lines, [aside, finding()])
    assert "J(2) north at (−20.0, 175.0)." in said
    assert "117.0" not in said
    passing = replace(aside, status=Status.PASS)
    assert round_corner_remarks(site, lines, [passing, finding()]) == []


def test_the_worst_failures_are_flagged_first_and_no_pass_takes_the_place_of_one():
    tall = finding(rule="tall", unit="ft", measured=218.0, limit=6.0, margin=-212.0)
    passing = finding(rule="ok", status=Status.PASS, measured=0.19, margin=0.01)
    slight = [finding(rule=f"light-{i}", margin=-0.01 * (i + 1)) for i in range(MOST_FLAGS)]
    chosen, left_out = flagged([passing, *slight, tall])
    assert left_out == 1
    assert chosen == [tall, *slight[:0:-1]]
    assert flagged([passing, tall]) == ([tall, passing], 0)
