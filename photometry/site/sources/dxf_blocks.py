"""How much block references hold, told before they are taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from photometry.errors import Fault, ProjectFileError

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

__all__ = ["DEEPEST_BLOCK", "BlockContents", "is_external", "layer_of"]

DEEPEST_BLOCK = 20  # of references in blocks


def layer_of(entity: Any) -> str:
    """Give the layer of an entity; 0 where it cannot have one, as a kind that nobody knows."""
    return str(entity.dxf.get("layer", "0")) if entity.dxf.is_supported("layer") else "0"


def is_external(block: Any) -> bool:
    """Tell whether a block stands for another drawing."""
    return block.block is not None and bool(block.block.is_xref)


class BlockContents:
    """The contents of blocks, counted once for each block.

    Parameters
    ----------
    file
        The drawing, as the user named it.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._known: dict[str, tuple[int, frozenset[str]]] = {}

    def of(self, insert: Any, layer: str) -> tuple[int, AbstractSet[str]]:
        """Give how many entities a reference holds, and their layers, casefolded.

        Parameters
        ----------
        insert
            The reference; an array counts every copy.
        layer
            That it is on: what is on layer 0 of the block is on that.

        Raises
        ------
        ProjectFileError
            If a block holds itself, or blocks are nested over 20 deep.
        """
        return self._of(insert, layer.casefold(), ())

    def _of(self, insert: Any, layer: str, above: tuple[str, ...]) -> tuple[int, AbstractSet[str]]:
        block = insert.block()
        if block is None or is_external(block):
            return 0, frozenset()
        size, layers = self._within(str(block.name).casefold(), block, above)
        count = max(int(insert.mcount), 1)
        return count * size, {layer if one == "0" else one for one in layers}

    def _within(
        self, name: str, block: Any, above: tuple[str, ...]
    ) -> tuple[int, AbstractSet[str]]:
        if name in above:
            raise ProjectFileError(
                Fault(f'block "{block.name}" holds itself', self._file, advice="repair it in CAD")
            )
        if len(above) >= DEEPEST_BLOCK:
            what = f'block "{block.name}" is over {DEEPEST_BLOCK} block references deep'
            raise ProjectFileError(Fault(what, self._file, advice="explode it in CAD"))
        if name not in self._known:
            size, layers = 0, set()
            for entity in block:
                layer = layer_of(entity).casefold()
                size += 1
                layers.add(layer)
                if entity.dxftype() == "INSERT":
                    inner_size, inner_layers = self._of(entity, layer, (*above, name))
                    size += inner_size
                    layers |= inner_layers
            self._known[name] = size, frozenset(layers)
        return self._known[name]
