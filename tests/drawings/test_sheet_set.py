"""The set of sheets as a reviewer would check it: index, numbers, overlaps, tables, repeatability."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from figure_texts import artists, overlapping_texts, texts_of, words_of

from photometry.drawings.output import pdf_bytes
from photometry.drawings.points_sheet import points_sheets
from photometry.drawings.schedules_sheet import schedule_papers
from photometry.drawings.sheet import SHEETS
from photometry.drawings.sheet_set import sheet_figures, write_sheets
from photometry.drawings.style import Ink
from photometry.engine.calculate import calculate
from photometry.ordinance.finding import Status, Where

SMALLEST_PT = 8.25  # capitals of Plex Sans Condensed are then 0.08 in high


@pytest.fixture(scope="module")
def sheets(elm):
    return sheet_figures(*elm)


@pytest.fixture(scope="module")
def lone(uniform):
    return sheet_figures(*uniform)


def many_heads(site, times):
    heads = [
        replace(head, id=f"{head.id}-{copy}", pole_id=f"{head.pole_id}-{copy}")
        for copy in range(times)
        for head in site.heads
    ]
    return replace(site, heads=tuple(heads))


def test_every_sheet_says_its_number_and_its_place_in_the_set(sheets):
    for place, (number, figure) in enumerate(sheets.items(), 1):
        (drawn,) = artists(figure, "sheet number")
        assert drawn.get_text() == number
        assert f"{place} of {len(sheets)}" in words_of(figure)


def test_the_index_names_the_sheets_that_there_are_and_no_other(sheets):
    for number in ("L-1", "L-2", "L-4"):
        named = {w for w in words_of(sheets[number]) if re.fullmatch(r"L-\d+(\.\d+)?", w)}
        assert named == set(sheets)


def test_no_two_texts_overlap_on_any_sheet(sheets):
    for number, figure in sheets.items():
        assert overlapping_texts(figure) == [], number


def test_no_text_is_too_small_to_plot(sheets):
    for figure in sheets.values():
        assert min(text.get_fontsize() for text in texts_of(figure)) >= SMALLEST_PT


def test_every_sheet_says_that_the_light_is_direct(sheets):
    for figure in sheets.values():
        assert "direct light only" in " ".join(words_of(figure)).lower()


def test_each_type_that_is_placed_has_a_sheet(sheets, elm):
    small = {n: f for n, f in sheets.items() if tuple(f.get_size_inches()) == (17.0, 11.0)}
    titles = [words_of(figure) for figure in small.values()]
    assert len(titles) == len(elm[0].types)
    for kind, words in zip(elm[0].types, titles, strict=True):
        assert f"Luminaire type {kind}" in words


def test_a_type_is_charted_at_the_height_at_which_it_hangs(sheets, elm):
    small = [f for f in sheets.values() if tuple(f.get_size_inches()) == (17.0, 11.0)]
    for kind, figure in zip(elm[0].types.values(), small, strict=True):
        (height,) = {h.luminaire.mounting_height_ft for h in elm[0].heads if h.type is kind}
        assert f"isofootcandles at {height:g} ft" in " ".join(words_of(figure)).lower()


def test_the_counters_count_every_verdict_on_lighting(sheets, elm):
    findings = elm[2]
    order = (
        Status.FAIL,
        Status.NEEDS_DETERMINATION,
        Status.NOT_EVALUATED,
        Status.ADVISORY,
        Status.PASS,
    )
    expected = [sum(f.status is status for f in findings) for status in order]
    drawn = sorted(artists(sheets["L-4"], "counter"), key=lambda text: text.get_position()[0])
    assert [int(text.get_text()) for text in drawn] == expected


def test_findings_that_differ_only_in_their_head_share_a_row(sheets, elm):
    words = words_of(sheets["L-4"])
    assert words.count(f"{len(elm[0].heads)} heads") == 1
    # 24 of 35 findings are of one rule; the other eleven have a row each.
    assert any(w.startswith("35 verdicts on lighting in 12 rows") for w in words)


def test_a_table_that_does_not_fit_continues_and_loses_no_row(elm):
    site, calc, findings = elm
    site = many_heads(site, 9)
    base = next(f for f in findings if f.where.kind == "line")
    many = [replace(base, where=Where("line", f"east/line {i}")) for i in range(120)]
    papers = schedule_papers(site, calc, many, SHEETS["ARCH D"], ("L-1", "L-4"))
    schedules = [paper.figure for paper in papers]
    assert len(schedules) > 1
    cells = [text.get_text() for figure in schedules for text in artists(figure, "cell")]
    for head in site.heads:
        assert cells.count(head.id) == 1
    for i in range(120):
        assert cells.count(f"line {i}, east") == 1
    words = [word for figure in schedules for word in words_of(figure)]
    assert any(word.endswith("(CONTINUED)") for word in words)
    for figure in schedules:
        assert overlapping_texts(figure) == []


def test_a_site_without_verdicts_has_schedules_too(lone):
    assert list(lone)[-3:] == ["L-5", "L-6", "L-6.2"]  # the luminaire, and the field check
    assert "LUMINAIRE SCHEDULE" in words_of(lone["L-4"])
    assert not artists(lone["L-4"], "counter")


def test_the_set_is_one_pdf_the_same_each_time_with_its_fonts_embedded_once(
    uniform, lone, tmp_path
):
    write_sheets(*uniform, (), tmp_path / "sheets.pdf")
    written = (tmp_path / "sheets.pdf").read_bytes()
    again = pdf_bytes(list(lone.values()), f"{uniform[0].project.name}: lighting sheets")
    assert written == again
    assert len(re.findall(rb"/Type /Page\b", written)) == len(lone)
    assert re.search(rb"/CreationDate|/ModDate", written) is None
    # No face is there twice.
    fonts = re.findall(rb"/FontDescriptor /FontName /(\S+)|/FontName /(\S+)", written)
    names = ["".join(part.decode() for part in found) for found in fonts]
    assert len(names) == len(set(names)) > 0


def test_an_unknown_sheet_is_refused_with_the_nearest_name(uniform):
    with pytest.raises(ValueError, match="did you mean ARCH E1"):
        sheet_figures(*uniform, sheet="ARCH E11")


def corner_of(figure):
    """Where the site's origin is drawn, inches: the first corner of the property line."""
    (line,) = artists(figure, "property line")
    return line.get_segments()[0][0]


