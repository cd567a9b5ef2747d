"""Whether a changed luminaire still shows above a limit, without judging the whole site again.

What is asked is what the rule asks: the same line, the same test of visibility, the same worst
view.  What stands between the line and a place is looked for once a place, so that another tilt,
aim or shield costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from photometry.errors import CalculationError
from photometry.ordinance.lighting.places import Nowhere
from photometry.ordinance.lighting.source_views import (
    NEAR_FT,
    cutoff_of,
    place_for,
    question_of,
)
from photometry.ordinance.lighting.visibility import (
    HEIGHT_TOLERANCE_FT,
    lookout,
    source_positions_ft,
    worst_sight,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.lighting.places import Place
    from photometry.ordinance.lighting.source_views import Question
    from photometry.ordinance.lighting.visibility import Lookout
    from photometry.ordinance.remedy_trial import Remedy, Trial
    from photometry.site.model import Head, Site

    BoolArray = NDArray[np.bool_]

__all__ = ["Outlook", "outlook_of"]


@dataclass(frozen=True, eq=False)
class Outlook:
    """A line, and what is asked of the sources that show there.

    Attributes
    ----------
    rows
        Head id to what is known of a luminaire that counts.
    """

    site: Site
    place: Place
    question: Question
    rows: Mapping[str, Row]
    _looks: dict[tuple[float, ...], Lookout] = field(default_factory=dict, init=False, repr=False)
    _keeps: dict[tuple[float, ...], BoolArray] = field(default_factory=dict, init=False, repr=False)

    def hides(self, head: Head, remedy: Remedy) -> bool:
        """Tell whether a head does not show above the limit with a remedy applied."""
        alone = remedy.applied(replace(self.site, heads=(head,)))
        changed = alone.heads[0]
        try:
            look = self._look(alone)
        except CalculationError:
            return False  # it would stand in a building
        cutoff = cutoff_of(changed, self.question, self._declared_deg(changed))
        heights = look.heights_ft(cutoff.near(look.bearing_deg))[self._kept(look)]
        # Most changes fail at the samples already, by more than angles between degrees are off.
        if float(heights.max(initial=-np.inf)) > self.question.most_ft + NEAR_FT:
            return False
        limit = self.question.most_ft + HEIGHT_TOLERANCE_FT
        sight = worst_sight(self.site, self.place.line, look, cutoff, self.place.keep)
        return sight is None or sight.height_ft <= limit

    def _kept(self, look: Lookout) -> BoolArray:
        key = tuple(float(value) for value in look.source_ft)
        if key not in self._keeps:
            keep = self.place.keep
            every = np.ones(len(look.xy_ft), np.bool_)
            self._keeps[key] = every if keep is None else keep(look.xy_ft)
        return self._keeps[key]

    def _look(self, alone: Site) -> Lookout:
        source = source_positions_ft(alone)[0]
        key = tuple(float(value) for value in source)
        if key not in self._looks:
            self._looks[key] = lookout(self.site, self.place.line, source)
        return self._looks[key]

    def _declared_deg(self, head: Head) -> float | None:
        if self.question.test != "cutoff_angle":
            return None
        declared = head.facts.get("cutoff_angle_deg")
        if isinstance(declared, (int, float)):
            return float(declared)
        return self.rows[head.id].number("cutoff_angle_deg") if head.id in self.rows else None


def outlook_of(trial: Trial) -> Outlook | None:
    """Take the line of a finding of visibility; None where it cannot be found again."""
    context = trial.context
    if context is None or trial.check != "source_height":
        return None
    question = question_of(context)
    place = place_for(trial.site, context.subject.id, question)
    if isinstance(place, Nowhere):
        return None
    return Outlook(trial.site, place, question, {row.id: row for row in context.among})
