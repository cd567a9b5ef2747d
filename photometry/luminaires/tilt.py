"""Lamp-position factors: the TILT= record of an LM-63 file, and what it does to a tilted head.

Sources: IESNA LM-63-02 and IESNA LM-63-95 (TILT=INCLUDE, lamp-to-luminaire geometry).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.lm63_header import decode
from photometry.luminaires.lm63_numbers import NumberStream
from photometry.luminaires.record import TiltTable
from photometry.luminaires.remarks import Remarks

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from photometry.luminaires.lm63_header import Header

__all__ = ["lamp_position_factor", "read_tilt"]

# Real tables have 7 to 37 pairs.
MAX_PAIRS = 1000


def lamp_position_factor(tilt: TiltTable, rotation: ArrayLike) -> float:
    """Multiplier on every candela of a luminaire that hangs as `rotation` says.

    The lamp's angle is that between the luminaire's own nadir and the world's for a lamp along
    it (geometry 1), and the elevation of the lamp's axis above the horizontal for a lamp along
    local Y (geometry 2) or local X (geometry 3). It is 0 at zero tilt. A table that ends at 90
    degrees holds for 90 to 180 as its mirror image; between its angles the factor is linear.

    Parameters
    ----------
    tilt
        The file's table.
    rotation : (3, 3) array_like
        From the luminaire's frame to the world's.

    Returns
    -------
    float
        The factor; the table's end value outside its angles.

    Notes
    -----
    IESNA LM-63-02, lamp-to-luminaire geometry. Never use it together with a light loss factor
    for lamp position: they are one thing.

    Examples
    --------
    >>> table = TiltTable(1, (0.0, 90.0), (1.0, 0.8))
    >>> lamp_position_factor(table, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])  # aimed at the horizon
    0.8
    """
    turned = np.asarray(rotation, np.float64)
    axis = turned[:, {1: 2, 2: 1, 3: 0}[tilt.lamp_geometry]]
    sideways = float(np.hypot(axis[0], axis[1]))
    if tilt.lamp_geometry == 1:
        angle_deg = float(np.degrees(np.arctan2(sideways, axis[2])))
    else:
        angle_deg = float(np.degrees(np.arctan2(abs(axis[2]), sideways)))
    if angle_deg > 90.0 and tilt.angle_deg[-1] <= 90.0:
        angle_deg = 180.0 - angle_deg
    return float(np.interp(angle_deg, tilt.angle_deg, tilt.factor))


def read_tilt(
    header: Header,
    stream: NumberStream,
    sibling: Callable[[str], bytes | None] | None,
    remarks: Remarks,
) -> TiltTable | None:
    """Read the table that the TILT= line announces; None for TILT=NONE."""
    value = header.tilt
    if value.upper() == "NONE":
        return None
    if value.upper() == "INCLUDE":
        return _read_table(stream, remarks)
    beside = None
    if sibling is not None and _is_plain_name(value):
        beside = sibling(value)
    if beside is None:
        remarks.fault(
            f"the lamp-position file {value[:80]!r} of TILT= was not found beside this file",
            header.tilt_line,
            "put it there, or write TILT=NONE if the lamp's position does not matter",
        )
        return None
    inner = Remarks(value)
    table = _read_table(NumberStream(decode(beside, inner), 1), inner)
    inner.stop_if_faulty()
    return table


def _is_plain_name(value: str) -> bool:
    """Tell whether a TILT= file name stays in the folder of the luminaire file."""
    return bool(value) and not set(value) & set('/\\:*?"<>|') and value not in {".", ".."}


def _read_table(stream: NumberStream, remarks: Remarks) -> TiltTable | None:
    """Read lamp geometry, number of pairs, angles and multipliers."""
    start = stream.taken
    head = stream.parse(stream.take(2), start, "lamp geometry and number of TILT pairs", remarks)
    line = stream.line_of(start)
    if head is None or len(head) < 2 or head[0] not in {1, 2, 3}:
        remarks.fault(
            "TILT data begin with a lamp geometry of 1, 2 or 3 and a number of pairs", line
        )
        remarks.stop_if_faulty()
        return None
    count = head[1]
    if count != round(count) or not 1 <= count <= MAX_PAIRS:
        remarks.fault(f"{count:g} TILT pairs announced; expected 1 to {MAX_PAIRS}", line)
        remarks.stop_if_faulty()
    pairs = int(count)
    start = stream.taken
    tokens = stream.take(2 * pairs)
    values = stream.parse(tokens, start, "TILT angle or multiplier", remarks)
    if len(tokens) < 2 * pairs:
        remarks.fault(
            f"{2 * pairs} TILT numbers expected, {len(tokens)} found", stream.line_of(stream.taken)
        )
    remarks.stop_if_faulty()
    if values is None:
        return None
    angles, factors = values[:pairs], values[pairs:]
    if np.any(np.diff(angles) <= 0):
        remarks.fault("TILT angles must rise", stream.line_of(start))
    if np.any(factors < 0):
        remarks.fault("a TILT multiplier is less than 0", stream.line_of(start + pairs))
    geometry = {1.0: 1, 2.0: 2, 3.0: 3}[float(head[0])]
    return TiltTable(geometry, tuple(angles.tolist()), tuple(factors.tolist()))  # type: ignore[arg-type] # checked above
