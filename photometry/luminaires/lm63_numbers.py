"""The numbers of an LM-63 file: lamp record, factors, angles and candela.

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (order and meaning of the fields; commas, blanks
and line ends separate them alike).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.luminaires.number_stream import candela_table, rising_angles
from photometry.luminaires.remarks import Remarks

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from photometry.luminaires.number_stream import NumberStream

    FloatArray = NDArray[np.float64]

__all__ = ["Numbers", "read_numbers"]

# A quarter-degree web of the whole sphere has 721 x 1441 = 1.04 million values; anything past
# this is a broken count or an attack.
MAX_CANDELA_VALUES: Final = 2_000_000

# Less than this share of the table's candela is none.
SMALLEST_FACTOR: Final = 1e-6

_LAMP_RECORD: Final = (
    "the number of lamps",
    "the lumens per lamp",
    "the candela multiplier",
    "the number of vertical angles",
    "the number of lateral angles",
    "the photometric type",
    "the units type",
    "the opening width",
    "the opening length",
    "the opening height",
)
_FACTORS: Final = ("the ballast factor", "the ballast-lamp factor or future use", "the input watts")


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers of the file, checked one by one, none applied to another yet.

    Attributes
    ----------
    lamp_count, lumens_per_lamp_lm, multiplier, type_code, units_code
        Fields 1 to 3, 6 and 7.
    size
        Fields 8 to 10: width, length and height, signed, in the file's unit.
    ballast_factor, field_12, input_watts_w
        Fields 11 to 13.
    vertical_deg : (n,) array
    lateral_deg : (m,) array
        Ascending.
    candela : (m, n) array
        As the file gives them. Zeros where they are at fault: then the file is refused.
    stream, spans
        Where they came from: the words of each group (lamp, factors, vertical, lateral, candela).
    """

    lamp_count: float
    lumens_per_lamp_lm: float
    multiplier: float
    type_code: int
    units_code: int
    size: tuple[float, float, float]
    ballast_factor: float
    field_12: float
    input_watts_w: float
    vertical_deg: FloatArray
    lateral_deg: FloatArray
    candela: FloatArray
    stream: NumberStream
    spans: dict[str, range]

    def line_of(self, group: str) -> int:
        """Line of the file on which a group of numbers begins."""
        return self.stream.line_of(self.spans[group].start)


def read_numbers(stream: NumberStream, remarks: Remarks) -> Numbers:
    """Read the lamp record, the factors, the angles and the candela.

    Faults are gathered in `remarks`, so that the caller can add its own before it stops.

    Raises
    ------
    LuminaireFileError
        Where the rest cannot be made out: a record cut short, an impossible count, angles that
        are not numbers or do not rise.
    """
    spans = {"lamp": stream.take(len(_LAMP_RECORD))}
    record = _named_numbers(spans["lamp"], _LAMP_RECORD, stream, remarks)

    def lamp_line() -> int:
        return stream.line_of(spans["lamp"].start)

    type_code, units_code = _check_lamp_record(record, lamp_line, remarks)
    n_v, n_h = _counts(record[3], record[4], lamp_line, remarks)
    for group, count in (
        ("factors", len(_FACTORS)),
        ("vertical", n_v),
        ("lateral", n_h),
        ("candela", n_v * n_h),
    ):
        spans[group] = stream.take(count)
    _check_factors_are_there(spans, n_v * n_h, stream, remarks)
    factors = _factors(spans["factors"], stream, remarks)
    candela = candela_table(spans["candela"], (n_h, n_v), stream, remarks)
    vertical = rising_angles(spans["vertical"], "vertical", stream, remarks)
    lateral = rising_angles(spans["lateral"], "lateral", stream, remarks)
    if len(vertical) < n_v or len(lateral) < n_h:
        remarks.stop_if_faulty()
    return Numbers(
        lamp_count=record[0],
        lumens_per_lamp_lm=record[1],
        multiplier=record[2],
        type_code=type_code,
        units_code=units_code,
        size=(record[7], record[8], record[9]),
        ballast_factor=factors[0],
        field_12=factors[1],
        input_watts_w=factors[2],
        vertical_deg=vertical,
        lateral_deg=lateral,
        candela=candela,
        stream=stream,
        spans=spans,
    )


