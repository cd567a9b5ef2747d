"""Which findings are flagged on the plan, and what their flags say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.callouts import Flag
from photometry.drawings.style import verdict_colour
from photometry.ordinance.finding import Status
from photometry.tables.text import STATUS_WORDS, clause
from photometry.tables.words import (
    SEVERITY,
    comparison,
    judged_layer,
    layer_name,
    place,
    ratio_name,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.drawings.view import PlanView
    from photometry.ordinance.finding import Finding

__all__ = ["flagged", "witness_flag"]

MOST_FLAGS: Final = 12
MOST_PASSING_FLAGS: Final = 3
NEAR_THE_LIMIT: Final = 0.1  # a pass under this share of its limit is nothing to point at


def flagged(findings: Sequence[Finding]) -> list[Finding]:
    """Choose what is flagged: the worst failure of a rule at a place, and the nearest passes."""
    at_points = [finding for finding in findings if finding.witness is not None]
    failing: dict[tuple[str, str], Finding] = {}
    for finding in sorted(at_points, key=_margin):
        if finding.status is Status.FAIL:
            # Heads that fail one rule are one flag: the table lists them all.
            name = "" if finding.where.kind == "luminaire" else finding.where.name
            failing.setdefault((finding.rule, name), finding)
    passing = [
        finding
        for finding in sorted(at_points, key=_relative_margin)
        if finding.status is Status.PASS
        and finding.where.kind == "line"
        and isinstance(finding.measured, (int, float))
        and isinstance(finding.limit, (int, float))
        and finding.measured >= NEAR_THE_LIMIT * finding.limit
    ]
    return list(failing.values())[:MOST_FLAGS] + passing[:MOST_PASSING_FLAGS]


def _margin(finding: Finding) -> tuple[int, float]:
    return SEVERITY[finding.status], finding.margin if finding.margin is not None else -np.inf


def _relative_margin(finding: Finding) -> float:
    if finding.margin is None or not isinstance(finding.limit, (int, float)):
        return np.inf
    return finding.margin / max(abs(finding.limit), 1e-9)


def witness_flag(view: PlanView, finding: Finding) -> Flag:
    """Write the flag of a finding that has a witness point."""
    x, y = view.to_paper(finding.witness or (0.0, 0.0, 0.0))
    where = place(finding.where).partition(", ")[0]
    what = f"{clause(finding.citation)}  {where[:1].lower()}{where[1:]}"
    if finding.unit == "ratio":
        what += f", {ratio_name(finding)}"
    if finding.unit == "fc":
        what += f", {layer_name(judged_layer(finding))}"
    first = f"{comparison(finding)}   {STATUS_WORDS[finding.status]}"
    return Flag((float(x), float(y)), first, what, verdict_colour(finding.status))
