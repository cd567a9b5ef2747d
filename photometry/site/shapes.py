"""Points that a site file gives: coordinates in its unit, or the shape of a drawing's layer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import shapely

from photometry.errors import nearest_name
from photometry.site.dwellings import MOST_DWELLINGS, dwelling_places
from photometry.site.geometry import TOLERANCE_FT, drop_repeats, open_ring
from photometry.site.values import MOST_POINTS, Layer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.site.reading import Faults

    FloatArray = NDArray[np.float64]

__all__ = ["NamedShape", "Shapes"]

_CROSSING = re.compile(r"\[(\S+) (\S+)\]")
_NUMBERED = re.compile(r"(.+)#(\d+)")


@dataclass(frozen=True, eq=False)
class NamedShape:
    """A polyline of a drawing.

    Attributes
    ----------
    points_ft : (n, 2) array
        Site coordinates, ft.
    is_closed
        Whether the last point joins the first.
    source
        Where it was drawn, for messages: ``base.dxf, layer C-PKNG``.
    reference
        Number of the block reference on its own layer that it is a part of; 0 for none.
    """

    points_ft: FloatArray
    is_closed: bool
    source: str
    reference: int = 0


@dataclass(frozen=True, eq=False)
class Shapes:
    """What turns the points of one site file into checked lines and rings, in feet.

    Attributes
    ----------
    feet_per_unit
        Of the file's coordinates.
    faults
        Takes what is wrong with them.
    named
        Shapes of drawings by the name that the file gives their layer.
    is_complete
        False where a drawing could not be read: its names are then no faults of the file.
    marks
        Points and base points of blocks by the same names, each (1, 2).
    absent
        Why there is nothing by a name that is known; empty where a fault says so already.
    """

    feet_per_unit: float
    faults: Faults
    named: Mapping[str, Sequence[NamedShape]] = field(default_factory=dict)
    is_complete: bool = True
    marks: Mapping[str, Sequence[NamedShape]] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)

    def in_feet(self, points: FloatArray) -> FloatArray:
        """Convert coordinates of the file."""
        return points * self.feet_per_unit

    def ring(
        self, given: FloatArray | Layer, path: Sequence[str | int], subject: str
    ) -> FloatArray | None:
        """Give an open ring (n, 2) with an area and without crossings, or record why not."""
        points = self._points(given, path, subject, closed=True)
        if points is None:
            return None
        ring = open_ring(points)
        if len(ring) < 3:
            what = f"{subject} has {len(ring)} different points; a polygon needs at least 3"
            self.faults.add(path, what)
            return None
        # The least extent in any direction; a bow tie has some, though its area may be 0.
        if np.linalg.svd(ring - ring.mean(axis=0), compute_uv=False)[-1] <= TOLERANCE_FT:
            self.faults.add(path, f"{subject} has no area: its points lie on one line")
            return None
        crossing = first_crossing(ring)
        if crossing is not None:
            x, y = crossing / self.feet_per_unit
            what = f"{subject} crosses or touches itself near ({x:.7g}, {y:.7g})"
            self.faults.add(path, what, "put its points in order round the outline")
            return None
        return ring

    def line(
        self, given: FloatArray | Layer, path: Sequence[str | int], subject: str
    ) -> FloatArray | None:
        """Give a polyline (n, 2) that has a length, or record why not."""
        points = self._points(given, path, subject, closed=False)
        if points is None:
            return None
        line = drop_repeats(points)
        if len(line) < 2:
            what = f"{subject} has no length" if len(points) > 1 else f"{subject} is one point"
            self.faults.add(path, what if len(points) else f"{subject} has no points")
            return None
        return line

    def shape(
        self, layer: Layer, path: Sequence[str | int], subject: str, *, closed: bool = False
    ) -> NamedShape | None:
        """Find the one shape that ``layer:NAME`` or ``layer:NAME#2`` means."""
        numbered = _NUMBERED.fullmatch(layer.name)
        name = numbered[1] if numbered else layer.name
        if not self._is_named(name, path, subject):
            return None
        found = self.named.get(name, ())
        if numbered is None and len(found) != 1:
            what = f'{subject}: "layer:{name}" holds {len(found)} shapes'
            what += ", only points or blocks" * (not found and name in self.marks)
            more, advice = _which(name, found, closed=closed)
            self.faults.add(path, what + more, advice)
            return None
        index = int(numbered[2]) if numbered else 1
        if not 1 <= index <= len(found):
            what = f'{subject}: "layer:{name}" holds {len(found)} shapes, not {index}'
            self.faults.add(path, what)
            return None
        return found[index - 1]

    def dwellings(
        self, layer: Layer, path: Sequence[str | int], subject: str
    ) -> list[FloatArray] | None:
        """Give the dwellings that a layer holds, as points (1, 2) and rings (n, 2)."""
        if _NUMBERED.fullmatch(layer.name):
            one = self.shape(layer, path, subject)
            shapes, marks = [] if one is None else [one], []
            if one is None:
                return None
        elif not self._is_named(layer.name, path, subject):
            return None
        else:
            shapes = list(self.named.get(layer.name, ()))
            marks = list(self.marks.get(layer.name, ()))
        places, unfit = dwelling_places(shapes, marks)
        if unfit:
            more = f", nor are {len(unfit) - 1} more" if len(unfit) > 1 else ""
            what = f"{subject}: {unfit[0].source} is an open line and no dwelling{more}"
            self.faults.add(
                path, what, "close the outline, or mark the dwelling by a point or block"
            )
            return None
        if len(places) > MOST_DWELLINGS:
            what = f'{subject}: "layer:{layer.name}" holds {len(places):,} dwellings'
            self.faults.add(path, what, f"leave the nearest {MOST_DWELLINGS:,} on it")
            return None
        return places

    def _is_named(self, name: str, path: Sequence[str | int], subject: str) -> bool:
        """Tell whether drawings have a name, or record that they have not."""
        names = self.named.keys() | self.marks.keys()
        if name in names:
            return True
        if self.absent.get(name):
            advice = "show it in CAD, or name it in [geometry] layers"
            self.faults.add(path, f"{subject}: {self.absent[name]}", advice)
        elif self.is_complete and name not in self.absent:
            known = nearest_name(name, names)
            advice = known if names else "name a drawing in [geometry], or give coordinates"
            self.faults.add(path, f'{subject}: there is no "layer:{name}"', advice)
        return False

    def _points(
        self, given: FloatArray | Layer, path: Sequence[str | int], subject: str, *, closed: bool
    ) -> FloatArray | None:
        if not isinstance(given, Layer):
            return self.in_feet(given)
        shape = self.shape(given, path, subject, closed=closed)
        if shape is None:
            return None
        if len(shape.points_ft) > MOST_POINTS:
            what = f"{subject}: {shape.source} has {len(shape.points_ft):,} points"
            self.faults.add(path, what, f"draw it in at most {MOST_POINTS:,}")
            return None
        if closed and not shape.is_closed:
            self.faults.add(path, f"{subject}: {shape.source} is not closed", "close the polyline")
            return None
        if shape.is_closed and not closed:
            return np.concatenate([shape.points_ft, shape.points_ft[:1]])
        return shape.points_ft


def _which(name: str, found: Sequence[NamedShape], *, closed: bool) -> tuple[str, str]:
    """Say what is the matter with several shapes where one is meant, and what to do."""
    outlines = [number for number, one in enumerate(found, start=1) if one.is_closed]
    if closed and found and not outlines:
        advice = "join the lines to one outline in CAD (OVERKILL, then PEDIT, Join)"
        return ", none of them closed", advice
    if closed and len(outlines) == 1:
        return "", f'say which one: "layer:{name}#{outlines[0]}" is the only outline'
    return "", f'say which one: "layer:{name}#1" is the first' if found else ""


def first_crossing(ring: FloatArray) -> FloatArray | None:
    """Give a point where an open ring crosses or touches itself; None for a simple ring."""
    base = ring[0]  # near the ring, so that large coordinates keep their digits
    polygon = shapely.Polygon(ring - base)
    if polygon.is_valid:
        return None
    place = _CROSSING.search(shapely.is_valid_reason(polygon))
    if place is None:
        return np.asarray(base)
    return np.asarray(base + np.array([float(place[1]), float(place[2])]))
