"""Light on a nonresidential neighbour, against the level that the neighbour's own use asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Where
from photometry.ordinance.lighting.places import Nowhere, place_of
from photometry.ordinance.lighting.stated_points import stated_rows
from photometry.ordinance.lighting.targets import NoTarget, target_of_activity
from photometry.ordinance.lighting.trespass import (
    counted_heads,
    largest,
    nowhere,
    question_of,
    shares,
)
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter
from photometry.site.property import LineRequest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["ADJOINING_LEVEL"]


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge the spill at the property line, with the neighbour's own light where it is recorded."""
    use = context.subject.get("adjacent_use")
    if use is None:
        return [Outcome(missing=frozenset({"boundary.adjacent_use"}))]
    target = target_of_activity(context, str(use))
    if isinstance(target, NoTarget):
        return [Outcome(missing=target.missing, message=target.why)]
    if target.avg_fc is None:
        return [Outcome(missing=frozenset({"ies_target.recommended_avg_fc"}))]
    ambient = 0.0
    if context.option(str(context.params["ambient_option"])).value == "recorded":
        recorded = context.subject.number("adjacent_ambient_fc")
        if recorded is None:
            return [Outcome(missing=frozenset({"boundary.adjacent_ambient_fc"}))]
        ambient = recorded
    return [_with_spill(context, ambient, target.avg_fc, target.words)]


def _with_spill(context: PhotometricContext, ambient: float, most_fc: float, words: str) -> Outcome:
    if context.calculation is None:
        stated = [row.number("illuminance_fc") for row in stated_rows(context, "adjoining_use")]
        known = [value for value in stated if value is not None]
        if not known:
            return Outcome(missing=frozenset({"calc_point.illuminance_fc"}))
        return Outcome(
            measured=max(known) + ambient,
            limit=most_fc,
            unit="fc",
            message=_words(max(known), ambient, most_fc, words),
        )
    question = question_of(context)
    counted = counted_heads(context, question)
    if isinstance(counted, Outcome):
        return counted
    calculation = context.calculation
    place = place_of(calculation.site, context.subject.id, question.line, 0.0, "")
    if isinstance(place, Nowhere):
        return nowhere(place)
    reading = largest(calculation, place, question, counted)
    spill = 0.0 if reading is None else reading.fc
    return Outcome(
        where=Where("line", place.line.name),
        measured=spill + ambient,
        limit=most_fc,
        unit="fc",
        witness=None if reading is None else reading.at_ft,
        details=() if reading is None else shares(calculation, reading, question.basis, counted),
        message=_words(spill, ambient, most_fc, words),
    )


def _words(spill: float, ambient: float, most_fc: float, words: str) -> str:
    own = f" on top of {ambient:.2f} fc there" if ambient else ""
    return f"spill of {spill:.3f} fc at the property line{own}; at most {most_fc:g} fc ({words})"


def _lines(params: Mapping[str, Any]) -> tuple[LineRequest, ...]:  # noqa: ARG001  # the signature is the interface
    return (LineRequest("property_line"),)


ADJOINING_LEVEL: Final = CheckKind(
    judge=_judge,
    records=frozenset({"boundary"}),
    parameters={
        "ambient_option": Parameter("option", required=True),
        "plane_option": Parameter("option"),
        "llf_option": Parameter("option"),
        "lumens_option": Parameter("option"),
        "over_lm": Parameter("number"),
    },
    lines=_lines,
)
