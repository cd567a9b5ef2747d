"""Source visibility: how high above grade beyond the site a source can be seen."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.ordinance.finding import Detail, Status
from photometry.ordinance.lighting.places import Nowhere
from photometry.ordinance.lighting.source_views import (
    NEAR_FT,
    lookout_of,
    place_for,
    question_of,
    sight_of,
)
from photometry.ordinance.lighting.stated_points import stated_dwelling, stated_rows
from photometry.ordinance.lighting.trespass import LINE_KINDS, nowhere, requested_lines
from photometry.ordinance.lighting.visibility import (
    HEIGHT_TOLERANCE_FT,
    cutoff_needed_deg,
    look_from,
)
from photometry.ordinance.messages import feet_in_words, length_in_words, place_in_words
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.lighting.places import Place
    from photometry.ordinance.lighting.source_views import Question
    from photometry.ordinance.lighting.visibility import Sight
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Site
    from photometry.site.property import LineKind

__all__ = ["SOURCE_HEIGHT"]


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    question = question_of(context)
    if context.site is None:
        return [_stated(context, question)]
    outcome = _judge_line(context, context.site, question)
    points = context.params.get("points_option")
    if (
        points is not None
        and context.option(str(points)).value == "either_passes"
        and _fails(outcome)
    ):
        other = _other_line(context, question)
        if other is not None:
            outcome = _either(outcome, _judge_line(context, context.site, other))
    return [outcome]


def _judge_line(context: PhotometricContext, site: Site, question: Question) -> Outcome:
    place = place_for(site, context.subject.id, question)
    if isinstance(place, Nowhere):
        return nowhere(place)
    rows = {row.id: row for row in context.among}
    sights = {
        index: sight_of(site, place, index, rows[head.id], question)
        for index, head in enumerate(site.heads)
        if head.id in rows
    }
    highest = max((one.height_ft for one in sights.values() if one), default=-math.inf)
    for index, sight in sights.items():
        if sight is not None and _matters(sight.height_ft, highest, question.most_ft):
            row = rows[site.heads[index].id]
            sights[index] = sight_of(site, place, index, row, question, exact=True)
    seen = sorted(
        ((index, sight) for index, sight in sights.items() if sight is not None),
        key=lambda item: -item[1].height_ft,
    )
    if not seen:
        return Outcome(status=Status.NOT_APPLICABLE, message="no luminaire is judged here")
    return _outcome(site, place, seen, question)


def _matters(height_ft: float, highest_ft: float, limit_ft: float) -> bool:
    """Tell whether a height found quickly is so near the limit, or the top, to be found exactly."""
    return height_ft >= highest_ft - NEAR_FT or abs(height_ft - limit_ft) <= NEAR_FT


def _outcome(
    site: Site, place: Place, seen: Sequence[tuple[int, Sight]], question: Question
) -> Outcome:
    """Report the worst luminaire, and all that fail."""
    worst = seen[0][1]
    details = tuple(_detail(site.heads[index].id, sight, question.most_ft) for index, sight in seen)
    failing = tuple(detail for detail in details if detail.status is Status.FAIL)
    height = _settled(worst.height_ft, question.most_ft)
    look = lookout_of(site, place, seen[0][0])
    there = look_from(site, place.line, look.source_ft, np.array([worst.at_ft[:2]]))
    needed_deg = cutoff_needed_deg(look, question.most_ft, place.keep)
    there_deg = cutoff_needed_deg(there, question.most_ft)
    return Outcome(
        status=details[0].status,
        measured=height if math.isfinite(height) else _words(height),
        limit=question.most_ft,
        unit="ft",
        witness=worst.at_ft,
        details=failing or details[:1],
        message=_sentence(site, details[0].luminaire, worst, question)
        + f"; {_what_hides(there_deg, needed_deg, question.line)}."
        + f" {len(failing)} of {len(details)} luminaires show above the limit",
    )


def _sentence(site: Site, name: str, sight: Sight, question: Question) -> str:
    above = f"{feet_in_words(question.most_ft, site)} above grade"
    limit = above if question.most_ft else "ground level"
    cutoff = "none" if sight.cutoff_deg >= 180.0 else f"{sight.cutoff_deg:.1f} degrees"
    where = (
        f"{place_in_words(sight.at_ft, site)}, {length_in_words(sight.distance_ft, site, 1)} away"
    )
    if -math.inf < sight.height_ft < 0.0:
        said = f"is hidden: the line of sight meets the ground before the line, at {where}"
    else:
        said = f"can be seen from {_height_words(sight.height_ft, site)} at {where}"
    return (
        f"the source of {name} {said}; it must not show above {limit}."
        f" Its cutoff angle there is {cutoff}"
    )


def _what_hides(there_deg: float, everywhere_deg: float, line: LineKind) -> str:
    """Say which cutoff angle would hide a source at the place told, and which from all of a line.

    The place is the worst for the cutoff as installed. Where that differs by bearing, or where a
    wall hides less elsewhere, another place asks for a smaller angle.
    """
    all_of_it = "every dwelling" if line == "dwellings" else "the whole line"
    there, everywhere = f"{there_deg:.1f}", f"{everywhere_deg:.1f}"
    if there == everywhere:
        return f"{everywhere} degrees or less would hide it, there and from {all_of_it}"
    return f"{there} degrees or less would hide it there, {everywhere} degrees or less from {all_of_it}"


def _height_words(height_ft: float, site: Site) -> str:
    if not math.isfinite(height_ft):
        return _words(height_ft)
    return f"up to {length_in_words(height_ft, site, 2)} above grade"


def _words(height_ft: float) -> str:
    return "every height" if height_ft > 0.0 else "no height"


def _settled(height_ft: float, limit_ft: float) -> float:
    """Put a height that rounding alone parts from the limit on the limit."""
    return limit_ft if abs(height_ft - limit_ft) <= HEIGHT_TOLERANCE_FT else height_ft


def _detail(name: str, sight: Sight, limit_ft: float) -> Detail:
    height = _settled(sight.height_ft, limit_ft)
    finite = math.isfinite(height)
    return Detail(
        name,
        measured=height if finite else _words(height),
        margin=limit_ft - height if finite else None,
        status=Status.PASS if height <= limit_ft else Status.FAIL,
        witness=sight.at_ft,
    )


def _other_line(context: PhotometricContext, question: Question) -> Question | None:
    """Give the other of the two lines of a road boundary, for VISIBILITY_POINTS."""
    if context.subject.get("adjoins_public_road") is not True:
        return None
    other: LineKind = "offset" if question.line == "pavement_edge" else "pavement_edge"
    return replace(question, line=other)


def _fails(outcome: Outcome) -> bool:
    return outcome.status is Status.FAIL


def _either(own: Outcome, other: Outcome) -> Outcome:
    """Let a line pass because the other of the two does."""
    if other.status is not Status.PASS:
        return own
    words = f"passes because the other of the two places does: {other.message}"
    return Outcome(
        status=Status.PASS,
        measured=other.measured,
        limit=other.limit,
        unit=other.unit,
        witness=other.witness,
        details=own.details,
        message=words,
    )


def _stated(context: PhotometricContext, question: Question) -> Outcome:
    """Judge the stated heights at a line, where facts alone are judged."""
    elsewhere = stated_dwelling(
        context.subject, question.line, question.distance_ft, question.whichever
    )
    if elsewhere is not None:
        return elsewhere
    name = "direct_light_cutoff_height_ft"
    rows = [row for row in stated_rows(context, question.line) if row.values.get(name) is not None]
    if not rows:
        return Outcome(missing=frozenset({f"calc_point.{name}"}))
    heights = [height for row in rows if (height := row.number(name)) is not None]
    if not heights:  # every one is "none": seen from no height
        return Outcome(status=Status.PASS, measured="no height", limit=question.most_ft, unit="ft")
    return Outcome(measured=max(heights), op="<=", limit=question.most_ft, unit="ft", exact=True)


SOURCE_HEIGHT: Final = CheckKind(
    judge=_judge,
    records=frozenset({"boundary"}),
    parameters={
        "line": Parameter("text", required=True, tokens=LINE_KINDS),
        "most_ft": Parameter("number", required=True),
        "distance_ft": Parameter("number"),
        "test_option": Parameter("option", required=True),
        "points_option": Parameter("option"),
        "dwelling_option": Parameter("option"),
    },
    lines=requested_lines,
)
