"""Values as a site file writes them, for messages on what does not fit."""

from __future__ import annotations

import datetime as dt
import json
import re
from itertools import islice
from typing import Any, Final

__all__ = ["shown"]

LONGEST: Final = 60  # letters of a value in a message
DEEPEST: Final = 4  # brackets in brackets; a stranger's file may nest thousands


def shown(value: Any) -> str:
    """Show a value as TOML writes it, shortened.

    >>> shown([True, "a", {"b": 1.5}])
    '[true, "a", { b = 1.5 }]'
    """
    text = _toml(value, DEEPEST)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _toml(value: Any, deep: int) -> str:
    """Write a value, no more of it than is shown."""
    if not isinstance(value, (list, tuple, dict)):
        return _one(value)
    if deep == 0:
        return "..."
    some = islice(value.items() if isinstance(value, dict) else value, LONGEST)
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_toml(one, deep - 1)}" for key, one in some)
        return f"{{ {pairs} }}" if pairs else "{}"
    return f"[{', '.join(_toml(one, deep - 1) for one in some)}]"


def _one(value: Any) -> str:
    if isinstance(value, str):
        quoted = json.dumps(value[:LONGEST], ensure_ascii=False)
        return "".join(sign if sign.isprintable() else _escaped(sign) for sign in quoted)
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name) else _one(name)


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 1 << 16 else f"\\U{ord(sign):08x}"
