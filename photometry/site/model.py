"""What stands on the ground: the frozen record of a site, in feet, in site coordinates.

The site knows no law: `codes`, `options` and the `facts` of its parts are carried unread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from photometry.luminaires.read import read_luminaire
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from photometry.luminaires.record import LuminaireFile, Note
    from photometry.site.terrain import Terrain
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = [
    "Boundary",
    "Gap",
    "Head",
    "Luminaire",
    "LuminaireType",
    "Obstruction",
    "Project",
    "Scene",
    "Site",
    "Zone",
]


@dataclass(frozen=True, eq=False)
class Luminaire:
    """One luminaire head in place: what the bare engine needs to know.

    Attributes
    ----------
    type_or_file
        A `LuminaireFile`, or the path or ``sample:NAME`` of one.
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


@dataclass(frozen=True, eq=False)
class Zone:
    """A calculation zone: points on a lattice inside an outline.

    Attributes
    ----------
    outline_ft : (n, 2) array
        Outer ring, not closed (the first point is not repeated).
    holes_ft
        Rings cut out of it.
    plane
        Meter: ``horizontal`` (up), ``vertical`` (facing `facing_deg`), or ``vertical4`` (the
        least of facing N, E, S and W of the axes: +y, +x, -y, -x).
    facts
        The other `calc_zone.*` fields given.
    """

    name: str
    kind: Literal["parking", "traffic", "pedestrian", "atm", "other"]
    outline_ft: FloatArray
    holes_ft: tuple[FloatArray, ...] = ()
    spacing_ft: float = 10.0
    grid_origin_ft: tuple[float, float] | None = None
    grid_angle_deg: float = 0.0
    height_ft: float = 0.0
    plane: Literal["horizontal", "vertical", "vertical4"] = "horizontal"
    facing_deg: float | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = None  # of the file that gives it


@dataclass(frozen=True, eq=False)
class Boundary:
    """A stretch of the property line, with what lies beyond it.

    Attributes
    ----------
    line_ft : (n, 2) array
        In the direction given; the boundaries in order close to the property ring.
    pavement_edge_ft
        Edge of the pavement of the adjoining road, (n, 2), or None.
    access_points_ft
        Stretches of the pavement edge at driveways, each (n, 2), projected on the edge.
    dwellings_ft
        (n, 2); empty means that there is none, None that it is not known.
    facts
        The `boundary.*` fields given: adjacent_district_class, adjoins_public_road, ...
    """

    id: str
    line_ft: FloatArray
    spacing_ft: float = 5.0
    pavement_edge_ft: FloatArray | None = None
    access_points_ft: tuple[FloatArray, ...] = ()
    dwellings_ft: FloatArray | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = None  # of the file that gives it


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the boundaries do not close to a ring: one ends away from the start of the next."""

    ending_id: str
    starting_id: str
    end_ft: tuple[float, float]
    start_ft: tuple[float, float]

    @property
    def width_ft(self) -> float:
        """Distance between the two ends, ft."""
        return dist(self.end_ft, self.start_ft)


@dataclass(frozen=True, eq=False)
class Obstruction:
    """An opaque prism: a building or a wall.

    Attributes
    ----------
    footprint_ft : (n, 2) array
        A simple polygon, not closed.
    height_ft
        Height of the prism itself: it stands from `base_height_ft` to base + height, above
        the datum of the site.
    """

    name: str
    footprint_ft: FloatArray
    height_ft: float
    base_height_ft: float = 0.0
    line: int | None = None  # of the file that gives it

    @property
    def top_ft(self) -> float:
        """Elevation of its top, ft."""
        return self.base_height_ft + self.height_ft


@dataclass(frozen=True, slots=True)
class Scene:
    """A named setting of the controls: share of full output by lighting group."""

    name: str
    groups: Mapping[str, float]
    after_close: bool = False


@dataclass(frozen=True, slots=True)
class Project:
    """What the title block says. Empty where it was not given."""

    name: str
    codes: tuple[str, ...] = ()
    number: str = ""
    client: str = ""
    prepared_by: str = ""
    address: str = ""
    revision: str = ""
    date: str = ""


@dataclass(frozen=True, eq=False)
class Site:
    """A site, whole: everything in feet and in the site's own coordinates.

    Attributes
    ----------
    unit
        Unit of the coordinates in the site file, for export.
    facts
        The `site.*` fields given.
    options
        Interpretations chosen, unread: name to value, or to ``{value: number}``.
    facts_path
        facts.toml, unread, or None.
    inputs
        Every file that the site was read from, for the manifest.
    gaps
        Where the boundaries do not close to a ring; empty where they do, or there are none.
    named_files
        The files that it names, shipped luminaires included, by the names that it writes.
    find_facts
        Gives the table of a name that the facts write; None: names are relative to the facts.
    replaced
        Luminaire types whose file is not the one that the site file names: type to the name
        of the file that stands in.
    """

    path: Path
    project: Project
    unit: LengthUnit
    types: Mapping[str, LuminaireType]
    heads: tuple[Head, ...]
    zones: tuple[Zone, ...]
    boundaries: tuple[Boundary, ...]
    obstructions: tuple[Obstruction, ...]
    scenes: tuple[Scene, ...]
    facts: Mapping[str, Any]
    options: Mapping[str, Any]
    terrain: Terrain
    facts_path: Path | None = None
    max_error_fc: float = 0.0
    north_deg: float = 90.0
    inputs: tuple[Path, ...] = ()
    notes: tuple[Note, ...] = ()
    gaps: tuple[Gap, ...] = ()
    named_files: Mapping[str, Path] = field(default_factory=dict)
    find_facts: Callable[[str], Path] | None = None
    replaced: Mapping[str, str] = field(default_factory=dict)

    @property
    def feet_per_unit(self) -> float:
        """Feet in a unit of the site file's coordinates."""
        return FEET_PER_UNIT[self.unit]

    @cached_property
    def origin_ft(self) -> tuple[float, float]:
        """A whole-foot local origin near the site, so that geometry keeps its digits."""
        rings = [zone.outline_ft for zone in self.zones]
        rings += [boundary.line_ft for boundary in self.boundaries]
        if rings:
            x, y = rings[0][0]
        elif self.heads:
            x, y = self.heads[0].pole_xy_ft
        else:
            x, y = 0.0, 0.0
        return float(round(x)), float(round(y))
