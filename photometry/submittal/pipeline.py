"""From a site file to verdicts: what every command and every notebook shares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from photometry.engine.calculate import calculate as calculate_receivers
from photometry.errors import ProjectFileError
from photometry.ordinance.catalogue import place_of_code
from photometry.ordinance.checker import check, codes_of
from photometry.ordinance.finding import Status
from photometry.ordinance.law_faults import errors_of_law, errors_of_law_in_file, together
from photometry.ordinance.receivers import receivers_for
from photometry.ordinance.remedies import helps_for
from photometry.site.project_file import load_site
from photometry.site.property import LineRequest
from photometry.site.toml_file import read_toml
from photometry.submittal.replacing import load_replaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike

    from distributed import Client

    from photometry.drawings.field import Field
    from photometry.engine.calculate import Progress
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site

__all__ = ["Judgement", "calculate", "findings_of", "judge", "remedies_of"]

# Every site's property line, roads and dwellings are calculated, whatever its code asks.
ALWAYS: Final = (
    LineRequest("property_line"),
    LineRequest("pavement_edge"),
    LineRequest("access_points"),
    LineRequest("dwellings"),
)
FACTS_SUFFIXES: Final = {".json", ".yaml", ".yml", ".csv"}


@dataclass(frozen=True, eq=False)
class Judgement:
    """A site, calculated and judged."""

    site: Site
    calc: Calculation
    findings: tuple[Finding, ...]

    @cached_property
    def field(self) -> Field:
        """The illuminance field that every drawing and the page's map show, computed once."""
        from photometry.drawings.field import display_field, drawn_layers  # noqa: PLC0415

        return display_field(self.site, self.calc, drawn_layers(self.calc))


def calculate(
    site: Site,
    receivers: Sequence[LineRequest] | None = None,
    threads: int | None = None,
    *,
    client: Client | None = None,
    progress: Progress | None = None,
) -> Calculation:
    """Compute illuminance over a site's zones and lines.

    Parameters
    ----------
    site
        The site, from `load_site`.
    receivers
        Lines to calculate; None for those that the site's codes ask for.
    threads
        Threads of the kernel; None for all cores. The numbers do not depend on it.
    client
        A `distributed.Client` whose workers compute large zones (extra ``distributed``). The
        numbers do not depend on it.
    progress
        Called with what is being done and the share done, 0 to 1.

    Returns
    -------
    Calculation
        Zones and lines by name. Direct light only.
    """
    wanted = tuple(receivers) if receivers is not None else _asked_by_codes(site)
    return calculate_receivers(site, wanted, threads=threads, client=client, progress=progress)


def judge(
    path: str | PathLike[str],
    *,
    code: str | None = None,
    replaced: Mapping[str, str] | None = None,
    threads: int | None = None,
    client: Client | None = None,
    progress: Progress | None = None,
    reading: Progress | None = None,
    judging: Progress | None = None,
) -> Judgement:
    """Load a site, calculate it and judge it by its codes, or by `code` instead.

    `replaced` gives luminaire types other files: see `load_replaced`. `threads`, `client` and
    `progress` are those of `calculate`; `reading` is called with the name of a drawing and the
    share of it that has been read, `judging` with the title of a rule and the share of a code.

    Raises
    ------
    ProjectFileError, LuminaireFileError, CodeFileError, FactsFileError, CalculationError
        Every fault of the input, all at once where they can be found together.
    """
    # Named on the command line, a path is relative to where the user stands.
    place = None if code is None else place_of_code(code)
    try:
        site = (
            load_replaced(path, replaced) if replaced else load_site(Path(path), progress=reading)
        )
    except ProjectFileError as error:
        raise together([error, *errors_of_law_in_file(Path(path))]) from None
    if errors := errors_of_law(site, place):
        raise together(errors)
    named = site
    if place is not None:
        site = replace(site, project=replace(site.project, codes=(place,)))
    calc = calculate(site, threads=threads, client=client, progress=progress)
    # A site may be calculated before anybody says by which code it will be judged.
    # What a site chooses and states for its own codes is no fault where another judges it.
    has_codes = bool(site.project.codes)
    findings = check(site=named, calc=calc, progress=judging, code=place) if has_codes else ()
    return Judgement(site, calc, findings)


def findings_of(
    path: str | PathLike[str],
    *,
    code: str | None = None,
    progress: Progress | None = None,
    reading: Progress | None = None,
    judging: Progress | None = None,
) -> tuple[tuple[Finding, ...], Judgement | None]:
    """Judge a site file, or a facts file alone; give the findings, and how a site came to them."""
    source = Path(path)
    if _is_facts_file(source):
        return check(facts=source, code=code, progress=judging), None
    judged = judge(source, code=code, progress=progress, reading=reading, judging=judging)
    if not judged.site.project.codes:
        check(site=judged.site, calc=judged.calc)  # says that no code is named, and which are known
    return judged.findings, judged


def remedies_of(
    site: Site, findings: Sequence[Finding], progress: Progress | None = None
) -> Iterator[tuple[Finding, str]]:
    """Give what would make failing findings of light pass: computed, applied and judged anew.

    `progress` is called with the place that is looked at and the share of the failures done.
    """
    codes = {one.id: one for one in codes_of(site)}
    failing = [finding for finding in findings if finding.status is Status.FAIL]
    for done, finding in enumerate(failing):
        if progress is not None:
            progress(finding.where.name, done / len(failing))
        for text in helps_for(site, finding, codes[finding.code]):
            yield finding, text


def _asked_by_codes(site: Site) -> tuple[LineRequest, ...]:
    """Give the lines of every site, then those that its codes add, each once."""
    wanted = dict.fromkeys(ALWAYS)
    if site.project.codes:
        for code in codes_of(site):
            wanted.update(dict.fromkeys(receivers_for(code, site)))
    return tuple(wanted)


def _is_facts_file(path: Path) -> bool:
    """Tell a facts file from a site file by what it says of itself."""
    if path.is_dir() or path.suffix.lower() != ".toml":
        return path.suffix.lower() in FACTS_SUFFIXES
    data, _ = read_toml(path, ProjectFileError)
    return data.get("kind") == "facts"
