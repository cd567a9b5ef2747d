"""Writing that is atomic: a killed run leaves the old file or none, never half of one."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from photometry.errors import Fault, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "check_is_folder",
    "folder_made",
    "reported",
    "staged",
    "staged_file",
    "write_product",
    "write_text",
]


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Give a folder to write into; move its files into `out` once all are complete.

    Two runs into one folder each stage on their own, so that each file is wholly of one run.

    Raises
    ------
    OutputError
        If `out` is not a folder, or cannot be written.
    """
    check_is_folder(out)
    with reported(out, advice="name another folder with -o"), folder_made(out):
        stage = Path(tempfile.mkdtemp(prefix=".partial-", dir=out))
        try:
            yield stage
            for file in sorted(path for path in stage.rglob("*") if path.is_file()):
                target = out / file.relative_to(stage)
                target.parent.mkdir(parents=True, exist_ok=True)
                file.replace(target)
        finally:
            shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def folder_made(folder: Path) -> Iterator[None]:
    """Make a folder to write into; if nothing is written, take away what was made."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for path in made:  # the innermost first; one that holds something stays
            with suppress(OSError):
                path.rmdir()


@contextmanager
def staged_file(path: Path) -> Iterator[Path]:
    """Give another name beside a file's own, and rename when all is written.

    What is written may be a folder, if none of the file's own name is there when it is whole.
    The name ends with the process, so that the next run knows what a killed one left behind.
    """
    for left in path.parent.glob(f".partial-{_escaped(path.name)}-*"):
        if not _is_running(left.name.rpartition("-")[2]):
            _remove(left)
    partial = path.with_name(f".partial-{path.name}-{secrets.token_hex(4)}-{os.getpid()}")
    try:
        yield partial
        partial.replace(path)
    finally:
        _remove(partial)


@contextmanager
def reported(path: Path, advice: str = "") -> Iterator[None]:
    """Say of which file it is that the system refuses to write it.

    Raises
    ------
    OutputError
        In the place of another `OSError`; an interrupt stays one.
    """
    try:
        yield
    except (OutputError, InterruptedError):
        raise
    except OSError as error:
        what = f"cannot be written: {error.strerror or error}"
        raise OutputError(Fault(what, file=str(path), advice=advice)) from error


def check_is_folder(out: Path) -> None:
    """Refuse a place that cannot be a folder.

    Raises
    ------
    OutputError
        If there is a file in its place.
    """
    if out.exists() and not out.is_dir():
        raise OutputError(
            Fault("is a file, a folder was expected", file=str(out), advice="name another with -o")
        )


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 with LF line ends, atomically, whatever the platform's own habits."""
    with staged_file(path) as partial:
        partial.write_bytes(text.encode("utf-8"))


def write_product(path: Path, data: bytes) -> None:
    """Write one file that the user named, atomically.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    with reported(path), staged_file(path) as partial:
        partial.write_bytes(data)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _is_running(process: str) -> bool:
    """Tell whether a process of this machine still runs, as far as can be told."""
    if os.name != "posix" or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _escaped(name: str) -> str:
    """Give a name in which no sign stands for others."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
