"""What points at a place on the plan: luminaire tags and the flags of witness points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.boxes import CELL_IN, Box
from photometry.drawings.paper import text_width_in
from photometry.drawings.style import Ink, Stroke, Strokes, Type
from photometry.drawings.symbols import disc
from photometry.drawings.tables_drawn import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from photometry.drawings.boxes import Occupancy
    from photometry.drawings.paper import Paper
    from photometry.drawings.symbols import PlacedSymbol
    from photometry.tables.display import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Flag", "place_flags", "place_tags"]

TAG_HEIGHT_IN: Final = 0.245
WIDEST_TAG_IN: Final = 1.6
WIDEST_FLAG_IN: Final = 3.2
# Clear of its symbol, with what that costs and whether the tag is then tied to it by a hairline.
TAG_GAPS: Final = ((0.03, 0.0, False), (0.10, 1.5, False), (0.22, 4.0, True), (0.40, 7.0, True))
WAYS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
FLAG_HEIGHT_IN: Final = 0.39
RING_IN: Final = 4.0 / 72.0  # radius of the ring round a witness point
TAG_Z: Final = 75.0
FLAG_Z: Final = 70.0


@dataclass(frozen=True, slots=True)
class _Tag:
    first: str
    second: str
    width: float


def place_tags(
    paper: Paper,
    symbols: Iterable[PlacedSymbol],
    occupancy: Occupancy,
    length: LengthUnit,
    *,
    on_white: bool = False,
) -> list[str]:
    """Tag every pole with type, number and mounting height; say which found no room.

    A tag stands at one of eight places round its symbol, away from where the head looks first;
    where all are taken it moves out and is tied to its symbol by a hairline. A tag has a white
    ground where lines run under it, or always if `on_white`.
    """
    without = []
    for symbol in symbols:
        tag = _tag_of(symbol, length)
        best = _tag_place(symbol, tag, occupancy)
        if best is None:
            without.append(symbol.pole_id)
            continue
        box, far = best
        if on_white or occupancy.owners(
            box
        ):  # a white ground where a line would run through the tag
            left, bottom, _, _ = box.bounds
            paper.rectangle(left, bottom, box.width, box.height, fill=Ink.PAPER, z=TAG_Z - 20)
        occupancy.take(box)
        if far:
            tie = _tie(_outline(symbol), box)
            paper.lines([tie], Strokes.TIE, z=TAG_Z - 21)
            occupancy.take_line(tie, 0.02)
        _draw_tag(paper, tag, box)
    return without


def _tag_of(symbol: PlacedSymbol, length: LengthUnit) -> _Tag:
    types = "/".join(dict.fromkeys(head.type.name for head in symbol.heads))
    heights = dict.fromkeys(
        length.plain(head.luminaire.mounting_height_ft, length.decimals) for head in symbol.heads
    )
    first = shortened(f"{types}  {symbol.pole_id}", Type.TAG, WIDEST_TAG_IN)
    second = shortened(f"MH {'/'.join(heights)}", Type.TAG_SECOND, WIDEST_TAG_IN)
    width = max(text_width_in(first, Type.TAG), text_width_in(second, Type.TAG_SECOND))
    return _Tag(first, second, width + 0.05)


def _tag_place(symbol: PlacedSymbol, tag: _Tag, occupancy: Occupancy) -> tuple[Box, bool] | None:
    """Find the cheapest free place of a tag, and whether it is so far that it needs a tie."""
    looks = np.radians(symbol.tick_angles_deg)
    look = np.array([np.cos(looks).sum(), np.sin(looks).sum()])
    ways = sorted(WAYS, key=lambda way: round(float(np.dot(way, look) / np.hypot(*way)), 6))
    outline = _outline(symbol)
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    away = outline - middle
    tried: list[tuple[float, Box, bool]] = []
    for gap, cost_of_gap, far in TAG_GAPS:
        if any(cost <= cost_of_gap for cost, _, _ in tried):
            break  # nothing farther away can cost less
        for rank, way in enumerate(ways):
            box = _beside(middle, away, way, tag, gap)
            if not occupancy.is_free(box):
                continue
            covered = CELL_IN * sum(occupancy.owners(box).values())
            cost = 0.35 * rank + 12.0 * covered + cost_of_gap
            if far:
                cost += 40.0 * occupancy.crosses(_tie(outline, box))
            tried.append((cost, box, far))
    if not tried:
        return None
    _, box, far = min(tried, key=lambda place: place[0])
    return box, far


def _tie(outline: FloatArray, box: Box) -> FloatArray:
    """Give the shortest line from a symbol's outline to its tag, ends a little off both."""
    left, bottom, right, top = box.bounds
    ends = np.clip(outline, (left, bottom), (right, top))
    nearest = int(np.hypot(*(ends - outline).T).argmin())
    start, end = outline[nearest], ends[nearest]
    return np.array([start + 0.15 * (end - start), end - 0.05 * (end - start)])


def _outline(symbol: PlacedSymbol) -> FloatArray:
    """Points (n, 2) round what a symbol covers, no more than a quarter of a side apart."""
    shares = np.arange(0.0, 1.0, 0.25)[:, None]
    sides = [
        start + shares * (end - start)
        for box in symbol.boxes
        for start, end in zip(box.corners, np.roll(box.corners, -1, axis=0), strict=True)
    ]
    return np.vstack(sides)


