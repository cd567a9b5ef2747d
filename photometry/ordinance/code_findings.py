"""Findings of one code: verdicts put into words, with what other readings would turn."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import localcontext
from typing import TYPE_CHECKING, Any, Final, Literal

from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.ordinance.judge import Judge
from photometry.ordinance.language.values import ARITHMETIC
from photometry.ordinance.messages import in_words, listed, own_sentence, with_unit
from photometry.ordinance.options import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from photometry.engine.results import Calculation
    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.facts import Facts
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.language.values import Value
    from photometry.ordinance.rule import Rule
    from photometry.ordinance.verdict import Verdict
    from photometry.site.model import Site

    Progress = Callable[[str, float], None]

WhereKind = Literal["luminaire", "zone", "line", "boundary", "site", "record"]

__all__ = ["judge_code"]

_KINDS: Final[dict[str, WhereKind]] = {
    "luminaire": "luminaire",
    "calc_zone": "zone",
    "boundary": "boundary",
    "site": "site",
}


def judge_code(
    code: Code,
    facts: Facts,
    options: Mapping[str, Any],
    site: Site | None = None,
    calc: Calculation | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """Judge facts by every rule of one code, under the options as a site file has them."""
    tell = progress or (lambda _what, _share: None)
    judge = Judge(code, facts, choose(code.options, options), site, calc)
    findings: list[Finding] = []
    with localcontext(ARITHMETIC):
        for done, rule in enumerate(code.rules.values()):
            if rule.helper:
                continue
            tell(rule.title, done / len(code.rules))
            rows = facts.rows(rule.record)
            for index, row in enumerate(rows):
                where = _where(row, index, len(rows))
                findings += _findings(judge, rule, row, where)
            if not rows:
                findings.append(_without_subject(judge, rule))
    return findings


def _kind(record: str) -> WhereKind:
    kind = _KINDS.get(record)
    return "record" if kind is None else kind


def _where(row: Row, index: int, count: int) -> Where:
    kind = _kind(row.record)
    if row.id or kind == "site":
        return Where(kind, row.id)
    return Where(kind, row.record if count == 1 else f"{row.record} {index + 1}")


def _without_subject(judge: Judge, rule: Rule) -> Finding:
    """Say once that a rule has nothing to judge."""
    return Finding(
        rule=rule.id,
        code=rule.code,
        status=Status.NOT_APPLICABLE,
        citation=rule.citation,
        where=Where(_kind(rule.record), ""),
        message=f"{rule.title}: no {rule.record.replace('_', ' ')} is listed",
        options=_options(judge, rule),
        topic=rule.topic,
        title=rule.title,
    )


def _options(judge: Judge, rule: Rule) -> dict[str, Any]:
    return {name: judge.choices[name].plain for name in rule.options}


def _findings(judge: Judge, rule: Rule, row: Row, where: Where) -> list[Finding]:
    """Give the findings of one rule on one thing, each with what other options would turn."""
    verdicts = judge.verdicts(rule, row)
    others = {
        f"{name}={choice.value}": _Reading.of(judge.with_choice(name, choice).verdicts(rule, row))
        for name in rule.options
        for choice in judge.code.options[name].others(judge.choices[name])
    }
    questions = {name: judge.code.options[name].question for name in rule.options}
    return [
        Finding(
            rule=rule.id,
            code=rule.code,
            status=verdict.status,
            citation=rule.citation,
            where=verdict.where or where,
            message=_message(judge, rule, row, verdict, where),
            measured=verdict.measured,
            limit=verdict.limit,
            unit=verdict.unit,
            margin=verdict.margin,
            witness=verdict.witness or row.place_ft,
            options=_options(judge, rule),
            turns_with=_turns(verdict, others),
            details=_details(verdict, where),
            topic=rule.topic,
            title=rule.title,
            missing=tuple(sorted(verdict.missing)),
            basis=verdict.basis,
            questions=questions,
        )
        for verdict in verdicts
    ]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a rule comes to under another choice."""

    at: Mapping[Where | None, Status]
    elsewhere: Status

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> _Reading:
        """Take the first verdict at each place; where there is but one, it is that of all."""
        at = {one.where: one.status for one in reversed(verdicts)}
        return cls(at, verdicts[0].status if len(verdicts) == 1 else Status.NOT_APPLICABLE)

    def status(self, where: Where | None) -> Status:
        return self.at.get(where, self.elsewhere)


def _turns(verdict: Verdict, others: Mapping[str, _Reading]) -> dict[str, Status]:
    """Give the status under each other value that turns this one."""
    found = {name: reading.status(verdict.where) for name, reading in others.items()}
    return {name: status for name, status in found.items() if status is not verdict.status}


def _details(verdict: Verdict, where: Where) -> tuple[Detail, ...]:
    """Give the luminaires concerned; of a rule that is lifted, the exemption."""
    if verdict.lifted_by and not verdict.details:
        name = where.name
        return (Detail(name, measured=verdict.lifted_by, status=Status.NOT_APPLICABLE),)
    return verdict.details


def _message(judge: Judge, rule: Rule, row: Row, verdict: Verdict, where: Where) -> str:
    """Put a verdict into one sentence, with what is presumed and how facts came about."""
    measured_by_own = rule.message and verdict.measured is not None and not verdict.sentence
    if measured_by_own and verdict.status is not Status.NOT_EVALUATED:
        unit = verdict.unit or ""
        holes = {
            "title": rule.title,
            "where": where.name,
            "measured": with_unit(verdict.measured, unit, judge.unit),
            "limit": with_unit(verdict.limit, unit, judge.unit),
            "margin": with_unit(verdict.margin, unit, judge.unit),
        }
        sentence = own_sentence(rule.message, holes)
    else:
        sentence = verdict.sentence or f"{rule.title}: {verdict.text}"
    note = rule.body(judge.choices).note
    judged = verdict.status not in (Status.NOT_APPLICABLE, Status.NOT_EVALUATED)
    remarks = [note] if note and judged and note not in sentence else []
    remarks += [f"presumed not to hold: {listed(verdict.presumed)}"] if verdict.presumed else []
    remarks += _origins(judge, rule, row)
    return f"{sentence} ({'; '.join(remarks)})" if remarks else sentence


def _origins(judge: Judge, rule: Rule, row: Row) -> list[str]:
    """Say which facts that a rule reads off its subject nobody gave, and how they came about."""
    if not row.notes:
        return []
    read = {name: note for name, note in row.notes.items() if f"{row.record}.{name}" in rule.reads}
    fields = judge.code.records[row.record]
    label = {name: fields[name].label.lower() for name in read}
    presumed = [
        _presumed(label[name], row.values[name])
        for name, note in read.items()
        if note == "presumed"
    ]
    told = [f"{label[name]}: {note}" for name, note in sorted(read.items()) if note != "presumed"]
    return [*([f"presumed: {listed(presumed)}"] if presumed else []), *told]


def _presumed(label: str, value: Value) -> str:
    """Say a fact that is presumed: ``outdoor``, ``not temporary``, ``purpose general``."""
    if isinstance(value, bool):
        return label if value else f"not {label}"
    return f"{label} {in_words(value)}"
