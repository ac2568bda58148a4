"""judge_eval asks a jury as a round does, pays for each call once, and says what it found."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError

from judging.domain.panel import JuryRule
from judging.models import Judge, JudgeLimits, OtherUse
from judging.services import evaluation
from judging.services.evaluation.cache import ReplyCache
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour
from tests.fakes.openai_server import FakeModelServer
from tests.judging.bench import endpoints
from tests.judging.evaluated import (
    BAD,
    GOOD,
    Silent,
    cache_folder,
    evaluate,
    judge_eval,
    model_judge,
    row,
    seat,
    write_pairs,
)

FAIR = model.prefers(GOOD, over=BAD)
KEYS = {"name", "items", "decided", "coverage", "accuracy", "low", "high", "flips", "abstentions"}
OWN_PAIRS = Path(__file__).parent / "domain" / "own_pairs.jsonl"

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(
    settings: LazySettings, server: FakeModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Judge:
    """Seat one model behind the fake server in the jury that is measured."""
    from judging.providers import openai_chat

    settings.DATA_DIR = tmp_path
    settings.MODEL_ENDPOINTS = endpoints(server)
    monkeypatch.setattr(openai_chat, "TIMEOUT_SECONDS", 1.0)
    server.always(FAIR)
    judge = model_judge()
    seat(judge)
    return judge


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Write four pairs: people prefer A, A, B and neither; the fair judge always says A, the good answer."""
    golds = ("A", "A", "B", "tie")
    return write_pairs(tmp_path / "pairs.jsonl", [row(n, gold=gold) for n, gold in enumerate(golds)])


def only(figures: dict[str, Any], kind: str = "juries") -> dict[str, Any]:
    (found,) = figures[kind]
    return dict(found)


@pytest.mark.usefixtures("judge")
def test_a_consistent_judge_is_measured_by_category_and_in_all(pairs: Path, server: FakeModelServer) -> None:
    figures, _ = judge_eval(pairs)
    jury, one = only(figures), only(figures, "judges")
    assert set(jury) >= KEYS
    assert set(one) >= KEYS
    assert (jury["items"], jury["decided"], jury["coverage"], jury["accuracy"]) == (4, 4, 1, 0.5)
    assert (jury["flips"], jury["abstentions"], one["name"]) == (0, 0, "judge-model")
    assert (jury["on_preferences"]["share"], jury["on_ties"]["share"]) == (2 / 3, 0)
    assert {row["name"]: row["accuracy"] for row in jury["categories"]} == {"even": 0.5, "odd": 0.5}
    # Both texts are equally long but for "good" and "bad": the longer one always wins, for people in two of three.
    assert jury["length_bias"] == {"n": 3, "verdicts": 3, "people": 2, "bias": 1 / 3}
    assert len(server.calls) == 4 * 3


@pytest.mark.usefixtures("judge")
def test_a_judge_that_goes_by_position_flips_and_decides_nothing(
    pairs: Path, server: FakeModelServer
) -> None:
    server.always(model.good(choice="X"))
    jury = only(judge_eval(pairs)[0])
    assert (jury["items"], jury["decided"], jury["flips"], jury["abstentions"]) == (4, 0, 4, 4)
    assert (jury["accuracy"], jury["low"], jury["high"], jury["flip_rate"]["share"]) == (None, None, None, 1)
    assert jury["one_order_accuracy"] == 0.5


@pytest.mark.usefixtures("judge")
def test_a_question_refused_at_the_gate_is_not_compared_and_goes_to_humans(
    pairs: Path, server: FakeModelServer
) -> None:
    server.always(model.good(code="nonsense"))
    figures, _ = judge_eval(pairs)
    assert only(figures)["to_humans"] == 1
    assert len(server.calls) == 4


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize(
    "behaviour",
    [
        model.prose(),
        model.fenced(),
        model.wrong_schema(),
        model.not_json(),
        model.truncated(),
        model.refusal(),
        model.says('{"choice": "X"}'),
        model.huge(0.1),
        model.good(choice="A", code="fine"),
    ],
)
def test_anything_but_the_schema_is_never_a_vote_and_is_paid_for_once(
    pairs: Path, server: FakeModelServer, behaviour: Behaviour
) -> None:
    server.always(behaviour)
    figures, _ = judge_eval(pairs)
    if only(figures)["usage"]["unreadable"]:
        assert (only(figures)["decided"], only(figures)["accuracy"]) == (0, None)
    made = len(server.calls)
    again, _ = judge_eval(pairs)
    assert (len(server.calls), again["juries"]) == (made, figures["juries"])


