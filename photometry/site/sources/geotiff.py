"""Elevations from a GeoTIFF (OGC GeoTIFF 1.1), which the extra ``raster`` reads."""

from __future__ import annotations

import math
import zlib
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.site.elevation_grid import RasterSurface
from photometry.site.geometry import LARGEST_COORDINATE
from photometry.site.sources.ascii_grid import LARGEST_ELEVATION, MOST_NODES
from photometry.site.sources.bounded import open_bounded
from photometry.units import EPSG_OF_UNIT, FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["read_geotiff"]

LARGEST_FILE_BYTES: Final = 400_000_000
MOST_UNPACKED: Final = 64 * MOST_NODES  # bytes: tiles at the edges hold more than the raster
UNCOMPRESSED, LZW, DEFLATE, OLD_DEFLATE = 1, 5, 8, 32946  # TIFF 6.0 and its supplement 2
GEOGRAPHIC, OF_POINTS = 2, 2  # values of the keys GTModelType and GTRasterType
UNIT_KEY, VERTICAL_UNIT_KEY = 3076, 4099
UNITS: Final = {code: FEET_PER_UNIT[unit] for unit, code in EPSG_OF_UNIT.items()}
DEFLATED: Final = "export it with gdal_translate -co COMPRESS=DEFLATE, or as .asc"


def read_geotiff(
    path: Path, feet_per_unit: float | None, feet_per_elevation_unit: float | None
) -> RasterSurface:
    """Read the elevations of a GeoTIFF.

    Parameters
    ----------
    path
        The file: one band, north up, in plane coordinates.
    feet_per_unit
        Of its coordinates; None for the unit that the file says.
    feet_per_elevation_unit
        Of its elevations; None for the unit that the file says, or else that of its
        coordinates.

    Returns
    -------
    RasterSurface
        Feet.

    Raises
    ------
    ProjectFileError
        tifffile is not installed; it is not such a file, or says no unit; or it is past the
        limits.
    """
    reader = _Reader(str(path))
    try:
        import tifffile  # noqa: PLC0415  # of an extra
    except ImportError:
        advice = 'pip install "site-photometry[raster]", or export it as .asc (ESRI ASCII grid)'
        reader.refuse("a GeoTIFF needs tifffile, which is not installed", advice)
    try:
        with (
            open_bounded(path, LARGEST_FILE_BYTES, "cut it to the site") as stream,
            tifffile.TiffFile(stream) as tiff,
        ):
            page: Any = tiff.pages[0]
            tags = {tag.code: tag.value for tag in page.tags}
            nodes = reader.nodes(page, tags)
    except ProjectFileError:
        raise
    except Exception as trouble:  # noqa: BLE001 - a damaged file trips the library anywhere
        what = f"it cannot be read as a GeoTIFF: {type(trouble).__name__}: {trouble}"
        reader.refuse(" ".join(what.split())[:300], DEFLATED)
    return reader.surface(nodes, tags, feet_per_unit, feet_per_elevation_unit)


