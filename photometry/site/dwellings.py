"""Dwellings that a drawing shows, dealt out to the boundaries beyond which they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.luminaires.record import Note
from photometry.site.geometry import TOLERANCE_FT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.site.shapes import NamedShape

    FloatArray = NDArray[np.float64]

__all__ = ["MOST_DWELLINGS", "beyond_lines", "dwelling_places", "note_of_others"]

MOST_DWELLINGS = 5_000  # of one layer, as many as a site file may list
BEFORE_WALL_FT = 1e-4  # less than any survey tells, more than the tolerance of shadows
_ONE_PLACE_FT = 0.1  # points that are nearer mark one dwelling


def dwelling_places(
    shapes: Sequence[NamedShape], marks: Sequence[NamedShape]
) -> tuple[list[FloatArray], list[NamedShape]]:
    """Tell which of what a layer holds are dwellings.

    A closed outline is one, and so is a point, or a block by its base point. A block that holds
    a closed outline counts by that, and a point within an outline marks the same dwelling.

    Parameters
    ----------
    shapes, marks
        Outlines and lines of the layer; points and blocks.

    Returns
    -------
    places
        Points (1, 2) and open rings (n, 2), ft, outlines first, each as it was drawn.
    unfit
        Lines that are neither an outline nor part of a block.
    """
    outlines = [shape for shape in shapes if shape.is_closed]
    outlined = {shape.reference for shape in outlines}
    of_blocks = {mark.reference for mark in marks} - {0}
    unfit = [one for one in shapes if not one.is_closed and one.reference not in of_blocks]
    points: dict[tuple[int, int], FloatArray] = {}
    for mark in marks:
        if not mark.reference or mark.reference not in outlined:
            x, y = np.floor(mark.points_ft[0] / _ONE_PLACE_FT + 0.137).astype(np.int64)
            points.setdefault((int(x), int(y)), mark.points_ft)
    rings = [shape.points_ft for shape in outlines]
    return rings + _outside(list(points.values()), rings), unfit


def beyond_lines(
    places: Sequence[FloatArray], lines: Sequence[FloatArray], *, each: bool = False
) -> list[tuple[FloatArray, ...]]:
    """Deal dwellings out to the lines that are nearest to them.

    Parameters
    ----------
    places
        As `dwelling_places` gives them.
    lines
        Of boundaries, each (n, 2), ft.
    each
        Whether every line has all of them, however near another line is.

    Returns
    -------
    list
        By line: a point (2,) of each dwelling to which no other line is nearer by more than
        1e-6 ft. Of an outline it is the point of the wall that is nearest to the line, a hair
        before it, where light of the site comes if the outline is a building, too.
    """
    if not places:
        return [() for _ in lines]
    base = lines[0][0]  # near the site, so that large coordinates keep their digits
    drawn = [shapely.LineString(line - base) for line in lines]
    walls = [
        shapely.Point(place[0] - base) if len(place) == 1 else shapely.LinearRing(place - base)
        for place in places
    ]
    tree = shapely.STRtree(drawn)
    (rows, _), distances = tree.query_nearest(walls, return_distance=True, all_matches=False)
    within = np.full(len(walls), np.inf)
    if not each:
        within[rows] = distances + TOLERANCE_FT
    found: list[dict[int, FloatArray]] = [{} for _ in lines]
    for place, line in tree.query(walls, predicate="dwithin", distance=within).T.tolist():
        if len(places[place]) == 1:
            found[line][place] = places[place][0]
        else:
            way = shapely.shortest_line(walls[place], drawn[line])
            before = way.interpolate(min(BEFORE_WALL_FT, way.length))
            found[line][place] = base + np.array([before.x, before.y])
    return [tuple(one[place] for place in sorted(one)) for one in found]


def note_of_others(
    layer: str, counts: Mapping[str, int], line_of: Mapping[str, int | None]
) -> list[Note]:
    """Note the boundaries that dwellings of a layer are nearest to, but that know of none.

    Parameters
    ----------
    layer
        Name of the layer.
    counts
        Dwellings by the id of such a boundary.
    line_of
        Its line in the site file.
    """
    notes = []
    for name, count in counts.items():
        stand = f'{count} dwelling{"s" * (count > 1)} of "layer:{layer}" stand{"s" * (count == 1)}'
        text = f'{stand} beyond boundary "{name}", which names no dwellings'
        notes.append(Note("SITE051", text, line_of[name], f'boundary "{name}"'))
    return notes


def _outside(points: Sequence[FloatArray], rings: Sequence[FloatArray]) -> list[FloatArray]:
    """Leave out the points within an outline, whose dwelling they mark."""
    if not points or not rings:
        return list(points)
    base = rings[0][0]
    tree = shapely.STRtree([shapely.Polygon(ring - base).buffer(0) for ring in rings])
    places = shapely.points(np.concatenate(points) - base)
    within = set(tree.query(places, predicate="intersects")[0].tolist())
    return [point for row, point in enumerate(points) if row not in within]
