"""The tests of a rule, read and compiled: require, limit, contains, and the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, cast

from photometry.errors import nearest_name
from photometry.ordinance.conditions import Compiled, ConditionError, Scope, compile_condition
from photometry.ordinance.language.values import Type, conversion
from photometry.ordinance.rule import (
    OPERATORS,
    Contains,
    Determination,
    Limit,
    LimitOperator,
    Limits,
    Notice,
    Photometric,
    Require,
    Rollup,
    Test,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.ordinance.language.values import TypeKind
    from photometry.ordinance.levels import Level
    from photometry.ordinance.options import Option
    from photometry.ordinance.photometric import CheckKind, Parameter

__all__ = ["Bench", "read_test"]

ORDERED: Final[tuple[TypeKind, ...]] = ("number", "date", "moment", "clock")
LIMIT_KEYS: Final = frozenset(("quantity", "op", "value", "unit"))
MAX_LIMITS: Final = 8


@dataclass(slots=True)
class Bench:
    """What the conditions of one topic file are compiled with.

    Attributes
    ----------
    scope
        The vocabulary, terms, options and tables that the file may speak of.
    checks
        Gives the photometric checks by name; asked where a rule names one.
    said
        Faults already noted, so that a family's is said once and not for each of its rules.
    """

    scope: Scope
    options: Mapping[str, Option]
    checks: Callable[[], Mapping[str, CheckKind]]
    compiled: dict[tuple[str, tuple[str, ...], str], Compiled | str] = field(default_factory=dict)
    said: set[tuple[str, str]] = field(default_factory=set)

    def compile(
        self, text: Any, subject: str, level: Level, key: str, *kinds: TypeKind
    ) -> Compiled | None:
        """Compile a condition; None, with the fault noted, where it is refused."""
        if not isinstance(text, str):
            self.fault(level, key, "a condition is a text in quotes")
            return None
        cached = (text, kinds, subject)
        if cached not in self.compiled:
            scope = self.scope
            scope = Scope(scope.records, scope.terms, scope.options, scope.tables, subject)
            try:
                self.compiled[cached] = compile_condition(text, scope, *kinds)
            except ConditionError as error:
                self.compiled[cached] = str(error)
        found = self.compiled[cached]
        if isinstance(found, str):
            self.fault(level, key, f"{found}, in: {text}")
            return None
        return found

    def fault(self, level: Level, key: str, what: str, advice: str = "") -> None:
        """Note a fault once."""
        what = f"{key}: {what}"
        if (level.name, what) not in self.said:
            self.said.add((level.name, what))
            level.fault(what, key.partition(".")[0], advice=advice)


def read_test(bench: Bench, name: str, value: Any, record: str, level: Level) -> Test | None:
    """Read one test of a rule; None, with its faults noted, where it is wrong."""
    return _READERS[name](bench, value, record, level)


def _require(bench: Bench, value: Any, record: str, level: Level) -> Test | None:
    condition = bench.compile(value, record, level, "require", "bool")
    return Require(condition) if condition else None


def _text(make: Callable[[str], Test], key: str) -> Callable[..., Test | None]:
    def read(bench: Bench, value: Any, record: str, level: Level) -> Test | None:  # noqa: ARG001  # a reader's signature
        if isinstance(value, str) and value.strip():
            return make(value)
        bench.fault(level, key, "a sentence in quotes is expected")
        return None

    return read


def _contains(bench: Bench, value: Any, record: str, level: Level) -> Test | None:
    if not isinstance(value, Mapping) or set(value) != {"list", "tokens"}:
        bench.fault(level, "contains", 'write { list = "submittal.items", tokens = ["..."] }')
        return None
    items = bench.compile(value["list"], record, level, "contains.list", "list")
    tokens = value["tokens"]
    if not isinstance(tokens, list) or not tokens or not all(isinstance(t, str) for t in tokens):
        bench.fault(level, "contains.tokens", 'a list of texts is expected: ["..."]')
        return None
    of = items.type.field if items else None
    for token in tokens:
        if of is not None and of.closed and token not in of.tokens:
            hint = nearest_name(token, of.tokens)
            bench.fault(level, "contains.tokens", f'{of.key} has no value "{token}"', hint)
    return Contains(items, tuple(tokens)) if items else None


def _rollup(bench: Bench, value: Any, record: str, level: Level) -> Test | None:  # noqa: ARG001  # a reader's signature
    if isinstance(value, list) and value and all(isinstance(text, str) for text in value):
        return Rollup(tuple(value))
    bench.fault(level, "rollup", 'a list of rule ids is expected: ["code-1-*"]')
    return None


# ---- limits -------------------------------------------------------------------------------------


def _limits(bench: Bench, value: Any, record: str, level: Level) -> Test | None:
    tables = value if isinstance(value, list) else [value]
    if not 1 <= len(tables) <= MAX_LIMITS:
        bench.fault(level, "limit", f"one limit, or a list of up to {MAX_LIMITS}")
        return None
    limits = [_limit(bench, table, record, level) for table in tables]
    return Limits(tuple(limit for limit in limits if limit)) if all(limits) else None


def _limit(bench: Bench, table: Any, record: str, level: Level) -> Limit | None:
    if not isinstance(table, Mapping):
        bench.fault(level, "limit", 'write { quantity = "...", op = "<=", value = 1, unit = "ft" }')
        return None
    for key in table:
        if key not in LIMIT_KEYS:
            hint = nearest_name(key, LIMIT_KEYS)
            bench.fault(level, "limit", f"no key is called {key}", hint)
    op, unit = table.get("op"), table.get("unit", "")
    if op not in OPERATORS:
        bench.fault(level, "limit.op", "one of " + "  ".join(OPERATORS))
        return None
    if not isinstance(unit, str) or len(unit) > 20:
        bench.fault(level, "limit.unit", "a short text in quotes is expected")
        return None
    quantity = bench.compile(table.get("quantity"), record, level, "limit.quantity", *ORDERED)
    values = _limit_values(bench, table.get("value"), record, level, between=op == "between")
    if quantity is None or values is None:
        return None
    return _with_units(bench, level, quantity, cast("LimitOperator", op), values, unit)


def _limit_values(
    bench: Bench, value: Any, record: str, level: Level, *, between: bool
) -> tuple[Compiled, ...] | None:
    given = value if between and isinstance(value, list) else [value]
    if len(given) != 1 + between:
        bench.fault(level, "limit.value", "between takes two values: [1, 2]")
        return None
    compiled = []
    for one in given:
        if isinstance(one, (int, Decimal)) and not isinstance(one, bool):
            # the file's own decimal; written out, it obeys the bounds of the language
            one = str(one) if isinstance(one, int) else f"{one:f}"  # noqa: PLW2901
        compiled.append(bench.compile(one, record, level, "limit.value", *ORDERED))
    return tuple(one for one in compiled if one) if all(compiled) else None


def _with_units(
    bench: Bench,
    level: Level,
    quantity: Compiled,
    op: LimitOperator,
    values: tuple[Compiled, ...],
    unit: str,
) -> Limit | None:
    for value in values:
        if value.type.kind != quantity.type.kind:
            bench.fault(level, "limit.value", f"{value.type} is no limit of {quantity.type}")
            return None
    if quantity.type.kind != "number" and unit:
        bench.fault(level, "limit.unit", f"{quantity.type} has no unit")
        return None
    unit = unit or quantity.type.unit or next((v.type.unit for v in values if v.type.unit), "")
    to_unit = _conversion(quantity.type, unit)
    values_to_unit = [_conversion(value.type, unit) for value in values]
    if to_unit is None or not all(values_to_unit):
        whose = quantity if to_unit is None else values[values_to_unit.index(None)]
        bench.fault(level, "limit.unit", f"{whose.type} cannot be told in {unit}")
        return None
    computed = any(
        bench.scope.records[record][name].origin == "engine output"
        for record, dot, name in (key.partition(".") for key in quantity.reads)
        if dot and record != "this"
    )
    known = tuple(convert for convert in values_to_unit if convert)
    return Limit(quantity, op, values, unit, to_unit, known, computed)


def _conversion(type_: Type, unit: str) -> Callable[[Decimal], Decimal] | None:
    """Give the conversion of a number; a bare one is in the limit's unit already."""
    return conversion(type_.unit or unit, unit)


