"""Where a submittal may be written, and what must not give way to it."""

import json
import zipfile

import pytest

from photometry.errors import OutputError
from photometry.submittal.destination import check_archive, check_destination

OURS = json.dumps({"format": 1, "program": "photometry 0.1"})


@pytest.fixture
def earlier(tmp_path):
    """An earlier submittal, as far as it tells that it is one."""
    out = tmp_path / "out"
    (out / "inputs").mkdir(parents=True)
    (out / "manifest.json").write_text(OURS)
    (out / "results.json").write_text("{}")
    return out


def test_an_earlier_submittal_and_an_empty_folder_give_way(earlier, tmp_path):
    (tmp_path / "empty").mkdir()
    for folder in (earlier, tmp_path / "empty", tmp_path / "none" / "yet"):
        check_destination(folder, products=["results.json"])


@pytest.mark.parametrize("below", ["inputs", "inputs/out", "inputs/../inputs"])
def test_the_inputs_of_an_earlier_submittal_stay_as_they_are(earlier, below):
    with pytest.raises(OutputError, match=r"in the inputs of a submittal, out.*-o"):
        check_destination(earlier / below, products=["results.json"])


def test_a_folder_beside_the_inputs_of_a_submittal_is_free(earlier):
    check_destination(earlier / "revision b", products=["results.json"])


@pytest.mark.parametrize("name", ["results.json", "inputs", "manifest.json"])
@pytest.mark.parametrize("manifest", [None, "[]", "{", '{"program": "webpack 5"}'])
def test_what_no_run_wrote_is_named_and_not_overwritten(tmp_path, name, manifest):
    if name == "inputs":
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text("{}")
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(OutputError, match="which no run of photometry wrote") as refused:
        check_destination(tmp_path, products=["results.json"])
    [fault] = refused.value.faults
    assert fault.file == str(tmp_path)
    assert "-o" in fault.advice


def test_other_files_of_a_folder_are_no_matter(tmp_path):
    (tmp_path / "results.json").write_text("{}")
    check_destination(tmp_path, products=["plan.dxf"])


def test_a_file_in_the_place_of_the_archive_stays_unless_it_is_a_submittal(tmp_path):
    out = tmp_path / "out"
    check_archive(out)
    archive = tmp_path / "out.zip"
    archive.write_text("photographs")
    with pytest.raises(OutputError, match="no run of photometry wrote it"):
        check_archive(out)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("photo.jpg", b"x")
    with pytest.raises(OutputError, match=r"out\.zip: no run of photometry wrote it"):
        check_archive(out)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("manifest.json", OURS)
    check_archive(out)
