"""What is wrong with the law that a site file names: its codes, its options, its facts.

Asked before anything is calculated, so that all faults of an input are told at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from photometry.errors import CodeFileError, FactsFileError, PhotometryError, ProjectFileError
from photometry.ordinance.checker import (
    codes_besides,
    loaded_code,
    option_lines,
    stray_decisions,
    vocabulary_of,
)
from photometry.ordinance.facts_reader import read_facts
from photometry.ordinance.options import option_faults
from photometry.site.toml_file import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from photometry.ordinance.catalogue import Code
    from photometry.site.model import Site

__all__ = ["errors_of_law", "errors_of_law_in_file", "together"]


def errors_of_law(site: Site, code: str | None = None) -> list[PhotometryError]:
    """Give what is wrong with the codes, the options and the facts of a site.

    `code` is judged by instead of those that the site names.
    """
    names = site.project.codes if code is None else (code,)
    codes, errors = _loaded(site.path, names)
    if errors or not codes:  # an option may be that of a code that could not be read
        return errors
    known = [*codes, *codes_besides(site, code)]
    errors += _of_options(known, site.options, site.path)
    if site.facts_path is not None:
        try:
            facts = read_facts(site.facts_path, vocabulary_of(codes), find=site.find_facts)
        except FactsFileError as error:
            return [*errors, error]
        if strays := stray_decisions(known, facts):
            errors.append(FactsFileError(strays))
    return errors


def errors_of_law_in_file(file: Path) -> list[PhotometryError]:
    """Give the same of a site file that cannot be loaded, as far as it can be made out."""
    try:
        data, _ = read_toml(file, ProjectFileError)
    except ProjectFileError:
        return []
    project, options, facts = data.get("project"), data.get("options"), data.get("facts")
    named = project.get("code", []) if isinstance(project, dict) else []
    names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    codes, errors = _loaded(file, [name for name in names if isinstance(name, str)])
    if codes and not errors and isinstance(options, dict):
        errors += _of_options(codes, options, file)
    path = file.parent / facts if isinstance(facts, str) and facts else file.parent
    if codes and path.is_file():
        try:
            read_facts(path, vocabulary_of(codes))
        except FactsFileError as error:
            errors.append(error)
    return errors


def together(errors: Sequence[PhotometryError]) -> PhotometryError:
    """Make one error of several, file by file and line by line.

    It is of their kind where that is one, else of the site file.
    """
    kinds = {type(error) for error in errors}
    kind = kinds.pop() if len(kinds) == 1 else ProjectFileError
    faults = [fault for error in errors for fault in error.faults]
    files = list(dict.fromkeys(fault.file for fault in faults))
    return kind(sorted(faults, key=lambda fault: (files.index(fault.file), fault.line or 0)))


def _of_options(
    codes: Sequence[Code], options: Mapping[str, Any], file: Path
) -> list[PhotometryError]:
    known = [code.options for code in codes]
    faults = option_faults(known, options, str(file), option_lines(file))
    return [ProjectFileError(faults)] if faults else []


def _loaded(file: Path, names: Sequence[str]) -> tuple[list[Code], list[PhotometryError]]:
    codes: list[Code] = []
    errors: list[PhotometryError] = []
    for name in names:
        try:
            codes.append(loaded_code(name, file.parent, file))
        except CodeFileError as error:
            errors.append(error)
    return codes, errors
