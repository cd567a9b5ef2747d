"""Limits on the plan: where each applies, where it is reached and where it is exceeded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.contours import areas_above, contour_lines, kept_where
from photometry.ordinance.finding import Status
from photometry.site.geometry import TOLERANCE_FT, open_ring
from photometry.site.ring import property_ring
from photometry.tables.words import SEVERITY, judged_layer, limit_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from photometry.drawings.field import Field
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.site.property import CalculationLine

    FloatArray = NDArray[np.float64]

__all__ = ["Ground", "Locus", "limit_contours", "limit_loci", "overlit_areas"]

INSIDE_FT: Final = 10.0  # a limit's contour is drawn from this far inside the property outward
ARC_STEP_FT: Final = 1.0
VERTICAL_METER_FT: Final = 5.0


@dataclass(frozen=True, eq=False)
class Locus:
    """A line along which a limit of illuminance applies.

    Attributes
    ----------
    line
        The calculation line that was judged.
    limit_fc, layer
        The limit, and the layer that was held against it (``initial``, ``vertical_initial``).
    status
        The worst verdict along it.
    paths_ft
        The line as polylines (n, 2); empty for points (dwellings).
    """

    line: CalculationLine
    limit_fc: float
    limit_words: str
    layer: str
    status: Status
    paths_ft: tuple[FloatArray, ...]

    @property
    def words(self) -> str:
        """What is written beside it: ``PAVEMENT EDGE: limit 0.5 fc (initial)``."""
        what = {
            "pavement_edge": "PAVEMENT EDGE",
            "access_points": "ACCESS POINT",
            "property_line": "PROPERTY LINE",
            "dwellings": "DWELLING",
        }.get(self.line.kind, f"{self.line.distance_ft:g} FT BEYOND THE LINE")
        layer = self.layer.replace("_", " ").replace("both ", "horizontal or vertical ")
        return f"{what}: limit {self.limit_words} ({layer})"


def limit_loci(calc: Calculation, findings: Iterable[Finding]) -> list[Locus]:
    """Find the lines that were held against an upper limit of illuminance.

    Of several limits on one line the lowest is drawn.
    """
    found: dict[str, Locus] = {}
    for finding in sorted(findings, key=lambda f: SEVERITY[f.status]):
        line = calc.lines.get(finding.where.name) if finding.where.kind == "line" else None
        if line is None or not _is_upper_limit(finding):
            continue
        limit = float(finding.limit or 0.0)
        known = found.get(line.name)
        if known is None or limit < known.limit_fc:
            found[line.name] = Locus(
                line.line,
                limit,
                limit_text(finding, with_unit=True),
                judged_layer(finding),
                finding.status,
                _polylines(line.line),
            )
    return list(found.values())


def _is_upper_limit(finding: Finding) -> bool:
    if finding.unit != "fc" or not isinstance(finding.limit, (int, float)):
        return False
    if finding.status is Status.NOT_APPLICABLE:
        return False
    if finding.margin is None or not isinstance(finding.measured, (int, float)):
        return True
    # Of a lower limit the margin falls as the limit rises.
    return finding.margin * (finding.limit - finding.measured) >= 0.0


def _polylines(line: CalculationLine) -> tuple[FloatArray, ...]:
    """Join a line's pieces, where one begins at the end of another."""
    paths: list[list[FloatArray]] = []
    for piece in line.pieces:
        steps = max(1, int(np.ceil(piece.length_ft / ARC_STEP_FT)))
        ends = piece.at([0.0, piece.length_ft / 2, piece.length_ft])
        straight = _same_place(ends[1], (ends[0] + ends[2]) / 2)
        points = ends[[0, 2]] if straight else piece.at(np.linspace(0, piece.length_ft, steps + 1))
        if paths and _same_place(paths[-1][-1][-1], points[0]):
            paths[-1].append(points[1:])
        else:
            paths.append([points])
    return tuple(np.vstack(path) for path in paths)


def _same_place(a: FloatArray, b: FloatArray) -> bool:
    return bool(np.hypot(*(a - b)) <= TOLERANCE_FT)


