"""Every sample luminaire rates as its design claims, and as its file says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from photometry.luminaires.bug import bug_rating
from photometry.luminaires.cutoff import cutoff_class, is_fully_shielded
from photometry.luminaires.floodlight import nema_type
from photometry.luminaires.lumens import total_lumens
from photometry.luminaires.read import read_luminaire
from photometry.luminaires.roadway import roadway_class

IES_FILES = Path(__file__).parents[2] / "ies_files"
MANIFEST = tomllib.loads((IES_FILES / "MANIFEST.toml").read_text(encoding="utf-8"))
ROADWAY = [name for name, table in MANIFEST.items() if "roadway_type" in table]


def _file(name):
    return read_luminaire(IES_FILES / f"{name}.ies")


@pytest.mark.parametrize("name", MANIFEST)
def test_the_reader_has_nothing_to_remark(name):
    assert _file(name).notes == ()


@pytest.mark.parametrize("name", MANIFEST)
def test_the_file_gives_the_lumens_and_watts_of_the_manifest(name):
    luminaire = _file(name)
    # 0.1 lm: candela are rounded to a tenth and the manifest's lumens too.
    assert total_lumens(luminaire.distribution) == pytest.approx(
        MANIFEST[name]["lumens_lm"], abs=0.1
    )
    assert luminaire.input_watts_w == MANIFEST[name]["watts_w"]
    assert luminaire.distribution.max_candela == MANIFEST[name]["max_candela_cd"]
    assert luminaire.is_absolute == (MANIFEST[name]["photometry"] == "absolute")


@pytest.mark.parametrize("name", ROADWAY)
def test_the_roadway_type_and_range_are_as_claimed(name):
    found = roadway_class(_file(name).distribution)
    assert found.lateral == MANIFEST[name]["roadway_type"]
    assert found.longitudinal == MANIFEST[name].get("roadway_range", "")


@pytest.mark.parametrize("name", ROADWAY)
def test_the_bug_rating_is_as_claimed(name):
    assert str(bug_rating(_file(name).distribution)) == MANIFEST[name]["bug"]


@pytest.mark.parametrize("name", [n for n, table in MANIFEST.items() if "cutoff" in table])
def test_the_cutoff_class_is_as_claimed(name):
    luminaire = _file(name)
    assert (
        cutoff_class(luminaire.distribution, luminaire.lamp_lumens_lm) == MANIFEST[name]["cutoff"]
    )


@pytest.mark.parametrize("name", ROADWAY)
def test_good_practice_is_fully_shielded_and_bad_practice_is_not(name):
    shielded = is_fully_shielded(_file(name).distribution)
    assert shielded == (MANIFEST[name]["practice"] == "good")


@pytest.mark.parametrize("name", ROADWAY)
def test_the_header_states_the_claims(name):
    stated = _file(name).keyword("DISTRIBUTION")
    assert stated is not None
    assert stated.startswith(f"TYPE {MANIFEST[name]['roadway_type']},")
    assert MANIFEST[name]["bug"].replace("-", " - ") in stated


def test_the_flood_has_its_nema_type():
    found = nema_type(_file("sports_flood_b").distribution)
    assert str(found) == MANIFEST["sports_flood_b"]["nema"]
