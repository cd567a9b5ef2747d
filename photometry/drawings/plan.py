"""The ground that a lighting plan stands on: property, roads, buildings, zones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.boxes import Box
from photometry.drawings.contours import along, joined_paths
from photometry.drawings.field import height_words, standing_at_grade
from photometry.drawings.hatching import hatch_lines
from photometry.drawings.names import NAME_Z, NameWriter, length_in
from photometry.drawings.style import Ink, Strokes, Type
from photometry.tables.display import length_unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.drawings.boxes import Occupancy
    from photometry.drawings.ground import Ground
    from photometry.drawings.limits import Locus
    from photometry.drawings.paper import Paper
    from photometry.drawings.view import PlanView
    from photometry.site.model import Obstruction, Site

    FloatArray = NDArray[np.float64]

__all__ = ["PlanPainter"]

LINE_ROOM_IN: Final = 0.09  # boxes along the property line and the loci that stay free
HATCH_IN: Final = 0.16
LABEL_STEPS_IN: Final = (0.0, 0.25, -0.25, 0.5, -0.5)  # from a building's middle
BESIDE_IN: Final = 0.055
ZONE_OWNER: Final = 2_000_000  # a number that no contour has
FILL_Z, HATCH_Z, BASE_Z, LOCUS_Z, PROPERTY_Z = 2.0, 4.0, 8.0, 20.0, 22.0


class PlanPainter:
    """Draws the ground of one plan and keeps account of the room that it takes.

    Parameters
    ----------
    paper, view
        The sheet, and where the site stands on it.
    occupancy
        What is taken of the plan's frame; everything drawn here is added.
    ground
        Tells the outside of the property from its inside.
    """

    def __init__(self, paper: Paper, view: PlanView, occupancy: Occupancy, ground: Ground) -> None:
        self.paper, self.view, self.occupancy = paper, view, occupancy
        self.names = NameWriter(paper, view, occupancy, ground)

    def draw_ground(self, site: Site) -> None:
        """Draw zones, pavement edges, buildings and the property line, from the back forward."""
        left, bottom, right, top = self.view.frame_in
        with self.paper.clipped(left, bottom, right, top):
            self._draw_zones(site)
            self._draw_pavement_edges(site)
            self._draw_property(site)
            self._draw_buildings(site)

    def _draw_zones(self, site: Site) -> None:
        areas = [
            [self.view.to_paper(ring) for ring in (zone.outline_ft, *zone.holes_ft)]
            for zone in site.zones
        ]
        self.paper.areas(areas, Ink.PAVEMENT, z=FILL_Z, edge=Strokes.ZONE, name="zones")
        for area in areas:
            for ring in area:
                self.occupancy.run_line(_closed(ring), ZONE_OWNER)

    def _draw_pavement_edges(self, site: Site) -> None:
        edges = [
            self.view.to_paper(boundary.pavement_edge_ft)
            for boundary in site.boundaries
            if boundary.pavement_edge_ft is not None
        ]
        self.paper.lines(edges, Strokes.PAVEMENT, z=BASE_Z, name="pavement edge")
        for edge in edges:
            self.occupancy.take_line(edge, LINE_ROOM_IN)

    def _draw_buildings(self, site: Site) -> None:
        standing = {id(building) for building in standing_at_grade(site)}
        for building in site.obstructions:
            outline = self.view.to_paper(building.footprint_ft)
            overhead = id(building) not in standing
            stroke = Strokes.OVERHEAD if overhead else Strokes.BUILDING
            fill = None if overhead else Ink.PAPER
            self.paper.areas([[outline]], fill, z=FILL_Z + 1, name="building")
            self.paper.areas([[outline]], None, z=LOCUS_Z - 1, edge=stroke)
            self.occupancy.take_line(_closed(outline), 0.03)

    def finish_buildings(self, site: Site) -> None:
        """Name the buildings, clear of the luminaires on them, and hatch round the names."""
        standing = {id(building) for building in standing_at_grade(site)}
        left, bottom, right, top = self.view.frame_in
        with self.paper.clipped(left, bottom, right, top):
            for building in site.obstructions:
                outline = self.view.to_paper(building.footprint_ft)
                height = height_words(building, length_unit(site.unit))
                label = self._write_inside(building, outline, height)
                if not label:
                    self._write_beside(building, outline, height)
                if id(building) in standing:
                    lines = hatch_lines(outline, HATCH_IN, label)
                    self.paper.lines(lines, Strokes.HATCH, z=HATCH_Z, name="hatch")

    def _write_inside(self, building: Obstruction, outline: FloatArray, height: str) -> list[Box]:
        """Write name and height in a building, near its middle; the name alone if need be."""
        polygon = shapely.Polygon(outline).buffer(0)
        if polygon.is_empty:
            return []
        inside = polygon.contains(polygon.centroid)
        middle = polygon.centroid if inside else polygon.representative_point()
        lines = [
            (0.05, building.name.upper() or "BUILDING", Type.BUILDING),
            (-0.20, height, Type.PLACE),
        ]
        for wanted in (lines, lines[:1]):
            for up in LABEL_STEPS_IN:
                for across in LABEL_STEPS_IN:
                    boxes = [
                        self.paper.text_box(
                            middle.x + across, middle.y + up + rise, text, style, across="center"
                        ).grown(0.05)
                        for rise, text, style in wanted
                    ]
                    if not all(self._fits(box, polygon) for box in boxes):
                        continue
                    for (rise, text, style), box in zip(wanted, boxes, strict=True):
                        place = middle.x + across, middle.y + up + rise
                        self.paper.text(
                            *place, text, style, across="center", z=NAME_Z, name="place"
                        )
                        self.occupancy.take(box)
                    return boxes
        return []

    def _fits(self, box: Box, polygon: BaseGeometry) -> bool:
        return self.occupancy.is_free(box) and bool(polygon.contains(shapely.Polygon(box.corners)))

    def _write_beside(self, building: Obstruction, outline: FloatArray, height: str) -> None:
        """Name what is too narrow for its own name along its longest side."""
        sides = [np.array(side) for side in zip(outline, np.roll(outline, -1, axis=0), strict=True)]
        words = f"{building.name}, {height}"
        self.names.write_along(max(sides, key=length_in), words, Type.PLACE)

    def _draw_property(self, site: Site) -> None:
        paths = joined_paths([self.view.to_paper(boundary.line_ft) for boundary in site.boundaries])
        self.paper.lines(paths, Strokes.PROPERTY, z=PROPERTY_Z, name="property line")
        for path in paths:
            self.occupancy.take_line(path, LINE_ROOM_IN)

    def draw_loci(self, loci: Iterable[Locus]) -> None:
        """Draw the lines where limits apply; a limit on the property line itself runs beside it."""
        left, bottom, right, top = self.view.frame_in
        with self.paper.clipped(left, bottom, right, top):
            for locus in loci:
                stroke = (
                    Strokes.LOCUS_ACCESS if locus.line.kind == "access_points" else Strokes.LOCUS
                )
                paths = [self.view.to_paper(path) for path in locus.paths_ft]
                if locus.line.kind == "property_line":
                    paths = [self._beside(path) for path in paths]
                self.paper.lines(paths, stroke, z=LOCUS_Z, name=f"locus {locus.line.name}")
                for path in paths:
                    self.occupancy.take_line(path, LINE_ROOM_IN)

    def _beside(self, path: FloatArray) -> FloatArray:
        """Move a line that runs on the property line outward, so that both can be seen."""
        half = length_in(path) / 2
        side, outward = self.names.directions(along(path, [half - 0.02, half + 0.02]))
        left = np.array([-side[1], side[0]])
        distance = BESIDE_IN if outward @ left > 0 else -BESIDE_IN
        moved = shapely.offset_curve(shapely.LineString(path), distance, join_style="mitre")
        return np.asarray(shapely.get_coordinates(moved), np.float64)

    def draw_dwellings(self, site: Site) -> None:
        """Draw a small house at every dwelling beyond the property line."""
        with self.paper.clipped(*self.view.frame_in):
            for boundary in site.boundaries:
                places = () if boundary.dwellings_ft is None else boundary.dwellings_ft
                for x, y in (self.view.to_paper(place).tolist() for place in places):
                    draw_house(self.paper, x, y)
                    self.occupancy.take(Box(x, y, 0.2, 0.2))

    def draw_corners(self, bounds_ft: tuple[float, float, float, float]) -> None:
        """Mark the corners of the calculation's extent."""
        left, bottom, right, top = bounds_ft
        corners = self.view.to_paper([(left, bottom), (right, bottom), (right, top), (left, top)])
        arm = 0.3
        marks = [
            [np.add(corner, (arm * sx, 0.0)), corner, np.add(corner, (0.0, arm * sy))]
            for corner, (sx, sy) in zip(corners, ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True)
        ]
        with self.paper.clipped(*self.view.frame_in):
            self.paper.lines(marks, Strokes.CORNER, z=BASE_Z, name="extent")


def draw_house(paper: Paper, x: float, y: float, z: float = LOCUS_Z) -> None:
    """Draw the mark of a dwelling about a place on paper."""
    house = [(-0.07, -0.06), (0.07, -0.06), (0.07, 0.02), (0.0, 0.08), (-0.07, 0.02)]
    ring = np.add(house, (x, y))
    paper.areas([[ring]], Ink.PAPER, z=z, edge=Strokes.DWELLING, name="dwelling")


def _closed(ring: FloatArray) -> FloatArray:
    return np.vstack([ring, ring[:1]])