class Ground:
    """The property and its boundaries, asked how far a place is from them.

    Parameters
    ----------
    site
        Its boundaries; where they do not close to a ring, nothing is outside.
    """

    def __init__(self, site: Site) -> None:
        ring = property_ring(site)
        self._ring = ring
        self._boundaries = {b.id: shapely.LineString(b.line_ft) for b in site.boundaries}
        self.polygon: shapely.Polygon | None = None
        if ring is not None and ring.is_closed and len(ring.starts) >= 3:
            self.polygon = shapely.Polygon(open_ring(ring.starts) + np.array(ring.origin_ft))

    def outside_ft(self, places_ft: FloatArray) -> FloatArray:
        """Distance (n,) of places beyond the property line; negative inside."""
        if self.polygon is None:
            return np.full(len(places_ft), -np.inf)
        points = shapely.points(places_ft)
        away = shapely.distance(points, self.polygon.exterior)
        shapely.prepare(self.polygon)
        inside = shapely.contains_xy(self.polygon, places_ft[:, 0], places_ft[:, 1])
        return np.where(inside, -away, away)

    def may_be_outside(self, x_ft: FloatArray, y_ft: FloatArray) -> NDArray[np.bool_]:
        """Tell which nodes (n, m) of a grid are outside the property or within a cell of it."""
        x, y = np.meshgrid(x_ft, y_ft)
        if self.polygon is None:
            return np.zeros(x.shape, np.bool_)
        cell = float(max(x_ft[1] - x_ft[0], y_ft[1] - y_ft[0]))
        inner = self.polygon.buffer(-2.0 * cell)
        shapely.prepare(inner)
        inside: NDArray[np.bool_] = shapely.contains_xy(inner, x, y)
        return ~inside

    def nearer_ft(self, places_ft: FloatArray, boundary_id: str) -> FloatArray:
        """By how much a boundary is nearer to places than every other one."""
        points = shapely.points(places_ft)
        own = shapely.distance(points, self._boundaries[boundary_id])
        others = [line for name, line in self._boundaries.items() if name != boundary_id]
        if not others:
            return np.full(len(places_ft), np.inf)
        least = np.min([shapely.distance(points, line) for line in others], axis=0)
        nearer: FloatArray = least - own
        return nearer

    def facing(self, places_ft: FloatArray) -> FloatArray:
        """Give unit vectors (n, 3) from places toward the property, level."""
        if self._ring is None:
            return np.tile([1.0, 0.0, 0.0], (len(places_ft), 1))
        _, facing = self._ring.nearest(places_ft)
        return np.column_stack([facing, np.zeros(len(facing))])


def _applies_ft(ground: Ground, locus: Locus, places_ft: FloatArray) -> FloatArray:
    """How far inside the side of the lot where a limit applies places are; negative outside."""
    # A meter that faces the property has no meaning on it.
    reach = INSIDE_FT if locus.layer in {"initial", "maintained"} else 0.0
    inside = ground.outside_ft(places_ft) + reach
    nearer: FloatArray = np.minimum(inside, ground.nearer_ft(places_ft, locus.line.boundary_id))
    return nearer


def _beyond_ft(
    ground: Ground, locus: Locus, access: Sequence[Locus], places_ft: FloatArray
) -> FloatArray:
    """How far beyond a limit's line places are, where no other line of its side is nearer."""
    outside = ground.outside_ft(places_ft)
    nearer = ground.nearer_ft(places_ft, locus.line.boundary_id)
    if locus.line.kind == "offset":
        return np.minimum(outside - locus.line.distance_ft, nearer)
    points = shapely.points(places_ft)
    own = shapely.MultiLineString(list(locus.paths_ft))
    nearest = shapely.get_coordinates(shapely.shortest_line(own, points)).reshape(-1, 2, 2)[:, 0]
    beyond = np.minimum(outside - ground.outside_ft(nearest), nearer)
    away = shapely.distance(points, own)
    for other in access:
        line = shapely.MultiLineString(list(other.paths_ft))
        beyond = np.minimum(beyond, shapely.distance(points, line) - away)
    return beyond


