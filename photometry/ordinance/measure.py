"""What a test finds: whether it holds, and the number that was measured against its limit."""

from __future__ import annotations

import datetime as dt
import operator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from photometry.ordinance.language.dates import day_of
from photometry.ordinance.language.operators import unsure
from photometry.ordinance.language.values import NoneSuch, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.ordinance.language.rows import Env
    from photometry.ordinance.language.values import Value
    from photometry.ordinance.rule import Contains, Limit, LimitOperator, Limits

__all__ = ["LENIENCE", "Measure", "compare", "measure_contains", "measure_limits"]

LENIENCE: Final = Decimal("1e-9")  # of a limit, for computed values: a thousandth of a thousandth
_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
}


@dataclass(frozen=True, slots=True)
class Measure:
    """What a test found.

    Attributes
    ----------
    holds
        True, False or unknown.
    measured, limit
        In `unit`; None where they are not known or not one number.
    margin
        How far inside the limit: below 0 fails.  Of dates in days, of times of day in minutes.
        None where there is none, and for a value at a limit that excludes it.
    words
        What was found, where a number does not say it.
    """

    holds: Value
    measured: Value | None = None
    limit: Value | None = None
    unit: str = ""
    margin: Decimal | None = None
    op: LimitOperator | None = None
    upper: Value | None = None  # of `between`
    words: str = ""


def measure_contains(test: Contains, env: Env) -> Measure:
    """See whether a list holds every token."""
    items = test.items.run(env)
    if not isinstance(items, tuple):
        return Measure(unsure(items))
    absent = [token for token in test.tokens if token not in items]
    told = ", ".join(absent or test.tokens).replace("_", " ")
    return Measure(holds=not absent, words=f"{'lacks' if absent else 'has'} {told}")


def measure_limits(test: Limits, env: Env) -> Measure:
    """Measure a limit; of several, give the worst: a failing one, else an unknown one."""
    measures = [_measure(limit, env) for limit in test.limits]
    failing = [one for one in measures if one.holds is False]
    unknown = [one for one in measures if isinstance(one.holds, Unknown)]
    if failing:
        return min(failing, key=_relative_margin)
    if unknown:
        return Measure(unsure(*(one.holds for one in unknown)))
    return min(measures, key=_relative_margin)


def _relative_margin(measure: Measure) -> Decimal:
    """Give the margin as a share of the limit, by which unlike limits are compared."""
    margin = measure.margin or Decimal(0)
    limit = measure.limit
    return margin / abs(limit) if isinstance(limit, Decimal) and limit else margin


def _measure(limit: Limit, env: Env) -> Measure:
    measured = limit.quantity.run(env)
    values = [value.run(env) for value in limit.values]
    if isinstance(measured, Unknown) and measured.zero_divisor:
        return Measure(holds=False, words="the divisor is 0", op=limit.op, unit=limit.unit)
    if any(isinstance(value, (Unknown, NoneSuch)) for value in (measured, *values)):
        known = measured if not isinstance(measured, (Unknown, NoneSuch)) else None
        return Measure(unsure(measured, *values), measured=known, unit=limit.unit)
    if isinstance(measured, Decimal):
        measured = limit.to_unit(measured)
        values = [
            convert(value)
            for convert, value in zip(limit.values_to_unit, values, strict=True)
            if isinstance(value, Decimal)
        ]
    return _compared(limit, measured, values)


def _compared(limit: Limit, measured: Any, values: list[Any]) -> Measure:
    if limit.op == "between":
        low, high = values
        holds_low, margin_low = compare(measured, ">=", low, computed=limit.computed)
        holds_high, margin_high = compare(measured, "<=", high, computed=limit.computed)
        margin = min(margin for margin in (margin_low, margin_high) if margin is not None)
        return Measure(holds_low and holds_high, measured, low, limit.unit, margin, "between", high)
    holds, margin_ = compare(measured, limit.op, values[0], computed=limit.computed)
    return Measure(holds, measured, values[0], limit.unit, margin_, limit.op)


def compare(
    measured: Any, op: LimitOperator, limit: Any, *, computed: bool
) -> tuple[bool, Decimal | None]:
    """Compare two values of one kind.

    Parameters
    ----------
    computed
        Compare leniently, within 1e-9 of the limit, and write a margin within that as 0.

    Returns
    -------
    tuple
        Whether it holds, and the margin.
    """
    measured, limit = _alike(measured, limit)
    holds = _OPERATORS[op](measured, limit)
    margin = _difference(measured, limit)
    if op in ("<=", "<"):
        margin = -margin
    elif op == "==":
        margin = -abs(margin)
    if computed and abs(margin) <= LENIENCE * abs(limit):
        return True, Decimal(0)
    if not holds and margin == 0:
        return False, None  # "less than 5" at 5: no number says by how much
    return holds, margin + 0  # no negative zero


def _alike(a: Any, b: Any) -> tuple[Any, Any]:
    """Compare a moment with a bare day by their days."""
    if isinstance(a, dt.date) and type(a) is not type(b):
        return day_of(a), day_of(b)
    return a, b


def _difference(a: Any, b: Any) -> Decimal:
    """Give a - b: of dates in days, of times of day in minutes."""
    if isinstance(a, dt.date):
        span: dt.timedelta = a - b
        return span.days + Decimal(span.seconds) / 86400
    if isinstance(a, int):
        return Decimal(a - b) / 60
    return Decimal(a - b)
