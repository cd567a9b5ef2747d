"""The page's own style and scripts, put together, and the policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

__all__ = ["PAGE", "Assets", "assets", "json_for_script"]

PAGE: Final = Path(__file__).parent / "page"
ENTRY: Final = "main.js"
# In the order in which one overrides another.
STYLES: Final = ("frame", "plan", "side", "tables", "narrow", "print")

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
_IMAGE: Final = re.compile(r"url\(images/[^)]*\)")
_VERSION: Final = re.compile(r"Leaflet (\d+\.\d+\.\d+),")
_SOURCE_MAP: Final = re.compile(r"^//# sourceMappingURL=.*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Assets:
    """What the page embeds.

    Attributes
    ----------
    style
        One style sheet: Leaflet's, then the page's.
    scripts
        Leaflet, then the page's modules as one script.
    policy
        Content-Security-Policy: this style and these scripts by their hashes, images made on
        the page itself, and nothing from anywhere else.
    leaflet_version, leaflet_licence
        As its script says, and the text that has to go with it.
    """

    style: str
    scripts: tuple[str, ...]
    policy: str
    leaflet_version: str
    leaflet_licence: str


@cache
def assets() -> Assets:
    """Read the page's files."""
    leaflet = PAGE / "leaflet"
    # Its pictures are of controls that the page does not have; a page in one file has no folder.
    leaflet_style = _IMAGE.sub("none", _text(leaflet / "leaflet.css"))
    leaflet_script = _SOURCE_MAP.sub("", _text(leaflet / "leaflet.js"))
    style = leaflet_style + "".join(_text(PAGE / "css" / f"{name}.css") for name in STYLES)
    scripts = (leaflet_script, _joined_modules())
    hashes = " ".join(_hash(script) for script in scripts)
    return Assets(
        style=style,
        scripts=scripts,
        policy=(
            f"default-src 'none'; script-src {hashes}; style-src {_hash(style)}; "
            "img-src data:; base-uri 'none'; form-action 'none'"
        ),
        leaflet_version=_VERSION.findall(leaflet_script)[0],
        leaflet_licence=_text(leaflet / "LICENSE"),
    )


def json_for_script(data: Any) -> str:
    """Write JSON that nothing in it can end the script element around it."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _joined_modules() -> str:
    """Join the modules into one script, each after those that it imports.

    A page opened from a folder may not load modules, so they become one function: imports are
    dropped, exports become plain declarations.
    """
    order: dict[str, str] = {}
    met: set[str] = set()

    def add(name: str) -> None:
        if name in met:
            return
        met.add(name)
        text = _text(PAGE / "js" / name)
        for imported in _IMPORT.findall(text):
            add(imported)
        order[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    add(ENTRY)
    return '(() => {\n"use strict";\n' + "\n".join(order.values()) + "})();\n"
