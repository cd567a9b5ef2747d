"""The sample luminaires: made again byte for byte, and what they claim to be."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

IES_FILES = Path(__file__).parents[2] / "ies_files"
MANIFEST = tomllib.loads((IES_FILES / "MANIFEST.toml").read_text(encoding="utf-8"))
NAMES = tuple(MANIFEST)


def _script():
    spec = importlib.util.spec_from_file_location("make_samples", IES_FILES / "make_samples.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


make_samples = _script()
DESIGNS = {design.name: design for design in make_samples.read_designs()}
AREA_OPTICS = [name for name in NAMES if not DESIGNS[name].is_type_b]


@pytest.mark.parametrize("name", NAMES)
def test_the_script_makes_the_same_bytes_again(name):
    made = make_samples.file_text(DESIGNS[name]).encode("ascii")
    assert made == (IES_FILES / f"{name}.ies").read_bytes()


def test_the_manifest_is_made_again_too():
    made = make_samples.manifest_text(tuple(DESIGNS.values()))
    assert made == (IES_FILES / "MANIFEST.toml").read_text(encoding="utf-8")


def test_the_manifest_describes_every_file_there_is():
    assert {f"{name}.ies" for name in NAMES} == {path.name for path in IES_FILES.glob("*.ies")}


@pytest.mark.parametrize("name", NAMES)
def test_the_manifest_gives_the_hash_of_the_file(name):
    content = (IES_FILES / MANIFEST[name]["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == MANIFEST[name]["sha256"]


def test_there_are_good_and_bad_examples():
    practices = [table["practice"] for table in MANIFEST.values()]
    assert len(practices) >= 10
    assert set(practices) == {"good", "ordinary", "bad"}


@pytest.mark.parametrize("name", NAMES)
def test_an_led_sample_gives_as_many_lumens_a_watt_as_real_ones(name):
    design = DESIGNS[name]
    efficacy = design.lumens_lm / design.watts_w
    # Shields and bollards waste light; metal halide with its ballast gives half as much.
    low, high = (70, 140) if design.lamp_lumens_lm is None else (40, 70)
    assert low <= efficacy <= high


@pytest.mark.parametrize("name", NAMES)
def test_lines_are_short_enough_for_old_readers_and_end_in_cr_lf(name):
    content = (IES_FILES / f"{name}.ies").read_bytes()
    lines = content.split(b"\r\n")
    assert content.count(b"\n") == content.count(b"\r\n") == len(lines) - 1
    # IESNA LM-63-1995 allowed 80 characters of text and 132 of numbers.
    tilt = lines.index(b"TILT=NONE")
    assert max(len(line) for line in lines[:tilt]) <= 100
    assert max(len(line) for line in lines[tilt:]) <= 132


@pytest.mark.parametrize("name", AREA_OPTICS)
def test_every_lateral_plane_meets_the_others_at_nadir(name):
    candela = make_samples.tabulated_candela(DESIGNS[name])
    assert np.ptp(candela[:, 0]) == 0.0


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_dark")])
def test_a_dark_optic_is_dark_where_its_name_says(name):
    limit_deg = {"bollard_dark": 82.0, "soffit_dark": 61.0}.get(name, 70.0)
    assert MANIFEST[name]["dark_above_deg"] <= limit_deg


def test_a_mirrored_lobe_is_the_same_on_both_sides():
    lobe = make_samples.Lobe(vertical_deg=60, lateral_deg=50, half_width_deg=25)
    optic = make_samples.Optic(lobes=(lobe,), edge_deg=80, edge_width_deg=10)
    v = np.arange(0.0, 91.0, 5.0)
    left = make_samples.optic_candela(optic, v, np.array([20.0, 50.0, 130.0]))
    right = make_samples.optic_candela(optic, v, -np.array([20.0, 50.0, 130.0]))
    np.testing.assert_allclose(left, right, rtol=1e-12)  # rounding of cosines


def test_a_lobe_falls_to_half_at_its_half_width_and_fall():
    lobe = make_samples.Lobe(vertical_deg=60, fall_deg=6, half_width_deg=25)
    optic = make_samples.Optic(lobes=(lobe,), edge_deg=90, edge_width_deg=1)
    cd = make_samples.optic_candela(optic, np.array([60.0, 66.0]), np.array([0.0, 25.0]))
    assert cd[0, 0] == pytest.approx(1.0)
    assert cd[1, 0] == pytest.approx(0.5)
    assert cd[0, 1] == pytest.approx(0.5)


def test_a_shield_leaves_the_street_side_alone_and_stops_the_house_side():
    lobe = make_samples.Lobe(vertical_deg=60)
    shield = make_samples.Shield(starts_deg=10, ends_deg=40, leak=0.02)
    open_optic = make_samples.Optic(lobes=(lobe,), edge_deg=90, edge_width_deg=10)
    shielded = make_samples.Optic(lobes=(lobe,), edge_deg=90, edge_width_deg=10, shield=shield)
    v, h = np.arange(0.0, 90.0, 10.0), np.array([0.0, 45.0, 90.0, 180.0])
    ratio = make_samples.optic_candela(shielded, v, h) / make_samples.optic_candela(
        open_optic, v, h
    )
    np.testing.assert_allclose(ratio[:3], 1.0, rtol=1e-12)
    assert ratio[3, v == 10.0] == pytest.approx(1.0)
    np.testing.assert_allclose(ratio[3, v >= 40.0], 0.02, rtol=1e-9)


def test_check_says_nothing_when_the_files_are_as_made(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["make_samples.py", "--check"])
    assert make_samples.main() == 0
    assert capsys.readouterr().out == ""
