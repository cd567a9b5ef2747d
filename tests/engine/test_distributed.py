"""Work on other machines gives the numbers of this one, to the bit, also when a worker dies."""

from __future__ import annotations

import logging
import os
import signal
import threading
from importlib.util import find_spec

import numpy as np
import pytest

import photometry as ph
from photometry.cli import main
from photometry.engine import points_job
from photometry.engine.direct import COMPILED_PAIRS
from photometry.engine.points_job import PointsJob
from photometry.engine.site_arrays import site_arrays

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra distributed is not installed"
)
WALLS = 32  # of a round building: the fewer points are work for the compiled kernel
AROUND = 2 * np.pi * np.arange(WALLS) / WALLS
TOWER = (np.column_stack([54 + 7 * np.cos(AROUND), 27 + 7 * np.sin(AROUND)])).round(3).tolist()
MORE = f"""
[[luminaires]]
id = "W1"
type = "W"
at = [25, 11]
mounting_height_ft = 9
[luminaire_types.W]
file = "sample:wallpack_fc"
lamp_type = "led"
llf = 0.8
[[zones]]
name = "all round"
kind = "other"
area = [[0,0],[40,0],[40,20],[0,20]]
height_ft = 5
plane = "vertical4"
[[obstructions]]
name = "store"
footprint = {TOWER}
height_ft = 12
"""


@pytest.fixture(scope="module")
def site_toml(lot_toml):
    """The lot with four heads on its pole, a tower, a second zone, and many points."""
    text = lot_toml.replace("at = [30, 30]", 'at = [30, 30]\narrangement = "quad"')
    return text.replace('kind = "parking"', 'kind = "parking"\nspacing_ft = 0.25') + MORE


@pytest.fixture(scope="module")
def site(tmp_path_factory, site_toml):
    path = tmp_path_factory.mktemp("distributed") / "site.toml"
    path.write_text(site_toml)
    return ph.load_site(path)


