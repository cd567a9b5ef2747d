"""Read a luminaire file of any known format: told by what it holds, then by its suffix."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from photometry.errors import Fault, LuminaireFileError, nearest_name
from photometry.luminaires.audit import audit
from photometry.luminaires.eulumdat import read_eulumdat
from photometry.luminaires.formats import format_and_note
from photometry.luminaires.gldf import open_gldf
from photometry.luminaires.lm63 import read_lm63
from photometry.luminaires.record import Note
from photometry.luminaires.tm33 import read_tm33

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from photometry.luminaires.record import FileFormat, LuminaireFile

__all__ = ["read_luminaire", "read_luminaire_bytes", "sample_path"]

# The largest luminaire files known (GLDF packages with geometry) stay well under this; a
# larger one is something else, and reading it would only cost memory.
MAX_FILE_BYTES: Final = 20_000_000

SUFFIXES: Final = (".ies", ".ldt", ".xml", ".gldf")
MOST_LISTED: Final = 10_000  # entries of a folder that are looked at for an error's sake

# Rated fluxes are rounded, and scaled to what a package is sold as, by some percent.
RATED_TOLERANCE: Final = 0.03

_SAMPLE: Final = "sample:"
_NOT_A_PATH: Final = "expected the path of a file"
_READ_CONTENTS: Final = "read_luminaire_bytes(data, name) reads contents"


def read_luminaire(
    path: str | PathLike[str],
    *,
    c0_rotation_deg: float | None = None,
    photometry: str | None = None,
) -> LuminaireFile:
    """Read a luminaire file; ``sample:NAME`` names one that ships with photometry.

    Parameters
    ----------
    path
        A file, or ``"sample:NAME"``.
    c0_rotation_deg
        For a file in C planes: the lateral angle is the plane less this, 0, 90, 180 or 270.
        None is what the format means: 90 for EULUMDAT and for TM-33 in CIE's planes, so that
        the side of the road (C90) becomes the street side; 0 for the others.
    photometry
        Which photometry of a GLDF package, by its id; None for the first.

    Returns
    -------
    LuminaireFile
        What the file says, with numbered notes on all that was tolerated or is odd.

    Raises
    ------
    LuminaireFileError
        If there is no such file, or it cannot be read; with every fault found.
    TypeError
        If `path` is no path: an open file, or bytes.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{_NOT_A_PATH}, not {type(path).__name__}; {_READ_CONTENTS}")
    name = os.fsdecode(path)
    if "\n" in name or "\r" in name:
        start = name.splitlines()[0][:40]
        raise LuminaireFileError(Fault(f"{_NOT_A_PATH}, not a text", start, advice=_READ_CONTENTS))
    file = sample_path(name) if name.startswith(_SAMPLE) else Path(name)

    def sibling(other: str) -> bytes | None:
        beside = file.parent / other
        return _bytes_of(beside, other) if beside.is_file() else None

    return read_luminaire_bytes(
        _bytes_of(file, name),
        name,
        sibling=sibling,
        c0_rotation_deg=c0_rotation_deg,
        photometry=photometry,
    )


def read_luminaire_bytes(
    data: bytes,
    name: str,
    *,
    sibling: Callable[[str], bytes | None] | None = None,
    c0_rotation_deg: float | None = None,
    photometry: str | None = None,
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
    c0_rotation_deg, photometry
        As `read_luminaire`.

    Returns
    -------
    LuminaireFile
        As `read_luminaire`.

    Raises
    ------
    LuminaireFileError
        If it cannot be read.
    """
    file_format, notes = format_and_note(data, name)
    if photometry is not None and file_format != "GLDF":
        raise LuminaireFileError(
            Fault(f"photometry {photometry!r} is asked for, but only GLDF files hold several", name)
        )
    if file_format == "GLDF":
        record = _read_package(data, name, c0_rotation_deg, photometry)
    else:
        record = _read(file_format, data, name, sibling, c0_rotation_deg)
    return replace(record, notes=notes + record.notes, sha256=hashlib.sha256(data).hexdigest())


def _read(
    file_format: FileFormat,
    data: bytes,
    name: str,
    sibling: Callable[[str], bytes | None] | None,
    c0_rotation_deg: float | None,
) -> LuminaireFile:
    """Read and audit a file of a format that holds one luminaire."""
    if file_format == "EULUMDAT":
        record = read_eulumdat(data, name, c0_rotation_deg=c0_rotation_deg)
    elif file_format == "TM-33":
        record = read_tm33(data, name, c0_rotation_deg=c0_rotation_deg)
    elif c0_rotation_deg:
        raise LuminaireFileError(
            Fault(
                f"c0_rotation_deg is {c0_rotation_deg:g}, but an LM-63 file has no C planes: its "
                "lateral angle 0 is the street side",
                name,
                advice="turn the luminaire by its orientation or spin instead",
            )
        )
    else:
        record = read_lm63(data, name, sibling=sibling)
    return replace(record, name=PurePath(name).name, notes=record.notes + audit(record))


def _read_package(
    data: bytes, name: str, c0_rotation_deg: float | None, photometry: str | None
) -> LuminaireFile:
    """Read the photometric file of a GLDF package; its notes say where in the package."""
    package = open_gldf(data, name, photometry=photometry)
    inner = f"{name}/{package.name}"
    file_format, misnamed = format_and_note(package.data, inner)
    if file_format == "GLDF":
        raise LuminaireFileError(Fault("a package in a package is not read", inner))
    record = _read(file_format, package.data, inner, None, c0_rotation_deg)
    notes = package.notes + tuple(
        replace(note, file=package.name) for note in misnamed + record.notes
    )
    rated_lm = package.rated_lm
    if rated_lm and abs(record.lumens / rated_lm - 1.0) > RATED_TOLERANCE:
        rated = Note(
            "IES052",
            f"the package rates the emitter at {rated_lm:g} lm, its photometric file gives "
            f"{record.lumens:.0f} lm; that was used",
        )
        notes = (*notes, rated)
    return replace(
        record,
        name=PurePath(name).name,
        file_format="GLDF",
        version=package.version,
        notes=notes,
    )


def _bytes_of(file: Path, name: str) -> bytes:
    """Read a file that a user named, if it is a file and of sensible size."""
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            what = "this is a folder, not a luminaire file"
            raise LuminaireFileError(Fault(what, name, advice=_within(file)))
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


def _within(folder: Path) -> str:
    """Say which files of a folder were probably meant."""
    entries = sorted(islice((entry.name for entry in folder.iterdir()), MOST_LISTED))
    found = [name for name in entries if PurePath(name).suffix.lower() in SUFFIXES]
    if not found:
        return f"it holds no {', '.join(SUFFIXES)} file; name the files themselves"
    ending = PurePath(found[0]).suffix
    return f"name its files, such as {folder / found[0]} (in a shell, {folder / f'*{ending}'})"


def _neighbour(file: Path) -> str:
    """Name the file that was probably meant."""
    try:
        names = [one.name for one in file.parent.iterdir() if one.suffix.lower() in SUFFIXES]
    except OSError:
        return f"there is no folder {file.parent}"
    close = get_close_matches(file.name, names, n=1)
    return f"did you mean {close[0]}?" if close else "check the name and the folder"


def sample_path(name: str) -> Path:
    """Find a shipped luminaire: inside the installed package, or beside it in a checkout.

    Raises
    ------
    LuminaireFileError
        If there is none of that name; the nearest is named.
    """
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
