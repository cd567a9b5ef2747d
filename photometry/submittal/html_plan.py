"""The plan as data for the page's map: what stands, where it is judged, and the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import shapely

from photometry.drawings.contours import contour_lines, simplified
from photometry.drawings.field import standing_at_grade, walls_at_grade
from photometry.drawings.ground import Ground
from photometry.drawings.judged import Judged
from photometry.drawings.limits import limit_contours, limit_loci
from photometry.drawings.overlit import overlit_areas
from photometry.drawings.symbols import look_of
from photometry.submittal.html_encode import fc_text, grid_step, grid_text, runs
from photometry.tables.words import layer_name, line_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.drawings.field import Field
    from photometry.drawings.limits import Locus
    from photometry.engine.results import LineResult, ZoneResult
    from photometry.site.model import Boundary, Head, Site
    from photometry.submittal.html_encode import Frame
    from photometry.submittal.pipeline import Judgement
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["plan_data"]

# Values of all layers together that the display grid may have: about 0.6 MB of the page.
MOST_GRID_VALUES: Final = 240_000
SMOOTH_SHARE: Final = 0.1  # of the field's spacing: what a drawn contour may be off its traced one
SPECK_FT: Final = 4.0  # a closed contour shorter than this is a blot, not a line
VERTICAL: Final = ("vertical_initial", "vertical_maintained")


def plan_data(judgement: Judgement, frame: Frame, light: LightUnit) -> dict[str, Any]:
    """Give all that the map draws and reads out, as plain values in the page's frame.

    Illuminance is in footcandles; the page's script shows it in the unit that ``light`` names.
    """
    site, calc, findings = judgement.site, judgement.calc, judgement.findings
    layers, field = calc.layers, judgement.field
    ground = Ground(site)
    loci = limit_loci(calc, findings, light)
    judged = Judged(site, calc, field, ground)
    traced = limit_contours(loci, judged, field, ground)
    walls = walls_at_grade(site)
    return {
        "unit": frame.unit,
        "feet": frame.feet,
        "origin": [round(value) for value in frame.origin],
        "north": site.north_deg,
        "layers": {layer: layer_name(layer).removeprefix("scene: ") for layer in layers},
        "light": {
            "name": light.name,
            "words": light.words,
            "perFc": light.per_fc,
            "fewerDecimals": light.fewer_decimals,
            "levels": light.levels,
        },
        "grid": _grid(field, frame),
        "isolines": {
            layer: _isolines(field, values, walls, frame, light)
            for layer, values in field.layers.items()
        },
        "zones": [_zone(zone, layers, frame) for zone in calc.zones.values()],
        "lines": [_line(line, layers, frame) for line in calc.lines.values()],
        "heads": [_head(head, frame) for head in site.heads],
        "buildings": _buildings(site, frame),
        "boundaries": [_boundary(boundary, frame) for boundary in site.boundaries],
        "limits": [_limit(locus, frame) for locus in loci],
        "reached": [
            {
                "limit": locus.limit_fc,
                "layer": layer_name(locus.layer),
                "label": locus.label(light),
                "paths": frame.shapes(_drawable(lines, field, walls)),
            }
            for locus, lines in traced.items()
        ],
        "over": [frame.shapes(area) for area in overlit_areas(loci, judged, field, ground)],
    }


def _grid(field: Field, frame: Frame) -> dict[str, Any]:
    """Thin the field so that all layers keep to the page's size; the corners stay."""
    stride = 1
    while field.x_ft[::stride].size * field.y_ft[::stride].size * len(field.layers) > (
        MOST_GRID_VALUES
    ):
        stride += 1
    x, y = field.x_ft[::stride], field.y_ft[::stride]
    first, second = frame.local([(x[0], y[0]), (x[1], y[1])])
    values = {layer: grid[::stride, ::stride] for layer, grid in field.layers.items()}
    steps = {layer: grid_step(grid) for layer, grid in values.items()}
    return {
        "x": round(float(first[0]), 4),
        "y": round(float(first[1]), 4),
        "step": round(float(second[0] - first[0]), 6),
        "columns": len(x),
        "rows": len(y),
        "fcStep": steps,
        "values": {layer: grid_text(grid, steps[layer]) for layer, grid in values.items()},
    }


