"""Where a submittal may be written: nothing that no earlier run wrote gives way to it."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Final

from photometry.errors import Fault, OutputError
from photometry.submittal.bundle import LARGEST_MANIFEST_BYTES, MANIFEST, archive_of
from photometry.submittal.files import check_is_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["check_archive", "check_destination"]

INPUTS: Final = "inputs"
ELSEWHERE: Final = "name another folder with -o, or move it away"


def check_destination(out: Path, inputs: Iterable[Path] = (), products: Iterable[str] = ()) -> None:
    """Refuse a folder in which products would take the place of something else.

    An earlier submittal gives way, as does an empty folder; other files of the folder stay.

    Parameters
    ----------
    out
        The folder.
    inputs
        What the products are made from: they must not be among them, since a product may have
        the name of an input (``luminaires.csv``) and would take its place.
    products
        Names of the files that will be written, besides the manifest and the inputs' copies.

    Raises
    ------
    OutputError
        If there is a file in its place, it holds an input, it lies among the inputs of another
        submittal, or it holds a file of a product's name that no run wrote.
    """
    check_is_folder(out)
    folder = out.resolve()
    within = sorted(file.name for file in inputs if file.resolve().parent == folder)
    if within:
        what = f"is the folder of {within[0]}, which the products are made from"
        advice = "name a folder of their own with -o: they could take the place of an input"
        raise OutputError(Fault(what, file=str(out), advice=advice))
    for path in (folder, *folder.parents):
        if path.name == INPUTS and _is_submittal(path.parent):
            what = f"lies in the {INPUTS} of a submittal, {path.parent.name}, which must stay as they are"
            advice = "name a folder outside of it with -o"
            raise OutputError(Fault(what, file=str(out), advice=advice))
    if _is_submittal(out):
        return
    taken = next((name for name in (*products, MANIFEST, INPUTS) if (out / name).exists()), None)
    if taken is not None:
        what = f"holds {taken}, which no run of photometry wrote, and it would be overwritten"
        raise OutputError(Fault(what, file=str(out), advice=ELSEWHERE))


def check_archive(out: Path) -> None:
    """Refuse to put a folder's archive in the place of a file that is none.

    Raises
    ------
    OutputError
        If there is something in the place of ``OUT.zip``, and it is no submittal.
    """
    target = archive_of(out)
    if not target.exists():
        return
    try:
        with zipfile.ZipFile(target) as archive:
            member = archive.getinfo(MANIFEST)
            is_ours = member.file_size <= LARGEST_MANIFEST_BYTES and _is_ours(archive.read(member))
    except (OSError, KeyError, zipfile.BadZipFile, RuntimeError, NotImplementedError):
        is_ours = False
    if not is_ours:
        what = "no run of photometry wrote it, and --zip would overwrite it"
        raise OutputError(Fault(what, file=str(target), advice=ELSEWHERE))


def _is_submittal(folder: Path) -> bool:
    """Tell whether a run wrote a folder, by its manifest."""
    manifest = folder / MANIFEST
    try:
        is_small = manifest.stat().st_size <= LARGEST_MANIFEST_BYTES
        return is_small and _is_ours(manifest.read_bytes())
    except OSError:
        return False


def _is_ours(manifest: bytes) -> bool:
    try:
        record = json.loads(manifest)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and str(record.get("program", "")).startswith("photometry ")
