"""Labels on lines: the number sits in a gap cut in its own line, never on a white box."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import Box
from photometry.drawings.contours import along, arc_lengths, without_intervals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from photometry.drawings.boxes import Occupancy

    FloatArray = NDArray[np.float64]

__all__ = ["LabelRule", "LineLabel", "PaperLine", "cut_out_boxes", "label_lines", "read_from_below"]

PLACES: Final = 29  # tried in each share of a line
LEAST_CHORD: Final = 0.93  # of the length that a label replaces: below it the line bends too much
BEND_COST: Final = 40.0
CROSSING_COST: Final = 6.0
ROOM_IN: Final = 0.02  # kept clear round a label


@dataclass(frozen=True, slots=True)
class LabelRule:
    """How often lines are labelled and how wide the gap is cut.

    Attributes
    ----------
    every_in
        One label for so much line.
    shortest_in
        Lines shorter than this get none.
    gap_in
        Cut from the line on each side of the label.
    """

    every_in: float
    shortest_in: float
    gap_in: float


@dataclass(frozen=True, slots=True)
class LineLabel:
    """A label in its place: the box that it fills, turned so that it is read from below."""

    text: str
    box: Box


@dataclass(eq=False)
class PaperLine:
    """A contour on paper, with the stretches that labels take out of it.

    Attributes
    ----------
    points : (n, 2) array
        Inches; a closed line repeats its first point.
    owner
        Its number in the occupancy raster, 1 and up.
    """

    points: FloatArray
    level: float
    owner: int
    cuts: list[tuple[float, float]] = field(default_factory=list)

    @property
    def length_in(self) -> float:
        """Length along the line."""
        return float(arc_lengths(self.points)[-1])

    def drawn(self) -> list[FloatArray]:
        """Give what is left of the line after the cuts."""
        return without_intervals(self.points, self.cuts)


@dataclass(frozen=True, slots=True)
class _Candidate:
    at: float
    box: Box
    cost: float


def label_lines(
    lines: Iterable[PaperLine],
    text: str,
    size_in: tuple[float, float],
    rule: LabelRule,
    occupancy: Occupancy,
) -> list[LineLabel]:
    """Place one label in each share of each line, cut the lines there and take the place.

    Parameters
    ----------
    lines
        Lines of one level; their cuts are added to.
    text, size_in
        The label, and its width and height.
    rule
        How often, and how much is cut.
    occupancy
        What is taken and where other lines run; the labels are added to it.

    Returns
    -------
    list of LineLabel
        Where nothing was free there is no label.
    """
    labels: list[LineLabel] = []
    for line in lines:
        length = line.length_in
        if length < rule.shortest_in:
            continue
        shares = max(1, round(length / rule.every_in))
        for share in range(shares):
            middle, width = (share + 0.5) * length / shares, length / shares
            candidates = _candidates(line, middle, width, size_in, rule, occupancy)
            best = min(candidates, key=lambda c: c.cost, default=None)
            if best is None:
                continue
            reach = size_in[0] / 2 + rule.gap_in
            line.cuts.append((best.at - reach, best.at + reach))
            occupancy.take(best.box.grown(ROOM_IN))
            labels.append(LineLabel(text, best.box))
    return labels


def _candidates(
    line: PaperLine,
    middle: float,
    width: float,
    size_in: tuple[float, float],
    rule: LabelRule,
    occupancy: Occupancy,
) -> list[_Candidate]:
    """Find the free places along one share of a line: how straight, how near its middle."""
    reach = size_in[0] / 2 + rule.gap_in
    length = line.length_in
    at = middle + np.linspace(-0.48, 0.48, PLACES) * width
    at = at[(at > reach + 0.05) & (at < length - reach - 0.05)]
    steps = at[:, None] + np.linspace(-reach, reach, 7)
    arcs = along(line.points, steps)
    chords = arcs[:, -1] - arcs[:, 0]
    straight = np.hypot(*chords.T) / (2 * reach)
    found = []
    for place, arc, chord, chord_share in zip(at, arcs, chords, straight, strict=True):
        if chord_share < LEAST_CHORD or _already_cut(line, place, reach):
            continue
        angle = float(np.degrees(np.arctan2(chord[1], chord[0])))
        # Read from below or from the right: between -90 (excluded) and +90 degrees.
        angle -= 180.0 * np.ceil((angle - 90.0) / 180.0)
        x, y = arc.mean(axis=0)
        box = Box(float(x), float(y), size_in[0], size_in[1], angle)
        if not occupancy.is_free(box.grown(ROOM_IN)):
            continue
        others = sum(1 for owner in occupancy.owners(box) if owner != line.owner)
        cost = (
            BEND_COST * (1.0 - float(chord_share))
            + abs(float(place) - middle)
            + CROSSING_COST * others
        )
        found.append(_Candidate(float(place), box, cost))
    return found


def read_from_below(direction: FloatArray) -> tuple[float, bool]:
    """Turn text along a direction so that it is read from below or from the right.

    Returns
    -------
    angle_deg, about
        The angle of the text, above -90 and to +90 degrees; and whether it runs against the
        direction, so that it has to end where it would have begun.
    """
    angle = float(np.degrees(np.arctan2(direction[1], direction[0])))
    about = not -90.0 + 1e-6 < angle <= 90.0 + 1e-6
    turned = angle - 180.0 if angle > 0 else angle + 180.0
    return round(turned if about else angle, 6), about


def _already_cut(line: PaperLine, at: float, reach: float) -> bool:
    return any(start < at + reach and at - reach < end for start, end in line.cuts)


def cut_out_boxes(lines: Sequence[PaperLine], boxes: Sequence[Box], margin_in: float) -> None:
    """Cut what runs through boxes out of lines, so that it cannot be read as part of a label."""
    grown = [box.grown(margin_in) for box in boxes]
    for line in lines:
        s = np.arange(0.0, line.length_in, 0.01)
        if not len(s):
            continue
        dots = along(line.points, s)
        inside = np.zeros(len(s), np.bool_)
        low, high = dots.min(axis=0), dots.max(axis=0)
        for box in grown:
            left, bottom, right, top = box.bounds
            if left > high[0] or right < low[0] or bottom > high[1] or top < low[1]:
                continue
            inside |= box.contains(dots)
        if inside.any():
            line.cuts += _runs(s, inside)


def _runs(s: FloatArray, inside: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Stretches of distance over which a mask holds."""
    change = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8)))
    return [
        (float(s[first]), float(s[last - 1] + 0.01))
        for first, last in zip(change[::2], change[1::2], strict=True)
    ]