class _Reader:
    """Takes a page apart, or refuses it."""

    def __init__(self, file: str) -> None:
        self._file = file

    def refuse(self, what: str, advice: str = "") -> NoReturn:
        """Refuse the file."""
        raise ProjectFileError(Fault(what, self._file, advice=advice))

    def nodes(self, page: Any, tags: Mapping[int, Any]) -> FloatArray:
        """Read the elevations, rows from the north; NaN where there is none."""
        shape = tuple(page.shape)
        if len(shape) != 2 or page.dtype is None or page.dtype.kind not in "iuf":
            self.refuse("it is a picture; expected one band of elevations")
        rows, columns = shape
        if min(shape) < 2 or rows * columns > MOST_NODES:
            what = f"it has {rows:,} x {columns:,} elevations; 2 x 2 to {MOST_NODES:,} are read"
            self.refuse(what, "cut it to the site, or widen its cells")
        self._check_segments(page, rows * columns * page.dtype.itemsize)
        values = np.asarray(page.asarray(maxworkers=1), np.float64)
        none = _number(tags.get(42113))
        values[values == none] = np.nan
        if np.isnan(values).all():
            self.refuse("it has no elevation: every value is NODATA")
        worst = float(np.nanmax(np.abs(values)))
        if not worst <= LARGEST_ELEVATION:
            self.refuse(f"an elevation is {worst:g}", "if it stands for none, declare NODATA")
        return values

    def _check_segments(self, page: Any, most_bytes: int) -> None:
        """Refuse compressions of pictures, and pieces that hold more than they are to."""
        if page.compression not in {UNCOMPRESSED, LZW, DEFLATE, OLD_DEFLATE}:
            self.refuse(f"its compression {page.compression} is not read", DEFLATED)
        stream, pieces = page.parent.filehandle, math.prod(page.chunked)
        piece_bytes = math.prod(page.chunks) * page.dtype.itemsize
        # The same bytes may be named again and again, and would be read as often.
        if sum(page.databytecounts) > stream.size:
            self.refuse("its pieces together are longer than the file", DEFLATED)
        if pieces * piece_bytes > max(MOST_UNPACKED, most_bytes):
            self.refuse("its tiles are far larger than the raster", DEFLATED)
        if page.compression not in {DEFLATE, OLD_DEFLATE}:
            return
        # A tile at an edge may be larger than what it has of the raster, but not than a tile.
        limit = min(piece_bytes, 8 * MOST_NODES)
        for offset, count in zip(page.dataoffsets, page.databytecounts, strict=True):
            stream.seek(offset)
            packed = stream.read(min(count, LARGEST_FILE_BYTES))
            if len(zlib.decompressobj().decompress(packed, limit + 1)) > limit:
                self.refuse("a piece of it holds more than the raster has")

    def surface(
        self,
        nodes: FloatArray,
        tags: Mapping[int, Any],
        feet: float | None,
        feet_up: float | None,
    ) -> RasterSurface:
        """Put the elevations in their place."""
        keys = _geo_keys(tags.get(34735))
        if keys.get(1024) == GEOGRAPHIC:
            self.refuse("it is in degrees", "project it: gdalwarp -t_srs, or from your GIS")
        stated = UNITS.get(keys.get(UNIT_KEY, 0))
        feet = feet or stated
        if feet is None:
            self.refuse("it does not say its unit", 'give unit = "m" (or ft, ftUS) in [terrain]')
        feet_up = feet_up or UNITS.get(keys.get(VERTICAL_UNIT_KEY, 0)) or feet
        left, top, step_x, step_y = self._place(tags)
        if keys.get(1025) != OF_POINTS:  # the corner of a cell, not its middle, is placed
            left, top = left + step_x / 2.0, top - step_y / 2.0
        south = top - step_y * (len(nodes) - 1)
        return RasterSurface(
            first_ft=(left * feet, south * feet),
            step_ft=(step_x * feet, step_y * feet),
            nodes_ft=nodes[::-1] * feet_up,
        )

    def _place(self, tags: Mapping[int, Any]) -> tuple[float, float, float, float]:
        """Give x and y of the first value, and the steps to the east and to the south."""
        scale, tie, matrix = (_floats(tags.get(code)) for code in (33550, 33922, 34264))
        if len(scale) >= 2 and len(tie) >= 6:
            step_x, step_y = scale[:2]
            left, top = tie[3] - tie[0] * step_x, tie[4] + tie[1] * step_y
        elif len(matrix) == 16:
            step_x, step_y, left, top = matrix[0], -matrix[5], matrix[3], matrix[7]
            if matrix[1] or matrix[4]:
                self.refuse("it is turned", "warp it north up: gdalwarp, or from your GIS")
        else:
            self.refuse("it does not say where it lies", "export it as a GeoTIFF, or as .asc")
        if not (0.0 < step_x <= LARGEST_COORDINATE and 0.0 < step_y <= LARGEST_COORDINATE):
            self.refuse(f"its cells are {step_x:g} x {step_y:g}; expected sizes above 0, north up")
        if not (abs(left) <= LARGEST_COORDINATE and abs(top) <= LARGEST_COORDINATE):
            self.refuse("its corner is not finite, or above 1e9")
        return left, top, step_x, step_y


def _floats(value: Any) -> tuple[float, ...]:
    """Give the numbers of a tag; none where it is absent or holds something else."""
    if not isinstance(value, tuple) or not all(isinstance(one, (int, float)) for one in value):
        return ()
    return tuple(map(float, value))


def _geo_keys(directory: Any) -> dict[int, int]:
    """Give the keys of a GeoTIFF directory that hold their value themselves."""
    if not isinstance(directory, tuple) or len(directory) % 4:
        return {}
    entries = zip(*(iter(directory[4:]),) * 4, strict=True)
    return {key: value for key, where, _, value in entries if where == 0}


def _number(text: Any) -> float:
    try:
        return float(text)
    except (TypeError, ValueError):
        return float("nan")
