"""A DXF document to draw on, from feet to the site's own unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from ezdxf.enums import TextEntityAlignment

from photometry.drawings.cad.document import (
    APPLICATION,
    STYLE,
    TEXT_IN,
    add_layer,
    new_document,
    written,
)
from photometry.drawings.cad.layers import Layers
from photometry.drawings.typefaces import printable, typeface, width_em
from photometry.tables.display import FOOTCANDLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.drawings.cad.layers import Layer
    from photometry.tables.display import LightUnit
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Canvas", "cad_text", "cad_width_in"]

_ALIGNMENTS: Final = {
    "left": TextEntityAlignment.LEFT,
    "right": TextEntityAlignment.RIGHT,
    "middle left": TextEntityAlignment.MIDDLE_LEFT,
    "middle right": TextEntityAlignment.MIDDLE_RIGHT,
    "middle": TextEntityAlignment.MIDDLE_CENTER,
}
DASHES_RUN_ON: Final = 128  # flag of a polyline: dashes run on round its corners


def cad_text(text: str) -> str:
    """Make any text fit for one line of CAD text, in which ``%%`` and ``^`` have a meaning."""
    return printable(text).replace("%%", "% %").replace("^", "^ ")


def cad_width_in(text: str, height_in: float = TEXT_IN) -> float:
    """Measure a text as wide as CAD may set it: in DejaVu Sans, which is wider than Arial."""
    # A character that Plex lacks chooses DejaVu.
    font = typeface("\N{BLACK SQUARE}", "regular")
    return width_em(printable(text), font) / font.cap_em * height_in


class Canvas:
    """Model space or a block, drawn in feet, or in inches of paper.

    Parameters
    ----------
    document, space
        The drawing and the part of it that is drawn on.
    feet_per_unit
        Of the coordinates that are given: a block is drawn in inches of paper, and needs no
        conversion.
    unit_per_in
        What an inch of paper is in the drawing's unit.
    """

    def __init__(self, document: Any, space: Any, feet_per_unit: float, unit_per_in: float) -> None:
        self.document, self.space = document, space
        self._numbers: list[str] = []
        self._feet, self.unit_per_in = feet_per_unit, unit_per_in

    @property
    def ft_per_in(self) -> float:
        """Feet on the ground for an inch on paper."""
        return self.unit_per_in * self._feet

    @classmethod
    def new(
        cls,
        unit: LengthUnit,
        feet_per_unit: float,
        scale_ft_per_in: float,
        light: LightUnit = FOOTCANDLES,
    ) -> Canvas:
        """Open the model space of a new drawing of a unit, to be plotted at a scale."""
        unit_per_in = scale_ft_per_in / feet_per_unit
        document = new_document(unit, unit_per_in, light)
        return cls(document, document.modelspace(), feet_per_unit, unit_per_in)

    def block(self, name: str) -> Canvas:
        """Begin a block that is drawn in inches of paper; insert it scaled by `unit_per_in`."""
        return Canvas(self.document, self.document.blocks.new(name), 1.0, 1.0)

    def add_layer(self, layer: Layer, light: LightUnit) -> None:
        """Add a layer to the drawing, if it has none of that name."""
        add_layer(self.document, layer, light)

    def place(self, points_ft: ArrayLike) -> FloatArray:
        """Bring points (..., 2 or 3) to the drawing's unit, dropped to plan: (..., 2)."""
        placed: FloatArray = np.asarray(points_ft, np.float64)[..., :2] / self._feet
        return placed

    def polyline(
        self,
        points_ft: ArrayLike,
        layer: Layer | str,
        *,
        closed: bool = False,
        data: Sequence[tuple[int, Any]] = (),
    ) -> None:
        """Draw a polyline (n, 2), its dashes running round the corners; `data` is its XDATA."""
        drawn = self.space.add_lwpolyline(
            [(float(x), float(y)) for x, y in self.place(points_ft)],
            close=closed,
            dxfattribs={"layer": _name(layer)},
        )
        drawn.dxf.flags |= DASHES_RUN_ON
        if data:
            drawn.set_xdata(APPLICATION, data)

    def point(self, at_ft: ArrayLike, layer: Layer, data: Sequence[tuple[int, Any]] = ()) -> None:
        """Mark a point that can be snapped to."""
        x, y = self.place(at_ft).tolist()
        drawn = self.space.add_point((x, y), dxfattribs={"layer": layer.name})
        if data:
            drawn.set_xdata(APPLICATION, data)

    def circle(self, at_ft: ArrayLike, radius_in: float, layer: Layer | str) -> None:
        """Draw a circle of a size on paper."""
        x, y = self.place(at_ft).tolist()
        self.space.add_circle(
            (x, y), radius_in * self.unit_per_in, dxfattribs={"layer": _name(layer)}
        )

    def filled(self, outline: ArrayLike, layer: Layer | str) -> None:
        """Fill an outline (n, 2)."""
        hatch = self.space.add_hatch(color=256, dxfattribs={"layer": _name(layer)})
        path = [(float(x), float(y)) for x, y in self.place(outline)]
        hatch.paths.add_polyline_path(path, is_closed=True)

    def text(
        self,
        at_ft: ArrayLike,
        words: str,
        layer: Layer,
        *,
        height_in: float = TEXT_IN,
        align: str = "left",
        angle_deg: float = 0.0,
    ) -> None:
        """Set one line of text, its anchor at a place."""
        x, y = self.place(at_ft).tolist()
        attributes = {
            "layer": layer.name,
            "style": STYLE,
            "height": height_in * self.unit_per_in,
            "rotation": angle_deg,
        }
        self.space.add_text(cad_text(words), dxfattribs=attributes).set_placement(
            (x, y), align=_ALIGNMENTS[align]
        )

    def numbers(
        self,
        at_ft: ArrayLike,
        words: Sequence[str],
        layer: Layer,
        *,
        height_in: float,
        align: str = "middle",
        angle_deg: float = 0.0,
    ) -> None:
        """Set many numbers of one kind, each at its place (n, 2), as `text` does one.

        They are put into the file as it is written: a site has thousands, and an object of the
        library for each takes longer than to calculate it.
        """
        owner = self.space.layout_key
        handles = self.document.entitydb.handles
        across = {"middle": 1, "middle left": 0, "middle right": 2}[align]
        height = height_in * self.unit_per_in
        for (x, y), word in zip(self.place(at_ft).tolist(), words, strict=True):
            self._numbers.append(
                f"  0\nTEXT\n  5\n{handles.next()}\n330\n{owner}\n100\nAcDbEntity\n"
                f"  8\n{layer.name}\n100\nAcDbText\n 10\n{x!r}\n 20\n{y!r}\n 30\n0.0\n"
                f" 40\n{height!r}\n  1\n{word}\n 50\n{angle_deg!r}\n  7\n{STYLE}\n 72\n{across}\n"
                f" 11\n{x!r}\n 21\n{y!r}\n 31\n0.0\n100\nAcDbText\n 73\n2\n"
            )

    def label(self, at_ft: ArrayLike, words: str, layer: Layer, angle_deg: float) -> None:
        """Set a number on a line, which is masked behind it."""
        x, y = self.place(at_ft).tolist()
        height = TEXT_IN * self.unit_per_in
        text = self.space.add_mtext(
            words,
            dxfattribs={
                "layer": layer.name,
                "style": STYLE,
                "char_height": height,
                "width": cad_width_in(words) * self.unit_per_in,
                "rotation": angle_deg,
                "attachment_point": 5,  # the middle
                "insert": (x, y),
            },
        )
        text.set_bg_color("canvas", scale=1.2)

    def insert(
        self,
        name: str,
        at_ft: ArrayLike,
        layer: Layer,
        *,
        rotation_deg: float = 0.0,
    ) -> Any:
        """Insert a block that was drawn in inches of paper."""
        x, y = self.place(at_ft).tolist()
        scale = self.unit_per_in
        return self.space.add_blockref(
            name,
            (x, y),
            dxfattribs={
                "layer": layer.name,
                "rotation": rotation_deg,
                "xscale": scale,
                "yscale": scale,
                "zscale": scale,
            },
        )

    def attribute(
        self,
        reference: Any,
        tag: str,
        words: str,
        at: tuple[float, float],
        *,
        align: str = "left",
        is_visible: bool = True,
    ) -> None:
        """Attach an attribute to an inserted block, at a place in the drawing's unit."""
        attributes = {
            "layer": Layers.LABELS.name,
            "style": STYLE,
            "height": TEXT_IN * self.unit_per_in,
        }
        added = reference.add_attrib(tag, cad_text(words), at, dxfattribs=attributes)
        added.set_placement(at, align=_ALIGNMENTS[align])
        added.is_invisible = not is_visible

    def define_attribute(
        self, tag: str, prompt: str, at: tuple[float, float], *, is_visible: bool
    ) -> None:
        """Add the definition of an attribute to a block."""
        attributes = {
            "layer": Layers.LABELS.name,
            "style": STYLE,
            "height": TEXT_IN * self.unit_per_in,
            "prompt": prompt,
        }
        added = self.space.add_attdef(tag, at, dxfattribs=attributes)
        added.is_invisible = not is_visible

    def written(self) -> str:
        """Give the drawing as DXF text, zoomed to all of it."""
        return written(self.document, self._numbers)


def _name(layer: Layer | str) -> str:
    return layer if isinstance(layer, str) else layer.name
