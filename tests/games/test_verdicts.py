"""Verdicts come late, twice, out of order and are overturned: the game is what its rounds make of it."""

import random
from datetime import timedelta

import pytest

from games import selectors, services
from games.domain.events import EventKind
from games.domain.rules import Cause, Forfeit, Outcome, PlayedRound, Rules, Standing, Variant, fold
from games.domain.states import GameState, RoundState
from tests.games.domain.alg1 import OUTCOMES, StillPlayingError, play
from tests.games.table import ANSWER, ASK, RESUME, REVIEW, SECOND, Table, sit_down

pytestmark = pytest.mark.django_db

A, O, E, I = Outcome.ASKER, Outcome.OPPONENT, Outcome.EQUIVALENT, Outcome.ILL_DEFINED  # noqa: E741 - tables read better


def test_a_redelivered_verdict_gives_its_point_once() -> None:
    table = sit_down(points=2)
    table.play(A)
    assert not table.verdict(A, number=1, verdict_number=1)
    assert not table.verdict(O, number=1, verdict_number=1)
    assert (table.score, table.rounds[0].outcome) == ((1, 0), A)
    assert table.kinds.count(EventKind.ROUND_DECIDED) == 1


def test_an_older_verdict_that_arrives_after_a_newer_one_changes_nothing() -> None:
    table = sit_down(points=2)
    table.ask()
    table.answer()
    assert table.verdict(O, verdict_number=2)
    assert not table.verdict(A, number=1, verdict_number=1)
    assert table.rounds[0].outcome == O


@pytest.mark.parametrize("state", ["asking", "answering"])
def test_a_verdict_on_a_round_that_nobody_finished_changes_nothing(state: str) -> None:
    table = sit_down()
    if state == "answering":
        table.ask()
    seq = table.game.last_seq
    assert not table.verdict(A)
    assert (table.current.state, table.game.last_seq) == (state, seq)


def test_a_verdict_tells_its_reason_and_judge() -> None:
    table = sit_down()
    table.play(A)
    row = table.rounds[0]
    assert (row.reason, row.judged_by, row.verdict_number) == ("Because.", "the test", 1)
    assert row.decided_at == table.now


def test_an_overturned_verdict_in_a_running_game_moves_the_score_and_nothing_else() -> None:
    table = sit_down(points=3)
    table.play(A, A)
    table.ask()
    deadline = table.current.deadline_at
    assert table.verdict(O, number=1)
    assert table.score == (1, 1)
    assert (table.current.number, table.current.state) == (3, RoundState.ANSWERING)
    assert table.current.deadline_at == deadline
    assert table.kinds[-1] == EventKind.VERDICT_REPLACED


def test_an_overturned_verdict_can_end_a_running_game() -> None:
    table = sit_down(points=2)
    table.play(A, E)
    table.ask()
    table.verdict(A, number=2)
    game = table.game
    assert (game.state, game.winner, game.counted_rounds) == (GameState.PROVISIONAL, 0, 2)
    assert table.current.state == RoundState.ANSWERING


def test_an_overturned_verdict_changes_the_winner_of_a_finished_game() -> None:
    table = sit_down(points=2)
    table.play(A, O, A)
    table.verdict(O, number=1)
    game = table.game
    assert (game.state, game.winner, table.score) == (GameState.PROVISIONAL, 1, (0, 2))
    assert game.counted_rounds == 2
    assert [view.counted for view in table.view().rounds] == [True, True, False]


def test_rounds_after_an_earlier_finish_are_surplus() -> None:
    table = sit_down(points=2)
    table.play(E, A, A)
    table.verdict(A, number=1)
    assert (table.game.counted_rounds, table.game.winner, table.score) == (2, 0, (2, 0))
    assert table.kinds.count(EventKind.GAME_FINISHED) == 1


def test_a_lost_finish_reopens_the_game_for_a_week() -> None:
    table = sit_down(points=2)
    table.play(A, A)
    table.wait(timedelta(hours=1))
    table.verdict(E, number=2)
    game = table.game
    assert (game.state, game.winner, game.cause, game.finished_at) == (GameState.PLAYING, None, "", None)
    assert (game.review_until, game.resume_until) == (None, table.now + RESUME)
    assert (table.current.number, table.current.state) == (3, RoundState.ASKING)
    assert table.current.deadline_at == table.now + RESUME
    assert table.kinds[-2:] == [EventKind.GAME_REOPENED, EventKind.ROUND_OPENED]


def test_a_final_game_reopens_as_well() -> None:
    table = sit_down(points=1)
    table.play(A)
    table.wait(REVIEW)
    services.finalise_game(game_id=table.game_id, now=table.now)
    table.verdict(E, number=1)
    assert (table.game.state, table.game.final_at) == (GameState.PLAYING, None)


