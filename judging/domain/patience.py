"""How long an unreachable judge is waited for."""

import math
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

BACKOFF = tuple(timedelta(seconds=seconds) for seconds in (2, 5, 15, 45, 120))
MAX_ATTEMPTS = len(BACKOFF) + 1
LEASE = timedelta(seconds=150)
LONGEST_WISH = timedelta(minutes=5)  # of an endpoint's Retry-After


def due_after(failures: int, last: datetime) -> datetime:
    """Return when a judge is asked again whose `failures`-th attempt (from 1) failed at `last`."""
    return last + BACKOFF[min(failures, len(BACKOFF)) - 1]


def last_attempt_ends(*, next_starts: datetime, made: int, each_takes: timedelta) -> datetime:
    """Return about when the last attempt ends, if `made` have failed and all others take as long."""
    to_come = max(1, MAX_ATTEMPTS - made)
    return next_starts + sum(BACKOFF[made:], timedelta()) + to_come * each_takes


def wish_of(header: str, now: datetime) -> float | None:
    """Return for how many seconds a `Retry-After` wishes its sender to be left alone, at most LONGEST_WISH.

    It holds seconds or a date (RFC 9110); None for what says neither, or nothing of the time to come.
    """
    try:
        seconds = float(header)
    except ValueError:
        seconds = _seconds_until(header, now)
    return min(seconds, LONGEST_WISH.total_seconds()) if math.isfinite(seconds) and seconds > 0 else None


def _seconds_until(date: str, now: datetime) -> float:
    try:
        until = parsedate_to_datetime(date)
    except (ValueError, OverflowError):
        return math.nan
    # A date without a zone, or of an unknown one, is in UTC.
    return ((until if until.tzinfo else until.replace(tzinfo=UTC)) - now).total_seconds()
