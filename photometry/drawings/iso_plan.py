"""The iso-footcandle plan itself: contours, limits, luminaires, values, all labels placed.

Room is given out in a fixed order (`photometry.drawings.boxes.Occupancy`): property line and
loci, symbols, tags, flags, names, labels of limits, labels of contours, values.  Each later
one keeps clear of all earlier ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.callouts import place_flags, place_tags
from photometry.drawings.contours import contour_lines, outside_walls, simplified
from photometry.drawings.field import walls_at_grade
from photometry.drawings.furniture import draw_north_arrow, draw_scale_bar
from photometry.drawings.grid_values import print_values, value_step_ft
from photometry.drawings.ground import Ground
from photometry.drawings.judged import Judged
from photometry.drawings.judged_remarks import existing_fc, line_remarks
from photometry.drawings.labels import LabelRule, PaperLine, cut_out_boxes, label_lines
from photometry.drawings.limits import limit_contours, limit_loci
from photometry.drawings.overlit import overlit_areas
from photometry.drawings.paper import text_width_in
from photometry.drawings.plan import PlanPainter
from photometry.drawings.style import (
    Ink,
    Strokes,
    Type,
    contour_stroke,
    verdict_colour,
)
from photometry.drawings.symbols import heads_in_view, place_symbols, ring_heads
from photometry.drawings.witness import failing_heads, flagged, witness_flag
from photometry.ordinance.finding import Status
from photometry.tables.display import FOOTCANDLES, length_unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.drawings.boxes import Box, Occupancy
    from photometry.drawings.field import Field
    from photometry.drawings.limits import Locus
    from photometry.drawings.paper import Paper
    from photometry.drawings.style import TypeStyle
    from photometry.drawings.view import PlanView
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["DrawnPlan", "draw_iso_plan"]

OVER_Z: Final = 6.0
CORNER_Z: Final = 12.0
CONTOUR_Z: Final = 30.0
LIMIT_Z: Final = 34.0
CONTOUR_RULE: Final = LabelRule(every_in=5.5, shortest_in=1.2, gap_in=0.05)
LIMIT_RULE: Final = LabelRule(every_in=7.0, shortest_in=0.9, gap_in=0.08)
SHORTEST_IN: Final = 0.45  # a contour shorter than this is a blot, not a line
WALL_HUG_IN: Final = 0.05  # a contour that never leaves a wall by more is lost in its outline
SMOOTH_IN: Final = 0.0008


@dataclass(frozen=True, slots=True)
class DrawnPlan:
    """What was drawn, for the legend and the notes.

    Attributes
    ----------
    levels
        Levels of the contours that the plan shows, fc.
    loci
        Where limits of illuminance apply.
    value_step_ft
        Spacing of the printed values outside the zones.
    untagged
        Poles for whose tag there was no room.
    hidden_flags
        How many findings that fail at a place are not flagged.
    ringed
        How many luminaires fail a requirement of their own.
    is_constant
        The one value of a field without any contour, fc; None for any other.
    light
        The unit in which the plan shows illuminance.
    remarks
        Why values of a line differ from what was judged of it.
    """

    levels: tuple[float, ...]
    loci: tuple[Locus, ...]
    has_overlit: bool
    value_step_ft: float
    untagged: tuple[str, ...]
    hidden_flags: int
    ringed: int
    is_constant: float | None
    light: LightUnit
    remarks: tuple[str, ...] = ()


def draw_iso_plan(
    paper: Paper,
    view: PlanView,
    site: Site,
    calc: Calculation,
    field: Field,
    findings: Sequence[Finding],
    sheet_words: str,
    occupancy: Occupancy,
    *,
    is_part: bool = False,
    light: LightUnit = FOOTCANDLES,
) -> DrawnPlan:
    """Draw the plan into its frame.

    Parameters
    ----------
    paper, view
        The sheet, and where the site stands on it.
    site, calc, field
        The site, its calculation and the field to draw (layers ``maintained``, ``initial``).
    findings
        Verdicts: their lines are drawn as loci, their witness points flagged.
    sheet_words
        What the scale bar says that the drawing is plotted on.
    occupancy
        What is taken of the frame already.
    is_part
        Whether the rest of the plan is on other sheets.
    light
        The unit in which illuminance is shown.
    """
    ground = Ground(site)
    loci = limit_loci(calc, findings, light)
    judged = Judged(site, calc, field, ground)
    painter = PlanPainter(paper, view, occupancy, ground)
    plan = _Plan(paper, view, occupancy, ground, site, light)

    plan.furniture(sheet_words, field)
    painter.draw_corners(field.bounds_ft)
    painter.draw_ground(site)
    overlit = plan.fill_overlit(loci, judged, field)
    painter.draw_loci(loci)
    painter.draw_dwellings(site)
    symbols = place_symbols(paper, view, heads_in_view(view, site))
    for symbol in symbols:
        for box in symbol.boxes:
            occupancy.take(box)
    failing = failing_heads(findings)
    for box in ring_heads(paper, symbols, failing):
        occupancy.take(box)
    painter.finish_buildings(site)
    contours = plan.contours(field)
    limits = plan.limits(loci, judged, field)
    untagged = place_tags(paper, symbols, occupancy, length_unit(site.unit))
    hidden = plan.flags(findings, is_part=is_part)
    over = painter.names.write_locus_names(loci)
    painter.names.write_boundary_names(site)
    painter.names.write_zone_names(site)
    plan.label(contours, limits, over)
    print_values(paper, view, site, calc, field, occupancy, light)
    return DrawnPlan(
        levels=tuple(contours),
        loci=tuple(loci),
        has_overlit=overlit,
        value_step_ft=value_step_ft(view),
        untagged=tuple(untagged),
        hidden_flags=hidden,
        ringed=len(failing),
        is_constant=_constant(field.layers["maintained"]),
        light=light,
        remarks=tuple(line_remarks(site, calc, findings, light, length_unit(site.unit))),
    )


def _constant(values: FloatArray) -> float | None:
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    return high if np.isclose(low, high, rtol=1e-9, atol=1e-12) else None


@dataclass(frozen=True, slots=True)
class _Plan:
    """The parts of the plan that stand on the ground that `PlanPainter` draws."""

    paper: Paper
    view: PlanView
    occupancy: Occupancy
    ground: Ground
    site: Site
    light: LightUnit

    def furniture(self, sheet_words: str, field: Field) -> None:
        """North arrow, scale bar and the limit of the calculation, in the frame's corners."""
        left, bottom, right, top = self.view.frame_in
        arrow = draw_north_arrow(self.paper, right - 0.95, top - 0.95, self.site.north_deg)
        self.occupancy.take(arrow)
        at, length = (left + 0.5, bottom + 0.6), length_unit(self.site.unit)
        for box in draw_scale_bar(self.paper, *at, self.view, sheet_words, length):
            self.occupancy.take(box.grown(0.06))
        self._name_limit(field)

    def _name_limit(self, field: Field) -> None:
        """Say what the corner marks are, at the first corner that has room for it."""
        words = "limit of calculation"
        x0, y0, x1, y1 = field.bounds_ft
        low, high = self.view.to_paper([(x0, y0), (x1, y1)]).tolist()
        wide = text_width_in(words, Type.REMARK)
        for x, y in (
            (low[0] + 0.08, low[1] + 0.08),
            (low[0] + 0.08, high[1] - 0.2),
            (high[0] - 0.08 - wide, low[1] + 0.08),
            (high[0] - 0.08 - wide, high[1] - 0.2),
        ):
            if self.occupancy.is_free(self.paper.text_box(x, y, words, Type.REMARK).grown(0.03)):
                box = self.paper.text(x, y, words, Type.REMARK, z=CORNER_Z)
                self.occupancy.take(box)
                return

    def fill_overlit(self, loci: Sequence[Locus], judged: Judged, field: Field) -> bool:
        """Fill the ground beyond a limit's line that is over the limit."""
        areas = overlit_areas(loci, judged, field, self.ground)
        placed = [[self.view.to_paper(ring) for ring in area] for area in areas]
        with self.paper.clipped(*self.view.frame_in):
            self.paper.areas(placed, Ink.OVER, z=OVER_Z, name="over the limit")
        return bool(placed)

    def contours(self, field: Field) -> dict[float, list[PaperLine]]:
        """Trace the contours of the maintained field, on paper, clear of buildings."""
        found: dict[float, list[PaperLine]] = {}
        owner = 1
        walls = walls_at_grade(self.site)
        for level in self.light.levels_fc:
            traced = contour_lines(field.x_ft, field.y_ft, field.layers["maintained"], level)
            lines = [
                PaperLine(points, level, owner + place)
                for place, points in enumerate(self._on_paper(traced, walls))
            ]
            owner += len(lines)
            if lines:
                found[level] = lines
            for line in lines:
                self.occupancy.run_line(line.points, line.owner)
        return found

    def limits(
        self, loci: Sequence[Locus], judged: Judged, field: Field
    ) -> dict[Locus, list[PaperLine]]:
        """Trace the contours of the limits, on paper."""
        found: dict[Locus, list[PaperLine]] = {}
        walls = walls_at_grade(self.site)
        owner = 1_000_000
        for locus, traced in limit_contours(loci, judged, field, self.ground).items():
            lines = [
                PaperLine(points, locus.limit_fc, owner + place)
                for place, points in enumerate(self._on_paper(traced, walls))
            ]
            owner += len(lines)
            found[locus] = lines
            for line in lines:
                self.occupancy.run_line(line.points, line.owner, 0.04)
        return found

    def _on_paper(self, traced: Iterable[FloatArray], walls: BaseGeometry) -> list[FloatArray]:
        """Cut traced lines off at the walls, put them on paper and drop specks."""
        lines: list[FloatArray] = []
        hug_ft = WALL_HUG_IN * self.view.scale_ft_per_in
        for line in traced:
            for part in outside_walls(line, walls):
                points = simplified(self.view.to_paper(part), SMOOTH_IN)
                length = float(np.hypot(*np.diff(points, axis=0).T).sum())
                hugs = not walls.is_empty and bool(
                    (shapely.distance(shapely.points(part), walls) < hug_ft).all()
                )
                if length >= SHORTEST_IN and not hugs:
                    lines.append(points)
        return lines

    def flags(self, findings: Sequence[Finding], *, is_part: bool) -> int:
        """Flag the witness points; give how many failures on the ground have no flag."""
        chosen, left_out = flagged(findings)
        length = length_unit(self.site.unit)
        flags = [
            witness_flag(self.view, one, self.light, length, existing_fc(self.site, one))
            for one in chosen
        ]
        left, bottom, right, top = self.view.frame_in
        seen = [
            flag for flag in flags if left < flag.at_in[0] < right and bottom < flag.at_in[1] < top
        ]

        def inside(points: FloatArray) -> FloatArray:
            return (self.ground.outside_ft(self.view.to_site(points)) < 0).astype(np.float64)

        homeless = place_flags(self.paper, seen, self.occupancy, inside)
        red = verdict_colour(Status.FAIL)
        unseen = [] if is_part else [flag for flag in flags if flag not in seen]
        return left_out + sum(flag.colour == red for flag in [*unseen, *homeless])

    def label(
        self,
        contours: dict[float, list[PaperLine]],
        limits: dict[Locus, list[PaperLine]],
        names: Sequence[Box],
    ) -> None:
        """Label limits, then contours, cut the lines there and at names in them, and draw them."""
        limit_boxes: list[Box] = []
        cut_out_boxes([line for lines in limits.values() for line in lines], names, 0.02)
        for locus, lines in limits.items():
            boxes = self._label(lines, locus.label(self.light), Type.LIMIT, LIMIT_RULE, LIMIT_Z + 1)
            limit_boxes += boxes
        every = [line for lines in contours.values() for line in lines]
        cut_out_boxes(every, [*limit_boxes, *names], 0.03)
        for level, lines in contours.items():
            style = Type.CONTOUR.coloured(contour_stroke(level).colour)
            boxes = self._label(lines, self.light.level(level), style, CONTOUR_RULE, CONTOUR_Z + 1)
            others = [line for line in every if line.level != level]
            cut_out_boxes(others, boxes, 0.01)
        with self.paper.clipped(*self.view.frame_in):
            for level, lines in contours.items():
                drawn = [part for line in lines for part in line.drawn()]
                name = f"contour {self.light.level(level)}"
                self.paper.lines(drawn, contour_stroke(level), z=CONTOUR_Z, name=name)
            for locus, lines in limits.items():
                drawn = [part for line in lines for part in line.drawn()]
                self.paper.lines(drawn, Strokes.LIMIT, z=LIMIT_Z, name=f"limit {locus.limit_fc:g}")

    def _label(
        self,
        lines: Sequence[PaperLine],
        text: str,
        style: TypeStyle,
        rule: LabelRule,
        z: float,
    ) -> list[Box]:
        size = text_width_in(text, style), style.size_pt / 72.0 * 0.72
        labels = label_lines(lines, text, size, rule, self.occupancy)
        for label in labels:
            self.paper.text(
                label.box.x,
                label.box.y,
                label.text,
                style,
                across="center",
                upright="middle",
                angle_deg=label.box.angle_deg,
                z=z,
                name="contour label",
            )
        return [label.box for label in labels]
