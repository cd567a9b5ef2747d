"""A site whose geometry comes from a drawing is the site that its coordinates would make."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import ezdxf
import numpy as np
import pytest

from photometry.ordinance.finding import Status
from photometry.site.project_file import load_site
from photometry.submittal.pipeline import calculate, judge
from photometry.submittal.verify import verify
from photometry.submittal.write import write_submittal

FOLDER = Path(__file__).parents[2] / "examples" / "library-lot"


@pytest.fixture(scope="module")
def drawn():
    return judge(FOLDER / "site.toml")


@pytest.fixture(scope="module")
def inline():
    return calculate(load_site(FOLDER / "site-inline.toml"))


@pytest.fixture
def script(monkeypatch):
    spec = importlib.util.spec_from_file_location("make_dxf", FOLDER / "make_dxf.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "make_dxf", module)
    spec.loader.exec_module(module)
    return module


def test_the_drawing_gives_every_pole_with_what_is_written_on_it(drawn):
    heads = {head.id: head for head in drawn.site.heads}
    assert len(heads) == 24
    assert heads["P5"].luminaire.orientation_deg == 90  # in a block that is mirrored and turned
    assert heads["P7"].luminaire.orientation_deg == 270  # mirrored
    assert heads["E2"].luminaire.orientation_deg == 180  # written on it, however it is turned
    assert heads["B-3"].luminaire.mounting_height_ft == 3.5  # 3'-6", the third of an array
    assert {note.code for note in drawn.site.notes} == {"SITE043", "SITE047", "SITE049"}


def test_the_drawing_and_its_twin_give_the_same_footcandles(drawn, inline):
    ours = {**drawn.calc.zones, **drawn.calc.lines}
    theirs = {**inline.zones, **inline.lines}
    assert set(theirs) <= set(ours)
    for name, twin in theirs.items():
        assert ours[name].points_ft == pytest.approx(twin.points_ft, abs=1e-8), name  # rounding
        assert np.abs(ours[name].fc - twin.fc).max() < 1e-9, name
        assert np.abs(ours[name].initial_fc - twin.initial_fc).max() < 1e-9, name


def test_the_library_conforms(drawn):
    assert not [one.rule for one in drawn.findings if one.status is Status.FAIL]


def test_a_submittal_from_a_drawing_holds_when_it_is_recomputed(tmp_path):
    for name in ("base.dxf", "facts.toml"):
        shutil.copy(FOLDER / name, tmp_path)
    # Not judged here: that is what takes the time, and what the test above does.
    text = (FOLDER / "site.toml").read_text("utf-8").replace('code = ["sweden-ny"]', "")
    (tmp_path / "site.toml").write_text(text, "utf-8")
    write_submittal(judge(tmp_path / "site.toml"), tmp_path / "out", ("data",))
    assert (tmp_path / "out" / "inputs" / "base.dxf").is_file()
    assert verify(tmp_path / "out").differences == ()


def test_the_script_makes_both_files_again(script, tmp_path):
    script.main(tmp_path)
    twin = (tmp_path / "site-inline.toml").read_bytes()
    assert twin == (FOLDER / "site-inline.toml").read_bytes()
    made, kept = ((folder / "base.dxf").read_text("utf-8") for folder in (tmp_path, FOLDER))
    if ezdxf.__version__ not in kept:  # another version heads its files otherwise
        made, kept = (text[text.index("BLOCKS") : text.index("OBJECTS")] for text in (made, kept))
    assert made == kept
