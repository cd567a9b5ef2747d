"""What a remedy does beside its own finding: limits on light that held before and then would not.

Asked are the rules that a change of light can turn: trespass at every line, and the ratio of
every zone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from photometry.engine.calculate import calculate
from photometry.ordinance.finding import Status
from photometry.ordinance.remedy_trial import Remedy
from photometry.ordinance.rule import Photometric
from photometry.ordinance.site_judge import judge_of_site

if TYPE_CHECKING:
    from collections.abc import Collection

    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Site

    Place = tuple[str, str]  # a rule, and where it is judged
    Subject = tuple[str, str]  # a rule, and the record that it judges

__all__ = ["broken_by", "with_warning"]

RATIOS: Final = frozenset({"ratio"})
LIMITS: Final = RATIOS | {"line_maximum"}
UNCHANGED: Final = Remedy("")

# Two ratios of one zone ask for the same changes, and all are held against the site as it is;
# kept with the site, and let go with it.
_FAILING: WeakKeyDictionary[Site, dict[tuple[str, str], dict[Subject, Place]]] = WeakKeyDictionary()


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
    known = _FAILING.setdefault(trial.site, {})
    before, after = (trial.code.id, repr(UNCHANGED)), (trial.code.id, repr(_wordless(remedy)))
    if before not in known:
        known[before] = _failing(trial, trial.site, LIMITS)
    if after not in known:
        # Less light of the same luminaires can raise no reading at a line.
        dims = _wordless(replace(remedy, output=None)) == UNCHANGED
        checks = RATIOS if dims else LIMITS
        changed = remedy.applied(trial.site)
        known[after] = _failing(trial, changed, checks, known[before].keys())
    return tuple(sorted(known[after].values()))


def _wordless(remedy: Remedy) -> Remedy:
    return replace(remedy, text="")


def _failing(
    trial: Trial, site: Site, checks: frozenset[str], but: Collection[Subject] = ()
) -> dict[Subject, Place]:
    """Find what fails, but for some; lines are searched only where they are judged."""
    calculation = calculate(site, ())
    judge = judge_of_site(trial.code, calculation.site, calculation, given=trial.given)
    found: dict[Subject, Place] = {}
    for rule in trial.code.rules.values():
        test = rule.body(judge.choices).test
        if not isinstance(test, Photometric) or test.check not in checks:
            continue
        for row in judge.facts.rows(rule.record):
            if (rule.id, row.id) in but:
                continue
            for one in judge.verdicts(rule, row):
                if one.status is Status.FAIL:
                    where = one.where.name if one.where else row.id
                    found[rule.id, row.id] = (rule.id, where)
    return found
