"""A DXF file, opened: sifted where it can be, recovered where it is damaged."""

from __future__ import annotations

import io
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import ezdxf.filemanagement
import ezdxf.recover

from photometry.errors import Fault, ProjectFileError
from photometry.luminaires.record import Note
from photometry.site.sources.bounded import open_bounded
from photometry.site.sources.dxf_sift import sift
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from photometry.site.sources.dxf_plain import PlainEntity
    from photometry.site.sources.dxf_sift import Sifted
    from photometry.units import LengthUnit

__all__ = ["MOST_NOTES", "OpenedDrawing", "feet_per_unit", "open_drawing"]

# What the library says of a damaged file comes as our notes, not on stderr besides.
logging.getLogger("ezdxf").addHandler(logging.NullHandler())

LARGEST_FILE_BYTES = 100_000_000
MOST_NOTES = 20  # of repairs, and of odd entities
EXPORT_AGAIN = "export it from CAD again, as DXF 2000 or later"

# $INSUNITS of the DXF reference; the US survey foot and what is made of it come after 20.
_UNITS: dict[int, tuple[str, float]] = {
    1: ("inches", 1.0 / 12.0),
    2: ("feet", 1.0),
    3: ("miles", 5280.0),
    4: ("millimetres", FEET_PER_UNIT["m"] / 1000.0),
    5: ("centimetres", FEET_PER_UNIT["m"] / 100.0),
    6: ("metres", FEET_PER_UNIT["m"]),
    7: ("kilometres", FEET_PER_UNIT["m"] * 1000.0),
    10: ("yards", 3.0),
    14: ("decimetres", FEET_PER_UNIT["m"] / 10.0),
    21: ("US survey feet", FEET_PER_UNIT["ftUS"]),
    22: ("US survey inches", FEET_PER_UNIT["ftUS"] / 12.0),
    23: ("US survey yards", FEET_PER_UNIT["ftUS"] * 3.0),
    24: ("US survey miles", FEET_PER_UNIT["ftUS"] * 5280.0),
}


@dataclass(frozen=True, eq=False)
class OpenedDrawing:
    """A drawing as the library has read it.

    Attributes
    ----------
    document
        The library's; without what was not wanted.
    layers
        Layers of entities that were met on the way, those that were left out included.
    notes
        What was repaired.
    plain
        Entities of model space that were read on the way, and are not in the document.
    order
        By handle: the places of those in the document among all.
    """

    document: Any
    layers: tuple[str, ...]
    notes: tuple[Note, ...]
    plain: tuple[PlainEntity, ...] = ()
    order: Mapping[str, int] = field(default_factory=dict)


def open_drawing(
    path: Path, wanted: frozenset[str] | None, tell: Callable[[float], object]
) -> OpenedDrawing:
    """Open a drawing, a damaged one as far as it can be saved.

    Parameters
    ----------
    path
        Text or binary DXF.
    wanted
        Layers, casefolded; None for all.
    tell
        Called with the share of the file that has been read.

    Raises
    ------
    ProjectFileError
        It is no DXF drawing, too large, or damaged beyond repair.
    """
    is_text = _check(path)
    sifted: Sifted | None = None
    try:
        encoding = ezdxf.filemanagement.dxf_file_info(path).encoding if is_text else ""
        sifted = _sift(path, wanted, encoding, tell) if is_text else None
        document = _parsed(path, sifted, encoding, tell)
        auditor = document.audit()
    except Exception:  # noqa: BLE001  # the library raises anything where a file is damaged
        return _recover(path, sifted)
    return _opened(document, sifted, tuple(_repairs(auditor, str(path))))


def _opened(document: Any, sifted: Sifted | None, notes: tuple[Note, ...]) -> OpenedDrawing:
    if sifted is None:
        return OpenedDrawing(document, (), notes)
    return OpenedDrawing(document, sifted.layers, notes, sifted.plain, sifted.order)


