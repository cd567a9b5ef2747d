"""The shape of site.toml: one model a table, which says what each key must be.

Keys of the vocabulary (``lamp_type`` of a luminaire, ``adjacent_district_class`` of a
boundary) are not repeated here; `record` says whose fields a table takes besides its own.
Lengths are in feet here: keys that end in ``_m`` have been converted when a model sees them,
coordinates are still in the unit of the file.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

__all__ = [
    "BoundaryTable",
    "GeometryTable",
    "Layer",
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
    "shown",
]

FloatArray = NDArray[np.float64]

MOST_POINTS = 5_000  # of one outline or line: a surveyed parcel has some hundred
LARGEST_COORDINATE = 1e9  # any state plane, in any unit
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Layer:
    """A shape that a drawing holds: ``"layer:parking"``."""

    name: str


def _read_point(value: Any, size: tuple[int, ...] = (2,)) -> FloatArray:
    """Read ``[x, y]``; the array may have more numbers where `size` allows it."""
    if not isinstance(value, list) or len(value) not in size or not all(map(_is_number, value)):
        shape = " or ".join(("[x, y]", "[x, y, z]")[count - 2] for count in size)
        raise ValueError(f"must be {shape} in numbers, not {shown(value)}")
    if not all(abs(number) <= LARGEST_COORDINATE for number in value):  # false for nan too
        raise ValueError(f"must be finite and at most 1e9, not {shown(value)}")
    return np.array(value, np.float64)


def _read_points(value: Any, size: tuple[int, ...] = (2,)) -> FloatArray:
    """Read ``[[x, y], ...]`` into an array (n, 2)."""
    if not isinstance(value, list):
        raise ValueError(f"must be a list of points [[x, y], ...], not {shown(value)}")  # noqa: TRY004  # pydantic takes ValueError
    if len(value) > MOST_POINTS:
        raise ValueError(f"has {len(value)} points; at most {MOST_POINTS} are read")
    for number, point in enumerate(value, start=1):
        try:
            _read_point(point, size)
        except ValueError as unfit:
            raise ValueError(f"point {number} {unfit}") from None
    return np.array(value, np.float64).reshape(-1, size[0])


def _read_shape(value: Any) -> FloatArray | Layer:
    """Read points, or the name of a drawing's shape."""
    if isinstance(value, str):
        if value.startswith("layer:") and len(value) > len("layer:"):
            return Layer(value.removeprefix("layer:"))
        raise ValueError(f'must be points [[x, y], ...] or "layer:NAME", not {shown(value)}')
    return _read_points(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def shown(value: Any) -> str:
    """Show a value that does not fit, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _read_name(value: Any) -> Any:
    if isinstance(value, str):
        if not value.strip():
            raise ValueError("must not be empty")
        if len(value) > LONGEST_NAME or not value.isprintable():
            raise ValueError(f"must be one line of at most {LONGEST_NAME} characters")
    return value


def _read_place_name(value: Any) -> Any:
    if isinstance(value, str) and "/" in value:
        raise ValueError("must not contain /, which stands between a boundary and its lines")
    return _read_name(value)


def _read_list(value: Any) -> Any:
    """Read one name as a list of one."""
    return [value] if isinstance(value, str) else value


def _read_date(value: Any) -> Any:
    """Read a date or a text as a text."""
    return value.isoformat() if isinstance(value, dt.date) else value


Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
Length = Annotated[float, Field(allow_inf_nan=False, gt=0, le=1e6)]
Angle = Annotated[float, Field(allow_inf_nan=False, ge=-3600, le=3600)]
Share = Annotated[float, Field(allow_inf_nan=False, ge=0, le=1)]
# A factor over 2 is a percentage or a slip; over 1 it may be, as ballast factors are.
Factor = Annotated[float, Field(allow_inf_nan=False, ge=0, le=2)]
Name = Annotated[str, BeforeValidator(_read_name)]
PlaceName = Annotated[str, BeforeValidator(_read_place_name)]
Point = Annotated[FloatArray, PlainValidator(_read_point)]
AimPoint = Annotated[FloatArray, PlainValidator(lambda value: _read_point(value, (2, 3)))]
Points = Annotated[FloatArray, PlainValidator(_read_points)]
Elevations = Annotated[FloatArray, PlainValidator(lambda value: _read_points(value, (3,)))]
Shape = Annotated[FloatArray | Layer, PlainValidator(_read_shape)]
DistrictClass = Literal[
    "residential",
    "commercial",
    "industrial",
    "business",
    "professional_business",
    "agricultural",
    "other",
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
    max_error_fc: Annotated[float, Field(allow_inf_nan=False, ge=0)] = 0.0


class ProjectTable(Table):
    """``[project]``."""

    name: Name | None = None
    code: Annotated[list[Name], BeforeValidator(_read_list)] = []
    number: str = ""
    client: str = ""
    prepared_by: str = ""
    address: str = ""
    revision: str = ""
    date: Annotated[str, BeforeValidator(_read_date)] = ""


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
    description: str = ""
    lamp_lumens_lm: Annotated[float, Field(allow_inf_nan=False, gt=0, le=1e7)] | None = None
    multiplier: Annotated[float, Field(allow_inf_nan=False, ge=0, le=1e3)] = 1.0
    subdivide: bool = False


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
    dwellings: Points | None = None
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
