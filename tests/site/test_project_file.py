"""site.toml: what is read, and how every fault is told at once."""

from __future__ import annotations

import datetime as dt
import json
import math
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.luminaires.pose import rotation_matrix
from photometry.site.project_file import load_site
from photometry.site.property import LineRequest, calculation_lines
from photometry.units import FEET_PER_METRE

EXAMPLE = """\
format = 1
unit = "ft"
max_error_fc = 0.0

[project]
name = "Elm Street Plaza"
code = ["sweden-ny"]

[site]
district_class = "commercial"
close_of_business_time = "22:00"
north_deg = 90

[luminaire_types.A]
file = "uniform.ies"
description = "LED area, Type III"
lamp_type = "led"
llf = { lld = 0.90, ldd = 0.95 }

[[luminaires]]
id = "P1"
type = "A"
at = [60, 90]
mounting_height_ft = 25
orientation_deg = 90
group = "pole lights"

[[zones]]
name = "parking"
kind = "parking"
area = [[0,0],[300,0],[300,180],[0,180]]
spacing_ft = 10

[[boundaries]]
id = "south"
line = [[0,0],[300,0]]
adjacent_district_class = "commercial"
[[boundaries]]
id = "east"
line = [[300,0],[300,180]]
adjacent_district_class = "residential"
dwellings = [[360, 90]]
[[boundaries]]
id = "north"
line = [[300,180],[0,180]]
adjoins_public_road = true
pavement_edge = [[300,195],[0,195]]
access_points = [[[120,195],[150,195]]]
across_district_class = "commercial"
[[boundaries]]
id = "west"
line = [[0,180],[0,0]]
adjacent_district_class = "commercial"

[[obstructions]]
name = "store"
footprint = [[100,60],[200,60],[200,120],[100,120]]
height_ft = 20

[terrain]

[[scenes]]
name = "after close"
after_close = true
groups = { "pole lights" = 0.3 }

[options]
TRESPASS_PLANE = "horizontal_grade"
"""
ROAD = '[[boundaries]]\nid = "b"\nline = [[0,0],[9,0]]\npavement_edge = [[0,-9],[9,-9]]\n'
TYPE = '[luminaire_types.A]\nfile = "uniform.ies"\n'


@pytest.fixture
def load(tmp_path, cases):
    """Write a site file beside two luminaire files and load it."""
    shutil.copy(cases / "00-uniform.ies", tmp_path / "uniform.ies")
    shutil.copy(cases / "31-lamp-lumen-override.ies", tmp_path / "relative.ies")
    shutil.copy(cases / "02-absolute-minus1.ies", tmp_path / "absolute.ies")
    shutil.copy(cases / "01-linear-factors.ies", tmp_path / "factors.ies")

    def write_and_load(text, **options):
        file = tmp_path / "site.toml"
        file.write_text(text if text.startswith("format") else "format = 1\n" + text, "utf-8")
        return load_site(file, **options)

    return write_and_load


@pytest.fixture
def faults_of(load):
    def faults(text):
        with pytest.raises(ProjectFileError) as caught:
            load(text)
        return caught.value.faults

    return faults


def luminaire(more="", *, kind=TYPE, at="[0, 0]", height="mounting_height_ft = 20"):
    return f'{kind}[[luminaires]]\nid = "P1"\ntype = "A"\nat = {at}\n{height}\n{more}'


def test_the_example_is_read_whole(load):
    site = load(EXAMPLE)
    assert site.project.name == "Elm Street Plaza"
    assert site.project.codes == ("sweden-ny",)
    assert site.facts == {"district_class": "commercial", "close_of_business_time": dt.time(22)}
    (head,) = site.heads
    assert (head.id, head.group, head.line) == ("P1", "pole lights", 20)
    assert (head.luminaire.x_ft, head.luminaire.y_ft, head.luminaire.z_ft) == (60, 90, 25)
    assert head.luminaire.llf == pytest.approx(0.855, rel=1e-12)
    assert head.facts == {"lamp_type": "led"}
    assert head.type.initial_factor == 1.0
    assert [boundary.id for boundary in site.boundaries] == ["south", "east", "north", "west"]
    assert site.boundaries[1].dwellings_ft.tolist() == [[360, 90]]
    assert site.boundaries[2].facts["across_district_class"] == "commercial"
    assert site.boundaries[0].dwellings_ft is None
    assert site.scenes[0].after_close
    assert site.options == {"TRESPASS_PLANE": "horizontal_grade"}
    assert [path.name for path in site.inputs] == ["site.toml", "uniform.ies"]
    assert site.notes == ()
    assert site.gaps == ()


