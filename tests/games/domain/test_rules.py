"""The fold against Algorithm 1, and what the paper leaves open: caps, draws, late and leaving players."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.rules import (
    Cause,
    Forfeit,
    Outcome,
    PlayedRound,
    Rules,
    Standing,
    Variant,
    asker_of_round,
    fold,
    opponent_of,
    scorer,
)
from tests.games.domain.alg1 import OUTCOMES, VERDICTS, StillPlayingError, play

A, O, E, I = Outcome.ASKER, Outcome.OPPONENT, Outcome.EQUIVALENT, Outcome.ILL_DEFINED  # noqa: E741 - tables read better
FAR = 1000
LATE = PlayedRound(I, asker_late=True)

variants = st.sampled_from(Variant)
seats = st.sampled_from((0, 1))
outcomes = st.sampled_from(Outcome)
played_rounds = st.builds(PlayedRound, outcomes) | st.just(LATE)


def rounds_of(*outcomes: Outcome) -> list[PlayedRound]:
    return [PlayedRound(outcome) for outcome in outcomes]


def assert_agrees(variant: Variant, n: int, first: int, verdicts: tuple[str, ...]) -> None:
    """The fold says of these verdicts exactly what Algorithm 1 does."""
    rounds = rounds_of(*(OUTCOMES[verdict] for verdict in verdicts))
    expected = alg1(variant, n, first, verdicts)
    assert fold(Rules(variant, n, FAR), first, rounds) == expected


def alg1(variant: Variant, n: int, first: int, verdicts: tuple[str, ...]) -> Standing:
    """Write down as a Standing what Algorithm 1 makes of these verdicts."""
    said = iter(verdicts)
    try:
        winner, scores = play(said, n, first=first, variant=variant)
    except StillPlayingError as playing:
        return Standing(playing.scores, len(verdicts), playing.asker)
    counted = len(verdicts) - len(list(said))
    last_asker = 1 - first if variant is Variant.AG and counted % 2 == 0 else first
    return Standing(scores, counted, last_asker, winner=winner, cause=Cause.POINTS)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("n", "length"), [(1, 4), (2, 6), (3, 6)])
def test_fold_agrees_with_algorithm_1_for_every_sequence_of_verdicts(
    variant: Variant, first: int, n: int, length: int
) -> None:
    for size in range(length + 1):
        for verdicts in itertools.product(VERDICTS, repeat=size):
            assert_agrees(variant, n, first, verdicts)


@given(variants, seats, st.integers(1, 12), st.lists(st.sampled_from(VERDICTS), max_size=60))
def test_fold_agrees_with_algorithm_1_for_long_games(
    variant: Variant, first: int, n: int, verdicts: list[str]
) -> None:
    assert_agrees(variant, n, first, tuple(verdicts))


@pytest.mark.parametrize(
    ("outcome", "asker", "seat"),
    [(A, 0, 0), (A, 1, 1), (O, 0, 1), (O, 1, 0), (I, 0, 1), (I, 1, 0), (E, 0, None), (E, 1, None)],
)
def test_each_outcome_gives_its_point(outcome: Outcome, asker: int, seat: int | None) -> None:
    assert scorer(outcome, asker) == seat


def test_ag_swaps_the_asker_each_round_and_qg_never() -> None:
    assert [asker_of_round(Variant.AG, 1, number) for number in (1, 2, 3, 4)] == [1, 0, 1, 0]
    assert [asker_of_round(Variant.QG, 1, number) for number in (1, 2, 3, 4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(("points", "cap"), [(0, 5), (-1, 5), (3, 2), (1, 0)])
def test_a_game_that_cannot_be_won_is_refused(points: int, cap: int) -> None:
    with pytest.raises(ValueError, match="points_to_win"):
        Rules(Variant.AG, points, cap)


@pytest.mark.parametrize(
    ("variant", "outcomes", "winner", "points"),
    [
        (Variant.QG, (E, E, E, E), None, (0, 0)),
        (Variant.QG, (A, O, E, E), None, (1, 1)),
        (Variant.QG, (A, E, E, E), 0, (1, 0)),
        (Variant.AG, (E, A, E, E), 1, (0, 1)),
        (Variant.AG, (A, I, E, E), 0, (2, 0)),
    ],
)
def test_at_the_cap_the_leader_wins_and_level_is_a_draw(
    variant: Variant, outcomes: tuple[Outcome, ...], winner: int | None, points: tuple[int, int]
) -> None:
    standing = fold(Rules(variant, 3, 4), 0, rounds_of(*outcomes))
    assert standing.over
    assert (standing.winner, standing.points, standing.cause) == (winner, points, Cause.CAP)


def test_the_winning_point_in_the_last_round_is_a_win_by_points() -> None:
    assert fold(Rules(Variant.QG, 2, 2), 0, rounds_of(A, A)).cause is Cause.POINTS


def test_nothing_after_the_cap_counts() -> None:
    standing = fold(Rules(Variant.QG, 2, 3), 0, rounds_of(E, E, E, A, A))
    assert (standing.counted, standing.winner) == (3, None)


def test_a_game_without_rounds_waits_for_its_first_asker() -> None:
    assert fold(Rules(Variant.AG, 3, 12), 1, []) == Standing((0, 0), 0, asker=1)


def test_a_late_asker_gives_her_point_away() -> None:
    assert fold(Rules(Variant.AG, 3, 12), 0, [LATE]) == Standing((0, 1), 1, asker=1)


@pytest.mark.parametrize(
    ("variant", "rounds", "winner"),
    [
        (Variant.QG, [LATE, LATE], 1),
        (Variant.QG, [PlayedRound(A), LATE, LATE], 1),
        (Variant.AG, [LATE, PlayedRound(E), LATE], 1),
        (Variant.AG, [PlayedRound(E), LATE, PlayedRound(E), LATE], 0),
        (Variant.AG, [LATE, LATE, LATE], 1),
    ],
)
def test_an_asker_late_in_two_of_her_turns_running_forfeits(
    variant: Variant, rounds: list[PlayedRound], winner: int
) -> None:
    standing = fold(Rules(variant, 5, 20), 0, rounds)
    assert (standing.winner, standing.cause, standing.counted) == (winner, Cause.LATE_TWICE, len(rounds))


@pytest.mark.parametrize(
    ("variant", "rounds"),
    [
        (Variant.QG, [LATE, PlayedRound(E), LATE]),
        (Variant.AG, [LATE, LATE]),
        (Variant.AG, [LATE, PlayedRound(E), PlayedRound(E), PlayedRound(E), LATE]),
    ],
)
def test_an_asker_who_was_in_time_between_does_not_forfeit(
    variant: Variant, rounds: list[PlayedRound]
) -> None:
    assert not fold(Rules(variant, 5, 20), 0, rounds).over


def test_a_second_late_turn_that_gives_the_winning_point_is_a_win_by_points() -> None:
    assert fold(Rules(Variant.QG, 2, 8), 0, [LATE, LATE]).cause is Cause.POINTS


def test_a_second_late_turn_in_the_last_round_forfeits_even_for_the_leader() -> None:
    standing = fold(Rules(Variant.QG, 3, 4), 0, [PlayedRound(A), PlayedRound(A), LATE, LATE])
    assert (standing.winner, standing.cause, standing.points) == (1, Cause.LATE_TWICE, (2, 2))


@given(variants, seats, seats, st.lists(played_rounds, max_size=12), st.integers(0, 12))
def test_a_forfeit_loses_unless_the_rounds_before_it_ended_the_game(
    variant: Variant, first: int, leaver: int, rounds: list[PlayedRound], after: int
) -> None:
    rules = Rules(variant, 3, 9)
    before = fold(rules, first, rounds[:after])
    standing = fold(rules, first, rounds, Forfeit(leaver, Cause.RESIGNED, after))
    if before.over:
        assert standing == before
    else:
        assert (standing.winner, standing.cause) == (opponent_of(leaver), Cause.RESIGNED)
        assert (standing.points, standing.counted) == (before.points, before.counted)


def play_on(rules: Rules, first: int, rounds: list[PlayedRound]) -> tuple[list[PlayedRound], Standing]:
    """Play one round after the other, as live play does, and stop where the game stops."""
    played: list[PlayedRound] = []
    standing = fold(rules, first, played)
    for one in rounds:
        if standing.over:
            break
        played.append(one)
        standing = fold(rules, first, played)
    return played, standing


@given(
    variants,
    seats,
    st.integers(1, 4),
    st.lists(played_rounds, min_size=1, max_size=16),
    st.lists(st.tuples(st.integers(0, 15), outcomes), max_size=5),
)
def test_refolding_after_replaced_verdicts_equals_playing_it_so_from_the_start(
    variant: Variant, first: int, n: int, rounds: list[PlayedRound], overturned: list[tuple[int, Outcome]]
) -> None:
    rules = Rules(variant, n, 16)
    played, _ = play_on(rules, first, rounds)
    for index, outcome in overturned:
        if index < len(played):
            played[index] = PlayedRound(outcome, played[index].asker_late)
    as_if, standing = play_on(rules, first, played)
    assert fold(rules, first, played) == standing
    assert standing.counted == len(as_if)


@given(variants, seats, st.integers(1, 4), st.lists(played_rounds, max_size=20))
def test_an_open_game_names_the_asker_of_its_next_round(
    variant: Variant, first: int, n: int, rounds: list[PlayedRound]
) -> None:
    standing = fold(Rules(variant, n, 18), first, rounds)
    if not standing.over:
        assert standing.asker == asker_of_round(variant, first, len(rounds) + 1)
        assert max(standing.points) < n
