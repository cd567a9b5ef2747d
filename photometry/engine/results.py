"""What a calculation gives: illuminance by lighting group, mixed into layers on demand.

The light of each lighting group is kept apart, at full output and with a light loss factor of
one.  Initial, maintained and every scene are weighted sums of these layers, so that a scene
costs nothing and a verdict can look at any of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from photometry.engine.error_budget import ErrorBudget
from photometry.engine.statistics import Statistics, statistics
from photometry.units import LUX_PER_FOOTCANDLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray
    from pandas import DataFrame

    from photometry.luminaires.record import Note
    from photometry.site.model import Site, Zone
    from photometry.site.property import CalculationLine

    FloatArray = NDArray[np.float64]

__all__ = ["Calculation", "LayerMix", "LineResult", "Peak", "PointsResult", "ZoneResult"]

VERTICAL = "vertical_"
STATISTICS = ("n_points", "avg_fc", "max_fc", "min_fc", "avg_min", "max_min", "max_avg")


@dataclass(frozen=True, eq=False)
class LayerMix:
    """Weights that mix the groups' layers into named ones.

    Attributes
    ----------
    groups
        Name of the lighting group of each layer (a group whose heads differ in light loss
        has several layers).
    weights
        ``initial``, ``maintained``, ``scene:NAME`` to one weight a layer.
    """

    groups: tuple[str, ...]
    weights: Mapping[str, FloatArray]

    def weight(self, layer: str) -> FloatArray:
        """Weights of a named layer, vertical or not.

        Raises
        ------
        KeyError
            If no layer has that name; the message lists those that there are.
        """
        name = layer.removeprefix(VERTICAL)
        if name not in self.weights:
            msg = f"no layer {layer!r}; there are {', '.join(self.weights)}"
            raise KeyError(msg)
        return self.weights[name]


@dataclass(frozen=True, eq=False)
class PointsResult:
    """Illuminance at the points of a zone or a line.

    Attributes
    ----------
    points_ft : (n, 3) array
        Site coordinates, ft.
    group_fc : (p, k, n) array
        Light of each of k layers at full output, on each of p meter planes; where there are
        several planes the least of them counts (``vertical4``).
    """

    name: str
    kind: str
    points_ft: FloatArray
    group_fc: FloatArray = field(repr=False)
    mix: LayerMix = field(repr=False)

    @property
    def fc(self) -> FloatArray:
        """Maintained illuminance, (n,), fc."""
        return self.layer_fc("maintained")

    @property
    def initial_fc(self) -> FloatArray:
        """Initial illuminance, (n,), fc: non-recoverable light loss only."""
        return self.layer_fc("initial")

    @property
    def lx(self) -> FloatArray:
        """Maintained illuminance, (n,), lux."""
        return self.fc * LUX_PER_FOOTCANDLE

    def scene_fc(self, name: str) -> FloatArray:
        """Maintained illuminance in a scene, (n,), fc."""
        return self.layer_fc(f"scene:{name}")

    def layer_fc(self, layer: str) -> FloatArray:
        """Illuminance of a named layer, (n,), fc."""
        return _mixed(self.group_fc, self.mix.weight(layer))

    def statistics(self, layer: str = "maintained") -> Statistics:
        """Average, maximum, minimum and ratios of a layer."""
        return statistics(self.points_ft, self.layer_fc(layer))

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the layers, in the order in which they are shown."""
        return tuple(self.mix.weights)

    def to_dataframe(self) -> DataFrame:
        """Give points and illuminance as a table: x_ft, y_ft, z_ft, then a column a layer, fc."""
        import pandas as pd  # noqa: PLC0415  # a notebook asks for it; nothing else should wait

        columns = dict(zip(("x_ft", "y_ft", "z_ft"), self.points_ft.T, strict=True))
        columns |= {f"{layer}_fc": self.layer_fc(layer) for layer in self.layers}
        return pd.DataFrame(columns)

    def _repr_html_(self) -> str:
        """Show the statistics of every layer as a table in a notebook."""
        return _statistics_frame([self]).to_html(index=False)


