"""An "or equal" answered: the site with other luminaire files, and what that changes."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from photometry.luminaires.read import read_luminaire, sample_path
from photometry.site.named_files import SAMPLE
from photometry.site.project_file import load_site

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from photometry.site.model import Site

__all__ = ["load_replaced"]

# Such a name is in no folder: the site's own files keep theirs.
REPLACING: Final = "replacing"


def load_replaced(path: str | PathLike[str], replace: Mapping[str, str]) -> Site:
    """Load a site with the luminaire files of some types replaced.

    Parameters
    ----------
    path
        The site file, or its folder.
    replace
        Luminaire type to the file that stands in for its own: a path, relative to where the
        user stands, or ``sample:NAME``.

    Raises
    ------
    LuminaireFileError
        A file that stands in cannot be read.
    ProjectFileError
        The site has a fault, or no such type.
    """
    places, names = {}, {}
    for kind, given in replace.items():
        is_sample = given.startswith(SAMPLE)
        name = given if is_sample else f"{REPLACING}:{kind}/{PurePath(given).name}"
        places[name] = sample_path(given) if is_sample else Path(given).absolute()
        read_luminaire(given)  # its faults are its own, not the site file's
        names[kind] = name
    site = Path(path)
    folder = site if site.is_dir() else site.parent

    def find(name: str) -> Path:
        if name in places:
            return places[name]
        return sample_path(name) if name.startswith(SAMPLE) else folder / name

    return load_site(path, find=find, replaced=names)
