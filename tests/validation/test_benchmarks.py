"""The benchmark compares like with like, and its page shows what was measured. No times here."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from photometry.engine.direct import direct_illuminance
from photometry.luminaires.read import read_luminaire

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def bench():
    """Import the benchmark's modules, by name."""
    if not BENCHMARKS.exists():
        pytest.skip("benchmarks/ is not at hand")
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module
    sys.path.remove(str(BENCHMARKS))


def test_baselines_and_engine_light_the_scene_alike(bench):
    scene = bench("scenes").Scene(across=24, count=6)
    baselines = bench("baselines")
    ours = direct_illuminance(scene.heads, scene.points)[0]
    for program in (baselines.naive_numba, baselines.chunked_numpy, baselines.scipy_grid):
        # Three ways to find the angle: its last digits, times the steepness of the cutoff.
        assert program(scene.points, *scene.arrays) == pytest.approx(ours, rel=1e-11, abs=1e-13)
    assert ours.min() > 0


def test_programs_that_read_a_file_are_given_the_same_table(bench, tmp_path):
    scenes = bench("scenes")
    table = scenes.Scene().heads.tables[0]
    scenes.write_lm63(table, tmp_path / "table.ies")
    read = read_luminaire(tmp_path / "table.ies").distribution
    assert (read.candela_cd == table.candela_cd).all()
    assert (read.vertical_deg == table.polar_deg).all()
    assert (read.lateral_deg == table.azimuth_deg).all()


def test_radiance_lights_the_scene_as_the_engine_does(bench, tmp_path):
    pytest.importorskip("pyradiance", reason="pyradiance is not installed: no Radiance to ask")
    scene = bench("scenes").Scene(across=12, count=3)
    theirs = bench("peers").radiance(scene, tmp_path)()
    ours = direct_illuminance(scene.heads, scene.points)[0]
    assert np.abs(theirs - ours).max() < 5e-4  # fc, of 20: its meter floats 1e-4 ft above the point


def test_a_peer_that_does_not_import_is_named_with_its_reason(bench, tmp_path, monkeypatch):
    peers = bench("peers")

    def breaks(_scene, _folder):
        msg = "no such luck\nand more"
        raise ImportError(msg)

    monkeypatch.setattr(peers, "PEERS", {"numpy": breaks, "no-such-program": breaks})
    found, absent = peers.peers(None, tmp_path)
    assert found == {}
    assert absent == {"numpy": "ImportError: no such luck", "no-such-program": "not installed"}


def test_the_page_shows_what_was_measured(bench):
    run = bench("run")
    readme = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
    results = json.loads((BENCHMARKS / "results.json").read_text(encoding="utf-8"))
    assert {"bench_kernel", "bench_scaling", "bench_reading", "bench_startup"} <= set(results)
    for name, result in results.items():
        assert run.shown(readme, name, result["printed"]) == readme, "run make bench"


def test_a_table_goes_between_its_marks_and_nowhere_else(bench):
    page = "# A\n\n<!-- one -->\n\nold\n\n<!-- end -->\n\n<!-- two -->\n\nkept\n\n<!-- end -->\n"
    assert bench("run").shown(page, "one", "new") == page.replace("old", "new")
    assert bench("run").shown(page, "three", "new") == page


def test_peak_memory_is_this_process_own(bench):
    assert 10 < bench("machine").peak_memory_mb() < 20000  # MB
