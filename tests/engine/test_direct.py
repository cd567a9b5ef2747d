"""The front door: what it accepts, what it refuses, and what it does not import."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from photometry.engine import direct
from photometry.engine.direct import direct_illuminance, head_contributions, illuminance
from photometry.engine.heads import head_arrays
from photometry.errors import CalculationError
from photometry.luminaires.read import read_luminaire
from photometry.site.model import Luminaire


@pytest.fixture
def uniform(cases):
    return read_luminaire(cases / "00-uniform.ies")


def test_each_luminaire_counts_with_its_own_light_loss_factor(uniform):
    luminaires = [Luminaire(uniform, 0, 0, 10, llf=0.5), Luminaire(uniform, 0, 0, 20, llf=0.8)]
    assert illuminance(luminaires, [[0, 0, 0]]) == pytest.approx([5 + 2], rel=1e-14)


def test_no_luminaires_give_no_light_and_no_points_give_nothing(uniform):
    assert (illuminance([], [[0, 0, 0], [1, 2, 3]]) == [0, 0]).all()
    assert illuminance([Luminaire(uniform, 0, 0, 10)], []).shape == (0,)
    assert illuminance([Luminaire(uniform, 0, 0, 10)], np.empty((0, 3))).shape == (0,)


def test_a_luminaire_stands_on_the_grade_at_its_base(uniform):
    raised = Luminaire(uniform, 0, 0, 10, base_z_ft=5)
    assert illuminance([raised], [[0, 0, 5]]) == pytest.approx([10], rel=1e-14)


def test_normals_may_have_any_length_and_one_normal_serves_all_points(uniform):
    luminaire = [Luminaire(uniform, 0, 0, 10)]
    points = [[10, 0, 0], [0, 10, 0]]
    toward = illuminance(luminaire, points, [-3, 0, 0])
    assert toward == pytest.approx([1000 / 200 * np.sqrt(0.5), 0], rel=1e-14)
    each = illuminance(luminaire, points, [[-1, 0, 0], [0, -7, 0]])
    assert each == pytest.approx([toward[0]] * 2, rel=1e-14)


def test_a_source_at_or_below_the_meter_s_plane_gives_nothing(uniform):
    luminaire = [Luminaire(uniform, 0, 0, 10)]
    assert illuminance(luminaire, [[5, 0, 0]], [1, 0, 0])[0] == 0
    assert illuminance(luminaire, [[0, 0, 0]], [1, 0, 0])[0] == 0


@pytest.mark.parametrize(
    ("points", "normals", "message"),
    [
        ([[0, 0, np.nan]], None, "point 0 .* not finite"),
        ([[0, 0, 0], [np.inf, 0, 0]], None, "point 1 .* not finite"),
        ([[0, 1e200, 0]], None, "point 0 .* too large"),
        ([[0, 0]], None, r"shape \(n, 3\), not \(1, 2\)"),
        ([0, 0, 0], None, r"shape \(n, 3\), not \(3,\)"),
        ([[0, 0, 0]], [0, 0, 0], "normal .* length zero"),
        ([[0, 0, 0]], [0, 0, np.nan], "normal"),
        ([[0, 0, 0]], [[0, 0, 1], [0, 0, 1]], r"\(3,\) or \(1, 3\), not \(2, 3\)"),
        ([[1, 2, 0], [0, 0, 10]], None, "point 1 is at a luminaire"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_a_reason(uniform, points, normals, message):
    with pytest.raises(CalculationError, match=message):
        illuminance([Luminaire(uniform, 0, 0, 10)], points, normals)


def test_a_luminaire_nowhere_is_refused(uniform):
    for luminaire in (
        Luminaire(uniform, np.nan, 0, 10),
        Luminaire(uniform, 0, 0, 10, tilt_deg=np.nan),
        Luminaire(uniform, 0, 0, 10, llf=np.inf),
    ):
        with pytest.raises(CalculationError, match="luminaire's position, aim or light loss"):
            illuminance([luminaire], [[0, 0, 0]])


def test_a_layer_that_was_not_asked_for_is_refused(uniform):
    heads = head_arrays([Luminaire(uniform, 0, 0, 10)], layer=[2])
    with pytest.raises(CalculationError, match="layer is not among the 2"):
        direct_illuminance(heads, [[0, 0, 0]], n_layers=2)


def test_contributions_add_up_to_the_light_of_all(uniform):
    luminaires = [Luminaire(uniform, 10 * n, n, 15, llf=0.9) for n in range(5)]
    points = [[3, 4, 0], [60, 0, 2]]
    each = head_contributions(head_arrays(luminaires), points)
    assert each.shape == (2, 5)
    assert each.sum(axis=1) == pytest.approx(illuminance(luminaires, points), rel=1e-14)


def test_large_work_is_compiled_and_says_the_same(lopsided, monkeypatch):
    luminaires = [Luminaire(lopsided, 9 * n, -n, 15, 20 * n, 4 * n) for n in range(8)]
    points = np.random.default_rng(2).uniform((-50, -50, 0), (90, 50, 4), (900, 3))
    small = illuminance(luminaires, points)
    monkeypatch.setattr(direct, "COMPILED_PAIRS", 1000)
    large = illuminance(luminaires, points)
    assert large == pytest.approx(small, rel=1e-12)
    normals = np.broadcast_to([0.6, 0.0, 0.8], points.shape)
    points.flags.writeable = False  # what a caller holds may be read-only
    tilted = illuminance(luminaires, points, normals, threads=2)
    assert (tilted == illuminance(luminaires, points, [0.6, 0.0, 0.8], threads=1)).all()


def test_layers_come_back_one_row_each(uniform):
    heads = head_arrays([Luminaire(uniform, 0, 0, 10), Luminaire(uniform, 5, 0, 10)], layer=[1, 0])
    light = direct_illuminance(heads, [[0, 0, 0], [5, 0, 0], [9, 9, 0]], n_layers=2)
    assert light.shape == (2, 3)
    assert light[1, 0] == light[0, 1] == pytest.approx(10, rel=1e-14)


def test_a_small_site_does_not_wait_for_numba():
    script = (
        "import sys; from photometry.engine.direct import illuminance;"
        "illuminance([], [[0, 0, 0]]); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
