"""What a layer of a drawing shows, as shapes: lines joined, outlines closed, copies left out."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.record import Note
from photometry.site.geometry import TOLERANCE_FT, drop_repeats
from photometry.site.shapes import NamedShape
from photometry.site.sources.dxf_chains import Chain, join_chains
from photometry.site.sources.dxf_overlaps import merge_overlaps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.site.sources.dxf_walk import Piece

    FloatArray = NDArray[np.float64]

__all__ = ["LayerShapes"]

CLOSING_GAP_FT = 0.1  # as between boundaries
LONGEST_STUB_FT = 0.01  # as surveys are rounded
ALIKE_FT = 0.1  # shapes in one cell of this size were drawn twice,
EDGE = 0.1  # and so were those within this share of a cell across its edge
JOINING_GAP_FT = 1e-3  # of ends that meet without a word: the rounding of drawings in inches


class LayerShapes:
    """What makes shapes of the pieces of a layer, and notes of what it did."""

    def __init__(self, name: str, file: str, feet: float, notes: list[Note]) -> None:
        self._name = name
        self._file = file
        self._feet = feet
        self._notes = notes
        self._copies = 0
        self._stubs = 0
        self._overlaps = 0

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
        seen = _Seen()
        # Of a line drawn twice, the copy would lead back to where the line began.
        lines = {row: plan for row, plan in plans.items() if seen.is_first(plan, is_closed=False)}
        self._copies += len(plans) - len(lines)
        met = _joined_within(JOINING_GAP_FT, lines)
        stubs = {row for row, chain in met.items() if _is_stub(chain)}
        if stubs:  # at a corner they would make forks
            lines = {row: plan for row, plan in lines.items() if row not in stubs}
            self._stubs += len(stubs)
            met = _joined_within(JOINING_GAP_FT, lines)
        joined = self._without_overlaps(lines, _across_gaps(met))
        for row, chain in joined.items():
            self._note_gaps(chain.gaps, pieces[row].handle)
            yield row, (chain.points, chain.is_closed)

    def _without_overlaps(
        self, lines: Mapping[int, FloatArray], joined: dict[int, Chain]
    ) -> dict[int, Chain]:
        """Where lines stay open, make one of those that overlap, if that closes or saves some.

        Of all of them first; but walls that two outlines share must stay two, and where lines
        branch, one that goes on past the branch.
        """
        loose = {row for chain in joined.values() if not chain.is_closed for row in chain.members}
        for rows in (set(lines), loose) if loose else ():
            merged = merge_overlaps({row: lines[row] for row in rows}, JOINING_GAP_FT)
            if len(merged) == len(rows):
                continue
            left = {row: line for row, line in lines.items() if row not in rows} | merged
            again = _across_gaps(_joined_within(JOINING_GAP_FT, dict(sorted(left.items()))))
            if _order(again) > _order(joined):
                self._overlaps += len(rows) - len(merged)
                return again
        return joined

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
            self._note_gaps(np.array([[gap, *points[-1]]]), handle)
        return points[:-1], True

    def _unlike(
        self, found: Mapping[int, tuple[FloatArray, bool]], pieces: Sequence[Piece]
    ) -> list[NamedShape]:
        """Leave out what was drawn twice: copies, and hatches of what has an outline."""
        seen = _Seen()
        shapes = []
        source = f"{self._file}, layer {self._name}"
        for row in sorted(found, key=lambda row: (pieces[row].is_fill, row)):
            points, is_closed = found[row]
            if len(points) < 2 or (is_closed and len(points) < 3):
                continue
            is_first = seen.is_first(points, is_closed=is_closed)
            self._copies += not is_first and not pieces[row].is_fill
            if is_first:
                handle = f" handle {pieces[row].handle}" if pieces[row].handle else ""
                reference = pieces[row].reference
                shapes.append(NamedShape(points, is_closed, source + handle, reference))
        if self._copies:
            text = f'layer "{self._name}": {self._copies} drawn twice and taken once'
            self._notes.append(Note("SITE047", text, file=self._file))
        if self._overlaps:
            text = f'layer "{self._name}": {self._overlaps} drawn over others in part; made one with them'
            self._notes.append(Note("SITE047", text, file=self._file))
        if self._stubs:
            text = (
                f'layer "{self._name}": {self._stubs} shorter than {LONGEST_STUB_FT:g} ft left out'
            )
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

    def _note_gaps(self, gaps: FloatArray, handle: str) -> None:
        """Note gaps (n, 3) that were closed: the widest, and how many."""
        wide = gaps[gaps[:, 0] > JOINING_GAP_FT]
        if not len(wide):
            return
        gap_ft, *at_ft = wide[wide[:, 0].argmax()].tolist()
        x, y = (part / self._feet for part in at_ft)
        closed = f"a gap of {gap_ft:.3f} ft was closed"
        if len(wide) > 1:
            closed = f"{len(wide):,} gaps were closed, the widest of {gap_ft:.3f} ft"
        text = f'layer "{self._name}", handle {handle}: {closed}'
        self._notes.append(Note("SITE042", text, place=f"near ({x:.2f}, {y:.2f})", file=self._file))


def _order(joined: Mapping[int, Chain]) -> tuple[int, int]:
    """Rank ways to join the same lines: more outlines, then fewer shapes."""
    return sum(chain.is_closed for chain in joined.values()), -len(joined)


def _joined_within(tolerance: float, lines: Mapping[int, FloatArray]) -> dict[int, Chain]:
    """Join lines by row; give the chains by the row of their first, and their members as rows."""
    rows = list(lines)
    found = {}
    for chain in join_chains(list(lines.values()), tolerance):
        members = tuple(rows[member] for member in chain.members)
        found[members[0]] = replace(chain, members=members)
    return found


def _across_gaps(met: Mapping[int, Chain]) -> dict[int, Chain]:
    """Join the chains that are open, across gaps that a note will name."""
    found = {row: chain for row, chain in met.items() if chain.is_closed}
    loose = {row: chain.points for row, chain in met.items() if not chain.is_closed}
    for row, chain in _joined_within(CLOSING_GAP_FT, loose).items():
        members = tuple(inner for member in chain.members for inner in met[member].members)
        found[row] = replace(chain, members=members)
    return found


class _Seen:
    """Shapes that were met, and which are one: box, length and its centre, to some 0.1 ft."""

    def __init__(self) -> None:
        self._cells: set[tuple[int, ...]] = set()

    def is_first(self, points: FloatArray, *, is_closed: bool) -> bool:
        """Tell whether a shape is like none before it; it is then met."""
        # The shift keeps what is drawn on round numbers away from the edges between cells.
        places = [mark / ALIKE_FT + 0.137 for mark in _marks(points, is_closed)]
        cells = [math.floor(place) for place in places]
        # What was drawn twice may differ by its rounding, across an edge, too.
        near = [
            (cell, cell - 1) if share < EDGE else (cell, cell + 1) if share > 1 - EDGE else (cell,)
            for cell, share in (
                (cell, place - cell) for cell, place in zip(cells, places, strict=True)
            )
        ]
        is_first = not any((is_closed, *one) in self._cells for one in product(*near))
        if is_first:
            self._cells.add((is_closed, *cells))
        return is_first


def _marks(points: FloatArray, is_closed: bool) -> tuple[float, ...]:
    """Give what two shapes have in common that are one."""
    if len(points) == 2:  # most of what is drawn
        (ax, ay), (bx, by) = points.tolist()
        length = math.hypot(bx - ax, by - ay)
        centre_x, centre_y = (ax + bx) / 2.0, (ay + by) / 2.0
        low_x, high_x, low_y, high_y = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        # Of two lines across one box one rises and one falls.
        rise = math.copysign(min(abs(bx - ax), abs(by - ay)), (bx - ax) * (by - ay))
        return (low_x, low_y, high_x, high_y, length / 4.0, centre_x, centre_y, rise)
    (low_x, low_y), (high_x, high_y) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    ring = np.concatenate([points, points[:1]]) if is_closed else points
    across = ring[1:] - ring[:-1]
    steps = np.hypot(across[:, 0], across[:, 1])
    length = float(steps.sum())
    middles = (ring[:-1] + ring[1:]) / 2.0 - points[0]
    centre_x, centre_y = (points[0] + (steps / (length or 1.0)) @ middles).tolist()
    return (low_x, low_y, high_x, high_y, length / 4.0, centre_x, centre_y, 0.0)


def _is_stub(chain: Chain) -> bool:
    """Tell a leftover of trimming: a line that is next to nothing and goes nowhere."""
    return (
        len(chain.points) == 2
        and not chain.is_closed
        and math.dist(*chain.points.tolist()) <= LONGEST_STUB_FT
    )
