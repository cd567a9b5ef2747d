"""The compiled kernel against plain loops over the file's own angles."""

from __future__ import annotations

import math
import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine import plain, tiled
from photometry.engine.heads import head_arrays
from photometry.engine.shadows import prisms
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.pose import rotation_matrix
from photometry.luminaires.read import read_luminaire
from photometry.site.model import Luminaire

LUMINAIRES = Path(__file__).parents[1] / "luminaires" / "data"
UP = np.array([[0.0, 0.0, 1.0]])
NOTHING = prisms(())
# What is asked of the kernel everywhere; it is better by far except within 1e-6 of a cell of a
# dark edge, where the angle itself has no more digits.
AGREEMENT = 1e-6


def file_of(kind, vertical, lateral, candela, symmetry=Symmetry.NONE):
    distribution = IntensityDistribution(
        PhotometricType(kind),
        symmetry,
        np.asarray(vertical, np.float64),
        np.asarray(lateral, np.float64),
        np.asarray(candela, np.float64),
    )
    return SimpleNamespace(distribution=distribution, tilt=None)


def between(angles, at):
    """Index and share of an angle in a list, by walking along it; None outside."""
    if at < angles[0] - 1e-9 or at > angles[-1] + 1e-9:
        return None
    i = 0
    while i < len(angles) - 2 and angles[i + 1] <= at:
        i += 1
    return i, min(max((at - angles[i]) / (angles[i + 1] - angles[i]), 0.0), 1.0)


def naive_candela(distribution, x, y, z):
    """Candela toward (x, y, z) of the luminaire's frame, by the definitions of LM-63."""
    kind, length = distribution.photometric_type, math.sqrt(x * x + y * y + z * z)
    if kind is PhotometricType.C:
        v, h = math.degrees(math.atan2(math.hypot(x, y), -z)), math.degrees(math.atan2(y, x))
    elif kind is PhotometricType.B:
        v = math.degrees(math.atan2(x, -z))
        h = math.degrees(math.atan2(-y, math.hypot(x, z)))
    else:
        v = math.degrees(math.atan2(z, math.hypot(x, y)))
        h = math.degrees(math.atan2(-y, x))
    assert length > 0
    lateral = [float(a) for a in distribution.lateral_deg]
    candela = distribution.candela_cd
    if kind is PhotometricType.C:
        h = (h - lateral[0]) % 360 + lateral[0]
        if lateral[-1] - lateral[0] < 360 - 1e-9:  # the ring closes with its first plane
            lateral, candela = [*lateral, lateral[0] + 360], np.vstack([candela, candela[:1]])
    row, column = between(lateral, h), between(distribution.vertical_deg, v)
    if row is None or column is None:
        return 0.0
    (j, g), (i, f) = row, column
    here = candela[j, i] * (1 - f) + candela[j, i + 1] * f
    beyond = candela[j + 1, i] * (1 - f) + candela[j + 1, i + 1] * f
    return here * (1 - g) + beyond * g


def naive(luminaires, points, normals):
    light = np.zeros(len(points))
    for luminaire in luminaires:
        turn = rotation_matrix(
            luminaire.orientation_deg, luminaire.tilt_deg, luminaire.roll_deg, luminaire.spin_deg
        )
        for n, point in enumerate(points):
            ray = [
                float(point[0] - luminaire.x_ft),
                float(point[1] - luminaire.y_ft),
                float(point[2] - luminaire.z_ft),
            ]
            distance = math.sqrt(sum(c * c for c in ray))
            normal = normals[n % len(normals)]
            cosine = -sum(c * m for c, m in zip(ray, normal, strict=True)) / distance
            if cosine > 0:
                local = [sum(turn[i][j] * ray[i] for i in range(3)) for j in range(3)]
                candela = naive_candela(luminaire.file.distribution, *local)
                light[n] += luminaire.llf * candela * cosine / distance**2
    return light


def compiled(luminaires, points, normals=UP, threads=1, obstructions=()):
    heads = head_arrays(luminaires)
    meters = np.broadcast_to(normals, (len(points), 3)) if len(normals) == 1 else normals
    return tiled.sum_layers(heads, points, meters, prisms(obstructions), 1, threads)[0][0]


def scattered(count, seed=5):
    rng = np.random.default_rng(seed)
    points = rng.uniform((-80, -80, -3), (80, 80, 3), (count, 3))
    normals = rng.normal(size=(count, 3)) + np.array([0, 0, 1])
    return points, normals / np.linalg.norm(normals, axis=1, keepdims=True)


def assert_agrees(luminaires, points, normals=UP):
    expected = naive(luminaires, points, normals)
    light = compiled(luminaires, points, normals)
    assert light == pytest.approx(expected, rel=AGREEMENT, abs=0)
    assert expected.any()


