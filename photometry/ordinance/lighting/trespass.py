"""Light trespass: the largest reading along a line, against a limit in footcandles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast

from photometry.ordinance.finding import Detail, Status, Where
from photometry.ordinance.lighting.places import Nowhere, place_of, with_access_width
from photometry.ordinance.lighting.readings import head_shares, line_reading
from photometry.ordinance.lighting.stated_points import stated_maximum
from photometry.ordinance.messages import feet_in_words, place_in_words
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter
from photometry.site.property import LineRequest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from photometry.engine.results import Calculation
    from photometry.ordinance.lighting.places import Place
    from photometry.ordinance.lighting.readings import Reading
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Site
    from photometry.site.property import LineKind

__all__ = [
    "LINE_KINDS",
    "LINE_MAXIMUM",
    "Question",
    "counted_heads",
    "largest",
    "nowhere",
    "question_of",
    "requested_lines",
    "shares",
]

Basis = Literal["initial", "maintained"]
LINE_KINDS: Final = ("property_line", "pavement_edge", "access_points", "offset", "dwellings")
LEAST_SHARE: Final = 1e-3  # of a reading: what a luminaire must add to be named in the details
LINE_WORDS: Final[Mapping[str, str]] = {
    "property_line": "on the property line",
    "pavement_edge": "at the pavement edge",
    "access_points": "at the pavement edge of a site access",
    "dwellings": "at the dwelling",
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a line, under the options chosen.

    Attributes
    ----------
    plane
        ``horizontal_grade``, ``vertical_facing_site`` or ``max_of_both``.
    basis
        Initial or maintained light.
    over_lm
        Only luminaires of more initial lumens count; None where all do.
    whichever
        Reading of "whichever is less"; empty where the rule has no such words.
    access_ft
        Width of site access points; None for that of the driveways drawn.
    """

    line: LineKind
    distance_ft: float
    most_fc: float
    plane: str
    basis: Basis
    over_lm: float | None
    whichever: str
    access_ft: float | None = None

    def words(self, site: Site | None) -> str:
        """Say where, in words."""
        if self.line != "offset":
            return LINE_WORDS[self.line]
        return f"{feet_in_words(self.distance_ft, site)} beyond the property line"


def question_of(context: PhotometricContext) -> Question:
    """Read a rule's parameters and the options that it names."""
    params = context.params
    threshold = float(params.get("over_lm", 0.0))
    nested = _chosen(context, "lumens_option", "all_luminaires") == "nested"
    return Question(
        line=cast("LineKind", params.get("line", "property_line")),
        distance_ft=float(params.get("distance_ft", 0.0)),
        most_fc=float(params.get("most_fc", 0.0)),
        plane=_chosen(context, "plane_option", "horizontal_grade"),
        basis="maintained"
        if _chosen(context, "llf_option", "initial") == "maintained"
        else "initial",
        over_lm=threshold if nested else None,
        whichever=_chosen(context, "dwelling_option", ""),
        access_ft=_number(context, "width_option"),
    )


def _chosen(context: PhotometricContext, parameter: str, default: str) -> str:
    name = context.params.get(parameter)
    return default if name is None else str(context.option(str(name)).value)


def _number(context: PhotometricContext, parameter: str) -> float | None:
    name = context.params.get(parameter)
    return None if name is None else context.option(str(name)).number


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    question = question_of(context)
    if context.calculation is None:
        return [stated_maximum(context, question)]
    counted = counted_heads(context, question)
    if isinstance(counted, Outcome):
        return [counted]
    return [_judge_line(context, context.calculation, question, counted)]


def counted_heads(context: PhotometricContext, question: Question) -> tuple[int, ...] | Outcome:
    """Give the indices of the heads whose light counts."""
    rows = {row.id: row for row in context.among}
    if question.over_lm is not None:
        unknown = [row.id for row in rows.values() if row.number("initial_lumens_lm") is None]
        if unknown:
            return Outcome(
                missing=frozenset({"luminaire.initial_lumens_lm"}),
                message=f"initial lumens of {', '.join(unknown)} are not known",
            )
        rows = {
            name: row
            for name, row in rows.items()
            if (row.number("initial_lumens_lm") or 0.0) > question.over_lm
        }
    heads = context.calculation.site.heads if context.calculation else ()
    return tuple(i for i, head in enumerate(heads) if head.id in rows)


def _judge_line(
    context: PhotometricContext,
    calculation: Calculation,
    question: Question,
    counted: tuple[int, ...],
) -> Outcome:
    place = place_of(
        calculation.site,
        context.subject.id,
        question.line,
        question.distance_ft,
        question.whichever,
    )
    if isinstance(place, Nowhere):
        return nowhere(place)
    if question.access_ft is not None:
        place = with_access_width(calculation.site, place, question.access_ft)
    where = Where("line", place.line.name)
    reading = largest(calculation, place, question, counted)
    if reading is None:
        return Outcome(where=where, status=Status.NOT_APPLICABLE, message="no point of it counts")
    judged, other_words = reading, ""
    if question.whichever == "lower_reading":
        judged, other_words = _lower(context, calculation, question, counted, reading)
    return Outcome(
        where=where,
        measured=judged.fc,
        op="<=",
        limit=question.most_fc,
        unit="fc",
        witness=judged.at_ft,
        details=shares(calculation, judged, question.basis, counted),
        message=f"{judged.fc:.3f} fc ({question.basis}, {judged.meter}) {question.words(calculation.site)} at"
        f" {place_in_words(judged.at_ft, calculation.site)}; at most {question.most_fc:g} fc is allowed{other_words}."
        f" {_all_readings(calculation, place, question, counted)}"
        f"{_remarks(context, calculation, place, question, judged)}",
    )


