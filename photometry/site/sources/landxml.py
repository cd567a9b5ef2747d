"""Ground from a survey: the triangles of a LandXML surface (LandXML 1.0 to 2.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.site.geometry import LARGEST_COORDINATE
from photometry.site.sources.bounded import read_bounded
from photometry.site.terrain import Surface
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["read_landxml"]

LARGEST_FILE_BYTES = 50_000_000
MOST_TRIANGLES = 200_000
MOST_DEEP = 40
LONGEST_TEXT = 1_000  # of one point or face
SMALLEST_AREA_SQ_FT = 1e-6  # in plan: a smaller triangle is a line, or stands upright

_UNITS = {
    "foot": FEET_PER_UNIT["ft"],
    "ussurveyfoot": FEET_PER_UNIT["ftUS"],
    "inch": FEET_PER_UNIT["ft"] / 12.0,
    "meter": FEET_PER_UNIT["m"],
    "millimeter": FEET_PER_UNIT["m"] / 1000.0,
    "centimeter": FEET_PER_UNIT["m"] / 100.0,
}


def read_landxml(path: Path) -> Surface:
    """Read the one surface of a LandXML file.

    Parameters
    ----------
    path
        The file, which says its unit; its points are northing, easting, elevation.

    Returns
    -------
    Surface
        Feet: x is easting, y northing. Faces that are marked invisible, and those without an
        area in plan, are left out.

    Raises
    ------
    ProjectFileError
        It is not LandXML, says no unit, holds no surface or several, or is past the limits.
    """
    reader = _Reader(str(path))
    reader.parse(read_bounded(path, LARGEST_FILE_BYTES, "export the surface of the site alone"))
    return reader.surface()


class _Reader:
    """Handlers that keep points and faces, and nothing else, while a file goes by."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._feet: float | None = None
        self._surfaces: list[str] = []
        self._open: list[str] = []
        self._text: list[str] | None = None
        self._key = ""
        self._rows: dict[str, int] = {}
        self._points: list[list[float]] = []
        self._faces: list[tuple[int, int, int]] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def parse(self, data: bytes) -> None:
        """Read the file, or refuse it."""
        try:
            self._parser.Parse(data, True)  # noqa: FBT003 - expat takes no keyword
        except expat.ExpatError as error:
            what = f"it is not well-formed XML: {expat.ErrorString(error.code)}"
            self._refuse(what, "export it again", line=error.lineno)
        except ProjectFileError:  # of a handler
            raise
        except (ValueError, LookupError):  # an encoding that is not known
            self._refuse("its encoding is not known", "export it in UTF-8")

    def surface(self) -> Surface:
        """Give the surface that was read."""
        if len(self._surfaces) != 1:
            names = f": {', '.join(self._surfaces[:10])}" if self._surfaces else ""
            what = f"it holds {len(self._surfaces)} surfaces{names}; a site has one ground"
            self._refuse(what[:300], "export the one surface of finished grade as LandXML")
        if self._feet is None:
            self._refuse("it says no unit", 'expected <Imperial linearUnit="foot" .../> in <Units>')
        if not self._faces:
            self._refuse("its surface has no faces", "export it with its triangles, not its points")
        vertices = np.array(self._points) * self._feet
        triangles = np.array(self._faces, np.int64)
        a, b, c = (vertices[triangles[:, corner], :2] for corner in range(3))
        twice = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
        triangles = triangles[np.abs(twice) > 2.0 * SMALLEST_AREA_SQ_FT]
        if not len(triangles):
            self._refuse("its surface has no area in plan")
        return Surface(vertices_ft=vertices, triangles=triangles)

    def _refuse(self, what: str, advice: str = "", *, line: int | None = None) -> NoReturn:
        raise ProjectFileError(Fault(what, self._file, line, advice))

    def _refuse_here(self, what: str, advice: str = "") -> NoReturn:
        self._refuse(what, advice, line=self._parser.CurrentLineNumber)

    def _doctype(self, *_: object) -> None:
        self._refuse_here("it has a DOCTYPE, which LandXML has not and which can hide an attack")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if len(self._open) >= MOST_DEEP:
            self._refuse_here(f"elements are nested over {MOST_DEEP} deep")
        self._open.append(name)
        if name in ("Imperial", "Metric") and self._feet is None:
            unit = attributes.get("linearUnit", "")
            self._feet = _UNITS.get(unit.lower())
            if self._feet is None:
                self._refuse_here(
                    f'linearUnit "{unit[:40]}" is not known', f"known: {', '.join(_UNITS)}"
                )
        elif name == "Surface":
            self._surfaces.append(attributes.get("name", "unnamed")[:60])
        elif name == "P" and "Pnts" in self._open:
            self._key, self._text = attributes.get("id", ""), []
        elif name == "F" and "Faces" in self._open and attributes.get("i") != "1":
            self._text = []

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, _: str) -> None:
        name = self._open.pop()
        if self._text is None or name not in ("P", "F"):
            return
        words = "".join(self._text)[:LONGEST_TEXT].split()
        self._text = None
        if len(self._surfaces) > 1:  # refused in the end, with the names of all
            return
        if name == "P":
            self._point(words)
        else:
            self._face(words)

    def _point(self, words: list[str]) -> None:
        try:
            northing, easting, z = map(float, words)
        except ValueError:
            self._refuse_here(f'point "{self._key[:40]}" is not northing, easting, elevation')
        if not all(abs(one) <= LARGEST_COORDINATE for one in (northing, easting, z)):
            self._refuse_here(f'point "{self._key[:40]}" is not finite, or above 1e9')
        self._rows[self._key] = len(self._points)
        self._points.append([easting, northing, z])

    def _face(self, words: list[str]) -> None:
        if len(self._faces) >= MOST_TRIANGLES:
            advice = "thin it out, or cut it to the site and 200 ft round it"
            self._refuse_here(f"its surface has over {MOST_TRIANGLES:,} faces", advice)
        if len(words) != 3 or not all(word in self._rows for word in words):
            self._refuse_here(f'face "{" ".join(words)[:60]}" is not three points of the surface')
        one, two, three = (self._rows[word] for word in words)
        self._faces.append((one, two, three))
