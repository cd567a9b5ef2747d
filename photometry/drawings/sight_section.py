"""The section through a sight line: luminaire, property line, what stands between, and the eye."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.boxes import Occupancy
from photometry.drawings.hatching import hatch_lines
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.drawings.tables_drawn import draw_section_head, shortened
from photometry.ordinance.lighting.sightlines import cutoff_elevation_ft
from photometry.ordinance.lighting.visibility import HEIGHT_TOLERANCE_FT
from photometry.tables.beyond_site import cutoff_text, height_text
from photometry.tables.display import length_unit
from photometry.tables.text import number
from photometry.tables.words import line_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.drawings.paper import Paper
    from photometry.drawings.schedules_sheet_columns import Slot
    from photometry.drawings.style import TypeStyle
    from photometry.ordinance.lighting.line_profiles import LuminaireSight
    from photometry.ordinance.profiles import SightProfile
    from photometry.site.model import Head, Obstruction, Site
    from photometry.tables.display import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["SECTION_IN", "draw_section", "worst_sight_line"]

SECTION_IN: Final = 3.05  # of height, with its head
HEAD_IN: Final = 0.45
SIDE_IN: Final = 0.9  # left of the luminaire
RIGHT_IN: Final = 2.6  # beyond the eye, for words
BASE_IN: Final = 0.42  # under the lowest ground
SECTION_Z: Final = 52.0
SAMPLES: Final = 121
POLE: Final = Stroke(0.60, Ink.INK)
SEEN: Final = Stroke(0.50, Ink.LIMIT)
NEEDED: Final = Stroke(0.40, Ink.PASSES, (3.0, 1.2))
EYE: Final = Stroke(0.40, Ink.LOCUS, (3.0, 1.2))
LOT: Final = Stroke(0.50, Ink.INK, (6.0, 1.2, 1.2, 1.2))
GROUND: Final = Stroke(0.50, Ink.INK)
DIMENSION: Final = Stroke(0.18, Ink.SECOND)
BEAM: Final = "#FBF0DA"


def worst_sight_line(
    profiles: Iterable[SightProfile],
) -> tuple[SightProfile, LuminaireSight] | None:
    """Choose the sight line to draw: the one that passes its limit by most, finite ones first."""
    every = [(profile, one) for profile in profiles for one in profile.sights]
    seen = [pair for pair in every if pair[1].sight.height_ft > -math.inf]
    return max(seen, key=_severity, default=None)


def _severity(pair: tuple[SightProfile, LuminaireSight]) -> tuple[bool, float]:
    profile, one = pair
    height = one.sight.height_ft
    return math.isfinite(height), height - profile.limit_ft


@dataclass(frozen=True, eq=False)
class _Section:
    """Distance from the luminaire across, elevation up, both at the same scale."""

    paper: Paper
    left: float
    base: float
    top: float
    ft_per_in: float
    ground_ft: float
    room: Occupancy

    def place(self, distance_ft: ArrayLike, elevation_ft: ArrayLike) -> FloatArray:
        across = self.left + np.asarray(distance_ft, np.float64) / self.ft_per_in
        up = self.base + (np.asarray(elevation_ft, np.float64) - self.ground_ft) / self.ft_per_in
        across, up = np.broadcast_arrays(across, up)
        return np.stack([across, up], -1)

    @property
    def ceiling_ft(self) -> float:
        """Elevation of the upper edge."""
        return self.ground_ft + (self.top - self.base) * self.ft_per_in

    def write(
        self,
        at: Sequence[float] | FloatArray,
        words: str,
        style: TypeStyle,
        ways: Iterable[tuple[float, float]],
        angle_deg: float = 0.0,
    ) -> None:
        """Write words about a place, at the first shift that is free; else leave them out."""
        for across, up in ways:
            x, y = float(at[0]) + across, float(at[1]) + up
            box = self.paper.text_box(
                x, y, words, style, across="center", upright="middle", angle_deg=angle_deg
            ).grown(0.02)
            if self.room.is_free(box):
                self.paper.text(
                    x,
                    y,
                    words,
                    style,
                    across="center",
                    upright="middle",
                    angle_deg=angle_deg,
                    z=SECTION_Z + 8,
                    name="section label",
                )
                self.room.take(box)
                return


def draw_section(
    paper: Paper, slot: Slot, y: float, site: Site, profile: SightProfile, seen: LuminaireSight
) -> None:
    """Draw the section under its head, from a height downward, in a slot of the sheet.

    Parameters
    ----------
    paper, slot, y
        The sheet, the column, and the top; `SECTION_IN` of height are filled.
    site
        For the ground and what stands on it.
    profile, seen
        The line that is looked from, and the luminaire as it is seen.
    """
    head = next(one for one in site.heads if one.id == seen.luminaire)
    length = length_unit(site.unit)
    where = line_place(profile.line.name, length)
    title = f"Section on the sight line of {head.id}, {where[:1].lower()}{where[1:]}"
    rule = draw_section_head(paper, slot.x, y, slot.width, title)
    section = _fitted(paper, slot, rule, y - SECTION_IN, head, profile, seen)
    ray = _Ray.of(head, seen)
    _draw_ground(section, site, ray)
    _draw_lines(section, site, ray, profile)
    _draw_rays(section, ray, profile, seen, length)
    _draw_luminaire(section, head, ray, length)
    _draw_between(section, site, ray)


@dataclass(frozen=True, slots=True)
class _Ray:
    """The level way from a luminaire to the eye, and on beyond it."""

    start_ft: tuple[float, float]
    toward: tuple[float, float]
    source_ft: float
    eye_ft: float
    eye_grade_ft: float

    @classmethod
    def of(cls, head: Head, seen: LuminaireSight) -> _Ray:
        light, sight = head.luminaire, seen.sight
        x, y, grade = sight.at_ft
        length = max(sight.distance_ft, 1e-6)
        toward = ((x - light.x_ft) / length, (y - light.y_ft) / length)
        return cls((light.x_ft, light.y_ft), toward, light.z_ft, sight.distance_ft, grade)

    def at(self, distance_ft: ArrayLike) -> FloatArray:
        """Places (n, 2) at distances from the luminaire, ft."""
        along = np.asarray(distance_ft, np.float64)[..., None]
        places: FloatArray = np.array(self.start_ft) + along * np.array(self.toward)
        return places


def _fitted(
    paper: Paper,
    slot: Slot,
    top: float,
    foot: float,
    head: Head,
    profile: SightProfile,
    seen: LuminaireSight,
) -> _Section:
    """Choose the scale at which both the way and the heights fit."""
    sight, source = seen.sight, head.luminaire.z_ft
    ground = min(sight.at_ft[2], head.luminaire.base_z_ft)
    highest = max(source, sight.at_ft[2] + profile.limit_ft) + 3.0
    if math.isfinite(sight.height_ft):
        highest = max(highest, min(sight.at_ft[2] + sight.height_ft, 1.6 * highest - 0.6 * ground))
    base, ceiling = foot + BASE_IN, top - 0.30
    across = max(sight.distance_ft, 5.0) / (slot.width - SIDE_IN - RIGHT_IN)
    scale = max(across, (highest - ground) / (ceiling - base))
    room = Occupancy(slot.x, foot, slot.x + slot.width, top - 0.05)
    return _Section(paper, slot.x + SIDE_IN, base, ceiling, scale, ground, room)


def _draw_ground(section: _Section, site: Site, ray: _Ray) -> None:
    beyond = RIGHT_IN * 0.8 * section.ft_per_in
    distance = np.linspace(-0.5 * SIDE_IN * section.ft_per_in, ray.eye_ft + beyond, SAMPLES)
    places = ray.at(distance)
    grade = site.terrain.grade_ft(places[:, 0], places[:, 1])
    path = section.place(distance, grade)
    section.paper.lines([path], GROUND, z=SECTION_Z, name="section ground")
    section.room.take_line(path, 0.04)


def _draw_between(section: _Section, site: Site, ray: _Ray) -> None:
    """Draw what stands on the way to the eye."""
    line = shapely.LineString(ray.at([0.0, ray.eye_ft]))
    for prism in site.obstructions:
        cut = shapely.intersection(line, shapely.Polygon(prism.footprint_ft).buffer(0))
        for part in shapely.get_parts(cut):
            corners = shapely.points(shapely.get_coordinates(part))
            ends = np.atleast_1d(shapely.line_locate_point(line, corners))
            if len(ends) and np.ptp(ends) > 0.0:
                reach = float(ends.min()), float(ends.max())
                _draw_prism(section, prism, reach, length_unit(site.unit))


def _draw_prism(
    section: _Section, prism: Obstruction, ends: tuple[float, float], length: LengthUnit
) -> None:
    low, top = (min(z, section.ceiling_ft) for z in (prism.base_height_ft, prism.top_ft))
    if top <= low:
        return
    outline = section.place([ends[0], ends[1], ends[1], ends[0]], [low, low, top, top])
    paper = section.paper
    paper.areas([[outline]], Ink.PAPER, z=SECTION_Z + 1, edge=Strokes.BUILDING, name="section wall")
    paper.lines(hatch_lines(outline, 0.08), Strokes.HATCH, z=SECTION_Z + 2)
    section.room.take_line(np.vstack([outline, outline[:1]]), 0.03)
    words = f"{prism.name or 'building'} {length.measure(prism.height_ft)}"
    middle = outline.mean(axis=0)
    above = outline[:, 1].max() - middle[1] + 0.1
    beside = outline[:, 0].max() - middle[0] + text_width_in(words, Type.CAPTION) / 2 + 0.06
    ways = [
        (0.0, 0.0),
        (0.0, above),
        (-beside, 0.0),
        (beside, 0.0),
        (-beside, -0.2),
        (beside, -0.2),
    ]
    section.write(middle, words, Type.CAPTION.coloured(Ink.INK), ways)


def _draw_lines(section: _Section, site: Site, ray: _Ray, profile: SightProfile) -> None:
    """Draw where the way leaves the lot, and where it is looked from."""
    leaves = _leaves_lot_ft(site, ray)
    if leaves is not None and profile.line.kind != "property_line":
        _draw_upright(section, leaves, LOT, "property line", Ink.INK)
    words = line_place(profile.line.name, length_unit(site.unit)).partition(",")[0]
    words = words[:1].lower() + words[1:]
    if profile.line.kind == "offset":
        words += " the line"
    _draw_upright(section, ray.eye_ft, EYE, words, Ink.LOCUS)


def _leaves_lot_ft(site: Site, ray: _Ray) -> float | None:
    line = shapely.LineString(ray.at([0.0, ray.eye_ft]))
    crossings = [
        float(shapely.line_locate_point(line, shapely.Point(x, y)))
        for boundary in site.boundaries
        for x, y in shapely.get_coordinates(
            shapely.intersection(line, shapely.LineString(boundary.line_ft))
        )
    ]
    return max(crossings, default=None)


def _draw_upright(
    section: _Section, distance_ft: float, stroke: Stroke, words: str, colour: str
) -> None:
    foot = section.place([distance_ft], [section.ground_ft])[0]
    path = np.array([foot, (foot[0], section.top)])
    section.paper.lines([path], stroke, z=SECTION_Z + 3, name=f"section {words}")
    section.room.take_line(path, 0.03)
    style = Type.CAPTION.coloured(colour)
    wide = text_width_in(words, style) / 2 + 0.06
    ways = [(0.0, 0.10), (wide, -0.05), (-wide, -0.05), (wide, -0.2), (-wide, -0.2)]
    section.write(path[1], words, style, ways)


def _draw_rays(
    section: _Section, ray: _Ray, profile: SightProfile, seen: LuminaireSight, length: LengthUnit
) -> None:
    """Draw the cutoff as installed, the one that would pass, and the limit at the eye."""
    sight = seen.sight
    passes = sight.height_ft <= profile.limit_ft + HEIGHT_TOLERANCE_FT
    limit_ft = ray.eye_grade_ft + profile.limit_ft
    stroke = Stroke(0.50, Ink.PASSES) if passes else SEEN
    shown = min(sight.cutoff_deg, 179.0)
    _draw_ray(section, ray, shown, stroke, f"cutoff installed {cutoff_text(sight.cutoff_deg)}°")
    if not passes:
        words = f"to pass along the whole line {number(seen.needed_deg, 1)}°"
        _draw_ray(section, ray, seen.needed_deg, NEEDED, words)
    mark = section.place([ray.eye_ft, ray.eye_ft], [limit_ft, limit_ft])
    mark[0, 0] -= 0.12
    mark[1, 0] += 0.12
    section.paper.lines([mark], Strokes.LIMIT, z=SECTION_Z + 6, name="section limit")
    section.room.take_line(mark, 0.06)
    height = height_text(sight.height_ft, profile.limit_ft, length)
    limit = length.stated(profile.limit_ft) if profile.limit_ft else "grade"
    words = f"seen up to {height} {length.abbreviation}; limit {limit}"
    if not math.isfinite(sight.height_ft):
        words = f"seen from {height} height; limit {limit}"
    elif sight.height_ft < 0.0:
        words = f"hidden below grade; limit {limit}"
    style = Type.FLAG.sized(8.6).coloured(Ink.PASSES if passes else Ink.LIMIT)
    wide = text_width_in(words, style) / 2 + 0.2
    ways = [(wide, up) for up in (0.08, 0.22, 0.36, -0.1, 0.5, 0.7)]
    section.write(mark[1], shortened(words, style, RIGHT_IN - 0.3), style, ways)


def _draw_ray(section: _Section, ray: _Ray, cutoff_deg: float, stroke: Stroke, words: str) -> None:
    """Draw the edge of what is seen under a cutoff angle, to a little beyond the eye."""
    beyond = ray.eye_ft + 0.35 * section.ft_per_in
    distance = np.linspace(0.0, beyond, SAMPLES)
    up = cutoff_elevation_ft(ray.source_ft, np.maximum(distance, 1e-9), cutoff_deg)
    kept = (up >= section.ground_ft) & (up <= section.ceiling_ft)
    kept[0] = True
    up[0] = ray.source_ft
    if kept.sum() < 2:
        return
    path = section.place(distance[kept], up[kept])
    section.paper.lines([path[[0, -1]]], stroke, z=SECTION_Z + 5, name=f"section {words}")
    section.room.take_line(path, 0.03)
    chord = path[-1] - path[0]
    angle = math.degrees(math.atan2(chord[1], chord[0]))
    normal = np.array([-chord[1], chord[0]]) / max(float(np.hypot(*chord)), 1e-9)
    side = normal if normal[1] > 0 else -normal
    style = Type.CAPTION.coloured(stroke.colour)
    middle = path[0] + 0.5 * chord
    ways = []
    for sign in (1.0, -1.0):
        for share in (0.0, -0.15, 0.15, -0.28, 0.28):
            x, y = share * chord + sign * 0.11 * side
            ways.append((float(x), float(y)))
    if np.hypot(*chord) > text_width_in(words, style) + 0.1:
        section.write(middle, words, style, ways, angle)


def _draw_luminaire(section: _Section, head: Head, ray: _Ray, length: LengthUnit) -> None:
    """Draw pole and luminaire with its height, and the distance to the eye."""
    light = head.luminaire
    pole = section.place([0.0, 0.0], [light.base_z_ft, light.z_ft])
    paper = section.paper
    paper.lines([pole], POLE, z=SECTION_Z + 4, name="section pole")
    section.room.take_line(pole, 0.05)
    x, y = pole[1]
    paper.rectangle(x - 0.09, y - 0.02, 0.18, 0.06, fill=Ink.INK, z=SECTION_Z + 7)
    style = Type.TAG
    words = f"{head.type.name}  {head.id}"
    section.write((x, y), words, style, [(0.0, 0.14), (-0.4, 0.1), (0.4, 0.14)])
    high = length.measure(light.mounting_height_ft)
    section.write((x, (y + pole[0][1]) / 2), high, Type.CAPTION, [(-0.3, 0.0), (-0.45, 0.0)])
    ends = section.place([0.0, ray.eye_ft], [section.ground_ft] * 2)
    ends[:, 1] -= 0.2
    half = np.array([0.0, 0.05])
    ticks = [[end - half, end + half] for end in ends]
    paper.lines([ends, *ticks], DIMENSION, z=SECTION_Z + 2, name="section distance")
    section.room.take_line(ends, 0.02)
    across = f"{length.text(ray.eye_ft)} {length.abbreviation}"
    section.write(ends.mean(axis=0), across, Type.CAPTION, [(0.0, -0.1)])
