import os
import threading
from contextlib import contextmanager

import pytest

from photometry.errors import OutputError
from photometry.submittal.bundle import zip_submittal
from photometry.submittal.files import staged, write_product, write_text
from photometry.submittal.pipeline import judge
from photometry.submittal.verify import verify
from photometry.submittal.write import write_submittal


@contextmanager
def no_file_larger_than(size):
    """Let the system refuse to write on, as it does where a disk or a quota is full."""
    resource = pytest.importorskip("resource", reason="this system limits no file sizes")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_files_appear_together_when_all_are_complete(tmp_path):
    out = tmp_path / "out"
    with staged(out) as stage:
        (stage / "inputs").mkdir()
        (stage / "inputs" / "site.toml").write_text("a")
        (stage / "results.json").write_text("{}")
        assert not (out / "results.json").exists()
    assert (out / "results.json").read_text() == "{}"
    assert (out / "inputs" / "site.toml").read_text() == "a"
    assert sorted(path.name for path in out.iterdir()) == ["inputs", "results.json"]


def test_an_interrupted_run_leaves_the_old_files_and_nothing_else(tmp_path):
    (tmp_path / "results.json").write_text("old")

    def cut_off():
        with staged(tmp_path) as stage:
            (stage / "results.json").write_text("new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cut_off()
    assert (tmp_path / "results.json").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


@pytest.mark.parametrize("cause", [KeyboardInterrupt, ValueError])
def test_a_folder_made_for_nothing_is_taken_away_and_one_that_was_there_stays(tmp_path, cause):
    def cut_off(out):
        with staged(out) as stage:
            (stage / "results.json").write_text("new")
            raise cause

    (tmp_path / "there").mkdir()
    for out in (tmp_path / "a" / "b", tmp_path / "there"):
        with pytest.raises(cause):
            cut_off(out)
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_other_peoples_files_in_the_folder_stay(tmp_path):
    (tmp_path / "letter.txt").write_text("dear board")
    with staged(tmp_path) as stage:
        (stage / "results.json").write_text("{}")
    assert (tmp_path / "letter.txt").read_text() == "dear board"


def test_a_file_where_the_folder_should_be_is_said(tmp_path):
    (tmp_path / "out").write_text("a file")
    with (
        pytest.raises(OutputError, match="is a file, a folder was expected"),
        staged(tmp_path / "out"),
    ):
        pass
    assert (tmp_path / "out").read_text() == "a file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_said(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="cannot be written"), staged(tmp_path / "out"):
        pass


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path, monkeypatch):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", full)
    with pytest.raises(OutputError, match="No space left on device"), staged(tmp_path / "out"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_while_products_are_written_loses_nothing(small_site, tmp_path):
    judged = judge(small_site)
    out = tmp_path / "out"
    write_submittal(judged, out, only=("data",))
    (out / "letter.txt").write_text("dear board")
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    with no_file_larger_than(1000), pytest.raises(OutputError, match="cannot be written"):
        write_submittal(judged, out, only=("data",))
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert verify(out).differences == ()


def test_a_disk_that_fills_up_leaves_the_old_archive_and_the_old_map(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "points.csv").write_bytes(os.urandom(5000))
    archive = tmp_path / "out.zip"
    archive.write_text("old")
    with no_file_larger_than(1000):
        with pytest.raises(OutputError, match="cannot be written"):
            zip_submittal(out, [(out / "points.csv").relative_to(out)])
        with pytest.raises(OutputError, match="cannot be written"):
            write_product(archive, bytes(5000))
    assert archive.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.zip"]


def test_two_runs_into_one_folder_leave_each_file_wholly_of_one(tmp_path):
    names = [f"{number}.csv" for number in range(40)]
    together = threading.Barrier(2)

    def run(letter):
        with staged(tmp_path) as stage:
            for name in names:
                (stage / name).write_text(letter * 5000)
            together.wait(timeout=30)

    runs = [threading.Thread(target=run, args=(letter,)) for letter in "ab"]
    for one in runs:
        one.start()
    for one in runs:
        one.join()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert {(tmp_path / name).read_text() for name in names} <= {"a" * 5000, "b" * 5000}


def test_text_is_written_with_line_feeds_alone(tmp_path):
    write_text(tmp_path / "a.csv", "zone,fc\nlot,1.0\n")
    assert (tmp_path / "a.csv").read_bytes() == b"zone,fc\nlot,1.0\n"


def test_other_people_may_read_what_was_written(tmp_path):
    write_text(tmp_path / "a.csv", "zone,fc\n")
    (tmp_path / "plain").touch()
    assert (tmp_path / "a.csv").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_failed_write_keeps_the_old_text(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    write_text(path, "old")

    def cut_off(*_args):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("pathlib.Path.replace", cut_off)
    with pytest.raises(OSError, match="Input/output"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
