"""Curves of drawings as chords, none farther from its curve than a given sagitta."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["SAGITTA_FT", "arc_points", "bulged_points", "ellipse_points"]

# A curb or a lot line is laid out to some 0.01 ft; a 25 ft radius takes 112 chords at that.
SAGITTA_FT = 0.01
MOST_CHORDS = 50_000  # of one curve: a full circle of 79 miles radius


def arc_points(
    centre: ArrayLike, radius: float, start_rad: float, sweep_rad: float, sagitta: float
) -> FloatArray:
    """Points of a circular arc, both ends included.

    Parameters
    ----------
    centre : (2,) array
    start_rad, sweep_rad
        Direction of the first point, and the angle from it; negative is clockwise.
    sagitta
        Most distance of a chord from the arc, in the unit of `radius`.

    Returns
    -------
    (n, 2) array

    Raises
    ------
    ValueError
        It would take over 50,000 chords.
    """
    angle = start_rad + np.linspace(0.0, sweep_rad, int(_chords(radius, sweep_rad, sagitta)) + 1)
    return np.asarray(centre) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def ellipse_points(
    centre: ArrayLike,
    major: ArrayLike,
    minor: ArrayLike,
    start_rad: float,
    sweep_rad: float,
    sagitta: float,
) -> FloatArray:
    """Points of an elliptical arc, both ends included.

    Parameters
    ----------
    centre, major, minor : (3,) arrays
        The half axes are vectors; the angles are the ellipse's parameter, from `major`.

    Returns
    -------
    (n, 3) array
    """
    centre, major, minor = np.asarray(centre), np.asarray(major), np.asarray(minor)
    # An ellipse is a circle of the longer half axis, squeezed, and so are its sagittas.
    longer = float(max(np.linalg.norm(major), np.linalg.norm(minor)))
    angle = start_rad + np.linspace(0.0, sweep_rad, int(_chords(longer, sweep_rad, sagitta)) + 1)
    return np.asarray(centre + np.outer(np.cos(angle), major) + np.outer(np.sin(angle), minor))


def bulged_points(vertices: FloatArray, *, is_closed: bool, sagitta: float) -> FloatArray:
    """Points of a polyline some of whose segments are arcs.

    Parameters
    ----------
    vertices : (n, 3) array
        x, y and the bulge of the segment that starts there: the tangent of a quarter of its
        angle, positive where it turns counterclockwise.
    is_closed
        Whether a last segment leads back to the first vertex, which is not repeated.
    sagitta
        Most distance of a chord from its arc.

    Returns
    -------
    (m, 2) array
    """
    count = len(vertices) if is_closed else len(vertices) - 1
    if count < 1 or not vertices[:count, 2].any():
        return vertices[:, :2]
    start, bulge = vertices[:count, :2], vertices[:count, 2]
    chord = np.roll(vertices[:, :2], -1, axis=0)[:count] - start
    length = np.hypot(chord[:, 0], chord[:, 1])
    # An arc flatter than the sagitta, whose height is bulge times half the chord, is its chord.
    is_arc = np.abs(bulge) * length / 2.0 > sagitta * 1e-3
    bulge = np.where(is_arc, bulge, 1.0)
    sweep = np.where(is_arc, 4.0 * np.arctan(bulge), 0.0)
    radius = length * (1.0 + bulge * bulge) / (4.0 * np.abs(bulge))
    across = np.stack([-chord[:, 1], chord[:, 0]], axis=1)
    to_centre = chord / 2.0 + across * ((1.0 - bulge * bulge) / (4.0 * bulge))[:, None]
    first = np.arctan2(-to_centre[:, 1], -to_centre[:, 0])
    chords = _chords(radius, sweep, sagitta)
    segment = np.repeat(np.arange(count), chords)
    step = np.arange(len(segment)) - (np.cumsum(chords) - chords)[segment]
    angle = first[segment] + sweep[segment] * step / chords[segment]
    turned = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    on_arc = (start + to_centre)[segment] + radius[segment, None] * turned
    points = np.where(step[:, None] == 0, start[segment], on_arc)  # as drawn, to the last digit
    return points if is_closed else np.concatenate([points, vertices[-1:, :2]])


def _chords(radius: ArrayLike, sweep_rad: ArrayLike, sagitta: float) -> NDArray[np.int64]:
    """Count the chords of arcs: at least one for every quarter turn."""
    radius, sweep = np.asarray(radius, np.float64), np.abs(np.asarray(sweep_rad, np.float64))
    quarters = np.ceil(sweep / (math.pi / 2.0) - 1e-9)
    # sagitta = r (1 - cos(step / 2)), without the cancellation of acos near 1
    ratio = sagitta / (2.0 * np.maximum(radius, sagitta))
    chords = np.ceil(sweep / (4.0 * np.arcsin(np.sqrt(ratio))) - 1e-9)
    counts = np.maximum(np.where(radius > sagitta, chords, 0.0), np.maximum(quarters, 1.0))
    if not (counts <= MOST_CHORDS).all():  # true for nan, too
        most = float(np.max(counts))
        raise ValueError(f"is an arc of {most:,.0f} chords; at most {MOST_CHORDS:,} are drawn")
    return counts.astype(np.int64)
