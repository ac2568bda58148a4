"""Never more calls at once than a judge has places, never more used than its budget; who must wait says so."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.conf import LazySettings
from django.db import connection
from django.template import Context, Template

from games.domain.rules import Outcome
from games.domain.states import RoundState
from judging.models import Ballot, CallLease, Judge, JudgeLimits, JudgingRun
from judging.selectors import judging_progress, stalled_rounds, used_today
from judging.services.hearing.places import PLACE_HELD, take_places
from judging.services.judges import LimitChanges, set_limits
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour, Call, Reply
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import SECOND, START
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, MODEL, Bench, seated_bench

FAIR = model.prefers(GOOD_ANSWER, over=BAD_ANSWER)
MINUTE = timedelta(minutes=1)


def judge_of(name: str = MODEL) -> Judge:
    judge: Judge = Judge.objects.get(model=name)
    return judge


def limit(name: str = MODEL, **changes: int | Decimal) -> None:
    values = LimitChanges(**changes)  # type: ignore[arg-type] # keywords of mixed types
    set_limits(judge_slug=judge_of(name).slug, changes=values, now=START)


def uses(prompt: int, completion: int, then: Behaviour = FAIR) -> Behaviour:
    """Reply as `then`, and say that so many tokens were used."""

    def behaviour(call: Call) -> Reply:
        body = json.loads(then(call).body)
        usage = {"prompt_tokens": prompt, "completion_tokens": completion}
        return Reply.from_json({**body, "usage": usage | {"total_tokens": prompt + completion}})

    return behaviour


class Crowd:
    """Counts the calls that a server works on at once."""

    def __init__(self, then: Behaviour, seconds: float) -> None:
        self.most = self._now = 0
        self._then, self._seconds, self._lock = then, seconds, threading.Lock()

    def __call__(self, call: Call) -> Reply:
        with self._inside():
            threading.Event().wait(self._seconds)
            return self._then(call)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        yield
        with self._lock:
            self._now -= 1


def judge_side_by_side(benches: list[Bench]) -> None:
    """Let a worker for each round try again and again, as the sweeper has them do, until all are judged."""

    def work(bench: Bench) -> None:
        try:
            for _ in range(400):
                bench.judge()
                if bench.round.state == RoundState.DECIDED:
                    return
                bench.now += SECOND
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(bench,)) for bench in benches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("places", [1, 3])
def test_there_are_never_more_calls_at_once_than_places(
    model_settings: LazySettings, server: FakeModelServer, places: int
) -> None:
    crowd = Crowd(FAIR, seconds=0.02)
    server.always(crowd)
    benches = [seated_bench() for _ in range(5)]
    limit(calls_at_once=places)
    for bench in benches:
        bench.pose()
    judge_side_by_side(benches)
    assert {bench.round.outcome for bench in benches} == {Outcome.ASKER}
    assert crowd.most <= places
    assert len(server.calls) == 5 * 3
    assert not CallLease.objects.exists()


def test_one_place_is_enough_for_a_round(bench: Bench, server: FakeModelServer) -> None:
    crowd = Crowd(FAIR, seconds=0.01)
    server.always(crowd)
    limit(calls_at_once=1)
    bench.pose()
    bench.judge()
    assert (crowd.most, bench.round.outcome) == (1, Outcome.ASKER)
    assert {ballot.attempt for ballot in bench.ballots} == {1}


def occupy(bench: Bench, until: datetime, name: str = MODEL, tokens: int = 10) -> None:
    """Take a place, as a call that another worker makes."""
    CallLease.objects.create(judge=judge_of(name), expires_at=until, tokens_reserved=tokens)


def test_without_a_free_place_a_round_waits_its_turn_and_no_attempt_is_counted(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(FAIR)
    limit(calls_at_once=1)
    bench.pose()
    occupy(bench, bench.now + 60 * SECOND)
    for _ in range(20):
        bench.judge()
        assert (bench.run.waiting_for, bench.run.next_attempt_at) == ("turn", bench.now + SECOND)
        bench.wait(1)
    assert server.calls == []
    assert bench.run.attempts - bench.run.waits == 0
    bench.wait(60)  # The other worker died: its place comes back.
    bench.judge()
    assert bench.round.outcome == Outcome.ASKER


def test_older_rounds_come_first(bench: Bench, server: FakeModelServer) -> None:
    server.always(FAIR)
    limit(calls_at_once=1)
    bench.pose()
    occupy(bench, bench.now + 5 * SECOND)
    bench.judge()
    younger = Bench()
    younger.table.now = bench.now + 3 * SECOND
    younger.pose()
    younger.now = bench.now + 6 * SECOND
    younger.judge()
    assert younger.run.waiting_for == "turn"
    bench.now = younger.now
    bench.judge()
    assert bench.round.state == RoundState.DECIDED
    younger.wait(1)
    younger.judge()
    assert younger.round.state == RoundState.DECIDED


def test_older_rounds_that_nobody_tries_or_whose_game_is_over_hold_up_none(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(FAIR)
    limit(calls_at_once=1)
    forgotten, over, younger = bench, Bench(), Bench()
    for waiting in (forgotten, over):
        waiting.pose()
        occupy(waiting, waiting.now + SECOND)
        waiting.judge()
    over.table.leave()
    CallLease.objects.all().delete()
    younger.table.now = forgotten.now + 60 * SECOND
    younger.pose()
    JudgingRun.objects.filter(round_id=over.round_id).update(next_attempt_at=younger.now)
    younger.judge()
    assert younger.round.state == RoundState.DECIDED


def test_a_calls_place_is_kept_while_the_call_goes_on_too_long(
    bench: Bench, server: FakeModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judging.services.hearing import calls

    monkeypatch.setattr(calls, "CALL_LIMIT_SECONDS", 0.05)
    server.always(model.slow(0.5))
    bench.pose()
    bench.judge()
    assert [ballot.error for ballot in bench.ballots] == ["timeout"]
    assert CallLease.objects.get().expires_at == bench.now + PLACE_HELD


@pytest.mark.django_db(transaction=True)
def test_a_budget_is_never_overrun_by_more_than_was_set_aside(
    model_settings: LazySettings, server: FakeModelServer
) -> None:
    server.always(uses(1500, 100))  # Less than is set aside for a call.
    benches = [seated_bench() for _ in range(5)]
    limit(tokens_per_day=20_000)
    for bench in benches:
        bench.pose()

    def work(bench: Bench) -> None:
        bench.judge()
        connection.close()

    threads = [threading.Thread(target=work, args=(bench,)) for bench in benches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    used = sum((b.prompt_tokens or 0) + (b.completion_tokens or 0) for b in Ballot.objects.all())
    assert used <= 20_000
    waiting = [bench for bench in benches if bench.round.state == RoundState.JUDGING]
    assert waiting
    assert {bench.run.waiting_for for bench in waiting} == {"budget"}
    for bench in waiting:
        bench.now = datetime(2026, 11, 3, tzinfo=UTC)
        limit(tokens_per_day=-1)
        bench.judge()
        assert bench.round.outcome == Outcome.ASKER


def spend(tokens: int, at: datetime, name: str = MODEL, microdollars: int = 0) -> None:
    """Put a ballot on record that used so much."""
    other = Bench()
    other.pose()
    Ballot.objects.create(
        round_id=other.round_id,
        judge=judge_of(name),
        step="gate",
        attempt=1,
        gate_code="well_defined",
        prompt_version="v2",
        prompt_tokens=tokens,
        completion_tokens=0,
        microdollars=microdollars,
        latency_ms=1,
        created_at=at,
    )


def test_a_spent_budget_is_visible_and_waits_until_midnight_without_an_attempt(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(FAIR)
    limit(tokens_per_day=50_000)
    bench.pose()
    spend(49_500, bench.now)
    bench.judge()
    assert server.calls == []
    assert (bench.run.waiting_for, bench.run.next_attempt_at) == ("budget", bench.now + MINUTE)
    assert bench.run.attempts - bench.run.waits == 0
    progress = judging_progress(bench.round_id)
    assert progress is not None
    assert progress.until == datetime(2026, 11, 3, tzinfo=UTC)
    tag = Template("{% load judging %}{% judging_progress pk %}")
    assert "used up its budget for today. Judging goes on at 00:00 UTC" in tag.render(
        Context({"pk": int(bench.round_id)})
    )
    bench.now = datetime(2026, 11, 2, 23, 59, 30, tzinfo=UTC)
    bench.judge()
    assert bench.run.next_attempt_at == datetime(2026, 11, 3, tzinfo=UTC)
    bench.now = datetime(2026, 11, 3, tzinfo=UTC)
    assert next(iter(stalled_rounds(now=bench.now, limit=9))) == bench.round_id
    bench.judge()
    assert bench.round.outcome == Outcome.ASKER


def test_a_raised_budget_is_noticed_within_a_minute(bench: Bench, server: FakeModelServer) -> None:
    server.always(FAIR)
    limit(dollars_per_day=Decimal(1), prompt_price=Decimal(10), completion_price=Decimal(30))
    bench.pose()
    spend(10, bench.now, microdollars=999_999)
    bench.judge()
    assert bench.run.waiting_for == "budget"
    limit(dollars_per_day=Decimal(2))
    bench.now += MINUTE
    bench.judge()
    assert bench.round.outcome == Outcome.ASKER
    for ballot in bench.ballots:
        assert ballot.prompt_tokens is not None
        assert ballot.completion_tokens is not None
        assert ballot.microdollars == 10 * ballot.prompt_tokens + 30 * ballot.completion_tokens


def test_yesterdays_use_is_not_todays(bench: Bench, server: FakeModelServer) -> None:
    server.always(FAIR)
    limit(tokens_per_day=50_000)
    bench.pose()
    spend(50_000, START - timedelta(days=1))
    bench.judge()
    assert bench.round.outcome == Outcome.ASKER


def test_what_an_endpoint_does_not_report_counts_all_the_same(bench: Bench, server: FakeModelServer) -> None:
    def silent_on_usage(call: Call) -> Reply:
        return Reply(FAIR(call).body.replace(b'"usage"', b'"nothing"'))

    server.always(silent_on_usage)
    limit(tokens_per_day=20_000, prompt_price=Decimal(1), completion_price=Decimal(2))
    bench.pose()
    bench.judge()
    assert [ballot.prompt_tokens for ballot in bench.ballots] == [None] * 3
    for ballot, call in zip(bench.ballots, server.calls, strict=True):
        # What was set aside: a token for three bytes of the messages, and 1,000 for the reply, at the dearer price.
        size = sum(len(message["content"].encode()) for message in call.body["messages"])
        assert ballot.tokens_unreported == pytest.approx(size / 3 + 1000, abs=100)
        assert ballot.microdollars == 2 * ballot.tokens_unreported
    left = 20_000 - sum(ballot.tokens_unreported for ballot in bench.ballots)
    assert not take_places(judge_of(), [left + 1], bench.now).places
    assert take_places(judge_of(), [left], bench.now).places


@pytest.mark.parametrize(
    ("behaviour", "counts"),
    [
        (model.silent(), True),
        (model.cut_off(), True),
        (model.not_json(), True),
        (model.fails(500), False),
        (model.rate_limited(), False),
    ],
)
def test_a_call_that_is_lost_on_the_way_counts_as_what_was_set_aside_unless_it_was_turned_away(
    bench: Bench, server: FakeModelServer, behaviour: Behaviour, *, counts: bool
) -> None:
    server.always(behaviour)
    bench.pose()
    bench.judge()
    (ballot,) = bench.ballots
    assert (ballot.tokens_unreported > 1000) is counts
    assert used_today(ballot.judge_id, bench.now).tokens == ballot.tokens_unreported


def test_a_spare_within_its_budget_sits_instead(
    db: None, model_settings: LazySettings, server: FakeModelServer
) -> None:
    model_settings.OPENAI_JUDGE_MODELS, model_settings.OPENAI_SPARE_JUDGE_MODELS = ["one"], ["two"]
    bench = seated_bench()
    server.always(FAIR)
    limit("one", tokens_per_day=20_000)
    bench.pose()
    spend(20_000, bench.now, "one")
    bench.judge()
    assert {call.model for call in server.calls} == {"two"}
    assert bench.round.outcome == Outcome.ASKER


def test_a_judge_whose_endpoint_asks_for_rest_is_left_alone_by_all_rounds(
    bench: Bench, server: FakeModelServer
) -> None:
    server.script(model.rate_limited(retry_after=40))
    server.always(FAIR)
    bench.pose()
    bench.judge()
    other = Bench()
    other.pose()
    other.judge()
    assert len(server.calls) == 1
    assert (other.run.waiting_for, other.run.next_attempt_at) == ("turn", other.now + 40 * SECOND)
    assert other.run.attempts - other.run.waits == 0
    for waiting in (bench, other):
        waiting.wait(40)
        waiting.judge()
        assert waiting.round.outcome == Outcome.ASKER


def test_no_endpoint_is_left_alone_for_longer_than_five_minutes(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(model.rate_limited(retry_after=3000))
    bench.pose()
    bench.judge()
    assert JudgeLimits.objects.get().resting_until == bench.now + timedelta(minutes=5)
    assert bench.run.next_attempt_at == bench.now + timedelta(minutes=5)
