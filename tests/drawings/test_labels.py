import itertools

import numpy as np
import pytest

from photometry.drawings.boxes import Box, Occupancy
from photometry.drawings.contours import arc_lengths
from photometry.drawings.labels import LabelRule, PaperLine, cut_out_boxes, label_lines

RULE = LabelRule(every_in=5.5, shortest_in=0.9, gap_in=0.05)
SIZE = (0.2, 0.08)


def straight(x0, y0, x1, y1, owner=1):
    points = np.stack([np.linspace(x0, x1, 200), np.linspace(y0, y1, 200)], axis=-1)
    return PaperLine(points, 1.0, owner)


def test_a_label_sits_in_a_gap_cut_in_its_own_line():
    line = straight(1, 5, 6, 5)
    (label,) = label_lines([line], "1", SIZE, RULE, Occupancy(0, 0, 10, 10))
    left, right = line.drawn()
    assert right[0, 0] - left[-1, 0] == pytest.approx(SIZE[0] + 2 * RULE.gap_in)
    assert label.box.x == pytest.approx((left[-1, 0] + right[0, 0]) / 2)
    assert label.box.y == pytest.approx(5)


@pytest.mark.parametrize(
    ("end", "angle"),
    [((6, 5), 0), ((1, 9), 90), ((5, 9), 45), ((-3, 9), -45), ((1, 1), 90), ((-3, 1), 45)],
)
def test_labels_are_read_from_below_or_from_the_right(end, angle):
    line = straight(1, 5, *end)
    (label,) = label_lines([line], "1", SIZE, RULE, Occupancy(-5, 0, 10, 10))
    assert label.box.angle_deg == pytest.approx(angle)


def test_a_long_line_has_a_label_for_every_stretch_and_a_short_one_none():
    paper = Occupancy(0, 0, 30, 10)
    assert len(label_lines([straight(1, 5, 23, 5)], "1", SIZE, RULE, paper)) == 4
    assert label_lines([straight(1, 8, 1.8, 8)], "1", SIZE, RULE, paper) == []


def test_a_label_keeps_off_what_is_taken_and_where_nothing_is_free_there_is_none():
    paper = Occupancy(0, 0, 10, 10)
    paper.take(Box(3.5, 5, 2, 1))
    (label,) = label_lines([straight(1, 5, 6, 5)], "1", SIZE, RULE, paper)
    assert abs(label.box.x - 3.5) > 1 + SIZE[0] / 2
    paper.take(Box(3.5, 5, 6, 1))
    assert label_lines([straight(1, 5, 6, 5)], "1", SIZE, RULE, paper) == []


def test_a_label_keeps_off_sharp_bends():
    turn = np.linspace(0, 2 * np.pi, 300)
    spiral = np.stack([turn * 0.3 + 2, 5 + 0.12 * np.sin(turn * 14)], axis=-1)
    assert (
        label_lines(
            [PaperLine(spiral, 1.0, 1)], "12345", (0.4, 0.08), RULE, Occupancy(0, 0, 10, 10)
        )
        == []
    )


def test_labels_of_a_ramp_with_twenty_levels_do_not_overlap():
    # z = x over 1..4 on 2 x 4 in of paper, 20 levels: lines 0.1 in apart.
    paper = Occupancy(0, 0, 2, 4)
    lines = [
        straight(x, 0.0, x, 4.0, owner) for owner, x in enumerate(np.linspace(0.05, 1.95, 20), 1)
    ]
    for line in lines:
        paper.run_line(line.points, line.owner)
    labels = [
        label
        for line in lines
        for label in label_lines([line], f"{line.points[0, 0]:.2f}", (0.26, 0.08), RULE, paper)
    ]
    assert labels
    assert not any(a.box.overlaps(b.box) for a, b in itertools.combinations(labels, 2))


def test_what_runs_through_a_box_is_cut_out():
    line = straight(0, 0, 10, 0)
    cut_out_boxes([line], [Box(5, 0, 1.0, 0.2, 90.0), Box(5, 3, 8, 1)], 0.05)
    left, right = line.drawn()
    # Cut in steps of a hundredth of an inch.
    assert left[-1, 0] == pytest.approx(5 - 0.15, abs=0.011)
    assert right[0, 0] == pytest.approx(5 + 0.15, abs=0.011)
    assert arc_lengths(left)[-1] + arc_lengths(right)[-1] == pytest.approx(9.7, abs=0.022)
