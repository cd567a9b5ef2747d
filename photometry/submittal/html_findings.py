"""Findings as the page lists them: worst first, equal luminaires in one entry."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from photometry.ordinance.finding import Status
from photometry.submittal.html_encode import fc_integers
from photometry.submittal.html_shares import shares_of
from photometry.tables.display import FOOTCANDLES
from photometry.tables.grouping import alike, worst_first
from photometry.tables.text import STATUS_WORDS, clause, number, option_text, status_words
from photometry.tables.words import (
    comparison,
    is_hidden,
    layer_name,
    limit_text,
    margin_decimals,
    measured_text,
    place,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.submittal.html_encode import Frame
    from photometry.submittal.html_shares import Shares
    from photometry.tables.display import LightUnit

__all__ = ["Entry", "Tally", "entries_of", "entry_data", "tallies", "verdict_sentence"]

NAMES_SHOWN: Final = 4
MOST_SEEN: Final = 8  # luminaires named in the detail of one finding
RAYS: Final = 2  # of the largest givers, drawn on the map
OPEN: Final = (Status.NEEDS_DETERMINATION, Status.NOT_EVALUATED)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings have a verdict."""

    status: Status
    word: str
    count: int


@dataclass(frozen=True, slots=True)
class Member:
    """A luminaire in an entry, with its own number."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list: a rule at a place, or a rule at several luminaires.

    Attributes
    ----------
    finding
        The finding, the worst one where there are several.
    numbers, margin
        ``0.70 fc > 0.5 fc`` and ``0.20 over``; empty where there is no number.
    sentence
        What was found, in plain words.
    options
        The interpretations that it rests on: name, value.
    turns
        What another interpretation would give: in words.
    members
        The luminaires of an entry, or those that a finding along a line is about.
    light
        The unit in which illuminance is shown.
    """

    id: str
    finding: Finding
    word: str
    title: str
    clause: str
    where: str
    numbers: str
    margin: str
    sentence: str
    options: tuple[tuple[str, str], ...]
    turns: tuple[tuple[str, Status, str], ...]
    members: tuple[Member, ...]
    more_members: int
    shares: Shares | None
    light: LightUnit

    @property
    def status(self) -> Status:
        """Its verdict."""
        return self.finding.status

    @property
    def bars_title(self) -> str:
        """What the bars are of, with its unit."""
        if self.shares is None:
            return ""
        if self.finding.unit == "ft":
            return "Height to which each source shows, ft"
        layer = layer_name(self.shares.layer)
        return f"Light of each luminaire at this point, {self.light.name} {layer}"

    @property
    def limit_words(self) -> str:
        """The limit with its unit."""
        return limit_text(self.finding, with_unit=True, light=self.light)


def tallies(findings: Iterable[Finding]) -> tuple[Tally, ...]:
    """Count findings by verdict, worst first; verdicts that nobody got are left out."""
    count = Counter(finding.status for finding in findings)
    return tuple(
        Tally(status, status_words(status, count[status]), count[status])
        for status in Status
        if count[status]
    )


def verdict_sentence(findings: Sequence[Finding]) -> str:
    """Answer the first question of a reviewer, does it comply, in one sentence."""
    count = Counter(finding.status for finding in findings)
    if not sum(count[status] for status in Status if status is not Status.NOT_APPLICABLE):
        return "Not judged: no rule of a code was applied."
    if count[Status.FAIL]:
        rules = len({f.rule for f in findings if f.status is Status.FAIL})
        several = count[Status.FAIL] > rules
        places = f", at {count[Status.FAIL]:,d} places or luminaires" if several else ""
        return f"Does not conform: {_of(rules, 'requirement')} not met{places}."
    still_open = sum(count[status] for status in OPEN)
    if still_open:
        return f"Nothing fails, but {_of(still_open, 'finding')} still open."
    return "Conforms: every requirement that applies is met."


def entries_of(
    calc: Calculation, findings: Iterable[Finding], light: LightUnit = FOOTCANDLES
) -> tuple[Entry, ...]:
    """Group findings into entries, worst first; see `alike`.

    What a rule says of several places in the same words, without a number, is one entry too.
    """
    groups: dict[tuple[Any, ...], list[Finding]] = {}
    for turn, group in enumerate(alike(worst_first(findings))):
        groups.setdefault(_same_words(group[0]) or (turn,), []).extend(group)
    return tuple(
        _entry(calc, f"f{turn}", group, light) for turn, group in enumerate(groups.values(), 1)
    )


def _same_words(finding: Finding) -> tuple[Any, ...] | None:
    """Give what equal findings at several places have in common; None where one stands alone."""
    if finding.where.kind == "luminaire" or finding.witness or finding.details:
        return None
    if isinstance(finding.measured, (int, float)):
        return None
    said = (finding.status, finding.rule, finding.where.kind, finding.title, finding.message)
    turns = (*finding.turns_with.items(), *map(str, finding.options.items()))
    return (*said, *turns)


