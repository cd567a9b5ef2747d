"""The functions of the condition language: numbers, calendar, lists."""

from __future__ import annotations

import ast
import datetime as dt
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from photometry.errors import nearest_name
from photometry.ordinance.language import aggregates, dates
from photometry.ordinance.language.names import NO_DATE, today
from photometry.ordinance.language.operators import common_type, unsure
from photometry.ordinance.language.values import NONE, NoneSuch, Type, TypeKind, Unknown, Value
from photometry.ordinance.language.walk import BOOL, Run, Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.ordinance.language.rows import Env

__all__ = ["FUNCTIONS", "call"]

Builder: TypeAlias = "Callable[[Walk, ast.Call, int], tuple[Type, Run]]"

NUMBERS: Final[tuple[TypeKind, ...]] = ("number",)
DAYS: Final[tuple[TypeKind, ...]] = ("date", "moment")
MOMENTS: Final[tuple[TypeKind, ...]] = ("moment",)
LISTS: Final[tuple[TypeKind, ...]] = ("list",)


def call(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile a call of a function of the language."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        walk.refuse(node, "only the functions of the language are called")
    builder = FUNCTIONS.get(node.func.id)
    if builder is None:
        hint = nearest_name(node.func.id, FUNCTIONS)
        walk.refuse(node, f"no function is called {node.func.id}; {hint}")
    return builder(walk, node, depth)


def _arguments(
    walk: Walk, node: ast.Call, depth: int, *kinds: tuple[TypeKind, ...]
) -> list[tuple[Type, Run]]:
    """Compile arguments of the given kinds, as many as there are kinds."""
    _expect(walk, node, len(kinds))
    compiled = []
    for argument, allowed in zip(node.args, kinds, strict=True):
        type_, run = walk.visit(argument, depth + 1)
        if type_.kind not in allowed:
            wanted = " or ".join(str(Type(kind)) for kind in allowed)
            walk.refuse(argument, f"{_name(node)}() takes {wanted} here, not {type_}")
        compiled.append((type_, run))
    return compiled


def _expect(walk: Walk, node: ast.Call, count: int) -> None:
    if len(node.args) != count:
        plural = "" if count == 1 else "s"
        walk.refuse(node, f"{_name(node)}() takes {count} argument{plural}, not {len(node.args)}")


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _lift(function: Callable[..., Value], *runs: Run) -> Run:
    """Run a function of plain values; anything else makes its result unknown."""

    def run(env: Env) -> Value:
        values = [one(env) for one in runs]
        if any(isinstance(value, (Unknown, NoneSuch)) for value in values):
            return unsure(*values)
        return function(*values)

    return run


# ---- numbers ------------------------------------------------------------------------------------


def _rounding(rounding: str) -> Builder:
    def build(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
        ((type_, run),) = _arguments(walk, node, depth, NUMBERS)
        return type_, _lift(lambda x: x.quantize(Decimal(1), rounding=rounding), run)

    return build


def _abs(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    ((type_, run),) = _arguments(walk, node, depth, NUMBERS)
    return type_, _lift(abs, run)


def _extreme(choose: Callable[..., Any]) -> Builder:
    def build(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
        if len(node.args) < 2:
            walk.refuse(node, f"{_name(node)}() takes two arguments or more")
        type_, first = walk.visit(node.args[0], depth + 1)
        runs = [first]
        for argument in node.args[1:]:
            other, run = walk.visit(argument, depth + 1)
            type_ = common_type(walk, argument, type_, other)
            runs.append(run)
        if type_.kind in ("bool", "text", "list"):
            walk.refuse(node, f"{_name(node)}() takes numbers, dates or times of day")
        return Type(type_.kind, type_.unit), _lift(lambda *values: _choose(choose, values), *runs)

    return build


def _choose(choose: Callable[..., Value], values: tuple[Any, ...]) -> Value:
    if len({type(value) for value in values}) > 1:  # a moment with a bare day: by the day
        return choose(values, key=dates.day_of)
    return choose(values)


# ---- calendar -----------------------------------------------------------------------------------


def _days(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    (_, start), (_, end) = _arguments(walk, node, depth, DAYS, DAYS)
    return Type("number", "day"), _lift(dates.days_between, start, end)


def _hours(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    (_, start), (_, end) = _arguments(walk, node, depth, MOMENTS, MOMENTS)
    return Type("number", "h"), _lift(dates.hours_between, start, end)


def _adding(unit: str, add: Callable[[dates.Day, Decimal], Value]) -> Builder:
    def build(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
        (type_, date), (span, count) = _arguments(walk, node, depth, DAYS, NUMBERS)
        if span.unit not in ("", unit):
            walk.refuse(
                node.args[1], f"{_name(node)}() adds a number of {unit}, not of {span.unit}"
            )
        return Type(type_.kind), _lift(add, date, count)

    return build


def _add_years(date: dates.Day, years: Decimal) -> Value:
    return dates.add_months(date, 12 * years)


def _end_of_year(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    ((_, date),) = _arguments(walk, node, depth, DAYS)
    return Type("date"), _lift(dates.end_of_year, date)


def _written(kind: TypeKind, read: Callable[[str], Value], form: str) -> Builder:
    """Build ``date("2024-07-10")`` and ``clock("17:00")``: a constant of its kind."""

    def build(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:  # noqa: ARG001  # a builder's signature
        _expect(walk, node, 1)
        value = _read(walk, node.args[0], read, form)
        return Type(kind), lambda _env: value

    return build


def _read(walk: Walk, node: ast.expr, read: Callable[[str], Any], form: str) -> Any:
    text = walk.constant(node, f'"{form}"')
    try:
        return read(text)
    except ValueError:
        walk.refuse(node, f'"{text}" is not of the form "{form}"')


def _in_season(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    _expect(walk, node, 3)
    type_, date = walk.visit(node.args[0], depth + 1)
    if type_.kind not in DAYS:
        walk.refuse(node.args[0], f"in_season() takes a date first, not {type_}")
    first = _read(walk, node.args[1], dates.read_month_day, "11-15")
    last = _read(walk, node.args[2], dates.read_month_day, "03-01")
    return BOOL, _lift(lambda day: dates.in_season(day, first, last), date)


def _or_today(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    ((type_, date),) = _arguments(walk, node, depth, DAYS)
    walk.reads.add("as_of")

    def run(env: Env) -> Value:
        value = date(env)
        if value is not NONE:
            return value
        as_of = env.session.as_of
        if as_of is None:
            return NO_DATE
        return as_of if type_.kind == "moment" else dates.day_of(as_of)

    return Type(type_.kind), run


def _happened(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    ((_, date),) = _arguments(walk, node, depth, DAYS)
    walk.reads.add("as_of")

    def run(env: Env) -> Value:
        value = date(env)
        if value is NONE:
            return False
        now = today(env)
        if isinstance(value, dt.date) and not isinstance(now, Unknown):
            return dates.day_of(value) <= now
        return unsure(value, now)

    return BOOL, run


# ---- what is given, and lists -------------------------------------------------------------------


def _given(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    """Build ``given(f)``: whether the facts say it; never unknown for a row that is there."""
    read = _field_argument(walk, node, depth)

    def run(env: Env) -> Value:
        value = read(env)
        if type(value) is Unknown:
            return value if value.reasons else False
        return value is not NONE

    return BOOL, run


def _exists(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    """Build ``exists(f)``: false for a date or number known not to exist, unknown if absent."""
    read = _field_argument(walk, node, depth)

    def run(env: Env) -> Value:
        value = read(env)
        return value if type(value) is Unknown else value is not NONE

    return BOOL, run


def _field_argument(walk: Walk, node: ast.Call, depth: int) -> Run:
    _expect(walk, node, 1)
    if not isinstance(node.args[0], ast.Attribute):
        walk.refuse(node, f"{_name(node)}() takes a field")
    return walk.visit(node.args[0], depth + 1)[1]


def _has(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    _expect(walk, node, 2)
    type_, tokens = walk.visit(node.args[0], depth + 1)
    if type_.kind != "list":
        walk.refuse(node.args[0], f"has() takes a list first, not {type_}")
    token = walk.constant(node.args[1], "a token")
    walk.token(node.args[1], token, type_.field)
    return BOOL, _lift(lambda given: token in given, tokens)


def _only(walk: Walk, node: ast.Call, depth: int) -> tuple[Type, Run]:
    _expect(walk, node, 2)
    type_, tokens = walk.visit(node.args[0], depth + 1)
    if type_.kind != "list":
        walk.refuse(node.args[0], f"only() takes a list first, not {type_}")
    members = walk.members(node.args[1], type_.field)
    return BOOL, _lift(members.issuperset, tokens)


FUNCTIONS: Final[dict[str, Builder]] = {
    "min": _extreme(min),
    "max": _extreme(max),
    "abs": _abs,
    "round_up": _rounding(ROUND_CEILING),
    "round_nearest": _rounding(ROUND_HALF_UP),
    "days": _days,
    "hours": _hours,
    "add_days": _adding("day", dates.add_days),
    "add_months": _adding("month", dates.add_months),
    "add_years": _adding("year", _add_years),
    "end_of_year": _end_of_year,
    "date": _written("date", dates.read_date, "2024-07-10"),
    "clock": _written("clock", dates.read_clock, "17:00"),
    "in_season": _in_season,
    "or_today": _or_today,
    "happened": _happened,
    "given": _given,
    "exists": _exists,
    "has": _has,
    "only": _only,
    **aggregates.AGGREGATES,
}
