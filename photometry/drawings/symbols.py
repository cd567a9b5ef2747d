"""Luminaires as symbols, not to scale: pole, arm, head, and a tick where it looks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from photometry.drawings.boxes import Box
from photometry.drawings.style import Ink, Stroke, Strokes

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.drawings.view import PlanView
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]
    Place = Callable[[object], FloatArray]

__all__ = [
    "Body",
    "Look",
    "PlacedSymbol",
    "Shapes",
    "add_symbol",
    "disc",
    "heads_in_view",
    "look_of",
    "place_symbols",
    "ring_heads",
    "standing_place",
]

Body = Literal["area", "wall", "canopy", "bollard", "flood", "post_top"]
Filling = Literal["plain", "shielded", "entrance"]

POLE_IN: Final = 0.042  # radius
ARM_IN: Final = 0.17  # pole to the middle of the head
HEAD_IN: Final = (0.15, 0.11)
TICK_IN: Final = 0.11
WALL_IN: Final = 0.085  # radius of the half disc
SYMBOL_Z: Final = 60.0

_BODIES: Final[dict[str, Body]] = {
    "wall": "wall",
    "canopy": "canopy",
    "bollard": "bollard",
    "flood": "flood",
    "spot": "flood",
    "recreation": "flood",
    "post_top": "post_top",
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a luminaire is drawn: its body, and what its filling says."""

    body: Body
    filling: Filling


def look_of(head: Head) -> Look:
    """Read the look of a head off what the site says of it."""
    body = _BODIES.get(str(head.facts.get("fixture_kind", "")), "area")
    if head.facts.get("lights_site_entrance") is True:
        return Look(body, "entrance")
    control = str(head.facts.get("glare_control", "")).lower()
    return Look(body, "shielded" if "shield" in control else "plain")


class Shapes:
    """Outlines of many symbols, gathered so that each kind is drawn at once."""

    def __init__(self) -> None:
        self.solid: list[list[FloatArray]] = []
        self.hollow: list[list[FloatArray]] = []
        self.lines: dict[Stroke, list[FloatArray]] = defaultdict(list)

    def draw(self, paper: Paper, *, z: float = SYMBOL_Z, name: str | None = None) -> None:
        """Draw all of them: lines, then hollow outlines, then what is solid."""
        for stroke, paths in self.lines.items():
            paper.lines(paths, stroke, z=z)
        paper.areas(self.hollow, Ink.PAPER, z=z + 1, edge=Strokes.LUMINAIRE)
        paper.areas(self.solid, Ink.INK, z=z + 2, edge=Strokes.LUMINAIRE, name=name)


@dataclass(frozen=True, slots=True)
class PlacedSymbol:
    """A pole (or wall position) on the plan, with what its tag has to say.

    Attributes
    ----------
    at_in
        Where it stands, on paper.
    boxes
        What its symbol covers.
    tick_angles_deg
        Where its heads look, so that the tag keeps away.
    """

    pole_id: str
    heads: tuple[Head, ...]
    at_in: tuple[float, float]
    boxes: tuple[Box, ...]
    tick_angles_deg: tuple[float, ...]


def place_symbols(paper: Paper, view: PlanView, heads: Iterable[Head]) -> list[PlacedSymbol]:
    """Draw the symbols of all heads, pole by pole, and say where they are."""
    poles: dict[tuple[str, tuple[float, float]], list[Head]] = {}
    for head in heads:
        poles.setdefault((head.pole_id, standing_place(head)), []).append(head)
    shapes, placed = Shapes(), []
    for (pole_id, stand), on_pole in poles.items():
        at = view.to_paper(stand)
        boxes: list[Box] = []
        for head in on_pole:
            boxes += add_symbol(shapes, at, look_of(head), head.luminaire.orientation_deg)
        placed.append(
            PlacedSymbol(
                pole_id,
                tuple(on_pole),
                (float(at[0]), float(at[1])),
                tuple(boxes),
                tuple(head.luminaire.orientation_deg for head in on_pole),
            )
        )
    left, bottom, right, top = view.frame_in
    with paper.clipped(left, bottom, right, top):
        shapes.draw(paper, name="luminaires")
    return placed


def ring_heads(paper: Paper, symbols: Iterable[PlacedSymbol], ids: Container[str]) -> list[Box]:
    """Draw a red ring round the heads of these ids; give what the rings cover."""
    rings = []
    boxes = []
    for symbol in symbols:
        # Of the two boxes of a head the first is its body.
        for head, body in zip(symbol.heads, symbol.boxes[::2], strict=True):
            if head.id in ids:
                radius = float(np.hypot(body.width, body.height)) / 2 + 0.02
                rings.append([disc(radius, (body.x, body.y))])
                boxes.append(Box(body.x, body.y, 2 * radius, 2 * radius))
    paper.areas(rings, None, z=SYMBOL_Z + 3, edge=Strokes.FAILING, name="failing luminaires")
    return boxes


def heads_in_view(view: PlanView, site: Site) -> list[Head]:
    """Give the heads of the poles that stand in the frame of a plan."""
    return [head for head in site.heads if view.shows(standing_place(head))]