def test_a_reopened_game_that_is_resumed_runs_by_the_ordinary_clocks_again() -> None:
    table = sit_down(points=2)
    table.play(A, A)
    table.verdict(E, number=2)
    table.wait(RESUME - SECOND)
    assert not table.tick()
    table.play(E)
    assert table.game.resume_until is None
    assert table.current.deadline_at == table.now + ASK
    table.play(A)
    assert (table.game.state, table.game.winner) == (GameState.PROVISIONAL, 0)


def test_a_person_who_sits_a_reopened_game_out_forfeits_it() -> None:
    table = sit_down(points=2)
    table.play(A, A)
    table.verdict(E, number=2)
    table.wait(RESUME)
    assert selectors.overdue_games(now=table.now, limit=5) == [str(table.game_id)]
    assert table.tick()
    game = table.game
    assert (game.state, game.winner, game.cause) == (GameState.PROVISIONAL, 1, Cause.NOT_RESUMED)
    assert not table.tick()


def test_a_game_that_was_sat_out_has_its_first_result_again_once_the_verdict_is_back() -> None:
    table = sit_down(points=2)
    table.play(A, A)
    table.verdict(E, number=2)
    table.wait(RESUME)
    table.tick()
    table.verdict(A, number=2)
    assert (table.game.winner, table.game.cause, table.score) == (0, Cause.POINTS, (2, 0))


def test_an_ai_that_does_not_go_on_is_late_by_its_ordinary_clock_and_forfeits_nothing() -> None:
    table = sit_down(points=2)
    table.play(A, E)
    table.ask()
    table.verdict(A, number=2)
    table.verdict(E, number=2)
    assert (table.current.state, table.current.deadline_at) == (RoundState.ANSWERING, table.now + ANSWER)
    table.miss()
    assert (table.game.state, table.current.state) == (GameState.PLAYING, RoundState.JUDGING)


def test_nobody_forfeits_while_a_reopened_game_waits_for_the_judge() -> None:
    table = sit_down(points=2)
    table.play(E, A)
    table.ask()
    table.answer()
    table.verdict(A, number=1)
    table.verdict(E, number=1)
    assert (table.game.state, table.current.state) == (GameState.PLAYING, RoundState.JUDGING)
    table.wait(2 * RESUME)
    assert selectors.overdue_games(now=table.now, limit=5) == []
    assert not table.tick()
    table.verdict(E)
    assert table.current.deadline_at == table.game.resume_until == table.now + RESUME


def test_a_person_who_is_asked_in_a_reopened_game_has_the_whole_window_to_answer() -> None:
    table = sit_down(Variant.AG, points=2, first_asker=1)
    table.play(E, O, E, O)
    assert table.game.winner == 1
    table.verdict(E, number=4)
    assert (table.current.asker, table.current.deadline_at) == (1, table.now + ASK)
    table.wait(SECOND)
    table.ask()
    assert table.current.deadline_at == table.game.resume_until == table.now + RESUME


def test_a_game_that_ends_by_the_same_round_again_ended_when_it_did_before() -> None:
    table = sit_down(points=2)
    table.play(A, A)
    before = table.game.finished_at
    for outcome in (E, A):
        table.wait(timedelta(hours=5))
        table.verdict(outcome, number=2)
    assert (table.game.finished_at, table.game.review_until) == (before, table.now + REVIEW)


def test_what_the_clock_decided_takes_no_verdict() -> None:
    table = sit_down(points=3)
    table.play(A)
    table.miss()
    seq, score = table.game.last_seq, table.score
    assert not table.verdict(A, number=2)
    assert (table.game.last_seq, table.score, table.rounds[1].outcome) == (seq, score, I)
    assert (table.rounds[1].judged_by, table.rounds[1].verdict_number) == ("clock", 0)


def test_absence_does_not_count_while_a_reopened_game_waits() -> None:
    table = sit_down(points=2)
    table.play(A, A)
    services.renew_presence(game_id=table.game_id, player_id=table.players[0], now=table.now)
    table.verdict(E, number=2)
    services.renew_presence(game_id=table.game_id, player_id=table.players[0], now=table.now)
    table.wait(timedelta(hours=3))
    assert not table.tick()
    assert table.view().seats[0].forfeits_at is None


def test_a_game_that_reopens_in_the_middle_of_a_round_goes_on_there() -> None:
    table = sit_down(points=2)
    table.play(A, E)
    table.ask("Interrupted?", "sealed")
    table.verdict(A, number=2)
    assert table.game.state == GameState.PROVISIONAL
    table.verdict(E, number=2)
    assert (table.game.state, table.current.state) == (GameState.PLAYING, RoundState.ANSWERING)
    assert table.current.deadline_at == table.now + ANSWER
    table.answer()
    table.verdict(A)
    assert (table.game.winner, table.score) == (0, (2, 0))


