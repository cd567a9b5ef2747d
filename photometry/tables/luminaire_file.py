"""What a luminaire file says, as labelled facts: for the terminal and the luminaire's sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from photometry.luminaires.bug import NotCalculated
from photometry.luminaires.cutoff import is_fully_shielded
from photometry.luminaires.cutoff_angle import cutoff_angle_deg
from photometry.luminaires.floodlight import nema_type, spacing_criterion
from photometry.luminaires.lumens import efficacy_lm_per_w, efficiency
from photometry.tables.display import FEET
from photometry.tables.text import MISSING, number, plain_number

if TYPE_CHECKING:
    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.floodlight import NemaType, SpacingCriterion
    from photometry.luminaires.record import LuminaireFile, Note
    from photometry.tables.display import LengthUnit

__all__ = [
    "Fact",
    "FactGroup",
    "cct_k",
    "cri",
    "luminaire_facts",
    "maximum_at_deg",
    "place_in_file",
    "roadway_text",
    "short_hash",
    "zone_lumens",
]

ABSOLUTE: Final = "N.A. (absolute)"
# LM-63 has no keyword for colour; these are makers' own, and those of the other readers.
CCT_KEYWORDS: Final = ("_CCT", "CCT", "_COLORTEMP", "_SEARCH_COLORTEMP", "_TEMPCOLOR", "_COLOR")
CRI_KEYWORDS: Final = ("_CRI", "CRI", "_COLORRENDERING")
# A lamp's description may name its colour: "36 white LEDs, 4000 K".
DESCRIBED: Final = ("LAMP", "LUMINAIRE")
COOLEST_K, WARMEST_K = 20_000, 1_000  # what a lamp may be
HASH_LETTERS: Final = 12  # of 64: enough to tell files apart on paper
ZONE_NAMES: Final = ("fl", "fm", "fh", "fvh", "bl", "bm", "bh", "bvh", "ul", "uh")


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what is said under it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Facts that belong together, under a head."""

    title: str
    facts: tuple[Fact, ...]


def luminaire_facts(lum: LuminaireFile, length: LengthUnit = FEET) -> tuple[FactGroup, ...]:
    """Group what a file says: the file, its light, its classification, its opening."""
    return (
        FactGroup("File", _file_facts(lum, length)),
        FactGroup("Light", _light_facts(lum)),
        FactGroup("Zones, lm", tuple(Fact(k.upper(), v) for k, v in _zone_texts(lum))),
        FactGroup("Classification", _class_facts(lum)),
    )


def place_in_file(note: Note) -> str:
    """Say where a note on a luminaire file is: ``line 5``, ``lamp.tlt, line 5``, or nothing.

    A file inside a package, or one with a lamp's table beside it, has lines of its own.
    """
    parts = (note.file, f"line {note.line}" if note.line else "")
    return ", ".join(part for part in parts if part)


def zone_lumens(lum: LuminaireFile) -> dict[str, float]:
    """Lumens of the ten TM-15 zones by their names in lower case, lm."""
    return {name: float(getattr(lum.zones, f"{name}_lm")) for name in ZONE_NAMES}


def cct_k(lum: LuminaireFile) -> float | None:
    """Correlated colour temperature that a file states, K; None where it states none."""
    said = [lum.keyword(name) or "" for name in CCT_KEYWORDS]
    bare = (re.match(r"\s*(\d{4,5})\s*(?:K\b|$)", text, re.IGNORECASE) for text in said)
    within = (re.search(r"\b(\d{4,5}) ?K\b", lum.keyword(name) or "") for name in DESCRIBED)
    found = (float(match[1]) for match in (*bare, *within) if match)
    return next((value for value in found if WARMEST_K <= value <= COOLEST_K), None)


def cri(lum: LuminaireFile) -> str | None:
    """Colour rendering as a file states it, an index or a group; None where it states none."""
    said = (lum.keyword(name) for name in CRI_KEYWORDS)
    return next((" ".join(text.split()) for text in said if text and text.strip()), None)


def maximum_at_deg(distribution: IntensityDistribution) -> tuple[float, float]:
    """Give the vertical and the lateral angle at which a file has its largest candela first."""
    row, column = divmod(int(distribution.candela_cd.argmax()), len(distribution.vertical_deg))
    return float(distribution.vertical_deg[column]), float(distribution.lateral_deg[row])


def short_hash(lum: LuminaireFile) -> str:
    """First letters of a file's SHA-256, to tell it from another on paper."""
    return lum.sha256[:HASH_LETTERS] or MISSING