def test_a_folder_stands_for_the_site_file_in_it(load, tmp_path):
    load(EXAMPLE)
    assert load_site(tmp_path).project.name == "Elm Street Plaza"


def test_ten_faults_give_ten_lines(faults_of):
    faults = faults_of(
        """\
unit = "feet"
[project]
nmae = "x"
[site]
district_class = "commerical"
[luminaire_types.A]
file = "missing.ies"
[luminaire_types.B]
file = "uniform.ies"
[[luminaires]]
id = "P1"
type = "C"
at = [0, 0]
mounting_height_ft = 20
[[luminaires]]
id = "P2"
type = "B"
at = [0, nan]
mounting_height_ft = 20
[[luminaires]]
id = "P3"
type = "B"
at = [0, 0]
mounting_height_ft = -3
[[zones]]
name = "bow"
kind = "parking"
area = [[0,0],[10,10],[10,0],[0,10]]
[[zones]]
name = "two"
kind = "parking"
area = [[0,0],[10,10]]
[[boundaries]]
id = "b"
line = [[5,5],[5,5]]
[[scenes]]
name = "night"
groups = { nobody = 0.5 }
"""
    )
    lines = [str(fault).split("site.toml:")[1] for fault in faults]
    assert lines == [
        '2: site file: unit has no value "feet"; did you mean ft?',
        '4: [project]: unknown key "nmae"; did you mean name?',
        '6: [site]: district_class has no value "commerical"; did you mean commercial?',
        lines[3],
        '13: luminaire "P1": there is no luminaire type "C"; known: A, B',
        '19: luminaire "P2": at must be finite and at most 1e9, not [0, nan]',
        '25: luminaire "P3": mounting_height_ft must be above 0, not -3',
        lines[7],
        '33: zone "two": area has 2 different points; a polygon needs at least 3',
        '36: boundary "b": line has no length',
        '39: scene "night": there is no lighting group "nobody"; known: A, B',
    ]
    assert lines[7] == (
        '29: zone "bow": area crosses or touches itself near (5, 5); '
        "put its points in order round the outline"
    )
    assert lines[3].startswith('8: luminaire type "A": file "missing.ies"')
    assert len(set(lines)) == len(faults) == 11


def test_the_message_of_the_error_is_one_line_a_fault(load):
    with pytest.raises(ProjectFileError) as caught:
        load('unit = "feet"\n[project]\nnmae = "x"\n')
    assert len(str(caught.value).splitlines()) == len(caught.value.faults) == 2


def test_a_windows_path_in_double_quotes_gets_a_hint(cases):
    with pytest.raises(ProjectFileError) as caught:
        load_site(cases / "101-toml-backslash.toml")
    (fault,) = caught.value.faults
    assert fault.line == 3
    assert "single quotes" in fault.advice


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[project]\nname = "a"\nname = "b"\n', 4, "given twice"),
        ("[site]\n[site]\n", 3, "given twice"),
        ("[project]\nname = “a”\n", 3, "straight quotes"),
        ("[[scenes]]\nafter_close = True\n", 3, "true or false"),
        ("max_error_fc = .5\n", 2, "0.5"),
        ("max_error_fc = 0,5\n", 2, "with a point"),
        ("unit = ft\n", 2, "in quotes"),
        ("[project\n", 2, ""),
    ],
)
def test_a_syntax_error_has_its_line_and_a_hint(faults_of, text, line, says):
    (fault,) = faults_of(text)
    assert fault.line == line
    assert "not TOML" in fault.what
    assert says in fault.advice


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'format = 1\n[project]\nname = "caf\xe9"\n', "not UTF-8"),
        (b"format = 1\n# " + b"x" * 2_000_001, "larger than 2 MB"),
        (b"options = { a = " + b"[" * 100_000, "nested too deeply"),
        (b"format = 1" + b"1" * 5000, "thousands of digits"),
    ],
)
def test_hostile_files_are_one_fault(tmp_path, data, says):
    file = tmp_path / "site.toml"
    file.write_bytes(data)
    start = time.perf_counter()
    with pytest.raises(ProjectFileError, match=says):
        load_site(file)
    assert time.perf_counter() - start < 5.0


