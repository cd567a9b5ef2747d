"""Plots on ordinary axes for notebooks and reports: a zone's contours, a line, a luminaire."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from photometry.drawings.contours import LEVELS_FC, along, contour_lines, levels_in_order
from photometry.drawings.style import Ink, contour_stroke, level_text
from photometry.drawings.typefaces import typeface
from photometry.engine.results import ZoneResult

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from photometry.engine.results import LineResult
    from photometry.luminaires.record import LuminaireFile

    FloatArray = NDArray[np.float64]

__all__ = ["plot_candela", "plot_isofootcandle", "plot_line", "zone_grid"]

LABEL_PT = 8.0
LEAST_LABELLED = 0.12  # of the plot's width: a shorter line gets no label


def plot_isofootcandle(
    result: ZoneResult,
    ax: Axes | None = None,
    *,
    layer: str = "maintained",
    levels: Iterable[float] = LEVELS_FC,
) -> Axes:
    """Plot the contours of a calculation zone over its points.

    Parameters
    ----------
    result
        A zone of a calculation: ``calc["parking"]``.
    ax
        Axes to draw on; by default new ones, of pyplot where it is in use.
    layer
        ``maintained``, ``initial`` or ``scene:NAME``.
    levels
        Levels to draw, fc; in any order, repeated or not.

    Returns
    -------
    matplotlib.axes.Axes
        Coordinates are site coordinates in feet, at equal scales. A zone without contours,
        constant or one row of points, shows its points and says why.

    Raises
    ------
    TypeError
        It is a line, or something else than a zone.
    """
    if not isinstance(result, ZoneResult):
        raise TypeError(f"a calculation zone has contours, {type(result).__name__} has none")
    axes = _new_axes() if ax is None else ax
    x, y, values = zone_grid(result, layer)
    axes.plot(result.points_ft[:, 0], result.points_ft[:, 1], ".", color=Ink.RULE, ms=2.0, zorder=1)
    drawn = False
    for level in levels_in_order(levels):
        lines = contour_lines(x, y, values, level)
        _draw_level(axes, lines, level, float(np.ptp(result.points_ft[:, 0])))
        drawn |= bool(lines)
    axes.set_aspect("equal")
    axes.set_xlabel("x, ft")
    axes.set_ylabel("y, ft")
    axes.set_title(_title(result, layer, values, drawn=drawn))
    return axes


def plot_line(
    result: LineResult,
    ax: Axes | None = None,
    *,
    layers: Iterable[str] = ("initial", "maintained", "vertical_maintained"),
) -> Axes:
    """Plot illuminance along a calculation line.

    Parameters
    ----------
    result
        A line of a calculation: ``calc["east/property_line"]``.
    ax
        Axes to draw on; by default new ones, of pyplot where it is in use.
    layers
        Layers to draw, ``vertical_...`` for the meter that faces the site.

    Returns
    -------
    matplotlib.axes.Axes
        Distance along the line from its first station in feet, illuminance in footcandles.
    """
    axes = _new_axes() if ax is None else ax
    steps = np.hypot(*np.diff(result.points_ft[:, :2], axis=0).T)
    along_ft = np.concatenate([[0.0], np.cumsum(steps)])
    for layer in layers:
        axes.plot(along_ft, result.layer_fc(layer), ".-", label=layer.replace("_", " "))
    axes.set_xlabel("along the line, ft")
    axes.set_ylabel("fc")
    axes.set_ylim(bottom=0.0)
    axes.set_title(f"{result.name}: illuminance, fc")
    axes.legend()
    return axes


def plot_candela(
    lum: LuminaireFile,
    ax: Axes | None = None,
    *,
    lateral_deg: Iterable[float] = (0.0, 90.0),
) -> Axes:
    """Plot a luminaire's candela in vertical planes as a polar curve on plain axes.

    Parameters
    ----------
    lum
        The luminaire file.
    ax
        Axes to draw on; by default new ones, of pyplot where it is in use.
    lateral_deg
        Planes to draw, Type C lateral angles; each with the half opposite to it at the left.

    Returns
    -------
    matplotlib.axes.Axes
        Nadir is down and candela are distances from the middle, at equal scales.
    """
    axes = _new_axes() if ax is None else ax
    vertical = np.linspace(0.0, 180.0, 361)
    turned = np.radians(np.concatenate([-vertical[::-1], vertical]))
    for lateral in lateral_deg:
        right = lum.distribution.candela(vertical, lateral)
        left = lum.distribution.candela(vertical, (lateral + 180.0) % 360.0)
        candela = np.concatenate([left[::-1], right])
        axes.plot(candela * np.sin(turned), -candela * np.cos(turned), label=f"{lateral:g}°")
    axes.axhline(0.0, color=Ink.RULE, lw=0.8, zorder=0)
    axes.axvline(0.0, color=Ink.RULE, lw=0.8, zorder=0)
    axes.set_aspect("equal")
    axes.set_xlabel("cd")
    axes.set_ylabel("cd, nadir down")
    axes.set_title(f"{lum.name}: candela by lateral angle")
    axes.legend(title="lateral")
    return axes


def zone_grid(
    result: ZoneResult, layer: str = "maintained"
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Lay a zone's values out on its lattice.

    Returns
    -------
    x_ft, y_ft, fc : (rows, columns) arrays
        Site coordinates and illuminance of every place of the lattice; the illuminance is NaN
        where the zone has no point.
    """
    places = result.lattice - result.lattice.min(axis=0)
    columns, rows = places.max(axis=0) + 1
    values = np.full((int(rows), int(columns)), np.nan)
    values[places[:, 1], places[:, 0]] = result.layer_fc(layer)
    # A lattice is affine: its corner and its two steps, by least squares over the points.
    terms = np.column_stack([np.ones(len(places)), places])
    (corner, across, up), *_ = np.linalg.lstsq(terms, result.points_ft[:, :2], rcond=None)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
    xy = corner + grid[..., :1] * across + grid[..., 1:] * up
    return xy[..., 0], xy[..., 1], values


def _new_axes() -> Axes:
    """Axes of a new figure: pyplot's where the user has it open, so that a notebook shows it."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    figure: Figure = pyplot.figure() if pyplot else Figure()
    return figure.add_subplot()


def _draw_level(axes: Axes, lines: list[FloatArray], level: float, width_ft: float) -> None:
    stroke = contour_stroke(level)
    axes.add_collection(
        LineCollection(
            lines,
            colors=stroke.colour,
            linewidths=stroke.width_pt * 1.6,  # a screen is coarser than paper
            linestyles=[stroke.linestyle],
            label=f"{level_text(level)} fc",
        )
    )
    text = level_text(level)
    for line in lines:
        length = float(np.hypot(*np.diff(line, axis=0).T).sum())
        if length < LEAST_LABELLED * width_ft:
            continue
        x, y = along(line, [length / 2])[0]
        axes.annotate(
            text,
            (float(x), float(y)),
            color=stroke.colour,
            fontproperties=typeface(text, "regular").properties(LABEL_PT),
            ha="center",
            va="center",
            bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none"},
            parse_math=False,
        )


def _title(result: ZoneResult, layer: str, values: FloatArray, *, drawn: bool) -> str:
    name = f"{result.name}: {layer} illuminance, fc"
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    if np.isclose(low, high, rtol=1e-9, atol=1e-12):
        return f"{name} (constant, {high:.2f} fc)"
    if min(values.shape) < 2:
        return f"{name} (one row of points: no contours)"
    return name if drawn else f"{name} (no contour from {low:.2f} to {high:.2f} fc)"
