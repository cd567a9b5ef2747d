"""What the polar charts of a luminaire share: its maximum, its own angles, round rings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.tables.text import number, plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = ["clearest", "has_light_above", "own_vertical", "ring_name", "rings", "strongest"]

DARK_SHARE: Final = 1e-6  # of the maximum: less is no light
_STEPS: Final = (1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


def own_vertical(distribution: IntensityDistribution) -> FloatArray:
    """Give the file's own vertical angles, as far as they are Type C angles."""
    own = distribution.vertical_deg
    return own[(own >= 0.0) & (own <= 180.0)]


def strongest(distribution: IntensityDistribution) -> tuple[float, float, float]:
    """Type C direction of the maximum and its candela, on whole degrees and the file's own."""
    vertical = np.unique(np.append(np.arange(0.0, 181.0), own_vertical(distribution)))
    own = distribution.lateral_deg % 360.0
    lateral = np.unique(np.append(np.arange(0.0, 360.0, 2.5), own))
    values = distribution.candela(vertical[:, None], lateral[None, :])
    row, column = np.unravel_index(int(values.argmax()), values.shape)
    return float(vertical[row]), float(lateral[column]), float(values[row, column])


def has_light_above(distribution: IntensityDistribution) -> bool:
    """Tell whether there is light at or above horizontal."""
    vertical, lateral = np.arange(90.0, 181.0), np.arange(0.0, 360.0, 5.0)
    above = distribution.candela(vertical[:, None], lateral[None, :])
    return bool(above.max() > DARK_SHARE * distribution.max_candela)


def rings(peak_cd: float) -> tuple[float, ...]:
    """Three rings at a round step that hold the maximum."""
    wanted = max(peak_cd, 1e-9) / 3.0
    power = 10.0 ** np.floor(np.log10(wanted))
    step = next(m * power for m in _STEPS if m * power >= wanted)
    return step, 2 * step, 3 * step


def ring_name(candela_cd: float) -> str:
    """Write a ring's candela, with decimals only below 10."""
    return number(candela_cd, 0) if candela_cd >= 10.0 else plain_number(candela_cd, 3)


def clearest(places: FloatArray, drawn: FloatArray) -> int:
    """Find the row of places whose nearest drawn point is the farthest.

    Parameters
    ----------
    places : (k, r, 2) array
        Middles of the r labels of each of k candidates, inches.
    drawn : (n, 2) array
        Points that the labels are to keep clear of.

    Returns
    -------
    int
        Which candidate; the first of equals.
    """
    # A label is some four times as wide as it is high, so nearness counts across less.
    apart = (places[:, :, None] - drawn) * (0.35, 1.0)
    return int(np.hypot(apart[..., 0], apart[..., 1]).min(axis=(1, 2)).argmax())
