"""Sheet L-3 as a reviewer would check it: scale, limits, curves against the engine, overlaps."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
import shapely
from figure_texts import artists, overlapping_texts, texts_of, words_of

from photometry.drawings.bands import bands_of
from photometry.drawings.light_chart import over_limit
from photometry.drawings.sheet import SHEETS
from photometry.drawings.sheet_set import sheet_figures
from photometry.drawings.trespass_sheet import judged_profiles, trespass_sheets
from photometry.engine.calculate import calculate
from photometry.ordinance.checker import check, codes_of
from photometry.ordinance.finding import Status
from photometry.ordinance.receivers import receivers_for
from photometry.site.model import Boundary
from photometry.tables.display import LUX

SMALLEST_PT = 8.25  # capitals of Plex Sans Condensed are then 0.08 in high
ARCH_D = SHEETS["ARCH D"]


def judged(site):
    """Site, calculation and verdicts; nothing that a clock decides is looked at here."""
    site = replace(site, facts={"district_class": "commercial"})
    calc = calculate(site, receivers_for(codes_of(site)[0], site))
    return site, calc, check(site=site, calc=calc)


@pytest.fixture(scope="module")
def elm_judged(elm):
    return judged(elm[0])


@pytest.fixture(scope="module")
def glaring(elm):
    """The same lot with its poles tilted up 25 degrees: seen from everywhere."""
    site = elm[0]
    heads = tuple(
        replace(head, luminaire=replace(head.luminaire, tilt_deg=25.0))
        if head.id.startswith("P")
        else head
        for head in site.heads
    )
    return judged(replace(site, heads=heads))


@pytest.fixture(scope="module")
def drawn(elm_judged):
    return trespass_sheets(*elm_judged, ARCH_D)[0]


@pytest.mark.parametrize(
    ("name", "sheet"),
    [
        ("elm_judged", "ARCH D"),
        ("glaring", "ARCH D"),
        ("glaring", "ANSI D"),
        ("glaring", "ARCH E1"),
    ],
)
def test_no_two_texts_overlap_and_none_is_too_small(name, sheet, request):
    for one in trespass_sheets(*request.getfixturevalue(name), SHEETS[sheet]):
        assert overlapping_texts(one.paper.figure) == []
        assert min(text.get_fontsize() for text in texts_of(one.paper.figure)) >= SMALLEST_PT


def test_nothing_is_written_outside_the_border(glaring):
    figure = trespass_sheets(*glaring, ARCH_D)[0].paper.figure
    left, bottom, _, top = ARCH_D.border
    for text in texts_of(figure):
        x0, y0, x1, y1 = text.box.bounds
        assert left < x0 < x1 < ARCH_D.strip_left, text.get_text()
        assert bottom < y0 < y1 < top, text.get_text()


def test_the_plan_is_at_true_scale_and_the_lines_are_where_they_are_judged(drawn):
    figure, scale = drawn.paper.figure, drawn.view.scale_ft_per_in
    (line,) = artists(figure, "property line")
    lengths = np.hypot(*np.diff(line.get_segments()[0], axis=0).T)
    np.testing.assert_allclose(lengths * scale, [200, 160, 200, 160], atol=1e-9)
    corner = line.get_segments()[0][0]
    (edge,) = artists(figure, "locus north/pavement_edge")
    feet = (np.vstack(edge.get_segments()) - corner) * scale
    np.testing.assert_allclose(feet[:, 1], 172.0, atol=1e-9)
    (beyond,) = artists(figure, "locus east/offset_25ft")
    for x, y in (np.vstack(beyond.get_segments()) - corner) * scale:
        lot = shapely.box(0, 0, 200, 160)
        assert lot.distance(shapely.Point(x, y)) == pytest.approx(25.0, abs=1e-6)
    assert f"SCALE {drawn.view.words}" in " ".join(words_of(figure))


def test_the_curve_of_illuminance_is_that_of_the_engine(drawn, elm_judged):
    site, calc, findings = elm_judged
    bands = bands_of(site, judged_profiles(site, calc, findings), findings)
    north = next(band for band in bands if band.boundary_id == "north")
    limits = [np.vstack(a.get_segments()) for a in artists(drawn.paper.figure, "limit")]
    (limit,) = [path for path in limits if len(path) == 6]  # up and down again at the driveway
    paths = artists(drawn.paper.figure, "judged north/pavement_edge")
    assert len(paths) == 2  # on both sides of the driveway
    drawn_in = np.vstack([np.vstack(path.get_segments()) for path in paths])
    profile = next(c for c in north.lights if c.profile.line.kind == "pavement_edge")
    fc = profile.profile.horizontal_fc[0]
    # On paper values and stations are linear: one scale fits all, to rounding.
    slope, base = np.polyfit(fc, drawn_in[:, 1], 1)
    np.testing.assert_allclose(base + slope * fc, drawn_in[:, 1], atol=1e-9)
    along, start = np.polyfit(profile.along_ft, drawn_in[:, 0], 1)
    np.testing.assert_allclose(start + along * profile.along_ft, drawn_in[:, 0], atol=1e-9)
    # The limit's steps stand at 0.5 and 1 fc on the same scale, at the driveway from 88 to 112 ft.
    steps = (limit[:, 1] - base) / slope
    assert {round(float(v), 6) for v in steps} == {0.5, 1.0}
    access = (limit[np.abs(steps - 1.0) < 1e-6, 0] - start) / along
    # Stations run west from (200, 172): 112 ft east is station 88.
    assert sorted({round(float(v), 6) for v in access}) == [88.0, 112.0]


def test_what_is_over_the_limit_is_filled_and_hatched(drawn, elm_judged):
    figure = drawn.paper.figure
    findings = elm_judged[2]
    assert any(f.status is Status.FAIL and f.where.kind == "line" for f in findings)
    assert artists(figure, "over the limit")
    assert artists(figure, "excess hatch")


def test_the_excess_of_a_curve_ends_on_its_limit():
    along = np.arange(6.0)
    values = np.array([0.0, 1.0, 3.0, 3.0, 1.0, 5.0])
    parts = over_limit(along, values, 2.0)
    assert len(parts) == 2
    station, level = parts[0]
    np.testing.assert_allclose(station, [1.5, 2.0, 3.0, 3.5])
    np.testing.assert_allclose(level, [2.0, 3.0, 3.0, 2.0])
    np.testing.assert_allclose(parts[1][0], [4.25, 5.0])


def test_a_curve_that_comes_out_of_a_shadow_begins_where_it_is_seen():
    heights = np.array([-np.inf, -np.inf, 8.0, 9.0, -np.inf])
    ((station, level),) = over_limit(np.arange(5.0), heights, 6.0)
    np.testing.assert_allclose(station, [2.0, 2.0, 3.0, 3.0])
    assert level.max() == 9.0
    assert np.isfinite(level).all()


def test_the_greatest_visible_height_and_its_luminaire_are_named(glaring):
    site, calc, findings = glaring
    figure = trespass_sheets(site, calc, findings, ARCH_D)[0].paper.figure
    seen = [f for f in findings if "-H1-" in f.rule or "-H2-" in f.rule]
    failing = [f for f in seen if f.status is Status.FAIL and f.where.kind == "boundary"]
    assert {f.where.name for f in failing} == {"south", "east", "north", "west"}
    marks = " ".join(text.get_text() for text in artists(figure, "worst value"))
    for finding in failing:
        assert finding.details[0].luminaire in marks
        if isinstance(finding.measured, float) and math.isfinite(finding.measured):
            assert f"{finding.measured:.1f} ft" in marks


def test_every_failure_beyond_the_site_has_a_numbered_row_and_a_flag_or_a_word(glaring):
    site, calc, findings = glaring
    figure = trespass_sheets(site, calc, findings, ARCH_D)[0].paper.figure
    profiles = judged_profiles(site, calc, findings)
    rules = {profile.rule for profile in profiles}
    failing = [f for f in findings if f.rule in rules and f.status is Status.FAIL]
    numbers = {
        t.get_text().split("   ")[0] for t in artists(figure, "flag") if "FAIL" in t.get_text()
    }
    words = " ".join(words_of(figure))
    without = re.search(r"Points without a flag on the plan: ([\d, ]+)", words)
    named = set(re.findall(r"\d+", without[1])) if without else set()
    # Failures come first in the table, so that their numbers are the first.
    assert {str(i) for i in range(1, len(failing) + 1)} <= numbers | named


def test_each_luminaire_is_in_the_table_of_visibility_at_the_line_that_decides(glaring):
    site, calc, findings = glaring
    figure = trespass_sheets(site, calc, findings, ARCH_D)[0].paper.figure
    assert "SOURCE VISIBILITY OF EVERY LUMINAIRE" in words_of(figure)
    cells = [text.get_text() for text in artists(figure, "cell")]
    counted = [h.id for h in site.heads if h.facts.get("lights_site_entrance") is not True]
    for name in counted:
        assert name in cells
    note = " ".join(words_of(figure))
    assert "Left out of source visibility: P12, P13" in note


def test_the_sheet_is_in_the_set_its_index_and_the_matrix_of_compliance(elm_judged):
    figures = sheet_figures(*elm_judged)
    assert list(figures)[:4] == ["L-1", "L-2", "L-3", "L-4"]
    assert "Trespass and visibility" in words_of(figures["L-3"])
    assert any("L-3" in words and "L-1" in words for words in words_of(figures["L-4"]))


def test_a_site_without_a_line_that_is_judged_has_no_such_sheet(uniform, elm_judged):
    assert trespass_sheets(*uniform, (), ARCH_D) == []
    assert "L-3" not in sheet_figures(*uniform)
    site, calc, findings = elm_judged
    zones = [one for one in findings if one.where.kind == "zone"]
    assert trespass_sheets(site, calc, zones, ARCH_D) == []
    bare = replace(site, boundaries=())
    assert trespass_sheets(bare, calculate(bare, ()), findings, ARCH_D) == []


def test_a_lot_of_many_sides_goes_on_on_another_sheet(elm):
    site = elm[0]
    corners = [(0, 0), (100, 0), (200, 0), (200, 160), (0, 160)]
    sides = tuple(
        Boundary(
            f"side {i}",
            np.array([corners[i], corners[(i + 1) % 5]], np.float64),
            facts={"adjacent_district_class": "residential"},
            dwellings_ft=np.empty((0, 2)),
        )
        for i in range(5)
    )
    case = judged(replace(site, boundaries=sides))
    sheets = trespass_sheets(*case, ARCH_D)
    assert len(sheets) == 2
    names = [text.get_text() for one in sheets for text in artists(one.paper.figure, "band")]
    assert sorted(names) == sorted(2 * [f"SIDE {i}" for i in range(5)])
    for one in sheets:
        assert overlapping_texts(one.paper.figure) == []


def test_where_light_is_judged_on_the_vertical_meter_its_curve_is_the_heavy_one(elm):
    site = replace(elm[0], options={"TRESPASS_PLANE": "vertical_facing_site"})
    case = judged(site)
    (sheet,) = trespass_sheets(*case, ARCH_D)
    assert "judged: vertical initial" in words_of(sheet.paper.figure)
    assert overlapping_texts(sheet.paper.figure) == []
    bands = bands_of(site, judged_profiles(*case), case[2])
    east = next(band for band in bands if band.boundary_id == "east")
    (path,) = artists(sheet.paper.figure, "judged east/offset_25ft")
    fc = east.lights[0].profile.vertical_fc[0]
    drawn_in = np.vstack(path.get_segments())[:, 1]
    slope, base = np.polyfit(fc, drawn_in, 1)
    np.testing.assert_allclose(base + slope * fc, drawn_in, atol=1e-9)


def test_a_metric_site_in_lux_has_no_length_in_feet_and_no_light_in_footcandles_alone(glaring):
    site, calc, findings = glaring
    metric = replace(site, unit="m")
    drawn = trespass_sheets(metric, replace(calc, site=metric), findings, ARCH_D, LUX)
    words = [text for one in drawn for text in words_of(one.paper.figure)]
    # Of the law's own numbers metres or lux stand behind; margins, which have a sign, are the law's.
    feet = re.compile(r"^[^+−]*\d ft\b(?! \([\d.]+ m\))", re.IGNORECASE)
    footcandles = re.compile(r"^[^+−]*\d fc\b(?! \([\d.]+ lx\)| = )")
    assert [text for text in words if feet.search(text) or footcandles.search(text)] == []
    assert {"station, m", "ILLUMINANCE ALONG THE LINE, LUX"} <= set(words)
    assert "VISIBLE HEIGHT ALONG THE LINE, METRES ABOVE GRADE" in words
