"""Where the page's numbers come from: program, files with their hashes, interpretations, notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from photometry._version import __version__
from photometry.ordinance.checker import codes_of
from photometry.submittal.inputs import inputs_of, sha256_of
from photometry.tables.text import count, option_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from photometry.engine.error_budget import ErrorBudget
    from photometry.luminaires.record import Note
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.submittal.pipeline import Judgement

__all__ = ["Interpretation", "Provenance", "code_names", "provenance_of"]


@dataclass(frozen=True, slots=True)
class Interpretation:
    """An answer to a question that a code leaves open."""

    name: str
    value: str
    question: str
    chosen_by: str
    findings: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the last tab of the page says.

    Attributes
    ----------
    facts
        Label and text.
    inputs
        Place in the submittal's folder, and SHA-256.
    """

    facts: tuple[tuple[str, str], ...]
    interpretations: tuple[Interpretation, ...]
    inputs: tuple[tuple[str, str], ...]
    notes: tuple[Note, ...]


def provenance_of(judgement: Judgement) -> Provenance:
    """Gather what a reader needs to trust, or to check, the numbers."""
    site, calc = judgement.site, judgement.calc
    files = inputs_of(site).files
    return Provenance(
        facts=tuple(_facts(judgement)),
        interpretations=tuple(_interpretations(site, judgement.findings)),
        inputs=tuple((f"inputs/{place}", sha256_of(file)) for place, file in files.items()),
        notes=calc.notes,
    )


def code_names(site: Site) -> tuple[str, ...]:
    """Names of the codes that the site is judged by."""
    return tuple(code.name for code in codes_of(site)) if site.project.codes else ()


def _facts(judgement: Judgement) -> Iterable[tuple[str, str]]:
    site, calc = judgement.site, judgement.calc
    project = site.project
    points = sum(len(result.points_ft) for result in (*calc.zones.values(), *calc.lines.values()))
    yield "Computed with", f"photometry {__version__}"
    yield "Site file", site.path.name
    labels = ("number", "client", "prepared_by", "address", "revision", "date")
    for label in labels:
        value = getattr(project, label)
        if value:
            yield label.replace("_", " ").capitalize(), value
    yield "Judged by", ", ".join(code_names(site)) or "no code"
    yield (
        "Calculated",
        (
            f"{count(points)} points in {len(calc.zones)} zones and on {len(calc.lines)} lines, "
            f"{count(len(site.heads))} luminaire heads"
        ),
    )
    yield "Coordinates", f"{site.unit}, as in the site file"
    yield (
        "Sum",
        (
            "every luminaire at every point"
            if site.max_error_fc == 0.0
            else _within(calc.error_budget)
        ),
    )


def _within(budget: ErrorBudget) -> str:
    """Say what the error allowed was used for, and what was seen of it."""
    return (
        f"every point within {budget.max_error_fc:g} fc of the sum of all luminaires: of the pairs "
        f"of a luminaire and a point {budget.dropped_share:.1%} were left out, "
        f"{budget.grouped_share:.1%} interpolated and {budget.exact_share:.1%} summed; at "
        f"{count(budget.probes)} points calculated again exactly the largest difference was "
        f"{budget.largest_difference_fc:.2g} fc"
    )


def _interpretations(site: Site, findings: Iterable[Finding]) -> Iterable[Interpretation]:
    """List the options that findings rest on, those of the site file first."""
    used: dict[str, str] = {}
    number: dict[str, int] = {}
    for finding in findings:
        for name, value in finding.options.items():
            used[name] = option_text(value)
            number[name] = number.get(name, 0) + 1
    questions = _questions(site)
    for name in sorted(used, key=lambda name: (name not in site.options, name)):
        yield Interpretation(
            name,
            used[name],
            questions.get(name, ""),
            "site file" if name in site.options else "the code's default",
            number[name],
        )


def _questions(site: Site) -> Mapping[str, str]:
    if not site.project.codes:
        return {}
    return {
        name: option.question for code in codes_of(site) for name, option in code.options.items()
    }
