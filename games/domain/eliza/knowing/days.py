"""Days of the week, months and leap years."""

import re
from calendar import isleap, monthrange
from datetime import date

WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()

_DAY = "|".join(WEEKDAYS).lower()
_MONTH = "|".join(MONTHS).lower()
_AHEAD = re.compile(rf"\btoday is (?:a )?({_DAY})\b.{{0,60}}?\b(\d{{1,6}}) (days?|weeks?)\b( ago)?")
_NEXT = re.compile(rf"\bday (?:\w+ )?(?:\w+ )?(?:\w+ )?(after|before|follows|precedes) ({_DAY})\b")
_DAYS_IN = re.compile(
    rf"\bhow many days .{{0,20}}?\b({_MONTH}|leap year|year|week)\b(?: of)?(?: (?:in )?(\d{{4}}))?(?: have)?\??$"
)
_LEAP = re.compile(r"\b(?:is|was|will) (?:the year )?(\d{4}) (?:be )?a leap year")
_ASKS_WEEKDAY = re.compile(r"\b(?:day of the week|weekday|what day|which day)\b")
_DATES = (
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<name>{_MONTH}),? (?P<year>\d{{4}})\b"),
    re.compile(rf"\b(?P<name>{_MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b"),
    re.compile(r"\b(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})\b"),
)
_FIRST_GREGORIAN_YEAR = 1583


def day_found(text: str) -> str:
    """Answer a question of the calendar (Gregorian, from 1583 on); "" for anything else."""
    low = text.lower()
    return _ahead(low) or _next(low) or _leap(low) or _days_in(low) or _weekday_of(low)


def _ahead(low: str) -> str:
    found = _AHEAD.search(low)
    if not found:
        return ""
    start = WEEKDAYS.index(found[1].capitalize())
    days = int(found[2]) * (7 if found[3].startswith("week") else 1) * (-1 if found[4] else 1)
    weeks, rest = divmod(abs(days), 7)
    day = WEEKDAYS[(start + days) % 7]
    return f"{day}: {abs(days)} days are {weeks} full weeks and {rest} more, counted from {WEEKDAYS[start]}."


def _next(low: str) -> str:
    found = _NEXT.search(low)
    if not found:
        return ""
    step = 1 if found[1] in ("after", "follows") else -1
    if re.search(r"\bday (?:after|before) (?:the )?(?:day|tomorrow|yesterday)", low):
        return ""
    day = found[2].capitalize()
    return f"{WEEKDAYS[(WEEKDAYS.index(day) + step) % 7]} comes {'after' if step == 1 else 'before'} {day}."


def _leap(low: str) -> str:
    found = _LEAP.search(low)
    if not found or int(found[1]) < _FIRST_GREGORIAN_YEAR:
        return ""
    year = int(found[1])
    rule = "a year is one when 4 divides it, but of the full centuries only those that 400 divides"
    return (
        f"{'Yes' if isleap(year) else 'No'}, {year} is {'' if isleap(year) else 'not '}a leap year: {rule}."
    )


def _days_in(low: str) -> str:
    found = _DAYS_IN.search(low)
    if not found:
        return ""
    what, year = found[1], int(found[2] or 0)
    if what == "week":
        return "A week has 7 days."
    if what in ("year", "leap year"):
        if year >= _FIRST_GREGORIAN_YEAR:
            return f"The year {year} has {366 if isleap(year) else 365} days."
        return "A leap year has 366 days." if what == "leap year" else "A year has 365 days, a leap year 366."
    month = MONTHS.index(what.capitalize()) + 1
    if month == 2 and year < _FIRST_GREGORIAN_YEAR:
        return "February has 28 days, and 29 in a leap year."
    return f"{what.capitalize()}{f' {year}' if year else ''} has {monthrange(year or 2001, month)[1]} days."


def _weekday_of(low: str) -> str:
    if not _ASKS_WEEKDAY.search(low):
        return ""
    found = next((match for pattern in _DATES if (match := pattern.search(low))), None)
    if found is None or int(found["year"]) < _FIRST_GREGORIAN_YEAR:
        return ""
    parts = found.groupdict()
    month = MONTHS.index(parts["name"].capitalize()) + 1 if "name" in parts else int(parts["number"])
    try:
        day = date(int(parts["year"]), month, int(parts["day"]))
    except ValueError:
        return "There is no such date."
    return f"{day.day} {MONTHS[month - 1]} {day.year} falls on a {WEEKDAYS[day.weekday()]}."
