"""Line weights, dashes, colours and type sizes of the drawings: one place for the look.

Weights and dashes are in millimetres on paper, type in points.  Every line can be told from
its neighbours without colour: below 1 fc by its dash, above by its weight, always by its label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status

if TYPE_CHECKING:
    from photometry.drawings.typefaces import Face

__all__ = [
    "Ink",
    "Stroke",
    "Strokes",
    "Type",
    "TypeStyle",
    "contour_stroke",
    "level_text",
    "verdict_colour",
]

_PT_PER_MM: Final = 72.0 / 25.4


class Ink:
    """Colours on paper."""

    INK = "#1A1D21"
    SECOND = "#4A5158"
    THIRD = "#6B747C"
    RULE = "#B9C0C6"
    CONTEXT = "#8B949C"
    FAINT = "#A4ACB3"
    HATCH = "#C9CFD4"
    LIMIT = "#C2261C"
    LOCUS = "#0B4F9E"
    OVER = "#F3B9B2"
    PAVEMENT = "#F7F8F8"
    ROAD = "#F4F5F6"
    BUILDING = "#D5DADE"
    PASSES = "#0F6B4F"
    PERSON = "#5B3E9B"
    ADVISORY = "#8A5A00"
    PAPER = "#FFFFFF"


_VERDICTS: Final[dict[Status, str]] = {
    Status.FAIL: Ink.LIMIT,
    Status.NEEDS_DETERMINATION: Ink.PERSON,
    Status.NOT_EVALUATED: Ink.SECOND,
    Status.ADVISORY: Ink.ADVISORY,
    Status.PASS: Ink.PASSES,
    Status.NOT_APPLICABLE: Ink.THIRD,
}


def verdict_colour(status: Status) -> str:
    """Give the colour that accompanies a verdict's word."""
    return _VERDICTS[status]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line: weight in mm, colour, and dash lengths in mm (none for a solid line)."""

    width_mm: float
    colour: str
    dash_mm: tuple[float, ...] = ()

    @property
    def width_pt(self) -> float:
        """Weight in points."""
        return self.width_mm * _PT_PER_MM

    @property
    def linestyle(self) -> tuple[float, tuple[float, ...] | None]:
        """Matplotlib's dash pattern: it multiplies the lengths by the width in points."""
        if not self.dash_mm:
            return (0.0, None)
        return (0.0, tuple(length / self.width_mm for length in self.dash_mm))


_PROPERTY_DASH: Final = (11.0, 1.8, 2.6, 1.8, 2.6, 1.8)  # long, short, short


class Strokes:
    """The lines of a plan and of its tables."""

    BORDER = Stroke(1.0, Ink.INK)
    STRIP = Stroke(0.7, Ink.INK)
    BLOCK = Stroke(0.35, Ink.INK)
    LIMIT = Stroke(0.90, Ink.LIMIT)
    PROPERTY = Stroke(0.70, Ink.INK, _PROPERTY_DASH)
    LOCUS = Stroke(0.50, Ink.LOCUS, (3.0, 1.2))
    LOCUS_ACCESS = Stroke(0.50, Ink.LOCUS, (0.9, 0.7))
    DWELLING = Stroke(0.30, Ink.LOCUS)
    FAILING = Stroke(0.35, Ink.LIMIT)
    BUILDING = Stroke(0.50, Ink.INK)
    OVERHEAD = Stroke(0.35, Ink.INK, (2.0, 1.0))
    HATCH = Stroke(0.10, Ink.HATCH)
    PAVEMENT = Stroke(0.30, Ink.CONTEXT)
    ZONE = Stroke(0.13, Ink.FAINT)
    LUMINAIRE = Stroke(0.25, Ink.INK)
    ARM = Stroke(0.35, Ink.INK)
    TICK = Stroke(0.30, Ink.INK)
    TIE = Stroke(0.18, Ink.SECOND)
    CORNER = Stroke(0.18, Ink.CONTEXT)
    TABLE_EDGE = Stroke(0.50, Ink.INK)
    TABLE_HEAD = Stroke(0.25, Ink.INK)
    TABLE_ROW = Stroke(0.13, Ink.RULE)
    SEAL = Stroke(0.13, Ink.FAINT, (2.0, 1.2))


# Up to which level, fc, a contour is drawn how.
_CONTOURS: Final = (
    (0.1, Stroke(0.18, "#66737F", (0.5, 1.1))),
    (0.2, Stroke(0.20, "#56789A", (1.8, 1.1))),
    (0.5, Stroke(0.25, "#2C6FA8", (4.5, 1.2))),
    (1.0, Stroke(0.25, "#007C7C")),
    (2.0, Stroke(0.40, "#2F7D32")),
    (5.0, Stroke(0.55, "#A65A00")),
    (10.0, Stroke(0.55, "#7A2E0E", (6.0, 1.2, 0.6, 1.2))),
    (float("inf"), Stroke(0.75, "#7A2E0E", (6.0, 1.2, 0.6, 1.2))),
)


def contour_stroke(level_fc: float) -> Stroke:
    """Give the stroke of a contour: dash below 1 fc, weight above."""
    return next(stroke for upper, stroke in _CONTOURS if level_fc <= upper * (1 + 1e-9))


def level_text(level_fc: float) -> str:
    """Write a contour's level: ``0.1``, ``5``."""
    return f"{level_fc:.6g}"


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Type: size in points, face and colour."""

    size_pt: float
    face: Face = "regular"
    colour: str = Ink.INK

    def coloured(self, colour: str) -> TypeStyle:
        """Give the same type in another colour."""
        return TypeStyle(self.size_pt, self.face, colour)

    def sized(self, size_pt: float) -> TypeStyle:
        """Give the same type in another size."""
        return TypeStyle(size_pt, self.face, self.colour)

    def faced(self, face: Face) -> TypeStyle:
        """Give the same type in another face."""
        return TypeStyle(self.size_pt, face, self.colour)


class Type:
    """Type sizes. Nothing is under 8.25 pt: its capitals are 0.08 in high."""

    VALUE = TypeStyle(8.25, "regular", Ink.THIRD)
    CONTOUR = TypeStyle(8.25)
    LIMIT = TypeStyle(8.6, "semibold", Ink.LIMIT)
    TAG = TypeStyle(8.4, "semibold")
    TAG_SECOND = TypeStyle(8.4, "regular", Ink.SECOND)
    FLAG = TypeStyle(9.0, "semibold")
    FLAG_SECOND = TypeStyle(8.6)
    LOCUS = TypeStyle(8.6, "semibold", Ink.LOCUS)
    PLACE = TypeStyle(8.8, "regular", Ink.SECOND)
    BUILDING = TypeStyle(10.0, "semibold")
    CELL = TypeStyle(8.8)
    CELL_HEAD = TypeStyle(8.3, "semibold", Ink.SECOND)
    SECTION = TypeStyle(11.0, "semibold")
    SUBSECTION = TypeStyle(8.8, "semibold", Ink.SECOND)
    NOTE = TypeStyle(8.9)
    REMARK = TypeStyle(8.6, "italic", Ink.THIRD)
    CAPTION = TypeStyle(8.3, "regular", Ink.THIRD)
    SCALE = TypeStyle(8.6)
    DATA = TypeStyle(8.8)
    DATA_VALUE = TypeStyle(8.8, "semibold")
    NAME = TypeStyle(15.0, "semibold")
    TITLE = TypeStyle(17.0, "semibold")
    SHEET = TypeStyle(52.0, "bold")
