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
    from photometry.ordinance.facts import Facts
    from photometry.site.model import Site

__all__ = ["facts_given", "judge_of_site"]


def facts_given(code: Code, site: Site) -> Facts | None:
    """Read the facts file of a site; None where it names none."""
    if site.facts_path is None:
        return None
    return read_facts(site.facts_path, code.records, find=site.find_facts)


def judge_of_site(
    code: Code,
    site: Site,
    calculation: Calculation | None = None,
    options: Mapping[str, Any] | None = None,
    given: Facts | None = None,
) -> Judge:
    """Make the judge of a site.

    Parameters
    ----------
    code
        The code.
    site
        The site.
    calculation
        Its light; None where no rule will be asked that measures any.
    options
        Interpretations, as a site file has them; None for those of the site.
    given
        From `facts_given`, where it was read before; None to read it.
    """
    given = facts_given(code, site) if given is None else given
    facts = facts_of_site(site, calculation, given, code.records)
    chosen = choose(code.options, site.options if options is None else options)
    return Judge(code, facts, chosen, site, calculation)
