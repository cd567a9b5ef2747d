"""The lines where a code judges light: which there are, and which parts of them count.

A code that says "25 feet beyond the line, or at the dwelling unit, whichever is less" is read
under one of three options: ``nearer_point`` (a station of the offset line gives way to a
dwelling that stands nearer than it to the same point of the property line), ``both_points``
and ``lower_reading``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.ordinance.lighting.readings import line_title, ring_of, site_line
from photometry.ordinance.lighting.sightlines import inside_ring
from photometry.ordinance.messages import feet_in_words, place_in_words
from photometry.site.ring import ring_gaps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from photometry.ordinance.lighting.readings import Keep
    from photometry.site.model import Boundary, Site
    from photometry.site.property import CalculationLine, LineKind
    from photometry.site.ring import PropertyRing

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = [
    "LOCATION_KINDS",
    "Nowhere",
    "Place",
    "boundary_of",
    "place_of",
    "whole_edge",
    "with_access_width",
]

TOLERANCE_FT: Final = 1e-6

# What `calc_point.location_kind` calls the lines, where facts stand in for a calculation.
LOCATION_KINDS: Final[Mapping[str, str]] = {
    "property_line": "property_line",
    "pavement_edge": "pavement_edge",
    "access_points": "pavement_edge",
    "offset": "beyond_line_25ft",
    "dwellings": "dwelling_unit",
    "adjoining_use": "adjoining_use",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A line that is judged, and which of its points count (None for all)."""

    line: CalculationLine
    keep: Keep | None = None


@dataclass(frozen=True, slots=True)
class Nowhere:
    """Why there is no such line: it does not exist here, or data are missing."""

    why: str
    missing: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _NoNearerDwelling:
    """Stations of an offset line to which no dwelling is nearer than the offset."""

    ring: PropertyRing = field(compare=False)
    dwellings_ft: FloatArray = field(compare=False)
    distance_ft: float

    def __call__(self, xy_ft: FloatArray) -> BoolArray:
        foot, _ = self.ring.nearest(xy_ft)
        away = np.hypot(*(foot[:, None, :] - self.dwellings_ft).transpose(2, 0, 1))
        nearer: BoolArray = (away < self.distance_ft - TOLERANCE_FT).any(axis=1)
        return ~nearer


@dataclass(frozen=True)
class _DwellingsWithin:
    """Dwellings that stand nearer to the property line than a distance."""

    ring: PropertyRing = field(compare=False)
    distance_ft: float

    def __call__(self, xy_ft: FloatArray) -> BoolArray:
        foot, _ = self.ring.nearest(xy_ft)
        near: BoolArray = np.hypot(*(foot - xy_ft).T) < self.distance_ft - TOLERANCE_FT
        return near


@dataclass(frozen=True)
class _AtAccess:
    """Points of a pavement edge within half a width of the middle of an access point, or not."""

    middles_ft: FloatArray = field(compare=False)
    width_ft: float
    inside: bool

    def __call__(self, xy_ft: FloatArray) -> BoolArray:
        away = np.hypot(*(xy_ft[:, None, :] - self.middles_ft).transpose(2, 0, 1))
        near: BoolArray = (away <= self.width_ft / 2.0 + TOLERANCE_FT).any(axis=1)
        return near if self.inside else ~near


def boundary_of(site: Site, boundary_id: str) -> Boundary:
    """Give a boundary of a site by its id."""
    return next(boundary for boundary in site.boundaries if boundary.id == boundary_id)


def place_of(
    site: Site, boundary_id: str, kind: LineKind, distance_ft: float, whichever: str
) -> Place | Nowhere:
    """Find a line of a boundary and the part of it that counts.

    Parameters
    ----------
    site
        The site.
    boundary_id
        Which boundary.
    kind
        Which line.
    distance_ft
        Of an offset line; of ``dwellings``, the offset that they replace.
    whichever
        Reading of "whichever is less": ``nearer_point``, ``both_points``, ``lower_reading``;
        empty where a rule has no such words.

    Returns
    -------
    Place or Nowhere
    """
    line = site_line(site, boundary_id, kind, distance_ft if kind == "offset" else 0.0)
    ring = ring_of(site)
    boundary = boundary_of(site, boundary_id)
    if line is None or ring is None:
        return _absent(site, boundary, kind, distance_ft)
    place: Place | Nowhere = Place(line)
    if whichever == "nearer_point":
        place = _nearer_point(site, boundary, line, ring, distance_ft)
    return place if isinstance(place, Nowhere) else _outside_houses(site, place)


