"""Values in messages are written as a site file writes them, and bounded."""

from __future__ import annotations

import datetime as dt
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.site.shown import shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        ([True, 50], "[true, 50]"),
        ("it's 25", '"it\'s 25"'),
        ({"lld": 0.9, "on": False}, "{ lld = 0.9, on = false }"),
        ({}, "{}"),
        (float("nan"), "nan"),
        (dt.date(2026, 5, 31), "2026-05-31"),
        ("a\u202eb\x00", r'"a\u202eb\u0000"'),
    ],
)
def test_a_value_is_written_as_the_file_writes_it(value, text):
    assert shown(value) == text


plain = st.booleans() | st.integers(-999, 999) | st.text(max_size=6)


@settings(max_examples=50)
@given(st.lists(plain | st.lists(plain, max_size=2), max_size=3).filter(lambda v: len(str(v)) < 40))
def test_what_is_shown_whole_reads_back_as_the_value(value):
    text = shown(value)
    if not text.endswith("..."):
        assert tomllib.loads(f"value = {text}") == {"value": value}


def test_a_value_of_any_size_and_depth_is_one_short_line():
    deep: list = []
    for _ in range(5_000):
        deep = [deep]
    for value in ("x" * 10**6, list(range(10**5)), deep, {"a\nb": "c\nd"}):
        assert len(shown(value)) <= 60