def test_a_missing_file_is_one_fault(tmp_path):
    with pytest.raises(ProjectFileError, match="no such file"):
        load_site(tmp_path / "nowhere.toml")


def test_a_byte_order_mark_and_windows_line_ends_are_read(load, tmp_path):
    load(EXAMPLE)
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode())
    site = load_site(file)
    assert site.heads[0].line == 20


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[[luminaire]]\nid = "P1"\n', 2, "did you mean luminaires?"),
        (luminaire("x_ft = 3"), 9, "give at"),
        (luminaire("aim_azimuth_deg = 3"), 9, "give orientation_deg"),
        (luminaire("shielding = 'fully'"), 9, "full"),
        (luminaire("tilt = 3"), 9, "did you mean tilt_deg?"),
        (luminaire("mounting_height_m = 6"), 9, "say the same"),
        (luminaire(height="", more='removed_date = "none"'), 4, "mounting_height_ft is missing"),
        (luminaire("base_z_ft = -25"), 9, "below grade"),
        (luminaire("aim_at = [3, 4]\ntilt_deg = 3"), 9, "keep one"),
        (luminaire("aim_at = [0, 0, 20]"), 9, "where it stands"),
        (luminaire("aim_at = [1, 0]\narm_ft = 2"), 9, "within the arm"),
        (luminaire('arrangement = "d90s"'), 9, "did you mean d90?"),
        (luminaire(at="5"), 7, "must be [x, y]"),
        (luminaire(kind=TYPE + "llf = 90\n"), 4, "share such as 0.9"),
        (luminaire(kind=TYPE + "llf = { lld = 90 }\n"), 4, "write it as a share"),
        (luminaire(kind=TYPE + "llf = { lamp = 0.9 }\n"), 4, 'unknown key "lamp"'),
        (luminaire(kind=TYPE + 'photometry_file = "a.ies"\n'), 4, "give file"),
        (
            luminaire(kind=TYPE.replace("uniform", "absolute") + "lamp_lumens_lm = 9\n"),
            4,
            "absolute",
        ),
        (luminaire(kind='[luminaire_types.A]\nfile = "sample:area_t9"\n'), 3, "area_t"),
        ('facts = "nowhere.toml"\n', 2, "no file"),
        ('luminaires_csv = "nowhere.csv"\n', 2, "no file"),
        ('luminaires_csv = "."\n', 2, '"." is a folder; name a file in it'),
        ('facts = "/dev/null"\n', 2, '"/dev/null" is not a regular file'),
        ('[terrain]\nfile = "/dev/null"\n', 3, "is not a regular file"),
        ('[geometry]\ndxf = "/dev/null"\n', 3, "is not a regular file"),
        (luminaire("tilt_deg = true"), 9, "tilt_deg must be a number, not true"),
        (luminaire(at="[true, 5]"), 7, "in numbers, not [true, 5]"),
        ('[site]\ncorner_posts_in_place = "yes"\n', 3, 'must be true or false, not "yes"'),
        (luminaire(f'group = "{"g" * 201}"'), 9, "group has 201 characters; at most 200"),
        (luminaire('group = "a\\tb"'), 9, "group holds the control character U+0009; leave it"),
        (luminaire('group = "a\\u0000b"'), 9, "group holds the control character U+0000"),
        (luminaire('group = "a\\nb"'), 9, "group holds a line break; write it on one line"),
        (luminaire('group = "a\\u00a0b"'), 9, "U+00A0, NO-BREAK SPACE; write a plain space"),
        (
            luminaire('group = "a\\u202eb"'),
            9,
            "U+202E, RIGHT-TO-LEFT OVERRIDE, which does not print; leave it out",
        ),
        (
            f'[[zones]]\nname = "{"z" * 900}"\nkind = "other"\narea = [[0,0],[9,0],[0,9]]\n',
            3,
            "name has 900 characters",
        ),
        ('[site]\njurisdiction = "sweden"\n', 3, "give code"),
        (
            '[[zones]]\nname = "a/b"\nkind = "other"\narea = [[0,0],[1,0],[0,1]]\n',
            3,
            "not contain /",
        ),
        ('[[zones]]\nname = "a"\nkind = "other"\narea = "layer:x"\n', 5, 'no "layer:x"'),
        (
            '[[zones]]\nname = "a"\nkind = "other"\narea = [[0,0],[1,0],[0,1]]\nplane = "vertical"\n',
            6,
            "needs facing_deg",
        ),
        (
            '[[zones]]\nname = "a"\nkind = "other"\narea = [[0,0],[9,0],[0,9]]\navg_maintained_fc = 1\n',
            6,
            "is calculated",
        ),
        (
            '[[zones]]\nname = "a"\nkind = "other"\narea = [[0,0],[1e6,0],[0,1e6]]\nspacing_ft = 1\n',
            6,
            "over 20,000,000 points",
        ),
        (
            '[[zones]]\nname = "a"\nkind = "other"\narea = [[0,0],[9,0],[0,9]]\nspacing_ft = 1e-300\n',
            6,
            "over 20,000,000 points",
        ),
        ('[[zones]]\nname = "a"\nkind = "other"\narea = [[0,0],[1,1],[2,2]]\n', 5, "no area"),
        ('[[boundaries]]\nid = "b"\nline = [[0,0],[9,0]]\nfrom = [0,0]\n', 5, "layer"),
        (
            '[[boundaries]]\nid = "b"\nline = [[0,0],[9,0]]\npavement_edge_distance_ft = 5\n',
            5,
            "pavement_edge",
        ),
        (
            '[[boundaries]]\nid = "b"\nline = [[0,0],[9,0]]\naccess_points = [[[0,0],[1,0]]]\n',
            5,
            "missing",
        ),
        (
            ROAD + "access_points = [\n [[1,-9],[2,-9]],\n [[3,-9],[4,-10.5]],\n]\n",
            8,
            "1.5 ft off the pavement edge",
        ),
        (
            '[[boundaries]]\nid = "b"\nline = [[0,0],[9,0]]\n[[boundaries]]\nid = "b"\nline = [[9,0],[0,0]]\n',
            6,
            "has the id of line 3",
        ),
        ('[[scenes]]\nname = "maintained"\ngroups = {}\n', 3, "rename"),
        ('[geometry]\ndxf = "base.dxf"\n', 3, 'there is no file "base.dxf"'),
        ("[geometry]\n", 2, "names no drawing"),
        ("[terrain]\npoints = [[0,0,1],[1,1,2],[2,2,3]]\n", 3, "on one line"),
        ("[terrain]\npoints = [[0,0,1],[1,1,2],[0,0,3]]\n", 3, "two elevations at (0, 0)"),
        ("options = 3\n", 2, "[options]"),
        ("zones = 3\n", 2, "[[zones]]"),
    ],
)
def test_a_fault_has_its_line_and_says_what_to_do(faults_of, text, line, says):
    (fault,) = faults_of(text)
    assert fault.line == line
    assert says in str(fault)


