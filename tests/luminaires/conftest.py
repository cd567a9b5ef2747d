"""Fixtures of the luminaire tests: files from memory, and the corpus of real files."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire_bytes

FILE = """\
{first}
[TEST] none
[TESTLAB] none
[ISSUEDATE] 2024-01-01
[MANUFAC] none
{tilt}
{lamp}
{factors}
{vertical}
{lateral}
{candela}
"""
PARTS = {
    "first": "IESNA:LM-63-2002",
    "tilt": "TILT=NONE",
    "lamp": "1 1000 1 3 1 1 1 0 0 0",
    "factors": "1 1 100",
    "vertical": "0 45 90",
    "lateral": "0",
    "candela": "100 50 0",
}


@pytest.fixture(scope="session")
def ies():
    """Bytes of a small file, parts of it replaced by name."""
    return lambda **parts: FILE.format(**(PARTS | parts)).encode("latin-1")


@pytest.fixture(scope="session")
def read(ies):
    """Read a small file, parts of it replaced by name."""
    return lambda **parts: read_luminaire_bytes(ies(**parts), "small.ies")


@pytest.fixture(scope="session")
def faults(ies):
    """Refuse a small file, parts of it replaced; give the faults as the user sees them."""

    def refuse(data=None, name="small.ies", **parts):
        with pytest.raises(LuminaireFileError) as caught:
            read_luminaire_bytes(ies(**parts) if data is None else data, name)
        return [str(fault) for fault in caught.value.faults]

    return refuse


@pytest.fixture(scope="session")
def codes():
    """Codes of a record's notes."""
    return lambda record: [note.code for note in record.notes]


@pytest.fixture(scope="session")
def corpus():
    """Folder of real luminaire files; they are read in place and never copied."""
    folder = os.environ.get("PHOTOMETRY_CORPUS")
    if not folder:
        pytest.skip("PHOTOMETRY_CORPUS is not set: no real files to read")
    return Path(folder)


@pytest.fixture(scope="session")
def manifest(corpus):
    """One row of facts for each file of the corpus."""
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))
