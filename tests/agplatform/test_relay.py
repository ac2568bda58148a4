"""From the outbox to the queues: nothing is lost when the broker is away, loses everything, or repeats."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from agplatform import relay
from games import services
from games.domain.rules import Outcome
from games.domain.states import GameState, RoundState
from games.models import Game, GameEvent
from tests.agplatform.broker import broker_away, lose_everything, queued
from tests.games.table import REVIEW, SECOND, Table, sit_down

pytestmark = pytest.mark.django_db

LATER = relay.PATIENCE + SECOND

OnCommit = Callable[..., Any]


@pytest.fixture
def table(django_capture_on_commit_callbacks: OnCommit) -> Table:
    """A game that waits for the person's first question, all of its messages delivered."""
    with django_capture_on_commit_callbacks(execute=True):
        table = sit_down()
    lose_everything()
    return table


def _undispatched() -> int:
    return GameEvent.objects.filter(dispatched_at=None).count()


def test_a_commit_enqueues_the_tasks_and_then_marks_the_event(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table.ask()
        assert queued() == []
        assert _undispatched() == 1
    assert queued() == [("moves", "games.tasks.take_turn", str(table.game_id))]
    assert _undispatched() == 0


def test_an_answer_goes_to_the_judges(table: Table, django_capture_on_commit_callbacks: OnCommit) -> None:
    table.ask()
    with django_capture_on_commit_callbacks(execute=True):
        table.answer()
    assert queued() == [("judging", "judging.tasks.judge_round", str(table.current.pk))]


def test_a_finished_game_goes_to_the_ladder(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    table.play(Outcome.ASKER)
    table.ask()
    table.answer()
    with django_capture_on_commit_callbacks(execute=True):
        table.verdict(Outcome.ASKER)
    assert table.game.state == GameState.PROVISIONAL
    assert queued() == [("analysis", "ratings.tasks.rate_game", str(table.game_id))]


def test_without_a_broker_the_move_stands_and_is_sent_once_the_broker_is_back(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with broker_away(), django_capture_on_commit_callbacks(execute=True):
        table.ask()
    assert table.current.state == RoundState.ANSWERING
    assert _undispatched() == 1
    assert queued() == []
    relay.sweep(table.now + LATER)
    assert ("moves", "games.tasks.take_turn", str(table.game_id)) in queued()
    assert _undispatched() == 0


def test_a_sweep_without_a_broker_marks_nothing_and_survives(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with broker_away(), django_capture_on_commit_callbacks(execute=True):
        table.ask()
        relay.sweep(table.now + LATER)
    with broker_away():
        relay.sweep(table.now + LATER)
    assert _undispatched() == 1


def test_an_event_whose_process_died_after_the_commit_is_sent_by_the_sweeper(table: Table) -> None:
    table.ask()  # The test's transaction never commits, so nothing announces it.
    relay.sweep(table.now + relay.PATIENCE)
    assert _undispatched() == 1, "what is that young is most likely on its way"
    relay.sweep(table.now + LATER)
    assert _undispatched() == 0
    assert ("moves", "games.tasks.take_turn", str(table.game_id)) in queued()


def test_an_ai_turn_whose_message_was_lost_is_sent_again(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table.ask()
    lose_everything()
    relay.sweep(table.now + SECOND)
    assert queued() == []
    relay.sweep(table.now + LATER)
    assert queued() == [("moves", "games.tasks.take_turn", str(table.game_id))]


def test_an_ai_turn_that_is_being_worked_on_is_left_alone(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table.ask()
    lose_everything()
    services.claim_turn(round_id=table.current.pk, kind="answer", lease=timedelta(seconds=60), now=table.now)
    relay.sweep(table.now + LATER)
    assert queued() == []
    relay.sweep(table.now + timedelta(seconds=61))
    assert queued() == [("moves", "games.tasks.take_turn", str(table.game_id))]


def test_a_lost_judging_is_sent_again(table: Table, django_capture_on_commit_callbacks: OnCommit) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table.ask()
        table.answer()
    lose_everything()
    relay.sweep(table.now + timedelta(minutes=1))
    assert queued() == [("judging", "judging.tasks.judge_round", str(table.current.pk))]


def test_a_lost_rating_is_sent_again(django_capture_on_commit_callbacks: OnCommit) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = sit_down(chosen=False)
        assert table.game.rated
        table.play(Outcome.ASKER, Outcome.ASKER)
    lose_everything()
    relay.sweep(table.now + LATER)
    assert queued() == [("analysis", "ratings.tasks.rate_game", str(table.game_id))]


def test_the_sweep_ends_a_turn_whose_clock_ran_out(table: Table) -> None:
    table.play(Outcome.ASKER)
    deadline = table.current.deadline_at
    assert deadline is not None
    relay.sweep(deadline - SECOND)
    assert len(table.rounds) == 2
    relay.sweep(deadline)
    assert table.rounds[1].outcome == Outcome.ILL_DEFINED
    assert table.score == (1, 1)


def test_the_sweep_makes_a_game_final_when_its_review_is_over(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table.play(Outcome.ASKER, Outcome.ASKER)
    relay.sweep(table.now + REVIEW - SECOND)
    assert table.game.state == GameState.PROVISIONAL
    relay.sweep(table.now + REVIEW)
    assert table.game.state == GameState.FINAL


def test_sweeping_twice_changes_nothing_more(table: Table) -> None:
    deadline = table.current.deadline_at
    assert deadline is not None
    relay.sweep(deadline)
    before = table.kinds
    relay.sweep(deadline)
    assert table.kinds == before


def test_a_game_that_cannot_be_swept_does_not_stop_the_clocks_of_others(table: Table) -> None:
    broken = sit_down()
    broken.play(Outcome.EQUIVALENT)
    # Nothing that the services write; a row as a botched repair by hand could leave it.
    spoilt = {"forfeit_seat": 0, "forfeit_after": 9, "forfeit_cause": "nonsense"}
    Game.objects.filter(pk=broken.game_id).update(**spoilt)
    others = [table, sit_down(), sit_down()]
    relay.sweep(table.now + timedelta(hours=1))
    assert {other.game.state for other in others} == {GameState.ABORTED}
    assert broken.game.state == GameState.PLAYING
