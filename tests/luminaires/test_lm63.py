"""The LM-63 reader: editions, factors, labels, encodings, angles, and what it says of faults."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.errors import LuminaireFileError
from photometry.luminaires.distribution import Symmetry
from photometry.luminaires.read import read_luminaire, read_luminaire_bytes
from photometry.luminaires.record import generation

# ---------------------------------------------------------------- candela and factors


def test_the_factors_multiply_each_candela_once(cases):
    dist = read_luminaire(cases / "01-linear-factors.ies").distribution
    assert dist.candela(0, 0) == pytest.approx(1350, rel=1e-9)
    assert dist.candela(30, 0) == pytest.approx(1080, rel=1e-9)


def test_absolute_photometry_has_no_lamp_lumens(cases):
    record = read_luminaire(cases / "02-absolute-minus1.ies")
    assert record.is_absolute
    assert record.lumens_per_lamp_lm is None
    assert record.lamp_lumens_lm is None
    assert record.distribution.candela(45, 0) == pytest.approx(500, rel=1e-9)


def test_relative_photometry_keeps_its_lamp_lumens(cases):
    record = read_luminaire(cases / "31-lamp-lumen-override.ies")
    assert record.lamp_lumens_lm == 1000
    # A schedule that rescales to 20 000 lm multiplies the light by 20.
    rescaled = record.distribution.scaled(20_000 / record.lamp_lumens_lm)
    assert rescaled.candela(0, 0) == pytest.approx(2000, rel=1e-9)


@pytest.mark.parametrize(
    ("first", "used"),
    [
        ("a free label line", 80.0),
        ("IESNA91", 80.0),
        ("IESNA:LM-63-1995", 100.0),
        ("IESNA:LM-63-2002", 100.0),
        ("IES:LM-63-2019", 100.0),
    ],
)
def test_field_12_multiplies_in_the_1986_and_1991_editions_only(read, first, used):
    record = read(first=first, factors="1 .8 100")
    assert record.distribution.max_candela == pytest.approx(used, rel=1e-12)
    assert record.ballast_lamp_factor == (0.8 if used == 80 else 1.0)


def test_the_ballast_factor_is_in_the_candela_but_not_in_the_rated_ones(read):
    record = read(lamp="1 1000 2 3 1 1 1 0 0 0", factors=".9 1 100")
    assert record.distribution.max_candela == pytest.approx(180, rel=1e-12)
    assert record.rated_distribution.max_candela == pytest.approx(200, rel=1e-12)


def test_exponents_and_counts_with_decimals_are_numbers(cases):
    record = read_luminaire(cases / "22-exponents-and-float-counts.ies")
    assert record.distribution.candela([0, 45], 0) == pytest.approx([1000, 500], rel=1e-9)


@pytest.mark.parametrize(
    "candela",
    ["100 50 0", "+100. 5.0e+01 .0", "1E2\t50\n\n0", "100,50,0", "100 ,\n 50, 0", "1e+0002 5e1 0."],
)
def test_numbers_are_read_however_they_are_written_and_separated(read, candela):
    assert read(candela=candela).distribution.candela_cd.tolist() == [[100, 50, 0]]


def test_commas_separate_and_are_never_decimal_marks(cases):
    dist = read_luminaire(cases / "09-comma-delimited.ies").distribution
    assert dist.candela(45, 0) == pytest.approx(500, rel=1e-9)
    assert len(dist.vertical_deg) == 3


def test_a_cosine_file_keeps_its_values(cases):
    dist = read_luminaire(cases / "47-lambert-100-lumens.ies").distribution
    assert dist.candela(60, 0) == pytest.approx(15.91549431, rel=1e-5)


def test_noise_below_zero_is_taken_as_zero_with_a_note(read, codes):
    record = read(candela="100 -0.5 0")
    assert record.distribution.candela_cd.min() == 0
    assert "IES010" in codes(record)


def test_candela_far_below_zero_are_refused(faults):
    assert faults(candela="100 -50 0") == [
        "small.ies:11: 1 candela value(s) below 0, down to -50; light has no sign"
    ]


# ---------------------------------------------------------------- editions


@pytest.mark.parametrize(
    ("first", "version", "noted"),
    [
        ("IESNA91", "1991", False),
        ("IESNA:LM-63-1995", "1995", False),
        ("IESNA:LM-63-2002", "2002", False),
        ("IES:LM-63-2019", "2019", False),
        ("IESNA: LM-63-2002", "2002", True),
        ("iesna:lm-63-1995", "1995", True),
        ("IESNA:LM-63-1986", "1986", True),
        ("IESNA:LM-63-1991", "1991", True),
        ("IESNA:LM-63-2019", "2019", True),
        ("IES:LM-63-19", "2019", True),
        ("IESNA95", "1995", True),
        ("IESNA:LM-63-2008", "2002", True),
    ],
)
def test_the_first_line_names_the_edition_in_many_spellings(read, codes, first, version, noted):
    record = read(first=first)
    assert record.version == version
    assert ("IES001" in codes(record)) == noted


def test_a_file_without_an_edition_line_is_of_1986_and_keeps_its_labels(read, codes):
    record = read(first="REPORT NUMBER ABC-1")
    assert record.version == "1986"
    assert record.keywords[0] == ("OTHER", "REPORT NUMBER ABC-1")
    assert "IES002" in codes(record)


def test_a_blank_after_the_colon_is_tolerated(cases, codes):
    record = read_luminaire(cases / "10-header-with-space.ies")
    assert record.version == "2002"
    assert record.distribution.candela(0, 0) == pytest.approx(1000, rel=1e-9)
    assert "IES001" in codes(record)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1.00001, "undefined"),
        (1.0001, "computer simulation"),
        (1.1, "test at an accredited laboratory"),
        (1.0000999, "computer simulation"),
        (1.5, None),
        (45.0, None),
        (float("nan"), None),
    ],
)
def test_file_generation_types_are_put_in_words(value, words):
    assert generation(value) == words


def test_a_generation_type_is_kept_and_never_multiplied(read):
    record = read(first="IES:LM-63-2019", factors="1 1.10000 100")
    assert record.generation_type == 1.1
    assert record.distribution.max_candela == 100


# ---------------------------------------------------------------- labels


def test_more_lines_continue_the_keyword_before_them(read):
    record = read(tilt="[OTHER] one\n[MORE] two\n[MORE]three\nTILT=NONE")
    assert record.keyword("other") == "one\ntwo\nthree"
    assert [name for name, _ in record.keywords].count("MORE") == 0


def test_a_more_line_with_nothing_before_it_is_kept_and_noted(codes):
    data = b"IESNA:LM-63-2002\n[MORE] lost\nTILT=NONE\n1 -1 1 2 1 1 1 0 0 0 1 1 9 0 90 0 5 5"
    record = read_luminaire_bytes(data, "x.ies")
    assert record.keywords == (("MORE", "lost"),)
    assert "IES008" in codes(record)


def test_repeated_user_and_block_keywords_keep_their_order(read):
    record = read(
        tilt="[LAMP]a\n[_LED DRIVER] x]y\n[LAMP] b\n[BLOCK]\n[LUMCAT] c\n[ENDBLOCK]\nTILT=NONE"
    )
    assert record.keywords[4:] == (
        ("LAMP", "a"),
        ("_LED DRIVER", "x]y"),
        ("LAMP", "b"),
        ("BLOCK", ""),
        ("LUMCAT", "c"),
        ("ENDBLOCK", ""),
    )
    assert record.keyword("LAMP") == "a"


def test_header_lines_without_a_keyword_are_kept_and_noted_once(read, codes):
    record = read(tilt="stray one\nstray two\nTILT=NONE")
    assert [value for name, value in record.keywords if name == "OTHER"] == [
        "stray one",
        "stray two",
    ]
    assert codes(record).count("IES007") == 1


def test_long_and_indented_lines_are_read_whole(cases, codes):
    record = read_luminaire(cases / "12-long-lines.ies")
    assert record.keyword("TEST") == "indented keyword"
    assert record.distribution.candela(90, 0) == pytest.approx(640, rel=1e-9)
    assert record.distribution.candela(1.25, 0) == pytest.approx(995, rel=1e-6)
    assert "IES006" in codes(record)


# ---------------------------------------------------------------- bytes


def test_windows_characters_in_a_label_do_not_stop_the_read(cases, codes):
    record = read_luminaire(cases / "17-cp1252-degree.ies")
    assert record.distribution.candela(45, 0) == pytest.approx(500, rel=1e-9)
    assert "45°" in (record.keyword("LUMINAIRE") or "")
    assert "IES004" in codes(record)


def test_a_byte_order_mark_is_dropped(cases, codes):
    record = read_luminaire(cases / "18-utf8-bom.ies")
    assert record.version == "2002"
    assert record.distribution.candela(45, 0) == pytest.approx(500, rel=1e-9)
    assert "IES003" in codes(record)


def test_doubled_carriage_returns_are_one_line_end(cases, codes):
    record = read_luminaire(cases / "20-cr-cr-lf.ies")
    assert record.distribution.candela(45, 0) == pytest.approx(500, rel=1e-9)
    assert "IES005" in codes(record)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
def test_every_line_end_gives_the_same_record_and_the_same_lines(ies, faults, end):
    data = ies().replace(b"\n", end)
    assert (
        read_luminaire_bytes(data, "x.ies").keywords
        == read_luminaire_bytes(ies(), "x.ies").keywords
    )
    broken = ies(candela="100 x 0").replace(b"\n", end)
    assert faults(broken)[0].startswith("small.ies:11: 'x' is not a number")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t", "the file is empty"),
        ("IESNA91\nTILT=NONE".encode("utf-16"), "the text is UTF-16"),
        (b"IESNA91\nTILT=NONE\n1\0", "this is not a text file: it holds zero bytes"),
        (b"IESNA91\n[TEST] x\n1 2 3", "no TILT= line"),
    ],
)
def test_what_is_not_a_text_file_of_the_format_is_refused_in_one_line(faults, data, said):
    found = faults(data)
    assert len(found) == 1
    assert said in found[0]
    assert "\n" not in found[0]


# ---------------------------------------------------------------- angles


@pytest.mark.parametrize(
    ("lateral", "symmetry"),
    [
        ("0", Symmetry.AXIAL),
        ("0 90", Symmetry.QUADRANT),
        ("0 180", Symmetry.BILATERAL_0_180),
        ("90 270", Symmetry.BILATERAL_90_270),
        ("0 360", Symmetry.NONE),
    ],
)
def test_the_standard_ranges_say_the_symmetry(read, codes, lateral, symmetry):
    n = len(lateral.split())
    record = read(lamp=f"1 1000 1 3 {n} 1 1 0 0 0", lateral=lateral, candela="100 50 0 " * n)
    assert record.distribution.symmetry is symmetry
    assert not {"IES013", "IES014", "IES015", "IES016"} & set(codes(record))


def test_a_ring_that_stops_short_of_360_is_closed_with_a_note(read, codes):
    record = read(
        lamp="1 1000 1 2 4 1 1 0 0 0",
        vertical="0 90",
        lateral="0 90 180 270",
        candela="5 10\n5 20\n5 30\n5 40",
    )
    assert "IES016" in codes(record)
    # Halfway between the plane at 270 (40) and the one at 360, which is that at 0 (10).
    assert record.distribution.candela(90, 315) == pytest.approx(25, rel=1e-12)


def test_a_ring_may_begin_elsewhere(read, codes):
    record = read(
        lamp="1 1000 1 2 3 1 1 0 0 0",
        vertical="0 90",
        lateral="-180 0 180",
        candela="5 10 5 20 5 10",
    )
    assert "IES016" in codes(record)
    assert record.distribution.candela(90, [0, 180, 270]) == pytest.approx([20, 10, 15])


def test_angles_rounded_on_their_way_are_put_back_on_their_limits(read, codes):
    record = read(
        lamp="1 1000 1 3 2 1 1 0 0 0",
        vertical="0 90 179.99998",
        lateral="0 360.0001",
        candela="9 5 1 9 5 1",
    )
    assert codes(record).count("IES023") == 2
    assert record.distribution.symmetry is Symmetry.NONE
    assert record.distribution.candela(180, 0) == 1
    assert "IES023" not in codes(read(vertical="0 45 89.9"))


def test_one_plane_at_another_angle_is_taken_all_round(read, codes):
    record = read(lateral="90")
    assert "IES014" in codes(record)
    assert record.distribution.candela(45, [0, 123]) == pytest.approx([50, 50])


def test_planes_at_0_and_360_that_differ_are_noted(read, codes):
    record = read(
        lamp="1 1000 1 2 3 1 1 0 0 0",
        vertical="0 90",
        lateral="0 180 360",
        candela="5 10 5 20 5 11",
    )
    assert "IES015" in codes(record)


@pytest.mark.parametrize(
    "lateral", ["0 45", "180 360", "-90 90", "0 1", "0 200", "10 90", "30 390.5"]
)
def test_ranges_that_leave_light_unsaid_are_refused(faults, lateral):
    found = faults(lamp="1 1000 1 3 2 1 1 0 0 0", lateral=lateral, candela="100 50 0 100 50 0")
    assert len(found) == 1
    assert found[0].startswith("small.ies:10: lateral angles ")
    assert "mean nothing in Type C" in found[0]


@pytest.mark.parametrize("vertical", ["0 45 130", "5 45 90", "0 45 60"])
def test_vertical_angles_that_stop_short_give_no_light_beyond(read, codes, vertical):
    record = read(vertical=vertical, candela="100 50 40")
    angles = [float(word) for word in vertical.split()]
    assert "IES013" in codes(record)
    assert record.distribution.candela(angles[-1] + 0.01, 0) == 0
    assert record.distribution.candela(angles[-1], 0) == pytest.approx(40)


def test_angles_that_do_not_rise_are_refused(cases, faults):
    data = (cases / "29-duplicate-angle.ies").read_bytes()
    assert faults(data, "29.ies") == ["29.ies:7: vertical angles must rise, but 0 follows 0"]
    assert faults(vertical="90 45 0") == [
        "small.ies:9: vertical angles must rise, but 45 follows 90"
    ]


def test_type_c_angles_below_0_ask_about_the_photometric_type(faults):
    found = faults(vertical="-90 0 90")
    assert len(found) == 1
    assert found[0] == (
        "small.ies:9: Type C vertical angles lie in 0 to 180; found -90 to 90; "
        "check the photometric type, field 6 of the lamp record"
    )


def test_type_1_with_angles_below_0_is_type_a_in_1986(read, codes):
    record = read(
        first="OLD REPORT",
        lamp="1 1000 1 3 2 1 1 0 0 0",
        vertical="-90 0 90",
        lateral="-90 90",
        candela="0 100 0 0 100 0",
    )
    assert record.distribution.photometric_type == "A"
    assert "IES018" in codes(record)


@pytest.mark.parametrize("kind", [2, 3])
def test_type_a_and_b_halves_are_mirrored(read, codes, kind):
    record = read(
        lamp=f"1 1000 1 3 2 {kind} 1 0 0 0", lateral="0 90", candela="100 50 10  80 40 10"
    )
    dist = record.distribution
    assert dist.symmetry is Symmetry.LATERAL
    assert dist.vertical_deg.tolist() == [-90, -45, 0, 45, 90]
    assert dist.candela_cd.tolist() == [[10, 50, 100, 50, 10], [10, 40, 80, 40, 10]]
    assert "IES017" in codes(record)


@pytest.mark.parametrize(
    ("vertical", "lateral"), [("-90 0 90", "10 90"), ("10 40 90", "0 90"), ("-90 0 120", "-90 90")]
)
def test_type_b_ranges_that_make_no_sense_are_refused(faults, vertical, lateral):
    found = faults(
        lamp="1 1000 1 3 2 2 1 0 0 0", vertical=vertical, lateral=lateral, candela="0 9 0 0 9 0"
    )
    assert len(found) == 1
    assert "Type B" in found[0]


# ---------------------------------------------------------------- faults


def test_a_truncated_file_says_what_was_expected_and_found(cases, faults):
    found = faults((cases / "28-truncated-candelas.ies").read_bytes(), "28.ies")
    assert len(found) == 1
    assert found[0] == (
        "28.ies:10: 8 candela values expected (4 vertical x 2 lateral angles), 6 found; "
        "get the whole file again, or check the counts of angles"
    )


def test_faults_that_can_be_found_together_are_reported_together(faults):
    found = faults(
        lamp="1 1000 0 3 1 7 9 0 0 0", factors="0 1 100", vertical="0 90 45", candela="100 50"
    )
    places = [line.split(":")[1] for line in found]
    assert places == ["7", "7", "7", "8", "9", "11"]
    for line, word in zip(
        found,
        ["multiplier", "photometric type", "units type", "ballast", "rise", "3 candela"],
        strict=True,
    ):
        assert word in line


def test_a_missing_factor_line_is_recognised(faults):
    found = faults(factors="")
    assert len(found) == 1
    assert found[0].startswith(
        "small.ies:9: the line of ballast factor, future use and input watts"
    )
    assert found[0].endswith("put in a line such as '1 1 WATTS'")


def test_a_file_cut_three_values_short_is_not_taken_for_one_without_its_factors(faults):
    found = faults(lamp="1 1000 1 3 2 1 1 0 0 0", lateral="0 90", candela="100 50 0")
    assert "6 candela values expected" in found[0]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"lamp": "1 1000 1 3.5 1 1 1 0 0 0"}, "7: 3.5 vertical angles announced"),
        ({"lamp": "1 1000 1 1 1 1 1 0 0 0"}, "7: 1 vertical angles announced"),
        ({"lamp": "1 1000 1 3 0 1 1 0 0 0"}, "7: 0 lateral angles announced"),
        ({"lamp": "1 1000 1 3 -1 1 1 0 0 0"}, "7: -1 lateral angles announced"),
        ({"lamp": "1 1000 1e-9 3 1 1 1 0 0 0"}, "7: the candela multiplier is 1e-09"),
        ({"vertical": "0 1e-300 90"}, "9: vertical angles must rise, but 1e-300 follows 0"),
        ({"lamp": "1 1000 1 1e9 1e9 1 1 0 0 0"}, "7: 1e+09 x 1e+09 candela values announced"),
        (
            {"lamp": "x 1000 1 3 1 1 1 0 0 0"},
            "7: 'x' is not a number; expected the number of lamps",
        ),
        ({"factors": "1 1 lots"}, "8: 'lots' is not a number; expected the input watts"),
        ({"vertical": "0 4_5 90"}, "9: '4_5' is not a number; expected a vertical angle"),
        ({"candela": "100 nan 0"}, "11: 'nan' is not a number; expected a candela value"),
        ({"candela": "100 50 inf"}, "11: 'inf' is not a number; expected a candela value"),
        ({"candela": "100 1e999 0"}, "11: '1e999' is too large; expected a candela value"),
        ({"candela": "100\n50\nEND"}, "13: 'END' is not a number"),
    ],
)
def test_each_bad_number_is_named_with_its_line(faults, parts, said):
    found = faults(**parts)
    assert len(found) == 1
    assert found[0].startswith(f"small.ies:{said}")


@pytest.mark.parametrize("keep", range(7, 10))
def test_a_file_that_ends_in_a_record_says_which(ies, faults, keep):
    lines = ies().splitlines()[:keep]
    found = faults(b"\n".join(lines))
    assert len(found) == 1
    assert f"small.ies:{keep}: " in found[0]


def test_text_and_numbers_after_the_last_value_are_noted(read, codes):
    assert "IES020" in codes(read(candela="100 50 0\nEND"))
    assert "IES021" in codes(read(candela="100 50 0\n7 8 9"))
    assert not {"IES020", "IES021"} & set(codes(read(candela="100 50 0\n\x1a\n")))


def test_every_note_of_a_strange_file_has_the_line_it_is_about(read):
    record = read(
        first="IESNA: LM-63-2002",
        tilt="stray\nTILT = none",
        lamp="1 -5 1 3 1 1 1 -1 0 0",
        factors="1 0 100",
        vertical="0 45 80",
        lateral="15",
        candela="100 50 0 and more",
    )
    lines = {note.code: note.line for note in record.notes if note.code < "IES100"}
    assert lines == {
        "IES001": 1,
        "IES007": 6,
        "IES009": 7,
        "IES019": 8,
        "IES011": 8,
        "IES012": 9,
        "IES013": 10,
        "IES014": 11,
        "IES020": 12,
    }


# ---------------------------------------------------------------- finding the file


def test_a_web_page_named_ies_is_recognised(cases):
    with pytest.raises(LuminaireFileError) as caught:
        read_luminaire(cases / "104-html-instead-of-ies.ies")
    message = str(caught.value)
    assert "104-html-instead-of-ies.ies:1: this is a web page" in message
    assert "TILT=" in message
    assert "\n" not in message


def test_a_missing_file_names_its_neighbour(cases):
    with pytest.raises(LuminaireFileError, match=r"no such file; did you mean 00-uniform\.ies\?"):
        read_luminaire(cases / "00-unifrom.ies")
    with pytest.raises(LuminaireFileError, match="there is no folder"):
        read_luminaire(cases / "nowhere" / "x.ies")


def test_a_folder_is_not_a_luminaire_file(cases):
    with pytest.raises(LuminaireFileError, match="this is a folder"):
        read_luminaire(cases)


def test_a_name_with_a_zero_byte_is_refused():
    with pytest.raises(LuminaireFileError, match="cannot be read"):
        read_luminaire("a\0b.ies")


def test_a_file_of_unreasonable_size_is_not_read(tmp_path):
    huge = tmp_path / "huge.ies"
    with huge.open("wb") as stream:
        stream.truncate(50_000_000)
    with pytest.raises(LuminaireFileError, match="50 MB: no luminaire file is so large"):
        read_luminaire(huge)


@pytest.mark.parametrize("name", ["a b/ü name.IES", "a b/x.Ies", "a b/no suffix"])
def test_spaces_and_suffixes_in_any_case_are_fine(tmp_path, ies, name):
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_bytes(ies())
    record = read_luminaire(str(file))
    assert record.name == file.name


def test_content_decides_before_the_suffix(ies, codes):
    record = read_luminaire_bytes(ies(), "wrongly named.ldt")
    assert record.file_format == "LM-63"
    assert codes(record)[0] == "IES022"


def test_an_unknown_format_lists_those_that_are_known(faults):
    assert "known are LM-63 (.ies)" in faults(b"hello\nworld", "notes.txt")[0]


def test_a_sample_is_read_by_its_name_and_an_unknown_one_names_the_nearest():
    record = read_luminaire("sample:area_t3")
    assert record.name == "sample:area_t3"
    assert record.distribution.max_candela > 0
    with pytest.raises(LuminaireFileError, match="did you mean area_t3"):
        read_luminaire("sample:area-t3")
    with pytest.raises(LuminaireFileError, match="no sample luminaire"):
        read_luminaire("sample:../pyproject")


def test_the_smallest_case_is_a_thousand_candela_everywhere_below(cases):
    dist = read_luminaire(cases / "00-uniform.ies").distribution
    v, h = np.meshgrid(np.linspace(0, 90, 7), np.linspace(0, 360, 9))
    assert dist.candela(v, h) == pytest.approx(np.full(v.shape, 1000.0), rel=1e-12)
