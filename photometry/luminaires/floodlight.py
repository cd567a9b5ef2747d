"""Floodlight classification and spacing criterion.

Sources: ANSI/NEMA FA 1 (floodlight beam types by field angle); IES Lighting Handbook (beam
and field angle at half and a tenth of the maximum; luminaire spacing criterion).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.brightest import own_directions
from photometry.luminaires.distribution import PhotometricType

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["NemaType", "SpacingCriterion", "nema_type", "spacing_criterion"]

# Field angles, in degrees, up to which Types 1 to 6 go; Type 1 begins at 10, Type 7 is the rest.
_TYPES_UP_TO: Final = (18.0, 29.0, 46.0, 70.0, 100.0, 130.0)
_NARROWEST_DEG: Final = 10.0

_STEP_DEG = 0.1  # at which a plane is looked through; narrower light is not a beam
_ROUNDING_DEG = 1e-9
_BISECTIONS = 40  # of such a step: to rounding


@dataclass(frozen=True, slots=True)
class NemaType:
    """NEMA beam type of a floodlight, in Type B angles about its own axis.

    Attributes
    ----------
    horizontal, vertical
        The types, 1 to 7; None where the field is narrower than 10 degrees.
    beam_horizontal_deg, beam_vertical_deg
        Full spread at half the maximum.
    field_horizontal_deg, field_vertical_deg
        Full spread at a tenth of the maximum.
    max_horizontal_deg, max_vertical_deg
        Where the maximum is.
    """

    horizontal: int | None
    vertical: int | None
    beam_horizontal_deg: float
    beam_vertical_deg: float
    field_horizontal_deg: float
    field_vertical_deg: float
    max_horizontal_deg: float
    max_vertical_deg: float

    def __str__(self) -> str:
        """Give the type as it is printed, horizontal first: ``6 x 5``."""
        return " x ".join("-" if t is None else str(t) for t in (self.horizontal, self.vertical))


@dataclass(frozen=True, slots=True)
class SpacingCriterion:
    """Spacing, in mounting heights, up to which direct light is even; None where undefined.

    Attributes
    ----------
    plane_0, plane_90
        Two luminaires along the plane of lateral angle 0, or 90: midway they give together
        what one gives below itself. An axially symmetric luminaire is held to `diagonal` too.
    diagonal
        Four luminaires in a square: at its centre they give what one gives below itself.
    """

    plane_0: float | None
    plane_90: float | None
    diagonal: float | None


def nema_type(distribution: IntensityDistribution) -> NemaType | None:
    """Find beam and field angles in the planes through the maximum, and the NEMA type.

    Parameters
    ----------
    distribution : IntensityDistribution
        Types B and C about their nadir, Type A about its own axis, which is level.

    Returns
    -------
    NemaType or None
        Each spread runs between the outermost crossings within 90 degrees of the axis across,
        and within 90 degrees of the maximum up and down. None for a dark distribution.
    """
    maximum = distribution.max_candela
    if maximum <= 0.0:
        return None
    h0, v0 = _maximum_angles(distribution)

    def across(angle: FloatArray) -> FloatArray:
        return _candela_b(distribution, angle, v0)

    def upright(angle: FloatArray) -> FloatArray:
        return _candela_b(distribution, h0, angle)

    every_h = _looked_at(-90.0, 90.0, h0)
    every_v = _looked_at(v0 - 90.0, v0 + 90.0, v0)
    beam_h, field_h = (_spread(across, every_h, share * maximum) for share in (0.5, 0.1))
    beam_v, field_v = (_spread(upright, every_v, share * maximum) for share in (0.5, 0.1))
    return NemaType(_type(field_h), _type(field_v), beam_h, beam_v, field_h, field_v, h0, v0)


def spacing_criterion(distribution: IntensityDistribution) -> SpacingCriterion:
    """Find the luminaire spacing criterion of a distribution as it stands.

    Parameters
    ----------
    distribution : IntensityDistribution
        Hung with its nadir down.

    Returns
    -------
    SpacingCriterion
        Solved for the smallest angle at which ``n I(V) cos^3 V`` is down to the candela at
        nadir, with two luminaires (n = 2, spacing 2 tan V) in the planes 0 and 90 and with
        four (n = 4, spacing sqrt 2 tan V) at lateral angle 45.

    Examples
    --------
    A Lambertian luminaire has 1.29 and 1.41:

    >>> from photometry.luminaires.distribution import IntensityDistribution, Symmetry
    >>> v = np.arange(0.0, 91.0)
    >>> lambertian = IntensityDistribution(
    ...     PhotometricType.C, Symmetry.AXIAL, v, np.zeros(1), np.cos(np.radians(v))[np.newaxis]
    ... )
    >>> found = spacing_criterion(lambertian)
    >>> f"{found.plane_0:.2f} {found.diagonal:.2f}"
    '1.29 1.41'
    """
    two = [_even_angle(distribution, lateral, 2) for lateral in (0.0, 90.0)]
    four = _even_angle(distribution, 45.0, 4)
    in_planes = [None if angle is None else 2.0 * float(np.tan(angle)) for angle in two]
    diagonal = None if four is None else float(np.sqrt(2.0) * np.tan(four))
    if len(distribution.table.azimuth_deg) == 1 and diagonal is not None:
        # The square has no preferred direction here, so its centre limits the plane as well.
        in_planes = [None if sc is None else min(sc, diagonal) for sc in in_planes]
    return SpacingCriterion(in_planes[0], in_planes[1], diagonal)


def _maximum_angles(distribution: IntensityDistribution) -> tuple[float, float]:
    """Type B angles (H, V) of the largest candela; of equal ones that nearest the axis."""
    own, candela = own_directions(distribution)
    largest = own[candela >= candela.max()] @ distribution.table.axes
    turned = largest @ _axis_down(distribution).T
    x, y, z = turned[turned[:, 2].argmin()]
    h = float(np.degrees(np.arcsin(np.clip(-y, -1.0, 1.0))))
    # At the ends of the axis across, every V is the same direction.
    v = float(np.degrees(np.arctan2(x, -z))) if np.hypot(x, z) > 1e-12 else 0.0
    return h, v


def _candela_b(
    distribution: IntensityDistribution, h_deg: float | FloatArray, v_deg: float | FloatArray
) -> FloatArray:
    """Intensity toward Type B angles about the luminaire's axis."""
    h, v = np.broadcast_arrays(np.radians(h_deg), np.radians(v_deg))
    toward = np.stack([np.cos(h) * np.sin(v), -np.sin(h), -np.cos(h) * np.cos(v)], axis=-1)
    turned: FloatArray = toward @ _axis_down(distribution)
    return distribution.candela_toward(turned)


