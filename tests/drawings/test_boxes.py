import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.drawings.boxes import CELL_IN, Box, Occupancy

boxes = st.builds(
    Box,
    st.floats(1, 4),
    st.floats(1, 4),
    st.floats(0.1, 1.5),
    st.floats(0.1, 1.5),
    st.sampled_from([0.0, 90.0, -30.0, 45.0, 77.5]),
)


def outline(box):
    return shapely.Polygon(box.corners)


@given(boxes, boxes)
@settings(max_examples=60, deadline=None)
def test_boxes_overlap_when_their_outlines_share_area(a, b):
    shared = outline(a).intersection(outline(b)).area
    # 1e-6 square inches: what rounding may make of two boxes that touch.
    if shared > 1e-6:
        assert a.overlaps(b)
        assert b.overlaps(a)
    if outline(a).distance(outline(b)) > 1e-6:
        assert not a.overlaps(b)


@given(boxes, boxes)
@settings(max_examples=60, deadline=None)
def test_a_box_is_never_free_where_another_was_taken(a, b):
    paper = Occupancy(0, 0, 5, 5)
    paper.take(a)
    if a.overlaps(b):
        assert not paper.is_free(b)
    # Two cells: each box may claim the whole of a cell that it only touches.
    if outline(a).distance(outline(b)) > 2 * 1.5 * CELL_IN:
        assert paper.taken_share(b) == 0


def test_the_upright_bounds_hold_the_corners():
    box = Box(2, 3, 1, 0.4, 30)
    low, high = box.corners.min(axis=0), box.corners.max(axis=0)
    np.testing.assert_allclose(box.bounds, [*low, *high], atol=1e-12)  # rounding


def test_what_reaches_off_the_paper_is_not_free():
    paper = Occupancy(0, 0, 5, 5)
    assert paper.is_free(Box(1, 1, 1, 1))
    assert not paper.is_free(Box(0.4, 1, 1, 1))
    assert not paper.is_free(Box(4.8, 2, 0.3, 0.6, 45))


def test_a_line_takes_its_width_and_is_known_by_its_owner():
    paper = Occupancy(0, 0, 5, 5)
    paper.take_line([(0, 2), (5, 2)], 0.1)
    assert not paper.is_free(Box(2, 2.06, 0.5, 0.1))
    assert paper.is_free(Box(2, 2.16, 0.5, 0.1))
    paper.run_line([(1, 0), (1, 5)], owner=7)
    assert paper.owners(Box(1, 4, 0.2, 0.2)).keys() == {7}
    assert paper.owners(Box(2, 4, 0.2, 0.2)) == {}
    # A line across the taken one, 0.1 in wide, give or take a cell.
    assert abs(paper.crosses([(3, 1), (3, 3)]) - 0.1) <= 2 * CELL_IN
