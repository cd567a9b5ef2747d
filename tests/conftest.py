"""Fixtures of the whole suite: the lopsided luminaire, and the folder of small cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from photometry.luminaires.read import read_luminaire

HERE = Path(__file__).parent

# A busy machine is slow, not wrong: no example of a property test has a deadline.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def lopsided():
    """A Type C luminaire, different in every octant: what a mirrored axis cannot hide from."""
    return read_luminaire(HERE / "luminaires" / "data" / "lopsided.ies")


@pytest.fixture(scope="session")
def cases():
    """The folder of small inputs, each made after a fault seen in some program."""
    return HERE / "cases"
