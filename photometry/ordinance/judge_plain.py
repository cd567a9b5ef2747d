"""The tests of rules that facts decide: conditions, limits, contents, roll-ups, persons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.ordinance.language.operators import unsure
from photometry.ordinance.language.rows import Env
from photometry.ordinance.measure import measure_contains, measure_limits
from photometry.ordinance.messages import listed, with_unit
from photometry.ordinance.rule import (
    Body,
    Contains,
    Determination,
    Limits,
    Notice,
    Require,
    Rollup,
    Rule,
    Test,
)
from photometry.ordinance.verdict import Verdict, not_evaluated, of_measure, of_scope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.ordinance.judge import Judge
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.language.walk import Compiled

__all__ = ["decided", "judge_plain"]

OTHERS: Final = "by other clauses"  # what a roll-up rests on


def judge_plain(judge: Judge, rule: Rule, body: Body, row: Row) -> Verdict:
    """Judge by a test whose gates hold; a failure is `fail`, whatever its effect will be."""
    if body.determine:
        return decided(judge, rule, row, "left to a person by the interpretation chosen")
    found = _tested(judge, rule, body, row)
    if found.status is not Status.PASS or body.prefer is None:
        return found
    preferred = body.prefer.run(Env(judge.session, row))
    if preferred is True:
        return found
    if preferred is False:
        words = body.note or f"would better be: {_words(judge, body.prefer, row)}"
        return Verdict(status=Status.ADVISORY, text=words)
    return not_evaluated(preferred)


def _tested(judge: Judge, rule: Rule, body: Body, row: Row) -> Verdict:
    test = body.test
    if isinstance(test, Determination):
        return decided(judge, rule, row, test.question)
    if isinstance(test, Rollup):
        return _rolled_up(judge, rule, test, row)
    if isinstance(test, Notice):
        return Verdict(status=Status.ADVISORY, text=test.text)
    return _tested_by_facts(judge, rule, test, row)


def _tested_by_facts(judge: Judge, rule: Rule, test: Test | None, row: Row) -> Verdict:
    env = Env(judge.session, row)
    if isinstance(test, Limits):
        verdict_of = of_scope if rule.classifies else of_measure
        return verdict_of(measure_limits(test, env), judge.unit)
    if isinstance(test, Contains):
        return of_measure(measure_contains(test, env), judge.unit)
    if isinstance(test, Require):
        return _required(judge, test.condition, row)
    # A classification that its gate decides.
    return Verdict(status=Status.PASS, text="holds", basis="applies")


def _required(judge: Judge, condition: Compiled, row: Row) -> Verdict:
    value = condition.run(Env(judge.session, row))
    basis = _basis(condition, row)
    if value is True:
        return Verdict(status=Status.PASS, text="met", basis=basis)
    if value is False:
        words = _words(judge, condition, row) or _listed_records(judge, condition, row)
        text = f"not met ({words})" if words else "not met"
        return Verdict(status=Status.FAIL, text=text, basis=basis)
    return not_evaluated(unsure(value))


def _basis(condition: Compiled, row: Row) -> str:
    """Say whether what a condition reads off its subject was stated or computed."""
    notes = [note for name, note in row.notes.items() if f"{row.record}.{name}" in condition.reads]
    if any("as installed" in note for note in notes):
        return "computed"
    return "stated by the applicant"


def _words(judge: Judge, condition: Compiled, row: Row) -> str:
    """Say what the facts are that a condition reads off its subject."""
    fields = judge.code.records[row.record]
    names = sorted(key.partition(".")[2] for key in condition.reads if key.startswith(row.record))
    return listed(
        f"{fields[name].label.lower()}: {with_unit(row.values[name], fields[name].unit, judge.unit)}"
        for name in names
        if name in row.values and name != "id"
    )


def _listed_records(judge: Judge, condition: Compiled, row: Row) -> str:
    """Say which other records a condition was judged by: ``by what is listed as permit``."""
    records = {key.partition(".")[0] for key in condition.reads} - {row.record, "site", "this"}
    named = listed(name.replace("_", " ") for name in records if name in judge.code.records)
    return f"by what is listed as {named}" if named else ""


def decided(judge: Judge, rule: Rule, row: Row, question: str) -> Verdict:
    """Look up what a person decided; until then the question stands."""
    rows = judge.facts.rows(row.record)
    places = [row.id or row.record]
    places += [""] if len(rows) == 1 else []
    for where in places:
        decision = judge.facts.decisions.get((rule.id, where))
        if decision is None or decision.result == "not_decided":
            continue
        by = f" by {decision.by}" if decision.by else ""
        status = Status.PASS if decision.result == "pass" else Status.FAIL
        text = f"decided{by}: {decision.result}"
        return Verdict(status=status, text=text, basis=f"decided{by}")
    return Verdict(
        status=Status.NEEDS_DETERMINATION,
        text=question,
        missing=frozenset({f"determination {rule.id}"}),
    )


# ---- roll-ups -----------------------------------------------------------------------------------


def _rolled_up(judge: Judge, rule: Rule, test: Rollup, row: Row) -> Verdict:
    """Give the worst verdict of other rules on the same subject."""
    by_status: dict[Status, list[str]] = {status: [] for status in Status}
    missing: frozenset[str] = frozenset()
    for name in test.rules:
        for other in _rows_of(judge, rule, judge.code.rules[name], row):
            for verdict in judge.verdicts(judge.code.rules[name], other):
                status = Status.FAIL if verdict.lost and rule.classifies else verdict.status
                by_status[status].append(name)
                missing |= verdict.missing
    worst = next((status for status in Status if by_status[status]), Status.NOT_APPLICABLE)
    names = listed(dict.fromkeys(by_status[worst]))
    if worst in (Status.PASS, Status.NOT_APPLICABLE):
        holds = worst is Status.PASS or rule.classifies
        return Verdict(
            status=Status.PASS if holds else worst,
            text="holds" if holds else "none of its rules applies",
            basis=OTHERS if holds else "",
        )
    if worst is Status.ADVISORY and rule.classifies:
        return Verdict(status=Status.PASS, text="holds", basis=OTHERS)
    text = {
        Status.FAIL: f"{names} fails",
        Status.NEEDS_DETERMINATION: f"{names} waits for a decision",
        Status.NOT_EVALUATED: f"{names} cannot be judged; {listed(missing)} not given",
        Status.ADVISORY: f"{names} advises",
    }[worst]
    keep = worst in (Status.NOT_EVALUATED, Status.NEEDS_DETERMINATION)
    lacking = missing if keep else frozenset[str]()
    return Verdict(status=worst, text=text, missing=lacking, basis=OTHERS if not keep else "")


def _rows_of(judge: Judge, rule: Rule, target: Rule, row: Row) -> Iterable[Row]:
    """Give the rows of another rule that belong to a subject."""
    if target.record == rule.record:
        return (row,)
    rows = judge.facts.rows(target.record)
    if rule.record == "site" or target.record == "site":
        return rows
    return [one for one in rows if row.id and one.values.get(f"{rule.record}_id") == row.id]
