"""Shielding as installed: what a tilt does, and a declared shield that the file contradicts."""

from __future__ import annotations

import pytest

from photometry.ordinance.lighting.shielding import judged_shielding, shielding_as_installed
from photometry.site.model import Luminaire


@pytest.fixture
def cutoff_85(luminaire_file):
    # 1000 cd down to 0 at 85 degrees, nothing above.
    return luminaire_file([1000.0, 1000.0, 0.0, 0.0], [0.0, 80.0, 85.0, 90.0])


def test_a_cutoff_luminaire_standing_level_is_fully_shielded(cutoff_85):
    shielding, up = shielding_as_installed(Luminaire(cutoff_85, 0.0, 0.0, 25.0))
    assert shielding == "full"
    assert up.candela_cd == 0.0


@pytest.mark.parametrize(("tilt_deg", "expected"), [(5.0, "full"), (6.0, "none"), (30.0, "none")])
def test_tilt_past_its_margin_defeats_the_shield(cutoff_85, tilt_deg, expected):
    # Light stops 5 degrees below horizontal: the luminaire may be raised by 5 and no more.
    shielding, _ = shielding_as_installed(Luminaire(cutoff_85, 0, 0, 25.0, 40.0, tilt_deg))
    assert shielding == expected


def test_the_light_that_decided_is_named_with_its_bearing(cutoff_85):
    _, up = shielding_as_installed(Luminaire(cutoff_85, 0, 0, 25.0, 90.0, 10.0))
    # Raised by 10 degrees toward +y (orientation 90): the horizon there is 80 degrees in the
    # luminaire's own angles, where the table has 1000 cd.
    assert up.candela_cd == pytest.approx(1000.0)
    assert up.vertical_deg == pytest.approx(90.0)
    assert up.bearing_deg == pytest.approx(90.0)


def test_light_exactly_at_horizontal_is_not_shielded(luminaire_file):
    level = luminaire_file([500.0, 500.0], [0.0, 90.0])
    shielding, up = shielding_as_installed(Luminaire(level, 0, 0, 20.0))
    assert shielding == "none"
    assert up.candela_cd == pytest.approx(500.0)
    assert up.vertical_deg == pytest.approx(90.0)


@pytest.mark.parametrize("orientation_deg", [0.0, 17.0, 90.0, 233.3])
def test_the_orientation_does_not_change_the_verdict(cutoff_85, orientation_deg):
    at_margin = Luminaire(cutoff_85, 0, 0, 25.0, orientation_deg, 5.0)
    assert shielding_as_installed(at_margin)[0] == "full"


def test_a_narrow_spike_above_horizontal_is_found_in_one_plane_alone(luminaire_file):
    cd = [[100.0, 100.0, 0.0, 0.0, 0.0]] * 8
    cd[3] = [100.0, 100.0, 0.0, 7.0, 0.0]
    file = luminaire_file(cd, [0.0, 60.0, 90.0, 120.4, 121.0], [45.0 * i for i in range(8)])
    shielding, up = shielding_as_installed(Luminaire(file, 0, 0, 20.0, 20.0))
    assert shielding == "none"
    assert up.candela_cd == pytest.approx(7.0)
    assert up.vertical_deg == pytest.approx(120.4)
    assert up.bearing_deg == pytest.approx(155.0)


def test_a_declared_full_that_the_file_contradicts_is_judged_none(cutoff_85):
    shielding, remark = judged_shielding("full", Luminaire(cutoff_85, 0, 0, 25.0, 0.0, 20.0))
    assert shielding == "none"
    assert "declared fully shielded, but as installed it sends 1000.0 cd" in remark


@pytest.mark.parametrize("declared", ["none", "partial"])
def test_other_declared_shielding_is_taken_as_it_is(cutoff_85, declared):
    assert judged_shielding(declared, Luminaire(cutoff_85, 0, 0, 25.0)) == (declared, "")


def test_shielding_not_declared_is_computed_and_said_so(cutoff_85):
    shielding, remark = judged_shielding(None, Luminaire(cutoff_85, 0, 0, 25.0))
    assert shielding == "full"
    assert remark.startswith("computed as installed")
