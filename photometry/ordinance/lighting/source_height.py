"""Source visibility: how high above grade beyond the site a source can be seen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast
from weakref import WeakKeyDictionary

import numpy as np

from photometry.luminaires.cutoff import cutoff_angle_deg
from photometry.luminaires.pose import rotation_matrix
from photometry.ordinance.finding import Detail, Status, Where
from photometry.ordinance.lighting.places import Nowhere, place_of
from photometry.ordinance.lighting.stated_points import stated_dwelling, stated_rows
from photometry.ordinance.lighting.trespass import LINE_KINDS, nowhere
from photometry.ordinance.lighting.visibility import (
    HEIGHT_TOLERANCE_FT,
    source_positions_ft,
    worst_sight,
)
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter
from photometry.site.property import LineRequest

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.lighting.places import Place
    from photometry.ordinance.lighting.visibility import Cutoff, Sight
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Head, Site
    from photometry.site.property import LineKind

    FloatArray = NDArray[np.float64]

__all__ = ["DARK_SHARE", "SOURCE_HEIGHT"]

DARK_SHARE: Final = 0.01  # of the maximum: less counts as dark when a cutoff angle is derived

_SIGHTS: WeakKeyDictionary[Site, dict[Hashable, Sight | None]] = WeakKeyDictionary()
_SOURCES: WeakKeyDictionary[Site, FloatArray] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class _Question:
    line: LineKind
    distance_ft: float
    most_ft: float
    whichever: str
    test: str
    test_cd: float | None


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    question = _question(context)
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


def _question(context: PhotometricContext) -> _Question:
    params = context.params
    choice = context.option(str(params["test_option"]))
    dwelling = params.get("dwelling_option")
    return _Question(
        line=cast("LineKind", params["line"]),
        distance_ft=float(params.get("distance_ft", 0.0)),
        most_ft=float(params["most_ft"]),
        whichever="" if dwelling is None else str(context.option(str(dwelling)).value),
        test=str(choice.value),
        test_cd=None if choice.number is None else float(choice.number),
    )


def _judge_line(context: PhotometricContext, site: Site, question: _Question) -> Outcome:
    place = place_of(
        site, context.subject.id, question.line, question.distance_ft, question.whichever
    )
    if isinstance(place, Nowhere):
        return nowhere(place)
    rows = {row.id: row for row in context.among}
    sights = {
        head.id: _sight(site, place, index, rows[head.id], question)
        for index, head in enumerate(site.heads)
        if head.id in rows
    }
    seen = sorted(
        ((name, sight) for name, sight in sights.items() if sight is not None),
        key=lambda item: -item[1].height_ft,
    )
    where = Where("line", place.line.name)
    if not seen:
        return Outcome(
            where=where, status=Status.NOT_APPLICABLE, message="no luminaire is judged here"
        )
    return _outcome(where, seen, question)


def _outcome(where: Where, seen: Sequence[tuple[str, Sight]], question: _Question) -> Outcome:
    """Report the worst luminaire, and all that fail."""
    name, worst = seen[0]
    details = tuple(_detail(one, sight, question.most_ft) for one, sight in seen)
    failing = tuple(detail for detail in details if detail.status is Status.FAIL)
    height = _settled(worst.height_ft, question.most_ft)
    return Outcome(
        where=where,
        status=details[0].status,
        measured=height if math.isfinite(height) else _words(height),
        limit=question.most_ft,
        unit="ft",
        witness=worst.at_ft,
        details=failing or details[:1],
        message=_sentence(name, worst, question, len(failing), len(seen)),
    )


def _sentence(name: str, sight: Sight, question: _Question, failing: int, judged: int) -> str:
    x, y, _ = sight.at_ft
    limit = f"{question.most_ft:g} ft above grade" if question.most_ft else "ground level"
    cutoff = "none" if sight.cutoff_deg >= 180.0 else f"{sight.cutoff_deg:.1f} degrees"
    return (
        f"the source of {name} can be seen from {_height_words(sight.height_ft)} at"
        f" ({x:.1f}, {y:.1f}), {sight.distance_ft:.1f} ft away; it must not show above {limit}."
        f" Its cutoff angle there is {cutoff}; {sight.cutoff_needed_deg:.1f} degrees or less"
        f" would hide it. {failing} of {judged} luminaires show above the limit"
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


def _sight(site: Site, place: Place, index: int, row: Row, question: _Question) -> Sight | None:
    """Find the worst view of a luminaire from a line, once for each way of asking."""
    declared = row.number("cutoff_angle_deg") if question.test == "cutoff_angle" else None
    key = (
        place.line.name,
        place.keep,
        index,
        question.most_ft,
        question.test,
        question.test_cd,
        declared,
    )
    known = _SIGHTS.setdefault(site, {})
    if key not in known:
        if site not in _SOURCES:
            _SOURCES[site] = source_positions_ft(site)
        known[key] = worst_sight(
            site,
            place.line,
            _SOURCES[site][index],
            _cutoff(site.heads[index], question, declared),
            question.most_ft,
            place.keep,
        )
    return known[key]


def _cutoff(head: Head, question: _Question, declared_deg: float | None) -> Cutoff:
    """Give the cutoff angle of a head toward bearings, by the test that is chosen."""
    fixed = 180.0 if question.test == "any_line_of_sight" else declared_deg
    if fixed is not None:
        return lambda bearing_deg: np.full(bearing_deg.shape, fixed)
    distribution = head.luminaire.file.distribution
    share = DARK_SHARE
    if question.test_cd is not None:
        # The user's candela are of the luminaire when new; the file's are before the factors.
        when_new = head.type.initial_factor * head.type.output_factor
        share = question.test_cd / (when_new * distribution.max_candela)
    placed = head.luminaire
    rotation = rotation_matrix(
        placed.orientation_deg, placed.tilt_deg, placed.roll_deg, placed.spin_deg
    )

    def cutoff(bearing_deg: FloatArray) -> FloatArray:
        found = cutoff_angle_deg(distribution, share, rotation, bearing_deg=bearing_deg)
        return np.nan_to_num(found, nan=0.0)  # dark that way: not seen at all

    return cutoff


def _other_line(context: PhotometricContext, question: _Question) -> _Question | None:
    """Give the other of the two lines of a road boundary, for VISIBILITY_POINTS."""
    if context.subject.get("adjoins_public_road") is not True:
        return None
    other: LineKind = "offset" if question.line == "pavement_edge" else "pavement_edge"
    return _Question(
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
    if other.status is not Status.PASS or other.where is None:
        return own
    words = f"passes because {other.where.name} does: {other.message}"
    return Outcome(
        where=own.where,
        status=Status.PASS,
        measured=other.measured,
        limit=other.limit,
        unit=other.unit,
        witness=other.witness,
        details=own.details,
        message=words,
    )


def _stated(context: PhotometricContext, question: _Question) -> Outcome:
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
