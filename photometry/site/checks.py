"""What is odd about a site before anything is calculated: notes, never silence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.luminaires.record import Note
from photometry.site.geometry import (
    TOLERANCE_FT,
    contains,
    counterclockwise,
    ring_segments,
    to_segments,
)
from photometry.site.noted import note_of_head, place_of
from photometry.site.property_checks import (
    edges_inside,
    luminaires_outside,
    property_area,
    zones_outside,
)
from photometry.site.ring import WIDEST_GAP_FT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["check_site"]

# Pole lights stand 8 to 50 ft high, floodlights of sports fields up to some 120 ft.
LOWEST_USUAL_FT = 1.0
HIGHEST_USUAL_FT = 150.0
AT_A_WALL_FT = 1.0  # a wall pack's own depth
INTO_A_WALL = -0.7  # cosine with the outward normal: within 45 degrees of the wall's back
STEEP_DEG = 45.0  # tilted more, a luminaire lights the wall that it faces, and is meant to
SMALLEST_OVERLAP_SQFT = 1.0  # of two zones: less is drawing accuracy
TOLD_AT_MOST = 50  # notes of one kind; more say the same


def check_site(site: Site) -> tuple[Note, ...]:
    """Give numbered notes on what is odd, each with its coordinates.

    Parameters
    ----------
    site
        The site, loaded.

    Returns
    -------
    tuple of Note
        In the order of the checks: the property line, luminaires, zones, surroundings.
    """
    area = property_area(site)
    checks = (
        _gaps(site),
        luminaires_outside(site, area),
        zones_outside(site, area),
        _luminaires_in_buildings(site),
        _luminaires_facing_walls(site),
        _duplicate_heads(site),
        _unusual_heights(site),
        _dark_luminaires(site),
        _overlapping_zones(site),
        edges_inside(site, area),
        _beyond_the_surface(site),
        _unused_types(site),
    )
    return tuple(note for check in checks for note in _first(check))


def _first(notes: Iterator[Note]) -> Iterator[Note]:
    """Give notes of one kind up to a number that a person reads, then how many more."""
    more = 0
    last = None
    for count, note in enumerate(notes):
        if count < TOLD_AT_MOST:
            yield note
        else:
            more += 1
            last = note
    if last is not None:
        yield Note(last.code, f"and {more} more of this kind")


def _gaps(site: Site) -> Iterator[Note]:
    boundaries = {boundary.id: boundary for boundary in site.boundaries}
    for gap in site.gaps:
        ends, starts = boundaries[gap.ending_id], boundaries[gap.starting_id]
        text = (
            f'the property line does not close: "{ends.id}" ends {gap.width_ft:.2f} ft from the '
            f'start of "{starts.id}"; lines beyond it are not calculated'
        )
        if len(site.boundaries) > 1 and math.dist(gap.end_ft, starts.line_ft[-1]) <= WIDEST_GAP_FT:
            text += f'; it would join if "{starts.id}" ran the other way'
        place = f"{place_of(site, *gap.end_ft)} to {place_of(site, *gap.start_ft)}"
        yield Note("SITE001", text, ends.line, place)


def _luminaires_in_buildings(site: Site) -> Iterator[Note]:
    if not site.heads:
        return
    origin = np.array(site.origin_ft)
    places = np.array([[head.luminaire.x_ft, head.luminaire.y_ft] for head in site.heads])
    z_ft = np.array([head.luminaire.z_ft for head in site.heads])
    for building in site.obstructions:
        footprint = building.footprint_ft - origin
        within = contains(footprint, places - origin) & ~_on_ring(footprint, places - origin)
        within &= (z_ft > building.base_height_ft) & (z_ft < building.top_ft - TOLERANCE_FT)
        for head in np.array(site.heads, dtype=object)[within]:
            yield note_of_head("SITE004", f'stands inside "{building.name}"', head, site)


def _luminaires_facing_walls(site: Site) -> Iterator[Note]:
    """Note luminaires at a wall whose street side looks into it."""
    heads = [head for head in site.heads if head.luminaire.tilt_deg < STEEP_DEG]
    if not heads:
        return
    origin = np.array(site.origin_ft)
    places = np.array([[head.luminaire.x_ft, head.luminaire.y_ft] for head in heads]) - origin
    z_ft = np.array([head.luminaire.z_ft for head in heads])
    turns = np.radians([head.luminaire.orientation_deg for head in heads])
    ahead = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    for building in site.obstructions:
        ring = counterclockwise(building.footprint_ft - origin)
        starts, ends = ring_segments(ring)
        distance, _, _ = to_segments(places, starts, ends)
        wall = distance.argmin(axis=1)
        along = (ends - starts)[wall]
        outward = np.stack([along[:, 1], -along[:, 0]], axis=1)
        outward /= np.hypot(outward[:, 0], outward[:, 1])[:, None]
        at_wall = distance.min(axis=1) <= AT_A_WALL_FT
        at_wall &= (z_ft > building.base_height_ft) & (z_ft < building.top_ft - TOLERANCE_FT)
        at_wall &= ~contains(ring, places) | _on_ring(ring, places)
        for row in np.flatnonzero(at_wall & ((ahead * outward).sum(axis=1) < INTO_A_WALL)):
            if _is_lopsided(heads[row]):
                text = f'stands at a wall of "{building.name}" and faces into it'
                yield note_of_head("SITE014", text, heads[row], site)


def _is_lopsided(head: Head) -> bool:
    """Tell whether it matters which way a luminaire is turned."""
    zones = head.luminaire.file.zones
    return zones.forward_lm > 1.1 * zones.back_lm


def _on_ring(ring: FloatArray, points: FloatArray) -> NDArray[np.bool_]:
    """Tell which points lie on a ring: a luminaire on a wall is not inside the building."""
    line = shapely.LinearRing(ring)
    return np.asarray(shapely.distance(line, shapely.points(points)) <= TOLERANCE_FT)


def _duplicate_heads(site: Site) -> Iterator[Note]:
    seen: dict[tuple[float, ...], Head] = {}
    for head in site.heads:
        lamp = head.luminaire
        turned = (lamp.orientation_deg % 360.0, lamp.tilt_deg, lamp.roll_deg, lamp.spin_deg)
        key = tuple(round(value, 3) for value in (lamp.x_ft, lamp.y_ft, lamp.z_ft, *turned))
        other = seen.setdefault(key, head)
        if other is not head:
            yield note_of_head("SITE005", f'is where and how "{other.id}" is', head, site)


def _unusual_heights(site: Site) -> Iterator[Note]:
    for head in site.heads:
        height_ft = head.luminaire.mounting_height_ft
        if height_ft > HIGHEST_USUAL_FT:
            text = f"is mounted {height_ft:g} ft high: is that in inches, or an elevation?"
        elif height_ft < LOWEST_USUAL_FT:
            text = f"is mounted {height_ft:g} ft high: is that in other units?"
        else:
            continue
        yield note_of_head("SITE006", text, head, site)


def _dark_luminaires(site: Site) -> Iterator[Note]:
    for kind in site.types.values():
        if kind.maintained_factor * kind.output_factor == 0.0:
            text = f'luminaire type "{kind.name}" gives no maintained light: a factor is 0'
            yield Note("SITE007", text)


def _overlapping_zones(site: Site) -> Iterator[Note]:
    if len(site.zones) < 2:
        return
    origin = np.array(site.origin_ft)
    areas = [
        shapely.Polygon(zone.outline_ft - origin, [hole - origin for hole in zone.holes_ft])
        for zone in site.zones
    ]
    firsts, seconds = shapely.STRtree(areas).query(areas, predicate="intersects")
    for first, second in sorted(zip(firsts.tolist(), seconds.tolist(), strict=True)):
        a, b = site.zones[first], site.zones[second]
        if first >= second or a.height_ft != b.height_ft or a.plane != b.plane:
            continue
        common = shapely.intersection(
            shapely.make_valid(areas[first]), shapely.make_valid(areas[second])
        )
        if common.area > SMALLEST_OVERLAP_SQFT:
            x, y = shapely.get_coordinates(shapely.point_on_surface(common))[0] + origin
            text = f'zones "{a.name}" and "{b.name}" share {common.area:,.0f} sq ft'
            yield Note("SITE008", text, b.line, f"near {place_of(site, x, y)}")


def _beyond_the_surface(site: Site) -> Iterator[Note]:
    for head in site.heads:
        if not site.terrain.covers(*head.pole_xy_ft):
            yield note_of_head("SITE011", "stands where the terrain has no elevation", head, site)
    for zone in site.zones:
        unknown = site.terrain.unknown_in(zone.outline_ft)
        if unknown is not None:
            text = f'zone "{zone.name}" reaches where the terrain has no elevation; the nearest is used'
            yield Note("SITE011", text, zone.line, f"at {place_of(site, *unknown)}")


def _unused_types(site: Site) -> Iterator[Note]:
    placed = {head.type.name for head in site.heads}
    for name in site.types:
        if name not in placed:
            yield Note("SITE012", f'no luminaire is of type "{name}"')
