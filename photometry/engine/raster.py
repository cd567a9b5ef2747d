"""Illuminance as a raster, however large: made, summed up and written tile by tile.

What is held at any time is the site and a few tiles, so a town is calculated in the memory
that a parking lot takes.
"""

from __future__ import annotations

import math
from collections import deque
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from photometry.engine.calculate import broken_notes, near_note, zone_normals
from photometry.engine.error_budget import ErrorBudget
from photometry.engine.raster_files import RasterFile, check_raster_path, write_raster
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
    from os import PathLike

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

__all__ = ["RasterResult", "illuminance_raster"]

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
        The file, float32, NaN where there is no point; None where only statistics were wanted.
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


def illuminance_raster(
    site: Site,
    *,
    spacing_ft: float,
    out: str | PathLike[str] | None = None,
    zone: str | None = None,
    box_ft: Box | None = None,
    beyond_ft: float = 50.0,
    layer: str = "maintained",
    thresholds_fc: Sequence[float] = (),
    max_error_fc: float | None = None,
    threads: int | None = None,
    client: Client | None = None,
    progress: Progress | None = None,
) -> RasterResult:
    """Calculate illuminance on a raster of any size, in bounded memory.

    Parameters
    ----------
    site
        The site, from `load_site`.
    spacing_ft
        Between nodes.
    out
        File to write: ``.npy`` (for `numpy.load` with ``mmap_mode="r"``), ``.zarr`` or ``.tif``
        (GeoTIFF; both of the extra ``raster``). None for statistics alone.
    zone
        Name of the zone to calculate: its nodes by the rules of place, on its meters.
    box_ft
        Rectangle to calculate instead: smallest x and y, largest x and y, site coordinates.
    beyond_ft
        Margin round the property, where neither is given.
    layer
        ``maintained``, ``initial`` or ``scene:NAME``.
    thresholds_fc
        Levels to count points at or above.
    max_error_fc
        What may be missing at any point; None for what the site says.
    threads
        Threads of this machine; None for all cores. The result does not depend on it.
    client
        A `distributed.Client` whose workers compute the tiles instead (extra ``distributed``).
    progress
        Called with what is being done and the share done, 0 to 1.

    Returns
    -------
    RasterResult
        Statistics to the same bit for any number of threads or workers. Nodes inside a
        building that stands at their height are no points, as in a zone.

    Raises
    ------
    CalculationError
        No zone or layer of that name, a zone and a rectangle, a level that is not finite, a
        raster of over 10**10 nodes or without a point, a point at a luminaire, and what
        `calculate` refuses.
    OutputError
        If the file cannot be written. Nothing half-written is left.
    """
    place = _named_zone(site, zone)
    if place is not None and box_ft is not None:
        raise CalculationError("a raster is of a zone or of a rectangle, not of both")
    if not all(math.isfinite(level) for level in thresholds_fc):
        raise CalculationError("levels to count points at or above must be finite numbers")
    grid = raster_grid(site, spacing_ft, zone=place, box_ft=box_ft, beyond_ft=beyond_ft)
    budget = site.max_error_fc if max_error_fc is None else max_error_fc
    job, notes = _job(site, grid, place, layer, budget, tuple(thresholds_fc), keeps=out is not None)
    file = (
        None if out is None else RasterFile(Path(out), grid, site.unit, site.feet_per_unit, layer)
    )
    if file is not None:
        check_raster_path(file.path, grid)
    if client is None:
        tiles = in_order(job.compute, grid.tile_count, threads or cores())
    else:
        # Dask is an extra, and slow to start.
        from photometry.engine.distributed import tiles_of, version_notes  # noqa: PLC0415

        notes = (*notes, *version_notes(client))
        tiles = tiles_of(client, job)
    reduced = _Reduced(job, tiles, progress or (lambda _what, _share: None))
    with closing(tiles):  # whatever happens, nobody computes on
        if file is None:
            reduced.drain()
        else:
            write_raster(file, reduced.values())
    return reduced.result(site, layer, file, notes)


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
        normals=(UP,) if zone is None else zone_normals(zone),
        max_error_fc=max_error_fc,
        thresholds_fc=thresholds_fc,
        keeps_values=keeps,
    )
    return job, arrays.notes


class _Reduced:
    """Tiles that are summed up as they go by."""

    def __init__(self, job: RasterJob, tiles: Iterator[TileResult], tell: Progress) -> None:
        self._job = job
        self._tiles = tiles
        self._tell = tell
        self._sums = RasterSums(len(job.thresholds_fc))
        self._budget = ErrorBudget(job.max_error_fc)
        self._near: dict[int, NearPoint] = {}

    def values(self) -> Iterator[NDArray[np.float32]]:
        """Give the values of each tile in turn."""
        for tile in self._take():
            assert tile.values_fc is not None  # noqa: S101 - the job keeps them
            yield tile.values_fc

    def drain(self) -> None:
        """Sum all up."""
        deque(self._take(), maxlen=0)

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

    def result(
        self, site: Site, layer: str, file: RasterFile | None, notes: tuple[Note, ...]
    ) -> RasterResult:
        """Give the whole, once all tiles went by."""
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
                max_at_ft=self._place(highest, site),
                min_at_ft=self._place(lowest, site),
            ),
            grid=job.grid,
            layer=layer,
            reaching=MappingProxyType(dict(zip(job.thresholds_fc, sums.reaching, strict=True))),
            path=None if file is None else file.path,
            error_budget=self._budget,
            notes=(*notes, *self._near_notes(site), *broken_notes(self._budget)),
        )

    def _near_notes(self, site: Site) -> list[Note]:
        """Name the head that stands nearest, for its opening, and count the others too near."""
        if not self._near:
            return []
        worst = min(self._near.values(), key=_nearness)
        head = site.heads[self._job.lit[worst.head]]
        return [near_note(head, "the raster", worst, len(self._near) - 1)]

    def _place(self, extreme: Extreme, site: Site) -> tuple[float, float, float]:
        x, y = self._job.grid.node_ft(self._job.grid.shape[0] - 1 - extreme.row, extreme.column)
        return x, y, float(site.terrain.grade_ft(x, y)) + self._job.height_ft


def _nearness(near: NearPoint) -> tuple[float, int]:
    return near.distance_ft / near.required_ft, near.head
