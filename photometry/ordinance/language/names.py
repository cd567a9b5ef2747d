"""What names and constants mean in a condition: fields, terms, options, ``this``, ``today``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from photometry.errors import nearest_name
from photometry.ordinance.language.dates import day_of
from photometry.ordinance.language.values import Type, Unknown, type_of_field
from photometry.ordinance.language.walk import BOOL, NUMBER, Run, Walk

if TYPE_CHECKING:
    import datetime as dt

    from photometry.ordinance.language.rows import Env
    from photometry.ordinance.language.values import Value
    from photometry.site.vocabulary import Field

__all__ = ["attribute", "constant", "field_reader", "name", "today"]

NO_DATE = Unknown(frozenset({"as_of"}))


def today(env: Env) -> dt.date | Unknown:
    """Give the day that the check is made for."""
    as_of = env.session.as_of
    return NO_DATE if as_of is None else day_of(as_of)


def name(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:  # noqa: ARG001  # a visitor's signature
    """Compile a name that stands alone: only ``today`` does."""
    if not isinstance(node, ast.Name) or node.id != "today":
        walk.refuse(node, "a name alone means nothing; texts have quotes, fields are record.field")
    walk.reads.add("as_of")
    return Type("date"), today


def attribute(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile ``record.field``, ``term.NAME``, ``option.NAME`` and ``this.field``."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        walk.refuse(node, "a field is record.field")
    record, field_name = node.value.id, node.attr
    if record == "term":
        return _term(walk, node, field_name, depth)
    if record == "option":
        return _option(walk, node, field_name)
    if record == "this":
        return _this(walk, node, field_name)
    found = walk.field(node, record, field_name)
    walk.reads.add(found.key)
    if record in walk.scope.tables:
        for refs in walk.scope.tables[record].keys.values():
            walk.reads.update(f"{of}.{key}" for of, key in refs)
    return type_of_field(found), field_reader(found)


def field_reader(field: Field) -> Run:
    """Give the closure that reads a field of whatever row stands for its record."""
    record, field_name = field.record, field.name
    missing = Unknown(frozenset({field.key}))

    def read(env: Env) -> Value:
        row = env.rows.get(record) or env.find(record)
        if isinstance(row, Unknown):
            names = missing.names if row.names == {record} else row.names
            return Unknown(names, row.reasons)
        return row.values.get(field_name, missing)

    return read


def _term(walk: Walk, node: ast.expr, term_name: str, depth: int) -> tuple[Type, Run]:
    term = walk.scope.terms.get(term_name)
    if term is None:
        hint = nearest_name(term_name, walk.scope.terms)
        walk.refuse(node, f"no term {term_name} stands above this; {hint}")
    if term.counts and walk.loop:
        walk.refuse(node, f"term {term_name} counts, and a count cannot stand inside a count")
    # the term stands in the place of its name, which was counted already
    walk.add_size(node, nodes=term.nodes - 1, depth=depth + term.depth - 1, counts=term.counts)
    walk.reads |= term.reads
    walk.options |= term.options
    return term.type, term.run


def _option(walk: Walk, node: ast.expr, option_name: str) -> tuple[Type, Run]:
    if option_name not in walk.scope.options:
        hint = nearest_name(option_name, walk.scope.options)
        walk.refuse(node, f"no option {option_name} has a number; {hint}")
    walk.options.add(option_name)
    unset = Unknown(reasons=frozenset({f"option {option_name} was chosen without its number"}))
    return NUMBER, lambda env: env.session.numbers.get(option_name, unset)


def _this(walk: Walk, node: ast.expr, field_name: str) -> tuple[Type, Run]:
    if not walk.loop or not walk.scope.subject:
        walk.refuse(node, "`this` is the subject of the rule, and stands inside a count only")
    found = walk.field(node, walk.scope.subject, field_name)
    walk.reads.add(f"this.{field_name}")
    missing = Unknown(frozenset({found.key}))

    def read(env: Env) -> Value:
        return missing if env.this is None else env.this.values.get(field_name, missing)

    return type_of_field(found), read


def constant(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:  # noqa: ARG001  # a visitor's signature
    """Compile a number, a text, True or False."""
    if not isinstance(node, ast.Constant):
        walk.refuse(node, "constants are numbers, texts, True and False")
    value = node.value
    if isinstance(value, bool):
        return BOOL, lambda _env: value
    if isinstance(value, str):
        return Type("text"), lambda _env: value
    number = walk.number(node)
    return NUMBER, lambda _env: number
