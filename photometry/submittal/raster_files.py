"""Rasters as files: NumPy arrays, zarr stores and GeoTIFF, written tile by tile."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from photometry._version import __version__
from photometry.errors import Fault, OutputError
from photometry.submittal.files import folder_made, reported, staged_file
from photometry.units import EPSG_OF_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import ModuleType

    from numpy.typing import NDArray

    from photometry.engine.raster_grid import RasterGrid
    from photometry.units import LengthUnit

    Values = NDArray[np.float32]

__all__ = ["RasterFile", "check_raster_path", "write_raster"]

SUFFIXES: Final = (".npy", ".zarr", ".tif", ".tiff")
NEEDS: Final = {".zarr": "zarr", ".tif": "tifffile", ".tiff": "tifffile"}
EXTRA: Final = 'pip install "site-photometry[raster]"'
CLASSIC_TIFF_BYTES: Final = 4_000_000_000  # beyond, offsets need the 64 bits of BigTIFF
STORE: Final = {"c", "zarr.json"}  # all that a store of one array holds: chunks and what they are
PROJECTED, OF_POINTS, USER_DEFINED = 1, 2, 32767


@dataclass(frozen=True, slots=True)
class RasterFile:
    """What is to be written, and where.

    Attributes
    ----------
    path
        Its ending says the format.
    grid
        The raster's nodes.
    unit, feet_per_unit
        Of the site's coordinates, in which a GeoTIFF lies.
    layer
        What the values are, for whoever opens the file.
    """

    path: Path
    grid: RasterGrid
    unit: LengthUnit
    feet_per_unit: float
    layer: str


def check_raster_path(path: Path, grid: RasterGrid) -> None:
    """Refuse, before the work, what could not be written after it.

    Raises
    ------
    OutputError
        An ending that names no format, a format whose library is not installed, a folder in
        the place of a file or the other way round, a folder of other files, or a disk too full
        for a NumPy array.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise OutputError(Fault(f"expected a name that ends in one of {known}", str(path)))
    if suffix in NEEDS:
        _library(NEEDS[suffix], path)
    if path.exists() and path.is_dir() != (suffix == ".zarr"):
        what = "is a file" if path.is_file() else "is a folder"
        raise OutputError(Fault(f"{what}, and would be overwritten", str(path), advice="rename it"))
    with reported(path), folder_made(path.parent):  # tried now, not after the work
        _check_store(path)
        rows, columns = grid.shape
        needed, free = 4 * rows * columns, shutil.disk_usage(path.parent).free
    if suffix == ".npy" and needed > free:
        what = f"needs {_size(needed)}, {_size(free)} are free on its disk"
        raise OutputError(Fault(what, str(path), advice="write .zarr or .tif, which compress"))


def write_raster(file: RasterFile, tiles: Iterable[Values]) -> None:
    """Write a raster from its tiles, in their order, rows from the north.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    write = {".npy": _write_npy, ".zarr": _write_zarr}.get(file.path.suffix.lower(), _write_tiff)
    with (
        reported(file.path),
        folder_made(file.path.parent),
        staged_file(file.path) as partial,
    ):
        write(file, partial, tiles)
        if file.path.is_dir():  # a store: a folder is not replaced in one step
            _check_store(file.path)  # what was put there meanwhile is not ours either
            shutil.rmtree(file.path)


def _size(count: int) -> str:
    """Give bytes in the largest unit of which there is one: ``"1.5 GB"``."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def _check_store(path: Path) -> None:
    """Refuse a folder that holds anything but a raster: it is removed when the new one is whole."""
    if path.is_dir():
        others = {entry.name for entry in path.iterdir()} - STORE
        if others:
            what = f"holds {min(others)}, which is no part of a raster, and would be removed"
            raise OutputError(Fault(what, str(path), advice="name another folder"))


