"""Illuminance as a raster, however large: made and summed up tile by tile.

What is held at any time is the site and a few tiles, so a town is calculated in the memory
that a parking lot takes.  Who wants the values takes them as they go by.
"""

from __future__ import annotations

import math
from collections import deque
from contextlib import closing, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from photometry.engine.calculate import broken_notes, near_note, zone_normals
from photometry.engine.error_budget import ErrorBudget
from photometry.engine.raster_grid import RasterGrid, raster_grid
from photometry.engine.raster_statistics import RasterSums
from photometry.engine.raster_tile import RasterJob
from photometry.engine.scene import prepared
from photometry.engine.shadows import prisms
from photometry.engine.site_arrays import site_arrays
from photometry.engine.statistics import Statistics
from photometry.engine.streaming import cores, in_order
from photometry.errors import CalculationError, nearest_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from distributed import Client
    from numpy.typing import NDArray

    from photometry.engine.near_field import NearPoint
    from photometry.engine.raster_statistics import Extreme
    from photometry.engine.raster_tile import TileResult
    from photometry.luminaires.record import Note
    from photometry.site.model import Site, Zone

    Progress = Callable[[str, float], None]
    Box = tuple[float, float, float, float]

__all__ = ["RasterResult", "RasterRun", "raster_run"]

