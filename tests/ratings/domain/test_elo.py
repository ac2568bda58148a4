"""Elo against published examples, hand calculation, its laws, and a second implementation in decimal arithmetic."""

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.elo import K, Ladder, Result, Standing, expected, fold, update

# Further apart than this, floats near 0 and 1 no longer tell expectations apart.
RATINGS = st.floats(0, 3000)
SCORES = st.sampled_from([0.0, 0.5, 1.0])
RESULTS = st.lists(
    st.builds(
        Result,
        st.just("game"),
        st.tuples(st.integers(1, 6), st.integers(1, 6)).filter(lambda pair: pair[0] != pair[1]),
        SCORES,
    ),
    max_size=40,
)


# Published examples


@pytest.mark.parametrize(("lead", "score"), [(0, 0.50), (100, 0.64), (200, 0.76), (400, 0.91)])
def test_a_lead_gives_the_published_expected_score(lead: int, score: float) -> None:
    # Wikipedia, "Elo rating system": 100 points ahead 64 %, 200 points 76 %; 400 points are odds of 10 : 1.
    assert expected(1500 + lead, 1500) == pytest.approx(score, abs=0.005)


def test_wikipedia_player_ends_her_tournament_at_1601() -> None:
    # Wikipedia, "Elo rating system", mathematical details: a player of 1613 loses to 1609, draws with
    # 1477, beats 1388 and 1586 and loses to 1720; expected 2.88, K = 32, new rating 1601.
    opponents, scores = [1609, 1477, 1388, 1586, 1720], [0, 0.5, 1, 1, 0]
    predictions = [expected(1613, opponent) for opponent in opponents]
    assert [round(value, 2) for value in predictions] == [0.51, 0.69, 0.79, 0.54, 0.35]
    assert round(1613 + K * (sum(scores) - sum(predictions))) == 1601


# Hand calculation


def test_first_win_between_newcomers_moves_sixteen_points() -> None:
    ladder = fold([Result("a", (1, 2), 1.0)])
    assert ladder.standings == {1: Standing(1516.0, wins=1), 2: Standing(1484.0, losses=1)}
    assert ladder.changes[0].before == (1500.0, 1500.0)
    assert ladder.changes[0].after == (1516.0, 1484.0)


def test_draw_between_equals_moves_nothing() -> None:
    assert update((1700.0, 1700.0), 0.5) == (1700.0, 1700.0)


def test_underdog_400_points_behind_wins_ten_elevenths_of_k() -> None:
    # Odds of 1 : 10 are an expectation of 1/11, so the win is worth 32 * 10/11.
    first, second = update((1300.0, 1700.0), 1.0)
    assert first == pytest.approx(1300 + 320 / 11, abs=1e-9)
    assert second == pytest.approx(1700 - 320 / 11, abs=1e-9)


# Laws


@given(RATINGS, RATINGS)
def test_expectations_of_both_sides_add_up_to_one(first: float, second: float) -> None:
    assert expected(first, second) + expected(second, first) == pytest.approx(1.0, abs=1e-12)


@given(RATINGS, RATINGS, SCORES)
def test_what_one_gains_the_other_loses(first: float, second: float, score: float) -> None:
    assert sum(update((first, second), score)) == pytest.approx(first + second, abs=1e-9)


@given(RATINGS, RATINGS, SCORES)
def test_swapping_the_seats_swaps_the_ratings(first: float, second: float, score: float) -> None:
    swapped = update((second, first), 1.0 - score)
    assert update((first, second), score) == pytest.approx((swapped[1], swapped[0]), abs=1e-9)


@given(RATINGS, RATINGS)
def test_better_score_gives_better_rating_and_no_step_exceeds_k(first: float, second: float) -> None:
    lost, drawn, won = (update((first, second), score)[0] for score in (0.0, 0.5, 1.0))
    assert first - K <= lost < drawn < won <= first + K


@given(RATINGS, RATINGS, st.floats(1, 500))
def test_stronger_opponent_lowers_the_expectation(rating: float, opponent: float, more: float) -> None:
    assert expected(rating, opponent + more) < expected(rating, opponent)


@given(RESULTS, st.integers(0, 40))
def test_folding_in_two_pieces_gives_the_same_bits(results: list[Result], cut: int) -> None:
    whole, start = fold(results), fold(results[:cut])
    rest = fold(results[cut:], start.standings)
    assert rest.standings == whole.standings
    assert start.changes + rest.changes == whole.changes


@given(RESULTS)
def test_records_count_every_game_of_every_player(results: list[Result]) -> None:
    ladder = fold(results)
    for player, standing in ladder.standings.items():
        assert standing.games == sum(player in result.players for result in results)
    assert sum(one.wins for one in ladder.standings.values()) == sum(
        one.losses for one in ladder.standings.values()
    )


def test_nothing_played_is_an_empty_ladder() -> None:
    assert fold([]) == Ladder({}, ())


# A second implementation: natural exponential, 50 digits


def decimal_ladder(results: list[Result]) -> dict[int, Decimal]:
    ratings: dict[int, Decimal] = {}
    with localcontext() as context:
        context.prec = 50
        for result in results:
            own, other = (ratings.get(player, Decimal(1500)) for player in result.players)
            odds = ((own - other) / 400 * Decimal(10).ln()).exp()
            gain = 32 * (Decimal(str(result.score)) - odds / (1 + odds))
            ratings[result.players[0]], ratings[result.players[1]] = own + gain, other - gain
    return ratings


@given(RESULTS)
def test_ladder_agrees_with_fifty_digits(results: list[Result]) -> None:
    standings = fold(results).standings
    reference = decimal_ladder(results)
    assert standings.keys() == reference.keys()
    for player, rating in reference.items():
        assert standings[player].rating == pytest.approx(float(rating), abs=1e-9)


# Errors


@pytest.mark.parametrize("score", [-1.0, 0.25, 2.0, float("nan")])
def test_unknown_score_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match="A score is"):
        update((1500.0, 1500.0), score)


def test_player_cannot_play_with_herself() -> None:
    with pytest.raises(ValueError, match="herself"):
        fold([Result("a", (1, 1), 1.0)])
