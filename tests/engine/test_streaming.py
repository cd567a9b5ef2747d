"""Pieces come in order, few at a time, and stop when nobody wants more."""

from __future__ import annotations

import threading
import time

import pytest

from photometry.engine.streaming import AHEAD, cores, in_order, shared_out


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_pieces_come_in_their_order(threads, count):
    def compute(number, _stop):
        time.sleep(0.002 * (number % 3))  # later ones are sooner done
        return number

    assert list(in_order(compute, count, threads)) == list(range(count))


def test_only_a_few_pieces_are_ahead():
    started = []

    def compute(number, _stop):
        started.append(number)
        return number

    pieces = in_order(compute, 100, 2)
    for taken in range(5):
        next(pieces)
        time.sleep(0.05)  # time enough to run ahead
        assert len(started) <= taken + 1 + AHEAD * 2 + 1
    pieces.close()


def test_whoever_stops_asking_stops_the_work():
    begun, ended = threading.Event(), threading.Event()

    def compute(number, stop):
        if number == 0:
            return number
        begun.set()
        if stop.wait(timeout=20):
            ended.set()
        return number

    pieces = in_order(compute, 100, 1)
    assert next(pieces) == 0
    assert begun.wait(timeout=20)
    started = time.monotonic()
    pieces.close()
    assert ended.is_set()
    assert time.monotonic() - started < 10


def test_an_error_comes_through_and_ends_the_work():
    seen = []

    def compute(number, _stop):
        seen.append(number)
        if number == 3:
            raise ValueError("piece 3")
        return number

    with pytest.raises(ValueError, match="piece 3"):
        list(in_order(compute, 1000, 2))
    assert len(seen) < 20


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_every_part_is_computed_once(threads, count):
    assert sorted(shared_out(lambda part: part * part, range(count), threads)) == [
        part * part for part in range(count)
    ]


@pytest.mark.parametrize("caller_fails", [True, False])
def test_an_error_of_any_thread_ends_the_work_of_all(caller_fails):
    caller, seen, failed = threading.current_thread(), [], threading.Event()

    def compute(part):
        seen.append(part)
        if (threading.current_thread() is caller) is caller_fails:
            failed.set()
            raise ValueError("a part")
        assert failed.wait(timeout=20)  # so that both kinds of thread have one
        time.sleep(0.01)

    with pytest.raises(ValueError, match="a part"):
        shared_out(compute, range(1000), 2)
    assert len(seen) < 20


def test_there_is_a_core():
    assert cores() >= 1
