"""Whatever a model or its server does wrong is no vote; it is tried again, stood in for, or voids the game."""

import json
from datetime import timedelta

import pytest
from django.conf import LazySettings

from agplatform.settings import Endpoint
from games.domain.rules import Cause, Outcome
from games.domain.states import GameState, RoundState
from judging.models import JudgingRun
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import SECOND
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, Bench

FAIR = model.prefers(GOOD_ANSWER, over=BAD_ANSWER)


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (model.prose(), "unreadable"),
        (model.fenced(choice="X"), "unreadable"),
        (model.wrong_schema(), "unreadable"),
        (model.good(choice="the first"), "unreadable"),
        (model.not_json(), "unreadable"),
        (model.truncated(), "truncated"),
        (model.refusal(), "refused"),
    ],
)
def test_anything_but_the_schema_is_asked_once_more_and_never_a_vote(
    bench: Bench, server: FakeModelServer, behaviour: Behaviour, error: str
) -> None:
    server.script(model.good())
    server.always(behaviour)
    bench.pose()
    bench.judge_until_settled()
    assert [row.error for row in bench.compared] == [error] * 4
    assert not any(row.choice or row.outcome for row in bench.ballots)
    (verdict,) = bench.verdicts
    assert verdict.source == "stand_in"
    assert verdict.review_reasons == ["missing_vote", "stand_in", "demo_judge"]
    assert bench.table.game.state == GameState.PLAYING


@pytest.mark.parametrize(
    "behaviour", [model.prose(), model.good(code="fine"), model.good(reason=""), model.refusal()]
)
def test_at_the_gate_too_anything_but_the_schema_is_no_vote(
    bench: Bench, server: FakeModelServer, behaviour: Behaviour
) -> None:
    server.always(behaviour)
    bench.pose()
    bench.judge_until_settled()
    assert [(row.step, bool(row.error), row.gate_code) for row in bench.ballots] == [("gate", True, "")] * 2
    assert bench.verdicts[0].source == "stand_in"


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (model.rate_limited(None), "rate_limited"),
        (model.fails(500), "server_error"),
        (model.fails(401), "rejected"),
        (model.cut_off(), "connection"),
        (model.silent(), "timeout"),
    ],
)
def test_a_technical_fault_is_tried_again_and_only_what_is_missing(
    bench: Bench, server: FakeModelServer, behaviour: Behaviour, error: str
) -> None:
    for before in ([], [FAIR]):
        server.script(*before, behaviour)
        server.always(FAIR)
        bench.pose()
        bench.judge()
        assert bench.round.state == RoundState.JUDGING
        assert bench.run.next_attempt_at == bench.now + 2 * SECOND
        bench.wait(2)
        bench.judge()
        assert bench.round.outcome == Outcome.ASKER
        assert sorted(row.error for row in bench.ballots) == ["", "", "", error]
    assert len(server.calls) == 2 * 4


def test_the_endpoints_own_wish_to_wait_is_honoured(bench: Bench, server: FakeModelServer) -> None:
    server.always(model.rate_limited(retry_after=40))
    bench.pose()
    bench.judge()
    assert bench.run.next_attempt_at == bench.now + 40 * SECOND


def test_a_judge_that_is_never_reached_voids_the_game_as_the_platforms_fault(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(model.fails(503))
    bench.pose()
    bench.judge_until_settled(timedelta(minutes=10))
    game = bench.table.game
    assert (game.state, game.cause, game.winner) == (GameState.VOID, Cause.PLATFORM_FAULT, None)
    assert "judge-model" in game.cause_detail
    assert len(server.calls) == 6
    assert bench.verdicts == []


def test_a_server_that_is_gone_counts_as_not_reached(
    bench: Bench, model_settings: LazySettings, unused_tcp_port: int
) -> None:
    model_settings.MODEL_ENDPOINTS = {"openai": Endpoint(f"http://127.0.0.1:{unused_tcp_port}/v1", "key")}
    bench.pose()
    bench.judge()
    assert {row.error for row in bench.ballots} == {"connection"}


def test_a_judge_whose_endpoint_was_removed_counts_as_not_reached(
    bench: Bench, model_settings: LazySettings
) -> None:
    model_settings.MODEL_ENDPOINTS = {}
    bench.pose()
    bench.judge()
    assert {row.error for row in bench.ballots} == {"misconfigured"}


def test_one_reply_among_technical_faults_is_enough_not_to_void(
    bench: Bench, server: FakeModelServer
) -> None:
    server.script(FAIR)
    server.always(model.fails(500))
    bench.pose()
    bench.judge_until_settled()
    assert len(server.calls) == 1 + 6 * 2
    assert bench.table.game.state == GameState.PLAYING
    assert bench.verdicts[0].review_reasons == ["missing_vote", "stand_in", "demo_judge"]


def test_an_unsupported_temperature_is_left_out(bench: Bench, server: FakeModelServer) -> None:
    def picky(call: model.Call) -> model.Reply:
        if "temperature" in call.body:
            error = {
                "message": "Only the default is supported.",
                "param": "temperature",
                "code": "unsupported_value",
            }
            return model.Reply.from_json({"error": error}, status=400)
        return FAIR(call)

    server.always(picky)
    bench.pose()
    bench.judge()
    assert bench.round.outcome == Outcome.ASKER


def test_hostile_and_huge_reasons_are_stored_clean_and_short(bench: Bench, server: FakeModelServer) -> None:
    server.script(model.good())
    server.always(lambda call: model.completion(call, _hostile_verdict()))
    bench.pose()
    bench.judge()
    row = bench.compared[0]
    assert row.error == ""
    assert len(row.reason) <= 1000
    assert len(row.raw_reply) <= 20_000
    assert not any(char in row.reason for char in "\0\x07\u202e\u200b")


def _hostile_verdict() -> str:
    return json.dumps({"own_answer": "w" * 100_000, "reason": model.HOSTILE * 50, "choice": "equivalent"})


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"choices": None},
        {"choices": []},
        {"choices": ["X"]},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": ["X"]}}]},
        {"choices": [{"message": {"content": "\ud800"}, "finish_reason": "stop"}], "usage": "much"},
        {
            "choices": [{"message": {"content": "X"}}],
            "usage": {"prompt_tokens": -1, "completion_tokens": "x"},
        },
    ],
)
def test_an_answer_that_is_no_completion_is_a_fault_and_no_crash(
    bench: Bench, server: FakeModelServer, body: dict[str, object]
) -> None:
    server.always(lambda _: model.Reply.from_json(body))
    bench.pose()
    bench.judge()
    assert [row.error for row in bench.ballots] == ["unreadable"]


def test_a_round_on_which_every_worker_died_is_concluded_at_last(
    bench: Bench, server: FakeModelServer
) -> None:
    bench.pose()
    JudgingRun.objects.create(round_id=bench.round_id, attempts=6)
    bench.judge()
    assert server.calls == []
    assert bench.table.game.state == GameState.VOID


def test_a_failed_attempt_is_logged_once_without_keys_or_texts(
    bench: Bench, server: FakeModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.always(model.fails(503))
    bench.pose()
    bench.judge()
    (line,) = [entry for entry in caplog.records if entry.name.startswith("judging")]
    assert line.levelname == "WARNING"
    said = line.getMessage()
    assert "judge-model-v2 at openai (gate): server_error" in said
    assert "attempt 1 at judging" in said
    assert not any(secret in said for secret in ("key-of-the-tests", GOOD_ANSWER, "capital"))
