"""What a reviewer would ask about a luminaire file that reads without fault.

Each check is a function of the record alone that gives a note or None. The reader's own notes
(what it tolerated) have codes below IES100, these from IES101; ``docs/notes.md`` explains all.

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (required keywords), IES LM-79 (absolute
photometry).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from photometry.luminaires.audit_light import (
    back_to_front,
    cut_off_at_horizontal,
    no_light,
    stray_uplight,
    unequal_pole,
)
from photometry.luminaires.lumens import efficacy_lm_per_w
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from photometry.luminaires.record import LuminaireFile

__all__ = ["audit"]

_REQUIRED_KEYWORDS: Final = {
    "1991": ("TEST", "MANUFAC"),
    "2002": ("TEST", "TESTLAB", "ISSUEDATE", "MANUFAC"),
    "2019": ("TEST", "TESTLAB", "ISSUEDATE", "MANUFAC"),
}
_STANDARD_KEYWORDS: Final = frozenset(
    [
        "TEST",
        "TESTLAB",
        "TESTDATE",
        "TESTMETHOD",
        "ISSUEDATE",
        "MANUFAC",
        "LUMCAT",
        "LUMINAIRE",
        "LAMPCAT",
        "LAMP",
        "BALLAST",
        "BALLASTCAT",
        "MAINTCAT",
        "DISTRIBUTION",
        "FLASHAREA",
        "COLORCONSTANT",
        "LAMPPOSITION",
        "NEARFIELD",
        "SEARCH",
        "OTHER",
        "MORE",
    ]
)
_DECLARED_TOTALS: Final = ("_TOTALLUMINAIRELUMENS", "_ABSOLUTELUMENS")

# Street and area luminaires draw 5 W to 2 kW; outside 0.5 W to 5 kW a unit is wrong.
PLAUSIBLE_WATTS: Final = (0.5, 5000.0)
# Incandescent floodlights give some 10 lm/W, the best LED luminaires some 220.
PLAUSIBLE_EFFICACY_LM_PER_W: Final = (3.0, 250.0)
# No luminaire is longer than this; 600 (millimetres) or 48 (inches) taken as feet is.
LARGEST_OPENING_FT: Final = 20.0
# Smaller than this (an eighth of an inch), and not 0, an opening was given in another unit.
SMALLEST_OPENING_FT: Final = 0.01
# A file's sums differ from a laboratory's by its own rounding and rule, at most some tenths of
# a percent.
LUMENS_TOLERANCE: Final = 0.01
# The flux of a EULUMDAT table in steps of 5 degrees, which many have whatever their beam, misses
# the laboratory's by more.
COARSE_LUMENS_TOLERANCE: Final = 0.03


def audit(file: LuminaireFile) -> tuple[Note, ...]:
    """Give the notes of every check that has something to say, in the order of their codes."""
    notes = (check(file) for check in _CHECKS)
    return tuple(note for note in notes if note is not None)


def missing_keywords(file: LuminaireFile) -> Note | None:
    """Name the keywords that the edition requires and the file lacks."""
    if file.file_format != "LM-63":
        return None
    lacking = [name for name in _REQUIRED_KEYWORDS.get(file.version, ()) if not file.keyword(name)]
    if not lacking:
        return None
    names = " ".join(f"[{name}]" for name in lacking)
    return Note("IES101", f"LM-63-{file.version} requires {names}, which the file lacks")


def unknown_keywords(file: LuminaireFile) -> Note | None:
    """Name the keywords that are neither the standard's nor marked as the maker's own."""
    if file.file_format != "LM-63" or file.version not in {"2002", "2019"}:
        return None
    names = dict.fromkeys(name for name, _ in file.keywords)
    odd = [name for name in names if not name.startswith("_") and name not in _STANDARD_KEYWORDS]
    if not odd:
        return None
    listed = " ".join(f"[{name[:40]}]" for name in odd[:5]) + (" ..." if len(odd) > 5 else "")
    return Note("IES102", f"{listed} not in LM-63-{file.version}; a maker's own start with _")


def no_lamp_lumens(file: LuminaireFile) -> Note | None:
    """Say that relative photometry lacks what it is relative to."""
    if file.is_absolute or file.lamp_lumens_lm:
        return None
    mark = "; for absolute photometry write -1" if file.file_format == "LM-63" else ""
    return Note(
        "IES104",
        f"{file.lamp_count:g} lamps of {file.lumens_per_lamp_lm:g} lm: without lamp lumens there "
        f"is no efficiency, no cutoff class and no rescaling{mark}",
    )


def more_light_than_the_lamps_give(file: LuminaireFile) -> Note | None:
    """Compare the luminaire's lumens with its lamps'."""
    if not file.lamp_lumens_lm:
        return None
    share = file.lumens_exact / file.lamp_lumens_lm
    coarse = file.file_format == "EULUMDAT"
    if share <= 1 + (COARSE_LUMENS_TOLERANCE if coarse else LUMENS_TOLERANCE):
        return None
    return Note(
        "IES105",
        f"the luminaire gives {share:.3g} times the lumens of its lamps: lamp count, lumens per "
        "lamp or multiplier is wrong",
    )


def declared_total(file: LuminaireFile) -> Note | None:
    """Compare the total lumens that a keyword declares with the integral of the candela."""
    for name in _DECLARED_TOTALS:
        declared = _first_number(file.keyword(name))
        if not declared:
            continue
        found = file.lumens
        if abs(found / declared - 1) > LUMENS_TOLERANCE:
            return Note(
                "IES106",
                f"[{name}] says {declared:g} lm, the candela give {found:.0f} lm "
                f"({100 * (found / declared - 1):+.1f} %)",
            )
    return None


def implausible_watts(file: LuminaireFile) -> Note | None:
    """Doubt watts that no luminaire draws, or that are not given."""
    watts = file.input_watts_w
    low, high = PLAUSIBLE_WATTS
    if low <= watts <= high:
        return None
    if watts == 0:
        return Note("IES107", "input watts are 0: not given, so there is no efficacy")
    return Note("IES107", f"{watts:g} input watts are implausible for a luminaire")


def implausible_efficacy(file: LuminaireFile) -> Note | None:
    """Doubt lumens per watt that no luminaire reaches, or falls short of."""
    efficacy = efficacy_lm_per_w(file)
    low, high = PLAUSIBLE_EFFICACY_LM_PER_W
    if efficacy is None or efficacy == 0 or low <= efficacy <= high:
        return None
    return Note(
        "IES108",
        f"{efficacy:.3g} lm/W is implausible: test-lamp lumens, watts or multiplier are not those "
        "of the luminaire as sold",
    )


def implausible_size(file: LuminaireFile) -> Note | None:
    """Doubt an opening whose size tells of another unit than the file says."""
    size_ft = file.opening.largest_ft
    if size_ft == 0 or SMALLEST_OPENING_FT <= size_ft <= LARGEST_OPENING_FT:
        return None
    return Note(
        "IES109", f"a luminous opening of {size_ft:.4g} ft: the unit or the sizes are wrong"
    )


def odd_absolute_factors(file: LuminaireFile) -> Note | None:
    """Note factors on candela that are said to be the luminaire's own already."""
    factor = file.multiplier * file.ballast_factor * file.ballast_lamp_factor
    if not file.is_absolute or abs(factor - 1) < 1e-9:
        return None
    return Note(
        "IES114",
        f"absolute photometry with factors that come to {factor:g}; they were applied: check that "
        "the candela are of the luminaire as sold",
    )


