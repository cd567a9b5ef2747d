"""Text out of the bytes of a luminaire file, whatever wrote them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from photometry.luminaires.remarks import Remarks

__all__ = ["decode"]

_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")


def decode(data: bytes, remarks: Remarks) -> str:
    r"""Turn bytes into text with ``\n`` line ends; labels never decide whether it can be read.

    UTF-8 is tried first, then Windows-1252, in which nearly every byte means something; the
    five that do not become a replacement mark.

    Raises
    ------
    LuminaireFileError
        If this is not text of one byte a character, or nothing at all.
    """
    if data.startswith(_UTF16_MARKS):
        remarks.refuse(
            "the text is UTF-16, which no luminaire format of plain text is", 1, "save it as UTF-8"
        )
    if b"\0" in data:
        remarks.refuse(
            "this is not a text file: it holds zero bytes",
            _line_of(data, data.index(b"\0")),
            "get the file from the maker again",
        )
    if not data.strip(b"\xef\xbb\xbf \t\r\n\x1a"):
        remarks.refuse("the file is empty", advice="get the file from the maker again")
    if data.startswith(_UTF8_MARK):
        data = data[len(_UTF8_MARK) :]
        remarks.note("IES003", "a UTF-8 byte order mark before the first line was dropped", 1)
    text, encoding = _decoded(data)
    odd = None if text.isascii() else _NOT_ASCII.search(data)
    if odd:
        remarks.note("IES004", f"not plain ASCII; read as {encoding}", _line_of(data, odd.start()))
    if "\r\r\n" in text:
        remarks.note("IES005", "lines end CR CR LF; each was read as one line end")
        text = text.replace("\r\r\n", "\n")
    text = text.replace("\r\n", "\n")
    return text.replace("\r", "\n") if "\r" in text else text


def _decoded(data: bytes) -> tuple[str, str]:
    """Give the text and the name of its encoding."""
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "Windows-1252"


def _line_of(data: bytes, offset: int) -> int:
    """Line, from 1, of a byte of the file."""
    before = data[:offset].replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n")
    return before.replace(b"\r", b"\n").count(b"\n") + 1
