"""The luminaire list, as spreadsheets write it."""

from __future__ import annotations

import shutil

import pytest

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site
from photometry.site.sources.schedule_csv import read_luminaire_list

SITE = """\
format = 1
luminaires_csv = "poles.csv"
[luminaire_types.A]
file = "uniform.ies"
llf = 0.9
"""
PLAIN = b"id,type,x,y,mounting_height_ft\nP1,A,1,2,20\nP2,A,3.5,4,25\n"


@pytest.fixture
def load(tmp_path, cases):
    shutil.copy(cases / "00-uniform.ies", tmp_path / "uniform.ies")
    (tmp_path / "site.toml").write_text(SITE)

    def write_and_load(data):
        (tmp_path / "poles.csv").write_bytes(data)
        return load_site(tmp_path)

    return write_and_load


@pytest.fixture
def faults_of(load):
    def faults(data):
        with pytest.raises(ProjectFileError) as caught:
            load(data)
        return [str(fault).split("poles.csv", 1)[1] for fault in caught.value.faults]

    return faults


def summary(site):
    return [
        (head.id, head.luminaire.x_ft, head.luminaire.y_ft, head.luminaire.mounting_height_ft)
        for head in site.heads
    ]


EXPECTED = [("P1", 1.0, 2.0, 20.0), ("P2", 3.5, 4.0, 25.0)]


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        b"\xef\xbb\xbf" + PLAIN,
        PLAIN.decode().encode("utf-16"),
        PLAIN.replace(b"\n", b"\r\n"),
        PLAIN.replace(b",", b"\t"),
        PLAIN.replace(b",", b";"),
        PLAIN.replace(b",", b";").replace(b"3.5", b"3,5"),
        b"sep=;\n" + PLAIN.replace(b",", b";"),
        b"\n\n# made by hand\n" + PLAIN.replace(b"\n", b"\n\n"),
        PLAIN.replace(b"\n", b",,,\n"),
        PLAIN.replace(b"id", b'"id"').replace(b"P1", b'" P1 "'),
        PLAIN.replace(b"id,type", b"Pole,Type").replace(b"mounting_height_ft", b"MH (ft)"),
        PLAIN.replace(b"mounting_height_ft", b"Mounting Height"),
        PLAIN.replace(b"x,y", b"Easting,Northing"),
        PLAIN.rstrip(b"\n"),
    ],
)
def test_what_spreadsheets_make_of_a_list_is_read_alike(load, data):
    assert summary(load(data)) == EXPECTED


def test_a_blank_cell_means_the_default(load):
    data = b"id,type,x,y,mounting_height_ft,Orient,Tilt,arrangement,arm_ft,group,lamp_type\n"
    site = load(data + b"P1,A,1,2,20,,,,,,\nP2,A,3,4,20,90,5,D180,2,west,led\n")
    first, second, third = site.heads
    assert (first.id, first.luminaire.orientation_deg, first.group) == ("P1", 0.0, "A")
    assert first.facts == {}
    assert (second.id, third.id, third.luminaire.orientation_deg) == ("P2a", "P2b", 270.0)
    assert (second.group, second.facts, second.luminaire.tilt_deg) == (
        "west",
        {"lamp_type": "led"},
        5,
    )


@pytest.mark.parametrize(
    ("written", "height_ft"),
    [("25'", 25.0), ("25'-6\"", 25.5), ("25' 6\"", 25.5), ("25 ft", 25.0), ("25\u2019", 25.0)],
)
def test_lengths_and_angles_may_have_their_marks(load, written, height_ft):
    cell = '"' + written.replace('"', '""') + '"'
    data = f"id;type;x;y;MH;Orient\nP1;A;1;2;{cell};90°\nP2;A;1;9;7;-45 °\n"
    first, second = (head.luminaire for head in load(data.encode()).heads)
    assert (first.mounting_height_ft, first.orientation_deg) == (height_ft, 90.0)
    assert second.orientation_deg == -45.0


