"""A square lattice and which of its nodes a ring contains, without testing node by node.

The nodes of one row inside a ring lie between its crossings with that row, so a ring of m
edges over a lattice of r rows costs m x r crossings and one running sum, whatever the number
of nodes.  Nodes on the ring itself are found edge by edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.site.geometry import TOLERANCE_FT, open_ring, ring_segments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = ["Lattice", "covers"]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Nodes at ``first + index * spacing`` along two axes.

    Attributes
    ----------
    first_u, first_v
        Node (0, 0), ft.
    columns, rows
        Nodes along u and v.
    spacing_ft
        Between neighbours.
    """

    first_u: float
    first_v: float
    columns: int
    rows: int
    spacing_ft: float

    @property
    def u(self) -> FloatArray:
        """Coordinates (columns,) along the first axis, ft."""
        return self.first_u + self.spacing_ft * np.arange(self.columns, dtype=np.float64)

    @property
    def v(self) -> FloatArray:
        """Coordinates (rows,) along the second axis, ft."""
        return self.first_v + self.spacing_ft * np.arange(self.rows, dtype=np.float64)


def covers(ring: FloatArray, lattice: Lattice) -> BoolArray:
    """Tell which nodes (rows, columns) lie inside a simple ring or within 1e-6 ft of it."""
    ring = open_ring(ring)
    covered = np.zeros((lattice.rows, lattice.columns), dtype=np.bool_)
    # An island of a large lot reaches few of its nodes.
    u, v = lattice.u, lattice.v
    rows, columns = (_between(axis, ring[:, at]) for axis, at in ((v, 1), (u, 0)))
    covered[rows, columns] = _inside(ring, u[columns], v[rows])
    _cover_edges(ring, lattice, covered)
    return covered


def _between(axis: FloatArray, coordinates: FloatArray) -> slice:
    """Give the nodes of an axis between the least and the largest of some coordinates."""
    low, high = coordinates.min(), coordinates.max()
    return slice(int(np.searchsorted(axis, low)), int(np.searchsorted(axis, high, "right")))


def _inside(ring: FloatArray, u: FloatArray, v: FloatArray) -> BoolArray:
    """Even-odd rule: a crossing turns inside to outside for all nodes beyond it."""
    # Only the parity of the crossings matters, so bytes may wrap.
    toggles = np.zeros((len(v), len(u) + 1), dtype=np.uint8)
    for start, end in zip(*ring_segments(ring), strict=True):
        low, high = sorted((start[1], end[1]))
        # Half-open in v, so that a vertex at a row's level counts once.
        rows = np.arange(np.searchsorted(v, low), np.searchsorted(v, high))
        if not rows.size:
            continue
        share = (v[rows] - start[1]) / (end[1] - start[1])
        crossing = start[0] + share * (end[0] - start[0])
        np.add.at(toggles, (rows, np.searchsorted(u, crossing, side="right")), 1)
    return (np.cumsum(toggles[:, :-1], axis=1, dtype=np.uint8) & 1).astype(np.bool_)


def _cover_edges(ring: FloatArray, lattice: Lattice, covered: BoolArray) -> None:
    """Cover nodes within the tolerance of an edge: at most one for each row or column of it."""
    for start, end in zip(*ring_segments(ring), strict=True):
        along = end - start
        if abs(along[1]) >= abs(along[0]):
            rows, columns = _near_steep(start, along, lattice)
        else:
            columns, rows = _near_steep(start[::-1], along[::-1], _transposed(lattice))
        covered[rows, columns] = True


def _transposed(lattice: Lattice) -> Lattice:
    return Lattice(
        lattice.first_v, lattice.first_u, lattice.rows, lattice.columns, lattice.spacing_ft
    )


def _near_steep(
    start: FloatArray, along: FloatArray, lattice: Lattice
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give rows and columns of the nodes on an edge that rises at least as fast as it runs."""
    low, high = sorted((start[1], start[1] + along[1]))
    v = lattice.v
    rows = np.arange(
        np.searchsorted(v, low - TOLERANCE_FT), np.searchsorted(v, high + TOLERANCE_FT, "right")
    )
    share = np.clip((v[rows] - start[1]) / along[1], 0.0, 1.0)
    crossing = start[0] + share * along[0]
    columns = np.rint((crossing - lattice.first_u) / lattice.spacing_ft).astype(np.int64)
    known = (columns >= 0) & (columns < lattice.columns)
    rows, columns = rows[known], columns[known]
    node = np.stack([lattice.first_u + lattice.spacing_ft * columns, v[rows]], axis=1)
    share = np.clip(((node - start) @ along) / (along @ along), 0.0, 1.0)
    near = np.hypot(*(node - start - share[:, None] * along).T) <= TOLERANCE_FT
    return rows[near], columns[near]
