"""A ratio that fails over a zone: what another output, height, aim or place of a pole would give.

Every illuminance is a linear function of the output of a pole, so that a ratio is a rational
one, and the limit on it a convex condition: where it first holds on the way down from full
output is found in closed form, from one binding point to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from photometry.engine.calculate import calculate
from photometry.errors import CalculationError

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["Zones", "excess", "sampled_zones", "share_within"]

ROUNDS: Final = 50  # each ends at another binding point; a handful is usual
SPARE: Final = 1e-9  # of the limit: the points are those of the rule
MOST_KEPT: Final = 20_000  # points of which the light of every changed pole is kept

# Two ratios of one zone ask for the same changes; kept with the site, and let go with it.
_LIGHT: WeakKeyDictionary[Site, dict[Hashable, FloatArray]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class Zones:
    """The points of the zone, or of all zones together, that a ratio is taken over.

    Attributes
    ----------
    names
        Of the zones.
    of, most
        ``"avg/min"``, ``"max/avg"`` or ``"max/min"``, and the largest ratio allowed.
    light_fc : (n,) array
        Of all heads.
    shares_fc
        Head id to its share at the maximum.
    """

    site: Site
    calculation: Calculation = field(repr=False)
    names: tuple[str, ...]
    points_ft: FloatArray = field(repr=False)
    layer: str
    of: str
    most: float
    light_fc: FloatArray = field(repr=False)
    shares_fc: Mapping[str, float]

    @property
    def counted(self) -> tuple[int, ...]:
        """Every head counts."""
        return tuple(range(len(self.site.heads)))

    def hopeless(self, pole: Sequence[int]) -> bool:
        """Tell whether a pole lights nothing here."""
        return not self._own_fc(pole).any()

    def share(self, pole: Sequence[int]) -> float:
        """Give the largest output of a pole at which the ratio holds; 0 where none does."""
        own = self._own_fc(pole)
        return share_within(self.of, self.most, self.light_fc - own, own)

    def holds(self, pole: Sequence[int], heads: Sequence[Head]) -> bool:
        """Tell whether the ratio holds with these heads in place of a pole's."""
        try:
            light = self.light_fc - self._own_fc(pole) + self._of(heads)
        except CalculationError:
            return False  # moved or lowered into a building
        return bool(light.max() > 0.0 and excess(self.of, self.most, light)[0] <= 0.0)

    def way(self, pole: Sequence[int]) -> tuple[FloatArray, str] | None:
        """Give the way from a pole to the darkest point, as a unit vector, and in words."""
        away = self.points_ft[self.light_fc.argmin(), :2] - self.site.heads[pole[0]].pole_xy_ft
        length = float(np.hypot(*away))
        return (away / length, "toward the darkest point") if length > 0.0 else None

    def _own_fc(self, pole: Sequence[int]) -> FloatArray:
        return self._of([self.site.heads[i] for i in pole])

    def _of(self, heads: Sequence[Head]) -> FloatArray:
        known = _LIGHT.setdefault(self.site, {})
        key = (self.names, self.layer, *((one.id, *_pose(one)) for one in heads))
        if key not in known:
            alone = calculate(replace(self.site, zones=(), heads=tuple(heads)), ())
            light = alone.illuminance(self.points_ft, None, self.layer)
            if len(light) > MOST_KEPT:
                return light
            known[key] = light
        return known[key]


def _pose(head: Head) -> tuple[float, ...]:
    """Give what a change may alter of the light of a head."""
    light = head.luminaire
    return (light.x_ft, light.y_ft, light.z_ft, light.tilt_deg, light.orientation_deg, light.llf)


def sampled_zones(trial: Trial) -> Zones | None:
    """Take the points of the ratio of a finding; None where they cannot be found again."""
    test, context = trial.test, trial.context
    if test is None or context is None or context.calculation is None:
        return None
    layer = str(test.params.get("layer", "maintained"))
    zones = context.calculation.zones.values()
    points = np.concatenate([zone.points_ft for zone in zones])
    light = np.concatenate([zone.layer_fc(layer) for zone in zones])
    brightest = points[light.argmax()][None]
    shares = context.calculation.contributions(brightest, None, layer)[0]
    return Zones(
        site=trial.site,
        calculation=context.calculation,
        names=tuple(context.calculation.zones),
        points_ft=points,
        layer=layer,
        of=str(test.params["of"]),
        most=float(test.params["most"]),
        light_fc=light,
        shares_fc={
            head.id: float(share) for head, share in zip(trial.site.heads, shares, strict=True)
        },
    )


def excess(of: str, most: float, light_fc: FloatArray) -> tuple[float, FloatArray]:
    """Give by how much a ratio is exceeded, and the points that say so.

    Parameters
    ----------
    of, most
        As in `Zones`.
    light_fc : (n,) array
        Illuminance.

    Returns
    -------
    excess_fc
        ``upper - most * lower`` of the two sides of the ratio: 0 or less where it holds.
    weights : (n,) array
        The excess is ``weights @ light_fc``.

    Examples
    --------
    >>> over, weights = excess("max/min", 2.0, np.array([3.0, 1.0, 2.0]))
    >>> round(over, 6), weights.round(6).tolist()
    (1.0, [1.0, -2.0, 0.0])
    """
    upper, lower = (_side(name, light_fc) for name in of.split("/"))
    weights = upper - most * (1.0 - SPARE) * lower
    return float(weights @ light_fc), weights


def _side(name: str, light_fc: FloatArray) -> FloatArray:
    if name == "avg":
        return np.full(len(light_fc), 1.0 / len(light_fc))
    one = np.zeros(len(light_fc))
    one[light_fc.argmax() if name == "max" else light_fc.argmin()] = 1.0
    return one


def share_within(of: str, most: float, rest_fc: FloatArray, own_fc: FloatArray) -> float:
    """Give the largest share, 1 or less, at which a ratio of ``rest + share * own`` holds.

    The excess is the largest of linear functions of the share.  From full output on, the one
    that is largest is followed down to where it is 0; that no larger share can do.

    Parameters
    ----------
    of, most
        As in `Zones`.
    rest_fc, own_fc : (n,) arrays
        Illuminance of all others and of the pole at full output.

    Returns
    -------
    float
        0 where none holds.
    """
    share = 1.0
    for _ in range(ROUNDS):
        over, weights = excess(of, most, rest_fc + share * own_fc)
        slope = float(weights @ own_fc)
        if over <= 1e-12 * most:
            return share
        if slope <= 0.0:  # less of it makes matters worse
            return 0.0
        share -= over / slope
        if share <= 0.0:
            return 0.0
    return share
