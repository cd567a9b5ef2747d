"""Lumens of real EULUMDAT files against the light output ratio that each of them states.

The maker's number is the flux of the lamps times the light output ratio (LORL). The table is
integrated exactly, and every file that is off by more than the tolerance is listed, with the
ratio found and the reason.
"""

from __future__ import annotations

import csv

import pytest

from photometry.luminaires.read import read_luminaire

# Tables hold whole candela per 1000 lm in steps of 2.5 or 5 degrees.
TOLERANCE = 2e-3

# The list of stated numbers adds up the sets of lamps; the first is the one that is fitted.
FIRST_SET_LM = {
    "123VincentB__eulumdat-analysis__sample_03.ldt": 1983.0,
    "holg__eulumdat-rs__demo_two_lamp_sets.ldt": 9408.0 * 0.78,
    "holg__gldf-rs__lampsets.ldt": 9600.0 * 0.78,
}

STEPS = "a narrow beam in steps of 5 degrees, whose chords are off the curve that was measured"
WHOLE_PERCENT = "the ratio is given in whole percent, which is 0.6 to 1.2 % of it either way"
BY_HAND = "made by hand to try a viewer: table and ratio were never of one luminaire"
MISSED = {
    "123VincentB__eulumdat-analysis__sample_02.ldt": (1.0067, STEPS),
    "123VincentB__eulumdat-analysis__sample_05.ldt": (1.0098, STEPS),
    "123VincentB__eulumdat-analysis__sample_06.ldt": (1.0244, STEPS),
    "123VincentB__eulumdat-analysis__sample_09.ldt": (1.0049, STEPS),
    "123VincentB__eulumdat-analysis__sample_13.ldt": (1.0028, STEPS),
    "123VincentB__eulumdat-analysis__sample_16.ldt": (1.0098, STEPS),
    "123VincentB__eulumdat-ugr__sample_07.ldt": (1.0049, STEPS),
    "123VincentB__eulumdat-ugr__sample_08.ldt": (1.0100, STEPS),
    "123VincentB__eulumdat-ugr__sample_06.ldt": (0.9971, WHOLE_PERCENT),
    "holg__eulumdat-rs__demo_two_lamp_sets.ldt": (0.9944, WHOLE_PERCENT),
    "holg__gldf-rs__lampsets.ldt": (1.0032, WHOLE_PERCENT),
    "ksmet1977__luxpy__Testlamp_Isym2_theta180+_erco_33499000_1xqt32_230w.ldt": (
        0.9970,
        WHOLE_PERCENT,
    ),
    "holg__eulumdat-rs__floor_uplight.ldt": (
        1.0046,
        "one step from nadir to horizontal, along which an uplight's candela rise from 0",
    ),
    "holg__eulumdat-rs__road_luminaire.ldt": (0.9967, "steps of 10 degrees below the beam"),
    "holg__eulumdat-rs__projector.ldt": (
        1.0212,
        "the table makes 79.4 %, by either rule of summing, and the file says 77.71 %",
    ),
    "holg__eulumdat-rs__wiki-spotlight.ldt": (0.8520, BY_HAND),
    "dlippok__photometric-viewer__symmetry_to_c0c90c180c270.ldt": (2.0947, BY_HAND),
    "dlippok__photometric-viewer__symmetry_to_c90c270.ldt": (3.1408, BY_HAND),
} | {
    f"dlippok__photometric-viewer__{name}.ldt": (0.9045, BY_HAND)
    for name in (
        "dummy",
        "metadata",
        "rectangular_luminaire_rectangular_luminous_opening",
        "rectangular_luminaire_rectangular_luminous_opening_with_heights",
        "rectangular_luminaire_round_luminous_opening",
        "rectangular_luminaire_round_luminous_opening_with_heights",
        "relative",
        "round_luminaire_round_luminous_opening",
    )
}


@pytest.fixture(scope="module")
def rows(corpus):
    """Rows of what EULUMDAT files state."""
    with (corpus / "ground_truth.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if "EULUMDAT" in row["source_of_claim"]]


def test_lumens_are_the_flux_of_the_lamps_times_the_light_output_ratio(corpus, rows):
    assert len(rows) == 55
    off = {}
    for row in rows:
        file = row["file"]
        stated = FIRST_SET_LM.get(file, float(row["stated_total_lumens"]))
        ratio = read_luminaire(corpus / file).lumens_exact / stated
        if file in MISSED:
            assert ratio == pytest.approx(MISSED[file][0], abs=1e-4), file
        if ratio != pytest.approx(1.0, abs=TOLERANCE):
            off[file] = ratio
    assert set(off) == set(MISSED)


def test_what_is_off_by_more_than_steps_and_rounding_explain_is_noted(corpus):
    for file, (ratio, reason) in MISSED.items():
        codes = [note.code for note in read_luminaire(corpus / file).notes]
        assert ("IES035" in codes) == (reason is BY_HAND), (file, ratio)


def test_lumens_are_those_of_another_program_to_its_six_digits(corpus, rows):
    for row in rows:
        if row["file"] in FIRST_SET_LM:
            continue
        lumens = read_luminaire(corpus / row["file"]).lumens_exact
        # Both integrate the same curve; the other's number is rounded to a hundredth.
        assert lumens == pytest.approx(float(row["calc_lumens_no_bf"]), rel=1e-5, abs=6e-3)
