"""Which zones a change of a few luminaires may turn, without judging every zone anew.

Light adds, so that a zone's illuminance moves by no more than that of the luminaires that change,
anywhere in it.  Where a ratio holds even if that much is added to its upper side and taken from
its lower one, it holds after the change, and the zone need not be calculated.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from photometry.engine.calculate import calculate
from photometry.errors import CalculationError
from photometry.ordinance.rule import Photometric

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["RatioLimit", "ZoneLight", "ratio_limits"]

MOST_POINTS: Final = 1_000_000  # kept with a site: 24 MB, and 8 MB a layer
SPARE: Final = 1e-9  # of every number: sums are made in another order


class RatioLimit(NamedTuple):
    """A rule's limit on ``"avg/min"`` or the like: the most that it may be, and of which light."""

    rule: str
    of: str
    most: float
    layer: str


def ratio_limits(trial: Trial) -> tuple[RatioLimit, ...] | None:
    """Give the limits on ratios of single zones; None where a rule looks at more than its zone."""
    found = []
    for rule in trial.code.rules.values():
        test = rule.body(trial.chosen).test
        if not isinstance(test, Photometric) or test.check != "ratio":
            continue
        scope = trial.chosen.get(str(test.params.get("scope_option", "")))
        # Whether a rule applies may hang on a zone's own figures.
        asks_figures = any(name.endswith("_fc") for name in rule.reads)
        if asks_figures or (scope is not None and scope.value == "whole_site"):
            return None
        layer = str(test.params.get("layer", "maintained"))
        of, most = str(test.params["of"]), float(test.params["most"])
        found.append(RatioLimit(rule.id, of, most, layer))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class ZoneLight:
    """The light of a site's horizontal zones as it is.

    Attributes
    ----------
    names
        Of the zones.
    starts : (zones,) array
        Where the points of each begin.
    points_ft : (n, 3) array
        Of all of them.
    light_fc
        Layer to illuminance, (n,).
    """

    names: tuple[str, ...]
    starts: NDArray[np.int64]
    points_ft: FloatArray = field(repr=False)
    light_fc: Mapping[str, FloatArray] = field(repr=False)

    @classmethod
    def of(cls, calculation: Calculation, limits: Sequence[RatioLimit]) -> ZoneLight | None:
        """Take it from a calculation; None where it is too much to keep, or there is none."""
        zones = [zone for zone in calculation.zones.values() if zone.zone.plane == "horizontal"]
        counts = [len(zone.points_ft) for zone in zones]
        if not 0 < sum(counts) <= MOST_POINTS:
            return None
        return cls(
            names=tuple(zone.name for zone in zones),
            starts=np.cumsum([0, *counts[:-1]], dtype=np.int64),
            points_ft=np.concatenate([zone.points_ft for zone in zones]),
            light_fc={
                limit.layer: np.concatenate([zone.layer_fc(limit.layer) for zone in zones])
                for limit in limits
            },
        )

    def may_turn(
        self,
        site: Site,
        changed: Site,
        limits: Sequence[RatioLimit],
        but: Collection[tuple[str, str]] = (),
    ) -> frozenset[str]:
        """Name the zones of which a ratio may not hold any more.

        Parameters
        ----------
        site, changed
            The site as it is, and with other luminaires in the places of some.
        limits
            Those that are asked.
        but
            Rules and zones that do not hold as it is.
        """
        pairs = [(a, b) for a, b in zip(site.heads, changed.heads, strict=True) if a is not b]
        may = np.zeros(len(self.names), np.bool_)
        moved_fc: dict[str, FloatArray] = {}
        for limit in limits:
            if limit.layer not in moved_fc:
                try:
                    moved_fc[limit.layer] = self._moved_fc(site, pairs, limit.layer)
                except CalculationError:  # moved into a building, or to a point: to be said of it
                    return frozenset(self.names)
            upper, lower = (self._sides(side, limit.layer) for side in limit.of.split("/"))
            most_moved = moved_fc[limit.layer]
            asked = np.array([(limit.rule, name) not in but for name in self.names])
            over = (upper + most_moved) * (1.0 + SPARE) > limit.most * (lower - most_moved)
            may |= asked & over
        return frozenset(name for name, does in zip(self.names, may, strict=True) if does)

    def _moved_fc(self, site: Site, pairs: Sequence[tuple[Head, Head]], layer: str) -> FloatArray:
        """Give by how much the light of each zone moves at most, at any of its points."""
        was, now = (self._light_of(site, heads, layer) for heads in zip(*pairs, strict=True))
        rounding = SPARE * np.maximum(self.light_fc[layer], np.maximum(was, now))
        moved = np.abs(now - was) + rounding + 2.0 * site.max_error_fc
        most: FloatArray = np.maximum.reduceat(moved, self.starts)
        return most

    def _light_of(self, site: Site, heads: Sequence[Head], layer: str) -> FloatArray:
        alone = calculate(replace(site, zones=(), heads=tuple(heads)), ())
        return alone.illuminance(self.points_ft, None, layer)

    def _sides(self, side: str, layer: str) -> FloatArray:
        """Give the average, maximum or minimum of each zone."""
        light = self.light_fc[layer]
        if side == "avg":
            counts = np.diff([*self.starts, len(light)])
            return np.asarray(np.add.reduceat(light, self.starts) / counts, np.float64)
        extreme = np.maximum if side == "max" else np.minimum
        return np.asarray(extreme.reduceat(light, self.starts), np.float64)
