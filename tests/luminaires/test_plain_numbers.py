"""Texts of plain numbers, read all at once, against Python's own float, bit by bit."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.luminaires.number_stream import NumberStream
from photometry.luminaires.plain_numbers import MOST_CHARACTERS, plain_numbers
from photometry.luminaires.remarks import Remarks

decimals = st.from_regex(r"-?[0-9]{1,8}(\.[0-9]{0,7})?|-?\.[0-9]{1,14}", fullmatch=True)
blanks = st.sampled_from([" ", "  ", "\n", "\t", " \n", "\n\n "])
oddities = st.text("0123456789.-+eE_x\x1a", min_size=1, max_size=6)


def bits(values):
    return [struct.pack("<d", value) for value in values]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(decimals, blanks), min_size=1, max_size=20), st.sampled_from([1, 40]))
def test_plain_numbers_are_those_of_float_to_the_last_bit(pairs, times):
    words = [word for word, _ in pairs] * times
    text = "".join(word + blank for word, blank in pairs) * times
    found = plain_numbers(text)
    if found is None:  # what it leaves to float: minus zero, and many digits
        assert any(
            (float(word) == 0 and word.startswith("-")) or abs(int(word.replace(".", ""))) > 10**12
            for word in words
        )
    else:
        assert bits(found) == bits(map(float, words))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(decimals, blanks), max_size=8),
    st.lists(st.tuples(oddities, blanks), min_size=1, max_size=3),
    st.sampled_from(["", " 1.25" * 300]),
)
def test_whatever_is_no_number_is_never_read_as_one(pairs, odd, more):
    # `more` has so many points that words are not looked at one by one.
    text = "".join(word + blank for word, blank in (*pairs, *odd)) + more
    found = plain_numbers(text)
    if found is not None:
        assert bits(found) == bits(map(float, text.split()))


@pytest.mark.parametrize(
    "word",
    [
        "-0",
        "-0.00",
        "+1",
        "1e3",
        "1_0",
        ".",
        "-",
        "-.",
        "..5",
        "1.2.3",
        "5-3",
        "--5",
        ".-5",
        "5-",
        "nan",
        "inf",
        "0x10",
        "١",
        "1\x1a",
        "0.1111111111111111",
        "0.00000000000000000000001",
    ],
)
@pytest.mark.parametrize("more", ["", " 1.25" * 300])
def test_what_is_not_plain_is_left_to_the_caller(word, more):
    found = plain_numbers(f"12.5 3 {word} 4{more}")
    if found is not None:  # a number after all: one of a few is read as float reads it
        assert bits(found) == bits(map(float, f"12.5 3 {word} 4{more}".split()))
    assert (found is None) or word.startswith("0.")


def test_a_dozen_digits_are_exact_and_more_are_left():
    many = " 1.25" * 300
    for word in ("1000000000000", "0.000000000000001", "999999999.999", "-8.12345678901"):
        assert bits(plain_numbers(word + many)[:1]) == bits([float(word)])
    for word in ("1000000000001", "9999999999.999", "8.123456789012345", "99999999999999999999"):
        assert plain_numbers(word + many) is None


@pytest.mark.parametrize("text", ["", " \n\t ", "\n"])
def test_a_text_without_words_has_no_numbers(text):
    assert plain_numbers(text) is None


def test_a_very_long_text_is_left_to_be_read_as_far_as_it_is_needed():
    assert plain_numbers("1 " * (MOST_CHARACTERS // 2)) is not None
    assert plain_numbers("1 " * (MOST_CHARACTERS // 2 + 1)) is None


@pytest.mark.parametrize("text", ["1 2,3\n4 5\n6", "1 2,3\n4 5\nsix"])
def test_a_stream_is_the_same_whether_its_text_is_plain_or_not(text):
    stream, remarks = NumberStream(text, 7), Remarks("any")
    first, second = stream.take(2), stream.take(2)
    assert (first, second) == (range(2), range(2, 4))
    assert stream.parse(first, "a number", remarks).tolist() == [1, 2]
    assert stream.parse(second, "a number", remarks).tolist() == [3, 4]
    assert [stream.line_of(i) for i in range(6)] == [7, 7, 7, 8, 8, 9]
    assert next(stream.words_ahead()) == "5"
    assert stream.take(9) == range(4, 6)
    assert not list(stream.words_ahead())


@pytest.mark.parametrize("last", ["6", "six"])
def test_a_number_too_large_is_named_with_its_line(last):
    stream, remarks = NumberStream(f"1 2\n2000000000000 4\n{last}", 1), Remarks("any.ies")
    assert stream.parse(stream.take(4), ("one", "two", "the third", "four"), remarks) is None
    (fault,) = remarks.faults
    assert str(fault) == "any.ies:2: '2000000000000' is too large; expected the third"
