"""Parcels, paving and poles from a GIS: GeoJSON in a plane system, or projected to one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.site.geometry import drop_repeats, open_ring
from photometry.site.shapes import NamedShape
from photometry.site.sources.bounded import read_bounded
from photometry.site.sources.drawing import HOLES, Drawing, DrawnLuminaire
from photometry.site.sources.geojson_features import (
    features,
    geometries,
    layer_of,
    listed,
    positions_of,
    words_of,
)
from photometry.site.sources.geojson_system import drawn_in
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from photometry.site.sources.geojson_system import DrawnIn
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["read_geojson"]

LARGEST_FILE_BYTES = 50_000_000
MOST_POINTS = 500_000
MOST_FAULTS = 50

_POSITION, _LINE, _POLYGON = 1, 2, 3  # how deep lists are nested
_DEPTHS = {
    "Point": (_POSITION, False),
    "MultiPoint": (_POSITION, True),
    "LineString": (_LINE, False),
    "MultiLineString": (_LINE, True),
    "Polygon": (_POLYGON, False),
    "MultiPolygon": (_POLYGON, True),
}


def read_geojson(
    path: Path,
    unit: LengthUnit | None = None,
    *,
    luminaires: str | None = None,
    crs: str | None = None,
) -> Drawing:
    """Read lines, polygons and points of a GeoJSON file by the property that names them.

    A feature's ``layer`` property is its layer, else its ``name``; without either it is
    ``unnamed``. Holes of the polygons of ``lot`` are the shapes of ``lot holes``.

    Parameters
    ----------
    path
        The file.
    unit
        Of plane coordinates; GeoJSON does not say, so that None is a fault.
    luminaires
        Layer whose points are luminaires, with their properties.
    crs
        EPSG number of the plane system that longitudes and latitudes are projected to.

    Raises
    ------
    ProjectFileError
        With every fault: it is not GeoJSON, its coordinates are longitudes and latitudes and
        no system is given, or a feature is broken.
    """
    reader = _Reader(str(path), luminaires)
    data = reader.parsed(path)
    for number, feature in enumerate(features(data), start=1):
        if len(reader.faults) >= MOST_FAULTS:
            break
        reader.feature(feature, number)
    if not reader.faults and not reader.layers:
        reader.fault("it holds no features", "export polygons or lines as a FeatureCollection")
    system = reader.system(data, unit, crs)
    if reader.faults or system is None:
        raise ProjectFileError(reader.faults)
    return reader.drawing(system)


class _Reader:
    """Shapes of one file in its own unit, and what is wrong with it."""

    def __init__(self, file: str, luminaires: str | None) -> None:
        self.faults: list[Fault] = []
        self.layers: dict[str, None] = {}
        self._shapes: dict[str, list[NamedShape]] = {}
        self._marks: dict[str, list[NamedShape]] = {}
        self._luminaires: dict[str, list[DrawnLuminaire]] = {}
        self._luminaire_layer = None if luminaires is None else luminaires.casefold()
        self._file = file
        self._points = 0
        self._in_degrees = True  # every point might be a longitude and a latitude

    def fault(self, what: str, advice: str = "") -> None:
        """Record a fault of the file."""
        self.faults.append(Fault(what, self._file, advice=advice))

    def parsed(self, path: Path) -> Any:
        """Parse the file, or refuse it."""
        advice = "export the parcel and its neighbours alone"
        raw = read_bounded(path, LARGEST_FILE_BYTES, advice)
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
        layer = layer_of(feature.get("properties"))
        self.layers.setdefault(layer)
        geometry = feature.get("geometry")
        if geometry is None:  # unlocated, which the format allows
            return
        try:
            for kind, coordinates in geometries(geometry):
                self._geometry(kind, coordinates, layer, place, feature.get("properties"))
        except ValueError as unfit:
            self.fault(f'{place} ("{layer}") {unfit}')

    def system(self, data: Any, unit: LengthUnit | None, crs: str | None) -> DrawnIn | None:
        """Tell what the coordinates are, or record why that cannot be told."""
        if self.faults:
            return None
        try:
            return drawn_in(data, unit, crs, may_be_degrees=self._points > 0 and self._in_degrees)
        except ValueError as unfit:
            what, _, advice = str(unfit).partition("; ")
            self.fault(what, advice)
            return None

    def drawing(self, system: DrawnIn) -> Drawing:
        """Give everything in feet."""
        try:
            shapes, marks = (
                {
                    name: [replace(one, points_ft=system.in_feet(one.points_ft)) for one in found]
                    for name, found in drawn.items()
                }
                for drawn in (self._shapes, self._marks)
            )
            luminaires = {
                name: [_moved(one, system) for one in found]
                for name, found in self._luminaires.items()
            }
        except ValueError as unfit:
            raise self._refused(str(unfit), "check crs, and that longitude comes first") from None
        return Drawing(
            file=self._file,
            shapes=shapes,
            layers=tuple(self.layers),
            unit=system.unit,
            system=system.plane.name if system.plane else "",
            luminaires=luminaires,
            points=marks,
        )

    def _geometry(
        self, kind: Any, coordinates: Any, layer: str, place: str, properties: Any
    ) -> None:
        if not isinstance(kind, str) or kind not in _DEPTHS:
            raise ValueError(f"has the geometry {str(kind)[:40]!r}; known: {', '.join(_DEPTHS)}")
        depth, is_multiple = _DEPTHS[kind]
        source = f"{self._file}, {layer}, {place}"
        for part in listed(coordinates) if is_multiple else [coordinates]:
            if depth == _POSITION:
                (point,) = self._positions([part])
                mark = NamedShape(point[None, :], is_closed=False, source=source)
                self._marks.setdefault(layer, []).append(mark)
                self._luminaire(point, layer, place, properties)
            elif depth == _LINE:
                line = drop_repeats(self._positions(part))
                if len(line) < 2:
                    raise ValueError("has a line without length")
                self._add(layer, NamedShape(line, is_closed=False, source=source))
            else:
                for index, ring in enumerate(listed(part)):
                    points = open_ring(self._positions(ring))
                    if len(points) < 3:
                        raise ValueError("has a ring of fewer than 3 different points")
                    name = layer + HOLES if index else layer
                    self._add(name, NamedShape(points, is_closed=True, source=source))

    def _luminaire(self, point: FloatArray, layer: str, place: str, properties: Any) -> None:
        if layer.casefold() != self._luminaire_layer:
            return
        found = self._luminaires.setdefault(layer, [])
        x, y = float(point[0]), float(point[1])
        where = f"{layer}, {place}"
        found.append(DrawnLuminaire(x, y, words_of(properties), where, str(len(found) + 1)))

    def _add(self, layer: str, shape: NamedShape) -> None:
        self.layers.setdefault(layer)
        self._shapes.setdefault(layer, []).append(shape)

    def _positions(self, positions: Any) -> FloatArray:
        """Read positions, and see whether they might be degrees."""
        self._points += len(listed(positions))
        if self._points > MOST_POINTS:
            raise ProjectFileError(Fault(f"it has over {MOST_POINTS:,} points", self._file))
        points = positions_of(positions)
        if len(points):
            x, y = np.abs(points).max(axis=0)
            self._in_degrees &= bool(x <= 180.0 and y <= 90.0)
        return points


def _moved(luminaire: DrawnLuminaire, system: DrawnIn) -> DrawnLuminaire:
    ((x, y),) = system.in_feet(np.array([[luminaire.x_ft, luminaire.y_ft]]))
    own = None if system.plane else FEET_PER_UNIT[system.unit]
    return replace(luminaire, x_ft=float(x), y_ft=float(y), feet_per_unit=own)
