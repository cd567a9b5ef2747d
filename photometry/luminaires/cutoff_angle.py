"""Cutoff angle: how far up from nadir a luminaire, as it is turned, is bright."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

import numpy as np

from photometry.luminaires.brightest import own_directions
from photometry.luminaires.circles import circle_points, points_between, table_crossings
from photometry.luminaires.distribution import EDGE_TOLERANCE_DEG, PhotometricType

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from photometry.luminaires.distribution import IntensityDistribution, PolarTable

    FloatArray = NDArray[np.float64]

__all__ = ["cutoff_angle_deg"]

_CHUNK = 256  # bearings followed at a time: bounds the memory, not the result
_BISECTIONS = 50  # of a piece of at most pi: to rounding


@overload
def cutoff_angle_deg(
    distribution: IntensityDistribution,
    threshold: float = ...,
    rotation: ArrayLike | None = ...,
    bearing_deg: None = ...,
) -> float: ...
@overload
def cutoff_angle_deg(
    distribution: IntensityDistribution,
    threshold: float = ...,
    rotation: ArrayLike | None = ...,
    *,
    bearing_deg: ArrayLike,
) -> FloatArray: ...
def cutoff_angle_deg(
    distribution: IntensityDistribution,
    threshold: float = 0.01,
    rotation: ArrayLike | None = None,
    bearing_deg: ArrayLike | None = None,
) -> float | FloatArray:
    """Find the angle from nadir above which a luminaire is dark.

    Parameters
    ----------
    distribution : IntensityDistribution
        Any type.
    threshold : float
        Share of the luminaire's own peak that still counts as dark.
    rotation : (3, 3) array_like, optional
        From the luminaire's frame to the world's; by default as it stands.
    bearing_deg : array_like, optional
        World bearings, counterclockwise from +x, of any shape. By default the greatest angle
        over all bearings is given.

    Returns
    -------
    float or ndarray
        The largest angle from the world's nadir, 0 to 180, at which candela exceed the
        threshold; NaN where they nowhere do: dark that way. Upright Types A and C by the
        root of the linear piece; else by bisection between points on the plumb plane, at and
        between all its crossings with the table's angles, to 1e-6 degrees. The greatest over
        bearings is searched from every degree and the highest of the file's own directions.
    """
    turn = np.eye(3) if rotation is None else np.asarray(rotation, np.float64)
    limit = threshold * distribution.max_candela
    if bearing_deg is None:
        return _greatest_angle(distribution, limit, turn)
    bearing = np.asarray(bearing_deg, np.float64)
    return _angles(distribution, limit, turn, bearing.ravel()).reshape(bearing.shape)


def _angles(
    distribution: IntensityDistribution, limit: float, turn: FloatArray, bearing_deg: FloatArray
) -> FloatArray:
    """Cutoff angles (k,) of bearings (k,), in degrees."""
    if _is_upright(distribution, turn):
        yaw_deg = float(np.degrees(np.arctan2(turn[1, 0], turn[0, 0])))
        return _angles_on_planes(distribution, limit, bearing_deg - yaw_deg)
    parts = np.split(bearing_deg, range(_CHUNK, len(bearing_deg), _CHUNK))
    return np.concatenate([_angles_on_arcs(distribution, limit, turn, part) for part in parts])


def _is_upright(distribution: IntensityDistribution, turn: FloatArray) -> bool:
    """Tell whether the table's polar axis is the world's vertical."""
    upright = bool(np.abs(turn[2] - (0.0, 0.0, 1.0)).max() < 1e-14)  # rounding of a matrix
    return upright and distribution.photometric_type is not PhotometricType.B


def _angles_on_planes(
    distribution: IntensityDistribution, limit: float, lateral_deg: FloatArray
) -> FloatArray:
    """Cutoff angles of an upright table: the intensity is linear between its polar angles."""
    polar = distribution.table.polar_deg
    candela = distribution.planes(lateral_deg)
    lit = candela > limit
    last = lit.shape[1] - 1 - np.argmax(lit[:, ::-1], axis=1)
    after = np.minimum(last + 1, len(polar) - 1)
    here, there = (np.take_along_axis(candela, at[:, np.newaxis], 1)[:, 0] for at in (last, after))
    fall = np.where(lit.any(axis=1) & (after > last), here - there, 1.0)
    root = polar[last] + (polar[after] - polar[last]) * (here - limit) / fall
    return np.where(lit.any(axis=1), root, np.nan)


def _angles_on_arcs(
    distribution: IntensityDistribution, limit: float, turn: FloatArray, bearing_deg: FloatArray
) -> FloatArray:
    """Cutoff angles of a turned table, along half a great circle for each bearing."""
    table = distribution.table
    to_table = table.axes @ turn.T
    bearing = np.radians(bearing_deg)
    level = np.stack([np.cos(bearing), np.sin(bearing), np.zeros_like(bearing)], axis=-1)
    down, out = np.broadcast_to(-to_table[:, 2], level.shape), level @ to_table.T
    centre = np.zeros(3)

    def candela(angle: FloatArray, rows: NDArray[np.intp]) -> FloatArray:
        in_table = circle_points(centre, down[rows], out[rows], angle)
        return distribution.candela_toward(in_table @ table.axes)

    ends = _pieces(table_crossings(table, centre, down, out))
    middles = circle_points(centre, down, out, (ends[:, 1:] + ends[:, :-1]) / 2.0)
    open_pieces = _may_exceed(table, limit, middles)
    low, high = np.full_like(bearing, np.nan), np.full_like(bearing, np.nan)
    while open_pieces.any():
        # The highest piece that may be lit, for each bearing that still has one.
        rows = np.flatnonzero(open_pieces.any(axis=1))
        piece = open_pieces.shape[1] - 1 - np.argmax(open_pieces[rows, ::-1], axis=1)
        angle = points_between(np.stack([ends[rows, piece], ends[rows, piece + 1]], axis=-1))
        lit = candela(angle, rows) > limit
        last = lit.shape[1] - 1 - np.argmax(lit[:, ::-1], axis=1)
        here = np.arange(len(rows))
        found = lit.any(axis=1)
        low[rows[found]] = angle[here, last][found]
        high[rows[found]] = angle[here, np.minimum(last + 1, angle.shape[1] - 1)][found]
        open_pieces[rows, piece] = False
        open_pieces[rows[found]] = False
    rows = np.flatnonzero(np.isfinite(low))
    for _ in range(_BISECTIONS):
        middle = (low[rows] + high[rows]) / 2.0
        above = candela(middle[:, np.newaxis], rows)[:, 0] > limit
        low[rows] = np.where(above, middle, low[rows])
        high[rows] = np.where(above, high[rows], middle)
    return np.degrees(low)


def _pieces(crossings: FloatArray) -> FloatArray:
    """Sort what lies between nadir and zenith, radians, both included; (k, n), padded with 0."""
    within = np.where(crossings <= np.pi, crossings, 0.0)  # NaN is not either
    ends = np.sort(np.pad(within, ((0, 0), (1, 1)), constant_values=(0.0, np.pi)), axis=1)
    idle = int((ends > 0.0).argmax(axis=1).min()) - 1  # zeros that every row has in excess
    return ends[:, max(idle, 0) :]


def _may_exceed(table: PolarTable, limit: float, points: FloatArray) -> NDArray[np.bool_]:
    """Tell which points (..., 3) of the table's frame lie in a cell with a corner over a limit.

    In any other cell the bilinear intensity is at the limit or below throughout.
    """
    corners = table.candela_cd > limit
    if len(table.azimuth_deg) == 1:
        corners = np.vstack([corners, corners])
        azimuths = np.array([0.0, 360.0])
    else:
        azimuths = table.azimuth_deg
    cells = corners[1:, 1:] | corners[1:, :-1] | corners[:-1, 1:] | corners[:-1, :-1]
    around_it = np.pad(cells, 1)  # beyond the table there is no light
    polar = np.degrees(np.arctan2(np.hypot(points[..., 0], points[..., 1]), -points[..., 2]))
    turned = np.degrees(np.arctan2(points[..., 1], points[..., 0])) - azimuths[0]
    # A hair before the first azimuth is that azimuth, not a whole turn past the last.
    azimuth = azimuths[0] + np.mod(turned + EDGE_TOLERANCE_DEG, 360.0) - EDGE_TOLERANCE_DEG
    i = np.searchsorted(table.polar_deg, _onto(table.polar_deg, polar), side="right")
    j = np.searchsorted(azimuths, _onto(azimuths, azimuth), side="right")
    return np.asarray(around_it[j, i], np.bool_)


def _onto(angles: FloatArray, at: FloatArray) -> FloatArray:
    """Bring angles that rounding alone keeps out of a table just into it."""
    near = np.clip(at, angles[0], np.nextafter(angles[-1], -np.inf))
    return np.where(np.abs(near - at) <= EDGE_TOLERANCE_DEG, near, at)


def _greatest_angle(distribution: IntensityDistribution, limit: float, turn: FloatArray) -> float:
    """Cutoff angle over all bearings, in degrees; NaN where all is dark."""
    table = distribution.table
    if not distribution.max_candela > limit:
        return float("nan")
    if _is_upright(distribution, turn):
        # Around a parallel the intensity is linear between planes, so one of them is last.
        return float(np.nanmax(_angles_on_planes(distribution, limit, table.azimuth_deg)))
    bearing = np.append(np.arange(360.0), _highest_bearings(distribution, limit, turn))
    step = 1.0
    while step > 1e-5:
        angle = _angles(distribution, limit, turn, bearing)
        best = int(np.nanargmax(angle))
        bearing = bearing[best] + step * np.linspace(-1.0, 1.0, 21)
        step /= 10.0
    return float(angle[best])


def _highest_bearings(
    distribution: IntensityDistribution, limit: float, turn: FloatArray
) -> FloatArray:
    """Bearings of the 32 highest of the table's own directions that exceed the limit."""
    own, candela = own_directions(distribution)
    lit = (own @ (distribution.table.axes @ turn.T))[candela > limit]
    highest = lit[np.argsort(-lit[:, 2], kind="stable")[:32]]
    return np.degrees(np.arctan2(highest[:, 1], highest[:, 0]))
