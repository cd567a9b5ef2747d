"""Lumens of a turned table within a range of the world's angles.

A zone of the world (a band of vertical angles, a sector of lateral ones) is bounded by circles
of directions. Each circle about the table's own axis meets them in a few azimuths, between
which the table's row is integrated exactly; from circle to circle goes Gauss-Legendre.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.circles import circle_points, roots_on_circle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]
    Boundary = tuple[FloatArray, float]  # the circle {p : normal . p = level}

__all__ = ["turned_lumens"]

_TURN = 2.0 * np.pi
_CHUNK = 32  # pieces between breaks done at a time: bounds the memory, not the result


def turned_lumens(
    table: PolarTable,
    rotation: FloatArray,
    vertical_deg: tuple[float, float],
    lateral_deg: tuple[float, float],
) -> float:
    """Lumens that a table turned by `rotation` sends into a zone of the world.

    Parameters
    ----------
    table : PolarTable
        At least two azimuths.
    rotation : (3, 3) array
        From the luminaire's frame to the world's.
    vertical_deg, lateral_deg : (float, float)
        Of the world, from and to; the lateral range at most one turn.

    Returns
    -------
    float
        Lumens, within 1e-5 of the table's total.
    """
    to_table = table.axes @ rotation.T
    vertical, lateral = np.radians(vertical_deg), np.radians(lateral_deg)
    boundaries = _boundaries(to_table, vertical, lateral)
    breaks = _breaks(table, to_table, boundaries, vertical, lateral)
    flux = 0.0
    for start in range(0, len(breaks) - 1, _CHUNK):
        polar, weight = _nodes(breaks[start : start + _CHUNK + 1])
        ends = _ends(table, boundaries, polar)
        middles = (ends[:, 1:] + ends[:, :-1]) / 2.0 + np.radians(table.azimuth_deg[0])
        inside = _inside(_on_parallels(polar, middles) @ to_table, vertical, lateral)
        parts = np.diff(_running_integral(table, polar, ends), axis=1)
        flux += float(weight * np.sin(polar) @ np.sum(parts, axis=1, where=inside))
    return flux


def _boundaries(to_table: FloatArray, vertical: FloatArray, lateral: FloatArray) -> list[Boundary]:
    """Give the circles that bound a zone of the world, in the table's frame."""
    level = [(to_table[:, 2], float(-np.cos(angle))) for angle in vertical if 0.0 < angle < np.pi]
    if lateral[1] - lateral[0] >= _TURN:
        return level
    plumb = [(to_table @ np.array([-np.sin(h), np.cos(h), 0.0]), 0.0) for h in lateral]
    return level + plumb


def _breaks(
    table: PolarTable,
    to_table: FloatArray,
    boundaries: list[Boundary],
    vertical: FloatArray,
    lateral: FloatArray,
) -> FloatArray:
    """Polar angles where the flux from circle to circle is not smooth.

    They are the table's own, those where a circle about its axis touches a boundary, those
    of the zone's corners, and those where a boundary leaves a table that does not go all round.
    """
    polar = np.radians(table.polar_deg)
    touching, leaving = [0.0], [np.zeros(0)]
    for normal, level in boundaries:
        away, reach = np.arccos(np.clip(-normal[2], -1.0, 1.0)), np.arccos(level)
        touching += [abs(away - reach), min(away + reach, _TURN - away - reach)]
        if not table.closes:
            leaving.append(_along_edges(table, normal, level))
    v, h = (grid.ravel() for grid in np.meshgrid(vertical, lateral))
    corners = np.stack([np.sin(v) * np.cos(h), np.sin(v) * np.sin(h), -np.cos(v)], axis=-1)
    at_corners = np.arccos(np.clip(-(corners @ to_table.T)[:, 2], -1.0, 1.0))
    every = np.unique(np.concatenate([polar, touching, at_corners, *leaving]))
    within: FloatArray = every[(every >= polar[0]) & (every <= polar[-1])]
    return within


