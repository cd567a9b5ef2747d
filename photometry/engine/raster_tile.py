"""One tile of a raster: its points, their illuminance and what they come to.

A `RasterJob` holds all that a tile needs and can be sent to another machine; a tile is then
its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.coincidence import refuse_points_at_heads
from photometry.engine.direct import direct_illuminance
from photometry.engine.error_budget import ErrorBudget, PairCounts, seen_at_probes
from photometry.engine.far_lattice import LEAF, LatticeBlock, lattice_illuminance
from photometry.engine.near_field import near_points, subdivision
from photometry.engine.raster_statistics import TileSums, tile_sums
from photometry.site.geometry import rotation
from photometry.site.lattice import covers
from photometry.site.points import stands_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from numpy.typing import NDArray

    from photometry.engine.named_heads import NamedHead
    from photometry.engine.near_field import NearPoint
    from photometry.engine.raster_grid import RasterGrid
    from photometry.engine.scene import Scene
    from photometry.luminaires.opening import Opening
    from photometry.site.lattice import Lattice
    from photometry.site.model import Obstruction
    from photometry.site.terrain import Terrain

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]
    Normal = tuple[float, float, float]

__all__ = ["RasterJob", "TileResult"]

STEP_PAIRS: Final = 1 << 28  # of a head and a point, all exact: how long an interrupt has to wait
PROBES: Final = 256  # points of a probed tile that are calculated again, exactly
PROBED_TILES: Final = 16
MOVES: Final = "move the luminaire, or give another spacing or zone"
NEAR_HEADS: Final = 64  # of a tile that are looked at for points nearer than five openings


@dataclass(frozen=True, eq=False, slots=True)
class TileResult:
    """A tile, calculated.

    Attributes
    ----------
    number
        Of the tile.
    sums
        Of its float64 values.
    values_fc : (rows, columns) float32 array or None
        Rows from the north; NaN where there is no point. None where nobody wants them.
    budget
        How pairs of a head and a point were settled, and what was seen of the error.
    near
        Heads that stand too near to points of the tile to be taken as point sources.
    """

    number: int
    sums: TileSums
    values_fc: NDArray[np.float32] | None
    budget: ErrorBudget
    near: tuple[NearPoint, ...]


@dataclass(frozen=True, eq=False)
class RasterJob:
    """What every tile of a raster needs.

    Attributes
    ----------
    grid
        Where the nodes are.
    scene
        Heads that light the wanted layer, its weights in theirs, and prisms, about `origin_ft`.
    openings
        The opening of each head that is to be divided near points; None for the others.
    undivided
        The opening of each of those others.
    lit : (k,) int array
        Which of the site's heads they are.
    shades
        The prisms again, as obstructions about `origin_ft`.
    obstructions
        The same in site coordinates: where one stands at a point's height, there is no point.
    origin_ft : (3,) array
        Local origin of the heads.
    terrain
        Grade.
    rings_ft
        Outline and holes of the zone that is wanted; none for the whole rectangle.
    height_ft
        Of the meters above grade.
    normals
        Where the meters look, unit vectors; the least of them counts.
    max_error_fc
        What light may differ by at any point from summing every head exactly.
    thresholds_fc
        Levels to count points at or above.
    keeps_values
        The values are wanted, not only what they come to.
    named
        The heads that light the layer, for faults.
    """

    grid: RasterGrid
    scene: Scene
    openings: tuple[Opening | None, ...]
    undivided: tuple[Opening | None, ...]
    lit: NDArray[np.intp]
    shades: tuple[Obstruction, ...]
    obstructions: tuple[Obstruction, ...]
    origin_ft: FloatArray
    terrain: Terrain
    rings_ft: tuple[FloatArray, ...]
    height_ft: float
    normals: tuple[Normal, ...]
    max_error_fc: float
    thresholds_fc: tuple[float, ...]
    keeps_values: bool
    named: tuple[NamedHead, ...]

    def compute(self, number: int, stop: Event | None = None) -> TileResult:
        """Calculate a tile on the thread that asks, which ends early if `stop` is set."""
        tile = self.grid.tile(number)
        xy = self.grid.xy_ft(tile)
        z = self.terrain.grade_ft(xy[..., 0], xy[..., 1]) + self.height_ft
        wanted = self._wanted(self.grid.part(tile), z)
        points = np.concatenate([xy, z[..., np.newaxis]], axis=-1) - self.origin_ft
        self._check(points, wanted)
        light, budget = self._probed(number, points, wanted, stop)
        np.putmask(light, ~wanted, np.nan)
        corner = self.grid.lattice.rows - tile.first_row - tile.rows, tile.first_column
        return TileResult(
            number=number,
            sums=tile_sums(light, corner, self.thresholds_fc),
            values_fc=light[::-1].astype(np.float32) if self.keeps_values else None,
            budget=budget,
            near=near_points(
                self.scene.heads.position_ft, self.undivided, points[wanted], most=NEAR_HEADS
            ),
        )

    def _wanted(self, part: Lattice, z_ft: FloatArray) -> BoolArray:
        """Tell which nodes are points: inside the zone, outside its holes and buildings."""
        outline, *holes = self._rings or (None,)
        wanted = np.ones(z_ft.shape, np.bool_) if outline is None else covers(outline, part)
        for hole in holes:
            if _meets(hole, part):
                wanted &= ~covers(hole, part)
        for building, footprint in zip(self.obstructions, self._footprints, strict=True):
            if _meets(footprint, part):
                wanted &= ~(covers(footprint, part) & stands_at(building, z_ft))
        return wanted

    def _check(self, points_ft: FloatArray, wanted: BoolArray) -> None:
        """Refuse a point at a luminaire; most tiles have none at the height of their points."""
        height, z = points_ft[..., 2], self.scene.heads.position_ft[:, 2]
        level = (z > height.min() - 1.0) & (z < height.max() + 1.0)
        if level.any():
            refuse_points_at_heads(
                self.named, self.scene.heads.position_ft, points_ft[wanted], "the raster", MOVES
            )

    @cached_property
    def _rings(self) -> tuple[FloatArray, ...]:
        return tuple(self._in_frame(ring) for ring in self.rings_ft)

    @cached_property
    def _footprints(self) -> tuple[FloatArray, ...]:
        return tuple(self._in_frame(building.footprint_ft) for building in self.obstructions)

    def _in_frame(self, ring_ft: FloatArray) -> FloatArray:
        """Turn a ring into the frame of the lattice."""
        turned: FloatArray = (ring_ft - self.grid.origin_ft) @ rotation(-self.grid.angle_deg).T
        return turned

    def _probed(
        self, number: int, points_ft: FloatArray, wanted: BoolArray, stop: Event | None
    ) -> tuple[FloatArray, ErrorBudget]:
        """Illuminance at the nodes of a tile, and of some tiles what a few of them are exactly.

        A tile where one is off by more than was allowed is calculated again exactly.
        """
        light, pairs = self._light(points_ft, wanted, self.max_error_fc, stop)
        budget = ErrorBudget(self.max_error_fc, pairs)
        every = -(-self.grid.tile_count // PROBED_TILES)
        if number % every or not (pairs.dropped or pairs.grouped):
            return light, budget
        known = np.argwhere(wanted)
        # The tile's number is the seed: the same points each time, and on every machine.
        chosen = known[np.random.default_rng(number).integers(len(known), size=PROBES)]
        at = chosen[:, 0], chosen[:, 1]
        off = np.abs(self._exactly(points_ft[at]) - light[at])
        places = points_ft[at] + self.origin_ft
        seen = seen_at_probes(off, places, self.max_error_fc, len(known))
        if seen.recalculated_points:
            light, _ = self._light(points_ft, wanted, 0.0, stop)
        return light, budget.plus(seen)

    def _exactly(self, points_ft: FloatArray) -> FloatArray:
        """Illuminance at points (n, 3) from every head, the least over the meters."""
        planes = [
            direct_illuminance(
                self.scene.heads,
                points_ft,
                normal,
                obstructions=self.shades,
                openings=self.openings,
                threads=1,
            )[0]
            for normal in self.normals
        ]
        least: FloatArray = np.min(planes, axis=0)
        return least

    def _light(
        self, points_ft: FloatArray, wanted: BoolArray, max_error_fc: float, stop: Event | None
    ) -> tuple[FloatArray, PairCounts]:
        """Illuminance at the nodes of a tile, the least over the meters, and how it was found."""
        light = np.zeros(wanted.shape)
        total = np.zeros(3, np.int64)
        for rows, columns in self._steps(wanted, max_error_fc):
            if stop is not None and stop.is_set():
                raise InterruptedError
            places = points_ft[rows, columns]
            block, planes = self._block(places), []
            for normal in self.normals:
                fc, pairs = lattice_illuminance(
                    self.scene, block, normal=normal, max_error_fc=max_error_fc
                )
                planes.append(fc[0] + self._near(places, normal))
                total += pairs
            light[rows, columns] = np.min(planes, axis=0)
        return light, PairCounts(*(int(count) for count in total))

    def _steps(self, wanted: BoolArray, max_error_fc: float) -> Iterator[tuple[slice, slice]]:
        """Cut the smallest rectangle that holds the points into bands, if each takes long."""
        rows, columns = (np.flatnonzero(wanted.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return
        across = slice(int(columns[0]), int(columns[-1]) + 1)
        end = int(rows[-1]) + 1
        step = end
        if max_error_fc == 0.0:
            pairs_a_leaf = LEAF * (across.stop - across.start) * max(1, len(self.scene.heads))
            step = LEAF * max(1, STEP_PAIRS // pairs_a_leaf)
        for row in range(int(rows[0]), end, step):
            yield slice(row, min(row + step, end)), across

    def _block(self, places_ft: FloatArray) -> LatticeBlock:
        """Give nodes (rows, columns, 3) as a block."""
        step, z = self.grid.lattice.spacing_ft, places_ft[..., 2]
        along, up = step * rotation(self.grid.angle_deg).T
        rows, columns, _ = places_ft.shape
        level = float(z[0, 0])
        return LatticeBlock(
            first_ft=(float(places_ft[0, 0, 0]), float(places_ft[0, 0, 1])),
            column_step_ft=(float(along[0]), float(along[1])),
            row_step_ft=(float(up[0]), float(up[1])),
            rows=rows,
            columns=columns,
            z_ft=level if (z == level).all() else z,
        )

    def _near(self, places_ft: FloatArray, normal: Normal) -> FloatArray | float:
        """Give what dividing openings adds to the light of point sources."""
        if not any(self.openings):
            return 0.0
        points = places_ft.reshape(-1, 3)
        normals = np.broadcast_to(normal, points.shape)
        scene = self.scene
        added = subdivision(scene.heads, self.openings, points, normals, scene.solids, 1)
        near: FloatArray = added[0].reshape(places_ft.shape[:2])
        return near


def _meets(ring: FloatArray, part: Lattice) -> bool:
    """Tell whether the box of a ring meets a lattice, a node's width around it included."""
    low = np.array([part.first_u, part.first_v]) - part.spacing_ft
    high = low + part.spacing_ft * np.array([part.columns + 1, part.rows + 1])
    return bool((ring.max(axis=0) >= low).all() and (ring.min(axis=0) <= high).all())
