"""Luminaires made in place: a file's record around a plain table of candela."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.opening import Opening
from photometry.luminaires.record import LuminaireFile


def make_file(candela, vertical_deg=None, lateral_deg=(0.0,), *, lumens_lm=None, watts_w=100.0):
    """Luminaire file of a Type C table; one lateral angle is axially symmetric."""
    cd = np.atleast_2d(np.asarray(candela, np.float64))
    v = np.linspace(0.0, 90.0, cd.shape[1]) if vertical_deg is None else np.asarray(vertical_deg)
    h = np.asarray(lateral_deg, np.float64)
    symmetry = Symmetry.AXIAL if len(h) == 1 else Symmetry.NONE
    return LuminaireFile(
        name="made.ies",
        file_format="LM-63",
        version="2002",
        keywords=(),
        lamp_count=1.0,
        lumens_per_lamp_lm=lumens_lm,
        multiplier=1.0,
        ballast_factor=1.0,
        ballast_lamp_factor=1.0,
        input_watts_w=watts_w,
        opening=Opening("point", 0.0, 0.0, 0.0),
        tilt=None,
        distribution=IntensityDistribution(
            PhotometricType.C, symmetry, np.asarray(v, np.float64), h, cd
        ),
    )


@pytest.fixture(scope="session")
def luminaire_file():
    """Give the maker of luminaire files."""
    return make_file
