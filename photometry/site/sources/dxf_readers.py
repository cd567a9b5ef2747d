"""Entities of a DXF drawing as points, one function for each kind.

Everything is in world coordinates and the drawing's own unit.  Geometry as in the DXF
reference (AutoCAD 2018): bulges, and object coordinate systems of an extrusion direction.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from ezdxf.math import OCS, Vec3

from photometry.site.sources.dxf_curves import arc_points, bulged_points, ellipse_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["READERS", "REMARKS"]

# What says something about shapes, or is none: passed over without a word.
REMARKS = frozenset(
    [
        "ACAD_TABLE",
        "ARC_DIMENSION",
        "ATTDEF",
        "ATTRIB",
        "DIMENSION",
        "IMAGE",
        "LARGE_RADIAL_DIMENSION",
        "LEADER",
        "LIGHT",
        "MTEXT",
        "MULTILEADER",
        "OLE2FRAME",
        "PDFUNDERLAY",
        "RAY",
        "SHAPE",
        "SUN",
        "TEXT",
        "TOLERANCE",
        "VIEWPORT",
        "WIPEOUT",
        "XLINE",
    ]
)

Read = tuple["FloatArray", bool, bool]  # points, is_closed, is_joined


def _in_world(points: FloatArray, z: float, extrusion: Any) -> FloatArray:
    """Bring plan points (n, 2) at a height from an object's coordinate system to the world's."""
    local = np.column_stack([points, np.full(len(points), z)])
    system = OCS(Vec3(extrusion))
    if not system.transform:
        return local
    return np.array([tuple(one) for one in system.points_to_wcs(Vec3.list(local))]).reshape(-1, 3)


def _line(entity: Any, _: float) -> Iterator[Read]:
    yield np.array([tuple(entity.dxf.start), tuple(entity.dxf.end)]), False, True


def _circle(entity: Any, sagitta: float) -> Iterator[Read]:
    points = _arc_of(entity, 0.0, 2.0 * math.pi, sagitta)
    yield points[:-1], True, False


def _arc(entity: Any, sagitta: float) -> Iterator[Read]:
    start = math.radians(entity.dxf.start_angle)
    yield (
        _arc_of(entity, start, _sweep(start, math.radians(entity.dxf.end_angle)), sagitta),
        False,
        True,
    )


def _arc_of(entity: Any, start: float, sweep: float, sagitta: float) -> FloatArray:
    centre, radius = entity.dxf.center, abs(float(entity.dxf.radius))
    points = arc_points((centre.x, centre.y), radius, start, sweep, sagitta)
    return _in_world(points, centre.z, entity.dxf.extrusion)


def _sweep(start: float, end: float) -> float:
    """Give the counterclockwise angle between two directions; a whole turn where they are one."""
    sweep = (end - start) % (2.0 * math.pi)
    return sweep if sweep > 1e-9 else 2.0 * math.pi


def _ellipse(entity: Any, sagitta: float) -> Iterator[Read]:
    major, minor = np.array(entity.dxf.major_axis), np.array(entity.minor_axis)
    start = float(entity.dxf.start_param)
    sweep = _sweep(start, float(entity.dxf.end_param))
    points = ellipse_points(entity.dxf.center, major, minor, start, sweep, sagitta)
    is_whole = sweep > 2.0 * math.pi - 1e-9
    yield (points[:-1], True, False) if is_whole else (points, False, True)


def _spline(entity: Any, sagitta: float) -> Iterator[Read]:
    yield _flat(entity.flattening(sagitta)), False, True


def _flat(points: Iterable[Any]) -> FloatArray:
    """Take the points of a curve that the library flattens, and no more than fit."""
    found = [tuple(Vec3(point)) for point in islice(points, 100_001)]
    if len(found) > 100_000:
        raise ValueError("is a curve of over 100,000 chords")
    return np.array(found).reshape(-1, 3)


def _light_polyline(entity: Any, sagitta: float) -> Iterator[Read]:
    vertices = np.array(entity.get_points("xyb"), np.float64).reshape(-1, 3)
    closed = bool(entity.closed)
    points = bulged_points(vertices, is_closed=closed, sagitta=sagitta)
    yield _in_world(points, float(entity.dxf.elevation), entity.dxf.extrusion), closed, False


def _polyline(entity: Any, sagitta: float) -> Iterator[Read]:
    if not (entity.is_2d_polyline or entity.is_3d_polyline):
        raise ValueError("is a mesh")
    # Of a polyline that a spline was fitted to, the frame is not on the curve (flag 16).
    drawn = [vertex for vertex in entity.vertices if not vertex.dxf.flags & 16]
    places = np.array([tuple(vertex.dxf.location) for vertex in drawn]).reshape(-1, 3)
    closed = bool(entity.is_closed)
    if entity.is_3d_polyline:
        yield places, closed, False
        return
    bulges = np.array([float(vertex.dxf.get("bulge", 0.0)) for vertex in drawn])
    vertices = np.column_stack([places[:, :2], bulges])
    points = bulged_points(vertices, is_closed=closed, sagitta=sagitta)
    z = float(Vec3(entity.dxf.get("elevation", (0, 0, 0))).z)
    yield _in_world(points, z, entity.dxf.extrusion), closed, False


def _corners(entity: Any, _: float) -> Iterator[Read]:
    """Read a filled triangle or quadrilateral; its corners are stored crosswise."""
    points = np.array([tuple(one) for one in entity.wcs_vertices()]).reshape(-1, 3)
    yield points, True, False


def _hatch(entity: Any, sagitta: float) -> Iterator[Read]:
    z = float(Vec3(entity.dxf.get("elevation", (0, 0, 0))).z)
    for path in entity.paths:
        if hasattr(path, "edges"):
            for edge in path.edges:
                points, is_closed = _edge(edge, sagitta)
                yield _in_world(points, z, entity.dxf.extrusion), is_closed, not is_closed
        else:
            vertices = np.array(path.vertices, np.float64).reshape(-1, 3)
            points = bulged_points(vertices, is_closed=True, sagitta=sagitta)
            yield _in_world(points, z, entity.dxf.extrusion), True, False


def _edge(edge: Any, sagitta: float) -> tuple[FloatArray, bool]:
    """Give one edge of a hatch in its plane; its direction does not matter, edges are joined."""
    kind = edge.EDGE_TYPE
    if kind == "LineEdge":
        return np.array([tuple(edge.start), tuple(edge.end)]), False
    if kind == "SplineEdge":
        return _flat(edge.construction_tool().flattening(sagitta))[:, :2], False
    centre = np.array([edge.center.x, edge.center.y])
    if kind == "ArcEdge":
        start = math.radians(edge.start_angle)
        sweep = _sweep(start, math.radians(edge.end_angle))
        points = arc_points(centre, abs(edge.radius), start, sweep, sagitta)
    else:
        start = edge.start_param
        sweep = _sweep(start, edge.end_param)
        major = np.array([edge.major_axis.x, edge.major_axis.y])
        minor = np.array([-major[1], major[0]]) * edge.ratio
        points = ellipse_points(centre, major, minor, start, sweep, sagitta)
    is_whole = sweep > 2.0 * math.pi - 1e-9
    return (points[:-1], True) if is_whole else (points, False)


READERS: dict[str, Callable[[Any, float], Iterator[Read]]] = {
    "ARC": _arc,
    "CIRCLE": _circle,
    "ELLIPSE": _ellipse,
    "HATCH": _hatch,
    "LINE": _line,
    "LWPOLYLINE": _light_polyline,
    "MPOLYGON": _hatch,
    "POLYLINE": _polyline,
    "SOLID": _corners,
    "SPLINE": _spline,
    "TRACE": _corners,
}
