"""Sheets of a site in metres, in lux: no length in feet and no light in footcandles alone."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from figure_texts import words_of

from photometry.drawings.chart import Chart
from photometry.drawings.field_check_sheet import field_check_papers
from photometry.drawings.paper import Paper
from photometry.drawings.schedules_sheet import schedule_papers
from photometry.drawings.sheet import SHEETS, UPRIGHT_A4
from photometry.drawings.tables_drawn import capitals
from photometry.tables.display import LUX, METRES
from photometry.tables.field_check import check_points
from photometry.tables.understood import boundary_rows, obstruction_rows, type_rows

# Of the law's own numbers metres or lux stand behind; margins, which have a sign, are the law's.
FEET_ALONE = re.compile(r"^[^+−]*\d ft\b(?! \([\d.]+ m\))", re.IGNORECASE)
FC_ALONE = re.compile(r"^[^+−]*\d fc\b(?! \([\d.]+ lx\)| = )")


@pytest.fixture(scope="module")
def metric(elm):
    site, calc, findings = elm
    site = replace(site, unit="m")
    return site, replace(calc, site=site), findings


def alone(papers):
    words = [words for paper in papers for words in words_of(paper.figure)]
    return [text for text in words if FEET_ALONE.search(text) or FC_ALONE.search(text)]


def test_the_schedules_are_in_metres_and_lux(metric):
    papers = schedule_papers(*metric, SHEETS["A1"], ["L-1", "L-4"], light=LUX)
    # A rule has the distance of its law in its name.
    assert [text for text in alone(papers) if not text.startswith("Trespass ")] == []
    words = [text for paper in papers for text in words_of(paper.figure)]
    heights = {head.luminaire.mounting_height_ft * 0.3048 for head in metric[0].heads}
    assert {f"{height:.2f}" for height in heights} <= set(words)
    assert "feet" not in " ".join(words)


def test_the_field_check_is_in_metres_and_lux(metric):
    site, calc, findings = metric
    points = check_points(calc, findings, LUX)
    papers = field_check_papers(site, points, UPRIGHT_A4, LUX)
    assert alone(papers) == []
    words = [text for paper in papers for text in words_of(paper.figure)]
    assert "within 0.3 m" in words
    # One decimal of a lux, 10.764 of which make a footcandle.
    assert f"{points[0].expected_fc * 10.763910:.1f}" in words


def test_an_axis_is_ruled_at_round_metres_and_round_lux():
    paper = Paper(10.0, 8.0)
    chart = Chart.on(paper, (1.0, 1.0, 8.0, 5.0), 200.0, (0.0, 2.0), METRES.per_ft, LUX.per_fc)
    chart.draw_axes("station, m")
    written = [(text.get_text(), text.box) for text in paper.figure.axes[0].texts]
    levels = {words: box.y for words, box in written if box.x < 1.0}
    stations = {words: box.x for words, box in written if box.x > 1.0}
    # 200 ft are 60.96 m and 2 fc are 21.53 lx, on 8 in and 5 in.
    assert stations["60"] == pytest.approx(1.0 + 8.0 * 60 / 60.96, abs=0.01)
    assert levels["20"] == pytest.approx(1.0 + 5.0 * 20 / 21.528, abs=0.01)
    assert list(levels) == ["0", "5", "10", "15", "20"]


def test_what_was_understood_of_a_metric_site_is_in_metres(metric):
    site = metric[0]
    lengths = {row["id"]: row["length_m"] for row in boundary_rows(site).records()}
    for boundary in site.boundaries:
        steps = np.hypot(*np.diff(boundary.line_ft, axis=0).T)
        assert lengths[boundary.id] == pytest.approx(steps.sum() * 0.3048)
    assert [row["top_m"] for row in obstruction_rows(site).records()] == pytest.approx(
        [building.top_ft * 0.3048 for building in site.obstructions]
    )
    assert "MH\nm" in {column.head for column in type_rows(site).columns}


def test_capitals_leave_metres_small():
    assert capitals("Seen from 25 ft (7.62 m) beyond") == "SEEN FROM 25 FT (7.62 m) BEYOND"
    assert capitals("type M, 3 map") == "TYPE M, 3 MAP"
