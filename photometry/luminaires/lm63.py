"""Read IES LM-63 files of every edition: tolerant of form, strict about meaning.

The text part is read by `lm63_header`, the numbers by `lm63_numbers`, what the angles stand
for by `lm63_angles`; here they are put together and the factors applied.

Sources: ANSI/IES LM-63-19, IESNA LM-63-02, IESNA LM-63-95, IES LM-63-91, IES LM-63-86.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.lm63_angles import MeasuredTable, distribution_of
from photometry.luminaires.lm63_header import parse_header
from photometry.luminaires.lm63_numbers import SMALLEST_FACTOR, read_numbers
from photometry.luminaires.number_stream import NumberStream, note_what_follows
from photometry.luminaires.opening import opening_from_lm63
from photometry.luminaires.record import LuminaireFile, generation
from photometry.luminaires.remarks import Remarks
from photometry.luminaires.text import decode
from photometry.luminaires.tilt import read_tilt

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.luminaires.lm63_numbers import Numbers

__all__ = ["read_lm63"]

_TYPES: Final = {1: PhotometricType.C, 2: PhotometricType.B, 3: PhotometricType.A}


def read_lm63(
    data: bytes, name: str, *, sibling: Callable[[str], bytes | None] | None = None
) -> LuminaireFile:
    """Read an LM-63 file.

    Parameters
    ----------
    data
        The bytes of the file.
    name
        The file as the user named it; errors quote it.
    sibling
        Gives the bytes of a file in the same folder, or None where there is none: asked for
        the lamp-position table of ``TILT=<file>``.

    Returns
    -------
    LuminaireFile
        The record; candela with the multiplier, the ballast factor and, in the 1986 and 1991
        editions, the ballast-lamp photometric factor applied.

    Raises
    ------
    LuminaireFileError
        With every fault found.
    """
    remarks = Remarks(name)
    header = parse_header(decode(data, remarks), remarks)
    stream = NumberStream(header.body, header.tilt_line + 1)
    tilt = read_tilt(header, stream, sibling, remarks)
    numbers = read_numbers(stream, remarks)
    lumens_per_lamp_lm = _lumens_per_lamp(numbers, remarks)
    opening, oddity = opening_from_lm63(
        *numbers.size, version=header.version, units_code=numbers.units_code
    )
    if oddity:
        remarks.note("IES011", oddity, numbers.line_of("lamp"))
    ballast_lamp_factor = _ballast_lamp_factor(numbers, header.version, remarks)
    factor = numbers.multiplier * numbers.ballast_factor * ballast_lamp_factor
    distribution = distribution_of(_table(numbers), factor, remarks, edition=header.version)
    note_what_follows(stream, remarks)
    return LuminaireFile(
        name=PurePath(name).name,
        file_format="LM-63",
        version=header.version,
        keywords=header.keywords,
        lamp_count=numbers.lamp_count,
        lumens_per_lamp_lm=lumens_per_lamp_lm,
        multiplier=numbers.multiplier,
        ballast_factor=numbers.ballast_factor,
        ballast_lamp_factor=ballast_lamp_factor,
        input_watts_w=numbers.input_watts_w,
        opening=opening,
        tilt=tilt,
        distribution=distribution,
        generation_type=numbers.field_12 if header.version == "2019" else None,
        notes=tuple(remarks.notes),
    )


def _table(numbers: Numbers) -> MeasuredTable:
    """Angles and candela; an unknown type code, a fault already, goes as Type C."""
    return MeasuredTable(
        kind=_TYPES.get(numbers.type_code, PhotometricType.C),
        vertical_deg=numbers.vertical_deg,
        lateral_deg=numbers.lateral_deg,
        candela=numbers.candela,
        line_of=numbers.line_of,
        kind_field="the photometric type, field 6 of the lamp record",
    )


def _ballast_lamp_factor(numbers: Numbers, version: str, remarks: Remarks) -> float:
    """Field 12: a factor in the 1986 and 1991 editions only."""
    value = numbers.field_12
    if version in {"1986", "1991"}:
        if value < SMALLEST_FACTOR:
            remarks.fault(
                f"the ballast-lamp photometric factor is {value:g}; it must be more than 0",
                numbers.line_of("factors"),
            )
        return value
    if version == "2019":
        if generation(value) is None:
            remarks.note(
                "IES012",
                f"file generation type {value:g} is not in LM-63-2019",
                numbers.line_of("factors"),
            )
    elif value != 1:
        remarks.note(
            "IES012",
            f"field 12 is {value:g}; LM-63-{version} reserves it as 1, and it was not applied",
            numbers.line_of("factors"),
        )
    return 1.0


def _lumens_per_lamp(numbers: Numbers, remarks: Remarks) -> float | None:
    """Rated lumens of one lamp; None where a negative number marks absolute photometry."""
    value = numbers.lumens_per_lamp_lm
    if value >= 0:
        return value
    if value != -1:
        remarks.note(
            "IES019",
            f"{value:g} lumens per lamp was taken as -1, absolute photometry",
            numbers.line_of("lamp"),
        )
    return None
