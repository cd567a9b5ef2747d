"""Read a luminaire file of any known format: told by what it holds, then by its suffix."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from photometry.errors import Fault, LuminaireFileError, nearest_name
from photometry.luminaires.audit import audit
from photometry.luminaires.lm63 import read_lm63
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from photometry.luminaires.record import FileFormat, LuminaireFile

__all__ = ["read_luminaire", "read_luminaire_bytes"]

# The largest luminaire files known (GLDF packages with geometry) stay well under this; a
# larger one is something else, and reading it would only cost memory.
MAX_FILE_BYTES: Final = 20_000_000

_SAMPLE: Final = "sample:"
_SUFFIXES: Final[dict[str, FileFormat]] = {
    ".ies": "LM-63",
    ".ldt": "EULUMDAT",
    ".xml": "TM-33",
    ".gldf": "GLDF",
}
_TILT_LINE = re.compile(rb"(?:^|[\r\n])[ \t]*TILT[ \t]*=", re.IGNORECASE)
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"


def read_luminaire(path: str | PathLike[str]) -> LuminaireFile:
    """Read a luminaire file; ``sample:NAME`` names one that ships with photometry.

    Parameters
    ----------
    path
        A file, or ``"sample:NAME"``.

    Returns
    -------
    LuminaireFile
        What the file says, with numbered notes on all that was tolerated or is odd.

    Raises
    ------
    LuminaireFileError
        If there is no such file, or it cannot be read; with every fault found.
    """
    name = os.fsdecode(path)
    file = _sample_path(name) if name.startswith(_SAMPLE) else Path(name)

    def sibling(other: str) -> bytes | None:
        beside = file.parent / other
        return _bytes_of(beside, other) if beside.is_file() else None

    return read_luminaire_bytes(_bytes_of(file, name), name, sibling=sibling)


def read_luminaire_bytes(
    data: bytes, name: str, *, sibling: Callable[[str], bytes | None] | None = None
) -> LuminaireFile:
    """Read a luminaire file from memory, as from a package or an archive.

    Parameters
    ----------
    data
        The bytes of the file.
    name
        Its name; the suffix decides where the bytes do not.
    sibling
        Gives the bytes of another file of the same folder, or None where there is none.

    Returns
    -------
    LuminaireFile
        As `read_luminaire`.

    Raises
    ------
    LuminaireFileError
        If it cannot be read.
    """
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
    if file_format != "LM-63":
        raise LuminaireFileError(
            Fault(f"{file_format} files cannot be read", name, advice="get the LM-63 (.ies) file")
        )
    record = read_lm63(data, name, sibling=sibling)
    notes = record.notes + audit(record)
    if by_name not in {None, file_format}:
        notes = (Note("IES022", f"named as a {by_name} file, but it holds {file_format}"), *notes)
    return replace(record, name=PurePath(name).name, notes=notes)


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
        lamp_type in {b"1", b"2", b"3"}
        and symmetry in {b"0", b"1", b"2", b"3", b"4"}
        and planes.isdigit()
    )


def _bytes_of(file: Path, name: str) -> bytes:
    """Read a file that a user named, if it is a file and of sensible size."""
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            raise LuminaireFileError(Fault("this is a folder, not a luminaire file", name))
        if not stat.S_ISREG(status.st_mode):  # reading a pipe or a device may never end
            raise LuminaireFileError(Fault("this is not a regular file", name))
        if status.st_size > MAX_FILE_BYTES:
            megabytes = status.st_size / 1e6
            raise LuminaireFileError(
                Fault(f"{megabytes:.0f} MB: no luminaire file is so large", name)
            )
        return file.read_bytes()
    except FileNotFoundError:
        raise LuminaireFileError(Fault("no such file", name, advice=_neighbour(file))) from None
    except (OSError, ValueError) as error:
        if isinstance(error, LuminaireFileError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise LuminaireFileError(Fault(f"cannot be read: {reason}", name)) from error


def _neighbour(file: Path) -> str:
    """Name the file that was probably meant."""
    try:
        names = [other.name for other in file.parent.iterdir()]
    except OSError:
        return f"there is no folder {file.parent}"
    close = get_close_matches(file.name, names, n=1)
    return f"did you mean {close[0]}?" if close else "check the name and the folder"


def _sample_path(name: str) -> Path:
    """Find a shipped luminaire: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    shipped = package / "ies_files"
    folder = shipped if shipped.is_dir() else package.parent / "ies_files"
    known = {file.stem: file for file in folder.glob("*.ies")}
    wanted = name.removeprefix(_SAMPLE)
    if wanted not in known:
        raise LuminaireFileError(
            Fault(f"no sample luminaire {wanted!r}", name, advice=nearest_name(wanted, known))
        )
    return known[wanted]