@pytest.mark.usefixtures("judge")
def test_a_second_run_pays_nothing_and_a_longer_one_only_for_what_is_new(
    pairs: Path, server: FakeModelServer
) -> None:
    first, _ = judge_eval(pairs, limit=1)
    assert (first["pairs"], first["paid_now"]["calls"], len(server.calls)) == (1, 3, 3)
    whole, _ = judge_eval(pairs)
    assert (whole["paid_now"]["calls"], only(whole)["usage"]["calls"], len(server.calls)) == (9, 12, 12)
    again, _ = judge_eval(pairs)
    assert (again["paid_now"]["calls"], again["paid_now"]["prompt_tokens"], len(server.calls)) == (0, 0, 12)
    assert (again["juries"], again["judges"]) == (whole["juries"], whole["judges"])


@pytest.mark.parametrize(
    ("change", "paid"),
    [
        ({"id": "other", "gold": "B", "category": "new"}, 0),
        ({"question": "Why?"}, 3),
        ({"answer_b": "No."}, 2),
    ],
)
def test_what_a_call_shows_decides_whether_it_is_paid_for_again(
    judge: Judge, server: FakeModelServer, change: dict[str, str], paid: int
) -> None:
    evaluate([row(1)], [judge])
    assert len(evaluate([row(1, **change)], [judge]).new_calls) == paid


def test_another_judge_is_asked_anew(judge: Judge) -> None:
    evaluate([row(1)], [judge])
    assert len(evaluate([row(1)], [judge, model_judge("other-model")]).new_calls) == 3


def test_a_jury_of_three_is_heard_by_its_rule(judge: Judge, server: FakeModelServer, pairs: Path) -> None:
    server.always(model.good(choice="X"), when=lambda call: call.model == "swayed")
    judges = [judge, model_judge("second"), model_judge("swayed")]
    seat(*judges, slug="unanimous")
    seat(*judges, slug="majority", rule=JuryRule.MAJORITY)
    unanimous, majority = (only(judge_eval(pairs, jury=slug)[0]) for slug in ("unanimous", "majority"))
    assert (unanimous["decided"], majority["decided"], majority["accuracy"], majority["flips"]) == (
        0,
        4,
        0.5,
        4,
    )


def test_tokens_and_money_are_counted_and_taken_from_the_days_budget(judge: Judge, pairs: Path) -> None:
    JudgeLimits.objects.create(judge=judge, prompt_price="2", completion_price="10")
    used = only(judge_eval(pairs)[0])["usage"]
    tokens = used["prompt_tokens"], used["completion_tokens"]
    assert used["dollars"] == pytest.approx((2 * tokens[0] + 10 * tokens[1]) / 1e6)
    (day,) = OtherUse.objects.all()
    assert (day.tokens, day.microdollars) == (sum(tokens), round(used["dollars"] * 1e6))


def test_a_spent_budget_stops_the_run_and_a_later_one_goes_on(
    judge: Judge, pairs: Path, server: FakeModelServer
) -> None:
    JudgeLimits.objects.create(judge=judge, calls_at_once=1, tokens_per_day=5000)
    with pytest.raises(
        CommandError, match=r"budget of judge-model for today is spent.*run again, asks only what is"
    ):
        judge_eval(pairs)
    made = len(server.calls)
    assert 0 < made < 12
    JudgeLimits.objects.update(tokens_per_day=None)
    assert judge_eval(pairs)[0]["paid_now"]["calls"] == 12 - made


def test_a_judge_that_cannot_be_reached_stops_the_run(judge: Judge, server: FakeModelServer) -> None:
    server.always(model.fails(503))
    with pytest.raises(evaluation.EvaluationStoppedError, match="judge-model cannot be reached: HTTP 503"):
        evaluate([row(n) for n in range(9)], [judge])
    server.always(FAIR)
    assert len(evaluate([row(n) for n in range(9)], [judge]).new_calls) == 27


