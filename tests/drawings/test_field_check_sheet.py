"""The field-check sheets as somebody with a clipboard sees them."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from matplotlib.text import Text

from photometry.drawings.field_check_sheet import field_check_papers
from photometry.drawings.sheet import UPRIGHT_A4, UPRIGHT_LETTER
from photometry.submittal.csv_files import table_csv
from photometry.tables.field_check import check_points, field_check_rows


@pytest.fixture(scope="module")
def points(elm):
    return check_points(*elm[1:])


def words_of(paper):
    return [t.get_text() for t in paper.figure.axes[0].get_children() if isinstance(t, Text)]


@pytest.mark.parametrize("sheet", [UPRIGHT_LETTER, UPRIGHT_A4])
def test_every_point_is_on_the_form_and_on_the_plan(elm, points, sheet):
    papers = field_check_papers(elm[0], points, sheet)
    words = [word for paper in papers for word in words_of(paper)]
    assert 10 <= len(points) <= 20
    for point in points:
        assert f"{point.expected_fc:,.2f}" in words
    numbers = [
        artist.get_text()
        for paper in papers
        for artist in paper.figure.axes[0].get_children()
        if artist.get_gid() == "point number"
    ]
    assert numbers == [f"{i + 1}" for i in range(len(points))]


def test_marks_stand_at_their_points_at_true_scale(elm, points):
    plan = field_check_papers(elm[0], points, UPRIGHT_LETTER)[1]
    (marks,) = (a for a in plan.figure.axes[0].get_children() if a.get_gid() == "points to measure")
    middles = np.array([path.vertices[:-1].mean(axis=0) for path in marks.get_paths()])
    places = np.array([point.at_ft[:2] for point in points])
    drawn, real = (np.hypot(*(a - a[0]).T)[1:] for a in (middles, places))
    scale = real / drawn
    # One of the engineer's scales, the same for all.
    np.testing.assert_allclose(scale, 60.0, rtol=1e-9)


def test_there_is_room_for_who_measured_when_and_with_what(elm, points):
    words = " ".join(words_of(field_check_papers(elm[0], points, UPRIGHT_LETTER)[0]))
    for item in ("Date", "Measured by", "Meter", "Calibrated", "Sky", "Signature", "lights on"):
        assert item in words


def test_all_text_keeps_its_size_and_stays_on_the_sheet(elm, points):
    for paper in field_check_papers(elm[0], points, UPRIGHT_LETTER):
        for text in paper.figure.axes[0].get_children():
            if isinstance(text, Text) and text.get_text():
                assert text.get_fontsize() >= 8.25
                left, bottom, right, top = text.box.bounds
                assert left > 0.5
                assert right < 8.0
                assert bottom > 0.5
                assert top < 10.5


def test_no_points_no_sheet(elm):
    assert field_check_papers(elm[0], [], UPRIGHT_LETTER) == []


def test_the_file_of_points_has_what_the_form_has(elm, points):
    rows = list(csv.DictReader(io.StringIO(table_csv(field_check_rows(elm[0], points)))))
    assert len(rows) == len(points)
    for row, point in zip(rows, points, strict=True):
        # 5e-5 fc: four decimals; 5e-4 of a place: three.
        assert float(row["expected_initial_fc"]) == pytest.approx(point.expected_fc, abs=5e-5)
        # 5e-4 ft: three decimals, as coordinates have everywhere.
        assert float(row["x"]) == pytest.approx(point.at_ft[0], abs=5e-4)
        assert row["reading_on_fc"] == ""
