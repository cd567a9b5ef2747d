"""The order of findings in a list, and which of them are one entry of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from photometry.ordinance.finding import Status
from photometry.tables.words import SEVERITY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.ordinance.finding import Finding

__all__ = ["alike", "worst_first"]


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Sort by verdict; of one verdict the most exceeded limit first, what has none last.

    What is alike in this stays in the order of the law, in which the findings come.
    """
    return sorted(findings, key=_order)


def alike(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group findings into the entries of a list, in the order in which each begins.

    Luminaires to which one rule gives one verdict are one entry; what does not apply is one
    entry a rule; the rest stand alone.
    """
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_entry(finding), []).append(finding)
    return list(groups.values())


def _order(finding: Finding) -> tuple[int, bool, float]:
    """Give what sorts: margins are compared relative to their limits."""
    limit = finding.limit if isinstance(finding.limit, (int, float)) else 1.0
    margin = finding.margin if finding.margin is not None else 0.0
    return SEVERITY[finding.status], finding.margin is None, margin / (abs(limit) or 1.0)


def _entry(finding: Finding) -> tuple[str, ...]:
    if finding.status is Status.NOT_APPLICABLE:
        return finding.status, finding.rule
    if finding.where.kind == "luminaire":
        return finding.status, finding.rule, "luminaires"
    return finding.status, finding.rule, finding.where.kind, finding.where.name
