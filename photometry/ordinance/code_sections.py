"""The sections of ``code.toml``: options, reference tables, and fields that a code adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from photometry.errors import nearest_name
from photometry.ordinance.language.rows import Table
from photometry.ordinance.options import Choice, Option
from photometry.site.vocabulary import Field, FieldType, records

if TYPE_CHECKING:
    from photometry.ordinance.conditions import Scope
    from photometry.ordinance.datafile import Faults

__all__ = ["read_fields", "read_options", "read_tables", "section_of"]

OPTION_KEYS: Final = frozenset(("question", "values"))
TABLE_KEYS: Final = frozenset(("key", "missing_text"))
FIELD_KEYS: Final = frozenset(("type", "unit", "tokens", "closed", "label", "note"))


def _list(given: Any) -> list[Any]:
    """Give a list; nothing for what is none, which is noted where it matters."""
    return given if isinstance(given, list) else []


def section_of(faults: Faults, name: str) -> dict[str, Mapping[str, Any]]:
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


def read_options(section: Mapping[str, Mapping[str, Any]], faults: Faults) -> dict[str, Option]:
    """Read the questions that a code leaves open."""
    options = {}
    for name, table in section.items():
        faults.unknown_keys(table, OPTION_KEYS, f"option {name}", "option", name)
        values = []
        for value in _list(table.get("values")):
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


def read_tables(
    section: Mapping[str, Mapping[str, Any]], scope: Scope, faults: Faults
) -> dict[str, Table]:
    """Read how the rows of reference tables are picked."""
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
            given = [refs] if isinstance(refs, str) else _list(refs)
            for field in (f"{name}.{column}", *given):
                record, _, field_name = str(field).partition(".")
                if field_name not in scope.records.get(record, {}):
                    faults.add(f"table {name}: no field is called {field}", "table", name)
            if not given:
                faults.add(f'table {name}: {column} = "record.field" is needed', "table", name)
            keys[str(column)] = tuple(_record_field(str(ref)) for ref in given)
        tables[name] = Table(name, keys, str(table.get("missing_text", "")))
    return tables


def _record_field(ref: str) -> tuple[str, str]:
    record, _, name = ref.partition(".")
    return record, name


# ---- fields that a code adds --------------------------------------------------------------------


def read_fields(
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
        if not isinstance(table.get("tokens", []), list):
            faults.add(f"field {key}: tokens are a list of texts", "field", key)
        fields = known.setdefault(record, {"id": _new_field(record, "id", {"type": "text"})})
        fields[name] = _more_tokens(before, table) if before else _new_field(record, name, table)
    return known


def _new_field(record: str, name: str, table: Mapping[str, Any]) -> Field:
    return Field(
        record=record,
        name=name,
        type=cast("FieldType", table["type"]),
        unit=str(table.get("unit", "")),
        tokens=tuple(map(str, _list(table.get("tokens")))),
        closed=bool(table.get("closed", table["type"] == "enum")),
        origin="user data",
        label=str(table.get("label", name.replace("_", " ").capitalize())),
        note=str(table.get("note", "")),
    )


def _more_tokens(field: Field, table: Mapping[str, Any]) -> Field:
    """Give a field of the vocabulary with a town's own tokens."""
    tokens = tuple(dict.fromkeys((*field.tokens, *map(str, _list(table.get("tokens"))))))
    return replace(field, tokens=tokens, closed=bool(table.get("closed", field.closed)))
