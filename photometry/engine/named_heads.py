"""Heads as faults name them: by their ids, where they stand and where they are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from photometry.errors import Fault
from photometry.site.noted import place_of
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from photometry.site.model import Head, Site
    from photometry.units import LengthUnit

__all__ = ["NamedHead", "named_heads"]


@dataclass(frozen=True, slots=True)
class NamedHead:
    """A head for messages.

    Attributes
    ----------
    words
        Its id, and its place in the unit of the site file: ``luminaire "P1" at (60.00, 90.00)``.
    file, line
        Where it is listed.
    unit
        Of the site file: lengths are said in it.
    """

    words: str
    file: str = ""
    line: int | None = None
    unit: LengthUnit = "ft"

    def length(self, length_ft: float) -> str:
        """Write a length in the unit of its site: ``10.00 ft``."""
        return f"{length_ft / FEET_PER_UNIT[self.unit]:.2f} {'m' if self.unit == 'm' else 'ft'}"

    def fault(self, what: str, advice: str) -> Fault:
        """Say what is wrong with it: it ``what``."""
        return Fault(f"{self.words} {what}", self.file, self.line, advice)


def named_heads(site: Site) -> tuple[NamedHead, ...]:
    """Name the heads of a site, in their order."""
    return tuple(_named(head, site) for head in site.heads)


def _named(head: Head, site: Site) -> NamedHead:
    lamp = head.luminaire
    # A list other than the site file is named as the user would: beside the site file.
    file = site.named_files.get(head.file, head.file) if head.file else site.path
    words = f'luminaire "{head.id}" at {place_of(site, lamp.x_ft, lamp.y_ft)}'
    return NamedHead(words, str(file), head.line, site.unit)