def test_duplicate_ids_are_faults_whether_given_or_made(faults_of):
    text = luminaire('arrangement = "d180"\n') + (
        '[[luminaires]]\nid = "P1"\ntype = "A"\nat = [9, 0]\nmounting_height_ft = 20\n'
        '[[luminaires]]\nid = "P1b"\ntype = "A"\nat = [9, 0]\nmounting_height_ft = 20\n'
    )
    faults = faults_of(text)
    assert [fault.line for fault in faults] == [11, 16]
    assert all("already used" in fault.what for fault in faults)


def test_metres_are_converted_for_coordinates_and_for_keys_that_end_in_m(load):
    site = load(
        'unit = "m"\n'
        + luminaire(height="mounting_height_m = 6\narm_ft = 1", at="[10, 20]")
        + '[[zones]]\nname = "z"\nkind = "other"\narea = [[0,0],[30,0],[30,30]]\nspacing_m = 2\n'
    )
    lamp = site.heads[0].luminaire
    # Rounding only.
    assert lamp.mounting_height_ft == pytest.approx(6 * FEET_PER_METRE, rel=1e-14)
    assert lamp.x_ft == pytest.approx(10 * FEET_PER_METRE + 1, rel=1e-14)
    assert site.zones[0].spacing_ft == pytest.approx(2 * FEET_PER_METRE, rel=1e-14)
    assert site.zones[0].outline_ft[1, 0] == pytest.approx(30 * FEET_PER_METRE, rel=1e-14)


