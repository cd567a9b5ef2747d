"""What a person has decided, where a check can only bring the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from photometry.ordinance.finding import Status
from photometry.ordinance.photometric import Outcome

if TYPE_CHECKING:
    from photometry.ordinance.facts import Decision
    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["decision_on", "determined"]


def decision_on(context: PhotometricContext) -> Decision | None:
    """Give what is recorded on this rule and subject; None where nothing is decided."""
    subject = context.subject
    places = [subject.id or subject.record]
    if len(context.facts.rows(subject.record)) == 1:
        places.append("")
    for where in places:
        found = context.facts.decisions.get((context.rule.id, where))
        if found is not None and found.result != "not_decided":
            return found
    return None


def determined(context: PhotometricContext, question: str) -> Outcome:
    """Give the recorded decision, or the question that waits for one."""
    decision = decision_on(context)
    if decision is None:
        return Outcome(status=Status.NEEDS_DETERMINATION, message=question)
    by = f" by {decision.by}" if decision.by else ""
    status = Status.PASS if decision.result == "pass" else Status.FAIL
    return Outcome(status=status, message=f"decided{by}: {decision.result}")
