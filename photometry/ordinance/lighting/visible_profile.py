"""The height from which sources show, all along a line: the curve that a drawing shows.

`photometry.ordinance.lighting.visibility` finds the worst point of a line; here every station
of it is told, for each source by itself, with the same geometry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.ordinance.lighting.visibility import look_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.ordinance.lighting.visibility import Cutoff
    from photometry.site.model import Site
    from photometry.site.property import CalculationLine

    FloatArray = NDArray[np.float64]

__all__ = ["Stations", "stations_of", "visible_heights_ft"]


@dataclass(frozen=True, eq=False)
class Stations:
    """Places along a line.

    Attributes
    ----------
    piece : (n,) int array
        Which piece of the line; of a line of points, which point.
    on_piece_ft : (n,) array
        Distance from the start of that piece.
    along_ft : (n,) array
        Distance from the start of the line, its pieces laid end to end.
    xy_ft : (n, 2) array
        Site coordinates.
    """

    piece: NDArray[np.int64]
    on_piece_ft: FloatArray
    along_ft: FloatArray
    xy_ft: FloatArray


def stations_of(line: CalculationLine, step_ft: float) -> Stations:
    """Divide a line's pieces equally at no more than a step, both ends of each included."""
    if not line.pieces:
        count = len(line.stations_ft)
        nothing = np.zeros(count)
        return Stations(np.arange(count), nothing, nothing, line.stations_ft)
    lengths = [piece.length_ft for piece in line.pieces]
    starts = np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
    places = [
        np.linspace(0.0, length, max(1, int(np.ceil(length / step_ft - 1e-9))) + 1)
        for length in lengths
    ]
    counts = [len(place) for place in places]
    on_piece = np.concatenate(places)
    return Stations(
        piece=np.repeat(np.arange(len(counts)), counts),
        on_piece_ft=on_piece,
        along_ft=on_piece + np.repeat(starts, counts),
        xy_ft=np.concatenate([p.at(s) for p, s in zip(line.pieces, places, strict=True)]),
    )


def visible_heights_ft(
    site: Site,
    line: CalculationLine,
    stations: Stations,
    sources_ft: FloatArray,
    cutoffs: Sequence[Cutoff],
) -> FloatArray:
    """Give the height above grade up to which each source shows at each station.

    Parameters
    ----------
    site
        For grade, and for what stands in between.
    line, stations
        A line, and places along it from `stations_of`.
    sources_ft : (k, 3) array
        Where the sources are; those at one place are looked at once.
    cutoffs
        The cutoff angles of each source toward every bearing.

    Returns
    -------
    (k, n) array
        Heights, ft: infinite where a source shows from every height, minus infinity where
        from none. Negative is below grade: not seen by anybody who stands there.
    """
    heights = np.empty((len(sources_ft), len(stations.xy_ft)))
    looks = {tuple(source): look_from(site, line, source, stations.xy_ft) for source in sources_ft}
    for index, (source, cutoff) in enumerate(zip(sources_ft, cutoffs, strict=True)):
        look = looks[tuple(source)]
        heights[index] = look.heights_ft(cutoff.near(look.bearing_deg))
    return heights