def entry_data(entry: Entry, frame: Frame) -> dict[str, Any]:
    """Give what the map needs of an entry: where to go, and which luminaires give most."""
    finding, shares = entry.finding, entry.shares
    data: dict[str, Any] = {"status": str(entry.status)}
    if finding.where.kind == "luminaire":
        data["heads"] = [member.name for member in entry.members]
    elif finding.witness is not None:
        data["at"] = frame.place(finding.witness)
    elif finding.where.kind in {"zone", "line", "boundary"}:
        data["place"] = [finding.where.kind, finding.where.name]
    if shares is not None:
        data["rays"] = [bar.head for bar in shares.bars if bar.head is not None][:RAYS]
        data["fc"] = dict(zip(shares.fc, fc_integers(list(shares.fc.values())), strict=True))
    if finding.unit == "fc" and shares is not None:
        data["judged"] = (
            f"{measured_text(finding, with_unit=True, light=entry.light)} "
            f"{layer_name(shares.layer)} is judged here"
        )
    return data


def _of(count: int, what: str) -> str:
    return f"{count} {what} is" if count == 1 else f"{count} {what}s are"


def _entry(calc: Calculation, name: str, group: Sequence[Finding], light: LightUnit) -> Entry:
    first = group[0]
    applies = first.status is not Status.NOT_APPLICABLE
    numeric = isinstance(first.measured, (int, float)) and first.limit is not None and applies
    members = _members(group, light)
    shares = shares_of(calc, first, light) if applies else None
    if first.unit == "ft" and shares is not None and shares.bars:
        members = ()  # the bars say it
    shown = members if first.where.kind == "luminaire" else members[:MOST_SEEN]
    return Entry(
        id=name,
        finding=first,
        word=STATUS_WORDS[first.status],
        title=first.title or first.rule,
        clause=clause(first.citation),
        where=_where(group),
        numbers=comparison(first, light) if numeric else "",
        margin=_margin(first) if numeric else "",
        sentence=_sentence(first),
        options=tuple((key, option_text(value)) for key, value in first.options.items()),
        turns=tuple(
            (_other_answer(first, option), status, STATUS_WORDS[status])
            for option, status in first.turns_with.items()
        ),
        members=shown,
        more_members=len(members) - len(shown),
        shares=shares,
        light=light,
    )


def _where(group: Sequence[Finding]) -> str:
    first = group[0]
    names = list(dict.fromkeys(place(finding.where) for finding in group))
    if len(names) == 1:
        return names[0]
    what = {"luminaire": "luminaires", "zone": "zones"}.get(first.where.kind, "places")
    shown = ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
    return f"{len(names)} {what} ({shown})"


def _members(group: Sequence[Finding], light: LightUnit) -> tuple[Member, ...]:
    """Name the luminaires: those that are judged, or those that a line's finding lists."""
    first = group[0]
    if first.where.kind == "luminaire":
        return tuple(
            Member(finding.where.name, measured_text(finding, with_unit=True, light=light))
            if isinstance(finding.measured, (int, float))
            else Member(finding.where.name, "")
            for finding in group
        )
    if first.unit == "fc":
        return ()  # the shares say it
    return tuple(
        Member(detail.luminaire, _part_text(first, detail.measured))
        for detail in first.details
        if isinstance(detail.measured, (int, float))
    )


def _part_text(finding: Finding, measured: float) -> str:
    if is_hidden(replace(finding, measured=measured)):
        return "hidden"
    return f"{number(measured, 1)} {finding.unit or ''}".strip()


def _other_answer(finding: Finding, option: str) -> str:
    """Say another answer with its question, the code behind it: ``“no” to “Is …?” (NAME=no)``."""
    name, _, other = option.partition("=")
    question = finding.questions.get(name)
    return f"“{other.replace('_', ' ')}” to “{question}” ({option})" if question else option


def _margin(finding: Finding) -> str:
    """Say by how much the limit is missed or kept: ``0.20 fc over``, ``1.2 (ratio) to spare``."""
    if finding.margin is None or not isinstance(finding.measured, (int, float)):
        return ""
    if is_hidden(finding):
        return ""
    amount = number(abs(finding.margin), margin_decimals(finding))
    if finding.unit:
        amount += " (ratio)" if finding.unit == "ratio" else f" {finding.unit}"
    if finding.margin >= 0.0:
        return f"{amount} to spare" if finding.margin > 0.0 else "at the limit"
    over = isinstance(finding.limit, (int, float)) and finding.measured > finding.limit
    return f"{amount} {'over' if over else 'short'}"


def _sentence(finding: Finding) -> str:
    """Give the message without the title that it begins with, as a sentence."""
    text = finding.message.removeprefix(f"{finding.title}: ")
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) or not text else f"{text}."
