"""Whether a luminaire is fully shielded as it is installed: no light at or above horizontal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from photometry.luminaires.pose import rotation_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.site.model import Luminaire

    FloatArray = NDArray[np.float64]
    Shielding = Literal["none", "partial", "full"]

__all__ = ["Upward", "judged_shielding", "shielding_as_installed", "upward_light"]

# A turned table is looked up at angles that rounding blurs by some 1e-14 degrees: what it
# finds there of the candela next door is far below this share of the maximum.
_NO_LIGHT_SHARE = 1e-9
_SKY_STEP_DEG = 1.0  # sampling of the upper hemisphere, besides the file's own directions
_HORIZON_STEP_DEG = 0.25


@dataclass(frozen=True, slots=True)
class Upward:
    """The strongest light that a luminaire sends at or above horizontal.

    Attributes
    ----------
    candela_cd
        Intensity there, cd; 0 for a fully shielded luminaire.
    angle_deg
        Angle from nadir of that direction, 90 and more.
    bearing_deg
        Bearing of it, counterclockwise from +x.
    """

    candela_cd: float
    angle_deg: float
    bearing_deg: float


def upward_light(distribution: IntensityDistribution, rotation: FloatArray) -> Upward:
    """Find the strongest intensity at or above horizontal of a luminaire as it is turned.

    Parameters
    ----------
    distribution
        Candela of the luminaire file.
    rotation : (3, 3) array
        From the luminaire's frame to the site's.

    Returns
    -------
    Upward
        Looked for over the sky at every degree, along the horizon at every quarter degree and
        in each of the file's own directions. Less than 1e-9 of the maximum counts as none.
    """
    directions = np.vstack([_HORIZON_AND_SKY, _own_directions(distribution) @ rotation.T])
    # The file's own directions count if they point up or level; 1e-12 is the rounding of a turn.
    directions = directions[directions[:, 2] >= -1e-12]
    candela = distribution.candela_toward(directions @ rotation)
    best = int(candela.argmax())
    x, y, z = directions[best]
    value = float(candela[best])
    return Upward(
        candela_cd=value if value > _NO_LIGHT_SHARE * distribution.max_candela else 0.0,
        angle_deg=float(np.degrees(np.arctan2(np.hypot(x, y), -z))),
        bearing_deg=float(np.degrees(np.arctan2(y, x))) % 360.0,
    )


def shielding_as_installed(luminaire: Luminaire) -> tuple[Shielding, Upward]:
    """Judge the shielding of a placed luminaire from its distribution, tilt included.

    Returns
    -------
    shielding, upward
        ``full`` where no candela goes at or above horizontal, else ``none``; ``partial`` is
        never computed, only declared. With it the light that decided.
    """
    # A turn about the vertical moves nothing across the horizon: it is left out of the
    # judgement, so that four heads of one pole are judged alike to the last bit.
    rotation = rotation_matrix(0.0, luminaire.tilt_deg, luminaire.roll_deg, luminaire.spin_deg)
    up = upward_light(luminaire.file.distribution, rotation)
    turned = (up.bearing_deg + luminaire.orientation_deg) % 360.0
    shielding: Shielding = "full" if up.candela_cd == 0.0 else "none"
    return shielding, Upward(up.candela_cd, up.angle_deg, turned)


def judged_shielding(declared: Shielding | None, luminaire: Luminaire) -> tuple[Shielding, str]:
    """Give the shielding that is judged, and what is to be said about it.

    A declared ``full`` that the distribution contradicts is judged ``none``.

    Returns
    -------
    shielding, remark
        The remark is empty where a declared value was taken as it is.
    """
    if declared not in {None, "full"}:
        return declared, ""
    computed, up = shielding_as_installed(luminaire)
    if computed == "none":
        seen = f"{up.candela_cd:.1f} cd at {up.angle_deg:.1f} degrees from nadir"
        if declared == "full":
            return "none", f"declared fully shielded, but as installed it sends {seen}"
        return "none", f"computed as installed: it sends {seen}"
    return "full", "" if declared else "computed as installed: no light at or above horizontal"


def _own_directions(distribution: IntensityDistribution) -> FloatArray:
    """Give unit vectors (n, 3) of the file's own lit directions, luminaire's frame."""
    table = distribution.table
    azimuth, polar = np.nonzero(table.candela_cd > 0.0)
    if len(table.azimuth_deg) == 1:  # one plane stands for all: the horizon samples cover it
        azimuth, polar = np.repeat(np.arange(360), len(polar)), np.tile(polar, 360)
        angles = np.arange(360.0)
    else:
        angles = table.azimuth_deg
    t, a = np.radians(table.polar_deg[polar]), np.radians(angles[azimuth])
    own = np.stack([np.sin(t) * np.cos(a), np.sin(t) * np.sin(a), -np.cos(t)], axis=-1)
    turned: FloatArray = own @ table.axes  # axes is orthogonal: its transpose undoes it
    return turned


def _horizon_and_sky() -> FloatArray:
    """Give unit vectors over the upper hemisphere, the horizon densely."""
    level = np.radians(np.arange(0.0, 360.0, _HORIZON_STEP_DEG))
    horizon = np.stack([np.cos(level), np.sin(level), np.zeros_like(level)], axis=-1)
    up, around = np.meshgrid(
        np.radians(np.arange(_SKY_STEP_DEG, 90.0 + _SKY_STEP_DEG, _SKY_STEP_DEG)),
        np.radians(np.arange(0.0, 360.0, _SKY_STEP_DEG)),
    )
    sky = np.stack([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)], axis=-1)
    return np.vstack([horizon, sky.reshape(-1, 3)])


_HORIZON_AND_SKY = _horizon_and_sky()