def _beside(
    middle: FloatArray, away: FloatArray, way: tuple[int, int], tag: _Tag, gap: float
) -> Box:
    """Put a tag next to a symbol, on the side that `way` points to, as close as the gap allows.

    The symbol's outline is `away` from its middle.
    """
    across, up = way
    half = np.array([tag.width, TAG_HEIGHT_IN]) / 2
    if across and up:
        # Nothing of the symbol is in the quadrant beyond the tag's inner corner.
        reach = float(np.minimum(away[:, 0] * across, away[:, 1] * up).max())
        shift = (reach + gap + half) * way
    else:
        along, beside = (0, 1) if across else (1, 0)
        level = np.abs(away[:, beside]) <= half[beside] + gap
        reach = float((away[level, along] * way[along]).max(initial=0.0))
        shift = (reach + gap + half) * way
    x, y = middle + shift
    return Box(float(x), float(y), tag.width, TAG_HEIGHT_IN)


def _draw_tag(paper: Paper, tag: _Tag, box: Box) -> None:
    left, bottom = box.x - box.width / 2, box.y - box.height / 2
    at = left + 0.025
    paper.text(at, bottom + 0.145, tag.first, Type.TAG, z=TAG_Z, name="tag")
    paper.text(at, bottom + 0.027, tag.second, Type.TAG_SECOND, z=TAG_Z, name="tag")


@dataclass(frozen=True, slots=True)
class Flag:
    """What is written at a witness point.

    Attributes
    ----------
    at_in
        The point, on paper.
    first, second
        ``"0.70 fc > 0.5 fc  FAIL"`` and ``"J(1) pavement edge, initial"``.
    colour
        Of the verdict.
    """

    at_in: tuple[float, float]
    first: str
    second: str
    colour: str


def place_flags(
    paper: Paper,
    flags: Sequence[Flag],
    occupancy: Occupancy,
    inside: Callable[[FloatArray], FloatArray],
) -> list[Flag]:
    """Draw flags with their leaders; give those that found no room.

    `inside` says of places on paper whether they are on the property (1) or not (0): a flag
    keeps off it where it can.
    """
    for flag in flags:
        occupancy.take(Box(*flag.at_in, 2 * RING_IN, 2 * RING_IN))
    homeless = []
    for flag in flags:
        width = 0.13 + max(
            text_width_in(flag.first, Type.FLAG), text_width_in(flag.second, Type.FLAG_SECOND)
        )
        box = _flag_place(flag, width, occupancy, inside)
        if box is None:
            homeless.append(flag)
            continue
        _draw_flag(paper, flag, box)
        occupancy.take(box.grown(0.03))
        start = np.array(flag.at_in)
        occupancy.take_line([start, _edge_toward(box, start)], 0.04)
    return homeless


def _flag_place(
    flag: Flag, width: float, occupancy: Occupancy, inside: Callable[[FloatArray], FloatArray]
) -> Box | None:
    at = np.array(flag.at_in)
    angles = np.radians(np.arange(15.0, 375.0, 15.0))
    best: tuple[float, Box] | None = None
    for distance in np.arange(0.45, 6.0, 0.2):
        if best is not None and distance > best[0]:
            break  # nothing farther away can cost less
        for angle in angles:
            way = np.array([np.cos(angle), np.sin(angle)])
            middle = at + way * (distance + np.abs(way) @ (width / 2, FLAG_HEIGHT_IN / 2))
            box = Box(float(middle[0]), float(middle[1]), width, FLAG_HEIGHT_IN)
            if not occupancy.is_free(box.grown(0.05)):
                continue
            cost = float(distance) + 1.5 * CELL_IN * sum(occupancy.owners(box).values())
            if best is not None and cost >= best[0]:
                continue
            end = _edge_toward(box, at)
            start = at + (end - at) / np.hypot(*(end - at)) * RING_IN * 1.6
            cost += 6.0 * occupancy.crosses([start, end])
            cost += 3.0 * float(inside(box.corners).mean())
            if best is None or cost < best[0]:
                best = (cost, box)
    return None if best is None else best[1]


def _draw_flag(paper: Paper, flag: Flag, box: Box) -> None:
    stroke = Stroke(0.25, flag.colour)
    at = np.array(flag.at_in)
    end = _edge_toward(box, at)
    toward = (end - at) / np.hypot(*(end - at))
    paper.lines([[at + toward * RING_IN, end]], stroke, z=FLAG_Z)
    paper.areas(
        [[disc(RING_IN, flag.at_in)]],
        Ink.PAPER,
        z=FLAG_Z,
        edge=Stroke(0.35, flag.colour),
        name="witness",
    )
    arm = RING_IN * 0.62
    cross = [at + np.array([(-arm, -arm), (arm, arm)]), at + np.array([(-arm, arm), (arm, -arm)])]
    paper.lines(cross, stroke, z=FLAG_Z + 1)
    left, bottom = box.x - box.width / 2, box.y - box.height / 2
    paper.rectangle(
        left,
        bottom,
        box.width,
        box.height,
        fill=Ink.PAPER,
        edge=Stroke(0.35, flag.colour),
        z=FLAG_Z,
    )
    style = Type.FLAG.coloured(flag.colour)
    paper.text(left + 0.065, bottom + 0.235, flag.first, style, z=FLAG_Z + 1, name="flag")
    paper.text(
        left + 0.065, bottom + 0.075, flag.second, Type.FLAG_SECOND, z=FLAG_Z + 1, name="flag"
    )


def _edge_toward(box: Box, at: FloatArray) -> FloatArray:
    """Find the point of an upright box nearest to a place."""
    left, bottom, right, top = box.bounds
    return np.array([np.clip(at[0], left, right), np.clip(at[1], bottom, top)])
