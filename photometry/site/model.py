"""What stands on the ground: the frozen record of a site, in feet, in site coordinates.

The site knows no law: `codes`, `options` and the `facts` of its parts are carried unread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import dist
from typing import TYPE_CHECKING, Any, Literal

from photometry.site.placed import Head, Luminaire, LuminaireType
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from pandas import DataFrame

    from photometry.luminaires.record import Note
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
        least of facing true north, east, south and west).
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

    def to_dataframe(self) -> DataFrame:
        """Give the placed heads as a table, a row each, in ft and site coordinates."""
        import pandas as pd  # noqa: PLC0415  # a notebook asks for it; nothing else should wait

        heights = ("x_ft", "y_ft", "base_z_ft", "mounting_height_ft")
        turned = (*heights, "orientation_deg", "tilt_deg", "roll_deg", "spin_deg")
        rows = [
            (
                head.id,
                head.pole_id,
                head.type.name,
                head.group,
                *tuple(getattr(head.luminaire, name) for name in turned),
                head.type.maintained_factor,
            )
            for head in self.heads
        ]
        return pd.DataFrame(rows, columns=["id", "pole", "type", "group", *turned, "llf"])

    def _repr_html_(self) -> str:
        """Show the placed heads as a table in a notebook."""
        return self.to_dataframe().to_html(index=False)
