"""Luminaires placed in a CSV file, as spreadsheets write it."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from photometry.errors import Fault, ProjectFileError, nearest_name
from photometry.luminaires.record import Note
from photometry.site.placing import ListedLuminaire
from photometry.site.reading import Faults
from photometry.site.sources.bounded import read_bounded
from photometry.site.sources.luminaire_words import (
    AIM,
    is_known,
    key_of,
    known_words,
    take_point,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["LuminaireList", "read_luminaire_list"]

LARGEST_FILE_BYTES = 20_000_000
MOST_ROWS = 100_000

_NEEDED = ("id", "type", "x", "y")
_DECLARED = re.compile(r"sep=(.)", re.IGNORECASE)  # a spreadsheet's own first line


@dataclass(frozen=True, eq=False)
class LuminaireList:
    """What a list holds.

    Attributes
    ----------
    entries
        One a row, as ``[[luminaires]]`` would give it.
    faults
        Of the file; placing the entries adds to them.
    notes
        What was tolerated.
    """

    entries: tuple[ListedLuminaire, ...]
    faults: Faults
    notes: tuple[Note, ...]


def read_luminaire_list(path: Path) -> LuminaireList:
    """Read a list of placed luminaires.

    A byte order mark, semicolons or tabs for commas, decimal commas (where a comma does not
    divide cells), blank lines, quoted line breaks and empty trailing columns are taken as
    spreadsheets leave them. A blank cell means the default.

    Parameters
    ----------
    path
        The CSV file.

    Returns
    -------
    LuminaireList
        With the faults of the file, for whoever places its luminaires to raise together.
    """
    lines: dict[int, int] = {}
    faults = Faults(str(path), lambda place: lines.get(int(place[0])) if place else None)
    text, notes = _text_of(path, faults)
    delimiter = _delimiter(text)
    rows = list(_rows(text, delimiter, faults))
    if not rows:
        if not faults.all():
            faults.add((), "the luminaire list is empty", "give a heading: id, type, x, y, ...")
        return LuminaireList((), faults, ())
    lines.update((number, line) for number, (line, _) in enumerate(rows))
    columns = _Columns(rows[0][1], delimiter, faults)
    entries = tuple(
        ListedLuminaire(raw, (number,), number, faults, stated_llf)
        for number, (_, cells) in enumerate(rows[1:], start=1)
        for raw, stated_llf in columns.luminaire(cells, number)
    )
    if columns.read_commas:
        text = "decimal commas are read as decimal points"
        notes = (*notes, Note("SITE031", text, file=str(path)))
    return LuminaireList(entries, faults, notes)


class _Columns:
    """What each column holds, by its heading."""

    def __init__(self, heading: Sequence[str], delimiter: str, faults: Faults) -> None:
        self.read_commas = False
        self._delimiter = delimiter
        self._faults = faults
        self._headings = [cell.strip() for cell in heading]
        self._keys = [key_of(cell) for cell in self._headings]
        self._is_usable = self._check()

    def luminaire(
        self, cells: Sequence[str], number: int
    ) -> Iterator[tuple[dict[str, Any], float | None]]:
        """Give a row as ``[[luminaires]]`` would, and the LLF that it states, if it can be read."""
        if not self._is_usable:
            return
        if any(cell.strip() for cell in cells[len(self._keys) :]):
            what = f"the row has {len(cells)} cells, the heading {len(self._keys)}"
            self._faults.add((number,), what, "quote a cell that holds the delimiter")
            return
        row: dict[str, Any] = {}
        unfit_keys = set()
        for heading, key, cell in zip(self._headings, self._keys, cells, strict=False):
            if key and cell.strip():
                try:
                    row[key] = self._value(key, cell.strip())
                except ValueError as unfit:
                    self._faults.add((number,), f'column "{heading}" {unfit}')
                    unfit_keys.add(key)
        for parts, name in ((("x", "y"), "at"), (AIM, "aim_at")):
            if unfit_keys.isdisjoint(parts) and not self._join(row, parts, name, number):
                unfit_keys.add(name)
        if not unfit_keys:
            yield row, row.pop("llf", None)

    def _check(self) -> bool:
        """Record unknown, repeated and missing columns."""
        if not set(_NEEDED) & set(self._keys):
            what = f"the first line is no heading: it names none of {', '.join(_NEEDED)}"
            self._faults.add((0,), what, "give the columns names, or name a luminaire list")
            return False
        before = len(self._faults.all())
        given: dict[str, str] = {}
        for heading, key in zip(self._headings, self._keys, strict=True):
            if not key:
                continue
            if not is_known(key):
                advice = nearest_name(key, known_words())
                self._faults.add((0,), f'column "{heading}" is unknown', advice)
            elif key in given:
                what = f'column "{heading}" says the same as "{given[key]}"'
                self._faults.add((0,), what, "keep one of them")
            else:
                given[key] = heading
        for key in _NEEDED:
            if key not in given:
                self._faults.add((0,), f'there is no column "{key}"', f'head one "{key}"')
        return len(self._faults.all()) == before

    def _value(self, key: str, cell: str) -> Any:
        """Read a cell as TOML would give the key's value."""
        has_comma = self._delimiter != "," and "," in cell and "." not in cell
        value = value_of(key, cell, has_decimal_comma=has_comma)
        is_decimal = cell.count(",") == 1 and cell.rfind(",") > cell.rfind(".")
        self.read_commas |= is_decimal and isinstance(value, float)
        return value

    def _join(self, row: dict[str, Any], parts: tuple[str, ...], name: str, number: int) -> bool:
        """Make a point of its columns; blank ones are the default together or not at all."""
        try:
            point = take_point(row, parts)
        except ValueError as unfit:
            self._faults.add((number,), str(unfit))
            return False
        if point is not None:
            row[name] = point
        elif name == "at":
            self._faults.add((number,), "x and y are not both given")
        return point is not None or name != "at"


def _text_of(path: Path, faults: Faults) -> tuple[str, tuple[Note, ...]]:
    """Read the file as text, whatever the spreadsheet encoded it in; empty with a fault."""
    try:
        data = read_bounded(path, LARGEST_FILE_BYTES, subject="the luminaire list")
    except ProjectFileError as refused:
        faults.include(refused.faults)
        return "", ()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text" of a spreadsheet
        return data.decode("utf-16", errors="replace"), ()
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        text = "the list is not UTF-8; it is read as Windows-1252"
        return data.decode("cp1252", errors="replace"), (Note("SITE030", text, file=str(path)),)


def _delimiter(text: str) -> str:
    """Tell what divides the cells of the first line that holds any: ``;``, tab or comma."""
    for line in text.splitlines():
        declared = _DECLARED.fullmatch(line.strip())
        if declared:
            return declared[1]
        if line.strip() and not line.startswith("#"):
            return max(",;\t", key=line.count)
    return ","


def _rows(text: str, delimiter: str, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """Give rows that hold something and the lines that they start on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    count = 0
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as broken:
            faults.include([Fault(f"the row cannot be read: {broken}", faults.file, line)])
            return
        if cells is None:
            return
        if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
            continue
        if _DECLARED.fullmatch(delimiter.join(cells).strip()):
            continue
        if count > MOST_ROWS:
            faults.add((), f"the luminaire list has over {MOST_ROWS:,} rows")
            return
        count += 1
        yield line, cells
