"""A scene as the compiled kernel takes it: prepared once, then asked for block after block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.far_field import envelopes
from photometry.engine.far_profile import profiles
from photometry.engine.kernels import HEAD
from photometry.engine.tables import pack
from photometry.luminaires.distribution import PolarTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.far_field import Envelopes
    from photometry.engine.far_profile import Profiles
    from photometry.engine.heads import HeadArrays
    from photometry.engine.shadows import Prisms
    from photometry.engine.tables import PackedTables

__all__ = ["Scene", "prepared"]

DARKNESS: Final = PolarTable(np.eye(3), np.array([0.0, 180.0]), np.zeros(1), np.zeros((1, 2)))


@dataclass(frozen=True, eq=False)
class Scene:
    """Heads, their tables and what blocks their light, all in one local origin.

    It holds arrays only, so it can be sent to another process.

    Attributes
    ----------
    heads
        Those of one layer together, otherwise in the order given.
    rows : (k,) array of `kernels.HEAD`
        The same, as the kernel takes them.
    tables
        The tables of the heads.
    solids
        Opaque prisms.
    n_layers
        Count of layers that light is summed into.
    """

    heads: HeadArrays
    rows: NDArray[np.void]
    tables: PackedTables
    solids: Prisms
    n_layers: int

    @property
    def shadows(self) -> Prisms | None:
        """What blocks light; None where nothing does."""
        return self.solids if len(self.solids.base_ft) else None

    @cached_property
    def envelopes(self) -> Envelopes:
        """Largest candela of the tables by polar angle."""
        return envelopes(self.heads.tables)

    @cached_property
    def profiles(self) -> Profiles:
        """How bright, steep and kinked the tables are, by direction."""
        return profiles(self.heads.tables)


def prepared(heads: HeadArrays, solids: Prisms, n_layers: int) -> Scene:
    """Lay out heads, tables and prisms for the kernel."""
    heads = _by_layer(heads)
    if not heads.tables:  # nothing shines; there is a table to look up all the same
        heads = replace(heads, tables=(DARKNESS,))
    return Scene(heads, _head_rows(heads), pack(heads.tables), solids, n_layers)


def _by_layer(heads: HeadArrays) -> HeadArrays:
    """Give the heads with those of one layer together, otherwise in their order."""
    return heads.chosen(np.argsort(heads.layer, kind="stable"))


def _head_rows(heads: HeadArrays) -> NDArray[np.void]:
    """Lay heads out for the kernel."""
    rows = np.zeros(len(heads), HEAD)
    axes = np.array([table.axes for table in heads.tables]).reshape(-1, 3, 3)
    rows["position"] = heads.position_ft
    rows["axes"] = axes[heads.table] @ heads.rotation.transpose(0, 2, 1)
    rows["weight"] = heads.weight
    rows["table"] = heads.table
    rows["layer"] = heads.layer
    return rows
