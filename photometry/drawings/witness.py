"""Which findings are flagged on the plan, and what their flags say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.drawings.callouts import WIDEST_FLAG_IN, Flag
from photometry.drawings.style import Type, verdict_colour
from photometry.drawings.tables_drawn import shortened
from photometry.ordinance.finding import Status
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.grouping import worst_first
from photometry.tables.text import STATUS_WORDS, clause
from photometry.tables.words import (
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
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = ["failing_heads", "flagged", "witness_flag"]

MOST_FLAGS: Final = 16
MOST_PASSING_FLAGS: Final = 3
NEAR_THE_LIMIT: Final = 0.1  # a pass under this share of its limit is nothing to point at


def flagged(findings: Sequence[Finding]) -> tuple[list[Finding], int]:
    """Choose what is flagged: the failures on the ground, and the passes nearest their limit.

    Returns
    -------
    chosen, left_out
        Findings with a number at a point of a line, a zone or a boundary, the worst first, and
        how many failures of that kind there was no flag for; a pass has none where a failure is
        left out. Luminaires that fail are ringed instead (`failing_heads`).
    """
    unique = {(f.rule, f.where.kind, f.where.name): f for f in findings if _is_on_the_ground(f)}
    placed = list(unique.values())
    failing = worst_first(f for f in placed if f.status is Status.FAIL)
    passing = [
        finding
        for finding in worst_first(placed)
        if finding.status is Status.PASS
        and finding.where.kind == "line"
        and isinstance(finding.measured, (int, float))
        and isinstance(finding.limit, (int, float))
        and finding.measured >= NEAR_THE_LIMIT * finding.limit
    ]
    left_out = max(0, len(failing) - MOST_FLAGS)
    return failing[:MOST_FLAGS] + ([] if left_out else passing[:MOST_PASSING_FLAGS]), left_out


def failing_heads(findings: Sequence[Finding]) -> frozenset[str]:
    """Name the luminaires that fail some requirement of their own."""
    return frozenset(
        finding.where.name
        for finding in findings
        if finding.status is Status.FAIL and finding.where.kind == "luminaire"
    )


def _is_on_the_ground(finding: Finding) -> bool:
    return (
        finding.witness is not None
        and finding.where.kind in {"line", "zone", "boundary"}
        and isinstance(finding.measured, (int, float))
    )


def witness_flag(
    view: PlanView,
    finding: Finding,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
    existing_fc: float = 0.0,
) -> Flag:
    """Write the flag of a finding that has a witness point.

    `existing_fc` is what of the illuminance was there before (`judged_remarks.existing_fc`).
    """
    x, y = view.to_paper(finding.witness or (0.0, 0.0, 0.0))
    where = place(finding.where, length).partition(", ")[0]
    what = f"{clause(finding.citation)}  {where[:1].lower()}{where[1:]}"
    if finding.unit == "ft":
        what += ", visible height"
    if finding.unit == "ratio":
        what += f", {ratio_name(finding)}"
    if finding.unit == "fc":
        what += f", {layer_name(judged_layer(finding))}"
    if existing_fc:
        what += f", {light.text(existing_fc)} of it existing"
    first = f"{comparison(finding, light, length)}   {STATUS_WORDS[finding.status]}"
    return Flag(
        (float(x), float(y)),
        shortened(first, Type.FLAG, WIDEST_FLAG_IN),
        shortened(what, Type.FLAG_SECOND, WIDEST_FLAG_IN),
        verdict_colour(finding.status),
    )
