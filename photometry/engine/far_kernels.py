"""The compiled part of `far_block`: bounds of what heads give to squares, and interpolation.

A square is a rectangle of level ground, of points whose meters all look the same way. Along
any straight line in it the illuminance from a head is ``E = F I / r**3``: F falls linearly,
r is the distance, I the candela, bilinear between the angles of its table.  Interpolation at
n Chebyshev nodes of a line of half length H is off by no more than the sum of three terms:

1. *Kinks.* A slope that jumps by J is followed within ``kink H J`` (Peano's kernel of second
   order is nowhere larger than `Rule.kink`).
2. *Bends* between kinks. A second derivative up to S costs ``bend H**2 S`` (the integral of the
   same kernel).  Before that, a part of the candela that is linear in the angles is taken out,
   so that only the change of slopes over the square counts.
3. *The part taken out* times F / r**3 is analytic in a disc of every radius s below the
   distance to the table's axis. There it stays under M, so that its interpolation is off by no
   more than ``M (H / s)**n / 2**(n - 1)`` (Cauchy's estimate of the n-th derivative).

Over the square, interpolation along one axis after the other is off by the bound along one
plus Lebesgue's constant times the bound along the other.  The proof is in ``docs/bounded-error.md``.

Nothing compiled elsewhere is called from here, nor anything from here elsewhere, so that this
may be a file apart from `kernels`: Numba's cache does not notice a change in another.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from photometry.engine.kernels import compiled, inlined, kept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.far_chebyshev import Rule
    from photometry.engine.far_profile import Profiles

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    SingleArray = NDArray[np.float32]

__all__ = ["GROUPED", "LEFT", "Squares", "add_polynomials", "bound", "settle_pairs"]

PI: Final = math.pi
LEFT: Final = 0
DROPPED: Final = 1
GROUPED: Final = 2
DROP_SHARE: Final = 0.25  # of a budget, for the heads that are cheapest to drop
WIDE: Final = 0.5  # radius over distance from which a square is too near to be worth a bound
SLACK: Final = 4e-6  # of a bin: more than `far_profile` may have an angle in the wrong one
ROUNDING: Final = 1e-9  # radians


class Squares(NamedTuple):
    """s rectangles of one level plane.

    Attributes
    ----------
    centre : (s, 3) array
        Feet.
    half : (s, 2) array
        Half extents along the two axes, ft.
    axes : (2, 3) array
        Unit vectors of the axes, level and at right angles.
    normal : (3,) array
        Unit normal of the meters.
    """

    centre: FloatArray
    half: FloatArray
    axes: FloatArray
    normal: FloatArray


class Ray(NamedTuple):
    """From a head to a square, on the site's axes; lengths in feet."""

    x: float  # to the centre
    y: float
    z: float
    along: float  # largest components along the axes of the square
    across: float
    nearest: float
    farthest: float
    distance: float  # of the centre
    radius: float  # of the square
    facing: float  # largest and least of F
    least_facing: float


class View(NamedTuple):
    """A square from a head, in the axes of its table; angles in radians."""

    x: float  # of the centre
    y: float
    nearest: float
    equator: float  # least distance from the polar axis; not above 0 where it may be met
    facing: float  # largest of F
    spread: float  # half of the angle that the square fills at most
    low: float  # range of polar angles
    high: float
    azimuth: float  # middle and half of the range of azimuths
    azimuth_half: float
    cosine: float  # largest of the polar angles, either sign
    sine: float
    cotangent: float  # the same, not below 1
    level: float  # sine and cosine of the polar angle of the centre
    down: float


class Slopes(NamedTuple):
    """The candela over a square's range of angles; see `far_profile`."""

    brightest: float
    polar: float  # middle of the slopes, either sign
    polar_change: float  # half of their range
    azimuth: float
    azimuth_change: float
    twist: float
    polar_kinks: float
    azimuth_kinks: float


