"""True scale: where a site point stands on the paper, on one sheet or on several."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.errors import Fault, OutputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]
    Bounds = tuple[float, float, float, float]

__all__ = [
    "SCALES_FT_PER_IN",
    "PlanLayout",
    "PlanView",
    "bounds_around",
    "fitted_view",
    "laid_out",
    "read_scale",
]

# 1" = 10' to 1" = 60' are those of an engineer's scale; towns ask for no more than 1" = 50'.
SCALES_FT_PER_IN: Final = (10, 20, 30, 40, 50, 60, 80, 100, 200, 300, 400, 500, 600, 800, 1000)
# Of drawings in metres, as ratios.
RATIOS: Final = (100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000)
DRAWN_FT_PER_IN: Final = (1.0, 2000.0)  # the scales that may be asked for
IN_PER_FT: Final = 12.0
MATCH_IN: Final = 0.45  # from the frame to a match line, for its words
MOST_SHEETS: Final = 40
_WRITTEN: Final = re.compile(r"(?:1\s*[:/]\s*)?(\d{1,6}(?:\.\d{1,3})?)")


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan at true scale inside a frame.

    Attributes
    ----------
    scale_ft_per_in
        Feet on the ground for an inch on paper.
    centre_ft, centre_in
        A site point and where it stands on the paper.
    frame_in
        Left, bottom, right, top of the part of the paper that the plan may fill.
    is_metric
        Whether the scale is told as a ratio, ``1:250``, and its bar is in metres.
    """

    scale_ft_per_in: float
    centre_ft: tuple[float, float]
    centre_in: tuple[float, float]
    frame_in: Bounds
    is_metric: bool = False

    def to_paper(self, points_ft: ArrayLike) -> FloatArray:
        """Site points (..., 2 or 3), ft, to paper (..., 2), inches."""
        site = np.asarray(points_ft, np.float64)[..., :2]
        placed: FloatArray = (site - self.centre_ft) / self.scale_ft_per_in + self.centre_in
        return placed

    def to_site(self, points_in: ArrayLike) -> FloatArray:
        """Paper (..., 2), inches, to site coordinates, ft."""
        paper = np.asarray(points_in, np.float64)
        placed: FloatArray = (paper - self.centre_in) * self.scale_ft_per_in + self.centre_ft
        return placed

    def shows(self, points_ft: ArrayLike) -> NDArray[np.bool_]:
        """Tell which site points (..., 2 or 3) are in the frame."""
        x, y = np.moveaxis(self.to_paper(points_ft), -1, 0)
        left, bottom, right, top = self.frame_in
        there: NDArray[np.bool_] = (left <= x) & (x <= right) & (bottom <= y) & (y <= top)
        return there

    @property
    def words(self) -> str:
        """The scale as it is written on a drawing: ``1" = 20'-0"`` or ``1:250``."""
        if self.is_metric:
            return f"1:{self.scale_ft_per_in * IN_PER_FT:.6g}"
        return f'1" = {self.scale_ft_per_in:g}\'-0"'


@dataclass(frozen=True, slots=True)
class PlanLayout:
    """A plan on one sheet, or on several that meet at match lines.

    Attributes
    ----------
    views
        From the upper left along the rows.
    columns
        How many stand side by side.
    """

    views: tuple[PlanView, ...]
    columns: int = 1

    @property
    def is_divided(self) -> bool:
        """Whether there are several sheets."""
        return len(self.views) > 1

    def neighbours(self, place: int) -> dict[str, int]:
        """Give the sheets that a sheet meets, by its side: left, right, bottom, top."""
        row, column = divmod(place, self.columns)
        rows = len(self.views) // self.columns
        found = {
            "left": (row, column - 1),
            "right": (row, column + 1),
            "top": (row - 1, column),
            "bottom": (row + 1, column),
        }
        return {
            side: r * self.columns + c
            for side, (r, c) in found.items()
            if 0 <= r < rows and 0 <= c < self.columns
        }


def read_scale(text: str) -> float:
    """Read a scale: ``20`` is 20 ft to an inch, ``1:250`` a ratio. Gives feet to an inch.

    Raises
    ------
    ValueError
        It is neither, or no scale that a plan is drawn at.

    Examples
    --------
    >>> read_scale("20")
    20.0
    >>> read_scale("1:240")
    20.0
    """
    match = _WRITTEN.fullmatch(text.strip())
    number = float(match[1]) if match else 0.0
    is_ratio = text.strip() != (match[1] if match else "")
    scale = number / IN_PER_FT if is_ratio else number
    least, most = DRAWN_FT_PER_IN
    if not least <= scale <= most:
        say = f"give feet to an inch (20) or a ratio (1:250), {least:g} to {most:g} ft to an inch"
        raise ValueError(f"no scale {text!r}; {say}")
    return scale


