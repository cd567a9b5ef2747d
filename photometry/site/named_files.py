"""Where the files are that a site names: beside it, shipped with photometry, or in a bundle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from photometry.luminaires.read import sample_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from photometry.luminaires.record import Note

    Find = Callable[[str], Path]

__all__ = ["SAMPLE", "NamedFiles", "why_no_file"]

SAMPLE: Final = "sample:"


def why_no_file(path: Path, name: str) -> tuple[str, str]:
    """Say why there is no file by a name that the site writes, and what to do."""
    if path.is_dir():
        return f'"{name}" is a folder', "name a file in it"
    if path.exists():
        return f'"{name}" is not a regular file', "name a file on a disk"
    return f'there is no file "{name}"', "paths are relative to the site file"


class NamedFiles:
    """The files that a site names, found and remembered.

    Parameters
    ----------
    folder
        The site's: names are relative to it.
    find
        Gives the file of a name instead, shipped luminaires included; raises where there is
        none. A handed-in bundle is read so, from its own files alone.
    """

    def __init__(self, folder: Path, find: Find | None = None) -> None:
        self._folder = folder
        self._find = find
        self.found: dict[str, Path] = {}

    def path(self, name: str) -> Path:
        """Give the path of a file that the site names; it may not be there."""
        self.found[name] = self._find(name) if self._find else self._folder / name
        return self.found[name]

    def name_of(self, file: str) -> str:
        """Give the name by which the site knows a file; the file as given where it knows none."""
        return next((name for name, path in self.found.items() if str(path) == file), file)

    def named(self, notes: Iterable[Note]) -> tuple[Note, ...]:
        """Give notes with files as the site names them: no machine's own path, nor a bundle's."""
        return tuple(replace(note, file=self.name_of(note.file)) for note in notes)

    def luminaire(self, name: str) -> Path:
        """Give the path of a luminaire file, which may be one that is shipped.

        Raises
        ------
        LuminaireFileError
            If no such sample is shipped.
        """
        if self._find is not None or not name.startswith(SAMPLE):
            return self.path(name)
        self.found[name] = sample_path(name)
        return self.found[name]
