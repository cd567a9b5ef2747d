"""Read a luminaire file of any known format: told by what it holds, then by its suffix."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from photometry.errors import Fault, LuminaireFileError, nearest_name
from photometry.luminaires.lm63 import read_lm63

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from photometry.luminaires.record import LuminaireFile

__all__ = ["read_luminaire", "read_luminaire_bytes"]

# The largest luminaire files known (GLDF packages with geometry) stay well under this; a
# larger one is something else, and reading it would only cost memory.
MAX_FILE_BYTES: Final = 20_000_000

_SAMPLE: Final = "sample:"
_TILT_LINE = re.compile(rb"(?:^|[\r\n])[ \t]*TILT[ \t]*=", re.IGNORECASE)


def read_luminaire(path: str | PathLike[str]) -> LuminaireFile:
    """Read a luminaire file; ``sample:NAME`` names one that ships with photometry.

    Parameters
    ----------
    path
        A file, or ``"sample:NAME"``.

    Returns
    -------
    LuminaireFile
        What the file says, with numbered notes on everything that was tolerated.

    Raises
    ------
    LuminaireFileError
        If there is no such file, or it cannot be read; with every fault found.
    """
    name = str(path)
    file = _sample_path(name) if name.startswith(_SAMPLE) else Path(path)
    data = _bytes_of(file, name)

    def sibling(other: str) -> bytes | None:
        beside = file.parent / other
        return _bytes_of(beside, other) if beside.is_file() else None

    return read_luminaire_bytes(data, name, sibling=sibling)


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
        Gives the bytes of another file of the same folder, or None.

    Raises
    ------
    LuminaireFileError
        If it cannot be read.
    """
    suffix = PurePath(name).suffix.lower()
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        raise LuminaireFileError(
            Fault(
                "this is a web page, not a luminaire file: it has no TILT= line",
                name,
                1,
                "download the file itself",
            )
        )
    if _TILT_LINE.search(data) or suffix == ".ies" or start.startswith(b"ies"):
        return read_lm63(data, name, sibling=sibling)
    raise LuminaireFileError(
        Fault("not a luminaire file of a known format", name, advice="known: LM-63 (.ies)")
    )


def _bytes_of(file: Path, name: str) -> bytes:
    """Read a file that a user named."""
    if file.is_dir():
        raise LuminaireFileError(Fault("this is a folder, not a luminaire file", name))
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise LuminaireFileError(
                Fault(f"larger than {MAX_FILE_BYTES // 1_000_000} MB; no luminaire file is", name)
            )
        return file.read_bytes()
    except FileNotFoundError:
        raise LuminaireFileError(Fault("no such file", name, advice=_neighbour(file))) from None
    except (OSError, ValueError) as error:
        raise LuminaireFileError(Fault(f"cannot be read: {error}", name)) from error


def _neighbour(file: Path) -> str:
    """Name the file that was probably meant."""
    try:
        names = [other.name for other in file.parent.iterdir()]
    except OSError:
        return f"there is no folder {file.parent}"
    close = get_close_matches(file.name, names, n=1)
    return f"did you mean {close[0]}?" if close else "check the name and the folder"


def _sample_path(name: str) -> Path:
    """Find a shipped luminaire: in the installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    wanted = name.removeprefix(_SAMPLE)
    known: dict[str, Path] = {}
    for folder in (package.parent / "ies_files", package / "ies_files"):
        known |= {file.stem: file for file in folder.glob("*.ies")}
    if wanted not in known:
        raise LuminaireFileError(
            Fault(f"no sample luminaire {wanted!r}", name, advice=nearest_name(wanted, known))
        )
    return known[wanted]