def laid_out(
    bounds_ft: Bounds,
    frame_in: Bounds,
    margin_in: float,
    scale_ft_per_in: float | None = None,
    *,
    is_metric: bool = False,
) -> PlanLayout:
    """Lay a part of the site out: at the largest scale that fits a frame, or at one asked for.

    Parameters
    ----------
    bounds_ft, frame_in, margin_in
        As `fitted_view`.
    scale_ft_per_in
        Feet to an inch; where the plan does not fit at it, it is divided.
    is_metric
        Whether scales are ratios.

    Raises
    ------
    OutputError
        If that would take more than 40 sheets.
    """
    if scale_ft_per_in is None:
        return PlanLayout((fitted_view(bounds_ft, frame_in, margin_in, is_metric=is_metric),))
    left, bottom, right, top = frame_in
    size_ft = np.array([bounds_ft[2] - bounds_ft[0], bounds_ft[3] - bounds_ft[1]])
    middle_ft = np.array([bounds_ft[0] + bounds_ft[2], bounds_ft[1] + bounds_ft[3]]) / 2
    middle_in = (left + right) / 2, (bottom + top) / 2
    room = np.array([right - left, top - bottom]) * scale_ft_per_in
    if (size_ft <= room - 2 * margin_in * scale_ft_per_in + 1e-6).all():
        x, y = middle_ft.tolist()
        return PlanLayout((PlanView(scale_ft_per_in, (x, y), middle_in, frame_in, is_metric),))
    inner = left + MATCH_IN, bottom + MATCH_IN, right - MATCH_IN, top - MATCH_IN
    step = np.array([inner[2] - inner[0], inner[3] - inner[1]]) * scale_ft_per_in
    columns, rows = (int(n) for n in np.maximum(1, np.ceil(size_ft / step - 1e-9)))
    if columns * rows > MOST_SHEETS:
        what = f"at this scale the plan takes {columns * rows} sheets, more than {MOST_SHEETS}"
        raise OutputError(
            Fault(what, advice="give --scale more feet to an inch, or a larger --sheet")
        )
    first = middle_ft + step * (1 - columns, rows - 1) / 2
    views = []
    for row in range(rows):
        for column in range(columns):
            x, y = (first + step * (column, -row)).tolist()
            views.append(PlanView(scale_ft_per_in, (x, y), middle_in, inner, is_metric))
    return PlanLayout(tuple(views), columns)


def bounds_around(points_ft: FloatArray, margin_ft: float) -> Bounds:
    """Give left, bottom, right, top of points (n, 2) and of a margin round them."""
    left, bottom = (points_ft.min(axis=0) - margin_ft).tolist()
    right, top = (points_ft.max(axis=0) + margin_ft).tolist()
    return left, bottom, right, top


def fitted_view(
    bounds_ft: Bounds, frame_in: Bounds, margin_in: float, *, is_metric: bool = False
) -> PlanView:
    """Choose the largest customary scale at which a part of the site fits a frame.

    Parameters
    ----------
    bounds_ft
        Left, bottom, right, top of what must be seen.
    frame_in
        Left, bottom, right, top of the frame on paper.
    margin_in
        To be left clear all round.
    is_metric
        Whether to choose among ratios (1:250) instead of feet to an inch.
    """
    width = frame_in[2] - frame_in[0] - 2 * margin_in
    height = frame_in[3] - frame_in[1] - 2 * margin_in
    needed = max((bounds_ft[2] - bounds_ft[0]) / width, (bounds_ft[3] - bounds_ft[1]) / height)
    customary = (
        [r / IN_PER_FT for r in RATIOS] if is_metric else [float(s) for s in SCALES_FT_PER_IN]
    )
    scale = next((one for one in customary if one >= needed), None)
    scale = scale or 1000.0 * float(np.ceil(needed / 1000.0))
    return PlanView(
        scale,
        ((bounds_ft[0] + bounds_ft[2]) / 2, (bounds_ft[1] + bounds_ft[3]) / 2),
        ((frame_in[0] + frame_in[2]) / 2, (frame_in[1] + frame_in[3]) / 2),
        frame_in,
        is_metric,
    )
