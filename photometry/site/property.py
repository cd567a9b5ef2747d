"""The property ring and the lines that codes ask about: stations, offsets, facing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from photometry.errors import CalculationError, nearest_name
from photometry.site.geometry import TOLERANCE_FT, divide, drop_repeats, least_distance
from photometry.site.offsets import Straight
from photometry.site.ring import property_ring
from photometry.site.stretches import cut_out, stretch_along

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.record import Note
    from photometry.site.model import Boundary, Site
    from photometry.site.offsets import OffsetPiece
    from photometry.site.ring import PropertyRing

    FloatArray = NDArray[np.float64]

__all__ = ["CalculationLine", "LineRequest", "Piece", "calculation_lines"]

LineKind = Literal["property_line", "pavement_edge", "access_points", "offset", "dwellings"]


@dataclass(frozen=True, slots=True)
class LineRequest:
    """A line that somebody (a code, a user) wants calculated.

    Attributes
    ----------
    kind
        What to follow. ``offset`` is `distance_ft` beyond the property ring.
    boundary_ids
        Which boundaries; None for all.
    """

    kind: LineKind
    distance_ft: float = 0.0
    boundary_ids: tuple[str, ...] | None = None


class Piece(Protocol):
    """A straight piece or an arc of a line, measured along its length."""

    @property
    def length_ft(self) -> float:
        """Length along the piece, ft."""
        ...

    def at(self, station_ft: ArrayLike) -> FloatArray:
        """Points (n, 2) at distances from its start, ft, site coordinates."""
        ...


@dataclass(frozen=True, eq=False)
class CalculationLine:
    """A line with its stations; named ``BOUNDARY/LINE`` (``east/offset_25ft``).

    Attributes
    ----------
    stations_ft : (n, 2) array
        Where illuminance is calculated.
    facing : (n, 2) array
        Unit vectors toward the nearest point of the property ring (the inward normal on it):
        where the vertical meter looks.
    pieces
        The same line as continuous pieces, for the search of maxima; empty for points.
    nearest_on_ring_ft : (n, 2) array
        The nearest point of the property ring to each station.
    """

    name: str
    boundary_id: str
    kind: LineKind
    distance_ft: float
    stations_ft: FloatArray
    facing: FloatArray
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...] = ()
    nearest_on_ring_ft: FloatArray | None = None


def calculation_lines(site: Site, requests: tuple[LineRequest, ...]) -> tuple[CalculationLine, ...]:
    """Give the requested lines of a site, those that it has.

    Parameters
    ----------
    site
        The site. Where its boundaries do not close to a ring it has no offset lines.
    requests
        A line that is asked for twice is given once.

    Returns
    -------
    tuple of CalculationLine
        In the order of the requests, then of the boundaries. Each segment is divided equally
        at no more than its boundary's spacing, both ends included, vertices once.

    Raises
    ------
    CalculationError
        A request names an unknown boundary, or an offset that is not above 0 ft.
    """
    ring = property_ring(site) if requests else None
    if ring is None:
        return ()
    found: dict[str, CalculationLine] = {}
    for request in requests:
        for boundary, index in _chosen(site, request):
            name = f"{boundary.id}/{_line_name(request)}"
            if name not in found:
                pieces, stations = _trace(boundary, index, request, ring)
                if len(stations):
                    found[name] = _line(name, boundary, request, pieces, stations, ring)
    return tuple(found.values())


def _line_name(request: LineRequest) -> str:
    return f"offset_{request.distance_ft:g}ft" if request.kind == "offset" else request.kind


def _chosen(site: Site, request: LineRequest) -> Iterator[tuple[Boundary, int]]:
    if request.kind == "offset" and not 0.0 < request.distance_ft < math.inf:
        raise CalculationError(f"an offset line must be above 0 ft, not {request.distance_ft} ft")
    known = [boundary.id for boundary in site.boundaries]
    for name in request.boundary_ids or ():
        if name not in known:
            raise CalculationError(f'there is no boundary "{name}"; {nearest_name(name, known)}')
    for index, boundary in enumerate(site.boundaries):
        if request.boundary_ids is None or boundary.id in request.boundary_ids:
            yield boundary, index


def _line(
    name: str,
    boundary: Boundary,
    request: LineRequest,
    pieces: Sequence[Piece],
    stations: FloatArray,
    ring: PropertyRing,
) -> CalculationLine:
    nearest, facing = ring.nearest(stations)
    return CalculationLine(
        name=name,
        boundary_id=boundary.id,
        kind=request.kind,
        distance_ft=request.distance_ft,
        stations_ft=stations,
        facing=facing,
        pieces=tuple(pieces),
        nearest_on_ring_ft=nearest,
    )


def _trace(
    boundary: Boundary, index: int, request: LineRequest, ring: PropertyRing
) -> tuple[Sequence[Piece], FloatArray]:
    """Give pieces and stations (n, 2) of one line; no stations where there is no such line."""
    if request.kind == "offset":
        return _trace_offset(boundary, index, request.distance_ft, ring)
    if request.kind == "dwellings":
        dwellings = boundary.dwellings_ft
        return (), np.empty((0, 2)) if dwellings is None else dwellings
    if request.kind == "property_line":
        paths = [boundary.line_ft]
    elif boundary.pavement_edge_ft is None:
        paths = []
    else:
        edge = drop_repeats(boundary.pavement_edge_ft)
        stretches = [stretch_along(edge, access) for access in boundary.access_points_ft]
        if request.kind == "pavement_edge":
            paths = cut_out(edge, stretches)
        else:
            paths = [stretch.path for stretch in stretches]
    pieces = [piece for path in paths for piece in _straights(path)]
    return pieces, _stations(pieces, boundary.spacing_ft)


def _straights(path: FloatArray) -> list[Straight]:
    points = [(float(x), float(y)) for x, y in drop_repeats(path)]
    return [Straight(start, end) for start, end in pairwise(points)]


def _stations(pieces: Sequence[Piece], spacing_ft: float) -> FloatArray:
    """Divide pieces equally at no more than a spacing; a shared end is one station."""
    parts: list[FloatArray] = []
    for piece in pieces:
        part = piece.at(divide(piece.length_ft, spacing_ft))
        if parts and math.dist(parts[-1][-1], part[0]) <= TOLERANCE_FT:
            part = part[1:]
        parts.append(part)
    stations = np.concatenate(parts) if parts else np.empty((0, 2))
    if len(stations) > 2 and math.dist(stations[0], stations[-1]) <= TOLERANCE_FT:
        stations = stations[:-1]  # the line goes all the way round
    return stations


def _trace_offset(
    boundary: Boundary, index: int, distance_ft: float, ring: PropertyRing
) -> tuple[Sequence[Piece], FloatArray]:
    """Give the pieces beyond one boundary and the stations that it is nearest to."""
    if not ring.is_closed:
        return (), np.empty((0, 2))
    own: list[OffsetPiece] = []
    others: list[OffsetPiece] = []
    for piece in ring.beyond(distance_ft):
        owners = {int(ring.owner[edge]) for edge in piece.edges}
        (own if index in owners else others).append(piece)
    mine = ring.owner == index
    pieces = [piece.piece.moved(ring.origin_ft) for piece in _from_first_edge(own, mine)]
    stations = _stations(pieces, boundary.spacing_ft)
    shared = _stations([piece.piece for piece in others], boundary.spacing_ft)
    if len(shared) and len(stations):
        tied = least_distance(shared, ring.starts[mine], ring.ends[mine])
        shared = shared[tied <= distance_ft + TOLERANCE_FT] + np.array(ring.origin_ft)
        fresh = least_distance(shared, stations, stations) > TOLERANCE_FT
        stations = np.concatenate([stations, shared[fresh]])
    return pieces, stations


def _from_first_edge(own: list[OffsetPiece], mine: NDArray[np.bool_]) -> list[OffsetPiece]:
    """Order a boundary's pieces from its first edge on, where the ring's start divides them."""
    count = len(mine)
    first = next((edge for edge in range(count) if mine[edge] and not mine[edge - 1]), 0)
    # An arc comes before the edge that it leads to: its last one.
    return sorted(own, key=lambda piece: ((piece.edges[-1] - first) % count, -len(piece.edges)))
