"""Points at a luminaire itself, where illuminance is infinite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.errors import CalculationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from photometry.engine.named_heads import NamedHead

    FloatArray = NDArray[np.float64]

__all__ = ["points_at_heads", "refuse_points_at_heads"]

AT_LUMINAIRE_FT: Final = 1e-6  # nearer than this, a point is at the luminaire: no illuminance


def points_at_heads(position_ft: FloatArray, points_ft: FloatArray) -> Iterator[tuple[int, int]]:
    """Give each head that is at some point, and the first point that it is at.

    Parameters
    ----------
    position_ft, points_ft : (k, 3) and (n, 3) arrays
        Photometric centres and points, in one origin.
    """
    if not len(points_ft):
        return
    # Column by column: NumPy takes twenty times longer to reduce a long array to three numbers.
    low = np.array([column.min() for column in points_ft.T]) - AT_LUMINAIRE_FT
    high = np.array([column.max() for column in points_ft.T]) + AT_LUMINAIRE_FT
    among = ((position_ft >= low) & (position_ft <= high)).all(axis=1)
    for head in np.flatnonzero(among):
        x, y, z = position_ft[head]
        near = (points_ft[:, 2] > z - AT_LUMINAIRE_FT) & (points_ft[:, 2] < z + AT_LUMINAIRE_FT)
        near &= np.hypot(points_ft[:, 0] - x, points_ft[:, 1] - y) < AT_LUMINAIRE_FT
        if near.any():
            yield int(head), int(np.argmax(near))


def refuse_points_at_heads(
    named: Sequence[NamedHead],
    position_ft: FloatArray,
    points_ft: FloatArray,
    place: str,
    advice: str,
) -> None:
    """Refuse points at heads, where illuminance is infinite, by the names of both.

    Parameters
    ----------
    named
        The heads.
    position_ft, points_ft : (k, 3) and (n, 3) arrays
        Photometric centres and points, in one origin.
    place
        What the points are of: ``zone "parking"``.
    advice
        What to do about it.

    Raises
    ------
    CalculationError
        A fault for each head that is at a point.
    """
    what = f"is at a point of {place}, where illuminance is infinite"
    faults = [
        named[head].fault(what, advice) for head, _ in points_at_heads(position_ft, points_ft)
    ]
    if faults:
        raise CalculationError(faults)
