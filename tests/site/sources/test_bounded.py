"""Files that are read no further than their kind may be long."""

from __future__ import annotations

from pathlib import Path

import pytest

from photometry.errors import ProjectFileError
from photometry.site.sources.bounded import open_bounded, read_bounded


def test_a_file_of_just_so_many_bytes_is_read_whole(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with open_bounded(path, 5) as stream:
        assert stream.read() == b"12345"


def test_a_larger_file_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"1" * 2_000_001)
    with pytest.raises(ProjectFileError, match=r"a: the list is larger than 2 MB; cut it"):
        read_bounded(path, 2_000_000, "cut it", subject="the list")
    with pytest.raises(ProjectFileError, match=r"a: it is larger than 2 MB; cut it"):
        open_bounded(path, 2_000_000, "cut it").__enter__()


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_device_that_never_ends_is_read_no_further():
    with pytest.raises(ProjectFileError, match="larger than"):
        read_bounded(Path("/dev/zero"), 1000)


def test_what_the_system_says_is_a_fault_of_the_file(tmp_path):
    with pytest.raises(ProjectFileError, match="it cannot be read: No such file"):
        read_bounded(tmp_path / "none", 5)
    with pytest.raises(ProjectFileError, match="it cannot be read: Is a directory"):
        open_bounded(tmp_path, 5).__enter__()
