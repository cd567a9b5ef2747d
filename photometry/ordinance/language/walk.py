"""The walk over a condition's syntax tree, which turns it into closures.

The walk knows the vocabulary, so that a wrong field, unit or token is refused when a code is
loaded, with its column, and never met while a site is judged.  What each kind of node means
stands in `names`, `operators`, `functions` and `aggregates`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from photometry.errors import nearest_name
from photometry.ordinance.language.syntax import (
    MAX_COUNTS,
    MAX_DEPTH,
    MAX_NODES,
    ConditionError,
)
from photometry.ordinance.language.values import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from photometry.ordinance.language.rows import Env, Table
    from photometry.ordinance.language.values import Value
    from photometry.site.vocabulary import Field

__all__ = ["BOOL", "NUMBER", "Compiled", "Run", "Scope", "Visitor", "Walk"]

Run: TypeAlias = "Callable[[Env], Value]"
Visitor: TypeAlias = "Callable[[Walk, ast.expr, int], tuple[Type, Run]]"

BOOL: Final = Type("bool")
NUMBER: Final = Type("number")


@dataclass(frozen=True, slots=True)
class Compiled:
    """An expression ready to run, with what is known of it.

    Attributes
    ----------
    reads
        Fields that it may read, ``record.field``; a count adds its ``record`` alone.
    options
        Options whose number it reads.
    nodes, depth, counts
        Its size with all its terms, which is what the guard bounds.
    """

    type: Type
    run: Run
    reads: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    nodes: int = 1
    depth: int = 1
    counts: int = 0


@dataclass(frozen=True, slots=True)
class Scope:
    """What a condition may speak of.

    Attributes
    ----------
    records
        Every field by record and name.
    terms
        Conditions that are shared, ready to run.
    options
        Options that have a number in some value.
    tables
        Reference tables with their keys.
    subject
        Record of the rule's subject; empty where none is fixed, as in a term.
    """

    records: Mapping[str, Mapping[str, Field]]
    terms: Mapping[str, Compiled] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    tables: Mapping[str, Table] = field(default_factory=dict)
    subject: str = ""


class Walk:
    """One walk over one condition: its scope, its size so far, and the count it is inside."""

    def __init__(self, scope: Scope, text: str, visitors: Mapping[type, Visitor]) -> None:
        self.scope = scope
        self.visitors = visitors
        self.text = text.encode()
        self.loop = ""  # record that the count at hand runs over
        self.reads: set[str] = set()
        self.options: set[str] = set()
        self.nodes = 0
        self.counts = 0
        self.deepest = 0

    def compile(self, tree: ast.expr) -> Compiled:
        """Compile a whole condition."""
        type_, run = self.visit(tree, 1)
        reads, options = frozenset(self.reads), frozenset(self.options)
        return Compiled(type_, run, reads, options, self.nodes, self.deepest, self.counts)

    def visit(self, node: ast.expr, depth: int) -> tuple[Type, Run]:
        """Compile one node, `depth` levels down."""
        self.add_size(node, nodes=1, depth=depth)
        visitor = self.visitors.get(type(node))
        if visitor is None:
            self.refuse(node, f"a {type(node).__name__.lower()} cannot stand here")
        return visitor(self, node, depth)

    def visit_bool(self, node: ast.expr, depth: int) -> Run:
        """Compile a part that has to be yes or no."""
        type_, run = self.visit(node, depth)
        if type_.kind != "bool":
            self.refuse(node, f"yes or no is needed here, not {type_}")
        return run

    def refuse(self, node: ast.AST, message: str) -> NoReturn:
        """Refuse the condition at a node."""
        raise ConditionError(
            message.removesuffix("; "), getattr(node, "col_offset", -1) + 1 or None
        )

    def add_size(self, node: ast.AST, *, nodes: int = 0, depth: int = 0, counts: int = 0) -> None:
        """Count parts, levels and counts, and refuse too many."""
        self.nodes += nodes
        self.counts += counts
        self.deepest = max(self.deepest, depth)
        if self.nodes > MAX_NODES:
            self.refuse(node, f"more than {MAX_NODES} parts with its terms")
        if depth > MAX_DEPTH:
            self.refuse(node, f"nested more than {MAX_DEPTH} levels with its terms")
        if self.counts > MAX_COUNTS:
            self.refuse(node, f"more than {MAX_COUNTS} counts with its terms")

    def field(self, node: ast.AST, record: str, name: str) -> Field:
        """Look a field up."""
        fields = self.record(node, record)
        if name not in fields:
            self.refuse(node, f"{record} has no field {name}; {nearest_name(name, fields)}")
        return fields[name]

    def record(self, node: ast.AST, record: str) -> Mapping[str, Field]:
        """Look the fields of a record up."""
        if record not in self.scope.records:
            hint = nearest_name(record, self.scope.records)
            self.refuse(node, f"no record is called {record}; {hint}")
        return self.scope.records[record]

    # ---- constants, which several kinds of node take ------------------------------------------

    def number(self, node: ast.Constant) -> Decimal:
        """Read a number from the text itself, so that it stays a decimal."""
        written = self.text[node.col_offset : node.end_col_offset].decode()
        if len(written) > 40 or Decimal(written) > 10**12:
            self.refuse(node, "numbers go up to 1e12 and 40 digits")
        return Decimal(written)

    def constant(self, node: ast.expr, what: str) -> str:
        """Read an argument that is a text written out."""
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            self.refuse(node, f"{what} is written out in quotes")
        return node.value

    def members(self, node: ast.expr, of: Field | None) -> frozenset[str] | frozenset[Decimal]:
        """Read ``["a", "b"]`` or ``[1, 2]``, tokens checked against the field."""
        if not isinstance(node, ast.List) or not node.elts:
            self.refuse(node, 'a list is written out: ["a", "b"]')
        self.add_size(node, nodes=1 + len(node.elts))
        texts: set[str] = set()
        numbers: set[Decimal] = set()
        for element in node.elts:
            if not isinstance(element, ast.Constant) or isinstance(element.value, bool):
                self.refuse(element, "a list holds texts or numbers")
            if isinstance(element.value, str):
                texts.add(self.token(element, element.value, of))
            else:
                numbers.add(self.number(element))
        if texts and numbers:
            self.refuse(node, "a list holds texts or numbers, not both")
        return frozenset(texts) if texts else frozenset(numbers)

    def token(self, node: ast.AST, token: str, of: Field | None) -> str:
        """Check a token against the known values of a field."""
        if token == "unknown":  # noqa: S105  # a word of the facts, not a secret
            self.refuse(node, 'an unknown fact is absent, it never has the value "unknown"')
        if of is not None and of.closed and token not in of.tokens:
            hint = nearest_name(token, of.tokens) or "known: " + ", ".join(of.tokens)
            self.refuse(node, f'{of.key} has no value "{token}"; {hint}')
        return token
