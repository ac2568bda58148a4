"""Draws are uniform, recorded with their probability, and balance who begins."""

import random
from collections import Counter

import pytest

from games.domain.pairing import UNIFORM_RULE, Draw, draw_first_asker, draw_opponent
from games.domain.pools import PlayerKind, Pool, pool_of
from games.domain.rules import Variant


def test_each_candidate_is_drawn_with_the_probability_that_is_recorded() -> None:
    rng = random.Random(7)
    draws = [draw_opponent([5, 3, 9], rng) for _ in range(3000)]
    assert {draw.probability for draw in draws} == {1 / 3}
    assert {draw.rule for draw in draws} == {UNIFORM_RULE}
    counts = Counter(draw.player_id for draw in draws)
    # Chi-squared with 2 degrees of freedom: above 13.8 in one of 1,000 fair samples.
    assert sum((counts[player] - 1000) ** 2 / 1000 for player in (3, 5, 9)) < 13.8


def test_a_draw_does_not_depend_on_the_order_of_the_candidates() -> None:
    assert draw_opponent([1, 2, 3], random.Random(4)) == draw_opponent([3, 1, 2], random.Random(4))


def test_the_only_candidate_is_drawn_with_certainty() -> None:
    assert draw_opponent([8], random.Random(0)) == Draw(8, UNIFORM_RULE, 1.0)


def test_nobody_can_be_drawn_from_nobody() -> None:
    with pytest.raises(ValueError, match="nobody"):
        draw_opponent([], random.Random(0))


def test_who_asked_first_less_often_asks_first() -> None:
    assert {draw_first_asker(2, 3, random.Random(seed)) for seed in range(20)} == {0}
    assert {draw_first_asker(3, 2, random.Random(seed)) for seed in range(20)} == {1}


def test_first_askers_are_balanced_over_games() -> None:
    rng, counts = random.Random(3), [0, 0]
    for _ in range(101):
        counts[draw_first_asker(counts[0], counts[1], rng)] += 1
        assert abs(counts[0] - counts[1]) <= 1


def test_level_counts_are_drawn_evenly() -> None:
    rng = random.Random(11)
    ones = sum(draw_first_asker(0, 0, rng) for _ in range(2000))
    assert 880 < ones < 1120  # Five standard deviations around 1,000.


@pytest.mark.parametrize(
    ("variant", "kinds", "pool"),
    [
        (Variant.AG, (PlayerKind.HUMAN, PlayerKind.AI), Pool.AG_HUMAN_AI),
        (Variant.AG, (PlayerKind.AI, PlayerKind.HUMAN), Pool.AG_HUMAN_AI),
        (Variant.QG, (PlayerKind.HUMAN, PlayerKind.AI), Pool.QG_HUMAN_AI),
        (Variant.QG, (PlayerKind.AI, PlayerKind.AI), Pool.AI_AI),
        (Variant.AG, (PlayerKind.HUMAN, PlayerKind.HUMAN), Pool.HUMAN_HUMAN),
    ],
)
def test_pools_follow_from_variant_and_kinds(
    variant: Variant, kinds: tuple[PlayerKind, PlayerKind], pool: Pool
) -> None:
    assert pool_of(variant, kinds) is pool
    assert pool.label
