"""Luminaires drawn just inside a wall, and those that a building would swallow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.footprints import closed_ring, inside, nearest_on_ring
from photometry.engine.shadows import GRAZING_FT, prisms
from photometry.errors import CalculationError, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.engine.shadows import Prisms
    from photometry.site.model import Obstruction

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["settle_heads"]

WALL_MOUNT_FT: Final = 0.5  # a luminaire this little inside a footprint hangs on its wall


def settle_heads(
    position_ft: FloatArray, obstructions: Sequence[Obstruction]
) -> tuple[FloatArray, NDArray[np.intp]]:
    """Move heads that are drawn just inside a wall onto it, so that they light outwards.

    Parameters
    ----------
    position_ft : (k, 3) array
        Photometric centres, in the coordinates of the obstructions.
    obstructions
        Opaque prisms.

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
    faults: list[Fault] = []
    for obstruction in obstructions:
        base, top = obstruction.base_height_ft + GRAZING_FT, obstruction.top_ft - GRAZING_FT
        ring = closed_ring(obstruction.footprint_ft)
        z = position[:, 2]
        within = (z > base) & (z < top) & inside(ring, position[:, :2])
        for head in np.flatnonzero(within):
            edge = nearest_on_ring(ring, position[head, :2])
            depth = float(np.hypot(*(edge - position[head, :2])))
            if depth <= WALL_MOUNT_FT:
                position[head, :2] = edge
            else:
                faults.append(_buried(position[head], obstruction, depth))
    if not faults:
        faults = [_enclosed(at) for at in position[_is_enclosed(position, prisms(obstructions))]]
    if faults:
        raise CalculationError(faults)
    return position, np.flatnonzero((position != position_ft).any(axis=1))


def _buried(at_ft: FloatArray, obstruction: Obstruction, depth_ft: float) -> Fault:
    """Describe a luminaire that stands inside a building."""
    x, y, z = at_ft
    return Fault(
        f"the luminaire at ({x:.3f}, {y:.3f}, {z:.3f}) ft is {depth_ft:.2f} ft inside the "
        f"obstruction {obstruction.name!r}",
        advice="move it out, or lower or raise the obstruction so that it is above or below",
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


def _enclosed(at_ft: FloatArray) -> Fault:
    """Describe a luminaire that hangs where obstructions touch or overlap."""
    x, y, z = at_ft
    return Fault(
        f"the luminaire at ({x:.3f}, {y:.3f}, {z:.3f}) ft hangs on a wall that another "
        "obstruction covers there",
        advice="move it to a wall that stands free",
    )
