"""Late players, absent players, leaving, annulling and the end of the review window."""

from datetime import timedelta

import pytest

from games import selectors, services
from games.domain.errors import GameError, NotFoundError, StaleMoveError
from games.domain.events import EventKind
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState, RoundState
from games.models import PairingSlot
from tests.games.table import (
    ANSWER,
    ASK,
    GRACE,
    REVIEW,
    SECOND,
    START,
    Table,
    make_guest,
    present_until,
    sit_down,
)

pytestmark = pytest.mark.django_db

A, O, E, I = Outcome.ASKER, Outcome.OPPONENT, Outcome.EQUIVALENT, Outcome.ILL_DEFINED  # noqa: E741 - tables read better
LIFE = timedelta(seconds=25)


def slot_is_open(table: Table) -> bool:
    return PairingSlot.objects.filter(games=table.game_id, closed_at=None).exists()


def here(table: Table, seat: int = 0) -> None:
    services.renew_presence(game_id=table.game_id, player_id=table.players[seat], now=table.now)


def gone(table: Table, seat: int = 0) -> None:
    services.note_departure(game_id=table.game_id, player_id=table.players[seat], now=table.now)


def test_a_clock_that_has_not_run_out_changes_nothing() -> None:
    table = sit_down()
    table.wait(ASK - SECOND)
    assert not table.tick()
    assert table.game.last_seq == 2


def test_an_asker_late_in_the_first_round_aborts_the_game() -> None:
    table = sit_down()
    table.miss()
    game = table.game
    assert (game.state, game.cause, game.winner) == (GameState.ABORTED, Cause.NEVER_STARTED, None)
    assert table.kinds[-1] == EventKind.GAME_ABORTED
    assert not slot_is_open(table)
    assert not table.tick()


def test_an_asker_late_in_a_later_round_gives_the_point_away() -> None:
    table = sit_down(points=3)
    table.play(E)
    table.miss()
    late, following = table.rounds[1:]
    assert (late.state, late.outcome, late.asker_late) == (RoundState.DECIDED, I, True)
    assert (late.judged_by, late.verdict_number) == ("clock", 0)
    assert table.score == (0, 1)
    assert (following.state, following.asker) == (RoundState.ASKING, 0)
    assert following.deadline_at == table.now + ASK
    assert table.kinds[-2:] == [EventKind.QUESTION_MISSED, EventKind.ROUND_OPENED]


@pytest.mark.parametrize(
    ("variant", "misses"), [(Variant.QG, (True, True)), (Variant.AG, (True, False, True))]
)
def test_an_asker_late_twice_running_forfeits(variant: Variant, misses: tuple[bool, ...]) -> None:
    table = sit_down(variant, points=5, cap=20)
    table.play(E)
    if variant is Variant.AG:
        table.play(E)
    for misses_it in misses:
        if misses_it:
            table.miss()
        else:
            table.play(E)
    game = table.game
    assert (game.state, game.cause, game.winner) == (GameState.PROVISIONAL, Cause.LATE_TWICE, 1)
    assert table.score == (0, 2)


def test_a_late_answer_goes_to_the_judge_as_an_empty_one() -> None:
    table = sit_down(points=3)
    table.ask()
    table.miss()
    row = table.current
    assert (row.state, row.answer, row.opponent_late) == (RoundState.JUDGING, "", True)
    assert (row.answered_at, row.deadline_at) == (START + ANSWER, None)
    assert table.kinds[-1] == EventKind.ANSWER_MISSED
    packet = selectors.blind_packet(row.pk)
    assert packet is not None
    assert packet.opponent_answer == ""
    assert table.verdict(A)
    assert table.score == (1, 0)


def test_looking_at_a_game_enforces_its_clock() -> None:
    table = sit_down(points=3)
    table.ask()
    table.wait(ANSWER)
    view = services.look_at_game(game_id=table.game_id, viewer_id=table.players[0], now=table.now)
    assert view.turn is selectors.Turn.WAIT_FOR_VERDICT
    assert table.current.opponent_late


def test_a_clock_is_enforced_once_however_often_it_is_looked_at() -> None:
    table = sit_down(points=3)
    table.ask()
    table.miss()
    seq = table.game.last_seq
    assert not table.tick()
    assert table.game.last_seq == seq


