"""How the drawings of a submittal are plotted: size of the sheets, scale of the plans, unit."""

from __future__ import annotations

from dataclasses import dataclass

from photometry.errors import Fault, OutputError
from photometry.tables.display import FOOTCANDLES, LightUnit

__all__ = ["Plotting", "plotting"]


@dataclass(frozen=True, slots=True)
class Plotting:
    """Size, scale and unit of illuminance, as they were asked for.

    Attributes
    ----------
    sheet
        Name of the size.
    scale
        Feet to an inch or a ratio, as written; empty for the largest that fits.
    scale_ft_per_in
        The same as a number; None for the largest that fits.
    light
        The unit in which the plans L-1 and L-2 and the page show illuminance.
    """

    sheet: str = "ARCH D"
    scale: str = ""
    scale_ft_per_in: float | None = None
    light: LightUnit = FOOTCANDLES


def plotting(
    sheet: str | None = None, scale: str | None = None, light: LightUnit = FOOTCANDLES
) -> Plotting:
    """Check a size and a scale before anything is calculated for them.

    Raises
    ------
    OutputError
        If there is no such size, or it is no scale.
    """
    if sheet is None and scale is None:
        return Plotting(light=light)
    # Sheets are drawn with matplotlib, which takes longer to import than a lot to calculate.
    from photometry.drawings.sheet import sheet_named  # noqa: PLC0415
    from photometry.drawings.view import read_scale  # noqa: PLC0415

    try:
        name = sheet_named(sheet).name if sheet is not None else Plotting().sheet
        feet = read_scale(scale) if scale is not None else None
    except ValueError as error:
        raise OutputError(Fault(str(error))) from None
    return Plotting(name, " ".join((scale or "").split()), feet, light)
