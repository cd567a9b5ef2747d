"""A map of what changed between two designs: footcandles at every point, luminaires that moved.

Blue is darker than before, orange brighter; the two hues differ in lightness step by step, so
that the amount shows without them, and the sign stands in the printed values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.furniture import draw_scale_bar
from photometry.drawings.output import pdf_bytes, png_bytes
from photometry.drawings.paper import Paper
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.drawings.tables_drawn import draw_paragraph, draw_section_head, shortened
from photometry.drawings.view import bounds_around, fitted_view
from photometry.tables.display import FEET
from photometry.tables.text import count, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from photometry.drawings.view import PlanView

    FloatArray = NDArray[np.float64]

__all__ = ["ChangedHead", "ChangedPoints", "difference_figure", "difference_map"]

SIZE_IN: Final = (17.0, 11.0)  # ANSI B
MARGIN_IN: Final = 0.5
COLUMN_IN: Final = 4.2
AROUND_FT: Final = 12.0
# Changes, fc, at which a class ends; under the first nothing is seen to change.
STEPS_FC: Final = (0.05, 0.2, 0.5, 1.0, 2.0)
LESS: Final = ("#D3E5F5", "#9CC6E8", "#5E9FD3", "#2A73B5", "#0B4880")
MORE: Final = ("#FBE3CC", "#F4BE8C", "#E58F45", "#C0601A", "#853A06")
SAME: Final = "#F1F2F3"
DARK: Final = 3  # classes from this on want light figures
Z: Final = 10.0
DOT_IN: Final = 0.045  # half of a line's station
VALUE_IN: Final = 0.02  # clear of a value's neighbours
HEAD_IN: Final = 0.075
GONE: Final = Stroke(0.5, Ink.LIMIT)
OUTLINE: Final = Stroke(0.35, Ink.INK)
PATH: Final = Stroke(0.18, Ink.CONTEXT)
THIN: Final = Stroke(0.13, Ink.INK)
MOVED: Final = Stroke(0.5, Ink.PERSON)


@dataclass(frozen=True, eq=False)
class ChangedPoints:
    """Points that both designs have, and how their light changed.

    Attributes
    ----------
    name
        Zone, or BOUNDARY/LINE.
    points_ft : (n, 2) array
    change_fc : (n,) array
        Later less earlier.
    """

    name: str
    points_ft: FloatArray
    change_fc: FloatArray

    @property
    def is_line(self) -> bool:
        """Whether these are stations along a line."""
        return "/" in self.name


@dataclass(frozen=True)
class ChangedHead:
    """A luminaire before and after: where it stood and stands; None where it did, or does, not.

    `what` says what else of it changed; empty where nothing did.
    """

    id: str
    was_ft: tuple[float, float] | None
    now_ft: tuple[float, float] | None
    what: str = ""

    @property
    def is_moved(self) -> bool:
        """Whether it stands elsewhere."""
        return self.was_ft is not None and self.now_ft not in {None, self.was_ft}

    @property
    def is_changed(self) -> bool:
        """Whether it came, went, moved or is another."""
        return bool(self.what) or self.was_ft != self.now_ft


def difference_figure(
    places: Sequence[ChangedPoints],
    heads: Sequence[ChangedHead],
    *,
    title: str,
    remarks: Sequence[str] = (),
) -> Figure:
    """Draw the map.

    Parameters
    ----------
    places
        Zones and lines.
    heads
        All luminaires of both designs.
    title
        What is compared.
    remarks
        What has to be said beside it: points that only one of the two has.

    Returns
    -------
    matplotlib.figure.Figure
        A sheet of ANSI B at an engineering scale.
    """
    paper = Paper(*SIZE_IN)
    width, height = SIZE_IN
    column = width - MARGIN_IN - COLUMN_IN
    top = height - MARGIN_IN
    words = shortened(title, Type.TITLE, width - 2 * MARGIN_IN)
    paper.text(MARGIN_IN, top, words, Type.TITLE, upright="top", z=Z)
    frame = (MARGIN_IN, MARGIN_IN, column - 0.3, top - 0.5)
    view = fitted_view(_bounds_ft(places, heads), frame, 0.3)
    occupancy = Occupancy(*frame)
    for box in draw_scale_bar(
        paper, frame[0] + 0.2, frame[1] + 0.35, view, "ANSI B (17 × 11 in)", FEET
    ):
        occupancy.take(box.grown(0.05))
    for place in places:
        _draw_points(paper, view, place)
    _draw_heads(paper, view, heads, occupancy)
    for place in places:
        _print_values(paper, view, place, occupancy)
    foot = _draw_legend(paper, column, top - 0.5)
    foot = _draw_changed(paper, column, foot - 0.3, heads)
    for remark in remarks:
        foot = draw_paragraph(paper, column, foot - 0.1, COLUMN_IN, remark, Type.NOTE)
    return paper.figure


def difference_map(figure: Figure, title: str, *, as_png: bool) -> bytes:
    """Give the bytes of a map as PNG or as PDF: the same for the same figure."""
    return png_bytes(figure, in_palette=False) if as_png else pdf_bytes([figure], title)


def _bounds_ft(
    places: Sequence[ChangedPoints], heads: Sequence[ChangedHead]
) -> tuple[float, float, float, float]:
    stands = [at for head in heads for at in (head.was_ft, head.now_ft) if at is not None]
    corners = np.vstack([*(place.points_ft for place in places), np.array(stands or [(0.0, 0.0)])])
    return bounds_around(corners, AROUND_FT)


def _classes(change_fc: FloatArray) -> NDArray[np.intp]:
    """Give each change its class: 0 for none, 1 to 5 for more, -1 to -5 for less."""
    size = np.searchsorted(STEPS_FC, np.abs(change_fc), side="right")
    signs: NDArray[np.intp] = np.where(change_fc < 0.0, -size, size)
    return signs


def _colour(step: int) -> str:
    if step == 0:
        return SAME
    return MORE[step - 1] if step > 0 else LESS[-step - 1]


def _draw_points(paper: Paper, view: PlanView, place: ChangedPoints) -> None:
    """Fill a square at each point, as large as a zone's lattice; of a line only what changed."""
    at = view.to_paper(place.points_ft)
    half = DOT_IN if place.is_line else _pitch_in(at) / 2
    corners = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    steps = _classes(place.change_fc)
    if place.is_line:
        paper.lines([at], PATH, z=Z, name="line")
    for step in np.unique(steps[steps != 0] if place.is_line else steps).tolist():
        rings = [[square] for square in at[steps == step][:, None] + corners]
        edge = THIN if place.is_line else None
        paper.areas(rings, _colour(step), z=Z + place.is_line, edge=edge, name=f"change {step}")