def ballast_factor_applied(file: LuminaireFile) -> Note | None:
    """Say that a ballast factor is in the candela, so that nobody applies it again."""
    factor = file.ballast_factor * file.ballast_lamp_factor
    if abs(factor - 1) < 1e-9:
        return None
    doubt = "" if 0.5 <= factor <= 1.5 else ", which is implausible"
    return Note(
        "IES115",
        f"a ballast factor of {factor:g}{doubt} is in the candela; do not count it in the light "
        "loss factor again (ratings and rated lumens leave it out)",
    )


def lamp_position_matters(file: LuminaireFile) -> Note | None:
    """Say that the light depends on how the luminaire is tilted, beyond its direction."""
    if file.tilt is None:
        return None
    return Note(
        "IES116",
        f"lamp-position factors {min(file.tilt.factor):g} to {max(file.tilt.factor):g} apply when "
        "the luminaire is tilted; do not count lamp position in the light loss factor too",
    )


def _first_number(text: str | None) -> float | None:
    """Give the first number of a keyword's value, thousands commas taken out."""
    match = re.search(r"\d[\d,]{0,20}(?:\.\d{1,20})?", text or "")
    return float(match.group().replace(",", "")) if match else None


_CHECKS: Final = (
    missing_keywords,
    unknown_keywords,
    no_light,
    no_lamp_lumens,
    more_light_than_the_lamps_give,
    declared_total,
    implausible_watts,
    implausible_efficacy,
    implausible_size,
    cut_off_at_horizontal,
    stray_uplight,
    unequal_pole,
    back_to_front,
    odd_absolute_factors,
    ballast_factor_applied,
    lamp_position_matters,
)
