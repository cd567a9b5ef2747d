"""Parcels and paving from a GIS: GeoJSON (RFC 7946, and its forerunner of 2008) in plane units."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.site.geometry import drop_repeats, open_ring
from photometry.site.shapes import NamedShape
from photometry.site.sources.drawing import HOLES, Drawing
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["read_geojson"]

LARGEST_FILE_BYTES = 50_000_000
MOST_POINTS = 500_000
LARGEST_COORDINATE = 1e9
DEEPEST_COLLECTION = 10
MOST_FAULTS = 50

UNNAMED = "unnamed"
_NAMES = ("layer", "name")  # properties that name a shape, whatever their case
_POSITION, _LINE, _POLYGON = 1, 2, 3  # how deep lists are nested
_DEPTHS = {
    "Point": (_POSITION, False),
    "MultiPoint": (_POSITION, True),
    "LineString": (_LINE, False),
    "MultiLineString": (_LINE, True),
    "Polygon": (_POLYGON, False),
    "MultiPolygon": (_POLYGON, True),
}


def read_geojson(path: Path, unit: LengthUnit | None = None) -> Drawing:
    """Read lines and polygons of a GeoJSON file by the property that names them.

    A feature's ``layer`` property is its layer, else its ``name``; without either it is
    ``unnamed``. Holes of the polygons of ``lot`` are the shapes of ``lot holes``.

    Parameters
    ----------
    path
        The file.
    unit
        Of its coordinates; GeoJSON does not say, so that None is a fault.

    Raises
    ------
    ProjectFileError
        With every fault: it is not GeoJSON, its coordinates are longitudes and latitudes, or
        a feature is broken.
    """
    reader = _Reader(str(path))
    data = reader.parsed(path)
    for number, feature in enumerate(_features(data), start=1):
        if len(reader.faults) >= MOST_FAULTS:
            break
        reader.feature(feature, number)
    if not reader.faults and not reader.shapes and not reader.layers:
        reader.fault("it holds no features", "export polygons or lines as a FeatureCollection")
    reader.refuse_degrees(data)
    if unit is None and not reader.faults:
        reader.fault("GeoJSON does not say its unit", 'give [geometry] unit = "ft"')
    if reader.faults:
        raise ProjectFileError(reader.faults)
    feet = FEET_PER_UNIT[unit or "ft"]
    shapes = {
        name: [NamedShape(one.points_ft * feet, one.is_closed, one.source) for one in found]
        for name, found in reader.shapes.items()
    }
    return Drawing(
        file=str(path),
        shapes=shapes,
        layers=tuple(reader.layers),
        unread={layer: "points" for layer in reader.layers if layer not in shapes},
    )


def _features(data: Any) -> Iterator[Any]:
    """Give the features of a document; a bare geometry is a feature without properties."""
    if not isinstance(data, dict):
        yield data
    elif data.get("type") == "FeatureCollection":
        features = data.get("features")
        yield from features if isinstance(features, list) else [features]
    elif data.get("type") == "Feature":
        yield data
    else:
        yield {"type": "Feature", "properties": None, "geometry": data}


class _Reader:
    """Shapes of one file in its own unit, and what is wrong with it."""

    def __init__(self, file: str) -> None:
        self.faults: list[Fault] = []
        self.shapes: dict[str, list[NamedShape]] = {}
        self.layers: dict[str, None] = {}
        self._file = file
        self._points = 0
        self._in_degrees = True  # every point might be a longitude and a latitude

    def fault(self, what: str, advice: str = "") -> None:
        """Record a fault of the file."""
        self.faults.append(Fault(what, self._file, advice=advice))

    def parsed(self, path: Path) -> Any:
        """Parse the file, or refuse it."""
        try:
            with path.open("rb") as stream:
                raw = stream.read(LARGEST_FILE_BYTES + 1)
        except OSError as trouble:
            raise self._refused(f"it cannot be read: {trouble.strerror}") from None
        if len(raw) > LARGEST_FILE_BYTES:
            what = f"it is larger than {LARGEST_FILE_BYTES / 1e6:g} MB"
            raise self._refused(what, "export the parcel and its neighbours alone")
        try:
            return json.loads(raw.decode("utf-8-sig"))
        except json.JSONDecodeError as broken:
            what = f"it is not JSON: {broken.msg[:1].lower()}{broken.msg[1:]}"
            raise ProjectFileError(
                Fault(what, self._file, broken.lineno, "export it from the GIS again")
            ) from None
        except RecursionError:
            raise self._refused("brackets are nested too deeply") from None
        except ValueError:  # not UTF-8, or an integer of thousands of digits
            raise self._refused("it is not JSON in UTF-8", "export it from the GIS again") from None

    def _refused(self, what: str, advice: str = "") -> ProjectFileError:
        return ProjectFileError(Fault(what, self._file, advice=advice))

    def feature(self, feature: Any, number: int) -> None:
        """Read one feature, or record why not."""
        place = f"feature {number}"
        if not isinstance(feature, dict) or feature.get("type") != "Feature":
            self.fault(f"{place} is not a GeoJSON feature", 'expected {"type": "Feature", ...}')
            return
        layer = _layer_of(feature.get("properties"))
        self.layers.setdefault(layer)
        geometry = feature.get("geometry")
        if geometry is None:  # unlocated, which the format allows
            return
        source = f"{self._file}, {layer}, {place}"
        try:
            for kind, coordinates in _geometries(geometry):
                self._geometry(kind, coordinates, layer, source)
        except ValueError as unfit:
            self.fault(f'{place} ("{layer}") {unfit}')

    def _geometry(self, kind: Any, coordinates: Any, layer: str, source: str) -> None:
        if not isinstance(kind, str) or kind not in _DEPTHS:
            raise ValueError(f"has the geometry {str(kind)[:40]!r}; known: {', '.join(_DEPTHS)}")
        depth, is_multiple = _DEPTHS[kind]
        for part in _listed(coordinates) if is_multiple else [coordinates]:
            if depth == _POSITION:
                self._positions([part])
            elif depth == _LINE:
                line = drop_repeats(self._positions(part))
                if len(line) < 2:
                    raise ValueError("has a line without length")
                self._add(layer, NamedShape(line, is_closed=False, source=source))
            else:
                for index, ring in enumerate(_listed(part)):
                    points = open_ring(self._positions(ring))
                    if len(points) < 3:
                        raise ValueError("has a ring of fewer than 3 different points")
                    name = layer + HOLES if index else layer
                    self._add(name, NamedShape(points, is_closed=True, source=source))

    def _add(self, layer: str, shape: NamedShape) -> None:
        self.layers.setdefault(layer)
        self.shapes.setdefault(layer, []).append(shape)

    def _positions(self, positions: Any) -> FloatArray:
        """Read positions; elevations in them are left out."""
        self._points += len(_listed(positions))
        if self._points > MOST_POINTS:
            raise ProjectFileError(Fault(f"it has over {MOST_POINTS:,} points", self._file))
        for position in positions:
            if (
                not isinstance(position, list)
                or not 2 <= len(position) <= 4
                or not all(
                    isinstance(one, (int, float)) and one is not True and one is not False
                    for one in position
                )
                or not all(abs(one) <= LARGEST_COORDINATE for one in position)
            ):
                raise ValueError("has a position that is not [x, y] in finite numbers up to 1e9")
        points = np.array([position[:2] for position in positions], np.float64).reshape(-1, 2)
        if len(points):
            x, y = np.abs(points).max(axis=0)
            self._in_degrees &= bool(x <= 180.0 and y <= 90.0)
        return points

    def refuse_degrees(self, data: Any) -> None:
        """Refuse longitudes and latitudes: their degrees are no lengths."""
        if self._points == 0 or not self._in_degrees or _is_projected(data):
            return
        self.fault(
            "coordinates are longitudes and latitudes, as far as can be seen (all within 180 and 90)",
            "export it from the GIS in state plane feet or in metres, with its crs",
        )


def _layer_of(properties: Any) -> str:
    if isinstance(properties, dict):
        plain = {str(key).casefold(): value for key, value in properties.items()}
        for key in _NAMES:
            value = plain.get(key)
            if isinstance(value, (str, int)) and str(value).strip():
                return str(value).strip()[:200]
    return UNNAMED


def _geometries(geometry: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    if not isinstance(geometry, dict):
        raise ValueError("has a geometry that is not an object")  # noqa: TRY004  # of the file, not of a caller
    if geometry.get("type") != "GeometryCollection":
        yield geometry.get("type"), geometry.get("coordinates")
        return
    if depth >= DEEPEST_COLLECTION:
        raise ValueError(f"has collections nested over {DEEPEST_COLLECTION} deep")
    for part in _listed(geometry.get("geometries")):
        yield from _geometries(part, depth + 1)


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("has coordinates that are not lists of positions")  # noqa: TRY004  # as above
    return value


def _is_projected(data: Any) -> bool:
    """Tell whether the file names a reference system that is not geographic."""
    crs = data.get("crs") if isinstance(data, dict) else None
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = str(properties.get("name", "")) if isinstance(properties, dict) else ""
    # OGC:CRS84 and EPSG:4326 (WGS 84), 4269 (NAD 83), 4267 (NAD 27), 4258 (ETRS 89).
    geographic = ("CRS84", "CRS83", "CRS27", "4326", "4269", "4267", "4258", "4979")
    return bool(name) and not name.upper().endswith(geographic)
