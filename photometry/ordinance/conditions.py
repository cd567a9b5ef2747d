"""Conditions: what a rule's text means, ready to ask of facts.

A closed subset of Python's expression grammar, read by `ast.parse`, checked against the
vocabulary and turned into closures; nothing is compiled or run by Python.  The language is
described in ``docs/rule-format.md``.
"""

from __future__ import annotations

import ast
from decimal import localcontext
from typing import TYPE_CHECKING, Final

from photometry.ordinance.language.functions import call
from photometry.ordinance.language.names import attribute, constant, name
from photometry.ordinance.language.operators import (
    arithmetic,
    choice,
    comparison,
    junction,
    unary,
)
from photometry.ordinance.language.rows import Env, Row, Session
from photometry.ordinance.language.syntax import ConditionError, parse
from photometry.ordinance.language.values import ARITHMETIC
from photometry.ordinance.language.walk import Compiled, Scope, Visitor, Walk

if TYPE_CHECKING:
    from photometry.ordinance.language.values import TypeKind, Value

__all__ = ["Compiled", "ConditionError", "Scope", "compile_condition", "evaluate"]

VISITORS: Final[dict[type, Visitor]] = {
    ast.Name: name,
    ast.Attribute: attribute,
    ast.Constant: constant,
    ast.BoolOp: junction,
    ast.UnaryOp: unary,
    ast.Compare: comparison,
    ast.BinOp: arithmetic,
    ast.IfExp: choice,
    ast.Call: call,
}


def compile_condition(text: str, scope: Scope, *kinds: TypeKind) -> Compiled:
    """Check a condition and make it ready to run.

    Parameters
    ----------
    text
        The condition: ``'sign.kind == "wall" and not sign.is_copy_change'``.
    scope
        The fields, terms, options and tables that it may speak of.
    kinds
        What its value may be; none for anything.

    Raises
    ------
    ConditionError
        It is not of the language, or a field, a unit or a token is wrong; with the column.
    """
    compiled = Walk(scope, text.replace("\n", " ").replace("\r", " ").strip(), VISITORS).compile(
        parse(text)
    )
    if kinds and compiled.type.kind not in kinds:
        wanted = " or ".join(_WANTED[kind] for kind in kinds)
        raise ConditionError(f"{wanted} is needed, and this gives {compiled.type}")
    return compiled


_WANTED: Final[dict[TypeKind, str]] = {
    "bool": "yes or no",
    "number": "a number",
    "text": "a text",
    "date": "a date",
    "moment": "a date with a time of day",
    "clock": "a time of day",
    "list": "a list",
}


def evaluate(condition: Compiled, session: Session, *subjects: Row) -> Value:
    """Ask a condition of facts, in the language's own decimal context.

    Parameters
    ----------
    session
        The facts of the check.
    subjects
        The row that is judged, and further rows that stand for their records.
    """
    with localcontext(ARITHMETIC):
        return condition.run(Env(session, *subjects))
