"""Counts and sums over the rows of a record, inside which ``this`` is the rule's subject.

A count is unknown as soon as one row's condition or value is; ``any_of`` is true as soon as
one row decides.  A record that was not listed is unknown; one listed empty has no rows.
"""

from __future__ import annotations

import ast
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from photometry.ordinance.language import dates
from photometry.ordinance.language.names import field_reader
from photometry.ordinance.language.operators import unsure
from photometry.ordinance.language.values import (
    NoneSuch,
    Type,
    TypeKind,
    Unknown,
    join_unknown,
    type_of_field,
)
from photometry.ordinance.language.walk import BOOL, NUMBER, Run, Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from photometry.ordinance.language.rows import Env, Table
    from photometry.ordinance.language.values import Value
    from photometry.site.vocabulary import Field

__all__ = ["AGGREGATES"]

Builder: TypeAlias = "Callable[[Walk, ast.Call, int], tuple[Type, Run]]"

DAYS: Final[frozenset[TypeKind]] = frozenset(("date", "moment"))
ORDERED: Final[frozenset[TypeKind]] = frozenset(("number", "date", "moment", "clock"))


def _always(_env: Env) -> Value:
    return True


# ---- reading the arguments ----------------------------------------------------------------------


def _record_and_test(walk: Walk, node: ast.Call, depth: int) -> tuple[str, Run, frozenset[str]]:
    """Read ``(record)`` or ``(record, condition)``."""
    if not 1 <= len(node.args) <= 2 or not isinstance(node.args[0], ast.Name):
        walk.refuse(node, f"write {_name(node)}(record) or {_name(node)}(record, condition)")
    record = node.args[0].id
    walk.record(node, record)
    test, inner = _test(walk, node, record, depth)
    return record, test, inner


def _field_and_test(
    walk: Walk, node: ast.Call, depth: int, kinds: frozenset[TypeKind]
) -> tuple[Field, Run, frozenset[str]]:
    """Read ``(record.field)`` or ``(record.field, condition)``."""
    first = node.args[0] if 1 <= len(node.args) <= 2 else None
    if not isinstance(first, ast.Attribute) or not isinstance(first.value, ast.Name):
        walk.refuse(
            node, f"write {_name(node)}(record.field) or {_name(node)}(record.field, condition)"
        )
    field = walk.field(first, first.value.id, first.attr)
    type_ = type_of_field(field)
    if type_.kind not in kinds:
        walk.refuse(first, f"{_name(node)}() cannot take {type_}")
    walk.reads.add(field.key)
    test, inner = _test(walk, node, field.record, depth)
    return field, test, inner


def _test(walk: Walk, node: ast.Call, record: str, depth: int) -> tuple[Run, frozenset[str]]:
    """Compile the condition of a count, and say what it reads."""
    if walk.loop:
        walk.refuse(node, "a count cannot stand inside a count")
    if record == "site":
        walk.refuse(node, "there is one site; counts run over other records")
    walk.add_size(node, nodes=1, counts=1)
    walk.reads.add(record)
    if len(node.args) == 1:
        return _always, frozenset()
    outer, walk.reads, walk.loop = walk.reads, set(), record
    test = walk.visit_bool(node.args[1], depth + 1)
    inner, walk.reads, walk.loop = frozenset(walk.reads), outer, ""
    walk.reads |= inner
    return test, inner


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


# ---- running over the rows ----------------------------------------------------------------------


def _rows(env: Env, record: str) -> Iterator[Env] | Unknown:
    rows = env.session.records.get(record)
    if rows is None:
        return Unknown(frozenset({record}))
    return env.over(rows)


def _kept_once(walk: Walk, record: str, inner: frozenset[str], run: Run) -> Run:
    """Keep the result where it is the same for every subject.

    It is when the condition reads the row at hand, the site and the date alone.
    """
    own = {record, "site", "as_of"}
    if not all(key.partition(".")[0] in own for key in inner):
        return run
    options = tuple(sorted(walk.options))

    def kept(env: Env) -> Value:
        numbers = env.session.numbers
        key = (run, *(numbers.get(option) for option in options))
        found = env.session.found
        if key not in found:
            found[key] = run(env)
        return found[key]

    return kept


