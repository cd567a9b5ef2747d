"""The ground beyond a limit's line that is over the limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.contours import areas_above
from photometry.site.ring import WIDEST_GAP_FT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.drawings.field import Field
    from photometry.drawings.ground import Ground
    from photometry.drawings.judged import Judged
    from photometry.drawings.limits import Locus

    FloatArray = NDArray[np.float64]

__all__ = ["overlit_areas"]

CORNER_FT: Final = 0.01


def overlit_areas(
    loci: Sequence[Locus], judged: Judged, field: Field, ground: Ground
) -> list[list[FloatArray]]:
    """Give the ground beyond the limits' lines that is over the limit, site coordinates."""
    areas: list[list[FloatArray]] = []
    outside = ground.may_be_outside(field.x_ft, field.y_ft)
    ends = _open_ends(loci)
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
        beyond = _beyond_ft(ground, locus, access, ends, places)
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


@dataclass(frozen=True, eq=False)
class _OpenEnd:
    """Where a pavement edge ends: beyond it nobody says where the road is."""

    at_ft: FloatArray
    onward: FloatArray  # unit vector along the line, away from it


def _open_ends(loci: Sequence[Locus]) -> list[_OpenEnd]:
    """Find the ends of the pavement edges that no other stretch of pavement edge continues."""
    paths = [
        path
        for locus in loci
        if locus.line.kind in {"pavement_edge", "access_points"}
        for path in locus.paths_ft
        if len(path) > 1
    ]
    ends = [
        _OpenEnd(a, (a - b) / np.hypot(*(a - b)))
        for path in paths
        for a, b in ((path[0], path[1]), (path[-1], path[-2]))
    ]
    return [
        end
        for end in ends
        if sum(np.hypot(*(end.at_ft - other.at_ft)) < WIDEST_GAP_FT for other in ends) == 1
    ]


def _short_of_ends_ft(ends: Sequence[_OpenEnd], places_ft: FloatArray) -> FloatArray:
    """How far places are from being beyond an open end; negative where they are beyond one."""
    short = np.full(len(places_ft), np.inf)
    away = [np.hypot(*(places_ft - end.at_ft).T) for end in ends]
    for end, distance in zip(ends, away, strict=True):
        nearest = distance <= np.min(away, axis=0)
        short[nearest] = -((places_ft - end.at_ft) @ end.onward)[nearest]
    return short


def _beyond_ft(
    ground: Ground,
    locus: Locus,
    access: Sequence[Locus],
    ends: Sequence[_OpenEnd],
    places_ft: FloatArray,
) -> FloatArray:
    """How far beyond a limit's line places are, where no other line of its side is nearer."""
    outside = ground.outside_ft(places_ft)
    # Beyond a corner two boundaries are equally near: the place belongs to both.
    nearer = ground.nearer_ft(places_ft, locus.line.boundary_id) + CORNER_FT
    if locus.line.kind == "offset":
        return np.minimum(outside - locus.line.distance_ft, nearer)
    points = shapely.points(places_ft)
    own = shapely.MultiLineString(list(locus.paths_ft))
    nearest = shapely.get_coordinates(shapely.shortest_line(own, points)).reshape(-1, 2, 2)[:, 0]
    beyond = np.minimum(outside - ground.outside_ft(nearest), nearer)
    beyond = np.minimum(beyond, _short_of_ends_ft(ends, places_ft))
    away = shapely.distance(points, own)
    for other in access:
        line = shapely.MultiLineString(list(other.paths_ft))
        beyond = np.minimum(beyond, shapely.distance(points, line) - away)
    return beyond
