"""What passes between the checker and the photometric checks of `ordinance.lighting`.

A rule may hold ``photometric = { check = "ratio", of = "avg/min", most = 3 }`` in place of an
expression: the name of a check, and parameters for it.  `photometry.ordinance.lighting` provides

``CHECKS: Mapping[str, CheckKind]``
    every check by its name, with the parameters that it takes (checked when a code is loaded);
``derive_luminaire(head: Head, site: Site) -> Mapping[str, Derived]``
    fields of `luminaire` that the photometry decides (``shielding``), by field name.

The checker does what all rules share: options, gates, exemptions, effects, ``turns_with``.
A check only measures.  It is called once for each subject whose gate holds, and again for
other values of the rule's options, so what is slow has to be kept with the calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from photometry.engine.results import Calculation
    from photometry.ordinance.facts import Facts, Row
    from photometry.ordinance.finding import Detail, Status, Where
    from photometry.ordinance.options import Choice
    from photometry.ordinance.rule import Rule
    from photometry.site.model import Site
    from photometry.site.property import LineRequest

__all__ = [
    "CheckKind",
    "Derived",
    "Operator",
    "Outcome",
    "Parameter",
    "PhotometricCheck",
    "PhotometricContext",
]

Operator = Literal["<=", ">=", "<", ">", "=="]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a check, as a rule may give it.

    Attributes
    ----------
    type
        ``option`` is the name of an option of the code, which the check will ask for; the
        option then counts among those that the rule depends on.
    tokens
        Texts (or members of the list) that may be given; empty where any may.
    """

    type: Literal["number", "text", "list", "flag", "option"]
    required: bool = False
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a check says of one place; the checker turns it into a finding.

    Attributes
    ----------
    where
        None for the subject itself; a line of a boundary otherwise.
    status
        None: decided from `measured`, `op` and `limit`.  A `fail` here becomes what the rule's
        effect says (a breach, an advisory).
    measured, limit
        In `unit`.  A margin within 1e-9 of the limit is lenient and written 0, because both
        are computed; `exact` compares declared numbers exactly.
    message
        Own sentence; empty for the standard one.
    missing
        Fields without which it cannot be decided (``"calc_zone.avg_maintained_fc"``): any name
        here makes the finding ``not_evaluated``.
    details
        Luminaires concerned, worst first.
    basis
        What it rests on where nothing is measured: ``stated by the applicant``.
    """

    where: Where | None = None
    status: Status | None = None
    measured: float | str | None = None
    op: Operator = "<="
    limit: float | str | None = None
    unit: str | None = None
    witness: tuple[float, float, float] | None = None
    details: tuple[Detail, ...] = ()
    message: str = ""
    missing: frozenset[str] = frozenset()
    exact: bool = False
    basis: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotometricContext:
    """What a check is given to judge one subject by one rule.

    Attributes
    ----------
    rule
        For its id, title, note and citation.
    params
        The rule's parameters, those of the chosen options laid over them: float, str, bool or
        a tuple of str.
    site, calculation
        None where facts alone are judged; the figures are then read off `subject`.
    facts
        Every row of every record; `Row.id` of a luminaire is its `Head.id`, of a calc_zone
        its name, of a boundary its id.
    subject
        The row that the finding is about: a luminaire, a calc_zone, a boundary, the site.
    option
        Gives the choice made of an option: ``option("TRESPASS_PLANE").value``, ``.number``.
    among
        For a rule with ``among = "luminaire"``: the rows that gates leave together with the
        subject, and that no exemption lifts.  Empty for other rules.  Rows that cannot be
        decided are counted first; where that fails, the check is called again without them,
        and a failure that goes away is ``not_evaluated``.  So a check over pairs has to be
        one that more rows can only make worse.
    lifted
        Rows of the same record that an exemption lifts: id to the exemption's rule id.  The
        checker adds them to the details.
    unsure
        Rows of `among` that cannot be decided: id to the fields missing.
    """

    rule: Rule
    params: Mapping[str, Any]
    site: Site | None
    calculation: Calculation | None
    facts: Facts
    subject: Row
    option: Callable[[str], Choice]
    among: tuple[Row, ...] = ()
    lifted: Mapping[str, str] = field(default_factory=dict)
    unsure: Mapping[str, frozenset[str]] = field(default_factory=dict)


PhotometricCheck = Callable[[PhotometricContext], Sequence[Outcome]]


def _no_lines(params: Mapping[str, Any]) -> tuple[LineRequest, ...]:  # noqa: ARG001  # the signature is the interface
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckKind:
    """A photometric check with what it takes and what it needs.

    Attributes
    ----------
    records
        Records that its subject may be of: ``{"calc_zone"}``.
    parameters
        By name; a rule that gives another, or lacks a required one, is refused.
    lines
        Calculation lines that a rule with these parameters needs.
    """

    judge: PhotometricCheck
    records: frozenset[str]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    lines: Callable[[Mapping[str, Any]], tuple[LineRequest, ...]] = _no_lines


@dataclass(frozen=True, slots=True)
class Derived:
    """A fact that the photometry decides, with a word on how.

    Attributes
    ----------
    note
        Said in the findings that read it: ``"computed as installed"``,
        ``"declared full, but 85 cd at 90 degrees"``.
    """

    value: str | float | bool
    note: str
