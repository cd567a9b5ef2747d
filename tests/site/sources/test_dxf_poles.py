"""Poles of a drawing: blocks with attributes, wherever and however they are set down."""

from __future__ import annotations

import math

import pytest

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site
from photometry.site.sources.dxf_base import read_dxf

SITE = """\
format = 1
[geometry]
dxf = "base.dxf"
luminaires = "E-LITE"
[luminaire_types.A]
file = "sample:area_t3"
mounting_height_ft = 30
llf = 0.9
"""


@pytest.fixture
def pole(base):
    """Set a block down on E-LITE, with the texts that are written on it."""
    block = base.document.blocks.new("A")
    block.add_circle((0, 0), 1)

    def place(at=(0, 0), space=None, block="A", words=None, **attributes):
        space = base.space if space is None else space
        layer = attributes.pop("layer", "E-LITE")
        reference = space.add_blockref(block, at, dxfattribs={"layer": layer, **attributes})
        for tag, text in (words or {}).items():
            reference.add_attrib(tag, text, at, dxfattribs={"layer": "ANNO"})
        return reference

    return place


@pytest.fixture
def load(base, tmp_path):
    def save_and_load(text=SITE):
        base.save()
        (tmp_path / "site.toml").write_text(text)
        return load_site(tmp_path)

    return save_and_load


def poses(site):
    return {
        head.id: (head.luminaire.x_ft, head.luminaire.y_ft, head.luminaire.orientation_deg)
        for head in site.heads
    }


def test_attributes_are_named_as_headings_and_blank_ones_mean_the_default(pole, load):
    words = {"TAG": "P1", "Type": "A", "M.H.": "25'-6\"", "Orient": "45°", "Group": "lot"}
    pole((100, 50), words=words, rotation=90)
    pole((200, 50), words={"TAG": "P2", "MH": "", "ORIENT": " ", "LAMP TYPE": "led"}, rotation=90)
    first, second = load().heads
    assert (first.id, first.luminaire.mounting_height_ft, first.group) == ("P1", 25.5, "lot")
    assert first.luminaire.orientation_deg == 45  # what is written goes before how it is turned
    assert (second.luminaire.mounting_height_ft, second.group) == (30, "A")
    assert second.luminaire.orientation_deg == 90
    assert second.facts["lamp_type"] == "led"


def test_without_words_the_block_is_the_type_and_the_handle_the_id(pole, load):
    handle = pole((1, 2)).dxf.handle
    (head,) = load().heads
    assert (head.id, head.type.name) == (handle, "A")


def test_a_luminaire_faces_the_way_its_block_is_seen(pole, load):
    pole(words={"TAG": "turned"}, rotation=30, xscale=2, yscale=2)
    pole(words={"TAG": "mirrored"}, rotation=30, xscale=-1)
    pole(words={"TAG": "upside"}, rotation=30, yscale=-1)
    site = load()
    assert {name: pose[2] for name, pose in poses(site).items()} == pytest.approx(
        {"turned": 30, "mirrored": 210, "upside": 30}, abs=1e-9
    )  # rounding, degrees


def test_poles_within_blocks_and_arrays_are_where_they_are_seen(base, pole, load):
    island = base.document.blocks.new("ISLAND")
    base.polyline([(-2, -9), (2, -9), (2, 9), (-2, 9)], layer="0", space=island)
    pole((10, 5), space=island, words={"TAG": "inner"}, rotation=90)
    base.space.add_blockref(
        "ISLAND", (100, 0), dxfattribs={"layer": "C-ISLD", "xscale": -1, "rotation": 30}
    )
    pole(
        (0, 0), words={"TAG": "row"}, rotation=90, column_count=3, column_spacing=20, layer="e-lite"
    )
    found = poses(load())
    turn = math.radians(30)
    # By hand: (10, 5) mirrored is (-10, 5), then turned by 30 degrees and moved.
    x = 100 - 10 * math.cos(turn) - 5 * math.sin(turn)
    y = -10 * math.sin(turn) + 5 * math.cos(turn)
    assert found["inner"] == pytest.approx((x, y, 120), abs=1e-9)
    # Columns run along the turned x axis.
    for number in (1, 2, 3):
        assert found[f"row-{number}"] == pytest.approx((0, 20 * (number - 1), 90), abs=1e-9)


def test_constant_attributes_of_a_block_count(base, pole, load):
    block = base.document.blocks.new("FLOOD")
    block.add_attdef("TYPE", (0, 0), text="A", dxfattribs={"flags": 2, "layer": "ANNO"})
    pole(block="FLOOD", words={"TAG": "F1"})
    assert load().heads[0].type.name == "A"


def test_attributes_that_mean_nothing_are_named_once(pole, load):
    for number in range(3):
        words = {"TAG": f"P{number}", "CIRCUIT": "LP-1", "X": "7", "FIXT": "9"}
        pole((number * 9, 0), words=words)
    (note,) = load().notes
    assert (note.code, note.text) == (
        "SITE049",
        "of luminaires these are not read: CIRCUIT, X, FIXT",
    )