def test_the_point_by_point_plan_is_at_true_scale(sheets, elm):
    figure = sheets["L-2"]
    (line,) = artists(figure, "property line")
    lengths = np.hypot(*np.diff(line.get_segments()[0], axis=0).T)
    # 200 x 160 ft at 1" = 20': exact but for rounding.
    np.testing.assert_allclose(lengths, [10, 8, 10, 8], atol=1e-9)
    assert 'SCALE 1" = 20\'-0"' in " ".join(words_of(figure))
    crosses = np.concatenate(
        [np.array([s.mean(axis=0) for s in a.get_segments()]) for a in artists(figure, "point")]
    )
    feet = (crosses - corner_of(figure)) * 20.0
    points = np.vstack([zone.points_ft[:, :2] for zone in elm[1].zones.values()])
    away = np.hypot(*(feet[:, None] - points).transpose(2, 0, 1)).min(axis=1)
    assert away.max() < 1e-6  # ft


def test_every_value_stands_by_a_point_that_has_it(sheets, elm):
    figure, calc = sheets["L-2"], elm[1]
    points = np.vstack([zone.points_ft[:, :2] for zone in calc.zones.values()])
    shown = [f"{v:.1f}" for zone in calc.zones.values() for v in zone.fc]
    at = corner_of(figure) + points / 20.0
    drawn = artists(figure, "point value")
    assert len(drawn) > 180
    for text in drawn:
        away = np.hypot(*(at - (text.box.x, text.box.y)).T)
        # Half a value and half a cross: 0.2 in at most.
        assert text.get_text() in {shown[i] for i in np.flatnonzero(away < 0.2)}


def test_the_largest_and_the_smallest_value_of_each_zone_are_boxed(sheets, elm):
    boxed = sorted(text.get_text() for text in artists(sheets["L-2"], "extreme"))
    zones = elm[1].zones.values()
    expected = [f"{value:.1f}" for zone in zones for value in (zone.fc.max(), zone.fc.min())]
    assert boxed == sorted(expected)


def test_values_along_the_property_line_stand_across_it_every_five_feet(sheets, elm):
    figure, calc = sheets["L-2"], elm[1]
    ticks = np.array(artists(figure, "ticks south/property_line")[0].get_segments())
    x_ft = np.sort((ticks[:, 0, 0] - corner_of(figure)[0]) * 20.0)
    np.testing.assert_allclose(x_ft, np.arange(0.0, 201.0, 5.0), atol=1e-6)
    # Ticks point away from the lot, south.
    assert (ticks[:, 1, 1] < ticks[:, 0, 1]).sum() >= 39
    south = [t for t in artists(figure, "line value") if t.get_rotation() in {90.0, 270.0}]
    assert len(south) >= 39
    assert all(re.fullmatch(r"\d+\.\d{2,}", t.get_text()) for t in south)
    assert len(calc["south/property_line"].fc) == 41


def test_values_over_a_limit_are_red_and_the_others_of_the_layer_judged(sheets, elm):
    figure, calc = sheets["L-2"], elm[1]
    line = calc["east/offset_25ft"]
    over = int((line.initial_fc > 0.2).sum())
    # East of the line values lie level, right of x = 225 ft.
    left = corner_of(figure)[0] + 225.0 / 20.0
    values = [
        text
        for text in artists(figure, "line value")
        if text.box.x > left and text.get_color() == Ink.LIMIT
    ]
    assert len(values) == over > 0
    shown = {text.get_text() for text in values}
    assert shown <= {f"{v:.2f}" for v in line.initial_fc} | {f"{v:.3f}" for v in line.initial_fc}


def test_a_dense_lattice_is_thinned_and_the_sheet_says_so(elm):
    site, calc, findings = elm
    zone = replace(site.zones[0], spacing_ft=2.5)
    dense = replace(site, zones=(zone,))
    calc = calculate(dense, ())
    paper = points_sheets(dense, calc, findings[:0], SHEETS["ARCH D"]).papers[0]
    words = " ".join(words_of(paper.figure))
    assert "Parking and aisles every second" in words or "every third" in words
    assert len(artists(paper.figure, "extreme")) == 2
    assert overlapping_texts(paper.figure) == []
