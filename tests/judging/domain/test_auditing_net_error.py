"""The net error in an AI's favour is bounded so that an honest null stays a null."""

import math
import random
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc

from judging.domain.auditing import (
    AuditedRound,
    AuditedVerdict,
    ai_points,
    mean_upper_bound,
    net_error_interval,
    net_pro_ai_error,
)
from judging.domain.panel import Finding

ASKER, OPPONENT, EQUIVALENT, ILL_DEFINED = Finding


def a_round(
    found: Finding,
    truth: Finding | None,
    *,
    ai_asks: bool = True,
    probability: float = 1.0,
    drawn: bool = True,
) -> AuditedRound:
    return AuditedRound(AuditedVerdict(found, probability, drawn, truth), ai_asks)


def hoeffding(values: list[float], lowest: float, highest: float, delta: float) -> float:
    return sum(values) / len(values) + (highest - lowest) * math.sqrt(-math.log(delta) / (2 * len(values)))


def plain_wealth(values: list[float], m: float, highest: float) -> float:
    """Multiply the wealth out, stake by stake."""
    weights = [1 / (place + 1) ** 2 for place in range(16)]
    wealth = 0.0
    for place, weight in enumerate(weights):
        stake = 2 ** (-place / 2) / highest
        wealth += weight / sum(weights) * math.prod(1 + stake * (m - value) for value in values)
    return wealth


@pytest.mark.parametrize(
    ("outcome", "points"), [(ASKER, 1), (OPPONENT, -1), (EQUIVALENT, 0), (ILL_DEFINED, -1)]
)
def test_points_follow_the_rules_of_the_game_and_turn_with_who_asks(outcome: Finding, points: int) -> None:
    assert ai_points(outcome, ai_asks=True) == points
    assert ai_points(outcome, ai_asks=False) == -points


def test_without_an_audit_the_bound_allows_no_claim() -> None:
    for rounds in ([], [a_round(ASKER, None, drawn=False)], [a_round(ASKER, None)]):
        found = net_pro_ai_error(rounds)
        assert (found.bound, found.settled, found.estimate) == (1.0, 0, None)


def test_a_jury_that_never_scores_allows_no_claim() -> None:
    assert net_pro_ai_error([a_round(EQUIVALENT, EQUIVALENT)] * 50).bound == 1.0


def test_the_estimate_weighs_each_error_by_its_points_and_probability() -> None:
    rounds = [
        a_round(ASKER, OPPONENT, probability=0.5),  # 2 points to the AI that it did not earn, twice
        a_round(ASKER, EQUIVALENT, ai_asks=False, probability=0.25),  # 1 to the human, four times
        a_round(ASKER, ASKER, probability=0.5),
        a_round(EQUIVALENT, None, probability=0.5, drawn=False),
    ]
    found = net_pro_ai_error(rounds)
    assert found.estimate == pytest.approx((2 * 2 - 1 * 4) / 4)
    assert found.scored_share == pytest.approx(3 / 4)
    assert (found.rounds, found.settled, found.outstanding) == (4, 3, 0)


def test_the_bound_is_per_scored_round() -> None:
    rounds = [a_round(ASKER, ASKER)] * 400 + [a_round(EQUIVALENT, EQUIVALENT)] * 400
    found = net_pro_ai_error(rounds)
    assert 0 < found.bound < 0.05
    assert found.bound == pytest.approx(2 * found.upper_mean)


def test_hundreds_of_faultless_audits_bring_the_bound_down_as_one_over_their_number() -> None:
    faultless = {n: net_pro_ai_error([a_round(ASKER, ASKER)] * n).bound for n in (100, 200, 400)}
    # ln(20) = 3.0 errors' worth at the least, 2 points each; the mixture of stakes costs a little more.
    assert 2 * 3.0 / 100 < faultless[100] < 2 * 3.7 / 100
    assert faultless[200] == pytest.approx(faultless[100] / 2, rel=0.03)
    assert faultless[400] == pytest.approx(faultless[100] / 4, rel=0.05)


def test_auditing_a_tenth_tells_as_much_as_that_tenth_does() -> None:
    tenth = [a_round(ASKER, ASKER, probability=0.1)] * 100
    rest = [a_round(ASKER, None, probability=0.1, drawn=False)] * 900
    alone = net_pro_ai_error([a_round(ASKER, ASKER)] * 100)
    assert net_pro_ai_error(tenth + rest).bound == pytest.approx(alone.bound, rel=0.05)


def test_an_outstanding_audit_counts_as_the_worst_that_it_can_be() -> None:
    settled = [a_round(ASKER, ASKER)] * 200
    waiting = net_pro_ai_error([*settled, a_round(ASKER, None)])
    worst = net_pro_ai_error([*settled, a_round(ASKER, OPPONENT)])
    assert waiting.outstanding == 1
    assert waiting.upper_mean == worst.upper_mean
    assert waiting.estimate == pytest.approx(0)
    # A verdict against the AI can hide no error in its favour.
    harmless = net_pro_ai_error([*settled, a_round(OPPONENT, None)])
    assert harmless.upper_mean == net_pro_ai_error([*settled, a_round(OPPONENT, OPPONENT)]).upper_mean


def test_errors_against_the_ai_never_raise_the_bound() -> None:
    even = net_pro_ai_error([a_round(ASKER, ASKER)] * 200)
    assert (
        net_pro_ai_error([a_round(ASKER, ASKER)] * 200 + [a_round(OPPONENT, ASKER)] * 20).bound <= even.bound
    )
    assert net_pro_ai_error([a_round(OPPONENT, ASKER)] * 200).bound == 0.0


def test_a_jury_that_always_errs_for_the_ai_reaches_the_worst() -> None:
    assert net_pro_ai_error([a_round(ASKER, OPPONENT)] * 200).bound == 1.0


