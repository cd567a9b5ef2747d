"""The text of a new site file: commented, and ready to run as it stands."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.site.geometry import polyline_length, signed_area
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.site.shapes import NamedShape
    from photometry.site.sources.drawing import Drawing
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["LayerSummary", "new_site_text", "summarize_layers"]

# Layer names as the US National CAD Standard and most offices have them, the likeliest first.
_MEANINGS = {
    "property_line": r"PROP|LOT.?LINE|PARCEL|BNDY|BOUNDARY|^LOT$",
    "parking": r"PKNG|PARK|PVMT|PAVE",
    "building": r"BLDG|BUILD|STRUCT",
}
_FARTHEST_FT = 300.0  # from the middle of a zone whose size nobody gave
_LOT = np.array([[0.0, 0.0], [200.0, 0.0], [200.0, 150.0], [0.0, 150.0]])


@dataclass(frozen=True)
class LayerSummary:
    """What a layer of a drawing holds.

    Attributes
    ----------
    layer
        Its name.
    closed, open
        How many of its shapes are.
    area_sq_ft
        Of the closed ones together.
    length_ft
        Of all lines, perimeters included.
    is_hidden
        Whether it is frozen or off.
    meaning
        What it seems to be, by its name and shapes: a name for ``"layer:NAME"``; or empty.
    """

    layer: str
    closed: int
    open: int
    area_sq_ft: float
    length_ft: float
    is_hidden: bool
    meaning: str = ""


def summarize_layers(drawing: Drawing) -> tuple[LayerSummary, ...]:
    """Sum up the layers that hold shapes, sorted by name, and guess which is which.

    A meaning goes to one layer: of those whose name and shapes fit it, the one that encloses
    most.
    """
    guessed: dict[str, str] = {}
    for meaning, pattern in _MEANINGS.items():
        fitting = [
            layer
            for layer, shapes in drawing.shapes.items()
            if layer not in drawing.hidden
            and layer not in guessed
            and re.search(pattern, layer.upper())
            and any(shape.is_closed for shape in shapes)
        ]
        if fitting:
            guessed[max(fitting, key=lambda layer: _area(drawing.shapes[layer]))] = meaning
    return tuple(
        LayerSummary(
            layer=layer,
            closed=sum(shape.is_closed for shape in shapes),
            open=sum(not shape.is_closed for shape in shapes),
            area_sq_ft=_area(shapes),
            length_ft=sum(_length(shape) for shape in shapes),
            is_hidden=layer in drawing.hidden,
            meaning=guessed.get(layer, ""),
        )
        for layer, shapes in sorted(drawing.shapes.items())
    )


def _area(shapes: Sequence[NamedShape]) -> float:
    return sum(abs(signed_area(shape.points_ft)) for shape in shapes if shape.is_closed)


def _length(shape: NamedShape) -> float:
    points = shape.points_ft
    ring = np.concatenate([points, points[:1]]) if shape.is_closed else points
    return float(polyline_length(ring))


def new_site_text(
    name: str,
    drawing: Drawing | None = None,
    drawing_path: str = "",
    *,
    unit: LengthUnit | None = None,
    facts: str = "",
) -> str:
    """Write a site file with a parking lot, one luminaire type and two poles.

    Parameters
    ----------
    name
        Of the project.
    drawing, drawing_path
        A CAD base whose layers give the shapes, and its path as the site file is to name it.
    unit
        Of the drawing, where it does not say; the site file has the same.
    facts
        Path of a facts file beside it.
    """
    parts = _Parts(drawing, unit)
    head = [
        "# A site for photometry. Everything here may be changed; docs/site-file.md explains it.",
        "#     photometry run site.toml          every product, into out/",
        "#     photometry check site.toml        what the codes say, nothing written",
        "format = 1",
        f'unit = "{parts.unit}"                # of every coordinate; scalars carry their own: _ft or _m',
        *([f"facts = {_quoted(facts)}"] if facts else []),
        "",
        "[project]",
        f"name = {_quoted(name)}",
        '# code = ["sweden-ny"]      # codes to check against: photometry rules list shows them',
    ]
    blocks = [head, parts.geometry(drawing_path, unit), _TYPES, parts.luminaires()]
    blocks += [parts.zone(), parts.boundary(), parts.buildings(), _SCENE]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


_TYPES = """\
[luminaire_types.A]
file = "sample:area_t3"     # ships with photometry; or the path of an IES, LDT, TM-33 or GLDF file
lamp_type = "led"
llf = { lld = 0.90, ldd = 0.95 }   # lamp lumen depreciation, dirt""".splitlines()
_SCENE = """\
[[scenes]]
name = "after close"
after_close = true
groups = { "pole lights" = 0.3 }   # share of full output""".splitlines()


