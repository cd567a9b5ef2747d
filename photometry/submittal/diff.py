"""What changed between two submittals: luminaires, statistics, verdicts, and what they rest on."""

from __future__ import annotations

import csv
import io
import json
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from math import hypot, inf
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import BundleError, Fault
from photometry.submittal.bundle import open_bundle
from photometry.submittal.compare import compare_json
from photometry.submittal.write import data_files
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from photometry.submittal.bundle import Bundle
    from photometry.submittal.compare import Difference
    from photometry.submittal.pipeline import Judgement
    from photometry.units import LengthUnit

    Row = Mapping[str, str]

__all__ = ["PROJECT_NAME", "Change", "Changes", "diff", "diff_judgements", "part_of", "unit_of"]

PLACES: Final = ("x", "y", "base_z")
# Half the last decimal of a written coordinate, ft in either unit: less is no move.
STAYS_FT: Final = 0.002
DIM_FC: Final = 0.1  # fc: what drawings show at least
ABOUT: Final = ("project", "unit", "provenance")
PROJECT_NAME: Final = "project/name"
_BROKEN: Final = (KeyError, TypeError, AttributeError, ValueError, RecursionError, csv.Error)


@dataclass(frozen=True)
class Change:
    """One thing that is not as it was.

    Attributes
    ----------
    item
        ``P1``, ``lot/maintained/avg_fc``, ``RULE at boundary east``.
    what
        ``added``, ``removed``, ``moved``, or what of it changed; empty where the item says it.
    was, now
        Values; None where there was, or is, none.
    """

    item: str
    what: str
    was: Any
    now: Any

    def __str__(self) -> str:
        """Give it as one line."""
        if self.what in {"added", "removed"}:
            return f"{self.item}  {self.what}"
        head = f"{self.item}  {self.what}" if self.what else self.item
        text = f"{head}  {_shown(self.was)} → {_shown(self.now)}"
        if self.what == "moved":
            return (
                f"{text} ({hypot(*(n - w for w, n in zip(self.was, self.now, strict=True))):.2f})"
            )
        if isinstance(self.was, float) and isinstance(self.now, float):
            text += f" ({self.now - self.was:+.4g})"
        return text


@dataclass(frozen=True)
class Changes:
    """Everything that changed, by kind.

    Attributes
    ----------
    about
        Project, program, codes, options.
    luminaires
        Heads that were added, removed, moved (in the unit of the later submittal) or changed.
    types
        Rows of the luminaire schedule.
    statistics
        Of every layer of every zone and line, the most changed first.
    verdicts
        Findings of which the status turned, came or went.
    are_unrelated
        The projects' names differ, and no luminaire of one stands where one of the other does.
    """

    about: tuple[Change, ...]
    luminaires: tuple[Change, ...]
    types: tuple[Change, ...]
    statistics: tuple[Change, ...]
    verdicts: tuple[Change, ...]
    are_unrelated: bool = False

    def __bool__(self) -> bool:
        """Tell whether anything changed."""
        return any((self.about, self.luminaires, self.types, self.statistics, self.verdicts))


def diff(before: Path, after: Path) -> Changes:
    """Compare two submittals as they were written; whether they hold is for `verify` to say.

    Parameters
    ----------
    before, after
        Folders, or archives of them.

    Raises
    ------
    BundleError
        One is no submittal, or holds no numbers.
    """
    return _changes(_Submittal.read(before), _Submittal.read(after))


def diff_judgements(before: Judgement, after: Judgement) -> Changes:
    """Compare two sites as they were judged, by what would be written of them."""
    return _changes(_Submittal.of(before), _Submittal.of(after))


def _changes(old: _Submittal, new: _Submittal) -> Changes:
    about = tuple(map(_change, compare_json("", old.about, new.about)[1]))
    is_renamed = any(change.item == PROJECT_NAME for change in about)
    return Changes(
        about=about,
        luminaires=tuple(_luminaires(old, new)),
        types=tuple(_changed_rows(old.types, new.types, ("quantity",))),
        statistics=tuple(sorted(_statistics(old.layers, new.layers), key=_smallness)),
        verdicts=tuple(_verdicts(old.verdicts, new.verdicts)),
        are_unrelated=is_renamed and not _share_a_place(old, new),
    )


@dataclass(frozen=True)
class _Submittal:
    """What of a submittal is compared."""

    about: Mapping[str, Any]
    layers: Mapping[str, Mapping[str, Any]]
    verdicts: Mapping[str, str]
    luminaires: Mapping[str, Row]
    types: Mapping[str, Row]
    feet: float

    @classmethod
    def read(cls, path: Path) -> _Submittal:
        with open_bundle(path) as bundle:
            return cls._made(lambda name, parse: part_of(bundle, name, parse))

    @classmethod
    def of(cls, judgement: Judgement) -> _Submittal:
        texts = data_files(judgement)
        return cls._made(lambda name, parse: parse(texts[name]))

    @classmethod
    def _made(cls, part: Callable[[str, Callable[[str], Any]], Any]) -> _Submittal:
        about, layers, verdicts, feet = part("results.json", _results)
        return cls(
            about=about,
            layers=layers,
            verdicts=verdicts,
            luminaires=part("luminaires.csv", _heads),
            types=part("schedule.csv", lambda text: _rows(text, "type")),
            feet=feet,
        )


