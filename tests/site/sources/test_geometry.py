"""Sites whose shapes come from drawings."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site

EAST, NORTH = 1_512_345.25, 1_098_765.5  # a survey origin
LOT = [(0, 0), (300, 0), (300, 180), (0, 180)]

ZONE = '[[zones]]\nname = "z"\nkind = "other"\narea = "layer:lot"\n'


def moved(points):
    return [[EAST + x, NORTH + y] for x, y in points]


def arc(centre, radius, start_deg, count):
    """Give a half circle counterclockwise, by its definition."""
    angles = [math.radians(start_deg + 180 * step / count) for step in range(count + 1)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def site_text(geometry, parking, building, line, curb):
    return f"""format = 1
{geometry}
[[zones]]
name = "parking"
kind = "parking"
area = {parking}
[[boundaries]]
id = "lot"
line = {line}
pavement_edge = {curb}
[[obstructions]]
name = "store"
footprint = {building}
height_ft = 20
"""


def test_a_base_gives_the_same_site_as_its_inline_twin(base, tmp_path):
    # A lot of loose lines, an obround of bulges, a building in a block turned and halved, a
    # road edge on a frozen layer; everything at survey coordinates.
    for start, end in zip(moved(LOT), moved([*LOT[1:], LOT[0]]), strict=True):
        base.line(start, end, layer="C-PROP")
    obround = [(100, 100, 0), (160, 100, 1), (160, 120, 0), (100, 120, 1)]
    base.polyline([(EAST + x, NORTH + y, b) for x, y, b in obround], layer="C-PKNG")
    block = base.document.blocks.new("STORE")
    base.polyline([(0, 0), (80, 0), (80, 40), (0, 40)], layer="A-BLDG", space=block)
    scale = {"xscale": 0.5, "yscale": 0.5, "rotation": 90}
    base.space.add_blockref("STORE", (EAST + 50, NORTH + 30), dxfattribs=scale)
    base.document.layers.add("C-ROAD").freeze()
    base.polyline(moved([(0, -20), (300, -20)]), layer="C-ROAD", close=False)
    base.document.layers.add("X-OLD").freeze()
    base.polyline(moved(LOT), layer="X-OLD")
    base.save()
    layers = '{ lot = "C-PROP", parking = "C-PKNG", store = "a-bldg", road = "C-ROAD" }'
    drawn = tmp_path / "drawn.toml"
    drawn.write_text(
        site_text(
            f'[geometry]\ndxf = "base.dxf"\nlayers = {layers}',
            *('"layer:parking"', '"layer:store"', '"layer:lot"', '"layer:road"'),
        )
    )
    chords = 36  # 2 acos(1 - 0.01 / 10) is 5.1 degrees
    ends = [*arc((160, 110), 10, -90, chords), *arc((100, 110), 10, 90, chords)]
    inline = tmp_path / "inline.toml"
    inline.write_text(
        site_text(
            "",
            moved(ends),
            moved([(50, 30), (50, 70), (30, 70), (30, 30)]),
            moved([*LOT, LOT[0]]),
            moved([(0, -20), (300, -20)]),
        )
    )
    one, other = load_site(drawn), load_site(inline)
    # Rounding at survey coordinates, ft; an outline may begin at another of its points.
    for a, b in (
        (_sorted(one.zones[0].outline_ft), _sorted(other.zones[0].outline_ft)),
        (_sorted(one.obstructions[0].footprint_ft), _sorted(other.obstructions[0].footprint_ft)),
        (one.boundaries[0].line_ft, other.boundaries[0].line_ft),
        (one.boundaries[0].pavement_edge_ft, other.boundaries[0].pavement_edge_ft),
    ):
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-6)
    assert [note.code for note in one.notes] == ["SITE041"]
    assert "C-ROAD" in one.notes[0].text
    assert one.inputs == (drawn, tmp_path / "base.dxf")


def _sorted(points):
    rounded = np.round(points, 3)
    return points[np.lexsort(rounded.T)]


@pytest.fixture
def faults_of(tmp_path):
    def load(text):
        (tmp_path / "site.toml").write_text("format = 1\n" + text)
        with pytest.raises(ProjectFileError) as caught:
            load_site(tmp_path)
        return [str(fault) for fault in caught.value.faults]

    return load


def test_a_layer_that_is_not_there_is_one_fault_with_its_line(base, faults_of):
    base.polyline(LOT, layer="C-PROP")
    base.save()
    text = '[geometry]\ndxf = "base.dxf"\nlayers = { lot = "C-PROPP" }\n'
    (said,) = faults_of(text)
    assert "site.toml:4: " in said
    assert 'no layer "C-PROPP"' in said
    assert said.endswith("did you mean C-PROP?")


def test_a_layer_of_other_things_says_what_it_holds(base, faults_of):
    base.space.add_3dface([(0, 0), (9, 0), (9, 9), (0, 9)], dxfattribs={"layer": "C-PROP"})
    base.save()
    (said,) = faults_of('[geometry]\ndxf = "base.dxf"\nlayers = { lot = "C-PROP" }\n')
    assert "holds no lines, outlines, points or blocks, but 1 3DFACE" in said


@pytest.mark.parametrize(
    ("unit", "more", "origin", "noted"),
    [
        ("ftUS", "", EAST, True),  # "feet" in CAD, and a site of a survey in US survey feet
        ("ftUS", 'unit = "ftUS"', EAST, False),
        ("ftUS", "", 10_000.0, False),  # 0.02 ft apart
        ("ft", "", EAST, False),
        ("m", "", EAST, False),
    ],
)
def test_two_kinds_of_feet_far_from_the_origin_are_noted(base, tmp_path, unit, more, origin, noted):
    base.polyline([(origin + x, y) for x, y in LOT], "lot")
    base.save()
    text = f'format = 1\nunit = "{unit}"\n[geometry]\ndxf = "base.dxf"\n{more}\n{ZONE}'
    (tmp_path / "site.toml").write_text(text)
    notes = [note.text for note in load_site(tmp_path).notes if note.code == "SITE050"]
    assert len(notes) == noted
    # 1,512,645 ft are 3.025 ft more of one than of the other: 2 millionths, by definition.
    assert all("up to 3.0 ft from" in text and 'unit = "ftUS"' in text for text in notes)


def test_a_layer_of_a_bound_reference_is_found_by_its_own_name(base, faults_of):
    base.polyline(LOT, "SURV$0$C-PROP")
    base.save()
    (said,) = faults_of('[geometry]\ndxf = "base.dxf"\nlayers = { lot = "C-PROP" }\n' + ZONE)
    assert said.endswith("did you mean SURV$0$C-PROP?")


def test_a_hidden_layer_that_nothing_names_is_said_to_be_hidden(base, faults_of):
    base.document.layers.add("lot").freeze()
    base.polyline(LOT, "lot")
    base.save()
    (said,) = faults_of(f'[geometry]\ndxf = "base.dxf"\n{ZONE}')
    assert 'layer "lot" of ' in said
    assert "is frozen or off; show it in CAD, or name it in [geometry] layers" in said


def test_several_shapes_where_an_outline_is_meant_say_which_to_take(base, faults_of):
    geometry = f'[geometry]\ndxf = "base.dxf"\nlayers = {{ lot = "A" }}\n{ZONE}'
    base.line((0, 0), (9, 0))
    base.line((0, 50), (9, 50))
    base.save()
    (said,) = faults_of(geometry)
    assert "holds 2 shapes, none of them closed; join the lines to one outline in CAD" in said
    base.polyline(LOT, "A")
    base.save()
    (said,) = faults_of(geometry)
    assert 'say which one: "layer:lot#3" is the only outline' in said


def test_a_drawing_that_cannot_be_read_is_one_fault_not_one_for_each_name(tmp_path, faults_of):
    (tmp_path / "base.dxf").write_bytes(b"AC1032")
    (said,) = faults_of(f'[geometry]\ndxf = "base.dxf"\n{ZONE}')
    assert "save it as DXF" in said


def test_without_names_the_layers_that_show_have_their_own(base, tmp_path):
    base.document.layers.add("X-OLD").off()
    base.polyline(LOT, layer="X-OLD")
    base.polyline(LOT, layer="C-PKNG")
    base.save()
    zone = '[[zones]]\nname = "z"\nkind = "other"\narea = "layer:C-PKNG"\n'
    (tmp_path / "site.toml").write_text(f'format = 1\n[geometry]\ndxf = "base.dxf"\n{zone}')
    site = load_site(tmp_path)
    assert site.zones[0].outline_ft.tolist() == [list(map(float, point)) for point in LOT]
    assert [note.text for note in site.notes] == [
        "layers that are frozen or off are left out: X-OLD"
    ]


def test_holes_of_a_polygon_have_a_name_and_a_note(tmp_path):
    hole = [(50, 50), (60, 50), (60, 60), (50, 50)]
    rings = [[*moved(LOT), moved(LOT)[0]], moved(hole)]
    geometry = {"type": "Polygon", "coordinates": rings}
    parcel = {"type": "Feature", "properties": {"name": "Parcel 4"}, "geometry": geometry}
    (tmp_path / "parcel.geojson").write_text(json.dumps(parcel))
    (tmp_path / "site.toml").write_text(
        "format = 1\n"
        '[geometry]\ngeojson = "parcel.geojson"\nunit = "ft"\nlayers = { lot = "Parcel 4" }\n'
        '[[zones]]\nname = "z"\nkind = "other"\narea = "layer:lot"\nholes = ["layer:lot holes"]\n'
    )
    site = load_site(tmp_path)
    assert site.zones[0].outline_ft.tolist() == moved(LOT)
    assert site.zones[0].holes_ft[0].tolist() == moved(hole[:3])
    assert [note.code for note in site.notes] == ["SITE048"]


def test_an_outline_of_too_many_points_is_a_fault(base, faults_of):
    angles = np.linspace(0, 2 * np.pi, 5002, endpoint=False)
    base.polyline(list(zip(100 * np.cos(angles), 100 * np.sin(angles), strict=True)), layer="A")
    base.save()
    zone = '[[zones]]\nname = "z"\nkind = "other"\narea = "layer:A"\n'
    (said,) = faults_of(f'[geometry]\ndxf = "base.dxf"\n{zone}')
    assert "has 5,002 points; draw it in at most 5,000" in said
