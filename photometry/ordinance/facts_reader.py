"""Facts files, read and checked against the vocabulary: TOML, JSON, and CSV for one record.

``facts.toml`` has ``format = 1`` and ``kind = "facts"``, the site as ``[site]``, and arrays of
tables named as the records: ``[[sign]]``.  ``csv = { sign = "signs.csv" }`` reads a record
from a table whose columns are its fields.  Every fault of a file is said at once.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import FactsFileError, Fault, nearest_name
from photometry.ordinance.datafile import MAX_ROWS, Document, Faults, read_document, read_text
from photometry.ordinance.facts import Decision, Facts, presume
from photometry.ordinance.language.rows import Row
from photometry.ordinance.language.values import from_fact
from photometry.site.vocabulary import read_value, records

if TYPE_CHECKING:
    from photometry.ordinance.language.values import Value
    from photometry.site.vocabulary import Field

    Records = Mapping[str, Mapping[str, Field]]

__all__ = ["facts_of", "named_codes", "read_facts", "read_fields"]

TOP_KEYS: Final = ("format", "kind", "as_of", "options", "code", "csv", "determination")
DECISION_KEYS: Final = frozenset(("rule_id", "where", "result", "by", "date", "note"))
RESULTS: Final = ("pass", "fail", "not_decided")
LONGEST_TEXT: Final = 2_000  # characters of one fact
YES_NO: Final = {"true": True, "yes": True, "false": False, "no": False}


def read_facts(path: str | Path, vocabulary: Records | None = None) -> Facts:
    """Read a facts file.

    Parameters
    ----------
    path
        ``.toml`` or ``.json``.
    vocabulary
        Fields by record and name; None for those that all codes share.  A code that adds
        fields has its own: `Code.records`.

    Raises
    ------
    FactsFileError
        Every fault, with file and line.
    """
    return _read(read_document(Path(path), FactsFileError), Path(path), vocabulary)


def facts_of(data: Mapping[str, Any], vocabulary: Records | None = None) -> Facts:
    """Read facts from a mapping of the same shape as a facts file; format and kind may lack.

    Raises
    ------
    FactsFileError
        Every fault.
    """
    whole = {"format": 1, "kind": "facts", **data}
    return _read(Document("", whole), None, vocabulary)


def named_codes(
    facts: Facts | Mapping[str, Any] | str | Path,
) -> tuple[tuple[str, ...], str, Path]:
    """Say which codes facts name, before their fields are read.

    Returns
    -------
    tuple
        The codes, the jurisdiction of the site, and the folder that paths start from.
    """
    if isinstance(facts, Facts):
        folder = facts.file.parent if facts.file else Path()
        return facts.codes, str(facts.site.get("jurisdiction") or ""), folder
    folder = Path()
    if isinstance(facts, (str, Path)):
        folder = Path(facts).parent
        facts = read_document(Path(facts), FactsFileError).data
    codes, site = facts.get("code", ()), facts.get("site", {})
    names = (codes,) if isinstance(codes, str) else tuple(map(str, codes))
    return names, str(site.get("jurisdiction", "") if isinstance(site, Mapping) else ""), folder


def _read(document: Document, path: Path | None, vocabulary: Records | None) -> Facts:
    vocabulary = vocabulary or records()
    faults = Faults(document)
    data = document.data
    if data.get("format") != 1 or data.get("kind") != "facts":
        faults.add('format = 1 and kind = "facts" are expected', "format")
    faults.unknown_keys(data, (*TOP_KEYS, *vocabulary), "facts")
    rows: dict[str, tuple[Row, ...]] = {}
    for record in vocabulary:
        if record in data and record != "determination":
            rows[record] = _record(record, data[record], vocabulary[record], faults)
    inputs = [] if path is None else [path]
    for record, name in _table(data, "csv", faults).items():
        file = (path or Path()).parent / str(name)
        inputs.append(file)
        rows[record] = _csv(record, file, rows, vocabulary, faults)
    rows.setdefault("site", (Row("site"),))
    facts = Facts(
        records=rows,
        as_of=_as_of(data.get("as_of"), faults),
        decisions=_decisions(data.get("determination", ()), faults),
        options=_table(data, "options", faults),
        codes=_codes(data.get("code", ()), faults),
        file=path,
        inputs=tuple(inputs),
    )
    if faults.found:
        raise FactsFileError(faults.found)
    return facts


def _table(data: Mapping[str, Any], key: str, faults: Faults) -> Mapping[str, Any]:
    table = data.get(key, {})
    if isinstance(table, Mapping):
        return table
    faults.add(f"[{key}] is a table", key)
    return {}


def _codes(given: Any, faults: Faults) -> tuple[str, ...]:
    codes = [given] if isinstance(given, str) else given
    if isinstance(codes, (list, tuple)) and all(isinstance(code, str) for code in codes):
        return tuple(codes)
    faults.add('code is a name or a list of names: ["sweden-ny"]', "code")
    return ()


def _as_of(given: Any, faults: Faults) -> dt.date | dt.datetime | None:
    value = given
    if isinstance(given, str):
        try:
            value = (dt.date if len(given) == 10 else dt.datetime).fromisoformat(given)
        except ValueError:
            value = given
    if value is None or (isinstance(value, dt.date) and _is_local(value)):
        return value
    faults.add("as_of is a date, or a date with a time of day and no offset", "as_of")
    return None


def _is_local(value: Any) -> bool:
    return getattr(value, "tzinfo", None) is None


def _decisions(given: Any, faults: Faults) -> dict[tuple[str, str], Decision]:
    decisions: dict[tuple[str, str], Decision] = {}
    for index, table in enumerate(given if isinstance(given, (list, tuple)) else [given]):
        where = ("determination", index)
        if not isinstance(table, Mapping):
            faults.add("determinations are written [[determination]]", "determination")
            continue
        faults.unknown_keys(table, DECISION_KEYS, "determination", *where)
        texts = {key: str(table.get(key, "")) for key in DECISION_KEYS}
        if not texts["rule_id"] or texts["result"] not in RESULTS:
            faults.add(f"determination: rule_id and result ({', '.join(RESULTS)})", *where)
            continue
        decision = Decision(**texts)  # type: ignore[arg-type]  # result was checked above
        if (decision.rule_id, decision.where) in decisions:
            faults.add(f"determination: {decision.rule_id} is decided twice", *where)
        decisions[decision.rule_id, decision.where] = decision
    return decisions


# ---- rows ---------------------------------------------------------------------------------------


def _record(
    record: str, given: Any, fields: Mapping[str, Field], faults: Faults
) -> tuple[Row, ...]:
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
    _refuse_twins(record, rows, faults)
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
            value = read_value(fields[name], given)
            _refuse_odd(name, value)
        except ValueError as error:
            wrong.append((name, str(error)))
            continue
        if value is not None:
            values[name] = from_fact(fields[name], value)
    return values, wrong


def _refuse_odd(name: str, value: Any) -> None:
    """Refuse what is of the right type and would still lead the arithmetic astray."""
    if isinstance(value, Decimal) and value and value.adjusted() < -30:
        raise ValueError(f"{name} is too small a number: {value}")
    if isinstance(value, (dt.datetime, dt.time)) and not _is_local(value):
        raise ValueError(f"{name} is a local time, without an offset")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise ValueError(f"{name} is longer than {LONGEST_TEXT} characters")


def _refuse_twins(record: str, rows: list[Row], faults: Faults) -> None:
    seen: set[str] = set()
    for index, row in enumerate(rows):
        if row.id and row.id in seen:
            faults.add(f'{record}: two rows have id = "{row.id}"', record, index, "id")
        seen.add(row.id)


# ---- CSV ----------------------------------------------------------------------------------------


def _csv(
    record: str,
    path: Path,
    rows: Mapping[str, tuple[Row, ...]],
    vocabulary: Records,
    faults: Faults,
) -> tuple[Row, ...]:
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
    _refuse_twins(record, rows, faults)
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