def test_the_sweeper_finds_exactly_the_games_whose_clock_ran_out() -> None:
    early, late = sit_down(), sit_down()
    late.ask()
    finished = sit_down()
    finished.ask()
    finished.leave()
    now = START + ANSWER
    assert selectors.overdue_games(now=now, limit=10) == [str(late.game_id)]
    assert set(selectors.overdue_games(now=START + ASK, limit=10)) == {str(early.game_id), str(late.game_id)}
    assert selectors.overdue_games(now=now - SECOND, limit=10) == []


# Leaving


@pytest.mark.parametrize("seat", [0, 1])
def test_leaving_before_the_first_sealed_question_aborts(seat: int) -> None:
    table = sit_down()
    table.leave(seat)
    assert (table.game.state, table.game.winner) == (GameState.ABORTED, None)
    assert not slot_is_open(table)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("state", RoundState)
def test_leaving_later_loses_in_every_state_of_a_round(seat: int, state: RoundState) -> None:
    table = sit_down(points=3)
    table.play(A)
    if state != RoundState.ASKING:
        table.ask()
    if state in (RoundState.JUDGING, RoundState.DECIDED):
        table.answer()
    if state == RoundState.DECIDED:
        table.verdict(E)
    table.leave(seat)
    game = table.game
    assert (game.state, game.cause, game.winner) == (GameState.PROVISIONAL, Cause.RESIGNED, 1 - seat)
    assert table.score == (1, 0)
    assert game.forfeit_after == (2 if state == RoundState.DECIDED else 1)
    assert not slot_is_open(table)


def test_leaving_twice_is_leaving_once() -> None:
    table = sit_down()
    table.ask()
    table.leave()
    seq = table.game.last_seq
    table.leave()
    assert table.game.last_seq == seq
    with pytest.raises(StaleMoveError):
        table.leave(seat=1)


def test_leaving_an_aborted_game_again_is_fine() -> None:
    table = sit_down()
    table.leave()
    table.leave()
    assert table.kinds.count(EventKind.GAME_ABORTED) == 1


def test_leaving_a_finished_game_is_refused() -> None:
    table = sit_down(points=1)
    table.play(A)
    with pytest.raises(StaleMoveError):
        table.leave()


def test_a_verdict_that_comes_after_somebody_left_changes_nothing() -> None:
    table = sit_down(points=1)
    table.ask()
    table.answer()
    table.leave(seat=0)
    assert not table.verdict(A)
    assert (table.game.winner, table.score) == (1, (0, 0))


# Absence


def test_a_player_who_goes_away_on_her_turn_forfeits_after_the_grace_time() -> None:
    table = sit_down(points=3)
    table.play(A)
    here(table)
    table.wait(timedelta(seconds=10))
    gone(table)
    table.wait(GRACE - SECOND)
    assert not table.tick()
    table.wait(SECOND)
    assert selectors.overdue_games(now=table.now, limit=5) == [str(table.game_id)]
    assert table.tick()
    game = table.game
    assert (game.cause, game.winner, game.forfeit_seat) == (Cause.ABANDONED, 1, 0)


def test_signs_of_life_that_stop_count_as_going_away() -> None:
    table = sit_down(points=3)
    table.play(A)
    here(table)
    table.wait(LIFE + GRACE - SECOND)
    assert not table.tick()
    table.wait(SECOND)
    assert table.tick()


def test_coming_back_in_time_ends_the_countdown() -> None:
    table = sit_down(points=3)
    table.play(A)
    here(table)
    gone(table)
    table.wait(GRACE - SECOND)
    here(table)
    table.wait(SECOND)
    assert not table.tick()
    assert present_until(table, 0) == table.now - SECOND + LIFE


def test_being_away_on_the_other_sides_turn_costs_nothing_until_her_own_turn_comes() -> None:
    table = sit_down(Variant.AG, points=3)
    table.ask()
    here(table)
    gone(table)
    table.wait(GRACE + SECOND)
    assert not table.tick()
    table.answer()
    table.verdict(E)
    table.ask()  # The AI asks; it is her turn from now on.
    table.wait(GRACE - SECOND)
    assert not table.tick()
    table.wait(SECOND)
    assert table.tick()
    assert table.game.cause == Cause.ABANDONED