def _results(text: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, str], float]:
    """Read results.json: what it rests on, its zones and lines, its verdicts, its unit in feet."""
    results = json.loads(text)
    about = {key: results[key] for key in ABOUT}
    layers = {**results["zones"], **results["lines"]}
    return about, layers, _statuses(results["findings"]), FEET_PER_UNIT[results["unit"]]


def unit_of(text: str) -> LengthUnit:
    """Read from results.json the unit of a submittal's coordinates."""
    unit: LengthUnit = json.loads(text)["unit"]
    if unit not in FEET_PER_UNIT:
        msg = f"{unit!r} is no unit of coordinates"
        raise ValueError(msg)
    return unit


def _heads(text: str) -> dict[str, Row]:
    """Read luminaires.csv; the places must be numbers."""
    rows = _rows(text, "id")
    for row in rows.values():
        for key in PLACES:
            float(row[key])
    return rows


def part_of(bundle: Bundle, name: str, parse: Callable[[str], Any]) -> Any:
    """Read a data file of a bundle.

    Raises
    ------
    BundleError
        It is not there, or cannot be parsed.
    """
    if not bundle.holds(name):
        what = f"it has no {name}: there is nothing to compare"
        advice = "make the submittal with all products, or with data among them"
        raise BundleError(Fault(what, bundle.name, advice=advice))
    try:
        return parse((bundle.root / name).read_text(encoding="utf-8"))
    except _BROKEN as broken:
        raise BundleError(Fault(f"it cannot be read: {broken}", f"{bundle.name}/{name}")) from None


def _rows(text: str, key: str) -> dict[str, Row]:
    return {row[key]: row for row in csv.DictReader(io.StringIO(text, newline=""), restval="")}


def _statuses(findings: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Give the status of each finding by its rule and place."""
    found: dict[str, str] = {}
    for finding in findings:
        where = finding["where"]
        name = f"{finding['rule']} at {where['kind']} {where['name']}".rstrip()
        number = 2
        key = name
        while key in found:
            key = f"{name} ({number})"
            number += 1
        found[key] = finding["status"]
    return found


def _statistics(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Give statistics that changed by more than rounding; places of extremes are left out."""

    def is_place(item: str) -> bool:
        return item.rpartition("/")[0].endswith(("max_at", "min_at"))

    for name in dict.fromkeys((*old, *new)):
        if name not in new or name not in old:
            yield Change(name, "removed" if name in old else "added", None, None)
        else:
            inner = compare_json("", {name: old[name]}, {name: new[name]}, is_place)[1]
            yield from map(_change, inner)


def _smallness(change: Change) -> float:
    """Give how little a statistic changed, 0 to 1 of the larger value; what came or went is first.

    Footcandles below those that a plan shows are no large change, however often they double.
    """
    if not (isinstance(change.was, (int, float)) and isinstance(change.now, (int, float))):
        return -1.0
    return 1.0 - abs(change.now - change.was) / max(abs(change.was), abs(change.now), DIM_FC)


def _share_a_place(old: _Submittal, new: _Submittal) -> bool:
    """Tell whether a luminaire of one stands where one of the other does, by whatever name."""
    places = sorted(_places_ft(old))
    for place in _places_ft(new):
        first = bisect_left(places, [place[0] - STAYS_FT])
        last = bisect_right(places, [place[0] + STAYS_FT, inf])
        for other in places[first:last]:
            if max(abs(a - b) for a, b in zip(place, other, strict=True)) <= STAYS_FT:
                return True
    return False


def _places_ft(one: _Submittal) -> list[list[float]]:
    return [[float(row[key]) * one.feet for key in PLACES] for row in one.luminaires.values()]


def _change(difference: Difference) -> Change:
    """Give a difference of two files as a change from the first to the second."""
    was, now = (None if difference.is_absent(v) else v for v in (difference.said, difference.found))
    return Change(difference.item, "", was, now)


def _luminaires(old: _Submittal, new: _Submittal) -> Iterator[Change]:
    for name, row in new.luminaires.items():
        before = old.luminaires.get(name)
        if before is not None:
            was_ft = [float(before[key]) * old.feet for key in PLACES]
            now_ft = [float(row[key]) * new.feet for key in PLACES]
            if max(abs(a - b) for a, b in zip(was_ft, now_ft, strict=True)) > STAYS_FT:
                was, now = ([round(v / new.feet, 3) for v in p] for p in (was_ft, now_ft))
                yield Change(name, "moved", was, now)
    yield from _changed_rows(old.luminaires, new.luminaires, (), PLACES)


def _changed_rows(
    old: Mapping[str, Row],
    new: Mapping[str, Row],
    first: tuple[str, ...],
    left_out: tuple[str, ...] = (),
) -> Iterator[Change]:
    """Give rows that were added or removed, then cells that changed, `first` ones first."""
    yield from (Change(name, "added", None, None) for name in new if name not in old)
    yield from (Change(name, "removed", None, None) for name in old if name not in new)
    for name, row in new.items():
        before = old.get(name, row)
        for key in dict.fromkeys((*first, *before, *row)):
            was, now = before.get(key, ""), row.get(key, "")
            if key not in left_out and was != now:
                yield Change(name, key, _number_or_text(was), _number_or_text(now))


def _verdicts(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    """Give verdicts that turned, what fails now first."""
    turned = [
        Change(name, "", old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    ]
    yield from sorted(turned, key=lambda one: (one.now != "fail", one.was != "fail"))


def _number_or_text(cell: str) -> float | str:
    try:
        return float(cell)
    except ValueError:
        return cell


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)
