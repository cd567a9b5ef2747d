"""Fixtures of the oracle tests: the naive modules beside this file, files from memory, scenes.

The oracles were written from the published standards by someone who had not seen the product's
readers and kernels, in plain Python loops, so that both can hardly be wrong in the same way.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # tests are not a package: the oracles are modules beside the tests


@pytest.fixture(scope="session")
def corpus():
    """The folder of real luminaire files."""
    folder = os.environ.get("PHOTOMETRY_CORPUS")
    if not folder:
        pytest.skip("PHOTOMETRY_CORPUS is not set: the real luminaire files stay outside")
    return Path(folder)


@pytest.fixture(scope="session")
def data():
    """The folder of lopsided luminaire files."""
    return HERE.parent / "luminaires" / "data"
