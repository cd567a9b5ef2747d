"""The largest reading of a light meter along a line, as a code may want it taken.

A code may leave out luminaires (public ones, small ones) or stretches of a line (where a
dwelling stands nearer); then the line is searched anew, in the engine's own way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal
from weakref import WeakKeyDictionary

import numpy as np

from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT
from photometry.engine.peaks import line_peaks
from photometry.site.property import LineRequest, calculation_lines
from photometry.site.ring import property_ring

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.site.model import Site
    from photometry.site.property import CalculationLine, LineKind
    from photometry.site.ring import PropertyRing

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]
    Point = tuple[float, float, float]
    Keep = Callable[[FloatArray], BoolArray]

__all__ = [
    "BASES",
    "Meter",
    "Reading",
    "head_shares",
    "line_reading",
    "line_title",
    "meter_fc",
    "meters_at",
    "ring_of",
    "site_line",
]

Meter = Literal["horizontal", "vertical"]

BASES: Final = ("initial", "maintained")

# Kept with the calculation that they were taken from, and let go with it.
_READINGS: WeakKeyDictionary[Calculation, dict[Hashable, Reading | None]] = WeakKeyDictionary()
_SHARES: WeakKeyDictionary[Calculation, dict[Hashable, FloatArray]] = WeakKeyDictionary()
_LINES: WeakKeyDictionary[Site, dict[str, CalculationLine | None]] = WeakKeyDictionary()
_RINGS: WeakKeyDictionary[Site, PropertyRing | None] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Reading:
    """The largest illuminance of a line.

    Attributes
    ----------
    at_ft
        Where the meter stands, ft: at grade, or 5 ft above for a vertical one.
    facing
        Unit vector that the meter looks along.
    """

    fc: float
    at_ft: Point
    meter: Meter
    facing: Point


def line_title(kind: LineKind, distance_ft: float = 0.0) -> str:
    """Name of a line within its boundary: ``offset_25ft``, ``pavement_edge``."""
    return f"offset_{distance_ft:g}ft" if kind == "offset" else kind


def site_line(
    site: Site, boundary_id: str, kind: LineKind, distance_ft: float = 0.0
) -> CalculationLine | None:
    """Give a line of a boundary, calculated or not; None where the site has no such line."""
    known = _LINES.setdefault(site, {})
    name = f"{boundary_id}/{line_title(kind, distance_ft)}"
    if name not in known:
        request = LineRequest(kind, distance_ft, (boundary_id,))
        known[name] = next(
            (line for line in calculation_lines(site, (request,)) if line.name == name), None
        )
    return known[name]


def ring_of(site: Site) -> PropertyRing | None:
    """Give the property ring of a site, made once; None where it has no boundaries."""
    if site not in _RINGS:
        _RINGS[site] = property_ring(site)
    return _RINGS[site]


def line_reading(
    calculation: Calculation,
    line: CalculationLine,
    layer: str,
    meter: Meter,
    *,
    counted: tuple[int, ...] | None = None,
    keep: Keep | None = None,
) -> Reading | None:
    """Find the largest reading along a line.

    Parameters
    ----------
    calculation
        Light on the site.
    line
        The line, whether it is among the calculation's or not.
    layer
        ``"initial"`` or ``"maintained"``.
    meter
        Horizontal at grade, or vertical 5 ft above it, facing the site.
    counted
        Indices of the heads whose light counts; None for all.
    keep
        Tells which points (n, 2) of the line count; None for all.

    Returns
    -------
    Reading or None
        None where no point of the line counts.
    """
    if counted is not None and len(counted) == len(calculation.site.heads):
        counted = None
    key = (line.name, meter, counted, keep)
    known = _READINGS.setdefault(calculation, {})
    if (*key, layer) not in known:
        if counted is None and keep is None and line.name in calculation.lines:
            known[*key, layer] = _calculated(calculation, line, layer, meter)
        else:
            for basis, found in _searched(calculation, line, meter, counted, keep).items():
                known[*key, basis] = found
    return known[*key, layer]


def meter_fc(
    calculation: Calculation, xy_ft: FloatArray, meter: Meter, counted: tuple[int, ...] | None
) -> FloatArray:
    """Give what a meter reads at points (n, 2): (2, n), fc, initial and maintained.

    `counted` are the indices of the heads whose light counts; None for all.
    """
    points, facing = meters_at(calculation.site, xy_ft, meter)
    if counted is None or len(counted) == len(calculation.site.heads):
        return calculation.illuminance_of_layers(points, BASES, facing)
    return _of_heads(calculation, points, facing, list(counted))


def head_shares(calculation: Calculation, reading: Reading, layer: str) -> FloatArray:
    """Give each head's share of a reading, (heads,), fc."""
    known = _SHARES.setdefault(calculation, {})
    key = (reading.at_ft, reading.facing, layer)
    if key not in known:
        at, facing = np.array([reading.at_ft]), np.array([reading.facing])
        known[key] = calculation.contributions(at, facing, layer)[0]
    return known[key]