def _write_npy(file: RasterFile, partial: Path, tiles: Iterable[Values]) -> None:
    """Write NumPy's own format, row pieces in their places; `numpy.load` maps it into memory."""
    rows, columns = file.grid.shape
    header = {"descr": "<f4", "fortran_order": False, "shape": (rows, columns)}
    with partial.open("wb") as stream:
        np.lib.format.write_array_header_1_0(stream, header)
        start = stream.tell()
        for number, values in enumerate(tiles):
            tile = file.grid.tile(number)
            for row, of_row in enumerate(values.astype("<f4", copy=False), tile.first_row):
                stream.seek(start + 4 * (row * columns + tile.first_column))
                stream.write(of_row.tobytes())


def _write_zarr(file: RasterFile, partial: Path, tiles: Iterable[Values]) -> None:
    """Write a zarr store (format 3), a compressed chunk for each tile."""
    zarr = _library("zarr", file.path)
    x, y = file.grid.node_ft(0, 0)
    array = zarr.create_array(
        store=str(partial),
        shape=file.grid.shape,
        chunks=(file.grid.tile_side, file.grid.tile_side),
        dtype="float32",
        fill_value=float("nan"),
        compressors=zarr.codecs.BloscCodec(cname="zstd", clevel=5, shuffle="bitshuffle"),
        dimension_names=("y", "x"),
        attributes={
            "layer": file.layer,
            "unit": "fc",
            "first_node_ft": [x, y],
            "spacing_ft": file.grid.lattice.spacing_ft,
            "angle_deg": file.grid.angle_deg,
            "first_row": "north",
            "software": f"photometry {__version__}",
        },
    )
    for number, values in enumerate(tiles):
        tile = file.grid.tile(number)
        rows = slice(tile.first_row, tile.first_row + tile.rows)
        array[rows, tile.first_column : tile.first_column + tile.columns] = values


def _write_tiff(file: RasterFile, partial: Path, tiles: Iterable[Values]) -> None:
    """Write a GeoTIFF (OGC GeoTIFF 1.1), deflated, in the unit of the site's coordinates."""
    tifffile = _library("tifffile", file.path)
    rows, columns = file.grid.shape
    with tifffile.TiffWriter(partial, bigtiff=4 * rows * columns > CLASSIC_TIFF_BYTES) as writer:
        writer.write(
            iter(tiles),
            shape=(rows, columns),
            dtype="float32",
            tile=(file.grid.tile_side, file.grid.tile_side),
            compression="zlib",
            photometric="minisblack",
            description=f"{file.layer} illuminance in footcandles",
            software=f"photometry {__version__}",
            metadata=None,
            extratags=_geo_tags(file),
            maxworkers=1,
        )


def _geo_tags(file: RasterFile) -> list[tuple[Any, ...]]:
    """Say where the raster lies: nodes are points, coordinates are the site's own."""
    feet, grid = file.feet_per_unit, file.grid
    step = grid.lattice.spacing_ft / feet
    x, y = (place / feet for place in grid.node_ft(0, 0))
    along = np.array(grid.node_ft(0, 1)) / feet - (x, y)
    down = np.array(grid.node_ft(1, 0)) / feet - (x, y)
    if grid.angle_deg:
        matrix = (along[0], down[0], 0.0, x, along[1], down[1], 0.0, y)
        place = [(34264, "d", 16, (*matrix, *[0.0] * 7, 1.0), True)]
    else:
        place = [
            (33550, "d", 3, (step, step, 0.0), True),
            (33922, "d", 6, (0.0, 0.0, 0.0, x, y, 0.0), True),
        ]
    keys = (
        (1024, PROJECTED),
        (1025, OF_POINTS),
        (3072, USER_DEFINED),
        (3076, EPSG_OF_UNIT[file.unit]),
    )
    directory = (1, 1, 0, len(keys), *(entry for key, of in keys for entry in (key, 0, 1, of)))
    return [*place, (34735, "H", len(directory), directory, True), (42113, "s", 0, "nan", True)]


def _library(name: str, path: Path) -> ModuleType:
    """Import what a format needs, or say how to get it."""
    try:
        if name == "zarr":
            import zarr.codecs  # noqa: PLC0415  # of an extra, and slow to start

            return zarr
        import tifffile  # noqa: PLC0415  # the same
    except ImportError:
        what = f"{path.suffix} needs {name}, which is not installed"
        raise OutputError(Fault(what, str(path), advice=f"{EXTRA}, or write .npy")) from None
    return tifffile
