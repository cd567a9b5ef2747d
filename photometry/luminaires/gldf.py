"""Open GLDF packages (.gldf): the photometric file in the archive, safely.

A package is a ZIP archive; its product.xml lists files, and photometries that refer to them.
Nothing is ever written to disk: members are read into memory by their exact names, up to a
limit, whatever sizes the archive claims.

Source: Global Lighting Data Format 1.0 (product.xml; photometric files in ``ldc/``).
"""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Final

from photometry.errors import nearest_name
from photometry.luminaires.remarks import Remarks
from photometry.luminaires.xml_tree import parse_xml

if TYPE_CHECKING:
    from photometry.luminaires.record import Note
    from photometry.luminaires.xml_tree import Element

__all__ = ["Contained", "open_gldf"]

# The largest member that is read: the limit of any luminaire file.
MAX_MEMBER_BYTES: Final = 20_000_000
# Packages hold some pictures and geometries; a list of members past this is an attack.
MAX_MEMBERS: Final = 2_000

_AGAIN: Final = "get the package again"
_PRODUCT: Final = "product.xml"
_FOLDER: Final = "ldc/"
# A name within a folder, whatever the system: no way up, no drive, no device.
_FILE_NAME: Final = re.compile(r"(?!\.{1,2}$)[^/\\:]{1,255}")
_PHOTOMETRIC: Final = ("ldc/eulumdat", "ldc/ies", "ldc/iesxml")
_MEMBER_SIGNATURE: Final = b"PK\x01\x02"
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What the standard library raises on archives that are broken, each in its own way.
_BROKEN: Final = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Contained:
    """The photometric file of a package.

    Attributes
    ----------
    name
        Where it is in the package.
    data
        Its bytes.
    version
        Version of the package's format.
    notes
        On the package and on the choice.
    rated_lm
        Luminous flux that the package rates an emitter with this photometry at; None where it
        does not.
    """

    name: str
    data: bytes
    version: str
    notes: tuple[Note, ...]
    rated_lm: float | None


def open_gldf(data: bytes, name: str, *, photometry: str | None = None) -> Contained:
    """Open a package and read the photometric file in it.

    Parameters
    ----------
    data
        The bytes of the package.
    name
        The package as the user named it; errors quote it.
    photometry
        Id of one of its photometries; None for the first.

    Raises
    ------
    LuminaireFileError
        If it is no package, is past the limits, or lacks the file.
    """
    remarks = Remarks(name)
    if data.count(_MEMBER_SIGNATURE) > MAX_MEMBERS:
        remarks.refuse(f"the package lists more than {MAX_MEMBERS} files")
    if not zipfile.is_zipfile(BytesIO(data)):
        remarks.refuse("not a ZIP archive, as every GLDF package is", advice=_AGAIN)
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except _BROKEN as error:
        remarks.refuse(f"not a whole ZIP archive: {error}", advice=_AGAIN)
    with archive:
        in_product = Remarks(f"{name}/{_PRODUCT}")
        root = parse_xml(_member(archive, _PRODUCT, remarks), in_product)
        chosen = _choose(root, photometry, in_product)
        path = _path_in(archive, chosen, in_product)
        return Contained(
            name=path,
            data=_member(archive, path, remarks),
            version=_version(root),
            notes=tuple(replace(note, file=_PRODUCT) for note in in_product.notes),
            rated_lm=_rated_flux(root, chosen.photometry),
        )


@dataclass(frozen=True, slots=True)
class _Photometry:
    """A photometry of the package, and the file that it refers to."""

    photometry: str
    file: Element


