"""Write the rules of the shipped codes as pages: ``python docs/make_rule_pages.py``.

One page for each town and topic, in docs/rules, and an index of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.rules_text import rule_page

if TYPE_CHECKING:
    from photometry.ordinance.catalogue import Code

FOLDER = Path(__file__).parent / "rules"
HEADING = re.compile(r"^(#+) ", re.MULTILINE)


def pages() -> dict[str, str]:
    """Give every page by its path within docs/rules."""
    codes = [load_code(name) for name in known_codes()]
    made = {
        f"{code.id}/{topic}.md": topic_page(code, topic) for code in codes for topic in code.topics
    }
    return {"README.md": index_page(codes), **made}


def topic_page(code: Code, topic: str) -> str:
    """Write the rules of one topic under each other, each as its page."""
    rules = [rule for rule in code.rules.values() if rule.topic == topic]
    helpers = sum(rule.helper for rule in rules)
    told = f"{_rules(len(rules) - helpers)} of the law"
    told += f", and {helpers} that others refer to" if helpers else ""
    head = f"# {code.name}: {topic.replace('_', ' ')}\n\n{told}. Written from the rules themselves."
    parts = [head, *(HEADING.sub(r"#\1 ", rule_page(rule, code).rstrip()) for rule in rules)]
    return "\n\n".join(parts) + "\n"


def index_page(codes: list[Code]) -> str:
    """List the topics of each code with the number of their rules."""
    parts = [
        (
            "# The rules of the shipped codes\n\nEvery rule with what it asks, where it stands, what "
            "lifts it, how it can be read, and the examples that it is tried on. "
            "[How rules are written](../rule-format.md) · [how they are judged](../ordinance.md)"
        )
    ]
    for code in codes:
        law = [rule for rule in code.rules.values() if not rule.helper]
        lines = [f"## {code.name}", "", f"`{code.id}`, {_rules(len(law))}.", ""]
        for topic in code.topics:
            number = sum(rule.topic == topic for rule in law)
            name = topic.replace("_", " ")
            lines.append(f"- [{name}]({code.id}/{topic}.md): {_rules(number)}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _rules(number: int) -> str:
    return f"{number} rule{'s' if number != 1 else ''}"


def main() -> None:
    """Write the pages, and remove those of topics that are gone."""
    wanted = pages()
    for old in FOLDER.rglob("*.md"):
        if old.relative_to(FOLDER).as_posix() not in wanted:
            old.unlink()
    for name, text in wanted.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