class _Parts:
    """The tables that depend on what the drawing holds."""

    def __init__(self, drawing: Drawing | None, unit: LengthUnit | None) -> None:
        self.unit: LengthUnit = unit or (drawing.unit if drawing else None) or "ft"
        self._drawing = drawing
        layers = summarize_layers(drawing) if drawing else ()
        self._layers = {one.meaning: one.layer for one in layers if one.meaning}

    def geometry(self, path: str, unit: LengthUnit | None) -> list[str]:
        """Name the drawing, and the layers whose meaning was guessed."""
        if self._drawing is None:
            return []
        lines = ["[geometry]", f"dxf = {_quoted(path)}"]
        lines += [f'unit = "{unit}"'] if unit else []
        if not self._layers:
            hint = 'layers = { property_line = "C-PROP", parking = "C-PKNG" }'
            return [*lines, "# Name the layers; as it stands each has its own name:", f"# {hint}"]
        pairs = [f"{name} = {_quoted(layer)}" for name, layer in self._layers.items()]
        return [*lines, f"layers = {{ {', '.join(pairs)} }}   # a guess by their names"]

    def luminaires(self) -> list[str]:
        """Place two poles in the parking lot."""
        area = shapely.Polygon(self._outline())
        middle = area.point_on_surface()
        reach = min(40.0, float(np.sqrt(area.area)) / 4.0)
        lines: list[str] = []
        for number, step in enumerate((-reach, reach), start=1):
            x, y = (at / FEET_PER_UNIT[self.unit] for at in (middle.x + step, middle.y))
            lines += [
                *([""] if lines else []),
                "[[luminaires]]",
                f'id = "P{number}"',
                'type = "A"',
                f"at = [{x:.2f}, {y:.2f}]",
                "mounting_height_ft = 20     # grade to photometric centre",
                "orientation_deg = 90        # of the street side, counterclockwise from +x",
                'group = "pole lights"',
            ]
        return lines

    def zone(self) -> list[str]:
        """Calculate the parking lot."""
        lines = ["[[zones]]", 'name = "parking"', 'kind = "parking"']
        if "parking" in self._layers:
            return [*lines, f"area = {self._largest('parking')[1]}", "spacing_ft = 10"]
        return [*lines, f"area = {self._shown(self._outline())}", "spacing_ft = 10"]

    def boundary(self) -> list[str]:
        """Give the property line as one stretch."""
        lines = ["# One for each stretch of the property line, with what lies beyond it."]
        lines += ["[[boundaries]]", 'id = "lot line"']
        if "property_line" in self._layers:
            line = self._largest("property_line")[1]
            hint = "# from = [x, y], to = [x, y]: the ends of a stretch of the drawn line"
            return [*lines, f"line = {line}", hint, _BEYOND]
        if self._drawing is not None:
            return []
        ring = np.concatenate([_LOT, _LOT[:1]])
        return [*lines, f"line = {self._shown(ring)}", _BEYOND]

    def buildings(self) -> list[str]:
        """Stand the building of the drawing, or of the example, in the way of light."""
        lines = ["[[obstructions]]", 'name = "building"']
        if "building" in self._layers:
            footprint = self._largest("building")[1]
        elif self._drawing is None:
            footprint = self._shown(np.array([[60, 110], [140, 110], [140, 140], [60, 140]]))
        else:
            return []
        return [*lines, f"footprint = {footprint}", "height_ft = 18"]

    def _outline(self) -> FloatArray:
        """Give the parking lot, ft; where no layer seems to be it, the box of the largest shape."""
        if "parking" in self._layers:
            return self._largest("parking")[0]
        if self._drawing is None:
            return np.array([[20.0, 20.0], [180.0, 20.0], [180.0, 100.0], [20.0, 100.0]])
        # Of the largest shape, not of the drawing: a stray at the origin is miles away.
        shapes = [one for found in self._drawing.shapes.values() for one in found]
        points = max(shapes, key=lambda one: (_area([one]), _length(one))).points_ft
        middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
        reach = np.clip(np.ptp(points, axis=0) / 2.0, 10.0, _FARTHEST_FT)
        return np.asarray(middle + reach * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))

    def _largest(self, meaning: str) -> tuple[FloatArray, str]:
        """Give the largest closed shape of a layer, and how a site file names it."""
        shapes = self._drawing.shapes[self._layers[meaning]] if self._drawing else ()
        areas = [_area([shape]) for shape in shapes]
        index = int(np.argmax(areas))
        text = f'"layer:{meaning}"'
        if len(shapes) > 1:
            text = f'"layer:{meaning}#{index + 1}"   # the largest of {len(shapes)} shapes there'
        return shapes[index].points_ft, text

    def _shown(self, points_ft: FloatArray) -> str:
        points = points_ft / FEET_PER_UNIT[self.unit]
        return "[" + ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in points) + "]"


_BEYOND = 'adjacent_district_class = "commercial"'


def _quoted(text: str) -> str:
    """Give a TOML string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)
