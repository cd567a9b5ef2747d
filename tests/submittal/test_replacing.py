"""An "or equal": the site with another luminaire file."""

import json
import shutil

import pytest

from photometry.cli import main
from photometry.errors import LuminaireFileError, ProjectFileError
from photometry.luminaires.read import sample_path
from photometry.submittal.diff import diff_judgements
from photometry.submittal.pipeline import judge
from photometry.submittal.replacing import load_replaced
from photometry.submittal.verify import verify


@pytest.fixture
def other(tmp_path):
    """Another luminaire, in a folder of its own."""
    folder = tmp_path / "offers"
    folder.mkdir()
    return shutil.copyfile(sample_path("sample:area_t4"), folder / "other.ies")


def run(*arguments):
    return main([str(argument) for argument in arguments])


def test_the_replaced_site_is_the_site_that_names_the_other_file(small_site, other):
    replaced = judge(small_site, replaced={"A": str(other)})
    text = small_site.read_text(encoding="utf-8").replace("sample:area_t3", other.as_posix())
    edited = small_site.with_name("edited.toml")
    edited.write_text(text, encoding="utf-8")
    assert replaced.calc["lot"].fc.tolist() == judge(edited).calc["lot"].fc.tolist()
    assert replaced.calc["lot"].fc.tolist() != judge(small_site).calc["lot"].fc.tolist()


def test_what_the_replacement_changes_is_told(small_site, other):
    changes = diff_judgements(judge(small_site), judge(small_site, replaced={"A": str(other)}))
    assert any(str(one).startswith("A  catalogue_number") for one in changes.types)
    assert any(one.item == "lot/maintained/avg_fc" for one in changes.statistics)
    assert changes.luminaires == ()
    assert not diff_judgements(judge(small_site), judge(small_site, replaced={}))


def test_a_file_is_found_from_where_the_user_stands_not_from_the_site(
    small_site, other, monkeypatch
):
    monkeypatch.chdir(other.parent)
    assert load_replaced(small_site, {"A": "other.ies"}).types["A"].file.name == "other.ies"
    with pytest.raises(LuminaireFileError, match="absent"):
        load_replaced(small_site, {"A": "absent.ies"})


def test_the_bundle_of_a_replacement_verifies_on_its_own(small_site, other, tmp_path, capsys):
    out = tmp_path / "offer"
    assert run("run", small_site, "--replace", f"A={other}", "--only", "data", "-o", out) == 0
    said = capsys.readouterr()
    assert "What the replacement changes" in said.out
    assert "SITE013" in said.err
    other.unlink()
    assert verify(out).differences == ()
    manifest = json.loads((out / "manifest.json").read_bytes())
    assert manifest["inputs"]["replaced"] == {"A": "replacing:A/other.ies"}
    assert str(tmp_path) not in (out / "manifest.json").read_text(encoding="utf-8")


def test_the_submittal_of_the_site_as_it_is_is_not_written_over(small_site, capsys):
    run("run", small_site, "--only", "data")
    before = (small_site.parent / "out" / "results.json").read_bytes()
    run("run", small_site, "--only", "data", "--replace", "A=sample:area_t4")
    assert (small_site.parent / "out" / "results.json").read_bytes() == before
    assert (small_site.parent / "out-replaced" / "results.json").is_file()
    assert "out-replaced" in capsys.readouterr().out


def test_what_is_still_declared_of_the_old_luminaire_is_noted(small_site):
    text = small_site.read_text(encoding="utf-8")
    text = text.replace("llf = 0.8", 'llf = 0.8\nlamp_power_w = 400\ndescription = "old"')
    text = text.replace("mounting_height_ft = 20", 'mounting_height_ft = 20\nshielding = "full"')
    small_site.write_text(text, encoding="utf-8")
    notes = load_replaced(small_site, {"A": "sample:area_t4"}).notes
    kept, own = [note.text for note in notes if note.code == "SITE013"]
    assert "lamp_power_w, lamp_type, description" in kept
    assert "P1" in own


def test_an_unknown_type_is_refused_with_the_nearest(small_site):
    with pytest.raises(ProjectFileError, match=r'no luminaire type "B".*known: A'):
        judge(small_site, replaced={"B": "sample:area_t4"})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["A"], "expected TYPE=FILE"),
        (["=x.ies"], "expected TYPE=FILE"),
        (["A=x.ies", "A=y.ies"], "replaced twice"),
        (["A=absent.ies"], "absent.ies"),
        (["A=sample:area_t44"], "did you mean area_t4"),
    ],
)
def test_a_replacement_that_cannot_be_ends_with_2_and_writes_nothing(
    small_site, options, words, capsys
):
    given = [part for option in options for part in ("--replace", option)]
    assert run("run", small_site, *given) == 2
    assert words in capsys.readouterr().err
    assert not (small_site.parent / "out-replaced").exists()


def test_a_manifest_whose_replacements_are_no_table_is_refused(small_site, tmp_path, capsys):
    run("run", small_site, "--only", "data", "-o", tmp_path / "o")
    path = tmp_path / "o" / "manifest.json"
    manifest = json.loads(path.read_bytes())
    manifest["inputs"]["replaced"] = ["A"]
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert run("verify", tmp_path / "o") == 2
    assert "replaced" in capsys.readouterr().err
