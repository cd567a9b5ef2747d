"""The page on writing rules: its town works, and it leaves nothing out."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from photometry.ordinance.examples import try_code
from photometry.ordinance.language.functions import FUNCTIONS
from photometry.ordinance.levels import FAMILY_KEYS, PATCH_KEYS, RULE_KEYS
from photometry.ordinance.rule import OPERATORS
from photometry.ordinance.rule_reader import EXAMPLE_KEYS, MESSAGE_HOLES

PAGE = Path(__file__).parents[2] / "docs" / "rule-format.md"


@pytest.fixture(scope="module")
def page():
    if not PAGE.is_file():
        pytest.skip("docs/rule-format.md is not at hand")
    return PAGE.read_text(encoding="utf-8")


def test_the_town_of_the_page_loads_and_its_examples_come_out(page, tmp_path):
    head, fences = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "code.toml").write_text(head, encoding="utf-8")
    (tmp_path / "fences.toml").write_text(fences, encoding="utf-8")
    report = try_code(tmp_path)
    assert [str(fault) for fault in report.faults] == []
    assert [str(result) for result in report.results if not result.is_right] == []
    assert report.without_example == ()
    assert len(report.results) == 6


@pytest.mark.parametrize(
    "words",
    [
        {f"{name}(" for name in FUNCTIONS},
        {f"`{key}`" for key in RULE_KEYS - {"topic", "when", "example", "limit", "note", "prefer"}},
        FAMILY_KEYS | PATCH_KEYS | EXAMPLE_KEYS,
        {f"{{{hole}}}" for hole in MESSAGE_HOLES},
        set(OPERATORS),
    ],
    ids=["functions", "keys of a rule", "other keys", "holes of a message", "operators"],
)
def test_the_page_names_every_word_of_the_format(page, words):
    assert {word for word in words if word not in page} == set()


def test_the_pages_of_the_rules_say_what_the_rules_say_now():
    script = PAGE.parent / "make_rule_pages.py"
    if not script.is_file():
        pytest.skip("docs/make_rule_pages.py is not at hand")
    wanted = runpy.run_path(str(script))["pages"]()
    folder = script.parent / "rules"
    here = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.md")}
    old = {
        name
        for name in wanted.keys() | here.keys()
        if name not in here or here[name].read_text(encoding="utf-8") != wanted.get(name)
    }
    assert old == set(), "run python docs/make_rule_pages.py"
