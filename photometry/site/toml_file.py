"""Read a TOML file that a stranger wrote: one clear fault with its line where it is broken."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from photometry.errors import Fault
from photometry.site.toml_lines import TomlLines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from photometry.errors import PhotometryError

__all__ = ["read_toml"]

LARGEST_FILE_BYTES = 2_000_000  # a thousand luminaires take some 200 kB

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")

# What a person most likely did on a line that does not parse, in the order of likelihood.
_HINTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r'"[^"]*\\'),
        "a backslash in double quotes starts an escape: write paths with / or in 'single quotes'",
    ),
    (re.compile("[\u201c\u201d\u2018\u2019]"), "use straight quotes, not typographic ones"),
    (re.compile(r"=\s*(True|False|TRUE|FALSE|[Yy]es|[Nn]o)\b"), "write true or false"),
    (re.compile(r"=\s*[+-]?\.\d"), "write a digit before the decimal point: 0.5"),
    (re.compile(r"=\s*[+-]?\d+\.(\D|$)"), "write a digit after the decimal point: 5.0"),
    (re.compile(r"=\s*[+-]?\d+,\d+\s*(#|$)"), "write decimals with a point: 0.5"),
    (re.compile(r"=\s*0\d"), "a number does not start with 0"),
    (re.compile(r"=\s*[A-Za-z/.]"), "put text in quotes"),
    (re.compile(r"^[^=#\[]+$"), "write key = value"),
)
_MESSAGES: tuple[tuple[str, str], ...] = (
    ("Cannot overwrite a value", "this key is given twice; keep one of them"),
    ("Cannot declare", "this table is given twice; keep one, or write [[name]] for several"),
    ("Cannot mutate", "this is given in two places; keep one"),
)


def read_toml(
    path: Path,
    error: type[PhotometryError],
    *,
    name: str = "",
    parse_float: Callable[[str], Any] = float,
) -> tuple[dict[str, Any], TomlLines]:
    """Read a TOML file.

    Parameters
    ----------
    path
        The file.
    error
        What to raise.
    name
        The file as the user named it; its path by default.
    parse_float
        What makes a number of a text with a decimal point.

    Returns
    -------
    data : dict
    lines : TomlLines
        Where in the file each value stands.

    Raises
    ------
    error
        With one fault: the file is missing, too large, not UTF-8, or not TOML.
    """
    name = name or str(path)
    text = _text_of(path, name, error)
    try:
        return tomllib.loads(text, parse_float=parse_float), TomlLines(text)
    except tomllib.TOMLDecodeError as broken:
        raise error(_syntax_fault(str(broken), text, name)) from None
    except RecursionError:
        raise error(Fault("brackets are nested too deeply", name)) from None
    except ValueError:  # Python refuses whole numbers of thousands of digits
        raise error(Fault("it holds a whole number of thousands of digits", name)) from None


def _text_of(path: Path, name: str, error: type[PhotometryError]) -> str:
    try:
        if path.is_dir():
            raise error(Fault("it is a folder", name, advice="name the file in it"))
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE_BYTES + 1)
    except FileNotFoundError:
        raise error(Fault("there is no such file", name)) from None
    except OSError as trouble:
        raise error(Fault(f"it cannot be read: {trouble.strerror}", name)) from None
    if len(data) > LARGEST_FILE_BYTES:
        what = f"it is larger than {LARGEST_FILE_BYTES / 1e6:g} MB"
        raise error(Fault(what, name, advice="put luminaires into a luminaires_csv"))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as broken:
        line = data.count(b"\n", 0, broken.start) + 1
        raise error(Fault("it is not UTF-8 text", name, line, "save it as UTF-8")) from None


def _syntax_fault(message: str, text: str, name: str) -> Fault:
    place = _PLACE.search(message)
    lines = text.split("\n")
    line = int(place[1]) if place is not None and place[1] else len(lines)
    what = _PLACE.sub("", message)
    # The parser may notice one line late that a bracket or a quote was left open.
    shown = lines[line - 1] if line <= len(lines) else ""
    advice = next((hint for start, hint in _MESSAGES if what.startswith(start)), "")
    advice = advice or next((hint for pattern, hint in _HINTS if pattern.search(shown)), "")
    return Fault(f"it is not TOML: {what[0].lower()}{what[1:]}", name, line, advice)
