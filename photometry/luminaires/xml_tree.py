"""XML from strangers, as a tree of names, texts and lines: bounded, and nothing of it expanded.

A document type declaration is refused, so that there are no entities to expand or to fetch;
depth, count and size have limits. Namespaces and prefixes are left out: formats here tell
their elements by local names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

if TYPE_CHECKING:
    from photometry.luminaires.remarks import Remarks

__all__ = ["Element", "parse_xml"]

# A half-degree web of the whole sphere has 361 x 721 = 260,000 intensities, one an element.
MAX_ELEMENTS: Final = 300_000
# Formats here nest some ten deep.
MAX_DEPTH: Final = 40

_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}>")
_UTF16: Final = {
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
    b"<\0": "utf-16-le",
    b"\0<": "utf-16-be",
}


@dataclass(slots=True, eq=False)
class Element:
    """One element.

    Attributes
    ----------
    name
        Local name, without a prefix.
    attributes
        By their names as written.
    line
        Line of its start tag.
    text
        The text of an element without children, stripped.
    children
        Elements in it, in order.
    """

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def find(self, *path: str) -> Element | None:
        """Give the first element down a path of names; None where there is none."""
        here = self
        for name in path:
            child = next((child for child in here.children if child.name == name), None)
            if child is None:
                return None
            here = child
        return here

    def all(self, *names: str) -> list[Element]:
        """Give the children of any of these names."""
        return [child for child in self.children if child.name in names]

    def value(self, *path: str) -> str:
        """Give the text of the first element down a path; empty where there is none."""
        found = self.find(*path)
        return found.text if found else ""


def parse_xml(data: bytes, remarks: Remarks) -> Element:
    """Parse a document to the tree under its root.

    Raises
    ------
    LuminaireFileError
        If it is not well formed, has a document type declaration, or is past the limits.
    """
    builder = _Builder(remarks)
    text = _decoded(data)
    declaration = _DECLARATION.match(text)
    if declaration:  # it may say an encoding or a version that no longer matters
        text = "\n" * declaration.group().count("\n") + text[declaration.end() :]
    try:
        builder.parser.Parse(text, True)  # noqa: FBT003 - expat takes no keyword
    except expat.ExpatError as error:
        remarks.refuse(
            f"not well-formed XML: {expat.ErrorString(error.code)}",
            error.lineno,
            "get the whole file again",
        )
    return builder.root


class _Builder:
    """Handlers that make the tree, and keep to the limits while they do."""

    def __init__(self, remarks: Remarks) -> None:
        self.root = Element("", {}, 0)
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self._open: list[Element] = []
        self._texts: list[str] = []
        self._count = 0
        self._remarks = remarks

    def _doctype(self, *_: object) -> None:
        self._remarks.refuse(
            "the XML has a document type declaration (DOCTYPE), which no luminaire format has "
            "and which can hide an attack",
            self.parser.CurrentLineNumber,
            "remove it, if the file is from a source that you trust",
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        line = self.parser.CurrentLineNumber
        if self._count > MAX_ELEMENTS or len(self._open) >= MAX_DEPTH:
            self._remarks.refuse(
                f"more than {MAX_ELEMENTS} XML elements"
                if self._count > MAX_ELEMENTS
                else f"XML elements nested more than {MAX_DEPTH} deep",
                line,
                "no luminaire file is like this",
            )
        element = Element(name.rpartition(":")[2], attributes, line)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._texts.clear()

    def _end(self, _: str) -> None:
        element = self._open.pop()
        if not element.children:
            element.text = "".join(self._texts).strip()
        self._texts.clear()

    def _characters(self, text: str) -> None:
        self._texts.append(text)


def _decoded(data: bytes) -> str:
    """Turn bytes into text: UTF-16 by its mark, else UTF-8, else Windows-1252."""
    encoding = _UTF16.get(data[:2])
    if encoding:
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
