"""Every kind of event starts tasks that exist, on their queues, or is declared to start none."""

import pytest

from agplatform.celery import app
from agplatform.relay import dispatch
from agplatform.wiring import WIRING
from games.domain.events import EventKind, EventRecord
from games.domain.rules import Outcome, Variant
from tests.agplatform.broker import QUEUES, queued
from tests.games.table import sit_down

# Nothing follows from these: whoever watches is poked anyway, and what comes next has its own event.
NO_TASK = {
    EventKind.GAME_STARTED,
    EventKind.QUESTION_MISSED,
    EventKind.ROUND_DECIDED,
    EventKind.GAME_ABORTED,
}
QUEUE_OF = {
    "games.tasks.take_turn": "moves",
    "judging.tasks.judge_round": "judging",
    "ratings.tasks.rate_game": "analysis",
}


@pytest.mark.parametrize("kind", EventKind)
def test_every_kind_of_event_starts_a_task_or_is_declared_to_start_none(kind: EventKind) -> None:
    assert bool(WIRING[kind]) == (kind not in NO_TASK)


@pytest.mark.parametrize("kind", EventKind)
def test_every_wired_task_is_registered(kind: EventKind) -> None:
    app.loader.import_default_modules()
    assert {call.task for call in WIRING[kind]} <= app.tasks.keys()


def test_the_clock_sends_registered_tasks_that_expire_before_they_pile_up() -> None:
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"] <= max(10, entry["schedule"])
        assert entry["options"].get("queue", app.conf.task_default_queue) in QUEUES


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind for kind in EventKind if kind not in NO_TASK])
def test_each_task_waits_in_the_queue_of_its_workers(kind: EventKind) -> None:
    dispatch(EventRecord(id=0, game_id="the-game", seq=1, kind=kind, payload={"round": 7}))
    sent = queued()
    assert {(queue, task) for queue, task, _ in sent} == {
        (QUEUE_OF[call.task], call.task) for call in WIRING[kind]
    }
    assert {argument for _, task, argument in sent} == {
        "7" if task == "judging.tasks.judge_round" else "the-game" for _, task, _ in sent
    }


@pytest.mark.django_db
def test_the_events_of_real_games_carry_the_ids_that_their_tasks_take() -> None:
    whole = sit_down(Variant.QG)
    whole.play(Outcome.ASKER, Outcome.ASKER)
    whole.verdict(Outcome.OPPONENT, number=2)
    late = sit_down(Variant.QG)
    late.ask()
    late.miss()
    late.verdict(Outcome.ASKER)
    late.miss()
    given_up = sit_down(Variant.QG)
    given_up.leave()
    events = [event for table in (whole, late, given_up) for event in table.events]
    assert {
        EventKind.ANSWER_SEALED,
        EventKind.ANSWER_MISSED,
        EventKind.QUESTION_MISSED,
        EventKind.GAME_REOPENED,
    } <= {EventKind(event.kind) for event in events}
    for row in events:
        record = EventRecord(row.pk, str(row.game_id), row.seq, EventKind(row.kind), row.payload)
        for call in WIRING[record.kind]:
            assert call.argument(record)
