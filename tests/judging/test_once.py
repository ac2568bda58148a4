"""However often and wherever its task is delivered, and whoever dies on the way, a round is judged once."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from games.domain.states import GameState, RoundState
from judging import tasks
from judging.domain.patience import LEASE
from judging.models import JudgingRun
from judging.selectors import stalled_rounds
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour, Call, Reply
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import SECOND, START
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, Bench

FAIR = model.prefers(GOOD_ANSWER, over=BAD_ANSWER)


def test_a_redelivered_task_judges_nothing_again(bench: Bench, server: FakeModelServer) -> None:
    server.always(FAIR)
    bench.pose()
    for _ in range(3):
        bench.judge()
    assert len(server.calls) == 3
    assert len(bench.verdicts) == 1
    assert bench.table.score == (1, 0)


def test_the_task_judges_a_round_by_its_id_as_text(demo_bench: Bench) -> None:
    demo_bench.pose()
    tasks.judge_round(demo_bench.round_id)
    tasks.judge_round(demo_bench.round_id)
    assert demo_bench.round.state == RoundState.DECIDED
    assert len(demo_bench.verdicts) == 1


def test_a_task_for_a_round_that_nobody_has_answered_does_nothing(demo_bench: Bench) -> None:
    tasks.judge_round(str(demo_bench.table.current.pk))
    assert not JudgingRun.objects.exists()


def test_a_round_that_a_dead_worker_held_is_judged_when_its_lease_is_over(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(FAIR)
    bench.pose()
    JudgingRun.objects.create(round_id=bench.round_id, attempts=1, leased_until=bench.now + LEASE)
    bench.judge()
    assert server.calls == []
    bench.now += LEASE
    bench.judge()
    assert len(bench.verdicts) == 1


def test_a_retry_that_is_not_due_yet_does_nothing(bench: Bench, server: FakeModelServer) -> None:
    server.always(model.fails(500))
    bench.pose()
    bench.judge()
    bench.wait(1)
    bench.judge()
    assert len(server.calls) == 1


def test_a_game_that_ended_while_the_judge_worked_keeps_no_verdict(
    bench: Bench, server: FakeModelServer
) -> None:
    bench.pose()
    bench.table.leave(seat=1)
    bench.judge()
    assert bench.verdicts == []
    assert bench.round.state == RoundState.JUDGING
    assert bench.table.game.winner == 0


def held_until(released: threading.Event, then: Behaviour) -> Behaviour:
    """Reply only once the test lets it."""

    def behaviour(call: Call) -> Reply:
        assert released.wait(20)
        return then(call)

    return behaviour


def in_thread(action: Callable[[], None]) -> threading.Thread:
    """Run `action` as another worker would, with a connection of its own."""

    def run() -> None:
        try:
            action()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.django_db(transaction=True)
def test_concurrent_deliveries_judge_once(bench: Bench, server: FakeModelServer) -> None:
    released = threading.Event()
    server.always(held_until(released, FAIR))
    bench.pose()
    workers = [in_thread(bench.judge) for _ in range(4)]
    server.wait_for_calls(1)
    released.set()
    for worker in workers:
        worker.join()
    assert len(server.calls) == 3
    assert len(bench.verdicts) == 1
    assert bench.table.score == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_lost_its_lease_stops_and_its_verdict_is_not_doubled(
    bench: Bench, server: FakeModelServer
) -> None:
    released = threading.Event()
    server.script(held_until(released, FAIR))
    server.always(FAIR)
    bench.pose()
    slow = in_thread(bench.judge)
    server.wait_for_calls(1)
    bench.now += LEASE
    bench.judge()
    assert len(bench.verdicts) == 1
    released.set()
    slow.join()
    assert len(server.calls) == 1 + 3
    assert len(bench.verdicts) == 1
    assert sorted(ballot.step for ballot in bench.ballots) == ["compare", "compare", "gate", "gate"]


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_a_judge_thinks(bench: Bench, server: FakeModelServer) -> None:
    released = threading.Event()
    server.always(held_until(released, FAIR))
    bench.pose()
    worker = in_thread(bench.judge)
    server.wait_for_calls(1)
    bench.table.leave(seat=0)  # Would wait for the worker, and time out, if it held a transaction.
    assert bench.table.game.state == GameState.PROVISIONAL
    released.set()
    worker.join()
    assert bench.verdicts == []


def test_a_round_whose_task_was_lost_is_found_after_a_while(bench: Bench) -> None:
    bench.pose()
    assert list(stalled_rounds(now=START + 5 * SECOND, limit=10)) == []
    assert list(stalled_rounds(now=START + 6 * SECOND, limit=10)) == [bench.round_id]


def test_rounds_in_work_and_in_backoff_are_not_stalled(bench: Bench, server: FakeModelServer) -> None:
    server.always(model.fails(500))
    bench.pose()
    bench.wait(60)
    run = JudgingRun.objects.create(round_id=bench.round_id, attempts=3, leased_until=bench.now + SECOND)
    assert list(stalled_rounds(now=bench.now, limit=10)) == []
    assert list(stalled_rounds(now=bench.now + SECOND, limit=10)) == [bench.round_id]
    run.leased_until = None
    run.save()
    bench.judge()
    due = bench.run.next_attempt_at
    assert due is not None
    assert due == bench.now + 2 * SECOND
    assert list(stalled_rounds(now=due - SECOND, limit=10)) == []
    assert list(stalled_rounds(now=due, limit=10)) == [bench.round_id]


def test_decided_rounds_are_not_stalled(demo_bench: Bench) -> None:
    demo_bench.pose()
    demo_bench.judge()
    assert list(stalled_rounds(now=START + timedelta(days=1), limit=10)) == []
