"""Light levels: what a zone gets, against the level that its activity asks for.

The recommended levels of the IES are not reproduced here: the user supplies them, as rows of
``ies_target`` by activity, or as the targets of a zone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.decisions import determined
from photometry.ordinance.lighting.targets import NoTarget, Target, target_of_zone
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["LEVEL", "LEVEL_IS_SET", "level_outcomes"]

STATISTICS: Final = ("as_published", "average_only", "minimum_only")


def level_outcomes(
    side: str,
    statistic: str,
    avg_fc: float | None,
    min_fc: float | None,
    target: Target,
    tolerance_pct: float = 0.0,
) -> list[Outcome]:
    """Judge a zone's average and minimum against its recommended level.

    Parameters
    ----------
    side
        ``lower``: the level must be met; ``upper``: it must not be exceeded.
    statistic
        ``as_published``: average against a recommended average and minimum against a
        recommended minimum, those that there are (a recommended minimum is a floor: it caps
        the minimum only where there is no recommended average); ``average_only``;
        ``minimum_only``.
    avg_fc, min_fc
        Maintained horizontal illuminance of the zone, fc; None where it is not known.
    target
        The level.
    tolerance_pct
        What the upper side may be over, percent.

    Returns
    -------
    list of Outcome
        One for each figure that is judged, the worst first; empty if there is none.
    """
    pairs = {
        "average": (avg_fc, target.avg_fc, "calc_zone.avg_maintained_fc"),
        "minimum": (min_fc, target.min_fc, "calc_zone.min_maintained_fc"),
    }
    both = ("average",) if side == "upper" and target.avg_fc is not None else ("average", "minimum")
    wanted = {"average_only": ("average",), "minimum_only": ("minimum",)}.get(statistic, both)
    judged: list[tuple[float, Outcome]] = []
    for name in wanted:
        value, level, field = pairs[name]
        if level is not None and value is None:
            # After what fails and before what passes: a failure stands whatever is missing.
            judged.append((-1e-9, Outcome(missing=frozenset({field}))))
        elif level is not None and value is not None:
            judged.append(_against(side, name, value, level, target.words, tolerance_pct))
    return [outcome for _, outcome in sorted(judged, key=lambda pair: pair[0])]


def _against(
    side: str, name: str, value: float, level: float, words: str, tolerance_pct: float
) -> tuple[float, Outcome]:
    """Judge one figure; with the share of the limit that is left, to sort by."""
    limit = level if side == "lower" else level * (1.0 + tolerance_pct / 100.0)
    room = value - limit if side == "lower" else limit - value
    asked = "at least" if side == "lower" else "at most"
    excess = f" ({value - level:+.2f} fc)" if side == "upper" else ""
    outcome = Outcome(
        measured=value,
        op=">=" if side == "lower" else "<=",
        limit=limit,
        unit="fc",
        message=f"the {name} is {value:.2f} fc maintained; {asked} {limit:g} fc is asked for"
        f" ({words}){excess}",
    )
    return (room / limit if limit else room), outcome


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    target = target_of_zone(context)
    if isinstance(target, NoTarget):
        return [Outcome(missing=target.missing, message=target.why)]
    figures = _figures(context)
    if isinstance(figures, Outcome):
        return [figures]
    statistic = _statistic(context)
    outcomes = level_outcomes(
        str(context.params["side"]), statistic, *figures, target, _tolerance(context, target)
    )
    if not outcomes:
        name = "min" if statistic == "minimum_only" else "avg"
        return [Outcome(missing=frozenset({f"ies_target.recommended_{name}_fc"}))]
    return outcomes[:1]  # the worst: a zone is judged once


def _statistic(context: PhotometricContext) -> str:
    """Give the statistic that a rule fixes, or the option's."""
    name = context.params.get("statistic_option")
    if name is not None:
        return str(context.option(str(name)).value)
    return str(context.params.get("statistic", "as_published"))


def _tolerance(context: PhotometricContext, target: Target) -> float:
    """Give the band above the level, percent: the user's number, else the table's."""
    name = context.params.get("tolerance_option")
    choice = None if name is None else context.option(str(name))
    if choice is None or choice.value != "tolerance":
        return 0.0
    return choice.number if choice.number is not None else target.over_tolerance_pct or 0.0


def _judge_set(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge whether a zone has a level at all: the IES's, or one that the Board has set."""
    target = target_of_zone(context)
    if isinstance(target, Target):
        if target.by_board:
            return [Outcome(status=Status.PASS, message=f"{target.words} is recorded")]
        return [Outcome(status=Status.NOT_APPLICABLE, message=f"{target.words} is given")]
    if "ies_target" not in target.missing:
        return [Outcome(missing=target.missing, message=target.why)]
    return [determined(context, f"{target.why}. {context.params.get('question', '')}")]


def _figures(context: PhotometricContext) -> tuple[float | None, float | None] | Outcome:
    """Give maintained average and minimum of the zone, fc."""
    zone = context.subject
    if context.calculation is None:
        return zone.number("avg_maintained_fc"), zone.number("min_maintained_fc")
    result = context.calculation.zones[zone.id]
    if result.zone.plane != "horizontal" and not context.params.get("any_plane"):
        why = "its meters are vertical: the level is of horizontal light"
        return Outcome(status=Status.NOT_APPLICABLE, message=why)
    found = result.statistics("maintained")
    return found.avg_fc, found.min_fc


LEVEL: Final = CheckKind(
    judge=_judge,
    records=frozenset({"calc_zone"}),
    parameters={
        "side": Parameter("text", required=True, tokens=("lower", "upper")),
        "statistic_option": Parameter("option"),
        "statistic": Parameter("text", tokens=STATISTICS),
        "any_plane": Parameter("flag"),
        "tolerance_option": Parameter("option"),
    },
)
LEVEL_IS_SET: Final = CheckKind(
    judge=_judge_set,
    records=frozenset({"calc_zone"}),
    parameters={"question": Parameter("text")},
)