@pytest.mark.parametrize("cell", ["25'6", '6"', "2 5", "25' -6'", "ft", "1e999'"])
def test_marks_that_make_no_length_are_a_fault(faults_of, cell):
    quoted = '"' + cell.replace('"', '""') + '"'
    (fault, *_) = faults_of(f"id;type;x;y;MH\nP1;A;1;2;{quoted}\n".encode())
    assert "must be a number" in fault


@pytest.mark.parametrize(
    "row",
    [
        'P1,A,0,0,20,"20.5, 1"',
        'P1,A,0,0,20,"20.5;1"',
        "P1;A;0;0;20;20,5 1",
        "P1;A;0;0;20;20,5, 1,0",
    ],
)
def test_an_aim_may_stand_in_one_column(load, row):
    mark = ";" if ";A;" in row else ","
    heading = mark.join(("id", "type", "x", "y", "MH", "Aim point"))
    heads = load(f"{heading}\n{row}\n".encode()).heads
    assert [head.aim_point_ft for head in heads] == [(20.5, 1, 0)]


@pytest.mark.parametrize(
    ("row", "x_ft"),
    [
        ("P1;A;1.512.345,25;0;20", 1512345.25),
        ("P1;A;1.512.345;0;20", 1512345),
        ("P1;A;1\u00a0512\u202f345,25;0;20", 1512345.25),
        ("P1;A;1,003.5;0;20", 1003.5),
        ("P1;A;-12,5;0;20", -12.5),
        ("P1;A;1,512;0;20", 1.512),  # divided by semicolons, so a decimal comma
        ('P1,A,"1,512,345.25",0,20', 1512345.25),
        ('P1,A,"1,512,345",0,20', 1512345),
    ],
)
def test_thousands_are_read_where_there_is_one_way_to_read_them(load, row, x_ft):
    heading = "id;type;x;y;MH" if ";" in row else "id,type,x,y,MH"
    site = load(f"{heading}\n{row}\n".encode())
    assert site.heads[0].luminaire.x_ft == x_ft
    commas = any(note.code == "SITE031" for note in site.notes)
    assert commas == (";" in row and "," in row and "." not in row.rpartition(",")[2])


@pytest.mark.parametrize("cell", ["1,512", "1,51,234.5", "1.512,345.25", "1,512.345,25"])
def test_thousands_that_may_be_decimals_are_a_fault(faults_of, cell):
    found = faults_of(f'id,type,x,y,MH\nP1,A,"{cell}",0,20\n'.encode())
    assert found == [f':2: column "x" must be a number, not "{cell}"']


def test_aim_columns_make_aim_at(load):
    data = b"id,type,x,y,MH,aim_x,aim_y,aim_z\nP1,A,0,0,20,20,0,\nP2,A,0,0,20,0,20,10\nP3,A,9,9,20,,,\n"
    heads = load(data).heads
    assert [head.aim_point_ft for head in heads] == [(20, 0, 0), (0, 20, 10), None]
    assert heads[0].luminaire.tilt_deg == pytest.approx(45.0, abs=1e-12)


def test_luminaires_of_the_list_follow_those_of_the_site_file(load, tmp_path):
    more = '[[luminaires]]\nid = "S1"\ntype = "A"\nat = [0, 0]\nmounting_height_ft = 12\n'
    (tmp_path / "site.toml").write_text(SITE + more)
    site = load(PLAIN)
    assert [head.id for head in site.heads] == ["S1", "P1", "P2"]
    assert [head.line for head in site.heads] == [6, 2, 3]
    assert [path.name for path in site.inputs] == ["site.toml", "poles.csv", "uniform.ies"]


def test_a_stated_llf_must_be_that_of_the_type(load, faults_of):
    data = PLAIN.replace(b"_ft\n", b"_ft,LLF\n").replace(b",20\n", b",20,0.90\n")
    assert summary(load(data)) == EXPECTED
    (fault,) = faults_of(data.replace(b"0.90", b"0.80"))
    assert fault.startswith(':2: luminaire "P1": LLF is 0.8, that of its type 0.9; ')


