"""References between rules, resolved when a code is loaded: exemptions and roll-ups."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from photometry.errors import Fault, nearest_name
from photometry.ordinance.rule import CLASSIFYING, Body, Rollup, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["link", "matches", "patterns_of"]


def matches(pattern: str, rule_id: str) -> bool:
    """Say whether an id is meant by a pattern, of which one trailing ``*`` stands for any end."""
    if pattern.endswith("*"):
        return rule_id.startswith(pattern[:-1])
    return rule_id == pattern


def patterns_of(rule: Rule) -> frozenset[str]:
    """Give every id and pattern by which a rule refers to others."""
    found: set[str] = set()
    for body in rule.bodies.values():
        found |= set(body.unless)
        if isinstance(body.test, Rollup):
            found |= set(body.test.patterns)
    return frozenset(found)


@dataclass(slots=True)
class _Linker:
    rules: Mapping[str, Rule]
    faults: list[Fault] = field(default_factory=list)
    options: dict[str, frozenset[str]] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    said: set[str] = field(default_factory=set)
    found: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def fault(self, rule: Rule, what: str, advice: str = "") -> None:
        what = f"rule {rule.id}: {what}"
        if what not in self.said:
            self.said.add(what)
            self.faults.append(Fault(what, rule.file, rule.line, advice))

    def expand(self, rule: Rule, patterns: Iterable[str], key: str) -> tuple[str, ...]:
        """Give the ids that patterns mean; a roll-up of many passes over other roll-ups."""
        found: dict[str, None] = {}
        for pattern in patterns:
            ids = [one for one in self.meant(pattern) if one != rule.id]
            if pattern.endswith("*") and key == "rollup":
                ids = [one for one in ids if not _rolls_up(self.rules[one])]
            if not ids:
                hint = nearest_name(pattern.rstrip("*"), self.rules)
                self.fault(rule, f"{key}: no rule is called {pattern}", hint)
            found.update(dict.fromkeys(ids))
        return tuple(found)

    def meant(self, pattern: str) -> tuple[str, ...]:
        """Give the ids that a pattern means, looked up once."""
        if pattern not in self.found:
            self.found[pattern] = tuple(one for one in self.rules if matches(pattern, one))
        return self.found[pattern]

    def linked(self, rule: Rule) -> Rule:
        """Give a rule with its references resolved."""
        return replace(
            rule, bodies={key: self.linked_body(rule, body) for key, body in rule.bodies.items()}
        )

    def linked_body(self, rule: Rule, body: Body) -> Body:
        unless = self.expand(rule, body.unless, "unless")
        for name in unless:
            kind = self.rules[name].kind
            if kind not in CLASSIFYING:
                what = f"unless: {name} is a {kind}, not an exemption, permission or definition"
                self.fault(rule, what)
        test = body.test
        if isinstance(test, Rollup):
            test = Rollup(test.patterns, self.expand(rule, test.patterns, "rollup"))
        return replace(body, unless=unless, test=test)

    def all_options(self, rule: Rule) -> frozenset[str]:
        """Give every option that a rule's verdict may depend on; note where rules go round."""
        if rule.id in self.options:
            return self.options[rule.id]
        if rule.id in self.open:
            ring = " -> ".join([*self.open[self.open.index(rule.id) :], rule.id])
            self.fault(rule, f"refers to itself: {ring}")
            return frozenset(rule.options)
        self.open.append(rule.id)
        found = frozenset(rule.options)
        for name in references(rule):
            found |= self.all_options(self.rules[name])
        self.open.pop()
        self.options[rule.id] = found
        return found


def references(rule: Rule) -> tuple[str, ...]:
    """Give the ids that a linked rule refers to."""
    found: dict[str, None] = {}
    for body in rule.bodies.values():
        found.update(dict.fromkeys(body.unless))
        if isinstance(body.test, Rollup):
            found.update(dict.fromkeys(body.test.rules))
    return tuple(found)


def _rolls_up(rule: Rule) -> bool:
    return any(isinstance(body.test, Rollup) for body in rule.bodies.values())


def link(rules: Sequence[Rule]) -> tuple[dict[str, Rule], list[Fault]]:
    """Resolve the references of the rules of a code.

    Returns
    -------
    tuple
        The rules by id, with `Body.unless` and `Rollup.rules` as ids and `Rule.options`
        complete; and what is wrong.
    """
    by_id: dict[str, Rule] = {}
    linker = _Linker(by_id)
    for rule in rules:
        if rule.id in by_id:
            other = by_id[rule.id]
            linker.fault(rule, f"the id is taken already, in {other.file}:{other.line}")
        by_id.setdefault(rule.id, rule)
    linked = {name: linker.linked(rule) for name, rule in by_id.items()}
    if linker.faults:
        return linked, linker.faults
    linker = _Linker(linked)
    whole = {
        name: replace(rule, options=tuple(sorted(linker.all_options(rule))))
        for name, rule in linked.items()
    }
    return whole, linker.faults
