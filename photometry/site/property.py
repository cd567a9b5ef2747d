"""The property ring and the lines that codes ask about: stations, offsets, facing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.record import Note
    from photometry.site.model import Site

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
    """

    name: str
    boundary_id: str
    kind: LineKind
    distance_ft: float
    stations_ft: FloatArray
    facing: FloatArray
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...] = ()


def calculation_lines(site: Site, requests: tuple[LineRequest, ...]) -> tuple[CalculationLine, ...]:
    """Give the requested lines of a site, those that it has."""
    raise NotImplementedError(site, requests)
