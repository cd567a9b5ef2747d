"""Dates as laws count them: calendar months, both ends of a season, a day that is today."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from photometry.ordinance.language.dates import (
    add_days,
    add_months,
    days_between,
    hours_between,
    in_season,
    longest_gap_days,
)
from photometry.ordinance.language.values import Unknown

DATES = st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31))


@pytest.mark.parametrize(
    ("date", "months", "expected"),
    [
        ("2024-01-31", 1, "2024-02-29"),
        ("2023-01-31", 1, "2023-02-28"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2024-02-29", 48, "2028-02-29"),
        ("2024-01-31", 15, "2025-04-30"),
        ("2024-03-31", -1, "2024-02-29"),
        ("2024-01-15", -13, "2022-12-15"),
    ],
)
def test_calendar_months_stay_within_their_month(date, months, expected):
    found = add_months(dt.date.fromisoformat(date), Decimal(months))
    assert found == dt.date.fromisoformat(expected)


@given(DATES, st.integers(-1200, 1200))
def test_adding_months_moves_by_months_and_never_past_the_day(date, months):
    found = add_months(date, Decimal(months))
    assert (found.year - date.year) * 12 + found.month - date.month == months
    assert found.day <= date.day
    if date.day <= 28:
        assert found.day == date.day


@given(DATES, st.integers(-50_000, 50_000))
def test_adding_days_and_counting_them_are_inverse(date, days):
    assert days_between(date, add_days(date, Decimal(days))) == days


@pytest.mark.parametrize("add", [add_days, add_months])
def test_spans_out_of_the_calendar_or_not_whole_are_unknown_not_an_error(add):
    for span in ("1e12", "-1e12", "119999", "0.5", "-119999"):
        assert isinstance(add(dt.date(2024, 1, 1), Decimal(span)), (Unknown, dt.date))
    assert add(dt.date(2024, 1, 1), Decimal("0.5")).reasons
    assert add(dt.date(2024, 1, 1), Decimal("1e12")).reasons == {"a date out of range"}


def test_hours_are_counted_between_moments_alone():
    start, end = dt.datetime(2024, 7, 6, 22), dt.datetime(2024, 7, 8, 22, 0, 1)  # noqa: DTZ001  # local times
    assert hours_between(start, end) == 48 + Decimal(1) / 3600
    assert hours_between(start, end.date()).names == {"as_of"}


@pytest.mark.parametrize(
    ("day", "inside"),
    [
        ("2024-11-14", False),
        ("2024-11-15", True),
        ("2024-12-31", True),
        ("2025-01-01", True),
        ("2025-03-01", True),
        ("2025-03-02", False),
    ],
)
def test_a_season_counts_both_ends_and_runs_over_new_year(day, inside):
    assert in_season(dt.date.fromisoformat(day), (11, 15), (3, 1)) is inside


def test_the_longest_gap_is_between_neighbours_in_time():
    days = [dt.date(2024, 1, day) for day in (20, 1, 8, 9)]
    assert longest_gap_days(days) == 11
    assert longest_gap_days(days[:1]) == 0


def test_today_is_the_day_of_the_facts_and_unknown_without(ask):
    assert ask('today == date("2024-07-08")', {"as_of": "2024-07-08"}) is True
    assert ask('today == date("2024-07-08")', {"as_of": "2024-07-08T23:00:00"}) is True
    assert ask(
        "today > sign.installed_date", {"sign": [{"installed_date": "2020-01-01"}]}
    ).names == {"as_of"}


def test_or_today_stands_in_for_what_has_not_happened_only(ask):
    text = 'or_today(sign.installed_date) <= date("2024-06-30")'
    none = {"sign": [{"installed_date": "none"}], "as_of": "2024-07-01"}
    assert ask(text, none) is False
    assert ask(text, {**none, "as_of": "2024-06-30"}) is True
    assert ask(text, {"sign": [{"installed_date": "2024-06-01"}]}) is True  # needs no today
    assert ask(text, {"sign": [{}], "as_of": "2024-07-01"}).names == {"sign.installed_date"}


def test_hours_since_an_event_need_the_time_of_day_of_the_check(ask):
    text = "hours(sign.event_end_date, or_today(sign.removed_date)) <= 48"
    facts = {"sign": [{"event_end_date": "2024-07-06T22:00:00", "removed_date": "none"}]}
    assert ask(text, {**facts, "as_of": "2024-07-08T22:00:00"}) is True
    assert ask(text, {**facts, "as_of": "2024-07-08T22:00:01"}) is False
    assert ask(text, {**facts, "as_of": "2024-07-08"}).names == {"as_of"}


def test_a_moment_and_a_bare_day_are_compared_by_day_where_that_decides(ask):
    text = "or_today(sign.removed_date) <= sign.placed_date"
    facts = {"sign": [{"placed_date": "2024-07-06T22:00:00", "removed_date": "none"}]}
    assert ask(text, {**facts, "as_of": "2024-07-05"}) is True
    assert ask(text, {**facts, "as_of": "2024-07-07"}) is False
    assert ask(text, {**facts, "as_of": "2024-07-06"}).names == {"as_of"}


def test_happened_means_by_the_day_of_the_check(ask):
    facts = {"sign": [{"installed_date": "2024-07-08"}]}
    assert ask("happened(sign.installed_date)", {**facts, "as_of": "2024-07-08"}) is True
    assert ask("happened(sign.installed_date)", {**facts, "as_of": "2024-07-07"}) is False
    assert ask("happened(sign.installed_date)", facts).names == {"as_of"}


def test_times_of_day_compare_to_the_second(ask):
    text = 'sign.display_end_time <= max(clock("20:00"), site.dusk_time)'
    facts = {"site": {"dusk_time": "20:15"}, "sign": [{"display_end_time": "20:15:00"}]}
    assert ask(text, facts) is True
    facts["sign"][0]["display_end_time"] = "20:15:01"
    assert ask(text, facts) is False


def test_the_year_ends_on_its_last_day(ask):
    facts = {"sign": [{"installed_date": "2024-02-01"}], "as_of": "2024-12-31"}
    assert ask("today <= end_of_year(sign.installed_date)", facts) is True
    assert ask("today <= add_years(sign.installed_date, 1)", facts) is True
    assert ask("days(sign.installed_date, today)", facts) == 334
