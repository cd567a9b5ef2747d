"""The codes that are known: folders of rules, read, checked and linked.

A code is a folder: ``code.toml`` with its options, terms, tables and families, and one file
for each topic.  Shipped codes are found by the name of their folder, others by their path.
Everything that is wrong with a code is said at once, with file, line, rule and key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from photometry.errors import CodeFileError, Fault, nearest_name
from photometry.ordinance.code_reader import CodeHead, read_head, read_topic
from photometry.ordinance.links import link, matches, patterns_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.ordinance.language.rows import Table
    from photometry.ordinance.options import Option
    from photometry.ordinance.rule import Rule
    from photometry.site.vocabulary import Field

__all__ = [
    "HEAD",
    "Code",
    "code_of_jurisdiction",
    "known_codes",
    "load_code",
    "place_of_code",
    "unknown_code",
]

SHIPPED: Final = Path(__file__).parent / "codes"
HEAD: Final = "code.toml"
MAX_TOPICS: Final = 100
_ID_LINE: Final = re.compile(r'^\s*id\s*=\s*"([^"]*)"', re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Code:
    """A town's code, ready to judge by.

    Attributes
    ----------
    id
        Name of its folder: ``sweden-ny``.
    name, jurisdiction
        ``Town of Sweden, New York`` and ``sweden``.
    records
        The vocabulary, with the fields that the code adds.
    rules
        By id, in the order of topics and files.
    files
        Every file that it was read from, for the manifest.
    """

    id: str
    name: str
    jurisdiction: str
    path: Path
    options: Mapping[str, Option]
    tables: Mapping[str, Table]
    records: Mapping[str, Mapping[str, Field]]
    rules: Mapping[str, Rule]
    files: tuple[Path, ...] = ()

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The topics of its rules, sorted."""
        return tuple(sorted({rule.topic for rule in self.rules.values()}))

    def rule(self, rule_id: str) -> Rule:
        """Give a rule by its id.

        Raises
        ------
        CodeFileError
            There is none; the message names the nearest.
        """
        if rule_id not in self.rules:
            hint = nearest_name(rule_id, self.rules)
            raise CodeFileError(Fault(f"{self.id} has no rule {rule_id}", advice=hint))
        return self.rules[rule_id]


def known_codes() -> tuple[str, ...]:
    """Give the ids of the shipped codes, sorted."""
    return tuple(sorted(head.parent.name for head in SHIPPED.glob(f"*/{HEAD}")))


def load_code(code: str | Path, topics: tuple[str, ...] | None = None) -> Code:
    """Read a code.

    Parameters
    ----------
    code
        Id of a shipped code (``"sweden-ny"``), or the path of a folder.
    topics
        Read the rules of these topics alone, with the rules that they refer to; None for all.

    Raises
    ------
    CodeFileError
        There is no such code, or its files are at fault: every fault, with file, line, rule
        and key.
    """
    if isinstance(code, str) and code in known_codes():
        return _load_shipped(code, topics)
    place_of_code(code)
    return _load(Path(code), topics)


def place_of_code(code: str | Path) -> str:
    """Give a code as a file anywhere may name it: the id of a shipped one, else its whole path.

    Raises
    ------
    CodeFileError
        There is no such code; the message names it as it was given.
    """
    if isinstance(code, str) and code in known_codes():
        return code
    if not str(code).strip() or not (Path(code) / HEAD).is_file():
        raise CodeFileError(unknown_code(str(code)))
    return str(Path(code).absolute())


def unknown_code(name: str) -> Fault:
    """Say that a name is none of a code, and which was probably meant."""
    what = f"{name} is no known code, and no folder with a {HEAD}"
    what = what if name.strip() else "the name of the code is empty; expected an id or a folder"
    return Fault(what, advice=nearest_name(name, known_codes()))


def code_of_jurisdiction(jurisdiction: str) -> tuple[str, ...]:
    """Give the ids of the shipped codes of a jurisdiction."""
    return tuple(name for name in known_codes() if _jurisdiction(name) == jurisdiction)


@lru_cache(maxsize=32)
def _jurisdiction(code_id: str) -> str:
    return read_head(SHIPPED / code_id / HEAD).jurisdiction


@lru_cache(maxsize=32)
def _load_shipped(code_id: str, topics: tuple[str, ...] | None) -> Code:
    return _load(SHIPPED / code_id, topics)


def _load(folder: Path, topics: tuple[str, ...] | None) -> Code:
    files = {path.stem: path for path in sorted(folder.glob("*.toml")) if path.name != HEAD}
    if len(files) > MAX_TOPICS:
        raise CodeFileError(Fault(f"more than {MAX_TOPICS} topics", str(folder)))
    for topic in topics or ():
        if topic not in files:
            hint = nearest_name(topic, files)
            raise CodeFileError(Fault(f"{folder.name} has no topic {topic}", advice=hint))
    head = read_head(folder / HEAD)
    rules, faults = _read_topics(head, files, topics)
    linked, found = link(rules)
    faults = [*head.faults.found, *faults, *found]
    if faults:
        raise CodeFileError(dict.fromkeys(faults))
    return _code(folder, head, linked, files)


def _read_topics(
    head: CodeHead, files: Mapping[str, Path], topics: tuple[str, ...] | None
) -> tuple[list[Rule], list[Fault]]:
    """Read the rules of some topics, and of those that they refer to."""
    rules: list[Rule] = []
    faults: list[Fault] = []
    wanted = list(files if topics is None else topics)
    for topic in wanted:  # grows while it runs
        read, found = read_topic(head, files[topic])
        rules += read
        faults += found
        if topics is not None:
            patterns = frozenset().union(*(patterns_of(rule) for rule in read))
            wanted += [
                other
                for other, path in files.items()
                if other not in wanted and _holds_any(path, patterns)
            ]
    return rules, faults


def _holds_any(path: Path, patterns: frozenset[str]) -> bool:
    """Say whether a topic file has a rule that a pattern means, without reading the rules."""
    ids = _ID_LINE.findall(path.read_text(encoding="utf-8"))
    return any(matches(pattern, one) for pattern in patterns for one in ids)


def _code(
    folder: Path, head: CodeHead, rules: Mapping[str, Rule], files: Mapping[str, Path]
) -> Code:
    return Code(
        id=folder.name,
        name=head.name,
        jurisdiction=head.jurisdiction,
        path=folder,
        options=head.options,
        tables=head.scope.tables,
        records=head.scope.records,
        rules=rules,
        files=(folder / HEAD, *files.values()),
    )
