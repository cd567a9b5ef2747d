"""The typeface of the drawings, and how wide its words are.

IBM Plex Sans Condensed (SIL Open Font License 1.1, in ``fonts/``), loaded by path so that no
font has to be installed.  Where a file is missing, or a name holds a character that Plex does
not have, DejaVu Sans stands in, which matplotlib always brings.  Widths are measured with the
very font that is drawn.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

import matplotlib as mpl
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font, LoadFlags

__all__ = ["Face", "Typeface", "printable", "typeface", "width_em"]

Face = Literal["regular", "medium", "semibold", "bold", "italic", "light"]

_PLEX: Final = Path(__file__).parent / "fonts"
_DEJAVU: Final = Path(mpl.get_data_path()) / "fonts" / "ttf"
_PLEX_FILES: Final[dict[Face, str]] = {
    "regular": "IBMPlexSansCondensed-Regular.ttf",
    "medium": "IBMPlexSansCondensed-Medium.ttf",
    "semibold": "IBMPlexSansCondensed-SemiBold.ttf",
    "bold": "IBMPlexSansCondensed-Bold.ttf",
    "italic": "IBMPlexSansCondensed-Italic.ttf",
    "light": "IBMPlexSansCondensed-Light.ttf",
}
_DEJAVU_FILES: Final[dict[Face, str]] = {
    "regular": "DejaVuSans.ttf",
    "medium": "DejaVuSans.ttf",
    "semibold": "DejaVuSans-Bold.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "italic": "DejaVuSans-Oblique.ttf",
    "light": "DejaVuSans.ttf",
}
_STAND_IN: Final = "\N{WHITE SQUARE}"  # for a character that neither font has
_MEASURE_PT: Final = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class Typeface:
    """One font file, opened: which characters it has and how wide they are.

    Attributes
    ----------
    cap_em
        Height of capitals and figures, in ems: 0.698 for Plex, 0.729 for DejaVu.
    advances
        Width of each character met so far, in ems.
    """

    path: Path
    cap_em: float
    characters: frozenset[int]
    advances: dict[str, float]

    def properties(self, size_pt: float) -> FontProperties:
        """Give what matplotlib needs to set type in this font."""
        return _properties(self.path, size_pt)


@lru_cache(maxsize=8192)
def typeface(text: str, face: Face) -> Typeface:
    """Choose the font that can set a text: Plex, or DejaVu where Plex lacks a character."""
    plex = _opened(face, plex=True)
    if plex and all(ord(character) in plex.characters for character in text):
        return plex
    dejavu = _opened(face, plex=False)
    if dejavu is None:  # pragma: no cover  # matplotlib cannot work without its own fonts
        msg = f"matplotlib's font is missing: {_DEJAVU / _DEJAVU_FILES[face]}"
        raise FileNotFoundError(msg)
    return dejavu


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """Make any text fit for one line: control characters are spaces, unknown ones a square."""
    plain = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in text)
    plex, only = _characters(plex=True), _characters(plex=False)
    if all(ord(c) in plex or ord(c) in only for c in plain):
        return plain
    # One stand-in makes the whole text DejaVu's, so only what DejaVu has may stay.
    return "".join(c if ord(c) in only else _STAND_IN for c in plain)


@lru_cache(maxsize=16384)
def width_em(text: str, font: Typeface) -> float:
    """Measure a text's width in ems, without kerning (which only ever narrows it)."""
    missing = {character for character in text if character not in font.advances}
    if missing:
        font.advances.update(_advances(font.path, missing))
    return sum(font.advances[character] for character in text)


def _characters(*, plex: bool) -> frozenset[int]:
    font = _opened("regular", plex=plex)
    return font.characters if font else frozenset()


@cache
def _opened(face: Face, *, plex: bool) -> Typeface | None:
    path = _PLEX / _PLEX_FILES[face] if plex else _DEJAVU / _DEJAVU_FILES[face]
    try:
        font = FT2Font(str(path))
    except (OSError, RuntimeError):
        return None
    return Typeface(path, 0.698 if plex else 0.729, frozenset(font.get_charmap()), {})


@cache
def _properties(path: Path, size_pt: float) -> FontProperties:
    return FontProperties(fname=str(path), size=size_pt)


def _advances(path: Path, characters: set[str]) -> dict[str, float]:
    # A font object of its own: those that matplotlib keeps must not change size under it.
    font = FT2Font(str(path))
    font.set_size(_MEASURE_PT, 72)
    return {
        character: font.load_char(ord(character), flags=LoadFlags.NO_HINTING).linearHoriAdvance
        / 65536.0
        / _MEASURE_PT
        for character in characters
    }