@pytest.mark.parametrize("name", ["lopsided.ies", "lopsided_a.ies", "lopsided_b.ies"])
@pytest.mark.parametrize(
    "pose", [(0, 0, 0, 0), (33, 0, 0, 0), (-70, 25, 0, 0), (140, -35, 12, 0), (10, 60, -50, 200)]
)
def test_a_lopsided_luminaire_in_any_pose_agrees_with_plain_loops(name, pose):
    file = read_luminaire(LUMINAIRES / name)
    points, normals = scattered(700)  # more than one tile, the last one not full
    assert_agrees([Luminaire(file, 4, -7, 18, *pose, llf=0.77)], points, normals)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_random_tables_agree_with_plain_loops(data):
    seed = data.draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    # Angles in hundredths that have no common step but 0.01, so that the table is searched, or
    # in steps of 2.5, so that it is refined; some candela are 0, as beyond a cutoff.
    step = data.draw(st.sampled_from([0.01, 2.5]))
    vertical = np.unique(np.round(np.append(rng.uniform(0, 120, 9), [0, 120]) / step)) * step
    lateral = np.unique(np.round(np.append(rng.uniform(0, 360, 7), [0, 360]) / step)) * step
    candela = rng.uniform(0, 1500, (len(lateral), len(vertical)))
    candela *= rng.uniform(size=candela.shape) > 0.3
    candela[-1] = candela[0]
    pose = rng.uniform(-180, 180, 4)
    points, normals = scattered(60, seed)
    luminaires = [Luminaire(file_of("C", vertical, lateral, candela), 1, 2, 15, *pose)]
    expected = naive(luminaires, points, normals)
    assert compiled(luminaires, points, normals) == pytest.approx(expected, rel=AGREEMENT, abs=0)


def test_dark_steep_cells_of_a_tilted_luminaire_agree():
    # From 50,000 cd to nothing within half a degree: an angle wrong by 1e-8 would show.
    vertical = [0, 60, 60.5, 61, 90, 180]
    candela = np.array([[900, 50000, 0, 0.001, 0, 0]] * 5) * [[1.0], [0.5], [2.0], [0.1], [1.0]]
    file = file_of("C", vertical, [0, 90, 180, 270, 360], candela)
    distance = 20 * np.tan(np.radians(np.linspace(60.45, 61.2, 300)))
    ring = np.linspace(0, 2 * np.pi, 300)
    points = np.column_stack([distance * np.cos(ring), distance * np.sin(ring), 0 * ring])
    for tilt in (0, 3.7, -20):
        assert_agrees([Luminaire(file, 0, 0, 20, 15, tilt)], points)


def test_nadir_and_zenith_and_the_wrap_of_azimuth_agree(lopsided):
    places = [(0, 0), (1e-9, 0), (-1e-9, 0), (0, -1e-9), (-5, 0.0), (-5, -0.0), (-5, 1e-17), (7, 0)]
    points = np.array([(x, y, z) for x, y in places for z in (0.0, 40.0)])
    normals = np.array([[0, 0, 1.0], [0, 0, -1.0]] * len(places))
    for tilt in (0, 90, 180):
        assert_agrees([Luminaire(lopsided, 0, 0, 20, 0, tilt)], points, normals)


def test_a_table_that_ends_bright_at_the_horizon_lights_the_horizon_and_nothing_above():
    file = file_of("C", [0, 45, 90], [0], [[1000, 800, 600]], Symmetry.AXIAL)
    luminaire = Luminaire(file, 0, 0, 10)
    points = np.array([[10.0, 0, 10], [0, -10.0, 10], [10.0, 0, 10 - 1e-9], [10.0, 0, 10 + 1e-6]])
    toward = -points * [1, 1, 0] / 10
    light = compiled([luminaire], points, toward)
    assert light == pytest.approx([6, 6, 6, 0], rel=1e-8)
    assert (light == 0).tolist() == [False, False, False, True]
    turned = Luminaire(file, 0, 0, 10, 37, 90)  # nadir level: the edge is a vertical plane
    assert_agrees([turned], np.array([[-3.0, 4.0, 0], [3, 4, 0], [12, 1, 3]]))


def test_a_table_that_starts_bright_above_nadir_agrees():
    file = file_of("C", [30, 60, 90, 150], [0, 120, 240], np.arange(12.0).reshape(3, 4) + 5)
    points, normals = scattered(400)
    assert_agrees([Luminaire(file, 0, 0, 9, 20, 10)], points, normals)


