"""Extremes that stand at several points: which of them is named is for the last bits to say.

On a symmetrical site equal maxima differ by the last bits of a sum, which another machine may
round otherwise.  A place that a bundle names then holds, if the recomputed light there is the
light that it is named for.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, Final

from photometry.submittal.compare import ABSOLUTE_FC, RELATIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from photometry.submittal.compare import Difference

__all__ = ["Lights", "csv_places", "json_places", "without_ties"]

_JSON_PLACE: Final = re.compile(r"(?P<of>.+)/(?P<kind>max_at|min_at|witness)/\d")
_CSV_PLACE: Final = re.compile(r"line (?P<of>\d+), .*: witness_[xyz]")
# What a place is named for.
_VALUE_OF: Final = {"max_at": "max_fc", "min_at": "min_fc", "witness": "measured"}
_FIRST_LIGHT: Final = 4  # column of points.csv

# A place, and the light that it is named for.
Named = tuple[tuple[float, ...], float]


class Lights:
    """Recomputed light by place, of every point and layer of points.csv."""

    def __init__(self, points_csv: str) -> None:
        self._text = points_csv
        self._at: dict[tuple[str, ...], list[float]] = {}

    def has(self, place: Iterable[float], value: float) -> bool:
        """Tell whether a calculation point at a place has a light, in any layer."""
        if not self._at:  # read when first asked: most bundles never ask
            for row in list(csv.reader(io.StringIO(self._text)))[1:]:
                lights = [float(cell) for cell in row[_FIRST_LIGHT:] if cell]
                self._at.setdefault(tuple(row[1:_FIRST_LIGHT]), []).extend(lights)
        tolerance = max(ABSOLUTE_FC, RELATIVE * abs(value))
        found = self._at.get(tuple(f"{part:.3f}" for part in place), ())
        return any(abs(light - value) <= tolerance for light in found)


def json_places(leaves: Mapping[str, Any], item: str) -> Named | None:
    """Give the place that an item of results.json belongs to, if it is a part of one."""
    match = _JSON_PLACE.fullmatch(item)
    if match is None:
        return None
    parts = [leaves.get(f"{match['of']}/{match['kind']}/{axis}") for axis in range(3)]
    return _named(parts, leaves.get(f"{match['of']}/{_VALUE_OF[match['kind']]}"))


def csv_places(rows: Sequence[Sequence[str]], item: str) -> Named | None:
    """Give the place that an item of findings.csv belongs to, if it is a part of one."""
    match = _CSV_PLACE.fullmatch(item)
    if match is None:
        return None
    row = dict(zip(rows[0], rows[int(match["of"]) - 1], strict=True))
    cells = [row[f"witness_{axis}"] for axis in "xyz"] + [row["measured"]]
    try:
        *parts, value = map(float, cells)
    except ValueError:
        return None
    return _named(parts, value)


def without_ties(
    differences: Iterable[Difference], places: Mapping[str, Named | None], lights: Lights
) -> list[Difference]:
    """Leave out the places that hold as well as the recomputed ones.

    Parameters
    ----------
    differences
        Of one file.
    places
        The place that each item belongs to; None for what is no place.
    lights
        Of the recomputed points.
    """
    return [
        one
        for one in differences
        if (named := places.get(one.item)) is None or not lights.has(*named)
    ]


def _named(parts: Sequence[Any], value: Any) -> Named | None:
    if not all(isinstance(part, (int, float)) for part in (*parts, value)):
        return None
    return tuple(map(float, parts)), float(value)
