"""Sheet L-1 as an engineer would check it: scale, overlaps, text, size, repeatability."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
import threading
import zlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import shapely
from figure_texts import artists, outlines_of_texts, overlapping_texts, texts_of
from matplotlib.collections import LineCollection

from photometry.drawings.isofootcandle import iso_footcandle_figure, write_isofootcandle
from photometry.drawings.output import pdf_bytes
from photometry.drawings.preview import preview_figure
from photometry.site.model import Project

SCALE = 20.0  # feet to an inch: 300 ft of field on 21.25 in of plan


@pytest.fixture(scope="module")
def figure(elm):
    return iso_footcandle_figure(*elm)


@pytest.fixture(scope="module")
def pdf(figure):
    return pdf_bytes([figure], "Elm Street Plaza")


@pytest.fixture(scope="module")
def words(pdf, tmp_path_factory):
    """Words of the PDF with their places in inches from the upper left corner."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    file = tmp_path_factory.mktemp("pdf") / "plan.pdf"
    file.write_bytes(pdf)
    page = subprocess.run(
        ["pdftotext", "-bbox", str(file), "-"], capture_output=True, text=True, check=True
    ).stdout
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    return [
        (np.array(found[:4], float) / 72, html.unescape(found[4]))
        for found in re.findall(pattern, page)
    ]


def polylines(pdf):
    """Open and closed lines of a PDF, inches, read from its own content streams."""
    number = r"(-?[\d.]+)"
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(stream).decode("latin-1")
        except (zlib.error, UnicodeDecodeError):
            continue
        for path in re.split(r"(?=\b-?[\d.]+ -?[\d.]+ m\b)", text):
            points = re.findall(rf"{number} {number} [ml]\b", path)
            if len(points) > 1:
                yield np.array(points, float) / 72


def test_the_property_line_is_at_true_scale(figure):
    (line,) = artists(figure, "property line")
    (path,) = (segment for segment in line.get_segments())
    lengths = np.hypot(*np.diff(path, axis=0).T)
    # 200 x 160 ft at 1" = 20': exact but for rounding.
    np.testing.assert_allclose(lengths, [10, 8, 10, 8], atol=1e-9)


def test_the_property_line_in_the_pdf_itself_is_at_true_scale(pdf):
    corners = [
        path
        for path in polylines(pdf)
        if len(path) == 5
        and np.allclose(np.hypot(*np.diff(path, axis=0).T), [10, 8, 10, 8], atol=1e-4)
    ]
    # 1e-4 in: the PDF has five decimals of a point.
    assert corners


def test_the_scale_bar_and_the_words_say_the_same_scale(words):
    eighty = next(box for box, word in words if word == "80")
    row = [(box, word) for box, word in words if abs(box[1] - eighty[1]) < 0.02 and box[0] < 8]
    zero = next(box for box, word in row if word == "0")
    middle = (eighty[[0, 2]].mean() - zero[[0, 2]].mean()) * SCALE
    # A hundredth of an inch is 0.2 ft at this scale: what centring a number may round away.
    assert middle == pytest.approx(80.0, abs=0.2)
    text = " ".join(word for _, word in words)
    assert 'SCALE 1" = 20\'-0"' in text
    assert "ARCH D (36 × 24 in)" in text


def test_luminaires_stand_where_the_site_has_them(figure, elm):
    site = elm[0]
    (line,) = artists(figure, "property line")
    corner = line.get_segments()[0][0]
    (symbols,) = artists(figure, "luminaires")
    middles = [path.vertices[:-1].mean(axis=0) for path in symbols.get_paths()]
    for head in site.heads:
        if head.pole_id.startswith("P"):
            pole = corner + np.array(head.pole_xy_ft) / SCALE
            # The pole's dot is a polygon about it.
            assert np.hypot(*(np.array(middles) - pole).T).min() < 1e-6


def test_the_sheet_is_arch_d(figure, pdf):
    assert figure.get_size_inches().tolist() == [36.0, 24.0]
    assert b"/MediaBox [ 0 0 2592 1728 ]" in pdf