@pytest.fixture(scope="module")
def cluster():
    """Two workers, each a process of one thread; a nanny starts another where one dies."""
    distributed = pytest.importorskip("distributed", reason="the extra distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    ) as both:
        yield both


@pytest.fixture
def client(cluster):
    from photometry.engine.distributed import connected

    cluster.wait_for_workers(2, timeout=60)
    with connected(cluster.scheduler_address) as one:
        yield one


def test_pieces_of_points_have_the_bits_of_the_whole(site, monkeypatch):
    job = PointsJob(site_arrays(site), 0.0)
    points = np.random.default_rng(4).uniform((0, 0, 0), (100, 60, 3), (60_000, 3))
    ways = np.random.default_rng(5).normal(size=points.shape)
    monkeypatch.setattr(points_job, "PIECE", 10_000)
    for normals in (None, np.array([0.0, 1.0, 0.0]), ways):
        whole = job.compute(points, normals, threads=2).group_fc
        pieces = list(job.pieces(points, normals))
        assert len(pieces) > 1
        assert sum(len(piece) for piece, _ in pieces) == len(points)
        parts = [job.compute(*piece, threads=1).group_fc for piece in pieces]
        assert np.array_equal(np.concatenate(parts, axis=1), whole)


def test_no_piece_is_left_to_numpy_where_the_whole_is_not(site, monkeypatch):
    monkeypatch.setattr(points_job, "PIECE", 10)
    job = PointsJob(site_arrays(site), 0.0)
    pieces = list(job.pieces(np.zeros((1_000_000, 3)), None))
    assert len(pieces) > 1
    work = len(site.heads) * (1 + WALLS + 1)  # a footprint is closed by its first corner
    assert all(len(piece) * work >= COMPILED_PAIRS for piece, _ in pieces)


@needs_dask
def test_zones_calculated_elsewhere_are_the_same_to_the_bit(site, client, monkeypatch):
    monkeypatch.setattr(points_job, "PIECE", 20_000)
    used = []
    submit = client.submit
    monkeypatch.setattr(client, "submit", lambda *a, **k: used.append(a) or submit(*a, **k))
    here, there = ph.calculate(site, ()), ph.calculate(site, (), client=client)
    assert len(used) > 1
    for name in here.zones:
        assert np.array_equal(here[name].group_fc, there[name].group_fc)
    assert there.notes == here.notes


@needs_dask
def test_a_fault_on_a_worker_is_ours_and_leaves_no_file(site, client, tmp_path):
    from photometry.engine.distributed import _in_order

    with pytest.raises(ph.CalculationError, match="piece 7"):
        list(_in_order(client, _refuse, "job", range(20)))
    with pytest.raises(ph.CalculationError, match="no point"):
        ph.illuminance_raster(
            site, spacing_ft=1, box_ft=(51, 24, 57, 30), out=tmp_path / "a.npy", client=client
        )
    assert not list(tmp_path.iterdir())


def _refuse(_job, piece):
    if piece == 7:
        raise ph.CalculationError("piece 7")
    return piece


@needs_dask
def test_workers_with_another_version_are_refused_and_other_libraries_noted(client, monkeypatch):
    from photometry.engine import distributed

    assert distributed.version_notes(client) == ()
    here = distributed._versions()
    monkeypatch.setattr(distributed, "_versions", lambda: {**here, "numba": "0.1"})
    (note,) = distributed.version_notes(_Answering(client, {"tcp://a": here}))
    assert note.code == "SITE103"
    assert "(here 0.1)" in note.text
    for answers, says in (
        ({"tcp://a": {**here, "photometry": "0.0.1"}}, "at tcp://a has photometry 0.0.1, here"),
        ({"tcp://a": ImportError("no module photometry")}, "could not be asked"),
        ({}, "has no workers"),
    ):
        with pytest.raises(ph.CalculationError, match=says):
            distributed.version_notes(_Answering(client, answers))


class _Answering:
    """A client whose workers say what they are told to."""

    def __init__(self, client, answers):
        self._client = client
        self._answers = answers

    def run(self, *_, **__):
        return self._answers

    def scheduler_info(self):
        return self._client.scheduler_info()


@needs_dask
def test_the_command_computes_on_a_scheduler_s_workers(client, site_toml, tmp_path, capsys):
    path = tmp_path / "site.toml"
    path.write_text(site_toml.replace("spacing_ft = 0.25", "spacing_ft = 10"))
    shown = []
    address = client.scheduler.address
    for option in ([], ["--scheduler", address]):
        assert main(["raster", str(path), "--spacing-ft", "2", "--json", *option]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    out = tmp_path / "out"
    code = main(["run", str(path), "-o", str(out), "--only", "data", "--scheduler", address])
    assert code == 0
    assert (out / "results.json").is_file()


@needs_dask
def test_a_raster_is_the_same_to_the_bit_when_a_worker_is_killed_midway(
    site, client, tmp_path, monkeypatch
):
    from photometry.engine import raster_grid

    monkeypatch.setattr(raster_grid, "TILE_SIDE", 64)
    arguments = {"spacing_ft": 0.5, "max_error_fc": 0.0, "thresholds_fc": (0.5,)}
    here = ph.illuminance_raster(site, out=tmp_path / "here.npy", **arguments)
    before = client.run(os.getpid)
    victim = next(iter(before.values()))
    killed = threading.Event()

    def kill(_what, share):
        if share > 0.3 and not killed.is_set():
            killed.set()
            os.kill(victim, signal.SIGKILL)

    there = ph.illuminance_raster(
        site, out=tmp_path / "there.npy", client=client, progress=kill, **arguments
    )
    assert killed.is_set()
    assert victim not in client.run(os.getpid).values()
    assert there.statistics == here.statistics
    assert dict(there.reaching) == dict(here.reaching)
    assert (tmp_path / "there.npy").read_bytes() == (tmp_path / "here.npy").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here.npy", "there.npy"]
