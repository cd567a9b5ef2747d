"""What a map of the difference shows, read out of two submittals."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.difference_map import ChangedHead, ChangedPoints
from photometry.errors import BundleError, Fault
from photometry.submittal.bundle import open_bundle
from photometry.submittal.diff import STAYS_FT, part_of, unit_of
from photometry.tables.text import count
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    Row = Mapping[str, str]
    Point = tuple[float, float, float]

__all__ = ["changes_on_the_ground"]

LAYER: Final = "maintained_fc"
# Points of two designs are one where they are as near as a written coordinate can tell.
SAME_FT: Final = 0.01
LEFT_OUT: Final = ("id", "x", "y", "base_z")


def changes_on_the_ground(
    before: Path, after: Path
) -> tuple[list[ChangedPoints], list[ChangedHead], list[str]]:
    """Match the points and the luminaires of two submittals.

    Returns
    -------
    places
        Zones and lines of which both have points; light at these, later less earlier.
    heads
        Every luminaire of either.
    remarks
        In words, the points that only one of the two has.

    Raises
    ------
    BundleError
        One is no submittal, or its tables cannot be read.
    """
    (old_points, old_heads), (new_points, new_heads) = _read(before), _read(after)
    places, remarks = [], []
    for name in dict.fromkeys((*old_points, *new_points)):
        was, now = old_points.get(name, {}), new_points.get(name, {})
        both = [at for at in now if at in was]
        alone = len(was) + len(now) - 2 * len(both)
        if alone:
            remarks.append(f"{name}: {count(alone)} points of only one of the two are left out.")
        if both:
            at = np.array([now[key][:2] for key in both])
            change = np.array([now[key][2] - was[key][2] for key in both])
            places.append(ChangedPoints(name, at, change))
    if not places:
        what = "the two have no point in common: there is no change to draw"
        raise BundleError(Fault(what, str(after)))
    return places, list(_heads(old_heads, new_heads)), remarks


def _read(path: Path) -> tuple[dict[str, dict[tuple[int, int, int], Point]], dict[str, Row]]:
    """Read points by zone and place, and luminaires by their id; coordinates in ft."""
    with open_bundle(path) as bundle:
        feet = FEET_PER_UNIT[part_of(bundle, "results.json", unit_of)]
        points = part_of(bundle, "points.csv", lambda text: _points(text, feet))
        heads = part_of(bundle, "luminaires.csv", lambda text: _luminaires(text, feet))
    return points, heads


def _rows(text: str) -> Iterator[dict[str, str]]:
    return csv.DictReader(io.StringIO(text, newline=""), restval="")


def _points(text: str, feet: float) -> dict[str, dict[tuple[int, int, int], Point]]:
    zones: dict[str, dict[tuple[int, int, int], Point]] = {}
    for row in _rows(text):
        x, y, z = (float(row[key]) * feet for key in "xyz")
        place = (round(x / SAME_FT), round(y / SAME_FT), round(z / SAME_FT))
        zones.setdefault(row["zone"], {})[place] = (x, y, float(row[LAYER]))
    return zones


def _luminaires(text: str, feet: float) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in _rows(text):
        x, y = (float(row[key]) * feet for key in "xy")
        found[row["id"]] = {**row, "x": repr(x), "y": repr(y)}
    return found


def _heads(old: Mapping[str, Row], new: Mapping[str, Row]) -> Iterator[ChangedHead]:
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name), new.get(name)
        stood, stands = _at(was), _at(now)
        if stood and stands and np.hypot(*np.subtract(stood, stands)) <= STAYS_FT:
            stood = stands
        changed = [] if was is None or now is None else _changed(was, now)
        yield ChangedHead(name, stood, stands, ", ".join(changed))


def _at(row: Row | None) -> tuple[float, float] | None:
    return None if row is None else (float(row["x"]), float(row["y"]))


def _changed(was: Row, now: Row) -> Sequence[str]:
    return [
        f"{key} {was[key]} → {now[key]}"
        for key in now
        if key not in LEFT_OUT and key in was and was[key] != now[key]
    ]
