"""The check of a site, or of facts alone, by the codes of its towns."""

from __future__ import annotations

from decimal import localcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from photometry.errors import CodeFileError, FactsFileError, Fault, ProjectFileError, nearest_name
from photometry.ordinance.catalogue import Code, code_of_jurisdiction, known_codes, load_code
from photometry.ordinance.facts import Facts
from photometry.ordinance.facts_reader import facts_of, named_codes, read_facts
from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.ordinance.judge import Judge
from photometry.ordinance.language.values import ARITHMETIC
from photometry.ordinance.messages import listed, own_sentence, with_unit
from photometry.ordinance.options import choose, option_faults

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.engine.results import Calculation
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.rule import Rule
    from photometry.ordinance.verdict import Verdict
    from photometry.site.model import Site
    from photometry.site.vocabulary import Field

    GivenFacts = Facts | Mapping[str, Any] | str | Path
    GivenCodes = Code | str | Path | Sequence[Code | str | Path]

WhereKind = Literal["luminaire", "zone", "line", "boundary", "site", "record"]

__all__ = ["check", "codes_of", "judge_code"]

_KINDS: Final[dict[str, WhereKind]] = {
    "luminaire": "luminaire",
    "calc_zone": "zone",
    "boundary": "boundary",
    "site": "site",
}


def check(
    site: Site | None = None,
    calc: Calculation | None = None,
    facts: GivenFacts | None = None,
    code: GivenCodes | None = None,
) -> tuple[Finding, ...]:
    """Judge a site, or facts alone, by every rule of its codes.

    Parameters
    ----------
    site
        None where facts alone are judged.
    calc
        Its calculation; None where the figures of `facts` are judged.
    facts
        Facts, a mapping of the shape of a facts file, or the path of one; None for the file
        that the site names, if any.
    code
        One code or several: ids of shipped codes, paths of folders, or codes that are loaded.
        None for those that the site, or the facts, name.

    Returns
    -------
    tuple of Finding
        Code by code, in the order of its rules: every rule, with everything that it judges.

    Raises
    ------
    CodeFileError
        A code is unknown, or its files are at fault.
    FactsFileError
        The facts are at fault.
    ProjectFileError
        An option of the site is none of the code's, or its value is none.
    """
    if facts is None and site is not None:
        facts = site.facts_path
    codes = codes_of(site, facts, code)
    vocabulary = _vocabulary(codes)
    given = _read(facts, vocabulary)
    options = {**(given.options if given else {}), **(site.options if site else {})}
    faults = option_faults([one.options for one in codes], options, _file(site, given))
    if faults:
        raise ProjectFileError(faults)
    if site is not None:
        from photometry.ordinance.site_facts import facts_of_site  # noqa: PLC0415  # reads drawings

        given = facts_of_site(site, calc, given, vocabulary)
    if given is None:
        raise FactsFileError("there is nothing to check; give a site or facts")
    _refuse_stray_decisions(codes, given)
    return tuple(
        finding for one in codes for finding in judge_code(one, given, options, site, calc)
    )


# ---- what is checked, and by what ---------------------------------------------------------------


def codes_of(
    site: Site | None, facts: GivenFacts | None = None, code: GivenCodes | None = None
) -> tuple[Code, ...]:
    """Load the codes of a check: those given, else those that the site or the facts name.

    A path is taken from the folder of the file that names it.
    """
    folder = Path()
    names: Sequence[Code | str | Path] = ()
    if code is not None:
        names = [code] if isinstance(code, (Code, str, Path)) else code
    elif site is not None:
        names, folder = site.project.codes, site.path.parent
    elif facts is not None:
        names, jurisdiction, folder = named_codes(facts)
        names = names or code_of_jurisdiction(jurisdiction)
    if not names:
        known = ", ".join(known_codes())
        raise CodeFileError(Fault("no code is named", advice=f"known: {known}, or a folder"))
    return tuple(
        one
        if isinstance(one, Code)
        else load_code(str(one) if str(one) in known_codes() else folder / one)
        for one in names
    )


def _vocabulary(codes: Sequence[Code]) -> Mapping[str, Mapping[str, Field]]:
    """Give the fields of all codes together."""
    whole: dict[str, dict[str, Field]] = {}
    for code in codes:
        for record, fields in code.records.items():
            known = whole.setdefault(record, {})
            for name, field in fields.items():
                if name not in known or len(field.tokens) > len(known[name].tokens):
                    known[name] = field
    return whole


def _read(facts: GivenFacts | None, vocabulary: Mapping[str, Mapping[str, Field]]) -> Facts | None:
    if facts is None or isinstance(facts, Facts):
        return facts
    if isinstance(facts, (str, Path)):
        return read_facts(facts, vocabulary)
    return facts_of(facts, vocabulary)


def _file(site: Site | None, facts: Facts | None) -> str:
    if site is not None:
        return str(site.path)
    return str(facts.file or "") if facts else ""


def _refuse_stray_decisions(codes: Sequence[Code], facts: Facts) -> None:
    """Refuse a determination on a rule that no code has: a slip in an id would go unseen."""
    known = {rule_id for code in codes for rule_id in code.rules}
    faults = [
        Fault(
            f"determination: no rule is called {rule_id}",
            str(facts.file or ""),
            advice=nearest_name(rule_id, known),
        )
        for rule_id, _ in facts.decisions
        if rule_id not in known
    ]
    if faults:
        raise FactsFileError(faults)


