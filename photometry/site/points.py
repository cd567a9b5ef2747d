"""Calculation points of a zone: the square lattice inside its outline."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.luminaires.record import Note
from photometry.site.geometry import TOLERANCE_FT, rotation
from photometry.site.lattice import Lattice, covers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.site.model import Obstruction, Site, Zone
    from photometry.site.terrain import Terrain

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = [
    "DisplayGrid",
    "ZonePoints",
    "display_box",
    "display_grid",
    "lattice_over_box",
    "stands_at",
    "zone_lattice",
    "zone_points",
]

FEWEST_POINTS = 4  # a zone that keeps fewer is tried on a finer lattice
MOST_HALVINGS = 6
MOST_KEPT = 100_000  # points of a zone that are remembered: 4 MB
MOST_NODES = 20_000_000  # of one zone's lattice, kept or not: 160 MB an array


@dataclass(frozen=True, eq=False)
class ZonePoints:
    """Where a zone is calculated.

    Attributes
    ----------
    points_ft : (n, 3) array
        Site coordinates, ft; z is grade plus the zone's height.
    lattice : (n, 2) int array
        Column and row of each point on the zone's lattice, for contours and tables.
    spacing_ft
        Spacing that was used in the end (halved where the zone kept too few points).
    """

    points_ft: FloatArray
    lattice: NDArray[np.int64]
    spacing_ft: float
    notes: tuple[Note, ...] = ()


class _Known(NamedTuple):
    """Points of a zone, and what they were laid out by besides it."""

    obstructions: tuple[Obstruction, ...]
    terrain: Terrain
    origin_ft: tuple[float, float]
    points: ZonePoints

    def holds(self, site: Site) -> bool:
        same = self.obstructions is site.obstructions and self.terrain is site.terrain
        return same and self.origin_ft == site.origin_ft


# Sites that differ in their luminaires alone are calculated one after the other.
_KNOWN: WeakKeyDictionary[Zone, _Known] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class DisplayGrid:
    """A regular lattice over the property and its surroundings, for drawings only.

    Attributes
    ----------
    x_ft : (nx,) array
    y_ft : (ny,) array
    z_ft : (ny, nx) array
        Grade.
    """

    x_ft: FloatArray
    y_ft: FloatArray
    z_ft: FloatArray


def zone_points(zone: Zone, site: Site) -> ZonePoints:
    """Give the points of a zone by the rules of place.

    Points lie on a square lattice; one counts if it is inside the outline or within 1e-6 ft
    of it, and drops if it is inside or on a hole or a building that stands at its height.
    A zone that keeps fewer than four points has its lattice halved, at most six times.

    Parameters
    ----------
    zone
        The zone, site coordinates.
    site
        For grade, buildings and the local origin.

    Returns
    -------
    ZonePoints
        In rows along the lattice's first axis. A halved lattice is noted. The arrays are shared:
        not to be changed.

    Raises
    ------
    ProjectFileError
        No point is left, or the lattice has more nodes than memory should hold.
    """
    known = _KNOWN.get(zone)
    if known is not None and known.holds(site):
        return known.points
    points = _laid_out(zone, site)
    if len(points.points_ft) <= MOST_KEPT:
        _KNOWN[zone] = _Known(site.obstructions, site.terrain, site.origin_ft, points)
    return points


def _laid_out(zone: Zone, site: Site) -> ZonePoints:
    """Lay out the points of a zone, on as fine a lattice as leaves it some."""
    for halvings in range(MOST_HALVINGS + 1):
        spacing_ft = zone.spacing_ft / 2**halvings
        points_ft, lattice = _kept(zone, site, spacing_ft)
        if len(points_ft) >= FEWEST_POINTS:
            break
    if not len(points_ft):
        raise ProjectFileError(_no_points(zone, site, spacing_ft))
    notes = (_halved(zone, spacing_ft, len(points_ft)),) if halvings else ()
    return ZonePoints(points_ft, lattice, spacing_ft, notes)


def display_grid(site: Site, beyond_ft: float, spacing_ft: float) -> DisplayGrid:
    """Give a regular lattice over the property and a margin around it.

    Parameters
    ----------
    beyond_ft
        Margin around the bounding box of the boundaries; of zones and luminaires where the
        site has no boundaries.
    spacing_ft
        Between nodes. The lattice is centred and covers the whole box.
    """
    lattice = lattice_over_box(*display_box(site, beyond_ft), spacing_ft)
    x_ft, y_ft = lattice.u, lattice.v
    return DisplayGrid(x_ft, y_ft, site.terrain.grade_ft(x_ft[None, :], y_ft[:, None]))


def display_box(site: Site, beyond_ft: float) -> tuple[FloatArray, FloatArray]:
    """Give the corners of the box of a property and what is beyond it, site coordinates."""
    shapes = [boundary.line_ft for boundary in site.boundaries]
    shapes = shapes or [zone.outline_ft for zone in site.zones]
    shapes = shapes or [np.array([head.pole_xy_ft for head in site.heads]).reshape(-1, 2)]
    corners = np.concatenate([*shapes, np.empty((0, 2))])
    if not len(corners):
        corners = np.zeros((1, 2))
    return corners.min(axis=0) - beyond_ft, corners.max(axis=0) + beyond_ft


def lattice_over_box(low: FloatArray, high: FloatArray, spacing_ft: float) -> Lattice:
    """Give the lattice that is centred on a box and covers it."""
    extent = np.asarray(high) - low
    columns, rows = (math.ceil(length / spacing_ft - 1e-9) + 1 for length in extent)
    first = (np.asarray(low) + high) / 2 - spacing_ft * (np.array([columns, rows]) - 1) / 2
    return Lattice(float(first[0]), float(first[1]), columns, rows, spacing_ft)


def _kept(zone: Zone, site: Site, spacing_ft: float) -> tuple[FloatArray, NDArray[np.int64]]:
    """Give points (n, 3) and their columns and rows (n, 2) for one spacing."""
    origin = np.array(site.origin_ft)
    turned = rotation(-zone.grid_angle_deg).T  # row vectors: local @ turned is the lattice frame
    outline = (zone.outline_ft - origin) @ turned
    lattice = _bounded_lattice(zone, site, spacing_ft)
    inside = covers(outline, lattice)
    for hole in zone.holes_ft:
        inside &= ~covers((hole - origin) @ turned, lattice)
    rows, columns = np.nonzero(inside)
    local = np.stack([lattice.u[columns], lattice.v[rows]], axis=1) @ turned.T
    xy = local + origin
    z = site.terrain.grade_ft(xy[:, 0], xy[:, 1]) + zone.height_ft
    free = np.ones(len(xy), dtype=np.bool_)
    for building in site.obstructions:
        stands = stands_at(building, z)
        if stands.any():
            footprint = covers((building.footprint_ft - origin) @ turned, lattice)
            free &= ~(stands & footprint[rows, columns])
    points = np.column_stack([xy, z])[free]
    return points, np.stack([columns, rows], axis=1)[free].astype(np.int64)


def stands_at(building: Obstruction, z_ft: FloatArray) -> BoolArray:
    """Tell at which elevations a building stands: base <= z < top, within the tolerance."""
    above = z_ft >= building.base_height_ft - TOLERANCE_FT
    below = z_ft < building.top_ft - TOLERANCE_FT
    return above & below


def zone_lattice(zone: Zone, origin_ft: tuple[float, float], spacing_ft: float) -> Lattice:
    """Lay a zone's lattice, about a local origin and in the frame of its turned axes.

    Through its `grid_origin_ft` if it has one, else centred on its bounding box.
    """
    origin = np.array(origin_ft)
    outline = (zone.outline_ft - origin) @ rotation(-zone.grid_angle_deg).T
    low, high = outline.min(axis=0), outline.max(axis=0)
    if zone.grid_origin_ft is None:
        # 1e-9: an extent that is a whole number of spacings must not lose its last node.
        counts = np.floor((high - low) / spacing_ft + 1e-9) + 1
        first = (low + high) / 2 - spacing_ft * (counts - 1) / 2
    else:
        node = (np.array(zone.grid_origin_ft) - origin) @ rotation(-zone.grid_angle_deg).T
        before = np.ceil((low - node - TOLERANCE_FT) / spacing_ft)
        counts = np.floor((high - node + TOLERANCE_FT) / spacing_ft) - before + 1
        first = node + spacing_ft * before
    columns, rows = (max(0, int(count)) for count in counts)
    return Lattice(float(first[0]), float(first[1]), columns, rows, spacing_ft)


def _bounded_lattice(zone: Zone, site: Site, spacing_ft: float) -> Lattice:
    """Lay a zone's lattice, if memory holds it."""
    lattice = zone_lattice(zone, site.origin_ft, spacing_ft)
    nodes = lattice.columns * lattice.rows
    if nodes > MOST_NODES:
        what = f'zone "{zone.name}" needs {nodes:,} points at {spacing_ft:g} ft'
        raise ProjectFileError(
            Fault(what, str(site.path), zone.line, f"at most {MOST_NODES:,}; widen spacing_ft")
        )
    return lattice


def _halved(zone: Zone, spacing_ft: float, count: int) -> Note:
    x, y = zone.outline_ft[0]
    return Note(
        "SITE020",
        f"at {zone.spacing_ft:g} ft the zone keeps fewer than {FEWEST_POINTS} points; its "
        f"lattice was halved to {spacing_ft:g} ft, which keeps {count}",
        line=zone.line,
        place=f"zone {zone.name} ({x:.1f}, {y:.1f})",
    )


def _no_points(zone: Zone, site: Site, spacing_ft: float) -> Fault:
    return Fault(
        f'zone "{zone.name}" has no calculation point, even at {spacing_ft:g} ft',
        str(site.path),
        zone.line,
        "it is narrower than that or lies wholly in holes or buildings; widen it, give "
        "grid_origin or a smaller spacing_ft",
    )
