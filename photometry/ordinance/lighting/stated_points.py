"""Readings that somebody states as facts, where there is no calculation to take them from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.places import LOCATION_KINDS
from photometry.ordinance.photometric import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.lighting.trespass import Question
    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["stated_dwelling", "stated_maximum", "stated_rows"]

PLANES: Final[Mapping[str, tuple[str, ...]]] = {
    "horizontal_grade": ("horizontal",),
    "vertical_facing_site": ("vertical_facing_site",),
    "max_of_both": ("horizontal", "vertical_facing_site"),
}


def stated_rows(context: PhotometricContext, line: str) -> list[Row]:
    """Give the calc_point rows of a line of the boundary that is judged."""
    rows = context.facts.rows("calc_point") or ()
    access = line == "access_points"
    return [
        row
        for row in rows
        if row.get("boundary_id") == context.subject.id
        and row.get("location_kind") == LOCATION_KINDS[line]
        and (line not in {"pavement_edge", "access_points"} or _is_access(row) == access)
    ]


def stated_maximum(context: PhotometricContext, question: Question) -> Outcome:
    """Judge the largest stated reading of a line.

    A reading that does not say its plane or its basis is taken as what is asked for.
    """
    elsewhere = stated_dwelling(
        context.subject, question.line, question.distance_ft, question.whichever
    )
    if elsewhere is not None:
        return elsewhere
    rows = _readings(stated_rows(context, question.line), question)
    if not rows:
        if question.line == "access_points":
            return Outcome(status=Status.NOT_APPLICABLE, message="no site access point is stated")
        return Outcome(missing=frozenset({"calc_point.illuminance_fc"}))
    field = "illuminance_fc" if question.over_lm is None else "illuminance_over_1800_fc"
    values = [row.number(field) for row in rows]
    if any(value is None for value in values):
        return Outcome(missing=frozenset({f"calc_point.{field}"}))
    worst = max(value for value in values if value is not None)
    if question.whichever == "lower_reading":
        worst = min(worst, _lowest_other(context, question, field, worst))
    return Outcome(
        measured=worst,
        limit=question.most_fc,
        unit="fc",
        exact=True,
        message=f"{worst:g} fc stated {question.words(context.site)}; at most {question.most_fc:g} fc is allowed",
    )


def stated_dwelling(row: Row, line: str, distance_ft: float, whichever: str) -> Outcome | None:
    """Say what the stated distance of the nearest dwelling makes of a line; None: judge it.

    Parameters
    ----------
    row
        The boundary.
    line, distance_ft
        The line, and the offset that a nearer dwelling replaces.
    whichever
        Reading of "whichever is less"; empty where the rule has no such words.
    """
    stated = row.values.get("nearest_dwelling_distance_ft")
    nearest = row.number("nearest_dwelling_distance_ft")
    if line == "dwellings" and stated is None:
        return Outcome(missing=frozenset({"boundary.nearest_dwelling_distance_ft"}))
    if line == "dwellings" and nearest is None:
        return Outcome(status=Status.NOT_APPLICABLE, message="there is no dwelling")
    if whichever != "nearer_point" or nearest is None:
        return None
    if line == "offset" and nearest < distance_ft:
        why = f"a dwelling stands {nearest:g} ft beyond the line, nearer than {distance_ft:g} ft"
        return Outcome(status=Status.NOT_APPLICABLE, message=why)
    if line == "dwellings" and nearest >= distance_ft:
        why = f"no dwelling stands nearer than {distance_ft:g} ft"
        return Outcome(status=Status.NOT_APPLICABLE, message=why)
    return None


def _is_access(row: Row) -> bool:
    return row.get("is_site_access_point") is True


def _readings(rows: Sequence[Row], question: Question) -> list[Row]:
    planes = PLANES[question.plane]
    return [
        row
        for row in rows
        if row.get("plane") in {None, *planes} and row.get("llf_basis") in {None, question.basis}
    ]


def _lowest_other(
    context: PhotometricContext, question: Question, field: str, otherwise: float
) -> float:
    """Give the largest reading of the other of the two places, if one is stated."""
    other = "dwellings" if question.line == "offset" else "offset"
    rows = _readings(stated_rows(context, other), question)
    values = [row.number(field) for row in rows]
    return max((value for value in values if value is not None), default=otherwise)
