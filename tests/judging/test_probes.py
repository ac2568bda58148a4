"""Before a model judges it is tried: how it keeps to the schema decides how it is asked, or that it is not."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from games.domain.rules import Outcome
from games.domain.states import GameState
from judging import services
from judging.models import Ballot, Judge, JudgeLimits, OtherUse, SchemaProbe
from judging.selectors import used_today
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour, Call, Reply
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import START
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, Bench

FAIR = model.prefers(GOOD_ANSWER, over=BAD_ANSWER)
pytestmark = pytest.mark.django_db


@pytest.fixture
def untried(model_settings: LazySettings) -> Bench:
    """Seat a model that was never tried."""
    services.create_default_juries(now=START)
    return Bench()


def format_of(call: Call) -> str:
    return str(call.body.get("response_format", {}).get("type", "text"))


def keeps_to(*formats: str, otherwise: Behaviour) -> Behaviour:
    """Reply by the schema only where it is asked for in one of these formats."""

    def behaviour(call: Call) -> Reply:
        if format_of(call) not in formats:
            return otherwise(call)
        if "gate" in str(call.body) or "You examine questions" in call.text:
            return model.completion(call, '{"reason": "Plain.", "code": "well_defined"}')
        label = "X" if call.text.find(GOOD_ANSWER) < call.text.find(BAD_ANSWER) else "Y"
        return model.completion(call, f'{{"own_answer": "5", "reason": "Right.", "choice": "{label}"}}')

    return behaviour


def test_a_judge_is_tried_once_before_its_first_call(untried: Bench, server: FakeModelServer) -> None:
    server.always(FAIR)
    for _ in range(2):
        untried.pose()
        untried.judge()
    assert "What is 2 + 3?" in server.calls[0].text
    assert len(server.calls) == 1 + 3 + 3
    (probe,) = SchemaProbe.objects.all()
    assert (probe.ok, probe.format) == (True, "json_schema")


def test_a_trial_holds_for_a_day(untried: Bench, server: FakeModelServer) -> None:
    server.always(FAIR)
    untried.pose()
    untried.judge()
    later = Bench()
    later.pose()
    later.now += timedelta(days=1)
    later.judge()
    assert SchemaProbe.objects.count() == 2


@pytest.mark.parametrize(
    ("formats", "kept"),
    [(("json_schema",), "json_schema"), (("json_object",), "json_object"), (("text",), "text")],
)
@pytest.mark.parametrize("otherwise", [model.prose(), model.fails(400)])
def test_the_first_format_that_it_keeps_to_is_used_for_all_calls(
    untried: Bench, server: FakeModelServer, formats: tuple[str, ...], kept: str, otherwise: Behaviour
) -> None:
    server.always(keeps_to(*formats, otherwise=otherwise))
    untried.pose()
    untried.judge()
    assert [format_of(call) for call in server.calls[-3:]] == [kept] * 3
    assert untried.round.outcome == Outcome.ASKER
    assert SchemaProbe.objects.get().format == kept


def test_a_judge_that_keeps_to_no_format_is_not_asked_and_that_is_on_record(
    untried: Bench, server: FakeModelServer
) -> None:
    server.always(model.prose())
    untried.pose()
    untried.judge_until_settled()
    assert [format_of(call) for call in server.calls] == ["json_schema", "json_object", "text"]
    probe = SchemaProbe.objects.get()
    assert (probe.ok, probe.format) == (False, "")
    assert probe.detail == "json_schema: not JSON; json_object: not JSON; text: not JSON"
    assert {ballot.error for ballot in untried.ballots} == {"misconfigured"}
    assert untried.table.game.state == GameState.VOID


def test_its_seat_goes_to_a_spare(model_settings: LazySettings, server: FakeModelServer) -> None:
    model_settings.OPENAI_JUDGE_MODELS, model_settings.OPENAI_SPARE_JUDGE_MODELS = ["one"], ["two"]
    services.create_default_juries(now=START)
    server.always(model.prose(), when=lambda call: call.model == "one")
    server.always(FAIR, when=lambda call: call.model == "two")
    bench = Bench()
    bench.pose()
    bench.judge()
    assert [call.model for call in server.calls] == ["one"] * 3 + ["two"] * 4
    assert bench.round.outcome == Outcome.ASKER


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [(model.fails(503), "server_error"), (model.fails(401), "rejected"), (model.cut_off(), "connection")],
)
def test_a_trial_that_does_not_reach_its_judge_is_an_attempt_and_says_nothing_of_formats(
    untried: Bench, server: FakeModelServer, behaviour: Behaviour, error: str
) -> None:
    server.always(behaviour)
    untried.pose()
    untried.judge()
    assert [(ballot.step, ballot.error) for ballot in untried.ballots] == [("gate", error)]
    assert not SchemaProbe.objects.exists()
    server.always(FAIR)
    untried.judge_until_settled()
    assert untried.round.outcome == Outcome.ASKER


def probe(*slugs: str) -> str:
    out = StringIO()
    call_command("probe_judges", *slugs, stdout=out)
    return out.getvalue()


def test_the_command_tries_every_model_that_sits(untried: Bench, server: FakeModelServer) -> None:
    assert probe() == "judge-model-v2: keeps to json_schema\n"
    server.always(model.prose())
    with pytest.raises(CommandError, match=r"^1 of 1 judges cannot be asked\.$"):
        probe("judge-model-v2")
    assert SchemaProbe.objects.count() == 2
    server.always(model.fails(503))
    with pytest.raises(CommandError):
        probe()
    assert SchemaProbe.objects.count() == 2
    assert not Ballot.objects.exists()


def test_the_command_knows_no_other_judges(untried: Bench) -> None:
    with pytest.raises(CommandError, match="There is no judge 'nobody'"):
        probe("nobody")
    with pytest.raises(CommandError, match="demo is no language model"):
        probe("demo")


def test_every_try_of_a_trial_is_paid_out_of_the_days_budget(untried: Bench, server: FakeModelServer) -> None:
    server.script(model.prose(), model.not_json())
    server.always(keeps_to("text", otherwise=model.prose()))
    probe()
    judge = Judge.objects.get(model="judge-model")
    reported = sum(json.loads(model.prose()(call).body)["usage"]["total_tokens"] for call in server.calls[:1])
    used = OtherUse.objects.get().tokens
    assert len(server.calls) == 3
    assert used > reported + 1000  # The second did not say, and counts as what was set aside for it.
    server.always(model.fails(503))
    with pytest.raises(CommandError):
        probe()
    assert used_today(judge.pk, datetime.now(UTC)).tokens == used  # What is turned away costs nothing.


def test_a_trial_that_is_lost_after_a_paid_try_is_paid_too(untried: Bench, server: FakeModelServer) -> None:
    server.script(model.prose(), model.fails(503))
    untried.pose()
    untried.judge()
    assert not SchemaProbe.objects.exists()
    assert OtherUse.objects.get().tokens > 0


def test_a_trial_waits_for_a_budget_that_holds_all_of_its_tries(
    untried: Bench, server: FakeModelServer
) -> None:
    judge = Judge.objects.get(model="judge-model")
    JudgeLimits.objects.create(judge=judge, tokens_per_day=20_000)
    OtherUse.objects.create(judge=judge, day=START.date(), tokens=17_000)
    untried.pose()
    untried.judge()
    assert server.calls == []
    assert untried.run.waiting_for == "budget"
