"""What operators mean in a condition: logic, comparison and arithmetic over the unknown."""

from __future__ import annotations

import ast
import operator
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from photometry.ordinance.language.dates import day_of
from photometry.ordinance.language.values import NONE, NoneSuch, Type, Unknown, join_unknown
from photometry.ordinance.language.walk import BOOL, Run, Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.ordinance.language.rows import Env
    from photometry.ordinance.language.values import Value

__all__ = ["arithmetic", "choice", "common_type", "comparison", "junction", "unary", "unsure"]

ZERO_DIVISOR: Final = Unknown(reasons=frozenset({"the divisor is 0"}), zero_divisor=True)
NOTHING_UNKNOWN: Final = Unknown()
NO_VALUE: Final = Unknown(reasons=frozenset({'a value given as "none" takes part'}))
NO_TIME: Final = Unknown(frozenset({"as_of"}), frozenset({"as_of is needed with its time of day"}))


def junction(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile ``and`` and ``or``: every operand is read until one decides."""
    if not isinstance(node, ast.BoolOp):
        walk.refuse(node, "`and` or `or` is needed here")
    parts = tuple(walk.visit_bool(part, depth + 1) for part in node.values)
    decides = isinstance(node.op, ast.Or)

    def run(env: Env) -> Value:
        unknown: list[Value] = []
        for part in parts:
            value = part(env)
            if value is decides:
                return decides
            if value is True or value is False:
                continue
            unknown.append(value)
        return join_unknown(unknown) if unknown else not decides

    return BOOL, run


def unary(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile ``not`` and the minus sign."""
    if not isinstance(node, ast.UnaryOp):
        walk.refuse(node, "`not` is needed here")
    if isinstance(node.op, ast.Not):
        run = walk.visit_bool(node.operand, depth + 1)
        return BOOL, lambda env: _not(run(env))
    type_, number = walk.visit(node.operand, depth + 1)
    if type_.kind != "number":
        walk.refuse(node, f"a number is needed after the minus sign, not {type_}")
    return type_, lambda env: _negative(number(env))


def _not(value: Value) -> Value:
    return not value if value is True or value is False else value


def _negative(value: Value) -> Value:
    return -value if isinstance(value, Decimal) else unsure(value)


def unsure(*values: Value) -> Unknown:
    """Say why a result cannot be told from operands of which one is no plain value."""
    unknown = join_unknown(values)
    return NO_VALUE if unknown == NOTHING_UNKNOWN else unknown


# ---- comparison ---------------------------------------------------------------------------------

_ORDER: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_EQUAL: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def comparison(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile one comparison, or ``in`` and ``not in`` a list that is written out."""
    if not isinstance(node, ast.Compare):
        walk.refuse(node, "a comparison is needed here")
    op, right_node = node.ops[0], node.comparators[0]
    left_type, left = walk.visit(node.left, depth + 1)
    if isinstance(op, (ast.In, ast.NotIn)):
        return BOOL, _membership(walk, right_node, left_type, left, wanted=isinstance(op, ast.In))
    right_type, right = walk.visit(right_node, depth + 1)
    kind = common_type(walk, node, left_type, right_type).kind
    for one, other, literal in (
        (left_type, right_type, right_node),
        (right_type, left_type, node.left),
    ):
        if other.field is None and isinstance(literal, ast.Constant) and kind == "text":
            walk.token(literal, str(literal.value), one.field)
    if type(op) in _EQUAL and kind != "list":
        return BOOL, _compare(_EQUAL[type(op)], left, right, ordered=False)
    if kind in ("bool", "text", "list"):
        words = {"bool": "yes or no", "text": "texts", "list": "lists"}[kind]
        hint = '; write has(list, "token")' if kind == "list" else ""
        walk.refuse(node, f"{words} cannot be compared in this way{hint}")
    compare = _compare_days if kind in ("date", "moment") else _compare
    return BOOL, compare(_ORDER[type(op)], left, right, ordered=True)


def common_type(walk: Walk, node: ast.AST, left: Type, right: Type) -> Type:
    """Give the type of two operands that have to be alike."""
    if left.kind != right.kind:
        hint = ""
        if {left.kind, right.kind} == {"date", "moment"}:
            hint = "; days(a, b) takes both"
        walk.refuse(node, f"{left} and {right} do not go together{hint}")
    if left.unit and right.unit and left.unit != right.unit:
        hint = "multiply by 1 to drop a unit, or let the limit's unit convert"
        walk.refuse(node, f"{left} and {right} do not go together; {hint}")
    return left if left.unit or not right.unit else right


def _compare(op: Callable[[Any, Any], bool], left: Run, right: Run, *, ordered: bool) -> Run:
    def run(env: Env) -> Value:
        a, b = left(env), right(env)
        if type(a) is Unknown or type(b) is Unknown or (ordered and (a is NONE or b is NONE)):
            return unsure(a, b)
        return op(a, b)

    return run


def _compare_days(op: Callable[[Any, Any], bool], left: Run, right: Run, *, ordered: bool) -> Run:
    """Compare dates; a moment with a bare day (today's, for lack of an hour) by their days."""
    del ordered

    def run(env: Env) -> Value:
        a: Any = left(env)
        b: Any = right(env)
        if isinstance(a, (Unknown, NoneSuch)) or isinstance(b, (Unknown, NoneSuch)):
            return unsure(a, b)
        if type(a) is type(b):
            return op(a, b)
        day_a, day_b = day_of(a), day_of(b)
        return NO_TIME if day_a == day_b else op(day_a, day_b)

    return run


def _membership(walk: Walk, node: ast.expr, type_: Type, run: Run, *, wanted: bool) -> Run:
    members = walk.members(node, type_.field if type_.kind == "text" else None)
    kind = "text" if isinstance(next(iter(members)), str) else "number"
    if type_.kind != kind:
        hint = '; write has(list, "token")' if type_.kind == "list" else ""
        walk.refuse(node, f"{type_} is not looked for in a list of {kind}s{hint}")

    def test(env: Env) -> Value:
        value = run(env)
        if type(value) is Unknown:
            return value
        return (value in members) is wanted

    return test


# ---- arithmetic ---------------------------------------------------------------------------------


def arithmetic(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile ``+ -``, which keep the unit, and ``* /``, which drop it."""
    if not isinstance(node, ast.BinOp):
        walk.refuse(node, "arithmetic is needed here")
    left_type, left = walk.visit(node.left, depth + 1)
    right_type, right = walk.visit(node.right, depth + 1)
    for type_ in (left_type, right_type):
        if type_.kind != "number":
            hint = (
                "; write add_days(d, n) or days(a, b)" if type_.kind in ("date", "moment") else ""
            )
            walk.refuse(node, f"numbers are needed for arithmetic, not {type_}{hint}")
    op = _ARITHMETIC[type(node.op)]
    if isinstance(node.op, (ast.Add, ast.Sub)):
        type_ = Type("number", common_type(walk, node, left_type, right_type).unit)
    else:
        type_ = Type("number")

    def run(env: Env) -> Value:
        a, b = left(env), right(env)
        if type(a) is Decimal and type(b) is Decimal:
            return op(a, b)
        return unsure(a, b)

    return type_, run


def _divide(a: Decimal, b: Decimal) -> Value:
    return a / b if b else ZERO_DIVISOR


_ARITHMETIC: Final[dict[type[ast.operator], Callable[[Decimal, Decimal], Value]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _divide,
}


def choice(walk: Walk, node: ast.expr, depth: int) -> tuple[Type, Run]:
    """Compile ``a if c else b``, both of one type."""
    if not isinstance(node, ast.IfExp):
        walk.refuse(node, "`a if c else b` is needed here")
    test = walk.visit_bool(node.test, depth + 1)
    then_type, then = walk.visit(node.body, depth + 1)
    else_type, otherwise = walk.visit(node.orelse, depth + 1)
    type_ = common_type(walk, node, then_type, else_type)

    def run(env: Env) -> Value:
        value = test(env)
        if value is True:
            return then(env)
        return otherwise(env) if value is False else value

    return Type(type_.kind, type_.unit), run
