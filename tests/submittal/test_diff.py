"""What changed between two submittals."""

import json
import shutil

import pytest

from photometry.cli import main
from photometry.errors import BundleError
from photometry.submittal.bundle import zip_submittal
from photometry.submittal.diff import _changes as changes_of
from photometry.submittal.diff import _Submittal, diff
from photometry.submittal.pipeline import judge
from photometry.submittal.write import write_submittal


@pytest.fixture
def redesign(town, tmp_path):
    """Write another submittal of the lot, its files edited: file, old text, new text."""

    def make(*edits):
        folder = shutil.copytree(town, tmp_path / "redesign")
        for name, old, new in edits:
            text = (folder / name).read_text(encoding="utf-8")
            assert old in text
            (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        files = write_submittal(judge(folder / "lot/site.toml"), tmp_path / "new", only=("data",))
        return zip_submittal(tmp_path / "new", files)

    return make


TOWN = {"project": {"name": "A"}, "unit": "ft", "provenance": {}, "zones": {}, "lines": {}}


def submittal_of(results, head="P1,10,10,0"):
    """Give what of a submittal is compared, of results and one luminaire."""
    texts = {
        "results.json": json.dumps({**results, "findings": []}),
        "luminaires.csv": f"id,x,y,base_z\n{head}\n",
        "schedule.csv": "type,quantity\n",
    }
    return _Submittal._made(lambda name, parse: parse(texts[name]))


def lines(changes):
    return [str(change) for change in changes]


def test_a_submittal_does_not_differ_from_itself(fresh_bundle, handed_in, capsys):
    assert not diff(fresh_bundle, handed_in)
    assert main(["diff", str(fresh_bundle), str(handed_in)]) == 0
    assert "nothing changed" in capsys.readouterr().out


def test_a_luminaire_that_was_moved_is_told_with_its_distance(fresh_bundle, redesign):
    changes = diff(fresh_bundle, redesign(("lot/site.toml", "at = [10, 10]", "at = [13, 14]")))
    assert lines(changes.luminaires) == ["P1  moved  10, 10, 0 → 13, 14, 0 (5.00)"]
    assert any(one.item == "lot/maintained/avg_fc" for one in changes.statistics)
    assert changes.types == changes.verdicts == changes.about == ()


def test_luminaires_that_came_went_and_changed_are_told(fresh_bundle, redesign):
    poles = "id,type,x,y,mounting_height_ft\nP3,B,25,15,15\n"
    site_edit = ("lot/site.toml", "mounting_height_ft = 20", "mounting_height_ft = 18")
    changes = diff(
        fresh_bundle, redesign(("lot/lists/poles.csv", poles.replace("3", "2"), poles), site_edit)
    )
    assert lines(changes.luminaires) == [
        "P3  added",
        "P2  removed",
        "P1  mounting_height_ft  20 → 18 (-2)",
    ]


def test_a_verdict_that_turned_is_told_and_what_fails_now_comes_first(fresh_bundle, redesign):
    changes = diff(
        fresh_bundle,
        redesign(
            ("lot/site.toml", "mounting_height_ft = 20", "mounting_height_ft = 18"),
            ("lot/lists/poles.csv", "25,15,15", "25,15,19"),
        ),
    )
    assert lines(changes.verdicts) == [
        "smallville-1-height at luminaire P2  pass → fail",
        "smallville-1-height at luminaire P1  fail → pass",
    ]


def test_the_change_of_a_statistic_is_that_of_the_two_files(fresh_bundle, redesign):
    archive = redesign(("lot/site.toml", "llf = 0.9", "llf = 0.45"))
    [change] = [
        one for one in diff(fresh_bundle, archive).statistics if one.item == "lot/maintained/avg_fc"
    ]
    was = json.loads((fresh_bundle / "results.json").read_text(encoding="utf-8"))
    assert change.was == was["zones"]["lot"]["maintained"]["avg_fc"]
    assert change.now < change.was
    assert str(change).endswith(f"({change.now - change.was:+.4g})")


def test_another_reading_of_the_code_is_told(fresh_bundle, redesign):
    changes = diff(fresh_bundle, redesign(("lot/site.toml", 'HEIGHT = "low"', 'HEIGHT = "high"')))
    assert lines(changes.about) == ["provenance/options/HEIGHT  low → high"]
    assert "smallville-1-height at luminaire P1  fail → pass" in lines(changes.verdicts)


def test_a_zone_that_was_renamed_came_and_went(fresh_bundle, redesign):
    changes = diff(fresh_bundle, redesign(("lot/site.toml", 'name = "lot"', 'name = "plaza"')))
    assert lines(changes.statistics) == ["lot  removed", "plaza  added"]


def test_the_command_gives_every_change_as_json(fresh_bundle, redesign, capsys):
    archive = redesign(("lot/site.toml", "at = [10, 10]", "at = [13, 14]"))
    assert main(["diff", str(fresh_bundle), str(archive), "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["format"] == 1
    assert record["luminaires"] == [
        {"item": "P1", "what": "moved", "was": [10.0, 10.0, 0.0], "now": [13.0, 14.0, 0.0]}
    ]
    assert main(["diff", str(fresh_bundle), str(archive)]) == 1
    assert "Luminaires   1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("results.json", "[]"),
        ("results.json", '{"findings": 3}'),
        ("results.json", "{"),
        ("luminaires.csv", "id,x\nP1,2\n"),
        ("luminaires.csv", "id,x,y,base_z\nP1,a,b,c\n"),
        ("schedule.csv", "kind\nA\n"),
    ],
)
def test_a_broken_file_is_one_clear_fault(fresh_bundle, handed_in, name, content):
    (handed_in / name).write_text(content, encoding="utf-8")
    with pytest.raises(BundleError, match=f"{name}: it cannot be read"):
        diff(fresh_bundle, handed_in)


def test_a_submittal_without_numbers_is_said(fresh_bundle, handed_in):
    (handed_in / "results.json").unlink()
    with pytest.raises(BundleError, match="nothing to compare"):
        diff(handed_in, fresh_bundle)


def test_statistics_that_changed_most_are_told_first_and_faint_light_last():
    """Of one that halved, one that lost a tenth, one that came, and one that doubled unseen."""
    layers = [
        {"faint": {"max_fc": 0.001}, "tenth": {"max_fc": 10.0}, "half": {"max_fc": 4.0}},
        {"faint": {"max_fc": 0.002}, "tenth": {"max_fc": 9.0}, "half": {"max_fc": 2.0}, "new": {}},
    ]
    old, new = (submittal_of({**TOWN, "zones": zones}) for zones in layers)
    told = [one.item for one in changes_of(old, new).statistics]
    assert told == ["new", "half/max_fc", "tenth/max_fc", "faint/max_fc"]


@pytest.mark.parametrize(
    ("name", "x", "is_unrelated"), [("B", 50, True), ("B", 10.001, False), ("A", 50, False)]
)
def test_two_projects_are_told_apart_by_name_and_by_where_luminaires_stand(name, x, is_unrelated):
    old = submittal_of(TOWN)
    new = submittal_of({**TOWN, "project": {"name": name}}, head=f"Q9,{x},10,0")
    assert changes_of(old, new).are_unrelated is is_unrelated


def test_two_unrelated_projects_are_said_in_one_line(fresh_bundle, redesign, capsys):
    poles = "id,type,x,y,mounting_height_ft\nP3,B,25,15,15\n"
    edits = [
        ("lot/site.toml", "at = [10, 10]", "at = [11, 10]"),
        ("lot/site.toml", "[project]", '[project]\nname = "Another"'),
        ("lot/lists/poles.csv", poles.replace("P3,B,25", "P2,B,25"), poles.replace("25", "24")),
    ]
    other = redesign(*edits)
    assert main(["diff", str(fresh_bundle), str(other)]) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("Two projects, lot and Another: ")
    assert "no luminaire of one stands where one of the other does" in first
    assert len(rest) == 1
    assert main(["diff", "--all", str(fresh_bundle), str(other)]) == 1
    assert "Luminaires" in capsys.readouterr().out
