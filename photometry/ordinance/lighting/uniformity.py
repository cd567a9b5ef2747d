"""Uniformity: average to minimum, maximum to average and the like, over calculation zones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from photometry.engine.statistics import Statistics, statistics
from photometry.ordinance.finding import Status
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.engine.results import Calculation
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["RATIO", "ratio_outcome"]

_WORDS: Final = {"avg": "average", "max": "maximum", "min": "minimum"}
RATIOS: Final = ("avg/min", "max/avg", "max/min")

# By layer, of all zones together: every zone is judged by the same; let go with the calculation.
_WHOLE: WeakKeyDictionary[Calculation, dict[str, Statistics]] = WeakKeyDictionary()


def ratio_outcome(of: str, upper_fc: float, lower_fc: float, most: float) -> Outcome:
    """Judge a ratio of two illuminances against the most that it may be.

    Parameters
    ----------
    of
        ``"avg/min"``, ``"max/avg"`` or ``"max/min"``.
    upper_fc, lower_fc
        Its two sides, fc, unrounded.
    most
        Largest ratio allowed.

    Returns
    -------
    Outcome
        Without a number, and failed, where the lower side is 0.
    """
    upper, lower = (_WORDS[side] for side in of.split("/"))
    if lower_fc <= 0.0:
        return Outcome(
            status=Status.FAIL,
            limit=most,
            unit="ratio",
            message=f"{lower} is 0: {upper} to {lower} has no value; at most {most:g}:1 is allowed",
        )
    ratio = upper_fc / lower_fc
    return Outcome(
        measured=ratio,
        limit=most,
        unit="ratio",
        message=f"{upper} to {lower} is {ratio:.2f}:1 ({upper_fc:.2f} fc to {lower_fc:.2f} fc);"
        f" at most {most:g}:1 is allowed",
    )


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    of, most = str(context.params["of"]), float(context.params["most"])
    kinds = context.params.get("zone_kind")
    if kinds and context.subject.get("kind") not in kinds:
        return [_not_applicable(f"not a {' or '.join(kinds)} area")]
    scope = context.params.get("scope_option")
    whole = scope is not None and context.option(str(scope)).value == "whole_site"
    if context.calculation is None:
        return [_from_facts(context.subject, of, most, whole=whole)]
    zone = context.calculation.zones[context.subject.id]
    if zone.zone.plane != "horizontal":
        return [_not_applicable("its meters are vertical: ratios are of horizontal light")]
    layer = str(context.params.get("layer", "maintained"))
    stats = _site_statistics(context.calculation, layer) if whole else zone.statistics(layer)
    upper, lower = (getattr(stats, f"{side}_fc") for side in of.split("/"))
    outcome = ratio_outcome(of, upper, lower, most)
    scope_words = f"over all {stats.n_points} points of the site, " if whole else ""
    return [
        replace(
            outcome,
            witness=stats.max_at_ft if of.startswith("max") else stats.min_at_ft,
            message=scope_words + outcome.message,
        )
    ]


def _not_applicable(why: str) -> Outcome:
    return Outcome(status=Status.NOT_APPLICABLE, message=why)


def _site_statistics(calculation: Calculation, layer: str) -> Statistics:
    """Summarise the points of all horizontal zones together."""
    known = _WHOLE.setdefault(calculation, {})
    if layer not in known:
        zones = [zone for zone in calculation.zones.values() if zone.zone.plane == "horizontal"]
        known[layer] = statistics(
            np.concatenate([zone.points_ft for zone in zones]),
            np.concatenate([zone.layer_fc(layer) for zone in zones]),
        )
    return known[layer]


def _from_facts(zone: Row, of: str, most: float, *, whole: bool) -> Outcome:
    """Judge from a zone's stated figures, where there is no calculation."""
    if whole:
        return Outcome(missing=frozenset({"a calculation of the whole site"}))
    fields = [f"{side}_maintained_fc" for side in of.split("/")]
    missing = frozenset(f"calc_zone.{name}" for name in fields if zone.number(name) is None)
    if missing:
        return Outcome(missing=missing)
    upper, lower = (zone.number(name) or 0.0 for name in fields)
    return ratio_outcome(of, upper, lower, most)


RATIO: Final = CheckKind(
    judge=_judge,
    records=frozenset({"calc_zone"}),
    parameters={
        "of": Parameter("text", required=True, tokens=RATIOS),
        "most": Parameter("number", required=True),
        "layer": Parameter("text", tokens=("initial", "maintained")),
        "zone_kind": Parameter("list", tokens=("parking", "traffic", "pedestrian", "atm", "other")),
        "scope_option": Parameter("option"),
    },
)
