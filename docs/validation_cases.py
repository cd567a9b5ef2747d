"""Closed forms of direct light, and how far the engine is from each: the table of validation.md.

Every case gives illuminance, flux or length by the engine and by mathematics. ``limit`` is the
relative difference that is allowed, ``why`` what it comes from; the tests hold each case to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.engine.direct import direct_illuminance, illuminance
from photometry.engine.heads import head_arrays
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.lumens import total_lumens_exact
from photometry.luminaires.opening import Opening
from photometry.site.model import Luminaire, Obstruction

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

ROUNDING = 1e-13
BY_PARTS = 1e-2  # an opening divided by the five-times rule
UP = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Case:
    """One closed form: what, the engine's numbers and the exact ones, the limit and its reason."""

    name: str
    formula: str
    run: Callable[[], tuple[ArrayLike, ArrayLike]]
    limit: float
    why: str

    def difference(self) -> float:
        """Largest relative difference."""
        ours, exact = (np.asarray(side, np.float64) for side in self.run())
        return float(np.max(np.abs(ours / exact - 1.0)))


def cases() -> list[Case]:
    """Give all cases, in the order of the page."""
    return [
        *_of_point_sources(),
        *_of_cosine_powers(),
        *_of_flux(),
        *_of_turned_heads(),
        *_of_openings(),
        *_of_the_rule(),
    ]


def _of_point_sources() -> list[Case]:
    """Give one source under the inverse square and cosine laws."""
    return [
        Case(
            "isotropic source, 1,000 points, meters turned at random",
            "E = I cos i / D²",
            _isotropic,
            ROUNDING,
            "rounding",
        ),
        Case(
            "10,000 lm isotropic, 3 m up, at 0 to 5 m",
            "E = Φ h / 4π D³",
            _ten_thousand_lumens,
            ROUNDING,
            "rounding",
        ),
        Case(
            "Handbook example: 1,000 cd at 30° from 10 ft up",
            "6.4952 fc",
            _handbook,
            ROUNDING,
            "rounding",
        ),
    ]


def _of_cosine_powers() -> list[Case]:
    """Give sources of I₀ cosⁿ θ: along a line, and their lumens."""
    return [
        *(
            Case(
                f"cosine power source, n = {n}, along a line",
                f"E = I₀ cosⁿ⁺³ θ / h², n = {n}",
                partial(_cosine_power, n),
                limit,
                "chords of a table of 0.05°",
            )
            for n, limit in ((1, 5e-7), (2, 2e-7), (4, 2e-6))
        ),
        *(
            Case(
                f"its lumens, n = {n}",
                "Φ = 2π I₀ / (n + 1)",
                partial(_cosine_lumens, n),
                1e-6,
                "chords of a table of 0.05°",
            )
            for n in (1, 2, 4)
        ),
    ]


def _of_flux() -> list[Case]:
    """Give light summed over an area."""
    return [
        Case(
            "its flux through a circle of radius h below it, n = 2",
            "Φ (1 - cosⁿ⁺¹ 45°)",
            _flux_in_circle,
            1e-5,
            "rings summed, and chords",
        ),
        Case(
            "flux through a square, one corner below an isotropic source",
            "I atan(ab / h √(a²+b²+h²)) = I π/6",
            _flux_in_square,
            3e-6,
            "points 1/40 of the height apart",
        ),
        Case(
            "mean on 20 x 20 ft, isotropic, 10 ft up",
            "5.235987756 fc",
            _mean_on_square,
            5e-6,
            "points 1/20 ft apart",
        ),
    ]


def _of_turned_heads() -> list[Case]:
    """Give tilt, spin and shadow."""
    return [
        Case(
            "tilted beam cos⁶⁰, tilts 0, 25 and 50°",
            "E = I₀ (d·axis)ⁿ cos i / D²",
            _tilted_beam,
            5e-4,
            "chords of a table of 0.05°",
        ),
        Case(
            "the same beam spun about its axis",
            "no change",
            _spun_beam,
            1e-9,
            "rounding in a steep table",
        ),
        Case(
            "edge of a wall's shadow",
            "similar triangles",
            _shadow_edge,
            1e-6,
            "walls are drawn in by 1e-6 ft",
        ),
    ]