def _axis_down(distribution: IntensityDistribution) -> FloatArray:
    """Turn that brings the luminaire's photometric axis to nadir."""
    if distribution.photometric_type is not PhotometricType.A:
        return np.eye(3)
    return np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])


def _looked_at(low: float, high: float, maximum: float) -> FloatArray:
    """Angles at which a plane is looked through: even steps, and the maximum itself."""
    even = np.linspace(low, high, round((high - low) / _STEP_DEG) + 1)
    return np.unique(np.append(even, maximum))


def _spread(candela: Callable[[FloatArray], FloatArray], at: FloatArray, level: float) -> float:
    """Angle between the outermost places where the intensity reaches a level, in degrees."""
    reached = np.flatnonzero(candela(at) >= level)
    if reached.size == 0:  # the planes of a Type C file may disagree about its maximum at nadir
        return 0.0
    first, last = int(reached[0]), int(reached[-1])
    start = at[0] if first == 0 else _edge(candela, at[first], at[first - 1], level)
    end = at[-1] if last == len(at) - 1 else _edge(candela, at[last], at[last + 1], level)
    return float(end - start)


def _edge(
    candela: Callable[[FloatArray], FloatArray], inside: float, outside: float, level: float
) -> float:
    """Bisect for the edge between a place at the level or above and one below it."""
    for _ in range(_BISECTIONS):
        middle = (inside + outside) / 2.0
        if candela(np.array(middle)) >= level:
            inside = middle
        else:
            outside = middle
    return inside


def _type(field_deg: float) -> int | None:
    """NEMA type of a field angle; a limit belongs to the narrower type."""
    if field_deg < _NARROWEST_DEG - _ROUNDING_DEG:
        return None
    return 1 + sum(field_deg > limit + _ROUNDING_DEG for limit in _TYPES_UP_TO)


def _even_angle(
    distribution: IntensityDistribution, lateral_deg: float, count: int
) -> float | None:
    """Angle, in radians, at which `count` luminaires give what one gives below itself."""
    below = float(distribution.candela(0.0, lateral_deg))
    if below <= 0.0:
        return None

    def excess(angle_deg: FloatArray) -> FloatArray:
        cosine = np.cos(np.radians(angle_deg))
        total: FloatArray = count * distribution.candela(angle_deg, lateral_deg) * cosine**3
        return total - below

    at = np.linspace(0.0, 90.0, round(90.0 / _STEP_DEG) + 1)
    first = int(np.argmax(excess(at) < 0.0))  # at 90 degrees the cosine is 0, so there is one
    return float(np.radians(_edge(excess, at[first - 1], at[first], 0.0)))
