"""What lies on the wrong side of the property line: notes, each saying how far.

Some things lie beyond it by right and are passed over: lights that are not the site's own
(``is_private = false``, street lights on poles that stand), and zones of kind ``other``, where
spill is read on a neighbour's ground.  Not so far away that no light of the site reaches them:
that is another origin, or another unit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.luminaires.record import Note
from photometry.site.geometry import TOLERANCE_FT
from photometry.site.noted import length_of, note_of_head, place_of
from photometry.site.ring import property_ring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from photometry.site.model import Boundary, Site, Zone

    FloatArray = NDArray[np.float64]

__all__ = ["edges_inside", "luminaires_outside", "property_area", "zones_outside"]

# Spill is read within some 100 ft of the line; this is ten times the height of a tall pole.
OUT_OF_REACH_FT: Final = 500.0


def property_area(site: Site) -> shapely.Polygon | None:
    """Give the property about the site's local origin; None where it has no closed ring."""
    ring = property_ring(site)
    return shapely.Polygon(ring.starts) if ring is not None and ring.is_closed else None


def luminaires_outside(site: Site, area: shapely.Polygon | None) -> Iterator[Note]:
    """Note luminaires outside the property, but for those of others along it."""
    if area is None or not site.heads:
        return
    places = np.array([[head.luminaire.x_ft, head.luminaire.y_ft] for head in site.heads])
    outside_ft = shapely.distance(area, shapely.points(places - np.array(site.origin_ft)))
    for head, away_ft in zip(site.heads, outside_ft.tolist(), strict=True):
        is_own = head.facts.get("is_private") is not False
        if away_ft > (TOLERANCE_FT if is_own else OUT_OF_REACH_FT):
            text = f"stands {length_of(site, away_ft)} outside the property line"
            yield note_of_head("SITE003", text, head, site)


def zones_outside(site: Site, area: shapely.Polygon | None) -> Iterator[Note]:
    """Note zones that are wholly outside the property and are judged as a part of it."""
    if area is None:
        return
    origin = np.array(site.origin_ft)
    for zone in site.zones:
        outline = shapely.make_valid(shapely.Polygon(zone.outline_ft - origin))
        away_ft = float(shapely.distance(area, outline))
        is_own = zone.kind != "other"
        # A zone beside the property shares an edge with it, or a corner, and no ground.
        is_wholly_outside = shapely.relate_pattern(area, outline, "F********")
        if is_wholly_outside and (is_own or away_ft > OUT_OF_REACH_FT):
            x, y = shapely.get_coordinates(shapely.point_on_surface(outline))[0] + origin
            text = _of_zone_outside(site, zone, away_ft)
            yield Note("SITE015", text, zone.line, f"zone {zone.name} near {place_of(site, x, y)}")


def _of_zone_outside(site: Site, zone: Zone, away_ft: float) -> str:
    """Say how far off a zone is, and what follows."""
    text = f'zone "{zone.name}" lies wholly outside the property, '
    text += f"{length_of(site, away_ft)} from it" if away_ft > TOLERANCE_FT else "beside it"
    if away_ft > OUT_OF_REACH_FT:
        return f"{text}: no light of the site reaches so far; see to its origin and unit"
    return f'{text}, and is judged as {zone.kind} of the site; off-site readings have kind "other"'


def edges_inside(site: Site, area: shapely.Polygon | None) -> Iterator[Note]:
    """Note what belongs beyond a boundary and lies inside the property."""
    if area is None:
        return
    for boundary in site.boundaries:
        edge, dwellings = boundary.pavement_edge_ft, boundary.dwellings_ft
        yield from _inside(site, area, boundary, "SITE009", "pavement edge", edge)
        yield from _inside(site, area, boundary, "SITE010", "dwelling", dwellings)


def _inside(
    site: Site,
    area: shapely.Polygon,
    boundary: Boundary,
    code: str,
    what: str,
    points_ft: FloatArray | None,
) -> Iterator[Note]:
    """Note the deepest of some points (n, 2) inside the property."""
    if points_ft is None or not len(points_ft):
        return
    places = shapely.points(points_ft - np.array(site.origin_ft))
    depth_ft = np.where(
        shapely.contains(area, places), shapely.distance(area.exterior, places), 0.0
    )
    deepest = int(depth_ft.argmax())
    if depth_ft[deepest] > TOLERANCE_FT:
        text = (
            f'a {what} of boundary "{boundary.id}" lies inside the property, '
            f"{length_of(site, float(depth_ft[deepest]))} from its line: limits there would be "
            "judged on the site's own ground"
        )
        yield Note(code, text, boundary.line, f"at {place_of(site, *points_ft[deepest])}")
