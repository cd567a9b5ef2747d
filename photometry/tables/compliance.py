"""Rows of the compliance matrix, clause by clause, and of what a person has to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.findings import on_lighting
from photometry.tables.grouping import worst_first
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, STATUS_WORDS, clause, section
from photometry.tables.words import (
    SEVERITY,
    limit_text,
    margin_text,
    measured_text,
    missing_words,
    not_kept,
    option_answer,
    place,
    requirement,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = ["compliance_matrix", "determination_rows"]

MATRIX: Final = (
    Column("clause", "Clause"),
    Column("requirement", "Requirement"),
    Column("where", "Where"),
    Column("measured", "Measured", numeric=True),
    Column("limit", "Limit", numeric=True),
    Column("margin", "Margin", numeric=True),
    Column("decides", "Option that decides,\nor what is missing"),
    Column("sheets", "Sheet"),
    Column("verdict", "Verdict"),
)
PLURALS: Final = {
    "luminaire": "heads",
    "zone": "zones",
    "line": "lines",
    "boundary": "boundaries",
    "site": "sites",
    "record": "records",
}
MOST_NAMED: Final = 3


def compliance_matrix(
    findings: Iterable[Finding],
    sheets: Collection[str],
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> Table:
    """Compliance matrix of the lighting findings: what fails first, then by clause.

    Findings that differ in nothing but where they were made share a row; the numbers are then
    those of the worst.

    Parameters
    ----------
    findings
        Of all topics; those that do not apply and those on other topics are counted in the note.
    sheets
        Numbers of the sheets that there are, to refer to.
    light, length
        Units in which numbers stand beside those of the code.
    """
    every = list(findings)
    lighting = on_lighting(every)
    shown = [f for f in lighting if f.status is not Status.NOT_APPLICABLE]
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in shown:
        groups.setdefault(_likeness(finding), []).append(finding)
    laws = {section(finding.citation) for finding in shown}
    ordered = sorted(groups.values(), key=_order)
    rows = tuple(
        _matrix_row(group, sheets, light, length, several=len(laws) > 1) for group in ordered
    )
    title = f"Compliance matrix, {laws.pop()}" if len(laws) == 1 else "Compliance matrix"
    others = sum(
        f.status is not Status.NOT_APPLICABLE for f in every if f.topic not in {"", "lighting"}
    )
    fails = any(finding.status is Status.FAIL for finding in shown)
    failing = f" FAIL: {not_kept(shown)}." if fails else ""
    note = (
        f"{len(shown)} verdicts on lighting in {len(rows)} rows; "
        f"{len(lighting) - len(shown)} more do not apply. "
        f"{others} on other topics are not counted here; they, and every option in force, are in "
        f"findings.csv.{failing}{_asked(shown)}"
    )
    return Table(title, MATRIX, rows, note)


def _likeness(finding: Finding) -> tuple[object, ...]:
    """Give what findings of one row have in common."""
    alike = finding.where.kind == "luminaire" or finding.measured is None
    where = finding.where.kind if alike else finding.where
    return finding.rule, finding.citation, finding.status, where, finding.limit, finding.missing


def _order(group: Sequence[Finding]) -> tuple[int, str, str, str]:
    """Give what sorts: of one verdict the matrix follows the law, not the margins."""
    first = group[0]
    return SEVERITY[first.status], section(first.citation), first.citation, first.rule


def _matrix_row(
    group: Sequence[Finding],
    sheets: Collection[str],
    light: LightUnit,
    length: LengthUnit,
    *,
    several: bool,
) -> Row:
    worst = worst_first(group)[0]
    cited = worst.citation
    label = cited[max(cited.find("§"), 0) :] if several else clause(cited)
    subject = worst.title or requirement(worst.rule)
    where = _where(group, length)
    decides = _decides(worst)
    refers = ", ".join(_sheets_of(worst, sheets)) or MISSING
    return Row(
        (
            Cell(label, cited),
            Cell(subject, worst.rule),
            Cell(where, where),
            Cell(_common(group, worst, light, length), worst.measured),
            Cell(limit_text(worst, with_unit=True, light=light, length=length), worst.limit),
            Cell(margin_text(worst, light, length, with_unit=True), worst.margin),
            Cell(decides or MISSING, decides or None),
            Cell(refers, refers),
            Cell(STATUS_WORDS[worst.status], worst.status),
        ),
        worst.status,
    )


def _where(group: Sequence[Finding], length: LengthUnit) -> str:
    """Name the places of a row, or count them where they are many."""
    names = list(dict.fromkeys(place(finding.where, length) for finding in group))
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{len(names)} {PLURALS[group[0].where.kind]}"


def _common(group: Sequence[Finding], worst: Finding, light: LightUnit, length: LengthUnit) -> str:
    """Give the worst number of a row, or the text that its findings share."""
    texts = {
        measured_text(finding, with_unit=True, light=light, length=length) for finding in group
    }
    if len(texts) == 1 or isinstance(worst.measured, (int, float)):
        return measured_text(worst, with_unit=True, light=light, length=length)
    return "several"


def _decides(finding: Finding) -> str:
    """Name the options of which another value would turn the verdict, or what was not given."""
    if finding.status is Status.NOT_EVALUATED:
        return ", ".join(map(missing_words, finding.missing)) or finding.message
    return ", ".join(option_answer(finding, name) for name in _turning(finding))


def _turning(finding: Finding) -> list[str]:
    turning = {key.partition("=")[0] for key in finding.turns_with}
    return [name for name in finding.options if name in turning]


def _asked(findings: Iterable[Finding]) -> str:
    """Say once what each option that decides a row asks."""
    asked = {
        name: finding.questions[name]
        for finding in findings
        for name in _turning(finding)
        if name in finding.questions
    }
    told = " ".join(f"{name}: {question}" for name, question in sorted(asked.items()))
    return f" What the options ask: {told}" if told else ""


def _sheets_of(finding: Finding, sheets: Collection[str]) -> list[str]:
    """Say on which of the set's sheets a finding can be looked up."""
    kind = finding.where.kind
    wanted: tuple[str, ...] = ()
    if kind == "line":
        wanted = ("L-1", "L-2", "L-3")
    elif kind == "zone":
        wanted = ("L-2", "L-4")
    elif kind == "boundary" and finding.unit == "ft":
        wanted = ("L-1", "L-3")
    elif kind == "luminaire":
        wanted = ("L-1", "L-4")
    return [sheet for sheet in wanted if sheet in sheets]


def determination_rows(findings: Iterable[Finding]) -> Table:
    """Questions on lighting that the law leaves to a person, each once, with room to answer."""
    asked = dict.fromkeys(
        (finding.citation, finding.title or requirement(finding.rule))
        for finding in on_lighting(findings)
        if finding.status is Status.NEEDS_DETERMINATION
    )
    columns = (
        Column("clause", "Clause"),
        Column("question", "Question"),
        Column("result", "Result"),
        Column("by", "By"),
        Column("date", "Date"),
    )
    blank = Cell("")
    rows = tuple(
        Row((Cell(clause(citation), citation), Cell(question, question), blank, blank, blank))
        for citation, question in asked
    )
    return Table("Determinations to be recorded", columns, rows)
