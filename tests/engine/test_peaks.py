from dataclasses import dataclass

import numpy as np
import pytest

from photometry.engine.peaks import line_peaks


@dataclass(frozen=True)
class Straight:
    """A piece from one point to another, as the property lines are made of."""

    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length_ft(self):
        return float(np.hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]))

    def at(self, station_ft):
        share = np.asarray(station_ft)[:, None] / self.length_ft
        return np.array(self.start) * (1 - share) + np.array(self.end) * share


def two_lamps(xy_ft):
    """Two lamps 9 ft up, each a layer of its own: E = I h / r^3."""
    layers = []
    for x, y in ((3.217, 2.0), (41.803, -3.0)):
        r2 = (xy_ft[:, 0] - x) ** 2 + (xy_ft[:, 1] - y) ** 2 + 81.0
        layers.append(1000.0 * 9.0 / r2**1.5)
    return np.array(layers)


WEIGHTS = {"initial": np.array([1.0, 1.0]), "second only": np.array([0.0, 0.5])}


def test_a_maximum_between_stations_is_found():
    line = (Straight((0.0, 0.0), (60.0, 0.0)),)
    [peaks] = line_peaks([line], two_lamps, WEIGHTS)
    fine = np.column_stack([np.linspace(0, 60, 600_001), np.zeros(600_001)])
    brute = WEIGHTS["initial"] @ two_lamps(fine)
    fc, xy = peaks["initial"]
    assert fc == pytest.approx(brute.max(), rel=1e-9)
    assert xy[0] == pytest.approx(fine[brute.argmax(), 0], abs=2e-4)  # ft: the brute step
    fc, xy = peaks["second only"]
    assert xy == pytest.approx([41.803, 0.0], abs=1e-4)  # ft: the last round's step
    assert fc == pytest.approx(0.5 * 1000 * 9 / 90**1.5, rel=1e-9)


def test_a_maximum_at_the_end_of_a_line_is_its_end():
    [peaks] = line_peaks([(Straight((-20.0, 0.0), (-5.0, 0.0)),)], two_lamps, WEIGHTS)
    assert peaks["initial"][1] == pytest.approx([-5.0, 0.0], abs=1e-9)


def test_each_line_has_its_own_peak_and_points_have_none():
    lines = [
        (Straight((0.0, 0.0), (10.0, 0.0)), Straight((10.0, 0.0), (10.0, 10.0))),
        (),
        (Straight((30.0, 0.0), (60.0, 0.0)),),
    ]
    first, none, last = line_peaks(lines, two_lamps, WEIGHTS)
    assert none == {}
    assert first["second only"][1] == pytest.approx([10.0, 0.0], abs=1e-4)
    assert last["second only"][1] == pytest.approx([41.803, 0.0], abs=1e-4)


def test_a_dark_line_has_a_peak_of_zero():
    [peaks] = line_peaks(
        [(Straight((0.0, 0.0), (10.0, 0.0)),)], lambda xy: np.zeros((2, len(xy))), WEIGHTS
    )
    assert peaks["initial"][0] == 0.0
