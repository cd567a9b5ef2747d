"""A finding: what a rule says of a place, with its number, its limit and its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Detail", "Finding", "Status", "Where"]


class Status(StrEnum):
    """Verdicts, worst first. Missing data is never a pass."""

    FAIL = "fail"
    NEEDS_DETERMINATION = "needs_determination"
    NOT_EVALUATED = "not_evaluated"
    ADVISORY = "advisory"
    PASS = "pass"  # noqa: S105  # a verdict, not a secret
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class Where:
    """The thing that was judged; a line's name is ``BOUNDARY/LINE``."""

    kind: Literal["luminaire", "zone", "line", "boundary", "site", "record"]
    name: str


@dataclass(frozen=True, slots=True)
class Detail:
    """One luminaire's part in a finding."""

    luminaire: str
    measured: float | str | None = None
    margin: float | None = None
    status: Status | None = None
    witness: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One verdict (see the contract's F).

    Attributes
    ----------
    measured, limit
        Number, text or None; in `unit`.
    margin
        How far inside the limit: >= 0 passes, None if not numeric.
    witness
        The point judged, ft, site coordinates; a luminaire's centre where one is judged.
    options
        The interpretations that decided it: name to value.
    turns_with
        ``"OPTION=value"`` to the status that it would give.
    message
        One sentence in plain words.
    title
        What the rule asks, in a few words.
    details
        Luminaires concerned, worst first.
    missing
        Fields (``"sign.area_sqft"``) and records that would have to be given.
    """

    rule: str
    code: str
    status: Status
    citation: str
    where: Where
    message: str
    measured: float | str | None = None
    limit: float | str | None = None
    unit: str | None = None
    margin: float | None = None
    witness: tuple[float, float, float] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    turns_with: Mapping[str, Status] = field(default_factory=dict)
    details: tuple[Detail, ...] = ()
    topic: str = ""
    title: str = ""
    missing: tuple[str, ...] = ()