def feet_per_unit(
    document: Any, unit: LengthUnit | None, file: str
) -> tuple[float, tuple[Note, ...]]:
    """Give the feet of a drawing unit; what the site file says goes before the drawing's word."""
    given = document.header.get("$INSUNITS", 0)
    code = given if isinstance(given, int) else 0
    drawn = _UNITS.get(code)
    if unit is None:
        if drawn is None:
            said = (
                f"has a unit that no site is drawn in ($INSUNITS {code})" if code else "is unitless"
            )
            what = f"the drawing {said}; inches, feet and metres look alike"
            raise ProjectFileError(Fault(what, file, advice='give [geometry] unit = "ft"'))
        return drawn[1], ()
    feet = FEET_PER_UNIT[unit]
    if drawn is None or abs(drawn[1] / feet - 1.0) < 1e-9:
        return feet, ()
    text = f'the drawing says {drawn[0]}; it is read in "{unit}", as [geometry] says'
    return feet, (Note("SITE045", text, file=file),)


def _check(path: Path) -> bool:
    """Refuse what is no drawing that can be read; tell whether it is text."""
    file = str(path)
    advice = "save only the layers of the site to another drawing"
    with open_bounded(path, LARGEST_FILE_BYTES, advice) as stream:
        start = stream.read(32)
    if start.startswith((b"AC10", b"AC1.", b"MC0.0")):
        raise ProjectFileError(Fault("it is a DWG drawing", file, advice="save it as DXF in CAD"))
    return not start.startswith(b"AutoCAD Binary DXF")


def _sift(
    path: Path, wanted: frozenset[str] | None, encoding: str, tell: Callable[[float], object]
) -> Sifted | None:
    """Leave out what is not wanted; None where the file is not as a file should be."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        return sift(stream, wanted, encoding, lambda done: tell(0.5 * done / max(size, done, 1)))


def _parsed(
    path: Path, sifted: Sifted | None, encoding: str, tell: Callable[[float], object]
) -> Any:
    if sifted is None:
        return ezdxf.filemanagement.readfile(path)
    raw = _Told(sifted.data, tell)
    # Broken letters are kept as they are, as the library keeps them.
    with io.TextIOWrapper(raw, encoding, errors="surrogateescape") as stream:
        return ezdxf.filemanagement.read(stream)


class _Told(io.BytesIO):
    """A file in memory that tells how far it has been read."""

    def __init__(self, data: bytes, tell: Callable[[float], object]) -> None:
        super().__init__(data)
        self._size = max(len(data), 1)
        self._tell = tell

    def read1(self, size: int | None = -1, /) -> bytes:
        self._tell(0.5 + 0.5 * self.tell() / self._size)
        return super().read1(size)


def _recover(path: Path, sifted: Sifted | None) -> OpenedDrawing:
    file = str(path)
    try:
        document, auditor = (
            ezdxf.recover.readfile(path)
            if sifted is None
            else ezdxf.recover.read(io.BytesIO(sifted.data))
        )
    except Exception:  # noqa: BLE001  # as above
        what = "it is not a DXF drawing, or damaged beyond repair"
        raise ProjectFileError(Fault(what, file, advice=EXPORT_AGAIN)) from None
    text = "the drawing is damaged; what could be recovered was read"
    notes = (Note("SITE040", text, file=file), *_repairs(auditor, file))
    return _opened(document, sifted, notes)


def _repairs(auditor: Any, file: str) -> list[Note]:
    found = [" ".join(str(one.message).split())[:300] for one in (*auditor.errors, *auditor.fixes)]
    texts = [f"repair {number}: {text}" for number, text in enumerate(found[:MOST_NOTES], start=1)]
    if len(found) > MOST_NOTES:
        texts.append(f"and {len(found) - MOST_NOTES:,} more repairs")
    return [Note("SITE040", text, file=file) for text in texts]
