"""Key plan and match lines: how the sheets of a plan that is divided lie beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.drawings.style import Ink, Stroke, Strokes, Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.drawings.paper import Paper
    from photometry.drawings.view import Bounds, PlanLayout
    from photometry.site.model import Site

    FloatArray = NDArray[np.float64]

__all__ = ["draw_key_plan", "draw_match_lines"]

KEY_Z: Final = 50.0
MATCH_Z: Final = 52.0
FILLED: Final = 0.85  # of the room
HERE: Final = "#E4E8EB"
MATCH: Final = Stroke(0.70, Ink.INK, (9.0, 1.8, 2.6, 1.8))
PART: Final = Stroke(0.13, Ink.SECOND)
BESIDE_IN: Final = 0.2  # from a match line to its words


def draw_key_plan(
    paper: Paper,
    room_in: Bounds,
    site: Site,
    layout: PlanLayout | None = None,
    here: int = 0,
) -> None:
    """Draw the lot and its buildings, small, north as on the plan; of several sheets which.

    Parameters
    ----------
    paper, room_in
        The sheet, and left, bottom, right, top of the room.
    site
        The site, with boundaries.
    layout, here
        The sheets of the plan, and which of them this is; None where there is one.
    """
    lot = np.vstack([boundary.line_ft for boundary in site.boundaries])
    buildings = [building.footprint_ft for building in site.obstructions]
    parts = _parts(layout) if layout is not None and layout.is_divided else []
    corners = np.vstack([lot, *buildings, *parts])
    low, high = corners.min(axis=0), corners.max(axis=0)
    left, bottom, right, top = room_in
    room = np.array([right - left, top - bottom])
    scale = float(np.min(room / np.maximum(high - low, 1e-6))) * FILLED
    middle = np.array([left + right, bottom + top]) / 2

    def small(points: FloatArray) -> FloatArray:
        shrunk: FloatArray = (points - (low + high) / 2) * scale + middle
        return shrunk

    for place, part in enumerate(parts):
        fill = HERE if place == here else None
        paper.areas([[small(part)]], fill, z=KEY_Z - 1, edge=PART, name="part of the plan")
    edge = Stroke(0.18, Ink.SECOND)
    paper.areas([[small(ring)] for ring in buildings], Ink.BUILDING, z=KEY_Z, edge=edge)
    paper.areas([[small(lot)]], None, z=KEY_Z + 1, edge=Strokes.BLOCK)
    for place, part in enumerate(parts):
        x, y = small(part).mean(axis=0).tolist()
        style = Type.DATA_VALUE if place == here else Type.DATA
        paper.text(
            x, y, f"{place + 1}", style, across="center", upright="middle", z=KEY_Z + 2, name="part"
        )


def draw_match_lines(paper: Paper, layout: PlanLayout, here: int, numbers: Sequence[str]) -> None:
    """Draw a line where the plan goes on, and say on which sheet.

    `numbers` are those of the sheets, in the order of the views.
    """
    left, bottom, right, top = layout.views[here].frame_in
    sides = {
        "left": ((left, bottom), (left, top)),
        "right": ((right, bottom), (right, top)),
        "bottom": ((left, bottom), (right, bottom)),
        "top": ((left, top), (right, top)),
    }
    shifts = {
        "left": (-BESIDE_IN, 0.0),
        "right": (BESIDE_IN, 0.0),
        "bottom": (0.0, -BESIDE_IN),
        "top": (0.0, BESIDE_IN),
    }
    for side, other in layout.neighbours(here).items():
        start, end = np.array(sides[side])
        paper.lines([[start, end]], MATCH, z=MATCH_Z, name=f"match line {side}")
        x, y = ((start + end) / 2 + shifts[side]).tolist()
        paper.text(
            x,
            y,
            f"MATCH LINE: SEE SHEET {numbers[other]}",
            Type.DATA_VALUE,
            across="center",
            upright="middle",
            angle_deg=90.0 if side in {"left", "right"} else 0.0,
            z=MATCH_Z,
            name="match line words",
        )


def _parts(layout: PlanLayout) -> list[FloatArray]:
    """Corners (4, 2) of what each sheet shows, site coordinates, ft."""
    parts = []
    for view in layout.views:
        left, bottom, right, top = view.frame_in
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        parts.append(view.to_site(corners))
    return parts
