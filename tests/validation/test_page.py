"""The page that a board is shown says what is measured."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def script():
    """The script that writes the tables."""
    if not (DOCS / "make_validation.py").exists():
        pytest.skip("docs/make_validation.py is not at hand")
    return importlib.import_module("make_validation")


@pytest.fixture(scope="module")
def page(script):
    return script.PAGE.read_text(encoding="utf-8")


def table(page, name):
    return re.search(rf"<!-- {name} -->\n\n?(.*?)\n\n?<!-- end -->", page, re.DOTALL)[1]


def test_every_closed_form_is_met_within_its_limit(script):
    off = {case.name: (case.difference(), case.limit) for case in script.cases()}
    assert {name: pair for name, pair in off.items() if not pair[0] <= pair[1]} == {}
    assert len(off) > 20


def test_the_page_shows_the_differences_that_are_measured(script, page):
    shown = [line.split(" | ") for line in table(page, "closed-forms").splitlines()[2:]]
    stated = {cells[0].removeprefix("| "): float(cells[2]) for cells in shown}
    cases = {case.name: case.difference() for case in script.cases()}
    assert list(stated) == list(cases), "run python docs/make_validation.py"
    for name, difference in cases.items():
        # Two digits are written; another machine's last digits may differ.
        assert difference <= stated[name] * 1.06 + 1e-14, f"{name}: the page is old"


def test_the_makers_table_is_up_to_date(script, page):
    corpus = os.environ.get("PHOTOMETRY_CORPUS")
    if not corpus:
        pytest.skip("PHOTOMETRY_CORPUS is not set: no files of makers to read")
    made = script.makers(Path(corpus))
    assert table(page, "makers") == made, "run python docs/make_validation.py"
    agree, of = (
        sum(int(n) for n in re.findall(pattern, made.splitlines()[0]))
        for pattern in (r"(\d+) of", r"of (\d+)")
    )
    words = f"{agree} of {of} statements, and each of the {'seven' if of - agree == 7 else '?'}"
    assert words in page
    assert "| differs |" not in made  # every miss has its reason


def test_a_table_without_a_place_is_refused(script):
    with pytest.raises(ValueError, match="no place for the table 'makers'"):
        script.replaced("# A page\n", "makers", "| |")
