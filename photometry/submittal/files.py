"""Writing that is atomic: a killed run leaves the old file or none, never half of one."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from photometry.errors import Fault, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["check_folder", "staged", "write_product", "write_text"]


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Give a folder to write into; move its files into `out` once all are complete.

    Two runs into one folder each stage on their own, so that each file is wholly of one run.

    Raises
    ------
    OutputError
        If `out` is not a folder, or cannot be written.
    """
    check_folder(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=".partial-", dir=out))
    except OSError as error:
        raise _cannot_write(out, error) from error
    try:
        yield stage
        for file in sorted(path for path in stage.rglob("*") if path.is_file()):
            target = out / file.relative_to(stage)
            target.parent.mkdir(parents=True, exist_ok=True)
            file.replace(target)
    except OSError as error:
        raise _cannot_write(out, error) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def check_folder(out: Path, inputs: Iterable[Path] = ()) -> None:
    """Refuse a place that cannot be a folder of products.

    Parameters
    ----------
    out
        The folder.
    inputs
        What the products are made from: they must not be among them, since a product may have
        the name of an input (``luminaires.csv``) and would take its place.

    Raises
    ------
    OutputError
        If there is a file in its place, or an input in it.
    """
    if out.exists() and not out.is_dir():
        raise OutputError(
            Fault("is a file, a folder was expected", file=str(out), advice="name another with -o")
        )
    folder = out.resolve()
    within = sorted(file.name for file in inputs if file.resolve().parent == folder)
    if within:
        what = f"is the folder of {within[0]}, which the products are made from"
        advice = "name a folder of their own with -o: they could take the place of an input"
        raise OutputError(Fault(what, file=str(out), advice=advice))


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 with LF line ends, atomically, whatever the platform's own habits."""
    _write_bytes(path, text.encode("utf-8"))


def write_product(path: Path, data: bytes) -> None:
    """Write one file that the user named, atomically.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    try:
        _write_bytes(path, data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(Fault(f"cannot be written: {reason}", file=str(path))) from error


def _write_bytes(path: Path, data: bytes) -> None:
    partial = path.with_name(f".partial-{secrets.token_hex(8)}")
    try:
        with partial.open("xb") as file:
            file.write(data)
        partial.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def _cannot_write(out: Path, error: OSError) -> OutputError:
    if isinstance(error, OutputError):
        return error
    reason = error.strerror or str(error)
    return OutputError(
        Fault(f"cannot be written: {reason}", file=str(out), advice="name another folder with -o")
    )