def _check_factors_are_there(
    spans: dict[str, range], n_candela: int, stream: NumberStream, remarks: Remarks
) -> None:
    """Recognise a file without its line of ballast factor, future use and input watts.

    Some programs leave it out. Everything after it is then read three places too early, and
    its end is missed by three numbers; the angles make sense only when moved back.
    """
    if n_candela - len(spans["candela"]) != len(_FACTORS):
        return
    vertical, lateral = spans["vertical"], spans["lateral"]
    moved = [range(at.start - len(_FACTORS), at.stop - len(_FACTORS)) for at in (vertical, lateral)]
    sound_as_moved = all(_rise(at, stream) for at in moved)
    if sound_as_moved and not (_rise(vertical, stream) and _rise(lateral, stream)):
        remarks.refuse(
            "the line of ballast factor, future use and input watts is missing: vertical angles "
            "stand in its place, and the file ends three numbers early",
            stream.line_of(spans["factors"].start),
            "put in a line such as '1 1 WATTS'",
        )


def _rise(span: range, stream: NumberStream) -> bool:
    """Tell whether words are numbers that rise."""
    values = stream.parse(span, "an angle", Remarks(""))
    return values is not None and bool((values[1:] > values[:-1]).all())


def _named_numbers(
    span: range, names: tuple[str, ...], stream: NumberStream, remarks: Remarks
) -> list[float]:
    """Read a record each number of which has a name; stop where it is not whole."""
    values = stream.parse(span, names, remarks)
    if values is not None and len(values) < len(names):
        remarks.fault(
            f"the file ends where {names[len(values)]} is expected",
            stream.line_of(span.stop),
            "get the whole file again",
        )
    if values is None or len(values) < len(names):
        remarks.stop_if_faulty()
        return []
    listed: list[float] = values.tolist()
    return listed


def _check_lamp_record(
    record: list[float], line: Callable[[], int], remarks: Remarks
) -> tuple[int, int]:
    """Check multiplier and codes; give photometric type and units type."""
    if record[2] < SMALLEST_FACTOR:
        remarks.fault(f"the candela multiplier is {record[2]:g}; it must be more than 0", line())
    if record[5] not in {1, 2, 3}:
        remarks.fault(
            f"the photometric type is {record[5]:g}; expected 1 (C), 2 (B) or 3 (A)", line()
        )
    if record[6] not in {1, 2}:
        remarks.fault(f"the units type is {record[6]:g}; expected 1 (feet) or 2 (metres)", line())
    return int(record[5]), int(record[6])


def _factors(span: range, stream: NumberStream, remarks: Remarks) -> list[float]:
    """Read ballast factor, field 12 and input watts."""
    factors = _named_numbers(span, _FACTORS, stream, remarks)
    if factors[0] < SMALLEST_FACTOR:
        remarks.fault(
            f"the ballast factor is {factors[0]:g}; it must be more than 0",
            stream.line_of(span.start),
        )
    return factors


def _counts(
    n_vertical: float, n_lateral: float, line: Callable[[], int], remarks: Remarks
) -> tuple[int, int]:
    """Check the counts of angles before anything of their size is made."""
    sound = True
    for value, what, least in ((n_vertical, "vertical", 2), (n_lateral, "lateral", 1)):
        if value != round(value) or value < least:
            remarks.fault(
                f"{value:g} {what} angles announced; expected a whole number, {least} or more",
                line(),
            )
            sound = False
    if sound and n_vertical * n_lateral > MAX_CANDELA_VALUES:
        remarks.fault(
            f"{n_vertical:g} x {n_lateral:g} candela values announced, more than any real file has",
            line(),
            "check the counts of angles on this line",
        )
        sound = False
    if not sound:
        remarks.stop_if_faulty()
    return int(n_vertical), int(n_lateral)
