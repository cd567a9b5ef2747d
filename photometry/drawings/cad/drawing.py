"""The plan as a DXF drawing (``plan.dxf``): what overlays the CAD base."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from photometry.drawings.cad.canvas import Canvas
from photometry.drawings.cad.document import fixed_metadata
from photometry.drawings.cad.ground import draw_ground
from photometry.drawings.cad.light import (
    draw_findings,
    draw_isolines,
    draw_limits,
    draw_line_values,
    draw_zone_values,
)
from photometry.drawings.cad.luminaires import draw_luminaires
from photometry.drawings.cad.tables import draw_tables
from photometry.drawings.field import display_field
from photometry.drawings.limits import limit_loci
from photometry.tables.display import FOOTCANDLES, length_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.drawings.field import Field
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LightUnit

__all__ = ["cad_dxf", "write_cad"]

FIELD_LAYERS: Final = ("maintained", "initial")


def cad_dxf(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding] = (),
    *,
    scale_ft_per_in: float = 20.0,
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
) -> str:
    """Draw the plan for CAD.

    Parameters
    ----------
    site, calc
        The site and its calculation.
    findings
        Verdicts: limits and the points at which they fail are drawn.
    scale_ft_per_in
        Feet to an inch at which the drawing will be plotted: text, symbols and dashes are
        sized for it. Nothing else depends on it.
    field
        The illuminance to draw, maintained and initial; computed where it is not given.
    light
        The unit in which illuminance is written; in extended data it is in footcandles.

    Returns
    -------
    str
        A DXF drawing (R2010) in the site's own coordinates and unit, flat at elevation 0. The
        same inputs give the same text.
    """
    field = field or display_field(site, calc, FIELD_LAYERS)
    loci = limit_loci(calc, findings, light)
    length = length_unit(site.unit)
    with fixed_metadata():
        canvas = Canvas.new(site.unit, site.feet_per_unit, scale_ft_per_in, light)
        draw_ground(canvas, site)
        levels = draw_isolines(canvas, site, field, light)
        draw_limits(canvas, site, calc, field, loci)
        for zone in calc.zones.values():
            draw_zone_values(canvas, zone, light)
        by_line = {locus.line.name: locus for locus in loci}
        for name, line in calc.lines.items():
            if name in by_line:
                draw_line_values(canvas, line, by_line[name], light)
            if line.line.kind == "property_line":
                draw_line_values(canvas, line, None, light)
        draw_luminaires(canvas, site)
        draw_findings(canvas, findings, light, length)
        draw_tables(canvas, site, calc, findings, field, levels, light)
        return canvas.written()


def write_cad(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    path: Path | str,
    *,
    scale_ft_per_in: float = 20.0,
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
) -> None:
    """Write the plan for CAD as ``plan.dxf``. See `cad_dxf` for the rest."""
    text = cad_dxf(site, calc, findings, scale_ft_per_in=scale_ft_per_in, field=field, light=light)
    Path(path).write_text(text, encoding="utf-8", newline="\n")
