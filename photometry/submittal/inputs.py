"""The inputs of a submittal, and where each is copied so that the folder stands on its own."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import FactsFileError
from photometry.luminaires.read import read_luminaire_bytes
from photometry.ordinance.checker import codes_of
from photometry.ordinance.datafile import read_document

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from photometry.ordinance.catalogue import Code
    from photometry.site.model import Site

__all__ = ["Inputs", "bundled_places", "copy_inputs", "inputs_of", "sha256_of"]

ELSEWHERE: Final = "elsewhere"
CODES: Final = "codes"


@dataclass(frozen=True)
class Inputs:
    """Everything that a submittal was made from.

    Attributes
    ----------
    files
        Place under ``inputs/`` to the file that is copied there.
    site
        Place of the site file.
    named
        Place of each file that the site names, by the name that it writes.
    facts_named
        Place of each table that the facts name, by the name that they write.
    codes
        Folder of each code that it was judged by, by the code's id.
    """

    files: Mapping[PurePosixPath, Path]
    site: PurePosixPath
    named: Mapping[str, PurePosixPath]
    facts_named: Mapping[str, PurePosixPath]
    codes: Mapping[str, PurePosixPath]


def inputs_of(site: Site) -> Inputs:
    """Gather the site file, all that it names, and the files of its codes."""
    codes = codes_of(site) if site.project.codes else ()
    facts = _facts_tables(site)
    named = site.named_files
    read = [site.path, *site.inputs, *named.values(), *facts.values(), *_lamp_tables(site)]
    home = site.path.parent
    places = dict(bundled_places(home, read))
    code_places = {code.id: _code_folder(home, code, places) for code in codes}
    for code in codes:
        places |= {code_places[code.id] / file.name: file.resolve() for file in code.files}
    place_of = {source: place for place, source in places.items()}
    return Inputs(
        files=dict(sorted(places.items())),
        site=place_of[site.path.resolve()],
        named={name: place_of[file.resolve()] for name, file in named.items()},
        facts_named={name: place_of[file.resolve()] for name, file in facts.items()},
        codes=code_places,
    )


def bundled_places(root: Path, inputs: Iterable[Path]) -> Mapping[PurePosixPath, Path]:
    """Give each input its place under ``inputs/``.

    Parameters
    ----------
    root
        The site's folder. Files in it keep their place.
    inputs
        Files that were read. Those of one folder outside go to ``elsewhere/``, those of the
        next to ``elsewhere-2/``: they keep their names and stay neighbours, as a luminaire file
        and its lamp-position table must. No path leaves the bundle.

    Returns
    -------
    mapping
        Place in the bundle to the file it is copied from, in the order given, each file once.
    """
    home = root.resolve()
    sources = dict.fromkeys(file.resolve() for file in inputs)
    inside = {source: source.relative_to(home) for source in sources if source.is_relative_to(home)}
    taken = {place.parts[0] for place in inside.values()}
    folders: dict[Path, str] = {}
    places: dict[PurePosixPath, Path] = {}
    for source in sources:
        if source in inside:
            places[PurePosixPath(inside[source].as_posix())] = source
            continue
        if source.parent not in folders:
            folders[source.parent] = _free_name(ELSEWHERE, {*taken, *folders.values()})
        places[PurePosixPath(folders[source.parent], source.name)] = source
    return places


def copy_inputs(inputs: Inputs, stage: Path) -> None:
    """Copy inputs to their places below ``stage/inputs/``."""
    for place, source in inputs.files.items():
        target = stage / "inputs" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _facts_tables(site: Site) -> dict[str, Path]:
    """Give the tables that the facts name; a table's path is relative to the facts."""
    if site.facts_path is None:
        return {}
    tables: Any = read_document(site.facts_path, FactsFileError).data.get("csv", {})
    if not isinstance(tables, dict):  # facts that no code has asked for were not looked at yet
        return {}
    paths = {str(name): site.facts_path.parent / str(name) for name in tables.values()}
    return {name: path for name, path in paths.items() if path.is_file()}


def _lamp_tables(site: Site) -> Iterator[Path]:
    """Give the ``TILT=<file>`` tables of luminaire files, which stand beside them."""
    found: list[Path] = []
    for kind in site.types.values():
        file = site.named_files.get(kind.file_path)
        if file is None or kind.file.tilt is None:
            continue

        def sibling(name: str, folder: Path = file.parent) -> bytes | None:
            path = folder / name
            if not path.is_file():
                return None
            found.append(path)
            return path.read_bytes()

        read_luminaire_bytes(file.read_bytes(), file.name, sibling=sibling)
    yield from found


def _code_folder(home: Path, code: Code, places: Collection[PurePosixPath]) -> PurePosixPath:
    """Give the place of a code: its own where the site's folder holds it, else ``codes/ID``."""
    folder = code.path.resolve()
    if folder.is_relative_to(home.resolve()):
        return PurePosixPath(folder.relative_to(home.resolve()).as_posix())
    return PurePosixPath(_free_name(CODES, {place.parts[0] for place in places}), code.id)


def _free_name(name: str, taken: Collection[str]) -> str:
    """Give a name, with a number where it is taken."""
    number = 2
    free = name
    while free in taken:
        free = f"{name}-{number}"
        number += 1
    return free
