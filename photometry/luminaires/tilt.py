"""Lamp-position factors: the TILT= record of an LM-63 file, and what it does to a tilted head.

Sources: IESNA LM-63-02 and IESNA LM-63-95 (TILT=INCLUDE, lamp-to-luminaire geometry).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from photometry.luminaires.number_stream import NumberStream
from photometry.luminaires.record import TiltTable
from photometry.luminaires.remarks import Remarks
from photometry.luminaires.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from photometry.luminaires.lm63_header import Header

__all__ = ["lamp_position_factor", "read_tilt"]

# Tables have 7 to 37 pairs; this is room for every degree and more.
MAX_PAIRS: Final = 1000

_GEOMETRIES: Final[dict[float, Literal[1, 2, 3]]] = {1.0: 1, 2.0: 2, 3.0: 3}
_OUTSIDE_A_NAME: Final = set('/\\:*?"<>|\0')


def lamp_position_factor(tilt: TiltTable, rotation: ArrayLike) -> float:
    """Multiplier on every candela of a luminaire that hangs as `rotation` says.

    The lamp's angle is that between the luminaire's nadir and the world's for a lamp along it
    (geometry 1), and the elevation of the lamp's axis for a lamp along local Y (geometry 2) or
    local X (geometry 3). It is 0 at zero tilt. A table that ends at 90 degrees or before holds
    for 90 to 180 as its mirror image; between its angles the factor is linear.

    Parameters
    ----------
    tilt
        The file's table.
    rotation : (3, 3) array_like
        From the luminaire's frame to the world's.

    Returns
    -------
    float
        The factor; beyond the table's angles, that of its nearest end.

    Notes
    -----
    IESNA LM-63-02, lamp-to-luminaire geometry. It is one thing with a light loss factor for
    lamp position: never use both.

    Examples
    --------
    >>> table = TiltTable(1, (0.0, 90.0), (1.0, 0.8))
    >>> lamp_position_factor(table, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])  # at the horizon
    0.8
    """
    local_axis = {1: 2, 2: 1, 3: 0}[tilt.lamp_geometry]
    x, y, z = np.asarray(rotation, np.float64)[:, local_axis]
    if tilt.lamp_geometry == 1:
        angle_deg = float(np.degrees(np.arctan2(np.hypot(x, y), z)))
    else:
        angle_deg = float(np.degrees(np.arctan2(abs(z), np.hypot(x, y))))
    if angle_deg > 90.0 and tilt.angle_deg[-1] <= 90.0:
        angle_deg = 180.0 - angle_deg
    return float(np.interp(angle_deg, tilt.angle_deg, tilt.factor))


def read_tilt(
    header: Header,
    stream: NumberStream,
    sibling: Callable[[str], bytes | None] | None,
    remarks: Remarks,
) -> TiltTable | None:
    """Read the table that a TILT= line announces; None for TILT=NONE.

    A named file that cannot be had is a fault: without it nobody can say what a tilted head
    gives. It is looked for in the folder of the luminaire file and nowhere else.
    """
    if header.tilt == "NONE":
        return None
    if header.tilt == "INCLUDE":
        return _read_table(stream, remarks)
    name = header.tilt
    if header.version == "2019":
        remarks.note(
            "IES024", "LM-63-2019 has no TILT=<file>; it was read as before", header.tilt_line
        )
    data = None
    if sibling is not None and _stays_in_its_folder(name):
        data = sibling(name)
    if data is None:
        remarks.fault(
            f"the lamp-position file {name[:80]!r} was not found beside this file",
            header.tilt_line,
            "put it there, or write TILT=NONE if the lamp's position does not matter",
        )
        return None
    inner = Remarks(name)
    table = _read_table(NumberStream(decode(data, inner), 1), inner)
    remarks.notes += [replace(note, file=name) for note in inner.notes]
    remarks.faults += inner.faults
    return table


def _stays_in_its_folder(name: str) -> bool:
    """Tell whether a file name of a TILT= line is a name and not a path."""
    return name not in {"", ".", ".."} and not set(name) & _OUTSIDE_A_NAME


def _read_table(stream: NumberStream, remarks: Remarks) -> TiltTable | None:
    """Read lamp geometry, number of pairs, angles and multipliers.

    Raises
    ------
    LuminaireFileError
        Where the table's length cannot be made out, and with it all that follows.
    """
    at = stream.take(2)
    head = stream.parse(at, "TILT lamp geometry and number of pairs", remarks)
    if head is None:
        remarks.stop_if_faulty()
        return None
    geometry, count = (float(head[0]), float(head[1])) if len(head) == 2 else (0.0, 0.0)
    if geometry not in _GEOMETRIES or count != round(count) or not 1 <= count <= MAX_PAIRS:
        remarks.refuse(
            "after TILT a lamp geometry of 1, 2 or 3 is expected and a number of pairs, "
            f"1 to {MAX_PAIRS}; found {' and '.join(f'{value:g}' for value in head) or 'nothing'}",
            stream.line_of(at.start),
        )
    pairs = int(count)
    at = stream.take(2 * pairs)
    values = stream.parse(at, "a TILT angle or multiplier", remarks)
    if values is None:
        return None
    if len(at) < 2 * pairs:
        remarks.refuse(
            f"{2 * pairs} TILT angles and multipliers expected, {len(at)} found",
            stream.line_of(at.stop),
            "get the whole file again",
        )
    angles, factors = values[:pairs], values[pairs:]
    if (np.diff(angles) <= 0).any():
        remarks.fault("TILT angles must rise", stream.line_of(at.start))
    if (factors < 0).any():
        remarks.fault("a TILT multiplier is below 0", stream.line_of(at.start + pairs))
    return TiltTable(_GEOMETRIES[geometry], tuple(angles.tolist()), tuple(factors.tolist()))
