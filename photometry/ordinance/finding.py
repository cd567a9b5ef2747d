"""A finding: what a rule says of a place, with its number, its limit and its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pandas import DataFrame

__all__ = ["Detail", "Finding", "Findings", "Status", "Where"]


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
    """One verdict, of one rule on one thing.

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
    questions
        What each of these interpretations answers, in plain words.
    turns_with
        ``"OPTION=value"`` to the status that it would give.
    message
        One sentence in plain words.
    title
        What the rule asks, in a few words.
    details
        Luminaires concerned, worst first.
    basis
        What it rests on where nothing was measured: ``stated by the applicant``; empty where
        that is not told.
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
    basis: str = ""
    questions: Mapping[str, str] = field(default_factory=dict)


class Findings(tuple[Finding, ...]):
    """The findings of a check, in the order of the law: a tuple that a notebook shows."""

    __slots__ = ()

    def to_dataframe(self) -> DataFrame:
        """Give a row a finding: rule, status, place, numbers, witness in ft, sentence."""
        import pandas as pd  # noqa: PLC0415  # a notebook asks for it; nothing else should wait

        columns = ("rule", "code", "status", "citation", "where", "measured", "limit", "unit")
        places = ("witness_x_ft", "witness_y_ft", "witness_z_ft")
        rows = [
            (
                *(finding.rule, finding.code, str(finding.status), finding.citation),
                f"{finding.where.kind} {finding.where.name}".rstrip(),
                *(finding.measured, finding.limit, finding.unit, finding.margin),
                *(finding.witness or (None, None, None)),
                finding.message,
            )
            for finding in self
        ]
        return pd.DataFrame(rows, columns=[*columns, "margin", *places, "message"])

    def _repr_html_(self) -> str:
        """Show what applies as a table in a notebook."""
        frame = self.to_dataframe()
        applies = frame[frame["status"] != str(Status.NOT_APPLICABLE)]
        shown = applies[["status", "citation", "where", "measured", "limit", "margin", "message"]]
        return shown.to_html(index=False, na_rep="")
