"""Writing figures: PDF with searchable text, PNG at print resolution, the same bytes each time."""

from __future__ import annotations

import io
import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from photometry.drawings.contours import LEVELS_FC
from photometry.drawings.pdf_pages import write_pages
from photometry.drawings.style import Ink, contour_stroke

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

__all__ = ["pdf_bytes", "png_bytes"]

PNG_DPI: Final = 150
# Shares of ink in paper: what a palette needs for the softened edges of lines.
_SHARES: Final = (1.0, 0.8, 0.6, 0.4, 0.22, 0.1)

# Settings of matplotlib are global and read while drawing; these are ours whatever the user's
# are: TrueType fonts, so that text can be searched, and letters where they were measured.
_SETTINGS: Final[dict[str, Any]] = {
    "pdf.fonttype": 42,
    "pdf.compression": 6,
    "pdf.use14corefonts": False,
    "text.hinting": "none",
    "text.antialiased": True,
}
_LOCK = threading.RLock()


@contextmanager
def _own_settings() -> Iterator[None]:
    """Hold our settings of matplotlib, one thread at a time, and put the user's back."""
    with _LOCK:
        settings: Any = mpl.rcParams
        before = {name: settings[name] for name in _SETTINGS}
        settings.update(_SETTINGS)
        try:
            yield
        finally:
            settings.update(before)


def pdf_bytes(figures: Sequence[Figure], title: str) -> bytes:
    """Write figures as the pages of one PDF; its fonts are embedded once."""
    buffer = io.BytesIO()
    # A date would make two runs differ; the producer would name matplotlib's version.
    metadata = {"Title": title, "CreationDate": None, "Creator": "photometry", "Producer": None}
    with _own_settings():
        write_pages(figures, buffer, metadata)
    return buffer.getvalue()


def png_bytes(figure: Figure, dpi: int = PNG_DPI, *, in_palette: bool = True) -> bytes:
    """Write a figure as a PNG, in the palette of the sheets' inks or in any colours."""
    with _own_settings():
        figure.dpi = dpi
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        picture = Image.fromarray(_rgb(canvas))
    if in_palette:
        picture = picture.quantize(palette=_palette(), dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


def _rgb(canvas: Any) -> NDArray[np.uint8]:
    return np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[..., :3])


@cache
def _palette() -> Image.Image:
    """Every ink of the drawings in several strengths, and the fills as they are."""
    inks = [_colour(value) for name, value in vars(Ink).items() if not name.startswith("_")]
    inks += [_colour(contour_stroke(level).colour) for level in LEVELS_FC]
    white = np.array([255, 255, 255])
    light = [ink for ink in inks if ink.min() > 200]
    dark = list({tuple(ink): ink for ink in inks if ink.min() <= 200}.values())
    blends = [white + (ink - white) * share for ink in dark for share in _SHARES]
    colours = np.rint(np.array([white, *light, *blends])).astype(np.uint8)[:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours.tobytes())
    return palette


def _colour(text: str) -> NDArray[np.int64]:
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], np.int64)
