"""Playing whole games, and every way in which a single move can be wrong."""

import uuid
from datetime import timedelta

import pytest

from games import services
from games.domain.commitment import verify
from games.domain.errors import (
    GameError,
    NotFoundError,
    NotYourTurnError,
    StaleMoveError,
    TextRejectedError,
)
from games.domain.events import EventKind
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState, RoundState
from tests.games.table import ANSWER, ASK, REVIEW, SECOND, START, Table, make_guest, sit_down

pytestmark = pytest.mark.django_db

A, O, E, I = Outcome.ASKER, Outcome.OPPONENT, Outcome.EQUIVALENT, Outcome.ILL_DEFINED  # noqa: E741 - tables read better


def test_a_qg_game_is_played_to_its_end() -> None:
    table = sit_down(Variant.QG, points=2)
    table.play(A, E, O, A)
    game = table.game
    assert [row.asker for row in table.rounds] == [0, 0, 0, 0]
    assert (game.state, game.winner, game.cause) == (GameState.PROVISIONAL, 0, Cause.POINTS)
    assert (table.score, game.counted_rounds) == ((2, 1), 4)
    assert (game.finished_at, game.review_until) == (START, START + REVIEW)


def test_an_ag_game_is_played_to_its_end() -> None:
    table = sit_down(Variant.AG, points=3, first_asker=1)
    table.play(A, A, I, O, A)
    assert [row.asker for row in table.rounds] == [1, 0, 1, 0, 1]
    # Seat 1 scores rounds 1, 4 and 5; seat 0 rounds 2 and 3.
    assert (table.score, table.game.winner) == ((2, 3), 1)


def test_the_last_round_of_the_cap_can_end_in_a_draw() -> None:
    table = sit_down(points=2, cap=3)
    table.play(A, O, E)
    assert (table.game.cause, table.game.winner) == (Cause.CAP, None)


