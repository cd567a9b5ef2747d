"""Findings by topic: what fails, what a person must decide, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.cli.report import counts
from photometry.ordinance.finding import Status
from photometry.tables.grouping import worst_first
from photometry.tables.text import STATUS_WORDS
from photometry.tables.words import place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from photometry.ordinance.finding import Finding

__all__ = ["MissingFact", "findings_as_markdown", "missing_facts", "question", "topics_worst_first"]

SUMMED: Final = (
    Status.FAIL,
    Status.ADVISORY,
    Status.NEEDS_DETERMINATION,
    Status.NOT_EVALUATED,
    Status.PASS,
)
TOPIC_NAMES: Final = {"fill_dumping": "fill and dumping", "lots_yards": "lots and yards"}
PLACES_SHOWN, CLAUSES_SHOWN = 4, 3


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A fact that somebody has to give before rules can be judged.

    Attributes
    ----------
    name
        A field, ``"sign.area_sqft"``, a record, or in words what is needed.
    places
        The things of which it is not known.
    clauses
        The clauses that wait for it.
    """

    name: str
    places: tuple[str, ...]
    clauses: tuple[str, ...]


def topics_worst_first(findings: Iterable[Finding]) -> list[tuple[str, list[Finding]]]:
    """Group findings by topic; most failures first, then most open questions, then by name."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        name = TOPIC_NAMES.get(finding.topic, finding.topic.replace("_", " "))
        groups.setdefault(name or "other", []).append(finding)

    def badness(group: tuple[str, list[Finding]]) -> tuple[object, ...]:
        name, members = group
        return (*(-_number(members, status) for status in list(Status)[:-1]), name)

    return [(name, worst_first(members)) for name, members in sorted(groups.items(), key=badness)]


def missing_facts(findings: Iterable[Finding]) -> list[MissingFact]:
    """Collect what would have to be given, the fact that most rules wait for first."""
    waiting: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.status is Status.NOT_EVALUATED:
            for name in finding.missing:
                waiting.setdefault(name, []).append(finding)
    facts = [
        MissingFact(
            name,
            tuple(dict.fromkeys(place(one.where) for one in members)),
            tuple(dict.fromkeys(one.citation for one in members)),
        )
        for name, members in waiting.items()
    ]
    return sorted(facts, key=lambda fact: (-len(fact.clauses), fact.name))


def question(finding: Finding) -> str:
    """Give what a person is asked, without the title of the rule before it."""
    return finding.message.removeprefix(f"{finding.title}: ")


def _number(findings: Iterable[Finding], status: Status) -> int:
    return sum(finding.status is status for finding in findings)


# ---- the report in Markdown ----------------------------------------------------------------------


def findings_as_markdown(findings: Sequence[Finding], *, everything: bool = False) -> str:
    """Write findings as Markdown: a summary, the topics, then what is open.

    Parameters
    ----------
    everything
        Put what passes and what does not apply into the tables, too.
    """
    parts = [f"**{counts(findings) or 'nothing was judged'}**", _summary(findings)]
    for topic, members in topics_worst_first(findings):
        parts += _topic(topic, members, everything=everything)
    parts += _decisions(findings)
    parts += _missing(findings)
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(findings: Sequence[Finding]) -> str:
    """Tabulate the verdicts by topic; a topic that nowhere applies is only named."""
    rows, idle = [], []
    for topic, members in topics_worst_first(findings):
        numbers = [_number(members, status) for status in SUMMED]
        if any(numbers):
            rows.append([topic.capitalize(), *(str(number or "") for number in numbers)])
        else:
            idle.append(topic)
    head = ["Topic", "Fail", "Advisory", "To decide", "Facts missing", "Pass"]
    text = _table(head, rows) if rows else ""
    return text + (f"\n\nNothing here falls under: {', '.join(sorted(idle))}." if idle else "")


def _topic(topic: str, findings: Sequence[Finding], *, everything: bool) -> Iterator[str]:
    """Write what is wrong under one topic, and what is met."""
    broken = (Status.FAIL, Status.ADVISORY)
    shown = [
        finding
        for finding in findings
        if everything
        or finding.status in broken
        or (finding.status is Status.NOT_EVALUATED and not finding.missing)
    ]
    met = [finding for finding in findings if finding.status is Status.PASS]
    if not shown and not met:
        return
    yield f"## {topic.capitalize()}"
    if shown:
        cells = [(STATUS_WORDS[f.status], f.citation, place(f.where), f.message) for f in shown]
        yield _table(["Verdict", "Clause", "Where", "Finding"], cells)
    if met and not everything:
        yield f"Met: {'; '.join(_met(met))}."


def _met(findings: Sequence[Finding]) -> Iterator[str]:
    """Name what is met, each rule once, with the things that meet it."""
    places: dict[str, list[str]] = {}
    for finding in findings:
        places.setdefault(finding.title, []).append(place(finding.where))
    for title, names in places.items():
        yield f"{title} ({_some(names, PLACES_SHOWN)})"


def _decisions(findings: Sequence[Finding]) -> Iterator[str]:
    open_ = [one for one in findings if one.status is Status.NEEDS_DETERMINATION]
    if not open_:
        return
    yield "## What a person must decide"
    yield (
        "The law gives no measure here. Record each answer as a `[[determination]]` with this "
        "`rule_id`; `where` is the thing, empty for the whole site."
    )
    asked: dict[tuple[str, ...], list[str]] = {}
    for one in open_:
        key = (one.citation, question(one), f"`{one.rule}`")
        asked.setdefault(key, []).append(place(one.where))
    cells = [(clause, ", ".join(names), *more) for (clause, *more), names in asked.items()]
    yield _table(["Clause", "Where", "Question", "rule_id"], cells)


def _missing(findings: Sequence[Finding]) -> Iterator[str]:
    facts = missing_facts(findings)
    if not facts:
        return
    yield "## What is missing"
    yield "Until these are given, the clauses named are neither met nor broken."
    cells = [
        (_key(fact.name), _some(fact.places, PLACES_SHOWN), _some(fact.clauses, CLAUSES_SHOWN))
        for fact in facts
    ]
    yield _table(["Give", "Of", "Clauses that wait for it"], cells)


def _key(name: str) -> str:
    return name if " " in name else f"`{name}`"


def _some(names: Sequence[str], most: int) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; what would end a cell or a row is escaped."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        cells = (" ".join(cell.split()).replace("|", "\\|") for cell in row)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