def standing_place(head: Head) -> tuple[float, float]:
    """Where a symbol stands: at the pole, or at the head itself where there is no pole."""
    if look_of(head).body in {"wall", "canopy"}:
        return head.luminaire.x_ft, head.luminaire.y_ft
    return head.pole_xy_ft


def add_symbol(shapes: Shapes, at: FloatArray, look: Look, orientation_deg: float) -> list[Box]:
    """Add one head's symbol at a place on paper; give the boxes that it covers."""
    turn = np.radians(orientation_deg)
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def place(points: object) -> FloatArray:
        moved: FloatArray = np.asarray(points, np.float64) @ turned + at
        return moved

    tick_from = _ADD_BODY[look.body](shapes, place, look.filling)
    shapes.lines[Strokes.TICK].append(place([(tick_from, 0.0), (tick_from + TICK_IN, 0.0)]))
    reach, half = tick_from + TICK_IN, max(POLE_IN, HEAD_IN[1] / 2) + 0.01
    back = {"area": -POLE_IN, "flood": -POLE_IN, "wall": 0.0}.get(look.body, -tick_from)
    body = place([((back + tick_from) / 2, 0.0)])[0]
    tick = place([((tick_from + reach) / 2, 0.0)])[0]
    angle = orientation_deg % 180.0
    return [
        Box(float(body[0]), float(body[1]), tick_from - back, 2 * half, angle),
        Box(float(tick[0]), float(tick[1]), TICK_IN, 0.04, angle),
    ]


def disc(radius: float, middle: tuple[float, float] = (0.0, 0.0)) -> FloatArray:
    """Outline (24, 2) of a disc."""
    turn = np.linspace(0.0, 2 * np.pi, 25)[:-1]
    return np.stack([np.cos(turn), np.sin(turn)], axis=-1) * radius + middle


def _oblong(start: float, end: float, half: float) -> FloatArray:
    return np.array([(start, -half), (end, -half), (end, half), (start, half)])


def _add_area(shapes: Shapes, place: Place, filling: Filling) -> float:
    """Pole, arm and head: solid, half solid on the house side, or hollow with a dot."""
    start, end, half = ARM_IN - HEAD_IN[0] / 2, ARM_IN + HEAD_IN[0] / 2, HEAD_IN[1] / 2
    shapes.solid.append([place(disc(POLE_IN))])
    shapes.lines[Strokes.ARM].append(place([(0.0, 0.0), (start, 0.0)]))
    _add_head(shapes, place, _oblong(start, end, half), (start, end, half), filling)
    return end


def _add_flood(shapes: Shapes, place: Place, filling: Filling) -> float:
    """Pole, arm and a head that widens toward where it throws."""
    start, end, half = ARM_IN - HEAD_IN[0] / 2, ARM_IN + HEAD_IN[0] / 2, HEAD_IN[1] / 2
    shapes.solid.append([place(disc(POLE_IN))])
    shapes.lines[Strokes.ARM].append(place([(0.0, 0.0), (start, 0.0)]))
    trapezium = np.array(
        [(start, -0.4 * half), (end, -1.2 * half), (end, 1.2 * half), (start, 0.4 * half)]
    )
    _add_head(shapes, place, trapezium, (start, end, half), filling)
    return end


def _add_head(
    shapes: Shapes,
    place: Place,
    outline: FloatArray,
    extent: tuple[float, float, float],
    filling: Filling,
) -> None:
    start, end, half = extent
    if filling == "plain":
        shapes.solid.append([place(outline)])
        return
    shapes.hollow.append([place(outline)])
    if filling == "shielded":
        shapes.solid.append([place(_oblong(start, (start + end) / 2, half))])
    else:
        shapes.solid.append([place(disc(0.018, ((start + end) / 2, 0.0)))])


def _add_wall(shapes: Shapes, place: Place, filling: Filling) -> float:
    """Half disc, its flat side on the wall."""
    turn = np.linspace(-np.pi / 2, np.pi / 2, 19)
    half_disc = np.stack([np.cos(turn), np.sin(turn)], axis=-1) * WALL_IN
    (shapes.solid if filling == "plain" else shapes.hollow).append([place(half_disc)])
    if filling != "plain":
        shapes.solid.append([place(disc(0.018, (WALL_IN / 2, 0.0)))])
    return WALL_IN


def _add_canopy(shapes: Shapes, place: Place, filling: Filling) -> float:
    """Square with a disc in it."""
    side = 0.075
    shapes.hollow.append([place(_oblong(-side, side, side))])
    shapes.solid.append([place(disc(0.05 if filling == "plain" else 0.02))])
    return side


def _add_bollard(shapes: Shapes, place: Place, filling: Filling) -> float:
    """Ring with a dot."""
    shapes.hollow.append([place(disc(0.065))])
    shapes.solid.append([place(disc(0.03 if filling == "plain" else 0.015))])
    return 0.065


def _add_post_top(shapes: Shapes, place: Place, filling: Filling) -> float:
    """Pole inside a ring: the light sits on the pole itself."""
    shapes.hollow.append([place(disc(0.085))])
    shapes.solid.append([place(disc(POLE_IN if filling == "plain" else 0.02))])
    return 0.085


_ADD_BODY = {
    "area": _add_area,
    "flood": _add_flood,
    "wall": _add_wall,
    "canopy": _add_canopy,
    "bollard": _add_bollard,
    "post_top": _add_post_top,
}
