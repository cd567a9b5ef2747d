"""What a text DXF file holds besides the layers that are wanted, left out before it is parsed.

A civil drawing has some hundred layers, of which a site needs five.  The tags of an entity are
told from each other by their lines alone (DXF reference: a line with the group code, a line
with its value; code 0 starts an entity, its first code 8 is its layer), and most of them never
reach the library.  Nor do the plain ones that are wanted, whose numbers are read here.  A file
whose lines do not come in such pairs is not sifted.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from ezdxf.lldxf.encoding import decode_dxf_unicode, has_dxf_unicode

from photometry.site.sources.dxf_blocks import DEEPEST_BLOCK
from photometry.site.sources.dxf_plain import PLAIN, PlainEntity, numbers_of
from photometry.site.sources.dxf_readers import REMARKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


__all__ = ["Sifted", "sift"]

BLOCK_BYTES = 1 << 22

_PARTS = frozenset([b"VERTEX", b"ATTRIB", b"SEQEND"])  # of the entity that they follow
_NO_ENTITIES = _PARTS | {b"SECTION"}
# A block's attributes may hold values that its references do not repeat.
_PASSED_OVER = frozenset(kind.encode() for kind in REMARKS - {"ATTDEF"})


@dataclass(frozen=True)
class Sifted:
    """A drawing without what is not wanted of it.

    Attributes
    ----------
    data
        The file that is left.
    layers
        Of every entity that was met, those that were left out included.
    plain
        Entities of wanted layers that were read, and left out.
    order
        By handle: the places of the others among all that were met.
    """

    data: bytes
    layers: tuple[str, ...]
    plain: tuple[PlainEntity, ...]
    order: Mapping[str, int]


def sift(
    stream: BinaryIO,
    wanted: frozenset[str] | None,
    encoding: str,
    tell: Callable[[int], object],
) -> Sifted | None:
    """Leave out entities that are not on wanted layers, and those that draw nothing.

    Parameters
    ----------
    stream
        A text DXF file, at its start.
    wanted
        Layers, casefolded; None for all.
    encoding
        Of the names in the file.
    tell
        Called now and then with the number of bytes read.

    Returns
    -------
    Sifted
        None where the file is not made of pairs of lines in sections, first to last.
    """
    sieve = _Sieve(wanted, encoding)
    kept = BytesIO()
    for data, tags in _blocks(stream, tell):
        for start, end in sieve.kept(data, tags):
            kept.write(memoryview(data)[start:end])
        if not sieve.is_sound:
            return None
    if not sieve.is_at_end:
        return None
    return Sifted(kept.getvalue(), sieve.layers(), tuple(sieve.plain), sieve.order)


class _Sieve:
    """What decides on one entity after the other, in the order of the file."""

    def __init__(self, wanted: frozenset[str] | None, encoding: str) -> None:
        self.is_sound = True
        self.is_at_end = False
        self.plain: list[PlainEntity] = []
        self.order: dict[str, int] = {}
        self._met = 0
        self._wanted = wanted
        self._encoding = encoding
        self._section = b""
        self._block = b""
        self._keeps_parts = True
        self._names: dict[bytes, str] = {}
        self._block_layers: dict[bytes, set[bytes]] = {}
        self._block_inserts: dict[bytes, set[bytes]] = {}
        self._held: dict[bytes, bool] = {}

    def layers(self) -> tuple[str, ...]:
        """Give the layers that were met."""
        return tuple(self._names.values())

    def kept(self, data: bytes, tags: _Tags) -> Iterator[tuple[int, int]]:
        """Give the stretches of a block of the file that are kept."""
        starts, entities = tags.starts, tags.entities
        open_from = 0  # what stands before the first entity of a file is kept
        for index in range(len(entities) - 1):
            line, following = entities[index], entities[index + 1]
            kind = data[starts[line + 1] : starts[line + 2]].strip()
            texts = [
                data[starts[at + 1] : starts[at + 2]].strip() if at + 1 < following else b""
                for at in (tags.layers[index], tags.names[index], tags.handles[index])
            ]
            layer, name, handle = texts[0] or b"0", texts[1], texts[2].decode("ascii", "replace")
            keeps = self._keeps(kind, layer, name)
            if keeps and self._section == b"ENTITIES" and kind not in _NO_ENTITIES:
                text = data[starts[line] : starts[following]] if handle and kind in PLAIN else b""
                keeps = not self._reads(kind, layer, handle, text)
            if not keeps:
                if open_from < starts[line]:
                    yield open_from, starts[line]
                open_from = starts[following]
        if open_from < starts[entities[-1]]:
            yield open_from, starts[entities[-1]]

    def _keeps(self, kind: bytes, layer: bytes, name: bytes) -> bool:
        """Tell whether an entity is kept, and follow the sections."""
        if kind in (b"SECTION", b"ENDSEC", b"EOF"):
            self._turn(kind, name)
            return True
        if not self._section:
            self.is_sound = False
        if self._section not in (b"ENTITIES", b"BLOCKS"):
            return True
        if kind in (b"BLOCK", b"ENDBLK"):
            self._block = name.lower() if kind == b"BLOCK" else b""
            return True
        if kind not in _PARTS:
            self._keeps_parts = self._keeps_whole(kind, layer, name)
        return self._keeps_parts

    def _reads(self, kind: bytes, layer: bytes, handle: str, text: bytes) -> bool:
        """Read a plain entity from its lines; tell whether it was one, and note its place."""
        self._met += 1
        numbers = numbers_of(kind, text.split(b"\n")) if text else None
        if numbers is None:
            self.order[handle] = self._met
            return False
        entity = PlainEntity(kind.decode(), self._names[layer], handle, self._met, numbers)
        self.plain.append(entity)
        return True

    def _turn(self, kind: bytes, name: bytes) -> None:
        """Enter or leave a section."""
        self.is_sound &= not self.is_at_end and bool(self._section) == (kind == b"ENDSEC")
        self._section = name if kind == b"SECTION" else b""
        self.is_sound &= kind != b"SECTION" or bool(name)
        self.is_at_end |= kind == b"EOF"

    def _keeps_whole(self, kind: bytes, layer: bytes, name: bytes) -> bool:
        is_wanted = self._is_wanted(layer)
        if self._block:
            self._block_layers.setdefault(self._block, set()).add(layer)
            if kind == b"INSERT":
                self._block_inserts.setdefault(self._block, set()).add(name.lower())
            # What is on layer 0 of a block is on the layer of its reference.
            is_wanted = is_wanted or layer == b"0"
        if kind == b"INSERT":
            return is_wanted or bool(self._block) or self._holds_wanted(name.lower())
        return kind == b"ATTDEF" or (is_wanted and kind not in _PASSED_OVER)

    def _holds_wanted(self, block: bytes, depth: int = 0) -> bool:
        """Tell whether a block holds a wanted layer; True where it is not known, or empty."""
        held = self._held.get(block)
        if held is None:
            self._held[block] = True  # for blocks that hold themselves
            layers = self._block_layers.get(block)
            held = (
                layers is None  # an external reference has no entities
                or depth > DEEPEST_BLOCK  # refused later
                or any(self._is_wanted(layer) for layer in layers)
                or any(
                    self._holds_wanted(inner, depth + 1)
                    for inner in self._block_inserts.get(block, ())
                )
            )
            self._held[block] = held
        return held

    def _is_wanted(self, layer: bytes) -> bool:
        name = self._names.get(layer)
        if name is None:
            name = layer.decode(self._encoding, errors="replace")
            if has_dxf_unicode(name):
                name = decode_dxf_unicode(name)
            self._names[layer] = name
        return self._wanted is None or name.casefold() in self._wanted


# ---- lines and tags ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Tags:
    """Where the lines of a block of whole entities are.

    Attributes
    ----------
    starts
        Of every line, in bytes, and where the block ends.
    entities
        Lines with the group code 0, and the line after the last entity.
    layers, names, handles
        By entity: the next line with the group code 8 (layer), with 2 (name), and with 5 (handle).
    """

    starts: Sequence[int]
    entities: Sequence[int]
    layers: Sequence[int]
    names: Sequence[int]
    handles: Sequence[int]


def _blocks(stream: BinaryIO, tell: Callable[[int], object]) -> Iterator[tuple[bytes, _Tags]]:
    """Give the file in blocks of whole entities, in bounded memory."""
    rest, done = b"", 0
    while True:
        block = stream.read(BLOCK_BYTES)
        done += len(block)
        tell(done)
        data = rest + (block or b"\n")  # the last line may have no end
        tags = _tags(data, is_last=not block)
        if block and len(tags.entities) < 2:
            rest = data  # an entity that is longer than a block
            continue
        yield data, tags
        if not block:
            return
        rest = data[tags.starts[tags.entities[-1]] :]


def _tags(data: bytes, *, is_last: bool) -> _Tags:
    """Find the lines of a text that starts with a group code.

    The last entity of a text that is not the last may go on; only its start is given.
    """
    letters = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(letters == ord("\n"))
    starts = np.concatenate([[0], ends + 1])
    codes = np.arange(0, len(ends) - 1, 2)  # lines with a group code, and a line after them
    first, last = starts[codes], ends[codes] - 1
    last -= letters[last] == ord("\r")
    before = letters[last - 1]
    is_short = (last == first) | (before == ord(" ")) | (before == ord("\t"))
    final = np.where(is_short & (last >= first), letters[last], 0)
    entities = codes[final == ord("0")]
    layers, names, handles = (
        np.append(found, len(ends))[np.searchsorted(found, entities)].tolist()
        for found in (codes[final == ord(digit)] for digit in "825")
    )
    past = [len(ends)] if is_last else []
    return _Tags(starts.tolist(), [*entities.tolist(), *past], layers, names, handles)
