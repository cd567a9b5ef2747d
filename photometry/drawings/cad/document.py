"""A DXF document: its unit, layers and styles, and its text, the same bytes each time."""

from __future__ import annotations

import io
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import ezdxf
import numpy as np

from photometry.drawings.cad.layers import LAYERS, LINETYPES, lineweight
from photometry.tables.display import FOOTCANDLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from photometry.drawings.cad.layers import Layer
    from photometry.tables.display import LightUnit
    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = [
    "APPLICATION",
    "STYLE",
    "TEXT_IN",
    "add_layer",
    "fixed_metadata",
    "new_document",
    "written",
]

TEXT_IN: Final = 0.08  # height of text as it is plotted
STYLE: Final = "LITE"
FONT: Final = "arial.ttf"
APPLICATION: Final = "PHOTOMETRY"  # owner of the extended data
# $INSUNITS and $MEASUREMENT of the DXF reference.
_UNITS: Final[dict[LengthUnit, tuple[int, int]]] = {"ft": (2, 0), "ftUS": (21, 0), "m": (6, 1)}
_EZDXF: Final[Any] = ezdxf  # exports what it does not declare
_LOCK = threading.RLock()


@contextmanager
def fixed_metadata() -> Iterator[None]:
    """Write no dates and no random identifiers inside the ``with`` block, then as before."""
    with _LOCK:
        before = _EZDXF.options.write_fixed_meta_data_for_testing
        _EZDXF.options.write_fixed_meta_data_for_testing = True
        try:
            yield
        finally:
            _EZDXF.options.write_fixed_meta_data_for_testing = before


def new_document(unit: LengthUnit, unit_per_in: float, light: LightUnit = FOOTCANDLES) -> Any:
    """Open a new drawing of a unit, to be plotted with so much of it to an inch."""
    document = _EZDXF.new("R2010")
    insert_unit, measurement = _UNITS[unit]
    header = document.header
    header["$INSUNITS"], header["$MEASUREMENT"] = insert_unit, measurement
    header["$LUNITS"], header["$LUPREC"], header["$AUPREC"] = 2, 3, 2
    # Dashes are in inches of paper; as they are in model space, so through a viewport.
    header["$LTSCALE"], header["$PSLTSCALE"] = unit_per_in, 0
    header["$DIMSCALE"], header["$TEXTSIZE"] = unit_per_in, TEXT_IN * unit_per_in
    # A point shows as a cross.
    header["$PDMODE"], header["$PDSIZE"] = 2, 0.044 * unit_per_in
    document.appids.add(APPLICATION)
    document.styles.add(STYLE, font=FONT)
    header["$TEXTSTYLE"] = STYLE
    for name, dash_mm in LINETYPES.items():
        if dash_mm:
            document.linetypes.add(name, _pattern(dash_mm))
    for layer in LAYERS:
        add_layer(document, layer, light)
    return document


def add_layer(document: Any, layer: Layer, light: LightUnit) -> None:
    """Add a layer to a drawing, if it has none of that name."""
    if layer.name not in document.layers:
        document.layers.add(
            layer.name,
            color=layer.colour,
            linetype=layer.linetype,
            lineweight=lineweight(layer.stroke),
        ).description = layer.words(light)


def written(document: Any, entities: Iterable[str]) -> str:
    """Give a drawing as DXF text, zoomed to all of it, `entities` as text after its own."""
    space = document.modelspace()
    low, high = _extents(space)
    space.dxf.extmin, space.dxf.extmax = (*low, 0.0), (*high, 0.0)
    middle = (low + high) / 2
    document.set_modelspace_vport(
        height=float(max(high[1] - low[1], (high[0] - low[0]) / 1.6)) * 1.05,
        center=(float(middle[0]), float(middle[1])),
    )
    # Left to ezdxf, classes stand in the order of a set, which another run does not share.
    for kind in sorted(document.entitydb.dxf_types_in_use()):
        document.classes.add_class(kind)
    text = io.StringIO()
    document.write(text)
    whole = text.getvalue()
    end = whole.index("  0\nENDSEC\n", whole.index("  2\nENTITIES\n"))
    return "".join([whole[:end], *entities, whole[end:]])


def _extents(space: Any) -> tuple[FloatArray, FloatArray]:
    """Lower left and upper right of what has vertices; good enough to zoom to."""
    places = [
        point[:2]
        for drawn in space
        if drawn.dxftype() == "LWPOLYLINE"
        for point in drawn.get_points("xy")
    ]
    places += [
        (drawn.dxf.insert.x, drawn.dxf.insert.y) for drawn in space if drawn.dxftype() == "INSERT"
    ]
    corners = np.array(places or [(0.0, 0.0), (1.0, 1.0)], np.float64)
    return corners.min(axis=0), corners.max(axis=0)


def _pattern(dash_mm: Sequence[float]) -> list[float]:
    """Give a linetype's pattern: its length, then dashes and gaps, inches of paper."""
    signs = [1.0 if place % 2 == 0 else -1.0 for place in range(len(dash_mm))]
    return [
        sum(dash_mm) / 25.4,
        *(sign * mm / 25.4 for sign, mm in zip(signs, dash_mm, strict=True)),
    ]