@pytest.mark.parametrize(
    ("words", "point"),
    [
        ({"AIM_X": "120", "AIM-Y": "45"}, (120, 45, 0)),
        ({"Aim X": "120", "AIMY": "45", "AIM_Z": "3"}, (120, 45, 3)),
        ({"AIM": "120, 45"}, (120, 45, 0)),
        ({"AIM PT": "", "Aim point": "(120 45 3)"}, (120, 45, 3)),
    ],
)
def test_an_aim_is_read_and_goes_before_how_the_block_is_turned(pole, load, words, point):
    pole((100, 25), words={"TAG": "P1", **words}, rotation=90)
    (head,) = load().heads
    assert head.aim_point_ft == point
    assert head.luminaire.orientation_deg == pytest.approx(45, abs=1e-9)  # rounding, degrees


def test_an_aim_is_in_the_unit_of_the_drawing(pole, load):
    pole((10, 0), words={"TAG": "P1", "AIM_X": "20", "AIM_Y": "5", "AIM_Z": "1"})
    text = SITE.replace('dxf = "base.dxf"', 'dxf = "base.dxf"\nunit = "m"')
    site = load(f'unit = "ftUS"\n{text}')
    (head,) = site.heads
    # ft of a metre (exact by definition), through a site in survey feet and back.
    assert head.aim_point_ft == pytest.approx((20 / 0.3048, 5 / 0.3048, 1 / 0.3048), rel=1e-12)


def test_tilt_and_roll_are_read(pole, load):
    pole(words={"TAG": "P1", "TILT": "15°", "Roll (deg)": "-5"}, rotation=30)
    luminaire = load().heads[0].luminaire
    assert (luminaire.tilt_deg, luminaire.roll_deg) == (15, -5)
    assert luminaire.orientation_deg == pytest.approx(30, abs=1e-9)  # rounding, degrees


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"AIM_Y": "45"}, "P1.*: aim_x and aim_y are not both given"),
        ({"AIM": "45"}, 'P1.*: AIM must be a point "x, y" or "x, y, z" to aim at, not "45"'),
        ({"AIM": "1, 2", "AIM_X": "1"}, "P1.*: the aim is given both in one and as aim_x"),
        ({"AIM": "1, 2", "TILT": "5"}, "P1.*: aim_at says what tilt_deg would say"),
    ],
)
def test_an_aim_that_cannot_be_understood_is_a_fault(pole, load, words, says):
    pole(words={"TAG": "P1", **words})
    with pytest.raises(ProjectFileError, match=says):
        load()


def test_faults_name_the_attribute_the_layer_and_the_handle(pole, load):
    first = pole(words={"TAG": "P1", "MH": "tall"}).dxf.handle
    second = pole((5, 0), words={"TAG": "P2", "TYPE": "B"}).dxf.handle
    pole((9, 0), words={"TAG": "P3"})
    third = pole((10, 0), words={"TAG": "P3"}).dxf.handle
    with pytest.raises(ProjectFileError) as caught:
        load()
    said = [str(fault).split("base.dxf: ")[1] for fault in caught.value.faults]
    assert said == [
        f'luminaire "P1" (layer E-LITE, handle {first}): MH must be a number, not "tall"',
        f'luminaire "P2" (layer E-LITE, handle {second}): there is no luminaire type "B"; known: A',
        f'luminaire "P3" (layer E-LITE, handle {third}): the id "P3" is already used; give each luminaire its own',
    ]


@pytest.mark.parametrize(
    ("layer", "says"),
    [
        ("E-LIGHT", r'luminaires: there is no layer "E-LIGHT" in .*did you mean E-LITE'),
        ("C-PROP", r'luminaires: layer "C-PROP" .* holds no block references or points'),
    ],
)
def test_a_layer_without_luminaires_is_a_fault(base, pole, load, layer, says):
    pole(words={"TAG": "P1"})
    base.polyline([(0, 0), (9, 0), (9, 9)], layer="C-PROP")
    base.document.layers.add("E-LITE")
    with pytest.raises(ProjectFileError, match=says):
        load(SITE.replace("E-LITE", layer))


def test_luminaires_of_a_frozen_layer_are_read_where_the_site_names_it(base, pole, load):
    base.document.layers.add("E-LITE").freeze()
    pole(words={"TAG": "P1"})
    site = load()
    assert len(site.heads) == 1
    assert [note.code for note in site.notes] == ["SITE041"]


def test_poles_are_found_where_only_other_layers_are_wanted(base, pole):
    for number in range(20):
        pole((number, 0), words={"TAG": str(number)})
        pole((number, 5), words={"TAG": "tree"}, layer="L-TREE")
    base.polyline([(0, 0), (9, 0), (9, 9)], layer="C-PROP")
    drawing = read_dxf(base.save(), wanted={"C-PROP"}, luminaires="e-lite")
    assert [len(found) for found in drawing.luminaires.values()] == [20]
    assert list(drawing.shapes) == ["C-PROP"]


def test_an_array_of_millions_of_poles_is_refused(base, pole, load):
    base.document.blocks.new("EMPTY")
    pole(block="EMPTY", row_count=30_000, column_count=30_000, row_spacing=1, column_spacing=1)
    with pytest.raises(ProjectFileError, match="over 50,000 entities in references"):
        load()
