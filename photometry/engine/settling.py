"""Luminaires drawn just inside a wall, and those that a building would swallow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.footprints import closed_ring, inside, nearest_on_ring
from photometry.engine.named_heads import NamedHead
from photometry.engine.shadows import GRAZING_FT, prisms
from photometry.errors import CalculationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.engine.shadows import Prisms
    from photometry.errors import Fault
    from photometry.site.model import Obstruction

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["settle_heads"]

WALL_MOUNT_FT: Final = 0.5  # a luminaire this little inside a footprint hangs on its wall


def settle_heads(
    position_ft: FloatArray,
    obstructions: Sequence[Obstruction],
    named: Sequence[NamedHead] = (),
) -> tuple[FloatArray, NDArray[np.intp]]:
    """Move heads that are drawn just inside a wall onto it, so that they light outwards.

    Parameters
    ----------
    position_ft : (k, 3) array
        Photometric centres, in the coordinates of the obstructions.
    obstructions
        Opaque prisms.
    named
        The heads, for faults; where there are no names, faults give their places.

    Returns
    -------
    position_ft : (k, 3) array
        With heads up to 0.5 ft inside a footprint's edge moved to the nearest edge.
    moved : (m,) int array
        Which were moved, ascending.

    Raises
    ------
    CalculationError
        A head is deeper inside an obstruction, and neither under its base nor on its top; or
        obstructions touch or overlap where it would have to hang.
    """
    position = position_ft.copy()

    def subject(head: int) -> NamedHead:
        return named[head] if named else _by_place(position[head])

    faults: list[Fault] = []
    for obstruction in obstructions:
        near = _may_be_inside(position, obstruction)
        if not len(near):
            continue
        ring = closed_ring(obstruction.footprint_ft)
        for head in near[inside(ring, position[near, :2])].tolist():
            edge = nearest_on_ring(ring, position[head, :2])
            depth = float(np.hypot(*(edge - position[head, :2])))
            if depth <= WALL_MOUNT_FT:
                position[head, :2] = edge
            else:
                faults.append(_buried(subject(head), obstruction, depth))
    if not faults:
        enclosed = np.flatnonzero(_is_enclosed(position, prisms(obstructions)))
        faults = [_enclosed(subject(head)) for head in enclosed.tolist()]
    if faults:
        raise CalculationError(faults)
    return position, np.flatnonzero((position != position_ft).any(axis=1))


def _may_be_inside(position_ft: FloatArray, obstruction: Obstruction) -> NDArray[np.intp]:
    """Give the heads that are in a box round an obstruction, between its base and its top."""
    base, top = obstruction.base_height_ft + GRAZING_FT, obstruction.top_ft - GRAZING_FT
    low, high = obstruction.footprint_ft.min(axis=0), obstruction.footprint_ft.max(axis=0)
    x, y, z = position_ft.T
    near = (z > base) & (z < top)
    near &= (x >= low[0]) & (x <= high[0]) & (y >= low[1]) & (y <= high[1])
    return np.flatnonzero(near)


def _by_place(at_ft: FloatArray) -> NamedHead:
    x, y, z = at_ft
    return NamedHead(f"the luminaire at ({x:.3f}, {y:.3f}, {z:.3f}) ft")


def _buried(head: NamedHead, obstruction: Obstruction, depth_ft: float) -> Fault:
    """Describe a luminaire that stands inside a building."""
    line = f" of line {obstruction.line}" if obstruction.line else ""
    return head.fault(
        f'is {head.length(depth_ft)} inside the obstruction "{obstruction.name}"{line}',
        "move it out, or lower or raise the obstruction so that it is above or below",
    )


def _is_enclosed(position_ft: FloatArray, solids: Prisms) -> BoolArray:
    """Tell which places are inside a prism or between two that touch."""
    enclosed = np.zeros(len(position_ft), np.bool_)
    x, y, z = position_ft.T
    for k in range(len(solids.base_ft)):
        x0, y0, x1, y1 = solids.box_ft[k]
        near = (z > solids.base_ft[k]) & (z < solids.top_ft[k])
        near &= (x > x0) & (x < x1) & (y > y0) & (y < y1)
        if near.any():
            ring = solids.vertex_ft[solids.first[k] : solids.first[k + 1]]
            enclosed[near] |= inside(ring, position_ft[near, :2])
    return enclosed


def _enclosed(head: NamedHead) -> Fault:
    """Describe a luminaire that hangs where obstructions touch or overlap."""
    return head.fault(
        "hangs on a wall that another obstruction covers there",
        "move it to a wall that stands free",
    )
