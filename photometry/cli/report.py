"""Statistics and findings as the terminal shows them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.padding import Padding
from rich.text import Text

from photometry.cli.console import TALK, plain_table, verdict
from photometry.ordinance.finding import Status
from photometry.tables.display import FOOTCANDLES
from photometry.tables.findings import on_lighting
from photometry.tables.grouping import alike, worst_first
from photometry.tables.text import STATUS_WORDS, clause, counted, number, option_text
from photometry.tables.words import (
    SEVERITY,
    comparison,
    is_hidden,
    limit_text,
    margin_text,
    measured_text,
    not_kept,
    place,
)
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from photometry.engine.results import Calculation
    from photometry.luminaires.record import Note
    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LightUnit
    from photometry.units import LengthUnit

__all__ = [
    "counts",
    "counts_explained",
    "exit_code",
    "show_detail",
    "show_findings",
    "show_notes",
    "show_statistics",
]

MOST_DETAILS: Final = 3  # luminaires named under a finding
NAMES_SHOWN: Final = 4
_UNIT_WORDS: Final[dict[LengthUnit, str]] = {"ft": "ft", "m": "m", "ftUS": "US ft"}
VERDICT_WIDTH, CLAUSE_WIDTH = 18, 6
NARROW, NARROWEST = 100, 80  # columns: below, the table gives up ratios, then the layer


def exit_code(findings: Iterable[Finding]) -> int:
    """Give 1 where anything fails, else 0."""
    return int(any(finding.status is Status.FAIL for finding in findings))


def show_notes(console: Console, notes: Iterable[Note], site_file: Path) -> None:
    """Print notes, each with the file and line that it is about: the site's unless it says so."""
    for note in notes:
        file = note.file or site_file.name
        place = f"{file}:{note.line}" if note.line else file
        console.print(f"  note {note.code}  {place}  {note.text}")


def show_statistics(
    console: Console,
    calc: Calculation,
    findings: Sequence[Finding],
    light: LightUnit = FOOTCANDLES,
) -> None:
    """Print the zones' maintained statistics and the worst verdict on each."""
    wide, wider = console.width >= NARROWEST, console.width >= NARROW
    columns = [("Zone", "left")]
    columns += [("Layer", "left")] if wide else []
    heads = ("Points", *(f"{what} {light.name}" for what in ("Avg", "Max", "Min")), "Avg:Min")
    columns += [(head, "right") for head in heads]
    columns += [("Max:Min", "right"), ("Max:Avg", "right")] if wider else []
    table = plain_table([*columns, ("", "left")])
    worst = _worst_of_zones(findings)
    for zone in calc.zones.values():
        stats = zone.statistics()
        row = [zone.name, *(["maintained"] if wide else []), f"{stats.n_points:,}"]
        row += [light.text(value) for value in (stats.avg_fc, stats.max_fc, stats.min_fc)]
        ratios = [stats.avg_min, *((stats.max_min, stats.max_avg) if wider else ())]
        row += ["N.A." if ratio is None else f"{ratio:.2f}" for ratio in ratios]
        status = worst.get(zone.name)
        shown = verdict(status, console) if status is not None else Text("")
        table.add_row(*row, shown)
    console.print(table)


def _worst_of_zones(findings: Iterable[Finding]) -> dict[str, Status]:
    """Give the worst verdict on each zone that is judged."""
    worst: dict[str, Status] = {}
    for finding in findings:
        if finding.where.kind == "zone":
            name, status = finding.where.name, finding.status
            worst[name] = min(worst.get(name, status), status, key=SEVERITY.__getitem__)
    return worst


def show_findings(
    console: Console,
    findings: Sequence[Finding],
    unit: LengthUnit = "ft",
    light: LightUnit = FOOTCANDLES,
) -> None:
    """Print what fails, a line for each rule and place, and count the rest by verdict.

    Places are given in `unit`; illuminance in footcandles and, where it is another, in `light`.
    """
    for status in list(Status)[:-1]:
        of_status = [finding for finding in findings if finding.status is status]
        if not of_status:
            continue
        if status is Status.FAIL:
            console.print(_failures(of_status, console, unit, light))
            continue
        letters = sorted({clause(f.citation)[:1] for f in of_status})
        head = verdict(status, console)
        head.pad_right(VERDICT_WIDTH - len(head))
        count = f"{len(of_status)} finding{'s' if len(of_status) != 1 else ''}"
        console.print(head + Text(f"{' '.join(letters)}   {count}"))


def _failures(
    failed: Sequence[Finding], console: Console, unit: LengthUnit, light: LightUnit
) -> Table:
    """Tabulate failures; the luminaires that one rule fails are one row."""
    table = plain_table([("", "left"), ("", "left"), ("", "left"), ("", "right")])
    table.show_header = False
    table.columns[0].width, table.columns[1].width = VERDICT_WIDTH - 2, CLAUSE_WIDTH
    table.columns[2].no_wrap = False
    for group in alike(worst_first(failed)):
        first = group[0]
        table.add_row(
            verdict(first.status, console),
            clause(first.citation).split(" ")[0],
            f"{first.title}: {_places(group, unit)}",
            _numbers(first, light),
        )
    return table


