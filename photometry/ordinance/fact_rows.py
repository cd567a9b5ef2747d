"""Rows of facts: the values of one record, read field by field against the vocabulary."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from photometry.ordinance.datafile import MAX_ROWS, Faults
from photometry.ordinance.facts import presume
from photometry.ordinance.language.rows import Row
from photometry.ordinance.language.values import from_fact
from photometry.site.vocabulary import read_value

if TYPE_CHECKING:
    from photometry.ordinance.language.values import Value
    from photometry.site.vocabulary import Field

__all__ = ["is_local", "read_fields", "read_record", "refuse_twins"]

LONGEST_TEXT: Final = 2_000  # characters of one fact


def read_record(
    record: str, given: Any, fields: Mapping[str, Field], faults: Faults
) -> tuple[Row, ...]:
    """Read the rows of a record, their faults noted."""
    tables = [given] if record == "site" else given
    if not isinstance(tables, (list, tuple)) or not all(isinstance(t, Mapping) for t in tables):
        form = "[site]" if record == "site" else f"[[{record}]], or {record} = [] for none"
        faults.add(f"{record} is written {form}", record)
        return ()
    if len(tables) > MAX_ROWS:
        faults.add(f"{record}: {len(tables)} rows; at most {MAX_ROWS}", record)
        return ()
    rows = []
    for index, table in enumerate(tables):
        path = (record,) if record == "site" else (record, index)
        rows.append(_row(record, table, fields, faults, path, index))
    refuse_twins(record, rows, faults)
    return tuple(rows)


def _row(
    record: str,
    table: Mapping[str, Any],
    fields: Mapping[str, Field],
    faults: Faults,
    path: tuple[str | int, ...],
    index: int,
) -> Row:
    row_id = table.get("id", "")
    who = record if record == "site" else f"{record} {row_id or index + 1}"
    faults.unknown_keys(table, fields, who, *path)
    values, wrong = read_fields(table, fields)
    for name, message in wrong:
        faults.add(f"{who}: {message}", *path, name)
    return presume(Row(record, str(row_id), values))


def read_fields(
    table: Mapping[str, Any], fields: Mapping[str, Field]
) -> tuple[dict[str, Value], list[tuple[str, str]]]:
    """Read the facts of one thing.

    Parameters
    ----------
    table
        Values by field name, as a file has them; other keys are passed over.
    fields
        The fields of its record.

    Returns
    -------
    tuple
        The known values, and what is wrong, each with the name of its field.
    """
    values: dict[str, Value] = {}
    wrong: list[tuple[str, str]] = []
    for name, given in table.items():
        if name not in fields:
            continue
        try:
            value = read_value(fields[name], _flat(fields[name], given))
            _refuse_odd(name, value)
        except ValueError as error:
            wrong.append((name, str(error)))
            continue
        if value is not None:
            values[name] = from_fact(fields[name], value)
    return values, wrong


def _flat(field: Field, given: Any) -> Any:
    """Write the tables of a list as texts, ``"distance_ft=5 min_fc=10"``: lists hold texts."""
    if field.type != "list" or not isinstance(given, (list, tuple)):
        return given
    return [
        " ".join(f"{key}={value}" for key, value in sorted(one.items()))
        if isinstance(one, Mapping)
        else one
        for one in given
    ]


def _refuse_odd(name: str, value: Any) -> None:
    """Refuse what is of the right type and would still lead the arithmetic astray."""
    if isinstance(value, Decimal) and value and value.adjusted() < -30:
        raise ValueError(f"{name} is too small a number: {value}")
    if isinstance(value, (dt.datetime, dt.time)) and not is_local(value):
        raise ValueError(f"{name} is a local time, without an offset")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise ValueError(f"{name} is longer than {LONGEST_TEXT} characters")


def refuse_twins(record: str, rows: list[Row], faults: Faults) -> None:
    """Note rows of one record that have one id."""
    seen: set[str] = set()
    for index, row in enumerate(rows):
        if row.id and row.id in seen:
            faults.add(f'{record}: two rows have id = "{row.id}"', record, index, "id")
        seen.add(row.id)


def is_local(value: Any) -> bool:
    """Tell whether a moment or a time of day has no offset from UTC."""
    return getattr(value, "tzinfo", None) is None
