"""The luminous opening of a luminaire: its shape and size (LM-63, per version)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Opening"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Luminous opening; dimensions are never negative.

    Attributes
    ----------
    shape
        A name such as ``"point"``, ``"rectangle"``, ``"box"``, ``"circle"``, ``"sphere"``.
    width_ft
        Across: along local Y, perpendicular to the 0-degree plane.
    length_ft
        Along local X, in the 0-degree plane.
    height_ft
        Along local Z.
    """

    shape: str
    width_ft: float
    length_ft: float
    height_ft: float

    @property
    def largest_ft(self) -> float:
        """Largest dimension, ft: the measure of the five-times rule."""
        return max(self.width_ft, self.length_ft, self.height_ft)