def test_no_two_texts_overlap(figure):
    assert overlapping_texts(figure) == []
    assert len(texts_of(figure)) > 400


def test_long_and_strange_names_neither_overlap_nor_leave_the_sheet(elm):
    site, calc, findings = elm
    long = "Δ A name that goes on \n and on, with $\\alpha$, tabs\t and 漢字; " * 5
    kind = replace(site.types["A"], name=long[:40], description=long)
    heads = tuple(
        replace(head, id=f"{long}{i}", pole_id=f"{long}{i}", type=kind)
        for i, head in enumerate(site.heads)
    )
    project = Project(long, (long,), long, long, long, long, long, long)
    zones = {
        f"{long}{i}": replace(zone, name=f"{long}{i}") for i, zone in enumerate(calc.zones.values())
    }
    changed = replace(site, heads=heads, types={kind.name: kind}, project=project)
    odd = [replace(finding, title=long, citation=f"{long} § 1 {long}") for finding in findings]
    figure = iso_footcandle_figure(changed, replace(calc, zones=zones), odd)
    assert overlapping_texts(figure) == []
    border = shapely.box(150, 50, 3550, 2350)  # dots at 100 an inch
    texts, outlines = outlines_of_texts(figure)
    assert [
        t.get_text() for t, o in zip(texts, outlines, strict=True) if not border.covers(o)
    ] == []


def test_labels_and_values_lie_in_no_line_of_the_contours(figure):
    lines = [
        shapely.LineString(segment)
        for artist in figure.axes[0].get_children()
        if isinstance(artist, LineCollection)
        and str(artist.get_gid()).startswith(("contour ", "limit "))
        for segment in artist.get_segments()
    ]
    contours = shapely.union_all(lines)
    for name in ("value", "contour label"):
        for text in artists(figure, name):
            # The middle of a number is a quarter of its width clear of every line.
            middle = shapely.Point(text.box.x, text.box.y)
            assert middle.distance(contours) > 0.03, text.get_text()


def test_limits_are_drawn_heavy_on_their_own_side_only(figure):
    (line,) = artists(figure, "property line")
    corner = line.get_segments()[0][0]
    (half,) = artists(figure, "limit 0.5")
    assert half.get_linewidth()[0] == pytest.approx(0.9 / 25.4 * 72)
    feet = np.vstack([(segment - corner) * SCALE for segment in half.get_segments()])
    # The pavement edge is north: no more than 10 ft inside that line, 1e-6 ft of rounding.
    assert feet[:, 1].min() >= 150 - 1e-6
    (fifth,) = artists(figure, "limit 0.2")
    feet = np.vstack([(segment - corner) * SCALE for segment in fifth.get_segments()])
    assert feet[:, 0].min() >= 190 - 1e-6


def test_the_limit_contour_is_of_the_layer_that_was_judged(figure, elm):
    _, calc, _ = elm
    (line,) = artists(figure, "property line")
    corner = line.get_segments()[0][0]
    (half,) = artists(figure, "limit 0.5")
    feet = (np.vstack(half.get_segments()) - corner) * SCALE
    feet = feet[(feet[:, 1] > 162)][::5]
    initial = calc.illuminance(np.column_stack([feet, np.zeros(len(feet))]), layer="initial")
    # Interpolated over 0.75 ft where the gradient is some 0.1 fc/ft and curved.
    np.testing.assert_allclose(initial, 0.5, atol=0.01)


def test_ground_over_the_limit_is_filled_beyond_the_line_only(figure):
    (line,) = artists(figure, "property line")
    corner = line.get_segments()[0][0]
    (fill,) = artists(figure, "over the limit")
    for path in fill.get_paths():
        feet = (path.vertices - corner) * SCALE
        beyond_east, beyond_north = feet[:, 0].min() >= 225 - 0.01, feet[:, 1].min() >= 172 - 0.01
        assert beyond_east or beyond_north


