"""A submittal as a bundle: its manifest, one file of it, and how a handed-in one is opened.

The manifest lists every file with its SHA-256, and where each file that the site names lies in
the bundle.  A bundle comes from strangers: no name leads out of it, and no archive is unpacked
past a limit, whatever sizes it claims.
"""

from __future__ import annotations

import json
import re
import stat
import tempfile
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from photometry._version import __version__
from photometry.errors import BundleError, Fault
from photometry.submittal.files import reported, staged_file
from photometry.submittal.inputs import sha256_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from photometry.site.model import Site
    from photometry.submittal.inputs import Inputs
    from photometry.submittal.plotting import Plotting

__all__ = [
    "LARGEST_MANIFEST_BYTES",
    "MANIFEST",
    "Bundle",
    "archive_of",
    "manifest_record",
    "open_bundle",
    "zip_submittal",
]

MANIFEST: Final = "manifest.json"
MOST_FILES: Final = 10_000
MOST_BYTES: Final = 500_000_000  # of a bundle, unpacked; a million points take 80 MB
LARGEST_MANIFEST_BYTES: Final = 10_000_000
CHUNK_BYTES: Final = 1 << 20

# Archives have no earlier date; a later one would make equal submittals differ.
_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)
_PERMISSIONS: Final = 0o644 << 16
_PART: Final = re.compile(r'(?!\.{1,2}$)[^/\\:*?"<>|\x00-\x1f]{1,255}')
# What the standard library raises on archives that are broken, each in its own way.
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class Bundle:
    """A submittal that was handed in, in a folder.

    Attributes
    ----------
    name
        The folder or archive as the user named it.
    root
        The folder that holds manifest.json.
    manifest
        As it was read; the parts that are used have been checked.
    """

    name: str
    root: Path
    manifest: Mapping[str, Any]

    @property
    def hashes(self) -> Mapping[str, str]:
        """SHA-256 of each file, as the manifest says."""
        return {name: entry["sha256"] for name, entry in self.manifest["files"].items()}

    def named(self, kind: str) -> Mapping[str, Path]:
        """Give the files that the site, the facts or the codes name, by that name."""
        return {name: self.root / place for name, place in self.manifest["inputs"][kind].items()}

    def holds(self, name: str) -> bool:
        """Tell whether a listed file is there; a link that leads out of the bundle is not."""
        path = self.root / name
        return path.is_file() and path.resolve().is_relative_to(self.root.resolve())

    def unlisted(self) -> set[str]:
        """Give the inputs that the manifest does not list."""
        inputs = (path for path in (self.root / "inputs").rglob("*") if path.is_file())
        return {path.relative_to(self.root).as_posix() for path in inputs} - set(self.hashes)

    @property
    def replaced(self) -> Mapping[str, str]:
        """Luminaire types whose file is not the one that the site names, and the file's name."""
        replaced: Mapping[str, str] = self.manifest["inputs"].get("replaced", {})
        return replaced

    @property
    def site_path(self) -> Path:
        """The copied site file."""
        return self.root.joinpath(self.manifest["inputs"]["site"])


def manifest_record(site: Site, inputs: Inputs, stage: Path, plotted: Plotting) -> dict[str, Any]:
    """List every file of a finished submittal, and what they were made with; no machine's names."""
    files = sorted(
        path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file()
    )
    return {
        "format": 1,
        "program": f"photometry {__version__}",
        "versions": {name: version(name) for name in ("numpy", "numba", "shapely", "matplotlib")},
        "project": site.project.name,
        "codes": list(inputs.codes),
        "options": dict(site.options),
        "plotted": {
            "sheet": plotted.sheet,
            "scale": plotted.scale or None,
            **({} if plotted.light.is_footcandle else {"light": plotted.light.name}),
        },
        "inputs": {
            "site": f"inputs/{inputs.site}",
            "named": _in_bundle(inputs.named),
            "facts": _in_bundle(inputs.facts_named),
            "codes": _in_bundle(inputs.codes),
            "replaced": dict(site.replaced),
        },
        "files": {name: {"sha256": sha256_of(stage / name)} for name in files},
    }