def _of_openings() -> list[Case]:
    """Give openings of some size, divided."""
    return [
        Case(
            "Lambertian disk, subdivided, on and off its axis",
            "(πL/2) [1 - (d²+h²-R²)/√((d²+h²+R²)²-4R²d²)]",
            _disk,
            BY_PARTS,
            "parts of a fifth of the distance",
        ),
        Case(
            "Lambertian rectangle, subdivided, under corner and centre",
            "Lambert's two arctangents",
            _rectangle,
            BY_PARTS,
            "parts of a fifth of the distance",
        ),
        Case(
            "the same, a vertical meter under its corner",
            "Lambert's two arctangents",
            _rectangle_wall,
            2 * BY_PARTS,
            "parts of a fifth of the distance",
        ),
        Case(
            "isotropic line, subdivided, under its end",
            "I' Lx / (h √(Lx²+h²))",
            partial(_line, axial=False),
            BY_PARTS,
            "parts of a fifth of the distance",
        ),
        Case(
            "line of axial cosine (Type B), subdivided, under its end",
            "I' [Lx / 2(Lx²+h²) + atan(Lx/h) / 2h]",
            partial(_line, axial=True),
            BY_PARTS,
            "parts of a fifth of the distance",
        ),
    ]


def _of_the_rule() -> list[Case]:
    """Give what a point in the place of an opening is worth."""
    return [
        Case(
            "a disk taken as a point, at five times its diameter",
            "1 % too much: (h²+R²)/h²",
            partial(_as_a_point, 5.0),
            0.0101,
            "the five-times rule itself",
        ),
        Case(
            "a disk taken as a point, at its diameter",
            "25 % too much: (h²+R²)/h²",
            partial(_as_a_point, 1.0),
            0.2501,
            "why there is such a rule",
        ),
    ]


def _file(distribution: IntensityDistribution) -> Any:
    """Give what a luminaire needs of a file."""
    return SimpleNamespace(distribution=distribution, tilt=None)


def _axial(candela: Callable[[Floats], Floats], step_deg: float = 180.0) -> Any:
    """Make a source that is the same all round."""
    vertical = np.linspace(0.0, 180.0, round(180.0 / step_deg) + 1)
    planes = candela(np.radians(vertical))[np.newaxis]
    return _file(
        IntensityDistribution(PhotometricType.C, Symmetry.AXIAL, vertical, np.array([0.0]), planes)
    )


def _even(candela: float) -> Any:
    return _axial(lambda v: np.full_like(v, candela))


def _power(n: float, step_deg: float = 0.05) -> Any:
    return _axial(lambda v: 1000.0 * np.maximum(np.cos(v), 0.0) ** n, step_deg)


def _along_x(x: ArrayLike) -> Floats:
    x = np.asarray(x, np.float64)
    return np.column_stack([x, 0.0 * x, 0.0 * x])


def _centres(side: float, count: int) -> Floats:
    """Middles of the cells of a square from 0 to side."""
    line = (np.arange(count) + 0.5) * side / count
    x, y = np.meshgrid(line, line)
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(count * count)])


def _isotropic() -> tuple[ArrayLike, ArrayLike]:
    rng = np.random.default_rng(1)
    points = rng.uniform((-50, -50, 0), (50, 50, 5), (1000, 3))
    ray = np.array([3.0, -2.0, 18.0]) - points
    normals = ray + rng.normal(size=points.shape) * 5.0  # all lit: within 60 degrees or so
    normals = normals[lit := (ray * normals).sum(axis=1) > 1.0]
    ray, distance = ray[lit], np.sqrt((ray[lit] ** 2).sum(axis=1))
    cosine = (ray * normals).sum(axis=1) / distance / np.sqrt((normals**2).sum(axis=1))
    ours = illuminance([Luminaire(_even(1000.0), 3, -2, 18)], points[lit], normals)
    return ours, 1000.0 * cosine / distance**2