def test_a_forfeit_stands_whatever_becomes_of_the_verdicts_before_it() -> None:
    table = sit_down(points=3)
    table.play(A, A)
    table.leave(seat=0)
    table.verdict(E, number=1)
    game = table.game
    assert (game.state, game.winner, game.cause) == (GameState.PROVISIONAL, 1, Cause.RESIGNED)
    assert table.score == (1, 0)


def test_a_verdict_that_ends_the_game_before_the_forfeit_wins_over_it() -> None:
    table = sit_down(points=2)
    table.play(A, E)
    table.leave(seat=0)
    assert table.game.winner == 1
    table.verdict(A, number=2)
    assert (table.game.winner, table.game.cause) == (0, Cause.POINTS)
    table.verdict(E, number=2)
    assert (table.game.winner, table.game.cause) == (1, Cause.RESIGNED)


def expected(table: Table) -> Standing:
    """Fold the rounds as they stand, by hand and not by the services."""
    game = table.game
    played = [
        PlayedRound(Outcome(row.outcome), row.asker_late)
        for row in table.rounds
        if row.state == RoundState.DECIDED
    ]
    forfeit = None
    if game.forfeit_seat is not None and game.forfeit_after is not None:
        forfeit = Forfeit(game.forfeit_seat, Cause(game.forfeit_cause), game.forfeit_after)
    rules = Rules(Variant(game.protocol.variant), game.protocol.points_to_win, game.protocol.round_cap)
    return fold(rules, game.first_asker, played, forfeit)


def assert_true_to_its_rounds(table: Table) -> None:
    game, standing = table.game, expected(table)
    assert (game.points_0, game.points_1, game.counted_rounds) == (*standing.points, standing.counted)
    assert (game.winner, game.cause) == (standing.winner, standing.cause or "")
    assert (game.state == GameState.PLAYING) == (not standing.over)
    undecided = [row for row in table.rounds if row.state != RoundState.DECIDED]
    if game.state == GameState.PLAYING:
        assert [row.number for row in undecided] == [standing.counted + 1]
        assert undecided[0].asker == standing.asker
    assert list(table.events.values_list("seq", flat=True)) == list(range(1, game.last_seq + 1))


def overturn(table: Table, rng: random.Random) -> None:
    decided = [row.number for row in table.rounds if row.state == RoundState.DECIDED]
    table.verdict(rng.choice(list(Outcome)), number=rng.choice(decided))


def go_on(table: Table, rng: random.Random) -> None:
    """Make the next move, or let somebody leave or be late instead."""
    luck, current = rng.random(), table.current
    if luck < 0.05:
        table.leave(rng.randrange(2))
    elif luck < 0.2 and current.deadline_at is not None and table.game.resume_until is None:
        table.miss()
    elif current.state == RoundState.ASKING:
        table.ask()
    elif current.state == RoundState.ANSWERING:
        table.answer()
    else:
        table.verdict(rng.choice(list(Outcome)))


@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_random_overturns_stay_true_to_their_rounds(seed: int) -> None:
    rng = random.Random(seed)
    table = sit_down(rng.choice(list(Variant)), points=2, cap=6, first_asker=rng.randrange(2))
    table.play(E)
    for _ in range(14):
        if table.game.state == GameState.PLAYING and rng.random() < 0.7:
            go_on(table, rng)
        else:
            overturn(table, rng)
        assert_true_to_its_rounds(table)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("seed", range(4))
def test_an_overturned_game_equals_one_that_was_judged_so_from_the_start(variant: Variant, seed: int) -> None:
    rng = random.Random(seed)
    verdicts = [rng.choice(list(OUTCOMES)) for _ in range(12)]
    table = sit_down(variant, points=2, cap=50)
    # Every round is first judged at random, then as Algorithm 1 is told below.
    while table.game.state == GameState.PLAYING:
        number = table.current.number
        table.play(rng.choice(list(Outcome)))
        for earlier in range(1, number + 1):
            table.verdict(OUTCOMES[verdicts[(earlier - 1) % 12]], number=earlier)
        if number == 12:
            break
    judged = [verdicts[row.number - 1] for row in table.rounds if row.state == RoundState.DECIDED]
    try:
        winner, scores = play(iter(judged), 2, first=table.game.first_asker, variant=variant)
    except StillPlayingError as playing:
        winner, scores = None, playing.scores
    assert (table.game.winner, table.score) == (winner, scores)
