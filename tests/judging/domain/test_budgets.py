"""What a call costs, what is set aside for it, and when a day's budget is spent."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.budgets import (
    REPLY_TOKENS,
    Budget,
    Prices,
    Usage,
    next_day,
    start_of_day,
    tokens_to_reserve,
)

AMOUNTS = st.integers(0, 10**9)
PRICES = st.decimals(0, 1000, places=4)


def test_prices_are_dollars_per_million_tokens() -> None:
    # One million tokens in at 2.50 and a half million out at 10: 2.50 + 5.00 dollars.
    assert Prices(Decimal("2.50"), Decimal(10)).cost(1_000_000, 500_000) == 7_500_000
    assert Prices(Decimal("0.15"), Decimal(0)).cost(1, 0) == 1
    assert Prices().cost(5, 5) == 0


@given(prompt=PRICES, completion=PRICES, one=st.integers(0, 10**6), other=st.integers(0, 10**6))
def test_no_split_of_the_tokens_costs_more_than_was_reserved(
    prompt: Decimal, completion: Decimal, one: int, other: int
) -> None:
    prices = Prices(prompt, completion)
    assert prices.cost(one, other) <= prices.at_most(one + other).microdollars


@given(used=st.builds(Usage, AMOUNTS, AMOUNTS), more=st.builds(Usage, AMOUNTS, AMOUNTS))
def test_without_limits_everything_is_affordable(used: Usage, more: Usage) -> None:
    assert Budget().affords(used, more)


@pytest.mark.parametrize(
    ("budget", "affords"),
    [
        (Budget(tokens=100), True),
        (Budget(tokens=99), False),
        (Budget(microdollars=30), True),
        (Budget(microdollars=29), False),
        (Budget(tokens=100, microdollars=29), False),
        (Budget(tokens=99, microdollars=30), False),
        (Budget(tokens=100, microdollars=30), True),
    ],
)
def test_a_call_must_fit_beside_what_is_used_in_both_measures(budget: Budget, affords: bool) -> None:
    assert budget.affords(Usage(60, 20), Usage(40, 10)) is affords


@given(text=st.text(max_size=300))
def test_long_messages_and_other_scripts_reserve_more(text: str) -> None:
    assert tokens_to_reserve(text) >= REPLY_TOKENS + len(text) / 3
    assert tokens_to_reserve(text, text) >= tokens_to_reserve(text)


def test_half_a_surrogate_pair_is_no_obstacle() -> None:
    assert tokens_to_reserve("\ud800" * 3) == REPLY_TOKENS + 1


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 11, 2, 0, 0, tzinfo=UTC), 2),
        (datetime(2026, 11, 2, 23, 59, 59, tzinfo=UTC), 2),
        (datetime(2026, 11, 3, 1, 30, tzinfo=timezone(timedelta(hours=2))), 2),
    ],
)
def test_days_are_those_of_utc(now: datetime, day: int) -> None:
    assert start_of_day(now) == datetime(2026, 11, day, tzinfo=UTC)
    assert next_day(now) == datetime(2026, 11, day + 1, tzinfo=UTC)
