"""The calculation lines that a code needs on a site: those of rules that can apply there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from photometry.ordinance.rule import Photometric
from photometry.ordinance.site_judge import judge_of_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.judge import Judge
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.rule import Body, Rule
    from photometry.site.model import Site
    from photometry.site.property import LineRequest

__all__ = ["receivers_for"]


def receivers_for(
    code: Code, site: Site, options: Mapping[str, Any] | None = None
) -> tuple[LineRequest, ...]:
    """Give the lines that a code's rules need on a site.

    A line is asked for beyond those boundaries alone where the rule that needs it may apply:
    25 ft beyond a road, say, only under an option that makes that a place of judgement.

    Parameters
    ----------
    code
        The code.
    site
        The site; its facts file is read for what it adds to boundaries.
    options
        Interpretations, as a site file has them; None for those of the site.

    Returns
    -------
    tuple of LineRequest
        One for each kind of line and distance, with the ids of its boundaries.
    """
    judge = judge_of_site(code, site, options=options)
    wanted: dict[LineRequest, dict[str, None]] = {}
    for rule in code.rules.values():
        body = rule.body(judge.choices)
        if rule.record != "boundary" or body.off or not isinstance(body.test, Photometric):
            continue
        own = _own_gates(rule, body)
        names = [row.id for row in judge.facts.rows("boundary") if _may_apply(judge, own, row)]
        for request in body.test.kind.lines(body.test.params):
            wanted.setdefault(request, {}).update(dict.fromkeys(names))
    order = [boundary.id for boundary in site.boundaries]
    return tuple(
        replace(request, boundary_ids=tuple(name for name in order if name in names))
        for request, names in wanted.items()
        if names
    )


def _own_gates(rule: Rule, body: Body) -> Body:
    """Leave the gates that read the boundary, not the luminaires that are judged with it."""
    mark = f"{rule.among}." if rule.among else None
    gate = [
        condition
        for condition in body.gate
        if mark is None or not any(key.startswith(mark) for key in condition.reads)
    ]
    return replace(body, gate=tuple(gate), unless=())


def _may_apply(judge: Judge, body: Body, row: Row) -> bool:
    return judge.gate(body, row) is not False
