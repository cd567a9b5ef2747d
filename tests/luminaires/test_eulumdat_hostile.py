"""EULUMDAT from strangers: whatever the bytes, a record or a LuminaireFileError, soon and cheaply."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire_bytes

LINES = (
    b"m|3|2|4|90|3|45|r|n|1|f|d|60|60|60|60|60|1|1|1|1|100|90|1|0|1|1|LED|1000|4000|80|50|"
    b"0|0|0|0|0|0|0|0|0|0|0|90|180|270|0|45|90|100|50|0|100|60|0|100|70|0|"
).split(b"|")
GOOD = b"\n".join(LINES)
MB = 1_000_000


def changed(**lines):
    """The good file with lines replaced, by their number from 1 as f4=b'1'."""
    new = list(LINES)
    for key, value in lines.items():
        new[int(key[1:]) - 1] = value
    return b"\n".join(new)


def outcome(data):
    """Read bytes; give the record, or the faults of the only error that may come."""
    try:
        return read_luminaire_bytes(data, "stranger.ldt")
    except LuminaireFileError as error:
        return [str(fault) for fault in error.faults]


HOSTILE = {
    "huge counts": changed(f4=b"1000000000", f6=b"1000000000"),
    "one huge count": changed(f3=b"1", f4=b"1000000000"),
    "many planes of few angles": changed(f4=b"999999", f6=b"2"),
    "a count past a float": changed(f4=b"1e308"),
    "counts of no number": changed(f4=b"nan", f6=b"inf"),
    "a negative count": changed(f4=b"-4"),
    "a thousand million lamp sets": changed(f26=b"1000000000"),
    "a hundred lamp sets": changed(f26=b"100"),
    "a flux past a float": changed(f29=b"1e308"),
    "a factor near nothing": changed(f24=b"1e-300"),
    "factors that multiply past a float": changed(f24=b"1e12", f29=b"1e12", f50=b"1e12"),
    "digits of another script": changed(f4="٤".encode()),
    "numbers with underscores": changed(f50=b"1_000"),
    "one line of 5 MB": GOOD + b"1 " * (5 * MB // 2),
    "one word of 5 MB": GOOD + b"1" * (5 * MB),
    "a name of 5 MB": changed(f1=b"x" * (5 * MB)),
    "a number of 5 MB": changed(f16=b"1" * (5 * MB)),
    "5 MB of commas": GOOD + b"," * (5 * MB),
    "5 MB of line ends": b"m\n3\n2\n4\n" + b"\n" * (5 * MB),
    "5 MB of carriage returns": b"m\r3\r2\r4\r" + b"\r" * (5 * MB),
    "a million numbers too many": GOOD + b"1\n" * MB,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_dealt_with_soon(name):
    start = time.perf_counter()
    outcome(HOSTILE[name])
    # A quadratic step over 5 MB takes hours, a linear one well under a second; the limit
    # leaves room for a slow, shared machine.
    assert time.perf_counter() - start < 10.0


@pytest.mark.parametrize(
    "name", ["huge counts", "a thousand million lamp sets", "one line of 5 MB"]
)
def test_memory_goes_with_the_size_of_the_file_and_not_with_its_counts(name):
    tracemalloc.start()
    try:
        outcome(HOSTILE[name])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Text, its lines, the lists put together again and with points for commas: some copies.
    assert peak < 12 * len(HOSTILE[name]) + 5 * MB


def test_what_hostile_counts_announce_is_said():
    assert "expected a whole number from 1 to 2000000" in outcome(HOSTILE["huge counts"])[0]
    assert (
        "expected a whole number from 1 to 100"
        in outcome(HOSTILE["a thousand million lamp sets"])[0]
    )
    assert "ends within 100 lamp set(s)" in outcome(HOSTILE["a hundred lamp sets"])[0]


@pytest.mark.parametrize("cut", range(0, len(GOOD), 3))
def test_a_file_cut_anywhere_is_read_or_refused(cut):
    result = outcome(GOOD[:cut])
    if cut < GOOD.rindex(b"70"):
        assert isinstance(result, list)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes_are_read_or_refused(data):
    outcome(data)
    outcome(b"\n".join(LINES[:32]) + b"\n" + data)


TOKENS = [
    b"", b"0", b"-1", b"1", b"2", b"3", b"4", b"1e9", b"1e309", b"nan", b"-0", b"x", b"90", b"360",
    b"3,5", b"1_0", b",", b"\x1a", b"\xb0", b"180,0000001", b"5e-324", b"1e12", b"\xff\xfe", b"\0",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    changes=st.lists(
        st.tuples(
            st.integers(0, len(LINES) - 1),
            st.sampled_from(TOKENS),
            st.sampled_from(["swap", "drop", "add"]),
        ),
        min_size=1,
        max_size=4,
    ),
    rotation=st.sampled_from([None, 0, 90, 180, 270]),
)
def test_a_sound_file_with_lines_changed_is_read_or_refused(changes, rotation):
    lines = list(LINES)
    for place, line, change in changes:
        at = place % len(lines)
        if change == "swap":
            lines[at] = line
        elif change == "drop":
            del lines[at]
        else:
            lines.insert(at, line)
    try:
        record = read_luminaire_bytes(b"\n".join(lines), "x.ldt", c0_rotation_deg=rotation)
    except LuminaireFileError:
        return
    candela = record.distribution.candela([0, 33, 90, 120], [[0], [77], [200]])
    assert (candela >= 0).all()  # and so no NaN
