"""The text part of an LM-63 file: edition, keywords and the TILT= line.

Sources: ANSI/IES LM-63-19, IESNA LM-63-02, IESNA LM-63-95, IES LM-63-91, IES LM-63-86.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from photometry.luminaires.remarks import Remarks

__all__ = ["Header", "parse_header"]

FIRST_LINES: Final = {
    "1991": "IESNA91",
    "1995": "IESNA:LM-63-1995",
    "2002": "IESNA:LM-63-2002",
    "2019": "IES:LM-63-2019",
}
_EDITION_OF: Final = {line: edition for edition, line in FIRST_LINES.items()}
_EDITIONS: Final = (1986, 1991, 1995, 2002, 2019)

# "IESNA: LM-63-2002", "iesna:lm-63-1995", "IESNA95": whatever leads up to a year.
_FIRST_LINE = re.compile(
    r"IES(?:NA)?[\s:_-]*(?:LM[\s_-]*63[\s:_-]*)?(\d{4}|\d{2})(?!\d)", re.IGNORECASE
)
# Before each line but the first there is a line end, which is quicker to find than a line.
_TILT = r"[ \t]*[Tt][Ii][Ll][Tt][ \t]*=(.*)"
_FIRST_LINE_IS_TILT, _TILT_LINE = re.compile(_TILT), re.compile("\n" + _TILT)

# Longest label line and longest data line of each edition, line ends not counted. Programs
# that keep to the limits cut what is longer. The 2019 edition has none.
_LINE_LIMITS: Final = {
    "1986": (80, 132),
    "1991": (80, 132),
    "1995": (80, 132),
    "2002": (254, 254),
}

# The longest header seen in the wild has some 150 lines; past this it is no luminaire file.
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
        What follows ``TILT=``.
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


def parse_header(text: str, remarks: Remarks) -> Header:
    """Find the edition, the keywords and the TILT= line.

    Raises
    ------
    LuminaireFileError
        If there is no TILT= line.
    """
    match = _FIRST_LINE_IS_TILT.match(text) or _TILT_LINE.search(text)
    if match is None:
        remarks.refuse(
            "no TILT= line, which every LM-63 file has before its numbers",
            advice="check that this is a luminaire file, and whole",
        )
    lines = text[: match.start()].split("\n") if match.re is _TILT_LINE else []
    tilt_line = len(lines) + 1
    if len(lines) > MAX_HEADER_LINES:
        remarks.refuse(f"{len(lines)} lines before TILT=; no luminaire file has so many")
    version, labels_from = _edition(lines, remarks)
    tilt = match.group(1).strip()
    if tilt.upper() in {"NONE", "INCLUDE"}:
        tilt = tilt.upper()
    if match.group().lstrip("\n").rstrip() != f"TILT={tilt}":
        remarks.note(
            "IES009", f"{match.group().strip()[:40]!r} was read as TILT={tilt}"[:120], tilt_line
        )
    body = text[match.end() + 1 :]
    header = Header(
        version=version,
        keywords=_keywords(lines[labels_from:], labels_from + 1, version, remarks),
        tilt=tilt,
        tilt_line=tilt_line,
        body=body,
    )
    _check_line_lengths(lines, body.split("\n"), version, remarks)
    return header


def _edition(lines: list[str], remarks: Remarks) -> tuple[str, int]:
    """Edition, and the index of the first label line."""
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    line = lines[first].strip() if lines else ""
    if line in _EDITION_OF:
        return _EDITION_OF[line], first + 1
    match = _FIRST_LINE.match(line)
    if match is None:
        remarks.note("IES002", "no edition line; read as LM-63-1986", first + 1)
        return "1986", first
    year = int(match.group(1))
    if year < 100:
        year += 1900 if year >= 86 else 2000
    # A year in between is read as the edition then in force.
    version = str(max((edition for edition in _EDITIONS if edition <= year), default=1986))
    remarks.note(
        "IES001",
        f"first line {line[:40]!r} is not of the standard's form; read as LM-63-{version}",
        first + 1,
    )
    return version, first + 1


def _keywords(
    lines: list[str], first_line: int, version: str, remarks: Remarks
) -> tuple[tuple[str, str], ...]:
    """Keyword lines in order; free label lines (1986) and stray lines are kept as OTHER."""
    found: list[tuple[str, str]] = []
    stray: list[int] = []
    for number, line in enumerate(lines, first_line):
        label = line.strip()
        name, end, value = label[1:].partition("]")
        if label[:1] != "[" or not end or not name or "[" in name:
            if label:
                stray.append(number)
                found.append(("OTHER", label))
            continue
        name, value = name.strip().upper(), value.strip()
        if name == "MORE" and found:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{value}")
            continue
        if name == "MORE":
            remarks.note("IES008", "[MORE] has no keyword to continue; kept as it is", number)
        found.append((name, value))
    if stray and version != "1986":
        remarks.note(
            "IES007",
            f"{len(stray)} header line(s) without a [KEYWORD]; kept as [OTHER]",
            stray[0],
        )
    return tuple(found)


def _check_line_lengths(labels: list[str], data: list[str], version: str, remarks: Remarks) -> None:
    """Note the first line that is longer than the edition allows; all of it is read."""
    if version not in _LINE_LIMITS:
        return
    label_limit, data_limit = _LINE_LIMITS[version]
    for lines, limit, what, first_line in (
        (labels, label_limit, "label", 1),
        (data, data_limit, "data", len(labels) + 2),
    ):
        if max(map(len, lines), default=0) > limit:
            place = next(i for i, line in enumerate(lines) if len(line) > limit)
            remarks.note(
                "IES006",
                f"{what} line of {len(lines[place])} characters; LM-63-{version} allows {limit}, "
                "and some programs cut it there",
                first_line + place,
            )
