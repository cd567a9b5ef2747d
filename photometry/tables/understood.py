"""Rows that say back what was understood of a site: boundaries, zones, buildings, types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.errors import ProjectFileError
from photometry.site.geometry import least_distance, polyline_length
from photometry.site.points import zone_points
from photometry.tables.display import length_columns, length_unit
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, count, factor_text, number, plain_number

if TYPE_CHECKING:
    from photometry.site.model import Boundary, Obstruction, Site, Zone
    from photometry.tables.display import LengthUnit

__all__ = ["boundary_rows", "obstruction_rows", "type_rows", "zone_rows"]

BOUNDARIES: Final = (
    Column("place", "", numeric=True),
    Column("id", "Boundary"),
    Column("length_ft", "Length\nft", numeric=True),
    Column("adjoins", "Adjoins"),
    Column("pavement_edge_ft", "Road edge\nft", numeric=True),
    Column("access_points", "Access\npoints", numeric=True),
    Column("dwellings", "Dwellings", numeric=True),
)
ZONES: Final = (
    Column("name", "Zone"),
    Column("kind", "Kind"),
    Column("n_points", "Points", numeric=True),
    Column("spacing_ft", "Spacing\nft", numeric=True),
    Column("plane", "Meter"),
    Column("holes", "Holes", numeric=True),
)
OBSTRUCTIONS: Final = (
    Column("name", "Building"),
    Column("base_ft", "Base\nft", numeric=True),
    Column("top_ft", "Top\nft", numeric=True),
    Column("corners", "Corners", numeric=True),
)
TYPES: Final = (
    Column("type", "Type"),
    Column("quantity", "Heads", numeric=True),
    Column("mounting_height_ft", "MH\nft", numeric=True),
    Column("llf", "LLF", numeric=True),
    Column("file", "Photometric file"),
)


def boundary_rows(site: Site) -> Table:
    """Boundaries in order, with their neighbours as the site gives them.

    What is not known is an em dash; a boundary where there is no dwelling says 0.
    """
    length = length_unit(site.unit)
    rows = tuple(_boundary(i, boundary, length) for i, boundary in enumerate(site.boundaries, 1))
    open_at = "; ".join(
        f"gap of {length.text(gap.width_ft, 2)} {length.abbreviation} from {gap.ending_id} to {gap.starting_id}"
        for gap in site.gaps
    )
    note = f"The boundaries do not close: {open_at}." if open_at else ""
    return Table("Boundaries, in order", length_columns(BOUNDARIES, length), rows, note)


def zone_rows(site: Site) -> Table:
    """List the calculation zones with the number of points that each keeps."""
    columns = length_columns(ZONES, length_unit(site.unit))
    return Table("Calculation zones", columns, tuple(_zone(zone, site) for zone in site.zones))


def obstruction_rows(site: Site) -> Table:
    """List buildings and walls, elevations above the site's datum."""
    length = length_unit(site.unit)
    rows = tuple(_obstruction(building, length) for building in site.obstructions)
    return Table("Buildings and walls", length_columns(OBSTRUCTIONS, length), rows)


def type_rows(site: Site) -> Table:
    """Luminaire types with the heads that were placed, types without any included."""
    length = length_unit(site.unit)
    rows = []
    for kind in site.types.values():
        heights = sorted(
            {
                length.of(head.luminaire.mounting_height_ft)
                for head in site.heads
                if head.type is kind
            }
        )
        heads = sum(head.type is kind for head in site.heads)
        shown = "/".join(plain_number(height, 2) for height in heights) or MISSING
        rows.append(
            Row(
                (
                    Cell(kind.name, kind.name),
                    Cell(count(heads), heads),
                    Cell(shown, heights[0] if len(heights) == 1 else None),
                    Cell(factor_text(kind.maintained_factor), kind.maintained_factor),
                    Cell(kind.file_path, kind.file_path),
                )
            )
        )
    return Table("Luminaire types", length_columns(TYPES, length), tuple(rows))


def _boundary(place: int, boundary: Boundary, unit: LengthUnit) -> Row:
    length = unit.of(polyline_length(boundary.line_ft))
    facts = boundary.facts
    use = facts.get("adjacent_use") or facts.get("adjacent_district_class")
    adjoins = "public road" if facts.get("adjoins_public_road") is True else use
    across = facts.get("across_district_class")
    words = str(adjoins or "").replace("_", " ")
    if words and across:
        words += f", {str(across).replace('_', ' ')} across"
    edge, line = boundary.pavement_edge_ft, boundary.line_ft
    away = None if edge is None else unit.of(float(least_distance(edge, line[:-1], line[1:]).min()))
    dwellings = None if boundary.dwellings_ft is None else len(boundary.dwellings_ft)
    return Row(
        (
            Cell(str(place), place),
            Cell(boundary.id, boundary.id),
            Cell(number(length), length),
            Cell(words or MISSING, words or None),
            Cell(number(away, unit.decimals), away),
            Cell(count(len(boundary.access_points_ft)), len(boundary.access_points_ft)),
            Cell(count(dwellings), dwellings),
        )
    )


def _zone(zone: Zone, site: Site) -> Row:
    try:
        points = zone_points(zone, site)
    except ProjectFileError:
        kept, spacing = 0, zone.spacing_ft
    else:
        kept, spacing = len(points.points_ft), points.spacing_ft
    length = length_unit(site.unit)
    plane = {"vertical": "vertical", "vertical4": "vertical, least of four"}.get(
        zone.plane, "level"
    )
    if zone.facing_deg is not None:
        plane += f", facing {plain_number(zone.facing_deg, 1)}°"
    if zone.height_ft:
        plane += f", {length.plain(zone.height_ft)} {length.abbreviation} up"
    return Row(
        (
            Cell(zone.name, zone.name),
            Cell(zone.kind, zone.kind),
            Cell(count(kept), kept),
            Cell(length.plain(spacing, 3), length.of(spacing)),
            Cell(plane, zone.plane),
            Cell(count(len(zone.holes_ft)), len(zone.holes_ft)),
        )
    )


def _obstruction(building: Obstruction, length: LengthUnit) -> Row:
    return Row(
        (
            Cell(building.name or MISSING, building.name or None),
            Cell(length.plain(building.base_height_ft), length.of(building.base_height_ft)),
            Cell(length.plain(building.top_ft), length.of(building.top_ft)),
            Cell(count(len(building.footprint_ft)), len(building.footprint_ft)),
        )
    )
