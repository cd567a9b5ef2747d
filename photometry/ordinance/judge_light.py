"""Photometric rules: what the checks of `ordinance.lighting` measure, made into verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from photometry.ordinance.finding import Detail, Status
from photometry.ordinance.judge_plain import decided
from photometry.ordinance.language.values import Unknown
from photometry.ordinance.measure import Measure, compare
from photometry.ordinance.messages import limit_sentence
from photometry.ordinance.photometric import Outcome, PhotometricContext
from photometry.ordinance.rule import Body, Photometric, Rule
from photometry.ordinance.verdict import Verdict, not_evaluated

if TYPE_CHECKING:
    from photometry.ordinance.judge import Judge
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.language.walk import Compiled
    from photometry.units import LengthUnit

__all__ = ["Pairs", "context_of", "judge_light", "judge_pairs"]


@dataclass(slots=True)
class Pairs:
    """The rows of a second record that are judged together with a subject.

    Attributes
    ----------
    sure
        Those that gates and exemptions leave.
    unsure
        Those of which a gate or an exemption cannot be decided, with what is missing.
    lifted
        Id to the exemption that lifts the row.
    """

    sure: list[Row] = field(default_factory=list)
    unsure: dict[Row, Unknown] = field(default_factory=dict)
    lifted: dict[str, str] = field(default_factory=dict)


def judge_light(
    judge: Judge,
    rule: Rule,
    body: Body,
    row: Row,
    among: tuple[Row, ...] = (),
    pairs: Pairs | None = None,
) -> tuple[Verdict, ...]:
    """Let the check of a rule measure one subject; a failure is `fail`, whatever its effect."""
    test = body.test
    if not isinstance(test, Photometric):
        raise TypeError(f"{rule.id} has no photometric check")
    context = _context(judge, rule, test, row, among, pairs or Pairs())
    return tuple(_verdict(outcome, judge.unit) for outcome in test.kind.judge(context))


def context_of(judge: Judge, rule: Rule, row: Row) -> PhotometricContext | None:
    """Give what the check of a rule is given to measure a subject; None where it measures none."""
    body = rule.body(judge.choices)
    if body.off or body.determine or not isinstance(body.test, Photometric):
        return None
    subject_body, pair_body = _halves(judge, rule, body) if rule.among else (body, body)
    if isinstance(judge.scope(subject_body, row), Verdict):
        return None
    if not rule.among:
        return _context(judge, rule, body.test, row, (), Pairs())
    pairs = _pairs(judge, rule, pair_body, row)
    possible = (*pairs.sure, *pairs.unsure)
    return _context(judge, rule, body.test, row, possible, pairs) if possible else None


def _context(
    judge: Judge, rule: Rule, test: Photometric, row: Row, among: tuple[Row, ...], pairs: Pairs
) -> PhotometricContext:
    return PhotometricContext(
        rule=rule,
        params=test.params,
        site=judge.site,
        calculation=judge.calculation,
        facts=judge.facts,
        subject=row,
        option=judge.choices.__getitem__,
        among=among,
        lifted=pairs.lifted,
        unsure={one.id: unknown.names for one, unknown in pairs.unsure.items()},
    )


def _verdict(outcome: Outcome, own: LengthUnit) -> Verdict:
    """Give the verdict of an outcome: its own, or that of its number against its limit."""
    if outcome.missing:
        found = not_evaluated(Unknown(outcome.missing))
        return replace(found, sentence=outcome.message, where=outcome.where)
    status, margin, text = outcome.status, None, ""
    if isinstance(outcome.measured, (int, float)) and isinstance(outcome.limit, (int, float)):
        measured, limit = Decimal(repr(outcome.measured)), Decimal(repr(outcome.limit))
        holds, margin = compare(measured, outcome.op, limit, computed=not outcome.exact)
        status = status or (Status.PASS if holds else Status.FAIL)
        unit = outcome.unit or ""
        text = limit_sentence(Measure(holds, measured, limit, unit, margin, outcome.op), own)
    if status is None:
        raise TypeError("an outcome has a status, or a number and its limit")
    return Verdict(
        status=status,
        text=text,
        sentence=outcome.message,
        measured=outcome.measured,
        limit=outcome.limit,
        unit=outcome.unit,
        margin=None if margin is None else float(margin),
        where=outcome.where,
        witness=outcome.witness,
        details=outcome.details,
        basis=outcome.basis,
    )


# ---- pairs --------------------------------------------------------------------------------------


def judge_pairs(judge: Judge, rule: Rule, body: Body, row: Row) -> tuple[Verdict, ...]:
    """Judge a subject together with the rows of a second record.

    Gates and exemptions that read the second record are asked of every pair, the others of
    the subject alone.  The rows that remain are measured together.
    """
    subject_body, pair_body = _halves(judge, rule, body)
    relief = judge.scope(subject_body, row)
    if isinstance(relief, Verdict):
        return (relief,)
    pairs = _pairs(judge, rule, pair_body, row)
    found = _measured(judge, rule, body, row, pairs)
    lifted = tuple(
        Detail(name, measured=by, status=Status.NOT_APPLICABLE) for name, by in pairs.lifted.items()
    )
    return tuple(
        judge.settle(rule, body, replace(one, details=one.details + lifted), relief)
        for one in found
    )


def _halves(judge: Judge, rule: Rule, body: Body) -> tuple[Body, Body]:
    """Part the gates and exemptions that ask the subject from those that ask every pair."""
    reads_other = [_reads(condition, rule.among) for condition in body.gate]
    subject_body, pair_body = (
        replace(
            body,
            gate=tuple(
                one for one, other in zip(body.gate, reads_other, strict=True) if other is of
            ),
            unless=tuple(
                name for name in body.unless if (judge.code.rules[name].record == rule.among) is of
            ),
        )
        for of in (False, True)
    )
    return subject_body, pair_body


def _reads(condition: Compiled, record: str) -> bool:
    return any(key.partition(".")[0] == record for key in condition.reads)


def _pairs(judge: Judge, rule: Rule, body: Body, row: Row) -> Pairs:
    pairs = Pairs()
    for other in judge.facts.rows(rule.among):
        gate = judge.gate(body, row, other)
        if gate is False:
            continue
        relief = judge.relief(body, row, other)
        if relief.by:
            pairs.lifted[other.id] = relief.by
        elif isinstance(gate, Unknown):
            pairs.unsure[other] = gate
        elif relief.unsure:
            pairs.unsure[other] = relief.unsure[0][1]
        else:
            pairs.sure.append(other)
    return pairs


def _measured(judge: Judge, rule: Rule, body: Body, row: Row, pairs: Pairs) -> tuple[Verdict, ...]:
    """Measure with the unsure rows and, where that fails, without: more can only add."""
    possible = (*pairs.sure, *pairs.unsure)
    # Readings stated as facts stand by themselves, whether or not their sources are listed.
    stated = judge.site is None and rule.among not in judge.facts.records
    if not possible and not stated:
        by = next(iter(pairs.lifted.values()), "")
        text = f"lifted by {by}" if by else f"no {rule.among} comes under it"
        return (Verdict(status=Status.NOT_APPLICABLE, text=text, lifted_by=by),)
    if body.determine:
        return (decided(judge, rule, row, "left to a person by the interpretation chosen"),)
    found = judge_light(judge, rule, body, row, possible, pairs)
    if not pairs.unsure or all(one.status is not Status.FAIL for one in found):
        return found
    surely = judge_light(judge, rule, body, row, tuple(pairs.sure), pairs) if pairs.sure else ()
    failing = {one.where for one in surely if one.status is Status.FAIL}
    names = frozenset().union(*(unknown.names for unknown in pairs.unsure.values()))
    unknown = not_evaluated(Unknown(names), "fails with luminaires that may not count")
    return tuple(
        replace(one, status=unknown.status, text=unknown.text, sentence="", missing=names)
        if one.status is Status.FAIL and one.where not in failing
        else one
        for one in found
    )
