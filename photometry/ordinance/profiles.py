"""Curves of everything that a code judges along a site's lines, for drawings and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from photometry.ordinance.judge_light import context_of
from photometry.ordinance.lighting.line_profiles import (
    LightProfile,
    SightProfile,
    light_profile,
    sight_profile,
)
from photometry.ordinance.rule import Photometric
from photometry.ordinance.site_judge import judge_of_site

if TYPE_CHECKING:
    from photometry.engine.results import Calculation
    from photometry.ordinance.catalogue import Code
    from photometry.site.model import Site

__all__ = ["LightProfile", "SightProfile", "line_profiles"]

_PROFILES = {"line_maximum": light_profile, "source_height": sight_profile}


def line_profiles(
    site: Site, calculation: Calculation, code: Code, *, step_ft: float = 0.5
) -> tuple[LightProfile | SightProfile, ...]:
    """Give illuminance and visible height along every line that a code's rules judge.

    Parameters
    ----------
    site, calculation
        A site and its light.
    code
        The code, under the interpretations that the site names.
    step_ft
        Between stations, at most.

    Returns
    -------
    tuple
        In the order of the rules, then of the boundaries; none for a rule that does not apply
        at a boundary, or has no line there.
    """
    judge = judge_of_site(code, site, calculation)
    found = []
    for rule in code.rules.values():
        test = rule.body(judge.choices).test
        if rule.record != "boundary" or not isinstance(test, Photometric):
            continue
        profile_of = _PROFILES.get(test.check)
        if profile_of is None:
            continue
        for row in judge.facts.rows("boundary"):
            context = context_of(judge, rule, row)
            profile = None if context is None else profile_of(context, step_ft)
            if profile is not None:
                found.append(profile)
    return tuple(found)
