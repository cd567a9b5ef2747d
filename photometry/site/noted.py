"""How notes on a site name what they are about: places and lengths in the site file's unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from photometry.site.model import Head, Site

__all__ = ["length_of", "note_of_head", "place_of"]


def place_of(site: Site, x_ft: float, y_ft: float) -> str:
    """Write a place in the site file's own unit: ``(12.00, 80.50)``."""
    feet = site.feet_per_unit
    return f"({x_ft / feet:.2f}, {y_ft / feet:.2f})"


def length_of(site: Site, length_ft: float) -> str:
    """Write a length in the site file's own unit: ``1,250.0 ft``."""
    return f"{length_ft / site.feet_per_unit:,.1f} {'m' if site.unit == 'm' else 'ft'}"


def note_of_head(code: str, text: str, head: Head, site: Site) -> Note:
    """Give a note on a head: what it is or does, its line and where it is."""
    lamp = head.luminaire
    place = f"luminaire {head.id} at {place_of(site, lamp.x_ft, lamp.y_ft)}"
    return Note(code, f'luminaire "{head.id}" {text}', head.line, place, head.file)
