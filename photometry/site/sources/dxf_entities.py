"""Entities of a DXF drawing as points: polylines, curves and hatches, block references taken apart.

Everything is in world coordinates and the drawing's own unit.  Geometry as in the DXF
reference (AutoCAD 2018): bulges, object coordinate systems of an extrusion direction, block
references that scale, rotate, mirror and repeat.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from ezdxf.math import OCS, Vec3

from photometry.errors import Fault, ProjectFileError
from photometry.site.sources.dxf_blocks import BlockContents, is_external
from photometry.site.sources.dxf_curves import arc_points, bulged_points, ellipse_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["Piece", "Walk"]

MOST_ENTITIES = 500_000  # a survey of a whole town has some
MOST_COPIES = 50_000  # of block references taken apart, each some tenths of a millisecond
MOST_VERTICES = 3_000_000
LARGEST_COORDINATE = 1e9  # of any state plane, in any unit

# What says something about shapes, or is none: passed over without a word.
_REMARKS = frozenset(
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
        "POINT",
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


@dataclass(frozen=True, eq=False)
class Piece:
    """What one entity draws.

    Attributes
    ----------
    points : (n, 3) array
    is_closed
        Whether the last point joins the first, which is not repeated.
    is_joined
        Whether an open piece may go on in another: lines and curves, not polylines.
    handle
        Of the entity, or of the block reference that it is in.
    is_fill
        Whether it is the edge of a hatch.
    """

    points: FloatArray
    is_closed: bool
    is_joined: bool
    handle: str
    is_fill: bool = False


@dataclass(eq=False)
class Walk:
    """A walk through a drawing, and what it met.

    Attributes
    ----------
    file
        As the user named it.
    wanted
        Layers to read, casefolded; None for all.
    sagitta
        Of chords, in the unit of the drawing.
    names
        Layers met, by their casefolded names.
    pieces, unread
        Of each such layer: what was read, and the kinds of what cannot be.
    missing
        External references and blocks that are not in the file.
    faults, oddities
        Entities that are broken, on layers that were asked for and on others.
    """

    file: str
    wanted: frozenset[str] | None
    sagitta: float
    names: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, list[Piece]] = field(default_factory=dict)
    unread: dict[str, Counter[str]] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    oddities: list[str] = field(default_factory=list)
    _entities: int = 0
    _vertices: int = 0
    _copies: int = 0

    def __post_init__(self) -> None:
        self._contents = BlockContents(self.file)

    def through(self, entities: Iterable[Any], layer: str = "0", handle: str = "") -> None:
        """Read entities, those of block references included."""
        self._through(entities, layer, handle, depth=0)

    def _through(self, entities: Iterable[Any], layer: str, handle: str, *, depth: int) -> None:
        for entity in entities:
            self._count(entities=1)
            own = str(entity.dxf.get("layer", "0"))
            # Layer 0 of a block is the layer of whatever refers to the block.
            on = layer if own == "0" and depth else own
            at = str(entity.dxf.get("handle") or handle)
            try:
                if entity.dxftype() == "INSERT":
                    self._block(entity, on, at, depth)
                else:
                    self._entity(entity, on, at)
            except ProjectFileError:
                raise
            except Exception as broken:  # noqa: BLE001  # of a damaged entity the library raises anything
                self._broken(entity.dxftype(), on, at, broken)

    def _entity(self, entity: Any, layer: str, handle: str) -> None:
        key = layer.casefold()
        self.names.setdefault(key, layer)
        if self.wanted is not None and key not in self.wanted:
            return
        kind = entity.dxftype()
        read = _READERS.get(kind)
        if read is None:
            if kind not in _REMARKS:
                self.unread.setdefault(key, Counter())[kind] += 1
            return
        for points, is_closed, is_joined in read(entity, self.sagitta):
            self._count(vertices=len(points))
            if not (np.abs(points) <= LARGEST_COORDINATE).all():  # false for nan, too
                raise ValueError("has coordinates that are not finite, or above 1e9")
            piece = Piece(
                points, is_closed, is_joined, handle, is_fill=kind in ("HATCH", "MPOLYGON")
            )
            self.pieces.setdefault(key, []).append(piece)

    def _block(self, insert: Any, layer: str, handle: str, depth: int) -> None:
        block = insert.block()
        name = str(insert.dxf.get("name", ""))
        if block is None:
            self.missing.setdefault(f'block "{name}"')
            return
        if is_external(block):
            self.missing.setdefault(f'"{block.block.dxf.get("xref_path") or name}"')
            return
        copies, layers = self._contents.of(insert, layer)
        if self.wanted is not None and self.wanted.isdisjoint(layers):
            return
        if not depth:  # said before anything is copied
            self._count(copies=copies)
        for one in insert.multi_insert() if insert.mcount > 1 else (insert,):
            parts = one.virtual_entities(skipped_entity_callback=self._skip(layer))
            self._through(parts, layer, handle, depth=depth + 1)

    def _skip(self, layer: str) -> Callable[[Any, str], None]:
        """Give what counts an entity that cannot be moved with its block."""

        def skip(entity: Any, _: str) -> None:
            own = str(entity.dxf.get("layer", "0"))
            key = (layer if own == "0" else own).casefold()
            if entity.dxftype() not in _REMARKS:
                self.unread.setdefault(key, Counter())[entity.dxftype()] += 1

        return skip

    def _broken(self, kind: str, layer: str, handle: str, broken: Exception) -> None:
        said = str(broken) if isinstance(broken, ValueError) and str(broken) else "cannot be read"
        said = " ".join(said.split())[:200]
        what = f'layer "{layer}": {kind}{f" with handle {handle}" if handle else ""} {said}'
        if self.wanted is not None and layer.casefold() in self.wanted:
            self.faults.append(Fault(what, self.file, advice="repair it in CAD (AUDIT)"))
        else:
            self.oddities.append(what)

    def _count(self, entities: int = 0, vertices: int = 0, copies: int = 0) -> None:
        self._entities += entities
        self._vertices += vertices
        self._copies += copies
        for count, most, noun in (
            (self._entities, MOST_ENTITIES, "entities"),
            (self._vertices, MOST_VERTICES, "vertices"),
            (self._copies, MOST_COPIES, "entities in references to blocks"),
        ):
            if count > most:
                what = f"the layers to be read have over {most:,} {noun}"
                advice = "save only the layers of the site to another drawing"
                raise ProjectFileError(Fault(what, self.file, advice=advice))


# ---- one kind of entity each ---------------------------------------------------------------------

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


_READERS: dict[str, Callable[[Any, float], Iterator[Read]]] = {
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
