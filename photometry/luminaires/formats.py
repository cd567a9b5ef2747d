"""Tell the format of a luminaire file: by what it holds, then by the suffix of its name."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from photometry.errors import Fault, LuminaireFileError
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from photometry.luminaires.record import FileFormat

__all__ = ["format_and_note"]

_SUFFIXES: Final[dict[str, FileFormat]] = {
    ".ies": "LM-63",
    ".ldt": "EULUMDAT",
    ".xml": "TM-33",
    ".gldf": "GLDF",
}
_TILT_LINE = re.compile(rb"(?:^|[\r\n])[ \t]*TILT[ \t]*=", re.IGNORECASE)
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"


def format_and_note(data: bytes, name: str) -> tuple[FileFormat, tuple[Note, ...]]:
    """Tell the format; note a name that tells another."""
    by_name = _SUFFIXES.get(PurePath(name).suffix.lower())
    file_format = _format_of(data, name) or by_name
    if file_format is None:
        raise LuminaireFileError(
            Fault(
                "not a luminaire file of a known format",
                name,
                advice="known are LM-63 (.ies), EULUMDAT (.ldt), TM-33 (.xml) and GLDF (.gldf)",
            )
        )
    if by_name in {None, file_format}:
        return file_format, ()
    misnamed = Note("IES022", f"named as a {by_name} file, but it holds {file_format}")
    return file_format, (misnamed,)


def _format_of(data: bytes, name: str) -> FileFormat | None:
    """Tell the format from what a file holds; None where that says nothing."""
    start = data[:4096].lstrip(_BLANK).replace(b"\0", b"").lower()
    if b"<html" in start:
        raise LuminaireFileError(
            Fault(
                "this is a web page, not a luminaire file: it has no TILT= line",
                name,
                1,
                "download the file itself, not the page about it",
            )
        )
    if start.startswith(b"pk\x03\x04"):
        return "GLDF"
    if start.startswith((b"<", b"\xff\xfe<", b"\xfe\xff<")):
        return "TM-33"
    if start.startswith(b"ies") or _TILT_LINE.search(data):
        return "LM-63"
    return "EULUMDAT" if _has_eulumdat_numbers(start) else None


def _has_eulumdat_numbers(start: bytes) -> bool:
    """Tell whether lines 2 to 4 are a type, a symmetry and a number of planes."""
    lines = start.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    lamp_type, symmetry, planes = ([line.strip() for line in lines[1:4]] + [b""] * 3)[:3]
    return (
        lamp_type in {b"0", b"1", b"2", b"3"}
        and symmetry in {b"0", b"1", b"2", b"3", b"4"}
        and planes.isdigit()
    )
