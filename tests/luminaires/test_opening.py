"""Signed dimensions of an LM-63 file, per edition, and back again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.luminaires.opening import Opening, opening_from_lm63, signed_dimensions
from photometry.luminaires.read import read_luminaire


def shape(width, length, height, version):
    opening, remark = opening_from_lm63(width, length, height, version=version, units_code=1)
    return opening.shape, (opening.width_ft, opening.length_ft, opening.height_ft), remark


# IESNA LM-63-02 and ANSI/IES LM-63-19, the table of luminous openings.
SINCE_2002 = [
    ((0, 0, 0), "point", (0, 0, 0)),
    ((1, 2, 0), "rectangle", (1, 2, 0)),
    ((1, 2, 3), "box", (1, 2, 3)),
    ((-1, -1, 0), "circle", (1, 1, 0)),
    ((-1, -2, 0), "ellipse", (1, 2, 0)),
    ((-1, -1, 3), "vertical cylinder", (1, 1, 3)),
    ((-1, -2, 3), "vertical elliptical cylinder", (1, 2, 3)),
    ((-1, -1, -1), "sphere", (1, 1, 1)),
    ((-1, -2, -1), "ellipsoid", (1, 2, 1)),
    ((-1, 4, -1), "horizontal cylinder along length", (1, 4, 1)),
    ((-1, 4, -2), "horizontal elliptical cylinder along length", (1, 4, 2)),
    ((4, -1, -1), "horizontal cylinder along width", (4, 1, 1)),
    ((4, -1, -2), "horizontal elliptical cylinder along width", (4, 1, 2)),
    ((-1, 0, -1), "vertical circle", (1, 0, 1)),
    ((-1, 0, -2), "vertical ellipse", (1, 0, 2)),
]
# IESNA LM-63-95.
IN_1995 = [
    ((-1, 0, 0), "circle", (1, 1, 0)),
    ((-1, 0, 3), "vertical cylinder", (1, 1, 3)),
    ((-1, 0, -1), "sphere", (1, 1, 1)),
    ((-1, 2, 3), "vertical elliptical cylinder", (1, 2, 3)),
    ((1, -2, 3), "vertical elliptical cylinder", (1, 2, 3)),
    ((-1, 2, -3), "ellipsoid", (1, 2, 3)),
    ((1, -2, -3), "ellipsoid", (1, 2, 3)),
    ((0, 4, -1), "horizontal cylinder along length", (1, 4, 1)),
    ((4, 0, -1), "horizontal cylinder along width", (4, 1, 1)),
]
# IES LM-63-91 and LM-63-86.
TO_1991 = [
    ((-1, 0, 0), "circle", (1, 1, 0)),
    ((-1, 0, 3), "vertical cylinder", (1, 1, 3)),
    ((-1, 2, 0), "ellipse", (1, 2, 0)),
    ((-1, 2, 3), "vertical elliptical cylinder", (1, 2, 3)),
]


@pytest.mark.parametrize(
    ("version", "given_sizes", "name", "sizes"),
    [(version, *row) for version in ("2002", "2019") for row in SINCE_2002]
    + [("1995", *row) for row in SINCE_2002[:3] + IN_1995]
    + [(version, *row) for version in ("1986", "1991") for row in SINCE_2002[:3] + TO_1991],
)
def test_every_row_of_an_editions_table_is_read(version, given_sizes, name, sizes):
    assert shape(*given_sizes, version) == (name, sizes, "")


def test_the_same_signs_mean_another_shape_in_another_edition():
    assert shape(-1, 4, -1, "1995")[0] == "ellipsoid"
    assert shape(-1, 4, -1, "2002")[0] == "horizontal cylinder along length"


def test_a_circle_of_the_old_form_in_a_new_file_is_read_with_a_remark():
    name, sizes, remark = shape(-2, 0, 0, "2002")
    assert (name, sizes) == ("circle", (2, 2, 0))
    assert "LM-63-1995" in remark


def test_a_circle_of_the_new_form_in_an_old_file_is_read_with_a_remark():
    name, sizes, remark = shape(-2, -2, 0, "1991")
    assert (name, sizes) == ("circle", (2, 2, 0))
    assert "LM-63-2002" in remark


def test_an_upright_face_and_an_unknown_shape_are_remarked():
    assert shape(1, 0, 3, "2002")[:2] == ("vertical rectangle", (1, 0, 3))
    name, sizes, remark = shape(0, -2, 3, "2002")
    assert (name, sizes) == ("vertical rectangle", (0, 2, 3))  # a box without width is a face
    assert "bounding box" in remark
    assert shape(1, 2, -3, "2002")[0] == "box"


def test_metres_become_feet(cases):
    opening = read_luminaire(cases / "23-meter-dimensions.ies").opening
    assert opening.width_ft == pytest.approx(2.0, rel=1e-9)
    assert opening.length_ft == pytest.approx(4.0, rel=1e-9)


def test_width_comes_before_length(cases):
    opening = read_luminaire(cases / "25-width-length-order.ies").opening
    assert opening == Opening("rectangle" if opening.height_ft == 0 else "box", 0.5, 4.0, 0.2)
    assert opening.largest_ft == 4.0


sizes = st.sampled_from([0.0, 0.5, 1.0, 2.25, -0.5, -1.0, -2.25])


@settings(max_examples=300, deadline=None)
@given(width=sizes, length=sizes, height=sizes, version=st.sampled_from(["1986", "1995", "2002"]))
def test_an_opening_written_and_read_again_is_the_same(width, length, height, version):
    first, _ = opening_from_lm63(width, length, height, version=version, units_code=1)
    again, _ = opening_from_lm63(*signed_dimensions(first), version="2002", units_code=1)
    assert (again.width_ft, again.length_ft, again.height_ft) == (
        first.width_ft,
        first.length_ft,
        first.height_ft,
    )
    unknown = first.shape == "box" and 0.0 in (first.width_ft, first.length_ft, first.height_ft)
    if not unknown:
        assert again.shape == first.shape