@pytest.mark.parametrize("kind", ["A", "B"])
def test_a_table_that_does_not_go_all_the_way_round_is_dark_behind(kind):
    lateral, vertical = [-40, -10, 20, 50], [-60, -20, 30, 80]
    file = file_of(kind, vertical, lateral, np.arange(16.0).reshape(4, 4) + 3)
    points, normals = scattered(500)
    for pose in ((0, 0), (190, 30), (90, -80)):
        luminaires = [Luminaire(file, 0, 0, 9, *pose)]
        expected = naive(luminaires, points, normals)
        assert (expected == 0).any()
        assert compiled(luminaires, points, normals) == pytest.approx(
            expected, rel=AGREEMENT, abs=0
        )


def test_no_light_is_negative_near_a_dark_edge():
    file = file_of("C", [0, 89.5, 90], [0, 180, 360], [[1e5, 1e5, 0], [3e4, 9e4, 0], [1e5, 1e5, 0]])
    angle = np.radians(90 - np.geomspace(1e-13, 1, 500))
    z = 10 - 50 / np.tan(angle)
    points = np.column_stack([np.full(500, 50.0), np.zeros(500), z])
    assert (compiled([Luminaire(file, 0, 0, 10)], points) >= 0).all()


def test_the_kernel_and_numpy_agree_to_twelve_digits(lopsided):
    luminaires = [Luminaire(lopsided, 20 * i, 5 * i, 12 + i, 40 * i, 7 * i) for i in range(6)]
    points, normals = scattered(3000)
    heads = head_arrays(luminaires)
    expected = plain.sum_layers(heads, points, normals, NOTHING, 1)[0]
    assert compiled(luminaires, points, normals) == pytest.approx(expected, rel=1e-12)


def test_layers_are_kept_apart(lopsided):
    luminaires = [Luminaire(lopsided, x, 0, 20) for x in (0, 30, 60, 90)]
    heads = head_arrays(luminaires, layer=[2, 0, 2, 0])
    points, normals = scattered(600)
    layers, _ = tiled.sum_layers(heads, points, normals, NOTHING, 4, 1)
    expected = plain.sum_layers(heads, points, normals, NOTHING, 4)
    assert layers == pytest.approx(expected, rel=1e-12)
    assert not layers[[1, 3]].any()


@pytest.mark.parametrize("count", [1, 2, 511, 512, 513, 5000])
def test_any_number_of_threads_gives_the_same_bits(lopsided, count):
    luminaires = [Luminaire(lopsided, 3 * i, -2 * i, 15, 10 * i, i) for i in range(7)]
    points, normals = scattered(count)
    alone = compiled(luminaires, points, normals, threads=1)
    for threads in (2, 3, 8, None):
        assert (compiled(luminaires, points, normals, threads=threads) == alone).all()


def test_two_python_threads_at_once_do_not_disturb_each_other(lopsided):
    points, normals = scattered(20000)
    jobs = [[Luminaire(lopsided, 5 * i, j, 15, 30 * i, 9 * i) for i in range(10)] for j in range(4)]
    alone = [compiled(job, points, normals) for job in jobs]
    together = [None] * len(jobs)

    def work(n):
        together[n] = compiled(jobs[n], points, normals, threads=2)

    workers = [threading.Thread(target=work, args=(n,)) for n in range(len(jobs))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for one, other in zip(alone, together, strict=True):
        assert (one == other).all()


def _in_child(queue):
    points, normals = scattered(2000)
    file = read_luminaire(LUMINAIRES / "lopsided.ies")
    queue.put(compiled([Luminaire(file, 0, 0, 15)], points, normals, threads=2).sum())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_a_forked_process_computes_as_its_parent_does(lopsided):
    points, normals = scattered(2000)
    expected = compiled([Luminaire(lopsided, 0, 0, 15)], points, normals, threads=2).sum()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(queue,))
    child.start()
    assert queue.get(timeout=60) == expected
    child.join(timeout=60)


def test_where_nothing_can_be_written_the_kernel_is_compiled_without_a_cache():
    script = """
        import os, tempfile
        def refuse(*args, **kwargs):
            raise PermissionError(30, "Read-only file system")
        os.makedirs = tempfile.TemporaryFile = refuse
        from photometry.engine import kernels
        assert type(kernels.sum_tiles._cache).__name__ == "NullCache", kernels.sum_tiles._cache
        print(kernels._arctangent(1.0))
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert float(done.stdout) == pytest.approx(math.pi / 4, rel=4e-15)


def test_the_arctangent_is_good_to_the_last_digits():
    from photometry.engine.kernels import _arctangent

    t = np.linspace(-1, 1, 2001)
    values = np.array([_arctangent(x) for x in t])
    # 3.1e-15 by the fit and two roundings of 1.1e-16.
    assert values == pytest.approx(np.arctan(t), rel=4e-15, abs=1e-300)
