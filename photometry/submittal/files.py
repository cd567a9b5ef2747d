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
    from collections.abc import Iterator

__all__ = ["check_folder", "staged", "write_text"]


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


def check_folder(out: Path) -> None:
    """Refuse a place that cannot be a folder of products.

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
    partial = path.with_name(f".partial-{secrets.token_hex(8)}")
    try:
        with partial.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
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
