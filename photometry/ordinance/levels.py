"""Tables of rules and families, with their keys and the forms of their values checked.

What is not of its form is noted and left out, so that whoever reads a level further finds
only what can be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import nearest_name
from photometry.ordinance.rule import EFFECTS, KINDS, TIERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from photometry.ordinance.datafile import Faults
    from photometry.ordinance.options import Option

__all__ = ["FAMILY_KEYS", "PATCH_KEYS", "RULE_KEYS", "TESTS", "Level", "read_level"]

TESTS: Final = (
    "require",
    "limit",
    "contains",
    "determination",
    "photometric",
    "rollup",
    "notice",
)
FAMILY_KEYS: Final = frozenset(
    ("within", "citation", "record", "among", "applies", "effect", "unless", "note", "when")
)
PATCH_KEYS: Final = frozenset(
    ("also", "applies", "effect", "off", "determine", "unless_also", "prefer", "note", *TESTS)
)
TEXT_KEYS: Final = ("title", "citation", "why", "note", "message")
RULE_KEYS: Final = frozenset(
    (
        *("id", "family", "record", "among", "kind", "tier", "topic", "helper", "presume"),
        *("applies", "unless", "effect", "prefer", "when", "example"),
        *TEXT_KEYS,
        *TESTS,
    )
)
_PATTERN: Final = re.compile(r"[A-Za-z0-9.-]*\*?")


@dataclass(frozen=True, slots=True)
class Level:
    """A family or the rule itself: its table, and where it stands.

    Attributes
    ----------
    patches
        Option values to the table that they lay over it, in the order written.
    """

    name: str
    table: Mapping[str, Any]
    path: tuple[str | int, ...]
    faults: Faults
    patches: tuple[tuple[Mapping[str, str], Mapping[str, Any]], ...] = ()

    def fault(self, what: str, *keys: str | int, advice: str = "") -> None:
        """Note a fault at a key of this level."""
        self.faults.add(f"{self.name}: {what}", *self.path, *keys, advice=advice)


def read_level(
    name: str,
    table: Mapping[str, Any],
    path: tuple[str | int, ...],
    faults: Faults,
    options: Mapping[str, Option],
    known: frozenset[str],
) -> Level:
    """Read the table of a rule or a family, its keys, forms and patches checked.

    Parameters
    ----------
    known
        The keys that it may have.
    """
    level = Level(name, table, path, faults)
    for key in table:
        if key not in known:
            hint = "it belongs into a `when`" if key in PATCH_KEYS else nearest_name(key, known)
            level.fault(f"no key is called {key}", key, advice=hint)
    level = Level(name, _well_formed(level, table), path, faults)
    return _with_patches(level, options)


def _well_formed(level: Level, table: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """Give what is of the form that its key asks for, and note the rest."""
    kept = {}
    for key, value in table.items():
        fits, what = _FORMS.get(key, (None, ""))
        if fits is None or fits(value):
            kept[key] = value
        else:
            level.fault(f"{where}{key} is {what}", "when" if where else key)
    return kept


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_list_of_ids(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pattern, str) and _PATTERN.fullmatch(pattern) for pattern in value
    )


_TEXTS: Final = ("id", "family", "within", "record", "among", "topic", *TEXT_KEYS)
_IDS: Final = 'a list of rule ids, a * at the end at most: ["code-1-*"]'
_FORMS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    **dict.fromkeys(_TEXTS, (_is_text, "a text in quotes")),
    **dict.fromkeys(("applies", "also", "prefer"), (_is_text, "a condition, a text in quotes")),
    **dict.fromkeys(("helper", "presume", "off", "determine"), (_is_flag, "true or false")),
    **dict.fromkeys(("unless", "unless_also"), (_is_list_of_ids, _IDS)),
    "when": (_is_table, "a table of option values"),
    "kind": (KINDS.__contains__, "one of " + ", ".join(KINDS)),
    "tier": (TIERS.__contains__, "one of " + ", ".join(TIERS)),
    "effect": (EFFECTS.__contains__, "one of " + ", ".join(EFFECTS)),
}


def _with_patches(level: Level, options: Mapping[str, Option]) -> Level:
    """Read the ``when`` table of a level and check its options and keys."""
    patches = []
    for key, patch in level.table.get("when", {}).items():
        values = _option_values(level, key, options)
        if not isinstance(patch, Mapping):
            level.fault(f'when "{key}" is a table, {{ ... }}', "when")
            continue
        for name in patch:
            if name not in PATCH_KEYS:
                hint = nearest_name(name, PATCH_KEYS)
                level.fault(f'when "{key}": no key is called {name}', "when", advice=hint)
        if values:
            patches.append((values, _well_formed(level, patch, f'when "{key}": ')))
    return Level(level.name, level.table, level.path, level.faults, tuple(patches))


def _option_values(level: Level, key: str, options: Mapping[str, Option]) -> dict[str, str]:
    """Read ``A=x & B=y``."""
    values: dict[str, str] = {}
    for part in key.split("&"):
        name, equals, value = (text.strip() for text in part.partition("="))
        if not equals or name not in options:
            hint = nearest_name(name, options)
            level.fault(f'when "{key}": no option is called {name}', "when", advice=hint)
            return {}
        known = [choice.value for choice in options[name].values]
        if value not in known:
            hint = nearest_name(value, known)
            level.fault(f'when "{key}": {name} has no value {value}', "when", advice=hint)
            return {}
        values[name] = value
    return values
