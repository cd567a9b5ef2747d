"""EULUMDAT: every symmetry and turn against a plain ring of planes, and what is tolerated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import LuminaireFileError
from photometry.luminaires.distribution import Symmetry
from photometry.luminaires.lm63_write import write_lm63
from photometry.luminaires.opening import Opening
from photometry.luminaires.read import read_luminaire, read_luminaire_bytes

GAMMA = (0, 30, 60, 90)
# Lines 1 to 32; the ten direct ratios follow, then the lists.
FIELDS = {
    1: "Maker", 2: "3", 3: "1", 4: "1", 5: "0", 6: "4", 7: "30",
    8: "report 7", 9: "luminaire", 10: "number 9", 11: "file.ldt", 12: "2024-05-06 someone",
    13: "0", 14: "0", 15: "0", 16: "0", 17: "0", 18: "0", 19: "0", 20: "0", 21: "0",
    22: "100", 23: "0", 24: "1", 25: "0", 26: "1",
    27: "2", 28: "LED", 29: "1000", 30: "4000 K", 31: "80", 32: "50",
}  # fmt: skip


def ldt(c_deg=(0,), planes=((100, 90, 50, 10),), gamma_deg=GAMMA, end="\r\n", sets=(), **fields):
    """Bytes of a file; fields by their line as f24="2"."""
    lines = dict(FIELDS)
    lines[4], lines[6] = str(len(c_deg)), str(len(gamma_deg))
    lines |= {int(key[1:]): str(value) for key, value in fields.items()}
    values = [*c_deg, *gamma_deg, *(value for plane in planes for value in plane)]
    written = [lines[n] for n in range(1, 33)] + [str(field) for set_ in sets for field in set_]
    return end.join([*written, *["0.5"] * 10, *map(str, values), ""]).encode("cp1252")


def read(*args, rotation=0, **fields):
    return read_luminaire_bytes(ldt(*args, **fields), "small.ldt", c0_rotation_deg=rotation)


def faults(data):
    with pytest.raises(LuminaireFileError) as caught:
        read_luminaire_bytes(data, "small.ldt")
    return [str(fault) for fault in caught.value.faults]


# --- small cases from faults seen in other programs -----------------------------------------


def test_a_decimal_comma_is_a_decimal_mark(cases):
    dist = read_luminaire(cases / "33-decimal-comma.ldt", c0_rotation_deg=0).distribution
    assert dist.candela([0, 45], 0) == pytest.approx([401.0, 200.5], rel=1e-12)  # exact in decimal


def test_planes_symmetric_about_c90_are_stored_from_c270(cases):
    dist = read_luminaire(cases / "34-isym3.ldt", c0_rotation_deg=0).distribution
    assert dist.candela(45, [0, 90, 180, 270]) == pytest.approx([200, 330, 200, 70], rel=1e-12)
    # Points 10 ft off on either side of a luminaire 10 ft up: I cos(45) / 200, in fc.
    side_fc = dist.candela(45, [90, 270]) * math.cos(math.radians(45)) / 200
    assert side_fc == pytest.approx([1.166726189, 0.2474873734], rel=1e-9)


def test_a_quarter_is_mirrored_about_both_planes(cases):
    dist = read_luminaire(cases / "36-isym4.ldt", c0_rotation_deg=0).distribution
    ring = dist.candela(45, np.arange(0, 360, 45))
    assert ring == pytest.approx([10, 20, 30, 20, 10, 20, 30, 20], rel=1e-12)


def test_a_negative_number_of_lamps_marks_absolute_photometry(cases):
    record = read_luminaire(cases / "37-absolute-negative-lamps.ldt", c0_rotation_deg=0)
    assert record.is_absolute
    assert record.lamp_lumens_lm is None
    assert record.lamp_count == 1
    assert record.distribution.candela(0, 0) == pytest.approx(1273.24, rel=1e-5)  # six digits
    assert record.lumens == pytest.approx(8000, rel=1e-6)  # 159.154943 has nine digits


def test_the_ring_closes_between_the_last_plane_and_c0(cases):
    dist = read_luminaire(cases / "39-isym0-wrap.ldt", c0_rotation_deg=0).distribution
    assert dist.candela(45, 315) == pytest.approx(25, rel=1e-12)
    assert dist.candela(45, 359.9) == pytest.approx(10 + 30 * 0.1 / 90, rel=1e-9)


# --- every symmetry, every turn, against a plain ring ----------------------------------------

SYMMETRIES = {
    0: (Symmetry.NONE, Symmetry.NONE),
    1: (Symmetry.AXIAL, Symmetry.AXIAL),
    2: (Symmetry.BILATERAL_0_180, Symmetry.BILATERAL_90_270),
    3: (Symmetry.BILATERAL_90_270, Symmetry.BILATERAL_0_180),
    4: (Symmetry.QUADRANT, Symmetry.QUADRANT),
}


def the_same(symmetry, c):
    """The stored plane that stands for plane C, in whole degrees."""
    if symmetry == 1:
        return 0
    if symmetry in {2, 4} and c > 180:
        c = 360 - c
    if symmetry in {3, 4} and 90 < c < 270:
        c = (180 - c) % 360
    return c % 360


@st.composite
def rings(draw):
    """A symmetry, the planes of its ring (even or uneven), and candela per klm of each."""
    symmetry = draw(st.integers(0, 4))
    steps = draw(st.lists(st.integers(1, 44), min_size=1, max_size=4))
    quarter = sorted({0, 90, *(min(sum(steps[: i + 1]), 89) for i in range(len(steps)))})
    first = {the_same(symmetry, c + turn) for c in quarter for turn in (0, 90, 180, 270)}
    ring = sorted({c for c in range(360) if the_same(symmetry, c) in first})
    stored = sorted({the_same(symmetry, c) for c in ring}, key=lambda c: (c + 90) % 360 - 90)
    values = {c: draw(st.lists(st.integers(1, 999), min_size=4, max_size=4)) for c in stored}
    return symmetry, ring, stored, values


@settings(max_examples=60, deadline=None)
@given(ring=rings(), rotation=st.sampled_from([0, 90, 180, 270]))
def test_every_symmetry_and_turn_gives_the_planes_of_the_ring(ring, rotation):
    symmetry, c_deg, stored, values = ring
    if symmetry != 3:
        stored = sorted(stored)
    record = read(c_deg, [values[c] for c in stored], f3=symmetry, rotation=rotation)
    dist = record.distribution
    assert dist.symmetry is SYMMETRIES[symmetry][rotation % 180 // 90]
    for c in c_deg:
        expected = values[the_same(symmetry, c)]
        # Nothing is interpolated at a plane of the file; 1000 lm make candela of the values.
        assert dist.candela(GAMMA, (c - rotation) % 360).tolist() == expected
    for c, after in zip(c_deg, [*c_deg[1:], c_deg[0] + 360], strict=True):
        middle = [
            (low + high) / 2
            for low, high in zip(
                values[the_same(symmetry, c)], values[the_same(symmetry, after % 360)], strict=True
            )
        ]
        found = dist.candela(GAMMA, (c + after) / 2 - rotation)
        assert found == pytest.approx(middle, rel=1e-9)  # the middle of uneven binary fractions


@settings(max_examples=20, deadline=None)
@given(ring=rings(), rotation=st.sampled_from([0, 90, 180, 270]))
def test_a_turned_luminaire_is_written_as_lm63_with_the_same_light(ring, rotation):
    symmetry, c_deg, stored, values = ring
    if symmetry != 3:
        stored = sorted(stored)
    record = read(c_deg, [values[c] for c in stored], f3=symmetry, rotation=rotation)
    again = read_luminaire_bytes(write_lm63(record).encode(), "again.ies")
    v, h = np.meshgrid(np.linspace(0, 90, 13), np.arange(0, 360, 7.5))
    np.testing.assert_allclose(
        again.distribution.candela(v, h),
        record.distribution.candela(v, h),
        rtol=1e-9,  # 12 digits are written
    )
    assert again.lumens == pytest.approx(record.lumens, rel=1e-9)


def test_c90_is_the_street_side_unless_asked_otherwise():
    ring, planes = (0, 90, 180, 270), [(5, 10 + i, 0, 0) for i in range(4)]
    turned = read(ring, planes, f3=0, rotation=None)
    assert turned.distribution.candela(30, 0) == pytest.approx(11, rel=1e-12)
    assert "IES030" in [note.code for note in turned.notes]
    for rotation in (0, 90, 180, 270):
        record = read(ring, planes, f3=0, rotation=rotation)
        assert record.distribution.candela(30, 0) == pytest.approx(10 + rotation / 90, rel=1e-12)
        assert "IES030" not in [note.code for note in record.notes]


def test_a_turn_of_an_axially_symmetric_luminaire_is_no_matter():
    record = read(rotation=None)
    assert record.distribution.symmetry is Symmetry.AXIAL
    assert "IES030" not in [note.code for note in record.notes]


@pytest.mark.parametrize("rotation", [45, -90, 360, float("nan")])
def test_only_quarter_turns_are_known(rotation):
    with pytest.raises(LuminaireFileError, match="expected 0, 90, 180 or 270"):
        read(rotation=rotation)


def test_a_symmetric_ring_may_have_its_last_plane_listed_twice():
    ring, planes = (0, 90, 180, 270, 360), [(5, 10, 0, 0)] * 5
    assert read(ring, planes, f3=0).distribution.candela(30, 300) == pytest.approx(10, rel=1e-12)


# --- flux and factors ------------------------------------------------------------------------


def test_candela_are_per_1000_lm_of_all_lamps_times_the_conversion_factor():
    record = read(f27=4, f29="2500", f24="0,8")
    assert record.distribution.candela(0, 0) == pytest.approx(100 * 2.5 * 0.8, rel=1e-12)
    assert record.multiplier == 0.8
    assert (record.lamp_count, record.lumens_per_lamp_lm) == (4, 625)
    assert record.lamp_lumens_lm == 2500
    assert record.input_watts_w == 50


def test_the_first_set_of_lamps_is_used_and_the_others_named():
    record = read(f26=2, sets=[(1, "HST", 5000, "2000 K", "20", 70)])
    assert record.distribution.candela(0, 0) == pytest.approx(100, rel=1e-12)
    assert record.input_watts_w == 50
    (note,) = [note for note in record.notes if note.code == "IES031"]
    assert note.text == "2 sets of lamps; the first was used (1000 lm), not HST 5000 lm"
    assert note.line == 26


def test_absolute_candela_are_known_by_their_flux():
    # 159.154943 cd down to 90 degrees make 1000 lm: per 1000 lm, or candela, of 1000 or 8000 lm.
    even = [(159.154943,) * 4]
    per_klm = read(planes=even, f27=-1, f29="8000")
    candela = read(planes=[(8 * 159.154943,) * 4], f27=-1, f29="8000")
    for record in (per_klm, candela):
        assert record.lumens == pytest.approx(8000, rel=1e-6)  # nine digits of the candela
    assert [note.code for note in candela.notes if note.code < "IES100"] == ["IES033"]
    assert [note.code for note in per_klm.notes if note.code < "IES100"] == []


def test_relative_photometry_is_per_1000_lm_whatever_it_adds_up_to():
    record = read(planes=[(8 * 159.154943,) * 4], f27=1, f29="8000", f23="100")
    assert record.lumens == pytest.approx(64_000, rel=1e-6)
    assert {"IES035", "IES105"} <= {note.code for note in record.notes}


def test_a_light_output_ratio_that_the_intensities_contradict_is_noted():
    even = [(159.154943 * 0.8,) * 4]
    assert "IES035" not in [n.code for n in read(planes=even, f23="80,0").notes]
    (note,) = [n for n in read(planes=even, f23="85").notes if n.code == "IES035"]
    assert note.text.startswith("the light output ratio is given as 85 %, the intensities make 80")


def test_no_lamps_count_as_one():
    record = read(f27=0)
    assert (record.lamp_count, record.lumens_per_lamp_lm) == (1, 1000)
    assert "IES032" in [note.code for note in record.notes]


# --- opening and names -----------------------------------------------------------------------

FT = 1000 * 0.3048  # millimetres


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((0, 0, 0), Opening("point", 0, 0, 0)),
        ((FT, 2 * FT, 0), Opening("rectangle", 1, 2, 0)),
        ((FT, 2 * FT, 0.5 * FT), Opening("box", 1, 2, 0.5)),
        ((FT, 0, 0), Opening("circle", 1, 1, 0)),
        ((FT, 0, 3 * FT), Opening("vertical cylinder", 1, 1, 3)),
        ((0, 2 * FT, 0), Opening("circle", 2, 2, 0)),
    ],
)
def test_the_luminous_area_in_millimetres_is_the_opening_in_feet(sizes, expected):
    length, width, height = sizes
    opening = read(f16=length, f17=width, f20=height).opening
    assert opening.shape == expected.shape
    found = (opening.width_ft, opening.length_ft, opening.height_ft)
    # millimetres by a factor that is itself rounded
    assert found == pytest.approx(
        (expected.width_ft, expected.length_ft, expected.height_ft), rel=1e-12
    )


def test_the_length_of_the_area_lies_from_c90_to_c270_and_turns_with_the_planes():
    for rotation, along in ((0, "width_ft"), (90, "length_ft"), (180, "width_ft")):
        opening = read(f16=2 * FT, f17=FT, rotation=rotation).opening
        assert getattr(opening, along) == pytest.approx(2, rel=1e-12)


def test_fields_are_kept_under_the_keywords_of_lm63():
    record = read(f1='"Maker & Co"', f28="LED 4000 K")
    assert record.keyword("MANUFAC") == "Maker & Co"
    assert record.keyword("LUMCAT") == "number 9"
    assert record.keyword("LUMINAIRE") == "luminaire"
    assert record.keyword("LAMP") == "LED 4000 K"
    assert record.keyword("TEST") == "report 7"
    assert record.keyword("ISSUEDATE") == "2024-05-06 someone"
    assert (record.file_format, record.version, record.name) == ("EULUMDAT", "1990", "small.ldt")


def test_an_empty_field_is_no_keyword():
    assert read(f8="").keyword("TEST") is None


def test_keywords_that_only_lm63_requires_are_not_missed():
    codes = [note.code for note in read(f1="", f8="").notes]
    assert "IES101" not in codes
    assert "IES102" not in codes


def test_a_measured_tilt_is_noted():
    (note,) = [n for n in read(f25="15").notes if n.code == "IES034"]
    assert note.line == 25


# --- what is tolerated -----------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_lines_may_end_in_any_way(end):
    assert read(end=end).distribution.candela(0, 0) == pytest.approx(100, rel=1e-12)


def test_windows_letters_are_read():
    record = read(f9="Größe 1")
    assert record.keyword("LUMINAIRE") == "Größe 1"


def test_a_file_without_its_suffix_is_told_by_its_numbers():
    record = read_luminaire_bytes(ldt(), "luminaire.ies")
    assert record.file_format == "EULUMDAT"
    assert record.notes[0].code == "IES022"


@pytest.mark.parametrize(
    ("line", "value", "code"),
    [
        (16, "600 mm", "IES036"),
        (32, "-50", "IES036"),
        (24, "", "IES036"),
        (24, "0", "IES036"),
        (7, "5", "IES038"),
    ],
)
def test_a_harmless_field_at_fault_is_noted_with_its_line(line, value, code):
    record = read(**{f"f{line}": value})
    (note,) = [note for note in record.notes if note.code == code]
    assert note.line == line
    assert record.distribution.candela(0, 0) == pytest.approx(100, rel=1e-12)


def test_several_numbers_on_a_line_are_read_and_noted():
    record = read(planes=[("100 90", "50 10")])
    assert record.distribution.candela([0, 30, 60, 90], 0) == pytest.approx([100, 90, 50, 10])
    assert "IES037" in [note.code for note in record.notes]


def test_one_plane_without_symmetry_is_taken_all_round():
    record = read(f3=0)
    assert record.distribution.symmetry is Symmetry.AXIAL
    assert "IES039" in [note.code for note in record.notes]


def test_planes_far_apart_are_interpolated_and_noted():
    record = read((0, 180), [(8, 8, 8, 8), (4, 4, 4, 4)], f3=0)
    assert record.distribution.candela(30, [45, 90, 270]) == pytest.approx([7, 6, 6], rel=1e-12)
    assert "IES039" in [note.code for note in record.notes]


def test_gamma_angles_that_stop_short_are_noted_with_their_line():
    record = read(gamma_deg=(0, 30, 60, 80))
    (note,) = [note for note in record.notes if note.code == "IES013"]
    assert note.line == 44  # 26 fields, 6 of the lamps, 10 ratios, one C plane
    assert record.distribution.candela(85, 0) == 0


def test_what_follows_the_last_intensity_is_noted():
    assert "IES021" in [n.code for n in read(planes=[(100, 90, 50, 10, 5)]).notes]
    assert "IES020" in [n.code for n in read(planes=[(100, 90, 50, 10, "end")]).notes]


# --- faults ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"f3": 5}, "small.ldt:3: the symmetry Isym is '5'; expected a whole number from 0 to 4"),
        ({"f4": "1,5"}, "small.ldt:4: the number of C planes Mc is '1,5'; expected a whole"),
        ({"f6": "1"}, "small.ldt:6: the number of gamma angles Ng is '1'; expected a whole"),
        ({"f26": "0"}, "small.ldt:26: the number of lamp sets is '0'; expected a whole number"),
        ({"f29": "0"}, "small.ldt:29: the luminous flux of the lamps is 0 lm; it must be more"),
        ({"f29": "3000 lm"}, "small.ldt:29: '3000 lm' is not a number; expected the luminous flux"),
        ({"f27": "one"}, "small.ldt:27: 'one' is not a number; expected the number of lamps"),
        ({"f27": "1,5"}, "small.ldt:27: 1.5 is no number of lamps; expected a whole number"),
        ({"f29": "1e12"}, "small.ldt:29: 1e+12 lm is more than any lamps give"),
        ({"f24": "-1"}, "small.ldt:24: the conversion factor is -1; it must be more than 0"),
        ({"planes": [(1, "x", 1, 1)]}, "small.ldt:49: 'x' is not a number; expected a candela"),
        ({"planes": [(1, "nan", 1, 1)]}, "small.ldt:49: 'nan' is not a number; expected a candela"),
        ({"planes": [(1, "1.000,5", 1, 1)]}, "small.ldt:49: '1.000.5' is not a number"),
        ({"planes": [(9, -5, 1, 1)]}, "small.ldt:48: 1 candela value(s) below 0, down to -5"),
        ({"planes": [(9, 5, 1)]}, "small.ldt:50: 4 candela values expected (4 vertical x 1"),
        ({"gamma_deg": (0, 60, 30, 90)}, "small.ldt:46: gamma angles must rise, but 30 follows 60"),
        ({"gamma_deg": (0, 60, 90, 270)}, "small.ldt:44: Type C vertical angles lie in 0 to 180"),
        ({"c_deg": (400,)}, "small.ldt:43: C planes lie in 0 to 360; found 400 to 400"),
        (
            {"c_deg": (0, 90, 180), "planes": [(1, 1, 1, 1)] * 3, "f3": 0},
            "small.ldt:43: no symmetry (Isym 0), but planes from C0 to C180 only",
        ),
        (
            {"c_deg": (0, 45, 135, 180), "planes": [(1, 1, 1, 1)] * 2, "f3": 4},
            "small.ldt:43: symmetry Isym 4 needs a plane C90, the last that it stores, and none",
        ),
    ],
)
def test_a_fault_says_where_and_what(fields, expected):
    assert any(fault.startswith(expected) for fault in faults(ldt(**fields)))


def test_the_faults_of_a_file_come_together():
    found = faults(ldt(f24="x", f29="y", gamma_deg=(0, 60, 30, 90)))
    assert [fault.split(":")[1] for fault in found] == ["24", "29", "46"]


def test_a_file_cut_off_says_what_is_missing():
    data = ldt()
    lines = data.split(b"\r\n")
    assert "within its 26 fixed fields" in faults(b"\r\n".join(lines[:20]))[0]
    assert "within 1 lamp set(s) and ten direct ratios" in faults(b"\r\n".join(lines[:36]))[0]
    assert "the file ends within their lists" in faults(b"\r\n".join(lines[:45]))[0]
    assert "4 candela values expected" in faults(b"\r\n".join(lines[:49]))[0]
