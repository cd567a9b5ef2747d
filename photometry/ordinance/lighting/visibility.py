"""Where along a line the source inside a luminaire can be seen, and from how high.

For every luminaire the worst point of a line is found: the one from which its source shows
at the greatest height above grade, its cutoff angle toward that point and everything opaque
in between taken into account.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from photometry.engine.named_heads import named_heads
from photometry.engine.settling import settle_heads
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
    BoolArray = NDArray[np.bool_]
    Point = tuple[float, float, float]
    Keep = Callable[[FloatArray], BoolArray]

__all__ = [
    "HEIGHT_TOLERANCE_FT",
    "Cutoff",
    "Lookout",
    "Sight",
    "cutoff_needed_deg",
    "look_from",
    "lookout",
    "source_positions_ft",
    "worst_sight",
]

HEIGHT_TOLERANCE_FT = 1e-6  # heights closer than this are one height
SEARCH_STEP_FT = 0.5
REFINE_ROUNDS = 2
REFINE_SAMPLES = 10  # on each side of the best one, a round


class Cutoff(Protocol):
    """Cutoff angles of a luminaire as installed, toward bearings counterclockwise from +x."""

    def near(self, bearing_deg: FloatArray) -> FloatArray:
        """Give angles (n,) from nadir, deg, as the search needs them: quickly."""
        ...

    def exact(self, bearing_deg: FloatArray) -> FloatArray:
        """Give the same angles exactly."""
        ...


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
    """

    height_ft: float
    at_ft: Point
    distance_ft: float
    cutoff_deg: float


@dataclass(frozen=True, eq=False)
class Lookout:
    """Points (n, 2) of a line, and what stands between each of them and one source.

    Attributes
    ----------
    piece, station_ft : (n,) arrays
        Which piece of the line, and how far along it.
    lower_ft, upper_ft : (n, k) arrays
        Intervals of eye elevation that are hidden.
    """

    source_ft: FloatArray
    xy_ft: FloatArray
    grade_ft: FloatArray
    distance_ft: FloatArray
    bearing_deg: FloatArray
    lower_ft: FloatArray
    upper_ft: FloatArray
    piece: NDArray[np.int64]
    station_ft: FloatArray
    _nearer: dict[tuple[int, float, float], Lookout] = field(
        default_factory=dict, init=False, repr=False
    )

    def closer(
        self, site: Site, line: CalculationLine, number: int, centre_ft: float, step_ft: float
    ) -> Lookout:
        """Look from places a step about one on a piece of the line, once for all that ask."""
        key = (number, centre_ft, step_ft)
        if key not in self._nearer:
            piece = line.pieces[number]
            offsets = np.arange(-REFINE_SAMPLES, REFINE_SAMPLES + 1) / REFINE_SAMPLES
            stations = np.clip(centre_ft + step_ft * offsets, 0.0, piece.length_ft)
            xy = piece.at(stations)
            pieces = np.full(len(xy), number)
            self._nearer[key] = look_from(site, line, self.source_ft, xy, pieces, stations)
        return self._nearer[key]

    def heights_ft(self, cutoff_deg: FloatArray) -> FloatArray:
        """Highest heights above grade from which the source shows, (n,), ft."""
        showing = cutoff_elevation_ft(self.source_ft[2], self.distance_ft, cutoff_deg)
        return highest_seen_ft(showing, self.lower_ft, self.upper_ft) - self.grade_ft


def source_positions_ft(site: Site) -> FloatArray:
    """Positions (heads, 3) of the sources, those drawn just inside a wall moved onto it."""
    at = np.array(
        [(h.luminaire.x_ft, h.luminaire.y_ft, h.luminaire.z_ft) for h in site.heads], np.float64
    ).reshape(-1, 3)
    settled, _ = settle_heads(at, site.obstructions, named_heads(site))
    return settled


def lookout(site: Site, line: CalculationLine, source_ft: FloatArray) -> Lookout:
    """Look at one source from a line: every half foot, and from its nearest points.

    Parameters
    ----------
    site
        For grade and obstructions.
    line
        Of pieces, or of stations alone.
    source_ft : (3,) array
        The source.
    """
    if not line.pieces:
        return look_from(site, line, source_ft, line.stations_ft)
    stations = [_search(piece, source_ft[:2]) for piece in line.pieces]
    xy = np.concatenate([piece.at(s) for piece, s in zip(line.pieces, stations, strict=True)])
    piece = np.repeat(np.arange(len(stations)), [len(s) for s in stations])
    return look_from(site, line, source_ft, xy, piece, np.concatenate(stations))


def worst_sight(
    site: Site,
    line: CalculationLine,
    look: Lookout,
    cutoff: Cutoff,
    keep: Keep | None = None,
    *,
    exact: bool = True,
) -> Sight | None:
    """Find from where on a line a source is seen from the greatest height.

    Parameters
    ----------
    site, line
        What `look` was made of.
    look
        From `lookout`.
    cutoff
        Cutoff angles toward bearings; 180 where there is none.
    keep
        Tells which points (n, 2) of the line count; None for all.
    exact
        Whether the cutoff angle toward the point that is found is taken exactly.

    Returns
    -------
    Sight or None
        None where no point of the line counts.
    """
    kept = np.arange(len(look.xy_ft)) if keep is None else np.flatnonzero(keep(look.xy_ft))
    if not len(kept):
        return None
    heights = look.heights_ft(cutoff.near(look.bearing_deg))[kept]
    # Where all see it alike (a cutoff of 90 degrees, none at all) the nearest point is told.
    alike = kept[heights >= heights.max() - HEIGHT_TOLERANCE_FT]
    best = int(alike[look.distance_ft[alike].argmin()])
    if line.pieces and np.isfinite(heights.max()):
        look, best = _closer(site, line, look, best, cutoff, keep)
    return _sight(look, best, cutoff.exact if exact else cutoff.near)