def test_the_sweeper_looks_after_absent_players_only_while_they_have_to_move() -> None:
    table = sit_down(points=2)
    here(table)
    gone(table)
    table.wait(SECOND)
    assert selectors.overdue_games(now=table.now, limit=5) == [str(table.game_id)]
    table.ask()
    assert selectors.overdue_games(now=table.now, limit=5) == []
    table.answer()
    assert selectors.overdue_games(now=table.now, limit=5) == []
    table.verdict(A)
    table.play(A)
    table.verdict(E, number=1)
    assert table.game.resume_until is not None
    assert selectors.overdue_games(now=table.now, limit=5) == []


def test_a_player_without_a_live_page_has_only_the_ordinary_clock() -> None:
    table = sit_down(points=3)
    table.play(A)
    table.wait(ASK - SECOND)
    assert not table.tick()


def test_going_away_before_the_first_sealed_question_aborts() -> None:
    table = sit_down()
    here(table)
    gone(table)
    table.wait(GRACE)
    table.tick()
    assert (table.game.state, table.game.winner) == (GameState.ABORTED, None)


def test_a_stranger_cannot_lend_her_presence() -> None:
    table = sit_down()
    stranger = make_guest()
    services.renew_presence(game_id=table.game_id, player_id=stranger, now=START)
    services.note_departure(game_id=table.game_id, player_id=stranger, now=START)
    assert present_until(table, 0) is None


def test_the_view_counts_down_exactly_when_the_clock_would_strike() -> None:
    table = sit_down(points=3)
    table.play(A)
    here(table)
    assert table.view(1).seats[0].forfeits_at is None
    gone(table)
    seat = table.view(1).seats[0]
    assert (seat.presence, seat.forfeits_at) == (selectors.Presence.AWAY, table.now + GRACE)


# Annulling and finality


@pytest.mark.parametrize("ending", ["asking", "finished", "final"])
def test_a_game_that_is_voided_has_no_winner_whatever_it_was(ending: str) -> None:
    table = sit_down(points=1)
    if ending != "asking":
        table.play(A)
    if ending == "final":
        table.wait(REVIEW)
        services.finalise_game(game_id=table.game_id, now=table.now)
    assert services.void_game(
        game_id=table.game_id, cause=Cause.PLATFORM_FAULT, detail="No judge could be had.", now=table.now
    )
    game = table.game
    assert (game.state, game.winner, game.cause) == (GameState.VOID, None, Cause.PLATFORM_FAULT)
    assert game.cause_detail == "No judge could be had."
    assert not slot_is_open(table)
    assert table.kinds[-1] == EventKind.GAME_VOIDED


def test_voiding_twice_or_after_aborting_changes_nothing() -> None:
    table = sit_down()
    table.leave()
    seq = table.game.last_seq
    assert not services.void_game(game_id=table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=START)
    assert table.game.last_seq == seq


@pytest.mark.parametrize("move", ["ask", "leave"])
def test_nobody_plays_on_in_a_void_game(move: str) -> None:
    table = sit_down()
    services.void_game(game_id=table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=START)
    with pytest.raises(GameError):
        getattr(table, move)()
    assert not table.tick()


def test_a_verdict_for_a_void_game_changes_nothing() -> None:
    table = sit_down(points=1)
    table.ask()
    table.answer()
    services.void_game(game_id=table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=START)
    assert not table.verdict(A)
    assert table.game.winner is None


def test_a_game_is_final_once_its_review_window_has_passed() -> None:
    table = sit_down(points=1)
    table.play(A)
    table.wait(REVIEW - SECOND)
    assert selectors.due_for_final(now=table.now, limit=5) == []
    assert not services.finalise_game(game_id=table.game_id, now=table.now)
    table.wait(SECOND)
    assert selectors.due_for_final(now=table.now, limit=5) == [str(table.game_id)]
    assert services.finalise_game(game_id=table.game_id, now=table.now)
    assert not services.finalise_game(game_id=table.game_id, now=table.now)
    assert (table.game.state, table.game.final_at) == (GameState.FINAL, table.now)
    assert table.kinds.count(EventKind.GAME_FINALISED) == 1


def test_a_running_game_does_not_become_final() -> None:
    table = sit_down()
    table.wait(REVIEW * 10)
    assert not services.finalise_game(game_id=table.game_id, now=table.now)


def test_the_clock_of_an_unknown_game_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        services.enforce_clock(game_id="6dbdbb0c-1f9f-4b5c-8f9f-111111111111", now=START)
