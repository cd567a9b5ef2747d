"""The examples of rules, run: each rule carries the facts that it was meant to judge."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import localcontext
from typing import TYPE_CHECKING, Any

from photometry.errors import CodeFileError, FactsFileError
from photometry.ordinance.catalogue import Code, load_code
from photometry.ordinance.facts_reader import facts_of
from photometry.ordinance.finding import Status
from photometry.ordinance.judge import Judge
from photometry.ordinance.language.values import ARITHMETIC
from photometry.ordinance.options import choose, option_faults
from photometry.ordinance.verdict import Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from photometry.errors import Fault
    from photometry.ordinance.facts import Facts
    from photometry.ordinance.rule import Example, Rule

__all__ = ["ExampleResult", "TrialReport", "facts_of_example", "run_examples", "try_code"]


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """One example of one rule, tried.

    Attributes
    ----------
    number
        From 1, as the examples stand with the rule.
    trouble
        What came out otherwise than the example says; empty where all is well.
    """

    rule: str
    number: int
    name: str
    trouble: str

    @property
    def is_right(self) -> bool:
        """Whether it came out as it says."""
        return not self.trouble

    def __str__(self) -> str:
        """Give the result as one line."""
        title = f"{self.rule}, example {self.number}" + (f" ({self.name})" if self.name else "")
        return f"{title}: {self.trouble or 'as it says'}"


@dataclass(frozen=True, slots=True)
class TrialReport:
    """What came of trying a code folder.

    Attributes
    ----------
    faults
        What is wrong with its files; no example is run while there are any.
    without_example
        Rules that nothing shows the meaning of.
    """

    code: Code | None
    faults: tuple[Fault, ...] = ()
    results: tuple[ExampleResult, ...] = ()
    without_example: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the files are in order and every example comes out as it says."""
        return not self.faults and all(result.is_right for result in self.results)


def try_code(path: str | Path) -> TrialReport:
    """Try a code: read its files, and run its rules on their own examples.

    Parameters
    ----------
    path
        A folder, or the id of a shipped code.
    """
    try:
        code = load_code(path)
    except CodeFileError as error:
        return TrialReport(None, error.faults)
    bare = tuple(rule.id for rule in code.rules.values() if not rule.examples and not rule.helper)
    return TrialReport(code, (), run_examples(code), bare)


def run_examples(code: Code, rule_id: str | None = None) -> tuple[ExampleResult, ...]:
    """Run the examples of a code, or of one of its rules."""
    rules = code.rules.values() if rule_id is None else [code.rule(rule_id)]
    return tuple(
        ExampleResult(rule.id, number, example.name, _trouble(code, rule, example))
        for rule in rules
        for number, example in enumerate(rule.examples, 1)
    )


def facts_of_example(code: Code, example: Example) -> Facts:
    """Make facts of an example.

    ``"sign.area_sqft" = 20`` is a field of the one row of its record, ``permit = []`` a record
    without rows; `Example.more` adds rows.

    Raises
    ------
    FactsFileError
        They do not fit the vocabulary.
    """
    tables: dict[str, Any] = {}
    for key, value in example.facts.items():
        record, dot, name = key.partition(".")
        if not dot:
            tables[key] = value
        elif record == "site":
            tables.setdefault("site", {})[name] = value
        else:
            rows = tables.setdefault(record, [{}])
            if isinstance(rows, list) and rows and isinstance(rows[0], dict):
                rows[0][name] = value
    for record, rows in example.more.items():
        known = tables.setdefault(record, [])
        if isinstance(known, list) and isinstance(rows, list):
            known.extend(rows)
    return facts_of(tables, code.records)


def _trouble(code: Code, rule: Rule, example: Example) -> str:
    """Say what comes out otherwise than an example says."""
    try:
        facts = facts_of_example(code, example)
    except FactsFileError as error:
        return "; ".join(str(fault) for fault in error.faults)
    faults = option_faults([code.options], example.options)
    if faults:
        return "; ".join(str(fault) for fault in faults)
    judge = Judge(code, facts, choose(code.options, example.options))
    with localcontext(ARITHMETIC):
        found = _verdict(judge, rule)
        troubles = [_wrong_status(found, example.status)]
        troubles += [
            f"{name} is not among what is missing: {', '.join(sorted(found.missing)) or 'nothing'}"
            for name in example.missing
            if name not in found.missing
        ]
        troubles += [_wrong_turn(judge, rule, *turn) for turn in example.turns.items()]
    return "; ".join(trouble for trouble in troubles if trouble)


def _verdict(judge: Judge, rule: Rule) -> Verdict:
    """Give the worst verdict on the first row of the rule's record."""
    rows = judge.facts.rows(rule.record)
    if not rows:
        return Verdict(status=Status.NOT_APPLICABLE, text=f"no {rule.record} is listed")
    order = list(Status)
    return min(judge.verdicts(rule, rows[0]), key=lambda verdict: order.index(verdict.status))


def _wrong_status(found: Verdict, expected: str) -> str:
    if found.status == expected:
        return ""
    said = found.sentence or found.text
    return f"{found.status} instead of {expected} ({said})"


def _wrong_turn(judge: Judge, rule: Rule, turn: str, expected: str) -> str:
    """Say whether one other interpretation gives another verdict than is said."""
    name, _, value = turn.partition("=")
    option = judge.code.options.get(name)
    choice = next((one for one in option.values if one.value == value), None) if option else None
    if choice is None:
        return f"turns: no option and value {turn}"
    wrong = _wrong_status(_verdict(judge.with_choice(name, choice), rule), expected)
    return f"under {turn}: {wrong}" if wrong else ""
