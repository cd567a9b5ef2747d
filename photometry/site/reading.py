"""Read tables of a project file against their models, collecting every fault on the way."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from photometry.errors import Fault, nearest_name
from photometry.site.shown import shown
from photometry.site.vocabulary import read_value, records
from photometry.units import FEET_PER_METRE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from pydantic_core import ErrorDetails

    from photometry.site.schema import Table
    from photometry.site.vocabulary import Field

    Path = Sequence[str | int]

__all__ = ["Faults", "known_keys", "read_table"]

TableT = TypeVar("TableT", bound="Table")

# What to give instead of what the geometry or the luminaire file says by itself.
_GIVE_INSTEAD = {
    "luminaire.x_ft": "give at = [x, y]",
    "luminaire.y_ft": "give at = [x, y]",
    "luminaire.aim_azimuth_deg": "give orientation_deg or aim_at",
    "luminaire.photometry_file": "give file in the luminaire type",
    "boundary.pavement_edge_distance_ft": "give pavement_edge",
    "boundary.nearest_dwelling_distance_ft": "give dwellings",
    "site.jurisdiction": "give code in [project]",
}
_TYPES = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in [brackets]",
    "dict_type": "a table { key = value }",
    "finite_number": "a finite number",
}
_LIMITS = {
    "greater_than": ("above", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("below", "lt"),
    "less_than_equal": ("at most", "le"),
}
_SHARES = ("lld", "ldd", "lbo", "bf", "latf", "voltage", "equipment", "position", "surface", "llf")
MOST_KEYS = 1_000  # of one table
LONGEST_MESSAGE = 400  # letters
MOST_FAULTS = 500  # of one file: beyond that it is another kind of file


class Faults:
    """The faults of one file, as they are found.

    Parameters
    ----------
    file
        The file as the user named it.
    line_of
        Gives the line of a path of keys.
    """

    def __init__(self, file: str, line_of: Callable[[Path], int | None]) -> None:
        self.file = file
        self.line_of = line_of
        self._found: dict[Fault, None] = {}
        self._more = 0

    def add(self, path: Path, what: str, advice: str = "") -> None:
        """Record a fault of the thing at a path."""
        self.include([Fault(_one_line(what), self.file, self.line_of(path), _one_line(advice))])

    def include(self, faults: Iterable[Fault]) -> None:
        """Record faults of other files that this one led to."""
        for fault in faults:
            if len(self._found) < MOST_FAULTS:
                self._found.setdefault(fault)
            elif fault not in self._found:
                self._more += 1

    def all(self) -> tuple[Fault, ...]:
        """Give the faults in the order of the file; those of other files after them."""
        ours = [fault for fault in self._found if fault.file == self.file]
        others = [fault for fault in self._found if fault.file != self.file]
        ours.sort(key=lambda fault: fault.line or 0)
        more = [Fault(f"and {self._more} more faults", self.file)] if self._more else []
        return (*ours, *others, *more)


def _one_line(text: str) -> str:
    """Show what a stranger's names and values leave of a message on one line of a screen."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    if len(line) <= LONGEST_MESSAGE:
        return line
    half = (
        LONGEST_MESSAGE // 2 - 2
    )  # what is wrong stands at the end, after a name that may be long
    return f"{line[:half]} ... {line[-half:]}"


@cache
def known_keys(model: type[Table]) -> frozenset[str]:
    """Give the keys that a table takes: its own and those of its record."""
    return _own_keys(model) | {
        name
        for name, field in _record_fields(model).items()
        if field.origin in ("user data", "reference table")
    }