def test_a_judge_without_an_endpoint_stops_the_run_at_once(
    settings: LazySettings, judge: Judge, pairs: Path
) -> None:
    settings.MODEL_ENDPOINTS = {}
    with pytest.raises(CommandError, match="cannot be reached: the endpoint 'openai' is not configured"):
        judge_eval(pairs)
    assert not (pairs.with_suffix(".out.json")).exists()


@pytest.mark.parametrize(
    "hiccup", [model.rate_limited(0.01), model.fails(500), model.cut_off(), model.not_json()]
)
def test_a_hiccup_is_tried_again(judge: Judge, server: FakeModelServer, hiccup: Behaviour) -> None:
    server.script(hiccup)
    heard = evaluate([row(1), row(2)], [judge])
    assert (len(heard.hearings), heard.unheard) == (2, ())


@pytest.mark.usefixtures("judge")
def test_a_pair_that_is_rejected_is_left_out_named_and_asked_again_later(
    pairs: Path, server: FakeModelServer
) -> None:
    server.always(model.fails(400), when=lambda call: "number 2" in call.text)
    with pytest.raises(CommandError, match=r"^1 pair could not be heard"):
        judge_eval(pairs)
    figures = json.loads(pairs.with_suffix(".out.json").read_text())
    assert (figures["unheard"], only(figures)["items"]) == (["p2"], 3)
    server.always(FAIR)
    assert judge_eval(pairs)[0]["paid_now"]["calls"] == 3


def test_a_run_that_is_stopped_keeps_every_call_that_was_made(judge: Judge, server: FakeModelServer) -> None:
    rows = [row(n) for n in range(9)]
    with pytest.raises(evaluation.EvaluationStoppedError, match="Stopped"):
        evaluate(rows, [judge], Silent(stop_after=2))
    made = len(server.calls)
    assert made < 27
    assert len(evaluate(rows, [judge]).new_calls) == 27 - made


def _torn(content: bytes) -> bytes:
    return content[:-7]


def _foreign(content: bytes) -> bytes:
    return content.replace(b'"key"', b'"kex"', 1)


def _garbled(content: bytes) -> bytes:
    return b"\xff\xfe{" + content[3:]


def _bottomless(content: bytes) -> bytes:
    return b"[" * 100_000 + b"\n" + content[content.index(b"\n") + 1 :]


def _before_time(content: bytes) -> bytes:
    return re.sub(rb'"at": "[^"]*"', b'"at": "0001-01-01T00:00:00+14:00"', content, count=1)


@pytest.mark.parametrize("damage", [_torn, _foreign, _garbled, _bottomless, _before_time])
def test_a_damaged_line_costs_one_call(judge: Judge, damage: Callable[[bytes], bytes]) -> None:
    rows = [row(1), row(2)]
    evaluate(rows, [judge])
    (path,) = cache_folder().iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert len(evaluate(rows, [judge]).new_calls) == 1
    assert evaluate(rows, [judge]).new_calls == ()


def test_two_runs_do_not_pay_for_the_same_judge_at_once(judge: Judge, pairs: Path) -> None:
    with (
        ReplyCache(cache_folder() / f"{judge.slug}.jsonl"),
        pytest.raises(CommandError, match="Another evaluation is asking this judge"),
    ):
        judge_eval(pairs)


def test_the_budget_is_shared_with_rounds(judge: Judge) -> None:
    from judging.services.hearing.places import can_afford

    now = datetime.now(UTC)
    JudgeLimits.objects.create(judge=judge, tokens_per_day=30_000)
    OtherUse.objects.create(judge=judge, day=now.date(), tokens=25_000)
    assert not can_afford(judge, 6_000, now)
    assert can_afford(judge, 6_000, now + timedelta(days=1))


def test_the_default_jury_of_a_platform_without_a_model_is_the_demo_judge(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    rows = [json.loads(line) for line in OWN_PAIRS.read_text(encoding="utf-8").splitlines()]
    pairs = write_pairs(
        tmp_path / "pairs.jsonl", [one | {"source": "own", "category": "plain"} for one in rows]
    )
    jury = only(judge_eval(pairs, jury="default")[0])
    assert (jury["items"], jury["accuracy"], jury["flips"]) == (8, 1, 0)
    assert (jury["usage"]["prompt_tokens"], jury["usage"]["dollars"]) == (0, 0)
