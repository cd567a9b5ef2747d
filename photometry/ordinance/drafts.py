"""A rule under one set of interpretations, before its conditions are compiled.

Families say once what a group of rules shares: scope, citation, exemptions, effect.  Their
gates come before the rule's own; ``when`` patches lay the text of an option's value over
them.  Everything here is text and tables; nothing is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from photometry.ordinance.levels import TESTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from photometry.ordinance.levels import Level
    from photometry.ordinance.options import Option

__all__ = ["MAX_COMBINATIONS", "Draft", "combinations", "draft", "patched_options"]

MAX_COMBINATIONS: Final = 256  # of the values of the options that patch one rule


@dataclass(slots=True)
class Draft:
    """What a rule says under one set of interpretations, as text.

    Attributes
    ----------
    gate
        Conditions with the level that they were written at.
    test
        Which test, and its text or table.
    """

    gate: list[tuple[str, Level]] = field(default_factory=list)
    unless: list[str] = field(default_factory=list)
    test: tuple[str, Any] | None = None
    prefer: str | None = None
    effect: str = "breach"
    off: bool = False
    determine: bool = False
    note: str = ""


def patched_options(levels: Sequence[Level]) -> tuple[str, ...]:
    """Give the options that patch a rule, sorted."""
    return tuple(
        sorted({name for level in levels for values, _ in level.patches for name in values})
    )


def combinations(
    names: Sequence[str], options: Mapping[str, Option]
) -> Iterator[dict[str, str]] | None:
    """Give every combination of the values of some options; None where there are too many."""
    values = [[choice.value for choice in options[name].values] for name in names]
    count = 1
    for one in values:
        count *= len(one)
    if count > MAX_COMBINATIONS:
        return None
    return (dict(zip(names, combination, strict=True)) for combination in product(*values))


def draft(levels: Sequence[Level], chosen: Mapping[str, str]) -> Draft:
    """Lay the families, the rule and the patches of the chosen values over each other.

    Parameters
    ----------
    levels
        The outermost family first, the rule last.
    chosen
        Option to value.
    """
    whole = Draft()
    for level in levels:
        table = level.table
        gate = [table["applies"]] if "applies" in table else []
        _lay(whole, table)
        whole.unless += table.get("unless", [])
        for values, patch in level.patches:
            if any(chosen[name] != value for name, value in values.items()):
                continue
            if "applies" in patch:
                gate[:1] = [patch["applies"]]
            if "also" in patch:
                gate.append(patch["also"])
            _lay(whole, patch)
            whole.unless += patch.get("unless_also", [])
        whole.gate += [(text, level) for text in gate]
    return whole


def _lay(whole: Draft, table: Mapping[str, Any]) -> None:
    for name in TESTS:
        if name in table:
            whole.test = (name, _merged(whole.test, name, table[name]))
    if "prefer" in table:
        whole.prefer = table["prefer"]
    whole.effect = table.get("effect", whole.effect)
    whole.note = table.get("note", whole.note)
    whole.off = whole.off or bool(table.get("off"))
    whole.determine = whole.determine or bool(table.get("determine"))


def _merged(test: tuple[str, Any] | None, name: str, value: Any) -> Any:
    """Merge a patch's limit or check into that of the rule; any other test replaces it."""
    if name not in ("limit", "photometric") or test is None or test[0] != name:
        return value
    before = test[1]
    if not isinstance(before, Mapping) or not isinstance(value, Mapping):
        return value
    if value.get("check", before.get("check")) != before.get("check"):
        return value
    return {**before, **value}
