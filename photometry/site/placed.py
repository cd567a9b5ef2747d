"""Luminaires in their places: one head, a row of the schedule, what a pole carries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from photometry.luminaires.read import read_luminaire

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.luminaires.record import LuminaireFile

__all__ = ["Head", "Luminaire", "LuminaireType"]


@dataclass(frozen=True, eq=False)
class Luminaire:
    """One luminaire head in place: what the bare engine needs to know.

    Attributes
    ----------
    type_or_file
        A `LuminaireFile`, or the path or ``sample:NAME`` of one. A type of a site's schedule is
        refused: it has factors of its own, which would be lost in silence.
    x_ft, y_ft
        Position of the photometric centre, site coordinates, ft.
    mounting_height_ft
        From grade at the base to the photometric centre, ft.
    orientation_deg
        Lateral angle 0 (street side) from +x, counterclockwise seen from above.
    tilt_deg
        Positive raises the street side: nadir leans toward it.
    roll_deg, spin_deg
        About local X (nadir toward local +Y), then about local Z (counterclockwise from above).
        Order: orientation, tilt, roll, spin, each about the already turned axes (IES LM-72).
    llf
        Light loss factor that multiplies the file's candela.
    base_z_ft
        Grade at the base, ft.
    """

    type_or_file: LuminaireFile | str | Path
    x_ft: float
    y_ft: float
    mounting_height_ft: float
    orientation_deg: float = 0.0
    tilt_deg: float = 0.0
    roll_deg: float = 0.0
    spin_deg: float = 0.0
    llf: float = 1.0
    base_z_ft: float = 0.0

    def __post_init__(self) -> None:
        if isinstance(self.type_or_file, LuminaireType):
            name = self.type_or_file.name
            raise TypeError(
                f"expected a luminaire file or its path, not the luminaire type {name!r} of a "
                "site; take its file, and give its light loss factor as llf"
            )

    @cached_property
    def file(self) -> LuminaireFile:
        """The luminaire file, read once."""
        if isinstance(self.type_or_file, (str, Path)):
            return read_luminaire(self.type_or_file)
        return self.type_or_file

    @property
    def z_ft(self) -> float:
        """Elevation of the photometric centre, ft."""
        return self.base_z_ft + self.mounting_height_ft


@dataclass(frozen=True, eq=False)
class LuminaireType:
    """A row of the luminaire schedule.

    Attributes
    ----------
    initial_factor, maintained_factor
        Product of the non-recoverable light loss factors alone, and of all.
    output_factor
        What the site sets on top of the file: lamp lumens, multiplier, ballast factor.
    llf_parts
        The factors by name, as given; a plain number is ``llf``. A ballast factor (``bf``)
        stands here and is in `output_factor`, since it replaces the file's own.
    facts
        The `luminaire.*` fields given for the type.
    lamp_lumens_lm
        Lumens of each lamp that the site sets instead of the file's; already in
        `output_factor`.
    cct_k, cri
        Colour temperature and rendering as ordered; None where the file's own stand.
    base_height_ft, overall_height_ft
        Height of the pole's base above grade, and of the whole; for the schedule alone.
    """

    name: str
    file: LuminaireFile
    file_path: str  # as the site names it
    description: str
    initial_factor: float
    maintained_factor: float
    output_factor: float
    llf_parts: Mapping[str, float]
    facts: Mapping[str, Any]
    subdivide: bool = False
    lamp_lumens_lm: float | None = None
    cct_k: float | None = None
    cri: float | None = None
    base_height_ft: float | None = None
    overall_height_ft: float | None = None


@dataclass(frozen=True, eq=False)
class Head:
    """One head of a placed luminaire, arrangement and arm worked out.

    Attributes
    ----------
    id, pole_id
        ``P1a`` and ``P1``; the same for a single head.
    group
        Lighting group that scenes dim; the type's name unless given.
    luminaire
        Position and aim; its `llf` is the maintained factor times the output factor.
    pole_xy_ft
        Where the pole stands; differs from the head by the arm.
    aim_point_ft
        The point it was aimed at, where the site gives one.
    facts
        The `luminaire.*` fields of the head, those of its type underneath. Only what was given.
    """

    id: str
    pole_id: str
    type: LuminaireType
    group: str
    luminaire: Luminaire
    pole_xy_ft: tuple[float, float]
    arrangement: str
    facts: Mapping[str, Any]
    aim_point_ft: tuple[float, float, float] | None = None
    line: int | None = None  # of the file that lists it
    file: str = ""  # that file as the site names it; empty where it is the site's own
