"""The record of the error that was allowed, the probes, and what happens if one fails."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from photometry.engine import tiled
from photometry.engine.calculate import calculate
from photometry.engine.error_budget import PROBES, ErrorBudget, PairCounts, probed
from photometry.engine.far_block import plane_light
from photometry.engine.points_job import PointsJob
from photometry.engine.site_arrays import site_arrays
from photometry.site.project_file import load_site
from photometry.submittal.write import provenance

LOT = """
format = 1
unit = "ft"
max_error_fc = {max_error_fc}

[luminaire_types.A]
file = "sample:area_t3"
llf = 0.9

[luminaire_types.B]
file = "sample:area_t5"
llf = {{ lld = 0.8, bf = 1.25 }}
{luminaires}
[[zones]]
name = "lot"
kind = "parking"
area = [[0, 0], [1200, 0], [1200, 800], [0, 800]]
spacing_ft = 4
grid_angle_deg = 20

[[scenes]]
name = "late"
groups = {{ A = 0.5 }}
"""


@pytest.fixture
def lot(tmp_path):
    """Load a parking lot of 96 luminaires and some 60,000 points."""

    def load(max_error_fc):
        placed = [
            f'[[luminaires]]\nid = "P{x}.{y}"\ntype = "{"AB"[(x + y) % 2]}"\n'
            f"at = [{50 + 100 * x}, {50 + 100 * y}]\nmounting_height_ft = 25\n"
            for x in range(12)
            for y in range(8)
        ]
        path = tmp_path / "site.toml"
        text = LOT.format(max_error_fc=max_error_fc, luminaires="\n".join(placed))
        path.write_text(text, encoding="utf-8")
        return load_site(path)

    return load


def test_every_layer_of_a_site_is_within_what_it_allows(lot):
    exact, given = calculate(lot(0.0)), calculate(lot(1e-3))
    for layer in exact.layers:
        off = np.abs(exact["lot"].layer_fc(layer) - given["lot"].layer_fc(layer)).max()
        assert 0 < off <= 1e-3
    budget = given.error_budget
    assert budget.max_error_fc == 1e-3
    assert sum(budget.pairs) == 96 * len(given["lot"].points_ft)
    assert budget.dropped_share + budget.grouped_share + budget.exact_share == pytest.approx(1)
    assert min(budget.pairs) > 0
    assert budget.probes >= PROBES
    assert 0 < budget.largest_difference_fc <= 1e-3
    x, y, _ = budget.largest_at_ft
    assert np.hypot(*(given["lot"].points_ft[:, :2] - [x, y]).T).min() == 0
    assert budget.recalculated_points == 0
    assert not [note for note in given.notes if note.code == "SITE104"]


def test_without_an_error_allowed_all_pairs_are_exact_and_none_is_probed(lot):
    budget = calculate(lot(0.0)).error_budget
    assert budget.exact_share == 1
    assert budget.probes == 0
    assert budget.largest_at_ft is None


def test_the_record_stands_in_the_provenance_and_is_the_same_each_time(lot):
    first, again = calculate(lot(1e-3), threads=1), calculate(lot(1e-3), threads=3)
    record = provenance(first)["error_budget"]
    assert json.dumps(record) == json.dumps(provenance(again)["error_budget"])
    assert record["dropped"] + record["grouped"] + record["exact"] == pytest.approx(1, abs=2e-4)
    assert record["probes"] == first.error_budget.probes
    # Two digits: it is a size, not a result.
    assert record["largest_difference_fc"] == pytest.approx(
        first.error_budget.largest_difference_fc, rel=0.05
    )
    assert "error_budget" not in provenance(calculate(lot(0.0)))


def test_a_weight_above_one_does_not_carry_an_error_beyond_what_is_allowed(lot):
    arrays = site_arrays(lot(1e-3))
    assert PointsJob(arrays, 1e-3).allowed_fc == 1e-3
    weights = {name: weight * 2.5 for name, weight in arrays.mix.weights.items()}
    brighter = replace(arrays, mix=replace(arrays.mix, weights=weights))
    # Initial light of type A has the weight 1, at full output; here it is 2.5.
    assert PointsJob(brighter, 1e-3).allowed_fc == pytest.approx(1e-3 / 2.5)


def test_a_broken_promise_is_noticed_mended_and_noted(lot, monkeypatch):
    exact = calculate(lot(0.0))

    def too_bright(*given):
        light, pairs = plane_light(*given)
        return light + 1.0, pairs

    monkeypatch.setattr(tiled, "plane_light", too_bright)
    calc = calculate(lot(1e-3))
    assert (calc["lot"].group_fc == exact["lot"].group_fc).all()
    assert calc.error_budget.recalculated_points == len(calc["lot"].points_ft)
    assert calc.error_budget.largest_difference_fc == pytest.approx(2, abs=1e-3)  # two layers
    [note] = [note for note in calc.notes if note.code == "SITE104"]
    assert "calculated again exactly" in note.text


def test_probes_are_chosen_by_the_points_alone():
    points = np.random.default_rng(3).uniform(0, 100, (5000, 3))
    asked = []

    def exactly(chosen):
        asked.append(chosen)
        return np.zeros((1, len(chosen)))

    budget = ErrorBudget(1e-3, PairCounts(1, 0, 0))
    light = np.zeros((1, 5000))
    for _ in range(2):
        probed(budget, 1e-3, points, light, exactly)
    probed(budget, 1e-3, points + 1.0, light, exactly)
    assert (asked[0] == asked[1]).all()
    assert not (asked[0] == asked[2]).all()
    assert len(np.unique(asked[0])) > PROBES / 2


def test_records_of_pieces_add_up():
    near = ErrorBudget(1e-3, PairCounts(5, 3, 2), 64, 1e-5, (1.0, 2.0, 3.0))
    far = ErrorBudget(1e-3, PairCounts(1, 1, 8), 64, 4e-5, (4.0, 5.0, 6.0), 7)
    both = near.plus(far)
    assert both == far.plus(near)
    assert both == ErrorBudget(1e-3, PairCounts(6, 4, 10), 128, 4e-5, (4.0, 5.0, 6.0), 7)
    assert (both.dropped_share, both.grouped_share) == (0.3, 0.2)
    assert ErrorBudget().exact_share == 1
    assert ErrorBudget().plus(near) == near
