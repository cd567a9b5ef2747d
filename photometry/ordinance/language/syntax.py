"""The grammar of conditions: text to a checked syntax tree, and nothing else.

Conditions are a closed subset of Python's expression grammar.  `ast.parse` reads them;
nothing is ever compiled or run by Python.  Texts come from strangers: length, size and depth
are bounded, and every node that is not listed is refused.
"""

from __future__ import annotations

import ast
import re
from typing import Final

__all__ = ["MAX_CHARACTERS", "MAX_COUNTS", "MAX_DEPTH", "MAX_NODES", "ConditionError", "parse"]

MAX_CHARACTERS: Final = 600  # the longest condition of the shipped codes has under 400
MAX_NODES: Final = 150  # after terms are put in
MAX_DEPTH: Final = 14  # likewise
MAX_COUNTS: Final = 3  # counts over records, none inside another

_ALLOWED: Final = frozenset(
    [
        "Expression",
        "BoolOp",
        "And",
        "Or",
        "UnaryOp",
        "Not",
        "USub",
        "Compare",
        "Lt",
        "LtE",
        "Gt",
        "GtE",
        "Eq",
        "NotEq",
        "In",
        "NotIn",
        "BinOp",
        "Add",
        "Sub",
        "Mult",
        "Div",
        "IfExp",
        "Call",
        "Attribute",
        "Name",
        "Load",
        "Constant",
        "List",
    ]
)
_QUOTED: Final = re.compile(r'"[^"]*"|\'[^\']*\'')
_ODD_NUMBER: Final = re.compile(r"(?<![\w.])(\d+\.?\d*|\.\d+)[A-Za-z_]\w*")
_HINTS: Final = (
    (re.compile(r"&&?"), "write `and`"),
    (re.compile(r"\|\|?"), "write `or`"),
    (re.compile(r"!(?!=)"), "write `not`"),
    (re.compile(r"<>"), "write `!=`"),
    (re.compile(r"(?<![<>=!])=(?!=)"), "write `==` to compare"),
    (re.compile(r"\b(true|false|null)\b"), "write `True` or `False`"),
    (re.compile(r"[“”‘’]"), "use straight quotes"),
)
_REFUSED: Final = {
    "Subscript": "no [brackets] after a name",
    "Lambda": "no functions of one's own",
    "ListComp": "write count(record, condition) or any_of(record, condition)",
    "GeneratorExp": "write count(record, condition) or any_of(record, condition)",
    "JoinedStr": "texts are plain",
    "Pow": "no powers",
    "Mod": "no remainders",
    "Is": "write `==`",
    "IsNot": "write `!=`",
    "Tuple": "lists stand in [brackets]",
    "Set": "lists stand in [brackets]",
    "BitAnd": "write `and`",
    "BitOr": "write `or`",
}


class ConditionError(ValueError):
    """A condition that is refused.

    Attributes
    ----------
    column
        Where in the text, counted from 1; None where no place can be named.
    """

    def __init__(self, message: str, column: int | None = None) -> None:
        self.column = column
        super().__init__(f"column {column}: {message}" if column else message)


def parse(text: str) -> ast.expr:
    """Read a condition into its syntax tree.

    Raises
    ------
    ConditionError
        Anything that is not of the grammar, with the column.
    """
    if len(text) > MAX_CHARACTERS:
        raise ConditionError(
            f"longer than {MAX_CHARACTERS} characters; share a part of it as a term"
        )
    line = text.replace("\n", " ").replace("\r", " ").strip()
    _refuse_odd_text(line)
    try:
        tree = ast.parse(line, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _syntax_error(line, error) from None
    _refuse_odd_nodes(tree)
    return tree.body


def _refuse_odd_text(line: str) -> None:
    """Refuse what Python's tokenizer would read in a way of its own, or warn of."""
    if not line:
        raise ConditionError("empty")
    if not line.isprintable() or "\\" in line:
        raise ConditionError("odd characters; no backslashes and no control characters")
    bare = _QUOTED.sub(lambda match: " " * len(match.group()), line)
    if "#" in bare:
        raise ConditionError("no comments in a condition", bare.index("#") + 1)
    odd = _ODD_NUMBER.search(bare)
    if odd:
        raise ConditionError(f"{odd.group()} is not a plain number", odd.start() + 1)


def _syntax_error(line: str, error: Exception) -> ConditionError:
    bare = _QUOTED.sub(lambda match: " " * len(match.group()), line)
    for pattern, hint in _HINTS:
        found = pattern.search(bare)
        if found:
            return ConditionError(f"cannot be read; {hint}", found.start() + 1)
    column = error.offset if isinstance(error, SyntaxError) else None
    if isinstance(error, (MemoryError, RecursionError)):
        return ConditionError("nested too deeply")
    return ConditionError("cannot be read as a condition; see the rule format", column)


def _refuse_odd_nodes(tree: ast.Expression) -> None:
    for count, node in enumerate(ast.walk(tree)):
        name = type(node).__name__
        column = getattr(node, "col_offset", -1) + 1 or None
        if name not in _ALLOWED:
            hint = _REFUSED.get(name, "not part of the condition language")
            raise ConditionError(f"{name} is refused; {hint}", column)
        if count > 4 * MAX_NODES:  # the compiler counts what matters; this bounds the walk
            raise ConditionError(f"more than {MAX_NODES} parts; share some as a term")
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            raise ConditionError("one comparison at a time; join two with `and`", column)
        if isinstance(node, ast.Call) and node.keywords:
            raise ConditionError("no named arguments", column)
        if isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Name):
            raise ConditionError("a field is record.field", column)
        if isinstance(node, ast.Constant):
            _refuse_odd_constant(node)


def _refuse_odd_constant(node: ast.Constant) -> None:
    if node.kind or not isinstance(node.value, (bool, int, float, str)):
        raise ConditionError("constants are numbers, texts, True and False", node.col_offset + 1)
