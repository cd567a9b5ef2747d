"""The lists of a EULUMDAT file: C planes, gamma angles and intensities, plane by plane.

A file lists every plane of the ring, but the intensities only of those that its symmetry does
not give: they are brought here into the lateral ranges that LM-63 knows.

Source: EULUMDAT (A. W. Stockmar, 1990): Isym 0 none; 1 about the vertical axis; 2 to the plane
C0-C180; 3 to the plane C90-C270, stored from C270 through C0 to C90; 4 to both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.lm63_angles import MAX_GAP_DEG, ROUNDING_DEG, MeasuredTable
from photometry.luminaires.number_stream import (
    NumberStream,
    candela_table,
    note_what_follows,
    rising_angles,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.eulumdat_header import EulumdatHeader
    from photometry.luminaires.remarks import Remarks

    FloatArray = NDArray[np.float64]

__all__ = ["read_planes"]

# First and last plane that each symmetry stores; C270 to C90 runs on through C360.
_STORED_DEG: Final = {2: (0.0, 180.0), 3: (270.0, 450.0), 4: (0.0, 90.0)}


def read_planes(header: EulumdatHeader, remarks: Remarks) -> MeasuredTable:
    """Read the lists.

    Returns
    -------
    MeasuredTable
        Lateral angles are C planes, in one of the ranges of LM-63; candela are as written,
        which is per 1000 lm of the lamps.

    Raises
    ------
    LuminaireFileError
        With every fault so far, if a list is at fault.
    """
    stream = NumberStream(header.lists.replace(",", "."), header.first_line)
    spans = {
        "lateral": stream.take(header.plane_count),
        "vertical": stream.take(header.gamma_count),
    }
    c_deg = rising_angles(spans["lateral"], "C", stream, remarks)
    gamma_deg = rising_angles(spans["vertical"], "gamma", stream, remarks)
    if len(c_deg) < header.plane_count or len(gamma_deg) < header.gamma_count:
        if not remarks.faults:
            remarks.fault(
                f"{header.plane_count} C planes and {header.gamma_count} gamma angles announced; "
                "the file ends within their lists",
                stream.line_of(stream.taken),
                "get the whole file again, or check the counts on lines 4 and 6",
            )
        remarks.stop_if_faulty()
    _note_steps(header, c_deg, gamma_deg, remarks)
    stored_deg = _stored_planes(header.symmetry, c_deg, remarks, header.first_line)
    shape = (len(stored_deg), header.gamma_count)
    spans["candela"] = stream.take(shape[0] * shape[1])
    candela = candela_table(spans["candela"], shape, stream, remarks)
    _note_crowded_lines(header, stream, remarks)
    note_what_follows(stream, remarks)
    lateral_deg, candela = _in_range(header.symmetry, stored_deg, candela, remarks)
    return MeasuredTable(
        kind=PhotometricType.C,
        vertical_deg=gamma_deg,
        lateral_deg=lateral_deg,
        candela=candela,
        line_of=lambda group: stream.line_of(spans[group].start),
        kind_field="the gamma angles",
    )


def _stored_planes(symmetry: int, c_deg: FloatArray, remarks: Remarks, line: int) -> FloatArray:
    """Choose the planes that intensities are given for, rising from the first of them."""
    if c_deg[0] < 0 or c_deg[-1] > 360 + ROUNDING_DEG:
        remarks.fault(f"C planes lie in 0 to 360; found {c_deg[0]:g} to {c_deg[-1]:g}", line)
    if symmetry == 0:
        _check_gap(c_deg, remarks, line)
        return c_deg
    if symmetry == 1:
        return c_deg[:1]
    first, last = _STORED_DEG[symmetry]
    once_round = c_deg[c_deg < 360 - ROUNDING_DEG]
    twice_round = np.concatenate([once_round, once_round + 360.0])
    stored = twice_round[
        (twice_round >= first - ROUNDING_DEG) & (twice_round <= last + ROUNDING_DEG)
    ]
    for limit, names in ((first, "first"), (last, "last")):
        if not (np.abs(stored - limit) <= ROUNDING_DEG).any():
            remarks.fault(
                f"symmetry Isym {symmetry} needs a plane C{limit % 360:g}, the {names} that it "
                "stores, and none is listed",
                line,
                "check Isym on line 3 and Mc on line 4",
            )
    remarks.stop_if_faulty()
    return stored


def _check_gap(c_deg: FloatArray, remarks: Remarks, line: int) -> None:
    """Refuse a ring that has planes on one side only; two planes opposite are no such ring."""
    if len(c_deg) == 1:
        remarks.note("IES039", "no symmetry (Isym 0), but one plane: it was taken all round", line)
        return
    gap_deg = c_deg[0] + 360.0 - c_deg[-1]
    widest_deg = max(MAX_GAP_DEG, float(np.diff(c_deg).max()))
    if gap_deg > widest_deg + ROUNDING_DEG:
        remarks.fault(
            f"no symmetry (Isym 0), but planes from C{c_deg[0]:g} to C{c_deg[-1]:g} only",
            line,
            "check Isym on line 3: 2, 3 and 4 store a part of the ring",
        )
    elif gap_deg > MAX_GAP_DEG:
        remarks.note(
            "IES039", f"planes {gap_deg:g} degrees apart: the light between was interpolated", line
        )


def _in_range(
    symmetry: int, stored_deg: FloatArray, candela: FloatArray, remarks: Remarks
) -> tuple[FloatArray, FloatArray]:
    """Bring planes into the range of LM-63 that stands for their symmetry."""
    remarks.stop_if_faulty()
    if symmetry == 1:
        return np.zeros(1), candela
    if symmetry == 3:  # C270 to C450 mirrored about C270: C90 to C270
        return 540.0 - stored_deg[::-1], candela[::-1]
    closes = stored_deg[-1] - stored_deg[0] >= 360.0 - ROUNDING_DEG
    if symmetry == 0 and len(stored_deg) > 1 and not closes:
        return np.append(stored_deg, stored_deg[0] + 360.0), np.vstack([candela, candela[:1]])
    return stored_deg, candela


def _note_steps(
    header: EulumdatHeader, c_deg: FloatArray, gamma_deg: FloatArray, remarks: Remarks
) -> None:
    """Note angles that are not as far apart as the file says; the lists are what is used."""
    for angles, step_deg, what, line in (
        (c_deg, header.plane_step_deg, "C planes", 5),
        (gamma_deg, header.gamma_step_deg, "gamma angles", 7),
    ):
        if step_deg and len(angles) > 1 and np.abs(np.diff(angles) - step_deg).max() > 0.01:
            remarks.note(
                "IES038", f"{what} are not {step_deg:g} degrees apart; the listed were used", line
            )


def _note_crowded_lines(header: EulumdatHeader, stream: NumberStream, remarks: Remarks) -> None:
    """Note lists with several numbers on a line."""
    if stream.taken > header.lists.count("\n") + 1:
        remarks.note(
            "IES037", "several numbers stand on a line of the lists, not one", header.first_line
        )
