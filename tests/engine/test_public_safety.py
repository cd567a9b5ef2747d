"""Bad input and awkward surroundings, by the names that everybody uses.

That a home which cannot be written to is no hindrance is tried in `test_kernels`.
"""

from __future__ import annotations

import multiprocessing
import os
import threading

import numpy as np
import pytest

import photometry as ph
from photometry.engine import direct
from photometry.site.model import Obstruction

SITE = """
format = 1
unit = "ft"
[project]
name = "One pole"
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
{luminaires}
[[zones]]
name = "lot"
kind = "parking"
spacing_ft = {spacing_ft}
area = [[0, 0], [{side_ft}, 0], [{side_ft}, {side_ft}], [0, {side_ft}]]
"""
POLE = """
[[luminaires]]
id = "P1"
type = "A"
at = [30, 30]
mounting_height_ft = 20
"""


@pytest.fixture
def site(tmp_path):
    """Write a site and load it."""

    def load(head="", luminaires=POLE, spacing_ft=10, side_ft=100):
        path = tmp_path / "site.toml"
        text = SITE.format(luminaires=luminaires, spacing_ft=spacing_ft, side_ft=side_ft)
        path.write_text(text.replace('unit = "ft"', f'unit = "ft"\n{head}'), encoding="utf-8")
        return ph.load_site(path)

    return load


@pytest.fixture
def lot(lopsided, monkeypatch):
    """Light ten luminaires and a store, by the compiled kernel however small the lot."""
    monkeypatch.setattr(direct, "COMPILED_PAIRS", 1)
    store = Obstruction("store", np.array([[5.0, 5], [30, 5], [30, 20], [5, 20]]), 12.0)
    points = np.random.default_rng(3).uniform((-60, -60, 0), (60, 60, 3), (4000, 3))

    def light(turn_deg=0.0, threads=2):
        heads = [ph.Luminaire(lopsided, 9 * k - 40, -8, 18, turn_deg + 40 * k) for k in range(10)]
        return ph.illuminance(heads, points, threads=threads, obstructions=[store])

    return light


def test_threads_that_call_at_once_get_what_each_would_get_alone(lot):
    alone = [lot(turn) for turn in range(4)]
    together = [None] * 4

    def work(n):
        together[n] = lot(n)

    workers = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all((one == other).all() for one, other in zip(alone, together, strict=True))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_a_forked_process_gets_what_its_parent_gets(lot):
    expected = lot()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=lambda: queue.put(lot()))
    child.start()
    assert (queue.get(timeout=60) == expected).all()
    child.join(timeout=60)


def test_a_site_without_luminaires_is_dark_and_its_ratios_are_none(site):
    calc = ph.calculate(site(luminaires=""))
    assert (calc["lot"].fc == 0).all()
    assert calc["lot"].statistics().avg_min is None
    assert calc.contributions([[1, 2, 0]]).shape == (1, 0)


def test_a_point_at_a_luminaire_is_refused_and_one_beside_it_is_not(site):
    calc = ph.calculate(site())
    for ask in (calc.illuminance, calc.contributions):
        with pytest.raises(ph.CalculationError, match="point 1 is at a luminaire"):
            ask([[0, 0, 0], [30, 30, 20]])
    assert np.isfinite(calc.illuminance([[30, 30, 20 - 1e-3]])).all()


@pytest.mark.parametrize("normal", [[0, 0, 0], [0, np.nan, 1], [np.inf, 0, 0]])
def test_a_meter_that_looks_nowhere_is_refused(site, normal):
    calc = ph.calculate(site())
    for ask in (calc.illuminance, calc.contributions):
        with pytest.raises(ph.CalculationError, match="normal has length zero or is not finite"):
            ask([[0, 0, 0]], normals=normal)


@pytest.mark.parametrize("budget", ["-0.01", "nan", "-inf"])
def test_a_budget_below_nothing_is_refused_with_its_line(site, budget):
    with pytest.raises(ph.ProjectFileError, match=r"site\.toml:4: .*max_error_fc"):
        site(head=f"max_error_fc = {budget}")


def test_a_million_million_points_are_refused_before_they_are_made(site):
    with pytest.raises(ph.ProjectFileError, match='zone "lot" would have over 20,000,000 points'):
        site(spacing_ft=1, side_ft=1_000_000)
