"""Lines, circles, arcs and light polylines of a DXF drawing, straight from their tags.

Most of a drawing is made of these four, and the library takes ten times as long for each as its
numbers do (DXF reference, AutoCAD 2018).  What is out of the ordinary is left to the library: an
extrusion of its own, paper space, a number that is missing or none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.site.sources.dxf_curves import arc_points, bulged_points

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["PLAIN", "PlainEntity", "numbers_of"]


@dataclass(frozen=True, slots=True)
class PlainEntity:
    """An entity of model space that the library need not see.

    Attributes
    ----------
    kind
        Of entity, as in ``LWPOLYLINE``.
    layer, handle
        As the file has them.
    order
        Its place among the entities of the file.
    numbers
        As `numbers_of` gives them.
    """

    kind: str
    layer: str
    handle: str
    order: int
    numbers: tuple[float, ...]

    def points(self, sagitta: float) -> tuple[FloatArray, bool, bool]:
        """Give points (n, 3), whether they are closed, and whether lines go on in others.

        Parameters
        ----------
        sagitta
            Most distance of a chord from its arc, in the unit of the drawing.

        Raises
        ------
        ValueError
            It would take too many chords.
        """
        numbers = self.numbers
        if self.kind == "LINE":
            return np.array(numbers).reshape(2, 3), False, True
        if self.kind == "LWPOLYLINE":
            closed, z = bool(numbers[0]), numbers[1]
            vertices = np.array(numbers[2:]).reshape(-1, 3)
            return _at(bulged_points(vertices, is_closed=closed, sagitta=sagitta), z), closed, False
        x, y, z, radius, *ends = numbers
        if not ends:
            turn = arc_points((x, y), abs(radius), 0.0, 2.0 * math.pi, sagitta)
            return _at(turn[:-1], z), True, False
        start, end = map(math.radians, ends)
        sweep = (end - start) % (2.0 * math.pi)
        sweep = sweep if sweep > 1e-9 else 2.0 * math.pi
        return _at(arc_points((x, y), abs(radius), start, sweep, sagitta), z), False, True


def numbers_of(kind: bytes, tags: Sequence[bytes]) -> tuple[float, ...] | None:
    """Read the numbers of one of the `PLAIN` kinds.

    Parameters
    ----------
    kind
        Of entity.
    tags
        Its lines: group codes and values in turn.

    Returns
    -------
    tuple of float
        Of a line both ends; of a circle centre and radius, of an arc its angles besides, degrees;
        of a polyline whether it is closed, its elevation, and x, y and bulge of each vertex.
        None where it is for the library to read.
    """
    codes = [code.strip() for code in tags[::2]]
    found = dict(zip(codes, tags[1::2], strict=False))
    try:
        if float(found.get(b"67", 0)) or not _is_plane(kind, found):
            return None
        return PLAIN[kind](found, codes, tags[1::2])
    except (KeyError, ValueError, IndexError):
        return None


def _is_plane(kind: bytes, found: dict[bytes, Any]) -> bool:
    """Tell whether an entity lies as the world does; ends of lines always do."""
    if kind == b"LINE" or found.keys().isdisjoint(_EXTRUSION):
        return True
    return [float(found.get(code, 0)) for code in _EXTRUSION] == [0.0, 0.0, 1.0]


def _line(found: dict[bytes, Any], _codes: Sequence[bytes], _: object) -> tuple[float, ...]:
    x, y, z = float(found[b"10"]), float(found[b"20"]), float(found.get(b"30", 0))
    return x, y, z, float(found[b"11"]), float(found[b"21"]), float(found.get(b"31", 0))


def _circle(found: dict[bytes, Any], _codes: Sequence[bytes], _: object) -> tuple[float, ...]:
    x, y, z = float(found[b"10"]), float(found[b"20"]), float(found.get(b"30", 0))
    return x, y, z, float(found[b"40"])


def _arc(found: dict[bytes, Any], codes: Sequence[bytes], values: object) -> tuple[float, ...]:
    return *_circle(found, codes, values), float(found[b"50"]), float(found[b"51"])


def _polyline(
    found: dict[bytes, Any], codes: Sequence[bytes], values: Sequence[bytes]
) -> tuple[float, ...] | None:
    numbers = [float(int(found.get(b"70", 0)) & 1), float(found.get(b"38", 0))]
    whole = 2
    for code, value in zip(codes, values, strict=False):
        if code == b"10":
            numbers += (float(value), math.nan, 0.0)
            whole += 3
        elif code == b"20":
            numbers[-2] = float(value)
        elif code == b"42":
            numbers[-1] = float(value)
    if whole == 2 or any(map(math.isnan, numbers)):
        return None
    return tuple(numbers)


def _at(points: FloatArray, z: float) -> FloatArray:
    return np.column_stack([points, np.full(len(points), z)])


_EXTRUSION = (b"210", b"220", b"230")
PLAIN: dict[bytes, Callable[[dict[bytes, Any], Sequence[bytes], Any], tuple[float, ...] | None]] = {
    b"LINE": _line,
    b"CIRCLE": _circle,
    b"ARC": _arc,
    b"LWPOLYLINE": _polyline,
}