def test_every_change_of_a_game_is_an_event_numbered_without_gaps() -> None:
    table = sit_down(points=1)
    table.play(A)
    assert table.kinds == [
        EventKind.GAME_STARTED,
        EventKind.ROUND_OPENED,
        EventKind.QUESTION_SEALED,
        EventKind.ANSWER_SEALED,
        EventKind.ROUND_DECIDED,
        EventKind.GAME_FINISHED,
    ]
    assert list(table.events.values_list("seq", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert table.game.last_seq == 6


def test_events_hold_no_text() -> None:
    table = sit_down(Variant.AG, points=3)
    table.ask("marker question", "marker sealed")
    table.answer("marker answer")
    table.verdict(A)
    table.miss()
    table.play(O, O)
    for event in table.events:
        assert set(event.payload) <= {"round"}
        assert all(isinstance(value, int) for value in event.payload.values())


def test_a_question_is_sealed_with_a_commitment_to_its_answer() -> None:
    table = sit_down()
    table.ask("  Why?\r\n", " Because\u202e. ")
    row = table.current
    assert (row.question, row.sealed_answer) == ("Why?", "Because.")
    assert verify(row.commitment, row.salt, "Because.")
    assert (row.state, row.deadline_at) == (RoundState.ANSWERING, START + ANSWER)


def test_the_asker_has_the_asking_time_and_the_judge_has_no_clock() -> None:
    table = sit_down()
    asking = table.current
    table.ask()
    table.answer()
    judging = table.current
    assert (asking.deadline_at, judging.deadline_at) == (START + ASK, None)
    assert not table.tick()


@pytest.mark.parametrize("again", ["What is blue?", "Something else?"])
def test_a_question_sent_twice_with_one_key_is_sealed_once(again: str) -> None:
    table, key = sit_down(), uuid.uuid4()
    table.ask("What is blue?", key=key)
    table.ask(again, key=key)
    assert table.current.question == "What is blue?"
    assert table.kinds.count(EventKind.QUESTION_SEALED) == 1


def test_an_answer_sent_twice_with_one_key_is_taken_once_even_after_the_end() -> None:
    table, key = sit_down(points=1), uuid.uuid4()
    table.ask()
    table.answer("first", key=key)
    table.answer("second", key=key)
    table.verdict(A)
    table.answer("third", key=key)
    assert table.current.answer == "first"
    assert table.kinds.count(EventKind.ANSWER_SEALED) == 1


def test_a_move_sent_again_with_another_key_is_refused() -> None:
    table = sit_down()
    table.ask()
    with pytest.raises(StaleMoveError):
        table.ask("Another?", seat=0)
    table.answer("first")
    with pytest.raises(StaleMoveError):
        table.answer("second", seat=1)
    assert table.current.answer == "first"


def unchanged(table: Table) -> tuple[object, ...]:
    game = table.game
    return game.state, game.last_seq, [(row.state, row.question, row.answer) for row in table.rounds]


def test_moves_out_of_turn_are_refused_and_change_nothing() -> None:
    table = sit_down()
    before = unchanged(table)
    with pytest.raises(NotYourTurnError):
        table.ask(seat=1)
    with pytest.raises(StaleMoveError):
        table.answer(seat=1)
    assert unchanged(table) == before
    table.ask()
    before = unchanged(table)
    with pytest.raises(NotYourTurnError):
        table.answer(seat=0)
    assert unchanged(table) == before


def test_strangers_cannot_move_or_leave() -> None:
    table = sit_down()
    stranger = Table(table.game_id, (make_guest(), make_guest()))
    for move in (stranger.ask, stranger.answer, stranger.leave):
        with pytest.raises(NotFoundError):
            move()
    assert table.game.last_seq == 2


def test_a_game_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        services.leave_game(game_id=uuid.uuid4(), player_id=1, now=START)
    with pytest.raises(NotFoundError):
        services.apply_verdict(round_id=0, outcome=A, reason="", judged_by="", verdict_number=1, now=START)


@pytest.mark.parametrize("number", [0, 2, 99])
def test_moves_in_rounds_that_do_not_exist_are_refused(number: int) -> None:
    table = sit_down()
    with pytest.raises(NotFoundError):
        table.ask(number=number)


def test_moves_in_an_earlier_round_are_refused() -> None:
    table = sit_down()
    table.play(A)
    with pytest.raises(StaleMoveError):
        table.ask(number=1)
    with pytest.raises(StaleMoveError):
        table.answer(number=1)


def test_moves_at_or_after_the_deadline_are_refused_even_before_the_sweeper_came() -> None:
    table = sit_down()
    table.wait(ASK - SECOND)
    table.ask()
    table.wait(ANSWER)
    with pytest.raises(StaleMoveError, match="ran out"):
        table.answer()
    assert table.current.state == RoundState.ANSWERING


def test_moves_in_a_finished_game_are_refused() -> None:
    table = sit_down()
    table.ask()
    table.leave(seat=0)
    with pytest.raises(GameError, match="over"):
        table.answer()
    assert table.current.answer == ""


@pytest.mark.parametrize(
    ("question", "own_answer", "field"),
    [
        ("", "fine", "question"),
        ("fine", " \n", "answer"),
        ("q" * 201, "fine", "question"),
        ("fine", "a" * 301, "answer"),
        ("\u200b\u202e", "fine", "question"),
    ],
)
def test_a_question_or_its_answer_that_is_empty_or_too_long_changes_nothing(
    question: str, own_answer: str, field: str
) -> None:
    table = sit_down()
    with pytest.raises(TextRejectedError) as refusal:
        table.ask(question, own_answer)
    assert refusal.value.field == field
    assert (table.current.state, table.game.last_seq) == (RoundState.ASKING, 2)


def test_texts_at_their_limit_are_taken_whole() -> None:
    table = sit_down()
    table.ask("q" * 200, "a" * 300)
    table.answer("b" * 300)
    row = table.current
    assert (len(row.question), len(row.sealed_answer), len(row.answer)) == (200, 300, 300)


def test_an_answer_that_is_empty_can_be_sent_again_with_its_key() -> None:
    table, key = sit_down(), uuid.uuid4()
    table.ask()
    with pytest.raises(TextRejectedError):
        table.answer("", key=key)
    table.answer("fine", key=key)
    assert table.current.answer == "fine"


def test_time_passes_only_for_whose_turn_it_is() -> None:
    table = sit_down()
    table.wait(timedelta(seconds=500))
    table.ask()
    table.wait(timedelta(seconds=290))
    table.answer()
    table.wait(timedelta(hours=5))
    table.verdict(A)
    assert table.current.deadline_at == table.now + ASK