class Rates(NamedTuple):
    """How fast things change along a line, per foot, either sign."""

    stretch: float  # distance, ft
    polar: float  # polar angle, radians
    polar_bend: float  # the same, per square foot
    crossings: float  # of the line with a cone of one polar angle, at most
    azimuth: float
    azimuth_bend: float


class Line(NamedTuple):
    """A direction in a square, in the axes of a table, and across it."""

    x: float
    y: float
    z: float
    half: float
    across_x: float
    across_y: float
    across_half: float
    along: float  # largest of the ray's component along it, ft
    fall: float  # of F, per foot


@kept
def settle_pairs(
    squares: Squares,
    lists: tuple[IntArray, IntArray],
    doubtful: IntArray,
    heads: NDArray[np.void],
    profiles: Profiles,
    rule: Rule,
    allowed: FloatArray,
    verdict: NDArray[np.int8],
) -> None:
    """Settle as many heads as each square's budget pays for, the cheapest first.

    Parameters
    ----------
    squares
        Where.
    lists : list_start (s + 1,), listed (p,)
        The heads of square i are those of `listed` from list_start[i] on: p pairs.
    doubtful : (p,) array
        Of each pair: 0 where the head sees all of the square, below 0 where it sees nothing of
        it, else it may be partly in shadow.
    heads : array of `kernels.HEAD`
        All of them.
    profiles, rule
        Of their tables; of the interpolation.
    allowed : (s,) array
        Budgets, fc. What is spent is taken off.
    verdict : (p,) array
        Written to: `LEFT`, `DROPPED` or `GROUPED`.
    """
    start, listed = lists
    for i in range(len(allowed)):
        first, last = start[i], start[i + 1]
        drop, group = np.empty(last - first), np.empty(last - first)
        surely_dropped = DROP_SHARE * allowed[i] / max(last - first, 1)
        for p in range(first, last):
            head = heads[listed[p]]
            dark, partly = doubtful[p] < 0, doubtful[p] > 0
            needed = math.inf if dark or partly else surely_dropped
            drop[p - first], group[p - first] = bound(squares, i, head, profiles, rule, needed)
            if dark:
                drop[p - first] = 0.0
        allowed[i] -= _spend(drop, group, allowed[i], verdict[first:last])


@compiled
def _spend(drop: FloatArray, group: FloatArray, allowed: float, verdict: NDArray[np.int8]) -> float:
    """Drop and group the cheapest heads; give what it costs.

    A part of the budget goes to the heads that are cheapest to drop: they are many and then
    cost no time at all.
    """
    verdict[:] = LEFT
    spent = 0.0
    for c in np.argsort(drop, kind="mergesort"):
        if spent + drop[c] > DROP_SHARE * allowed:
            break
        spent += drop[c]
        verdict[c] = DROPPED
    cost = np.minimum(drop, group)
    for c in np.argsort(cost, kind="mergesort"):
        if verdict[c] == LEFT:
            if spent + cost[c] > allowed:
                break
            spent += cost[c]
            verdict[c] = DROPPED if drop[c] <= group[c] else GROUPED
    return spent


