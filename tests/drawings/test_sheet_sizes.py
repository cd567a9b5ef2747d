"""Sheets of every size, and plans that are divided at match lines."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import shapely
from figure_texts import artists, texts_of, words_of

from photometry.drawings.isofootcandle import iso_footcandle_figure, iso_sheets, write_isofootcandle
from photometry.drawings.output import pdf_bytes
from photometry.drawings.points_sheet import points_sheets
from photometry.drawings.sheet import SHEETS, sheet_named
from photometry.drawings.sheet_set import sheet_figures
from photometry.drawings.view import fitted_view, laid_out, read_scale
from photometry.errors import OutputError

SMALLEST_PT = 8.25  # capitals of Plex Sans Condensed are then 0.08 in high
LOT_FT = np.array([100.0, 80.0, 100.0, 80.0])  # sides of the uniform site


def overlapping(figure):
    """Pairs of texts whose boxes overlap by more than rounding."""
    texts = texts_of(figure)
    boxes = [shapely.Polygon(text.box.corners) for text in texts]
    one, other = shapely.STRtree(boxes).query(boxes, predicate="intersects")
    return [
        (texts[i].get_text(), texts[j].get_text())
        for i, j in zip(one, other, strict=True)
        if i < j and boxes[i].intersection(boxes[j]).area > 2e-4  # square inches
    ]


def rings(pdf):
    """Closed rectangles of a PDF, inches, read from its own content streams."""
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(stream).decode("latin-1")
        except (zlib.error, UnicodeDecodeError):
            continue
        for path in re.split(r"(?=(?<![\d.])-?[\d.]+ -?[\d.]+ m\b)", text):
            points = re.findall(r"(-?[\d.]+) (-?[\d.]+) [ml]\b", path)
            if len(points) == 5:
                yield np.array(points, float) / 72


def scale_of(figure):
    (words,) = artists(figure, "scale words")
    found = re.search(r"1\" = ([\d.]+)'|1:([\d.]+)", words.get_text())
    return float(found[1]) if found[1] else float(found[2]) / 12.0


def metric(site):
    return replace(site, unit="m")


@pytest.mark.parametrize("name", ["letter", "ANSI D", "A1", "A3"])
def test_a_plan_is_at_the_scale_that_it_states_on_every_sheet(uniform, name):
    site, calc = uniform
    figure = iso_footcandle_figure(site, calc, sheet=name)
    size = SHEETS[name]
    np.testing.assert_allclose(figure.get_size_inches(), (size.width_in, size.height_in))
    sides = LOT_FT / scale_of(figure)
    lots = [
        ring
        for ring in rings(pdf_bytes([figure], "lot"))
        # 1e-4 in: the PDF has five decimals of a point.
        if np.allclose(np.hypot(*np.diff(ring, axis=0).T), sides, atol=1e-4)
    ]
    assert lots


@pytest.mark.parametrize("name", ["letter", "ANSI B", "ANSI D"])
def test_no_two_texts_overlap_and_none_is_too_small(uniform, name):
    site, calc = uniform
    for number, figure in sheet_figures(site, calc, sheet=name).items():
        assert overlapping(figure) == [], number
        assert min(text.get_fontsize() for text in texts_of(figure)) >= SMALLEST_PT
        width, height = figure.get_size_inches()
        for text in texts_of(figure):
            left, bottom, right, top = text.box.bounds
            assert left > 0.2, (number, text.get_text())
            assert right < width - 0.2 + 0.5, (number, text.get_text())
            assert bottom > 0.0
            assert top < height + 0.5


@pytest.mark.parametrize("name", ["ANSI B", "ANSI D"])
def test_no_two_texts_overlap_on_the_plans_of_a_busy_site(elm, name):
    site, calc, findings = elm
    size = SHEETS[name]
    for sheets in (
        iso_sheets(site, calc, findings, size),
        points_sheets(site, calc, findings, size),
    ):
        assert overlapping(sheets.papers[0].figure) == []


def test_a_small_set_has_every_table_of_a_large_one(uniform):
    site, calc = uniform
    small, large = (
        [
            word
            for figure in sheet_figures(site, calc, sheet=name).values()
            for word in words_of(figure)
        ]
        for name in ("letter", "ARCH D")
    )
    for title in ("LEGEND", "GENERAL NOTES", "CALCULATION STATISTICS", "LUMINAIRE SCHEDULE"):
        assert title in small
        assert title in large


def test_the_plan_of_a_small_sheet_is_followed_by_its_tables(uniform, tmp_path):
    site, calc = uniform
    write_isofootcandle(site, calc, (), tmp_path / "plan.pdf", sheet="letter")
    pages = (tmp_path / "plan.pdf").read_bytes().count(b"/Type /Page\n")
    pages = pages or len(re.findall(rb"/Type /Page\b(?!s)", (tmp_path / "plan.pdf").read_bytes()))
    assert pages > 1


def test_metric_sheets_of_a_site_in_metres_have_metric_scales(uniform):
    site, calc = uniform
    site = metric(site)
    for name in ("A1", "A3", "A4"):
        figure = iso_footcandle_figure(site, replace(calc, site=site), sheet=name)
        (words,) = artists(figure, "scale words")
        ratio = int(re.search(r"SCALE 1:(\d+) ", words.get_text())[1])
        assert ratio in {100, 200, 250, 500, 1000}
        assert "m" in words_of(figure)
        marks = artists(figure, "scale")
        zero, last = marks[0], marks[-1]
        wide = (
            last.get_position()[0]
            + last.box.width / 2
            - zero.get_position()[0]
            - zero.box.width / 2
        )
        # 1e-6 in: the marks stand in the middle of their numbers.
        assert wide / 12 * 0.3048 * ratio == pytest.approx(float(last.get_text()), abs=1e-4)


def test_a_metric_set_has_luminaires_on_a3_and_the_form_on_a4(uniform):
    site, calc = uniform
    figures = list(sheet_figures(site, calc, sheet="A2").values())
    sizes = {
        tuple(np.round(figure.get_size_inches() * 25.4).astype(int).tolist()) for figure in figures
    }
    assert sizes == {(594, 420), (420, 297), (210, 297)}


def test_a_sheet_that_there_is_not_names_the_nearest():
    with pytest.raises(ValueError, match="ANSI D"):
        sheet_named("ANSI-D")
    with pytest.raises(ValueError, match=r"no sheet 'foo'; known: A0, [^;]*, letter$"):
        sheet_named("foo")
    assert sheet_named("ansi d") is SHEETS["ANSI D"]


# ---- scales --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "scale"), [("20", 20.0), ("1:240", 20.0), ("1 : 250", 250 / 12), ("12.5", 12.5)]
)
def test_a_scale_is_feet_to_an_inch_or_a_ratio(text, scale):
    assert read_scale(text) == pytest.approx(scale)


@pytest.mark.parametrize("text", ["", "0", "big", "1:5", "1e9", "-20", "2000001", "1:9999999"])
def test_what_is_no_scale_is_refused(text):
    with pytest.raises(ValueError, match=r"no scale .*, 1 to 2000 ft to an inch"):
        read_scale(text)


def test_a_plan_that_fits_at_its_scale_is_on_one_sheet():
    bounds, frame = (0.0, 0.0, 300.0, 200.0), (1.0, 1.0, 21.0, 15.0)
    layout = laid_out(bounds, frame, 0.35, 20.0)
    assert not layout.is_divided
    assert layout.views[0].frame_in == frame
    assert layout.views[0] == fitted_view(bounds, frame, 0.35)


def test_the_parts_of_a_plan_cover_it_and_meet_without_gap_or_overlap():
    bounds, frame = (10.0, 5.0, 510.0, 305.0), (1.0, 1.0, 21.0, 15.0)
    layout = laid_out(bounds, frame, 0.35, 10.0)
    assert layout.is_divided
    parts = []
    for view in layout.views:
        left, bottom, right, top = view.frame_in
        parts.append(shapely.box(*view.to_site((left, bottom)), *view.to_site((right, top))))
    whole = shapely.union_all(parts)
    assert whole.buffer(1e-6).contains(shapely.box(*bounds))
    assert sum(part.area for part in parts) == pytest.approx(whole.area, rel=1e-9)


def test_neighbours_know_each_other():
    layout = laid_out((0.0, 0.0, 500.0, 300.0), (1.0, 1.0, 21.0, 15.0), 0.35, 10.0)
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
    for here in range(len(layout.views)):
        for side, there in layout.neighbours(here).items():
            assert layout.neighbours(there)[opposite[side]] == here
            step = np.subtract(layout.views[there].centre_ft, layout.views[here].centre_ft)
            way = {"left": (-1, 0), "right": (1, 0), "top": (0, 1), "bottom": (0, -1)}[side]
            assert step @ np.array(way) > 0


def test_a_scale_that_takes_too_many_sheets_is_refused():
    with pytest.raises(OutputError, match="sheets, more than 40"):
        laid_out((0.0, 0.0, 5000.0, 5000.0), (1.0, 1.0, 16.0, 9.0), 0.35, 10.0)


# ---- match lines ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def divided(uniform):
    site, calc = uniform
    return iso_sheets(site, calc, (), SHEETS["ANSI B"], scale_ft_per_in=10.0)


def test_every_side_with_a_neighbour_has_a_match_line_that_names_it(divided):
    assert divided.layout.is_divided
    numbers = [f"L-1.{i + 1}" for i in range(len(divided.papers))]
    for here, paper in enumerate(divided.papers):
        sides = divided.layout.neighbours(here)
        lines = [
            a
            for a in paper.figure.axes[0].get_children()
            if str(a.get_gid()).startswith("match line ")
        ]
        assert {a.get_gid().removeprefix("match line ") for a in lines} - {"words"} == set(sides)
        said = sorted(text.get_text() for text in artists(paper.figure, "match line words"))
        assert said == sorted(f"MATCH LINE: SEE SHEET {numbers[there]}" for there in sides.values())


def test_every_part_is_at_the_scale_that_was_asked_for(divided):
    for paper in divided.papers:
        (line,) = artists(paper.figure, "property line")
        lengths = np.hypot(*np.diff(line.get_segments()[0], axis=0).T)
        np.testing.assert_allclose(lengths, LOT_FT / 10.0, atol=1e-9)


def test_a_part_has_no_text_beyond_its_frame_but_the_words_of_its_match_lines(divided):
    for here, paper in enumerate(divided.papers):
        left, bottom, right, top = divided.layout.views[here].frame_in
        for text in texts_of(paper.figure):
            x, y, u, v = text.box.bounds
            if text.get_gid() not in {"match line words", "north"}:
                assert left - 0.02 <= x, text.get_text()
                assert u <= right + 0.02, text.get_text()
                assert bottom - 0.02 <= y, text.get_text()
                assert v <= top + 0.02, text.get_text()


def test_a_luminaire_is_tagged_on_the_parts_that_show_it(divided):
    for view, paper in zip(divided.layout.views, divided.papers, strict=True):
        tags = [text.get_text() for text in artists(paper.figure, "tag")]
        # It stands in the middle of the lot, on a match line.
        assert tags.count("U  L1") == int(view.shows((50.0, 40.0)))


def test_every_value_of_a_divided_point_plan_is_printed_once(uniform):
    site, calc = uniform
    sheets = points_sheets(site, calc, (), SHEETS["ANSI B"], scale_ft_per_in=10.0)
    assert sheets.layout.is_divided
    crosses = sum(
        len(artist.get_segments()) // 2
        for paper in sheets.papers
        for artist in artists(paper.figure, "point")
    )
    assert crosses == len(calc["lot"].fc)


def test_a_divided_set_numbers_its_parts_and_shows_where_they_are(uniform):
    site, calc = uniform
    figures = sheet_figures(site, calc, sheet="ANSI B", scale_ft_per_in=10.0)
    assert {"L-1.1", "L-1.2", "L-4"} <= set(figures)
    assert "L-1" not in figures
    for here, (number, figure) in enumerate(
        (n, f) for n, f in figures.items() if n.startswith("L-1.") and artists(f, "scale words")
    ):
        parts = artists(figure, "part of the plan")
        filled = [len(a.get_facecolor()) > 0 for a in parts]
        assert filled.count(True) == 1
        assert filled.index(True) == here
        assert number in words_of(figure)
    for earlier, later in pairwise(sorted(n for n in figures if n.startswith("L-2."))):
        assert earlier < later
