"""The check of a site, or of facts alone, by the codes of its towns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from photometry.errors import CodeFileError, FactsFileError, Fault, ProjectFileError, nearest_name
from photometry.ordinance.catalogue import HEAD, Code, code_of_jurisdiction, known_codes, load_code
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
    GivenCodes = Code | str | Path | Sequence[Code | str | Path]

__all__ = ["check", "codes_of", "option_lines"]


def check(
    site: Site | None = None,
    calc: Calculation | None = None,
    facts: GivenFacts | None = None,
    code: GivenCodes | None = None,
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
    vocabulary = _vocabulary(codes)
    given = _read(facts, vocabulary, find)
    options = {**(given.options if given else {}), **(site.options if site else {})}
    faults = option_faults([one.options for one in codes], options, *_source(site, given))
    if faults:
        raise ProjectFileError(faults)
    if site is not None:
        from photometry.ordinance.site_facts import facts_of_site  # noqa: PLC0415  # reads drawings

        given = facts_of_site(site, calc, given, vocabulary)
    if given is None:
        raise FactsFileError("there is nothing to check; give a site or facts")
    _refuse_stray_decisions(codes, given)
    return Findings(
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
        advice = f'put code = ["..."] in [project]; known: {known}, or a folder'
        file = "" if site is None else str(site.path)
        raise CodeFileError(Fault("no code is named", file=file, advice=advice))
    return tuple(
        one if isinstance(one, Code) else _loaded(one, folder, site if code is None else None)
        for one in names
    )


def _loaded(name: str | Path, folder: Path, site: Site | None) -> Code:
    """Load a code by its id or its folder; what is neither is a fault of the line that names it."""
    if str(name) in known_codes():
        return load_code(str(name))
    line = None if site is None else _line_of_code(site, name)
    if site is not None and line is not None and not (folder / name / HEAD).is_file():
        what = f"[project] code: {name} is no known code, and no folder with a {HEAD}"
        hint = nearest_name(str(name), known_codes())
        raise CodeFileError(Fault(what, str(site.path), line, advice=hint))
    return load_code(folder / name)


def _line_of_code(site: Site, name: str | Path) -> int | None:
    """Find the line of the site file that names a code; None where it was named elsewhere."""
    if not site.path.is_file():
        return None
    data, lines = read_toml(site.path, ProjectFileError)
    named = data.get("project", {}).get("code", [])
    if str(name) not in ([named] if isinstance(named, str) else named):
        return None
    place = () if isinstance(named, str) else (named.index(str(name)),)
    return lines.line_of(("project", "code", *place))


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
