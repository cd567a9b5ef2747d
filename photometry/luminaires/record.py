"""What a luminaire file says: the record that every reader makes and nobody changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from photometry.luminaires.bug import BugRating, NotCalculated, bug_rating
from photometry.luminaires.cutoff import CutoffClass, cutoff_class
from photometry.luminaires.lcs import LcsZones, lcs_zones
from photometry.luminaires.lumens import total_lumens, total_lumens_exact
from photometry.luminaires.roadway import (
    LateralType,
    LongitudinalRange,
    RoadwayClass,
    roadway_class,
)

if TYPE_CHECKING:
    from pandas import DataFrame

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.opening import Opening

__all__ = ["LuminaireFile", "Note", "TiltTable", "generation"]

FileFormat = Literal["LM-63", "EULUMDAT", "TM-33", "GLDF"]

_GENERATIONS: Final = {
    100001: "undefined",
    100010: "computer simulation",
    100000: "test at an unaccredited laboratory",
    100100: "test at an unaccredited laboratory, lumens scaled",
    101000: "test at an unaccredited laboratory, angles interpolated",
    101100: "test at an unaccredited laboratory, angles interpolated and lumens scaled",
    110000: "test at an accredited laboratory",
    110100: "test at an accredited laboratory, lumens scaled",
    111000: "test at an accredited laboratory, angles interpolated",
    111100: "test at an accredited laboratory, angles interpolated and lumens scaled",
}


def generation(value: float) -> str | None:
    """Say what a file generation type of ANSI/IES LM-63-19 means; None for an unknown one.

    Examples
    --------
    >>> generation(1.00010)
    'computer simulation'
    """
    if not 1.0 <= value < 2.0:
        return None
    # Rounding: the value is written with five decimals, and read into binary.
    return _GENERATIONS.get(round(value * 100_000))


@dataclass(frozen=True, slots=True)
class Note:
    """A numbered remark about an input: something tolerated or something odd, never silence.

    Attributes
    ----------
    code
        ``IES001`` and on for luminaire files, ``SITE001`` and on for sites; each is explained
        in ``docs/notes.md``.
    text
        The remark in one sentence.
    line
        Line of the file, from 1; None where it is about the whole.
    place
        The thing that it is about (a luminaire, a zone), with coordinates where it has any.
    file
        The file that it is about where that is not the site's or the luminaire's own: named as
        it is there.
    """

    code: str
    text: str
    line: int | None = None
    place: str = ""
    file: str = ""

    @property
    def where(self) -> str:
        """File and place, as far as it has them: ``base.dxf, near (12.00, 80.50)``."""
        return ", ".join(part for part in (self.file, self.place) if part)


@dataclass(frozen=True, slots=True)
class TiltTable:
    """Lamp-position factors of a TILT= record (IESNA LM-63-02): multipliers over lamp angle.

    Attributes
    ----------
    lamp_geometry
        1 lamp vertical; 2 lamp horizontal, along local Y; 3 lamp horizontal, along local X.
    angle_deg
        Ascending angles of the lamp from its position at zero tilt.
    factor
        One multiplier an angle, applied to every candela.
    """

    lamp_geometry: Literal[1, 2, 3]
    angle_deg: tuple[float, ...]
    factor: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class LuminaireFile:
    """One luminaire file, read.

    Attributes
    ----------
    name
        The file's name without folder, or ``sample:NAME``.
    file_format, version
        ``"LM-63"`` and ``"2002"``, and so on.
    keywords
        ``(name, value)`` in the order of the file, names in capitals; MORE lines are joined
        to the keyword they continue with a newline.
    lamp_count
        Lamps (or lamp sets); for absolute photometry whatever the file gives.
    lumens_per_lamp_lm
        Rated lumens of one lamp; None for absolute photometry.
    multiplier
        The file's candela multiplier (already applied).
    ballast_factor, ballast_lamp_factor
        The file's own; both are applied to `distribution`. The second is 1 for every version
        in which it has no such meaning.
    input_watts_w
        As the file gives it; 0 means that it does not say.
    opening
        The luminous opening.
    tilt
        Lamp-position table; None for TILT=NONE.
    distribution
        Candela as the engine uses them.
    notes
        What the reader tolerated or found odd, in the order of the file.
    sha256
        Of the file's bytes, in hexadecimal; empty for a record that was not read from a file.
    """

    name: str
    file_format: FileFormat
    version: str
    keywords: tuple[tuple[str, str], ...]
    lamp_count: float
    lumens_per_lamp_lm: float | None
    multiplier: float
    ballast_factor: float
    ballast_lamp_factor: float
    input_watts_w: float
    opening: Opening
    tilt: TiltTable | None
    distribution: IntensityDistribution
    generation_type: float | None = None  # LM-63-19, field 12
    notes: tuple[Note, ...] = field(default=())
    sha256: str = ""

    @property
    def is_absolute(self) -> bool:
        """Tell whether candela are of the luminaire as it stands, not per rated lamp lumens."""
        return self.lumens_per_lamp_lm is None

    @property
    def lamp_lumens_lm(self) -> float | None:
        """Rated lumens of all lamps, lm; None for absolute photometry."""
        if self.lumens_per_lamp_lm is None:
            return None
        return self.lamp_count * self.lumens_per_lamp_lm

    def keyword(self, name: str) -> str | None:
        """Give the value of the first keyword of that name, or None."""
        return next((value for key, value in self.keywords if key == name.upper()), None)

    def to_dataframe(self) -> DataFrame:
        """Give the candela table: a row a vertical angle, a column a lateral angle, degrees."""
        import pandas as pd  # noqa: PLC0415  # a notebook asks for it; nothing else should wait

        table = self.distribution
        return pd.DataFrame(
            table.candela_cd.T,
            index=pd.Index(table.vertical_deg, name="vertical_deg"),
            columns=pd.Index(table.lateral_deg, name="lateral_deg"),
        )

    def _repr_html_(self) -> str:
        """Show what the file comes to as a table in a notebook."""
        import pandas as pd  # noqa: PLC0415  # as in to_dataframe

        roadway = f"{self.roadway_type} {self.roadway_range}".rstrip()
        facts = {
            "file": f"{self.name}, {self.file_format} {self.version}",
            "luminaire": self.keyword("LUMINAIRE") or self.keyword("LUMCAT") or "",
            "lumens": f"{self.lumens:,.0f} lm",
            "input watts": f"{self.input_watts_w:g} W" if self.input_watts_w else "not given",
            "maximum": f"{self.max_candela:,.0f} cd",
            "BUG": str(self.bug),
            "cutoff class": str(self.cutoff),
            "roadway type": roadway,
            "notes": ", ".join(dict.fromkeys(note.code for note in self.notes)) or "none",
        }
        return pd.Series(facts).to_frame().to_html(header=False)

    @cached_property
    def rated_distribution(self) -> IntensityDistribution:
        """Candela without the ballast factors: what makers' totals and ratings are made of."""
        factor = self.ballast_factor * self.ballast_lamp_factor
        return self.distribution if factor == 1.0 else self.distribution.scaled(1.0 / factor)

    @cached_property
    def lumens(self) -> float:
        """Luminaire lumens, lm, as makers state them: without ballast factors."""
        return total_lumens(self.rated_distribution)

    @cached_property
    def lumens_exact(self) -> float:
        """Luminaire lumens by exact integration of the table, lm, without ballast factors."""
        return total_lumens_exact(self.rated_distribution)

    @property
    def lumens_with_ballast(self) -> float:
        """Luminaire lumens as the engine uses them, lm: ballast factors included."""
        return self.lumens * self.ballast_factor * self.ballast_lamp_factor

    @cached_property
    def zones(self) -> LcsZones:
        """Lumens of the ten TM-15 zones, without ballast factors."""
        return lcs_zones(self.rated_distribution)

    @cached_property
    def bug(self) -> BugRating | NotCalculated:
        """BUG rating at zero tilt, without ballast factors; or why there is none."""
        return bug_rating(self.rated_distribution, self.roadway.lateral)

    @cached_property
    def cutoff(self) -> CutoffClass:
        """Cutoff class at zero tilt, per 1000 rated lamp lumens."""
        return cutoff_class(self.rated_distribution, self.lamp_lumens_lm)

    @cached_property
    def roadway(self) -> RoadwayClass:
        """Roadway classification with what decided it."""
        return roadway_class(self.distribution)

    @property
    def roadway_type(self) -> LateralType:
        """Lateral type, I to V square."""
        return self.roadway.lateral

    @property
    def roadway_range(self) -> LongitudinalRange:
        """Longitudinal range, very short to very long."""
        return self.roadway.longitudinal

    @property
    def max_candela(self) -> float:
        """Largest intensity, cd, as the engine uses it: ballast factors included."""
        return self.distribution.max_candela