def cutoff_needed_deg(look: Lookout, limit_ft: float, keep: Keep | None = None) -> float:
    """Give the largest cutoff angle that hides a source above a height, all along a line.

    Parameters
    ----------
    look
        From `lookout`; some point of it counts.
    limit_ft
        Height above grade above which the source must not show.
    keep
        Tells which points (n, 2) of the line count; None for all.

    Returns
    -------
    float
        Degrees from nadir, the same toward every bearing; 180 where nothing is seen anyway.
    """
    seen = lowest_seen_ft(look.grade_ft + limit_ft, look.lower_ft, look.upper_ft)
    needed = cutoff_to_hide_deg(look.source_ft[2], look.distance_ft, seen)
    return float(needed.min() if keep is None else needed[keep(look.xy_ft)].min())


def _closer(
    site: Site,
    line: CalculationLine,
    look: Lookout,
    best: int,
    cutoff: Cutoff,
    keep: Keep | None,
) -> tuple[Lookout, int]:
    """Look closer about the worst sample, on its own piece."""
    whole, number, step = look, int(look.piece[best]), SEARCH_STEP_FT
    for _ in range(REFINE_ROUNDS):
        # The sample itself is among them, so that a round cannot lose height.
        look = whole.closer(site, line, number, float(look.station_ft[best]), step)
        heights = look.heights_ft(cutoff.near(look.bearing_deg))
        if keep is not None:
            heights = np.where(keep(look.xy_ft), heights, -np.inf)
        alike = np.flatnonzero(heights >= heights.max() - HEIGHT_TOLERANCE_FT)
        best = int(alike[look.distance_ft[alike].argmin()])
        step /= REFINE_SAMPLES
    return look, best


def look_from(
    site: Site,
    line: CalculationLine,
    source: FloatArray,
    xy: FloatArray,
    piece: NDArray[np.int64] | None = None,
    station_ft: FloatArray | None = None,
) -> Lookout:
    """Look at one source (3,) from points (n, 2) of a line.

    `piece` and `station_ft` say where on the line the points are, for a closer look; without
    them there is none.
    """
    away = xy - source[:2]
    lower, upper = hidden_elevations_ft(source, xy, _in_between(site, line))
    some = (upper >= lower).any(axis=0)
    nothing = np.zeros(len(xy))
    return Lookout(
        source_ft=source,
        xy_ft=xy,
        grade_ft=site.terrain.grade_ft(xy[:, 0], xy[:, 1]),
        distance_ft=np.hypot(away[:, 0], away[:, 1]),
        bearing_deg=np.degrees(np.arctan2(away[:, 1], away[:, 0])) % 360.0,
        lower_ft=lower[:, some],
        upper_ft=upper[:, some],
        piece=nothing.astype(np.int64) if piece is None else piece,
        station_ft=nothing if station_ft is None else station_ft,
    )


def _sight(look: Lookout, index: int, cutoff: Callable[[FloatArray], FloatArray]) -> Sight:
    """Report one point."""
    one = slice(index, index + 1)
    angle = cutoff(look.bearing_deg[one])
    showing = cutoff_elevation_ft(look.source_ft[2], look.distance_ft[one], angle)
    height = highest_seen_ft(showing, look.lower_ft[one], look.upper_ft[one]) - look.grade_ft[one]
    x, y = (float(value) for value in look.xy_ft[index])
    return Sight(
        height_ft=float(height[0]),
        at_ft=(x, y, float(look.grade_ft[index])),
        distance_ft=float(look.distance_ft[index]),
        cutoff_deg=float(angle[0]),
    )


def _search(piece: Piece, source_xy: FloatArray) -> FloatArray:
    """Places along a piece at most half a foot apart, its ends and its nearest point included."""
    count = max(1, int(np.ceil(piece.length_ft / SEARCH_STEP_FT))) + 1
    stations = np.linspace(0.0, piece.length_ft, count)
    start, end = piece.at([0.0, piece.length_ft])
    along = (end - start) / max(piece.length_ft, HEIGHT_TOLERANCE_FT)
    # Of an arc this is no foot of a perpendicular, only one place more.
    foot = np.clip((source_xy - start) @ along, 0.0, piece.length_ft)
    return np.sort(np.append(stations, foot))


def _in_between(site: Site, line: CalculationLine) -> Sequence[Obstruction]:
    """Give what can hide a source: all but the very houses that are looked from."""
    if line.kind != "dwellings":
        return site.obstructions
    return tuple(
        prism
        for prism in site.obstructions
        if not inside_ring(line.stations_ft, prism.footprint_ft).any()
    )
