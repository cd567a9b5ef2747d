"""The index of a set: no sheet is left out, whatever room there is."""

from __future__ import annotations

from figure_texts import words_of
from hypothesis import given
from hypothesis import strategies as st

from photometry.drawings.bar_sheet import draw_title_bar
from photometry.drawings.paper import Paper
from photometry.drawings.sheet import UPRIGHT_LETTER, SheetPlace
from photometry.drawings.sheet_index import index_lines
from photometry.site.model import Project

PLANS = [("L-1", "Iso-footcandle plan"), ("L-2", "Point-by-point plan"), ("L-4", "Schedules")]
CHECKS = ["Field check", "Field check, continued", "Field check, continued"]


def set_of(types, checks=3):
    kinds = [(f"L-{5 + i}", f"Luminaire type {name}") for i, name in enumerate(types)]
    last = 5 + len(types)
    pages = [(f"L-{last}" + (f".{i + 1}" if i else ""), CHECKS[i]) for i in range(checks)]
    return [*PLANS, *kinds, *pages]


def test_a_short_set_has_a_line_a_sheet():
    index = set_of("AB")
    assert [(line.numbers, line.title) for line in index_lines(index)] == index


def test_sheets_that_continue_another_share_its_line_first():
    lines = index_lines(set_of("ABCDEFGH"))
    assert [line.numbers for line in lines][2:] == [
        *("L-4", "L-5", "L-6", "L-7", "L-8", "L-9", "L-10", "L-11", "L-12"),
        "L-13 to L-13.3",
    ]
    assert lines[-1].title == "Field check"


def test_the_luminaires_of_a_long_set_share_a_line_that_names_them():
    lines = index_lines(set_of("ABCDEFGHIJKL"))
    assert [(line.numbers, line.title) for line in lines][3:] == [
        ("L-5 to L-16", "Luminaire types A, B, C, D, E, F, G, H, I, J, K, L"),
        ("L-17 to L-17.3", "Field check"),
    ]


@given(st.integers(0, 30), st.integers(0, 3))
def test_every_sheet_is_in_one_line_and_the_order_is_kept(types, checks):
    index = set_of([f"T{i}" for i in range(types)], checks)
    places = [p for line in index_lines(index) for p in range(line.first, line.last + 1)]
    assert places == list(range(len(index)))


def test_a_sheet_that_is_carried_to_the_site_says_its_revision_and_date():
    paper = Paper(UPRIGHT_LETTER.width_in, UPRIGHT_LETTER.height_in)
    project = Project(name="Corner Gas", date="2025-06-02", revision="B")
    draw_title_bar(paper, UPRIGHT_LETTER, SheetPlace("L-11.3", "Field check", ()), project)
    assert {"B   2025-06-02", "Corner Gas", "Field check", "L-11.3"} <= set(words_of(paper.figure))