def _calculated(
    calculation: Calculation, line: CalculationLine, layer: str, meter: Meter
) -> Reading:
    prefix = "vertical_" if meter == "vertical" else ""
    found = calculation.lines[line.name].statistics(prefix + layer)
    at = np.array([found.max_at_ft[:2]])
    return Reading(
        found.max_fc, found.max_at_ft, meter, _point(_facing(calculation.site, at, meter)[0])
    )


def _searched(
    calculation: Calculation,
    line: CalculationLine,
    meter: Meter,
    counted: tuple[int, ...] | None,
    keep: Keep | None,
) -> dict[str, Reading | None]:
    """Search a line as the engine does, initial and maintained light at once.

    A point that does not count reads -1.
    """

    def evaluate(xy: FloatArray) -> FloatArray:
        fc = meter_fc(calculation, xy, meter, counted)
        return fc if keep is None else np.where(keep(xy), fc, -1.0)

    if line.pieces:
        weights = dict(zip(BASES, np.eye(len(BASES)), strict=True))
        found = line_peaks([line.pieces], evaluate, weights)[0]
    else:
        values = evaluate(line.stations_ft)
        best = values.argmax(axis=1)
        found = {
            basis: (float(values[i, best[i]]), line.stations_ft[best[i]])
            for i, basis in enumerate(BASES)
        }
    return {
        basis: None if fc < 0.0 else _reading(calculation.site, fc, at, meter)
        for basis, (fc, at) in found.items()
    }


def _of_heads(
    calculation: Calculation, points: FloatArray, facing: FloatArray, heads: list[int]
) -> FloatArray:
    """Light of some heads: (bases, points), fc; light loss is a factor of each head."""
    initial = calculation.contributions(points, facing, "initial")[:, heads]
    types = [calculation.site.heads[i].type for i in heads]
    if any(kind.initial_factor <= 0.0 for kind in types):
        maintained = calculation.contributions(points, facing, "maintained")[:, heads].sum(axis=1)
    else:
        loss = [kind.maintained_factor / kind.initial_factor for kind in types]
        maintained = initial @ np.array(loss, np.float64)
    return np.stack([initial.sum(axis=1), maintained])


def _reading(site: Site, fc: float, at: FloatArray, meter: Meter) -> Reading:
    points, facing = meters_at(site, at[None], meter)
    return Reading(fc, _point(points[0]), meter, _point(facing[0]))


def meters_at(site: Site, xy: FloatArray, meter: Meter) -> tuple[FloatArray, FloatArray]:
    """Where meters stand, (n, 3) ft, and what way they face, (n, 3)."""
    z = site.terrain.grade_ft(xy[:, 0], xy[:, 1])
    if meter == "vertical":
        z = z + VERTICAL_METER_HEIGHT_FT
    return np.column_stack([xy, z]), _facing(site, xy, meter)


def _facing(site: Site, xy: FloatArray, meter: Meter) -> FloatArray:
    """Look up, or level toward the nearest point of the property ring."""
    ring = ring_of(site)
    if meter == "horizontal" or ring is None:
        return np.tile([0.0, 0.0, 1.0], (len(xy), 1))
    _, facing = ring.nearest(xy)
    return np.column_stack([facing, np.zeros(len(xy))])


def _point(row: FloatArray) -> Point:
    x, y, z = (float(value) for value in row)
    return x, y, z