@given(
    st.lists(st.sampled_from([-20.0, -10.0, -1.0, 0.0, 0.0, 0.0, 1.0, 10.0, 20.0]), min_size=1, max_size=100),
    st.sampled_from([0.01, 0.05, 0.3]),
)
def test_the_bound_is_where_the_plain_wealth_crosses(values: list[float], delta: float) -> None:
    found = mean_upper_bound(values, highest=20.0, most=2.0, delta=delta)
    assert found == 0.0 or plain_wealth(values, found - 1e-6, 20.0) < 1 / delta
    assert found == 2.0 or plain_wealth(values, found, 20.0) >= 1 / delta


def test_the_bound_is_tighter_than_hoeffdings_where_errors_are_rare() -> None:
    rng = random.Random(2)
    values = [rng.choice([-2.0, -1.0, 1.0, 2.0]) if rng.random() < 0.15 else 0.0 for _ in range(400)]
    assert mean_upper_bound(values, 2.0, 2.0, 0.05) < hoeffding(values, -2.0, 2.0, 0.05)


def neutral(rng: random.Random) -> tuple[Finding, Finding]:
    """The jury errs in a fifth of the rounds, either way alike."""
    truth = rng.choice([ASKER, OPPONENT])
    return (rng.choice([ASKER, OPPONENT, EQUIVALENT]) if rng.random() < 0.3 else truth), truth


def rare(rng: random.Random) -> tuple[Finding, Finding]:
    """The jury gives a rare gift of two points, always to the asker."""
    truth = rng.choice([ASKER, OPPONENT])
    return (ASKER if rng.random() < 0.02 else truth), truth


def biased(rng: random.Random) -> tuple[Finding, Finding]:
    """The jury favours the asker in a third of what she lost."""
    truth = rng.choice([ASKER, OPPONENT, EQUIVALENT])
    return (ASKER if rng.random() < 0.33 else truth), truth


def audited(rng: random.Random, make: Callable[[random.Random], tuple[Finding, Finding]]) -> AuditedRound:
    found, truth = make(rng)
    probability = rng.choice([0.15, 0.5])
    drawn = rng.random() < probability
    return a_round(found, truth if drawn else None, probability=probability, drawn=drawn)


# Means of d by hand: neutral 0; rare .5 * .02 * 2; biased .33 * (2 + 1) / 3.
@pytest.mark.parametrize(("make", "mean"), [(neutral, 0.0), (rare, 0.02), (biased, 0.33)])
@pytest.mark.parametrize("rounds", [40, 300])
def test_the_true_mean_exceeds_its_bound_at_most_5_times_in_100(
    make: Callable[[random.Random], tuple[Finding, Finding]], mean: float, rounds: int
) -> None:
    rng = random.Random(23)
    draw = partial(audited, rng, make)
    missed = sum(net_pro_ai_error([draw() for _ in range(rounds)]).upper_mean < mean for _ in range(300))
    assert missed / 300 <= 0.05


def test_the_bound_holds_for_the_very_rounds_that_were_played_though_they_are_not_alike() -> None:
    # Only the draws are random here: 100 rounds of a jury that erred in the first 40 and not since.
    fixed = [(ASKER, OPPONENT)] * 40 + [(OPPONENT, OPPONENT)] * 60
    rng = random.Random(29)
    missed = 0
    for _ in range(400):
        drawn = [rng.random() < 0.3 for _ in fixed]
        rounds = [
            a_round(found, truth if out else None, probability=0.3, drawn=out)
            for (found, truth), out in zip(fixed, drawn, strict=True)
        ]
        missed += net_pro_ai_error(rounds).upper_mean < 0.8
    assert missed / 400 <= 0.05


def test_under_the_null_an_ai_wins_games_no_oftener_than_the_raised_null_says() -> None:
    # The AI is as good as people; the jury gives it every sixth of the rounds that it lost.
    rng = random.Random(31)
    points_to_win, wins, games = 3, 0, 4000
    for _ in range(games):
        ai = human = 0
        while max(ai, human) < points_to_win:
            to_ai = rng.random() < 0.5 or rng.random() < 1 / 6
            ai, human = ai + to_ai, human + (not to_ai)
        wins += ai > human
    # d = 2 in 1/12 of the rounds and all are scored: b = 1/6, and a scored round is won with 7/12.
    raised = betainc(points_to_win, points_to_win, (1 + 1 / 6) / 2)
    assert wins / games == pytest.approx(raised, abs=0.025)


def test_the_interval_shows_on_which_side_a_jury_errs() -> None:
    nothing = net_error_interval([a_round(ASKER, None)])
    assert nothing == (-2.0, 2.0)
    for_ai = [a_round(ASKER, OPPONENT)] * 60 + [a_round(ASKER, ASKER)] * 140
    low, high = net_error_interval(for_ai)
    assert 0 < low < 0.6 < high < 1.2
    against = [a_round(OPPONENT, ASKER)] * 60 + [a_round(ASKER, ASKER)] * 140
    assert net_error_interval(against) == pytest.approx((-high, -low))
    always = net_error_interval([a_round(ASKER, OPPONENT)] * 200)
    assert always[1] == 2.0
    assert always[0] > 1.8


@pytest.mark.parametrize(("make", "mean"), [(neutral, 0.0), (biased, 0.33)])
def test_the_interval_holds_the_true_mean_at_least_95_times_in_100(
    make: Callable[[random.Random], tuple[Finding, Finding]], mean: float
) -> None:
    rng = random.Random(37)
    covered = 0
    for _ in range(200):
        low, high = net_error_interval([audited(rng, make) for _ in range(200)])
        covered += low <= mean <= high
    assert covered / 200 >= 0.95
