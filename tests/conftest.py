"""Fixtures of the whole suite: the lopsided luminaire, a small lot, the folder of small cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from photometry.luminaires.read import read_luminaire

HERE = Path(__file__).parent
LOT = """
format = 1
unit = "ft"
[project]
name = "A lot"
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
llf = 0.9
[[luminaires]]
id = "P1"
type = "A"
at = [30, 30]
mounting_height_ft = 20
[[zones]]
name = "lot"
kind = "parking"
area = [[0,0],[60,0],[60,60],[0,60]]
"""

# A busy machine is slow, not wrong: no example of a property test has a deadline, nor do all.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="session")
def lopsided():
    """A Type C luminaire, different in every octant: what a mirrored axis cannot hide from."""
    return read_luminaire(HERE / "luminaires" / "data" / "lopsided.ies")


@pytest.fixture(scope="session")
def lot_toml():
    """The site file of a lot of 60 by 60 with one luminaire in its middle, under no code."""
    return LOT


@pytest.fixture(scope="session")
def cases():
    """The folder of small inputs, each made after a fault seen in some program."""
    return HERE / "cases"
