"""On which line of a TOML text a value stands: what the standard library's parser forgets.

The text has been parsed already, so only its skeleton is scanned here: headers, keys,
brackets and strings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TomlLines"]

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(
    r"""(?P<bare>[A-Za-z0-9_-]+)|"(?P<basic>(?:[^"\\\n]|\\.)*)"|'(?P<literal>[^'\n]*)'"""
)
_STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:'{0,2})|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''',
    re.DOTALL,
)
# An innermost array of numbers, dates or words: most of a long file is points.
_FLAT_ARRAY = re.compile(r"""\[[^\[\]{}"'#]*\]""")
_SCALAR = re.compile(r"[^,\]}\n#]*")
_ESCAPE = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([btnfr"\\]))')
_PLAIN = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}

_DEEPEST = 3  # array levels whose entries are recorded: the points of a hole, not their numbers


class TomlLines:
    """Lines of a parsed TOML text by path, such as ``("luminaires", 3, "at")``.

    Parameters
    ----------
    text
        A TOML text that parses.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._seen_to = 0
        self._line = 1
        self._found: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        self._scan()

    def line_of(self, path: Sequence[str | int]) -> int | None:
        """Give the line of a path, or of the nearest thing around it; None for the whole."""
        for length in range(len(path), 0, -1):
            line = self._found.get(tuple(path[:length]))
            if line is not None:
                return line
        return None

    def _scan(self) -> None:
        table: Path = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return
            if self._text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        """Read ``[a.b]`` or ``[[a.b]]`` and give the table that follows."""
        line = self._line_here()
        many = self._text.startswith("[[", self._at)
        self._at += 2 if many else 1
        *parents, last = self._keys()
        path: Path = ()
        for key in parents:
            path = self._newest((*path, key))
        path = (*path, last)
        if many:
            self._found.setdefault(path, line)
            index = self._counts.get(path, -1) + 1
            self._counts[path] = index
            path = (*path, index)
        self._found.setdefault(path, line)
        self._at += 2 if many else 1
        return path

    def _newest(self, path: Path) -> Path:
        """Give the newest table of an array of tables, or the table itself."""
        return (*path, self._counts[path]) if path in self._counts else path

    def _pair(self, table: Path) -> None:
        """Read ``key = value``."""
        line = self._line_here()
        path = table
        for key in self._keys():
            path = (*path, key)
            self._found.setdefault(path, line)
        self._at += 1  # the equals sign
        self._skip(_SPACE)
        self._value(path, 0)

    def _keys(self) -> list[str]:
        """Read a dotted key, up to the sign after it."""
        keys = []
        while True:
            self._skip(_SPACE)
            match = _KEY.match(self._text, self._at)
            if match is None:
                raise ValueError(f"no key at offset {self._at}: the text was not parsed first")
            self._at = match.end()
            basic = match["basic"]
            keys.append(
                _unescaped(basic) if basic is not None else match["bare"] or match["literal"] or ""
            )
            self._skip(_SPACE)
            if not self._text.startswith(".", self._at):
                return keys
            self._at += 1

    def _value(self, path: Path, depth: int) -> None:
        mark = self._text[self._at]
        if mark == "[":
            flat = _FLAT_ARRAY.match(self._text, self._at) if depth else None
            if flat is not None:
                self._at = flat.end()
            else:
                self._array(path, depth)
        elif mark == "{":
            self._inline_table(path)
        else:
            self._skip(_STRING if mark in "\"'" else _SCALAR)

    def _array(self, path: Path, depth: int) -> None:
        line = self._line_here()
        self._at += 1
        index = 0
        while True:
            self._skip(_BLANK)
            if self._text[self._at] == "]":
                self._at += 1
                return
            entry = (*path, index)
            if depth < _DEEPEST and self._line_here() != line:
                self._found.setdefault(entry, self._line)  # else the array's line is its own
            self._value(entry, depth + 1)
            index += 1
            self._skip(_BLANK)
            if self._text[self._at] == ",":
                self._at += 1

    def _inline_table(self, path: Path) -> None:
        self._at += 1
        while True:
            self._skip(_BLANK)
            if self._text[self._at] == "}":
                self._at += 1
                return
            self._pair(path)
            self._skip(_BLANK)
            if self._text[self._at] == ",":
                self._at += 1

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self._text, self._at)
        if match is not None:
            self._at = match.end()

    def _line_here(self) -> int:
        """Count lines on from where they were last counted."""
        self._line += self._text.count("\n", self._seen_to, self._at)
        self._seen_to = self._at
        return self._line


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else _PLAIN[match[3]]

    return _ESCAPE.sub(character, text)