def test_survey_feet_are_not_international_feet(load):
    site = load('unit = "ftUS"\n' + luminaire(at="[1500000, 0]"))
    assert site.heads[0].luminaire.x_ft == pytest.approx(1_500_003.0, abs=1e-5)  # 2 ppm


def test_initial_keeps_the_factors_that_no_cleaning_recovers(load):
    kind = TYPE + "llf = { lld = 0.9, ldd = 0.8, latf = 1.04, surface = 0.95 }\n"
    found = load(luminaire(kind=kind)).types["A"]
    assert found.initial_factor == pytest.approx(1.04 * 0.95, rel=1e-12)
    assert found.maintained_factor == pytest.approx(0.9 * 0.8 * 1.04 * 0.95, rel=1e-12)
    assert list(found.llf_parts) == ["lld", "ldd", "latf", "surface"]


def test_a_plain_llf_is_all_recoverable_and_may_be_zero(load):
    found = load(luminaire(kind=TYPE + "llf = 0.7\n")).types["A"]
    assert (found.initial_factor, found.maintained_factor) == (1.0, 0.7)
    site = load(luminaire(kind=TYPE + "llf = 0\n"))
    assert site.heads[0].luminaire.llf == 0.0
    assert [note.code for note in site.notes] == ["SITE007"]


def test_a_ballast_factor_replaces_that_of_the_file(load):
    kind = TYPE.replace("uniform", "factors")
    given = load(luminaire(kind=kind + "llf = { bf = 0.5 }\n")).types["A"]
    assert given.file.ballast_factor == 0.9
    assert given.output_factor == pytest.approx(0.5 / 0.9, rel=1e-12)
    assert given.maintained_factor == given.initial_factor == 1.0


def test_lamp_lumens_rescale_relative_photometry(load):
    kind = TYPE.replace("uniform", "relative") + "lamp_lumens_lm = 20000\nmultiplier = 0.5\n"
    head = load(luminaire(kind=kind)).heads[0]
    candela = head.type.file.distribution.candela(0, 0) * head.luminaire.llf
    assert candela == pytest.approx(2000 * 0.5, rel=1e-9)


def test_zero_is_a_value(load):
    text = luminaire("orientation_deg = 0\ntilt_deg = 0", kind=TYPE + "tilt_deg = 30\n")
    head = load(text).heads[0]
    assert (head.luminaire.orientation_deg, head.luminaire.tilt_deg) == (0.0, 0.0)


def test_a_type_gives_what_its_luminaires_leave_out_and_they_win(load):
    kind = TYPE + 'mounting_height_ft = 12\ntilt_deg = 5\nlamp_type = "led"\npurpose = "security"\n'
    head = load(luminaire('purpose = "general"', kind=kind, height="")).heads[0]
    assert head.luminaire.mounting_height_ft == 12
    assert head.luminaire.tilt_deg == 5
    assert head.facts == {"lamp_type": "led", "purpose": "general"}


@pytest.mark.parametrize(
    ("arrangement", "offsets"),
    [("d180", [0, 180]), ("d90", [0, 90]), ("t120", [0, 120, 240]), ("quad", [0, 90, 180, 270])],
)
def test_heads_of_an_arrangement_stand_an_arm_from_the_pole(load, arrangement, offsets):
    text = luminaire(
        f'arrangement = "{arrangement}"\narm_ft = 2\norientation_deg = 30', at="[5, 7]"
    )
    heads = load(text).heads
    assert [head.id for head in heads] == ["P1a", "P1b", "P1c", "P1d"][: len(offsets)]
    for head, offset in zip(heads, offsets, strict=True):
        angle = math.radians(30 + offset)
        lamp = head.luminaire
        assert lamp.orientation_deg == 30 + offset
        # Rounding only.
        assert (lamp.x_ft, lamp.y_ft) == pytest.approx(
            (5 + 2 * math.cos(angle), 7 + 2 * math.sin(angle)), abs=1e-12
        )
        assert (head.pole_id, head.pole_xy_ft, head.group) == ("P1", (5, 7), "A")


