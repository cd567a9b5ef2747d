"""What a luminaire's file and place say of it, for towns whose rules ask: BUG, uplight, distance.

A town declares the fields that its rules read, ``[field."luminaire.bug_uplight"]``; those named
here are then filled in for every luminaire that does not state them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.bug import BugRating
from photometry.luminaires.cutoff import CutoffClass
from photometry.luminaires.lumens import total_lumens_exact, upward_lumens
from photometry.luminaires.pose import rotation_matrix
from photometry.ordinance.lighting.readings import ring_of
from photometry.ordinance.photometric import Derived

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from photometry.site.model import Head, Site

    Teller = Callable[[Head, Site], Derived | None]

__all__ = ["PHOTOMETRY_FIELDS", "photometry_facts"]


def photometry_facts(head: Head, site: Site, wanted: Container[str]) -> dict[str, Derived]:
    """Give the fields of `PHOTOMETRY_FIELDS` that are wanted and not stated, by name.

    Parameters
    ----------
    head, site
        A placed luminaire and its site.
    wanted
        Names of the fields that the codes know.
    """
    found = {
        name: tell(head, site)
        for name, tell in PHOTOMETRY_FIELDS.items()
        if name in wanted and name not in head.facts
    }
    return {name: derived for name, derived in found.items() if derived is not None}


def _bug(letter: str) -> Teller:
    def tell(head: Head, _: Site) -> Derived | None:
        rating = head.luminaire.file.bug
        if not isinstance(rating, BugRating):
            return None  # Type A and B files have none: it stays unknown
        return Derived(float(getattr(rating, letter)), f"{rating}, at zero tilt")

    return tell


def _cutoff_class(head: Head, _: Site) -> Derived | None:
    name = head.luminaire.file.cutoff
    if name is CutoffClass.NOT_APPLICABLE:
        return None  # the class is of lamp lumens, which absolute photometry has none of
    return Derived(str(name).replace(" ", "_"), "at zero tilt")


def _uplight_pct(head: Head, _: Site) -> Derived | None:
    light = head.luminaire
    # About the vertical a turn changes nothing, so that heads of one tilt are one luminaire.
    turn = rotation_matrix(0.0, light.tilt_deg, light.roll_deg, light.spin_deg)
    up = upward_lumens(light.file.distribution, turn)
    whole = total_lumens_exact(light.file.distribution)
    if whole <= 0.0:
        return None
    share = 100.0 * up / whole
    # What integration alone leaves above horizontal is none.
    return Derived(0.0 if share < 1e-3 else share, "of its lumens, as installed")


def _line_distance_ft(head: Head, site: Site) -> Derived | None:
    ring = ring_of(site)
    if ring is None:
        return None
    pole = np.array([head.pole_xy_ft])
    foot, _ = ring.nearest(pole)
    return Derived(float(np.hypot(*(foot - pole)[0])), "from its pole")


PHOTOMETRY_FIELDS: Final[dict[str, Teller]] = {
    "bug_backlight": _bug("b"),
    "bug_uplight": _bug("u"),
    "bug_glare": _bug("g"),
    "cutoff_class": _cutoff_class,
    "uplight_pct": _uplight_pct,
    "property_line_distance_ft": _line_distance_ft,
}