def test_faults_have_line_and_column_and_come_all_at_once(faults_of):
    data = (
        b'id,type,x,y,MH,Tilt,is_private,group\nP1,A,1,2,20,steep,,\nP2,B,1,2,20,,,"two\nlines"\n'
        b"P3,A,1,,20,,,\nP4,A,1,2,-5,,maybe,\nP1,A,5,5,20,,,\n\nP5,A,1,2,20,,,,,9\n"
    )
    assert faults_of(data) == [
        ':2: column "Tilt" must be a number, not "steep"',
        ':3: luminaire "P2": there is no luminaire type "B"; known: A',
        ':3: luminaire "P2": group holds a line break; write it on one line',
        ":5: x and y are not both given",
        ':6: column "is_private" must be yes or no, not "maybe"',
        ":9: the row has 10 cells, the heading 8; quote a cell that holds the delimiter",
    ]


def test_an_id_of_the_site_file_is_not_given_again(load, tmp_path):
    more = '[[luminaires]]\nid = "P2"\ntype = "A"\nat = [0, 0]\nmounting_height_ft = 12\n'
    (tmp_path / "site.toml").write_text(SITE + more)
    with pytest.raises(
        ProjectFileError, match=r'poles.csv:3: luminaire "P2": the id "P2" is already'
    ):
        load(PLAIN)


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"", [": the luminaire list is empty; give a heading: id, type, x, y, ..."]),
        (b"id,x,y\nP1,1,2\n", [':1: there is no column "type"; head one "type"']),
        (
            b"P1,A,1,2\nP2,A,3,4\n",
            [
                (
                    ":1: the first line is no heading: it names none of id, type, x, y; "
                    "give the columns names, or name a luminaire list"
                )
            ],
        ),
        (
            PLAIN.replace(b"_ft\n", b"_ft,mountng\n"),
            [':1: column "mountng" is unknown'],
        ),
        (
            PLAIN.replace(b"_ft\n", b"_ft,MH\n"),
            [':1: column "MH" says the same as "mounting_height_ft"; keep one of them'],
        ),
        (PLAIN.replace(b"_ft\n", b"_ft,x_ft\n"), None),
        (PLAIN.replace(b"3.5", b"3,5"), None),
        (PLAIN.replace(b",", b";").replace(b"3.5", b"1,003,5"), None),
        (b"\x00" * 100, None),
        (b'id,type,x,y\n"' + b"x" * 200_000, None),
    ],
)
def test_a_faulty_list_is_refused(faults_of, data, faults):
    found = faults_of(data)
    assert found
    if faults is not None:
        assert found == faults


def test_decimal_commas_and_old_encodings_are_noted(load):
    data = PLAIN.replace(b",", b";").replace(b"3.5", b"3,5") + "P3;A;1;1;20\n".encode("cp1252")
    site = load(data.replace(b"P3", "P\xb0".encode("cp1252")))
    assert site.heads[2].id == "P°"
    assert [note.code for note in site.notes] == ["SITE030", "SITE031"]
    # As the site names it, not where it lies on this machine.
    assert {(note.file, note.where) for note in site.notes} == {("poles.csv", "poles.csv")}


def test_a_foreign_heading_is_understood(cases):
    listing = read_luminaire_list(cases / "86-bom-header.csv")
    # It names no types, which is a fault of the list; its columns are still understood.
    assert [fault.what for fault in listing.faults.all()] == ['there is no column "type"']


def test_a_list_of_thousands_is_read_quickly(load):
    rows = b"".join(b"L%d,A,%d,%d,20\n" % (i, i % 100 * 20, i // 100 * 20) for i in range(2000))
    assert len(load(PLAIN.splitlines()[0] + b"\n" + rows).heads) == 2000