def _along_edges(table: PolarTable, normal: FloatArray, level: float) -> FloatArray:
    """Polar angles at which a boundary crosses the table's first and last azimuth."""
    azimuth = np.radians(table.azimuth_deg[[0, -1]])
    outward = normal[0] * np.cos(azimuth) + normal[1] * np.sin(azimuth)
    roots = roots_on_circle(-normal[2], outward, level)
    return roots[np.isfinite(roots)]


def _nodes(breaks: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Places and weights (n,) between consecutive breaks.

    An arc opens at a break like a square root; with polar = middle + half sin u it is smooth.
    """
    u = _GAUSS_NODES * np.pi / 2.0
    middle, half = (breaks[1:] + breaks[:-1]) / 2.0, np.diff(breaks) / 2.0
    polar = middle[:, np.newaxis] + np.outer(half, np.sin(u))
    weight = np.outer(half, np.cos(u) * _GAUSS_WEIGHTS * np.pi / 2.0)
    return polar.ravel(), weight.ravel()


_GAUSS_NODES, _GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(16)


def _ends(table: PolarTable, boundaries: list[Boundary], polar: FloatArray) -> FloatArray:
    """Azimuths, from the table's first and sorted, where the zone may begin or end: (n, k)."""
    sine, cosine = np.sin(polar), np.cos(polar)
    span = np.radians(table.azimuth_deg[-1] - table.azimuth_deg[0])
    ends = [np.zeros((len(polar), 1)), np.full((len(polar), 1), span)]
    for normal, level in boundaries:
        roots = roots_on_circle(normal[0] * sine, normal[1] * sine, level + normal[2] * cosine)
        ends.append(np.mod(roots - np.radians(table.azimuth_deg[0]), _TURN))
    return np.sort(np.minimum(np.nan_to_num(np.hstack(ends)), span), axis=1)


def _on_parallels(polar: FloatArray, azimuth: FloatArray) -> FloatArray:
    """Directions in the table's frame at polar angles (n,) and azimuths (n, k)."""
    zero, sine = np.zeros_like(polar), np.sin(polar)
    return circle_points(
        np.stack([zero, zero, -np.cos(polar)], axis=-1),
        np.stack([sine, zero, zero], axis=-1),
        np.stack([zero, sine, zero], axis=-1),
        azimuth,
    )


def _inside(world: FloatArray, vertical: FloatArray, lateral: FloatArray) -> NDArray[np.bool_]:
    """Tell which directions (..., 3) of the world are in a zone of it."""
    below = -world[..., 2]
    around = np.mod(np.arctan2(world[..., 1], world[..., 0]) - lateral[0], _TURN)
    inside: NDArray[np.bool_] = (
        (below <= np.cos(vertical[0]))
        & (below >= np.cos(vertical[1]))
        & (around <= lateral[1] - lateral[0])
    )
    return inside


def _running_integral(table: PolarTable, polar: FloatArray, at: FloatArray) -> FloatArray:
    """Integrate the table's rows at `polar` (n,) from the first azimuth to `at` (n, k)."""
    azimuth = np.radians(table.azimuth_deg - table.azimuth_deg[0])
    rows = _rows(table, polar)
    step = np.diff(azimuth)
    cells = np.cumsum((rows[:, :-1] + rows[:, 1:]) / 2.0 * step, axis=1)
    before = np.hstack([np.zeros((len(polar), 1)), cells])
    j = np.clip(np.searchsorted(azimuth, at, side="right") - 1, 0, len(azimuth) - 2)
    into = at - azimuth[j]
    left, right = np.take_along_axis(rows, j, 1), np.take_along_axis(rows, j + 1, 1)
    slope = (right - left) / step[j]
    integral: FloatArray = np.take_along_axis(before, j, 1) + into * (left + slope * into / 2.0)
    return integral


def _rows(table: PolarTable, polar: FloatArray) -> FloatArray:
    """Candela around the table at polar angles within it, linear between its own: (n, m)."""
    at = np.radians(table.polar_deg)
    i = np.clip(np.searchsorted(at, polar, side="right") - 1, 0, len(at) - 2)
    share = ((polar - at[i]) / (at[i + 1] - at[i]))[:, np.newaxis]
    cd = table.candela_cd.T
    rows: FloatArray = cd[i] * (1.0 - share) + cd[i + 1] * share
    return rows
