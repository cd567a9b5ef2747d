"""The largest illuminance along a continuous line, not only at its stations.

The line is searched every half foot; every bracket whose sample comes within a tenth of the
largest is then narrowed, all brackets of all lines and layers at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.results import Peak

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.site.property import Piece

    FloatArray = NDArray[np.float64]
    # Points (n, 2), ft, to the illuminance of each of the k group layers there, (k, n), fc.
    Evaluate = Callable[[FloatArray], FloatArray]

__all__ = ["Peak", "line_peaks"]

SEARCH_STEP_FT: Final = 0.5
NEAR_THE_TOP: Final = 0.9  # brackets at least this share of the largest sample are refined
NARROWING: Final = 10  # samples on each side of the best one, a round
ROUNDS: Final = 4  # 0.5 ft / 10^4: the place is known to 5e-5 ft


@dataclass(frozen=True, slots=True)
class _Samples:
    """Places on pieces of lines: which line, which piece of it, how far along."""

    line: NDArray[np.int64]
    piece: NDArray[np.int64]
    station_ft: FloatArray


def line_peaks(
    lines: Sequence[Sequence[Piece]],
    evaluate: Evaluate,
    weights: Mapping[str, FloatArray],
) -> list[dict[str, tuple[float, FloatArray]]]:
    """Find the maximum of every layer along every line.

    Parameters
    ----------
    lines
        The pieces of each line; a line without pieces gets no peak.
    evaluate
        Gives the illuminance of the k group layers, (k, n), at points (n, 2).
    weights
        Layer name to its (k,) weights.

    Returns
    -------
    list of dict
        For each line: layer name to the maximum, fc, and its (2,) place, ft.
    """
    pieces = [piece for line in lines for piece in line]
    if not pieces:
        return [{} for _ in lines]
    grid = _search_grid(lines)
    xy = _places(pieces, grid)
    mixed = _mix(evaluate(xy), weights)  # (layers, samples)
    best = _best_by_line(mixed, xy, grid.line, len(lines))
    brackets, layer = _brackets(mixed, grid, best)
    _refine(best, pieces, brackets, layer, evaluate, weights)
    names = tuple(weights)
    return [
        {name: (float(value[i]), xy_best[i]) for i, name in enumerate(names)} if line else {}
        for line, (value, xy_best) in zip(lines, best, strict=True)
    ]


def _search_grid(lines: Sequence[Sequence[Piece]]) -> _Samples:
    """Sample every piece at most half a foot apart, both ends included."""
    line, piece, station = [], [], []
    count = 0
    for i, pieces in enumerate(lines):
        for one in pieces:
            n = max(1, int(np.ceil(one.length_ft / SEARCH_STEP_FT))) + 1
            station.append(np.linspace(0.0, one.length_ft, n))
            line.append(np.full(n, i))
            piece.append(np.full(n, count))
            count += 1
    return _Samples(np.concatenate(line), np.concatenate(piece), np.concatenate(station))


def _places(pieces: Sequence[Piece], samples: _Samples) -> FloatArray:
    """Coordinates (n, 2) of samples, ft; runs of one piece are evaluated together."""
    xy = np.empty((len(samples.station_ft), 2))
    order = np.argsort(samples.piece, kind="stable")
    cuts = np.flatnonzero(np.diff(samples.piece[order])) + 1
    for run in np.split(order, cuts):
        xy[run] = pieces[samples.piece[run[0]]].at(samples.station_ft[run])
    return xy


def _mix(group_fc: FloatArray, weights: Mapping[str, FloatArray]) -> FloatArray:
    return np.stack(list(weights.values())) @ group_fc


def _best_by_line(
    mixed: FloatArray, xy: FloatArray, line: NDArray[np.int64], n_lines: int
) -> list[tuple[FloatArray, FloatArray]]:
    """Largest sample of each line: values (layers,) and places (layers, 2)."""
    found = []
    for i in range(n_lines):
        of_line = np.flatnonzero(line == i)
        if not len(of_line):
            found.append((np.zeros(len(mixed)), np.zeros((len(mixed), 2))))
            continue
        top = of_line[mixed[:, of_line].argmax(axis=1)]
        found.append((mixed[np.arange(len(mixed)), top].copy(), xy[top].copy()))
    return found


def _brackets(
    mixed: FloatArray, grid: _Samples, best: list[tuple[FloatArray, FloatArray]]
) -> tuple[_Samples, NDArray[np.int64]]:
    """Local maxima near the top of their line, with the layer that each belongs to."""
    same_before = np.concatenate([[False], grid.piece[1:] == grid.piece[:-1]])
    same_after = np.concatenate([grid.piece[1:] == grid.piece[:-1], [False]])
    before = np.where(same_before, np.roll(mixed, 1, axis=1), -np.inf)
    after = np.where(same_after, np.roll(mixed, -1, axis=1), -np.inf)
    top = np.stack([value for value, _ in best], axis=1)[:, grid.line]
    peak = (mixed >= before) & (mixed >= after) & (mixed >= NEAR_THE_TOP * top) & (top > 0.0)
    layer, at = np.nonzero(peak)
    return _Samples(grid.line[at], grid.piece[at], grid.station_ft[at]), layer


def _refine(
    best: list[tuple[FloatArray, FloatArray]],
    pieces: Sequence[Piece],
    brackets: _Samples,
    layer: NDArray[np.int64],
    evaluate: Evaluate,
    weights: Mapping[str, FloatArray],
) -> None:
    """Narrow every bracket round by round and note what beats the samples."""
    if not len(layer):
        return
    mixing = np.stack(list(weights.values()))
    length = np.array([piece.length_ft for piece in pieces])[brackets.piece]
    step, centre = SEARCH_STEP_FT, brackets.station_ft
    offsets = np.arange(-NARROWING, NARROWING + 1) / NARROWING
    for _ in range(ROUNDS):
        stations = np.clip(centre[:, None] + step * offsets, 0.0, length[:, None])
        n = stations.shape[1]
        samples = _Samples(
            np.repeat(brackets.line, n), np.repeat(brackets.piece, n), stations.ravel()
        )
        xy = _places(pieces, samples)
        group_fc = evaluate(xy).reshape(mixing.shape[1], -1, n)
        value = np.einsum("bk,kbn->bn", mixing[layer], group_fc)
        top = value.argmax(axis=1)
        row = np.arange(len(top))
        centre, step = stations[row, top], step / NARROWING
        for i in row:
            values, places = best[brackets.line[i]]
            if value[i, top[i]] > values[layer[i]]:
                values[layer[i]] = value[i, top[i]]
                places[layer[i]] = xy[i * n + top[i]]
