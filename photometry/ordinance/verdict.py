"""A verdict on one rule and one thing, before it is put into words as a finding."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from photometry.ordinance.finding import Detail, Status, Where
from photometry.ordinance.language.values import Unknown
from photometry.ordinance.messages import in_words, limit_sentence, listed, scope_sentence

if TYPE_CHECKING:
    from photometry.ordinance.language.values import Value
    from photometry.ordinance.measure import Measure
    from photometry.units import LengthUnit

__all__ = ["Verdict", "not_evaluated", "of_measure", "of_scope"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was found.

    Attributes
    ----------
    text
        What is said after the title of the rule.
    sentence
        A whole sentence of a photometric check, in place of title and text.
    lifted_by
        The exemption that lifts the rule.
    presumed
        Exemptions that could not be decided and are presumed not to hold.
    lost
        The advisory is the loss of an exemption.
    basis
        What it rests on where nothing was measured: ``decided by Planning Board``.
    where, witness, details
        Of a photometric check, where they are not those of the subject.
    """

    status: Status
    text: str = ""
    sentence: str = ""
    measured: float | str | None = None
    limit: float | str | None = None
    unit: str | None = None
    margin: float | None = None
    missing: frozenset[str] = frozenset()
    lifted_by: str = ""
    presumed: tuple[str, ...] = ()
    lost: bool = False
    basis: str = ""
    where: Where | None = None
    witness: tuple[float, float, float] | None = None
    details: tuple[Detail, ...] = ()


def not_evaluated(unknown: Value, before: str = "cannot be judged") -> Verdict:
    """Say what is missing."""
    names = unknown.names if isinstance(unknown, Unknown) else frozenset()
    reasons = unknown.reasons if isinstance(unknown, Unknown) else frozenset()
    parts = [f"{listed(names)} not given"] if names else []
    parts += [listed(reasons)] if reasons else []
    text = f"{before}: {'; '.join(parts)}" if parts else before
    return Verdict(status=Status.NOT_EVALUATED, text=text, missing=names)


def of_measure(measure: Measure, own: LengthUnit = "ft") -> Verdict:
    """Give the verdict of a measurement: pass, fail, or what is missing.

    `own` is the unit of the site, for the sentence.
    """
    if isinstance(measure.holds, Unknown):
        return not_evaluated(measure.holds)
    upper = "" if measure.upper is None else f" to {in_words(measure.upper)}"
    return Verdict(
        status=Status.PASS if measure.holds else Status.FAIL,
        text=limit_sentence(measure, own),
        measured=_plain(measure.measured),
        limit=f"{in_words(measure.limit)}{upper}" if upper else _plain(measure.limit),
        unit=measure.unit or None,
        margin=None if measure.margin is None else float(measure.margin),
    )


def of_scope(measure: Measure, own: LengthUnit = "ft") -> Verdict:
    """Give the verdict of a measurement that decides whether something applies.

    That is no limit, and how far it is from applying no margin.
    """
    found = of_measure(measure, own)
    if found.status is Status.NOT_EVALUATED:
        return found
    return replace(found, text=scope_sentence(measure, own), limit=None, margin=None)


def _plain(value: Any) -> float | str | None:
    if value is None:
        return None
    return float(value) if isinstance(value, Decimal) else in_words(value)