def _matching(env: Env, record: str, test: Run, value: Run) -> list[Value] | Unknown:
    """Give the value of every row that the condition holds for, or why it cannot be told."""
    envs = _rows(env, record)
    if isinstance(envs, Unknown):
        return envs
    values: list[Value] = []
    unknown: list[Value] = []
    for inner in envs:
        holds = test(inner)
        if holds is True:
            found = value(inner)
            (unknown if isinstance(found, (Unknown, NoneSuch)) else values).append(
                unsure(found) if isinstance(found, NoneSuch) else found
            )
        elif holds is not False:
            unknown.append(holds)
    return join_unknown(unknown) if unknown else values


# ---- the functions ------------------------------------------------------------------------------


def _count(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    record, test, inner = _record_and_test(walk, node, depth)

    def run(env: Env) -> Value:
        found = _matching(env, record, test, _always)
        return found if isinstance(found, Unknown) else Decimal(len(found))

    return NUMBER, _kept_once(walk, record, inner, run)


def _any_of(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    record, test, inner = _record_and_test(walk, node, depth)

    def run(env: Env) -> Value:
        envs = _rows(env, record)
        if isinstance(envs, Unknown):
            return envs
        unknown = []
        for one in envs:
            holds = test(one)
            if holds is True:
                return True
            if holds is not False:
                unknown.append(holds)
        return join_unknown(unknown) if unknown else False

    return BOOL, _kept_once(walk, record, inner, run)


def _over(
    kinds: frozenset[TypeKind], fold: Callable[[list[Any], str], Value], unit: str | None = None
) -> Builder:
    """Build a function of the values of a field over the rows that match."""

    def build(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
        field, test, inner = _field_and_test(walk, node, depth, kinds)
        value = field_reader(field)
        type_ = type_of_field(field)

        def run(env: Env) -> Value:
            found = _matching(env, field.record, test, value)
            return found if isinstance(found, Unknown) else fold(found, field.record)

        result = Type(type_.kind, type_.unit) if unit is None else Type("number", unit)
        return result, _kept_once(walk, field.record, inner, run)

    return build


def _total(values: list[Any], record: str) -> Value:  # noqa: ARG001  # a fold's signature
    return sum(values, Decimal(0))


def _least(values: list[Any], record: str) -> Value:
    return min(values) if values else _no_match(record)


def _greatest(values: list[Any], record: str) -> Value:
    return max(values) if values else _no_match(record)


def _no_match(record: str) -> Unknown:
    return Unknown(reasons=frozenset({f"no {record} is of that kind"}))


def _gap(values: list[Any], record: str) -> Value:  # noqa: ARG001  # a fold's signature
    return dates.longest_gap_days(values)


def _total_over(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    """Build ``total_over(site.uses, table.field)``: a sum over the rows that a list names."""
    if len(node.args) != 2 or not isinstance(node.args[1], ast.Attribute):
        walk.refuse(node, "write total_over(record.list, table.field)")
    type_, tokens = walk.visit(node.args[0], depth + 1)
    column = node.args[1]
    table_name = column.value.id if isinstance(column.value, ast.Name) else ""
    table = walk.scope.tables.get(table_name)
    if type_.kind != "list" or table is None or len(table.keys) != 1:
        walk.refuse(node, "total_over() takes a list and a field of a table with one key")
    field = walk.field(column, table_name, column.attr)
    if field.type not in ("number", "integer"):
        walk.refuse(column, "total_over() sums numbers")
    walk.reads.add(field.key)

    def run(env: Env) -> Value:
        keys = tokens(env)
        if not isinstance(keys, tuple):
            return unsure(keys)
        return _sum_rows(env, table, keys, field)

    return Type("number", field.unit), run


def _sum_rows(env: Env, table: Table, keys: tuple[str, ...], field: Field) -> Value:
    total, unknown = Decimal(0), []
    for key in keys:
        row = env.table_row(table, (key,))
        value = row if isinstance(row, Unknown) else row.values.get(field.name)
        if isinstance(value, Decimal):
            total += value
        else:
            unknown.append(value if type(value) is Unknown else Unknown(frozenset({field.key})))
    return join_unknown(unknown) if unknown else total


AGGREGATES: Final[dict[str, Builder]] = {
    "count": _count,
    "any_of": _any_of,
    "total": _over(frozenset(("number",)), _total),
    "least": _over(ORDERED, _least),
    "greatest": _over(ORDERED, _greatest),
    "longest_gap_days": _over(DAYS, _gap, "day"),
    "total_over": _total_over,
}
