"""What shows of every source from a line beyond the site, found once for a site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, cast
from weakref import WeakKeyDictionary

from photometry.ordinance.lighting.cutoffs import FileCutoff, FixedCutoff
from photometry.ordinance.lighting.places import Nowhere, Place, place_of, whole_edge
from photometry.ordinance.lighting.visibility import lookout, source_positions_ft, worst_sight

if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    from numpy.typing import NDArray

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.lighting.readings import Keep
    from photometry.ordinance.lighting.visibility import Cutoff, Lookout, Sight
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Head, Site
    from photometry.site.property import LineKind

    FloatArray = NDArray[np.float64]

__all__ = [
    "NEAR_FT",
    "Question",
    "cutoff_of",
    "declared_cutoff_deg",
    "keep_views",
    "lookout_of",
    "place_for",
    "question_of",
    "sight_of",
    "sources_ft",
]

# Cutoff angles interpolated between whole degrees of bearing are good to some thousandths of a
# foot at any distance of interest; what is this near decides a verdict and is found exactly.
NEAR_FT: Final = 0.2
DARK_SHARE: Final = 0.01  # of the maximum: less counts as dark when a cutoff angle is derived


class _SightKey(NamedTuple):
    """What a worst view depends on, on one site."""

    line: str
    keep: Keep | None
    head: int
    test: str
    test_cd: float | None
    declared_deg: float | None
    exact: bool


@dataclass(slots=True)
class _Known:
    """What was found on a site: kept with it, and let go with it."""

    sources_ft: FloatArray
    places: dict[Hashable, Place | Nowhere] = field(default_factory=dict)
    lookouts: dict[Hashable, Lookout] = field(default_factory=dict)
    sights: dict[_SightKey, Sight | None] = field(default_factory=dict)


_KNOWN: WeakKeyDictionary[Site, _Known] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a line, under the options chosen: heights in ft, the test's number in cd."""

    line: LineKind
    distance_ft: float
    most_ft: float
    whichever: str
    test: str
    test_cd: float | None


def question_of(context: PhotometricContext) -> Question:
    """Read a rule's parameters and the options that it names."""
    params = context.params
    choice = context.option(str(params["test_option"]))
    dwelling = params.get("dwelling_option")
    return Question(
        line=cast("LineKind", params["line"]),
        distance_ft=float(params.get("distance_ft", 0.0)),
        most_ft=float(params["most_ft"]),
        whichever="" if dwelling is None else str(context.option(str(dwelling)).value),
        test=str(choice.value),
        test_cd=None if choice.number is None else float(choice.number),
    )


def place_for(site: Site, boundary_id: str, question: Question) -> Place | Nowhere:
    """Find the line that sources are looked at from, once for a site."""
    known = _known(site)
    key = (boundary_id, question.line, question.distance_ft, question.whichever)
    if key not in known.places:
        place = place_of(site, *key)
        edge = whole_edge(site, boundary_id) if question.line == "pavement_edge" else None
        known.places[key] = place if edge is None else Place(edge)
    return known.places[key]


def sight_of(
    site: Site,
    place: Place,
    index: int,
    row: Row,
    question: Question,
    *,
    exact: bool = False,
) -> Sight | None:
    """Find the worst view of a luminaire from a line, once for each test of visibility."""
    declared = declared_cutoff_deg(row, question)
    known = _known(site)
    key = _SightKey(
        place.line.name, place.keep, index, question.test, question.test_cd, declared, exact
    )
    if key not in known.sights:
        known.sights[key] = worst_sight(
            site,
            place.line,
            lookout_of(site, place, index),
            cutoff_of(site.heads[index], question, declared),
            place.keep,
            exact=exact,
        )
    return known.sights[key]


def declared_cutoff_deg(row: Row, question: Question) -> float | None:
    """Give the cutoff angle that a luminaire declares, where that is what decides."""
    return row.number("cutoff_angle_deg") if question.test == "cutoff_angle" else None


def sources_ft(site: Site) -> FloatArray:
    """Give the positions (heads, 3) of the sources, found once for a site."""
    return _known(site).sources_ft


def lookout_of(site: Site, place: Place, index: int) -> Lookout:
    """Look at a source from a line, once for all heads at one place."""
    known = _known(site)
    source = known.sources_ft[index]
    key = (place.line.name, *source)
    if key not in known.lookouts:
        known.lookouts[key] = lookout(site, place.line, source)
    return known.lookouts[key]


def keep_views(site: Site, changed: Site) -> None:
    """Let a site know what was found on another that differs from it in luminaires alone.

    Lines, and what stands between them and a place, are the same, and so is what shows of every
    luminaire that is the same object in both.
    """
    found, new = _known(site), _known(changed)
    pairs = enumerate(zip(site.heads, changed.heads, strict=True))
    same = {index for index, (was, now) in pairs if was is now}
    new.places |= found.places
    new.lookouts |= found.lookouts
    new.sights |= {key: sight for key, sight in found.sights.items() if key.head in same}


def _known(site: Site) -> _Known:
    if site not in _KNOWN:
        _KNOWN[site] = _Known(source_positions_ft(site))
    return _KNOWN[site]


def cutoff_of(head: Head, question: Question, declared_deg: float | None) -> Cutoff:
    """Give the cutoff angles of a head, by the test that is chosen."""
    fixed = 180.0 if question.test == "any_line_of_sight" else declared_deg
    if fixed is not None:
        return FixedCutoff(fixed)
    share = DARK_SHARE
    if question.test_cd is not None:
        # The user's candela are of the luminaire when new; the file's are before the factors.
        when_new = head.type.initial_factor * head.type.output_factor
        share = question.test_cd / (when_new * head.luminaire.file.distribution.max_candela)
    return FileCutoff.of(head.luminaire, share)
