"""Read EULUMDAT files (.ldt): tolerant of form, strict about meaning.

Fields are read by `eulumdat_header`, lists by `eulumdat_planes`, and turned by `c_planes`; here
the intensities, which are per 1000 lm of the lamps, become candela.

Sources: EULUMDAT (A. W. Stockmar, 1990); absolute photometry by the custom that makers and
programs agreed upon later: a negative number of lamps, their flux that of the luminaire.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from photometry.luminaires.c_planes import CIE_ROTATION_DEG, turned_as_asked
from photometry.luminaires.eulumdat_header import read_header
from photometry.luminaires.eulumdat_planes import read_planes
from photometry.luminaires.lm63_angles import distribution_of
from photometry.luminaires.lumens import total_lumens_exact
from photometry.luminaires.opening import Opening
from photometry.luminaires.record import LuminaireFile
from photometry.luminaires.remarks import Remarks
from photometry.luminaires.text import decode
from photometry.units import FEET_PER_METRE

if TYPE_CHECKING:
    from photometry.luminaires.eulumdat_header import EulumdatHeader, LampSet

__all__ = ["read_eulumdat"]

_FEET_PER_MILLIMETRE: Final = FEET_PER_METRE / 1000.0

# Past these a field is broken: the largest lamps, of stadiums, give some 200,000 lm each.
LARGEST_FLUX_LM: Final = 1e9
LARGEST_COUNT: Final = 1e6

# The table of a narrow beam in steps of 5 degrees gives some 2.5 % more than its light output
# ratio, which is itself rounded to whole percents in many files.
OUTPUT_TOLERANCE: Final = 0.03
# Tables in candela give their flux, tables per 1000 lm give 1000 lm: nearer to one than this,
# and farther from the other than the second, leaves no doubt.
NEAR: Final = 0.05
FAR: Final = 0.2


def read_eulumdat(data: bytes, name: str, *, c0_rotation_deg: float | None = None) -> LuminaireFile:
    """Read a EULUMDAT file.

    Parameters
    ----------
    data
        The bytes of the file.
    name
        The file as the user named it; errors quote it.
    c0_rotation_deg
        The lateral angle is the C plane less this: 0, 90, 180 or 270. None is 90, by which the
        side of the road (C90) becomes the street side.

    Returns
    -------
    LuminaireFile
        With the first set of lamps, and its flux and the conversion factor applied.

    Raises
    ------
    LuminaireFileError
        With every fault found.
    """
    remarks = Remarks(name)
    header = read_header(decode(data, remarks), remarks)
    lamps = header.lamp_sets[0]
    _check_lamps(lamps, remarks)
    table = read_planes(header, remarks)
    per_1000_lm = distribution_of(table, 1.0, remarks)
    klm = _lamp_kilolumens(header, total_lumens_exact(per_1000_lm), remarks)
    distribution, opening = turned_as_asked(
        per_1000_lm.scaled(klm * header.conversion_factor),
        _opening(header, remarks),
        c0_rotation_deg,
        CIE_ROTATION_DEG,
        remarks,
    )
    _note_peculiarities(header, remarks)
    count = abs(lamps.count) or 1.0
    return LuminaireFile(
        name=PurePath(name).name,
        file_format="EULUMDAT",
        version="1990",
        keywords=header.keywords,
        lamp_count=count,
        lumens_per_lamp_lm=None if lamps.count < 0 else lamps.flux_lm / count,
        multiplier=header.conversion_factor,
        ballast_factor=1.0,
        ballast_lamp_factor=1.0,
        input_watts_w=lamps.watts_w,
        opening=opening,
        tilt=None,
        distribution=distribution,
        notes=tuple(remarks.notes),
    )


def _check_lamps(lamps: LampSet, remarks: Remarks) -> None:
    """Refuse lamps without flux, which nothing turns intensities into candela for; and no lamps."""
    if lamps.flux_lm <= 0:
        remarks.fault(
            f"the luminous flux of the lamps is {lamps.flux_lm:g} lm; it must be more than 0, "
            "since intensities are per 1000 lm",
            29,
        )
    elif lamps.flux_lm > LARGEST_FLUX_LM:
        remarks.fault(f"{lamps.flux_lm:g} lm is more than any lamps give", 29)
    if lamps.count == 0:
        remarks.note("IES032", "the number of lamps is 0; taken as 1", 27)
    elif lamps.count != round(lamps.count) or abs(lamps.count) > LARGEST_COUNT:
        remarks.fault(f"{lamps.count:g} is no number of lamps; expected a whole number", 27)


def _lamp_kilolumens(header: EulumdatHeader, table_lm: float, remarks: Remarks) -> float:
    """Give what the table is to be multiplied by; compare its flux with what the file says.

    The table of a luminaire integrates to 10 lm for each percent of its light output ratio. In
    absolute photometry some makers write candela instead, and the integral tells.
    """
    lamps = header.lamp_sets[0]
    table_lm *= header.conversion_factor
    if lamps.count < 0:
        off_flux = abs(table_lm / lamps.flux_lm - 1.0)
        if off_flux < NEAR and abs(table_lm / 1000.0 - 1.0) > FAR:
            remarks.note(
                "IES033",
                f"the table gives {table_lm:.0f} lm, the flux of the luminaire: its values were "
                "read as candela, not per 1000 lm",
                29,
            )
            return 1.0
    stated = header.output_ratio_percent
    found = table_lm / 10.0
    if stated and found and abs(found / stated - 1.0) > OUTPUT_TOLERANCE:
        remarks.note(
            "IES035",
            f"the light output ratio is given as {stated:g} %, the intensities make "
            f"{found:.1f} %; they were used",
            23,
        )
    return lamps.flux_lm / 1000.0


def _opening(header: EulumdatHeader, remarks: Remarks) -> Opening:
    """Give the luminous area before any turn: its length lies along C90 to C270.

    (Its heights tell: those of C0 and C180 are of the long sides, which face across a lamp.)
    """
    length_mm, width_mm, height_mm = header.area_mm
    if width_mm and not length_mm:
        remarks.note(
            "IES036", f"a luminous area of width {width_mm:g} only; taken as its diameter", 17
        )
        length_mm, width_mm = width_mm, 0.0
    if not length_mm:
        return Opening("point", 0.0, 0.0, 0.0)
    if width_mm:
        shape = "box" if height_mm else "rectangle"
    else:
        shape = "vertical cylinder" if height_mm else "circle"
        width_mm = length_mm
    return Opening(
        shape,
        width_ft=length_mm * _FEET_PER_MILLIMETRE,
        length_ft=width_mm * _FEET_PER_MILLIMETRE,
        height_ft=height_mm * _FEET_PER_MILLIMETRE,
    )


def _note_peculiarities(header: EulumdatHeader, remarks: Remarks) -> None:
    """Note lamp sets that were left out, and a tilt that is in the intensities."""
    others = header.lamp_sets[1:]
    if others:
        listed = ", ".join(f"{lamps.name[:40]} {lamps.flux_lm:g} lm" for lamps in others[:3])
        remarks.note(
            "IES031",
            f"{len(header.lamp_sets)} sets of lamps; the first was used "
            f"({header.lamp_sets[0].flux_lm:g} lm), not {listed}"
            + (" ..." if len(others) > 3 else ""),
            26,
        )
    if header.measured_tilt_deg:
        remarks.note(
            "IES034",
            f"measured at a tilt of {header.measured_tilt_deg:g} degrees, which the intensities "
            "hold: gamma 0 is straight down at that tilt",
            25,
        )
