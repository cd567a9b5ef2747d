"""Where along a line the source inside a luminaire can be seen, and from how high.

For every luminaire the worst point of a line is found: the one from which its source shows
at the greatest height above grade, its cutoff angle toward that point and everything opaque
in between taken into account.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.engine.shadows import settle_heads
from photometry.ordinance.lighting.sightlines import (
    cutoff_elevation_ft,
    cutoff_to_hide_deg,
    hidden_elevations_ft,
    highest_seen_ft,
    inside_ring,
    lowest_seen_ft,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from photometry.site.model import Obstruction, Site
    from photometry.site.property import CalculationLine, Piece

    FloatArray = NDArray[np.float64]
    Point = tuple[float, float, float]
    # Bearings (n,), counterclockwise from +x, to cutoff angles from nadir, deg.
    Cutoff = Callable[[FloatArray], FloatArray]

__all__ = ["HEIGHT_TOLERANCE_FT", "Sight", "source_positions_ft", "worst_sight"]

HEIGHT_TOLERANCE_FT = 1e-6  # heights closer than this are one height
SEARCH_STEP_FT = 0.5
REFINE_ROUNDS = 3
REFINE_SAMPLES = 10  # on each side of the best one, a round


@dataclass(frozen=True, slots=True)
class Sight:
    """The worst view of a source from a line.

    Attributes
    ----------
    height_ft
        Highest height above grade from which the source is seen; infinite where it is seen
        from every height, minus infinity where from none.
    at_ft
        The point of the line, at grade.
    distance_ft
        Horizontal distance from there to the source.
    cutoff_deg
        Cutoff angle of the luminaire toward that point.
    cutoff_needed_deg
        Largest cutoff angle, the same toward all of the line, that would hide the source above
        the limit everywhere on it.
    """

    height_ft: float
    at_ft: Point
    distance_ft: float
    cutoff_deg: float
    cutoff_needed_deg: float


@dataclass(frozen=True, eq=False)
class _Views:
    """Points (n, 2), their grade and what one source looks like from each."""

    xy_ft: FloatArray
    grade_ft: FloatArray
    distance_ft: FloatArray
    cutoff_deg: FloatArray
    height_ft: FloatArray
    needed_deg: FloatArray


def source_positions_ft(site: Site) -> FloatArray:
    """Positions (heads, 3) of the sources, those drawn just inside a wall moved onto it."""
    at = np.array(
        [(h.luminaire.x_ft, h.luminaire.y_ft, h.luminaire.z_ft) for h in site.heads], np.float64
    ).reshape(-1, 3)
    settled, _ = settle_heads(at, site.obstructions)
    return settled


def worst_sight(
    site: Site,
    line: CalculationLine,
    source_ft: FloatArray,
    cutoff: Cutoff,
    limit_ft: float,
    keep: Callable[[FloatArray], NDArray[np.bool_]] | None = None,
) -> Sight | None:
    """Find from where on a line a source is seen from the greatest height.

    Parameters
    ----------
    site
        For grade and obstructions.
    line
        Searched every half foot, then closer about the worst place.
    source_ft : (3,) array
        The source.
    cutoff
        Cutoff angles toward bearings; 180 where there is none.
    limit_ft
        Height above grade above which the source must not show.
    keep
        Tells which points (n, 2) of the line count; None for all.

    Returns
    -------
    Sight or None
        None where no point of the line counts.
    """
    prisms = _between_eyes_and_site(site, line)

    def view(xy: FloatArray) -> _Views:
        return _views(site, prisms, source_ft, xy, cutoff, limit_ft)

    places = [_search(piece) for piece in line.pieces]
    xy = line.stations_ft
    if places:
        xy = np.concatenate([piece.at(s) for piece, s in zip(line.pieces, places, strict=True)])
    kept = np.ones(len(xy), np.bool_) if keep is None else keep(xy)
    if not kept.any():
        return None
    views = view(xy)
    candidates = np.flatnonzero(kept)
    best = int(candidates[views.height_ft[candidates].argmax()])
    worst = _sight(views, best, float(views.needed_deg[kept].min()))
    if not places or not np.isfinite(worst.height_ft):
        return worst
    return _refined(line.pieces, places, best, view, keep, worst)


def _refined(
    pieces: Sequence[Piece],
    places: list[FloatArray],
    best: int,
    view: Callable[[FloatArray], _Views],
    keep: Callable[[FloatArray], NDArray[np.bool_]] | None,
    worst: Sight,
) -> Sight:
    """Look closer about the worst sample, on its own piece."""
    piece_of = np.repeat(np.arange(len(places)), [len(s) for s in places])[best]
    piece, centre = pieces[piece_of], float(np.concatenate(places)[best])
    step = SEARCH_STEP_FT
    offsets = np.arange(-REFINE_SAMPLES, REFINE_SAMPLES + 1) / REFINE_SAMPLES
    for _ in range(REFINE_ROUNDS):
        stations = np.clip(centre + step * offsets, 0.0, piece.length_ft)
        xy = piece.at(stations)
        views = view(xy)
        heights = views.height_ft if keep is None else np.where(keep(xy), views.height_ft, -np.inf)
        top = int(heights.argmax())
        if heights[top] > worst.height_ft:
            needed = min(worst.cutoff_needed_deg, float(views.needed_deg[top]))
            worst = _sight(views, top, needed)
        centre, step = float(stations[top]), step / REFINE_SAMPLES
    return worst


def _views(
    site: Site,
    prisms: Sequence[Obstruction],
    source: FloatArray,
    xy: FloatArray,
    cutoff: Cutoff,
    limit_ft: float,
) -> _Views:
    """See one source from points of a line."""
    away = xy - source[:2]
    distance = np.hypot(away[:, 0], away[:, 1])
    cutoff_deg = cutoff(np.degrees(np.arctan2(away[:, 1], away[:, 0])) % 360.0)
    grade = site.terrain.grade_ft(xy[:, 0], xy[:, 1])
    lower, upper = hidden_elevations_ft(source, xy, prisms)
    showing = cutoff_elevation_ft(source[2], distance, cutoff_deg)
    first_seen = lowest_seen_ft(grade + limit_ft, lower, upper)
    return _Views(
        xy_ft=xy,
        grade_ft=grade,
        distance_ft=distance,
        cutoff_deg=np.broadcast_to(cutoff_deg, distance.shape),
        height_ft=highest_seen_ft(showing, lower, upper) - grade,
        needed_deg=cutoff_to_hide_deg(source[2], distance, first_seen),
    )


def _sight(views: _Views, index: int, needed_deg: float) -> Sight:
    x, y = (float(value) for value in views.xy_ft[index])
    return Sight(
        height_ft=float(views.height_ft[index]),
        at_ft=(x, y, float(views.grade_ft[index])),
        distance_ft=float(views.distance_ft[index]),
        cutoff_deg=float(views.cutoff_deg[index]),
        cutoff_needed_deg=needed_deg,
    )


def _search(piece: Piece) -> FloatArray:
    """Places along a piece at most half a foot apart, both ends included."""
    count = max(1, int(np.ceil(piece.length_ft / SEARCH_STEP_FT))) + 1
    return np.linspace(0.0, piece.length_ft, count)


def _between_eyes_and_site(site: Site, line: CalculationLine) -> tuple[Obstruction, ...]:
    """Give what can hide a source: all but the very houses that are looked from."""
    if line.kind != "dwellings":
        return site.obstructions
    return tuple(
        prism
        for prism in site.obstructions
        if not inside_ring(line.stations_ft, prism.footprint_ft).any()
    )