def test_nadir_of_an_aimed_luminaire_points_at_its_target(load, cases):
    rows = json.loads((cases / "43-aimed-point-nan.json").read_text())["cases"]
    for row in rows:
        (x, y, z), (ax, ay, _) = row["luminaire"], row["aim_and_point"]
        text = luminaire(
            f"aim_at = [{ax}, {ay}]", at=f"[{x}, {y}]", height=f"mounting_height_ft = {z}"
        )
        head = load(text).heads[0]
        lamp = head.luminaire
        nadir = rotation_matrix(lamp.orientation_deg, lamp.tilt_deg) @ [0.0, 0.0, -1.0]
        toward = np.array([ax - x, ay - y, -z])
        assert nadir == pytest.approx(toward / np.linalg.norm(toward), abs=1e-12)
        assert head.aim_point_ft == (ax, ay, 0.0)


def test_an_arm_reaches_toward_the_point_aimed_at(load):
    lamp = load(luminaire("aim_at = [30, 40, 5]\narm_ft = 5")).heads[0].luminaire
    assert (lamp.x_ft, lamp.y_ft) == pytest.approx((3, 4), abs=1e-12)
    assert lamp.tilt_deg == pytest.approx(math.degrees(math.atan2(45, 15)), abs=1e-9)


def test_a_luminaire_aimed_straight_down_is_not_tilted(load):
    lamp = load(luminaire("aim_at = [0, 0]")).heads[0].luminaire
    assert (lamp.orientation_deg, lamp.tilt_deg) == (0.0, 0.0)


def test_boundaries_that_do_not_close_are_noted_with_the_place(load):
    site = load(EXAMPLE.replace("line = [[0,180],[0,0]]", "line = [[0,180],[0,30]]"))
    (gap,) = site.gaps
    assert (gap.ending_id, gap.starting_id, gap.width_ft) == ("west", "south", 30.0)
    (note,) = site.notes
    assert note.code == "SITE001"
    assert "(0.00, 30.00) to (0.00, 0.00)" in note.place
    assert calculation_lines(site, (LineRequest("offset", 25.0),)) == ()


def test_ends_that_almost_meet_are_joined_and_noted(load):
    site = load(EXAMPLE.replace("line = [[0,180],[0,0]]", "line = [[0,180],[0,0.05]]"))
    assert site.gaps == ()
    assert site.boundaries[3].line_ft[-1].tolist() == [0.0, 0.0]
    assert [note.code for note in site.notes] == ["SITE002"]


def test_boundaries_that_cross_are_a_fault_with_the_crossing(faults_of):
    text = EXAMPLE.replace(
        "line = [[300,0],[300,180]]", "line = [[300,0],[300,90],[100,-90],[300,180]]"
    )
    (fault,) = faults_of(text)
    assert "(166.6667, 0)" in fault.what


def test_access_points_are_projected_on_the_pavement_edge(load):
    site = load(EXAMPLE.replace("[[[120,195],[150,195]]]", "[[[120,195.9],[150,194.1]]]"))
    assert site.boundaries[2].access_points_ft[0].tolist() == [[150.0, 195.0], [120.0, 195.0]]


@pytest.mark.parametrize(
    ("mode", "share", "agrees"),
    [
        ("off", 0, True),
        ("reduced", 0.3, True),
        ("full", 1, True),
        ("motion_sensor", 0.3, True),
        ("off", 0.3, False),
        ("full", 0.3, False),
        ("reduced", 1, False),
    ],
)
def test_the_mode_after_hours_must_agree_with_the_scene(load, mode, share, agrees):
    text = luminaire(f'after_hours_mode = "{mode}"\n') + (
        f'[[scenes]]\nname = "night"\nafter_close = true\ngroups = {{ A = {share} }}\n'
    )
    if agrees:
        assert load(text).scenes[0].groups == {"A": share}
    else:
        with pytest.raises(ProjectFileError, match="change one of them"):
            load(text)


