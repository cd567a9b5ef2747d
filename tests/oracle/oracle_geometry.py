"""Rules of place, naive on purpose: where points, lines and heads of a site must be.

Nothing here knows polygons beyond their list of corners. A point is inside if a ray crosses an
odd number of walls; the distance to a ring is the least distance to its segments; an offset line
is found by walking around the ring in small steps and keeping what is exactly far enough.
"""

from __future__ import annotations

import itertools
import math

from oracle_engine import axes, inside

TOUCH_FT = 1e-6  # on a line: the tolerance of all rules of place


def segments(ring):
    """Pairs of neighbouring corners of a closed ring."""
    return [(ring[k - 1], ring[k]) for k in range(len(ring))]


def nearest_on_segment(p, a, b):
    """Give the point of a segment that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    share = max(0.0, min(1.0, share))
    return a[0] + share * dx, a[1] + share * dy


def distance_to(p, pieces):
    """Give the least distance from p to any of the segments."""
    return min(math.dist(p, nearest_on_segment(p, a, b)) for a, b in pieces)


def nearest(p, pieces):
    """Give the nearest point of any of the segments."""
    return min((nearest_on_segment(p, a, b) for a, b in pieces), key=lambda q: math.dist(p, q))


def on_or_inside(p, ring):
    """Inside, or within the tolerance of the ring."""
    return inside(ring, *p) or distance_to(p, segments(ring)) <= TOUCH_FT


def turned(p, angle_deg):
    """Turn a point counterclockwise about the origin."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return c * p[0] - s * p[1], s * p[0] + c * p[1]


# --------------------------------------------------------------------------- points of a zone


def ticks(low, high, spacing, through):
    """Values of one axis of the lattice, through a value or centred on the extent."""
    if through is None:
        n = math.floor((high - low) / spacing + 1e-9) + 1
        first = (low + high) / 2 - (n - 1) * spacing / 2
        return [first + k * spacing for k in range(n)]
    k = math.floor((low - through) / spacing) - 1
    values = []
    while through + k * spacing <= high + 2 * spacing:
        values.append(through + k * spacing)
        k += 1
    return values


def lattice(outer, spacing, origin, angle_deg):
    """Every point of the lattice that could be in the zone, before the zone cuts it."""
    there = [turned(p, -angle_deg) for p in outer]
    through = (None, None) if origin is None else turned(origin, -angle_deg)
    axis = [
        ticks(min(p[i] for p in there), max(p[i] for p in there), spacing, through[i])
        for i in (0, 1)
    ]
    return [turned((x, y), angle_deg) for x in axis[0] for y in axis[1]]


def zone_points(outer, spacing, *, holes=(), origin=None, angle_deg=0.0, buildings=(), z=0.0):
    """Points that a zone keeps; buildings are (footprint, base, top).

    A zone that keeps fewer than four has its lattice halved, at most six times.
    """
    out = [*holes, *(walls for walls, base, top in buildings if base <= z < top)]
    for halvings in range(7):
        kept = [
            p
            for p in lattice(outer, spacing / 2**halvings, origin, angle_deg)
            if on_or_inside(p, outer) and not any(on_or_inside(p, ring) for ring in out)
        ]
        if len(kept) >= 4:
            break
    return kept


# ------------------------------------------------------------------------------ points of lines


def stations(line, spacing):
    """Divide each segment equally at no more than the spacing; corners once."""
    points = [line[0]]
    for a, b in itertools.pairwise(line):
        n = math.ceil(math.dist(a, b) / spacing - 1e-9)
        shares = [k / n for k in range(1, n + 1)]
        points += [(a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])) for s in shares]
    return points


def offset_walk(ring, d, step):
    """Walk around the outside of a ring at distance d: all the places that an offset line has.

    Beside every segment and around every corner, whatever the corner's side; places that are
    nearer than d to some other part of the ring, or inside it, are no part of the line.
    """
    pieces = segments(ring)
    candidates = []
    for a, b in pieces:
        length = math.dist(a, b)
        nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
        n = math.ceil(length / step)
        for k in range(n + 1):
            x, y = a[0] + k / n * (b[0] - a[0]), a[1] + k / n * (b[1] - a[1])
            candidates += [(x + d * nx, y + d * ny), (x - d * nx, y - d * ny)]
    n = math.ceil(2 * math.pi * d / step)
    for x, y in ring:
        for k in range(n):
            angle = 2 * math.pi * k / n
            candidates.append((x + d * math.cos(angle), y + d * math.sin(angle)))
    return [
        p for p in candidates if not inside(ring, *p) and distance_to(p, pieces) >= d - TOUCH_FT
    ]


def owners(p, lines, tolerance=TOUCH_FT):
    """Names of the boundaries that are nearest to p; lines by name."""
    away = {name: distance_to(p, list(itertools.pairwise(line))) for name, line in lines.items()}
    return {name for name, d in away.items() if d <= min(away.values()) + tolerance}


# ------------------------------------------------------------------------ heads and their aim

ARRANGEMENTS = {
    "single": [0],
    "d180": [0, 180],
    "d90": [0, 90],
    "t120": [0, 120, 240],
    "t90": [0, 90, 180],
    "quad": [0, 90, 180, 270],
}


def heads(arrangement, at, orientation_deg, arm):
    """(x, y, orientation) of each head: an arm's length from the pole, along its own aim."""
    placed = []
    for offset in ARRANGEMENTS[arrangement]:
        angle = orientation_deg + offset
        dx, dy = turned((arm, 0), angle)
        placed.append((at[0] + dx, at[1] + dy, angle))
    return placed


def miss(head, target):
    """How far, in feet, the photometric axis of a turned head passes from a point in front."""
    x, _, z = axes(head)
    axis = x if head.file.kind == "A" else tuple(-value for value in z)
    ray = [b - a for a, b in zip((head.x, head.y, head.z), target, strict=True)]
    along = sum(p * q for p, q in zip(ray, axis, strict=True))
    if along <= 0:
        return math.inf
    return math.dist(ray, [along * q for q in axis])
