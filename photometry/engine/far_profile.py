"""How bright, how steep and how kinked a photometric table is, by direction.

A table is bilinear between its angles: straight along either of them, with a slope that jumps
at each.  Those jumps are what a polynomial cannot follow, so a bound on the error of
interpolation needs to know how large they can be in the directions of a tile.  The sphere of
a table is divided into equal bins of polar angle and azimuth; each holds the extremes over it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.luminaires.distribution import PolarTable

    FloatArray = NDArray[np.float64]
    SingleArray = NDArray[np.float32]

__all__ = ["Profiles", "profiles"]

FINE_BINS: Final = 144  # of each axis: 1.25 degrees of polar angle, 2.5 degrees of azimuth
COARSE_BINS: Final = 72
MANY_TABLES: Final = 64  # from which bins are coarse, so that memory stays within bounds
HAIR: Final = 1e-6  # of a bin: by how much an angle may lie in the bin next to its own
FALL_DEG: Final = 1e-6  # within which a table falls to darkness where it ends

# What a bin holds, each the extreme over the bin.
BRIGHTEST: Final = 0  # candela
POLAR_LOW: Final = 1  # slope along the polar angle, candela per radian
POLAR_HIGH: Final = 2
AZIMUTH_LOW: Final = 3  # slope along the azimuth
AZIMUTH_HIGH: Final = 4
TWIST: Final = 5  # mixed slope, candela per square radian, either sign
POLAR_KINK: Final = 6  # jumps of the slope along the polar angle, summed over the bin's angles
AZIMUTH_KINK: Final = 7
MEASURES: Final = 8


class Profiles(NamedTuple):
    """Of t tables.

    Attributes
    ----------
    bins : (t, polar bins, azimuth bins, MEASURES) array
        From 0 to 180 degrees of polar angle, and from -180 to 180 degrees of azimuth.
    brightest : (t,) array
        Candela.
    """

    bins: SingleArray
    brightest: FloatArray


def profiles(tables: Sequence[PolarTable]) -> Profiles:
    """Survey tables."""
    count = FINE_BINS if len(tables) < MANY_TABLES else COARSE_BINS
    bins = np.zeros((len(tables), count, count, MEASURES), np.float32)
    for into, table in zip(bins, tables, strict=True):
        into[:] = _surveyed_once(table, count)
    brightest = np.array([table.candela_cd.max() for table in tables], np.float64)
    return Profiles(bins, brightest)


@lru_cache(maxsize=MANY_TABLES)
def _surveyed_once(table: PolarTable, count: int) -> SingleArray:
    """Bins of one table; large work comes in pieces that each ask for the same."""
    return _rounded_outward(_surveyed(table, count))


def _surveyed(table: PolarTable, count: int) -> FloatArray:
    """Bins of one table, (count, count, MEASURES)."""
    polar_deg, azimuth_deg, candela = _whole_sphere(table)
    turn = np.diff(np.radians(azimuth_deg))
    along = np.diff(candela, axis=0) / np.diff(np.radians(polar_deg))[:, np.newaxis]
    across = np.diff(candela, axis=1) / turn
    twist = np.abs(np.diff(along, axis=1) / turn)
    rows = _Bins(polar_deg, 0.0, 180.0 / count, count)
    columns = _Bins(azimuth_deg, -180.0, 360.0 / count, count)
    into = np.empty((count, count, MEASURES))
    for measure, extreme, values in (
        (BRIGHTEST, np.maximum, _of_ends(np.maximum, _of_ends(np.maximum, candela).T).T),
        (POLAR_LOW, np.minimum, _of_ends(np.minimum, along.T).T),
        (POLAR_HIGH, np.maximum, _of_ends(np.maximum, along.T).T),
        (AZIMUTH_LOW, np.minimum, _of_ends(np.minimum, across)),
        (AZIMUTH_HIGH, np.maximum, _of_ends(np.maximum, across)),
        (TWIST, np.maximum, twist),
    ):
        into[..., measure] = columns.extremes(extreme, rows.extremes(extreme, values).T).T
    bend = np.abs(np.diff(along, axis=0, prepend=along[:1]))  # the pole itself is never asked for
    into[..., POLAR_KINK] = rows.sums(columns.extremes(np.maximum, _of_ends(np.maximum, bend.T)).T)
    turned = np.abs(across - np.roll(across, 1, axis=1))
    into[..., AZIMUTH_KINK] = columns.sums(
        rows.extremes(np.maximum, _of_ends(np.maximum, turned)).T
    ).T
    return into


def _whole_sphere(table: PolarTable) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Continue a table to all directions: polar (n,), azimuth (m,), candela (n, m).

    Where it ends there is darkness. The candela falls to it within `FALL_DEG`, so steeply that
    no bound near such an end is worth using; at an end that is dark already nothing falls.
    """
    azimuth, candela = table.azimuth_deg, table.candela_cd
    if len(azimuth) == 1:
        azimuth, candela = azimuth[0] + np.array([0.0, 360.0]), np.repeat(candela, 2, axis=0)
    elif not table.closes:
        gap = np.array([azimuth[-1] + FALL_DEG, azimuth[0] + 360.0 - FALL_DEG, azimuth[0] + 360.0])
        dark = np.zeros((2, candela.shape[1]))
        azimuth, candela = np.append(azimuth, gap), np.concatenate([candela, dark, candela[:1]])
    polar, candela = table.polar_deg, candela.T
    dark = np.zeros((2, candela.shape[1]))
    if polar[0] > FALL_DEG:
        polar = np.concatenate([[0.0, polar[0] - FALL_DEG], polar])
        candela = np.concatenate([dark, candela])
    if polar[-1] < 180.0 - FALL_DEG:
        polar = np.concatenate([polar, [polar[-1] + FALL_DEG, 180.0]])
        candela = np.concatenate([candela, dark])
    return polar, azimuth, candela


