"""A record of facts from a CSV file: its columns are fields, its rows are things."""

from __future__ import annotations

import csv
import io
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import FactsFileError, Fault, nearest_name
from photometry.ordinance.datafile import MAX_ROWS, Faults, read_text
from photometry.ordinance.fact_rows import read_fields, refuse_twins
from photometry.ordinance.facts import presume
from photometry.ordinance.language.rows import Row

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from photometry.site.vocabulary import Field

    Records = Mapping[str, Mapping[str, Field]]

__all__ = ["read_csv"]

YES_NO: Final = {"true": True, "yes": True, "false": False, "no": False}


def read_csv(
    record: str,
    path: Path,
    rows: Mapping[str, tuple[Row, ...]],
    vocabulary: Records,
    faults: Faults,
) -> tuple[Row, ...]:
    """Read the rows of a record, its faults noted.

    Parameters
    ----------
    rows
        The records that were read already, of which it may be none.
    """
    if record not in vocabulary or record == "site":
        hint = nearest_name(record, vocabulary)
        faults.add(f"csv: no record is called {record}", "csv", record, advice=hint)
        return ()
    if record in rows:
        faults.add(f"csv: {record} is given in the file too", "csv", record)
        return ()
    try:
        text = read_text(path, FactsFileError)
    except FactsFileError as error:
        faults.found += error.faults
        return ()
    lines = csv.reader(io.StringIO(text))
    try:
        header = [cell.strip() for cell in next(lines, [])]
        tables = [
            (lines.line_num, dict(zip(header, cells, strict=False)))
            for cells in lines
            if any(cells)
        ]
    except csv.Error as error:
        faults.found.append(Fault(f"not CSV: {error}", str(path), lines.line_num))
        return ()
    return _csv_rows(record, path, header, tables, vocabulary[record], faults)


def _csv_rows(
    record: str,
    path: Path,
    header: list[str],
    tables: list[tuple[int, dict[str, str]]],
    fields: Mapping[str, Field],
    faults: Faults,
) -> tuple[Row, ...]:
    for column in header:
        if column not in fields:
            hint = nearest_name(column, fields)
            faults.found.append(Fault(f"{record} has no field {column}", str(path), 1, hint))
    if len(tables) > MAX_ROWS:
        faults.found.append(Fault(f"{len(tables)} rows; at most {MAX_ROWS}", str(path)))
        return ()
    rows = []
    for line, table in tables:
        given = {
            name: _typed(fields[name], cell.strip())
            for name, cell in table.items()
            if name in fields and cell.strip()
        }
        values, wrong = read_fields(given, fields)
        for _, message in wrong:
            faults.found.append(Fault(f"{record}: {message}", str(path), line))
        rows.append(presume(Row(record, str(given.get("id", "")), values)))
    refuse_twins(record, rows, faults)
    return tuple(rows)


def _typed(field: Field, cell: str) -> Any:
    """Read a cell as the type of its field; one that does not fit is refused later."""
    if field.type == "list":
        return [token.strip() for token in cell.split(";") if token.strip()]
    if field.type == "boolean":
        return YES_NO.get(cell.lower(), cell)
    if field.type in ("number", "integer"):
        try:
            return Decimal(cell)
        except InvalidOperation:
            return cell
    return cell
