"""Weights that integrate a candela table over the sphere.

Candela are linear in both angles between a table's own, so that an integral over any range of
them is a sum of the table's values with weights that depend on the angles alone: of the
azimuths as they are, of the polar angles with the sine, by which circles shrink to the poles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from photometry.luminaires.distribution import PolarTable

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["closed", "exact_total", "industry_total", "zone_fluxes"]

_TURN = 2.0 * np.pi
_EVERYWHERE = np.array([[-np.inf, np.inf]])


def closed(table: PolarTable) -> PolarTable:
    """Make a whole turn of a table whose one plane stands for all."""
    if len(table.azimuth_deg) > 1:
        return table
    around, candela = table.azimuth_deg[0] + np.array([0.0, 360.0]), table.candela_cd
    return PolarTable(table.axes, table.polar_deg, around, np.vstack([candela, candela]))


def industry_total(table: PolarTable) -> float:
    """Sum the trapezoid means over the azimuths times the solid angles between polar angles."""
    polar, azimuth, candela = _ring(table)
    flux = _trapezoid_weights(azimuth) @ candela @ _trapezoid_weights(-np.cos(polar))
    return float(flux)


def exact_total(table: PolarTable) -> float:
    """Integrate the bilinear table over all of it."""
    polar, azimuth, candela = _ring(table)
    flux = _hat_weights(azimuth, _EVERYWHERE) @ candela @ _hat_sine_weights(polar, _EVERYWHERE).T
    return float(flux[0, 0])


def zone_fluxes(table: PolarTable, bands_deg: ArrayLike, sectors_deg: ArrayLike) -> FloatArray:
    """Integrate the bilinear table over zones about its own axis.

    Parameters
    ----------
    table : PolarTable
        Its azimuths go all the way round, or a single one stands for all.
    bands_deg : (k, 2) array_like
        Polar angles, from and to.
    sectors_deg : (s, 2) array_like
        Azimuths, from and to, at most one turn each.

    Returns
    -------
    ndarray
        ``(s, k)``, exact to rounding; exactly 0 where a zone has no light.
    """
    polar, azimuth, candela = _ring(table)
    bands, sectors = np.radians(bands_deg), np.radians(sectors_deg)
    # Each sector, moved by whole turns until every part of it has met the table's own turn.
    start = sectors[:, 0] - _TURN * np.ceil((sectors[:, 0] - azimuth[0]) / _TURN)
    moved = np.stack([start, start + sectors[:, 1] - sectors[:, 0]], axis=-1)
    turns = moved[:, np.newaxis] + _TURN * np.arange(3)[:, np.newaxis]
    around = _hat_weights(azimuth, turns.reshape(-1, 2)).reshape(len(sectors), 3, -1).sum(axis=1)
    fluxes: FloatArray = around @ (candela @ _hat_sine_weights(polar, bands).T)
    return fluxes


def _ring(table: PolarTable) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Polar angles and azimuths in radians, and the candela, of the whole table."""
    whole = closed(table)
    return np.radians(whole.polar_deg), np.radians(whole.azimuth_deg), whole.candela_cd


def _trapezoid_weights(at: FloatArray) -> FloatArray:
    """Weights of the trapezoid rule over uneven places."""
    halves = np.diff(at) / 2.0
    return _collected(halves, halves)


def _hat_weights(at: FloatArray, ranges: FloatArray) -> FloatArray:
    """Integrals of the piecewise-linear basis on `at` (n,) over ranges (k, 2): (k, n)."""
    a, b, step = _pieces(at, ranges)
    rising = ((b - at[:-1]) ** 2 - (a - at[:-1]) ** 2) / (2.0 * step)
    return _collected(b - a - rising, rising)


def _hat_sine_weights(at: FloatArray, ranges: FloatArray) -> FloatArray:
    """Integrals of the piecewise-linear basis on `at` times the sine, over ranges: (k, n)."""
    a, b, step = _pieces(at, ranges)
    cos_a, cos_b = np.cos(a), np.cos(b)
    rising = ((a - at[:-1]) * cos_a - (b - at[:-1]) * cos_b + np.sin(b) - np.sin(a)) / step
    return _collected(cos_a - cos_b - rising, rising)


def _pieces(at: FloatArray, ranges: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Beginning and end of what each range has of each cell, (k, n - 1), and the cells' widths."""
    low, high = ranges[:, :1], ranges[:, 1:]
    within = np.minimum(np.maximum(at, low), high)
    return within[:, :-1], within[:, 1:], at[1:] - at[:-1]


def _collected(falling: FloatArray, rising: FloatArray) -> FloatArray:
    """Add up what each place gets from the cell after it and from the cell before it."""
    weights = np.zeros((*falling.shape[:-1], falling.shape[-1] + 1))
    weights[..., :-1] = falling
    weights[..., 1:] += rising
    return weights
