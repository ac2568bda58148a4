"""How long an unreachable judge is waited for."""

from datetime import datetime, timedelta

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