@kept
def bound(
    squares: Squares, i: int, head: Any, profiles: Profiles, rule: Rule, needed: float
) -> tuple[float, float]:
    """Bound what dropping a head costs, and what grouping it costs, at any point of square i.

    Either is infinite where there is no bound; the second also where the first is not above
    `needed`, when nobody asks for it.
    """
    bins, brightest = profiles.bins[head.table], profiles.brightest[head.table]
    ray, weight = _ray(squares, i, head.position), abs(head.weight)
    if weight == 0.0 or brightest == 0.0 or ray.facing <= 0.0:
        return 0.0, 0.0
    if ray.nearest == 0.0:
        return math.inf, math.inf
    per_candela = weight * ray.facing / ray.nearest**3
    if ray.radius > WIDE * ray.distance:
        return per_candela * brightest, math.inf
    half_u, half_v = squares.half[i, 0], squares.half[i, 1]
    axis_u, axis_v, n = squares.axes[0], squares.axes[1], squares.normal
    u = _turned(head.axes, axis_u[0], axis_u[1], axis_u[2])
    v = _turned(head.axes, axis_v[0], axis_v[1], axis_v[2])
    centre = _turned(head.axes, ray.x, ray.y, ray.z)
    view = _view(ray, centre, abs(u[2]) * half_u + abs(v[2]) * half_v)
    slopes = _survey(bins, view)
    if slopes.brightest == 0.0:
        return 0.0, 0.0
    dropped = per_candela * slopes.brightest
    if view.equator <= 0.0 or ray.least_facing < 0.0 or dropped <= needed:
        return dropped, math.inf
    fall_u, fall_v = abs(_dot(n, axis_u)), abs(_dot(n, axis_v))
    along = Line(u[0], u[1], u[2], half_u, v[0], v[1], half_v, ray.along, fall_u)
    across = Line(v[0], v[1], v[2], half_v, u[0], u[1], half_u, ray.across, fall_v)
    one, other = _line_error(view, slopes, along, rule), _line_error(view, slopes, across, rule)
    return dropped, weight * (max(one, other) + rule.lebesgue * min(one, other))


@inlined
def _dot(a: FloatArray, b: FloatArray) -> float:
    """Multiply two vectors."""
    product: float = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return product


