"""An AI's turn from delivery to move, over real HTTP: what the model sees, and what its faults lead to."""

import threading
from datetime import datetime, timedelta

import pytest
from django.conf import LazySettings
from django.db import connections
from django.utils import timezone

from agplatform.settings import Endpoint
from games import selectors, services, tasks
from games.domain.question_bank import BANK
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState, RoundState
from games.models import AITurn, Player
from tests.fakes import model_behaviours as model
from tests.fakes.openai_server import FakeModelServer
from tests.games.ai.ai_table import ENDPOINT, deliver, deliver_until_conceded, sit_down_with_model, turn_of
from tests.games.ai.conftest import SECRET_KEY
from tests.games.table import ANSWER, SECOND, START, Table, make_guest, sit_down

pytestmark = pytest.mark.django_db

MARKER = "sealed-heliotrope-7731"
PAIR = {"question": "What is 6 times 7?", "answer": "42, since 6 x 7 = 42."}


@pytest.fixture(autouse=True)
def _endpoint(server: FakeModelServer, settings: LazySettings) -> None:
    settings.MODEL_ENDPOINTS = {ENDPOINT: Endpoint(server.url, SECRET_KEY)}


def second_round_of_ag() -> Table:
    """Play to where the AI has to ask in round 2, after a question of round 1 was sealed."""
    table = sit_down_with_model(Variant.AG, first_asker=0)
    table.play(Outcome.EQUIVALENT)
    assert table.current.asker == 1
    return table


