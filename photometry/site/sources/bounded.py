"""Files of strangers: read as far as their kind may be long, or refused in one way."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from photometry.errors import Fault, ProjectFileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

__all__ = ["open_bounded", "read_bounded", "readable"]


def read_bounded(path: Path, most_bytes: int, advice: str = "", *, subject: str = "it") -> bytes:
    """Read a file of at most so many bytes; never more, whatever it is.

    Parameters
    ----------
    path
        The file, as the user named it.
    most_bytes
        More is refused.
    advice
        What to do where it is larger.
    subject
        What messages call it.

    Raises
    ------
    ProjectFileError
        It cannot be read, or is larger.
    """
    with readable(path, subject), path.open("rb") as stream:
        data = stream.read(most_bytes + 1)
    _check(len(data), path, most_bytes, advice, subject)
    return data


@contextmanager
def open_bounded(path: Path, most_bytes: int, advice: str = "") -> Iterator[BinaryIO]:
    """Open a file of at most so many bytes, for what reads it part by part.

    Raises
    ------
    ProjectFileError
        It cannot be read, or is larger.
    """
    with readable(path), path.open("rb") as stream:
        _check(stream.seek(0, 2), path, most_bytes, advice, "it")
        stream.seek(0)
        yield stream


@contextmanager
def readable(path: Path, subject: str = "it") -> Iterator[None]:
    """Turn what the system says of a file that cannot be read into a fault of that file."""
    try:
        yield
    except OSError as trouble:
        what = f"{subject} cannot be read: {trouble.strerror or trouble}"
        raise ProjectFileError(Fault(what, str(path))) from None


def _check(size: int, path: Path, most_bytes: int, advice: str, subject: str) -> None:
    if size > most_bytes:
        what = f"{subject} is larger than {most_bytes / 1e6:g} MB"
        raise ProjectFileError(Fault(what, str(path), advice=advice))
