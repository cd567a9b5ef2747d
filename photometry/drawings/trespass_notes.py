"""What sheet L-3 says in words: how it is judged, and why a chart is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.drawings.light_chart import judged_words
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY
from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT
from photometry.ordinance.finding import Status
from photometry.ordinance.profiles import LightProfile, SightProfile
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.text import STATUS_WORDS, clause, option_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from photometry.drawings.bands import Band
    from photometry.drawings.trespass_plan import DrawnTrespass
    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = ["judgement_notes", "no_light_remark", "no_sight_remark"]

MOST_NAMED: Final = 12
SEARCH_FT: Final = 0.5


def no_light_remark(band: Band, findings: Sequence[Finding]) -> str:
    """Say why no limit of illuminance is drawn for a band."""
    return _remark("no maximum of illuminance is set along this line", band, findings, "fc")


def no_sight_remark(band: Band, findings: Sequence[Finding]) -> str:
    """Say why no limit of visibility is drawn for a band."""
    return _remark("source visibility is not judged along this line", band, findings, "ft")


def _remark(words: str, band: Band, findings: Sequence[Finding], unit: str) -> str:
    drawn = {id(curve.finding) for curve in band.curves}
    others = [
        f"{clause(one.citation)}: {STATUS_WORDS[one.status]}"
        for one in findings
        if one.where.name.partition("/")[0] == band.boundary_id
        and id(one) not in drawn
        and one.where.kind in {"line", "boundary"}
        and one.status != Status.NOT_APPLICABLE
        and one.unit in {unit, None}
    ]
    return "; ".join([words, *dict.fromkeys(others)])


def judgement_notes(
    bands: Sequence[Band],
    plan: DrawnTrespass,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
    remarks: Sequence[str] = (),
) -> list[str]:
    """Write how light and sight beyond the site are judged, and what the sheet leaves out.

    `remarks` are those on single lines.
    """
    curves = [curve for band in bands for curve in band.curves]
    lights = [one for one in curves if isinstance(one.profile, LightProfile)]
    sights = [one for one in curves if isinstance(one.profile, SightProfile)]
    notes = []
    if lights:
        judged = " or ".join(dict.fromkeys(judged_words(one.finding) for one in lights))
        notes.append(
            f"Trespass is judged on {judged} illuminance{_chosen(lights)}. Horizontal: meter level "
            f"at grade. Vertical: {length.measure(VERTICAL_METER_HEIGHT_FT)} above grade, facing the "
            "nearest point of the property line."
        )
        notes += light.notes()
    if sights:
        notes.append(
            "A source shows up to: its height above the point − distance / tan(cutoff angle). The "
            f"cutoff angle is as installed, tilt included, and as declared where it is{_chosen(sights)}. "
            "Walls and buildings hide what is behind them; terrain and trees do not. At or under "
            "the limit passes."
        )
    lifted = _lifted(one.finding for one in sights)
    if lifted:
        notes.append(f"Left out of source visibility: {lifted}.")
    notes.append(
        "Stations run along each line in the direction of the site file's boundaries, from the 0 on "
        "the plan. Largest readings are those of the continuous line, searched every "
        f"{length.measure(SEARCH_FT)} and refined."
    )
    notes += remarks
    notes.append(f"{DIRECT_LIGHT_ONLY}")
    if plan.unflagged:
        named = _named(plan.unflagged)
        notes.append(f"Points without a flag on the plan: {named}; the table gives their places.")
    if plan.untagged:
        notes.append(f"Without a tag for want of room: {_named(plan.untagged)}.")
    return notes


def _chosen(curves: Iterable[object]) -> str:
    """Name the interpretations that decide all of some curves, in brackets."""
    chosen: dict[str, dict[str, None]] = {}
    for curve in curves:
        finding = getattr(curve, "finding", None)
        for name, value in (finding.options if finding else {}).items():
            if name.startswith(("TRESPASS_", "VISIBILITY_TEST", "WHICHEVER_")):
                chosen.setdefault(name, {})[option_text(value)] = None
    words = "; ".join(f"{name} = {', '.join(values)}" for name, values in chosen.items())
    return f" ({words})" if words else ""


def _lifted(findings: Iterable[Finding | None]) -> str:
    """Name luminaires that an exemption leaves out, by exemption."""
    by_rule: dict[str, dict[str, None]] = {}
    for finding in findings:
        for detail in finding.details if finding else ():
            if detail.status is Status.NOT_APPLICABLE:
                by_rule.setdefault(str(detail.measured), {})[detail.luminaire] = None
    return "; ".join(f"{_named(list(names))} ({rule})" for rule, names in by_rule.items())


def _named(names: Sequence[object]) -> str:
    """List the first of some names, and say how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(map(str, names[:MOST_NAMED])) + (f" and {more} more" if more > 0 else "")
