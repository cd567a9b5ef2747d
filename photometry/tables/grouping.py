"""The order of findings in a list, and which of them are one entry of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.tables.words import SEVERITY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.ordinance.finding import Finding

__all__ = ["alike", "worst_first"]

EYE_FT: Final = 6.0  # what a height above a limit of 0 ft is set against


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Sort by verdict; of one verdict the most exceeded limit first, what has none last.

    Margins are compared as shares of their limits, so that fc and ft stand in one list. A limit
    that is exceeded by more than any number (a ratio to a minimum of 0, a source seen from every
    height) comes before all others. What is alike in this stays in the order of the law, in
    which the findings come.
    """
    return sorted(findings, key=_badness)


def alike(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group findings into the entries of a list, in the order in which each begins.

    Luminaires to which one rule gives one verdict are one entry; what does not apply is one
    entry a rule; the rest stand alone.
    """
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_entry(finding), []).append(finding)
    return list(groups.values())


def _badness(finding: Finding) -> tuple[int, float]:
    """Give what sorts, the smallest first."""
    return SEVERITY[finding.status], _relative_margin(finding)


def _relative_margin(finding: Finding) -> float:
    """Give the margin as a share of the limit: infinite where either has no number."""
    if not isinstance(finding.limit, (int, float)):
        return math.inf
    if finding.margin is None:
        return -math.inf if finding.status is Status.FAIL else math.inf
    least = EYE_FT if finding.unit == "ft" else 1.0
    return finding.margin / (abs(finding.limit) or least)


def _entry(finding: Finding) -> tuple[str, ...]:
    if finding.status is Status.NOT_APPLICABLE:
        return finding.status, finding.rule
    if finding.where.kind == "luminaire":
        return finding.status, finding.rule, "luminaires"
    return finding.status, finding.rule, finding.where.kind, finding.where.name
