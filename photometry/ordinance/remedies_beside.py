"""What a remedy does beside its own finding: limits on light that held before and then would not.

Asked are the rules that a change of light can turn: trespass at every line, the ratio of every
zone, and, of luminaires that are not only dimmed, from where they are seen and what they aim at.
Levels that an activity asks for are not asked: less light is what most remedies are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from photometry.engine.calculate import calculate
from photometry.ordinance.finding import Status
from photometry.ordinance.remedies_zones import RatioLimit, ZoneLight, ratio_limits
from photometry.ordinance.remedy_trial import Remedy
from photometry.ordinance.rule import Photometric
from photometry.ordinance.site_judge import judge_of_site

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from photometry.engine.results import Calculation
    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Site

    Place = tuple[str, str]  # a rule, and where it is judged
    Subject = tuple[str, str]  # a rule, and the record that it judges

__all__ = ["broken_by", "with_warning"]

RATIOS: Final = frozenset({"ratio"})
LIMITS: Final = RATIOS | {"line_maximum"}
SIGHTS: Final = frozenset({"avoidance_glare", "source_height"})  # each luminaire by itself
UNCHANGED: Final = Remedy("")

# Two ratios of one zone ask for the same changes, and all are held against the site as it is;
# kept with the site, and let go with it.
_AS_IT_IS: WeakKeyDictionary[Site, dict[str, _AsItIs]] = WeakKeyDictionary()
_BROKEN: WeakKeyDictionary[Site, dict[tuple[str, str], tuple[Place, ...]]] = WeakKeyDictionary()


def with_warning(trial: Trial, remedy: Remedy) -> str:
    """Give the sentence of a remedy, with the limits that would then be broken."""
    broken = broken_by(trial, remedy)
    if not broken:
        return remedy.text
    listed = ", ".join(f"{rule} at {where}" for rule, where in broken)
    return f"{remedy.text} (but then {listed} would fail)"


def broken_by(trial: Trial, remedy: Remedy) -> tuple[Place, ...]:
    """Find the limits on light that fail with a remedy applied and do not without.

    Parameters
    ----------
    trial
        The finding that the remedy is for.
    remedy
        The change.

    Returns
    -------
    tuple of (rule, where)
        Sorted; of one finding each.
    """
    known, key = _BROKEN.setdefault(trial.site, {}), (trial.code.id, repr(_wordless(remedy)))
    if key not in known:
        before, changed = _as_it_is(trial), remedy.applied(trial.site)
        # Less light of the same luminaires can raise no reading at a line.
        dims = _wordless(replace(remedy, output=None)) == UNCHANGED
        asked = calculate(before.with_doubtful_zones(trial.site, changed), ())
        failing = _failing(trial, asked, RATIOS if dims else LIMITS, before.failing.keys())
        if not dims:
            failing |= _seen(trial, changed, before.failing.keys())
        known[key] = tuple(sorted(failing.values()))
    return known[key]


def _seen(trial: Trial, changed: Site, but: Collection[Subject]) -> dict[Subject, Place]:
    """Find from where luminaires that are changed are seen, and those that aim where none may."""
    pairs = zip(trial.site.heads, changed.heads, strict=True)
    heads = tuple(now for was, now in pairs if now is not was)
    alone = calculate(replace(changed, zones=(), heads=heads), ())
    return _failing(trial, alone, SIGHTS, but)


@dataclass(frozen=True, eq=False)
class _AsItIs:
    """A site before any change: what fails, and the light of its zones where it is of use."""

    failing: Mapping[Subject, Place]
    limits: tuple[RatioLimit, ...]
    light: ZoneLight | None

    def with_doubtful_zones(self, site: Site, changed: Site) -> Site:
        """Give a changed site with those zones alone of which a ratio may not hold any more."""
        if self.light is None:
            return changed
        names = self.light.may_turn(site, changed, self.limits, self.failing.keys())
        return replace(changed, zones=tuple(zone for zone in changed.zones if zone.name in names))


def _as_it_is(trial: Trial) -> _AsItIs:
    known = _AS_IT_IS.setdefault(trial.site, {})
    if trial.code.id not in known:
        calculation, limits = calculate(trial.site, ()), ratio_limits(trial)
        known[trial.code.id] = _AsItIs(
            failing=_failing(trial, calculation, LIMITS | SIGHTS),
            limits=limits or (),
            light=None if limits is None else ZoneLight.of(calculation, limits),
        )
    return known[trial.code.id]


def _wordless(remedy: Remedy) -> Remedy:
    return replace(remedy, text="")


def _failing(
    trial: Trial,
    calculation: Calculation,
    checks: frozenset[str],
    but: Collection[Subject] = (),
) -> dict[Subject, Place]:
    """Find what fails, but for some; lines are searched only where they are judged."""
    judge = judge_of_site(trial.code, calculation.site, calculation, given=trial.given)
    placed = {head.id for head in calculation.site.heads}
    found: dict[Subject, Place] = {}
    for rule in trial.code.rules.values():
        test = rule.body(judge.choices).test
        if not isinstance(test, Photometric) or test.check not in checks:
            continue
        for row in judge.facts.rows(rule.record):
            is_elsewhere = row.record == "luminaire" and row.id not in placed
            if (rule.id, row.id) in but or is_elsewhere:
                continue
            for one in judge.verdicts(rule, row):
                if one.status is Status.FAIL:
                    where = one.where.name if one.where else row.id
                    found[rule.id, row.id] = (rule.id, where)
    return found
