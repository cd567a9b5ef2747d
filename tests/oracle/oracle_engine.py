"""A second point-by-point calculation, naive on purpose: one luminaire and one point at a time.

Direct light of point sources: E = candela times light loss factor times the cosine at the meter,
over the distance squared. The axes of the luminaire are turned step by step, each time about
an axis that was already turned (IES LM-72), and no matrix is multiplied. Shadows are found by
cutting the ray at every wall and every level, and asking of each piece whether it is inside.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import oracle_reader


@dataclass
class Head:
    """One luminaire: a file of the oracle reader, its place and how it is turned."""

    file: oracle_reader.OracleFile
    x: float
    y: float
    z: float
    orientation_deg: float = 0.0
    tilt_deg: float = 0.0
    roll_deg: float = 0.0
    spin_deg: float = 0.0
    llf: float = 1.0


@dataclass
class Prism:
    """An opaque block on a polygon, from a base to a top."""

    footprint: list[tuple[float, float]]
    base: float
    top: float


def combine(a, one, b, other):
    """Give a times one vector plus b times another."""
    return tuple(a * p + b * q for p, q in zip(one, other, strict=True))


def dot(one, other):
    """Scalar product."""
    return sum(p * q for p, q in zip(one, other, strict=True))


def axes(head):
    """Give the local x, y and z axes in the world after all four turns."""
    x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    # Orientation, about local z: counterclockwise seen from above, x moves toward y.
    c, s = turn(head.orientation_deg)
    x, y = combine(c, x, s, y), combine(c, y, -s, x)
    # Tilt, about local y: nadir (-z) moves toward x, the street side.
    c, s = turn(head.tilt_deg)
    down = combine(-c, z, s, x)
    x, z = combine(c, x, s, z), combine(-1.0, down, 0.0, down)
    # Roll, about local x: nadir moves toward y.
    c, s = turn(head.roll_deg)
    down = combine(-c, z, s, y)
    y, z = combine(c, y, s, z), combine(-1.0, down, 0.0, down)
    # Spin, about local z: x moves toward y.
    c, s = turn(head.spin_deg)
    x, y = combine(c, x, s, y), combine(c, y, -s, x)
    return x, y, z


def turn(angle_deg):
    """Cosine and sine of an angle."""
    return math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))


def lamp_position_factor(head):
    """One factor per placement: the TILT table at the angle that the lamp has come to."""
    if head.file.tilt is None:
        return 1.0
    code, angles, factors = head.file.tilt
    x, y, z = axes(head)
    if code == 1:  # a vertical lamp leans with the luminaire, away from straight down
        angle = math.degrees(math.acos(oracle_reader.clamp(z[2])))
    else:  # a horizontal lamp: how far its axis has left the horizontal
        axis = y if code == 2 else x
        angle = math.degrees(math.asin(oracle_reader.clamp(abs(axis[2]))))
    if angles[-1] == 90 and angle > 90:
        angle = 180 - angle
    if angle <= angles[0]:
        return factors[0]
    for k in range(len(angles) - 1):
        if angle <= angles[k + 1]:
            share = (angle - angles[k]) / (angles[k + 1] - angles[k])
            return factors[k] + share * (factors[k + 1] - factors[k])
    return factors[-1]


def local_direction(head, point):
    """Unit vector from the luminaire to the point, in the luminaire's own frame; distance."""
    ray = (point[0] - head.x, point[1] - head.y, point[2] - head.z)
    distance = math.sqrt(dot(ray, ray))
    along = tuple(dot(ray, axis) / distance for axis in axes(head))
    return along, distance


def contribution(head, point, normal=(0.0, 0.0, 1.0), prisms=()):
    """Illuminance from one luminaire at one point, on a meter that looks along the normal."""
    along, distance = local_direction(head, point)
    to_source = [(a - b) / distance for a, b in zip((head.x, head.y, head.z), point, strict=True)]
    cosine = dot(to_source, normal) / math.sqrt(dot(normal, normal))
    if cosine <= 0:
        return 0.0
    for prism in prisms:
        if blocks(prism, point, (head.x, head.y, head.z)):
            return 0.0
    candela = head.file.toward(along) * lamp_position_factor(head)
    return candela * head.llf * cosine / distance**2


def illuminance(heads, point, normal=(0.0, 0.0, 1.0), prisms=()):
    """Illuminance from all of them."""
    return sum(contribution(head, point, normal, prisms) for head in heads)


# ------------------------------------------------------------------------------- the shadows


def inside(polygon, x, y):
    """Count the walls that a ray toward +x crosses: an odd number from inside."""
    odd = False
    for k in range(len(polygon)):
        (x1, y1), (x2, y2) = polygon[k - 1], polygon[k]
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def cuts(prism, start, end):
    """Shares of the way at which a segment meets the planes of walls, base and top."""
    shares = [0.0, 1.0]
    dx, dy, dz = (b - a for a, b in zip(start, end, strict=True))
    if dz != 0:
        shares += [(level - start[2]) / dz for level in (prism.base, prism.top)]
    for k in range(len(prism.footprint)):
        (x1, y1), (x2, y2) = prism.footprint[k - 1], prism.footprint[k]
        across = dx * (y2 - y1) - dy * (x2 - x1)
        if across != 0:
            shares.append(((x1 - start[0]) * (y2 - y1) - (y1 - start[1]) * (x2 - x1)) / across)
    return sorted(share for share in shares if 0 <= share <= 1)


def covered(prism, start, end):
    """Length of a segment inside a prism."""
    length = 0.0
    shares = cuts(prism, start, end)
    for one, following in itertools.pairwise(shares):
        x, y, z = (a + (one + following) / 2 * (b - a) for a, b in zip(start, end, strict=True))
        if prism.base < z < prism.top and inside(prism.footprint, x, y):
            length += (following - one) * math.dist(start, end)
    return length


def blocks(prism, start, end):
    """Say whether any piece of the segment, longer than rounding, is inside the prism."""
    return covered(prism, start, end) > 1e-9
