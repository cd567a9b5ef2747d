"""The text of a new site file: commented, and ready to run as it stands."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.site.layer_summary import (
    ISLANDS,
    LUMINAIRES,
    shape_length,
    shapes_area,
    summarize_layers,
)
from photometry.site.sources.luminaire_words import key_of
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.site.sources.drawing import Drawing, DrawnLuminaire
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["SCHEMA_FILE", "new_site_text"]

SCHEMA_FILE = "site.schema.json"

_FARTHEST_FT = 300.0  # from the middle of a zone whose size nobody gave
_POLE_SPACING_FT = 90.0  # most along a lot: some four mounting heights
_MOST_POLES = 10  # of one row
_MOST_HOLES = 50
_PARKING = np.array([[20.0, 20.0], [180.0, 20.0], [180.0, 100.0], [20.0, 100.0]])
_BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key of TOML that needs no quotes
_DEFAULT_TYPE = "A"
_GROUP = "pole lights"
_BEYOND = 'adjacent_district_class = "commercial"'


def new_site_text(
    name: str,
    drawing: Drawing | None = None,
    drawing_path: str = "",
    *,
    unit: LengthUnit | None = None,
    facts: str = "",
    has_schema: bool = False,
) -> str:
    """Write a site file with a parking lot, its poles and its property line.

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
    has_schema
        Whether the schema lies beside it, for editors that complete keys.
    """
    parts = _Parts(drawing, unit)
    head = [
        *([f"#:schema ./{SCHEMA_FILE}"] if has_schema else []),
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
    blocks = [head, parts.geometry(drawing_path, unit), *parts.types(), parts.luminaires()]
    blocks += [parts.zone(), parts.boundaries(), parts.buildings(), parts.scene()]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


class _Parts:
    """The tables that depend on what the drawing holds."""

    def __init__(self, drawing: Drawing | None, unit: LengthUnit | None) -> None:
        self.unit: LengthUnit = unit or (drawing.unit if drawing else None) or "ft"
        self._drawing = drawing
        layers = summarize_layers(drawing) if drawing else ()
        self._layers = {one.meaning: one.layer for one in layers if one.meaning}
        self._drawn: Sequence[DrawnLuminaire] = ()
        if drawing and LUMINAIRES in self._layers:
            self._drawn = drawing.luminaires[self._layers[LUMINAIRES]]

    def geometry(self, path: str, unit: LengthUnit | None) -> list[str]:
        """Name the drawing, and the layers whose meaning was guessed."""
        if self._drawing is None:
            return []
        lines = ["[geometry]", f"dxf = {_quoted(path)}"]
        lines += [f'unit = "{unit}"'] if unit else []
        named = {name: layer for name, layer in self._layers.items() if name != LUMINAIRES}
        if named:
            pairs = [f"{name} = {_quoted(layer)}" for name, layer in named.items()]
            lines += [f"layers = {{ {', '.join(pairs)} }}   # a guess by their names"]
        else:
            hint = 'layers = { property_line = "C-PROP", parking = "C-PKNG" }'
            lines += ["# Name the layers; as it stands each has its own name:", f"# {hint}"]
        if self._drawn:
            layer = _quoted(self._layers[LUMINAIRES])
            lines += [f"luminaires = {layer}   # a guess by the attributes of its blocks"]
        return lines

    def types(self) -> list[list[str]]:
        """Give each type of the drawing, or the one of the example, a shipped luminaire."""
        names = dict.fromkeys(_word(one, "type") or one.type for one in self._drawn)
        tables = [_type_table(name) for name in names] or [_type_table(_DEFAULT_TYPE)]
        if any(not _word(one, "mounting_height_ft") for one in self._drawn):
            hint = "mounting_height_ft = 20     # of those whose block does not say"
            tables = [[*table, hint] for table in tables]
        return tables

    def luminaires(self) -> list[str]:
        """Place poles along both edges of the parking lot, where the drawing has none."""
        if self._drawn:
            return []
        lines: list[str] = []
        for number, (x_ft, y_ft, faces_deg) in enumerate(_places(self._outline()), start=1):
            x, y = (at / FEET_PER_UNIT[self.unit] for at in (x_ft, y_ft))
            lines += [
                *([""] if lines else []),
                "[[luminaires]]",
                f'id = "P{number}"',
                f'type = "{_DEFAULT_TYPE}"',
                f"at = [{x:.2f}, {y:.2f}]",
                "mounting_height_ft = 20     # grade to photometric centre",
                f"orientation_deg = {faces_deg:<10}# of the street side, counterclockwise from +x",
                f'group = "{_GROUP}"',
            ]
        return lines

    def zone(self) -> list[str]:
        """Calculate the parking lot."""
        lines = ["[[zones]]", 'name = "parking"', 'kind = "parking"']
        if "parking" not in self._layers:
            return [*lines, f"area = {self._shown(self._outline())}", "spacing_ft = 10"]
        outline, text = self._largest("parking")
        lines += [f"area = {text}"]
        holes = self._holes(outline)
        lines += [f"holes = [{', '.join(holes)}]"] if holes else []
        return [*lines, "spacing_ft = 10"]

    def boundaries(self) -> list[str]:
        """Give the property line, of the example as a street and the neighbours."""
        lines = [
            "# One for each stretch of the property line, with what lies beyond it.",
            "[[boundaries]]",
        ]
        if "property_line" in self._layers:
            line = self._largest("property_line")[1]
            hint = "# from = [x, y], to = [x, y]: the ends of a stretch of the drawn line"
            return [*lines, 'id = "lot line"', f"line = {line}", hint, _BEYOND]
        if self._drawing is not None:
            return []
        return [
            *lines,
            'id = "street"',
            "line = [[0, 0], [200, 0]]",
            "adjoins_public_road = true",
            "pavement_edge = [[0, -12], [200, -12]]",
            "",
            "[[boundaries]]",
            'id = "neighbours"',
            "line = [[200, 0], [200, 150], [0, 150], [0, 0]]",
            _BEYOND,
        ]

    def buildings(self) -> list[str]:
        """Stand the building of the drawing, or of the example, in the way of light."""
        lines = ["[[obstructions]]", 'name = "building"']
        if "building" in self._layers:
            footprint = self._largest("building")[1]
        elif self._drawing is None:
            footprint = "[[60, 110], [140, 110], [140, 140], [60, 140]]"
        else:
            return []
        return [*lines, f"footprint = {footprint}", "height_ft = 18"]

    def scene(self) -> list[str]:
        """Dim every group after closing."""
        groups = dict.fromkeys(
            _word(one, "group") or _word(one, "type") or one.type for one in self._drawn
        )
        shares = ", ".join(f"{_quoted(name)} = 0.3" for name in groups or (_GROUP,))
        return [
            "[[scenes]]",
            'name = "after close"',
            "after_close = true",
            f"groups = {{ {shares} }}   # share of full output",
        ]

    def _holes(self, outline: FloatArray) -> list[str]:
        """Name the islands that lie within the parking lot."""
        if self._drawing is None or ISLANDS not in self._layers:
            return []
        area = shapely.Polygon(outline - outline[0])
        shapes = self._drawing.shapes[self._layers[ISLANDS]]
        if len(shapes) > _MOST_HOLES or not area.is_valid:
            return []
        return [
            f'"layer:{ISLANDS}#{number}"'
            for number, shape in enumerate(shapes, start=1)
            if shape.is_closed and area.covers(shapely.Polygon(shape.points_ft - outline[0]))
        ]

    def _outline(self) -> FloatArray:
        """Give the parking lot, ft; where no layer seems to be it, the box of the largest shape."""
        if "parking" in self._layers:
            return self._largest("parking")[0]
        if self._drawing is None:
            return _PARKING
        # Of the largest shape, not of the drawing: a stray at the origin is miles away.
        shapes = [one for found in self._drawing.shapes.values() for one in found]
        areas = [shapes_area([one]) for one in shapes]
        most = max(areas)
        largest = [one for one, area in zip(shapes, areas, strict=True) if area == most]
        points = max(largest, key=shape_length).points_ft
        middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
        reach = np.clip(np.ptp(points, axis=0) / 2.0, 10.0, _FARTHEST_FT)
        return np.asarray(middle + reach * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))

    def _largest(self, meaning: str) -> tuple[FloatArray, str]:
        """Give the largest closed shape of a layer, and how a site file names it."""
        shapes = self._drawing.shapes[self._layers[meaning]] if self._drawing else ()
        index = int(np.argmax([shapes_area([shape]) for shape in shapes]))
        text = f'"layer:{meaning}"'
        if len(shapes) > 1:
            text = f'"layer:{meaning}#{index + 1}"   # the largest of {len(shapes)} shapes there'
        return shapes[index].points_ft, text

    def _shown(self, points_ft: FloatArray) -> str:
        points = points_ft / FEET_PER_UNIT[self.unit]
        return "[" + ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in points) + "]"


def _places(outline: FloatArray) -> list[tuple[float, float, int]]:
    """Give x, y and orientation of poles just within the long edges, which face each other."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    wide, tall = high - low
    count = min(max(2, math.ceil(wide / _POLE_SPACING_FT)), _MOST_POLES)
    wished = [
        (wide * (0.22 + 0.56 * number / (count - 1)), tall * share)
        for share in (0.025, 0.975)
        for number in range(count)
    ]
    # In a lot that is no rectangle a wished place may be off it: the nearest one on it counts.
    area = shapely.make_valid(shapely.Polygon(outline - low))
    nearest = shapely.get_point(shapely.shortest_line(area, shapely.points(wished)), 0)
    return [
        (float(low[0] + place.x), float(low[1] + place.y), 90 if number < count else 270)
        for number, place in enumerate(nearest)
    ]


def _type_table(name: str) -> list[str]:
    return [
        f"[luminaire_types.{name if _BARE.fullmatch(name) else _quoted(name)}]",
        'file = "sample:area_t3"     # ships with photometry; or the path of an IES, LDT, TM-33 or GLDF file',
        'lamp_type = "led"',
        "llf = { lld = 0.90, ldd = 0.95 }   # lamp lumen depreciation, dirt",
    ]


def _word(luminaire: DrawnLuminaire, key: str) -> str:
    """Give what is written of a luminaire in a drawing; empty for nothing."""
    found = (
        " ".join(text.split()) for word, text in luminaire.words.items() if key_of(word) == key
    )
    return next(found, "")


def _quoted(text: str) -> str:
    """Give a TOML string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)
