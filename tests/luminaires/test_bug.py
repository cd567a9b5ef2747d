"""BUG ratings against the printed tables, limit by limit."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.luminaires.bug import (
    BugRating,
    NoBugReason,
    NotCalculated,
    bug_of_zones,
    bug_rating,
)
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.lcs import LcsZones, lcs_zones
from photometry.luminaires.roadway import LateralType

NAMES = ("fl", "fm", "fh", "fvh", "bl", "bm", "bh", "bvh", "ul", "uh")

# The tables as ANSI/IES TM-15-11 Addendum A prints them, typed again: largest lumens of each rating.
B_TABLE = {
    "bh": [110, 500, 1000, 2500, 5000],
    "bm": [220, 1000, 2500, 5000, 8500],
    "bl": [110, 500, 1000, 2500, 5000],
}
U_TABLE = {"uh": [0, 10, 50, 500, 1000], "ul": [0, 10, 50, 500, 1000]}
G_BOTH = {
    "fvh": [10, 100, 225, 500, 750],
    "bvh": [10, 100, 225, 500, 750],
    "fh": [660, 1800, 5000, 7500, 12000],
}
G_ASYMMETRIC = G_BOTH | {"bh": [110, 500, 1000, 2500, 5000]}
G_SYMMETRIC = G_BOTH | {"bh": [660, 1800, 5000, 7500, 12000]}


def zones(**lumens):
    return LcsZones(**{f"{name}_lm": float(lumens.get(name, 0.0)) for name in NAMES})


def letters(rating):
    return {"b": rating.b, "u": rating.u, "g": rating.g}


ROWS = [
    (letter, table, zone, rating, limit)
    for letter, table, rows in (
        ("b", "asymmetric", B_TABLE),
        ("u", "asymmetric", U_TABLE),
        ("g", "asymmetric", G_ASYMMETRIC),
        ("g", "symmetric", G_SYMMETRIC),
    )
    for zone, limits in rows.items()
    for rating, limit in enumerate(limits)
]


@pytest.mark.parametrize(("letter", "table", "zone", "rating", "limit"), ROWS)
def test_a_zone_on_its_limit_keeps_the_rating_and_above_it_loses_it(
    letter, table, zone, rating, limit
):
    at = letters(bug_of_zones(zones(**{zone: limit}), table))
    above = letters(bug_of_zones(zones(**{zone: limit + 0.001}), table))
    assert at[letter] == rating
    assert above[letter] == rating + 1


def test_zones_that_do_not_belong_to_a_letter_do_not_touch_it():
    front = bug_of_zones(zones(fl=99_999, fm=99_999))
    assert str(front) == "B0-U0-G0"
    assert letters(bug_of_zones(zones(bl=99_999, bm=99_999))) == {"b": 5, "u": 0, "g": 0}
    assert letters(bug_of_zones(zones(ul=0.5))) == {"b": 0, "u": 1, "g": 0}
    assert letters(bug_of_zones(zones(fh=12_001))) == {"b": 0, "u": 0, "g": 5}


def test_the_worst_zone_decides():
    assert str(bug_of_zones(zones(bl=100, bm=2400, bh=120))) == "B2-U0-G1"


def test_the_back_high_zone_has_wider_glare_limits_for_symmetric_types():
    lumens = zones(bh=1700)
    assert str(bug_of_zones(lumens, "asymmetric")) == "B3-U0-G3"
    assert str(bug_of_zones(lumens, "symmetric")) == "B3-U0-G1"


def test_rounding_alone_does_not_cost_a_rating():
    noisy = zones(bm=1000.0 * (1 + 1e-13), uh=1e-12, fm=5000.0)
    assert str(bug_of_zones(noisy)) == "B1-U0-G0"


# ---------------------------------------------------------------- distributions


def make(
    vertical_deg, candela, lateral_deg=(0.0,), kind=PhotometricType.C, symmetry=Symmetry.AXIAL
):
    cd = np.broadcast_to(np.asarray(candela, float), (len(lateral_deg), len(vertical_deg))).copy()
    return IntensityDistribution(
        kind, symmetry, np.asarray(vertical_deg, float), np.asarray(lateral_deg, float), cd
    )


def test_an_axially_symmetric_luminaire_is_rated_by_the_symmetric_table():
    dist = make([0, 60, 85, 90], [2000, 2500, 100, 0])
    rating = bug_rating(dist)
    assert isinstance(rating, BugRating)
    assert rating.glare_table == "symmetric"
    assert rating.zones == lcs_zones(dist)
    assert rating == bug_of_zones(lcs_zones(dist), "symmetric")
    told = bug_rating(dist, LateralType.III)
    assert isinstance(told, BugRating)
    assert told.glare_table == "asymmetric"


@pytest.mark.parametrize("last_deg", [80.0, 90.0, 120.0])
def test_a_file_that_ends_in_light_short_of_zenith_is_not_rated(last_deg):
    rating = bug_rating(make([0, 60, last_deg], [900, 900, 1]))
    assert rating == NotCalculated(NoBugReason.DATA_END_IN_LIGHT)
    assert str(rating) == "not calculated"
    assert isinstance(bug_rating(make([0, 60, last_deg], [900, 900, 0])), BugRating)


def test_a_file_that_goes_to_zenith_is_rated_whatever_is_there():
    assert isinstance(bug_rating(make([0, 90, 180], [900, 50, 50])), BugRating)


@pytest.mark.parametrize("kind", [PhotometricType.A, PhotometricType.B])
def test_types_a_and_b_are_not_rated(kind):
    dist = make([-90, 0, 90], [0, 500, 0], (-90.0, 90.0), kind, Symmetry.NONE)
    assert bug_rating(dist) == NotCalculated(NoBugReason.NOT_TYPE_C)


def test_uplight_is_rated_from_the_first_lumen():
    # A trace above horizontal is U1, not U0, and U5 beyond 1000 lm in one zone.
    assert str(bug_rating(make([0, 85, 90, 95, 180], [100, 5, 0.1, 0, 0]))).split("-")[1] == "U1"
    assert str(bug_rating(make([0, 90, 180], [10, 400, 400]))).split("-")[1] == "U5"
    assert str(bug_rating(make([0, 85, 90, 180], [100, 5, 0, 0]))).split("-")[1] == "U0"


def test_the_ballast_factor_does_not_touch_the_rating(lopsided):
    dimmed = lopsided.__class__(
        **{name: getattr(lopsided, name) for name in lopsided.__dataclass_fields__}
        | {"ballast_factor": 0.5, "distribution": lopsided.distribution.scaled(0.5)}
    )
    assert str(dimmed.bug) == str(lopsided.bug)
    assert dimmed.zones.fm_lm == pytest.approx(lopsided.zones.fm_lm, rel=1e-14)
    assert dimmed.max_candela == pytest.approx(lopsided.max_candela / 2, rel=1e-14)
