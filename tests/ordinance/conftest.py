"""What the tests of the ordinance share: asking a condition, and writing a town."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import pytest

from photometry.ordinance.catalogue import load_code
from photometry.ordinance.conditions import Scope, compile_condition, evaluate
from photometry.ordinance.facts_reader import facts_of
from photometry.ordinance.language.rows import Session
from photometry.site.vocabulary import records

HEAD = """
format = 1
name = "Smallville"
jurisdiction = "smallville"
"""


class Asker:
    """Asks conditions of facts in the shape of a facts file."""

    def __init__(self, tables=None, terms=None):
        self.tables = tables or {}
        self.terms = terms or {}

    def scope(self, subject):
        scope = Scope(
            records(), options=frozenset({"PERCENT"}), tables=self.tables, subject=subject
        )
        terms = {}
        for name, text in self.terms.items():
            terms[name] = compile_condition(text, _with(scope, terms))
        return _with(scope, terms)

    def __call__(self, text, facts=None, subject="sign", index=0, numbers=None):
        condition = compile_condition(text, self.scope(subject))
        facts = (
            facts if facts is not None and not isinstance(facts, Mapping) else facts_of(facts or {})
        )
        rows = facts.rows(subject)
        session = Session(facts.records, self.tables, facts.as_of, numbers or {})
        return evaluate(condition, session, *([rows[index]] if rows else []))


def _with(scope, terms):
    return Scope(scope.records, dict(terms), scope.options, scope.tables, scope.subject)


@pytest.fixture
def ask():
    """Ask a condition: ``ask(text, facts)``; the subject is the first sign."""
    return Asker()


@pytest.fixture
def asker():
    """The class itself, for tables and terms."""
    return Asker


@pytest.fixture
def write_town(tmp_path):
    """Write a code folder: topic to text; `head` is added to code.toml."""

    def write(head="", **topics):
        folder = tmp_path / "smallville"
        folder.mkdir(exist_ok=True)
        (folder / "code.toml").write_text(HEAD + textwrap.dedent(head), encoding="utf-8")
        for topic, text in topics.items():
            content = "format = 1\n" + textwrap.dedent(text)
            (folder / f"{topic}.toml").write_text(content, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def town(write_town):
    """Write a code folder and load it."""
    return lambda head="", **topics: load_code(write_town(head, **topics))
