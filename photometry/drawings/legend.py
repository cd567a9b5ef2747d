"""Legend and general notes: what the marks mean, and what was and was not computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.field import standing_at_grade
from photometry.drawings.paper import text_width_in
from photometry.drawings.plan import draw_house
from photometry.drawings.sheet import DIRECT_LIGHT_ONLY
from photometry.drawings.style import (
    Ink,
    Strokes,
    Type,
    contour_stroke,
)
from photometry.drawings.symbols import Shapes, add_symbol, disc, look_of
from photometry.drawings.tables_drawn import TABLE_Z, draw_paragraph, shortened, wrapped
from photometry.tables.display import length_unit
from photometry.tables.text import factor_text, plain_number
from photometry.tables.words import layer_name

if TYPE_CHECKING:
    from photometry.drawings.field import Field
    from photometry.drawings.iso_plan import DrawnPlan
    from photometry.drawings.paper import Paper
    from photometry.drawings.style import Stroke, TypeStyle
    from photometry.drawings.symbols import Look
    from photometry.site.model import Site
    from photometry.tables.display import LengthUnit

__all__ = ["draw_legend", "draw_notes", "note_texts"]

STEP_IN: Final = 0.235
SAMPLE_IN: Final = 1.0  # the full period of the longest dash
TEXT_IN: Final = 1.15
LOOKS: Final = {
    "area": "on pole",
    "wall": "on wall",
    "canopy": "in canopy",
    "bollard": "bollard",
    "flood": "floodlight",
    "post_top": "post top",
}
FILLINGS: Final = {
    "plain": "",
    "shielded": "; solid half = house-side shield",
    "entrance": "; dot = lights the site entrance",
}


def draw_legend(
    paper: Paper, x: float, y: float, width: float, site: Site, plan: DrawnPlan
) -> float:
    """Draw the legend under its rule, in two columns; give the height of its foot."""
    right = x + width / 2 + 0.15
    left_foot = _contour_column(paper, x + 0.06, y - 0.16, width / 2, plan)
    right_foot = _symbol_column(paper, right, y - 0.16, width / 2 - 0.2, site, plan)
    return min(left_foot, right_foot)


def _contour_column(paper: Paper, x: float, y: float, width: float, plan: DrawnPlan) -> float:
    y = _subhead(paper, x, y, "Maintained illuminance at grade")
    for level in plan.levels:
        stroke = contour_stroke(level)
        _sample(paper, x, y, stroke, plan.light.level(level), Type.CONTOUR.coloured(stroke.colour))
        y = _words(paper, x, y, f"{plan.light.level(level)} {plan.light.name}")
    if not plan.loci:
        return y
    layers = dict.fromkeys(layer_name(locus.layer) for locus in plan.loci)
    y = _subhead(paper, x, y - 0.04, f"Limits ({', '.join(layers)})")
    first = plan.loci[0]
    # In two units there is no room for the layer, too, which stands above it.
    label = first.label(plan.light) if plan.light.is_footcandle else first.limit_words
    _sample(paper, x, y, Strokes.LIMIT, label, Type.LIMIT)
    y = _words(paper, x, y, "limit value, where it falls on the ground")
    for stroke, is_access in ((Strokes.LOCUS, False), (Strokes.LOCUS_ACCESS, True)):
        there = [one for one in plan.loci if (one.line.kind == "access_points") is is_access]
        if there:
            named = "; ".join(dict.fromkeys(one.legend_words for one in there))
            _sample(paper, x, y, stroke)
            for line in wrapped(f"where limits apply: {named}", Type.NOTE, width - TEXT_IN):
                y = _words(paper, x, y, line)
    if plan.has_overlit:
        paper.rectangle(x, y - 0.05, SAMPLE_IN, 0.1, fill=Ink.OVER, z=TABLE_Z)
        y = _words(paper, x, y, "over the limit beyond that place")
    return y


def _symbol_column(
    paper: Paper, x: float, y: float, width: float, site: Site, plan: DrawnPlan
) -> float:
    y = _subhead(paper, x, y, "Luminaires (symbols not to scale)")
    shapes = Shapes()
    for look, words in _looks(site):
        at = x + 0.42 if look.body not in {"wall", "canopy"} else x + 0.5
        add_symbol(shapes, np.array([at, y]), look, 0.0)
        y = _words(paper, x, y, shortened(words, Type.NOTE, width - TEXT_IN))
    shapes.draw(paper)
    unit = length_unit(site.unit).abbreviation
    paper.text(x + 0.32, y, "A  P8", Type.TAG, upright="middle", z=TABLE_Z)
    y = _words(
        paper, x, y, f"type, luminaire; MH = mounting height, {unit}; tick = lateral angle 0"
    )
    if plan.ringed:
        ring = disc(0.1, (x + 0.5, y))
        paper.areas([[ring]], None, z=TABLE_Z, edge=Strokes.FAILING)
        y = _words(paper, x, y, f"fails a requirement of its own ({plan.ringed} heads)")
    y = _subhead(paper, x, y - 0.04, "Site")
    for stroke, words in _ground(site):
        _sample(paper, x, y, stroke)
        y = _words(paper, x, y, words)
    homes = [boundary.dwellings_ft for boundary in site.boundaries]
    if any(places is not None and len(places) for places in homes):
        draw_house(paper, x + 0.5, y, TABLE_Z)
        y = _words(paper, x, y, "dwelling")
    value = plan.light.text(2.4, 1)
    paper.text(x + 0.5, y, value, Type.VALUE, across="center", upright="middle", z=TABLE_Z)
    return _words(paper, x, y, f"maintained {plan.light.name} at that point")


def _ground(site: Site) -> list[tuple[Stroke, str]]:
    """Lines of the ground that the plan has."""
    standing = standing_at_grade(site)
    return [
        (stroke, words)
        for stroke, words, present in (
            (Strokes.PROPERTY, "property line", site.boundaries),
            (
                Strokes.PAVEMENT,
                "pavement edge of adjoining road",
                any(b.pavement_edge_ft is not None for b in site.boundaries),
            ),
            (Strokes.BUILDING, "building (hatched)", standing),
            (Strokes.OVERHEAD, "above grade: canopy", len(standing) < len(site.obstructions)),
            (Strokes.ZONE, "calculation zone", site.zones),
        )
        if present
    ]


def _looks(site: Site) -> list[tuple[Look, str]]:
    """Each look that is drawn, with the types that have it."""
    types: dict[Look, dict[str, None]] = {}
    for head in site.heads:
        types.setdefault(look_of(head), {})[head.type.name] = None
    return [
        (look, f"type {', '.join(names)}: {LOOKS[look.body]}{FILLINGS[look.filling]}")
        for look, names in types.items()
    ]


def _subhead(paper: Paper, x: float, y: float, words: str) -> float:
    paper.text(x, y, words, Type.SUBSECTION, upright="middle", z=TABLE_Z)
    return y - STEP_IN


def _words(paper: Paper, x: float, y: float, words: str) -> float:
    paper.text(x + TEXT_IN, y, words, Type.NOTE, upright="middle", z=TABLE_Z)
    return y - STEP_IN


def _sample(
    paper: Paper,
    x: float,
    y: float,
    stroke: Stroke,
    label: str = "",
    style: TypeStyle = Type.CONTOUR,
) -> None:
    """Draw an inch of a line, its label in a gap as on the plan."""
    if not label:
        paper.lines([[(x, y), (x + SAMPLE_IN, y)]], stroke, z=TABLE_Z)
        return
    gap = text_width_in(label, style) / 2 + 0.05
    middle = x + SAMPLE_IN / 2
    paper.lines(
        [[(x, y), (middle - gap, y)], [(middle + gap, y), (x + SAMPLE_IN, y)]], stroke, z=TABLE_Z
    )
    paper.text(middle, y, label, style, across="center", upright="middle", z=TABLE_Z)


def draw_notes(paper: Paper, x: float, y: float, width: float, notes: list[str]) -> float:
    """Set numbered notes under their rule; give the height of their foot."""
    y -= 0.13
    for place, note in enumerate(notes, 1):
        paper.text(x + 0.06, y, f"{place}.", Type.NOTE.faced("semibold"), upright="top", z=TABLE_Z)
        foot = draw_paragraph(paper, x + 0.32, y, width - 0.38, note, Type.NOTE, most_lines=4)
        y = foot - 0.055
    return y


def note_texts(site: Site, field: Field, plan: DrawnPlan) -> list[str]:
    """Write the general notes of an iso-footcandle plan."""
    light, length = plan.light, length_unit(site.unit)
    notes = [
        f"{DIRECT_LIGHT_ONLY} Buildings block light; trees do not.",
        (
            "Contours and grid values are maintained horizontal illuminance at grade, in "
            f"{light.words}. {_light_loss(site)}"
        ),
        *light.notes(),
    ]
    if plan.is_constant is not None:
        notes.append(
            f"Illuminance is constant, {light.text(plan.is_constant)} {light.name}: there are no "
            "contours."
        )
    if plan.loci:
        layers = " and ".join(dict.fromkeys(layer_name(locus.layer) for locus in plan.loci))
        notes.append(
            f"Heavy red lines and the limits table are {layers} illuminance, the layer that was "
            "judged. Red lines are drawn only on the side of the lot where the limit applies."
        )
    notes += plan.remarks
    notes.append(
        f"Contours are drawn from a grid of {_spacing(field.spacing_ft, length)}; they end at the "
        "outermost points and are not extrapolated. Printed values are those of the zones' own "
        f"points, elsewhere every {_spacing(plan.value_step_ft, length)}; values under "
        f"{light.level(light.levels_fc[0])} {light.name} and those on a line, a label or a symbol are left out."
    )
    if site.heads:
        notes.append("Mounting height is from grade at the base to the photometric centre.")
    for scene in site.scenes:
        shares = ", ".join(
            f"{name} {plain_number(100 * s, 1)} %" for name, s in scene.groups.items()
        )
        said = f"{shares}; other groups at full output" if shares else "all groups at full output"
        notes.append(f"Scene “{scene.name}”: {said}.")
    notes.append(
        "No substitution of luminaires, lamps, optics or shields without approval. Illuminance "
        "may be measured after installation: meter level at grade, sensor up."
    )
    if plan.untagged:
        notes.append(f"Without a tag for want of room: {', '.join(plan.untagged[:20])}.")
    if plan.hidden_flags > 0:
        notes.append(
            f"{plan.hidden_flags} more places that fail are not flagged: see the findings."
        )
    return notes


def _spacing(spacing_ft: float, length: LengthUnit) -> str:
    return f"{length.plain(spacing_ft, 3)} {length.abbreviation}"


def _light_loss(site: Site) -> str:
    """Say the light loss factors: ``LLF 0.855 = LLD 0.90 × LDD 0.95 (types A, B)``."""
    groups: dict[tuple[float, tuple[tuple[str, float], ...]], list[str]] = {}
    used = {head.type.name for head in site.heads}
    for kind in site.types.values():
        if kind.name in used:
            key = (kind.maintained_factor, tuple(kind.llf_parts.items()))
            groups.setdefault(key, []).append(kind.name)
    said = []
    for (factor, parts), names in groups.items():
        product = " × ".join(f"{name.upper()} {_part(value)}" for name, value in parts)
        made_of = f" = {product}" if len(parts) > 1 else ""
        types = "type" if len(names) == 1 else "types"
        said.append(f"LLF {factor_text(factor)}{made_of} ({types} {', '.join(names)})")
    return "; ".join(said) + "." if said else ""


def _part(factor: float) -> str:
    return max(f"{factor:.2f}", plain_number(factor, 4), key=len)
