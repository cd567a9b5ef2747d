"""Findings in plain words: values with their units, and one sentence for each verdict."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from photometry.ordinance.language.values import NONE
from photometry.units import FEET_PER_UNIT, METRES_PER_FOOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from photometry.ordinance.measure import Measure
    from photometry.site.model import Site
    from photometry.units import LengthUnit

__all__ = [
    "feet_in_words",
    "in_words",
    "length_in_words",
    "limit_sentence",
    "listed",
    "number_in_words",
    "own_sentence",
    "place_in_words",
    "scope_sentence",
    "with_unit",
]

_UNITS: Final = {
    "ft2": "sq ft",
    "lb/ft2": "lb/sq ft",
    "cd/m2": "cd/m²",
    "percent": "%",
    "ratio": "",
}
_IRREGULAR: Final = {"person": "people", "foot": "feet", "percent": "percent", "lux": "lux"}
_WORD: Final = re.compile(r"[a-z]{3,}")  # "space"; a symbol, "ft" or "W", has no plural
_BOUND: Final = {
    "<=": "at most {limit} is allowed",
    "<": "less than {limit} is required",
    ">=": "at least {limit} is required",
    ">": "more than {limit} is required",
    "==": "exactly {limit} is required",
    "between": "{limit} to {upper} is required",
}
_BOUND_CLOCK: Final = {
    "<=": "no later than {limit} is required",
    "<": "before {limit} is required",
    ">=": "no earlier than {limit} is required",
    ">": "after {limit} is required",
}
_SCOPE: Final = {
    "<=": "at most {limit}",
    "<": "less than {limit}",
    ">=": "at least {limit}",
    ">": "more than {limit}",
    "==": "exactly {limit}",
    "between": "{limit} to {upper}",
}
_HOLE: Final = re.compile(r"\{(measured|limit|margin|title|where)\}")


def number_in_words(number: Decimal | float, digits: int = 6) -> str:
    """Write a number without needless zeros, rounded to `digits` significant ones and nine places.

    >>> number_in_words(Decimal("12.50"))
    '12.5'
    >>> number_in_words(43560)
    '43,560'
    """
    exact = number if isinstance(number, Decimal) else Decimal(repr(number))
    if not exact.is_finite():
        return str(number)
    if exact.adjusted() >= 15:  # no quantity of a site; a quotient of odd facts
        return f"{exact:.3E}"
    places = min(max(0, digits - exact.adjusted() - 1), 9)
    text = f"{exact:,.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def in_words(value: Any) -> str:
    """Write a value: dates ISO, a time of day as 17:30, lists with commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ", timespec="seconds" if value.second else "minutes")
    if isinstance(value, int):
        return _clock(value)
    if isinstance(value, (Decimal, float)):
        return number_in_words(value)
    if isinstance(value, tuple):
        return ", ".join(value) or "nothing"
    return "none" if value is NONE else str(value)


def _clock(seconds: int) -> str:
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    return f"{text}:{seconds % 60:02d}" if seconds % 60 else text


def with_unit(value: Any, unit: str, own: LengthUnit = "ft") -> str:
    """Write a value with its unit: ``12 in``, ``10 %``, ``2 spaces``, ``$250``.

    `own` is the unit of the site: feet have metres beside them where it is in metres.
    """
    text = in_words(value)
    if not isinstance(value, (Decimal, float)):
        return text
    if unit == "USD":
        return f"-${text[1:]}" if text.startswith("-") else f"${text}"
    if unit == "ft" and own == "m":
        return f"{text} ft ({float(value) * METRES_PER_FOOT:.2f} m)"
    shown = _UNITS.get(unit, unit)
    return f"{text} {shown if text == '1' else _plural(shown)}".rstrip()


def _plural(unit: str) -> str:
    """Write a unit for several: ``faces``, ``copies``, ``inches``, ``people``; ``ft`` stays."""
    words = unit.split(" ")
    last = words[-1]
    if not _WORD.fullmatch(last):
        return unit
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith("y") and last[-2] not in "aeiou":
        last = f"{last[:-1]}ies"
    else:
        last += "es" if last.endswith(("s", "x", "z", "ch", "sh")) else "s"
    return " ".join([*words[:-1], last])


def listed(names: Iterable[str], most: int = 6) -> str:
    """Write some names, and how many more there are."""
    ordered = sorted(names)
    text = ", ".join(ordered[:most])
    return f"{text} and {len(ordered) - most} more" if len(ordered) > most else text


def limit_sentence(measure: Measure, own: LengthUnit = "ft") -> str:
    """Write ``12 in; at most 9 in is required``; `own` as of `with_unit`."""
    if measure.op is None or measure.limit is None:
        return measure.words
    is_time = isinstance(measure.limit, (int, dt.date)) and measure.op in _BOUND_CLOCK
    bound = (_BOUND_CLOCK if is_time else _BOUND)[measure.op].format(
        limit=with_unit(measure.limit, measure.unit, own),
        upper=with_unit(measure.upper, measure.unit, own),
    )
    if measure.words:
        return f"{measure.words}; {bound}"
    return f"{with_unit(measure.measured, measure.unit, own)}; {bound}"


def scope_sentence(measure: Measure, own: LengthUnit = "ft") -> str:
    """Write what a rule without a limit of its own asks: ``9,500 lm, more than 1,800 lm: applies``."""
    if measure.op is None or measure.limit is None or measure.measured is None:
        return measure.words
    within = _SCOPE[measure.op].format(
        limit=with_unit(measure.limit, measure.unit, own),
        upper=with_unit(measure.upper, measure.unit, own),
    )
    told = with_unit(measure.measured, measure.unit, own)
    if measure.holds is True:
        return f"{told}, {within}: applies"
    return f"{told}, not {within}: does not apply"


def feet_in_words(length_ft: float, site: Site | None) -> str:
    """Write a length of a code, which is in feet: ``6 ft``, ``6 ft (1.83 m)`` for a metric site."""
    is_metric = site is not None and site.unit == "m"
    beside = f" ({length_ft * METRES_PER_FOOT:.2f} m)" if is_metric else ""
    return f"{length_ft:g} ft{beside}"


def length_in_words(length_ft: float, site: Site, decimals: int | None = None) -> str:
    """Write a length in feet, or in metres where the site is in metres: ``12.5 ft``, ``3.81 m``.

    Feet have the decimals that are given, and metres two; with None both have those that they
    need, metres three at most. (Of a length, unlike a coordinate, the two kinds of feet are one.)
    """
    if site.unit == "m":
        length_m = length_ft * METRES_PER_FOOT
        return f"{round(length_m, 3):g} m" if decimals is None else f"{length_m:.2f} m"
    return f"{length_ft:g} ft" if decimals is None else f"{length_ft:.{decimals}f} ft"


def place_in_words(xy_ft: Sequence[float], site: Site) -> str:
    """Write a place in the site file's own unit: ``(12.3, 45.6) ft``, ``(3.75, 13.90) m``."""
    x, y = (float(value) / FEET_PER_UNIT[site.unit] for value in xy_ft[:2])
    if site.unit == "m":
        return f"({x:.2f}, {y:.2f}) m"
    return f"({x:.1f}, {y:.1f}) {'ft' if site.unit == 'ft' else 'US ft'}"


def own_sentence(message: str, holes: dict[str, str]) -> str:
    """Fill the holes of a rule's own message; only the known names are holes."""
    return _HOLE.sub(lambda hole: holes[hole.group(1)], message)
