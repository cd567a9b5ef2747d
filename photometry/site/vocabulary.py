"""The records and fields that site files, facts files and rules speak in.

One vocabulary serves all three, so that a word means the same in a drawing's file, in a
form that a clerk fills in and in a town's rule.  It is data: ``vocabulary.csv``, one row a
field.
"""

from __future__ import annotations

import csv
import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from photometry.errors import nearest_name
from photometry.site.shown import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Field", "FieldType", "Origin", "read_value", "records", "vocabulary"]

FieldType = Literal[
    "number", "integer", "boolean", "text", "enum", "date", "date_time", "time", "list"
]
Origin = Literal["user data", "derived", "engine output", "reference table"]

LARGEST_NUMBER = 1e12  # beyond any length, area, price or light level: a slip of the hand
LONGEST_LIST = 1000  # entries; longer is not typed by a person
NEAR_MISS = 0.9  # difflib ratio: a plural or one slipped letter, not another word


@dataclass(frozen=True, slots=True)
class Field:
    """One field of one record.

    Attributes
    ----------
    record, name
        ``luminaire`` and ``lamp_type``.
    type
        What a value must be.
    unit
        Of a number: ``ft``, ``fc``, ``degree``; empty where it has none.
    tokens
        Known values of an enumeration, a list or a text.
    closed
        Whether no other value than `tokens` is accepted.
    origin
        ``user data``: given by a person. ``derived``: given by a person only where there is
        no site, whose geometry says it. ``engine output``: calculated. ``reference table``:
        copied from a published table.
    label
        The field in words, for messages and forms.
    note
        What is meant, where the name does not say it.
    """

    record: str
    name: str
    type: FieldType
    unit: str
    tokens: tuple[str, ...]
    closed: bool
    origin: Origin
    label: str
    note: str

    @property
    def key(self) -> str:
        """The field as rules write it: ``luminaire.lamp_type``."""
        return f"{self.record}.{self.name}"


@cache
def vocabulary() -> Mapping[str, Field]:
    """Give every field by its key ``record.field``, read once."""
    text = files(__package__).joinpath("vocabulary.csv").read_text(encoding="utf-8")
    return MappingProxyType(
        {field.key: field for field in map(_field, csv.DictReader(text.splitlines()))}
    )


@cache
def records() -> Mapping[str, Mapping[str, Field]]:
    """Give the fields of every record: record name to field name to `Field`."""
    found: dict[str, dict[str, Field]] = {}
    for field in vocabulary().values():
        found.setdefault(field.record, {})[field.name] = field
    return MappingProxyType({name: MappingProxyType(fields) for name, fields in found.items()})


def read_value(field: Field, value: Any) -> Any:
    """Read a value that somebody gave for a field.

    Parameters
    ----------
    field
        The field that it is for.
    value
        As TOML gives it. Dates and times may also be ISO texts (``"22:00"``).

    Returns
    -------
    object
        The value as the field's type: numbers unchanged, ``datetime`` objects for dates and
        times, a tuple for a list. None for ``"unknown"``, which is the same as absent. The
        text ``"none"`` on a date, a time or a number says that there is known to be none, and
        is kept.

    Raises
    ------
    ValueError
        The value does not fit; the message is a sentence without its place.
    """
    if value == "unknown":
        return None
    if value == "none" and field.type in _MAY_BE_NONE:
        return value
    return _READERS[field.type](field, value)


def _field(row: Mapping[str, str]) -> Field:
    if row["type"] not in get_args(FieldType) or row["origin"] not in get_args(Origin):
        raise ValueError(f"vocabulary.csv: {row['record']}.{row['name']} has an unknown type")
    return Field(
        record=row["record"],
        name=row["name"],
        type=cast("FieldType", row["type"]),
        unit=row["unit"],
        tokens=tuple(row["tokens"].split("|")) if row["tokens"] else (),
        closed=row["closed"] == "yes",
        origin=cast("Origin", row["origin"]),
        label=row["label"],
        note=row["note"],
    )


def _unfit(field: Field, why: str) -> ValueError:
    return ValueError(f"{field.name} {why}")


def _number(field: Field, value: Any) -> int | float | Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        unit = f" in {field.unit}" if field.unit else ""
        raise _unfit(field, f"must be a number{unit}, not {shown(value)}")
    if not _is_sane(value):
        raise _unfit(field, f"must be a finite number up to 1e12, not {value}")
    return value


def _is_sane(number: float | Decimal) -> bool:
    try:
        return abs(float(number)) <= LARGEST_NUMBER  # false for nan too
    except OverflowError:  # an integer beyond all floats
        return False


def _integer(field: Field, value: Any) -> int:
    number = _number(field, value)
    if number != int(number):
        raise _unfit(field, f"must be a whole number, not {value}")
    return int(number)


def _boolean(field: Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _unfit(field, f"must be true or false, not {shown(value)}")
    return value


def _text(field: Field, value: Any) -> str:
    if not isinstance(value, str):
        raise _unfit(field, f"must be a text in quotes, not {shown(value)}")
    return value


def _enum(field: Field, value: Any) -> str:
    token = _text(field, value)
    if field.closed and token not in field.tokens:
        hint = nearest_name(token, field.tokens) or "one of: " + ", ".join(field.tokens)
        raise _unfit(field, f'has no value "{token}"; {hint}')
    _refuse_near_miss(field, token)
    return token


def _list(field: Field, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _unfit(field, f"must be a list in [brackets], not {shown(value)}")
    if len(value) > LONGEST_LIST:
        raise _unfit(field, f"has {len(value)} entries; at most {LONGEST_LIST}")
    for token in value:
        if isinstance(token, str):
            _refuse_near_miss(field, token)
    return tuple(value)


def _refuse_near_miss(field: Field, token: str) -> None:
    """Refuse ``petroleum_stations`` where the rules ask for ``petroleum_station``."""
    if token in field.tokens:
        return
    close = get_close_matches(token, field.tokens, n=1, cutoff=NEAR_MISS)
    if close:
        raise _unfit(field, f'has no value "{token}"; did you mean {close[0]}?')


def _date(field: Field, value: Any) -> dt.date:
    if isinstance(value, str):
        value = _from_iso(dt.date.fromisoformat, value)
    if isinstance(value, dt.datetime) or not isinstance(value, dt.date):
        raise _unfit(field, f"must be a date such as 2026-05-31, not {value}")
    return value


def _date_time(field: Field, value: Any) -> dt.datetime:
    if isinstance(value, str) and len(value) > len("2026-05-31"):
        value = _from_iso(dt.datetime.fromisoformat, value)
    if not isinstance(value, dt.datetime):
        raise _unfit(field, f"must be a date and time such as 2026-05-31T18:00:00, not {value}")
    return value


def _time(field: Field, value: Any) -> dt.time:
    if isinstance(value, str):
        value = _from_iso(dt.time.fromisoformat, value)
    if not isinstance(value, dt.time):
        raise _unfit(field, f'must be a time such as "22:00", not {value}')
    return value


def _from_iso(parse: Callable[[str], Any], text: str) -> Any:
    """Parse an ISO text, or give it back for the message where it is none."""
    try:
        return parse(text)
    except ValueError:
        return text


_MAY_BE_NONE = {"number", "integer", "date", "date_time", "time"}
_READERS: dict[FieldType, Callable[[Field, Any], Any]] = {
    "number": _number,
    "integer": _integer,
    "boolean": _boolean,
    "text": _text,
    "enum": _enum,
    "date": _date,
    "date_time": _date_time,
    "time": _time,
    "list": _list,
}