class _Bins(NamedTuple):
    """Equal bins of an axis; an angle beyond the last is in the first again."""

    angle_deg: FloatArray
    first_deg: float
    width_deg: float
    number: int

    def extremes(self, extreme: np.ufunc, values: FloatArray) -> FloatArray:
        """Give the extremes over the bins, (bins, n), of values of the cells, (cells, n)."""
        place = (self.angle_deg - self.first_deg) / self.width_deg
        first = np.floor(place[:-1] + HAIR).astype(np.intp)
        last = np.floor(place[1:] - HAIR).astype(np.intp)
        spans = np.maximum(last - first, 0) + 1
        cell = np.repeat(np.arange(len(first)), spans)
        step = np.arange(len(cell)) - np.repeat(np.cumsum(spans) - spans, spans)
        into = np.full((self.number, values.shape[1]), np.inf if extreme is np.minimum else -np.inf)
        extreme.at(into, (first[cell] + step) % self.number, values[cell])
        return into

    def sums(self, values: FloatArray) -> FloatArray:
        """Give the sums over the bins, (bins, n), of values of the angles, (angles, n)."""
        place = np.floor((self.angle_deg - self.first_deg) / self.width_deg + HAIR)
        into = np.zeros((self.number, values.shape[1]))
        np.add.at(into, place[: len(values)].astype(np.intp) % self.number, values)
        return into


def _of_ends(extreme: np.ufunc, values: FloatArray) -> FloatArray:
    """Extremes of neighbouring rows."""
    either: FloatArray = extreme(values[:-1], values[1:])
    return either


def _rounded_outward(bins: FloatArray) -> SingleArray:
    """Go over to single precision, without a bound becoming tighter."""
    single = bins.astype(np.float32)
    low = np.isin(np.arange(MEASURES), (POLAR_LOW, AZIMUTH_LOW))
    beyond = np.where(low, np.float32(-np.inf), np.float32(np.inf))
    outward: SingleArray = np.where(single == 0.0, single, np.nextafter(single, beyond))
    return outward