def _pitch_in(at: FloatArray) -> float:
    """Distance between neighbours of a lattice, inches: the usual one from point to point."""
    if len(at) < 2:
        return 2 * DOT_IN
    return max(float(np.median(np.hypot(*np.diff(at, axis=0).T))), 2 * DOT_IN)


def _print_values(paper: Paper, view: PlanView, place: ChangedPoints, occupancy: Occupancy) -> None:
    """Print the largest changes first, with their signs, wherever there is room."""
    at = view.to_paper(place.points_ft)
    steps = _classes(place.change_fc)
    for i in np.argsort(-np.abs(place.change_fc), kind="stable").tolist():
        if steps[i] == 0:
            break
        style = Type.VALUE.coloured(Ink.PAPER if abs(steps[i]) > DARK else Ink.INK)
        x, y = (float(value) for value in at[i])
        text = signed(float(place.change_fc[i]), 1 if abs(place.change_fc[i]) >= 1.0 else 2)
        if place.is_line:
            style, y = Type.VALUE.coloured(Ink.INK), y + 0.12
        box = paper.text_box(x, y, text, style, across="center", upright="middle")
        if occupancy.is_free(box.grown(VALUE_IN)):
            paper.text(x, y, text, style, across="center", upright="middle", z=Z + 4, name="change")
            occupancy.take(box.grown(VALUE_IN))


