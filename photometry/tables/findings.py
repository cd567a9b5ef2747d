"""Rows of the findings: limits at the boundaries, and the summary of compliance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.grouping import worst_first
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, STATUS_WORDS, clause, counted, section
from photometry.tables.words import (
    SEVERITY,
    comparison,
    is_united,
    judged_layer,
    layer_name,
    limit_text,
    margin_text,
    measured_text,
    place,
    requirement,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = ["compliance_rows", "limits_rows", "on_lighting", "sections"]

LIMIT_COLUMNS: Final = (
    Column("clause", "Clause"),
    Column("where", "Where"),
    Column("layer", "Layer or\nunit"),
    Column("limit", "Limit", numeric=True),
    Column("worst", "Worst", numeric=True),
    Column("margin", "Margin", numeric=True),
    Column("at", "At x, y\nft", numeric=True),
    Column("largest_share", "Largest\nshare"),
    Column("verdict", "Verdict"),
)
COMPLIANCE_COLUMNS: Final = (
    Column("clause", "Clause"),
    Column("subject", "Subject"),
    Column("findings", "Findings"),
)


def limits_rows(
    findings: Iterable[Finding], light: LightUnit = FOOTCANDLES, length: LengthUnit = FEET
) -> Table:
    """Limits judged along lines and boundaries, the worst first.

    Only findings with a number on both sides are rows; what a person has to judge is in
    the compliance matrix. In another unit than the code's every number says its unit. Places are
    in the unit of length that is given.
    """
    judged = [
        finding
        for finding in findings
        if finding.where.kind in {"line", "boundary"}
        and isinstance(finding.measured, (int, float))
        and isinstance(finding.limit, (int, float))
        and finding.status is not Status.NOT_APPLICABLE
    ]
    rows = tuple(_limit_row(finding, light, length) for finding in worst_first(judged))
    columns = tuple(
        replace(column, head=f"At x, y\n{length.abbreviation}") if column.key == "at" else column
        for column in LIMIT_COLUMNS
    )
    return Table("Limits judged at the boundaries", columns, rows)


def compliance_rows(
    findings: Iterable[Finding], light: LightUnit = FOOTCANDLES, length: LengthUnit = FEET
) -> Table:
    """Count findings clause by clause, the worst in words: ``1 FAIL (north 0.70), 2 pass``."""
    by_clause: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.status is not Status.NOT_APPLICABLE:
            by_clause.setdefault(finding.citation, []).append(finding)
    cited = {section(citation) for citation in by_clause}
    several = len(cited) != 1
    rows = tuple(
        _compliance_row(
            _short(citation) if several else clause(citation), by_clause[citation], light, length
        )
        for citation in sorted(by_clause)
    )
    title = "Compliance summary" if several else f"Compliance summary, {cited.pop()}"
    return Table(title, COMPLIANCE_COLUMNS, rows)


def on_lighting(findings: Iterable[Finding]) -> list[Finding]:
    """Choose the findings on lighting, those without a topic among them."""
    return [finding for finding in findings if finding.topic in {"", "lighting"}]


def sections(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Sections of law that apply, most findings first: ``("Town Code § 175-29",)``."""
    cited = Counter(
        section(finding.citation)
        for finding in findings
        if finding.status is not Status.NOT_APPLICABLE
    )
    return tuple(sorted(cited, key=lambda law: (-cited[law], law)))


def _limit_row(finding: Finding, light: LightUnit, length: LengthUnit) -> Row:
    united = not light.is_footcandle or is_united(finding, light, length)
    layer = layer_name(judged_layer(finding)) if finding.unit == "fc" else finding.unit or ""
    return Row(
        (
            Cell(clause(finding.citation), finding.citation),
            Cell(_limited_place(finding, length), finding.where.name),
            Cell(layer, layer),
            Cell(limit_text(finding, with_unit=united, light=light, length=length), finding.limit),
            Cell(
                measured_text(finding, with_unit=united, light=light, length=length),
                finding.measured,
            ),
            Cell(margin_text(finding, light, length), finding.margin),
            _point_cell(finding, length),
            _share_cell(finding),
            Cell(STATUS_WORDS[finding.status], finding.status),
        ),
        finding.status,
    )


def _limited_place(finding: Finding, length: LengthUnit) -> str:
    """Say where a limit was judged; a limit in feet is of the height from which a source shows."""
    if finding.unit == "ft":
        return f"Visible height, {finding.where.name.partition('/')[0]}"
    return place(finding.where, length)


def _short(citation: str) -> str:
    """Leave out what stands before the section sign: ``"§ 175-29 J(2)"``."""
    return citation[citation.find("§") :] if "§" in citation else citation


def _compliance_row(
    label: str, group: Sequence[Finding], light: LightUnit, length: LengthUnit
) -> Row:
    counts = Counter(finding.status for finding in group)
    worst = min(counts, key=SEVERITY.__getitem__)
    parts = [
        f"{counted(status, counts[status])}{_examples(group, status, light, length)}"
        for status in sorted(counts, key=SEVERITY.__getitem__)
    ]
    first = worst_first(group)[0]
    more = len({finding.rule for finding in group}) - 1
    subject = first.title or requirement(first.rule)
    return Row(
        (
            Cell(label, group[0].citation),
            Cell(f"{subject}; {more} more" if more else subject, first.rule),
            Cell(", ".join(parts), worst),
        ),
        worst,
    )


def _examples(
    group: Sequence[Finding], status: Status, light: LightUnit, length: LengthUnit
) -> str:
    """Name what fails, the worst three: ``" (25 ft beyond, east 0.226 fc > 0.2 fc)"``."""
    if status is not Status.FAIL:
        return ""
    failed = worst_first(f for f in group if f.status is status)
    named = list(dict.fromkeys(filter(None, (_named(one, light, length) for one in failed))))
    if not named:
        return ""
    return f" ({'; '.join(named[:3])}{' …' if len(named) > 3 else ''})"


def _named(finding: Finding, light: LightUnit, length: LengthUnit) -> str:
    """Name the place of a failure, with the numbers where it has them."""
    if finding.where.kind == "site":
        return ""
    where = place(finding.where, length)
    numeric = isinstance(finding.measured, (int, float)) and finding.limit is not None
    return f"{where} {comparison(finding, light, length)}" if numeric else where


def _point_cell(finding: Finding, length: LengthUnit) -> Cell:
    if finding.witness is None:
        return Cell(MISSING)
    x, y, _ = finding.witness
    text = f"{length.text(x)}, {length.text(y)}"
    return Cell(text, text)


def _share_cell(finding: Finding) -> Cell:
    if not finding.details:
        return Cell(MISSING)
    luminaire = finding.details[0].luminaire
    return Cell(luminaire, luminaire)
