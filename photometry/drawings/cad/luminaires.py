"""Luminaires in CAD: a block a type, inserted at every pole with what is known of the head."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.cad.canvas import cad_width_in
from photometry.drawings.cad.document import TEXT_IN
from photometry.drawings.cad.layers import Layers
from photometry.drawings.symbols import Shapes, add_symbol, look_of, standing_place
from photometry.tables.display import length_unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from photometry.drawings.cad.canvas import Canvas
    from photometry.drawings.symbols import Look
    from photometry.site.model import Head, Site
    from photometry.tables.display import LengthUnit

__all__ = ["attributes", "draw_luminaires"]

# Tags of the attributes, with the prompt that CAD shows; the first three are written on the plan.
_ATTRIBUTES: Final[Mapping[str, str]] = {
    "TYPE": "Luminaire type",
    "TAG": "Number",
    "HEIGHT": "Mounting height",
    "MH": "Mounting height",
    "ORIENT_DEG": "Orientation, degrees counterclockwise from +x",
    "TILT_DEG": "Tilt, degrees",
    "ROLL_DEG": "Roll, degrees",
    "SPIN_DEG": "Spin, degrees",
    "LLF": "Light loss factor, maintained",
    "GROUP": "Lighting group",
    "FILE": "Luminaire file",
    "CATALOGUE_NO": "Catalogue number",
    "HEAD_X": "X of the photometric centre",
    "HEAD_Y": "Y of the photometric centre",
    "BASE_Z": "Grade at the base",
}
_LENGTHS: Final = frozenset({"MH", "BASE_Z"})
SHOWN: Final = frozenset({"TYPE", "TAG", "HEIGHT"})
AHEAD_IN: Final = 0.46  # from the pole to its label, past the tick
BEHIND_IN: Final = 0.12
GAP_IN: Final = 0.08  # between type and number
BLOCK: Final = "LITE-"
_FORBIDDEN: Final = re.compile(r"""[^\w .+-]|["'`]""")


def attributes(length: LengthUnit) -> dict[str, str]:
    """Give the tags of the attributes in a unit of length, ``MH_FT``, each with its prompt."""
    unit = length.abbreviation
    return {
        f"{tag}_{unit.upper()}" if tag in _LENGTHS else tag: f"{prompt}, {unit}"
        if tag in _LENGTHS
        else prompt
        for tag, prompt in _ATTRIBUTES.items()
    }


def draw_luminaires(canvas: Canvas, site: Site) -> None:
    """Insert a block for every head, at its pole and turned as it looks."""
    length = length_unit(site.unit)
    blocks: dict[tuple[str, Look], str] = {}
    standing = Counter(standing_place(head) for head in site.heads)
    for head in site.heads:
        key = head.type.name, look_of(head)
        if key not in blocks:
            blocks[key] = _free_name(head.type.name, blocks.values())
            _draw_block(canvas, blocks[key], key[1], length)
        is_alone = standing[standing_place(head)] == 1
        _insert(canvas, blocks[key], head, length, is_alone=is_alone)


def _free_name(type_name: str, taken: Iterable[str]) -> str:
    """Give a block a name that CAD allows; it does not tell capitals apart."""
    known = {name.casefold() for name in taken}
    base = BLOCK + (_FORBIDDEN.sub("_", type_name)[:200].strip() or "TYPE")
    name, number = base, 2
    while name.casefold() in known:
        name, number = f"{base}-{number}", number + 1
    return name


def _draw_block(canvas: Canvas, name: str, look: Look, length: LengthUnit) -> None:
    """Draw a symbol on layer 0, so that it takes the looks of the layer it is inserted on."""
    block = canvas.block(name)
    shapes = Shapes()
    add_symbol(shapes, np.zeros(2), look, 0.0)
    for paths in shapes.lines.values():
        for path in paths:
            block.polyline(path, "0")
    for area in (*shapes.hollow, *shapes.solid):
        block.polyline(area[0], "0", closed=True)
    for area in shapes.solid:
        block.filled(area[0], "0")
    for row, (tag, prompt) in enumerate(attributes(length).items()):
        block.define_attribute(
            tag, prompt, (AHEAD_IN, -1.6 * TEXT_IN * row), is_visible=tag in SHOWN
        )


def _insert(canvas: Canvas, block: str, head: Head, length: LengthUnit, *, is_alone: bool) -> None:
    """Insert a head; the label of one that stands alone is behind it, else before each."""
    placed = head.luminaire
    reference = canvas.insert(
        block, standing_place(head), Layers.LUMINAIRES, rotation_deg=placed.orientation_deg % 360.0
    )
    values = _values(canvas, head, length)
    x, y = canvas.place(standing_place(head)).tolist()
    way, distance = (180.0, BEHIND_IN) if is_alone else (0.0, AHEAD_IN)
    places = _label_places(placed.orientation_deg + way, distance, values)
    for tag, words in values.items():
        across, up = places.get(tag, (0.0, 0.0))
        at = x + across * canvas.unit_per_in, y + up * canvas.unit_per_in
        canvas.attribute(reference, tag, words, at, is_visible=tag in SHOWN)


def _values(canvas: Canvas, head: Head, length: LengthUnit) -> dict[str, str]:
    placed = head.luminaire
    x, y = canvas.place((placed.x_ft, placed.y_ft)).tolist()
    catalogue = " ".join((head.type.file.keyword("LUMCAT") or "").split())
    height_ft = placed.mounting_height_ft
    values = {
        "TYPE": head.type.name,
        "TAG": head.id,
        "HEIGHT": f"MH {length.plain(height_ft, length.decimals)}",
        "MH": f"{length.of(height_ft):.2f}",
        "ORIENT_DEG": f"{placed.orientation_deg % 360.0:.2f}",
        "TILT_DEG": f"{placed.tilt_deg:.2f}",
        "ROLL_DEG": f"{placed.roll_deg:.2f}",
        "SPIN_DEG": f"{placed.spin_deg:.2f}",
        "LLF": f"{head.type.maintained_factor:.4f}",
        "GROUP": head.group,
        "FILE": head.type.file_path,
        "CATALOGUE_NO": catalogue,
        "HEAD_X": f"{x:.6f}",
        "HEAD_Y": f"{y:.6f}",
        "BASE_Z": f"{length.of(placed.base_z_ft):.3f}",
    }
    return dict(zip(attributes(length), values.values(), strict=True))


def _label_places(
    direction_deg: float, distance_in: float, values: Mapping[str, str]
) -> dict[str, tuple[float, float]]:
    """Place type, number and height in a direction from the pole, inches from it."""
    turn = np.radians(direction_deg)
    away = distance_in * np.array([np.cos(turn), np.sin(turn)])
    first = cad_width_in(values["TYPE"]) + GAP_IN
    wide = max(first + cad_width_in(values["TAG"]), cad_width_in(values["HEIGHT"]))
    # The side of the label that is nearest to the pole ends at the same distance from it.
    left = float(away[0] - wide * (0.5 - 0.5 * np.cos(turn)))
    middle = float(away[1] + 1.3 * TEXT_IN * np.sin(turn))
    upper, lower = middle + 0.3 * TEXT_IN, middle - 1.3 * TEXT_IN
    return {"TYPE": (left, upper), "TAG": (left + first, upper), "HEIGHT": (left, lower)}