def read_table(
    model: type[TableT],
    raw: Any,
    path: Path,
    subject: str,
    faults: Faults,
    also: Iterable[str] = (),
) -> tuple[TableT, dict[str, Any]] | None:
    """Read one table.

    Parameters
    ----------
    model
        Its shape.
    raw
        As TOML gives it.
    path
        Of the table in the file.
    subject
        What it is about, for messages: ``luminaire "P1"``.
    faults
        Takes every fault of the table.
    also
        Keys that others read: to be named to who misspells them.

    Returns
    -------
    table, facts
        The table's own keys, and the vocabulary's fields that were given; None where the
        table has a fault.
    """
    if not isinstance(raw, dict):
        faults.add(path, f"{subject} must be a table of keys, not {shown(raw)}")
        return None
    if len(raw) > MOST_KEYS:
        faults.add(path, f"{subject} has {len(raw):,} keys; at most {MOST_KEYS:,} are read")
        return None
    own, fields = _own_keys(model), _record_fields(model)
    known = known_keys(model) | set(also)
    shape: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    given_as: dict[str, str] = {}
    sound = True
    for key, value in raw.items():
        name, taken = _in_feet(key, value, own | fields.keys())
        if name in given_as:
            what = f"{subject}: {given_as[name]} and {key} say the same; keep one"
            faults.add((*path, key), what)
            sound = False
            continue
        given_as[name] = key
        if name in own:
            shape[name] = taken
        else:
            sound &= _read_fact(fields.get(name), key, taken, facts, known, path, subject, faults)
    try:
        table = model.model_validate(shape)
    except ValidationError as errors:
        for error in errors.errors(include_url=False):
            first, *rest = error["loc"]
            loc = [given_as.get(str(first), first), *rest]
            what, advice = _explain(error, loc)
            faults.add((*path, *loc), f"{subject}: {what}", advice)
        return None
    return (table, facts) if sound else None


@cache
def _own_keys(model: type[Table]) -> frozenset[str]:
    return frozenset(info.alias or name for name, info in model.model_fields.items())


@cache
def _record_fields(model: type[Table]) -> Mapping[str, Field]:
    # A record's id is one of the table's own keys, or its name.
    fields = records().get(model.record, {})
    return {name: field for name, field in fields.items() if name != "id"}


def _in_feet(key: str, value: Any, known: AbstractSet[str]) -> tuple[str, Any]:
    """Give a key that ends in _m, and its value, in feet where feet is what is known."""
    in_feet = key.removesuffix("_m") + "_ft"
    if key in known or not key.endswith("_m") or in_feet not in known:
        return key, value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return in_feet, value * FEET_PER_METRE
    return in_feet, value


def _read_fact(
    field: Field | None,
    key: str,
    value: Any,
    facts: dict[str, Any],
    known: AbstractSet[str],
    path: Path,
    subject: str,
    faults: Faults,
) -> bool:
    """Read a field of the vocabulary into `facts`; tell whether that went well."""
    if field is None:
        advice = nearest_name(key, known)
        faults.add((*path, key), f'{subject}: unknown key "{key}"', advice)
        return False
    if field.origin in ("derived", "engine output"):
        advice = _GIVE_INSTEAD.get(field.key, "leave it out")
        source = "calculated" if field.origin == "engine output" else "measured from the site"
        faults.add((*path, key), f"{subject}: {key} is {source}, not given", advice)
        return False
    try:
        read = read_value(field, value)
    except ValueError as unfit:
        what, _, advice = str(unfit).partition("; ")
        faults.add((*path, key), f"{subject}: {what}", advice)
        return False
    if read is not None:  # "unknown" is the same as absent
        facts[field.name] = read
    return True


def _explain(error: ErrorDetails, loc: Sequence[str | int]) -> tuple[str, str]:
    """Put a validation error into our words: what, and what to do."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    key = ".".join(str(part) for part in loc if isinstance(part, str))
    numbers = [part for part in loc if isinstance(part, int)]
    if numbers:
        key += f" entry {numbers[0] + 1}"
    if kind == "extra_forbidden":
        return f'unknown key "{key}"', ""
    if kind == "missing":
        return f"{key} is missing", ""
    if kind == "value_error":
        return f"{key} {context['error']}", ""
    if kind == "literal_error":
        return _explain_choice(key, given, str(context["expected"]))
    if kind in _LIMITS:
        word, name = _LIMITS[kind]
        advice = "write it as a share: 0.9" if loc[-1] in _SHARES else ""
        return f"{key} must be {word} {context[name]:g}, not {shown(given)}", advice
    return f"{key} must be {_TYPES.get(kind, error['msg'])}, not {shown(given)}", ""


def _explain_choice(key: str, given: Any, expected: str) -> tuple[str, str]:
    known = re.findall(r"'([^']*)'", expected)
    if isinstance(given, str) and known:
        return f'{key} has no value "{given}"', nearest_name(given, known)
    quoted = expected.replace("'", '"')
    return f"{key} must be {quoted}, not {shown(given)}", ""