UP: Final = (0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class RasterResult:
    """What a raster came to.

    Attributes
    ----------
    statistics
        Over all its points, from float64 values.
    grid
        Where its nodes are; row 0 is the northernmost.
    layer
        What was calculated: ``maintained``, ``initial`` or ``scene:NAME``.
    reaching
        Threshold, fc, to the count of points at or above it.
    path
        The file, float32, NaN where there is no point; None where it is in none.
    error_budget
        What a point may be off by, how pairs of a luminaire and a point were settled, and how
        far off the worst of some points was that were calculated again exactly.
    notes
        What the engine did beyond the plain sum.
    """

    statistics: Statistics
    grid: RasterGrid
    layer: str
    reaching: Mapping[float, int]
    path: Path | None
    error_budget: ErrorBudget
    notes: tuple[Note, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.grid.shape

    @property
    def spacing_ft(self) -> float:
        """Between nodes, ft."""
        return self.grid.lattice.spacing_ft

    @property
    def origin_ft(self) -> tuple[float, float]:
        """Place of node [0, 0], the first of the northernmost row, site coordinates."""
        return self.grid.node_ft(0, 0)


@contextmanager
def raster_run(
    site: Site,
    *,
    spacing_ft: float,
    zone: str | None = None,
    box_ft: Box | None = None,
    beyond_ft: float = 50.0,
    layer: str = "maintained",
    thresholds_fc: Sequence[float] = (),
    max_error_fc: float | None = None,
    threads: int | None = None,
    client: Client | None = None,
    progress: Progress | None = None,
    keeps_values: bool = True,
) -> Iterator[RasterRun]:
    """Give a raster in the making; what is still computed when the block is left is given up.

    Parameters
    ----------
    keeps_values
        False where only statistics are wanted: workers then send no values. The other
        parameters are those of `photometry.illuminance_raster`.

    Raises
    ------
    CalculationError
        No zone or layer of that name, a zone and a rectangle, a level that is not finite, a
        raster of over 10**10 nodes, and what `calculate` refuses.
    """
    place = _named_zone(site, zone)
    if place is not None and box_ft is not None:
        raise CalculationError("a raster is of a zone or of a rectangle, not of both")
    if not all(math.isfinite(level) for level in thresholds_fc):
        raise CalculationError("levels to count points at or above must be finite numbers")
    grid = raster_grid(site, spacing_ft, zone=place, box_ft=box_ft, beyond_ft=beyond_ft)
    budget = site.max_error_fc if max_error_fc is None else max_error_fc
    job, notes = _job(site, grid, place, layer, budget, tuple(thresholds_fc), keeps=keeps_values)
    if client is None:
        tiles = in_order(job.compute, grid.tile_count, threads or cores())
    else:
        # Dask is an extra, and slow to start.
        from photometry.engine.distributed import tiles_of, version_notes  # noqa: PLC0415

        notes = (*notes, *version_notes(client))
        tiles = tiles_of(client, job)
    with closing(tiles):  # whatever happens, nobody computes on
        yield RasterRun(site, layer, job, notes, tiles, progress or (lambda _what, _share: None))


def _named_zone(site: Site, name: str | None) -> Zone | None:
    if name is None:
        return None
    zones = {zone.name: zone for zone in site.zones}
    if name not in zones:
        raise CalculationError(f'no zone is named "{name}"; {nearest_name(name, zones)}')
    return zones[name]


def _job(
    site: Site,
    grid: RasterGrid,
    zone: Zone | None,
    layer: str,
    max_error_fc: float,
    thresholds_fc: tuple[float, ...],
    *,
    keeps: bool,
) -> tuple[RasterJob, tuple[Note, ...]]:
    """Gather what every tile needs, and the notes on it."""
    if not 0.0 <= max_error_fc < math.inf:
        raise CalculationError(f"max_error_fc must be 0 or more, not {max_error_fc}")
    arrays = site_arrays(site)
    if layer not in arrays.mix.weights:
        advice = nearest_name(layer, arrays.mix.weights)
        raise CalculationError(f'no layer is named "{layer}"; {advice}')
    heads, lit = arrays.in_layer(layer)
    job = RasterJob(
        grid=grid,
        scene=prepared(heads, prisms(arrays.obstructions), 1),
        openings=tuple(arrays.openings[head] for head in lit),
        undivided=tuple(arrays.undivided[head] for head in lit),
        lit=lit,
        shades=arrays.obstructions,
        obstructions=site.obstructions,
        origin_ft=arrays.origin_ft,
        terrain=site.terrain,
        rings_ft=() if zone is None else (zone.outline_ft, *zone.holes_ft),
        height_ft=0.0 if zone is None else zone.height_ft,
        normals=(UP,) if zone is None else zone_normals(zone, site.north_deg),
        max_error_fc=max_error_fc,
        thresholds_fc=thresholds_fc,
        keeps_values=keeps,
        named=tuple(arrays.named[head] for head in lit),
    )
    return job, arrays.notes


class RasterRun:
    """A raster in the making: its tiles are summed up as they go by.

    Attributes
    ----------
    grid
        Its nodes, in the tiles in which they are calculated.
    """

    def __init__(
        self,
        site: Site,
        layer: str,
        job: RasterJob,
        notes: tuple[Note, ...],
        tiles: Iterator[TileResult],
        tell: Progress,
    ) -> None:
        self.grid = job.grid
        self._site = site
        self._layer = layer
        self._job = job
        self._notes = notes
        self._tiles = tiles
        self._tell = tell
        self._sums = RasterSums(len(job.thresholds_fc))
        self._budget = ErrorBudget(job.max_error_fc)
        self._near: dict[int, NearPoint] = {}

    def values(self) -> Iterator[NDArray[np.float32]]:
        """Give the values of each tile in turn, fc, rows from the north, NaN for no point.

        Raises
        ------
        CalculationError
            With the last tile, if the raster has no point; a point at a luminaire.
        """
        for tile in self._take():
            assert tile.values_fc is not None  # noqa: S101 - the job keeps them
            yield tile.values_fc

    def result(self) -> RasterResult:
        """Give what the raster came to; tiles that nobody took are calculated first.

        Raises
        ------
        CalculationError
            As `values`.
        """
        deque(self._take(), maxlen=0)
        sums, job = self._sums, self._job
        highest, lowest = sums.highest, sums.lowest
        assert highest is not None  # noqa: S101 - there are points
        assert lowest is not None  # noqa: S101 - the same
        return RasterResult(
            statistics=Statistics(
                n_points=sums.count,
                avg_fc=sums.average_fc,
                max_fc=highest.fc,
                min_fc=lowest.fc,
                max_at_ft=self._place(highest),
                min_at_ft=self._place(lowest),
            ),
            grid=job.grid,
            layer=self._layer,
            reaching=MappingProxyType(dict(zip(job.thresholds_fc, sums.reaching, strict=True))),
            path=None,
            error_budget=self._budget,
            notes=(*self._notes, *self._near_notes(), *broken_notes(self._budget)),
        )

    def _take(self) -> Iterator[TileResult]:
        count = self._job.grid.tile_count
        for tile in self._tiles:
            self._sums.add(tile.sums)
            self._budget = self._budget.plus(tile.budget)
            for near in tile.near:
                known = self._near.get(near.head, near)
                self._near[near.head] = min(known, near, key=_nearness)
            self._tell("raster", (tile.number + 1) / count)
            if tile.number + 1 == count and not self._sums.count:  # before a file gets its name
                raise CalculationError("the raster has no point: all are in holes or buildings")
            yield tile

    def _near_notes(self) -> list[Note]:
        """Name the head that stands nearest, for its opening, and count the others too near."""
        if not self._near:
            return []
        worst = min(self._near.values(), key=_nearness)
        head = self._site.heads[self._job.lit[worst.head]]
        return [near_note(head, "the raster", worst, len(self._near) - 1)]

    def _place(self, extreme: Extreme) -> tuple[float, float, float]:
        x, y = self._job.grid.node_ft(self._job.grid.shape[0] - 1 - extreme.row, extreme.column)
        return x, y, float(self._site.terrain.grade_ft(x, y)) + self._job.height_ft


def _nearness(near: NearPoint) -> tuple[float, int]:
    return near.distance_ft / near.required_ft, near.head
