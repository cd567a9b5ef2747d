"""What would make a failing finding pass: computed, applied and checked, never guessed.

Every remedy that is given has been put into the site, calculated and judged anew by the rule that
failed; one that does not make it pass is not given.  What a remedy does to other rules is for a
whole check to say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.optimize import linprog

from photometry.engine.calculate import calculate
from photometry.errors import CalculationError
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.shielding import shielding_as_installed
from photometry.ordinance.remedies_alone import alone
from photometry.ordinance.remedies_hidden import hidden
from photometry.ordinance.remedy_trial import LEAST_HEIGHT_FT, LEAST_OUTPUT, Remedy, Trial
from photometry.ordinance.rule import Photometric

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["Remedy", "helps_for", "remedies_for"]

OUTPUT_STEP: Final = 0.01  # outputs are set in whole percents
HEIGHT_STEP_FT: Final = 0.1
TILT_STEP_DEG: Final = 0.1
ROUNDS: Final = 12


def remedies_for(site: Site, finding: Finding, code: Code) -> tuple[Remedy, ...]:
    """Compute what would make a failing finding of light pass.

    Parameters
    ----------
    site
        The site that was judged.
    finding
        A finding of `code` about it.
    code
        The code, as loaded.

    Returns
    -------
    tuple of Remedy
        Each makes the finding's rule pass at its place; empty where none was found, or where
        the finding does not fail or is not about light.
    """
    rule = code.rules[finding.rule]
    if finding.status is not Status.FAIL:
        return ()
    trial = Trial(site, finding, code)
    check = trial.check
    makers: Mapping[str, tuple[Callable[[Trial], Remedy | None], ...]] = {
        "line_maximum": (_dim_all, _dim_some),
        "ratio": (_balance,),
        "source_height": (_lower,),
        "shield_works": (_level,),
    }
    wanted = list(makers.get(check, ()))
    if not check and f"{rule.record}.shielding" in rule.reads:
        wanted.append(_level)
    found = [one for make in wanted if (one := _tried(make, trial)) is not None]
    if check == "source_height" and (not found or _is_tilted(trial)):
        found += [one for one in [_tried(hidden, trial)] if one is not None]
    return tuple(found)


def helps_for(site: Site, finding: Finding, code: Code) -> tuple[str, ...]:
    """Say in sentences what would make a failing finding pass, and what would not.

    To the remedies of `remedies_for` are added, for light trespass, the smallest changes of one
    pole alone, or the word that none is enough.
    """
    texts = [remedy.text for remedy in remedies_for(site, finding, code)]
    trial = Trial(site, finding, code)
    if finding.status is Status.FAIL and trial.check == "line_maximum":
        changes, remark = alone(trial)
        texts += [remedy.text for remedy in changes]
        texts += [remark] if remark else []
    return tuple(dict.fromkeys(texts))


def _tried(make: Callable[[Trial], Remedy | None], trial: Trial) -> Remedy | None:
    """Make a remedy and apply it; None where there is none, or it does not make the rule pass."""
    try:
        remedy = make(trial)
        return remedy if remedy is not None and trial.passes(remedy) else None
    except CalculationError:
        # A luminaire over a canopy that is lowered into it is no remedy.
        return None


# ---- output -------------------------------------------------------------------------------------


def _dim_all(trial: Trial) -> Remedy | None:
    """Set every luminaire to the share at which the largest reading meets its limit."""
    measured, limit = trial.finding.measured, trial.finding.limit
    if not isinstance(measured, float) or not isinstance(limit, float):
        return None
    share = _whole_percent(limit / measured)
    if share < LEAST_OUTPUT:
        return None
    output = {head.id: share for head in trial.site.heads}
    return Remedy(f"set every luminaire to {share:.0%} of its present output", output=output)


def _dim_some(trial: Trial) -> Remedy | None:
    """Take as little light away as holds the limit everywhere on the line.

    Light adds, so that this is a linear programme; the points that bind are found one by one.
    """
    site, limit = trial.site, trial.finding.limit
    if not isinstance(limit, float):
        return None
    verdicts, calculation = trial.judged(site)
    basis = _basis(trial)
    rows: list[FloatArray] = []
    for _ in range(ROUNDS):
        witness = verdicts[0].witness if verdicts else None
        if witness is None:
            return None
        at = np.array([witness])
        rows.append(calculation.contributions(at, None, basis)[0])
        share = _most_light(np.array(rows), np.full(len(rows), limit))
        if share is None:
            return None
        remedy = _outputs(site, share)
        verdicts, _ = trial.judged(remedy.applied(site))
        if verdicts and verdicts[0].status is Status.PASS:
            return remedy
    return None


def _balance(trial: Trial) -> Remedy | None:
    """Set outputs so that a ratio holds at every point of a zone, with as much light as can be."""
    of, most = _ratio(trial)
    zone = trial.judged(trial.site)[1].zones[trial.place]
    light = calculate(replace(trial.site, zones=())).contributions(zone.points_ft)
    average = light.mean(axis=0)
    # avg <= most x E_i, or E_i <= most x avg, at every point i; half a percent is left for
    # setting outputs in whole percents.
    most *= 0.995
    bound = average - most * light if of == "avg/min" else light - most * average
    share = _most_light(bound, np.zeros(len(bound)))
    return None if share is None else _outputs(trial.site, share)


def _most_light(rows: FloatArray, limits: FloatArray) -> FloatArray | None:
    """Give the outputs with the largest sum that keep ``rows @ output <= limits``."""
    heads = rows.shape[1]
    bounds = [(LEAST_OUTPUT, 1.0)] * heads
    found = linprog(-np.ones(heads), A_ub=rows, b_ub=limits, bounds=bounds, method="highs")
    return np.asarray(found.x, np.float64) if found.success else None


def _outputs(site: Site, share: FloatArray) -> Remedy:
    output = {
        head.id: _whole_percent(float(value)) for head, value in zip(site.heads, share, strict=True)
    }
    changed = {name: value for name, value in output.items() if value < 1.0}
    listed = ", ".join(f"{name} to {value:.0%}" for name, value in changed.items())
    return Remedy(f"set {listed} of the present output", output=changed)


def _whole_percent(share: float) -> float:
    """Round a share down to a whole percent, a full one up if it is full but for rounding."""
    return float(np.floor(share / OUTPUT_STEP + 1e-6) * OUTPUT_STEP)


def _basis(trial: Trial) -> str:
    return "maintained" if trial.finding.options.get("TRESPASS_LLF") == "maintained" else "initial"


def _ratio(trial: Trial) -> tuple[str, float]:
    test = trial.code.rules[trial.finding.rule].body(trial.chosen).test
    if not isinstance(test, Photometric):
        raise TypeError(trial.finding.rule)
    return str(test.params["of"]), float(test.params["most"])


# ---- height and tilt ----------------------------------------------------------------------------


def _lower(trial: Trial) -> Remedy | None:
    """Lower each luminaire that is seen to the greatest height at which it is not."""
    names = {d.luminaire for d in trial.finding.details if d.status is Status.FAIL}
    steps = {
        head.id: int(head.luminaire.mounting_height_ft / HEIGHT_STEP_FT)
        for head in trial.site.heads
        if head.id in names
    }
    low, high = dict.fromkeys(steps, 0), dict(steps)
    while any(high[name] - low[name] > 1 for name in steps):
        middle = {name: (low[name] + high[name]) // 2 for name in steps}
        tried = _heights({name: max(step, 1) for name, step in middle.items()})
        verdicts, _ = trial.judged(tried.applied(trial.site))
        seen = {
            detail.luminaire
            for verdict in verdicts
            for detail in verdict.details
            if detail.status is Status.FAIL
        }
        for name in steps:
            (high if name in seen else low)[name] = middle[name]
    present = {head.id: head.luminaire.mounting_height_ft for head in trial.site.heads}
    least = {name: min(LEAST_HEIGHT_FT, present[name] / 2) for name in steps}
    if not steps or any(step * HEIGHT_STEP_FT < least[name] for name, step in low.items()):
        return None
    return _heights(low)


def _is_tilted(trial: Trial) -> bool:
    seen = {one.luminaire for one in trial.finding.details if one.status is Status.FAIL}
    return any(h.id in seen and h.luminaire.tilt_deg != 0.0 for h in trial.site.heads)


def _heights(steps: Mapping[str, int]) -> Remedy:
    heights = {name: round(step * HEIGHT_STEP_FT, 3) for name, step in steps.items()}
    listed = ", ".join(f"{name} to {height:g} ft" for name, height in heights.items())
    return Remedy(f"lower {listed}", mounting_height_ft=heights)


def _level(trial: Trial) -> Remedy | None:
    """Take back as much tilt as makes a luminaire's shielding full."""
    head = next((head for head in trial.site.heads if head.id == trial.place), None)
    if head is None or head.luminaire.tilt_deg == 0.0 or not _is_full(head, 0.0):
        return None
    sign = np.sign(head.luminaire.tilt_deg)
    low, high = 0, int(abs(head.luminaire.tilt_deg) / TILT_STEP_DEG) + 1
    while high - low > 1:
        middle = (low + high) // 2
        full = _is_full(head, sign * middle * TILT_STEP_DEG)
        low, high = (middle, high) if full else (low, middle)
    tilt = round(float(sign * low * TILT_STEP_DEG), 3)
    return Remedy(f"tilt {head.id} by no more than {tilt:g} degrees", tilt_deg={head.id: tilt})


def _is_full(head: Head, tilt_deg: float) -> bool:
    shielding, _ = shielding_as_installed(replace(head.luminaire, tilt_deg=tilt_deg))
    return shielding == "full"
