"""Limits on the plan: where each applies and where it is reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.contours import contour_lines, kept_where
from photometry.drawings.style import level_text
from photometry.drawings.tables_drawn import capitals
from photometry.ordinance.finding import Status
from photometry.site.geometry import TOLERANCE_FT
from photometry.tables.display import FOOTCANDLES, length_unit
from photometry.tables.words import SEVERITY, judged_layer, layer_name, limit_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from photometry.drawings.field import Field
    from photometry.drawings.ground import Ground
    from photometry.drawings.judged import Judged
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.property import CalculationLine
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Locus", "limit_contours", "limit_loci", "line_polylines"]

INSIDE_FT: Final = 10.0  # a limit's contour is drawn from this far inside the property outward
ARC_STEP_FT: Final = 1.0


@dataclass(frozen=True, eq=False)
class Locus:
    """A line along which a limit of illuminance applies.

    Attributes
    ----------
    line
        The calculation line that was judged.
    away
        How far beyond the line it is: ``25 ft``; empty where it is none of the kind.
    limit_fc, layer
        The limit, and the layer that was held against it (``initial``, ``vertical_initial``).
    status
        The worst verdict along it.
    paths_ft
        The line as polylines (n, 2); empty for points (dwellings).
    """

    line: CalculationLine
    away: str
    limit_fc: float
    limit_words: str
    layer: str
    status: Status
    paths_ft: tuple[FloatArray, ...]

    @property
    def words(self) -> str:
        """What is written beside it: ``PAVEMENT EDGE: limit 0.5 fc (initial)``."""
        what = {
            "pavement_edge": "PAVEMENT EDGE",
            "access_points": "ACCESS POINT",
            "property_line": "PROPERTY LINE",
            "dwellings": "DWELLING",
        }.get(self.line.kind, f"{capitals(self.away)} BEYOND THE LINE")
        layer = self.layer.replace("_", " ").replace("both ", "horizontal or vertical ")
        return f"{what}: limit {self.limit_words} ({layer})"

    @property
    def short_words(self) -> str:
        """The same where there is little room: ``PAVEMENT EDGE 0.5 fc``, ``ACCESS 1 fc``."""
        what = {"pavement_edge": "PAVEMENT EDGE", "access_points": "ACCESS"}.get(self.line.kind)
        return f"{what or self.words.partition(':')[0]} {self.limit_words}"

    @property
    def legend_words(self) -> str:
        """Where it applies and at what: ``pavement edge 0.5 fc``, ``25 ft beyond 0.2 fc``."""
        what = {"dwellings": "dwelling"}.get(self.line.kind, self.line.kind.replace("_", " "))
        return f"{f'{self.away} beyond' if self.away else what} {self.limit_words}"

    def label(self, light: LightUnit) -> str:
        """Write the label of the limit's contour: ``0.5 initial``, ``0.5 fc (5.38 lx) initial``."""
        limit = level_text(self.limit_fc) if light.is_footcandle else self.limit_words
        return f"{limit} {layer_name(self.layer)}"


def limit_loci(
    calc: Calculation, findings: Iterable[Finding], light: LightUnit = FOOTCANDLES
) -> list[Locus]:
    """Find the lines that were held against an upper limit of illuminance.

    Of several limits on one line the lowest is drawn. In another unit of illuminance than
    footcandles their words give the limit in both.
    """
    length = length_unit(calc.site.unit)
    found: dict[str, Locus] = {}
    for finding in sorted(findings, key=lambda f: SEVERITY[f.status]):
        line = calc.lines.get(finding.where.name) if finding.where.kind == "line" else None
        if line is None or not _is_upper_limit(finding):
            continue
        limit = float(finding.limit or 0.0)
        known = found.get(line.name)
        if known is None or limit < known.limit_fc:
            found[line.name] = Locus(
                line.line,
                length.stated(line.line.distance_ft) if line.line.kind == "offset" else "",
                limit,
                limit_text(finding, with_unit=True, light=light),
                judged_layer(finding),
                finding.status,
                line_polylines(line.line),
            )
    return list(found.values())


def _is_upper_limit(finding: Finding) -> bool:
    if finding.unit != "fc" or not isinstance(finding.limit, (int, float)):
        return False
    if finding.status is Status.NOT_APPLICABLE:
        return False
    if finding.margin is None or not isinstance(finding.measured, (int, float)):
        return True
    # Of a lower limit the margin falls as the limit rises.
    return finding.margin * (finding.limit - finding.measured) >= 0.0


def line_polylines(line: CalculationLine) -> tuple[FloatArray, ...]:
    """Join a line's pieces, where one begins at the end of another."""
    paths: list[list[FloatArray]] = []
    for piece in line.pieces:
        steps = max(1, int(np.ceil(piece.length_ft / ARC_STEP_FT)))
        ends = piece.at([0.0, piece.length_ft / 2, piece.length_ft])
        straight = _same_place(ends[1], (ends[0] + ends[2]) / 2)
        points = ends[[0, 2]] if straight else piece.at(np.linspace(0, piece.length_ft, steps + 1))
        if paths and _same_place(paths[-1][-1][-1], points[0]):
            paths[-1].append(points[1:])
        else:
            paths.append([points])
    return tuple(np.vstack(path) for path in paths)


def _same_place(a: FloatArray, b: FloatArray) -> bool:
    return bool(np.hypot(*(a - b)) <= TOLERANCE_FT)


def _applies_ft(ground: Ground, locus: Locus, places_ft: FloatArray) -> FloatArray:
    """How far inside the side of the lot where a limit applies places are; negative outside."""
    # A meter that faces the property has no meaning on it.
    reach = INSIDE_FT if locus.layer in {"initial", "maintained"} else 0.0
    inside = ground.outside_ft(places_ft) + reach
    nearer: FloatArray = np.minimum(inside, ground.nearer_ft(places_ft, locus.line.boundary_id))
    return nearer


def limit_contours(
    loci: Sequence[Locus], judged: Judged, field: Field, ground: Ground
) -> dict[Locus, list[FloatArray]]:
    """Trace where each limit is reached, on its own side of the lot, site coordinates.

    Access points are left out: at them another limit takes the place of the pavement edge's
    along a few feet, and two red lines a foot apart would say less than one.  Lines of the
    same limit on several sides are traced once.
    """
    groups: dict[tuple[float, str], list[Locus]] = {}
    for locus in loci:
        if locus.line.kind != "access_points":
            groups.setdefault((locus.limit_fc, locus.layer), []).append(locus)
    traced: dict[Locus, list[FloatArray]] = {}
    for (limit, layer), members in groups.items():

        def applies(places: FloatArray, members: list[Locus] = members) -> FloatArray:
            sides: FloatArray = np.max([_applies_ft(ground, m, places) for m in members], axis=0)
            return sides

        lines = contour_lines(field.x_ft, field.y_ft, judged.layer(layer), limit)
        traced[members[0]] = [part for line in lines for part in kept_where(line, applies)]
    return traced
