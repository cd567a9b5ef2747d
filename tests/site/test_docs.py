"""The documentation of sites is complete, and its example is loaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from photometry.site import schema
from photometry.site.project_file import load_site
from photometry.site.sources.luminaire_words import SYNONYMS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "site-file.md").read_text("utf-8")
TABLES = [
    table
    for table in vars(schema).values()
    if isinstance(table, type) and issubclass(table, schema.Table) and table is not schema.Table
]


def test_the_example_of_the_page_is_a_sound_site(tmp_path):
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "site.toml").write_text(example, "utf-8")
    site = load_site(tmp_path)
    assert [head.id for head in site.heads] == ["P1", "P2a", "P2b"]
    assert site.notes == ()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_key_is_explained(table):
    keys = {info.alias or name for name, info in table.model_fields.items()}
    missing = {key for key in keys if f"`{key}" not in PAGE and f"{key} =" not in PAGE}
    assert missing == set()


def test_every_heading_of_lists_is_named():
    plain = re.sub(r"[^a-z0-9]", "", PAGE[PAGE.index("### The luminaire list") :].lower())
    assert {name for name in SYNONYMS if name not in plain} == set()


def test_every_note_is_explained():
    rooms = [ROOT / "photometry" / room for room in ("site", "engine")]
    sources = [path for room in rooms for path in room.rglob("*.py")]
    codes = {code for path in sources for code in re.findall(r"SITE\d{3}", path.read_text("utf-8"))}
    page = (ROOT / "docs" / "notes-site.md").read_text("utf-8")
    explained = set(re.findall(r"^\| (SITE\d{3}) \|", page, re.MULTILINE))
    assert codes == explained