def nowhere(place: Nowhere) -> Outcome:
    """Turn the lack of a line into an outcome."""
    if place.missing:
        return Outcome(missing=place.missing, message=place.why)
    return Outcome(status=Status.NOT_APPLICABLE, message=place.why)


def largest(
    calculation: Calculation, place: Place, question: Question, counted: tuple[int, ...]
) -> Reading | None:
    """Give the largest reading of a place on the plane that is asked for."""
    meters: tuple[Literal["horizontal", "vertical"], ...] = {
        "horizontal_grade": ("horizontal",),
        "vertical_facing_site": ("vertical",),
    }.get(question.plane, ("horizontal", "vertical"))  # type: ignore[assignment]  # literals widen in a dict
    found = [
        line_reading(
            calculation, place.line, question.basis, meter, counted=counted, keep=place.keep
        )
        for meter in meters
    ]
    return max((one for one in found if one), key=lambda one: one.fc, default=None)


def _lower(
    context: PhotometricContext,
    calculation: Calculation,
    question: Question,
    counted: tuple[int, ...],
    reading: Reading,
) -> tuple[Reading, str]:
    """Give the lower of the readings beyond the line and at the dwellings."""
    other: LineKind = "dwellings" if question.line == "offset" else "offset"
    place = place_of(
        calculation.site, context.subject.id, other, question.distance_ft, question.whichever
    )
    found = None
    if not isinstance(place, Nowhere):
        found = largest(calculation, place, question, counted)
    if found is None:
        return reading, ""
    words = f" of the lower of two readings ({reading.fc:.3f} and {found.fc:.3f} fc)"
    return min(reading, found, key=lambda one: one.fc), words


def shares(
    calculation: Calculation, reading: Reading, basis: Basis, counted: tuple[int, ...]
) -> tuple[Detail, ...]:
    """Name the luminaires that make a reading, the largest share first."""
    by_head = head_shares(calculation, reading, basis)
    heads = calculation.site.heads
    order = sorted(counted, key=lambda i: -by_head[i])
    return tuple(
        Detail(
            heads[i].id,
            measured=float(by_head[i]),
            witness=(heads[i].luminaire.x_ft, heads[i].luminaire.y_ft, heads[i].luminaire.z_ft),
        )
        for i in order
        if by_head[i] > LEAST_SHARE * reading.fc
    )


def _all_readings(
    calculation: Calculation, place: Place, question: Question, counted: tuple[int, ...]
) -> str:
    """Say the reading of every plane and basis, whatever option is chosen."""
    parts = []
    for basis in ("initial", "maintained"):
        for meter in ("horizontal", "vertical"):
            found = line_reading(
                calculation,
                place.line,
                basis,
                meter,
                counted=counted,
                keep=place.keep,
            )
            if found is not None:
                parts.append(f"{basis} {meter} {found.fc:.3f}")
    return f"Readings {question.words(calculation.site)}, fc: {', '.join(parts)}."


def _remarks(
    context: PhotometricContext,
    calculation: Calculation,
    place: Place,
    question: Question,
    judged: Reading,
) -> str:
    """Say what light was left out, and how much comes from large luminaires."""
    words = ""
    threshold = context.params.get("over_lm")
    if threshold is not None and question.over_lm is None:
        words += _large_share(context, calculation, judged, question.basis, float(threshold))
    if context.lifted:
        every = tuple(range(len(calculation.site.heads)))
        total = largest(calculation, place, question, every)
        names = ", ".join(sorted(context.lifted))
        words += f" Not counted: {names}"
        words += f" (with all light {total.fc:.3f} fc)." if total else "."
    return words


def _large_share(
    context: PhotometricContext,
    calculation: Calculation,
    judged: Reading,
    basis: Basis,
    threshold_lm: float,
) -> str:
    by_head = head_shares(calculation, judged, basis)
    lumens = {row.id: row.number("initial_lumens_lm") for row in context.among}
    large = [
        float(by_head[i])
        for i, head in enumerate(calculation.site.heads)
        if (lumens.get(head.id) or 0.0) > threshold_lm
    ]
    return f" Of it {sum(large):.3f} fc from luminaires over {threshold_lm:,.0f} lm."


def requested_lines(params: Mapping[str, Any]) -> tuple[LineRequest, ...]:
    """Give the line that a rule's parameters name."""
    kind = cast("LineKind", params["line"])
    distance_ft = float(params.get("distance_ft", 0.0)) if kind == "offset" else 0.0
    return (LineRequest(kind, distance_ft),)


LINE_MAXIMUM: Final = CheckKind(
    judge=_judge,
    records=frozenset({"boundary"}),
    parameters={
        "line": Parameter("text", required=True, tokens=LINE_KINDS),
        "most_fc": Parameter("number", required=True),
        "distance_ft": Parameter("number"),
        "plane_option": Parameter("option"),
        "llf_option": Parameter("option"),
        "lumens_option": Parameter("option"),
        "over_lm": Parameter("number"),
        "dwelling_option": Parameter("option"),
        "width_option": Parameter("option"),
    },
    lines=requested_lines,
)