def _ten_thousand_lumens() -> tuple[ArrayLike, ArrayLike]:
    source, r = _even(10000.0 / (4.0 * np.pi)), np.arange(6.0)
    exact = 10000.0 / (4.0 * np.pi) * 3.0 / (9.0 + r * r) ** 1.5
    return illuminance([Luminaire(source, 0, 0, 3)], _along_x(r)), exact


def _handbook() -> tuple[ArrayLike, ArrayLike]:
    point = _along_x([10.0 * math.tan(math.radians(30.0))])
    return illuminance([Luminaire(_even(1000.0), 0, 0, 10)], point), [6.495190528383290]


def _cosine_power(n: int) -> tuple[ArrayLike, ArrayLike]:
    tangent, h = np.tan(np.radians([0, 7.3, 20, 41.77, 60])), 12.0
    ours = illuminance([Luminaire(_power(n), 0, 0, h)], _along_x(h * tangent))
    return ours, 1000.0 / h**2 * (1.0 / np.sqrt(1.0 + tangent**2)) ** (n + 3)


def _cosine_lumens(n: int) -> tuple[ArrayLike, ArrayLike]:
    return total_lumens_exact(_power(n).distribution), 2.0 * np.pi * 1000.0 / (n + 1)


def _flux_in_circle() -> tuple[ArrayLike, ArrayLike]:
    h, count = 10.0, 4000
    r = (np.arange(count) + 0.5) * h / count
    rings = illuminance([Luminaire(_power(2), 0, 0, h)], _along_x(r)) * 2.0 * np.pi * r * h / count
    return rings.sum(), 2.0 * np.pi * 1000.0 / 3.0 * (1.0 - math.cos(math.pi / 4.0) ** 3)


def _flux_in_square() -> tuple[ArrayLike, ArrayLike]:
    light = illuminance([Luminaire(_even(1000.0), 0, 0, 10)], _centres(10.0, 400))
    return light.mean() * 100.0, 1000.0 * np.pi / 6.0


def _mean_on_square() -> tuple[ArrayLike, ArrayLike]:
    source = [Luminaire(_even(1000.0), 10, 10, 10)]
    return illuminance(source, _centres(20.0, 400)).mean(), 1000.0 * np.pi / 6.0 * 4.0 / 400.0


def _tilted_beam() -> tuple[ArrayLike, ArrayLike]:
    y, h, beam = np.linspace(-10.0, 60.0, 281), 20.0, _power(60)
    points, distance = _along_x(y)[:, [1, 0, 2]], np.hypot(y, h)
    ours, exact = [], []
    for tilt in np.radians([0.0, 25.0, 50.0]):
        head = Luminaire(beam, 0, 0, h, orientation_deg=90, tilt_deg=math.degrees(tilt))
        axis = (np.sin(tilt) * y + np.cos(tilt) * h) / distance
        expected = 1000.0 * np.maximum(axis, 0.0) ** 60 * h / distance**3
        lit = expected > 1e-3  # fc
        ours.append(illuminance([head], points[lit]))
        exact.append(expected[lit])
    return np.concatenate(ours), np.concatenate(exact)


def _spun_beam() -> tuple[ArrayLike, ArrayLike]:
    points, beam = [[5, 8, 0], [-20, 3, 0], [12, -9, 0]], _power(40, 1.0)
    first, second = (
        illuminance([Luminaire(beam, 0, 0, 20, 33, 25, 0, spin)], points) for spin in (0, 111)
    )
    return first, second


