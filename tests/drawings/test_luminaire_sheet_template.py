"""The isofootcandle template and the cone curve against closed forms and plain geometry."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from photometry.drawings.luminaire_sheet import luminaire_figure
from photometry.drawings.template import template_grid, template_levels_fc
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.read import read_luminaire
from photometry.tables.display import LUX, METRES
from photometry.units import LUX_PER_FOOTCANDLE

VERTICAL = np.arange(0.0, 90.5, 0.5)


@pytest.fixture(scope="module")
def area():
    return read_luminaire("sample:area_t3")


def lit(file, lateral_deg, candela_cd):
    """Give the file another light, over `VERTICAL`."""
    axial = len(lateral_deg) == 1
    symmetry = Symmetry.AXIAL if axial else Symmetry.NONE
    return replace(
        file,
        distribution=IntensityDistribution(
            PhotometricType.C, symmetry, VERTICAL, np.asarray(lateral_deg), candela_cd
        ),
    )


def artists(figure, name):
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == name]


def words(figure):
    return [child for child in figure.axes[0].get_children() if hasattr(child, "get_text")]


def said(figure):
    return " ".join(word.get_text() for word in words(figure))


def on_ground(figure, name):
    """Points of a line of the template, in mounting heights; none where it is not drawn."""
    (frame,) = artists(figure, "template")
    corners = frame.get_paths()[0].vertices
    low, high = corners.min(axis=0), corners.max(axis=0)
    segments = [segment for artist in artists(figure, name) for segment in artist.get_segments()]
    points = np.vstack(segments) if segments else np.empty((0, 2))
    return (points - low) / (high - low) * 8.0 - 4.0


def isotropic_radius_mh(candela_cd, height_ft, level_fc):
    """Solve E = I h / (h^2 + r^2)^(3/2) for r / h."""
    square = (candela_cd * height_ft / level_fc) ** (2 / 3) / height_ft**2 - 1
    return np.sqrt(square) if square > 0 else None


def lambert_radius_mh(candela_cd, height_ft, level_fc):
    """Solve E = I h^2 / (h^2 + r^2)^2 for r / h, with I cos(theta) toward theta."""
    square = np.sqrt(candela_cd / (level_fc * height_ft**2)) - 1
    return np.sqrt(square) if square > 0 else None


@pytest.mark.parametrize("height_ft", [14.0, 20.0])
@pytest.mark.parametrize(
    ("shape", "radius_mh"),
    [
        (np.ones_like(VERTICAL), isotropic_radius_mh),
        (np.cos(np.radians(VERTICAL)), lambert_radius_mh),
    ],
)
def test_a_contour_is_the_circle_of_the_closed_form(area, height_ft, shape, radius_mh):
    file = lit(area, [0.0], 3000.0 * shape[None, :])
    figure = luminaire_figure(file, mounting_height_ft=height_ft)
    circles = 0
    for level in template_levels_fc():
        points = on_ground(figure, f"isofootcandle {level:g}")
        expected = radius_mh(3000.0, height_ft, level)
        if expected is None:
            assert not len(points)
        elif expected < 4.0:
            circles += 1
            # In mounting heights: a grid of 0.04 with lines straight between, 0.001 in on paper
            # given up where a line is simplified (0.0025).
            np.testing.assert_allclose(np.hypot(*points.T), expected, atol=0.006)
    assert circles >= 3
    assert f"ISOFOOTCANDLES AT {height_ft:g} FT" in said(figure)
    assert f"({height_ft:g}/H)²" in said(figure)


def test_the_template_is_one_luminaire_at_llf_1_by_the_inverse_square_law(area):
    mh, light_fc = template_grid(area, 25.0)
    for row, column in ((100, 100), (130, 100), (75, 160), (0, 200)):
        left_mh, street_mh = -mh[column], mh[row]
        vertical = np.degrees(np.arctan(np.hypot(left_mh, street_mh)))
        lateral = np.degrees(np.arctan2(left_mh, street_mh)) % 360.0
        candela = area.distribution.candela(vertical, lateral)
        expected = candela * np.cos(np.radians(vertical)) ** 3 / 25.0**2
        # Both are float64 arithmetic on the same table.
        assert light_fc[row, column] == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("strong_deg", "axis", "sign"), [(0.0, 1, 1), (90.0, 0, -1), (180.0, 1, -1), (270.0, 0, 1)]
)
def test_a_lopsided_luminaire_reaches_farthest_where_its_candela_is(area, strong_deg, axis, sign):
    lateral = np.arange(0.0, 360.5, 5.0)
    lobe = 2500.0 + 2000.0 * np.cos(np.radians(lateral - strong_deg))
    file = lit(area, lateral, np.tile(lobe[:, None], (1, len(VERTICAL))))
    figure = luminaire_figure(file)
    points = on_ground(figure, "isofootcandle 0.5")
    toward, away = (sign * points[:, axis]).max(), (-sign * points[:, axis]).max()
    # At 20 ft, in the plane of 4500 cd; the farthest the other way is beside that of 500 cd.
    assert toward == pytest.approx(isotropic_radius_mh(4500.0, 20.0, 0.5), abs=0.006)
    assert isotropic_radius_mh(500.0, 20.0, 0.5) < away < isotropic_radius_mh(900.0, 20.0, 0.5)
    (curve,) = artists(figure, "cone")[0].get_segments()
    (spot,) = artists(figure, "maximum of the cone")
    tip = spot.get_paths()[0].vertices[:-1].mean(axis=0)
    # A point a degree; 2500 cd to either side of the middle, 4500 toward, 500 away.
    at = [curve[int(strong_deg + turn) % 360] for turn in (0, 90, 180, 270)]
    middle, per_cd = (at[1] + at[3]) / 2, np.hypot(*(at[1] - at[3])) / 5000.0
    assert sign * (tip - middle)[axis] == pytest.approx(4500.0 * per_cd, rel=1e-6)
    assert sign * (middle - at[2])[axis] == pytest.approx(500.0 * per_cd, rel=1e-6)


def test_the_cone_curve_is_as_long_as_the_candela_at_the_vertical_of_the_maximum(area):
    figure = luminaire_figure(area)
    (curve,) = artists(figure, "cone")[0].get_segments()
    # Lateral angles of the curve: every degree and those of the file, all whole degrees or not.
    lateral = np.unique(np.append(np.arange(0.0, 361.0), area.distribution.lateral_deg % 360.0))
    candela = area.distribution.candela(67.5, lateral)
    middle = (curve[lateral == 90.0][0] + curve[lateral == 270.0][0]) / 2  # file is bilateral
    reach = np.hypot(*(curve - middle).T)
    np.testing.assert_allclose(reach / reach.max(), candela / candela.max(), atol=1e-6)
    assert "vertical 67.5°, maximum at lateral 60°" in said(figure)


def test_the_half_maximum_trace_runs_where_the_candela_is_half(area):
    points = on_ground(luminaire_figure(area), "half")
    vertical = np.degrees(np.arctan(np.hypot(*points.T)))
    lateral = np.degrees(np.arctan2(-points[:, 0], points[:, 1])) % 360.0
    candela = area.distribution.candela(vertical, lateral)
    # The candela falls by up to 15 % of the maximum over a step of 0.04 mounting heights.
    assert np.quantile(np.abs(candela / area.max_candela - 0.5), 0.9) < 0.03


def test_a_type_b_file_is_said_to_be_aimed_straight_down(area):
    words_b = said(luminaire_figure(read_luminaire("sample:sports_flood_b")))
    assert "Type B file: shown as aimed straight down." in " ".join(words_b.split())
    assert "aimed straight down" not in said(luminaire_figure(area))


@pytest.mark.parametrize("factor", [0.0, 1e4])
def test_a_luminaire_that_reaches_no_level_or_all_has_a_sheet(area, factor):
    file = replace(area, distribution=area.distribution.scaled(factor))
    figure = luminaire_figure(file)
    highest = template_grid(file)[1].max()
    assert f"at most {highest:,.2f};" in said(figure)
    assert bool(len(on_ground(figure, "isofootcandle 0.1"))) == (
        highest > 0.1 and template_grid(file)[1].min() < 0.1
    )


@pytest.mark.parametrize(
    "name",
    ["area_t3", "area_t4_hss", "wallpack_glass", "sports_flood_b", "posttop_acorn", "bollard"],
)
def test_no_text_overlaps_another_and_none_is_under_8_hundredths(name):
    drawn = words(luminaire_figure(read_luminaire(f"sample:{name}"), tag="A"))
    boxes = [(word.get_text(), word.box) for word in drawn if word.get_text()]
    assert len(boxes) > 100
    met = [
        (one, other)
        for (one, a), (other, b) in combinations(boxes, 2)
        if abs(a.x - b.x) < (a.width + b.width) / 2 + 0.2
        and abs(a.y - b.y) < (a.width + b.width) / 2 + 0.2
        and a.overlaps(b)
    ]
    assert met == []
    # Capitals of 8.25 pt type are 0.08 in high.
    assert min(word.get_fontsize() for word in drawn) >= 8.25


def test_rings_of_a_faint_luminaire_are_named_with_their_decimals(area):
    faint = area.distribution.scaled(1.0 / area.max_candela)  # 1 cd: rings of 0.4, 0.8, 1.2
    said_of = [w.get_text() for w in words(luminaire_figure(replace(area, distribution=faint)))]
    assert {"0.4", "0.8", "1.2"} <= set(said_of)


def test_in_lux_and_metres_a_sheet_says_neither_footcandles_nor_feet(area):
    figure = luminaire_figure(area, mounting_height_ft=25.0, light=LUX, length=METRES)
    texts = [word.get_text() for word in words(figure)]
    assert "ISOLUX LINES AT 7.62 m" in texts  # heads are set in capitals, but for the metre
    assert not [
        text
        for text in texts
        if re.search(r"\bfc\b|footcandle|\d ft\b|\bfeet\b", text, re.IGNORECASE)
    ]


def test_a_line_in_lux_is_where_the_light_is_so_many_lux(area):
    file = lit(area, [0.0], np.full((1, VERTICAL.size), 1000.0))
    figure = luminaire_figure(file, mounting_height_ft=20.0, light=LUX)
    points = on_ground(figure, "isofootcandle 5")
    expected = isotropic_radius_mh(1000.0, 20.0, 5.0 / LUX_PER_FOOTCANDLE)
    # A grid of 25 steps to a mounting height, lines straight between its nodes.
    assert np.hypot(*points.T) == pytest.approx(expected, abs=0.01)
