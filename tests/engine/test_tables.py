"""Tables as the kernel takes them: refined without changing a single interpolated value."""

from __future__ import annotations

import gc
import pickle
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine import tables
from photometry.engine.tables import BINS, MAX_NODES, _side_of, pack
from photometry.luminaires.distribution import PolarTable


def table(polar, azimuth, seed=1):
    candela = np.random.default_rng(seed).uniform(0, 1000, (len(azimuth), len(polar)))
    if azimuth[-1] - azimuth[0] == 360:
        candela[-1] = candela[0]
    return PolarTable(np.eye(3), np.array(polar, float), np.array(azimuth, float), candela)


def nodes(packed, number=0):
    row = packed.table[number]
    shape = row["azimuth_cells"] + 1, row["polar_cells"] + 1
    start = row["first_node"]
    return packed.node_cd[start : start + shape[0] * shape[1]].reshape(shape)


def bilinear(source, polar, azimuth):
    """Interpolate a closed table the long way: each plane, then between planes."""
    at = source.azimuth_deg[0] + (azimuth - source.azimuth_deg[0]) % 360
    planes = [np.interp(polar, source.polar_deg, plane) for plane in source.candela_cd]
    return np.interp(at, source.azimuth_deg, planes)


def test_angles_with_a_common_step_are_refined_to_it():
    packed = pack([table([0, 5, 7.5, 20, 90], [0, 45, 60, 360])])
    row = packed.table[0]
    assert row["is_even"]
    assert row["polar_cells"] == 90 / 2.5
    assert row["azimuth_cells"] == 360 / 15
    assert row["polar_rate"] == pytest.approx(36 / np.radians(90), rel=1e-15)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.5, 1.0, 2.5]))
def test_refining_leaves_bilinear_interpolation_as_it_was(seed, step):
    rng = np.random.default_rng(seed)
    polar = np.unique(rng.integers(0, 180 / step, 12)) * step
    azimuth = np.append(np.unique(rng.integers(0, 355 / step, 6)) * step, 0.0)
    azimuth[-1] = azimuth[0] + 360
    source = table(polar, azimuth, seed)
    packed = pack([source])
    values = nodes(packed)
    for _ in range(30):
        j, i = rng.integers(values.shape[0]), rng.integers(values.shape[1])
        polar_at = polar[0] + i * (polar[-1] - polar[0]) / (values.shape[1] - 1)
        azimuth_at = -180 + j * 360 / (values.shape[0] - 1)
        # Fifteen digits of the angle, across the steepest cell.
        assert values[j, i] == pytest.approx(bilinear(source, polar_at, azimuth_at), abs=1e-9)


def test_the_file_s_own_values_are_kept_to_the_bit():
    source = table([0, 0.3, 0.7, 1.1], [0, 90, 180, 270, 360])
    values = nodes(pack([source]))
    own = np.rint(source.polar_deg * 10).astype(int)
    assert (values[:, own] == source.candela_cd[[2, 3, 0, 1, 2]]).all()


def test_angles_without_a_common_step_keep_their_places():
    source = table([0, 1 / 3, 7.123456789, 90], [0, 33.3, 200.0001, 360])
    packed = pack([source])
    assert not packed.table[0]["is_even"]
    assert np.degrees(packed.polar_angle) == pytest.approx(source.polar_deg, rel=1e-15)
    assert np.degrees(packed.azimuth_angle) == pytest.approx(
        [-180, 200.0001 - 360, 0, 33.3, 180], rel=1e-13
    )
    assert (nodes(packed)[[2, 3, 1]] == source.candela_cd[:3]).all()


def test_a_step_too_fine_for_the_cache_is_not_refined():
    packed = pack([table([0, 0.01, 90], [0, 0.01, 360])])
    assert not packed.table[0]["is_even"]
    assert packed.node_cd.size < MAX_NODES


def test_bins_lead_to_the_cell_or_before_it():
    source = table([0, 1 / 3, 0.5, 7.77777, 90], [0, 200.00001, 360])
    bins = pack([source]).polar_bin[0]
    starts = np.arange(BINS) * 90 / BINS
    cells = np.searchsorted(source.polar_deg, starts, side="right") - 1
    assert (bins == cells).all()


def test_an_open_table_tells_where_it_ends():
    row = pack([table([0, 90], [-60, 0, 75])]).table[0]
    assert row["is_open"]
    assert row["first_side"] == pytest.approx(-np.tan(np.radians(30)), abs=1e-10)
    assert row["last_side"] == pytest.approx(np.tan(np.radians(37.5)), abs=1e-10)
    beyond = pack([table([0, 90], [100, 200, 250])]).table[0]
    assert beyond["first_side"] > beyond["last_side"]  # it passes 180 degrees


def test_a_closed_or_single_plane_table_is_not_open():
    packed = pack([table([0, 90], [0, 180, 360]), table([0, 90], [0])])
    assert not packed.table["is_open"].any()
    assert (nodes(packed, 1)[0] == nodes(packed, 1)[-1]).all()


def test_tables_that_end_at_a_pole_have_no_limit_there():
    whole = pack([table([0, 180], [0])]).table[0]
    assert whole["nearest_cosine"] > 1
    assert whole["farthest_cosine"] < -1
    part = pack([table([30, 90], [0])]).table[0]
    assert part["nearest_cosine"] == pytest.approx(np.cos(np.radians(30)), abs=1e-10)
    assert part["farthest_cosine"] == pytest.approx(0, abs=1e-10)
    assert part["farthest_cosine"] < 0


def test_a_table_is_refined_once_and_forgotten_with_the_table(monkeypatch):
    calls = []
    monkeypatch.setattr(tables, "_nodes", lambda t, f=tables._nodes: calls.append(t) or f(t))
    first, second = table([0, 5, 90], [0, 45, 360], 1), table([0, 1 / 3, 90], [0, 360], 2)
    alone = pack([second])
    both = pack([first, second])
    assert len(calls) == 2
    # Where a table starts is its own affair each time.
    assert both.table["first_node"].tolist() == [0, nodes(both).size]
    assert alone.table["first_node"].tolist() == [0]
    assert (nodes(both, 1) == nodes(alone)).all()
    here = weakref.ref(second)
    del second
    calls.clear()
    gc.collect()
    assert here() is None


def test_a_table_survives_a_journey_to_another_process():
    source = table([0, 5, 90], [0, 45, 360])
    there = pickle.loads(pickle.dumps(source))  # noqa: S301 - our own bytes
    assert (nodes(pack([there])) == nodes(pack([source]))).all()


@settings(deadline=None)
@given(st.floats(-179.9, 179.9), st.floats(-179.9, 179.9))
def test_the_measure_of_azimuth_rises_with_it(first, second):
    low, high = sorted([first, second])
    assert _side_of(low) <= _side_of(high)
    assert abs(_side_of(first)) <= 2
