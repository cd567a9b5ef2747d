"""One file of a submittal: the same bytes each time, and archives of strangers."""

import json
import os
import stat
import struct
import zipfile
from pathlib import Path

import pytest

from photometry.cli import main
from photometry.errors import BundleError, OutputError
from photometry.submittal import bundle as bundle_module
from photometry.submittal.bundle import open_bundle, zip_submittal
from photometry.submittal.pipeline import judge
from photometry.submittal.write import write_submittal

GOOD = json.dumps(
    {
        "format": 1,
        "inputs": {"site": "inputs/site.toml", "named": {}, "facts": {}, "codes": {}},
        "files": {},
    }
)


def archive_of(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def opened(path):
    with open_bundle(path) as bundle:
        return bundle.manifest


def test_two_runs_give_the_same_bytes_wherever_the_site_lies(town, fresh_bundle, tmp_path):
    again = tmp_path / "far" / "away"
    for part in ("lot", "library", "towns"):
        for source in (town / part).rglob("*"):
            if source.is_file():
                target = again / source.relative_to(town)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read_bytes())
    files = write_submittal(judge(again / "lot" / "site.toml"), tmp_path / "out", only=("data",))
    for file in files:
        assert (tmp_path / "out" / file).read_bytes() == (fresh_bundle / file).read_bytes(), file
    first = zip_submittal(tmp_path / "out", files).read_bytes()
    os.utime(tmp_path / "out" / "points.csv", (0, 0))
    assert zip_submittal(tmp_path / "out", reversed(files)).read_bytes() == first


def test_nothing_of_the_machine_is_in_what_is_written(town, fresh_bundle):
    for name in ("manifest.json", "results.json", "schedule.csv", "findings.csv"):
        assert str(town.parent) not in (fresh_bundle / name).read_text(encoding="utf-8"), name


def test_a_code_named_on_the_command_line_is_bundled_and_written_by_its_id(town, tmp_path):
    code = str(town / "towns" / "smallville")
    judged = judge(town / "lot" / "site.toml", code=code)
    write_submittal(judged, tmp_path, only=("data",))
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert results["project"]["code"] == ["smallville"]
    assert (tmp_path / "inputs" / "codes" / "smallville" / "code.toml").is_file()


def test_a_lamp_position_table_stays_beside_its_luminaire(fresh_bundle):
    inside = fresh_bundle / "inputs" / "elsewhere"
    assert sorted(path.name for path in inside.iterdir()) == ["lamp.dat", "lamp.ies"]


def test_run_makes_one_file_of_the_submittal_alone(town, tmp_path, capsys):
    out = tmp_path / "out"
    out.mkdir()
    (out / "letter.txt").write_text("dear board", encoding="utf-8")
    site = str(town / "lot" / "site.toml")
    assert main(["run", site, "-o", str(out), "--only", "data", "--zip"]) == 1  # one rule fails
    assert "out.zip" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert "letter.txt" not in archive.namelist()
        assert archive.testzip() is None
        manifest = json.loads(archive.read("manifest.json"))
        assert set(manifest["files"]) == set(archive.namelist()) - {"manifest.json"}
    assert (out / "letter.txt").read_text(encoding="utf-8") == "dear board"


def test_an_archive_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.csv").write_text("a", encoding="utf-8")
    (tmp_path / "out.zip").write_bytes(b"old")

    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(OutputError, match="No space left on device"):
        zip_submittal(out, [Path("a.csv")])
    assert (tmp_path / "out.zip").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.zip"]


def test_an_archive_of_the_folder_is_read_as_one_of_its_files(tmp_path):
    members = [("out/manifest.json", GOOD), ("__MACOSX/out/._manifest.json", "x")]
    assert opened(archive_of(tmp_path / "a.zip", members))["format"] == 1


@pytest.mark.parametrize(
    "name", ["../evil.txt", "/evil.txt", "a/../../evil.txt", "a\\..\\evil.txt", "C:/evil.txt"]
)
def test_a_name_that_leads_out_of_the_archive_is_refused(tmp_path, name):
    path = archive_of(tmp_path / "a.zip", [("manifest.json", GOOD), (name, "evil")])
    with pytest.raises(BundleError, match="lead out of the folder"):
        opened(path)
    assert not list(tmp_path.parent.glob("evil*"))


def test_a_link_in_an_archive_is_refused(tmp_path):
    member = zipfile.ZipInfo("link")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = archive_of(tmp_path / "a.zip", [("manifest.json", GOOD), (member, "/etc/passwd")])
    with pytest.raises(BundleError, match="is a link"):
        opened(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_in_an_archive_twice_is_refused(tmp_path):
    path = archive_of(tmp_path / "a.zip", [("a.csv", "1"), ("A.CSV", "2")])
    with pytest.raises(BundleError, match="in it twice"):
        opened(path)


def test_a_bomb_is_refused_by_what_it_claims(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle_module, "MOST_BYTES", 1_000_000)
    path = archive_of(tmp_path / "a.zip", [("manifest.json", GOOD), ("big", b"0" * 1_100_000)])
    with pytest.raises(BundleError, match="unpacks to more than 1 MB"):
        opened(path)


def test_a_bomb_that_claims_to_be_small_is_refused(tmp_path):
    path = archive_of(tmp_path / "a.zip", [("big", b"0" * 100_000)])
    data = bytearray(path.read_bytes())
    # Both headers claim 10 bytes (offset 22 of a local header, 24 of a central one).
    struct.pack_into("<I", data, 22, 10)
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, 10)
    path.write_bytes(data)
    with pytest.raises(BundleError):
        opened(path)


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04" + b"\0" * 50])
def test_a_file_that_is_no_archive_is_said(tmp_path, content):
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    with pytest.raises(BundleError, match="neither a folder nor a ZIP archive"):
        opened(path)


def test_too_many_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle_module, "MOST_FILES", 3)
    path = archive_of(tmp_path / "a.zip", [(f"{i}.csv", "") for i in range(4)])
    with pytest.raises(BundleError, match="more than 3 files"):
        opened(path)
