"""Hours: what a luminaire does after close of business, and whether it is reduced enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.decisions import decision_on, determined
from photometry.ordinance.lighting.targets import NoTarget, target_of_activity
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Head, Site

__all__ = ["AFTER_HOURS", "after_close_share"]

SECURITY: Final = "security"  # the activity of ies_target whose average is the security level


def after_close_share(head: Head, site: Site) -> float | None:
    """Give the share of full output that the scene after close leaves a head; None without one."""
    scene = next((scene for scene in site.scenes if scene.after_close), None)
    return None if scene is None else scene.groups.get(head.group, 1.0)


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge a luminaire that stays on: full output fails unless a person has found otherwise."""
    choice = context.option(str(context.params["level_option"]))
    if choice.value == "percent_of_full":
        return [_percent(context, choice.number or 0.0)]
    if choice.value == "iesna_security":
        return [_level(context)]
    if context.subject.get("after_hours_mode") == "full" and decision_on(context) is None:
        return [
            Outcome(
                status=Status.FAIL,
                measured="full",
                limit="minimum level necessary",
                message="stays at full output after close, with no finding that it needs to",
            )
        ]
    return [determined(context, str(context.params.get("question", "")))]


def _percent(context: PhotometricContext, most_pct: float) -> Outcome:
    left = context.subject.number("after_hours_dim_pct")
    if left is None and context.subject.get("after_hours_mode") == "full":
        left = 100.0
    if left is None:
        return Outcome(missing=frozenset({"luminaire.after_hours_dim_pct"}))
    return Outcome(
        measured=left,
        op="<=",
        limit=most_pct,
        unit="percent",
        exact=True,
        message=f"left at {left:g} % of full output; at most {most_pct:g} % (the user's number)",
    )


def _level(context: PhotometricContext) -> Outcome:
    """Judge the brightest zone of the scene after close against the user's security level."""
    target = target_of_activity(context, SECURITY)
    if isinstance(target, NoTarget):
        return Outcome(missing=target.missing, message=target.why)
    most_fc = target.avg_fc
    if most_fc is None:
        return Outcome(missing=frozenset({"ies_target.recommended_avg_fc"}))
    calculation = context.calculation
    scenes = [] if calculation is None else [s for s in calculation.site.scenes if s.after_close]
    averages: dict[str, float] = {}
    if calculation is not None and scenes:
        averages = {
            name: zone.statistics(f"scene:{scenes[0].name}").avg_fc
            for name, zone in calculation.zones.items()
            if zone.zone.plane == "horizontal"
        }
    if not averages:
        return Outcome(missing=frozenset({"a calculated scene with after_close = true"}))
    name = max(averages, key=lambda one: averages[one])
    return Outcome(
        measured=averages[name],
        op="<=",
        limit=most_fc,
        unit="fc",
        message=f"zone {name} has {averages[name]:.2f} fc on average after close; at most"
        f" {most_fc:g} fc ({target.words})",
    )


AFTER_HOURS: Final = CheckKind(
    judge=_judge,
    records=frozenset({"luminaire"}),
    parameters={
        "level_option": Parameter("option", required=True),
        "question": Parameter("text"),
    },
)
