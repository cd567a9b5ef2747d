"""What was judged along a line, as curves: illuminance and visible height against station.

A finding says the worst of a line.  A drawing shows all of it, and a table every reading and
every luminaire; both are taken here, with the question, the luminaires and the geometry of the
verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from photometry.ordinance.lighting import source_views, trespass
from photometry.ordinance.lighting.places import Nowhere, place_of, with_access_width
from photometry.ordinance.lighting.readings import BASES, line_reading, meter_fc
from photometry.ordinance.lighting.visibility import cutoff_needed_deg
from photometry.ordinance.lighting.visible_profile import stations_of, visible_heights_ft
from photometry.ordinance.photometric import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.lighting.places import Place
    from photometry.ordinance.lighting.readings import Reading
    from photometry.ordinance.lighting.visibility import Sight
    from photometry.ordinance.lighting.visible_profile import Stations
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Site
    from photometry.site.property import CalculationLine

    FloatArray = NDArray[np.float64]
    BoolArray = NDArray[np.bool_]

__all__ = [
    "LightProfile",
    "LuminaireSight",
    "SightProfile",
    "light_profile",
    "sight_profile",
    "trespass_place",
]


@dataclass(frozen=True, eq=False, kw_only=True)
class LightProfile:
    """Illuminance along a line that a limit in footcandles was held against.

    Attributes
    ----------
    rule, citation
        The rule that judged it.
    counts : (n,) bool array
        Which stations count; at others something else is judged.
    horizontal_fc, vertical_fc : (2, n) arrays
        Initial and maintained, of the luminaires that count.
    largest
        ``"initial horizontal"`` and so on to the largest reading of the continuous line.
    """

    rule: str
    citation: str
    line: CalculationLine
    limit_fc: float
    stations: Stations
    counts: BoolArray
    horizontal_fc: FloatArray
    vertical_fc: FloatArray
    largest: Mapping[str, Reading]


@dataclass(frozen=True, slots=True)
class LuminaireSight:
    """One luminaire as it is seen from a line, and the cutoff angle that would hide it, deg."""

    luminaire: str
    sight: Sight
    needed_deg: float


@dataclass(frozen=True, eq=False, kw_only=True)
class SightProfile:
    """Height above grade up to which sources show, along a line that limits it.

    Attributes
    ----------
    luminaires
        Ids of the k heads that count.
    height_ft : (k, n) array
        For each of them at each station; infinite for every height, minus infinity for none.
    sights
        The worst view of each, and the cutoff angle that would hide it all along the line.
    """

    rule: str
    citation: str
    line: CalculationLine
    limit_ft: float
    stations: Stations
    counts: BoolArray
    luminaires: tuple[str, ...]
    height_ft: FloatArray
    sights: tuple[LuminaireSight, ...]


def light_profile(context: PhotometricContext, step_ft: float) -> LightProfile | None:
    """Give the illuminance along the line that a ``line_maximum`` rule judges, if there is one."""
    calculation = context.calculation
    question = trespass.question_of(context)
    if calculation is None or context.site is None:
        return None
    counted = trespass.counted_heads(context, question)
    place = trespass_place(context, context.site, question)
    if isinstance(counted, Outcome) or isinstance(place, Nowhere):
        return None
    stations = stations_of(place.line, step_ft)
    return LightProfile(
        rule=context.rule.id,
        citation=context.rule.citation,
        line=place.line,
        limit_fc=question.most_fc,
        stations=stations,
        counts=_counts(place, stations),
        horizontal_fc=meter_fc(calculation, stations.xy_ft, "horizontal", counted),
        vertical_fc=meter_fc(calculation, stations.xy_ft, "vertical", counted),
        largest=_largest(calculation, place, counted),
    )


def sight_profile(context: PhotometricContext, step_ft: float) -> SightProfile | None:
    """Give the visible heights along the line that a ``source_height`` rule judges, if any."""
    site = context.site
    question = source_views.question_of(context)
    if site is None:
        return None
    place = source_views.place_for(site, context.subject.id, question)
    rows = {row.id: row for row in context.among}
    heads = [i for i, head in enumerate(site.heads) if head.id in rows]
    if isinstance(place, Nowhere) or not heads:
        return None
    stations = stations_of(place.line, step_ft)
    cutoffs = [
        source_views.cutoff_of(
            site.heads[i],
            question,
            source_views.declared_cutoff_deg(rows[site.heads[i].id], question),
        )
        for i in heads
    ]
    sights = []
    for i in heads:
        row = rows[site.heads[i].id]
        seen = source_views.sight_of(site, place, i, row, question, exact=True)
        if seen is not None:
            look = source_views.lookout_of(site, place, i)
            needed = cutoff_needed_deg(look, question.most_ft, place.keep)
            sights.append(LuminaireSight(row.id, seen, needed))
    if not sights:
        return None
    sources = source_views.sources_ft(site)[heads]
    return SightProfile(
        rule=context.rule.id,
        citation=context.rule.citation,
        line=place.line,
        limit_ft=question.most_ft,
        stations=stations,
        counts=_counts(place, stations),
        luminaires=tuple(site.heads[i].id for i in heads),
        height_ft=visible_heights_ft(site, place.line, stations, sources, cutoffs),
        sights=tuple(sights),
    )


def trespass_place(
    context: PhotometricContext, site: Site, question: trespass.Question
) -> Place | Nowhere:
    """Find the line that a ``line_maximum`` rule judges, and which of its points count."""
    place = place_of(
        site, context.subject.id, question.line, question.distance_ft, question.whichever
    )
    if isinstance(place, Nowhere) or question.access_ft is None:
        return place
    return with_access_width(site, place, question.access_ft)


def _counts(place: Place, stations: Stations) -> BoolArray:
    if place.keep is None:
        return np.ones(len(stations.xy_ft), np.bool_)
    return place.keep(stations.xy_ft)


def _largest(
    calculation: Calculation, place: Place, counted: tuple[int, ...]
) -> dict[str, Reading]:
    found = {
        f"{basis} {meter}": line_reading(
            calculation, place.line, basis, meter, counted=counted, keep=place.keep
        )
        for basis in BASES
        for meter in ("horizontal", "vertical")
    }
    return {name: one for name, one in found.items() if one is not None}
