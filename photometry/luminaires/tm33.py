"""Read TM-33 files (.xml): a luminaire as one or more emitters in one place.

Elements are told by their local names, and where files in the wild stray from the standard's
names and places without leaving a doubt, they are read and noted.

Sources: ANSI/IES TM-33-18 and TM-33-23, and their kin ATLA S001 and UNI 11733, which have the
same elements under another root.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.c_planes import CIE_ROTATION_DEG, turned_as_asked
from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.record import LuminaireFile
from photometry.luminaires.remarks import Remarks
from photometry.luminaires.tm33_emitter import read_emitters
from photometry.luminaires.tm33_intensity import find_intensities
from photometry.luminaires.tm33_opening import opening_from_tm33
from photometry.luminaires.xml_tree import parse_xml

if TYPE_CHECKING:
    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.tm33_emitter import Emitter
    from photometry.luminaires.xml_tree import Element

__all__ = ["read_tm33"]

_VERSIONS: Final = {
    "IESTM33": "2018",
    "IESTM3318": "2018",
    "IESTM3322": "2023",
    "IESTM3323": "2023",
    "ATLAS001": "2018",
    "ATLAS001A": "2018",
    "UNI11733": "2018",
    "LUMINAIREOPTICALDATA": "2018",
}
# Photometric type, and how far its lateral angles are from those of LM-63.
_TYPES: Final = {
    "CIEC": (PhotometricType.C, CIE_ROTATION_DEG),
    "IESA": (PhotometricType.A, 0),
    "IESB": (PhotometricType.B, 0),
    "IESC": (PhotometricType.C, 0),
    "TYPEC": (PhotometricType.C, 0),
    "C": (PhotometricType.C, 0),
    "": (PhotometricType.C, 0),
}


def read_tm33(data: bytes, name: str, *, c0_rotation_deg: float | None = None) -> LuminaireFile:
    """Read a TM-33 file.

    Parameters
    ----------
    data
        The bytes of the file.
    name
        The file as the user named it; errors quote it.
    c0_rotation_deg
        The lateral angle is the file's less this: 0, 90, 180 or 270. None is 90 where the file
        says that its angles are CIE's C planes, and 0 where they are those of the IES.

    Returns
    -------
    LuminaireFile
        The sum of all emitters, with every factor applied.

    Raises
    ------
    LuminaireFileError
        With every fault found.
    """
    remarks = Remarks(name)
    root = parse_xml(data, remarks)
    version = _VERSIONS.get(re.sub(r"[^A-Z0-9]", "", root.name.upper()))
    if version is None:
        remarks.refuse(
            f"the XML is a {root.name[:40]!r}, not a luminaire of TM-33",
            root.line,
            "expected IESTM33-18 or IESTM33-22 as its first element",
        )
    kind, default_deg = _photometric_type(root, remarks)
    emitters = read_emitters(root, kind, remarks)
    remarks.stop_if_faulty()
    distribution, opening = turned_as_asked(
        _sum(emitters, remarks),
        opening_from_tm33(root, remarks),
        c0_rotation_deg,
        default_deg,
        remarks,
    )
    count = sum(emitter.quantity for emitter in emitters)
    return LuminaireFile(
        name=PurePath(name).name,
        file_format="TM-33",
        version=version,
        keywords=_keywords(root),
        lamp_count=count,
        lumens_per_lamp_lm=_lumens_per_lamp(emitters, count),
        multiplier=_common([emitter.multiplier for emitter in emitters]),
        ballast_factor=_common([emitter.ballast_factor for emitter in emitters]),
        ballast_lamp_factor=1.0,
        input_watts_w=sum(emitter.quantity * emitter.watts_w for emitter in emitters),
        opening=opening,
        tilt=None,
        distribution=distribution,
        notes=tuple(remarks.notes),
    )


def _photometric_type(root: Element, remarks: Remarks) -> tuple[PhotometricType, int]:
    """Give the photometric type, and the turn of its C planes."""
    gonio = root.find("Equipment", "Gonioradiometer") or root.find("Equipment", "Goniometer")
    text = ""
    if gonio is not None:
        text = gonio.value("Type") or gonio.value("GoniometerType")
    text = text or _type_beside_intensities(root)
    code = re.sub(r"[^A-Z0-9]", "", text.upper())
    if code not in _TYPES:
        remarks.refuse(
            f"the photometry is of type {text[:40]!r}; IES_A, IES_B, IES_C and CIE_C are known",
            gonio.line if gonio else root.line,
            "which of h and v turns about which axis is not certain: get an IES type",
        )
    if not code:
        remarks.note("IES041", "no type of goniometer is given; read as IES_C", root.line)
    return _TYPES[code]


def _type_beside_intensities(root: Element) -> str:
    """Give the type that files without a goniometer have with their intensities; empty if none."""
    holders = (find_intensities(emitter)[0] for emitter in root.all("Emitter"))
    return next((holder.value("PhotometryType") for holder in holders if holder is not None), "")


def _sum(emitters: list[Emitter], remarks: Remarks) -> IntensityDistribution:
    """Add the emitters up, on the angles that they must share."""
    first = emitters[0].distribution
    candela = np.zeros_like(first.candela_cd)
    for emitter in emitters:
        dist = emitter.distribution
        same = (
            dist.symmetry is first.symmetry
            and np.array_equal(dist.vertical_deg, first.vertical_deg)
            and np.array_equal(dist.lateral_deg, first.lateral_deg)
        )
        if not same:
            remarks.refuse(
                "the emitters have intensities at different angles, which cannot be added "
                "without interpolation",
                emitter.line,
                "get a file with one emitter, or with the same angles for all",
            )
        factor = emitter.multiplier * emitter.ballast_factor * emitter.unit_cd
        candela = candela + emitter.quantity * factor * dist.candela_cd
    return replace(first, candela_cd=candela)


def _lumens_per_lamp(emitters: list[Emitter], count: float) -> float | None:
    """Rated lumens of the average emitter; None where one of them is absolute."""
    total = 0.0
    for emitter in emitters:
        if emitter.rated_lm is None:
            return None
        total += emitter.quantity * emitter.rated_lm
    return total / count


def _common(factors: list[float]) -> float:
    """Give the factor that all have; 1 where they differ, and it is in the candela only."""
    return factors[0] if len(set(factors)) == 1 else 1.0


def _keywords(root: Element) -> tuple[tuple[str, str], ...]:
    """Keep the header under the names of LM-63, where they mean the same."""
    header, emitter = root.find("Header") or root, root.find("Emitter") or root
    named = [
        ("TEST", header.value("ReportNumber")),
        ("TESTLAB", header.value("Laboratory")),
        ("ISSUEDATE", header.value("IssueDate") or header.value("ReportDate")),
        ("MANUFAC", header.value("Manufacturer")),
        ("LUMCAT", header.value("CatalogNumber")),
        ("LUMINAIRE", header.value("Description")),
        ("LAMPCAT", emitter.value("CatalogNumber")),
        ("LAMP", emitter.value("Description")),
        ("_CCT", emitter.value("FixedCCT") or emitter.value("CCT")),
        ("_CRI", emitter.value("ColorRendering", "Ra")),
        *(("OTHER", comment.text) for comment in header.all("Comment", "Comments")),
    ]
    # Line ends within a text would read as [MORE] lines, which they are not.
    return tuple((name, " ".join(value.split())) for name, value in named if value)