class Judged:
    """The illuminance that limits were held against, on the grid of a field.

    Horizontal layers are those of the field; vertical ones are computed where they are asked
    for, 5 ft above grade and facing the property, as at the lines themselves.
    """

    def __init__(self, site: Site, calc: Calculation, field: Field, ground: Ground) -> None:
        self._site, self._calc, self._field, self._ground = site, calc, field, ground
        self._vertical: dict[str, FloatArray] = {}

    def layer(self, name: str) -> FloatArray:
        """Illuminance (n, m) of a layer as `judged_layer` names it."""
        meter, _, basis = name.rpartition("_")
        level = self._field.layers[basis]
        if not meter:
            return level
        if basis not in self._vertical:
            self._vertical[basis] = self._facing(basis)
        upright = self._vertical[basis]
        return upright if meter == "vertical" else np.fmax(level, upright)

    def _facing(self, basis: str) -> FloatArray:
        values = np.full(self._places.shape[:2], np.nan)
        where = self._outside & ~np.isnan(self._field.layers[basis])
        xy = self._places[where]
        z = self._site.terrain.grade_ft(*xy.T) + VERTICAL_METER_FT
        facing = self._ground.facing(xy)
        values[where] = self._calc.illuminance(np.column_stack([xy, z]), facing, basis)
        return values

    @cached_property
    def _places(self) -> FloatArray:
        return np.stack(np.meshgrid(self._field.x_ft, self._field.y_ft), axis=-1)

    @cached_property
    def _outside(self) -> NDArray[np.bool_]:
        flat = self._places.reshape(-1, 2)
        return (self._ground.outside_ft(flat) >= 0.0).reshape(self._places.shape[:2])


def limit_contours(
    loci: Sequence[Locus], judged: Judged, field: Field, ground: Ground
) -> dict[Locus, list[FloatArray]]:
    """Trace where each limit is reached, on its own side of the lot, site coordinates.

    Access points are left out: at them another limit takes the place of the pavement edge's
    along a few feet, and two red lines a foot apart would say less than one.  Lines of the
    same limit on several sides are traced once.
    """
    groups: dict[tuple[float, str], list[Locus]] = {}
    for locus in loci:
        if locus.line.kind != "access_points":
            groups.setdefault((locus.limit_fc, locus.layer), []).append(locus)
    traced: dict[Locus, list[FloatArray]] = {}
    for (limit, layer), members in groups.items():

        def applies(places: FloatArray, members: list[Locus] = members) -> FloatArray:
            sides: FloatArray = np.max([_applies_ft(ground, m, places) for m in members], axis=0)
            return sides

        lines = contour_lines(field.x_ft, field.y_ft, judged.layer(layer), limit)
        traced[members[0]] = [part for line in lines for part in kept_where(line, applies)]
    return traced


def overlit_areas(
    loci: Sequence[Locus], judged: Judged, field: Field, ground: Ground
) -> list[list[FloatArray]]:
    """Give the ground beyond the limits' lines that is over the limit, site coordinates."""
    areas: list[list[FloatArray]] = []
    outside = ground.may_be_outside(field.x_ft, field.y_ft)
    for locus in loci:
        if not locus.paths_ft:
            continue
        excess = judged.layer(locus.layer) - locus.limit_fc
        with np.errstate(invalid="ignore"):
            over = _widened(excess > 0) & outside
        if not over.any():
            continue
        rows, columns = np.nonzero(over)
        places = np.column_stack([field.x_ft[columns], field.y_ft[rows]])
        access = [
            other
            for other in loci
            if other is not locus
            and other.line.boundary_id == locus.line.boundary_id
            and {other.line.kind, locus.line.kind} == {"access_points", "pavement_edge"}
            and other.paths_ft
        ]
        beyond = _beyond_ft(ground, locus, access, places)
        both = np.minimum(excess, 0.0)
        both[~outside] = -1.0
        both[over] = np.minimum(excess[over], beyond)
        areas += areas_above(field.x_ft, field.y_ft, both, 0.0)
    return areas


def _widened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Add the neighbours of what is set, so that its edge is interpolated, not stepped."""
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:-1] |= mask[1:]
    wide[:, 1:] |= wide[:, :-1].copy()
    wide[:, :-1] |= wide[:, 1:].copy()
    return wide
