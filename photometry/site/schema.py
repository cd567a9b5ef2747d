"""The shape of site.toml: one model a table, which says what each key must be.

Keys of the vocabulary (``lamp_type`` of a luminaire, ``adjacent_district_class`` of a
boundary) are not repeated here; `record` says whose fields a table takes besides its own.
Lengths are in feet here: keys that end in ``_m`` have been converted when a model sees them,
coordinates are still in the unit of the file.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from photometry.site.values import (  # noqa: TC001  # pydantic reads annotations when it runs
    AimPoint,
    Angle,
    Date,
    DistrictClass,
    Elevations,
    Factor,
    Length,
    Name,
    Names,
    Number,
    PlaceName,
    Point,
    Shape,
    Share,
)

__all__ = [
    "BoundaryTable",
    "GeometryTable",
    "LightLossTable",
    "LuminaireTable",
    "ObstructionTable",
    "ProjectTable",
    "SceneTable",
    "SiteFile",
    "SiteTable",
    "Table",
    "TerrainTable",
    "TypeTable",
    "ZoneTable",
]


class Table(BaseModel):
    """A table of the file; `record` names the vocabulary's record whose fields it also takes."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True
    )
    record: ClassVar[str] = ""


class SiteFile(Table):
    """What stands before the first table."""

    format: Literal[1]
    unit: Literal["ft", "m", "ftUS"] = "ft"
    luminaires_csv: Name | None = None
    facts: Name | None = None
    # Verdicts rest on these numbers: no more than a quarter of the least trespass limit (0.2 fc).
    max_error_fc: Annotated[float, Field(allow_inf_nan=False, ge=0, le=0.05)] = 0.0


class ProjectTable(Table):
    """``[project]``."""

    name: Name | None = None
    code: Names = []
    number: str = ""
    client: str = ""
    prepared_by: str = ""
    address: str = ""
    revision: str = ""
    date: Date = ""


class SiteTable(Table):
    """``[site]``."""

    record: ClassVar[str] = "site"
    north_deg: Angle = 90.0


class GeometryTable(Table):
    """``[geometry]``: named shapes from drawings."""

    dxf: Name | None = None
    geojson: Name | None = None
    unit: Literal["ft", "m", "ftUS"] | None = None
    crs: Name | None = None
    layers: dict[str, str] = {}
    luminaires: Name | None = None


class LightLossTable(Table):
    """Light loss factors by name."""

    lld: Factor = 1.0
    ldd: Factor = 1.0
    lbo: Factor = 1.0
    bf: Annotated[float, Field(allow_inf_nan=False, gt=0, le=2)] | None = None
    latf: Factor = 1.0
    voltage: Factor = 1.0
    equipment: Factor = 1.0
    position: Factor = 1.0
    surface: Factor = 1.0


class TypeTable(Table):
    """``[luminaire_types.NAME]``."""

    record: ClassVar[str] = "luminaire"
    file: Name
    c0_rotation_deg: Literal[0, 90, 180, 270] | None = None
    description: str = ""
    lamp_lumens_lm: Annotated[float, Field(allow_inf_nan=False, gt=0, le=1e7)] | None = None
    multiplier: Annotated[float, Field(allow_inf_nan=False, ge=0, le=1e3)] = 1.0
    subdivide: bool = False
    cct_k: Annotated[float, Field(allow_inf_nan=False, ge=1000, le=20_000)] | None = None
    cri: Annotated[float, Field(allow_inf_nan=False, ge=0, le=100)] | None = None
    base_height_ft: Annotated[float, Field(allow_inf_nan=False, ge=0, le=100)] | None = None
    overall_height_ft: Annotated[float, Field(allow_inf_nan=False, gt=0, le=1000)] | None = None


class LuminaireTable(Table):
    """``[[luminaires]]``, or a row of the luminaire list."""

    record: ClassVar[str] = "luminaire"
    id: Name
    type: str
    at: Point
    aim_at: AimPoint | None = None
    mounting_height_ft: Length | None = None
    orientation_deg: Angle | None = None
    tilt_deg: Angle | None = None
    roll_deg: Angle | None = None
    spin_deg: Angle = 0.0
    arrangement: Literal["single", "d180", "d90", "t120", "t90", "quad"] | None = None
    arm_ft: Annotated[float, Field(allow_inf_nan=False, ge=0, le=1000)] = 0.0
    base_z_ft: Number | None = None
    group: Name | None = None


class ZoneTable(Table):
    """``[[zones]]``."""

    record: ClassVar[str] = "calc_zone"
    name: PlaceName
    kind: Literal["parking", "traffic", "pedestrian", "atm", "other"]
    area: Shape
    holes: list[Shape] = []
    spacing_ft: Length = 10.0
    grid_origin: Point | None = None
    grid_angle_deg: Angle = 0.0
    height_ft: Number = 0.0
    plane: Literal["horizontal", "vertical", "vertical4"] = "horizontal"
    facing_deg: Angle | None = None
    car_capacity: Annotated[int, Field(ge=0)] | None = None
    target_avg_fc: Annotated[float, Field(allow_inf_nan=False, ge=0)] | None = None
    target_min_fc: Annotated[float, Field(allow_inf_nan=False, ge=0)] | None = None


class BoundaryTable(Table):
    """``[[boundaries]]``."""

    record: ClassVar[str] = "boundary"
    id: PlaceName
    line: Shape
    from_: Annotated[Point | None, Field(alias="from")] = None
    to: Point | None = None
    spacing_ft: Length = 5.0
    pavement_edge: Shape | None = None
    access_points: list[Shape] = []
    dwellings: Shape | None = None
    across_district_class: DistrictClass | None = None


class ObstructionTable(Table):
    """``[[obstructions]]``."""

    name: Name
    footprint: Shape
    height_ft: Length
    base_height_ft: Number = 0.0


class TerrainTable(Table):
    """``[terrain]``."""

    file: Name | None = None
    points: Elevations | None = None
    plane: Elevations | None = None
    unit: Literal["ft", "m", "ftUS"] | None = None
    elevation_unit: Literal["ft", "m", "ftUS"] | None = None


class SceneTable(Table):
    """``[[scenes]]``."""

    name: Name
    after_close: bool = False
    groups: dict[str, Share]