def zip_submittal(out: Path, files: Iterable[Path]) -> Path:
    """Put a submittal into one file beside its folder, the same bytes for the same submittal.

    Parameters
    ----------
    out
        The folder that was written.
    files
        The submittal's files in it: what else is in the folder stays out.

    Returns
    -------
    Path
        ``OUT.zip``.
    """
    target = archive_of(out)
    with (
        reported(target),
        staged_file(target) as partial,
        zipfile.ZipFile(partial, "w") as archive,
    ):
        for file in sorted(files):
            member = zipfile.ZipInfo(file.as_posix(), _ZIP_DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3  # Unix, wherever it is written
            member.external_attr = _PERMISSIONS
            archive.writestr(member, (out / file).read_bytes())
    return target


def archive_of(out: Path) -> Path:
    """Give the place of the one file beside a submittal's folder: ``OUT.zip``."""
    named = out if out.name not in {"", ".."} else out.resolve()
    return named.with_name(f"{named.name or 'out'}.zip")


@contextmanager
def open_bundle(path: Path) -> Iterator[Bundle]:
    """Open a submittal: its folder, or the archive of one, which is unpacked for as long.

    Raises
    ------
    BundleError
        There is none, it is no submittal, or it is not safe to unpack.
    """
    if path.is_dir():
        # Codes are looked for beside the site file: a path from where we stand would not be found.
        yield _bundle(path.absolute(), str(path))
        return
    if not path.is_file():
        what = "there is no such folder or file" if not path.exists() else "it is not a file"
        raise BundleError(Fault(what, str(path)))
    if not zipfile.is_zipfile(path):
        what = "it is neither a folder nor a ZIP archive"
        raise BundleError(Fault(what, str(path), advice="make one with photometry run --zip"))
    with tempfile.TemporaryDirectory(prefix="photometry-") as folder:
        _unpack(path, Path(folder))
        yield _bundle(_top(Path(folder)), str(path))


def _in_bundle(places: Mapping[str, PurePosixPath]) -> dict[str, str]:
    return {name: f"inputs/{place}" for name, place in sorted(places.items())}


def _bundle(root: Path, name: str) -> Bundle:
    """Read the manifest of a folder and check what will be used of it."""
    path = root / MANIFEST
    if not path.is_file():
        what = f"there is no {MANIFEST} in it: this is not a submittal"
        raise BundleError(Fault(what, name, advice="make one with photometry run"))
    if path.stat().st_size > LARGEST_MANIFEST_BYTES:
        raise BundleError(Fault("it is too large", f"{name}/{MANIFEST}"))
    try:
        manifest = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as broken:
        raise BundleError(Fault(f"it is not JSON: {broken}", f"{name}/{MANIFEST}")) from None
    faults = [Fault(what, f"{name}/{MANIFEST}") for what in _manifest_faults(manifest)]
    if faults:
        raise BundleError(faults)
    return Bundle(name, root, manifest)


def _manifest_faults(manifest: Any) -> Iterator[str]:
    """Say what is missing of a manifest's shape, and which names lead out of the bundle."""
    if not isinstance(manifest, dict) or manifest.get("format") != 1:
        yield "it is not the manifest of a submittal: format = 1 was expected"
        return
    files, inputs = manifest.get("files"), manifest.get("inputs")
    if not isinstance(files, dict) or not isinstance(inputs, dict):
        yield 'it lists no "files" and "inputs"'
        return
    for name, entry in files.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("sha256"), str):
            yield f"{name!r} has no sha256"
    places: list[Any] = [*files, inputs.get("site")]
    for kind in ("named", "facts", "codes"):
        if not isinstance(inputs.get(kind), dict):
            yield f'"inputs" lists no "{kind}"'
        else:
            places += inputs[kind].values()
    replaced = inputs.get("replaced", {})
    if not isinstance(replaced, dict) or not all(isinstance(n, str) for n in replaced.values()):
        yield '"replaced" of its "inputs" is not a table of luminaire files by type'
    yield from (f"{place!r} is no place in a bundle" for place in places if not _is_safe(place))


def _is_safe(name: Any) -> bool:
    """Tell whether a name stays in the bundle on every system."""
    return isinstance(name, str) and all(_PART.fullmatch(part) for part in name.split("/"))


def _unpack(path: Path, folder: Path) -> None:
    """Unpack an archive, after a look at all its names and with a count of its bytes."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            faults = [Fault(what, str(path)) for what in _archive_faults(members)]
            if faults:
                raise BundleError(faults)
            left = MOST_BYTES
            for member in members:
                left = _unpack_member(archive, member, folder / member.filename, left)
                if left < 0:
                    what = f"it unpacks to more than {MOST_BYTES / 1e6:g} MB"
                    raise BundleError(Fault(what, str(path), advice="this is no submittal"))
    except _BROKEN as broken:
        raise BundleError(Fault(f"it is no sound ZIP archive: {broken}", str(path))) from None
    except OSError as error:
        what = f"it cannot be unpacked: {error.strerror or error}"
        raise BundleError(Fault(what, str(path))) from error


def _archive_faults(members: list[zipfile.ZipInfo]) -> Iterator[str]:
    if len(members) > MOST_FILES:
        yield f"it holds more than {MOST_FILES:,} files"
        return
    seen: set[str] = set()
    for member in members:
        if not _is_safe(member.filename):
            yield f"{member.filename!r} would lead out of the folder that it is unpacked into"
        elif stat.S_ISLNK(member.external_attr >> 16):
            yield f"{member.filename!r} is a link"
        elif member.flag_bits & 1:
            yield f"{member.filename!r} is encrypted"
        if member.filename.casefold() in seen:
            yield f"{member.filename!r} is in it twice"
        seen.add(member.filename.casefold())
    if sum(member.file_size for member in members) > MOST_BYTES:
        yield f"it unpacks to more than {MOST_BYTES / 1e6:g} MB"


def _unpack_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, left: int
) -> int:
    """Unpack a file in pieces; give how many bytes may still be unpacked."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(member) as source, target.open("xb") as file:
        while left >= 0 and (piece := source.read(CHUNK_BYTES)):
            left -= len(piece)
            file.write(piece)
    return left


def _top(folder: Path) -> Path:
    """Give the folder of the manifest: an archive may hold the folder instead of its files."""
    if not (folder / MANIFEST).is_file():
        inner = [place.parent for place in folder.glob(f"*/{MANIFEST}")]
        if len(inner) == 1:
            return inner[0]
    return folder