def _choose(root: Element, wanted: str | None, remarks: Remarks) -> _Photometry:
    """Choose the photometry that is wanted, or the first."""
    definitions = root.find("GeneralDefinitions") or root
    files = {
        file.attributes.get("id", ""): file
        for group in definitions.all("Files")
        for file in group.all("File")
        if file.attributes.get("contentType", "") in _PHOTOMETRIC
    }
    known: dict[str, _Photometry] = {}
    for group in definitions.all("Photometries"):
        for element in group.all("Photometry"):
            reference = element.find("PhotometryFileReference")
            file = files.get(reference.attributes.get("fileId", "")) if reference else None
            identity = element.attributes.get("id", "")
            if file is not None and identity not in known:
                known[identity] = _Photometry(identity, file)
    if not known:
        remarks.refuse(
            "the package has no photometry with a photometric file",
            definitions.line,
            f"expected a File of type {', '.join(_PHOTOMETRIC)} that a Photometry refers to",
        )
    if wanted is not None and wanted not in known:
        remarks.refuse(f"no photometry {wanted[:40]!r}", advice=nearest_name(wanted, known))
    first = next(iter(known)) if wanted is None else wanted
    if wanted is None and len(known) > 1:
        others = [identity[:40] for identity in known if identity != first]
        remarks.note(
            "IES050",
            f"{len(known)} photometries; {first[:40]} was read, not {', '.join(others[:5])}"
            + (" ..." if len(others) > 5 else ""),
            known[first].file.line,
        )
    return known[first]


def _path_in(archive: zipfile.ZipFile, chosen: _Photometry, remarks: Remarks) -> str:
    """Find the member that a file element names; it can be nowhere but in the package."""
    file, line = chosen.file, chosen.file.line
    if file.attributes.get("type") == "url":
        remarks.refuse(
            f"the photometric file is not in the package but at {file.text[:120]!r}",
            line,
            "download it, and read it instead",
        )
    # Some programs write the name with the folder that it is in by rule.
    file_name = file.text.removeprefix(_FOLDER)
    if not _FILE_NAME.fullmatch(file_name) or not file_name.isprintable():
        remarks.refuse(
            f"the photometric file is named {file.text[:80]!r}; expected a name without folders",
            line,
            "the package may be an attack: get it from the maker",
        )
    path = _FOLDER + file_name
    members = [name for name in archive.namelist() if name.isprintable() and name[-1:] != "/"]
    if path in members:
        if file_name != file.text:
            remarks.note(
                "IES051", f"the file is named with its folder, {file.text!r}; it was read", line
            )
        return path
    others = [member for member in members if member.startswith(_FOLDER)]
    like = [member for member in others if member.casefold() == path.casefold()] or others
    if len(like) != 1:  # names in old code pages come out garbled, but one file alone is meant
        advice = nearest_name(path, others) if others else "get the whole package again"
        remarks.refuse(f"the package has no file {path!r}", line, advice)
    remarks.note("IES051", f"the package has no file {path!r}; {like[0]!r} was read", line)
    return like[0]


def _member(archive: zipfile.ZipFile, path: str, remarks: Remarks) -> bytes:
    """Read a member, and no more of it than the limit."""
    try:
        info = archive.getinfo(path)
    except KeyError:
        remarks.refuse(f"the package has no {path}", advice="every GLDF package has one")
    if info.compress_type not in _METHODS or info.flag_bits & 0x1:
        remarks.refuse(f"{path} is encrypted, or compressed by another method than deflate")
    try:
        with archive.open(info) as member:
            data = member.read(MAX_MEMBER_BYTES + 1)
    except _BROKEN as error:
        remarks.refuse(f"{path} cannot be read: {error}", advice=_AGAIN)
    if len(data) > MAX_MEMBER_BYTES:
        remarks.refuse(f"{path} is larger than {MAX_MEMBER_BYTES / 1e6:.0f} MB when unpacked")
    return data


def _version(root: Element) -> str:
    """Give the version of the format: ``"1.0"``, or ``"1.0-rc.3"`` before its release."""
    found = root.find("Header", "FormatVersion")
    if found is None:
        return ""
    attributes = found.attributes
    if "major" not in attributes:
        return found.text[:20]
    version = f"{attributes['major'][:5]}.{attributes.get('minor', '0')[:5]}"
    before = attributes.get("pre-release", "")[:5]
    return f"{version}-rc.{before}" if before else version


def _rated_flux(root: Element, photometry: str) -> float | None:
    """Give the flux of the first emitter that has this photometry and states one."""
    for group in (root.find("GeneralDefinitions") or root).all("Emitters"):
        for emitter in (light for element in group.all("Emitter") for light in element.children):
            reference = emitter.find("PhotometryReference")
            if reference is None or reference.attributes.get("photometryId") != photometry:
                continue
            text = emitter.value("RatedLuminousFlux")
            if text.isdecimal() and text.isascii() and 0 < len(text) < 9:
                return float(text)
    return None
