"""Files from strangers: whatever the bytes, a record or a LuminaireFileError, soon and cheaply."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire_bytes

HEAD = b"IESNA:LM-63-2002\n[TEST] x\nTILT=NONE\n"


def outcome(data):
    """Read bytes; give the record, or the faults of the only error that may come."""
    try:
        return read_luminaire_bytes(data, "stranger.ies")
    except LuminaireFileError as error:
        return [str(fault) for fault in error.faults]


MB = 1_000_000
HOSTILE = {
    "huge counts": HEAD + b"1 -1 1 1000000000 1000000000 1 1 0 0 0 1 1 1 0 90 0 1 1",
    "one huge count": HEAD + b"1 -1 1 1999999 1 1 1 0 0 0 1 1 1 0 90 0 1 1",
    "counts past a float": HEAD + b"1 -1 1 1e308 1e308 1 1 0 0 0 1 1 1 0 90 0 1 1",
    "counts of no number": HEAD + b"1 -1 1 nan inf 1 1 0 0 0 1 1 1 0 90 0 1 1",
    "one line of 5 MB": HEAD + b"1 " * (5 * MB // 2),
    "one word of 5 MB": HEAD + b"1" * (5 * MB),
    "one word of 5 MB that is no number": HEAD + b"1" * (5 * MB) + b"x",
    "one label of 5 MB": b"IESNA91\n[TEST] " + b"x" * (5 * MB) + b"\nTILT=NONE\n1",
    "a bracket never closed": b"IESNA91\n[" + b"[" * (5 * MB) + b"\nTILT=NONE\n1",
    "a million labels": b"IESNA91\n" + b"[A]\n" * MB + b"TILT=NONE\n1",
    "a million MORE lines": b"IESNA91\n[A]\n" + b"[MORE] x\n" * MB + b"TILT=NONE\n1",
    "5 MB of carriage returns": b"IESNA91" + b"\r" * (5 * MB) + b"TILT=NONE",
    "5 MB of blanks": b"IESNA91\n" + b" \t" * (5 * MB // 2) + b"TILT",
    "5 MB of line ends": b"IESNA91\n" + b"\n" * (5 * MB) + b"TILT=NONE\n1",
    "5 MB of commas": HEAD + b"," * (5 * MB),
    "a huge lamp-position table": b"IESNA91\nTILT=INCLUDE\n1 999999999 " + b"1 " * MB,
    "digits of another script": HEAD + "١ ٢ ٣".encode(),
    "half a million end-of-file marks": (
        HEAD + b"1 -1 1 2 1 1 1 0 0 0 1 1 1 0 90 0 1 1 " + b"\x1a " * (MB // 2)
    ),
    "thousands of copies": (HEAD + b"1 -1 1 2 1 1 1 0 0 0 1 1 1 0 90 0 1 1\n") * 50_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_dealt_with_soon(name):
    start = time.perf_counter()
    outcome(HOSTILE[name])
    # A quadratic step over 5 MB takes hours, a linear one well under a second; the limit
    # leaves room for a slow, shared machine.
    assert time.perf_counter() - start < 10.0


@pytest.mark.parametrize("name", ["huge counts", "one huge count", "one line of 5 MB"])
def test_memory_goes_with_the_size_of_the_file_and_not_with_its_counts(name):
    tracemalloc.start()
    try:
        outcome(HOSTILE[name])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Text, its copy without commas, and the rest of it after the first words: three copies,
    # and a few more in passing.
    assert peak < 10 * len(HOSTILE[name]) + 5 * MB


def test_the_first_luminaire_of_a_file_of_many_is_read():
    record = outcome(HOSTILE["thousands of copies"])
    assert record.distribution.max_candela == 1
    assert "IES020" in [note.code for note in record.notes]


def test_what_follows_counts_too_large_is_never_allocated():
    assert "candela values announced" in outcome(HOSTILE["huge counts"])[0]
    assert "1999999 candela values expected" in outcome(HOSTILE["one huge count"])[0]


GOOD = (
    HEAD + b"1 1000 1.5 4 3 1 2 -0.5 -0.5 0.1\n.9 1 120\n0 30 60 90\n0 90 180\n"
    b"100 90 50 0\n100 80 40 0\n100 70 30 0\n"
)


@pytest.mark.parametrize("cut", range(0, len(GOOD), 3))
def test_a_file_cut_anywhere_is_read_or_refused(cut):
    result = outcome(GOOD[:cut])
    if cut < GOOD.index(b"100 70"):
        assert result[0].startswith("stranger.ies")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes_are_read_or_refused(data):
    outcome(data)


@settings(max_examples=150, deadline=None)
@given(st.text("0123456789.eE+-, \n\tTILT=NONEINCLUDE[]_xIES", max_size=300))
def test_random_text_after_a_tilt_line_is_read_or_refused(text):
    outcome(HEAD + text.encode())
    outcome(b"IESNA91\nTILT=INCLUDE\n" + text.encode())


TOKENS = [
    b"0", b"-1", b"1e9", b"1e309", b"nan", b"-0", b"x", b"", b"90", b"360", b"3.5", b"1_0", b",",
    b"\x1a", b"\xb0", b"2", b"3", b"180.0000001", b"5e-324",
]  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    changes=st.lists(
        st.tuples(
            st.integers(0, 60), st.sampled_from(TOKENS), st.sampled_from(["swap", "drop", "add"])
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_sound_file_with_words_changed_is_read_or_refused(changes):
    words = GOOD.split(b" ")
    for place, word, change in changes:
        at = place % len(words)
        if change == "swap":
            words[at] = word
        elif change == "drop":
            del words[at]
        else:
            words.insert(at, word)
        words = words or [b""]
    result = outcome(b" ".join(words))
    if not isinstance(result, list):
        candela = result.distribution.candela([0, 33, 90, 120], [[0], [77], [200]])
        assert (candela >= 0).all()  # and so no NaN
