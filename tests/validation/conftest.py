"""Fixtures of the validation: other programs beside this one, where they are installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # tests are not a package: helpers are modules beside the tests


@pytest.fixture(scope="session")
def radiance():
    """The module that asks Radiance for illuminance."""
    pytest.importorskip("pyradiance", reason="pyradiance is not installed: no Radiance to ask")
    import radiance

    return radiance
