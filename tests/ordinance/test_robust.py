"""Whole codes under odd data: a fault in one sentence or a verdict, never a crash."""

from __future__ import annotations

import copy
import datetime as dt
import math
import random
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from photometry.errors import CodeFileError, PhotometryError
from photometry.ordinance import catalogue, code_reader
from photometry.ordinance.checker import check
from photometry.ordinance.datafile import Document
from photometry.ordinance.messages import in_words, number_in_words, with_unit

SCENARIOS = tomllib.loads(
    (Path(__file__).parent / "data" / "scenarios.toml").read_text(encoding="utf-8"),
    parse_float=Decimal,
)
NUMBERS = [
    0,
    -1,
    3,
    Decimal("0.1"),
    Decimal(10) ** 12,
    Decimal(-(10**12)),
    Decimal("1e-30"),
    "none",
]
DAYS = ["none", dt.date(1, 1, 1), dt.date(9999, 12, 31)]
MOMENTS = ["none", dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31, 23, 59)]  # noqa: DTZ001  # local times
JUNK = [5, True, "", "x", "*", "{x}", [], {}, [5], [[]], [{}], {"a": 5}, Decimal("1e99")]


def paths(data, before=()):
    """Give the path of every value inside tables and lists."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (*before, key)
        if isinstance(value, (dict, list)):
            yield from paths(value, (*before, key))


def holder(data, path):
    for key in path[:-1]:
        data = data[key]
    return data


def other_value(value, dice):
    if isinstance(value, bool):
        return dice.choice([True, False, "unknown"])
    for kind, values in ((dt.datetime, MOMENTS), (dt.date, DAYS), ((int, Decimal), NUMBERS)):
        if isinstance(value, kind):
            return dice.choice(values)
    return [] if isinstance(value, list) else value


def checked(facts):
    try:
        return check(facts=facts), ()
    except PhotometryError as error:
        return (), error.faults


def loaded(folder):
    try:
        return catalogue._load(folder, None).rules, ()
    except CodeFileError as error:
        return {}, error.faults


@pytest.mark.parametrize("seed", range(8))
def test_odd_facts_of_the_right_type_are_judged(seed):
    dice = random.Random(seed)  # noqa: S311  # dice for tests
    for name in SCENARIOS:
        facts = copy.deepcopy(
            {key: value for key, value in SCENARIOS[name].items() if key != "expect"}
        )
        for _ in range(5):
            path = dice.choice(list(paths(facts)))
            table = holder(facts, path)
            if path[0] != "code" and not isinstance(table, list):
                table[path[-1]] = other_value(table[path[-1]], dice)
        findings, faults = checked(facts)
        assert findings or faults
        assert all(fault.what for fault in faults)
        assert all(one.message for one in findings)
        assert all(one.margin is None or math.isfinite(one.margin) for one in findings)


@pytest.mark.parametrize("seed", range(6))
def test_codes_with_junk_in_their_files_are_refused_or_read(seed, monkeypatch):
    dice = random.Random(seed)  # noqa: S311  # dice for tests
    for town, times in (("lewiston-ny", 3), ("bellport-ny", 1)):
        folder = catalogue.SHIPPED / town
        files = {
            path: tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
            for path in folder.glob("*.toml")
        }
        for _ in range(times):
            path = dice.choice(list(files))
            changed = copy.deepcopy(files[path])
            for _ in range(2):
                at = dice.choice(list(paths(changed)))
                holder(changed, at)[at[-1]] = copy.deepcopy(dice.choice(JUNK))

            def read(wanted, _error, changed=changed, path=path, files=files):
                return Document(str(wanted), changed if wanted == path else files[wanted])

            monkeypatch.setattr(code_reader, "read_document", read)
            rules, faults = loaded(folder)
            assert rules or faults
            assert all(fault.file and fault.what for fault in faults)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("12.50", "12.5"),
        ("43560", "43,560"),
        ("1234567.8", "1,234,568"),
        ("0.000123456789", "0.000123457"),
        ("1e-30", "0"),
        ("-0.0", "0"),
        ("1e30", "1.000E+30"),
        ("100", "100"),
    ],
)
def test_numbers_are_written_for_people(number, words):
    assert number_in_words(Decimal(number)) == words


@pytest.mark.parametrize(
    ("unit", "several"),
    [
        ("face", "3 faces"),
        ("copy", "3 copies"),
        ("day", "3 days"),
        ("person", "3 people"),
        ("inch", "3 inches"),
        ("parking space", "3 parking spaces"),
        ("ft", "3 ft"),
        ("W", "3 W"),
        ("lm", "3 lm"),
        ("degree", "3 degrees"),
        ("lux", "3 lux"),
        ("lb/ft2", "3 lb/sq ft"),
        ("", "3"),
    ],
)
def test_a_unit_that_is_a_word_has_its_plural(unit, several):
    assert with_unit(Decimal(3), unit) == several
    assert with_unit(Decimal(1), unit).startswith("1")
    if unit != "lb/ft2":
        assert with_unit(Decimal(1), unit) == f"1 {unit}".rstrip()


def test_values_are_written_with_their_units():
    assert with_unit(Decimal(1), "space") == "1 space"
    assert with_unit(Decimal(13), "space") == "13 spaces"
    assert with_unit(Decimal("0.2"), "ft2") == "0.2 sq ft"
    assert with_unit(Decimal(250), "USD") == "$250"
    assert with_unit(Decimal(10), "percent") == "10 %"
    assert with_unit(17 * 3600 + 1800, "") == "17:30"
    assert with_unit(dt.date(2026, 5, 31), "ft") == "2026-05-31"
    assert [in_words(value) for value in (True, False)] == ["yes", "no"]
    assert in_words(()) == "nothing"
    assert in_words(17 * 3600 + 1) == "17:00:01"
