"""The reader against a naive one: real files, small cases, and files made at random."""

from __future__ import annotations

import math
import random

import numpy as np
import oracle_reader
import pytest
import random_files
from hypothesis import HealthCheck, given, settings

import photometry as ph

# Candela agree to 1e-6 of the peak in real files, whose values have at most that many digits;
# lumens to 1e-6 of themselves, since both follow the same rule on the same table.
RELATIVE = 1e-6
# Both readers do the same few operations in double precision.
EXACT = 1e-9
# Real files that a reader may refuse, and why both must.
REFUSED = {
    "changyunhai__IESViewer360__test~a5399b.ies": "announces three planes and holds two",
    "Manav02012002__luxera__fail_bad_counts.ies": "ends before its counts are met",
    "Manav02012002__luxera__missing_keywords.ies": "lacks the three numbers after the ten",
    "Manav02012002__luxera__partial_symmetry.ies": "lacks the three numbers after the ten",
    "Manav02012002__luxera__tilt_file_missing.ies": "names a lamp-position file that is not there",
    "Manav02012002__luxera__tilt_include.ies": "lacks the three numbers after the ten",
    "Manav02012002__luxera__type_b_beam_real.ies": "lacks the three numbers after the ten",
    "NVIDIA__MDL-SDK__test_file_format_error.ies": "holds words among its numbers",
}


def directions(seed, n):
    """Type C angles, evenly over the sphere, and some where formulas break."""
    rng = random.Random(seed)  # noqa: S311  # directions, not secrets
    over = [(math.degrees(math.acos(1 - 2 * rng.random())), 360 * rng.random()) for _ in range(n)]
    edges = [(v, h) for v in (0, 45, 90, 180) for h in (0, 33, 90, 180, 270, 300, 359.99)]
    return np.array(over + edges)


def both_candela(mine, theirs, angles):
    """Candela of the oracle and of the product in some directions."""
    expected = np.array([mine.candela(float(v), float(h)) for v, h in angles])
    return expected, theirs.distribution.candela(angles[:, 0], angles[:, 1])


@pytest.fixture(scope="session")
def readings(corpus):
    """Every real LM-63 file, read by both; None where it is refused."""
    pairs = {}
    for path in sorted(corpus.iterdir()):
        if path.suffix.lower() != ".ies":
            continue
        try:
            mine = oracle_reader.read(path)
        except oracle_reader.OracleError:
            mine = None
        try:
            theirs = ph.read_luminaire(path)
        except ph.LuminaireFileError:
            theirs = None
        pairs[path.name] = mine, theirs
    return pairs


@pytest.fixture(scope="session")
def read_by_both(readings):
    """Return the real files that both read."""
    return {name: pair for name, pair in readings.items() if None not in pair}


def test_both_readers_refuse_the_same_real_files(readings):
    assert {name for name, (mine, _) in readings.items() if mine is None} == set(REFUSED)
    assert {name for name, (_, theirs) in readings.items() if theirs is None} == set(REFUSED)


def test_the_largest_candela_of_real_files_agree(read_by_both):
    for name, (mine, theirs) in read_by_both.items():
        assert theirs.max_candela == pytest.approx(mine.max_candela(), rel=EXACT), name


def test_the_candela_of_real_files_agree_in_200_directions(read_by_both):
    for seed, (name, (mine, theirs)) in enumerate(read_by_both.items()):
        expected, found = both_candela(mine, theirs, directions(seed, 200))
        peak = mine.max_candela()
        np.testing.assert_allclose(found, expected, rtol=0, atol=RELATIVE * peak, err_msg=name)


def test_the_lumens_of_real_files_agree(read_by_both):
    for name, (mine, theirs) in read_by_both.items():
        assert theirs.lumens == pytest.approx(mine.lumens(), rel=RELATIVE), name


def test_most_real_files_were_compared(read_by_both):
    assert len(read_by_both) >= 200  # an empty folder would pass all the loops above


@pytest.mark.parametrize("kind", ["", "_a", "_b"])
def test_the_lopsided_light_reads_alike_in_every_type(data, kind):
    path = data / f"lopsided{kind}.ies"
    mine, theirs = oracle_reader.read(path), ph.read_luminaire(path)
    expected, found = both_candela(mine, theirs, directions(7, 200))
    np.testing.assert_allclose(found, expected, rtol=0, atol=EXACT * mine.max_candela())
    assert theirs.lumens == pytest.approx(mine.lumens(), rel=EXACT)


def test_small_cases_read_alike_or_are_refused_by_both(cases):
    compared = 0
    for path in sorted(cases.glob("*.ies")):
        try:
            mine = oracle_reader.read(path)
        except oracle_reader.OracleError:
            with pytest.raises(ph.LuminaireFileError):
                ph.read_luminaire(path)
            continue
        theirs = ph.read_luminaire(path)
        expected, found = both_candela(mine, theirs, directions(11, 40))
        peak = mine.max_candela()
        np.testing.assert_allclose(found, expected, rtol=0, atol=EXACT * peak, err_msg=path.name)
        assert theirs.lumens == pytest.approx(mine.lumens(), rel=EXACT), path.name
        compared += 1
    assert compared >= 15


@given(content=random_files.lm63())
@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_file_of_any_edition_reads_alike(content, tmp_path):
    path = tmp_path / "any.ies"
    path.write_bytes(content)
    mine, theirs = oracle_reader.parse(content), ph.read_luminaire(path)
    angles = directions(3, 25)
    if mine.kind == "B":  # at its poles every angle V is as good as another
        polar = [abs(oracle_reader.direction_c(v, h)[1]) > 1 - EXACT for v, h in angles]
        angles = angles[~np.array(polar)]
    expected, found = both_candela(mine, theirs, angles)
    peak = mine.max_candela()
    np.testing.assert_allclose(found, expected, rtol=0, atol=EXACT * peak)
    assert theirs.max_candela == pytest.approx(peak, rel=EXACT)
    # candela times 4 pi is the most that rounding can be a part of
    assert theirs.lumens == pytest.approx(mine.lumens(), rel=EXACT, abs=EXACT * peak)
