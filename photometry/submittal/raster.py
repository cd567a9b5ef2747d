"""Illuminance as a raster of any size, in a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from photometry.engine.raster import raster_run
from photometry.submittal.raster_files import RasterFile, check_raster_path, write_raster

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from distributed import Client

    from photometry.engine.raster import RasterResult
    from photometry.site.model import Site

    Progress = Callable[[str, float], None]
    Box = tuple[float, float, float, float]

__all__ = ["illuminance_raster"]


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
        raster of over 10**10 nodes or without a point, a spacing wider than the area, a point at a luminaire, and what
        `calculate` refuses.
    OutputError
        If the file cannot be written. Nothing half-written is left.
    """
    with raster_run(
        site,
        spacing_ft=spacing_ft,
        zone=zone,
        box_ft=box_ft,
        beyond_ft=beyond_ft,
        layer=layer,
        thresholds_fc=thresholds_fc,
        max_error_fc=max_error_fc,
        threads=threads,
        client=client,
        progress=progress,
        keeps_values=out is not None,
    ) as run:
        if out is None:
            return run.result()
        file = RasterFile(Path(out), run.grid, site.unit, site.feet_per_unit, layer)
        check_raster_path(file.path, file.grid)
        write_raster(file, run.values())
        return replace(run.result(), path=file.path)
