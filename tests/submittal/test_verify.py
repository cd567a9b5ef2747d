"""A submittal that was handed in: what holds, what was touched, and what cannot be told."""

import csv
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from photometry.cli import main
from photometry.errors import BundleError
from photometry.submittal.bundle import zip_submittal
from photometry.submittal.compare import compare_csv, compare_json, leaves, rows_of
from photometry.submittal.ties import Lights, csv_places, json_places, without_ties
from photometry.submittal.verify import verify


def edit(bundle, name, old, new, *, cover_up=False):
    """Change a text of a file; `cover_up` makes the manifest agree."""
    path = bundle / name
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
    if cover_up:
        manifest = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))
        manifest["files"][name]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
        (bundle / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def differences(bundle):
    return [str(one) for one in verify(bundle).differences]


def test_a_fresh_bundle_holds_without_anything_it_was_made_from(town, fresh_bundle, tmp_path):
    moved = shutil.copytree(fresh_bundle, tmp_path / "another machine" / "out")
    kept = town.with_name("moved away")
    town.rename(kept)
    try:
        found = verify(moved)
    finally:
        kept.rename(town)
    assert found.differences == ()
    assert found.notes == ()
    assert found.n_findings == 3
    assert found.n_files == len([p for p in moved.rglob("*") if p.is_file()]) - 1


def test_a_bundle_holds_by_a_path_from_where_one_stands(fresh_bundle, monkeypatch):
    monkeypatch.chdir(fresh_bundle.parent)
    found = verify(Path(fresh_bundle.name))
    assert found.differences == ()
    assert found.n_findings > 0


def test_a_zipped_bundle_holds(fresh_bundle):
    files = [p.relative_to(fresh_bundle) for p in fresh_bundle.rglob("*") if p.is_file()]
    archive = zip_submittal(fresh_bundle, files)
    assert verify(archive).differences == ()


@pytest.mark.parametrize("cover_up", [False, True])
def test_one_candela_that_was_changed_is_found(handed_in, cover_up):
    name = "inputs/elsewhere/lamp.ies"
    edit(handed_in, name, "1000.0", "1200.0", cover_up=cover_up)
    found = differences(handed_in)
    assert any(name in one and "sha256" in one for one in found) is not cover_up
    assert any(one.startswith("results.json: zones/lot/maintained/avg_fc") for one in found)
    assert any(one.startswith("points.csv: line ") and "maintained_fc" in one for one in found)
    assert all("off by" in one for one in found if "maintained_fc" in one)


def test_one_point_that_was_changed_is_found_and_nothing_else(handed_in):
    lines = (handed_in / "points.csv").read_text(encoding="utf-8").splitlines()
    cells = lines[3].split(",")
    changed = [*cells[:5], f"{float(cells[5]) + 0.01:.4f}", *cells[6:]]
    edit(handed_in, "points.csv", lines[3], ",".join(changed), cover_up=True)
    [only] = differences(handed_in)
    assert only.startswith(f"points.csv: line 4, lot at {cells[1]}, {cells[2]}: maintained_fc")
    assert only.endswith("(off by +0.01)")


def test_one_verdict_that_was_changed_is_found_and_nothing_else(handed_in):
    edit(handed_in, "results.json", '"status": "fail"', '"status": "pass"', cover_up=True)
    [only] = differences(handed_in)
    assert only == (
        "results.json: findings/smallville-1-height at luminaire P1/status "
        'is "pass", recomputed "fail"'
    )


def test_a_file_that_was_removed_is_named(handed_in):
    (handed_in / "statistics.csv").unlink()
    [only] = differences(handed_in)
    assert only.startswith("statistics.csv: ")
    assert "missing" in only


def test_a_hash_that_was_edited_is_named(handed_in):
    manifest = json.loads((handed_in / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"]["points.csv"]["sha256"] = "0" * 64
    (handed_in / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    [only] = differences(handed_in)
    assert only.startswith("points.csv: its sha256 in manifest.json")


def test_a_rule_that_was_loosened_turns_the_verdict(handed_in):
    edit(
        handed_in,
        "inputs/codes/smallville/lighting.toml",
        "value = 18",
        "value = 25",
        cover_up=True,
    )
    assert any("luminaire P1/status" in one for one in differences(handed_in))


def test_a_missing_luminaire_file_is_said_and_nothing_is_recomputed(handed_in, capsys):
    (handed_in / "inputs" / "elsewhere" / "lamp.ies").unlink()
    assert main(["verify", str(handed_in)]) == 2
    said = capsys.readouterr().err
    assert "inputs/elsewhere/lamp.ies: this input is missing from the bundle" in said
    assert "Traceback" not in said


def test_a_file_that_the_bundle_does_not_hold_is_never_looked_for_outside(handed_in):
    edit(handed_in, "inputs/site.toml", "../library/lamp.ies", "/etc/hostname")
    with pytest.raises(BundleError, match=r"/etc/hostname.*the bundle does not hold it"):
        verify(handed_in)


def test_another_version_is_a_note_and_its_wording_is_let_be(handed_in):
    edit(handed_in, "manifest.json", "photometry ", "photometry 0.0.")
    edit(handed_in, "results.json", "Mounting height: ", "Height: ", cover_up=True)
    edit(handed_in, "findings.csv", "Mounting height: ", "Height: ", cover_up=True)
    found = verify(handed_in)
    assert found.differences == ()
    assert any("made by photometry 0.0." in note for note in found.notes)


def test_a_sample_luminaire_of_another_version_is_a_note(handed_in):
    name = "inputs/elsewhere-2/area_t3.ies"
    edit(handed_in, name, "[TESTLAB] none", "[TESTLAB] nobody", cover_up=True)
    assert "sample:area_t3 of the bundle is not the one of this version" in verify(handed_in).notes


def test_the_command_says_whether_everything_holds(handed_in, capsys):
    assert main(["verify", str(handed_in)]) == 0
    assert "everything holds" in capsys.readouterr().out
    edit(handed_in, "statistics.csv", "parking,maintained", "parking,initial")
    assert main(["verify", str(handed_in)]) == 1
    shown = capsys.readouterr().out
    assert "statistics.csv: line 3, lot, maintained: layer" in shown
    assert "2 differences" in shown


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("manifest.json", "[]", "not the manifest"),
        ("manifest.json", "{", "not JSON"),
        ("manifest.json", '{"format": 1}', "lists no"),
        ("manifest.json", "[" * 100_000, "not JSON"),
        ("results.json", "{", "cannot be read"),
        ("points.csv", 'zone,"' + "x" * 200_000, "cannot be read"),
    ],
)
def test_a_broken_file_is_one_clear_fault(handed_in, name, content, said):
    (handed_in / name).write_text(content, encoding="utf-8")
    with pytest.raises(BundleError, match=said):
        verify(handed_in)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a\\b", "C:x", "", "a//b"])
def test_a_manifest_never_leads_out_of_the_bundle(handed_in, name):
    manifest = json.loads((handed_in / "manifest.json").read_text(encoding="utf-8"))
    manifest["inputs"]["named"]["../library/lamp.ies"] = name
    (handed_in / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(BundleError, match="no place in a bundle"):
        verify(handed_in)


def test_a_link_out_of_the_bundle_counts_as_missing(handed_in, tmp_path):
    (tmp_path / "lamp.ies").write_bytes((handed_in / "inputs/elsewhere/lamp.ies").read_bytes())
    (handed_in / "inputs/elsewhere/lamp.ies").unlink()
    (handed_in / "inputs/elsewhere/lamp.ies").symlink_to(tmp_path / "lamp.ies")
    with pytest.raises(BundleError, match="missing from the bundle"):
        verify(handed_in)


def test_a_folder_of_something_else_is_no_submittal(tmp_path, capsys):
    assert main(["verify", str(tmp_path)]) == 2
    assert "this is not a submittal" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "nowhere")]) == 2
    assert "no such folder or file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "found", "holds"),
    [
        (0.5, 0.5001, True),  # fc: one unit of the last decimal
        (0.5, 0.5002, False),
        (200.0, 200.0019, True),  # 1e-5 of the value
        (200.0, 200.0021, False),
        (3, 4, False),  # whole numbers hold exactly
        (300_000, 300_001, False),
        (None, 0.0, False),
        (True, 1, False),
        (float("nan"), 0.5, False),
        ("pass", "fail", False),
    ],
)
def test_numbers_hold_within_a_hundred_thousandth_and_verdicts_exactly(said, found, holds):
    _, found_differences = compare_json("results.json", {"a": said}, {"a": found})
    assert (found_differences == []) is holds


