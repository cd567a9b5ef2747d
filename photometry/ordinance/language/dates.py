"""Calendar arithmetic as laws count: calendar months and years, days, hours, seasons."""

from __future__ import annotations

import calendar
import datetime as dt
import itertools
from decimal import Decimal
from typing import Final

from photometry.ordinance.language.values import Unknown

__all__ = [
    "Day",
    "add_days",
    "add_months",
    "day_of",
    "days_between",
    "end_of_year",
    "hours_between",
    "in_season",
    "longest_gap_days",
    "read_clock",
    "read_date",
    "read_month_day",
]

Day = dt.date | dt.datetime
LONGEST_SPAN: Final = 120_000  # days or months; beyond any permit, and bounds the arithmetic
OUT_OF_RANGE: Final = Unknown(reasons=frozenset({"a date out of range"}))
NOT_WHOLE: Final = Unknown(reasons=frozenset({"a number of days or months that is not whole"}))
NO_TIME: Final = Unknown(
    frozenset({"as_of"}), frozenset({"as_of is needed with a time of day, 2024-07-08T22:00:00"})
)


def day_of(date: Day) -> dt.date:
    """Give the calendar day of a date or a moment."""
    return date.date() if isinstance(date, dt.datetime) else date


def days_between(start: Day, end: Day) -> Decimal:
    """Count the days from one calendar day to another; negative where `end` is earlier."""
    return Decimal((day_of(end) - day_of(start)).days)


def hours_between(start: Day, end: Day) -> Decimal | Unknown:
    """Count the hours between two moments; a day without its time of day does not do."""
    if not (isinstance(start, dt.datetime) and isinstance(end, dt.datetime)):
        return NO_TIME
    span = end - start
    seconds = 86400 * span.days + span.seconds + Decimal(span.microseconds) / 1_000_000
    return Decimal(seconds) / 3600


def _whole(number: Decimal) -> int | Unknown:
    if abs(number) > LONGEST_SPAN:
        return OUT_OF_RANGE
    return int(number) if number == number.to_integral_value() else NOT_WHOLE


def add_days(date: Day, days: Decimal) -> Day | Unknown:
    """Add days to a date or a moment."""
    count = _whole(days)
    if isinstance(count, Unknown):
        return count
    try:
        return date + dt.timedelta(days=count)
    except OverflowError:
        return OUT_OF_RANGE


def add_months(date: Day, months: Decimal) -> Day | Unknown:
    """Add calendar months; the end of a month stays within it.

    >>> add_months(dt.date(2024, 1, 31), Decimal(1))
    datetime.date(2024, 2, 29)
    """
    count = _whole(months)
    if isinstance(count, Unknown):
        return count
    year, month = divmod(12 * date.year + date.month - 1 + count, 12)
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        return OUT_OF_RANGE
    last = calendar.monthrange(year, month + 1)[1]
    return date.replace(year=year, month=month + 1, day=min(date.day, last))


def end_of_year(date: Day) -> dt.date:
    """Give December 31 of the year."""
    return dt.date(date.year, 12, 31)


def in_season(date: Day, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Say whether a date falls in a season, both days counted; it may run over New Year."""
    day = (date.month, date.day)
    if first <= last:
        return first <= day <= last
    return day >= first or day <= last


def longest_gap_days(dates: list[Day]) -> Decimal:
    """Give the most days between two successive dates; 0 for fewer than two."""
    days = sorted(day_of(date) for date in dates)
    gaps = [(later - earlier).days for earlier, later in itertools.pairwise(days)]
    return Decimal(max(gaps, default=0))


def read_date(text: str) -> dt.date:
    """Read ``2024-07-10``, and no other form."""
    if len(text) != len("2024-07-10"):
        raise ValueError(text)
    return dt.date.fromisoformat(text)


def read_clock(text: str) -> int:
    """Read ``17:00`` as seconds after midnight."""
    if len(text) != len("17:00"):
        raise ValueError(text)
    time = dt.time.fromisoformat(text)
    return 3600 * time.hour + 60 * time.minute


def read_month_day(text: str) -> tuple[int, int]:
    """Read ``11-15`` as month and day."""
    if len(text) != len("11-15"):
        raise ValueError(text)
    day = dt.date.fromisoformat(f"2024-{text}")  # a leap year, so that 02-29 is a day
    return day.month, day.day
