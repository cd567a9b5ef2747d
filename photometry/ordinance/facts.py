"""Facts: what is known of a site and its parts, beside the light that is calculated."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from photometry.ordinance.language.rows import Row

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping
    from pathlib import Path

    from photometry.ordinance.language.values import Value

__all__ = ["PRESUMED", "Decision", "Facts", "Row", "presume"]

# Of a luminaire that does not say otherwise.  Findings that read one name it.
PRESUMED: Final[Mapping[str, Mapping[str, Value]]] = {
    "luminaire": {
        "is_private": True,
        "is_outdoor": True,
        "is_temporary": False,
        "purpose": "general",
        "fixture_kind": "other",
        "lights_site_entrance": False,
    }
}


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided on a rule that asks for it.

    Attributes
    ----------
    where
        Id of the thing that was judged; empty for the site.
    """

    rule_id: str
    where: str
    result: Literal["pass", "fail", "not_decided"]
    by: str = ""
    date: str = ""
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Facts:
    """Everything that is known, by record.

    Attributes
    ----------
    records
        Rows by record; the site is a record with one row.  A record that is absent was not
        listed; an empty one is known to have no rows.
    as_of
        The day, or moment, for which it is checked; None where none was given.
    decisions
        By rule id and where.
    options, codes
        Interpretations and codes that the file names, unread.
    """

    records: Mapping[str, tuple[Row, ...]]
    as_of: dt.date | dt.datetime | None = None
    decisions: Mapping[tuple[str, str], Decision] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    file: Path | None = None
    inputs: tuple[Path, ...] = ()

    @property
    def site(self) -> Row:
        """The row of the site."""
        rows = self.records.get("site", ())
        return rows[0] if rows else Row("site")

    def rows(self, record: str) -> tuple[Row, ...]:
        """Give the rows of a record; none where it was not listed."""
        return self.records.get(record, ())


def presume(row: Row) -> Row:
    """Fill in what is presumed of a row where it says nothing, and note that it is."""
    presumed = {
        name: value
        for name, value in PRESUMED.get(row.record, {}).items()
        if name not in row.values
    }
    if not presumed:
        return row
    notes = {**row.notes, **dict.fromkeys(presumed, "presumed")}
    return replace(row, values={**presumed, **row.values}, notes=notes)