# ---- findings -----------------------------------------------------------------------------------


def judge_code(
    code: Code,
    facts: Facts,
    options: Mapping[str, Any],
    site: Site | None = None,
    calc: Calculation | None = None,
) -> list[Finding]:
    """Judge facts by every rule of one code, under the options as a site file has them."""
    judge = Judge(code, facts, choose(code.options, options), site, calc)
    findings: list[Finding] = []
    with localcontext(ARITHMETIC):
        for rule in code.rules.values():
            if rule.helper:
                continue
            rows = facts.rows(rule.record)
            for index, row in enumerate(rows):
                where = _where(row, index, len(rows))
                findings += _findings(judge, rule, row, where)
            if not rows:
                findings.append(_without_subject(judge, rule))
    return findings


def _kind(record: str) -> WhereKind:
    kind = _KINDS.get(record)
    return "record" if kind is None else kind


def _where(row: Row, index: int, count: int) -> Where:
    kind = _kind(row.record)
    if row.id or kind == "site":
        return Where(kind, row.id)
    return Where(kind, row.record if count == 1 else f"{row.record} {index + 1}")


def _without_subject(judge: Judge, rule: Rule) -> Finding:
    """Say once that a rule has nothing to judge."""
    return Finding(
        rule=rule.id,
        code=rule.code,
        status=Status.NOT_APPLICABLE,
        citation=rule.citation,
        where=Where(_kind(rule.record), ""),
        message=f"{rule.title}: no {rule.record.replace('_', ' ')} is listed",
        options=_options(judge, rule),
        topic=rule.topic,
        title=rule.title,
    )


def _options(judge: Judge, rule: Rule) -> dict[str, Any]:
    return {name: judge.choices[name].plain for name in rule.options}


def _findings(judge: Judge, rule: Rule, row: Row, where: Where) -> list[Finding]:
    """Give the findings of one rule on one thing, each with what other options would turn."""
    verdicts = judge.verdicts(rule, row)
    others = {
        f"{name}={choice.value}": judge.with_choice(name, choice).verdicts(rule, row)
        for name in rule.options
        for choice in judge.code.options[name].others(judge.choices[name])
    }
    return [
        Finding(
            rule=rule.id,
            code=rule.code,
            status=verdict.status,
            citation=rule.citation,
            where=verdict.where or where,
            message=_message(judge, rule, row, verdict, where),
            measured=verdict.measured,
            limit=verdict.limit,
            unit=verdict.unit,
            margin=verdict.margin,
            witness=verdict.witness or row.place_ft,
            options=_options(judge, rule),
            turns_with=_turns(verdict, others),
            details=_details(verdict, where),
            topic=rule.topic,
            title=rule.title,
            missing=tuple(sorted(verdict.missing)),
        )
        for verdict in verdicts
    ]


def _turns(verdict: Verdict, others: Mapping[str, tuple[Verdict, ...]]) -> dict[str, Status]:
    """Give the status under each other value that turns this one."""
    turns = {}
    for name, found in others.items():
        same_place = [one.status for one in found if one.where == verdict.where]
        status = same_place[0] if same_place else found[0].status if len(found) == 1 else None
        status = status or Status.NOT_APPLICABLE
        if status is not verdict.status:
            turns[name] = status
    return turns


def _details(verdict: Verdict, where: Where) -> tuple[Detail, ...]:
    """Give the luminaires concerned; of a rule that is lifted, the exemption."""
    if verdict.lifted_by and not verdict.details:
        name = where.name
        return (Detail(name, measured=verdict.lifted_by, status=Status.NOT_APPLICABLE),)
    return verdict.details


def _message(judge: Judge, rule: Rule, row: Row, verdict: Verdict, where: Where) -> str:
    """Put a verdict into one sentence, with what is presumed and how facts came about."""
    measured_by_own = rule.message and verdict.measured is not None and not verdict.sentence
    if measured_by_own and verdict.status is not Status.NOT_EVALUATED:
        unit = verdict.unit or ""
        holes = {
            "title": rule.title,
            "where": where.name,
            "measured": with_unit(verdict.measured, unit),
            "limit": with_unit(verdict.limit, unit),
            "margin": with_unit(verdict.margin, unit),
        }
        sentence = own_sentence(rule.message, holes)
    else:
        sentence = verdict.sentence or f"{rule.title}: {verdict.text}"
    note = rule.body(judge.choices).note
    judged = verdict.status not in (Status.NOT_APPLICABLE, Status.NOT_EVALUATED)
    remarks = [note] if note and judged and note not in sentence else []
    remarks += [f"presumed not to hold: {listed(verdict.presumed)}"] if verdict.presumed else []
    remarks += _origins(rule, row)
    return f"{sentence} ({'; '.join(remarks)})" if remarks else sentence


def _origins(rule: Rule, row: Row) -> list[str]:
    """Say which facts that a rule reads off its subject nobody gave, and how they came about."""
    if not row.notes:
        return []
    read = {name: note for name, note in row.notes.items() if f"{row.record}.{name}" in rule.reads}
    presumed = [name for name, note in read.items() if note == "presumed"]
    told = [f"{name} {note}" for name, note in sorted(read.items()) if note != "presumed"]
    return [*([f"presumed: {listed(presumed)}"] if presumed else []), *told]