# ---- photometric checks -------------------------------------------------------------------------


def _photometric(bench: Bench, value: Any, record: str, level: Level) -> Test | None:
    check = value.get("check") if isinstance(value, Mapping) else None
    checks = bench.checks()
    kind = checks.get(check) if isinstance(check, str) else None
    if kind is None or not isinstance(check, str):
        hint = nearest_name(str(check), checks)
        bench.fault(level, "photometric", f"no check is called {check}", hint)
        return None
    if record not in kind.records:
        known = " or ".join(sorted(kind.records))
        bench.fault(level, "photometric", f"{check} judges a {known}, not a {record}")
        return None
    params: dict[str, Any] = {}
    for name, given in value.items():
        if name == "check":
            continue
        parameter = kind.parameters.get(name)
        if parameter is None:
            hint = nearest_name(name, kind.parameters)
            bench.fault(level, "photometric", f"{check} takes no {name}", hint)
            continue
        params[name] = _parameter(bench, parameter, f"photometric.{name}", given, level)
    for name, parameter in kind.parameters.items():
        if parameter.required and name not in value:
            bench.fault(level, "photometric", f"{check} needs {name}")
    return Photometric(check, kind, params)


def _parameter(bench: Bench, parameter: Parameter, key: str, given: Any, level: Level) -> Any:
    """Read a parameter as its type, with its tokens checked."""
    if parameter.type == "number" and isinstance(given, (int, Decimal)):
        if not isinstance(given, bool) and -(10**12) <= given <= 10**12:
            return float(given)
    elif parameter.type == "flag" and isinstance(given, bool):
        return given
    elif parameter.type == "option" and isinstance(given, str):
        if given in bench.options:
            return given
        hint = nearest_name(given, bench.options)
        bench.fault(level, key, f"no option is called {given}", hint)
        return None
    elif parameter.type in ("text", "list"):
        texts = [given] if isinstance(given, str) else given
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
            return _tokens(bench, parameter, key, texts, level)
    bench.fault(level, key, f"a {parameter.type} is expected")
    return None


def _tokens(bench: Bench, parameter: Parameter, key: str, texts: list[str], level: Level) -> Any:
    for text in texts:
        if parameter.tokens and text not in parameter.tokens:
            hint = nearest_name(text, parameter.tokens)
            bench.fault(level, key, f'no value "{text}"', hint)
    return tuple(texts) if parameter.type == "list" else texts[0]


_READERS: Final[dict[str, Callable[[Bench, Any, str, Level], Test | None]]] = {
    "require": _require,
    "limit": _limits,
    "contains": _contains,
    "determination": _text(Determination, "determination"),
    "photometric": _photometric,
    "rollup": _rollup,
    "notice": _text(Notice, "notice"),
}
