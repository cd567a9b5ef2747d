"""Lines drawn over each other in part: one line, where that closes what stays open."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.site.sources import dxf_overlaps
from photometry.site.sources.dxf_base import read_dxf
from photometry.site.sources.dxf_overlaps import merge_overlaps

TOLERANCE_FT = 1e-3


def merged(*lines):
    """Merge lines and give them as plain lists, by row."""
    found = merge_overlaps(
        {row: np.array(line, float) for row, line in enumerate(lines)}, TOLERANCE_FT
    )
    return {row: points.tolist() for row, points in found.items()}


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([[[0, 0], [60, 0]], [[40, 0], [100, 0]]], {0: [[0, 0], [100, 0]]}),
        ([[[60, 0], [0, 0]], [[40, 0], [100, 0]]], {0: [[100, 0], [0, 0]]}),  # the first's way
        ([[[20, 0], [50, 0]], [[0, 0], [100, 0]]], {0: [[0, 0], [100, 0]]}),  # one in the other
        ([[[0, 0], [0, 9]], [[0, 5], [0, 12]], [[0, 11], [0, 20]]], {0: [[0, 0], [0, 20]]}),
        ([[[0, 0], [60, 0]], [[60, 0], [100, 0]]], None),  # end to end
        ([[[0, 0], [60, 0]], [[40, 0.002], [100, 0.002]]], None),  # beside each other
        ([[[0, 0], [60, 0]], [[30, -20], [30, 20]]], None),  # across
        ([[[0, 0], [60, 0]], [[50, 0], [100, 5]]], None),  # bending away
        ([[[0, 0], [60, 0], [60, 9]], [[40, 0], [100, 0]]], None),  # no straight line
    ],
)
def test_lines_along_each_other_are_one_and_others_are_left(lines, left):
    assert merged(*lines) == (dict(enumerate(lines)) if left is None else left)


def test_lines_that_bend_along_each_other_are_left():
    # Each lies along the next within the tolerance; the last is 0.004 ft off the first.
    arc = [[[10 * k, 4e-5 * k * k], [10 * k + 15, 4e-5 * (k + 1.5) ** 2]] for k in range(11)]
    assert len(merged(*arc)) == 11


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 25)), min_size=2, max_size=8),
    st.sampled_from([(1.0, 0.0), (0.6, 0.8), (-0.8, 0.6)]),
)
def test_what_is_left_covers_what_was_drawn_and_overlaps_no_more(spans, way):
    corner = np.array([1_400_000.25, 690_000.5])  # state plane: products must keep their digits
    lines = [
        [corner + start * np.array(way), corner + (start + length) * np.array(way)]
        for start, length in spans
    ]
    left = merged(*lines)
    covered = {at + 0.5 for start, length in spans for at in range(start, start + length)}
    ends = sorted(sorted((np.array(line) - corner) @ way) for line in left.values())
    # The coordinates have 1e-9 ft of their own.
    assert all(after[0] >= before[1] - 1e-6 for before, after in itertools.pairwise(ends))
    assert {at for at in covered if any(low < at < high for low, high in ends)} == covered
    assert sum(high - low for low, high in ends) == pytest.approx(len(covered), abs=1e-6)
    drawn = {tuple(map(float, end)) for line in lines for end in line}
    assert {tuple(end) for line in left.values() for end in line} <= drawn


def test_very_many_lines_are_left_as_they_are(monkeypatch):
    monkeypatch.setattr(dxf_overlaps, "MOST_LINES", 3)
    assert len(merged(*[[[0, 0], [9 + k, 0]] for k in range(4)])) == 4


# ---- in drawings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "south",
    [
        [(0, 0, 60, 0), (40, 0, 100, 0)],
        [(0, 0, 100, 0), (0, 0, 30, 0)],
        [(100, 0, 0, 0), (70, 0, 20, 0)],
    ],
)
def test_an_outline_with_a_side_in_overlapping_pieces_is_closed_with_a_note(base, south):
    rest = [(100, 0, 100, 80), (100, 80, 0, 80), (0, 80, 0, 0)]
    for ax, ay, bx, by in [*south, *rest]:
        base.line((ax, ay), (bx, by))
    drawing = read_dxf(base.save())
    (shape,) = drawing.shapes["A"]
    assert shape.is_closed
    assert sorted(shape.points_ft.tolist()) == [[0, 0], [0, 80], [100, 0], [100, 80]]
    (note,) = drawing.notes
    assert note.code == "SITE047"
    assert "1 drawn over others in part" in note.text


def test_buildings_that_share_a_part_of_a_wall_stay_two(base):
    for left, right, low, high in ((0, 100, 0, 50), (60, 160, 50, 90)):
        corners = [(left, low), (right, low), (right, high), (left, high)]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            base.line(start, end)
    drawing = read_dxf(base.save())
    assert [shape.is_closed for shape in drawing.shapes["A"]] == [True, True]
    assert drawing.notes == ()


def test_lines_that_branch_off_overlapping_ones_are_left(base):
    base.line((0, 0), (100, 0))
    base.line((100, 0), (100, 50))
    base.line((80, 0), (150, 0))
    base.line((150, 0), (150, 50))
    drawing = read_dxf(base.save())
    assert [len(shape.points_ft) for shape in drawing.shapes["A"]] == [3, 3]
    assert drawing.notes == ()