def _file_facts(lum: LuminaireFile, length: LengthUnit) -> tuple[Fact, ...]:
    said = (
        ("Manufacturer", lum.keyword("MANUFAC")),
        ("Catalogue no.", lum.keyword("LUMCAT")),
        ("Luminaire", lum.keyword("LUMINAIRE")),
        ("Lamp", lum.keyword("LAMP")),
        ("Colour", _colour_text(lum)),
        ("Test", lum.keyword("TEST")),
        ("Laboratory", lum.keyword("TESTLAB")),
        ("Issued", lum.keyword("ISSUEDATE")),
        ("SHA-256", lum.sha256 and f"{short_hash(lum)}…"),
    )
    distribution = lum.distribution
    table = (
        f"Type {distribution.photometric_type}, {len(distribution.vertical_deg)} vertical × "
        f"{len(distribution.lateral_deg)} lateral angles, symmetry: {distribution.symmetry}"
    )
    opening = lum.opening
    size = " × ".join(
        length.plain(side, 3) for side in (opening.width_ft, opening.length_ft, opening.height_ft)
    )
    return (
        Fact("Format", f"{lum.file_format} {lum.version}"),
        *(Fact(label, text) for label, text in said if text),
        Fact("Table", table),
        Fact("Opening", f"{opening.shape}, width × length × height {size} {length.abbreviation}"),
    )


def _colour_text(lum: LuminaireFile) -> str:
    kelvin, rendering = cct_k(lum), cri(lum)
    parts = [f"{kelvin:.0f} K"] if kelvin else []
    return ", ".join([*parts, f"CRI {rendering}"] if rendering else parts)


def _light_facts(lum: LuminaireFile) -> tuple[Fact, ...]:
    watts, share = lum.input_watts_w, efficiency(lum)
    per_watt = efficacy_lm_per_w(lum)
    lamp_lumens = lum.lamp_lumens_lm
    facts = [
        Fact(
            "Lumens",
            f"{number(lum.lumens, 0)} lm (exact integral {number(lum.lumens_exact, 0)} lm)",
        ),
        Fact("Lamp lumens", ABSOLUTE if lamp_lumens is None else f"{number(lamp_lumens, 0)} lm"),
        Fact("Efficiency", ABSOLUTE if share is None else f"{number(100 * share, 1)} %"),
        Fact("Input watts", f"{plain_number(watts, 1)} W" if watts else MISSING),
        Fact("Efficacy", MISSING if per_watt is None else f"{number(per_watt, 0)} lm/W"),
        Fact("Maximum", f"{number(lum.max_candela, 0)} cd at {_maximum_place(lum)}"),
    ]
    if lum.ballast_factor * lum.ballast_lamp_factor != 1.0:
        facts.append(
            Fact(
                "With ballast",
                f"factor {plain_number(lum.ballast_factor * lum.ballast_lamp_factor)}: "
                f"{number(lum.lumens_with_ballast, 0)} lm (lumens and ratings above leave it out)",
            )
        )
    return tuple(facts)


def _class_facts(lum: LuminaireFile) -> tuple[Fact, ...]:
    angle = cutoff_angle_deg(lum.distribution)
    nema, spacing = _spreads(lum.distribution)
    facts = [
        Fact("BUG", _bug_text(lum)),
        Fact("Cutoff class", str(lum.cutoff)),
        Fact("Fully shielded", "yes" if is_fully_shielded(lum.distribution) else "no"),
        Fact("Cutoff angle", f"{number(angle, 1)}° (1 % of the maximum)"),
        Fact("Roadway", roadway_text(lum)),
        Fact(
            "Spacing crit.",
            " / ".join(
                MISSING if s is None else number(s, 2) for s in (spacing.plane_0, spacing.plane_90)
            )
            + " (0° / 90°)",
        ),
    ]
    if nema is not None:
        facts.append(
            Fact(
                "NEMA",
                f"{nema} (H x V), beam {number(nema.beam_horizontal_deg, 0)} × "
                f"{number(nema.beam_vertical_deg, 0)}°, field "
                f"{number(nema.field_horizontal_deg, 0)} × {number(nema.field_vertical_deg, 0)}°",
            )
        )
    return tuple(facts)


@lru_cache(maxsize=64)  # searches, and the sheet and the page both ask
def _spreads(distribution: IntensityDistribution) -> tuple[NemaType | None, SpacingCriterion]:
    return nema_type(distribution), spacing_criterion(distribution)


def roadway_text(lum: LuminaireFile) -> str:
    """Say roadway type and range: ``"Type III, short"``; a symmetric type has no range."""
    lateral, reach = str(lum.roadway_type), str(lum.roadway_range)
    if lateral == "unclassified":
        return lateral
    return f"Type {lateral}, {reach}" if reach else f"Type {lateral}"


def _bug_text(lum: LuminaireFile) -> str:
    rating = lum.bug
    if isinstance(rating, NotCalculated):
        return f"not calculated: {rating.reason}"
    return f"{rating} (TM-15-11, {rating.glare_table} glare table)"


def _maximum_place(lum: LuminaireFile) -> str:
    vertical, lateral = (plain_number(angle, 1) for angle in maximum_at_deg(lum.distribution))
    return f"V {vertical}°, H {lateral}°"


def _zone_texts(lum: LuminaireFile) -> list[tuple[str, str]]:
    return [(name, number(lumens, 0)) for name, lumens in zone_lumens(lum).items()]
