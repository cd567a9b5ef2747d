"""Notes on what is odd about a site, each with its place."""

from __future__ import annotations

import shutil

import pytest

from photometry.site.project_file import load_site

BASE = """\
format = 1
[luminaire_types.A]
file = "uniform.ies"
"""
LOT = """
[[boundaries]]
id = "lot"
line = [[0,0],[100,0],[100,100],[0,100],[0,0]]
"""


def pole(name, x, y, more="mounting_height_ft = 20"):
    return f'[[luminaires]]\nid = "{name}"\ntype = "A"\nat = [{x}, {y}]\n{more}\n'


def zone(name, x, y, more="", kind="other"):
    area = f"[[{x},{y}],[{x + 20},{y}],[{x + 20},{y + 20}],[{x},{y + 20}]]"
    return f'[[zones]]\nname = "{name}"\nkind = "{kind}"\narea = {area}\n{more}\n'


@pytest.fixture
def notes_of(tmp_path, cases):
    shutil.copy(cases / "00-uniform.ies", tmp_path / "uniform.ies")

    def notes(text, unit="ft"):
        head = BASE.replace("format = 1", f'format = 1\nunit = "{unit}"')
        (tmp_path / "site.toml").write_text(head + text)
        return [(note.code, note.place) for note in load_site(tmp_path).notes]

    return notes


STREET_LIGHT = "mounting_height_ft = 30\nis_private = false"
STORE = (
    '[[obstructions]]\nname = "store"\nfootprint = [[40,40],[60,40],[60,60],[40,60]]\n'
    "height_ft = 25\n"
)
ROAD = LOT.replace("[0,0]]\n", "[0,0]]\npavement_edge = [[0,-15],[50,5],[100,-15]]\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (pole("P1", 50, 50) + LOT, []),
        (pole("P1", 100, 50) + LOT, []),
        (pole("P1", 110, 50) + LOT, [("SITE003", "luminaire P1 at (110.00, 50.00)")]),
        (pole("P1", 50, 50) + STORE, [("SITE004", "luminaire P1 at (50.00, 50.00)")]),
        (pole("P1", 40, 50) + STORE, []),
        (pole("P1", 50, 50, "mounting_height_ft = 25") + STORE, []),
        (pole("P1", 1, 1) + pole("P2", 1, 1), [("SITE005", "luminaire P2 at (1.00, 1.00)")]),
        (pole("P1", 1, 1) + pole("P2", 1, 1, "mounting_height_ft = 20\norientation_deg = 90"), []),
        (
            pole("P1", 1, 1, "mounting_height_ft = 300"),
            [("SITE006", "luminaire P1 at (1.00, 1.00)")],
        ),
        (
            pole("P1", 1, 1, "mounting_height_ft = 0.5"),
            [("SITE006", "luminaire P1 at (1.00, 1.00)")],
        ),
        (pole("P1", 1, 1) + zone("a", 0, 0) + zone("b", 20, 0), []),
        (
            pole("P1", 1, 1) + zone("a", 0, 0) + zone("b", 10, 0),
            [("SITE008", "near (15.00, 10.00)")],
        ),
        (pole("P1", 1, 1) + zone("a", 0, 0) + zone("b", 10, 0, "height_ft = 5"), []),
        (pole("P1", 50, 50) + ROAD, [("SITE009", "at (50.00, 5.00)")]),
        (
            pole("P1", 50, 50) + LOT + "dwellings = [[-40, 5], [10, 20]]\n",
            [("SITE010", "at (10.00, 20.00)")],
        ),
        (pole("P1", 50, 50) + zone("in", 80, 80, kind="parking") + LOT, []),
        (pole("P1", 50, 50) + zone("across", 90, 90, kind="parking") + LOT, []),
        (
            pole("P1", 50, 50) + zone("beside", 100, 0, kind="parking") + LOT,
            [("SITE015", "zone beside near (110.00, 10.00)")],
        ),
        (pole("P1", 50, 50) + zone("spill", 110, 0) + LOT, []),
        (
            pole("P1", 50, 50) + zone("lost", 1000, 1000) + LOT,
            [("SITE015", "zone lost near (1010.00, 1010.00)")],
        ),
        (pole("P1", 50, 50) + zone("walk", 1000, 1000, kind="pedestrian"), []),  # no property
        (pole("S1", 50, -12, STREET_LIGHT) + LOT, []),
        (
            pole("S1", 50, -600, STREET_LIGHT) + LOT,
            [("SITE003", "luminaire S1 at (50.00, -600.00)")],
        ),
        (
            pole("P1", 50, 50) + "[terrain]\npoints = [[0,0,0],[40,0,1],[0,40,1]]\n",
            [("SITE011", "luminaire P1 at (50.00, 50.00)")],
        ),
        ("", [("SITE012", "")]),
    ],
)
def test_what_is_odd_is_noted_and_what_is_not_is_not(notes_of, text, expected):
    assert notes_of(text) == expected


