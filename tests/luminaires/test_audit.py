"""Audit notes: each is made where it should be, and is silent on a sound file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from photometry.luminaires.audit import audit
from photometry.luminaires.opening import Opening
from photometry.luminaires.read import read_luminaire

# A sound file: 1000 lm lamps, 100 W would be 3 lm/W, so 8 W; V to 180 with nothing above 90.
SOUND = {
    "lamp": "1 1000 1 5 1 1 1 1 2 0",
    "factors": "1 1 8",
    "vertical": "0 45 85 90 180",
    "lateral": "0",
    "candela": "300 150 10 0 0",
}


@pytest.fixture
def noted(read):
    """Codes and texts of the audit notes of the sound file, parts of it replaced."""

    def audited(**parts):
        return {note.code: note.text for note in read(**(SOUND | parts)).notes}

    return audited


def test_a_sound_file_has_no_notes(noted):
    assert noted() == {}


def test_every_sample_that_ships_with_the_project_is_read_with_audit_notes_only():
    record = read_luminaire("sample:area_t3")
    assert all(note.code > "IES100" for note in record.notes)


def test_required_keywords_are_those_of_the_edition(noted):
    lost = noted(tilt="TILT=NONE", first="IESNA:LM-63-2002\n[OTHER] x")
    assert "IES101" not in lost
    assert "[TESTLAB] [ISSUEDATE]" in read_without("[TESTLAB]", "[ISSUEDATE]")["IES101"]


def read_without(*labels):
    from photometry.luminaires.read import read_luminaire_bytes

    lines = ["[TEST] a", "[TESTLAB] b", "[ISSUEDATE] c", "[MANUFAC] d"]
    kept = [line for line in lines if not line.startswith(labels)]
    data = "\n".join(
        ["IESNA:LM-63-2002", *kept, "TILT=NONE", "1 1000 1 2 1 1 1 0 0 0 1 1 8 0 90 0 9 0"]
    )
    return {note.code: note.text for note in read_luminaire_bytes(data.encode(), "x.ies").notes}


def test_an_edition_without_required_keywords_misses_none(noted):
    assert "IES101" not in noted(first="IESNA:LM-63-1995")


def test_a_keyword_that_is_neither_standard_nor_marked_is_named(noted):
    texts = noted(tilt="[COLOUR] blue\n[_COLOUR] blue\nTILT=NONE")
    assert texts["IES102"].startswith("[COLOUR] not in LM-63-2002")


def test_no_light_at_all_is_noted(noted):
    assert "IES103" in noted(candela="0 0 0 0 0")


@pytest.mark.parametrize("lamp", ["0 1000 1 5 1 1 1 1 2 0", "1 0 1 5 1 1 1 1 2 0"])
def test_relative_photometry_without_lamp_lumens_is_noted(noted, lamp):
    assert "IES104" in noted(lamp=lamp)


def test_more_light_than_the_lamps_give_is_noted(noted):
    assert "times the lumens of its lamps" in noted(candela="900 900 10 0 0")["IES105"]


def test_a_declared_total_is_compared_with_the_integral_without_ballast_factor(noted):
    # By the industry's rule: 2 pi sum of mean candela times difference of cosines.
    #   0-45: 225 x 0.292893, 45-85: 80 x 0.619951, 85-90: 5 x 0.087156  ->  728.5 lm
    def label(lumens):
        return f"[_TOTALLUMINAIRELUMENS] {lumens}\nTILT=NONE"

    assert "IES106" not in noted(tilt=label("728.4 lm"), factors=".9 1 8")
    assert "the candela give 728 lm (-8.9 %)" in noted(tilt=label("800"))["IES106"]
    assert "IES106" not in noted(tilt=label("not tested"))


@pytest.mark.parametrize(
    ("watts", "noted_it"), [("0", True), ("-5", True), ("9999", True), ("8", False)]
)
def test_watts_that_no_luminaire_draws_are_noted(noted, watts, noted_it):
    assert ("IES107" in noted(factors=f"1 1 {watts}")) == noted_it


def test_lumens_per_watt_that_no_luminaire_reaches_are_noted(noted):
    assert "728 lm/W" in noted(factors="1 1 1")["IES108"]
    assert "IES108" in noted(factors="1 1 1000")


@pytest.mark.parametrize(
    ("size_ft", "noted_it"), [(600.0, True), (0.001, True), (4.0, False), (0.0, False)]
)
def test_an_opening_in_the_wrong_unit_is_noted(read, size_ft, noted_it):
    record = replace(read(**SOUND), opening=Opening("circle", size_ft, size_ft, 0.0))
    assert ("IES109" in {note.code for note in audit(record)}) == noted_it


def test_light_at_the_last_angle_of_a_lower_hemisphere_is_noted(noted):
    half = {"lamp": "1 1000 1 4 1 1 1 1 2 0", "vertical": "0 45 85 90"}
    assert noted(**half, candela="300 150 10 7")["IES110"].startswith("7 cd at 90 degrees")
    assert "IES110" not in noted(**half, candela="300 150 10 0")
    assert "IES110" not in noted(candela="300 150 10 7 0")


def test_a_little_uplight_is_noted_and_a_lot_is_a_design(noted):
    # 1 cd at 90 falling to 0 at zenith 90 degrees on is a few lumens, of some 730.
    assert "above horizontal" in noted(candela="300 150 10 1 0")["IES111"]
    assert "IES111" not in noted(candela="200 100 50 50 50")


def test_planes_that_disagree_at_nadir_are_noted(noted):
    two = {"lamp": "1 1000 1 5 2 1 1 1 2 0", "lateral": "0 90"}
    assert "200 to 300 cd" in noted(**two, candela="300 150 10 0 0 200 150 10 0 0")["IES112"]
    assert "IES112" not in noted(**two, candela="300 150 10 0 0 299 150 10 0 0")


def test_a_luminaire_that_lights_its_house_side_is_noted(noted):
    half = {"lamp": "1 1000 1 5 3 1 1 1 2 0", "lateral": "0 90 180"}
    street, house = "100 150 10 0 0", "100 10 1 0 0"
    assert "IES113" in noted(**half, candela=f"{house} {house} {street}")
    assert "IES113" not in noted(**half, candela=f"{street} {house} {house}")
    assert "IES113" not in noted(**half, candela=f"{street} {street} {street}")


def test_factors_on_absolute_candela_are_noted(noted):
    absolute = "1 -1 1.5 5 1 1 1 1 2 0"
    assert "come to 1.5" in noted(lamp=absolute)["IES114"]
    assert "IES114" not in noted(lamp="1 -1 1 5 1 1 1 1 2 0")
    assert "IES114" not in noted(lamp="1 1000 1.5 5 1 1 1 1 2 0")


def test_a_ballast_factor_is_named_so_that_it_is_not_counted_twice(noted):
    assert noted(factors=".9 1 8")["IES115"].startswith("a ballast factor of 0.9 is in the candela")
    assert "implausible" in noted(factors="2 1 8")["IES115"]


def test_a_lamp_position_table_is_announced(noted):
    assert "0.8 to 1" in noted(tilt="TILT=INCLUDE\n1 2 0 90 1 .8")["IES116"]


def test_an_audit_of_the_same_record_is_the_same(lopsided):
    assert audit(lopsided) == audit(lopsided)


def test_every_code_is_explained_once_and_every_explanation_has_a_code():
    root = Path(__file__).parents[2]
    source = "".join(
        file.read_text(encoding="utf-8") for file in (root / "photometry/luminaires").glob("*.py")
    )
    page = (root / "docs/notes.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| (IES\d{3}) ", page, flags=re.MULTILINE)
    assert sorted(explained) == sorted(set(re.findall(r'"(IES\d{3})"', source)))
