"""A line that fails a limit in footcandles, sampled: what changed heads of a pole would give.

Light adds.  The light of every head is computed once at samples of the line; a dim is then in
closed form, and another height, aim or place costs the light of one pole.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.calculate import calculate
from photometry.errors import CalculationError
from photometry.ordinance.lighting import trespass
from photometry.ordinance.lighting.line_profiles import trespass_place
from photometry.ordinance.lighting.places import Nowhere
from photometry.ordinance.lighting.readings import meters_at, ring_of
from photometry.ordinance.lighting.visible_profile import stations_of
from photometry.ordinance.photometric import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.lighting.readings import Meter
    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["Line", "sampled_line"]

STEP_FT: Final = 1.0  # between samples of the line
COARSE: Final = 8  # every so many samples are looked at first: most changes fail there
SPARE: Final = 1e-3  # of the limit, left for what is between the samples


@dataclass(frozen=True, eq=False)
class Line:
    """The samples of a line, and the light of each head there.

    Attributes
    ----------
    points_ft, facing : (m, 3) arrays
        Meters, those of one kind after those of the other where both are asked for.
    by_head_fc : (m, heads) array
        Zero for heads whose light does not count.
    shares_fc
        Head id to its share of the reading that fails.
    """

    site: Site
    calculation: Calculation = field(repr=False)
    points_ft: FloatArray
    facing: FloatArray
    meters: tuple[Meter, ...]
    basis: str
    limit_fc: float
    by_head_fc: FloatArray = field(repr=False)
    counted: tuple[int, ...]
    shares_fc: Mapping[str, float]

    def hopeless(self, pole: Sequence[int]) -> bool:
        """Tell whether the other poles alone are too much."""
        return float(self._rest_fc(pole).max()) > self.limit_fc

    def share(self, pole: Sequence[int]) -> float:
        """Give the output of a pole at which the limit is met at every sample."""
        own, rest = self.by_head_fc[:, pole].sum(axis=1), self._rest_fc(pole)
        lit = own > 0.0
        room = (self.limit_fc * (1 - SPARE) - rest[lit]) / own[lit]
        return float(room.min(initial=1.0))

    def holds(self, pole: Sequence[int], heads: Sequence[Head]) -> bool:
        """Tell whether the limit holds at every sample with these heads in place of a pole's."""
        rest = self._rest_fc(pole)
        try:
            changed = calculate(replace(self.site, zones=(), heads=tuple(heads)), ())
            for step in (COARSE, 1):
                own = changed.illuminance(self.points_ft[::step], self.facing[::step], self.basis)
                if float((rest[::step] + own).max()) > self.limit_fc * (1 - SPARE):
                    return False
        except CalculationError:
            return False  # moved or lowered into a building
        return True

    def way(self, pole: Sequence[int]) -> tuple[FloatArray, str] | None:
        """Give the way inwards of the property line's place nearest to the pole's brightest sample.

        At right angles to the property line, as a unit vector, and in words.
        """
        ring = ring_of(self.site)
        if ring is None:
            return None
        brightest = int(self.by_head_fc[:, pole].sum(axis=1).argmax())
        _, facing = ring.nearest(self.points_ft[brightest : brightest + 1, :2])
        return facing[0], "inwards"

    def light_at(self, xy_ft: FloatArray) -> FloatArray:
        """Give the light of each head at places (n, 2): (n or 2 n, heads), fc."""
        points, facing = _meters(self.site, xy_ft, self.meters)
        return _by_head(self.calculation, points, facing, self.basis, self.counted)

    def _rest_fc(self, pole: Sequence[int]) -> FloatArray:
        others = [i for i in self.counted if i not in pole]
        rest: FloatArray = self.by_head_fc[:, others].sum(axis=1)
        return rest


def sampled_line(trial: Trial) -> Line | None:
    """Sample the line of a finding; None where it cannot be found again."""
    site, context = trial.site, trial.context
    if context is None or context.calculation is None:
        return None
    question = trespass.question_of(context)
    counted = trespass.counted_heads(context, question)
    place = trespass_place(context, site, question)
    if isinstance(counted, Outcome) or isinstance(place, Nowhere):
        return None
    xy = stations_of(place.line, STEP_FT).xy_ft
    xy = xy if place.keep is None else xy[place.keep(xy)]
    witness = trial.finding.witness
    xy = xy if witness is None else np.vstack([[witness[:2]], xy])
    meters: tuple[Meter, ...] = {
        "horizontal_grade": ("horizontal",),
        "vertical_facing_site": ("vertical",),
    }.get(question.plane, ("horizontal", "vertical"))  # type: ignore[assignment]  # literals widen in a dict
    points, facing = _meters(site, xy, meters)
    return Line(
        site=site,
        calculation=context.calculation,
        points_ft=points,
        facing=facing,
        meters=meters,
        basis=question.basis,
        limit_fc=question.most_fc,
        by_head_fc=_by_head(context.calculation, points, facing, question.basis, counted),
        counted=counted,
        shares_fc={
            one.luminaire: one.measured
            for one in trial.finding.details
            if isinstance(one.measured, float)
        },
    )


def _meters(
    site: Site, xy_ft: FloatArray, meters: Sequence[Meter]
) -> tuple[FloatArray, FloatArray]:
    placed = [meters_at(site, xy_ft, meter) for meter in meters]
    return np.concatenate([at for at, _ in placed]), np.concatenate([way for _, way in placed])


def _by_head(
    calculation: Calculation,
    points: FloatArray,
    facing: FloatArray,
    basis: str,
    counted: Sequence[int],
) -> FloatArray:
    light = calculation.contributions(points, facing, basis)
    uncounted = [i for i in range(light.shape[1]) if i not in set(counted)]
    light[:, uncounted] = 0.0
    return light
