"""A table of a topic file made into a `Rule`: its words, its families, its bodies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from photometry.errors import nearest_name
from photometry.ordinance.drafts import (
    MAX_COMBINATIONS,
    Draft,
    combinations,
    draft,
    patched_options,
)
from photometry.ordinance.finding import Status
from photometry.ordinance.levels import TESTS, Level
from photometry.ordinance.rule import (
    CLASSIFYING,
    EFFECTS,
    Body,
    Contains,
    Effect,
    Example,
    Kind,
    Limits,
    Photometric,
    Require,
    Rule,
)
from photometry.ordinance.rule_tests import Bench, read_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.language.walk import Compiled

__all__ = ["MESSAGE_HOLES", "Shelf", "read_rule"]

MESSAGE_HOLES: Final = frozenset(("measured", "limit", "margin", "title", "where"))
EXAMPLE_KEYS: Final = frozenset(("name", "facts", "more", "options", "status", "missing", "turns"))
_ID: Final = re.compile(r"[a-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*")
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
MAX_EXAMPLES: Final = 50


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where a rule is read from: its code, topic, families, and what conditions may speak of."""

    code: str
    topic: str
    families: Mapping[str, Level]
    bench: Bench


def read_rule(shelf: Shelf, level: Level) -> Rule | None:
    """Read a rule; None where its faults leave nothing to go on with."""
    table = level.table
    _check_words(level)
    levels = _with_families(shelf, level)
    record = _nearest(levels, "record", "site")
    among = _nearest(levels, "among", "")
    for key, name in (("record", record), ("among", among)):
        if name and name not in shelf.bench.scope.records:
            hint = nearest_name(name, shelf.bench.scope.records)
            level.fault(f"no record is called {name}", key, advice=hint)
            return None
    kind = table.get("kind", "requirement")
    patched = patched_options(levels)
    bodies = _bodies(shelf, levels, patched, record, kind)
    return Rule(
        id=table.get("id", ""),
        code=shelf.code,
        topic=shelf.topic,
        record=record,
        among=among,
        kind=cast("Kind", kind),
        title=table.get("title", ""),
        citation=_nearest(levels, "citation", ""),
        tier=table.get("tier", ""),
        why=table.get("why", ""),
        message=table.get("message", ""),
        families={
            one.name.removeprefix("family "): one.table.get("applies", "") for one in levels[:-1]
        },
        helper=table.get("helper") is True,
        presume=table.get("presume"),
        examples=_examples(level),
        patched=patched,
        bodies=bodies,
        options=_own_options(patched, bodies),
        reads=frozenset().union(*(_reads(body) for body in bodies.values())),
        source=table,
        file=level.faults.document.file,
        line=level.faults.document.line(*level.path),
    )


def _nearest(levels: Sequence[Level], key: str, default: str) -> str:
    """Give what the rule says, or the family nearest to it."""
    return next((one.table[key] for one in reversed(levels) if key in one.table), default)


# ---- the words ----------------------------------------------------------------------------------


def _check_words(level: Level) -> None:
    """Note what is missing or wrong among the words of a rule."""
    table = level.table
    if not table.get("title"):
        level.fault("a title is needed", "title")
    if not _ID.fullmatch(table.get("id", "")):
        level.fault("an id is needed, such as sweden-175-32-A-front-height", "id")
    for hole in _HOLE.findall(table.get("message", "")):
        if hole not in MESSAGE_HOLES:
            holes = ", ".join(sorted(MESSAGE_HOLES))
            level.fault(f"message has no hole {{{hole}}}; known: {holes}", "message")


def _with_families(shelf: Shelf, level: Level) -> tuple[Level, ...]:
    """Give the families of a rule, the outermost first, and the rule."""
    levels = [level]
    name = level.table.get("family")
    while name is not None:
        family = shelf.families.get(name)
        if family is None:
            hint = nearest_name(str(name), shelf.families)
            level.fault(f"no family is called {name}", "family", advice=hint)
            break
        if family in levels:
            level.fault(f"family {name} stands within itself", "family")
            break
        levels.insert(0, family)
        name = family.table.get("within")
    return tuple(levels)


