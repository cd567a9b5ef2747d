"""The illuminance that limits were held against, over the whole of a field."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.field import Field
    from photometry.drawings.ground import Ground
    from photometry.engine.results import Calculation
    from photometry.site.model import Site

    FloatArray = NDArray[np.float64]

__all__ = ["Judged"]

VERTICAL_METER_FT: Final = 5.0


class Judged:
    """The illuminance that limits were held against, on the grid of a field.

    Horizontal layers are those of the field; vertical ones are computed where they are asked
    for, 5 ft above grade and facing the property, as at the lines themselves.
    """

    def __init__(self, site: Site, calc: Calculation, field: Field, ground: Ground) -> None:
        self._site, self._calc, self._field, self._ground = site, calc, field, ground
        self._vertical: dict[str, FloatArray] = {}

    def layer(self, name: str) -> FloatArray:
        """Illuminance (n, m) of a layer as `judged_layer` names it."""
        meter, _, basis = name.rpartition("_")
        level = self._field.layers[basis]
        if not meter:
            return level
        if basis not in self._vertical:
            self._vertical[basis] = self._facing(basis)
        upright = self._vertical[basis]
        return upright if meter == "vertical" else np.fmax(level, upright)

    def _facing(self, basis: str) -> FloatArray:
        values = np.full(self._places.shape[:2], np.nan)
        where = self._outside & ~np.isnan(self._field.layers[basis])
        xy = self._places[where]
        z = self._site.terrain.grade_ft(*xy.T) + VERTICAL_METER_FT
        facing = self._ground.facing(xy)
        values[where] = self._calc.illuminance(np.column_stack([xy, z]), facing, basis)
        return values

    @cached_property
    def _places(self) -> FloatArray:
        return np.stack(np.meshgrid(self._field.x_ft, self._field.y_ft), axis=-1)

    @cached_property
    def _outside(self) -> NDArray[np.bool_]:
        flat = self._places.reshape(-1, 2)
        return (self._ground.outside_ft(flat) >= 0.0).reshape(self._places.shape[:2])