def test_places_are_written_in_the_unit_of_the_file(notes_of):
    text = pole("P1", 110, 50) + LOT
    assert notes_of(text, "m") == [("SITE003", "luminaire P1 at (110.00, 50.00)")]


@pytest.mark.parametrize(
    ("text", "unit", "told"),
    [
        (pole("P1", 103, 104) + LOT, "ft", ["stands 5.0 ft outside the property line"]),
        (pole("P1", 103, 104) + LOT, "m", ["stands 5.0 m outside the property line"]),
        (
            pole("P1", 50, 50) + zone("far", 112, 116, kind="parking") + LOT,
            "ft",
            ['"far" lies wholly outside', "20.0 ft from it", "judged as parking of the site"],
        ),
        (
            pole("P1", 50, 50) + zone("far", 112, 0, kind="atm") + LOT,
            "m",
            ['"far" lies wholly outside', "12.0 m from it"],
        ),
        (pole("P1", 50, 50) + zone("by", 100, 100, kind="atm") + LOT, "ft", ["beside it"]),
        (pole("P1", 50, 50) + zone("far", 1e5, 0) + LOT, "ft", ["99,900.0 ft", "origin and unit"]),
        (
            pole("P1", 50, 50) + LOT + "dwellings = [[1, 50], [30, 50]]\n",
            "ft",
            ['a dwelling of boundary "lot"', "30.0 ft from its line"],
        ),
    ],
)
def test_what_lies_on_the_wrong_side_is_told_with_how_far(tmp_path, notes_of, text, unit, told):
    assert len(notes_of(text, unit)) == 1
    note = load_site(tmp_path).notes[0]
    for words in told:
        assert words in note.text
    assert note.line


def test_many_notes_of_one_kind_are_cut_short_and_counted(notes_of):
    text = "".join(pole(f"P{i}", 200 + i, 50) for i in range(60)) + LOT
    found = notes_of(text)
    assert len(found) == 51
    assert found[-1] == ("SITE003", "")


def test_a_boundary_the_wrong_way_round_is_named(tmp_path, notes_of):
    lines = ("[[0,0],[100,0]]", "[[100,100],[100,0]]", "[[100,100],[0,0]]")
    text = "".join(f'[[boundaries]]\nid = "b{i}"\nline = {line}\n' for i, line in enumerate(lines))
    codes = [code for code, _ in notes_of(pole("P1", 50, 20) + text)]
    assert codes == ["SITE001", "SITE001"]
    assert '"b1" ran the other way' in load_site(tmp_path).notes[0].text


@pytest.mark.parametrize(
    ("place", "faces_deg", "more", "told"),
    [
        ((40, 50), 0, "", True),
        ((39.5, 50), 0, "", True),  # as deep as a wall pack
        ((40, 50), 180, "", False),
        ((40, 50), 90, "", False),  # along the wall
        ((38, 50), 0, "", False),  # a pole before the store, which lights its front
        ((40, 50), 0, "tilt_deg = 60", False),
        ((40, 50), 0, "base_z_ft = 30", False),  # above the roof
        ((50, 60), 270, "", True),
        ((60, 50), 180, "", True),
    ],
)
def test_a_luminaire_that_faces_the_wall_it_stands_at_is_told(
    tmp_path, place, faces_deg, more, told
):
    # The store is drawn clockwise: which side of a wall is inside does not depend on it.
    store = STORE.replace("[[40,40],[60,40],[60,60],[40,60]]", "[[40,60],[60,60],[60,40],[40,40]]")
    turned = f"mounting_height_ft = 12\norientation_deg = {faces_deg}\n{more}"
    (tmp_path / "site.toml").write_text(
        'format = 1\n[luminaire_types.A]\nfile = "sample:wallpack_fc"\n'
        + pole("W1", *place, turned)
        + store
    )
    codes = [note.code for note in load_site(tmp_path).notes]
    assert ("SITE014" in codes) == told


@pytest.mark.parametrize("sample", ["area_t5", "sports_flood_b"])
def test_a_luminaire_that_lights_both_sides_alike_faces_nothing(tmp_path, sample):
    (tmp_path / "site.toml").write_text(
        f'format = 1\n[luminaire_types.A]\nfile = "sample:{sample}"\n'
        + pole("W1", 40, 50, "mounting_height_ft = 12\norientation_deg = 0")
        + STORE
    )
    assert "SITE014" not in [note.code for note in load_site(tmp_path).notes]
