"""Lines and arcs that were drawn one by one, joined end to end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["Chain", "join_chains"]

_NO_GAPS = np.empty((0, 3))


@dataclass(frozen=True, eq=False)
class Chain:
    """Pieces in a row.

    Attributes
    ----------
    points : (n, k) array
        Where two pieces meet, the end of the former; a closed chain does not repeat its first.
    is_closed
        Whether its last point joins the first.
    members
        Rows of its pieces, the first that was drawn, which gives it its direction, at the front.
    gaps : (n, 3) array
        Of each joint the distance of the ends that were taken as one, and where the first is.
    """

    points: FloatArray
    is_closed: bool
    members: tuple[int, ...]
    gaps: FloatArray

    @property
    def first(self) -> int:
        """Row of the piece that gives it its direction."""
        return self.members[0]


def join_chains(pieces: Sequence[FloatArray], tolerance: float) -> list[Chain]:
    """Join open pieces whose ends meet.

    Where more than two ends meet, none of them is joined: which way a line goes on at a
    fork is not for a program to say.

    Parameters
    ----------
    pieces
        Arrays (n, k) of points, n >= 2; the first two columns are the plan.
    tolerance
        Most distance between ends that meet.

    Returns
    -------
    list of Chain
        In the order of their first pieces.
    """
    partner = _partners(pieces, tolerance)
    used = [False] * len(pieces)
    chains = []
    for first in range(len(pieces)):
        if used[first]:
            continue
        used[first] = True
        if 2 * first not in partner and 2 * first + 1 not in partner:  # as most of a drawing
            chains.append(Chain(pieces[first], is_closed=False, members=(first,), gaps=_NO_GAPS))
            continue
        run = [(first, False)]  # piece, whether it is turned
        is_closed = _extend(run, partner, used)
        if not is_closed:
            run = [(piece, not turned) for piece, turned in reversed(run)]
            _extend(run, partner, used)
            run = [(piece, not turned) for piece, turned in reversed(run)]
        chains.append(_chain(run, pieces, first, is_closed=is_closed))
    return chains


def _extend(run: list[tuple[int, bool]], partner: dict[int, int], used: list[bool]) -> bool:
    """Append pieces after the last of a run; tell whether it came back to its start."""
    while True:
        piece, turned = run[-1]
        following = partner.get(2 * piece + (not turned))
        if following is None:
            return False
        other, at_its_end = divmod(following, 2)
        if used[other]:
            return following == 2 * run[0][0] + run[0][1]
        used[other] = True
        run.append((other, bool(at_its_end)))


def _chain(
    run: Sequence[tuple[int, bool]], pieces: Sequence[FloatArray], first: int, *, is_closed: bool
) -> Chain:
    parts = [pieces[piece][::-1] if turned else pieces[piece] for piece, turned in run]
    joints = list(pairwise(parts))
    joints += [(parts[-1], parts[0])] if is_closed else []
    ends = [(math.dist(b[0, :2], a[-1, :2]), a[-1, 0], a[-1, 1]) for a, b in joints]
    gaps = np.array(ends, np.float64).reshape(-1, 3)
    points = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
    members = (first, *sorted(piece for piece, _ in run if piece != first))
    return Chain(points[:-1] if is_closed else points, is_closed, members, gaps)


def _partners(pieces: Sequence[FloatArray], tolerance: float) -> dict[int, int]:
    """Give the end that each end meets: 2 piece for its start, 2 piece + 1 for its end."""
    ends: list[list[int]] = []
    places: list[tuple[float, float]] = []
    cells: dict[tuple[int, int], list[int]] = {}  # clusters whose first end lies in a cell
    for end, (x, y) in _near_others(pieces, tolerance):
        column, row = int(x // tolerance), int(y // tolerance)
        near = (
            cluster
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            for cluster in cells.get((i, j), ())
            if math.hypot(places[cluster][0] - x, places[cluster][1] - y) <= tolerance
        )
        found = next(near, None)
        if found is None:
            cells.setdefault((column, row), []).append(len(ends))
            places.append((x, y))
            ends.append([end])
        else:
            ends[found].append(end)
    pairs = [meeting for meeting in ends if len(meeting) == 2]
    return {a: b for one, two in pairs for a, b in ((one, two), (two, one))}


def _near_others(
    pieces: Sequence[FloatArray], tolerance: float
) -> Iterator[tuple[int, list[float]]]:
    """Give the ends that may meet another, in their order, and where they are."""
    if not pieces:
        return
    places = np.array([point[:2] for points in pieces for point in (points[0], points[-1])])
    is_alone = np.ones(len(places), np.bool_)
    # Two places within the tolerance share a cell of twice that in one of four shifted grids.
    for shift in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)):
        cells = np.floor(places / (2.1 * tolerance) + shift).astype(np.int64)
        # Cells that share a number by chance only cost a look at them.
        _, which, counts = np.unique(
            cells[:, 0] * 73_856_093 ^ cells[:, 1] * 19_349_663,
            return_inverse=True,
            return_counts=True,
        )
        is_alone &= counts[which] == 1
    rows = np.flatnonzero(~is_alone)
    yield from zip(rows.tolist(), places[rows].tolist(), strict=True)