def test_coordinates_far_from_the_origin_hold_to_their_last_decimal():
    # 1e-5 of a state-plane coordinate would be 15 ft.
    said = {"max_at": [1_500_000.0, 2.0, 0.0]}
    near, far = ({"max_at": [1_500_000.0 + by, 2.0, 0.0]} for by in (0.001, 0.01))
    assert compare_json("results.json", said, near)[1] == []
    assert len(compare_json("results.json", said, far)[1]) == 1


def test_rows_that_were_added_or_removed_are_differences():
    table = "zone,x,y\nlot,1.000,2.000\n"
    _, [fewer] = compare_csv("points.csv", "zone,x,y\n", table)
    assert str(fewer) == "points.csv: number of rows is 0, recomputed 1 (off by -1)"
    assert compare_csv("points.csv", "", table)[1]


def test_an_extreme_that_is_moved_to_where_its_light_is_not_is_found(handed_in):
    results = json.loads((handed_in / "results.json").read_text(encoding="utf-8"))
    rows = list(csv.DictReader((handed_in / "points.csv").read_text(encoding="utf-8").splitlines()))
    least = results["zones"]["lot"]["maintained"]["min_fc"]
    place = next(
        [float(row[axis]) for axis in "xyz"]
        for row in rows
        if row["zone"] == "lot" and abs(float(row["maintained_fc"]) - least) > 0.01  # fc
    )
    results["zones"]["lot"]["maintained"]["min_at"] = place
    (handed_in / "results.json").write_text(json.dumps(results), encoding="utf-8")
    assert any("min_at" in one for one in differences(handed_in))


