"""The files of a code folder, read: ``code.toml`` and the rules of each topic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from photometry.errors import CodeFileError, Fault, nearest_name
from photometry.ordinance.code_sections import (
    read_fields,
    read_options,
    read_tables,
    section_of,
)
from photometry.ordinance.conditions import Compiled, ConditionError, Scope, compile_condition
from photometry.ordinance.datafile import MAX_ROWS, Document, Faults, read_document
from photometry.ordinance.levels import FAMILY_KEYS, RULE_KEYS, Level, read_level
from photometry.ordinance.rule_reader import Shelf, read_rule
from photometry.ordinance.rule_tests import Bench

if TYPE_CHECKING:
    from pathlib import Path

    from photometry.ordinance.options import Option
    from photometry.ordinance.photometric import CheckKind
    from photometry.ordinance.rule import Rule

__all__ = ["CodeHead", "read_head", "read_topic"]

HEAD_KEYS: Final = frozenset(
    ("format", "name", "jurisdiction", "option", "term", "table", "family", "field")
)
TOPIC_KEYS: Final = frozenset(("format", "term", "family", "rule"))


@dataclass(frozen=True, slots=True)
class CodeHead:
    """What ``code.toml`` says, which every topic may speak of."""

    id: str
    name: str
    jurisdiction: str
    options: Mapping[str, Option]
    scope: Scope
    families: Mapping[str, Level]
    faults: Faults


@cache
def check_kinds() -> Mapping[str, CheckKind]:
    """Give the photometric checks by name."""
    from photometry.ordinance.lighting import CHECKS  # noqa: PLC0415  # its checks read rules

    return CHECKS


def read_head(path: Path) -> CodeHead:
    """Read ``code.toml``; what is wrong is in its `faults`, which topics may still add to."""
    document, faults = _open(path, HEAD_KEYS)
    data = document.data
    options = read_options(section_of(faults, "option"), faults)
    scope = Scope(
        records=read_fields(section_of(faults, "field"), faults),
        options=frozenset(name for name, option in options.items() if option.has_number),
    )
    scope = replace(scope, tables=read_tables(section_of(faults, "table"), scope, faults))
    scope = replace(scope, terms=_terms(scope, faults))
    families = _families(options, faults)
    for key in ("name", "jurisdiction"):
        if not isinstance(data.get(key), str):
            faults.add(f"{key} is needed, a text in quotes", key)
    return CodeHead(
        id=path.parent.name,
        name=str(data.get("name", "")),
        jurisdiction=str(data.get("jurisdiction", "")),
        options=options,
        scope=scope,
        families=families,
        faults=faults,
    )


def read_topic(head: CodeHead, path: Path) -> tuple[list[Rule], list[Fault]]:
    """Read the rules of one topic, and what is wrong with them."""
    document, faults = _open(path, TOPIC_KEYS)
    scope = replace(head.scope, terms=_terms(head.scope, faults))
    families = {**head.families, **_families(head.options, faults, head.families)}
    bench = Bench(scope, head.options, check_kinds)
    shelf = Shelf(head.id, path.stem, families, bench)
    tables = document.data.get("rule", [])
    if not isinstance(tables, list) or len(tables) > MAX_ROWS:
        faults.add(f"rules are written [[rule]], up to {MAX_ROWS} in a file", "rule")
        tables = []
    rules = []
    for index, table in enumerate(tables):
        if not isinstance(table, Mapping):
            faults.add("rules are written [[rule]]", "rule")
            continue
        name = f"rule {table.get('id', index + 1)}"
        level = read_level(name, table, ("rule", index), faults, head.options, RULE_KEYS)
        if level.table.get("topic", path.stem) != path.stem:
            level.fault("the topic of a rule is the name of its file", "topic")
        rule = read_rule(shelf, level)
        if rule is not None:
            rules.append(rule)
    return rules, faults.found


def _open(path: Path, known: frozenset[str]) -> tuple[Document, Faults]:
    document = read_document(path, CodeFileError)
    faults = Faults(document)
    faults.unknown_keys(document.data, known, "the file")
    if document.data.get("format") != 1:
        faults.add("format = 1 is expected", "format")
    return document, faults


def _terms(scope: Scope, faults: Faults) -> dict[str, Compiled]:
    """Compile the terms of a file; each may use those above it."""
    terms = dict(scope.terms)
    section = faults.document.data.get("term", {})
    if not isinstance(section, Mapping):
        faults.add("[term] is a table", "term")
        return terms
    for name, text in section.items():
        if name in terms:
            faults.add(f"term {name} is there already", "term", name)
            continue
        if not isinstance(text, str):
            faults.add(f"term {name}: a condition is a text in quotes", "term", name)
            continue
        try:
            terms[name] = compile_condition(text, replace(scope, terms=terms))
        except ConditionError as error:
            faults.add(f"term {name}: {error}, in: {text}", "term", name)
    return terms


def _families(
    options: Mapping[str, Option], faults: Faults, above: Mapping[str, Level] | None = None
) -> dict[str, Level]:
    families = {}
    section = section_of(faults, "family")
    for name, table in section.items():
        if above and name in above:
            faults.add(f"family {name} is there already", "family", name)
        path = ("family", name)
        level = read_level(f"family {name}", table, path, faults, options, FAMILY_KEYS)
        within = level.table.get("within")
        if within is not None and within not in section and within not in (above or {}):
            hint = nearest_name(str(within), {**section, **(above or {})})
            faults.add(f"family {name}: no family is called {within}", "family", name, advice=hint)
        families[name] = level
    return families