def _shadow_edge() -> tuple[ArrayLike, ArrayLike]:
    wall = Obstruction("wall", np.array([[10.0, -50], [11, -50], [11, 50], [10, 50]]), 5.0)
    low, high = 11.0, 40.0
    while high - low > 1e-9:  # between the dark and the lit
        middle = (low + high) / 2.0
        light = illuminance(
            [Luminaire(_even(1000.0), 0, 0, 20)], _along_x([middle]), obstructions=[wall]
        )
        low, high = (low, middle) if light[0] > 0.0 else (middle, high)
    return high, 11.0 * 20.0 / 15.0


def _by_parts(
    source: Any, opening: Opening, points: ArrayLike, normal: ArrayLike = UP, height: float = 3.0
) -> Floats:
    """Illuminance from a divided opening."""
    heads = head_arrays([Luminaire(source, 0, 0, height)])
    light: Floats = direct_illuminance(heads, points, normal, openings=[opening])[0]
    return light


def _lambertian(luminance: float, area: float) -> Any:
    return _axial(lambda v: luminance * area * np.maximum(np.cos(v), 0.0), 0.25)


def _disk() -> tuple[ArrayLike, ArrayLike]:
    d, h, radius = np.array([0.0, 1.0, 3.0]), 3.0, 0.5
    total = d * d + h * h + radius**2
    exact = (500.0 * np.pi) * (
        1.0 - (total - 2.0 * radius**2) / np.sqrt(total**2 - 4.0 * radius**2 * d * d)
    )
    source = _lambertian(1000.0, math.pi * radius**2)
    return _by_parts(source, Opening("circle", 1.0, 1.0, 0.0), _along_x(d)), exact


def _corner(a: float, b: float, h: float) -> float:
    """Light of a rectangle of luminance 1,000 on a parallel meter under its corner."""
    p, q = math.hypot(a, h), math.hypot(b, h)
    return 500.0 * (a / p * math.atan(b / p) + b / q * math.atan(a / q))


def _rectangle() -> tuple[ArrayLike, ArrayLike]:
    points = [[-1.0, -0.5, 0.0], [0.0, 0.0, 0.0]]
    ours = _by_parts(_lambertian(1000.0, 2.0), Opening("rectangle", 1.0, 2.0, 0.0), points)
    return ours, [_corner(2.0, 1.0, 3.0), 4.0 * _corner(1.0, 0.5, 3.0)]


def _rectangle_wall() -> tuple[ArrayLike, ArrayLike]:
    a, b, h = 2.0, 1.0, 3.0
    opening, far = Opening("rectangle", b, a, 0.0), math.hypot(a, h)
    ours = _by_parts(_lambertian(1000.0, 2.0), opening, [[-1.0, -0.5, 0.0]], [1, 0, 0])
    return ours, 500.0 * (math.atan(b / h) - h / far * math.atan(b / far))


def _line(*, axial: bool) -> tuple[ArrayLike, ArrayLike]:
    length, h, per_foot = 4.0, 3.0, 500.0
    point = [[0.0, -length / 2.0, 0.0]]
    opening = Opening("rectangle", length, 0.0, 0.0)  # along y: the axis of Type B
    if not axial:
        exact = per_foot * length / (h * math.hypot(length, h))
        return _by_parts(_even(per_foot * length), opening, point), exact
    lateral = np.linspace(-90.0, 90.0, 721)
    planes = per_foot * length * np.cos(np.radians(lateral))[:, np.newaxis] * np.ones((1, 2))
    source = _file(
        IntensityDistribution(
            PhotometricType.B, Symmetry.NONE, np.array([-90.0, 90.0]), lateral, planes
        )
    )
    squared = length**2 + h**2
    exact = per_foot * (length / (2.0 * squared) + math.atan(length / h) / (2.0 * h))
    return _by_parts(source, opening, point), exact


def _as_a_point(times: float) -> tuple[ArrayLike, ArrayLike]:
    radius = 0.5
    h = times * 2.0 * radius
    source = _lambertian(1000.0, math.pi * radius**2)
    exact = 1000.0 * math.pi * radius**2 / (radius**2 + h**2)
    return illuminance([Luminaire(source, 0, 0, h)], [[0, 0, 0]]), exact
