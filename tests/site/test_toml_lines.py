"""Lines of a TOML text: found for every value that the parser finds."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.site.toml_lines import TomlLines

TEXT = '''\
# a comment [not.a.header]
format = 1
"odd key".'other = 1' = """a
[text]
b = 2
"""
raw = \'\'\'x
# "\'\'\'
[luminaire_types.A]
file = 'C:\\new' # = [
llf = { lld = 0.9, "ldd" = 0.95, parts = [1,
  2] }
[[luminaires]]
id = "P#1 \\" ["
at = [60,
  90]

[[luminaires]]
id = "P2"
[luminaires.extra]
installed = 2024-01-01T10:00:00
[[luminaires.parts]]
n = 1
[[luminaires.parts]]
n = 2
[[zones]]
area = [
  [0, 0],  # first
  [1, 0],

  [1, 1],
]
holes = [[
  [1, 2],
  [3, 4]]]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("format",), 2),
        (("odd key", "other = 1"), 3),
        (("raw",), 7),
        (("luminaire_types", "A"), 9),
        (("luminaire_types", "A", "file"), 10),
        (("luminaire_types", "A", "llf", "ldd"), 11),
        (("luminaire_types", "A", "llf", "parts", 1), 12),
        (("luminaires",), 13),
        (("luminaires", 0, "id"), 14),
        (("luminaires", 0, "at", 1), 16),
        (("luminaires", 1), 18),
        (("luminaires", 1, "id"), 19),
        (("luminaires", 1, "extra", "installed"), 21),
        (("luminaires", 1, "parts", 1, "n"), 25),
        (("zones", 0, "area", 2), 31),
        (("zones", 0, "holes", 0, 1), 35),
    ],
)
def test_a_value_is_found_on_its_line(path, line):
    tomllib.loads(TEXT)
    assert TomlLines(TEXT).line_of(path) == line


def test_what_is_missing_is_on_the_line_of_what_is_around_it():
    lines = TomlLines(TEXT)
    assert lines.line_of(("luminaires", 1, "mounting_height_ft")) == 18
    assert lines.line_of(("zones", 0, "area", 2, 0)) == 31
    assert lines.line_of(("nothing",)) is None
    assert lines.line_of(()) is None


KEYS = st.text("ab.\"' =[]#", min_size=1, max_size=4)
SCALARS = st.one_of(st.integers(-9, 9), st.booleans(), st.text("x\\\"'[]{},=#\n", max_size=6))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def quoted(text):
    marks = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    return '"' + "".join(marks.get(letter, letter) for letter in text) + '"'


def written(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[\n" + "".join(f"{written(entry)},\n" for entry in value) + "]"
    return "{" + ", ".join(f"{quoted(k)} = {written(v)}" for k, v in value.items()) + "}"


def paths_of(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_of(inner, (*path, key))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3))
def test_every_key_of_any_text_is_found_on_a_line_that_shows_it(tables):
    text = "".join(
        "# [[t]]\n[[t]]\n" + "".join(f"{quoted(k)} = {written(v)}\n" for k, v in table.items())
        for table in tables
    )
    assert tomllib.loads(text) == ({"t": tables} if tables else {})
    lines, shown = TomlLines(text), text.split("\n")
    for index, table in enumerate(tables):
        assert shown[lines.line_of(("t", index)) - 1] == "[[t]]"
        for path in paths_of(table):
            if path:
                assert quoted(path[-1]) in shown[lines.line_of(("t", index, *path)) - 1]
