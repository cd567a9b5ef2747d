"""Names on the plan: boundaries, limits, zones and neighbours, each where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.drawings.boxes import Box
from photometry.drawings.contours import along, arc_lengths
from photometry.drawings.style import Type
from photometry.tables.text import number
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from photometry.drawings.boxes import Occupancy
    from photometry.drawings.ground import Ground
    from photometry.drawings.limits import Locus
    from photometry.drawings.paper import Paper
    from photometry.drawings.style import TypeStyle
    from photometry.drawings.view import PlanView
    from photometry.site.model import Boundary, Site

    FloatArray = NDArray[np.float64]

__all__ = ["NameWriter", "length_in"]

NAME_Z = 40.0


@dataclass(frozen=True, slots=True)
class NameWriter:
    """Writes names where nothing else is, contours included, and takes their room.

    Attributes
    ----------
    paper, view
        The sheet, and where the site stands on it.
    occupancy
        What is taken of the plan's frame.
    ground
        Tells the outside of the property from its inside.
    """

    paper: Paper
    view: PlanView
    occupancy: Occupancy
    ground: Ground

    def write_locus_names(self, loci: Iterable[Locus]) -> list[Box]:
        """Write beside the loci what they are and what the limit there is, in their blue.

        Of lines that are called alike one is named. Where no place is clear of contours the name
        stands in them: the boxes given are to be cut out of them.
        """
        paths: dict[tuple[str, str], list[FloatArray]] = {}
        for locus in loci:
            drawn = [self.view.to_paper(path) for path in locus.paths_ft]
            paths.setdefault((locus.words, locus.short_words), []).extend(drawn)
        over = []
        for (words, short), several in paths.items():
            several.sort(key=length_in, reverse=True)
            box = self._write_beside_one(several, (words, short))
            if box is not None:
                over.append(box)
        return over

    def _write_beside_one(self, paths: list[FloatArray], choices: tuple[str, ...]) -> Box | None:
        """Write the fullest words that fit beside one of some lines; give the box over contours."""
        for words in choices:
            for path in paths:
                if self.write_along(path, words, Type.LOCUS):
                    return None
            for path in paths:
                box = self._place_along(path, words, Type.LOCUS, over_lines=True)
                if box is not None:
                    return box
        return None

    def write_boundary_names(self, site: Site) -> None:
        """Write the length of each boundary beside it, and what lies beyond it farther out."""
        for boundary in site.boundaries:
            path = self.view.to_paper(boundary.line_ft)
            length = length_in(path) * self.view.scale_ft_per_in / FEET_PER_UNIT[site.unit]
            words = f"{number(length)} m" if site.unit == "m" else f"{number(length)}'"
            if not self.write_along(path, f"PROPERTY LINE  {words}", Type.PLACE):
                self.write_along(path, words, Type.PLACE)
            self._write_beyond(boundary, path)

    def _write_beyond(self, boundary: Boundary, path: FloatArray) -> None:
        """Say what adjoins a boundary, level, somewhere beyond its middle."""
        words = _adjoining(boundary)
        if not words:
            return
        half = length_in(path) / 2
        middle = along(path, [half])[0]
        side, outward = self.directions(along(path, [half - 0.1, half + 0.1]))
        for distance in np.arange(1.0, 5.0, 0.25):
            for shift in (0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4):
                x, y = middle + outward * distance + side * shift
                if self.write_free(float(x), float(y), words, Type.PLACE):
                    return

    def write_zone_names(self, site: Site) -> None:
        """Name each zone inside it, as near its upper left corner as there is room."""
        for zone in site.zones:
            outline = self.view.to_paper(zone.outline_ft)
            (left, bottom), (right, top) = outline.min(axis=0), outline.max(axis=0)
            style = Type.PLACE.faced("italic")
            box = self.paper.text_box(0.0, 0.0, zone.name, style)
            ring = shapely.Polygon(outline).buffer(0)
            shapely.prepare(ring)
            inset_x, inset_y = box.width / 2 + 0.08, box.height / 2 + 0.07
            places = [
                Box(float(x), float(y), box.width, box.height)
                for y in np.linspace(top - inset_y, bottom + inset_y, 9)
                for x in np.linspace(left + inset_x, right - inset_x, 9)
            ]
            for place in places:
                if ring.contains(shapely.Polygon(place.corners)) and self.write_free(
                    place.x, place.y, zone.name, style
                ):
                    break

    def write_free(self, x: float, y: float, text: str, style: TypeStyle) -> bool:
        """Write a name centred at a place if nothing is there, contours included."""
        box = self.paper.text_box(x, y, text, style, across="center", upright="middle").grown(0.03)
        if not self.occupancy.is_free(box) or self.occupancy.owners(box):
            return False
        self.paper.text(
            x, y, text, style, across="center", upright="middle", z=NAME_Z, name="place"
        )
        self.occupancy.take(box)
        return True

    def directions(self, ends: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Give unit vectors along a short chord and away from the property."""
        side = (ends[1] - ends[0]) / max(float(np.hypot(*(ends[1] - ends[0]))), 1e-9)
        outward = np.array([side[1], -side[0]])
        probes = self.view.to_site(ends.mean(axis=0) + 0.05 * np.array([outward, -outward]))
        right, left = self.ground.outside_ft(probes)
        return side, outward if right >= left else -outward

    def write_along(self, path: FloatArray, text: str, style: TypeStyle) -> bool:
        """Write a text beside a line, turned with it, outside, as near its middle as is free."""
        return self._place_along(path, text, style) is not None

    def _place_along(
        self, path: FloatArray, text: str, style: TypeStyle, *, over_lines: bool = False
    ) -> Box | None:
        """Write a text beside a line; give its box, None where there is no room."""
        box = self.paper.text_box(0.0, 0.0, text, style)
        length = length_in(path)
        reach = box.width / 2 + 0.05
        if length < 2 * reach:
            return None
        offset = 0.09 + box.height / 2
        for shift in _outward_steps((length - 2 * reach) / 2):
            at = length / 2 + shift
            ends = along(path, [at - reach, at + reach])
            chord = ends[1] - ends[0]
            if np.hypot(*chord) < 0.98 * 2 * reach:
                continue
            angle = float(np.degrees(np.arctan2(chord[1], chord[0])))
            angle -= 180.0 * float(np.ceil((angle - 90.0) / 180.0))
            _, outward = self.directions(ends)
            for away in (offset, offset + 0.12):
                x, y = ends.mean(axis=0) + outward * away
                placed = self._write_turned(
                    float(x), float(y), text, style, angle, over_lines=over_lines
                )
                if placed is not None:
                    return placed
        return None

    def _write_turned(
        self,
        x: float,
        y: float,
        text: str,
        style: TypeStyle,
        angle_deg: float,
        *,
        over_lines: bool,
    ) -> Box | None:
        box = self.paper.text_box(
            x, y, text, style, across="center", upright="middle", angle_deg=angle_deg
        ).grown(0.02)
        if not self.occupancy.is_free(box) or (self.occupancy.owners(box) and not over_lines):
            return None
        self.paper.text(
            x,
            y,
            text,
            style,
            across="center",
            upright="middle",
            angle_deg=angle_deg,
            z=NAME_Z,
            name="place",
        )
        self.occupancy.take(box)
        return box


def _adjoining(boundary: Boundary) -> str:
    """Say what lies beyond a boundary, as far as the site tells."""
    facts = boundary.facts
    if facts.get("adjoins_public_road") is True:
        return "PUBLIC ROAD"
    use = facts.get("adjacent_use") or facts.get("adjacent_district_class")
    return f"ADJOINING: {str(use).replace('_', ' ')}" if use else ""


def _outward_steps(reach: float) -> FloatArray:
    """0, then farther and farther to both sides."""
    steps = np.arange(0.0, reach + 1e-9, 0.1)
    return np.ravel(np.column_stack([steps, -steps]))


def length_in(path: FloatArray) -> float:
    """Length of a line on paper, inches."""
    return float(arc_lengths(path)[-1])
