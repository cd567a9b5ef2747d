"""The plaza conforms; the gas station breaks the clauses that its file announces, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from photometry.ordinance.finding import Status
from photometry.submittal.pipeline import judge

EXAMPLES = Path(__file__).parents[2] / "examples"

# What goes wrong at Corner Gas, clause by clause of § 175-29.
BROKEN = {
    # C: left on after closing, some of it for security but not reduced; canopies not recessed;
    # a full-cutoff head whose tilt undoes its shielding.
    "C1-off-after-close",
    "C1-reduced-for-security",
    "C1-shielded",
    "C2-canopy-recessed",
    "C4-shielding-maintained",
    # D: the bare metal halide lamps; LED over 70 W sending light above horizontal.
    "D-T1-metal-halide-over-70",
    "D-T6-unlisted-over-70",
    # F: a thin plan.
    "F2-illuminance",
    "F2-lamp-type",
    "F2-luminaire",
    "F2-mounting-height",
    "F2-source-lumens",
    # G: dark corners, and the spot under the floodlight.
    "G2-uniform-levels",
    "G2-uniformity-parking",
    "G2-uniformity-pedestrian",
    "G2-uniformity-traffic",
    "G4-max-to-average",
    # H and J: seen and felt from both roads, the neighbour's land and the bedroom.
    "H1-visibility-25ft",
    "H1-visibility-pavement-edge",
    "H2-visibility-25ft",
    "H2-visibility-dwelling",
    "J1-trespass-access-point",
    "J1-trespass-pavement-edge",
    "J2-trespass-25ft",
    "J2-trespass-dwelling",
    # K: all of it was put up under the code.
    "K1-new-luminaires-conform",
}


@pytest.fixture(scope="module")
def plaza():
    return judge(EXAMPLES / "elm-street" / "site.toml")


@pytest.fixture(scope="module")
def station():
    return judge(EXAMPLES / "corner-gas" / "site.toml")


def _rules(judged, status):
    return {finding.rule for finding in judged.findings if finding.status is status}


def _worst(judged, rule):
    """The finding of a rule that is furthest on the wrong side of its limit."""
    found = [
        f for f in judged.findings if f.rule == f"sweden-175-29-{rule}" and f.margin is not None
    ]
    return min(found, key=lambda finding: finding.margin)


def test_nothing_fails_is_missing_or_waits_for_a_decision_at_the_plaza(plaza):
    assert _rules(plaza, Status.FAIL) == set()
    assert _rules(plaza, Status.NEEDS_DETERMINATION) == set()
    assert _rules(plaza, Status.ADVISORY) == set()
    assert _rules(plaza, Status.NOT_EVALUATED) == set()


@pytest.mark.parametrize(
    "rule",
    [
        "C1-off-after-close",
        "C1-reduced-for-security",
        "C1-shielded",
        "E-iesna-maintained-horizontal",
        "F3-iso-footcandle",
        "G1-parking-lot-lit",
        "G2-uniformity-parking",
        "G2-uniformity-traffic",
        "G2-uniformity-pedestrian",
        "G4-max-to-average",
        "H1-visibility-pavement-edge",
        "H1-visibility-25ft",
        "H2-visibility-25ft",
        "J1-trespass-pavement-edge",
        "J1-trespass-access-point",
        "J2-trespass-25ft",
        "J3-adjoining-iesna",
        "K1-new-luminaires-conform",
    ],
)
def test_the_plaza_is_judged_by_the_rule_and_passes(plaza, rule):
    assert f"sweden-175-29-{rule}" in _rules(plaza, Status.PASS)


def test_the_gas_station_fails_the_announced_clauses_and_no_other(station):
    assert _rules(station, Status.FAIL) == {f"sweden-175-29-{rule}" for rule in BROKEN}


def test_unshielded_small_lamps_at_the_gas_station_are_an_advisory(station):
    found = [f.where.name for f in station.findings if f.status is Status.ADVISORY]
    assert sorted(found) == ["B1", "B2"]


def test_the_bare_lamps_are_the_metal_halide_ones(station):
    rule = "sweden-175-29-D-T1-metal-halide-over-70"
    failing = {f.where.name for f in station.findings if f.rule == rule and f.status is Status.FAIL}
    assert failing == {"S1", "S2", "G1", "G2", "G3", "G4"}


def test_the_bedroom_gets_three_times_the_light_that_it_may(station):
    worst = _worst(station, "J2-trespass-dwelling")
    # Half of the last digit that the file's comments and the documentation give.
    assert worst.measured == pytest.approx(0.60, abs=0.005)
    assert worst.limit == 0.2


def test_the_hot_spot_is_where_the_floodlight_aims(station):
    worst = _worst(station, "G4-max-to-average")
    assert worst.where.name == "forecourt"
    assert worst.measured == pytest.approx(8.19, abs=0.005)
    x_ft, y_ft, _ = worst.witness
    # F1 stands at (156, 123) and aims at (178, 96); the brightest ground is between.
    assert 156 < x_ft < 178
    assert 96 < y_ft < 123
