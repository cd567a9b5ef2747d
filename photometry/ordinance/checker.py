"""The check of a site, or of facts alone, by the codes of its towns."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from photometry.errors import CodeFileError, FactsFileError, Fault, ProjectFileError, nearest_name
from photometry.ordinance.catalogue import (
    HEAD,
    Code,
    code_of_jurisdiction,
    known_codes,
    load_code,
    unknown_code,
)
from photometry.ordinance.code_findings import judge_code
from photometry.ordinance.facts import Facts
from photometry.ordinance.facts_reader import facts_of, named_codes, read_facts
from photometry.ordinance.finding import Findings
from photometry.ordinance.options import option_faults
from photometry.site.toml_file import read_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from photometry.engine.results import Calculation
    from photometry.site.model import Site
    from photometry.site.vocabulary import Field

    GivenFacts = Facts | Mapping[str, Any] | str | Path
    Progress = Callable[[str, float], None]
    GivenCodes = Code | str | Path | Sequence[Code | str | Path]

__all__ = [
    "check",
    "codes_besides",
    "codes_of",
    "loaded_code",
    "option_lines",
    "stray_decisions",
    "vocabulary_of",
]


def check(
    site: Site | None = None,
    calc: Calculation | None = None,
    facts: GivenFacts | None = None,
    code: GivenCodes | None = None,
    *,
    progress: Progress | None = None,
) -> Findings:
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
    progress
        Called with the title of each rule before it is judged, and the share of its code's done.

    Returns
    -------
    Findings
        A tuple of them, code by code, in the order of its rules: every rule, with everything that it judges.

    Raises
    ------
    CodeFileError
        A code is unknown, or its files are at fault.
    FactsFileError
        The facts are at fault.
    ProjectFileError
        An option of the site is none of the code's, or its value is none.
    """
    find = None
    if facts is None and site is not None:
        facts, find = site.facts_path, site.find_facts
    codes = codes_of(site, facts, code)
    vocabulary = vocabulary_of(codes)
    given = _read(facts, vocabulary, find)
    options = {**(given.options if given else {}), **(site.options if site else {})}
    known = [*codes, *codes_besides(site, code)]
    faults = option_faults([one.options for one in known], options, *_source(site, given))
    if faults:
        raise ProjectFileError(faults)
    if site is not None:
        from photometry.ordinance.site_facts import facts_of_site  # noqa: PLC0415  # reads drawings

        given = facts_of_site(site, calc, given, vocabulary)
    if given is None:
        raise FactsFileError("there is nothing to check; give a site or facts")
    strays = stray_decisions(known, given)
    if site is not None:  # facts alone may say nothing of what is drawn
        strays += _decisions_on_nothing(given)
    if strays:
        raise FactsFileError(strays)
    return Findings(
        finding
        for one in codes
        for finding in judge_code(one, given, options, site, calc, progress)
    )


# ---- what is checked, and by what ---------------------------------------------------------------


def codes_of(
    site: Site | None, facts: GivenFacts | None = None, code: GivenCodes | None = None
) -> tuple[Code, ...]:
    """Load the codes of a check: those given, else those that the site or the facts name.

    A path is taken from the folder of the file that names it.
    """
    folder, source = Path(), None
    names: Sequence[Code | str | Path] = ()
    if code is not None:
        names = [code] if isinstance(code, (Code, str, Path)) else code
    elif site is not None:
        names, folder, source = site.project.codes, site.path.parent, site.path
    elif facts is not None:
        names, jurisdiction, folder = named_codes(facts)
        names = names or code_of_jurisdiction(jurisdiction)
        source = facts.file if isinstance(facts, Facts) else _path_or_none(facts)
    if not names:
        known = ", ".join(known_codes())
        advice = f'put code = ["..."] in [project]; known: {known}, or a folder'
        file = "" if site is None else str(site.path)
        raise CodeFileError(Fault("no code is named", file=file, advice=advice))
    return tuple(loaded_code(one, folder, source) for one in names)