def _isolines(
    field: Field, values: FloatArray, walls: BaseGeometry, frame: Frame, light: LightUnit
) -> list[list[Any]]:
    """Trace the contours of one layer: level in the unit shown and paths, the lowest first."""
    found = []
    for level, level_fc in zip(light.levels, light.levels_fc, strict=True):
        traced = contour_lines(field.x_ft, field.y_ft, values, level_fc)
        lines = _drawable(traced, field, walls)
        if lines:
            found.append([level, frame.shapes(lines)])
    return found


def _drawable(traced: Iterable[FloatArray], field: Field, walls: BaseGeometry) -> list[FloatArray]:
    """Cut traced lines off at the walls, smooth them and drop specks."""
    lines = []
    for line in traced:
        if len(line) < 2:
            continue
        whole = shapely.LineString(line)
        parts = [whole]
        if not walls.is_empty and whole.intersects(walls):
            merged = shapely.line_merge(shapely.difference(whole, walls))
            parts = [part for part in shapely.get_parts(merged) if part.geom_type == "LineString"]
        lines += [
            simplified(shapely.get_coordinates(part), SMOOTH_SHARE * field.spacing_ft)
            for part in parts
            if part.length >= SPECK_FT
        ]
    return lines


def _zone(zone: ZoneResult, layers: Sequence[str], frame: Frame) -> dict[str, Any]:
    return {
        "name": zone.name,
        "kind": zone.kind,
        "meter": "" if zone.zone.plane == "horizontal" else "vertical",
        "outline": frame.shape(zone.zone.outline_ft),
        "holes": frame.shapes(zone.zone.holes_ft),
        "spacing": round(zone.spacing_ft / frame.feet, 4),
        "points": frame.points(zone.points_ft),
        "lattice": runs(zone.lattice),
        "fc": {layer: fc_text(zone.layer_fc(layer)) for layer in layers},
    }


def _line(line: LineResult, layers: Sequence[str], frame: Frame) -> dict[str, Any]:
    return {
        "name": line.name,
        "words": line_place(line.name),
        "points": frame.points(line.points_ft),
        "fc": {layer: fc_text(line.layer_fc(layer)) for layer in (*layers, *VERTICAL)},
    }


def _head(head: Head, frame: Frame) -> dict[str, Any]:
    look = look_of(head)
    placed = head.luminaire
    at = (placed.x_ft, placed.y_ft)
    return {
        "id": head.id,
        "pole": head.pole_id,
        "type": head.type.name,
        "at": frame.place(at),
        "stand": frame.place(at if look.body in {"wall", "canopy"} else head.pole_xy_ft),
        "turn": round(placed.orientation_deg % 360.0, 2),
        "body": look.body,
        "filling": look.filling,
        "height": round(placed.mounting_height_ft / frame.feet, 2),
    }


def _buildings(site: Site, frame: Frame) -> list[dict[str, Any]]:
    standing = {id(building) for building in standing_at_grade(site)}
    return [
        {
            "name": building.name,
            "outline": frame.shape(building.footprint_ft),
            "overhead": id(building) not in standing,
        }
        for building in site.obstructions
    ]


def _boundary(boundary: Boundary, frame: Frame) -> dict[str, Any]:
    edge = boundary.pavement_edge_ft
    dwellings = boundary.dwellings_ft
    return {
        "id": boundary.id,
        "beyond": _beyond(boundary.facts),
        "line": frame.shape(boundary.line_ft),
        "pavement": [] if edge is None else frame.shape(edge),
        "dwellings": [] if dwellings is None else [frame.place(xy) for xy in dwellings],
    }


def _beyond(facts: Mapping[str, Any]) -> str:
    """Say what lies beyond a boundary, as far as the site tells."""
    if facts.get("adjoins_public_road") is True:
        return "public road"
    known = [
        str(facts[key]).replace("_", " ")
        for key in ("adjacent_district_class", "adjacent_use")
        if facts.get(key)
    ]
    return ", ".join(dict.fromkeys(known))


def _limit(locus: Locus, frame: Frame) -> dict[str, Any]:
    return {
        "line": locus.line.name,
        "kind": locus.line.kind,
        "words": _lowered(locus.words),
        "limit": locus.limit_fc,
        "layer": locus.layer,
        "paths": frame.shapes(locus.paths_ft),
    }


def _lowered(words: str) -> str:
    """Take the capitals of a drawing off its words before the colon."""
    what, colon, limit = words.partition(":")
    return what.lower() + colon + limit
