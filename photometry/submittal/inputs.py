"""The inputs of a submittal, and where each is copied so that the folder stands on its own."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["bundled_places", "sha256_of"]

ELSEWHERE = "elsewhere"


def bundled_places(root: Path, inputs: Iterable[Path]) -> Mapping[PurePosixPath, Path]:
    """Give each input its place under ``inputs/``.

    Parameters
    ----------
    root
        The site's folder. Files in it keep their place, so that the copied site file finds them.
    inputs
        Files that were read. One from outside the folder goes to ``elsewhere/``, with a number
        where two have the same name; no path leaves the bundle.

    Returns
    -------
    mapping
        Place in the bundle to the file it is copied from, in the order given, each file once.
    """
    home = root.resolve()
    places: dict[PurePosixPath, Path] = {}
    taken: dict[Path, PurePosixPath] = {}
    for file in inputs:
        source = file.resolve()
        if source in taken:
            continue
        if source.is_relative_to(home):
            place = PurePosixPath(source.relative_to(home).as_posix())
        else:
            place = _free_name(source.name, places)
        taken[source] = place
        places[place] = source
    return places


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _free_name(name: str, places: Mapping[PurePosixPath, Path]) -> PurePosixPath:
    place = PurePosixPath(ELSEWHERE, name)
    number = 2
    while place in places:
        place = PurePosixPath(ELSEWHERE, f"{Path(name).stem}-{number}{Path(name).suffix}")
        number += 1
    return place
