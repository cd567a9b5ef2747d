"""The record of a rule: one atomic test of a code, with its scope and its words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from decimal import Decimal

    from photometry.ordinance.language.walk import Compiled
    from photometry.ordinance.options import Choice
    from photometry.ordinance.photometric import CheckKind

__all__ = [
    "CLASSIFYING",
    "EFFECTS",
    "KINDS",
    "OPERATORS",
    "TIERS",
    "Body",
    "Contains",
    "Determination",
    "Effect",
    "Example",
    "Kind",
    "Limit",
    "LimitOperator",
    "Limits",
    "Notice",
    "Photometric",
    "Require",
    "Rollup",
    "Rule",
    "Test",
]

Kind = Literal[
    "requirement",
    "numeric_limit",
    "boolean_requirement",
    "submittal_content",
    "prohibition",
    "procedure",
    "fee",
    "penalty",
    "exemption",
    "definition",
    "permission",
]
Effect = Literal["breach", "advisory", "loss"]
LimitOperator = Literal["<=", "<", ">=", ">", "==", "between"]

KINDS: Final[tuple[str, ...]] = get_args(Kind)
EFFECTS: Final[tuple[str, ...]] = get_args(Effect)
OPERATORS: Final[tuple[str, ...]] = get_args(LimitOperator)
TIERS: Final = ("A", "B", "C", "D")
CLASSIFYING: Final = frozenset(("exemption", "definition", "permission"))  # pass or do not apply


@dataclass(frozen=True, slots=True)
class Require:
    """A condition that has to be true."""

    condition: Compiled


@dataclass(frozen=True, slots=True)
class Limit:
    """A quantity with its limit; both are brought to `unit` before they are compared.

    Attributes
    ----------
    values
        One limit; two for ``between``.
    computed
        The quantity reads an output of the engine, so that the comparison is lenient by 1e-9.
    """

    quantity: Compiled
    op: LimitOperator
    values: tuple[Compiled, ...]
    unit: str
    to_unit: Callable[[Decimal], Decimal]
    values_to_unit: tuple[Callable[[Decimal], Decimal], ...]
    computed: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """One limit or several, all of which have to be kept."""

    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class Contains:
    """A list that has to hold every one of some tokens."""

    items: Compiled
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Determination:
    """A question that a person decides and the facts record."""

    question: str


@dataclass(frozen=True, slots=True)
class Photometric:
    """A check of light, with its parameters."""

    check: str
    kind: CheckKind
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rollup:
    """The worst verdict of other rules on the same subject.

    Attributes
    ----------
    patterns
        As written: ids, of which one trailing ``*`` stands for any end.
    rules
        The ids that they mean.
    """

    patterns: tuple[str, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A consequence that is stated where the gate holds."""

    text: str


Test: TypeAlias = Require | Limits | Contains | Determination | Photometric | Rollup | Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What a rule says under one set of interpretations.

    Attributes
    ----------
    gate
        Conditions that all have to hold, those of the outermost family first.
    unless
        Ids of the exemptions that lift it.
    test
        None for a pure classification.
    prefer
        A second wish: false gives an advisory.
    """

    gate: tuple[Compiled, ...]
    unless: tuple[str, ...] = ()
    test: Test | None = None
    prefer: Compiled | None = None
    effect: Effect = "breach"
    off: bool = False
    determine: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Facts on which a rule is tried, with the verdict that it has to give."""

    status: str
    facts: Mapping[str, Any]
    more: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    missing: tuple[str, ...] = ()
    turns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class Rule:
    """One atomic rule of a code.

    Attributes
    ----------
    record
        What one finding is about.
    among
        For a photometric rule over pairs: the second record, whose rows are judged together
        with each subject.
    kind, tier
        As the inventory of a code classifies rules; tier A is tested from data or light, B
        from documents, C by a person, D is a definition.
    families
        The families that it stands in, the outermost first, each with its gate as written.
    helper
        Made for other rules to refer to; not part of the law's own list.
    presume
        What an exemption counts as where it cannot be decided; None leaves it undecided.
    patched
        Options under which its body differs, in the order of the keys of `bodies`.
    options
        Every option that its verdict may depend on, its exemptions' and roll-ups' included.
    source
        The rule as its file has it.
    """

    id: str
    code: str
    topic: str
    record: str
    kind: Kind
    title: str
    citation: str
    tier: str = ""
    why: str = ""
    message: str = ""
    among: str = ""
    families: Mapping[str, str] = field(default_factory=dict)
    helper: bool = False
    presume: bool | None = None
    examples: tuple[Example, ...] = ()
    patched: tuple[str, ...] = ()
    bodies: Mapping[tuple[str, ...], Body] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    reads: frozenset[str] = frozenset()
    source: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    line: int | None = None

    def body(self, choices: Mapping[str, Choice]) -> Body:
        """Give what the rule says under the chosen interpretations."""
        return self.bodies[tuple(choices[name].value for name in self.patched)]

    @property
    def classifies(self) -> bool:
        """Whether it can only hold or not apply, and never fail."""
        return self.kind in CLASSIFYING
