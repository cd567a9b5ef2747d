"""Source visibility: how high above grade beyond the site a source can be seen."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast
from weakref import WeakKeyDictionary

from photometry.ordinance.finding import Detail, Status
from photometry.ordinance.lighting.cutoffs import FileCutoff, FixedCutoff
from photometry.ordinance.lighting.places import Nowhere, Place, place_of, whole_edge
from photometry.ordinance.lighting.stated_points import stated_dwelling, stated_rows
from photometry.ordinance.lighting.trespass import LINE_KINDS, nowhere
from photometry.ordinance.lighting.visibility import (
    HEIGHT_TOLERANCE_FT,
    cutoff_needed_deg,
    lookout,
    source_positions_ft,
    worst_sight,
)
from photometry.ordinance.messages import place_in_words
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter
from photometry.site.property import LineRequest

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.lighting.visibility import Cutoff, Lookout, Sight
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Head, Site
    from photometry.site.property import LineKind

    FloatArray = NDArray[np.float64]

__all__ = [
    "DARK_SHARE",
    "SOURCE_HEIGHT",
    "Question",
    "cutoff_of",
    "declared_cutoff_deg",
    "lookout_of",
    "place_for",
    "question_of",
    "sight_of",
    "sources_ft",
]

# Cutoff angles interpolated between whole degrees of bearing are good to some thousandths of a
# foot at any distance of interest; what is this near decides a verdict and is found exactly.
NEAR_FT: Final = 0.2
DARK_SHARE: Final = 0.01  # of the maximum: less counts as dark when a cutoff angle is derived


@dataclass(slots=True)
class _Known:
    """What was found on a site: kept with it, and let go with it."""

    sources_ft: FloatArray
    places: dict[Hashable, Place | Nowhere] = field(default_factory=dict)
    lookouts: dict[Hashable, Lookout] = field(default_factory=dict)
    sights: dict[Hashable, Sight | None] = field(default_factory=dict)


_KNOWN: WeakKeyDictionary[Site, _Known] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a line, under the options chosen: heights in ft, the test's number in cd."""

    line: LineKind
    distance_ft: float
    most_ft: float
    whichever: str
    test: str
    test_cd: float | None


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


def question_of(context: PhotometricContext) -> Question:
    """Read a rule's parameters and the options that it names."""
    params = context.params
    choice = context.option(str(params["test_option"]))
    dwelling = params.get("dwelling_option")
    return Question(
        line=cast("LineKind", params["line"]),
        distance_ft=float(params.get("distance_ft", 0.0)),
        most_ft=float(params["most_ft"]),
        whichever="" if dwelling is None else str(context.option(str(dwelling)).value),
        test=str(choice.value),
        test_cd=None if choice.number is None else float(choice.number),
    )


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


def place_for(site: Site, boundary_id: str, question: Question) -> Place | Nowhere:
    """Find the line that sources are looked at from, once for a site."""
    known = _known(site)
    key = (boundary_id, question.line, question.distance_ft, question.whichever)
    if key not in known.places:
        place = place_of(site, *key)
        edge = whole_edge(site, boundary_id) if question.line == "pavement_edge" else None
        known.places[key] = place if edge is None else Place(edge)
    return known.places[key]


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
    needed_deg = cutoff_needed_deg(
        lookout_of(site, place, seen[0][0]), question.most_ft, place.keep
    )
    return Outcome(
        status=details[0].status,
        measured=height if math.isfinite(height) else _words(height),
        limit=question.most_ft,
        unit="ft",
        witness=worst.at_ft,
        details=failing or details[:1],
        message=_sentence(site, details[0].luminaire, worst, question, needed_deg)
        + f" {len(failing)} of {len(details)} luminaires show above the limit",
    )


def _sentence(site: Site, name: str, sight: Sight, question: Question, needed_deg: float) -> str:
    limit = f"{question.most_ft:g} ft above grade" if question.most_ft else "ground level"
    cutoff = "none" if sight.cutoff_deg >= 180.0 else f"{sight.cutoff_deg:.1f} degrees"
    return (
        f"the source of {name} can be seen from {_height_words(sight.height_ft)} at"
        f" {place_in_words(sight.at_ft, site)}, {sight.distance_ft:.1f} ft away; it must not show above {limit}."
        f" Its cutoff angle there is {cutoff}; {needed_deg:.1f} degrees or less would hide it."
    )


def _height_words(height_ft: float) -> str:
    return (
        f"up to {height_ft:.2f} ft above grade" if math.isfinite(height_ft) else _words(height_ft)
    )


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


def sight_of(
    site: Site,
    place: Place,
    index: int,
    row: Row,
    question: Question,
    *,
    exact: bool = False,
) -> Sight | None:
    """Find the worst view of a luminaire from a line, once for each test of visibility."""
    declared = declared_cutoff_deg(row, question)
    known = _known(site)
    key = (place.line.name, place.keep, index, question.test, question.test_cd, declared, exact)
    if key not in known.sights:
        known.sights[key] = worst_sight(
            site,
            place.line,
            lookout_of(site, place, index),
            cutoff_of(site.heads[index], question, declared),
            place.keep,
            exact=exact,
        )
    return known.sights[key]


def declared_cutoff_deg(row: Row, question: Question) -> float | None:
    """Give the cutoff angle that a luminaire declares, where that is what decides."""
    return row.number("cutoff_angle_deg") if question.test == "cutoff_angle" else None


def sources_ft(site: Site) -> FloatArray:
    """Give the positions (heads, 3) of the sources, found once for a site."""
    return _known(site).sources_ft


def lookout_of(site: Site, place: Place, index: int) -> Lookout:
    """Look at a source from a line, once for all heads at one place."""
    known = _known(site)
    source = known.sources_ft[index]
    key = (place.line.name, *source)
    if key not in known.lookouts:
        known.lookouts[key] = lookout(site, place.line, source)
    return known.lookouts[key]


def _known(site: Site) -> _Known:
    if site not in _KNOWN:
        _KNOWN[site] = _Known(source_positions_ft(site))
    return _KNOWN[site]


def cutoff_of(head: Head, question: Question, declared_deg: float | None) -> Cutoff:
    """Give the cutoff angles of a head, by the test that is chosen."""
    fixed = 180.0 if question.test == "any_line_of_sight" else declared_deg
    if fixed is not None:
        return FixedCutoff(fixed)
    share = DARK_SHARE
    if question.test_cd is not None:
        # The user's candela are of the luminaire when new; the file's are before the factors.
        when_new = head.type.initial_factor * head.type.output_factor
        share = question.test_cd / (when_new * head.luminaire.file.distribution.max_candela)
    return FileCutoff.of(head.luminaire, share)


def _other_line(context: PhotometricContext, question: Question) -> Question | None:
    """Give the other of the two lines of a road boundary, for VISIBILITY_POINTS."""
    if context.subject.get("adjoins_public_road") is not True:
        return None
    other: LineKind = "offset" if question.line == "pavement_edge" else "pavement_edge"
    return Question(
        other,
        question.distance_ft,
        question.most_ft,
        question.whichever,
        question.test,
        question.test_cd,
    )


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


def _lines(params: Mapping[str, Any]) -> tuple[LineRequest, ...]:
    kind = cast("LineKind", params["line"])
    return (LineRequest(kind, float(params.get("distance_ft", 0.0)) if kind == "offset" else 0.0),)


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
    lines=_lines,
)
