"""A sheet of paper to draw on, in plotted inches.

One set of axes covers the whole sheet, with limits of its size in inches, so that what is drawn
at (x, y) is plotted x inches from the left edge and y from the foot, and a plan's true scale
follows by construction.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.path import Path as OutlinePath
from matplotlib.text import Text
from matplotlib.transforms import Bbox, TransformedBbox

from photometry.drawings.boxes import Box
from photometry.drawings.typefaces import printable, typeface, width_em

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.collections import Collection
    from numpy.typing import ArrayLike, NDArray

    from photometry.drawings.style import Stroke, TypeStyle

    FloatArray = NDArray[np.float64]
    Across = Literal["left", "center", "right"]
    Upright = Literal["base", "middle", "top"]

__all__ = ["Paper", "text_width_in"]

_PT_PER_IN = 72.0
DESCENT_EM = 0.22  # below the baseline, for the box round a text
DESCENDING = frozenset("gjpqy,;()Qµ[]§|")
LINE_EM = 1.32  # from baseline to baseline


def text_width_in(text: str, style: TypeStyle) -> float:
    """Measure a line of text, in plotted inches, with the font it will be drawn in."""
    text = printable(text)
    return width_em(text, typeface(text, style.face)) * style.size_pt / _PT_PER_IN


class Paper:
    """A sheet and the axes that cover it.

    Parameters
    ----------
    width_in, height_in
        Size of the sheet, inches.
    corner_in
        Coordinates of its lower left corner: a drawing made for another size is moved by it.
    """

    def __init__(
        self, width_in: float, height_in: float, corner_in: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        left, bottom = corner_in
        self.width_in, self.height_in = width_in, height_in
        self.figure = Figure(figsize=(width_in, height_in), facecolor="white")
        self.axes: Axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set_axis_off()
        self.axes.set_xlim(left, left + width_in)
        self.axes.set_ylim(bottom, bottom + height_in)
        self.axes.set_autoscale_on(False)
        self._clip: TransformedBbox | None = None
        self._last: dict[float, tuple[str, dict[Hashable, Collection]]] = {}

    @contextmanager
    def clipped(self, left: float, bottom: float, right: float, top: float) -> Iterator[None]:
        """Cut lines and areas that are drawn inside the ``with`` block to a part of the sheet."""
        self._clip = TransformedBbox(Bbox([[left, bottom], [right, top]]), self.axes.transData)
        self._last.clear()
        try:
            yield
        finally:
            self._clip = None
            self._last.clear()

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Take away again, at its end, what is drawn inside the ``with`` block."""
        kept = self.axes.get_children()
        self._last.clear()
        try:
            yield
        finally:
            self._last.clear()
            before = {id(artist) for artist in kept}
            for artist in self.axes.get_children():
                if id(artist) not in before:
                    artist.remove()

    def lines(
        self, paths: Sequence[ArrayLike], stroke: Stroke, *, z: float, name: str | None = None
    ) -> None:
        """Draw open lines, each (n, 2) in inches; `name` lets a reader of the figure find them."""
        if not len(paths):
            return
        lines = [OutlinePath(np.asarray(path, np.float64)) for path in paths]
        if self._continued("lines", stroke, z, name, lines):
            return
        drawn = LineCollection(
            [path.vertices for path in lines],
            linewidths=stroke.width_pt,
            colors=stroke.colour,
            linestyles=[stroke.linestyle],
            capstyle="butt",
            joinstyle="round" if not stroke.dash_mm else "miter",
            zorder=z,
            antialiaseds=True,
        )
        self._add(drawn, name, "lines", stroke)

    def areas(  # a fill has an outline, and both have looks
        self,
        rings: Sequence[Sequence[ArrayLike]],
        fill: str | None,
        *,
        z: float,
        edge: Stroke | None = None,
        name: str | None = None,
    ) -> None:
        """Draw areas, each a sequence of rings (n, 2) of which all but the first are holes."""
        if not len(rings):
            return
        outlines = [_compound(area) for area in rings]
        if self._continued("areas", (fill, edge), z, name, outlines):
            return
        drawn = PathCollection(
            outlines,
            facecolors=fill or "none",
            edgecolors=edge.colour if edge else "none",
            linewidths=edge.width_pt if edge else 0.0,
            linestyles=[edge.linestyle] if edge else "solid",
            capstyle="butt",
            joinstyle="miter",
            zorder=z,
        )
        self._add(drawn, name, "areas", (fill, edge))

    def rectangle(  # a place, a size and a look
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        z: float,
        fill: str | None = None,
        edge: Stroke | None = None,
        name: str | None = None,
    ) -> None:
        """Draw an upright rectangle from its lower left corner."""
        ring = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self.areas([[ring]], fill, z=z, edge=edge, name=name)

    def text(  # a place, an anchor and a look
        self,
        x: float,
        y: float,
        text: str,
        style: TypeStyle,
        *,
        z: float,
        across: Across = "left",
        upright: Upright = "base",
        angle_deg: float = 0.0,
        name: str | None = None,
    ) -> Box:
        """Set one line of text and give the box that it fills.

        `across` and `upright` say which point of the text stands at (x, y): its baseline, the
        middle or the top of its capitals, along and across the text as it is turned.
        """
        box, start = self._measure(x, y, text, style, across, upright, angle_deg)
        drawn = _Words(start, box, text, style)
        drawn.set_zorder(z)
        drawn.set_gid(name)
        self.axes.add_artist(drawn)
        return box

    def text_box(  # as `text`
        self,
        x: float,
        y: float,
        text: str,
        style: TypeStyle,
        *,
        across: Across = "left",
        upright: Upright = "base",
        angle_deg: float = 0.0,
    ) -> Box:
        """Give the box that `text` would fill, without setting it."""
        return self._measure(x, y, text, style, across, upright, angle_deg)[0]

    def _continued(
        self, kind: str, look: Hashable, z: float, name: str | None, paths: Sequence[OutlinePath]
    ) -> bool:
        """Add paths to what was drawn in the same look, unless something else lies between.

        A sheet has hundreds of single rules: each as an artist of its own costs more than it.
        """
        last, looks = self._last.get(z, ("", {}))
        drawn = looks.get(look)
        if name is not None or last != kind or drawn is None:
            return False
        kept: Any = drawn.get_paths()
        kept.extend(paths)
        return True

    def _add(self, drawn: Collection, name: str | None, kind: str, look: Hashable) -> None:
        drawn.set_gid(name)
        self.axes.add_collection(drawn, autolim=False)
        if self._clip is not None:
            drawn.set_clip_box(self._clip)
        z = drawn.get_zorder()
        last, looks = self._last.get(z, ("", {}))
        # Lines at one height may change places, areas hide what they are drawn over.
        before = looks if last == kind == "lines" else {}
        self._last[z] = kind, before if name is not None else {**before, look: drawn}

    @staticmethod
    def _measure(  # as `text`
        x: float,
        y: float,
        text: str,
        style: TypeStyle,
        across: Across,
        upright: Upright,
        angle_deg: float,
    ) -> tuple[Box, tuple[float, float]]:
        shown = printable(text)
        em_in = style.size_pt / _PT_PER_IN
        font = typeface(shown, style.face)
        width, cap = width_em(shown, font) * em_in, font.cap_em * em_in
        turn = math.radians(angle_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        drop = {"base": 0.0, "middle": cap / 2, "top": cap}[upright]
        shift = {"left": width / 2, "center": 0.0, "right": -width / 2}[across]
        below = 0.0 if DESCENDING.isdisjoint(shown) else DESCENT_EM * em_in
        anchor_x, anchor_y = x + drop * sin, y - drop * cos
        rise, back = (cap - below) / 2, shift - width / 2
        middle = anchor_x + shift * cos - rise * sin, anchor_y + shift * sin + rise * cos
        box = Box(float(middle[0]), float(middle[1]), width, cap + below, angle_deg)
        return box, (float(anchor_x + back * cos), float(anchor_y + back * sin))


class _Words(Text):
    """One line of text whose place is known: it is set there without being laid out again."""

    def __init__(self, start: tuple[float, float], box: Box, text: str, style: TypeStyle) -> None:
        shown = printable(text)
        super().__init__(
            *start,
            shown,
            color=style.colour,
            fontproperties=typeface(shown, style.face).properties(style.size_pt),
            verticalalignment="baseline",
            rotation=box.angle_deg,
            rotation_mode="anchor",
            parse_math=False,
        )
        self.set_clip_on(False)
        self.box = box

    def set_clip_path(self, path: Any, transform: Any = None) -> None:
        """Leave the line whole: the path of the axes, made for each of thousands, cuts nothing."""

    def draw(self, renderer: Any) -> None:
        """Set the line from the start of its baseline."""
        x, y = self.get_transform().transform(self.get_position())
        if renderer.flipy():
            y = renderer.get_canvas_width_height()[1] - y
        gc = renderer.new_gc()
        gc.set_foreground(self.get_color())
        angle = self.get_rotation()
        renderer.draw_text(gc, x, y, self.get_text(), self.get_fontproperties(), angle)
        gc.restore()


def _compound(rings: Sequence[ArrayLike]) -> OutlinePath:
    """Join rings to one path; holes are wound the other way, so that both rules leave them out."""
    vertices: list[FloatArray] = []
    codes: list[NDArray[np.uint8]] = []
    for place, ring in enumerate(rings):
        points = np.asarray(ring, np.float64)
        area = np.dot(points[:, 0], np.roll(points[:, 1], -1)) - np.dot(
            points[:, 1], np.roll(points[:, 0], -1)
        )
        if (area < 0) == (place == 0):
            points = points[::-1]
        vertices.append(np.vstack([points, points[:1]]))
        code = np.full(len(points) + 1, OutlinePath.LINETO, np.uint8)
        code[0], code[-1] = OutlinePath.MOVETO, OutlinePath.CLOSEPOLY
        codes.append(code)
    return OutlinePath(np.vstack(vertices), np.concatenate(codes))
