"""What a verdict on a line leaves out of the line, adds to it, or finds round a corner of the lot.

A number on one sheet must not contradict the number of the same line on another: these remarks
say why the largest value of a line is not the one that was judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.places import Nowhere, place_of
from photometry.ordinance.lighting.visible_profile import stations_of
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.text import clause
from photometry.tables.words import line_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Boundary, Site
    from photometry.site.property import CalculationLine
    from photometry.tables.display import LengthUnit, LightUnit

    FloatArray = NDArray[np.float64]

__all__ = [
    "existing_fc",
    "existing_remarks",
    "line_remarks",
    "round_corner_remarks",
    "stretch_remarks",
]

STEP_FT: Final = 0.5  # of the stations between which a stretch is told
BESIDE_FT: Final = 0.5  # a place is round a corner if it is so far past the end of its boundary


def line_remarks(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> list[str]:
    """Say why values of a line differ from what was judged of it: stretches, existing light."""
    lines = {name: result.line for name, result in calc.lines.items()}
    return [
        *stretch_remarks(site, lines, findings, length),
        *existing_remarks(site, findings, light, length),
    ]


def stretch_remarks(
    site: Site,
    lines: Mapping[str, CalculationLine],
    findings: Iterable[Finding],
    length: LengthUnit = FEET,
) -> list[str]:
    """Say of which stretch of a line a dwelling is judged instead, as the code is read.

    Parameters
    ----------
    site
        The site, with its dwellings.
    lines
        The lines that were calculated, by name.
    findings
        The verdicts: those on an offset line that let a nearer dwelling take its place.
    length
        The unit of the places.
    """
    said = {}
    for finding in findings:
        line = lines.get(finding.where.name) if finding.where.kind == "line" else None
        if line is None or line.kind != "offset" or not _gives_way(finding):
            continue
        ends = [
            f"from {_at(start, length)} to {_at(end, length)}"
            for start, end in _replaced(site, line)
        ]
        if ends:
            where = line_place(line.name, length)
            said[line.name] = (
                f"Of the line {where} the stretch {' and '.join(ends)} is not judged: the "
                "dwelling, which stands nearer, is judged instead. A value of that stretch, and so "
                "the largest of the whole line, may be over the worst one that is judged."
            )
    return list(said.values())


def _gives_way(finding: Finding) -> bool:
    """Tell whether a verdict was made where "whichever is less" means the nearer point."""
    return finding.status is not Status.NOT_APPLICABLE and any(
        name.startswith("WHICHEVER_") and str(value) == "nearer_point"
        for name, value in finding.options.items()
    )


def _replaced(site: Site, line: CalculationLine) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Give the ends of each stretch of an offset line that does not count."""
    place = place_of(site, line.boundary_id, "offset", line.distance_ft, "nearer_point")
    if isinstance(place, Nowhere) or place.keep is None:
        return
    places = stations_of(line, STEP_FT).xy_ft
    left_out = np.flatnonzero(~place.keep(places))
    for run in np.split(left_out, np.flatnonzero(np.diff(left_out) > 1) + 1):
        if len(run):
            yield places[run[0]], places[run[-1]]


def _at(place_ft: FloatArray, length: LengthUnit) -> str:
    x, y = place_ft
    return f"({length.text(float(x))}, {length.text(float(y))})"


def existing_fc(site: Site, finding: Finding) -> float:
    """Illuminance that was there before and is stated, fc, in what a finding measured; 0 for none."""
    adds = any(
        name.endswith("_AMBIENT") and str(value) == "recorded"
        for name, value in finding.options.items()
    )
    if not adds or finding.unit != "fc" or not isinstance(finding.measured, (int, float)):
        return 0.0
    name = finding.where.name.partition("/")[0]
    stated = next((b.facts.get("adjacent_ambient_fc") for b in site.boundaries if b.id == name), 0)
    return float(stated) if isinstance(stated, (int, float)) else 0.0


def existing_remarks(
    site: Site,
    findings: Iterable[Finding],
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> list[str]:
    """Say which verdicts take in light that the site states to be there already: 1.33 + 0.20 fc."""
    said = []
    for finding in findings:
        existing = existing_fc(site, finding)
        if not existing or not isinstance(finding.measured, (int, float)):
            continue
        own = light.text(finding.measured - existing)
        said.append(
            f"{clause(finding.citation)} {line_place(finding.where.name, length)} "
            f"{light.text(finding.measured)} = {own} from this site + {light.text(existing)} existing"
        )
    if not said:
        return []
    return [
        (
            f"Existing light of the neighbour, as stated in the site file, is in these values, "
            f"{light.name}: {'; '.join(said)}. Contours, values and statistics are of this site alone."
        )
    ]


def round_corner_remarks(
    site: Site,
    lines: Mapping[str, CalculationLine],
    findings: Iterable[Finding],
    length: LengthUnit = FEET,
) -> list[str]:
    """Say which failures lie round a corner of the lot, beside another boundary."""
    boundaries = {boundary.id: boundary for boundary in site.boundaries}
    offsets = {
        line.boundary_id: line.distance_ft for line in lines.values() if line.kind == "offset"
    }
    named = {}
    for finding in findings:
        boundary = boundaries.get(finding.where.name.partition("/")[0])
        beyond = finding.where.kind in {"line", "boundary"} and finding.unit in {"fc", "ft"}
        fails = beyond and finding.status is Status.FAIL
        if not fails or finding.witness is None or boundary is None:
            continue
        away = offsets.get(boundary.id)
        if away is not None and _is_round(boundary, away, finding.witness):
            at = _at(np.array(finding.witness[:2]), length)
            named[f"{clause(finding.citation)} {boundary.id} at {at}"] = away
    if not named:
        return []
    stated = " or ".join(dict.fromkeys(length.stated(away) for away in named.values()))
    return [
        (
            f"A line {stated} beyond a boundary turns round the corner of the lot, so that its worst "
            f"place may lie beside the next boundary: {', '.join(named)}."
        )
    ]


def _is_round(boundary: Boundary, away_ft: float, witness_ft: tuple[float, float, float]) -> bool:
    """Tell whether a place at a distance from a boundary lies past the end of it."""
    path = boundary.line_ft
    line, at = shapely.LineString(path), np.array(witness_ft[:2])
    if abs(shapely.distance(line, shapely.Point(at)) - away_ft) > BESIDE_FT:
        return False
    for end, before in ((path[0], path[1]), (path[-1], path[-2])):
        outward = (end - before) / max(float(np.hypot(*(end - before))), 1e-9)
        foot = shapely.get_coordinates(line.interpolate(line.project(shapely.Point(at))))[0]
        if np.hypot(*(foot - end)) < BESIDE_FT and float((at - end) @ outward) > BESIDE_FT:
            return True
    return False
