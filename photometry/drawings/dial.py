"""What the charts of a luminaire share: strokes, its maximum, its own angles, round rings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.style import Ink, Stroke
from photometry.luminaires.brightest import own_directions
from photometry.luminaires.distribution import PhotometricType
from photometry.tables.text import number, plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution

    FloatArray = NDArray[np.float64]

__all__ = [
    "CHART_AXIS",
    "CHART_GRID",
    "CHART_Z",
    "clear_places",
    "has_light_above",
    "own_vertical",
    "ring_name",
    "rings",
    "strongest",
]

CHART_Z: Final = 20.0
CHART_GRID: Final = Stroke(0.13, Ink.RULE)
CHART_AXIS: Final = Stroke(0.18, Ink.CONTEXT)

CLEAR_IN: Final = 0.12  # from the middle of a label: half its height, and some air
DARK_SHARE: Final = 1e-6  # of the maximum: less is no light
_STEPS: Final = (1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


def own_vertical(distribution: IntensityDistribution) -> FloatArray:
    """Give the file's own vertical angles, as far as they are Type C angles."""
    own = distribution.vertical_deg
    return own[(own >= 0.0) & (own <= 180.0)]


def strongest(distribution: IntensityDistribution) -> tuple[float, float, float]:
    """Type C direction of the maximum and its candela; of equal ones the lowest."""
    table = distribution.table
    if distribution.photometric_type is not PhotometricType.B:
        column, row = divmod(int(table.candela_cd.T.argmax()), len(table.azimuth_deg))
        vertical, lateral = table.polar_deg[column], table.azimuth_deg[row] % 360.0
        return float(vertical), float(lateral), distribution.max_candela
    own, candela = own_directions(distribution)
    directions = own[candela >= candela.max()] @ table.axes
    x, y, z = directions[directions[:, 2].argmin()]
    out = float(np.hypot(x, y))
    if out < 1e-12:  # straight down or up, where rounding would choose a lateral angle
        return (0.0 if z < 0.0 else 180.0), 0.0, distribution.max_candela
    vertical, lateral = np.degrees(np.arctan2(out, -z)), np.degrees(np.arctan2(y, x)) % 360.0
    return float(vertical), float(lateral), distribution.max_candela


def has_light_above(distribution: IntensityDistribution, vertical_deg: float = 91.0) -> bool:
    """Tell whether there is light at or above an angle, by default clearly above horizontal."""
    vertical, lateral = np.arange(vertical_deg, 181.0), np.arange(0.0, 360.0, 5.0)
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


def clear_places(candidates: FloatArray, drawn: FloatArray) -> FloatArray:
    """Choose where labels stand clear of what is drawn: in one row if that is clear enough.

    Parameters
    ----------
    candidates : (k, r, 2) array
        Middles of the r labels in each of k rows, inches.
    drawn : (n, 2) array
        Points that the labels are to keep clear of.

    Returns
    -------
    ndarray
        ``(r, 2)``: the row whose nearest drawn point is the farthest; where that is too near,
        the best place of each label by itself. The first of equals.
    """
    # A label is some four times as wide as it is high, so nearness counts across less.
    apart = (candidates[:, :, None] - drawn) * (0.35, 1.0)
    room = np.hypot(apart[..., 0], apart[..., 1]).min(axis=2)
    row = int(room.min(axis=1).argmax())
    rows = np.full(len(room[0]), row) if room[row].min() >= CLEAR_IN else room.argmax(axis=0)
    chosen: FloatArray = candidates[rows, np.arange(len(rows))]
    return chosen