def test_a_place_has_the_light_of_its_own_layers_alone():
    lights = Lights("zone,x,y,z,initial_fc,maintained_fc\nlot,1.000,2.000,0.000,0.9,0.5\n")
    assert lights.has((1.0, 2.0, 0.0), 0.50005)
    assert not lights.has((1.0, 2.0, 0.0), 0.51)
    assert not lights.has((1.0, 3.0, 0.0), 0.5)


def test_a_tie_is_let_be_in_every_file_that_names_it():
    lights = Lights("zone,x,y,z,initial_fc\nlot,1.000,2.000,0.000,0.5\nlot,3.000,2.000,0.000,0.5\n")
    said = {"zones": {"lot": {"max_fc": 0.5, "max_at": [1.0, 2.0, 0.0]}}}
    found = {"zones": {"lot": {"max_fc": 0.5, "max_at": [3.0, 2.0, 0.0]}}}
    _, [moved] = compare_json("results.json", said, found)
    places = {moved.item: json_places(dict(leaves(said)), moved.item)}
    assert without_ties([moved], places, lights) == []
    darker = {"zones": {"lot": {"max_fc": 0.7, "max_at": [1.0, 2.0, 0.0]}}}
    places = {moved.item: json_places(dict(leaves(darker)), moved.item)}
    assert without_ties([moved], places, lights) == [moved]

    head = "rule,where_kind,where_name,measured,witness_x,witness_y,witness_z\n"
    one, two = (head + f"r,zone,lot,0.5,{x},2.0,0.0\n" for x in ("1.0", "3.0"))
    _, [moved] = compare_csv("findings.csv", one, two)
    places = {moved.item: csv_places(rows_of(one), moved.item)}
    assert without_ties([moved], places, lights) == []
