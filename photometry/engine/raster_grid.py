"""The nodes of a raster, and the square tiles that it is calculated in.

Row 0 is the northernmost, as in every picture and every GeoTIFF.  Tiles are cut by the raster
alone, never by who computes them, so that sums over tiles are the same for any number of
threads or machines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.errors import CalculationError
from photometry.site.geometry import LARGEST_COORDINATE, TOLERANCE_FT, rotation
from photometry.site.lattice import Lattice
from photometry.site.points import display_box, lattice_over_box, zone_lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.site.model import Site, Zone

    FloatArray = NDArray[np.float64]
    Box = tuple[float, float, float, float]

__all__ = ["MOST_NODES", "TILE_SIDE", "RasterGrid", "Tile", "raster_grid"]

TILE_SIDE: Final = 512  # nodes: also the piece in which a file compresses the raster
MOST_NODES: Final = 10_000_000_000  # 40 GB uncompressed; more is nearly always a wrong spacing


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle of nodes; rows count from the north."""

    first_row: int
    first_column: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class RasterGrid:
    """A square lattice, cut into tiles.

    Attributes
    ----------
    lattice
        Nodes about `origin_ft`, in axes turned by `angle_deg`; its own rows count from the
        south.
    origin_ft
        Local origin, site coordinates.
    angle_deg
        Of the lattice's first axis, counterclockwise from +x.
    tile_side
        Nodes along each side of a tile; those at the south and east edges may be smaller.
    """

    lattice: Lattice
    origin_ft: tuple[float, float] = (0.0, 0.0)
    angle_deg: float = 0.0
    tile_side: int = TILE_SIDE

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lattice.rows, self.lattice.columns

    @property
    def tile_count(self) -> int:
        """Count of tiles."""
        return self._tile_rows * self._tile_columns

    def tile(self, number: int) -> Tile:
        """Give a tile by number; they go along each row of tiles, from the north."""
        down, along = divmod(number, self._tile_columns)
        row, column = down * self.tile_side, along * self.tile_side
        rows, columns = (
            min(self.tile_side, all_of - first)
            for all_of, first in zip(self.shape, (row, column), strict=True)
        )
        return Tile(row, column, rows, columns)

    def part(self, tile: Tile) -> Lattice:
        """Give the nodes of a tile as a lattice of its own, rows from the south."""
        whole = self.lattice
        return Lattice(
            whole.first_u + whole.spacing_ft * tile.first_column,
            whole.first_v + whole.spacing_ft * self._southernmost(tile),
            tile.columns,
            tile.rows,
            whole.spacing_ft,
        )

    def node_ft(self, row: float, column: float) -> tuple[float, float]:
        """Give the place of a node in site coordinates; rows count from the north."""
        u = self.lattice.first_u + self.lattice.spacing_ft * column
        v = self.lattice.first_v + self.lattice.spacing_ft * (self.lattice.rows - 1 - row)
        x, y = rotation(self.angle_deg) @ (u, v) + self.origin_ft
        return float(x), float(y)

    def xy_ft(self, tile: Tile) -> FloatArray:
        """Give the nodes of a tile, (rows, columns, 2), site coordinates, rows from the south."""
        whole, south = self.lattice, self._southernmost(tile)
        # From the whole lattice: to the last bit where a node is does not depend on the cut.
        u = whole.first_u + whole.spacing_ft * (tile.first_column + np.arange(tile.columns))
        v = whole.first_v + whole.spacing_ft * (south + np.arange(tile.rows))
        nodes = np.stack(np.meshgrid(u, v), axis=-1)
        xy: FloatArray = nodes @ rotation(self.angle_deg).T + self.origin_ft
        return xy

    def _southernmost(self, tile: Tile) -> int:
        """Give the row of the lattice, counted from the south, that a tile starts with."""
        return self.lattice.rows - tile.first_row - tile.rows

    @property
    def _tile_rows(self) -> int:
        return -(-self.lattice.rows // self.tile_side)

    @property
    def _tile_columns(self) -> int:
        return -(-self.lattice.columns // self.tile_side)


def raster_grid(
    site: Site,
    spacing_ft: float,
    *,
    zone: Zone | None = None,
    box_ft: Box | None = None,
    beyond_ft: float = 50.0,
) -> RasterGrid:
    """Lay the nodes of a raster.

    Parameters
    ----------
    spacing_ft
        Between nodes.
    zone
        Over this zone, by the rules of place: the nodes are those that it would have as a
        calculation zone of that spacing, turned if it is.
    box_ft
        Over this rectangle instead: smallest x and y, largest x and y, site coordinates.
    beyond_ft
        Else over the property and this margin round it.

    Raises
    ------
    CalculationError
        A spacing or a rectangle that makes no lattice, a spacing wider than the area, or a
        lattice of over 10**10 nodes.
    """
    if not TOLERANCE_FT < spacing_ft < np.inf:
        raise CalculationError(
            f"spacing_ft must be above 0 by more than {TOLERANCE_FT:g} ft, not {spacing_ft:g}"
        )
    if zone is not None:
        lattice = zone_lattice(zone, site.origin_ft, spacing_ft)
        grid = RasterGrid(lattice, site.origin_ft, zone.grid_angle_deg, TILE_SIDE)
        extent_ft = np.ptp(zone.outline_ft @ rotation(zone.grid_angle_deg), axis=0)
    elif box_ft is not None:
        x0, y0, x1, y1 = box_ft
        is_on_earth = bool((np.abs(box_ft) <= LARGEST_COORDINATE).all())  # false for nan, too
        if not (is_on_earth and x0 < x1 and y0 < y1):
            raise CalculationError(
                f"the rectangle {x0:g}, {y0:g}, {x1:g}, {y1:g} has no area, or no end; expected the smallest "
                "x and y, then the largest"
            )
        low, high = np.array([x0, y0]), np.array([x1, y1])
        grid = RasterGrid(lattice_over_box(low, high, spacing_ft), tile_side=TILE_SIDE)
        extent_ft = high - low
    else:
        if not 0.0 <= beyond_ft <= LARGEST_COORDINATE:
            raise CalculationError(f"beyond_ft must be 0 or more, and finite, not {beyond_ft:g}")
        low, high = display_box(site, beyond_ft)
        grid = RasterGrid(lattice_over_box(low, high, spacing_ft), tile_side=TILE_SIDE)
        extent_ft = high - low
    rows, columns = grid.shape
    if spacing_ft > extent_ft.max() + TOLERANCE_FT:
        raise CalculationError(
            f"spacing_ft is {spacing_ft:g}, wider than the area that it is to cover, "
            f"{extent_ft[0]:,.0f} x {extent_ft[1]:,.0f} ft; give the distance between points"
        )
    if rows * columns > MOST_NODES:
        wanted_ft = 1.01 * spacing_ft * (rows * columns / MOST_NODES) ** 0.5
        raise CalculationError(
            f"a raster of {rows:,} x {columns:,} points is over the limit of {MOST_NODES:,}; "
            f"a spacing of {wanted_ft:.3g} ft or more, or a smaller area, would fit"
        )
    return grid
