"""How long a judge that cannot be reached is waited for."""

from datetime import UTC, datetime, timedelta

import pytest

from judging.domain.patience import MAX_ATTEMPTS, due_after, last_attempt_ends, wish_of

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


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("40", 40),
        ("1.5", 1.5),
        ("7200", 300),
        ("1e300", 300),
        ("Mon, 02 Nov 2026 12:00:40 GMT", 40),
        ("Monday, 02-Nov-26 12:00:40 GMT", 40),
        ("Mon Nov  2 12:00:40 2026", 40),
        ("Wed, 21 Oct 2037 07:28:00 GMT", 300),
        ("Mon, 02 Nov 2026 11:59:00 GMT", None),
        ("Mon, 32 Nov 2026 11:59:00 GMT", None),
        ("0", None),
        ("-5", None),
        ("nan", None),
        ("inf", None),
        ("1e400", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_wish_to_be_left_alone_is_granted_for_five_minutes_at_most(
    header: str, seconds: float | None
) -> None:
    assert wish_of(header, NOON) == seconds
