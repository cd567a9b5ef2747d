"""The ground in CAD: property line, pavement edges, buildings, zones, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.cad.document import TEXT_IN
from photometry.drawings.cad.layers import Layers
from photometry.drawings.contours import along, arc_lengths, joined_paths
from photometry.drawings.field import height_words, standing_at_grade
from photometry.drawings.ground import Ground
from photometry.drawings.labels import read_from_below
from photometry.tables.display import length_unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.cad.canvas import Canvas
    from photometry.site.model import Boundary, Site

    FloatArray = NDArray[np.float64]

__all__ = ["draw_ground"]

NAME_IN: Final = 0.14  # from the property line to its name
STRING: Final = 1000  # group code of a text in extended data


def draw_ground(canvas: Canvas, site: Site) -> None:
    """Draw what stands on the ground, each kind on its layer."""
    _draw_property(canvas, site)
    _draw_roads(canvas, site)
    _draw_buildings(canvas, site)
    _draw_zones(canvas, site)


def _draw_property(canvas: Canvas, site: Site) -> None:
    """Draw the property line, one ring where its stretches close, and name the stretches."""
    for path in joined_paths([boundary.line_ft for boundary in site.boundaries]):
        ring, closed = _opened(path)
        canvas.polyline(ring, Layers.PROPERTY, closed=closed)
    ground = Ground(site)
    for boundary in site.boundaries:
        _name_boundary(canvas, boundary, ground)
        for place in () if boundary.dwellings_ft is None else boundary.dwellings_ft:
            canvas.point(place, Layers.DWELLING, [(STRING, boundary.id)])


def _name_boundary(canvas: Canvas, boundary: Boundary, ground: Ground) -> None:
    """Name a stretch of the property line inside of it, clear of the values outside."""
    line = boundary.line_ft
    half = float(arc_lengths(line)[-1]) / 2
    if half <= 0:
        return
    start, middle, end = along(line, [0.999 * half, half, 1.001 * half])
    left = np.array([start[1] - end[1], end[0] - start[0]]) / np.hypot(*(end - start))
    aside = np.array([middle + left, middle - left])
    inward = left if ground.outside_ft(aside).argmin() == 0 else -left
    angle, _ = read_from_below(end - start)
    at = middle + inward * NAME_IN * canvas.ft_per_in
    words = f"PROPERTY LINE, {boundary.id.upper()}"
    canvas.text(at, words, Layers.NAMES, align="middle", angle_deg=angle)


def _draw_roads(canvas: Canvas, site: Site) -> None:
    for boundary in site.boundaries:
        data = [(STRING, boundary.id)]
        if boundary.pavement_edge_ft is not None:
            canvas.polyline(boundary.pavement_edge_ft, Layers.PAVEMENT, data=data)
        for access in boundary.access_points_ft:
            canvas.polyline(access, Layers.ACCESS, data=data)


def _draw_buildings(canvas: Canvas, site: Site) -> None:
    standing = {id(building) for building in standing_at_grade(site)}
    for building in site.obstructions:
        layer = Layers.BUILDING if id(building) in standing else Layers.OVERHEAD
        canvas.polyline(
            building.footprint_ft, layer, closed=True, data=[(STRING, building.name or "building")]
        )
        words = [building.name.upper() or "BUILDING"]
        words.append(height_words(building, length_unit(site.unit)))
        _write_inside(canvas, building.footprint_ft, words)


def _draw_zones(canvas: Canvas, site: Site) -> None:
    for zone in site.zones:
        for ring in (zone.outline_ft, *zone.holes_ft):
            canvas.polyline(ring, Layers.ZONES, closed=True, data=[(STRING, zone.name)])
        left, _ = zone.outline_ft.min(axis=0)
        corner = zone.outline_ft[zone.outline_ft[:, 0] <= left + 1e-6]
        at = corner[corner[:, 1].argmax()] + np.array([0.0, TEXT_IN]) * canvas.ft_per_in
        canvas.text(at, zone.name.upper(), Layers.NAMES)


def _write_inside(canvas: Canvas, outline_ft: FloatArray, words: list[str]) -> None:
    """Write lines about a point that is surely inside."""
    inside = shapely.Polygon(outline_ft).buffer(0)
    if inside.is_empty:
        return
    at = inside.centroid if inside.contains(inside.centroid) else inside.representative_point()
    for row, line in enumerate(words):
        drop = (row - (len(words) - 1) / 2) * 2.0 * TEXT_IN * canvas.ft_per_in
        canvas.text((at.x, at.y - drop), line, Layers.NAMES, align="middle")


def _opened(path: FloatArray) -> tuple[FloatArray, bool]:
    """Give a line without its repeated first point, and whether it had one."""
    closes = len(path) > 3 and bool(np.hypot(*(path[0] - path[-1])) < 1e-3)
    return (path[:-1] if closes else path), closes
