"""How a luminaire is turned: orientation, tilt, roll, spin, aim points, arrangements.

Angles follow IES LM-72 in its counterclockwise-from-east form.  The luminaire's own frame
is +X lateral angle 0 (street side), +Y lateral angle 90, +Z up, nadir -Z.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import PhotometricType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["ARRANGEMENT_OFFSETS_DEG", "aim_angles", "rotation_matrix"]

# Orientation of each head of a pole, from the orientation of the pole's first head.
ARRANGEMENT_OFFSETS_DEG: Final[Mapping[str, tuple[float, ...]]] = {
    "single": (0.0,),
    "d180": (0.0, 180.0),
    "d90": (0.0, 90.0),
    "t120": (0.0, 120.0, 240.0),
    "t90": (0.0, 90.0, 180.0),
    "quad": (0.0, 90.0, 180.0, 270.0),
}


def rotation_matrix(
    orientation_deg: ArrayLike,
    tilt_deg: ArrayLike = 0.0,
    roll_deg: ArrayLike = 0.0,
    spin_deg: ArrayLike = 0.0,
) -> FloatArray:
    """Rotation from a luminaire's frame to the site's, ``d_site = R @ d_luminaire``.

    ``R = Rz(orientation) Ry(-tilt) Rx(roll) Rz(spin)``: each turn is about the axes that the
    turns before it have already moved (IES LM-72).

    Parameters
    ----------
    orientation_deg : array_like
        Street side from +x, counterclockwise seen from above.
    tilt_deg : array_like
        Positive raises the street side: nadir leans toward it.
    roll_deg : array_like
        Positive leans nadir toward the luminaire's lateral angle 90.
    spin_deg : array_like
        About the luminaire's own vertical axis, counterclockwise seen from above it.

    Returns
    -------
    ndarray
        ``(..., 3, 3)``, the shape that the angles broadcast to in front. Exact where every
        angle is a multiple of 90.

    Examples
    --------
    Tilted level, a luminaire that faces north throws its nadir north:

    >>> rotation_matrix(90, 90) @ [0, 0, -1]
    array([0., 1., 0.])
    """
    angles = np.broadcast_arrays(orientation_deg, tilt_deg, roll_deg, spin_deg)
    (so, co), (st, ct), (sr, cr), (ss, cs) = (_sine_and_cosine(angle) for angle in angles)
    zero, one = np.zeros_like(so), np.ones_like(so)
    orient = _matrix((co, -so, zero), (so, co, zero), (zero, zero, one))
    tilt = _matrix((ct, zero, -st), (zero, one, zero), (st, zero, ct))
    roll = _matrix((one, zero, zero), (zero, cr, -sr), (zero, sr, cr))
    spin = _matrix((cs, -ss, zero), (ss, cs, zero), (zero, zero, one))
    return orient @ tilt @ roll @ spin + 0.0  # -0.0 + 0.0 is 0.0: no negative zeros


def aim_angles(
    dx: ArrayLike, dy: ArrayLike, dz: ArrayLike, photometric_type: PhotometricType
) -> tuple[FloatArray, FloatArray]:
    """Orientation and tilt that put the photometric axis through a point.

    The axis is nadir for Type C and the direction (0, 0) of the file for Types A and B: level
    and forward for Type A, nadir for Type B.

    Parameters
    ----------
    dx, dy, dz : array_like
        From the photometric centre to the aim point, in any one unit; dz is negative below.
    photometric_type : PhotometricType
        Of the luminaire file.

    Returns
    -------
    orientation_deg, tilt_deg : ndarray
        Straight down (or a point at the luminaire itself) gives orientation 0.

    Examples
    --------
    >>> aim_angles(0, 10, -10, PhotometricType.C)
    (array(90.), array(45.))
    """
    x, y, z = (np.asarray(component, np.float64) for component in (dx, dy, dz))
    across = np.hypot(x, y)
    orientation_deg = np.asarray(np.degrees(np.arctan2(y, x)))
    if photometric_type is PhotometricType.A:
        return orientation_deg, np.asarray(np.degrees(np.arctan2(z, across)))
    return orientation_deg, np.asarray(np.degrees(np.arctan2(across, -z)))


def _sine_and_cosine(angle_deg: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Sine and cosine, exact at quarter turns: what is left of them is taken in radians."""
    angle = np.asarray(angle_deg, np.float64)
    with np.errstate(invalid="ignore"):  # what is not an angle has no sine: NaN
        quarter = np.rint(angle / 90.0)
        rest = np.radians(angle - 90.0 * quarter)
        s, c = np.sin(rest), np.cos(rest)
        turn = np.mod(quarter, 4.0)
    sine = np.where(turn == 0.0, s, np.where(turn == 1.0, c, np.where(turn == 2.0, -s, -c)))
    cosine = np.where(turn == 0.0, c, np.where(turn == 1.0, -s, np.where(turn == 2.0, -c, s)))
    return sine, cosine


def _matrix(*rows: tuple[FloatArray, FloatArray, FloatArray]) -> FloatArray:
    """Stack three rows of three arrays into (..., 3, 3)."""
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
