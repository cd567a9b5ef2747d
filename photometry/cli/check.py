"""``photometry check``: findings only, nothing written."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import Console

    from photometry.ordinance.finding import Finding
    from photometry.site.model import Site
    from photometry.tables.display import LightUnit
    from photometry.units import LengthUnit

__all__ = ["check"]

MOST_MISSING: Final = 6  # facts, and questions, that the terminal names


def check(
    source: Annotated[
        Path, typer.Argument(help="A site file or a facts file.", show_default=False)
    ],
    code: Annotated[
        str | None, typer.Option(help="Judge by this code (id or folder) instead of the site's.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Every finding as JSON on stdout.")
    ] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="The findings as Markdown on stdout.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show passes and what does not apply, too.")
    ] = False,
    lux: Annotated[
        bool,
        typer.Option(
            "--lux", help="Show measured light and limits in lux, too; not in JSON and Markdown."
        ),
    ] = False,
) -> None:
    """Judge a site (or facts alone) and print the findings.

    Example: photometry check examples/elm-street/site.toml --code sweden-ny
    """
    from photometry.cli.console import talk_console, telling
    from photometry.cli.report import exit_code, show_notes
    from photometry.submittal.pipeline import findings_of
    from photometry.tables.display import FOOTCANDLES, LUX

    talk = talk_console()
    with telling(talk, "reading") as tell:
        findings, judged = findings_of(
            source,
            code=code,
            progress=lambda what, share: tell(f"calculating {what} {share:.0%}"),
            reading=lambda name, share: tell(f"reading {name} {share:.0%}"),
            judging=lambda rule, share: tell(f"judging {share:.0%}: {rule}"),
        )
    site = None if judged is None else judged.site
    if judged is not None:
        show_notes(talk, judged.calc.notes, judged.site.path)
    if as_json:
        from photometry.submittal.records import finding_record

        unit = "ft" if site is None else site.unit
        record = {"format": 1, "findings": [finding_record(f, unit) for f in findings]}
        sys.stdout.write(json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    elif as_markdown:
        from photometry.cli.by_topic import findings_as_markdown

        sys.stdout.write(findings_as_markdown(findings, everything=everything))
    else:
        with telling(talk, "looking for what would help") as tell:
            remedies = _remedies(site, findings, tell)
        unit = "ft" if site is None else site.unit
        shown = LUX if lux else FOOTCANDLES
        _print(findings, remedies, unit, shown, everything=everything, by_topic=site is None)
    sys.exit(exit_code(findings))


def _remedies(
    site: Site | None, findings: Sequence[Finding], tell: Callable[[str], None]
) -> dict[int, list[str]]:
    """Find what would make failures pass, by the finding's identity."""
    from photometry.submittal.pipeline import remedies_of

    found: dict[int, list[str]] = {}

    def progress(place: str, share: float) -> None:
        tell(f"looking for what would help at {place} {share:.0%}")

    if site is not None:
        for finding, text in remedies_of(site, findings, progress):
            found.setdefault(id(finding), []).append(text)
    return found


def _print(
    findings: Sequence[Finding],
    remedies: Mapping[int, list[str]],
    unit: LengthUnit,
    light: LightUnit,
    *,
    everything: bool,
    by_topic: bool,
) -> None:
    """Print what fails in full, and count the rest; of facts alone, topic by topic."""
    from photometry.cli.by_topic import topics_worst_first
    from photometry.cli.console import TALK, data_console, headed
    from photometry.cli.report import counts, counts_explained, exit_code, show_detail
    from photometry.ordinance.finding import Status
    from photometry.submittal.records import DIRECT_LIGHT_ONLY
    from photometry.tables.grouping import alike, worst_first

    console = data_console()
    shown = {Status.FAIL} if not everything else set(Status)
    topics = topics_worst_first(findings) if by_topic else [("", worst_first(findings))]
    for topic, members in topics:
        of_topic = [finding for finding in members if finding.status in shown]
        if topic and of_topic:
            console.rule(headed(topic.capitalize()), align="left", style=TALK)
        for group in alike(of_topic):
            helps = [text for finding in group for text in remedies.get(id(finding), ())]
            show_detail(console, group, helps, unit, light)
    if by_topic:
        _print_open(console, findings)
    rest = [finding for finding in findings if finding.status not in shown]
    if rest:
        console.print(f"… {counts(rest)}.  --all shows every finding.", style=TALK)
    told = counts(findings, everything=everything)
    console.print(headed(told or "nothing was judged"))
    if explained := counts_explained(findings):
        console.print(explained, style=TALK)
    console.print(f"{DIRECT_LIGHT_ONLY}   exit {exit_code(findings)}", style=TALK)


def _print_open(console: Console, findings: Sequence[Finding]) -> None:
    """Name the facts that most rules wait for, and how many questions wait for a person."""
    from rich.text import Text

    from photometry.cli.by_topic import missing_facts, question
    from photometry.cli.console import TALK
    from photometry.ordinance.finding import Status
    from photometry.tables.words import place

    facts = missing_facts(findings)
    for fact in facts[:MOST_MISSING]:
        clauses = f"{len(fact.clauses)} clause{'s' if len(fact.clauses) != 1 else ''}"
        console.print(Text(f"missing  {fact.name}  ({clauses})"))
    if len(facts) > MOST_MISSING:
        console.print(f"… and {len(facts) - MOST_MISSING} more; --markdown lists them", style=TALK)
    asked = [one for one in findings if one.status is Status.NEEDS_DETERMINATION]
    for finding in asked[:MOST_MISSING]:
        console.print(Text(f"decide   {place(finding.where)}: {question(finding)}"))
    if len(asked) > MOST_MISSING:
        console.print(f"… and {len(asked) - MOST_MISSING} more; --markdown lists them", style=TALK)
