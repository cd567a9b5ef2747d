"""``photometry rules``: the codes that are known, one rule as a page, a code tried on itself."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.catalogue import Code

__all__ = ["rules"]

MOST_MEANT: Final = 5  # rules that an error names

rules = typer.Typer(
    help="The codes: list their rules, show one, try a code on its own examples.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@rules.command("list")
def list_rules(
    code: Annotated[
        str | None, typer.Option(help="One code (id or folder) instead of all.")
    ] = None,
    topic: Annotated[str | None, typer.Option(help="One topic: lighting, signs, ...")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The rules as JSON on stdout.")] = False,
) -> None:
    """List the rules of the codes that are known.

    Example: photometry rules list --code sweden-ny --topic lighting
    """
    from photometry.cli.console import data_console, plain_table

    codes = _codes(code)
    found = [
        rule
        for one in codes
        for rule in one.rules.values()
        if not rule.helper and topic in {None, rule.topic}
    ]
    if topic is not None and not found:
        _refuse_topic(topic, codes)
    if as_json:
        keys = ("id", "code", "topic", "tier", "kind", "record", "citation", "title")
        records = [{key: str(getattr(rule, key)) for key in keys} for rule in found]
        text = json.dumps({"format": 1, "rules": records}, indent=1, ensure_ascii=False)
        sys.stdout.write(text + "\n")
        return
    console = data_console()
    table = plain_table([("Rule", "left"), ("Tier", "left"), ("Asks", "left")])
    table.columns[2].no_wrap = False
    for rule in found:
        table.add_row(rule.id, rule.tier, rule.title)
    console.print(table)
    console.print(f"{len(found)} rules", style="bold")


@rules.command("show")
def show_rule(rule: Annotated[str, typer.Argument(help="Id of the rule.")]) -> None:
    """Show one rule as a page: what it asks, where it stands, its options and examples.

    Example: photometry rules show sweden-175-29-J1-trespass-pavement-edge
    """
    from photometry.errors import CodeFileError, Fault
    from photometry.ordinance.rules_text import rule_page

    codes = _codes(None)
    for code in codes:
        if rule in code.rules:
            sys.stdout.write(rule_page(code.rules[rule], code))
            return
    known = [name for code in codes for name, one in code.rules.items() if not one.helper]
    raise CodeFileError(Fault(f"no rule is called {rule}", advice=_rules_meant(rule, known)))


@rules.command("test")
def try_rules(path: Annotated[str, typer.Argument(help="A code folder, or a known code.")]) -> None:
    """Try a code on its own examples: what a person does who adds a town.

    Example: photometry rules test my-town/
    """
    from photometry.errors import CodeFileError
    from photometry.ordinance.examples import try_code

    report = try_code(path)
    if report.code is None:
        raise CodeFileError(report.faults)
    for result in report.results:
        if not result.is_right:
            sys.stdout.write(f"{result}\n")
    wrong = sum(not result.is_right for result in report.results)
    sys.stdout.write(
        f"{len(report.code.rules)} rules, {len(report.results)} examples, "
        f"{wrong} not as they say; {len(report.without_example)} rules without an example\n"
    )
    sys.exit(0 if report.is_right else 1)


def _rules_meant(text: str, known: Sequence[str]) -> str:
    """Say which rules were probably meant: those with this part, as ``J2``, else the nearest."""
    from photometry.errors import nearest_name

    wanted = text.strip().lower()
    meant = [name for name in known if f"-{wanted}-" in f"-{name.lower()}-"]
    meant = meant or [name for name in known if wanted in name.lower()]
    if not wanted or not meant:
        return nearest_name(text, known) or "photometry rules list names them"
    shown = " or ".join(meant[:MOST_MEANT])
    more = len(meant) - MOST_MEANT
    rest = f"; {more} more in photometry rules list" if more > 0 else ""
    return f"did you mean {shown}?{rest}"


def _refuse_topic(topic: str, codes: Sequence[Code]) -> NoReturn:
    from photometry.errors import CodeFileError, Fault, nearest_name

    known = sorted({name for code in codes for name in code.topics})
    advice = nearest_name(topic, known) or f"known: {', '.join(known)}"
    raise CodeFileError(Fault(f"no topic is called {topic!r}", advice=advice))


def _codes(name: str | None) -> tuple[Code, ...]:
    from photometry.ordinance.catalogue import known_codes, load_code

    names = known_codes() if name is None else (name,)
    return tuple(load_code(one) for one in names)
