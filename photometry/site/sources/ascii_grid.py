"""Elevations from an ESRI ASCII grid (``.asc``), which every GIS and terrain program writes."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Final, NoReturn

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.site.elevation_grid import RasterSurface
from photometry.site.geometry import LARGEST_COORDINATE
from photometry.site.sources.bounded import open_bounded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["LARGEST_ELEVATION", "MOST_NODES", "read_ascii_grid"]

MOST_NODES: Final = 16_000_000  # 128 MB in memory
LARGEST_FILE_BYTES: Final = 400_000_000
LARGEST_ELEVATION: Final = 1e6  # of any unit; above, it is a sign for "none" that was not declared
LONGEST_NUMBER: Final = 60  # letters
MOST_HEADER_LINES: Final = 20
BLOCK: Final = 1 << 20  # letters read at a time
SIZES: Final = frozenset({"ncols", "nrows"})
STEPS: Final = frozenset({"cellsize", "dx", "dy"})
CORNERS: Final = frozenset({"xllcorner", "yllcorner", "xllcenter", "yllcenter"})
KNOWN: Final = SIZES | STEPS | CORNERS | {"nodata_value"}


def read_ascii_grid(
    path: Path, feet_per_unit: float, feet_per_elevation_unit: float
) -> RasterSurface:
    """Read an ESRI ASCII grid.

    Parameters
    ----------
    path
        The file: a header (ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter,
        cellsize or dx and dy, NODATA_value), then elevations, rows from the north.
    feet_per_unit, feet_per_elevation_unit
        Of its coordinates and of its elevations; the file does not say.

    Returns
    -------
    RasterSurface
        Feet. Elevations are those of the middles of cells.

    Raises
    ------
    ProjectFileError
        It is not such a grid, its counts do not agree, or it is past the limits.
    """
    with open_bounded(path, LARGEST_FILE_BYTES, "cut it to the site") as raw:
        stream = io.TextIOWrapper(raw, "utf-8-sig", errors="replace")
        return _Reader(str(path), stream).surface(feet_per_unit, feet_per_elevation_unit)


class _Reader:
    """Reads a grid block by block, so that a file of any shape takes little memory."""

    def __init__(self, file: str, stream: TextIO) -> None:
        self._file = file
        self._stream = stream
        self._line = 0
        self._rest = ""  # the line after the header, which has been read

    def surface(self, feet: float, feet_up: float) -> RasterSurface:
        """Read all of it."""
        head = self._header()
        columns, rows = self._count(head, "ncols"), self._count(head, "nrows")
        if rows * columns > MOST_NODES:
            what = f"it has {rows:,} x {columns:,} elevations; at most {MOST_NODES:,} are read"
            self._refuse(what, "cut it to the site, or widen its cells")
        step = self._step(head, "dx"), self._step(head, "dy")
        first = self._first(head, "x", step[0]), self._first(head, "y", step[1])
        values = self._values(rows * columns)
        none = head.get("nodata_value", (math.nan, 0))[0]
        values[values == none] = np.nan
        if np.isnan(values).all():
            self._refuse("it has no elevation: every value is NODATA")
        if not np.nanmax(np.abs(values)) <= LARGEST_ELEVATION:
            worst = float(values[np.nanargmax(np.abs(values))])
            self._refuse(
                f"an elevation is {worst:g}", "if it stands for none, declare NODATA_value"
            )
        return RasterSurface(
            first_ft=(first[0] * feet, first[1] * feet),
            step_ft=(step[0] * feet, step[1] * feet),
            nodes_ft=values.reshape(rows, columns)[::-1] * feet_up,
        )

    def _header(self) -> dict[str, tuple[float, int]]:
        """Read the header: each key in small letters, with its value and line."""
        found: dict[str, tuple[float, int]] = {}
        for _ in range(MOST_HEADER_LINES):
            line = self._stream.readline(BLOCK)
            words = line.split(maxsplit=2)
            if not line or (words and _is_number(words[0])):
                self._rest = line
                break
            self._line += 1
            if not words:
                continue
            key = words[0].lower()
            if key not in KNOWN or len(words) != 2:
                known = (
                    "ncols, nrows, xllcorner, yllcorner, cellsize or NODATA_value and its number"
                )
                self._refuse(f'"{line.strip()[:60]}" in its header; expected {known}', here=True)
            if key in found:
                self._refuse(f"{key} a second time, after line {found[key][1]}", here=True)
            found[key] = self._number(words[1], key), self._line
        missing = sorted(SIZES - found.keys())
        missing += [] if STEPS & found.keys() else ["cellsize"]
        missing += [] if {"xllcorner", "xllcenter"} & found.keys() else ["xllcorner"]
        missing += [] if {"yllcorner", "yllcenter"} & found.keys() else ["yllcorner"]
        if missing:
            self._refuse(
                f"its header has no {', '.join(missing)}", "export it as an ESRI ASCII grid"
            )
        return found

    def _number(self, word: str, key: str) -> float:
        try:
            return float(word)
        except ValueError:
            self._refuse(f'{key} must be a number, not "{word[:40]}"', here=True)

    def _count(self, head: dict[str, tuple[float, int]], key: str) -> int:
        value, line = head[key]
        if not 2.0 <= value <= MOST_NODES or value != round(value):
            self._refuse(
                f"{key} must be a whole number from 2 to {MOST_NODES:,}, not {value:g}", line=line
            )
        return int(value)

    def _step(self, head: dict[str, tuple[float, int]], key: str) -> float:
        if key not in head and "cellsize" not in head:
            self._refuse(f"its header has no {key}", "give cellsize, or dx and dy")
        value, line = head.get(key) or head["cellsize"]
        if not 0.0 < value <= LARGEST_COORDINATE:
            self._refuse(f"the size of a cell must be above 0, not {value:g}", line=line)
        return value

    def _first(self, head: dict[str, tuple[float, int]], axis: str, step: float) -> float:
        """Give the middle of the south-west cell along an axis."""
        value, line = head.get(f"{axis}llcenter") or head[f"{axis}llcorner"]
        if not abs(value) <= LARGEST_COORDINATE:
            self._refuse(f"{axis} of its corner must be finite and at most 1e9", line=line)
        return value if f"{axis}llcenter" in head else value + step / 2.0

    def _values(self, count: int) -> FloatArray:
        """Read the elevations, as many as the header announces."""
        values = np.empty(count)
        done = 0
        for numbers in self._blocks():
            if done + len(numbers) > count:
                self._refuse(f"it holds more than the {count:,} elevations that it announces")
            values[done : done + len(numbers)] = numbers
            done += len(numbers)
        if done < count:
            self._refuse(f"{count:,} elevations announced, {done:,} found", "export it again")
        return values

    def _blocks(self) -> Iterator[FloatArray]:
        """Read numbers, some at a time, wherever the lines break."""
        rest = self._rest
        while True:
            block = self._stream.read(BLOCK)
            text, rest = rest + block, ""
            if block:
                cut = max(text.rfind(sign) for sign in " \t\n") + 1
                text, rest = text[:cut], text[cut:]
            if len(rest) > LONGEST_NUMBER:
                line = self._line + text.count("\n") + 1
                self._refuse(f'"{rest[:40]}" is not a number', line=line)
            words = text.split()
            if "_" in text:  # Python takes it within a number
                self._refuse_word(text)
            try:
                yield np.array(words, np.float64)
            except ValueError:
                self._refuse_word(text)
            self._line += text.count("\n")
            if not block:
                return

    def _refuse_word(self, text: str) -> NoReturn:
        """Find the word that is no number, and say where it stands."""
        for number, line in enumerate(text.split("\n"), start=self._line + 1):
            for word in line.split():
                if not _is_number(word):
                    advice = "write decimals with a point" if "," in word else ""
                    self._refuse(f'"{word[:40]}" is not a number', advice, line=number)
        raise AssertionError(text)  # it was called because there is one

    def _refuse(
        self, what: str, advice: str = "", *, line: int | None = None, here: bool = False
    ) -> NoReturn:
        place = self._line if here else line
        raise ProjectFileError(Fault(what, self._file, place, advice))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return "_" not in word
