"""What would make a failing finding pass: computed, applied and checked, never guessed.

Every remedy that is given has been put into the site, calculated and judged anew by the rule that
failed; one that does not make it pass is not given.  A change for the sake of a ratio says which
other limits on light it would break; what else it does is for a whole check to say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.errors import CalculationError, FactsFileError
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.shielding import shielding_as_installed
from photometry.ordinance.most_light import most_light
from photometry.ordinance.remedies_alone import alone
from photometry.ordinance.remedies_beside import with_warning
from photometry.ordinance.remedies_hidden import hidden, lowered
from photometry.ordinance.remedies_line import sampled_line
from photometry.ordinance.remedies_ratio import sampled_zones
from photometry.ordinance.remedy_trial import LEAST_OUTPUT, Remedy, Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["Remedy", "helps_for", "remedies_for"]

OUTPUT_STEP: Final = 0.01  # outputs are set in whole percents
TILT_STEP_DEG: Final = 0.1
ROUNDS: Final = 12
NEAR: Final = 0.02  # of the limit: what is this near to it may pass it between two samples
MOST_PAIRS: Final = 2_000_000  # of a point and a luminaire, in one linear programme


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
    return _remedies(Trial(site, finding, code)) if _may_be_changed(site, finding) else ()


def helps_for(site: Site, finding: Finding, code: Code) -> tuple[str, ...]:
    """Say in sentences what would make a failing finding pass, and what would not.

    To the remedies of `remedies_for` are added, for light trespass and ratios, the smallest
    changes of one pole alone, or the word that none is enough.
    """
    if not _may_be_changed(site, finding):
        return ()
    trial = Trial(site, finding, code)
    changes, remark = alone(trial)
    remedies = [*_remedies(trial), *changes]
    if trial.check == "ratio":
        texts = [with_warning(trial, remedy) for remedy in remedies]
    else:
        texts = [remedy.text for remedy in remedies]
    texts += [remark] if remark else []
    return tuple(dict.fromkeys(texts))


def _may_be_changed(site: Site, finding: Finding) -> bool:
    """Tell whether there is a failure, and a luminaire that could be changed against it."""
    return finding.status is Status.FAIL and bool(site.heads)


def _remedies(trial: Trial) -> tuple[Remedy, ...]:
    rule, check = trial.code.rules[trial.finding.rule], trial.check
    makers: Mapping[str, tuple[Callable[[Trial], Remedy | None], ...]] = {
        "line_maximum": (_dim_all, _dim_some),
        "ratio": (_balance,),
        "source_height": (lowered,),
        "shield_works": (_level,),
    }
    wanted = list(makers.get(check, ()))
    if not check and f"{rule.record}.shielding" in rule.reads:
        wanted.append(_level)
    found = [one for make in wanted if (one := _tried(make, trial)) is not None]
    if check == "source_height" and (not found or _is_tilted(trial)):
        found += [one for one in [_tried(hidden, trial)] if one is not None]
    return tuple(found)


def _tried(make: Callable[[Trial], Remedy | None], trial: Trial) -> Remedy | None:
    """Make a remedy and apply it; None where there is none, or it does not make the rule pass."""
    try:
        remedy = make(trial)
        return remedy if remedy is not None and trial.passes(remedy) else None
    except (CalculationError, FactsFileError):
        # A luminaire over a canopy that is lowered into it is no remedy, nor is a shield on one
        # of which the facts file says what its cutoff angle is.
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

    Light adds, so that this is a linear programme over the samples of the line; a place between
    them that binds is added as it is found.
    """
    line = sampled_line(trial)
    if line is None:
        return None
    # What is within the limit with all lit stays so.
    rows = line.by_head_fc[line.by_head_fc.sum(axis=1) > line.limit_fc * (1 - NEAR)]
    for _ in range(ROUNDS):
        share = _most_light(rows, np.full(len(rows), line.limit_fc))
        if share is None:
            return None
        remedy = _outputs(trial.site, share)
        verdicts = trial.verdicts(remedy)
        if verdicts and all(one.status is Status.PASS for one in verdicts):
            return remedy
        witness = verdicts[0].witness if verdicts else None
        if witness is None:
            return None
        rows = np.vstack([rows, line.light_at(np.array([witness[:2]]))])
    return None


def _balance(trial: Trial) -> Remedy | None:
    """Set outputs so that a ratio holds at every point of a zone, with as much light as can be."""
    zones = sampled_zones(trial)
    if zones is None or len(zones.points_ft) * len(zones.site.heads) > MOST_PAIRS:
        return None
    light = zones.calculation.contributions(zones.points_ft, None, zones.layer)
    average, nothing = light.mean(axis=0), np.zeros((len(light), 1))
    # Half a percent is left for setting outputs in whole percents.
    most = zones.most * 0.995
    if zones.of == "avg/min":  # avg <= most x E at every point
        bounds = average - most * light
    elif zones.of == "max/avg":  # E <= most x avg at every point
        bounds = light - most * average
    else:  # there is a t such that t <= E <= most x t at every point
        bounds = np.block([[light, nothing - most], [-light, nothing + 1.0]])
    share = _most_light(bounds, np.zeros(len(bounds)), len(zones.site.heads))
    return None if share is None else _outputs(trial.site, share)


def _most_light(
    rows: FloatArray, limits: FloatArray, heads: int | None = None
) -> FloatArray | None:
    """Give the outputs with the largest sum that keep ``rows @ (outputs, others) <= limits``."""
    heads = rows.shape[1] if heads is None else heads
    is_output = np.arange(rows.shape[1]) < heads
    low, high = np.where(is_output, LEAST_OUTPUT, 0.0), np.where(is_output, 1.0, np.inf)
    found = most_light(rows, limits, low, high, np.where(is_output, 1.0, 0.0))
    return None if found is None else found[:heads]


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


# ---- tilt ---------------------------------------------------------------------------------------


def _is_tilted(trial: Trial) -> bool:
    seen = {one.luminaire for one in trial.finding.details if one.status is Status.FAIL}
    return any(h.id in seen and h.luminaire.tilt_deg != 0.0 for h in trial.site.heads)


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
