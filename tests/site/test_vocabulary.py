"""The vocabulary: data that three readers share."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from photometry.site.vocabulary import read_value, records, vocabulary


def test_every_field_has_a_known_type_and_a_key_of_its_own():
    fields = vocabulary()
    assert len(fields) > 600
    assert all(field.key == key for key, field in fields.items())
    assert sum(len(names) for names in records().values()) == len(fields)


def test_every_record_but_the_site_can_be_named():
    assert [name for name, fields in records().items() if "id" not in fields] == ["site"]


def test_every_closed_enumeration_lists_its_tokens():
    closed = [field for field in vocabulary().values() if field.closed]
    assert len(closed) > 30
    assert all(len(field.tokens) > 1 for field in closed)
    assert all("unknown" not in field.tokens for field in vocabulary().values())


def test_units_agree_with_the_ending_of_the_name():
    endings = {"_ft": "ft", "_sqft": "ft2", "_fc": "fc", "_deg": "degree", "_w": "W", "_lm": "lm"}
    for field in vocabulary().values():
        for ending, unit in endings.items():
            if field.name.endswith(ending) and field.type == "number":
                assert field.unit == unit, field.key


@pytest.mark.parametrize(
    ("key", "given", "read"),
    [
        ("site.close_of_business_time", "22:00", dt.time(22)),
        ("site.close_of_business_time", dt.time(22), dt.time(22)),
        ("site.lighting_effective_date", "2006-08-22", dt.date(2006, 8, 22)),
        ("sign.placed_date", "2026-05-31T18:00:00", dt.datetime(2026, 5, 31, 18)),  # noqa: DTZ001
        ("luminaire.removed_date", "none", "none"),
        ("luminaire.lamp_power_w", Decimal("70.5"), Decimal("70.5")),
        ("luminaire.lamp_power_w", "unknown", None),
        ("luminaire.lamp_type", "led", "led"),
        ("site.district_code", "c1", "c1"),
        ("site.uses", ["petroleum_station", "car_wash"], ("petroleum_station", "car_wash")),
        ("parking_lot.car_capacity", 12.0, 12),
    ],
)
def test_a_fitting_value_is_read(key, given, read):
    value = read_value(vocabulary()[key], given)
    assert value == read
    assert type(value) is type(read)


@pytest.mark.parametrize(
    ("key", "given", "says"),
    [
        ("luminaire.lamp_type", "leds", "did you mean led?"),
        ("luminaire.lamp_type", 7, "text in quotes"),
        ("site.uses", ["petroleum_stations"], "did you mean petroleum_station?"),
        ("site.uses", "petroleum_station", "list in [brackets]"),
        ("site.uses", ["x"] * 1001, "at most 1000"),
        ("luminaire.lamp_power_w", True, "number in W"),
        ("luminaire.lamp_power_w", float("nan"), "finite"),
        ("luminaire.lamp_power_w", 10**400, "finite"),
        ("parking_lot.car_capacity", 12.5, "whole number"),
        ("luminaire.is_private", "yes", "true or false"),
        ("luminaire.shielding", "none_at_all", "none"),
        ("site.lighting_effective_date", "soon", "such as 2026-05-31"),
        ("site.lighting_effective_date", dt.datetime(2026, 5, 31), "such as 2026-05-31"),  # noqa: DTZ001
        ("sign.placed_date", dt.date(2026, 5, 31), "date and time"),
        ("site.close_of_business_time", "25:00", 'such as "22:00"'),
    ],
)
def test_an_unfit_value_is_refused_in_words(key, given, says):
    with pytest.raises(ValueError, match=r"^[a-z_]+ ") as caught:
        read_value(vocabulary()[key], given)
    assert says in str(caught.value)
