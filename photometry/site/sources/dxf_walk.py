"""A walk through the model space of a DXF drawing; block references are taken apart.

Everything is in world coordinates and the drawing's own unit.  References scale, rotate, mirror
and repeat their blocks (DXF reference, AutoCAD 2018).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.site.geometry import LARGEST_COORDINATE
from photometry.site.sources.dxf_blocks import BlockContents, is_external, layer_of
from photometry.site.sources.dxf_poles import pole_references
from photometry.site.sources.dxf_readers import READERS, REMARKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from photometry.site.sources.dxf_plain import PlainEntity
    from photometry.site.sources.dxf_poles import PoleReference

    FloatArray = NDArray[np.float64]

__all__ = ["Piece", "Walk"]

MOST_ENTITIES = 500_000  # a survey of a whole town has some
MOST_COPIES = 50_000  # of block references taken apart, each some tenths of a millisecond
MOST_VERTICES = 3_000_000


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
    reference
        Number of the block reference on its own layer that it is a part of; 0 for none.
    """

    points: FloatArray
    is_closed: bool
    is_joined: bool
    handle: str
    is_fill: bool = False
    reference: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A point, or the base point of a block reference, world coordinates.

    Attributes
    ----------
    handle
        Of the entity, or of the outermost reference that it is in.
    reference
        Number of the block reference; 0 for a point.
    """

    x: float
    y: float
    handle: str
    reference: int


@dataclass(eq=False)
class Walk:
    """A walk through a drawing, and what it met.

    Attributes
    ----------
    file
        As the user named it.
    wanted
        Layers to read, casefolded; None for all.
    pole_layer
        That whose block references are luminaires, casefolded; None where it is not known.
    sagitta
        Of chords, in the unit of the drawing.
    names
        Layers met, by their casefolded names.
    poles
        By layer: references on that of luminaires; where it is not known and all layers are
        read, those with attributes.
    pieces, unread
        Of each such layer: what was read, and the kinds of what cannot be.
    marks
        Of each such layer: points, and block references that are not within one on that layer.
    missing
        External references and blocks that are not in the file.
    faults, oddities
        Entities that are broken, on layers that were asked for and on others.
    """

    file: str
    wanted: frozenset[str] | None
    sagitta: float
    pole_layer: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    poles: dict[str, list[PoleReference]] = field(default_factory=dict)
    pieces: dict[str, list[Piece]] = field(default_factory=dict)
    unread: dict[str, Counter[str]] = field(default_factory=dict)
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    oddities: list[str] = field(default_factory=list)
    _entities: int = 0
    _vertices: int = 0
    _copies: int = 0
    _references: int = 0

    def __post_init__(self) -> None:
        self._contents = BlockContents(self.file)

    def through(self, entities: Iterable[Any], layer: str = "0", handle: str = "") -> None:
        """Read entities, those of block references included."""
        self._through(entities, layer, handle, depth=0, reference=0)

    def plain(self, entities: Iterable[PlainEntity], order: Mapping[str, int]) -> None:
        """Put entities that the library has not seen between those that it has.

        Parameters
        ----------
        entities
            Of wanted layers.
        order
            By handle: the places of the others.
        """
        found: dict[str, list[tuple[int, Piece]]] = {}
        for one in entities:
            self._count(entities=1)
            key = one.layer.casefold()
            self.names.setdefault(key, one.layer)
            if self.wanted is not None and key not in self.wanted:  # of luminaires
                continue
            try:
                piece = self._piece(*one.points(self.sagitta), one.handle)
            except ValueError as broken:
                self._broken(one.kind, one.layer, one.handle, broken)
            else:
                found.setdefault(key, []).append((one.order, piece))
        for key, pieces in found.items():
            last = len(order) + len(pieces)  # of what the library has renumbered
            pieces += [(order.get(piece.handle, last), piece) for piece in self.pieces.get(key, ())]
            self.pieces[key] = [piece for _, piece in sorted(pieces, key=itemgetter(0))]

    def _piece(
        self,
        points: FloatArray,
        is_closed: bool,
        is_joined: bool,
        handle: str,
        *,
        is_fill: bool = False,
        reference: int = 0,
    ) -> Piece:
        self._count(vertices=len(points))
        if not (np.abs(points) <= LARGEST_COORDINATE).all():  # false for nan, too
            raise ValueError("has coordinates that are not finite, or above 1e9")
        return Piece(points, is_closed, is_joined, handle, is_fill, reference)

    def _through(
        self, entities: Iterable[Any], layer: str, handle: str, *, depth: int, reference: int
    ) -> None:
        for entity in entities:
            self._count(entities=1)
            own = layer_of(entity)
            # Layer 0 of a block is the layer of whatever refers to the block.
            on = layer if own == "0" and depth else own
            at = str(entity.dxf.get("handle") or handle)
            try:
                if entity.dxftype() == "INSERT":
                    is_within = depth > 0 and on.casefold() == layer.casefold()
                    self._block(entity, on, at, depth, reference if is_within else None)
                else:
                    # Numbers say what a piece is part of on its own layer alone.
                    self._entity(
                        entity, on, at, reference if on.casefold() == layer.casefold() else 0
                    )
            except ProjectFileError:
                raise
            except Exception as broken:  # noqa: BLE001  # of a damaged entity the library raises anything
                self._broken(entity.dxftype(), on, at, broken)

    def _entity(self, entity: Any, layer: str, handle: str, reference: int) -> None:
        key = layer.casefold()
        self.names.setdefault(key, layer)
        if self.wanted is not None and key not in self.wanted:
            return
        kind = entity.dxftype()
        if kind == "POINT":
            if not reference:
                self._mark(entity.dxf.location, key, handle, 0)
            return
        read = READERS.get(kind)
        if read is None:
            if kind not in REMARKS:
                self.unread.setdefault(key, Counter())[kind] += 1
            return
        for part in read(entity, self.sagitta):
            is_fill = kind in ("HATCH", "MPOLYGON")
            piece = self._piece(*part, handle, is_fill=is_fill, reference=reference)
            self.pieces.setdefault(key, []).append(piece)

    def _mark(self, place: Any, key: str, handle: str, reference: int) -> None:
        if not max(abs(place.x), abs(place.y)) <= LARGEST_COORDINATE:  # false for nan, too
            raise ValueError("has coordinates that are not finite, or above 1e9")
        mark = Mark(float(place.x), float(place.y), handle, reference)
        self.marks.setdefault(key, []).append(mark)

    def _block(self, insert: Any, layer: str, handle: str, depth: int, within: int | None) -> None:
        """Read a block reference, which may be within one on its own layer."""
        block = insert.block()
        name = str(insert.dxf.get("name", ""))
        if block is None:
            self.missing.setdefault(f'block "{name}"')
            return
        if is_external(block):
            self.missing.setdefault(f'"{block.block.dxf.get("xref_path") or name}"')
            return
        copies, layers = self._contents.of(insert, layer)
        if self._is_pole(insert, layer.casefold()):
            self._count(copies=max(int(insert.mcount), 1))
            self.names.setdefault(layer.casefold(), layer)
            self.poles.setdefault(layer.casefold(), []).extend(pole_references(insert, handle))
        key = layer.casefold()
        is_marked = within is None and (self.wanted is None or key in self.wanted)
        is_read = self.wanted is None or not {*self.wanted, self.pole_layer}.isdisjoint(layers)
        if not (is_marked or is_read):
            return
        if not depth:  # said before anything is copied
            self._count(copies=copies if is_read else 0)
        if is_marked:
            self._count(entities=max(int(insert.mcount), 1))
            self.names.setdefault(key, layer)
        for one in insert.multi_insert() if insert.mcount > 1 else (insert,):
            reference = within or 0
            if is_marked:
                self._references += 1
                reference = self._references
                self._mark(one.ocs().to_wcs(one.dxf.insert), key, handle, reference)
            if is_read:
                parts = one.virtual_entities(skipped_entity_callback=self._skip(layer))
                self._through(parts, layer, handle, depth=depth + 1, reference=reference)

    def _is_pole(self, insert: Any, layer: str) -> bool:
        if self.pole_layer is not None:
            return layer == self.pole_layer
        return self.wanted is None and bool(insert.attribs)

    def _skip(self, layer: str) -> Callable[[Any, str], None]:
        """Give what counts an entity that cannot be moved with its block."""

        def skip(entity: Any, _: str) -> None:
            own = layer_of(entity)
            key = (layer if own == "0" else own).casefold()
            if entity.dxftype() not in REMARKS:
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
