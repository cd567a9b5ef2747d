"""Layers of the CAD drawing: names, colours by index, linetypes and weights.

Every layer begins with ``E-LITE``, in the manner of the US National CAD Standard, so that
nothing merges with a layer of the base and one filter switches all of it off.  Colours are
those of the AutoCAD colour index that read on white and on black.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.drawings.style import Ink, Stroke, Strokes, contour_stroke
from photometry.tables.display import FOOTCANDLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.tables.display import LightUnit

__all__ = ["LAYERS", "LINETYPES", "Layer", "Layers", "contour_layer", "lineweight"]

PLAIN: Final = 7  # white on black, black on white
GREY, RED, BLUE = 8, 1, 5
HAIRLINE: Final = Stroke(0.18, Ink.INK)

# Weights that CAD knows, hundredths of a millimetre.
_WEIGHTS: Final = (
    *(0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50),
    *(53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211),
)


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer.

    Attributes
    ----------
    colour
        Index of the colour, 1 to 255.
    stroke
        Gives the weight and the dashes.
    holds
        What is on it, in words, with a place for the unit of light.
    """

    name: str
    colour: int
    holds: str
    stroke: Stroke = HAIRLINE

    @property
    def linetype(self) -> str:
        """Name of the linetype."""
        return next(name for name, dash in LINETYPES.items() if dash == self.stroke.dash_mm)

    def words(self, light: LightUnit) -> str:
        """Say what is on it: the layer's description in CAD."""
        return self.holds.format(light=light.name, rounding=light.rounding(1))


LINETYPES: Final[Mapping[str, tuple[float, ...]]] = {
    "CONTINUOUS": (),
    "LITE-PROPERTY": Strokes.PROPERTY.dash_mm,
    "LITE-DASH": Strokes.LOCUS.dash_mm,
    "LITE-DOTTED": Strokes.LOCUS_ACCESS.dash_mm,
    "LITE-OVERHEAD": Strokes.OVERHEAD.dash_mm,
    "LITE-ISO-DOT": contour_stroke(0.1).dash_mm,
    "LITE-ISO-SHORT": contour_stroke(0.2).dash_mm,
    "LITE-ISO-LONG": contour_stroke(0.5).dash_mm,
    "LITE-ISO-DASHDOT": contour_stroke(10.0).dash_mm,
}


class Layers:
    """The layers that every drawing has; isolines have one a level besides."""

    PROPERTY = Layer("E-LITE-BASE-PROP", PLAIN, "property line", Strokes.PROPERTY)
    PAVEMENT = Layer("E-LITE-BASE-PVMT", GREY, "pavement edges", Strokes.PAVEMENT)
    ACCESS = Layer("E-LITE-BASE-ACCS", GREY, "site access points", Strokes.PAVEMENT)
    BUILDING = Layer("E-LITE-BASE-BLDG", GREY, "buildings on the ground", Strokes.BUILDING)
    OVERHEAD = Layer("E-LITE-BASE-OVHD", GREY, "canopies and other roofs", Strokes.OVERHEAD)
    DWELLING = Layer("E-LITE-BASE-DWEL", GREY, "dwellings, as points")
    NAMES = Layer("E-LITE-BASE-NAME", GREY, "names of boundaries, buildings and zones")
    LUMINAIRES = Layer("E-LITE-LUMN", PLAIN, "luminaires: blocks with attributes", Strokes.ARM)
    LABELS = Layer("E-LITE-IDEN", PLAIN, "type, number and mounting height of luminaires")
    ZONES = Layer("E-LITE-ZONE", GREY, "calculation zones and their holes", Strokes.ZONE)
    VALUES = Layer("E-LITE-VALU", PLAIN, "maintained {light} at zone points, {rounding}")
    STATIONS = Layer("E-LITE-LINE-PNTS", GREY, "stations of lines, as points")
    LINE_VALUES = Layer("E-LITE-LINE-VALU", PLAIN, "maintained {light} at the property line")
    JUDGED_VALUES = Layer(
        "E-LITE-LINE-JUDG", BLUE, "{light} of the layer judged, where limits apply"
    )
    OVER_VALUES = Layer("E-LITE-LINE-OVER", RED, "the same, over a limit that fails")
    LOCI = Layer("E-LITE-LIMT-LINE", BLUE, "lines where limits apply", Strokes.LOCUS)
    LOCI_ACCESS = Layer(
        "E-LITE-LIMT-ACCS", BLUE, "site access points where limits apply", Strokes.LOCUS_ACCESS
    )
    LIMITS = Layer(
        "E-LITE-LIMT-ISO", RED, "isolines of the limits, in the layer judged", Strokes.LIMIT
    )
    WITNESSES = Layer("E-LITE-FAIL", RED, "points at which a requirement fails", Strokes.FAILING)
    ISO_TEXT = Layer("E-LITE-ISO-TEXT", PLAIN, "levels of the isolines")
    TABLES = Layer("E-LITE-TABL", PLAIN, "tables and notes beside the plan")


LAYERS: Final[tuple[Layer, ...]] = tuple(
    layer for layer in vars(Layers).values() if isinstance(layer, Layer)
)

# Up to which level, fc, an isoline has which colour: as in print, in CAD's own colours.
_CONTOUR_COLOURS: Final = (
    (0.1, GREY),
    (0.2, 150),
    (0.5, 160),
    (1.0, 132),
    (2.0, 94),
    (5.0, 30),
    (10.0, 32),
    (float("inf"), 14),
)


def contour_layer(level_fc: float, light: LightUnit = FOOTCANDLES) -> Layer:
    """Give the layer of an isoline: ``E-LITE-ISO-0.50``, in lux ``E-LITE-ISO-5.00-LX``."""
    suffix = "" if light.is_footcandle else f"-{light.name.upper()}"
    colour = next(colour for upper, colour in _CONTOUR_COLOURS if level_fc <= upper * (1 + 1e-9))
    return Layer(
        f"E-LITE-ISO-{light.of(level_fc):.2f}{suffix}",
        colour,
        f"isoline of {light.level(level_fc)} {light.name}, maintained, at grade",
        contour_stroke(level_fc),
    )


def lineweight(stroke: Stroke) -> int:
    """Give the nearest weight that CAD knows, hundredths of a millimetre."""
    return min(_WEIGHTS, key=lambda weight: abs(weight - 100.0 * stroke.width_mm))
