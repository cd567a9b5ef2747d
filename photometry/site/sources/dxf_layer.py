"""What a layer of a drawing shows, as shapes: lines joined, outlines closed, copies left out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.record import Note
from photometry.site.geometry import TOLERANCE_FT, drop_repeats
from photometry.site.shapes import NamedShape
from photometry.site.sources.dxf_chains import join_chains

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.site.sources.dxf_walk import Piece

    FloatArray = NDArray[np.float64]

__all__ = ["LayerShapes"]

CLOSING_GAP_FT = 0.1  # as between boundaries
JOINING_GAP_FT = 1e-3  # of ends that meet without a word: the rounding of drawings in inches


class LayerShapes:
    """What makes shapes of the pieces of a layer, and notes of what it did."""

    def __init__(self, name: str, file: str, feet: float, notes: list[Note]) -> None:
        self._name = name
        self._file = file
        self._feet = feet
        self._notes = notes
        self._copies = 0

    def shapes(self, pieces: Sequence[Piece]) -> list[NamedShape]:
        """Give the shapes in the order in which they were drawn."""
        self._drop_to_plan(pieces)
        found: dict[int, tuple[FloatArray, bool]] = {}
        for is_fill in (False, True):  # the edge of a hatch is not one with lines beside it
            loose = {
                row: plan
                for row, piece in enumerate(pieces)
                if piece.is_joined
                and piece.is_fill == is_fill
                and len(plan := drop_repeats(piece.points[:, :2] * self._feet)) > 1
            }
            found.update(self._joined(loose, pieces))
        for row, piece in enumerate(pieces):
            if not piece.is_joined:
                points = drop_repeats(piece.points[:, :2] * self._feet)
                found[row] = self._closed(points, piece.is_closed, piece.handle)
        return self._unlike(found, pieces)

    def _joined(
        self, plans: Mapping[int, FloatArray], pieces: Sequence[Piece]
    ) -> Iterator[tuple[int, tuple[FloatArray, bool]]]:
        """Join loose lines, first those that meet, then across gaps that a note names."""
        unlike: dict[tuple[int | bool, ...], tuple[int, FloatArray]] = {}
        for row, plan in plans.items():
            # Of a line drawn twice, the copy would lead back to where the line began.
            unlike.setdefault(_likeness(plan, is_closed=False), (row, plan))
        self._copies += len(plans) - len(unlike)
        rows = [row for row, _ in unlike.values()]
        met = join_chains([plan for _, plan in unlike.values()], JOINING_GAP_FT)
        for chain in (one for one in met if one.is_closed):
            yield rows[chain.first], (chain.points, True)
        loose = [chain for chain in met if not chain.is_closed]
        for chain in join_chains([one.points for one in loose], CLOSING_GAP_FT):
            row = rows[loose[chain.first].first]
            if chain.widest_gap > JOINING_GAP_FT:
                self._note_gap(chain.widest_gap, chain.points[-1], pieces[row].handle)
            yield row, (chain.points, chain.is_closed)

    def _closed(self, points: FloatArray, is_closed: bool, handle: str) -> tuple[FloatArray, bool]:
        """Close a polyline whose ends meet, or almost do."""
        if len(points) < 3:
            return points, is_closed
        gap = float(np.hypot(*(points[-1] - points[0])))
        if gap <= TOLERANCE_FT:
            return points[:-1], True
        if is_closed or gap > CLOSING_GAP_FT or len(points) < 4:
            return points, is_closed
        if gap > JOINING_GAP_FT:
            self._note_gap(gap, points[-1], handle)
        return points[:-1], True

    def _unlike(
        self, found: Mapping[int, tuple[FloatArray, bool]], pieces: Sequence[Piece]
    ) -> list[NamedShape]:
        """Leave out what was drawn twice: copies, and hatches of what has an outline."""
        seen: set[tuple[int | bool, ...]] = set()
        shapes = []
        source = f"{self._file}, layer {self._name}"
        for row in sorted(found, key=lambda row: (pieces[row].is_fill, row)):
            points, is_closed = found[row]
            if len(points) < 2 or (is_closed and len(points) < 3):
                continue
            alike = _likeness(points, is_closed)
            self._copies += alike in seen and not pieces[row].is_fill
            if alike not in seen:
                seen.add(alike)
                handle = f" handle {pieces[row].handle}" if pieces[row].handle else ""
                reference = pieces[row].reference
                shapes.append(NamedShape(points, is_closed, source + handle, reference))
        if self._copies:
            text = f'layer "{self._name}": {self._copies} drawn twice and taken once'
            self._notes.append(Note("SITE047", text, file=self._file))
        return shapes

    def _drop_to_plan(self, pieces: Sequence[Piece]) -> None:
        heights = [piece.points[:, 2] for piece in pieces if np.any(piece.points[:, 2])]
        if heights:
            low, high = (
                float(edge(np.concatenate(heights)) * self._feet) for edge in (np.min, np.max)
            )
            text = f'layer "{self._name}": {len(heights)} entit{"ies have" if len(heights) > 1 else "y has"}'
            text += f" elevations, {low:.2f} to {high:.2f} ft; the plan is taken"
            self._notes.append(Note("SITE043", text, file=self._file))

    def _note_gap(self, gap_ft: float, at_ft: FloatArray, handle: str) -> None:
        x, y = at_ft / self._feet
        text = f'layer "{self._name}", handle {handle}: a gap of {gap_ft:.3f} ft was closed'
        self._notes.append(Note("SITE042", text, place=f"near ({x:.2f}, {y:.2f})", file=self._file))


def _likeness(points: FloatArray, is_closed: bool) -> tuple[int | bool, ...]:
    """Give what two shapes have in common that are one: box, length and its centre, to 0.1 ft."""
    (low_x, low_y), (high_x, high_y) = points.min(axis=0), points.max(axis=0)
    if len(points) == 2:  # most of what is drawn
        length = math.hypot(high_x - low_x, high_y - low_y)
        centre_x, centre_y = (low_x + high_x) / 2.0, (low_y + high_y) / 2.0
    else:
        ring = np.concatenate([points, points[:1]]) if is_closed else points
        steps = np.hypot(*np.diff(ring, axis=0).T)
        length = float(steps.sum())
        middles = (ring[:-1] + ring[1:]) / 2.0 - points[0]
        centre_x, centre_y = points[0] + (steps / (length or 1.0)) @ middles
    marks = (low_x, low_y, high_x, high_y, length / 4.0, centre_x, centre_y)
    # The shift keeps what is drawn on round numbers away from the edges between cells.
    return (is_closed, *(math.floor(float(mark) * 10.0 + 0.137) for mark in marks))