def test_the_model_answers_and_never_sees_the_sealed_answer(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask("What is blue?", own_answer=MARKER)
    server.script(model.says("The sea, by day."))
    deliver(table)
    assert (table.current.state, table.current.answer) == (RoundState.JUDGING, "The sea, by day.")
    assert "What is blue?" in server.everything_seen
    assert MARKER not in server.everything_seen
    assert turn_of(table).done_at == START


def test_asking_the_model_sees_earlier_questions_but_no_salt_or_name(server: FakeModelServer) -> None:
    table = sit_down_with_model(Variant.AG, first_asker=0)
    table.ask("What is blue?", own_answer=MARKER)
    deliver(table)
    table.verdict(Outcome.OPPONENT)
    server.script(model.good(**PAIR))
    deliver(table)
    round_ = table.current
    assert (round_.number, round_.state) == (2, RoundState.ANSWERING)
    assert (round_.question, round_.sealed_answer) == (PAIR["question"], PAIR["answer"])
    assert "What is blue?" in server.calls[-1].text
    handles = Player.objects.filter(pk__in=table.players).values_list("handle", flat=True)
    for secret in (table.rounds[0].salt, str(table.game_id), *handles):
        assert str(secret) not in server.everything_seen
    assert turn_of(table).source == "model"


def test_the_bank_asks_for_a_weak_model(server: FakeModelServer) -> None:
    table = second_round_of_ag()
    server.always(model.prose())
    deliver(table)
    assert (table.current.question, table.current.sealed_answer) in BANK["anything-in-text"]
    assert turn_of(table).source == "bank"


def test_eliza_plays_without_any_endpoint(server: FakeModelServer) -> None:
    table = sit_down(Variant.AG, first_asker=1)
    deliver(table)
    assert table.current.state == RoundState.ANSWERING
    table.answer()
    table.verdict(Outcome.EQUIVALENT)
    table.ask()
    deliver(table)
    assert table.current.state == RoundState.JUDGING
    assert table.current.answer
    assert server.calls == []


def test_on_the_persons_turn_nothing_happens(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    deliver(table)
    assert server.calls == []
    assert not AITurn.objects.exists()


def test_an_unknown_game_is_nobodys_turn(server: FakeModelServer) -> None:
    tasks.take_turn("00000000-0000-4000-8000-000000000000")
    assert server.calls == []


def test_the_task_plays_by_the_real_clock(server: FakeModelServer) -> None:
    table = sit_down_with_model(now=timezone.now())
    table.ask()
    tasks.take_turn(str(table.game_id))
    tasks.take_turn(str(table.game_id))
    assert table.current.state == RoundState.JUDGING
    assert len(server.calls) == 1


def test_a_rate_limited_turn_waits_as_long_as_the_endpoint_says(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    server.script(model.rate_limited(7), model.says("The sea."))
    deliver(table)
    assert turn_of(table).retry_at == START + 7 * SECOND
    table.wait(6 * SECOND)
    deliver(table)
    assert len(server.calls) == 1
    table.wait(SECOND)
    assert selectors.stalled_ai_turns(now=table.now, idle_since=START - SECOND, limit=5) == [
        str(table.game_id)
    ]
    deliver(table)
    assert table.current.answer == "The sea."


@pytest.mark.parametrize(
    "behaviour",
    [
        model.fails(500),
        model.fails(401, f"Bad key {SECRET_KEY}"),
        model.cut_off(),
        model.refusal(),
        model.says(""),
        model.not_json(),
    ],
    ids=["500", "401", "cut off", "refusal", "empty", "web page"],
)
def test_an_ai_that_cannot_answer_tries_again_ever_later_and_then_answers_nothing(
    server: FakeModelServer, behaviour: model.Behaviour
) -> None:
    table = sit_down_with_model()
    table.ask()
    server.always(behaviour)
    assert deliver_until_conceded(table) == [2 * SECOND, 4 * SECOND, 8 * SECOND]
    round_ = table.current
    assert (round_.state, round_.answer, round_.opponent_late) == (RoundState.JUDGING, "", True)
    assert table.kinds[-1] == "answer.missed"
    fault = turn_of(table).last_fault
    assert fault
    assert SECRET_KEY not in fault
    calls = len(server.calls)
    deliver(table)
    assert len(server.calls) == calls


def test_an_ai_that_cannot_ask_makes_an_ill_defined_round(server: FakeModelServer) -> None:
    table = second_round_of_ag()
    server.always(model.fails(503))
    deliver_until_conceded(table)
    asked = table.rounds[1]
    assert (asked.state, asked.outcome, asked.asker_late) == (RoundState.DECIDED, Outcome.ILL_DEFINED, True)
    # The point goes to the opponent: the person on seat 0.
    assert table.score == (1, 0)
    assert "question.missed" in table.kinds


def test_an_ai_that_never_asked_anything_aborts_the_game(server: FakeModelServer) -> None:
    table = sit_down_with_model(Variant.AG, first_asker=1)
    server.always(model.fails(500))
    deliver_until_conceded(table)
    assert (table.game.state, table.game.cause) == (GameState.ABORTED, Cause.NEVER_STARTED)


def test_faults_in_three_games_take_the_version_out_of_the_draw(server: FakeModelServer) -> None:
    server.always(model.fails(500))
    for _ in range(3):
        table = sit_down_with_model()
        table.ask()
        deliver_until_conceded(table)
    ai = table.players[1]
    assert ai not in [player.id for player in selectors.ready_ai_players(table.now)]
    assert ai in [player.id for player in selectors.ready_ai_players(table.now + timedelta(minutes=10))]


@pytest.mark.parametrize("behaviour", [model.refusal(), model.says("")], ids=["refusal", "empty"])
def test_nobody_asks_an_ai_out_of_the_draw(server: FakeModelServer, behaviour: model.Behaviour) -> None:
    """A question can bring a model to decline or to say nothing; that is lost rounds, no broken endpoint."""
    server.always(behaviour)
    for _ in range(3):
        table = sit_down_with_model()
        table.ask()
        deliver_until_conceded(table)
        assert table.current.opponent_late
    assert table.players[1] in [player.id for player in selectors.ready_ai_players(table.now)]


def test_an_endpoint_that_is_no_longer_configured_is_a_fault(
    server: FakeModelServer, settings: LazySettings
) -> None:
    table = sit_down_with_model()
    table.ask()
    settings.MODEL_ENDPOINTS = {}
    deliver(table)
    assert turn_of(table).last_fault.startswith("misconfigured")
    assert server.calls == []


def test_while_one_worker_thinks_another_delivery_loses_quietly(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    turn = selectors.pending_turn(table.game_id)
    assert turn is not None
    lease = timedelta(seconds=75)
    assert services.claim_turn(round_id=turn.round_id, kind="answer", lease=lease, now=table.now)
    deliver(table)
    table.wait(lease - SECOND)
    deliver(table)
    assert server.calls == []
    # The first worker died: once its lease has run out, the next delivery thinks again.
    table.wait(SECOND)
    deliver(table)
    assert table.current.state == RoundState.JUDGING


def test_the_model_gets_no_more_time_than_the_clock_has_left(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    table.wait(ANSWER - 0.6 * SECOND)
    server.always(model.slow(30))
    deliver(table)
    # It timed out, and no retry fits before the deadline.
    assert turn_of(table).last_fault == "timeout"
    assert (table.current.state, table.current.answer) == (RoundState.JUDGING, "")


def test_a_reply_after_the_deadline_does_not_count(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    times = iter([START, START + ANSWER, START + ANSWER])
    deliver(table, clock=lambda: next(times))
    assert len(server.calls) == 1
    assert (table.current.answer, table.current.opponent_late) == ("", True)


def test_a_game_that_ended_while_the_model_thought_stays_as_it_ended(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    thinking = iter([False, True, False])

    def clock_while_the_person_leaves() -> datetime:
        if next(thinking):
            table.leave(0)
        return table.now

    deliver(table, clock=clock_while_the_person_leaves)
    assert len(server.calls) == 1
    assert (table.game.state, table.game.cause) == (GameState.PROVISIONAL, Cause.RESIGNED)
    assert table.rounds[0].answer == ""


@pytest.mark.django_db(transaction=True)
def test_two_deliveries_at_once_call_the_model_once(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    server.always(model.slow(0.5, model.says("The sea.")))
    barrier = threading.Barrier(2)

    def worker() -> None:
        try:
            barrier.wait(10)
            deliver(table)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=worker) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(server.calls) == 1
    assert turn_of(table).attempts == 1
    assert table.kinds.count("answer.sealed") == 1


@pytest.mark.django_db(transaction=True)
def test_others_can_write_while_the_model_thinks(server: FakeModelServer) -> None:
    table = sit_down_with_model()
    table.ask()
    written: list[int] = []

    def write_and_reply(call: model.Call) -> model.Reply:
        try:
            written.append(make_guest())
        finally:
            connections.close_all()
        return model.says("The sea.")(call)

    server.script(write_and_reply)
    deliver(table)
    assert Player.objects.filter(pk__in=written).exists()
    assert table.current.answer == "The sea."
