"""The judge of a site by one code, with the facts and the interpretations that the site names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from photometry.ordinance.facts_reader import read_facts
from photometry.ordinance.judge import Judge
from photometry.ordinance.options import choose
from photometry.ordinance.site_facts import facts_of_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.engine.results import Calculation
    from photometry.ordinance.catalogue import Code
    from photometry.site.model import Site

__all__ = ["judge_of_site"]


def judge_of_site(
    code: Code,
    site: Site,
    calculation: Calculation | None = None,
    options: Mapping[str, Any] | None = None,
) -> Judge:
    """Make the judge of a site.

    Parameters
    ----------
    code
        The code.
    site
        The site; its facts file is read anew.
    calculation
        Its light; None where no rule will be asked that measures any.
    options
        Interpretations, as a site file has them; None for those of the site.
    """
    given = None
    if site.facts_path is not None:
        given = read_facts(site.facts_path, code.records, find=site.find_facts)
    facts = facts_of_site(site, calculation, given, code.records)
    chosen = choose(code.options, site.options if options is None else options)
    return Judge(code, facts, chosen, site, calculation)
