"""Pages of a PDF, as matplotlib writes them but without doing the same twice.

A sheet repeats its words: values, numbers of notes, names of luminaires.  A text is laid out the
first time that it is set, and the operators that set it are written again wherever it stands
again.  Fonts are embedded without the tables that only layout needs, and which no viewer reads.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from fontTools import subset
from matplotlib.backends.backend_pdf import PdfFile, RendererPdf

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from io import BytesIO

    from matplotlib.figure import Figure

__all__ = ["write_pages"]

PT_PER_IN: Final = 72
# Substitutions, kerning and classes of glyphs: letters stand where they were put.
LAYOUT_TABLES: Final = ("GDEF", "GPOS", "GSUB")


def write_pages(
    figures: Sequence[Figure], buffer: BytesIO, metadata: Mapping[str, str | None]
) -> None:
    """Write figures as the pages of one PDF; its fonts are embedded once."""
    file = _Pages(buffer, metadata=dict(metadata))
    try:
        for figure in figures:
            dpi, figure.dpi = figure.dpi, PT_PER_IN
            width, height = figure.get_size_inches()
            file.newPage(width, height)
            renderer = _Renderer(file, dpi, height, width)
            figure.draw(renderer)
            renderer.finalize()
            file.endStream()
        with _lean_fonts():
            file.finalize()
    finally:
        file.close()


class _Pages(PdfFile):
    """The file; it remembers how each text was set."""

    def __init__(self, buffer: BytesIO, metadata: dict[str, str | None]) -> None:
        self.texts: dict[tuple[str, str | None, float], bytes] = {}
        self._caught: list[bytes] | None = None
        super().__init__(buffer, metadata=metadata)

    def write(self, data: bytes) -> None:
        """Write to the page, or keep what a text is set with."""
        if self._caught is None:
            super().write(data)
        else:
            self._caught.append(data)

    @contextmanager
    def catching(self) -> Iterator[list[bytes]]:
        """Keep what is written inside the ``with`` block, and write it nowhere."""
        caught: list[bytes] = []
        self._caught = caught
        try:
            yield caught
        finally:
            self._caught = None


class _Renderer(RendererPdf):
    """Draws on a page; a text that was set before is only moved."""

    file: _Pages

    def draw_text(  # as matplotlib calls it
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: Any,
        angle: float,
        ismath: bool | str = False,
        mtext: Any = None,
    ) -> None:
        """Set a line of text in the colour of `gc`."""
        if ismath or mtext is not None or gc.get_url() is not None:
            super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)
            return
        self.check_gc(gc, gc.get_rgb())
        key = s, prop.get_file(), prop.get_size_in_points()
        operators = self.file.texts.get(key)
        if operators is None:
            with self.file.catching() as caught:
                super().draw_text(gc, 0.0, 0.0, s, prop, 0.0)
            operators = self.file.texts[key] = b"".join(caught)
        turn = math.radians(angle)
        cos, sin = math.cos(turn), math.sin(turn)
        place = f"q\n{cos:.7f} {sin:.7f} {-sin:.7f} {cos:.7f} {x:.5f} {y:.5f} cm\n"
        self.file.write(place.encode("ascii") + operators + b"Q\n")


@contextmanager
def _lean_fonts() -> Iterator[None]:
    """Leave tables of layout out of fonts that are embedded inside the ``with`` block."""
    load = subset.load_font

    def load_without(path: Any, options: subset.Options, *args: Any, **named: Any) -> Any:
        options.drop_tables = [*options.drop_tables, *LAYOUT_TABLES]
        return load(path, options, *args, **named)

    subset.load_font = load_without
    try:
        yield
    finally:
        subset.load_font = load
