"""Facts files, read and checked against the vocabulary: TOML, JSON, and CSV for one record.

``facts.toml`` has ``format = 1`` and ``kind = "facts"``, the site as ``[site]``, and arrays of
tables named as the records: ``[[sign]]``.  ``csv = { sign = "signs.csv" }`` reads a record
from a table whose columns are its fields.  Every fault of a file is said at once.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import FactsFileError
from photometry.ordinance.datafile import Document, Faults, read_document
from photometry.ordinance.fact_rows import is_local, read_record
from photometry.ordinance.facts import Decision, Facts
from photometry.ordinance.facts_csv import read_csv
from photometry.ordinance.language.rows import Row
from photometry.site.vocabulary import records

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.site.vocabulary import Field

    Records = Mapping[str, Mapping[str, Field]]

__all__ = ["facts_of", "named_codes", "read_facts"]

TOP_KEYS: Final = ("format", "kind", "as_of", "options", "code", "csv", "determination")
DECISION_KEYS: Final = frozenset(("rule_id", "where", "result", "by", "date", "note"))
RESULTS: Final = ("pass", "fail", "not_decided")


def read_facts(
    path: str | Path,
    vocabulary: Records | None = None,
    *,
    find: Callable[[str], Path] | None = None,
) -> Facts:
    """Read a facts file.

    Parameters
    ----------
    path
        ``.toml`` or ``.json``.
    vocabulary
        Fields by record and name; None for those that all codes share.  A code that adds
        fields has its own: `Code.records`.
    find
        Gives the table of a name that the file writes; None: names are relative to the file.

    Raises
    ------
    FactsFileError
        Every fault, with file and line.
    """
    file = Path(path)
    find = find or file.parent.joinpath
    return _read(read_document(file, FactsFileError), file, vocabulary, find)


def facts_of(data: Mapping[str, Any], vocabulary: Records | None = None) -> Facts:
    """Read facts from a mapping of the same shape as a facts file; format and kind may lack.

    Raises
    ------
    FactsFileError
        Every fault.
    """
    whole = {"format": 1, "kind": "facts", **data}
    return _read(Document("", whole), None, vocabulary, Path)


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


def _read(
    document: Document,
    path: Path | None,
    vocabulary: Records | None,
    find: Callable[[str], Path],
) -> Facts:
    vocabulary = vocabulary or records()
    faults = Faults(document)
    data = document.data
    if data.get("format") != 1 or data.get("kind") != "facts":
        faults.add('format = 1 and kind = "facts" are expected', "format")
    faults.unknown_keys(data, (*TOP_KEYS, *vocabulary), "facts")
    rows: dict[str, tuple[Row, ...]] = {}
    for record in vocabulary:
        if record in data and record != "determination":
            rows[record] = read_record(record, data[record], vocabulary[record], faults)
    inputs = [] if path is None else [path]
    for record, name in _table(data, "csv", faults).items():
        file = find(str(name))
        inputs.append(file)
        rows[record] = read_csv(record, file, rows, vocabulary, faults)
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
    if value is None or (isinstance(value, dt.date) and is_local(value)):
        return value
    faults.add("as_of is a date, or a date with a time of day and no offset", "as_of")
    return None


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
