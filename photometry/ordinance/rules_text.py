"""Rules in plain text: one rule as a page, and the form of facts that rules ask for."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from photometry.ordinance.links import references
from photometry.ordinance.messages import in_words
from photometry.ordinance.rule import Determination, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.rule import Example
    from photometry.site.vocabulary import Field

__all__ = ["facts_form", "fields_asked", "rule_page"]

_WIDTH = 88
_TIERS = {
    "A": "judged from data or light",
    "B": "judged from documents",
    "C": "decided by a person",
    "D": "a definition",
}
_EFFECTS = {"advisory": "gives an advisory", "loss": "loses the exemption"}


# ---- one rule as a page -------------------------------------------------------------------------


def rule_page(rule: Rule, code: Code) -> str:
    """Write a rule as a page of Markdown: what it asks, why, where it stands, and examples.

    Parameters
    ----------
    rule
        A rule of `code`.
    """
    parts = [
        f"# {rule.title}",
        f"`{rule.id}`  \n{code.name}, {rule.citation}",
        rule.why,
        _labelled("Kind", ", ".join(_kind(rule))),
        _labelled("Judged", _judged(rule)),
        _section("Applies", _gates(rule)),
        _section("Asks", _tests(rule.source)),
        _section("Lifted by", _lifting(rule, code)),
        _section("Interpretations", _interpretations(rule, code)),
        _section("Examples", [_example(example) for example in rule.examples]),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _kind(rule: Rule) -> Iterator[str]:
    yield rule.kind.replace("_", " ")
    yield f"topic {rule.topic.replace('_', ' ')}"
    if rule.tier:
        yield f"tier {rule.tier} ({_TIERS[rule.tier]})"
    effect = rule.source.get("effect")
    if effect in _EFFECTS:
        yield f"a failure {_EFFECTS[effect]}"


def _judged(rule: Rule) -> str:
    one = f"once for each {rule.record.replace('_', ' ')}"
    one = "once for the site" if rule.record == "site" else one
    return f"{one}, with every {rule.among.replace('_', ' ')}" if rule.among else one


def _labelled(label: str, text: str) -> str:
    return f"**{label}:** {text}" if text else ""


def _section(title: str, lines: Iterable[str]) -> str:
    body = "\n".join(f"- {line}" for line in lines if line)
    return f"## {title}\n\n{body}" if body else ""


def _gates(rule: Rule) -> Iterator[str]:
    for family, gate in rule.families.items():
        if gate:
            yield f"`{gate}` (family {family})"
    if "applies" in rule.source:
        yield f"`{rule.source['applies']}`"


def _tests(table: Mapping[str, Any]) -> Iterator[str]:
    """Write the test of a rule, or of a patch."""
    if "require" in table:
        yield f"`{table['require']}`"
    for limit in _as_list(table.get("limit", ())):
        value = limit.get("value", "")
        shown = " to ".join(map(str, value)) if isinstance(value, list) else value
        words = (limit.get("quantity", ""), limit.get("op", ""), shown, limit.get("unit", ""))
        yield "`" + " ".join(str(word) for word in words if word != "") + "`"
    if "contains" in table:
        tokens = ", ".join(table["contains"]["tokens"])
        yield f"`{table['contains']['list']}` holds {tokens}"
    for key in ("determination", "notice"):
        if key in table:
            yield table[key]
    if "rollup" in table:
        yield "none of these fails: " + ", ".join(table["rollup"])
    if "photometric" in table:
        check = dict(table["photometric"])
        name = check.pop("check", "")
        yield f"check of light `{name}`: " + ", ".join(f"{k} {_plain(v)}" for k, v in check.items())
    if "prefer" in table:
        yield f"better still: `{table['prefer']}`"
    if table.get("note"):
        yield f"note: {table['note']}"


def _as_list(given: Any) -> list[Any]:
    return [given] if hasattr(given, "get") else list(given)


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _lifting(rule: Rule, code: Code) -> Iterator[str]:
    lifting = dict.fromkeys(name for body in rule.bodies.values() for name in body.unless)
    for name in lifting:
        yield f"{code.rules[name].title} (`{name}`)"


def _interpretations(rule: Rule, code: Code) -> Iterator[str]:
    for name in rule.options:
        option = code.options[name]
        default, *others = (_choice(one.plain) for one in option.values)
        yield f"{name}: {option.question} **{default}**, or {', '.join(others)}"
    for key, patch in rule.source.get("when", {}).items():
        yield f"under `{key}`: {'; '.join(_patch(patch))}"


def _choice(plain: Any) -> str:
    if isinstance(plain, dict):
        ((value, number),) = plain.items()
        return f"{value} ({number:g} in trials)"
    return str(plain)


def _patch(patch: Mapping[str, Any]) -> Iterator[str]:
    if patch.get("off"):
        yield "does not apply"
    if patch.get("determine"):
        yield "a person decides"
    if "also" in patch:
        yield f"applies only where `{patch['also']}`"
    if "applies" in patch:
        yield f"applies where `{patch['applies']}`"
    if "effect" in patch:
        yield f"a failure {_EFFECTS.get(patch['effect'], 'is a breach')}"
    for limit in _as_list(patch.get("limit", ())):
        if "quantity" not in limit:
            yield f"the limit is {limit.get('value', '')} {limit.get('unit', '')}".rstrip()
    yield from _tests({key: value for key, value in patch.items() if not _is_merged(key, value)})


def _is_merged(key: str, value: Any) -> bool:
    return key == "limit" and hasattr(value, "get") and "quantity" not in value


def _example(example: Example) -> str:
    facts = ", ".join(f"{key} {_fact(value)}" for key, value in example.facts.items())
    more = ", ".join(f"{len(rows)} more {record}" for record, rows in example.more.items())
    options = ", ".join(f"{key}={_choice(value)}" for key, value in example.options.items())
    under = f" under {options}" if options else ""
    said = f"{example.name}: " if example.name else ""
    facts = f"{facts} and {more}" if more else facts
    return f"{said}{facts}{under} → **{example.status.replace('_', ' ')}**"


def _fact(value: Any) -> str:
    if isinstance(value, list):
        return "none" if not value else ", ".join(map(_fact, value))
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_fact(one)}" for key, one in value.items()) + ")"
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else in_words(value)


# ---- the form of facts --------------------------------------------------------------------------


def fields_asked(code: Code, topics: Iterable[str] | None = None) -> dict[str, list[Field]]:
    """Give the fields that the rules of some topics read, by record; the site first.

    The exemptions and roll-ups that they refer to are read along.
    """
    wanted = set(code.topics if topics is None else topics)
    rules = [rule.id for rule in code.rules.values() if rule.topic in wanted]
    for name in rules:  # grows while it runs
        rules += [other for other in references(code.rules[name]) if other not in rules]
    keys: set[tuple[str, str]] = set()
    for name in rules:
        rule = code.rules[name]
        for key in rule.reads:
            record, _, field = key.partition(".")
            keys.add((rule.record if record == "this" else record, field))
            if record in code.tables:
                keys |= {(record, column) for column in code.tables[record].keys}
    asked: dict[str, list[Field]] = {}
    for record in sorted({record for record, _ in keys}, key=lambda name: (name != "site", name)):
        fields = code.records.get(record, {})
        names = sorted(field for of, field in keys if of == record and field in fields)
        if record in code.records:
            asked[record] = [fields[field] for field in names if field != "id"]
    return asked


def facts_form(code: Code, topics: Iterable[str] | None = None) -> str:
    """Write a facts file to be filled in, with just the fields that the rules of topics read.

    Every line to fill in is a comment, so that the form is a valid facts file as it stands:
    what is left out is unknown.

    Parameters
    ----------
    topics
        ``("signs", "pools")``; None for all of the code.
    """
    topics = tuple(code.topics if topics is None else topics)
    asked = fields_asked(code, topics)
    said = ", ".join(topic.replace("_", " ") for topic in topics)
    head = [
        f"# Facts for {code.name}: {said}.",
        "# Take the # away from a line and fill it in.  A fact that stays away is unknown, and",
        "# the rules that need it say so.  Dates: 2026-05-31.  Times: 22:00:00.  A date or number",
        '# that there is none of: "none".',
        "format = 1",
        'kind = "facts"',
        f'code = ["{code.id}"]',
        "# as_of = 2026-05-31        # the day that is judged; with T22:00:00 where hours count",
        "# Of a thing that the site has none of, say so here:",
        *(f"# {record} = []" for record in asked if _is_listed(asked[record], record)),
    ]
    parts = ["\n".join(head)]
    parts += [_record_form(record, fields) for record, fields in asked.items()]
    parts += _decision_form(code, topics)
    return "\n\n".join(parts) + "\n"


def _is_listed(fields: list[Field], record: str) -> bool:
    return record != "site" and not any(field.origin == "reference table" for field in fields)


def _record_form(record: str, fields: list[Field]) -> str:
    if record == "site":
        return "\n".join(["[site]", *map(_field_form, fields)])
    if any(field.origin == "reference table" for field in fields):
        lead = [f"# Reference table: a [[{record}]] for each of its rows.", f"# [[{record}]]"]
    else:
        title = record.replace("_", " ")
        lead = [f"# One [[{record}]] for each {title}.", f"# [[{record}]]", f'# id = "{title} 1"']
    return "\n".join([*lead, *map(_field_form, fields)])


def _field_form(field: Field) -> str:
    blank = {"boolean": "true", "list": "[]", "date": "2026-05-31", "time": "22:00:00"}
    blank |= {"number": "0", "integer": "0", "date_time": "2026-05-31T22:00:00"}
    line = f"# {field.name} = {blank.get(field.type, chr(34) * 2)}"
    words = [field.unit] if field.unit else []
    words += [" | ".join(field.tokens)] if field.tokens else []
    words += [field.note or field.label]
    told = textwrap.shorten("; ".join(words), 400, placeholder=" ...")
    return f"{line:<44}  # {told}"


def _decision_form(code: Code, topics: tuple[str, ...]) -> list[str]:
    """Write a determination for each rule of the topics that a person decides."""
    asked = [
        rule
        for rule in code.rules.values()
        if rule.topic in topics
        and any(isinstance(b.test, Determination) for b in rule.bodies.values())
    ]
    if not asked:
        return []
    lines = ["# What a person decided: where is the id of the thing, empty for the site."]
    for rule in asked:
        question = next(
            b.test.question for b in rule.bodies.values() if isinstance(b.test, Determination)
        )
        lines += [
            f"# {textwrap.shorten(question, _WIDTH)}",
            "# [[determination]]",
            f'# rule_id = "{rule.id}"',
            '# where = ""',
            '# result = "pass"          # pass | fail | not_decided',
            '# by = ""',
        ]
    return ["\n".join(lines)]