def _nearer_point(
    site: Site, boundary: Boundary, line: CalculationLine, ring: PropertyRing, distance_ft: float
) -> Place | Nowhere:
    """Let a dwelling nearer than the offset take the place of the stations beyond."""
    dwellings = boundary.dwellings_ft
    keep: Keep | None = None
    why = ""
    if line.kind == "dwellings":
        keep = _DwellingsWithin(ring, distance_ft)
        why = f"no dwelling stands nearer than {feet_in_words(distance_ft, site)}"
    elif line.kind == "offset" and dwellings is not None and len(dwellings):
        keep = _NoNearerDwelling(ring, dwellings, distance_ft)
        why = f"a dwelling stands nearer than {feet_in_words(distance_ft, site)} all along"
    if keep is not None and not keep(line.stations_ft).any():
        return Nowhere(why)
    return Place(line, keep)


def whole_edge(site: Site, boundary_id: str) -> CalculationLine | None:
    """Give a pavement edge with its access points: what is seen there is seen at an edge too."""
    boundary = replace(boundary_of(site, boundary_id), access_points_ft=())
    others = [one if one.id != boundary_id else boundary for one in site.boundaries]
    return site_line(replace(site, boundaries=tuple(others)), boundary_id, "pavement_edge")


def with_access_width(site: Site, place: Place, width_ft: float) -> Place:
    """Give a road line whose access points have a width of the user's, about their middles.

    Parameters
    ----------
    place
        The pavement edge, or its access points.
    width_ft
        Along the edge, measured straight.
    """
    boundary = boundary_of(site, place.line.boundary_id)
    both = [site_line(site, boundary.id, kind) for kind in ("pavement_edge", "access_points")]
    lines = [line for line in both if line is not None]
    if not boundary.access_points_ft:
        return place
    whole = replace(
        place.line,
        stations_ft=np.concatenate([line.stations_ft for line in lines]),
        facing=np.concatenate([line.facing for line in lines]),
        pieces=tuple(piece for line in lines for piece in line.pieces),
        nearest_on_ring_ft=None,
    )
    middles = np.array([_middle(path) for path in boundary.access_points_ft])
    return Place(whole, _AtAccess(middles, width_ft, place.line.kind == "access_points"))


def _middle(path: FloatArray) -> FloatArray:
    """Give the point half way along a path (n, 2)."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    return np.array([np.interp(along[-1] / 2.0, along, axis) for axis in path.T])


def _absent(site: Site, boundary: Boundary, kind: LineKind, distance_ft: float) -> Nowhere:
    """Say why a boundary has no such line."""
    if kind == "dwellings":
        if boundary.dwellings_ft is None:
            asked = frozenset({"boundary.nearest_dwelling_distance_ft"})
            return Nowhere("it is not known whether there is a dwelling", asked)
        return Nowhere("there is no dwelling")
    if kind == "access_points":
        return Nowhere("no site access point")
    if kind == "pavement_edge":
        return Nowhere(
            "no pavement edge is given", frozenset({"boundary.pavement_edge_distance_ft"})
        )
    gaps = "; ".join(
        f"{gap.ending_id} ends at {place_in_words(gap.end_ft, site)}, {gap.starting_id}"
        f" starts at {place_in_words(gap.start_ft, site)}"
        for gap in ring_gaps(site.boundaries)
    )
    why = f"there is no {line_title(kind, distance_ft)}: the boundaries do not close ({gaps})"
    return Nowhere(why, frozenset({"boundaries that close to a ring"}))


def _outside_houses(site: Site, place: Place) -> Place | Nowhere:
    """Refuse dwellings that are given by a point inside a building, where no light comes."""
    if place.line.kind != "dwellings":
        return place
    stations = place.line.stations_ft
    if place.keep is not None:
        stations = stations[place.keep(stations)]
    for prism in site.obstructions:
        within = inside_ring(stations, prism.footprint_ft)
        if within.any():
            at = place_in_words(stations[within.argmax()], site)
            return Nowhere(
                f"the dwelling at {at} is given by a point inside {prism.name!r}",
                frozenset({f"boundary.dwellings on the face of {prism.name!r}, toward the site"}),
            )
    return place
