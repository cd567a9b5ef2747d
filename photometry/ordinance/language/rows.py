"""Where a condition reads its facts: the rows, and which row `record.field` means.

``record.field`` is read, in this order, from the row that a count is at, the subject of the
rule, the site, the row of a reference table that the table's key picks, and the row that is
linked to the subject: by ``structure_id``, or because there is no other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from photometry.ordinance.language.values import NONE, Unknown, Value

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["Env", "Row", "Session", "Table"]


@dataclass(frozen=True, eq=False)
class Row:
    """What is known of one thing: a luminaire, a sign, the site.

    Attributes
    ----------
    record, id
        What it is and which; the id is empty where none was given.
    values
        Known values by field name, as conditions read them; what is absent is unknown.
    notes
        How values came about that nobody gave: ``{"is_private": "presumed"}``.
    place_ft
        Where it stands, site coordinates, ft; None where it has no one place.
    """

    record: str
    id: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    place_ft: tuple[float, float, float] | None = None

    def get(self, name: str) -> Any:
        """Give a value as Python's own: None where it is unknown or known not to exist."""
        value = self.values.get(name)
        return None if value is NONE else value

    def number(self, name: str) -> float | None:
        """Give a number as a float; None where it is unknown or known not to exist."""
        value = self.values.get(name)
        return float(value) if isinstance(value, Decimal) else None


@dataclass(frozen=True, slots=True)
class Table:
    """A reference table: which facts pick its row.

    Attributes
    ----------
    keys
        Column to the fields that it is matched with, each (record, field); of several, the
        first whose record is being judged.
    missing_text
        Said where the table is not given: ``"Table A is not in the published text"``.
    """

    name: str
    keys: Mapping[str, tuple[tuple[str, str], ...]]
    missing_text: str = ""


@dataclass(eq=False)
class Session:
    """The facts of one check, and what was found in them once.

    Attributes
    ----------
    records
        Rows by record; a record that is absent was not listed, an empty one has no rows.
    as_of
        The day that is today, or the moment; None where it was not given.
    numbers
        Numbers of the chosen options, by option.
    found
        Counts that do not depend on the subject, by expression and option numbers.
    """

    records: Mapping[str, Sequence[Row]]
    tables: Mapping[str, Table] = field(default_factory=dict)
    as_of: dt.date | dt.datetime | None = None
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    found: dict[Any, Value] = field(default_factory=dict)
    indexes: dict[str, dict[tuple[Value, ...], list[Row]]] = field(default_factory=dict)

    def with_numbers(self, numbers: Mapping[str, Decimal]) -> Session:
        """Give a session of the same facts under other options; what was found is shared."""
        return Session(self.records, self.tables, self.as_of, numbers, self.found, self.indexes)

    def index(self, table: Table) -> dict[tuple[Value, ...], list[Row]]:
        """Give the rows of a table by their key columns."""
        if table.name not in self.indexes:
            index: dict[tuple[Value, ...], list[Row]] = {}
            for row in self.records.get(table.name, ()):
                key = tuple(row.values.get(column, NONE) for column in table.keys)
                index.setdefault(key, []).append(row)
            self.indexes[table.name] = index
        return self.indexes[table.name]


class Env:
    """What a condition sees while it is evaluated.

    Attributes
    ----------
    rows
        The row that stands for a record: a count's, the subject, the site.
    holders
        The same rows in the order in which their links are followed.
    this
        The subject, which a count's condition reads as ``this``.
    """

    __slots__ = ("holders", "rows", "session", "this")

    def __init__(self, session: Session, *subjects: Row) -> None:
        self.session = session
        self.holders: tuple[Row, ...] = subjects
        self.this = subjects[0] if subjects else None
        self.rows: dict[str, Row] = {row.record: row for row in session.records.get("site", ())}
        for row in subjects:
            self.rows[row.record] = row

    def over(self, rows: Iterable[Row]) -> Iterator[Env]:
        """Give the environment of a count at each row in turn: one that moves along."""
        inner = Env.__new__(Env)
        inner.session, inner.this = self.session, self.this
        inner.rows = dict(self.rows)
        for row in rows:
            inner.rows[row.record] = row
            inner.holders = (row, *self.holders)
            yield inner

    def find(self, record: str) -> Row | Unknown:
        """Find the row of a record that does not stand in `rows`."""
        table = self.session.tables.get(record)
        return self._linked_row(record) if table is None else self._table_row(table)

    def _table_row(self, table: Table) -> Row | Unknown:
        key = []
        for refs in table.keys.values():
            record, name = next((ref for ref in refs if ref[0] in self.rows), refs[0])
            row = self.rows.get(record) or self.find(record)
            value = row if isinstance(row, Unknown) else row.values.get(name)
            if value is None:
                value = Unknown(frozenset({f"{record}.{name}"}))
            if isinstance(value, Unknown):
                return value
            key.append(value)
        return self.table_row(table, tuple(key))

    def table_row(self, table: Table, key: tuple[Value, ...]) -> Row | Unknown:
        """Give the row of a table with these key values."""
        rows = self.session.index(table).get(key, [])
        if len(rows) == 1:
            return rows[0]
        wanted = ", ".join(f"{name} {value}" for name, value in zip(table.keys, key, strict=False))
        if rows:
            return _absent(table.name, f"two rows of {table.name} for {wanted}")
        if self.session.records.get(table.name):
            return _absent(table.name, f"no row of {table.name} for {wanted}")
        return _absent(table.name, table.missing_text or f"the table {table.name} is not given")

    def _linked_row(self, record: str) -> Row | Unknown:
        rows = self.session.records.get(record)
        if not rows:
            return _absent(record)
        for holder in self.holders:
            link = holder.values.get(f"{record}_id")
            if link is not None:
                found = [row for row in rows if row.id == link]
                return found[0] if found else _absent(record, f'no {record} has id = "{link}"')
        if len(rows) == 1:
            return rows[0]
        return self._row_that_points_back(record, rows)

    def _row_that_points_back(self, record: str, rows: Sequence[Row]) -> Row | Unknown:
        for holder in self.holders:
            name = f"{holder.record}_id"
            found = [row for row in rows if holder.id and row.values.get(name) == holder.id]
            if len(found) == 1:
                return found[0]
        asker = self.holders[0].record if self.holders else "site"
        return _absent(record, f"which {record}? give {asker}.{record}_id")


def _absent(record: str, reason: str = "") -> Unknown:
    return Unknown(frozenset({record}), frozenset({reason} if reason else ()))
