"""Average, maximum, minimum and their ratios, the way a lighting plan states them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from pandas import DataFrame

    FloatArray = NDArray[np.float64]
    Point = tuple[float, float, float]

__all__ = ["Statistics", "statistics"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Illuminance over points, fc, with the ratios of the unrounded values.

    A ratio whose divisor is zero is None ("N.A."), never infinity.
    """

    n_points: int
    avg_fc: float
    max_fc: float
    min_fc: float
    max_at_ft: Point
    min_at_ft: Point

    @property
    def avg_min(self) -> float | None:
        """Average to minimum, None where the minimum is 0."""
        return _ratio(self.avg_fc, self.min_fc)

    @property
    def max_min(self) -> float | None:
        """Maximum to minimum, None where the minimum is 0."""
        return _ratio(self.max_fc, self.min_fc)

    @property
    def max_avg(self) -> float | None:
        """Maximum to average, None where the average is 0."""
        return _ratio(self.max_fc, self.avg_fc)

    def to_dataframe(self) -> DataFrame:
        """Give one row: points, average, maximum, minimum, ratios, where the extremes are, ft."""
        import pandas as pd  # noqa: PLC0415  # a notebook asks for it; nothing else should wait

        numbers = ("n_points", "avg_fc", "max_fc", "min_fc", "avg_min", "max_min", "max_avg")
        row = {name: getattr(self, name) for name in numbers}
        return pd.DataFrame([{**row, "max_at_ft": self.max_at_ft, "min_at_ft": self.min_at_ft}])

    def _repr_html_(self) -> str:
        """Show the row as a table in a notebook."""
        return self.to_dataframe().to_html(index=False, na_rep="N.A.")


def statistics(points_ft: ArrayLike, values_fc: ArrayLike) -> Statistics:
    """Summarise illuminance over points.

    Parameters
    ----------
    points_ft : (n, 3) array_like
        Where the values are, site coordinates, ft.
    values_fc : (n,) array_like
        Illuminance, fc. A point without a value (NaN) is left out and not counted.

    Returns
    -------
    Statistics
        The average is the arithmetic mean of the points. Of several equal extremes the first
        is the witness.

    Raises
    ------
    ValueError
        If no point has a value.
    """
    points = np.asarray(points_ft, np.float64).reshape(-1, 3)
    values = np.asarray(values_fc, np.float64).ravel()
    known = ~np.isnan(values)
    points, values = points[known], values[known]
    if not len(values):
        msg = "statistics need at least one point with a value"
        raise ValueError(msg)
    # A pairwise sum of equal values may miss their common value by an ulp; the average of a
    # constant grid must not be larger than its maximum.
    average = float(np.clip(values.mean(), values.min(), values.max()))
    highest, lowest = int(values.argmax()), int(values.argmin())
    return Statistics(
        n_points=len(values),
        avg_fc=average,
        max_fc=float(values[highest]),
        min_fc=float(values[lowest]),
        max_at_ft=_point(points[highest]),
        min_at_ft=_point(points[lowest]),
    )


def _point(row: FloatArray) -> Point:
    x, y, z = (float(value) for value in row)
    return x, y, z


def _ratio(value: float, divisor: float) -> float | None:
    return value / divisor if divisor > 0.0 else None
