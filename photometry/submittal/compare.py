"""What a submittal says against what its inputs give: every number, text and verdict.

Files are written rounded, and another machine's last bits may differ: light and ratios hold
within 1e-4 fc or 1e-5 of their value, coordinates within a unit of their last decimal.  Whole
numbers, texts and verdicts hold exactly.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    Skips = Callable[[str], bool]

__all__ = ["Difference", "compare_csv", "compare_json", "leaves", "rows_of"]

ABSOLUTE_FC: Final = 1e-4
RELATIVE: Final = 1e-5
COORDINATE: Final = 1e-3  # the last decimal of a coordinate, in the site's unit
SLACK: Final = 1e-9  # of the tolerance itself: 1.0001 - 1.0 is more than 1e-4 in binary
_COORDINATES: Final = re.compile(r"(^|/)(x|y|z|base_z|witness_[xyz]|(max_at|min_at|witness)/\d)$")
_WHOLE: Final = re.compile(r"-?\d+")
_DECIMAL: Final = re.compile(r"-?\d+\.\d+(e[+-]?\d+)?")


@dataclass(frozen=True)
class Difference:
    """One thing that does not hold.

    Attributes
    ----------
    file
        The file that says it.
    item
        Where in the file: ``lot at 30.0, 12.5: maintained_fc``.
    said, found
        The value in the file and the recomputed one.
    """

    file: str
    item: str
    said: Any
    found: Any

    @staticmethod
    def is_absent(value: Any) -> bool:
        """Tell that a side has no such value; null is a value."""
        return isinstance(value, _Absent)

    def __str__(self) -> str:
        """Give it as one line, with by how much where it is a number."""
        text = f"{self.file}: {self.item} is {_shown(self.said)}, recomputed {_shown(self.found)}"
        if _is_number(self.said) and _is_number(self.found):
            text += f" (off by {self.said - self.found:+.4g})"
        return text


def compare_json(
    file: str, said: Any, found: Any, is_skipped: Skips = lambda _item: False
) -> tuple[int, list[Difference]]:
    """Compare what a JSON file says with what it should say.

    Parameters
    ----------
    said, found
        As parsed. Findings are matched by rule and place, whatever their order.
    is_skipped
        Tells which items, by their path ``zones/lot/kind``, are not compared.

    Returns
    -------
    compared : int
        Number of values.
    differences : list of Difference
    """
    count, differences = 0, []
    flat_said, flat_found = dict(leaves(said)), dict(leaves(found))
    for item in dict.fromkeys((*flat_found, *flat_said)):
        if is_skipped(item):
            continue
        count += 1
        one, other = flat_said.get(item, _ABSENT), flat_found.get(item, _ABSENT)
        if not _holds(item, one, other):
            differences.append(Difference(file, item, one, other))
    return count, differences


def compare_csv(
    file: str, said: str, found: str, is_skipped: Skips = lambda _item: False
) -> tuple[int, list[Difference]]:
    """Compare a table with what it should hold, row by row; as `compare_json`."""
    rows_said, rows_found = rows_of(said), rows_of(found)
    count, differences = 0, []
    if len(rows_said) != len(rows_found):
        sizes = (max(0, len(rows_said) - 1), max(0, len(rows_found) - 1))
        differences.append(Difference(file, "number of rows", *sizes))
    columns = rows_found[0]
    if not rows_said or rows_said[0] != columns:
        heads = rows_said[0] if rows_said else []
        return 1, [Difference(file, "the heading", ", ".join(heads), ", ".join(columns))]
    for number, (row, other) in enumerate(zip(rows_said[1:], rows_found[1:], strict=False), 2):
        if len(row) != len(other):
            differences.append(
                Difference(file, f"number of cells of line {number}", len(row), len(other))
            )
            continue
        for column, one, two in zip(columns, row, other, strict=True):
            if is_skipped(column):
                continue
            count += 1
            if one != two and not _holds(column, _value(one), _value(two)):
                item = f"line {number}, {_row_name(columns, other)}: {column}"
                differences.append(Difference(file, item, _value(one), _value(two)))
    return count, differences


class _Absent:
    """Stands for a value that is not there; null is one that is."""


_ABSENT: Final = _Absent()


def _holds(item: str, said: Any, found: Any) -> bool:
    if _is_number(said) and _is_number(found):
        if isinstance(said, int) and isinstance(found, int):
            return said == found
        tolerance = ABSOLUTE_FC
        if _COORDINATES.search(item):
            tolerance = COORDINATE
        elif abs(found) > ABSOLUTE_FC / RELATIVE:
            tolerance = RELATIVE * abs(found)
        return bool(abs(said - found) <= tolerance * (1.0 + SLACK) + SLACK)
    return type(said) is type(found) and bool(said == found)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Give every plain value below a parsed JSON value, by its path."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, f"{path}/{key}" if path else key)
    elif isinstance(value, list) and value:
        for key, inner in zip(_keys(value), value, strict=True):
            yield from leaves(inner, f"{path}/{key}")
    else:
        yield path, value


def _keys(values: Sequence[Any]) -> Iterator[str]:
    """Name the members of a list: findings by rule and place, others by number."""
    seen: dict[Hashable, int] = {}
    for number, value in enumerate(values):
        name = _finding_name(value)
        if not name:
            yield str(number)
            continue
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"


def _finding_name(value: Any) -> str:
    if not isinstance(value, dict) or not isinstance(value.get("where"), dict):
        return ""
    where: Mapping[str, Any] = value["where"]
    return f"{value.get('rule')} at {where.get('kind')} {where.get('name')}"


def _row_name(columns: Sequence[str], row: Sequence[str]) -> str:
    """Name a row as a person would: a point by its place, a finding by its rule."""
    cells = dict(zip(columns, row, strict=True))
    if "rule" in cells:
        return f"{cells['rule']} at {cells['where_kind']} {cells['where_name']}"
    if "layer" in cells:
        return f"{cells['zone']}, {cells['layer']}"
    if "zone" in cells:
        return f"{cells['zone']} at {cells['x']}, {cells['y']}"
    return row[0]


def rows_of(text: str) -> list[list[str]]:
    """Give the rows of a CSV file that hold something, the heading first."""
    return [row for row in csv.reader(io.StringIO(text, newline="")) if row]


def _value(cell: str) -> float | str:
    if _WHOLE.fullmatch(cell) and len(cell) < 16:
        return int(cell)
    return float(cell) if _DECIMAL.fullmatch(cell) else cell


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    return "absent" if isinstance(value, _Absent) else json.dumps(value, ensure_ascii=False)