def test_failing_findings_are_flagged_with_measured_limit_and_layer(words):
    text = " ".join(word for _, word in words)
    assert "0.69 fc > 0.5 fc FAIL J(1) pavement edge, initial" in text
    assert "0.47 fc > 0.2 fc FAIL J(2) 25 ft beyond, initial" in text


def test_the_text_of_the_pdf_can_be_searched(words):
    text = " ".join(word for _, word in words)
    for said in (
        "Direct light only: no reflected light, no other sources.",
        "LUMINAIRE SCHEDULE",
        "CALCULATION STATISTICS",
        "Northlight Site Engineering PLLC",
        "LLF 0.855 = LLD 0.90 × LDD 0.95 (types A, B, E)",
        "−0.27",
    ):
        assert said in text


def test_the_pdf_is_small_and_its_seal_area_empty(pdf, figure):
    assert len(pdf) < 300_000  # bytes; towns refuse large files
    left, right, bottom, top = 32.45, 35.3, 17.3, 19.9  # inside the dashed square
    for text in figure.axes[0].texts:
        x, y = text.get_position()
        assert not (left < x < right and bottom < y < top), text.get_text()


def test_the_same_inputs_give_the_same_bytes(uniform, tmp_path):
    site, calc = uniform
    write_isofootcandle(site, calc, (), tmp_path / "a.pdf", tmp_path / "a.png")
    write_isofootcandle(site, calc, (), tmp_path / "b.pdf")
    first = (tmp_path / "a.pdf").read_bytes()
    assert first == (tmp_path / "b.pdf").read_bytes()
    assert re.search(rb"/CreationDate|/ModDate", first) is None
    picture = (tmp_path / "a.png").read_bytes()
    assert not (tmp_path / "b.png").exists()
    assert picture[16:24] == (5400).to_bytes(4, "big") + (3600).to_bytes(4, "big")


def test_four_threads_draw_at_once(uniform):
    made = {}

    def draw(place):
        made[place] = pdf_bytes([preview_figure(uniform[0])], "plan")

    threads = [threading.Thread(target=draw, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert all(a == b for a, b in pairwise(made.values()))


def test_the_contours_of_a_uniform_source_are_circles_of_known_radius(uniform):
    figure = iso_footcandle_figure(*uniform)
    (line,) = artists(figure, "property line")
    (path,) = line.get_segments()
    scale = 100.0 / np.hypot(*(path[1] - path[0]))
    assert scale == pytest.approx(10.0)
    middle = path[0] + np.array([50.0, 40.0]) / scale
    factor = 0.9 * 0.95
    for level in (0.1, 0.2, 0.5, 1.0, 2.0):
        (contour,) = artists(figure, f"contour {level:g}")
        # E = I h / (h^2 + r^2)^(3/2): solved for r.
        radius = np.sqrt((factor * 1000.0 * 20.0 / level) ** (2 / 3) - 20.0**2)
        found = np.hypot(*(np.vstack(contour.get_segments()) - middle).T) * scale
        # A grid of 0.5 ft and lines simplified to 0.0008 in: 0.008 ft on the ground.
        np.testing.assert_allclose(found, radius, atol=0.02)


def test_drawing_needs_no_pyplot_no_home_and_makes_no_noise():
    script = (
        "import sys, photometry.drawings.isofootcandle as iso\n"
        "from photometry.drawings.paper import Paper\n"
        "from photometry.drawings.output import pdf_bytes\n"
        "from photometry.drawings.style import Type\n"
        "paper = Paper(4, 3)\n"
        "paper.text(1, 1, 'Caf\\u00e9 12\\u00b0 \\u2014 \\u0416 \\u6f22 $x_1$', Type.NOTE, z=1)\n"
        "assert len(pdf_bytes([paper.figure], 'x')) > 1000\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", script],
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "MPLBACKEND": "TkAgg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "findfont" not in done.stderr
    assert "missing" not in done.stderr


def test_an_unknown_sheet_is_refused_with_the_nearest_name(elm):
    with pytest.raises(ValueError, match="did you mean ARCH D"):
        iso_footcandle_figure(*elm, sheet="ARCH-D")
