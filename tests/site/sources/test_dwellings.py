"""Dwellings of a layer: what marks one, and beyond which boundary it stands."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely

from photometry.errors import ProjectFileError
from photometry.site.dwellings import beyond_lines, dwelling_places
from photometry.site.project_file import load_site
from photometry.site.shapes import NamedShape

EAST = 1_500_000.0  # a state plane coordinate, ft
SQUARE = np.array([[0.0, 0.0], [40.0, 0.0], [40.0, 30.0], [0.0, 30.0]])


def outline(x, y, reference=0, *, closed=True):
    return NamedShape(np.add(SQUARE, (x, y)), closed, f"house at {x}", reference)


def mark(x, y, reference=0):
    return NamedShape(np.array([[x, y]], float), is_closed=False, source="", reference=reference)


def counts(shapes, marks):
    places, unfit = dwelling_places(shapes, marks)
    return [len(place) for place in places], len(unfit)


def test_outlines_points_and_blocks_are_dwellings():
    assert counts([outline(0, 0)], [mark(100, 0), mark(200, 0, 1)]) == ([4, 1, 1], 0)


def test_a_block_counts_by_the_outline_that_it_holds():
    # Its base point may be anywhere, as that of a block written out of another drawing.
    assert counts([outline(500, 0, 1)], [mark(0, 0, 1)]) == ([4], 0)


def test_the_open_lines_of_a_symbol_are_no_fault_but_others_are():
    symbol = outline(0, 0, 1, closed=False)
    assert counts([symbol], [mark(0, 0, 1)]) == ([1], 0)
    assert counts([symbol, outline(90, 0, closed=False)], [mark(0, 0, 1)]) == ([1], 1)


def test_a_point_within_an_outline_or_upon_another_marks_the_same_dwelling():
    marks = [mark(20, 10), mark(40, 15), mark(100, 0), mark(100.01, 0.01), mark(100.3, 0)]
    assert counts([outline(0, 0)], marks) == ([4, 1, 1], 0)


def test_each_dwelling_goes_to_the_lines_that_are_nearest():
    south, east = np.array([[0, 0], [100, 0]]), np.array([[100, 0], [100, 100]])
    lines = [np.add(line, (EAST, 0.0)) for line in (south, east)]
    places = [np.add([point], (EAST, 0.0)) for point in ([50, -20], [130, 50], [120, -20])]
    places += [np.add(SQUARE, (EAST + 150, 10))]
    below, beside = beyond_lines(places, lines)
    # (120, -20) is off the corner, which belongs to both.
    assert np.subtract(below, (EAST, 0)).tolist() == [[50, -20], [120, -20]]
    # Of the square the wall that faces the line counts.
    assert np.subtract(beside[:2], (EAST, 0)).tolist() == [[130, 50], [120, -20]]
    # A hair before it, so that it is not within where the outline is a building, too.
    assert beside[2][0] - EAST == pytest.approx(150 - 1e-4, abs=1e-9)  # rounding, ft
    assert 10 <= beside[2][1] <= 40


def test_dealing_out_is_the_least_distance_of_all_pairs():
    rng = np.random.default_rng(7)
    ring = np.array([[0, 0], [300, 0], [300, 180], [150, 240], [0, 180], [0, 0]], float)
    lines = [ring[row : row + 2] for row in range(5)]
    places = [rng.uniform(-200, 500, (1, 2)) for _ in range(60)]
    dealt = beyond_lines(places, lines)
    for place in places:
        away = [shapely.Point(place[0]).distance(shapely.LineString(line)) for line in lines]
        held = [any((place[0] == one).all() for one in points) for points in dealt]
        assert held == [one <= min(away) + 1e-6 for one in away]  # ft, as points beyond are


def test_a_layer_without_dwellings_gives_every_line_none():
    assert beyond_lines([], [SQUARE, SQUARE]) == [(), ()]


# ---- in a site file ------------------------------------------------------------------------------

BOUNDARIES = """
[[boundaries]]
id = "south"
line = [[0, 0], [300, 0]]
{south}
[[boundaries]]
id = "rest"
line = [[300, 0], [300, 180], [0, 180], [0, 0]]
{rest}
"""
NAMES = 'dwellings = "layer:houses"'


@pytest.fixture
def load(tmp_path):
    def write_and_load(geometry, south=NAMES, rest=NAMES):
        text = f"format = 1\n[geometry]\n{geometry}\n" + BOUNDARIES.format(south=south, rest=rest)
        (tmp_path / "site.toml").write_text(text)
        site = load_site(tmp_path)
        given = [one.dwellings_ft for one in site.boundaries]
        return [None if one is None else one.tolist() for one in given], site.notes

    return write_and_load


DXF = 'dxf = "base.dxf"\nlayers = { houses = "V-DWEL" }'


def test_points_blocks_and_outlines_of_a_cad_base_are_dwellings(base, load):
    house = base.document.blocks.new("HOUSE")
    house.add_line((-5, 0), (5, 0))
    house.add_point((0, 0))
    base.space.add_blockref(
        "HOUSE",
        (360, 90),
        dxfattribs={"layer": "v-dwel", "rotation": 30, "column_count": 2} | {"column_spacing": 40},
    )
    base.space.add_point((100, -60, 12), dxfattribs={"layer": "V-DWEL"})
    base.polyline([(0, 230), (40, 230), (40, 260), (0, 260)], "V-DWEL")
    base.space.add_text("No. 7", dxfattribs={"layer": "V-DWEL"})
    base.save()
    (south, rest), notes = load(DXF)
    assert south == [[100, -60]]
    wall, *blocks = rest
    assert wall[1] == pytest.approx(230, abs=2e-4)  # a hair before it, ft
    assert 0 <= wall[0] <= 40
    # By hand: columns run along the turned x axis.
    assert np.array(blocks) == pytest.approx(
        np.array([[360, 90], [360 + 40 * 3**0.5 / 2, 110]]), abs=1e-9
    )  # rounding, ft
    assert not notes


def test_houses_within_a_block_on_another_layer_count_each(base, load):
    tract = base.document.blocks.new("TRACT")
    for x in (0, 80):
        base.polyline([(x, 0), (x + 40, 0), (x + 40, 30)], "V-DWEL", space=tract)
        tract.add_point((x, 90), dxfattribs={"layer": "V-DWEL"})
    base.space.add_blockref("TRACT", (10, -120), dxfattribs={"layer": "0", "yscale": -1})
    base.save()
    (south, rest), _ = load(DXF)
    # Of the outlines the corner that is nearest, a hair before it, ft.
    places = np.array([(10, -210), (10, -120), (90, -210), (90, -120)])
    assert np.array(sorted(south)) == pytest.approx(places, abs=2e-4)
    assert rest == []


def test_a_boundary_that_names_no_dwellings_has_those_that_it_hides_noted(base, load):
    base.space.add_point((100, -60), dxfattribs={"layer": "V-DWEL"})
    base.save()
    (south, rest), notes = load(DXF, south="")
    assert (south, rest) == (None, [])
    (note,) = notes
    assert note.code == "SITE051"
    assert note.text.startswith('1 dwelling of "layer:houses" stands beyond boundary "south"')
    _, notes = load(DXF, south="dwellings = []")  # a person says that there is none
    assert not notes


def test_a_numbered_outline_is_the_dwelling_of_the_boundary_that_names_it(base, load):
    for y in (400, 300):
        base.polyline([(0, y), (40, y), (40, y + 30), (0, y + 30)], "V-DWEL")
    base.save()
    (south, _), notes = load(DXF, south='dwellings = "layer:houses#2"', rest="")
    assert south[0][1] == pytest.approx(300, abs=2e-4)  # a hair before it, ft
    assert not notes


@pytest.mark.parametrize(
    ("south", "says"),
    [
        (NAMES, r"dwellings: .*layer V-DWEL handle \w+ is an open line and no dwelling, nor are 1"),
        ('dwellings = "layer:house"', r'there is no "layer:house"; did you mean houses'),
        ('dwellings = "houses"', r'dwellings must be points .* or "layer:NAME"'),
    ],
)
def test_what_is_no_dwelling_is_a_fault_with_its_line(base, load, south, says):
    for y in (400, 300):
        base.polyline([(0, y), (40, y), (40, y + 30)], "V-DWEL", close=False)
    base.save()
    with pytest.raises(ProjectFileError, match=rf"site\.toml:\d+: .*{says}"):
        load(DXF, south=south, rest="")


def test_a_line_needs_more_than_the_points_of_a_layer(base, load):
    base.space.add_point((100, -60), dxfattribs={"layer": "V-DWEL"})
    base.save()
    with pytest.raises(ProjectFileError, match='"layer:houses" holds 0 shapes, only points or'):
        load(DXF, south='pavement_edge = "layer:houses"')


def test_points_and_parcels_of_a_gis_are_dwellings(tmp_path, load):
    ring = [[0, 230], [40, 230], [40, 260], [0, 230]]
    shapes = [("Point", [100, -60]), ("MultiPoint", [[360, 90], [360, 100]]), ("Polygon", [ring])]
    features = [
        {"type": "Feature", "properties": {"layer": "houses"}}
        | {"geometry": {"type": kind, "coordinates": coordinates}}
        for kind, coordinates in shapes
    ]
    crs = {"type": "name", "properties": {"name": "EPSG:2262"}}
    text = json.dumps({"type": "FeatureCollection", "features": features, "crs": crs})
    (tmp_path / "gis.geojson").write_text(text)
    (south, rest), _ = load('geojson = "gis.geojson"\nunit = "ft"')
    assert south == [[100, -60]]
    assert rest[1:] == [[360, 90], [360, 100]]
    assert rest[0][1] == pytest.approx(230, abs=2e-4)  # a hair before it, ft