def codes_besides(site: Site | None, code: GivenCodes | None) -> list[Code]:
    """Load the codes that a site names where it is judged by others instead.

    What it chooses and states for those is then passed over, and no fault. One that cannot be
    read is passed over too: nothing rests on it.
    """
    besides: list[Code] = []
    if site is None or code is None:
        return besides
    for name in site.project.codes:
        with contextlib.suppress(CodeFileError):
            besides.append(loaded_code(name, site.path.parent, site.path))
    return besides


def _path_or_none(facts: GivenFacts) -> Path | None:
    return Path(facts) if isinstance(facts, (str, Path)) else None


def loaded_code(name: Code | str | Path, folder: Path, source: Path | None) -> Code:
    """Load a code by its id or its folder; what is neither is a fault of the line that names it."""
    if isinstance(name, Code):
        return name
    if str(name) in known_codes():
        return load_code(str(name))
    if source is not None and not (folder / name / HEAD).is_file():
        file, line = _named_at(source, str(name))
        raise CodeFileError(replace(unknown_code(str(name)), file=file, line=line))
    return load_code(folder / name)


def _named_at(source: Path, name: str) -> tuple[str, int | None]:
    """Find the line of a site or facts file that names a code; neither where it does not."""
    if source.suffix.lower() != ".toml" or not source.is_file():
        return str(source), None
    data, lines = read_toml(source, ProjectFileError)
    key = ("code",) if data.get("kind") == "facts" else ("project", "code")
    named = data.get("code", []) if len(key) == 1 else data.get("project", {}).get("code", [])
    if named == name:
        return str(source), lines.line_of(key)
    return (str(source), lines.line_of((*key, named.index(name)))) if name in named else ("", None)


def vocabulary_of(codes: Sequence[Code]) -> Mapping[str, Mapping[str, Field]]:
    """Give the fields of all codes together."""
    whole: dict[str, dict[str, Field]] = {}
    for code in codes:
        for record, fields in code.records.items():
            known = whole.setdefault(record, {})
            for name, field in fields.items():
                if name not in known or len(field.tokens) > len(known[name].tokens):
                    known[name] = field
    return whole


def _read(
    facts: GivenFacts | None,
    vocabulary: Mapping[str, Mapping[str, Field]],
    find: Callable[[str], Path] | None,
) -> Facts | None:
    if facts is None or isinstance(facts, Facts):
        return facts
    if isinstance(facts, (str, Path)):
        return read_facts(facts, vocabulary, find=find)
    return facts_of(facts, vocabulary)


def _source(site: Site | None, facts: Facts | None) -> tuple[str, Callable[[str], int | None]]:
    """Give the file that options stand in, and what finds their lines."""
    file = site.path if site is not None else facts.file if facts else None
    return str(file or ""), option_lines(file)


def option_lines(file: str | Path | None) -> Callable[[str], int | None]:
    """Give what finds the line of an option by its name, in a site or facts file in TOML."""

    def line_of(name: str) -> int | None:
        if file is None or Path(file).suffix.lower() != ".toml" or not Path(file).is_file():
            return None
        data, lines = read_toml(Path(file), ProjectFileError)
        return lines.line_of(("options", name)) if name in data.get("options", {}) else None

    return line_of


def stray_decisions(codes: Sequence[Code], facts: Facts) -> list[Fault]:
    """Name each determination on a rule that no code has: a slip in an id would go unseen."""
    known = {rule_id for code in codes for rule_id in code.rules}
    return [
        Fault(
            f"determination: no rule is called {rule_id}",
            str(facts.file or ""),
            advice=nearest_name(rule_id, known),
        )
        for rule_id, _ in facts.decisions
        if rule_id not in known
    ]


def _decisions_on_nothing(facts: Facts) -> list[Fault]:
    """Name each determination on a thing that neither the site nor its facts have."""
    known = {row.id for rows in facts.records.values() for row in rows} | set(facts.records)
    return [
        Fault(
            f'determination: nothing here is called "{where}"',
            str(facts.file or ""),
            advice=nearest_name(where, known),
        )
        for _, where in facts.decisions
        if where and where not in known
    ]
