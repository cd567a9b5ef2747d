"""Data files from strangers, read within bounds, and the lines that their keys stand on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import Fault, PhotometryError, nearest_name
from photometry.site.toml_file import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from photometry.site.toml_lines import TomlLines

__all__ = ["MAX_BYTES", "MAX_ROWS", "Document", "Faults", "read_document", "read_text"]

MAX_BYTES: Final = 2_000_000  # the largest shipped code has under 400 kB in all its topics
MAX_LINE: Final = 20_000  # characters
MAX_DOTS: Final = 200  # of keys on one line: reading them takes their square
MAX_TABLES: Final = 20_000
MAX_ROWS: Final = 1_000  # of one record: counts compare each with each

_QUOTED: Final = re.compile(r'"[^"]*"|\'[^\']*\'')


@dataclass(frozen=True, slots=True)
class Document:
    """A data file as it was read: its content, and where its keys stand.

    Attributes
    ----------
    data
        Numbers with a fraction are `decimal.Decimal`.
    lines
        Line of each table and key by path, ``("rule", 3, "limit")``; None where there are none.
    """

    file: str
    data: Mapping[str, Any]
    lines: TomlLines | None = None

    def line(self, *path: str | int) -> int | None:
        """Give the line of a key, or of the nearest thing around it."""
        return self.lines.line_of(path) if self.lines else None


class Faults:
    """Everything that is wrong with one file, gathered before it is said."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: list[Fault] = []

    def add(self, what: str, *path: str | int, advice: str = "") -> None:
        """Note a fault at a key."""
        line = self.document.line(*path)
        self.found.append(Fault(what, self.document.file, line, advice))

    def unknown_keys(
        self, table: Mapping[str, Any], known: Iterable[str], who: str, *path: str | int
    ) -> None:
        """Note each key of a table that is not known, with the nearest that is."""
        known = frozenset(known)
        for key in table:
            if key not in known:
                what = f"{who}: no key is called {key}"
                self.add(what, *path, key, advice=nearest_name(str(key), known))


def read_document(path: Path, error: type[PhotometryError]) -> Document:
    """Read a TOML or JSON file of bounded size.

    Parameters
    ----------
    path
        ``.json`` is JSON, anything else TOML.
    error
        Raised, with one fault, where the file cannot be read.
    """
    text = read_text(path, error)
    if path.suffix.lower() == ".json":
        return Document(str(path), _parse_json(text, path, error))
    _refuse_slow_text(text, path, error)
    data, lines = read_toml(path, error, parse_float=Decimal)
    return Document(str(path), data, lines)


def read_text(path: Path, error: type[PhotometryError]) -> str:
    r"""Read a UTF-8 file of bounded size, line ends as ``\\n``."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as reason:
        raise error(Fault(f"cannot be read: {reason.strerror or reason}", str(path))) from None
    if len(raw) > MAX_BYTES:
        raise error(Fault(f"more than {MAX_BYTES // 1_000_000} MB", str(path)))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as reason:
        line = raw[: reason.start].count(b"\n") + 1
        raise error(Fault("not UTF-8 text", str(path), line, "save it as UTF-8")) from None


def _refuse_slow_text(text: str, path: Path, error: type[PhotometryError]) -> None:
    """Refuse what a TOML reader would need minutes for."""
    tables = 0
    for number, line in enumerate(text.splitlines(), 1):
        tables += line.lstrip().startswith("[")
        if len(line) > MAX_LINE:
            raise error(Fault(f"a line of {len(line)} characters", str(path), number))
        if line.count(".") > MAX_DOTS and _QUOTED.sub("", line).count(".") > MAX_DOTS:
            raise error(Fault("a key with too many dots", str(path), number))
        if tables > MAX_TABLES:
            raise error(Fault(f"more than {MAX_TABLES} tables", str(path), number))


def _parse_json(text: str, path: Path, error: type[PhotometryError]) -> dict[str, Any]:
    try:
        data = json.loads(text, parse_float=Decimal)
    except (json.JSONDecodeError, ValueError, RecursionError) as reason:
        line = reason.lineno if isinstance(reason, json.JSONDecodeError) else None
        raise error(Fault(f"not JSON: {_plain(reason)}", str(path), line)) from None
    if not isinstance(data, dict):
        raise error(Fault("a JSON object {...} is expected", str(path)))
    return data


def _plain(reason: Exception) -> str:
    if isinstance(reason, RecursionError):
        return "nested too deeply"
    return re.sub(r": line \d+ column.*$", "", str(reason))
