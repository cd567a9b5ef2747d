"""Sentences speak of lengths in the site's own unit; a code's limits stay as the code has them."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

import pytest

from photometry.engine.calculate import calculate
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.checker import check
from photometry.ordinance.messages import feet_in_words, length_in_words, with_unit
from photometry.ordinance.receivers import receivers_for
from photometry.ordinance.remedies import remedies_for

LIGHTING = load_code("sweden-ny", ("lighting", "nonconforming"))
SHOPS = {"facts": {"adjacent_district_class": "commercial"}}


@pytest.fixture
def lot(site, square, head, luminaire_file):
    """A 40 ft pole 20 ft inside the line of a commercial neighbour, dark above 60 degrees."""
    file = luminaire_file([2500.0, 2500.0, 0.0], [0.0, 40.0, 60.0])
    sides = dict.fromkeys(("south", "west", "north", "east"), SHOPS)
    facts = {"district_class": "commercial"}
    return site([head(file, 80.0, 50.0, 40.0, name="A")], square(**sides), facts=facts)


def seen_from_the_east(site):
    findings = check(site, calculate(site, receivers_for(LIGHTING, site)), code=LIGHTING)
    return next(
        f for f in findings if f.rule.endswith("H1-visibility-25ft") and f.where.name == "east"
    )


def test_a_metric_site_is_told_what_is_seen_in_metres_and_the_limit_of_the_code_in_both(lot):
    metric = replace(lot, unit="m")
    in_feet, in_metres = seen_from_the_east(lot), seen_from_the_east(metric)
    # The number of the finding stays in the unit that it names, whatever the site's.
    assert (in_metres.measured, in_metres.unit) == (in_feet.measured, "ft")
    height = f"up to {in_feet.measured:.2f} ft above grade"
    assert height in in_feet.message
    assert "must not show above 6 ft above grade" in in_feet.message
    assert f"up to {in_feet.measured * 0.3048:.2f} m above grade" in in_metres.message
    assert "must not show above 6 ft (1.83 m) above grade" in in_metres.message
    # 45 ft from the line 25 ft beyond the boundary.
    assert "45.0 ft away" in in_feet.message
    assert "13.72 m away" in in_metres.message


def test_a_remedy_names_the_height_that_was_tried_in_the_unit_of_the_site(lot):
    metric = replace(lot, unit="m")
    (remedy,) = remedies_for(metric, seen_from_the_east(metric), LIGHTING)
    said = re.fullmatch(r"lower A to ([0-9.]+) m", remedy.text)
    # Three decimals of a metre.
    assert float(said[1]) == pytest.approx(remedy.mounting_height_ft["A"] * 0.3048, abs=0.0005)


@pytest.mark.parametrize(
    ("unit", "length", "limit"),
    [
        ("ft", "12.5 ft", "25 ft"),
        ("m", "3.81 m", "25 ft (7.62 m)"),
        ("ftUS", "12.5 ft", "25 ft"),
    ],
)
def test_lengths_are_written_in_the_unit_of_the_site(lot, unit, length, limit):
    site = replace(lot, unit=unit)
    assert length_in_words(12.5, site) == length
    assert feet_in_words(25.0, site) == limit
    assert with_unit(Decimal(25), "ft", unit) == limit
    assert with_unit(Decimal(25), "in", unit) == "25 in"
