"""Facts about a luminaire that its photometry decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from photometry.ordinance.lighting.hours import after_close_share
from photometry.ordinance.lighting.photometry_facts import photometry_facts
from photometry.ordinance.lighting.shielding import judged_shielding
from photometry.ordinance.photometric import Derived

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from photometry.site.model import Head, Site

__all__ = ["derive_luminaire"]


def derive_luminaire(
    head: Head, site: Site, wanted: Container[str] = frozenset()
) -> Mapping[str, Derived]:
    """Give the fields of a luminaire that its light decides, by name.

    Parameters
    ----------
    head
        As placed; `facts` holds what is declared of it.
    site
        For its scenes.
    wanted
        Fields beyond those below that some code asks for (see `photometry_facts`).

    Returns
    -------
    mapping
        ``shielding`` where it is not declared, or is declared full and is not; and
        ``after_hours_dim_pct``, the output that the scene after close leaves, in percent.
    """
    derived = photometry_facts(head, site, wanted)
    shielding, remark = judged_shielding(head.facts.get("shielding"), head.luminaire)
    if remark:
        derived["shielding"] = Derived(shielding, remark)
    share = after_close_share(head, site)
    if share is not None and "after_hours_dim_pct" not in head.facts:
        derived["after_hours_dim_pct"] = Derived(100.0 * share, "from the scene after close")
    return derived
