"""What single keys of site.toml hold: names, numbers within limits, points, shapes."""

from __future__ import annotations

import datetime as dt
import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from photometry.site.geometry import LARGEST_COORDINATE
from photometry.site.shown import shown

__all__ = [
    "MOST_POINTS",
    "AimPoint",
    "Angle",
    "Date",
    "DistrictClass",
    "Elevations",
    "Factor",
    "Layer",
    "Length",
    "Name",
    "Names",
    "Number",
    "PlaceName",
    "Point",
    "Points",
    "Shape",
    "Share",
]

FloatArray = NDArray[np.float64]

MOST_POINTS = 5_000  # of one outline or line: a surveyed parcel has some hundred
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


def _read_name(value: Any) -> Any:
    if isinstance(value, str):
        if not value.strip():
            raise ValueError("must not be empty")
        if len(value) > LONGEST_NAME:
            raise ValueError(f"has {len(value):,} characters; at most {LONGEST_NAME} are taken")
        if not value.isprintable():
            raise ValueError(f"holds {_unprintable(value)}")
    return value


def _unprintable(text: str) -> str:
    """Describe the first character of a text that is none of a line of print."""
    sign = next(letter for letter in text if not letter.isprintable())
    if len(text.splitlines()) > 1 and sign in "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029":
        return "a line break; write it on one line"
    code = f"U+{ord(sign):04X}"
    if unicodedata.category(sign) == "Zs":
        return f"{code}, {unicodedata.name(sign)}; write a plain space"
    named = unicodedata.name(sign, "")
    what = f"{code}, {named}, which does not print" if named else f"the control character {code}"
    return f"{what}; leave it out"


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


def _places(size: int, most: int | None = None) -> dict[str, Any]:
    """Describe a place of some numbers to editors, as JSON Schema does."""
    return {
        "type": "array",
        "items": {"type": "number"},
        "minItems": size,
        "maxItems": most or size,
    }


def _lists_of(inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": inner, "maxItems": MOST_POINTS}


_LAYER = {"type": "string", "pattern": "^layer:.+$"}

Point = Annotated[FloatArray, PlainValidator(_read_point), WithJsonSchema(_places(2))]
AimPoint = Annotated[
    FloatArray,
    PlainValidator(lambda value: _read_point(value, (2, 3))),
    WithJsonSchema(_places(2, 3)),
]
Points = Annotated[FloatArray, PlainValidator(_read_points), WithJsonSchema(_lists_of(_places(2)))]
Elevations = Annotated[
    FloatArray,
    PlainValidator(lambda value: _read_points(value, (3,))),
    WithJsonSchema(_lists_of(_places(3))),
]
Shape = Annotated[
    FloatArray | Layer,
    PlainValidator(_read_shape),
    WithJsonSchema({"anyOf": [_LAYER, _lists_of(_places(2))]}),
]
DistrictClass = Literal[
    "residential",
    "commercial",
    "industrial",
    "business",
    "professional_business",
    "agricultural",
    "other",
]
# One code may be written without brackets.
Names = Annotated[
    list[Name],
    BeforeValidator(_read_list),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Date = Annotated[str, BeforeValidator(_read_date)]