@inlined
def _turned(axes: FloatArray, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Give a vector on other axes."""
    return (
        axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z,
        axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z,
        axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z,
    )


@compiled
def _ray(squares: Squares, i: int, position: FloatArray) -> Ray:
    """Measure a square from a head."""
    u, v, n = squares.axes[0], squares.axes[1], squares.normal
    half_u, half_v = squares.half[i, 0], squares.half[i, 1]
    d = squares.centre[i] - position
    along, across, rise2 = abs(_dot(d, u)), abs(_dot(d, v)), d[2] * d[2]
    aside_u, aside_v = max(along - half_u, 0.0), max(across - half_v, 0.0)
    nearest = math.sqrt(aside_u**2 + aside_v**2 + rise2)
    farthest = math.sqrt((along + half_u) ** 2 + (across + half_v) ** 2 + rise2)
    # F is linear, so its extremes are at corners; and it is nowhere above the distance.
    middle, change = -_dot(n, d), abs(_dot(n, u)) * half_u + abs(_dot(n, v)) * half_v
    return Ray(
        d[0],
        d[1],
        d[2],
        along + half_u,
        across + half_v,
        nearest,
        farthest,
        math.sqrt(_dot(d, d)),
        math.hypot(half_u, half_v),
        min(middle + change, nearest),
        middle - change,
    )


@compiled
def _view(ray: Ray, centre: tuple[float, float, float], rise: float) -> View:
    """Find the ranges of angles of a square whose polar component differs by `rise` at most.

    Polar angles are within those of the ball round the square, and within those of its
    heights over its distances.
    """
    x, y, z = centre
    rho, nearest, farthest = math.hypot(x, y), ray.nearest, ray.farthest
    spread = math.asin(ray.radius / ray.distance) + ROUNDING
    polar, below, above = math.atan2(rho, -z), -z + rise, -z - rise
    low = math.acos(min(max(below / (nearest if below > 0.0 else farthest), -1.0), 1.0))
    high = math.acos(min(max(above / (farthest if above > 0.0 else nearest), -1.0), 1.0))
    high = min(high + ROUNDING, polar + spread, PI)
    low = min(max(low - ROUNDING, polar - spread, 0.0), high)
    sine_low, sine_high = math.sin(low), math.sin(high)
    least_sine = max(min(sine_low, sine_high), 0.0)
    cosine = max(abs(math.cos(low)), abs(math.cos(high)))
    is_aside = ray.radius < rho
    return View(
        x,
        y,
        nearest,
        max(rho - ray.radius, nearest * least_sine) if is_aside else 0.0,
        ray.facing,
        spread,
        low,
        high,
        math.atan2(y, x),
        math.asin(ray.radius / rho) + ROUNDING if is_aside else PI,
        cosine,
        1.0 if low < PI / 2.0 < high else max(sine_low, sine_high),
        max(cosine / least_sine, 1.0),
        rho / ray.distance,
        -z / ray.distance,
    )


@inlined
def _wrapped(bin_number: int, count: int) -> int:
    """Bring the number of a bin, at most a turn beyond the first or the last, back among them."""
    turned = bin_number + count if bin_number < 0 else bin_number
    return turned - count if turned >= count else turned


@compiled
def _survey(bins: SingleArray, view: View) -> Slopes:
    """Extremes and sums of a table's bins over a range of angles."""
    rows, columns = bins.shape[0], bins.shape[1]
    first = max(math.floor(view.low * rows / PI - SLACK), 0)
    last = min(math.floor(view.high * rows / PI + SLACK), rows - 1)
    per_radian, middle = columns / (2.0 * PI), view.azimuth + PI
    left = math.floor((middle - view.azimuth_half) * per_radian - SLACK)
    right = math.floor((middle + view.azimuth_half) * per_radian + SLACK)
    right = min(right, left + columns - 1)
    brightest, twist, polar_kinks, azimuth_kinks = 0.0, 0.0, 0.0, 0.0
    polar_low, polar_high, azimuth_low, azimuth_high = math.inf, -math.inf, math.inf, -math.inf
    for i in range(first, last + 1):
        kinks = 0.0
        for j in range(left, right + 1):
            b = bins[i, _wrapped(j, columns)]
            brightest, twist = max(brightest, b[0]), max(twist, b[5])
            polar_low, polar_high = min(polar_low, b[1]), max(polar_high, b[2])
            azimuth_low, azimuth_high = min(azimuth_low, b[3]), max(azimuth_high, b[4])
            kinks = max(kinks, b[6])
        polar_kinks += kinks
    for j in range(left, right + 1):
        kinks = 0.0
        for i in range(first, last + 1):
            kinks = max(kinks, bins[i, _wrapped(j, columns), 7])
        azimuth_kinks += kinks
    return Slopes(
        brightest,
        (polar_low + polar_high) / 2.0,
        (polar_high - polar_low) / 2.0,
        (azimuth_low + azimuth_high) / 2.0,
        (azimuth_high - azimuth_low) / 2.0,
        twist,
        polar_kinks,
        azimuth_kinks,
    )


@compiled
def _rates(view: View, line: Line) -> Rates:
    """Bound how fast distance and angles change along a line."""
    r, rho = view.nearest, view.equator
    stretch = min(line.along / r, 1.0)
    level, centre = math.hypot(line.x, line.y), math.hypot(view.x, view.y)
    ahead = (line.x * view.x + line.y * view.y) / centre
    leaning = abs(ahead * view.down + line.z * view.level)
    swerve = view.spread * view.cotangent
    polar = min(level * view.cosine + abs(line.z) * view.sine, leaning + swerve, 1.0) / r
    moment = abs(line.x * view.y - line.y * view.x)
    moment += line.across_half * abs(line.x * line.across_y - line.y * line.across_x)
    azimuth = min(level / rho, moment / rho**2)
    outward = abs(ahead) * centre + line.half * level**2
    outward += line.across_half * abs(line.x * line.across_x + line.y * line.across_y)
    outward = min(level, outward / rho)
    return Rates(
        stretch,
        polar,
        2.0 * stretch * polar / r + min(view.cosine * view.sine, 0.5) * azimuth**2,
        1.0 if leaning > swerve else 2.0,
        azimuth,
        2.0 * outward / rho * azimuth,
    )


@compiled
def _line_error(view: View, slopes: Slopes, line: Line, rule: Rule) -> float:
    """Bound the error of interpolation along a line, per unit of the head's weight."""
    r, rho, facing = view.nearest, view.equator, view.facing
    polar_half, rates = (view.high - view.low) / 2.0, _rates(view, line)
    # What one candela gives, and its derivatives.
    light = facing / r**3
    light_rate = line.fall / r**3 + 3.0 * facing * rates.stretch / r**4
    light_bend = 6.0 * line.fall * rates.stretch / r**4
    light_bend += facing / r**5 * max(3.0, 15.0 * rates.stretch**2 - 3.0)
    # What is left of the candela without its linear part, and its derivatives.
    rest = slopes.polar_change * polar_half + slopes.azimuth_change * view.azimuth_half
    rest_rate = slopes.polar_change * rates.polar + slopes.azimuth_change * rates.azimuth
    rest_bend = slopes.polar_change * rates.polar_bend
    rest_bend += slopes.azimuth_change * rates.azimuth_bend
    rest_bend += 2.0 * slopes.twist * rates.polar * rates.azimuth
    bend = light_bend * rest + 2.0 * light_rate * rest_rate + light * rest_bend
    kinks = rates.crossings * slopes.polar_kinks * rates.polar
    kinks += slopes.azimuth_kinks * rates.azimuth
    # The linear part, in the disc.
    disc = rule.reach * rho
    swing = view.cosine * rule.swing_level + abs(line.z) * rule.swing_upright
    largest = slopes.brightest + abs(slopes.polar) * (polar_half + swing)
    largest += abs(slopes.azimuth) * (view.azimuth_half + rule.turn)
    largest *= (facing + disc * line.fall) / r**3 * rule.near**3
    smooth = 2.0 * largest * (line.half / (2.0 * disc)) ** rule.n
    return rule.bend * line.half**2 * bend + rule.kink * line.half * light * kinks + smooth


@kept
def add_polynomials(
    start: IntArray,
    place: FloatArray,
    centre: FloatArray,
    half: FloatArray,
    coefficient: FloatArray,
    total: FloatArray,
) -> None:
    """Add polynomials in two variables, each to its own points.

    Parameters
    ----------
    start : (s + 1,) int array
        Square i holds the points from start[i] on.
    place : (2, p) array
        Of the points along the axes of the squares, ft.
    centre, half : (s, 2) array
        Centres and half extents of the squares along these axes, ft.
    coefficient : (layers, s, n, n) array
        Of products of Chebyshev polynomials along the first axis and along the second.
    total : (layers, p) array
        Added to in place.
    """
    layers, squares, n, _ = coefficient.shape
    longest = 0
    for i in range(squares):
        longest = max(longest, start[i + 1] - start[i])
    along, across = np.empty((n, longest)), np.empty((n, longest))
    row = np.empty(longest)
    for i in range(squares):
        first, last = start[i], start[i + 1]
        _chebyshev(place[0, first:last], centre[i, 0], half[i, 0], along)
        _chebyshev(place[1, first:last], centre[i, 1], half[i, 1], across)
        for layer in range(layers):
            into = total[layer, first:last]
            for a in range(n):
                row[:] = 0.0
                for b in range(n):
                    factor = coefficient[layer, i, a, b]
                    for p in range(last - first):
                        row[p] += factor * across[b, p]
                for p in range(last - first):
                    into[p] += along[a, p] * row[p]


@compiled
def _chebyshev(place: FloatArray, centre: float, half: float, into: FloatArray) -> None:
    """Write the first Chebyshev polynomials at each place in a range, a row a polynomial."""
    for p in range(len(place)):
        into[0, p], into[1, p] = 1.0, (place[p] - centre) / half
    for k in range(2, len(into)):
        for p in range(len(place)):
            into[k, p] = 2.0 * into[1, p] * into[k - 1, p] - into[k - 2, p]
