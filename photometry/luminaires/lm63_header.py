"""The text part of an LM-63 file: encoding, edition, keywords and the TILT= line.

Sources: ANSI/IES LM-63-19, IESNA LM-63-02, IESNA LM-63-95, IES LM-63-91, IES LM-63-86.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from photometry.luminaires.remarks import Remarks

__all__ = ["Header", "decode", "parse_header"]

# Edition by the year that the first line ends with; a year in between is read as the edition
# then in force.
_EDITIONS: Final = (1986, 1991, 1995, 2002, 2019)
_STANDARD_FIRST_LINES: Final = {
    "IESNA91": "1991",
    "IESNA:LM-63-1995": "1995",
    "IESNA:LM-63-2002": "2002",
    "IES:LM-63-2019": "2019",
}
_FIRST_LINE = re.compile(
    r"IES(?:NA)?[\s:_-]*(?:LM[\s_-]*63[\s:_-]*)?(\d{4}|\d{2})(?!\d)", re.IGNORECASE
)
_TILT_LINE = re.compile(r"^[ \t]*TILT[ \t]*=[ \t]*(.*)$", re.IGNORECASE | re.MULTILINE)
_KEYWORD_LINE = re.compile(r"\s*\[([^\]\[]+)\](.*)")

# Longest line that an edition allows in its text part, its line end not counted.
_LINE_LIMIT: Final = {"1986": 80, "1991": 80, "1995": 80, "2002": 254}

# The longest header seen in the wild has some 150 lines; past this it is not a luminaire file.
MAX_HEADER_LINES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Header:
    """Everything before the numbers.

    Attributes
    ----------
    version
        Edition: ``"1986"``, ``"1991"``, ``"1995"``, ``"2002"`` or ``"2019"``.
    keywords
        ``(name, value)`` in the order of the file; MORE lines joined with a newline.
    tilt
        What follows ``TILT=``, as written.
    tilt_line
        Line of the file that holds it, from 1.
    body
        All text after the TILT= line; its first line is ``tilt_line + 1``.
    """

    version: str
    keywords: tuple[tuple[str, str], ...]
    tilt: str
    tilt_line: int
    body: str


def decode(data: bytes, remarks: Remarks) -> str:
    r"""Turn bytes into text with ``\n`` line ends; labels never decide whether it can be read.

    UTF-8 is tried first, then Windows-1252, in which every remaining byte means something or
    becomes a replacement mark.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        remarks.fault(
            "the text is UTF-16; LM-63 is plain ASCII", advice="save it as ASCII or UTF-8"
        )
    elif b"\0" in data:
        remarks.fault(
            "this is not a text file: it holds zero bytes",
            data[: data.index(b"\0")].count(b"\n") + 1,
            "get the .ies file from the maker again",
        )
    elif not data.strip():
        remarks.fault("the file is empty", advice="get the .ies file from the maker again")
    remarks.stop_if_faulty()
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        remarks.note("IES003", "a UTF-8 byte order mark before the first line was dropped", 1)
    try:
        text = data.decode("utf-8")
        encoding = "UTF-8"
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
        encoding = "Windows-1252"
    if not data.isascii():
        first = next(i for i, byte in enumerate(data) if byte > 127)
        line = _unify_line_ends(data[:first].decode("ascii")).count("\n") + 1
        remarks.note("IES004", f"text is not ASCII; it was read as {encoding}", line)
    if "\r\r\n" in text:
        remarks.note("IES005", "lines end CR CR LF; each was read as one line end")
    return _unify_line_ends(text)


def _unify_line_ends(text: str) -> str:
    """Make CR CR LF, CR LF and CR all LF; in that order, so that none is counted twice."""
    return text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")


def parse_header(text: str, remarks: Remarks) -> Header:
    """Find the edition, the keywords and the TILT= line.

    Raises
    ------
    LuminaireFileError
        If there is no TILT= line.
    """
    match = _TILT_LINE.search(text)
    if match is None:
        remarks.fault(
            "no TILT= line, which every LM-63 file has before its numbers",
            advice="check that this is a luminaire file and whole",
        )
        remarks.stop_if_faulty()
        raise AssertionError  # stop_if_faulty has raised
    lines = text[: match.start()].split("\n")[:-1]
    if len(lines) > MAX_HEADER_LINES:
        remarks.fault(f"{len(lines)} lines before TILT=, more than {MAX_HEADER_LINES}")
        remarks.stop_if_faulty()
    version, labels_from = _edition(lines, remarks)
    return Header(
        version=version,
        keywords=_keywords(lines, labels_from, version, remarks),
        tilt=match.group(1).strip(),
        tilt_line=len(lines) + 1,
        body=text[match.end() + 1 :],
    )


def _edition(lines: list[str], remarks: Remarks) -> tuple[str, int]:
    """Edition, and the index of the first label line."""
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is None:
        remarks.note("IES002", "no edition line; read as LM-63-1986", 1)
        return "1986", 0
    line = lines[first].rstrip()
    if line in _STANDARD_FIRST_LINES:
        return _STANDARD_FIRST_LINES[line], first + 1
    match = _FIRST_LINE.match(line.strip())
    if match is None:
        remarks.note("IES002", "no edition line; read as LM-63-1986", first + 1)
        return "1986", first
    year = int(match.group(1))
    if year < 100:
        year += 1900 if year >= 86 else 2000
    version = str(max((edition for edition in _EDITIONS if edition <= year), default=1986))
    remarks.note(
        "IES001",
        f"first line {line.strip()[:40]!r} is not in the standard's form; read as LM-63-{version}",
        first + 1,
    )
    return version, first + 1


def _keywords(
    lines: list[str], start: int, version: str, remarks: Remarks
) -> tuple[tuple[str, str], ...]:
    """Keyword lines in order; free label lines (1986) and stray lines are kept as OTHER."""
    found: list[tuple[str, str]] = []
    too_long = 0
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip():
            continue
        too_long = too_long or (number if len(line) > _LINE_LIMIT.get(version, len(line)) else 0)
        match = _KEYWORD_LINE.match(line)
        if match is None:
            if version != "1986":
                remarks.note("IES007", "header line without a [KEYWORD]; kept as [OTHER]", number)
            found.append(("OTHER", line.strip()))
            continue
        name, value = match.group(1).strip().upper(), match.group(2).strip()
        if name == "MORE" and found:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{value}")
            continue
        if name == "MORE":
            remarks.note("IES008", "[MORE] with no keyword to continue; kept as it is", number)
        found.append((name, value))
    if too_long:
        limit = _LINE_LIMIT[version]
        remarks.note(
            "IES006", f"label longer than the {limit} characters of LM-63-{version}", too_long
        )
    return tuple(found)