def _places(group: Sequence[Finding], unit: LengthUnit) -> str:
    """Name where a rule fails: a place with its coordinates, or the luminaires."""
    first = group[0]
    if first.where.kind == "luminaire":
        names = [finding.where.name for finding in group]
        if len(names) == 1:
            return names[0]
        shown = ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
        return f"{len(names)} luminaires ({shown})"
    if first.witness is None or first.where.kind not in {"line", "boundary"}:
        return place(first.where)
    x, y = _in_unit(first.witness, unit)
    return f"{place(first.where)}, at {x}, {y} {_UNIT_WORDS[unit]}"


def _in_unit(at_ft: Sequence[float], unit: LengthUnit) -> list[str]:
    """Write x and y of a place in a site's own unit."""
    decimals = 2 if unit == "m" else 1
    return [number(value / FEET_PER_UNIT[unit], decimals) for value in at_ft[:2]]


def _numbers(finding: Finding, light: LightUnit) -> str:
    numeric = isinstance(finding.measured, (int, float)) and finding.limit is not None
    return comparison(finding, light) if numeric else ""


def show_detail(
    console: Console,
    group: Sequence[Finding],
    remedies: Sequence[str] = (),
    unit: LengthUnit = "ft",
    light: LightUnit = FOOTCANDLES,
) -> None:
    """Print a finding in full: rule, sentence, numbers, place, shares, options.

    Of a group from `alike` the first is shown, and the other luminaires are named.
    """
    finding = group[0]
    head = verdict(finding.status, console) + Text(f"  {finding.rule}", style="bold")
    gap = max(2, console.width - len(head) - len(finding.citation))
    console.print(head + Text(" " * gap + finding.citation, style=TALK))
    others = ", ".join(one.where.name for one in group[1:])
    same = [Text(f"and {len(group) - 1} more: {others}")] if others else []
    helps = [Text(f"help   {text}", style="cyan") for text in remedies]
    for line in [*_detail_lines(finding, unit, light), *same, *helps]:
        console.print(Padding(line, (0, 0, 0, 8)))
    console.print()


def _detail_lines(finding: Finding, unit: LengthUnit, light: LightUnit) -> list[Text]:
    lines = [Text(finding.message)]
    if finding.measured is not None:
        text = f"measured {measured_text(finding, with_unit=True, light=light)}"
        if finding.limit is not None:
            text += f"   limit {limit_text(finding, with_unit=True, light=light)}"
        if finding.margin is not None and not is_hidden(finding):
            text += f"   margin {margin_text(finding, light, with_unit=True)}"
        lines.append(Text(text + _witness(finding, unit)))
    for detail in finding.details[:MOST_DETAILS]:
        if isinstance(detail.measured, float):
            share = number(detail.measured, 3) + (f" {finding.unit}" if finding.unit else "")
            if finding.unit == "fc":
                share = light.beside(share, light.text(detail.measured, 3))
            if is_hidden(replace(finding, measured=detail.measured)):
                share = "hidden"
            lines.append(Text(f"{detail.luminaire}: {share}"))
    if len(finding.details) > MOST_DETAILS:
        lines.append(Text(f"and {len(finding.details) - MOST_DETAILS} more", style=TALK))
    lines += [Text(f"option {turn}", style=TALK) for turn in _turns(finding)]
    return lines


def _turns(finding: Finding) -> Iterator[str]:
    """Say which interpretations would turn a verdict, and to what."""
    for option, status in finding.turns_with.items():
        name, _, other = option.partition("=")
        chosen = option_text(finding.options.get(name))
        asked = f"{finding.questions[name]} " if name in finding.questions else ""
        answer = chosen.replace("_", " ")
        yield (
            f"{asked}{answer} ({name} = {chosen}); with {other} it would be {STATUS_WORDS[status]}"
        )


def _witness(finding: Finding, unit: LengthUnit) -> str:
    if finding.witness is None:
        return f"   {place(finding.where)}"
    x, y = _in_unit(finding.witness, unit)
    return f"   {place(finding.where)}, at x {x}, y {y} {_UNIT_WORDS[unit]}"


def counts(findings: Iterable[Finding], *, everything: bool = False) -> str:
    """Say how many findings of each verdict: ``"2 FAIL, 5 need a person, 18 pass"``.

    What does not apply is counted only with `everything`.
    """
    number = Counter(finding.status for finding in findings)
    passed_over = () if everything else (Status.NOT_APPLICABLE,)
    shown = [status for status in Status if status not in passed_over and number[status]]
    return ", ".join(counted(status, number[status]) for status in shown)


def counts_explained(findings: Sequence[Finding]) -> str:
    """Say what the failures count, and how many verdicts a sheet on lighting leaves out.

    Empty where nothing fails and all is on lighting.
    """
    judged = [one for one in findings if one.status is not Status.NOT_APPLICABLE]
    failed = [one for one in judged if one.status is Status.FAIL]
    others = len(judged) - len(on_lighting(judged))
    said = [f"FAIL: {not_kept(failed)}"] if failed else []
    lines = len(alike(failed))
    if lines < len(failed):
        said.append(
            f"in {lines:,d} line{'s' if lines > 1 else ''}, the luminaires that one rule fails in one"
        )
    said += [f"{others:,d} of all findings on other chapters than lighting"] if others else []
    return "; ".join(said)
