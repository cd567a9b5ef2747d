"""The plans in lux: every number is the footcandles times 10.764, and says its unit."""

from __future__ import annotations

import re

import numpy as np
import pytest

from photometry.drawings.isofootcandle import iso_footcandle_figure, iso_sheets
from photometry.drawings.limits import limit_loci
from photometry.drawings.points_sheet import points_sheets
from photometry.drawings.sheet import SHEETS
from photometry.drawings.style import Ink
from photometry.tables.display import FOOTCANDLES, LUX

PER_FC = 10.76391  # lx in a footcandle: 1 / 0.3048^2


@pytest.fixture(scope="module")
def iso(elm):
    return iso_sheets(*elm, SHEETS["ARCH D"], light=LUX)


@pytest.fixture(scope="module")
def points(elm):
    return points_sheets(*elm, SHEETS["ARCH D"], light=LUX)


def words_of(paper, name=None):
    return [
        text.get_text() for text in paper.figure.axes[0].texts if name in {None, text.get_gid()}
    ]


def drawn_contours(paper):
    """Give the drawn points of each contour in inches by the level that it is named for."""
    return {
        float(artist.get_gid().split()[1]): np.vstack(artist.get_segments())
        for artist in paper.figure.axes[0].collections
        if (artist.get_gid() or "").startswith("contour ")
    }


def test_contours_are_at_the_levels_of_the_lux_series_and_where_the_light_is_so(iso, elm):
    _, calc, _ = elm
    contours = drawn_contours(iso.papers[0])
    assert set(contours) <= set(LUX.levels)
    assert {5.0, 10.0, 20.0} <= set(contours)
    view = iso.layout.views[0]
    for level in (5.0, 10.0, 20.0):
        places = view.to_site(contours[level][::40])
        light = calc.illuminance(np.column_stack([places, np.zeros(len(places))])) * PER_FC
        # The contour is traced in the display grid: of its points most are within 5 %.
        assert np.median(np.abs(light / level - 1.0)) < 0.05


def test_labels_of_contours_are_lux_and_labels_of_limits_are_both(iso):
    labels = set(words_of(iso.papers[0], "contour label"))
    levels = {f"{level:g}" for level in LUX.levels}
    limits = labels - levels
    assert labels & levels
    assert limits
    assert all(re.fullmatch(r"[\d.]+ fc \([\d.]+ lx\) [a-z ]+", label) for label in limits)


def test_values_on_the_isolux_plan_are_the_light_there_in_lux(iso, elm):
    _, calc, _ = elm
    view = iso.layout.views[0]
    texts = [t for t in iso.papers[0].figure.axes[0].texts if t.get_gid() == "value"]
    places = view.to_site(np.array([(text.box.x, text.box.y) for text in texts]))
    light = calc.illuminance(np.column_stack([places, np.zeros(len(places))])) * PER_FC
    # Whole lux; at a zone's points the same kernel may differ in the last bits.
    shown = np.array([float(text.get_text()) for text in texts])
    assert len(shown) > 50
    assert np.abs(shown - light).max() <= 0.5 + 1e-6


def test_values_of_the_point_by_point_plan_are_lux(points, elm):
    _, calc, _ = elm
    printed = words_of(points.papers[0], "point value") + words_of(points.papers[0], "extreme")
    expected = {f"{v * PER_FC:.0f}" for zone in calc.zones.values() for v in zone.fc}
    assert printed
    assert set(printed) <= expected
    for zone in calc.zones.values():
        assert f"{zone.fc.max() * PER_FC:.0f}" in words_of(points.papers[0], "extreme")


def test_values_along_lines_are_lux_and_red_ones_exceed_the_limit_in_lux(points, elm):
    _, calc, findings = elm
    every = np.concatenate(
        [
            line.layer_fc(layer)
            for line in calc.lines.values()
            for layer in ("maintained", "initial")
        ]
    )
    lowest = min(locus.limit_fc for locus in limit_loci(calc, findings)) * PER_FC
    texts = [t for t in points.papers[0].figure.axes[0].texts if t.get_gid() == "line value"]
    assert len(texts) > 100
    for text in texts:
        shown, decimals = float(text.get_text()), len(text.get_text().partition(".")[2])
        assert decimals >= 1
        # Printed to so many decimals: no farther than half of the last one from a value.
        assert np.abs(every * PER_FC - shown).min() <= 0.5 * 10**-decimals + 1e-6
        if text.get_color() == Ink.LIMIT:
            assert shown > lowest


def test_the_unit_is_named_wherever_a_number_needs_it(iso, points):
    for sheets in (iso, points):
        words = words_of(sheets.papers[0])
        assert any("1 fc = 10.764 lx" in text for text in words)
        assert [text for text in words if text == "lx"], "of the columns of the statistics"
        assert "fc" not in words
        for text in words:
            for limit in re.finditer(r"limit [\d.]+ fc", text):
                assert re.match(r" \([\d.]+ lx\)", text[limit.end() :]), text


def test_flags_give_measured_and_limit_in_both_units(iso):
    flags = [text for text in words_of(iso.papers[0]) if text.endswith("FAIL") and "fc (" in text]
    assert flags
    number = r"[\d.]+ fc \([\d.]+ lx\)"
    assert all(re.fullmatch(rf"{number} > {number}   FAIL", flag) for flag in flags)


def test_the_sheet_is_called_isolux_plan_and_says_its_units(elm):
    figure = iso_footcandle_figure(*elm, light=LUX)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert "Isolux plan" in texts
    assert "feet and lux" in texts
    assert not any("iso-footcandle" in text.lower() for text in texts)


def test_footcandles_are_the_unit_of_before(elm):
    site, calc, findings = elm
    paper = iso_sheets(site, calc, findings, SHEETS["ARCH D"]).papers[0]
    assert set(drawn_contours(paper)) <= set(FOOTCANDLES.levels)
    assert " lx" not in " ".join(words_of(paper))
