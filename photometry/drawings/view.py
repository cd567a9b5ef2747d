"""True engineering scale: where a site point stands on the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]
    Bounds = tuple[float, float, float, float]

__all__ = ["SCALES_FT_PER_IN", "PlanView", "fitted_view"]

# 1" = 10' to 1" = 60' are those of an engineer's scale; towns ask for no more than 1" = 50'.
SCALES_FT_PER_IN: Final = (10, 20, 30, 40, 50, 60, 80, 100, 200, 300, 400, 500, 600, 800, 1000)


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
    """

    scale_ft_per_in: float
    centre_ft: tuple[float, float]
    centre_in: tuple[float, float]
    frame_in: Bounds

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

    @property
    def words(self) -> str:
        """The scale as it is written on a drawing: ``1" = 20'-0"``."""
        return f'1" = {self.scale_ft_per_in:g}\'-0"'


def fitted_view(bounds_ft: Bounds, frame_in: Bounds, margin_in: float) -> PlanView:
    """Choose the largest customary scale at which a part of the site fits a frame.

    Parameters
    ----------
    bounds_ft
        Left, bottom, right, top of what must be seen.
    frame_in
        Left, bottom, right, top of the frame on paper.
    margin_in
        To be left clear all round.
    """
    width = frame_in[2] - frame_in[0] - 2 * margin_in
    height = frame_in[3] - frame_in[1] - 2 * margin_in
    needed = max((bounds_ft[2] - bounds_ft[0]) / width, (bounds_ft[3] - bounds_ft[1]) / height)
    customary = next((float(s) for s in SCALES_FT_PER_IN if s >= needed), None)
    scale = customary or 1000.0 * float(np.ceil(needed / 1000.0))
    return PlanView(
        scale,
        ((bounds_ft[0] + bounds_ft[2]) / 2, (bounds_ft[1] + bounds_ft[3]) / 2),
        ((frame_in[0] + frame_in[2]) / 2, (frame_in[1] + frame_in[3]) / 2),
        frame_in,
    )
