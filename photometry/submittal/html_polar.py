"""Polar plots of luminous intensity as SVG paths, in vertical planes, nadir down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.tables.text import number, plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["PolarPlot", "polar_plot"]

RADIUS: Final = 124.0
STEP_DEG: Final = 1.0
RING_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
MOST_RINGS: Final = 5
SAME_PLANE_DEG: Final = 2.5  # a plane of the maximum nearer to another one than this is that one
SAME_CURVE: Final = 0.005  # of the maximum: curves that differ less are one


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle of equal candela."""

    radius: float
    label: str


@dataclass(frozen=True, slots=True)
class Curve:
    """Intensity in a vertical plane: lateral angle `right_deg` on the right, opposite left."""

    path: str
    name: str


@dataclass(frozen=True, slots=True)
class PolarPlot:
    """A plot about the origin, y down; the outermost ring has radius `RADIUS`."""

    rings: tuple[Ring, ...]
    spokes: tuple[tuple[float, float, str], ...]
    curves: tuple[Curve, ...]
    maximum: str


def polar_plot(distribution: IntensityDistribution) -> PolarPlot:
    """Plot intensity in the planes 0-180, 90-270 and that of the maximum.

    Angles are Type C, whatever type the file is: vertical 0 is nadir, at the bottom.
    """
    vertical, lateral, largest = _maximum(distribution)
    planes = [(0.0, "lateral 0° right, 180° left"), (90.0, "90° right, 270° left")]
    if _apart(lateral) > SAME_PLANE_DEG:
        opposite = (lateral + 180.0) % 360.0
        words = f"through the maximum: {number(lateral, 0)}° right, {number(opposite, 0)}° left"
        planes.append((lateral, words))
    sides = [
        (_side(distribution, at), _side(distribution, at + 180.0), name) for at, name in planes
    ]
    if _alike(sides, largest):
        sides = [(*sides[0][:2], "the same in every plane")]
    step = _ring_step(largest)
    rings = int(np.ceil(largest / step - 1e-9)) if largest > 0 else 1
    scale = RADIUS / (rings * step)
    return PolarPlot(
        rings=tuple(
            Ring(round(i * step * scale, 2), number(i * step, 0 if step >= 1 else 1))
            for i in range(1, rings + 1)
        ),
        spokes=tuple(_spoke(angle) for angle in range(0, 360, 30)),
        curves=tuple(Curve(_path(right, left, scale), name) for right, left, name in sides),
        maximum=(
            f"{number(largest, 0)} cd at vertical {plain_number(vertical, 1)}°, "
            f"lateral {plain_number(lateral, 1)}°"
        ),
    )


def _angles() -> FloatArray:
    return np.arange(0.0, 180.0 + STEP_DEG / 2, STEP_DEG)


def _side(distribution: IntensityDistribution, lateral_deg: float) -> FloatArray:
    return distribution.candela(_angles(), lateral_deg % 360.0)


def _maximum(distribution: IntensityDistribution) -> tuple[float, float, float]:
    """Find the largest intensity, on the file's own angles: vertical, lateral, cd."""
    table = distribution.table
    row, column = np.unravel_index(int(table.candela_cd.argmax()), table.candela_cd.shape)
    polar, azimuth = np.radians(table.polar_deg[column]), np.radians(table.azimuth_deg[row])
    sine = np.sin(polar)
    own = np.array([sine * np.cos(azimuth), sine * np.sin(azimuth), -np.cos(polar)])
    x, y, z = own @ table.axes
    vertical = float(np.degrees(np.arctan2(np.hypot(x, y), -z)))
    # Rounded first: a hair before 0 is 0, not 360.
    lateral = round(float(np.degrees(np.arctan2(y, x))), 6) % 360.0 if vertical > 1e-6 else 0.0
    return vertical, lateral, float(table.candela_cd[row, column])


def _apart(lateral_deg: float) -> float:
    """Angle between a plane and the nearer of the planes 0-180 and 90-270."""
    rest = lateral_deg % 90.0
    return min(rest, 90.0 - rest)


def _alike(sides: list[tuple[FloatArray, FloatArray, str]], largest: float) -> bool:
    curves = [curve for right, left, _ in sides for curve in (right, left)]
    return all(float(np.abs(c - curves[0]).max()) <= SAME_CURVE * largest for c in curves)


def _ring_step(largest: float) -> float:
    """Round step that gives five rings or fewer."""
    if largest <= 0:
        return 1.0
    rough = largest / MOST_RINGS
    tens = 10.0 ** np.floor(np.log10(rough))
    return float(tens * next(step for step in RING_STEPS if step * tens >= rough * (1 - 1e-9)))


def _spoke(angle_deg: int) -> tuple[float, float, str]:
    """End of a spoke, and the vertical angle that it stands for, the same on both sides."""
    turn = np.radians(angle_deg)
    shown = angle_deg if angle_deg <= 180 else 360 - angle_deg
    return (
        round(float(RADIUS * np.sin(turn)), 2) + 0.0,
        round(float(RADIUS * np.cos(turn)), 2) + 0.0,
        f"{shown}°",
    )


def _path(right: FloatArray, left: FloatArray, scale: float) -> str:
    """Draw one closed curve: up the right side from nadir, down the left."""
    turn = np.radians(_angles())
    x = np.concatenate([right * np.sin(turn), -(left * np.sin(turn))[::-1]]) * scale
    y = np.concatenate([right * np.cos(turn), (left * np.cos(turn))[::-1]]) * scale
    # One decimal of a pixel; adding zero takes the sign off a zero.
    points = [f"{a + 0.0:.1f} {b + 0.0:.1f}" for a, b in zip(x.round(1), y.round(1), strict=True)]
    kept = [point for i, point in enumerate(points) if i == 0 or point != points[i - 1]]
    return f"M{'L'.join(kept)}Z"
