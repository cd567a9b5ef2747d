"""The files of a code folder, read: ``code.toml`` and the rules of each topic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from photometry.errors import CodeFileError, Fault, nearest_name
from photometry.ordinance.conditions import Compiled, ConditionError, Scope, compile_condition
from photometry.ordinance.datafile import MAX_ROWS, Document, Faults, read_document
from photometry.ordinance.drafts import FAMILY_KEYS, Level, read_when
from photometry.ordinance.language.rows import Table
from photometry.ordinance.options import Choice, Option
from photometry.ordinance.rule_reader import Shelf, check_forms, read_rule
from photometry.ordinance.tests_reader import Bench
from photometry.site.vocabulary import Field, FieldType, records

if TYPE_CHECKING:
    from pathlib import Path

    from photometry.ordinance.photometric import CheckKind
    from photometry.ordinance.rule import Rule

__all__ = ["CodeHead", "read_head", "read_topic"]

HEAD_KEYS: Final = frozenset(
    ("format", "name", "jurisdiction", "option", "term", "table", "family", "field")
)
TOPIC_KEYS: Final = frozenset(("format", "term", "family", "rule"))
OPTION_KEYS: Final = frozenset(("question", "values"))
TABLE_KEYS: Final = frozenset(("key", "missing_text"))
FIELD_KEYS: Final = frozenset(("type", "unit", "tokens", "closed", "label", "note"))


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
    options = _options(_section(faults, "option"), faults)
    scope = Scope(
        records=_records(_section(faults, "field"), faults),
        options=frozenset(name for name, option in options.items() if option.has_number),
    )
    scope = replace(scope, tables=_tables(_section(faults, "table"), scope, faults))
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
        level = Level(name, table, ("rule", index), faults)
        if table.get("topic", path.stem) != path.stem:
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


def _section(faults: Faults, name: str) -> dict[str, Mapping[str, Any]]:
    """Give a table of tables; entries that are none are noted."""
    section = faults.document.data.get(name, {})
    if not isinstance(section, Mapping):
        faults.add(f"[{name}] is a table", name)
        return {}
    found = {}
    for key, table in section.items():
        if isinstance(table, Mapping):
            found[str(key)] = table
        else:
            faults.add(f"{name} {key}: a table {{ ... }} is expected", name, key)
    return found


def _options(section: Mapping[str, Mapping[str, Any]], faults: Faults) -> dict[str, Option]:
    options = {}
    for name, table in section.items():
        faults.unknown_keys(table, OPTION_KEYS, f"option {name}", "option", name)
        values = []
        for value in table.get("values", ()):
            choice = _choice(value)
            if choice is None:
                faults.add(
                    f"option {name}: a value is a text or {{ text = number }}", "option", name
                )
            else:
                values.append(choice)
        if not values or not isinstance(table.get("question"), str):
            faults.add(f"option {name}: a question and values are needed", "option", name)
            continue
        options[name] = Option(name, table["question"], tuple(values))
    return options


def _choice(value: Any) -> Choice | None:
    if isinstance(value, str):
        return Choice(value)
    if isinstance(value, Mapping) and len(value) == 1:
        ((name, number),) = value.items()
        if isinstance(number, (int, Decimal)) and not isinstance(number, bool):
            return Choice(str(name), Decimal(number))
    return None


def _tables(
    section: Mapping[str, Mapping[str, Any]], scope: Scope, faults: Faults
) -> dict[str, Table]:
    tables = {}
    for name, table in section.items():
        faults.unknown_keys(table, TABLE_KEYS, f"table {name}", "table", name)
        key = table.get("key")
        if name not in scope.records or not isinstance(key, Mapping) or not key:
            hint = nearest_name(name, scope.records)
            faults.add(
                f'table {name}: a record and key = {{ column = "record.field" }} are needed',
                *("table", name),
                advice=hint,
            )
            continue
        keys = {}
        for column, refs in key.items():
            given = [refs] if isinstance(refs, str) else refs
            for field in (f"{name}.{column}", *given):
                record, _, field_name = str(field).partition(".")
                if field_name not in scope.records.get(record, {}):
                    faults.add(f"table {name}: no field is called {field}", "table", name)
            keys[str(column)] = tuple(_record_field(str(ref)) for ref in given)
        tables[name] = Table(name, keys, str(table.get("missing_text", "")))
    return tables


def _record_field(ref: str) -> tuple[str, str]:
    record, _, name = ref.partition(".")
    return record, name


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
        try:
            terms[name] = compile_condition(str(text), replace(scope, terms=terms))
        except ConditionError as error:
            faults.add(f"term {name}: {error}, in: {text}", "term", name)
    return terms


def _families(
    options: Mapping[str, Option], faults: Faults, above: Mapping[str, Level] | None = None
) -> dict[str, Level]:
    families = {}
    section = _section(faults, "family")
    for name, table in section.items():
        if above and name in above:
            faults.add(f"family {name} is there already", "family", name)
        faults.unknown_keys(table, FAMILY_KEYS, f"family {name}", "family", name)
        within = table.get("within")
        if within is not None and within not in section and within not in (above or {}):
            hint = nearest_name(str(within), {**section, **(above or {})})
            faults.add(f"family {name}: no family is called {within}", "family", name, advice=hint)
        level = Level(f"family {name}", table, ("family", name), faults)
        check_forms(level)
        families[name] = read_when(level, options)
    return families


# ---- fields that a code adds --------------------------------------------------------------------


def _records(
    section: Mapping[str, Mapping[str, Any]], faults: Faults
) -> Mapping[str, Mapping[str, Field]]:
    """Give the vocabulary with the fields that the code adds, or whose tokens it adds to."""
    known = {record: dict(fields) for record, fields in records().items()}
    for key, table in section.items():
        record, dot, name = key.partition(".")
        faults.unknown_keys(table, FIELD_KEYS, f"field {key}", "field", key)
        before = known.get(record, {}).get(name)
        if not dot or not record.isidentifier() or not name.isidentifier():
            faults.add(f'field {key}: write [field."record.name"]', "field", key)
            continue
        if before is None and table.get("type") not in get_args(FieldType):
            types = ", ".join(get_args(FieldType))
            faults.add(f"field {key}: type is one of {types}", "field", key)
            continue
        fields = known.setdefault(record, {"id": _new_field(record, "id", {"type": "text"})})
        fields[name] = _more_tokens(before, table) if before else _new_field(record, name, table)
    return known


def _new_field(record: str, name: str, table: Mapping[str, Any]) -> Field:
    return Field(
        record=record,
        name=name,
        type=cast("FieldType", table["type"]),
        unit=str(table.get("unit", "")),
        tokens=tuple(map(str, table.get("tokens", ()))),
        closed=bool(table.get("closed", table["type"] == "enum")),
        origin="user data",
        label=str(table.get("label", name.replace("_", " ").capitalize())),
        note=str(table.get("note", "")),
    )


def _more_tokens(field: Field, table: Mapping[str, Any]) -> Field:
    """Give a field of the vocabulary with a town's own tokens."""
    tokens = tuple(dict.fromkeys((*field.tokens, *map(str, table.get("tokens", ())))))
    return replace(field, tokens=tokens, closed=bool(table.get("closed", field.closed)))
