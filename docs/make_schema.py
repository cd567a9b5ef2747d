"""Write docs/site.schema.json: what editors complete site.toml by."""

from __future__ import annotations

import json
from pathlib import Path

from photometry.site.json_schema import site_schema

SCHEMA = Path(__file__).parent / "site.schema.json"


def schema_text() -> str:
    """Give the schema as it is published."""
    return json.dumps(site_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), "utf-8", newline="\n")