def _examples(level: Level) -> tuple[Example, ...]:
    given = level.table.get("example", [])
    if not isinstance(given, list) or len(given) > MAX_EXAMPLES:
        level.fault(f"examples are written [[rule.example]], up to {MAX_EXAMPLES}", "example")
        return ()
    examples = []
    for index, table in enumerate(given):
        if not isinstance(table, Mapping):
            level.fault("examples are written [[rule.example]]", "example")
            continue
        level.faults.unknown_keys(table, EXAMPLE_KEYS, level.name, *level.path, "example", index)
        status = table.get("status")
        if status not in tuple(Status):
            hint = nearest_name(str(status), tuple(Status))
            level.fault(f"example: no verdict is called {status}", "example", index, advice=hint)
            continue
        examples.append(
            Example(
                status=status,
                facts=_table(table, "facts"),
                more=_table(table, "more"),
                options=_table(table, "options"),
                name=str(table.get("name", "")),
                missing=_texts(table.get("missing")),
                turns=_table(table, "turns"),
            )
        )
    return tuple(examples)


def _texts(given: Any) -> tuple[str, ...]:
    return tuple(map(str, given)) if isinstance(given, list) else ()


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    given = table.get(key, {})
    return given if isinstance(given, Mapping) else {}


# ---- the bodies ---------------------------------------------------------------------------------


def _bodies(
    shelf: Shelf, levels: Sequence[Level], patched: tuple[str, ...], record: str, kind: str
) -> dict[tuple[str, ...], Body]:
    """Compile what the rule says under each combination of the options that patch it."""
    rule = levels[-1]
    chosen = combinations(patched, shelf.bench.options)
    if chosen is None:
        rule.fault(f"more than {MAX_COMBINATIONS} combinations of its options", "when")
        return {}
    tests = [name for name in TESTS if name in rule.table]
    if len(tests) > 1:
        rule.fault(f"one test at a time, not {' and '.join(tests)}", tests[1])
    if not tests and kind not in CLASSIFYING:
        rule.fault(f"a test is needed: {', '.join(TESTS)}", "id")
    return {
        tuple(values.values()): _body(shelf, draft(levels, values), record, rule)
        for values in chosen
    }


def _body(shelf: Shelf, whole: Draft, record: str, rule: Level) -> Body:
    bench = shelf.bench
    gate = [bench.compile(text, record, level, "applies", "bool") for text, level in whole.gate]
    prefer = (
        bench.compile(whole.prefer, record, rule, "prefer", "bool")
        if whole.prefer is not None
        else None
    )
    if whole.effect not in EFFECTS:
        rule.fault(f"effect is one of {', '.join(EFFECTS)}", "effect")
    return Body(
        gate=tuple(one for one in gate if one),
        unless=tuple(dict.fromkeys(whole.unless)),
        test=read_test(bench, *whole.test, record, rule) if whole.test else None,
        prefer=prefer,
        effect=cast("Effect", whole.effect),
        off=whole.off,
        determine=whole.determine,
        note=whole.note,
    )


def _conditions(body: Body) -> list[Compiled]:
    """Give every condition of a body."""
    found = [*body.gate, *([body.prefer] if body.prefer else [])]
    test = body.test
    if isinstance(test, Require):
        found.append(test.condition)
    elif isinstance(test, Contains):
        found.append(test.items)
    elif isinstance(test, Limits):
        for limit in test.limits:
            found += [limit.quantity, *limit.values]
    return found


def _reads(body: Body) -> frozenset[str]:
    return frozenset().union(*(condition.reads for condition in _conditions(body)))


def _own_options(patched: tuple[str, ...], bodies: Mapping[Any, Body]) -> tuple[str, ...]:
    """Give the options that a rule itself depends on: patches, numbers read, parameters."""
    names = set(patched)
    for body in bodies.values():
        for condition in _conditions(body):
            names |= condition.options
        if isinstance(body.test, Photometric):
            parameters = body.test.kind.parameters
            names |= {
                value
                for name, value in body.test.params.items()
                if parameters[name].type == "option" and value
            }
    return tuple(sorted(names))