def test_unknown_and_none_are_absence_and_known_absence(load):
    head = load(luminaire('lamp_type = "unknown"\nremoved_date = "none"')).heads[0]
    assert head.facts == {"removed_date": "none"}


def test_a_spot_elevation_surface_is_the_ground(load):
    site = load(
        luminaire(at="[5, 5]")
        + "[terrain]\npoints = [[0,0,100],[10,0,110],[10,10,110],[0,10,100]]\n"
    )
    assert site.heads[0].luminaire.base_z_ft == pytest.approx(105.0, abs=1e-9)


def test_spaces_and_letters_of_a_path_are_taken_as_they_are(tmp_path, cases, monkeypatch):
    folder = tmp_path / "My Site (rev 2)" / "Beleuchtung ü"
    folder.mkdir(parents=True)
    shutil.copy(cases / "01-linear-factors.ies", folder / "Area Light #1.IES")
    file = folder.parent / "plan 1.toml"
    kind = '[luminaire_types.A]\nfile = "Beleuchtung ü/Area Light #1.IES"\n'
    file.write_text("format = 1\n" + luminaire(kind=kind), "utf-8")
    monkeypatch.chdir("/")
    assert load_site(file).heads[0].type.file.name.endswith("Area Light #1.IES")


def test_a_large_site_loads_quickly(load):
    rows = "".join(
        f'[[luminaires]]\nid = "P{i}"\ntype = "A"\nat = [{i % 50 * 30}, {i // 50 * 30}]\n'
        "mounting_height_ft = 25\norientation_deg = 90\n"
        for i in range(500)
    )
    start = time.perf_counter()
    assert len(load(TYPE + rows).heads) == 500
    assert time.perf_counter() - start < 2.0  # 0.1 s measured; a loaded machine is slower


def test_loading_a_site_imports_nothing_heavy():
    code = (
        "import sys, photometry.site.project_file;"
        "print([name for name in ('numba', 'matplotlib', 'pandas', 'scipy', 'ezdxf') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_type_says_what_the_c_planes_of_its_file_mean(tmp_path, cases):
    shutil.copy(cases / "34-isym3.ldt", tmp_path)
    (tmp_path / "site.toml").write_text(
        "format = 1\n"
        + "".join(
            f'[luminaire_types.{name}]\nfile = "34-isym3.ldt"\n{turn}\n'
            for name, turn in (
                ("plain", ""),
                ("road", "c0_rotation_deg = 90"),
                ("own", "c0_rotation_deg = 0"),
            )
        )
    )
    types = load_site(tmp_path).types
    across = {
        name: kind.file.distribution.candela(45, [0, 90, 180, 270]).tolist()
        for name, kind in types.items()
    }
    assert across["own"] == [200, 330, 200, 70]  # the C planes as they are numbered
    assert across["road"] == [330, 200, 70, 200]  # C90 is the street side: what EULUMDAT means
    assert across["plain"] == across["road"]


@pytest.mark.parametrize(
    ("turn", "says"),
    [
        ("45", "c0_rotation_deg must be 0, 90, 180 or 270, not 45"),
        ('"left"', "c0_rotation_deg"),
    ],
)
def test_a_turn_that_is_no_quarter_is_a_fault(tmp_path, cases, turn, says):
    shutil.copy(cases / "00-uniform.ies", tmp_path / "uniform.ies")
    (tmp_path / "site.toml").write_text(
        f'format = 1\n[luminaire_types.A]\nfile = "uniform.ies"\nc0_rotation_deg = {turn}\n'
    )
    with pytest.raises(ProjectFileError, match=says) as caught:
        load_site(tmp_path)
    assert len(caught.value.faults) == 1


def test_a_file_in_lateral_angles_is_not_turned(tmp_path, cases):
    shutil.copy(cases / "26-type-b.ies", tmp_path / "b.ies")
    (tmp_path / "site.toml").write_text(
        'format = 1\n[luminaire_types.A]\nfile = "b.ies"\nc0_rotation_deg = 90\n'
    )
    with pytest.raises(ProjectFileError, match="c0_rotation_deg is 90, but an LM-63 file ha"):
        load_site(tmp_path)
