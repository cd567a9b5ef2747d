"""The level that an activity asks for: of a table that the user gives, or of a zone itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Site

__all__ = ["NoTarget", "Target", "row_of_activity", "target_of_activity", "target_of_zone"]

# Facts of each zone by its name: asked once for every zone; let go with the site.
_ZONE_FACTS: WeakKeyDictionary[Site, Mapping[str, Mapping[str, Any]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Target:
    """A recommended level, fc; None where it names no such figure.

    Attributes
    ----------
    words
        Whose level it is, for the message.
    by_board
        Whether the Planning Board has set it.
    """

    avg_fc: float | None
    min_fc: float | None
    words: str
    over_tolerance_pct: float | None = None
    by_board: bool = False


@dataclass(frozen=True, slots=True)
class NoTarget:
    """Why there is no level, and the fields that would give one."""

    why: str
    missing: frozenset[str]


def target_of_activity(context: PhotometricContext, activity: str) -> Target | NoTarget:
    """Find the level of an activity."""
    row = row_of_activity(context, activity)
    return row if isinstance(row, NoTarget) else _target(row, activity)


def row_of_activity(context: PhotometricContext, activity: str) -> Row | NoTarget:
    """Find the row of ``ies_target`` for an activity."""
    rows = [row for row in context.facts.rows("ies_target") if row.get("activity") == activity]
    if len(rows) != 1:
        count = "no row" if not rows else f"{len(rows)} rows"
        return NoTarget(f"{count} of ies_target for {activity!r}", frozenset({"ies_target"}))
    return rows[0]


def target_of_zone(context: PhotometricContext) -> Target | NoTarget:
    """Find the level of a zone: its own target, else that of its activity."""
    own = _own_target(context)
    if own is not None:
        return own
    activity = context.subject.get("ies_activity")
    if activity is None:
        missing = frozenset({"calc_zone.ies_activity"})
        return NoTarget("it names no activity and no target", missing)
    return target_of_activity(context, str(activity))


def _target(row: Row, activity: str) -> Target:
    by_board = row.get("set_by") == "planning_board"
    edition = row.get("edition")
    words = f"{'Planning Board' if by_board else 'IES'} level for {activity}"
    return Target(
        row.number("recommended_avg_fc"),
        row.number("recommended_min_fc"),
        words + (f", {edition}" if edition else ""),
        row.number("over_tolerance_pct"),
        by_board,
    )


def _own_target(context: PhotometricContext) -> Target | None:
    """Give the target that a zone of the site states itself."""
    if context.site is None:
        return None
    if context.site not in _ZONE_FACTS:
        _ZONE_FACTS[context.site] = {zone.name: zone.facts for zone in context.site.zones}
    facts = _ZONE_FACTS[context.site].get(context.subject.id, {})
    average, minimum = (facts.get(name) for name in ("target_avg_fc", "target_min_fc"))
    if average is None and minimum is None:
        return None
    return Target(
        None if average is None else float(average),
        None if minimum is None else float(minimum),
        "target of the zone",
    )