def _draw_heads(
    paper: Paper, view: PlanView, heads: Sequence[ChangedHead], occupancy: Occupancy
) -> None:
    """Draw luminaires: open as they were, filled where one changed, a cross where one went.

    A line leads from where a luminaire stood to where it stands.
    """
    for head in heads:
        was = None if head.was_ft is None else view.to_paper(head.was_ft)
        now = None if head.now_ft is None else view.to_paper(head.now_ft)
        at = now if now is not None else was
        if at is None:
            continue
        for left, up in (place.tolist() for place in (was, at) if place is not None):
            occupancy.take(Box(left, up, 2 * HEAD_IN, 2 * HEAD_IN))
        x, y = at.tolist()
        if was is not None and head.is_moved:
            paper.lines([[was, at]], MOVED, z=Z + 2, name="moved")
            _ring(paper, was, Ink.PAPER)
        if now is None:
            arms = HEAD_IN * np.array([[(-1, -1), (1, 1)], [(-1, 1), (1, -1)]])
            paper.lines(list(at + arms), GONE, z=Z + 3, name="removed")
        else:
            _ring(paper, now, Ink.INK if head.is_changed else Ink.PAPER)
        box = paper.text_box(x + 0.12, y, head.id, Type.TAG, upright="middle")
        if head.is_changed and occupancy.is_free(box):
            paper.text(x + 0.12, y, head.id, Type.TAG, upright="middle", z=Z + 5, name="tag")
            occupancy.take(box)


def _ring(paper: Paper, at: FloatArray, fill: str | None) -> None:
    angles = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
    circle = at + HEAD_IN * np.column_stack([np.cos(angles), np.sin(angles)])
    paper.areas([[circle]], fill, z=Z + 3, edge=OUTLINE, name="luminaire")


def _draw_legend(paper: Paper, x: float, y: float) -> float:
    """Set the classes of change, brighter ones above; give the foot."""
    y = draw_section_head(paper, x, y, COLUMN_IN, "Change of maintained illuminance, fc") - 0.1
    last = len(STEPS_FC)
    for step in range(last, -last - 1, -1):
        y -= 0.22
        paper.rectangle(x, y, 0.34, 0.2, fill=_colour(step), z=Z)
        paper.text(x + 0.46, y + 0.05, _class_words(step), Type.DATA, z=Z)
    return y


def _class_words(step: int) -> str:
    if step == 0:
        return f"less than {STEPS_FC[0]:g} either way"
    size = abs(step)
    sense = "brighter" if step > 0 else "darker"
    if size == len(STEPS_FC):
        return f"{STEPS_FC[-1]:g} and more {sense}"
    return f"{STEPS_FC[size - 1]:g} to {STEPS_FC[size]:g} {sense}"


def _draw_changed(paper: Paper, x: float, y: float, heads: Sequence[ChangedHead]) -> float:
    """List what became of luminaires, as many lines as there is room for; give the foot."""
    lines = [_head_words(head) for head in heads]
    told = [line for line in lines if line]
    rule = draw_section_head(paper, x, y, COLUMN_IN, f"Luminaires: {count(len(told))} changed")
    y = rule - 0.05
    paper.lines([[(x, rule), (x + COLUMN_IN, rule)]], Strokes.TABLE_HEAD, z=Z)
    for place, line in enumerate(told):
        y -= 0.19
        if y < MARGIN_IN + 1.3 and place < len(told) - 1:
            left = len(told) - place
            paper.text(x, y, f"… and {count(left)} more", Type.DATA.coloured(Ink.SECOND), z=Z)
            break
        paper.text(x, y, shortened(line, Type.DATA, COLUMN_IN), Type.DATA, z=Z)
    return y - 0.1


def _head_words(head: ChangedHead) -> str:
    if head.was_ft is None:
        return f"{head.id}  added"
    if head.now_ft is None:
        return f"{head.id}  removed"
    moved = float(np.hypot(*(np.array(head.now_ft) - head.was_ft)))
    parts = [f"moved {moved:.2f} ft"] if head.is_moved else []
    parts += [head.what] if head.what else []
    return f"{head.id}  {', '.join(parts)}" if parts else ""
