"""How long a judge that cannot be reached is waited for."""

from datetime import UTC, datetime, timedelta

import pytest

from judging.domain.patience import MAX_ATTEMPTS, due_after, last_attempt_ends

NOON = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("made", "each", "seconds"),
    # Pauses of 5, 15, 45 and 120 s are to come after the second attempt, which starts at noon.
    [(1, 0, 185), (1, 60, 185 + 5 * 60), (5, 10, 10), (6, 10, 10)],
)
def test_the_pauses_and_attempts_to_come_are_added_up(made: int, each: int, seconds: int) -> None:
    end = last_attempt_ends(next_starts=NOON, made=made, each_takes=timedelta(seconds=each))
    assert end == NOON + timedelta(seconds=seconds)
    assert MAX_ATTEMPTS == 6


@pytest.mark.parametrize(("failures", "seconds"), [(1, 2), (2, 5), (5, 120), (6, 120), (9, 120)])
def test_pauses_grow_with_the_failures(failures: int, seconds: int) -> None:
    assert due_after(failures, NOON) == NOON + timedelta(seconds=seconds)
