"""A page for each luminaire type: its polar plot, what its file says, what the site sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from photometry.submittal.html_polar import polar_plot
from photometry.tables.display import length_unit
from photometry.tables.luminaire_file import Fact, FactGroup, luminaire_facts
from photometry.tables.schedule import installed_file
from photometry.tables.text import factor_text, plain_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.luminaires.record import Note
    from photometry.site.model import Head, LuminaireType, Site
    from photometry.submittal.html_polar import PolarPlot
    from photometry.tables.display import LengthUnit

__all__ = ["TypePage", "type_pages"]


@dataclass(frozen=True, slots=True)
class TypePage:
    """What is shown of one luminaire type."""

    name: str
    description: str
    file: str
    heads: tuple[str, ...]
    polar: PolarPlot
    groups: tuple[FactGroup, ...]
    notes: tuple[Note, ...]


def type_pages(site: Site) -> tuple[TypePage, ...]:
    """Give a page for every type that is placed, in the order of the schedule."""
    length = length_unit(site.unit)
    pages = []
    for kind in site.types.values():
        heads = [head for head in site.heads if head.type is kind]
        if heads:
            pages.append(_page(kind, heads, length))
    return tuple(pages)


def _page(kind: LuminaireType, heads: Sequence[Head], length: LengthUnit) -> TypePage:
    file = installed_file(kind)
    return TypePage(
        name=kind.name,
        description=kind.description,
        file=kind.file_path,
        heads=tuple(head.id for head in heads),
        polar=polar_plot(file.distribution),
        groups=(
            FactGroup("On this site", _placed(kind, heads, length)),
            *luminaire_facts(file, length),
        ),
        notes=kind.file.notes,
    )


def _placed(kind: LuminaireType, heads: Sequence[Head], length: LengthUnit) -> tuple[Fact, ...]:
    """Say what the site sets: how many, how high, light loss, output."""
    heights = sorted({head.luminaire.mounting_height_ft for head in heads})
    parts = " × ".join(
        f"{name.upper()} {plain_number(value)}" for name, value in kind.llf_parts.items()
    )
    maintained = factor_text(kind.maintained_factor)
    facts = [
        Fact("Quantity", f"{len(heads)}"),
        Fact("Mounting height", f"{', '.join(map(length.plain, heights))} {length.abbreviation}"),
        Fact("Light loss", f"{maintained} maintained{f' ({parts})' if parts else ''}"),
        Fact("Initial factor", factor_text(kind.initial_factor)),
    ]
    if kind.output_factor != 1.0:
        facts.append(Fact("Output set", f"× {plain_number(kind.output_factor)} of the file"))
    return tuple(facts)
