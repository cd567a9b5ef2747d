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
    angle = start_rad + np.linspace(0.0, sweep_rad, _chords(radius, sweep_rad, sagitta) + 1)
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
    angle = start_rad + np.linspace(0.0, sweep_rad, _chords(longer, sweep_rad, sagitta) + 1)
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
    parts = []
    last = len(vertices) if is_closed else len(vertices) - 1
    for index in range(last):
        x, y, bulge = vertices[index]
        end = vertices[(index + 1) % len(vertices), :2]
        arc = _bulge_points(np.array([x, y]), end, float(bulge), sagitta)
        parts.append(arc[:-1])
    if not is_closed:
        parts.append(vertices[-1:, :2])
    return np.concatenate(parts) if parts else vertices[:, :2]


def _bulge_points(start: FloatArray, end: FloatArray, bulge: float, sagitta: float) -> FloatArray:
    chord = end - start
    length = float(np.hypot(*chord))
    # An arc flatter than the sagitta, whose height is bulge times half the chord, is its chord.
    if abs(bulge) * length / 2.0 <= sagitta * 1e-3:
        return np.stack([start, end])
    sweep = 4.0 * math.atan(bulge)
    radius = length * (1.0 + bulge * bulge) / (4.0 * abs(bulge))
    across = np.array([-chord[1], chord[0]])
    centre = (start + end) / 2.0 + across * (1.0 - bulge * bulge) / (4.0 * bulge)
    from_centre = start - centre
    angle = math.atan2(from_centre[1], from_centre[0])
    points = arc_points(centre, radius, angle, sweep, sagitta)
    points[0], points[-1] = start, end  # as drawn, to the last digit
    return points


def _chords(radius: float, sweep_rad: float, sagitta: float) -> int:
    """Count the chords of an arc: at least one for every quarter turn."""
    quarter_chords = math.ceil(abs(sweep_rad) / (math.pi / 2.0) - 1e-9)
    if not radius > sagitta:
        return max(quarter_chords, 1)
    # sagitta = r (1 - cos(step / 2)), without the cancellation of acos near 1
    step = 4.0 * math.asin(math.sqrt(sagitta / (2.0 * radius)))
    count = max(math.ceil(abs(sweep_rad) / step - 1e-9), quarter_chords, 1)
    if count > MOST_CHORDS:
        raise ValueError(f"is an arc of {count:,} chords; at most {MOST_CHORDS:,} are drawn")
    return count