@dataclass(frozen=True, eq=False)
class ZoneResult(PointsResult):
    """Illuminance over a calculation zone.

    Attributes
    ----------
    lattice : (n, 2) int array
        Column and row of each point on the zone's lattice.
    spacing_ft
        Spacing of the lattice that was used.
    """

    zone: Zone = field(kw_only=True)
    lattice: NDArray[np.int64] = field(kw_only=True, repr=False)
    spacing_ft: float = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Peak:
    """Largest illuminance along a continuous line, and where."""

    fc: float
    at_ft: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class LineResult(PointsResult):
    """Illuminance along a line: horizontal at grade, vertical at the meter's height.

    Attributes
    ----------
    vertical_points_ft : (n, 3) array
        The same stations at the height of the vertical meter.
    vertical_group_fc : (1, k, n) array
        Light on the vertical meter, by layer.
    peaks
        Layer name to the refined maximum of the continuous line.
    """

    line: CalculationLine = field(kw_only=True)
    vertical_points_ft: FloatArray = field(kw_only=True, repr=False)
    vertical_group_fc: FloatArray = field(kw_only=True, repr=False)
    peaks: Mapping[str, Peak] = field(kw_only=True)

    @property
    def vertical_fc(self) -> FloatArray:
        """Maintained vertical illuminance facing the site, (n,), fc."""
        return self.layer_fc("vertical_maintained")

    @property
    def vertical_initial_fc(self) -> FloatArray:
        """Initial vertical illuminance facing the site, (n,), fc."""
        return self.layer_fc("vertical_initial")

    def layer_fc(self, layer: str) -> FloatArray:
        """Illuminance of a named layer, (n,), fc; ``vertical_...`` for the vertical meter."""
        groups = self.vertical_group_fc if layer.startswith(VERTICAL) else self.group_fc
        return _mixed(groups, self.mix.weight(layer))

    def statistics(self, layer: str = "maintained") -> Statistics:
        """Average and minimum of the stations; the maximum is that of the continuous line."""
        points = self.vertical_points_ft if layer.startswith(VERTICAL) else self.points_ft
        at_stations = statistics(points, self.layer_fc(layer))
        peak = self.peaks.get(layer)
        if peak is None or peak.fc <= at_stations.max_fc:
            return at_stations
        return replace(at_stations, max_fc=peak.fc, max_at_ft=peak.at_ft)

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the layers: the horizontal ones, then initial and maintained vertical."""
        return (*self.mix.weights, "vertical_initial", "vertical_maintained")


@dataclass(frozen=True, eq=False)
class Calculation:
    """A site, calculated.

    ``calc["parking"]`` is a zone, ``calc["east/offset_25ft"]`` a line.

    Attributes
    ----------
    zones, lines
        Results by name, in the order of the site.
    notes
        What the engine did beyond the plain sum: lattices halved, heads moved out of walls.
    error_budget
        What became of the error that `max_error_fc` allows, in zones and lines.
    """

    site: Site
    zones: Mapping[str, ZoneResult]
    lines: Mapping[str, LineResult]
    mix: LayerMix
    notes: tuple[Note, ...]
    _group_fc: Callable[[FloatArray, FloatArray | None], FloatArray] = field(repr=False)
    _head_fc: Callable[[FloatArray, FloatArray | None], FloatArray] = field(repr=False)
    _head_layer: NDArray[np.int64] = field(repr=False)
    error_budget: ErrorBudget = ErrorBudget()  # noqa: RUF009 - frozen, so one will do for all

    def __getitem__(self, name: str) -> ZoneResult | LineResult:
        """Give a zone or a line by name; the KeyError lists what there is."""
        found = self.zones.get(name) or self.lines.get(name)
        if found is None:
            msg = f"no zone or line {name!r}; there are {', '.join([*self.zones, *self.lines])}"
            raise KeyError(msg)
        return found

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the horizontal layers: initial, maintained, scene:NAME."""
        return tuple(self.mix.weights)

    def to_dataframe(self) -> DataFrame:
        """Give the statistics of every zone and line as a table, a row a layer."""
        return _statistics_frame([*self.zones.values(), *self.lines.values()])

    def _repr_html_(self) -> str:
        """Show the statistics of the zones as a table in a notebook."""
        return _statistics_frame(self.zones.values()).to_html(index=False)

    def illuminance(
        self,
        points_ft: ArrayLike,
        normals: ArrayLike | None = None,
        layer: str = "maintained",
    ) -> FloatArray:
        """Illuminance of a layer at any points (n, 3), fc; the meter faces up by default."""
        only: FloatArray = self.illuminance_of_layers(points_ft, (layer,), normals)[0]
        return only

    def illuminance_of_layers(
        self,
        points_ft: ArrayLike,
        layers: Sequence[str],
        normals: ArrayLike | None = None,
    ) -> FloatArray:
        """Illuminance of several layers at points (n, 3): (layers, n), fc, at the cost of one."""
        weights: FloatArray = np.stack([self.mix.weight(layer) for layer in layers])
        mixed: FloatArray = weights @ self._group_fc(*_receivers(points_ft, normals))
        return mixed

    def contributions(
        self,
        points_ft: ArrayLike,
        normals: ArrayLike | None = None,
        layer: str = "maintained",
    ) -> FloatArray:
        """Each head's share of a layer at points: (points, heads), fc, heads as in the site."""
        shares = self._head_fc(*_receivers(points_ft, normals))
        return shares * self.mix.weight(layer)[self._head_layer]


def _statistics_frame(results: Iterable[PointsResult]) -> DataFrame:
    import pandas as pd  # noqa: PLC0415  # as in to_dataframe

    rows = []
    for result in results:
        for layer in result.layers:
            stats = result.statistics(layer)
            numbers = {name: getattr(stats, name) for name in STATISTICS}
            rows.append({"name": result.name, "kind": result.kind, "layer": layer, **numbers})
    return pd.DataFrame(rows, columns=["name", "kind", "layer", *STATISTICS])


def _receivers(
    points_ft: ArrayLike, normals: ArrayLike | None
) -> tuple[FloatArray, FloatArray | None]:
    points = np.asarray(points_ft, np.float64).reshape(-1, 3)
    return points, None if normals is None else np.asarray(normals, np.float64)


def _mixed(group_fc: FloatArray, weight: FloatArray) -> FloatArray:
    """Sum the layers on every meter plane, then take the least of the planes."""
    planes: FloatArray = np.einsum("k,pkn->pn", weight, group_fc)
    least: FloatArray = planes[0] if len(planes) == 1 else planes.min(axis=0)
    return least
