"""What a condition can be: values, the unknown among them, and their types and units.

Numbers are `decimal.Decimal`, because laws set limits in decimals and a fact at the limit has
to pass: 0.1 + 0.2 is 0.3 here.  Text, booleans, dates and moments are Python's own; a clock
time is a whole number of seconds after midnight; a list is a tuple of tokens.
"""

from __future__ import annotations

import datetime as dt
import decimal
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from photometry.site.vocabulary import Field

__all__ = [
    "ARITHMETIC",
    "NONE",
    "NoneSuch",
    "Type",
    "TypeKind",
    "Unknown",
    "Value",
    "conversion",
    "from_fact",
    "join_unknown",
    "type_of_field",
]

TypeKind = Literal["number", "bool", "text", "date", "moment", "clock", "list"]

# The caller's decimal context may round or trap in its own way: conditions have their own.
ARITHMETIC: Final = decimal.Context(
    prec=28,  # exact for every product of two facts of 14 digits
    rounding=decimal.ROUND_HALF_EVEN,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be told, with what is missing.

    Attributes
    ----------
    names
        Fields (``"sign.area_sqft"``) or records (``"permit"``) that were not given.
    reasons
        Why, where a name alone does not say it: ``"which structure? give sign.structure_id"``.
    zero_divisor
        It is a division by a known zero, which a limit reports as a failure.
    """

    names: frozenset[str] = frozenset()
    reasons: frozenset[str] = frozenset()
    zero_divisor: bool = False


@dataclass(frozen=True, slots=True)
class NoneSuch:
    """A date or number that is known not to exist: ``removed_date = "none"``."""


NONE: Final = NoneSuch()

Value: TypeAlias = (
    Decimal | bool | str | dt.date | dt.datetime | int | tuple[str, ...] | Unknown | NoneSuch
)


@dataclass(frozen=True, slots=True)
class Type:
    """Type of an expression.

    Attributes
    ----------
    unit
        Of a number; empty for a bare one, which goes with any unit.
    field
        The field that a text or a list is read from, whose tokens are then checked.
    """

    kind: TypeKind
    unit: str = ""
    field: Field | None = None

    def __str__(self) -> str:
        """Give the type in words: ``a number of ft``."""
        if self.kind == "number":
            return f"a number of {self.unit}" if self.unit else "a number"
        return _WORDS[self.kind]


_WORDS: Final[dict[TypeKind, str]] = {
    "bool": "yes or no",
    "text": "a text",
    "date": "a date",
    "moment": "a date with a time of day",
    "clock": "a time of day",
    "list": "a list",
}
_KINDS: Final[dict[str, TypeKind]] = {
    "number": "number",
    "integer": "number",
    "boolean": "bool",
    "text": "text",
    "enum": "text",
    "date": "date",
    "date_time": "moment",
    "time": "clock",
    "list": "list",
}


def type_of_field(field: Field) -> Type:
    """Give the type that a field has in a condition."""
    return Type(_KINDS[field.type], field.unit, field)


def from_fact(field: Field, value: Any) -> Value:
    """Turn a fact, as `vocabulary.read_value` gives it, into a value.

    Floats are taken at their shortest decimal, which is what a person typed or reads.
    """
    kind = _KINDS[field.type]
    if value == "none" and kind not in ("text", "list"):
        return NONE
    if kind == "number":
        return value if isinstance(value, Decimal) else Decimal(repr(value))
    if kind == "clock":
        return 3600 * int(value.hour) + 60 * int(value.minute) + int(value.second)
    if kind == "list":
        return tuple(str(token) for token in value)
    known: bool | str | dt.date = value
    return known


def join_unknown(values: Iterable[Value]) -> Unknown:
    """Join the unknown among `values` into one; others are passed over."""
    unknown = [value for value in values if type(value) is Unknown]
    if len(unknown) == 1:
        return unknown[0]
    return Unknown(
        frozenset().union(*(one.names for one in unknown)),
        frozenset().union(*(one.reasons for one in unknown)),
        bool(unknown) and all(one.zero_divisor for one in unknown),
    )


# Exact factors to a base unit of each kind.  A ton is the short ton of US practice; months
# and years have no fixed length and are converted by the calendar functions alone.
_TO_BASE: Final[dict[str, tuple[str, Decimal]]] = {
    "in": ("length", Decimal("0.0254")),
    "ft": ("length", Decimal("0.3048")),
    "m": ("length", Decimal(1)),
    "ft2": ("area", Decimal(1)),
    "acre": ("area", Decimal(43560)),
    "lb": ("weight", Decimal(1)),
    "ton": ("weight", Decimal(2000)),
    "s": ("duration", Decimal(1)),
    "min": ("duration", Decimal(60)),
    "h": ("duration", Decimal(3600)),
    "day": ("duration", Decimal(86400)),
}


def conversion(unit: str, to: str) -> Callable[[Decimal], Decimal] | None:
    """Give the exact conversion of numbers from one unit to another; None where none is.

    >>> conversion("ft", "in")(Decimal("0.75")) == 9
    True
    """
    if unit == to:
        return _same
    if unit not in _TO_BASE or to not in _TO_BASE or _TO_BASE[unit][0] != _TO_BASE[to][0]:
        return None
    factor, divisor = _TO_BASE[unit][1], _TO_BASE[to][1]

    def convert(number: Decimal) -> Decimal:
        # one correctly rounded division: exact wherever the result has 28 digits or fewer
        return ARITHMETIC.divide(ARITHMETIC.multiply(number, factor), divisor)

    return convert


def _same(number: Decimal) -> Decimal:
    return number
