"""Direct illuminance beside Radiance, the ray tracer that lighting simulation is checked with.

What is left between the two, and why:

* ``ies2rad`` writes candela with six digits: 5e-6 at most, by its nature.
* ``rtrace -I`` puts the meter 1e-4 of a unit off its point, along the meter's normal. Beside a
  light 18 ft up that is 1e-5; where light only grazes a meter, any amount. With our meter put at
  the same place it is gone.
* Radiance adds and weighs light in single precision: 1e-7.

Type C only: on Type B files ies2rad takes both angles by an arctangent about the beam, where
LM-63 has the lateral angle as a latitude; both are the same in the two planes through the beam.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from photometry.engine.direct import illuminance
from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.read import read_luminaire
from photometry.site.model import Luminaire, Obstruction

LOPSIDED = Path(__file__).parents[1] / "luminaires" / "data" / "lopsided.ies"
SAMPLES = sorted((Path(__file__).parents[2] / "ies_files").glob("*.ies"))
TYPE_C = [path for path in SAMPLES if path.stem != "sports_flood_b"]
POSES = [(0, 0, 0, 0), (115, 0, 0, 0), (-70, 25, 0, 0), (20, -35, 12, 40)]
METER_FT = 1e-4  # how far off its point Radiance's meter is
SIX_DIGITS = 1e-5  # relative; twice what six digits of candela leave, none of it was needed
UP = np.array([0.0, 0.0, 1.0])
WALL = Obstruction("wall", np.array([[10.0, -20], [12, -20], [12, 25], [10, 25]]), 12.0)
ELL = np.array([[-40.0, -40], [-10, -40], [-10, -30], [-28, -30], [-28, -15], [-40, -15]])
STORE, CANOPY = (
    Obstruction("store", ELL, 15.0),
    Obstruction("canopy", ELL + np.array([20, 60]), 2.0, 9.0),
)


def meters(count):
    """Points below and around a luminaire, and meters that look anywhere but down."""
    rng = np.random.default_rng(6)
    points = rng.uniform((-80, -80, 0), (80, 80, 5), (count, 3))
    normals = rng.normal(size=(count, 3)) + 1.5 * UP
    return points, normals / np.linalg.norm(normals, axis=1, keepdims=True)


def assert_agree(ours, theirs, within):
    assert ((ours > 0) == (theirs > 0)).all()
    assert theirs == pytest.approx(ours, rel=within, abs=0)
    assert ours.any()


@pytest.mark.parametrize("walls", [(), (WALL,)], ids=["open", "wall"])
@pytest.mark.parametrize("pose", POSES)
def test_a_lopsided_luminaire_lights_level_meters_as_in_radiance(radiance, tmp_path, pose, walls):
    points, _ = meters(1000)
    luminaire = Luminaire(read_luminaire(LOPSIDED), 4, -7, 18, *pose, llf=0.77)
    theirs = radiance.illuminance(tmp_path, [(LOPSIDED, luminaire)], points, UP, walls)
    ours = illuminance([luminaire], points, obstructions=walls)
    # 2 * METER_FT / 13 ft, the height over the highest points, and the digits of candela.
    assert_agree(ours, theirs, 1.6e-5 + SIX_DIGITS)


@pytest.mark.parametrize("walls", [(), (WALL, STORE, CANOPY)], ids=["open", "walls"])
@pytest.mark.parametrize("pose", POSES)
def test_it_lights_turned_meters_as_in_radiance(radiance, tmp_path, pose, walls):
    points, normals = meters(1000)
    luminaire = Luminaire(read_luminaire(LOPSIDED), 4, -7, 18, *pose, llf=0.77)
    theirs = radiance.illuminance(tmp_path, [(LOPSIDED, luminaire)], points, normals, walls)
    there = points + METER_FT * normals
    assert_agree(illuminance([luminaire], there, normals, obstructions=walls), theirs, SIX_DIGITS)


def test_a_lot_of_luminaires_is_the_same_sum_in_both(radiance, tmp_path):
    points, normals = meters(300)
    named = [path for path in SAMPLES if path.stem in {"area_t3", "area_t4_hss", "wallpack_fc"}]
    heads = [
        (path, Luminaire(read_luminaire(path), 30 * n - 40, 12 * n, 22 + n, 70 * n, 5 * n))
        for n, path in enumerate(named)
    ]
    theirs = radiance.illuminance(tmp_path, heads, points, normals, (WALL, STORE))
    there = points + METER_FT * normals
    ours = illuminance([head for _, head in heads], there, normals, obstructions=(WALL, STORE))
    assert_agree(ours, theirs, SIX_DIGITS)


@pytest.mark.parametrize("path", TYPE_C, ids=lambda path: path.stem)
def test_every_type_c_sample_is_read_and_looked_up_as_in_radiance(radiance, tmp_path, path):
    points, _ = meters(500)
    luminaire = Luminaire(read_luminaire(path), 4, -7, 18, 30, 10)
    assert luminaire.file.distribution.photometric_type is PhotometricType.C
    theirs = radiance.illuminance(tmp_path, [(path, luminaire)], points, UP)
    assert_agree(illuminance([luminaire], points + METER_FT * UP), theirs, SIX_DIGITS)


def test_a_type_b_floodlight_is_the_same_in_the_two_planes_through_its_beam(radiance, tmp_path):
    (path,) = set(SAMPLES) - set(TYPE_C)
    luminaire = Luminaire(read_luminaire(path), 0, 0, 30)
    along = np.linspace(-25, 25, 101)
    points = np.zeros((202, 3))
    points[:101, 0], points[101:, 1] = along, along
    theirs = radiance.illuminance(tmp_path, [(path, luminaire)], points, UP)
    assert_agree(illuminance([luminaire], points + METER_FT * UP), theirs, SIX_DIGITS)
