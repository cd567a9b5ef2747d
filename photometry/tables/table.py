"""A table: headers and rows, with the text that is printed beside the value that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from photometry.ordinance.finding import Status

__all__ = ["Cell", "Column", "Row", "Table"]

Value = str | float | int | bool | None


@dataclass(frozen=True, slots=True)
class Column:
    r"""A column of a table.

    Attributes
    ----------
    key
        Name for programs: ``"avg_fc"``.
    head
        Name for people, with its unit on a second line where it has one: ``"Avg\nfc"``.
    numeric
        Whether the column is set flush right.
    """

    key: str
    head: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What is printed, and the value it was made from."""

    text: str
    value: Value = None


@dataclass(frozen=True, slots=True)
class Row:
    """One cell a column; `status` is the verdict that the row carries, if it does."""

    cells: tuple[Cell, ...]
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Headers and rows, ready to be drawn, printed or written.

    Attributes
    ----------
    title
        In sentence case; a drawing sets it in capitals.
    note
        What has to be said under the table; empty where nothing has.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse a row that does not fit the columns."""
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                msg = f"{self.title}: {len(row.cells)} cells for {len(self.columns)} columns"
                raise ValueError(msg)

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the columns for programs."""
        return tuple(column.key for column in self.columns)

    def texts(self) -> Iterator[tuple[str, ...]]:
        """Give the printed text of every row."""
        return (tuple(cell.text for cell in row.cells) for row in self.rows)

    def records(self) -> Iterator[Mapping[str, Value]]:
        """Give the values of every row by column key."""
        keys = self.keys
        return (
            dict(zip(keys, (cell.value for cell in row.cells), strict=True)) for row in self.rows
        )

    def select(self, keys: Iterable[str]) -> Table:
        """Give the table with these columns only, in this order.

        Raises
        ------
        KeyError
            If the table has no such column.
        """
        places = {key: place for place, key in enumerate(self.keys)}
        chosen = [places[key] for key in keys]
        return Table(
            self.title,
            tuple(self.columns[i] for i in chosen),
            tuple(Row(tuple(row.cells[i] for i in chosen), row.status) for row in self.rows),
            self.note,
        )

    def without(self, *keys: str) -> Table:
        """Give the table without some columns."""
        return self.select(key for key in self.keys if key not in keys)

    def without_empty(self, *keys: str) -> Table:
        """Give the table without those of some columns that no row has a value for."""
        records = list(self.records())
        empty = (key for key in keys if all(record[key] is None for record in records))
        return self.without(*empty)
