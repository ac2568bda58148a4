"""Gold items show how judges do, unseen by players; who falls outside its limits is suspended."""

import json
import random
import re
from collections import Counter
from datetime import timedelta

import pytest
from django.conf import LazySettings

from judging import services, tasks
from judging.domain import judge_limits
from judging.domain.panel import Finding
from judging.models import AuditEntry, Ballot, GoldItem, Judge, JudgeLimits, JudgeSuspension, JudgingRun
from judging.selectors import verdict_details
from judging.selectors.limited import limited_figures
from judging.services.hearing import gold
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour, Call, Reply
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import START
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, MODEL, Bench, seated_bench

FAIR = model.prefers(GOOD_ANSWER, over=BAD_ANSWER)
pytestmark = pytest.mark.django_db


@pytest.fixture
def items(db: None) -> list[GoldItem]:
    """Make the gold items."""
    services.create_gold_items(now=START)
    return list(GoldItem.objects.order_by("pk"))


def judge_of(name: str = MODEL) -> Judge:
    judge: Judge = Judge.objects.get(model=name)
    return judge


def region(call: Call, name: str) -> str:
    """Return what stands between the marked lines around the question or an answer, "" where it is not shown."""
    found = re.search(rf"{name} begins ---\n(.*?)\n--- [0-9a-f]{{16}}: {name} ends", call.text, re.DOTALL)
    return re.sub(r"(?m)^[0-9a-f]{16}\| ?", "", found[1]) if found else ""


def knowing() -> Behaviour:
    """Judge gold items rightly, by looking them up."""
    items = json.loads(gold.ITEMS_FILE.read_text(encoding="utf-8"))

    def behaviour(call: Call) -> Reply:
        question, x = region(call, "the question"), region(call, "answer X")[:20]
        item = next(item for item in items if item["question"] == question)
        if item["gold"] == "ill_defined":
            return model.completion(call, model.good_content(call, code="nonsense"))
        answer = {"asker": item["answer_a"], "opponent": item["answer_b"]}.get(item["gold"])
        choice = "equivalent" if answer is None else "X" if answer.startswith(x) else "Y"
        return model.completion(call, model.good_content(call, choice=choice))

    return behaviour


def put(item: GoldItem, *, name: str = MODEL, at: timedelta = timedelta(0)) -> None:
    services.judge_gold(
        judge_id=judge_of(name).pk, gold_id=item.pk, clock=lambda: START + at, rng=random.Random(1)
    )


def test_the_items_are_of_all_kinds_and_made_once(items: list[GoldItem]) -> None:
    services.create_gold_items(now=START + timedelta(days=1))
    assert GoldItem.objects.count() == len(items) >= 24
    kinds = Counter(item.kind for item in items)
    assert min(kinds[kind] for kind in GoldItem.Kind) >= 5
    assert {item.gold for item in items} == {str(finding) for finding in Finding}
    assert all(item.question and item.answer_a and item.answer_b and item.explanation for item in items)
    assert all((item.kind == "ill_defined") == (item.gold == "ill_defined") for item in items)


def test_swapped_items_are_plain_ones_the_other_way_round(items: list[GoldItem]) -> None:
    plain = {item.slug: item for item in items if item.kind == "plain"}
    mirrored = {"asker": "opponent", "opponent": "asker"}
    for item in items:
        if item.kind == "swapped":
            twin = plain[item.slug.removesuffix("-swapped")]
            assert (item.question, item.answer_a, item.answer_b) == (
                twin.question,
                twin.answer_b,
                twin.answer_a,
            )
            assert item.gold == mirrored[twin.gold]


def test_no_place_of_the_better_answer_is_commoner(items: list[GoldItem]) -> None:
    golds = Counter(item.gold for item in items)
    assert abs(golds["asker"] - golds["opponent"]) <= 1


def test_a_judged_round_draws_an_item_for_each_model_with_small_probability(
    bench: Bench, server: FakeModelServer, items: list[GoldItem]
) -> None:
    server.always(FAIR)
    bench.pose()
    bench.judge()
    rng = random.Random(7)
    drawn = [services.draw_gold(round_id=bench.round_id, rng=rng) for _ in range(2000)]
    hits = [draw for draw in drawn if draw]
    # 100 are expected; beyond four standard deviations (39) it would be no chance.
    assert 61 <= len(hits) <= 139
    assert {len(draw) for draw in hits} == {1}
    assert {judge for draw in hits for judge, _ in draw} == {judge_of().pk}
    assert len({item for draw in hits for _, item in draw}) > 20


def test_the_demo_judge_gets_no_gold(demo_bench: Bench, items: list[GoldItem]) -> None:
    demo_bench.pose()
    demo_bench.judge()
    rng = random.Random(7)
    assert not any(services.draw_gold(round_id=demo_bench.round_id, rng=rng) for _ in range(200))


def test_the_task_asks_for_gold_in_a_task_of_its_own(
    bench: Bench, server: FakeModelServer, items: list[GoldItem], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = []
    monkeypatch.setattr(gold, "GOLD_PROBABILITY", 1.0)
    monkeypatch.setattr(tasks.judge_gold, "apply_async", lambda args, queue: sent.append((*args, queue)))
    server.always(FAIR)
    bench.pose()
    tasks.judge_round(bench.round_id)
    tasks.judge_round(bench.round_id)
    ((judge, item, queue),) = sent
    assert (judge, queue) == (judge_of().pk, "judging")
    assert GoldItem.objects.filter(pk=item).exists()


def test_an_item_is_judged_like_a_round_and_no_player_sees_it(
    bench: Bench, server: FakeModelServer, items: list[GoldItem]
) -> None:
    server.always(knowing())
    tasks.judge_gold(judge_of().pk, items[0].pk)
    ballots = Ballot.objects.filter(gold=items[0])
    assert sorted(ballots.values_list("step", "order", "outcome", "error")) == [
        ("compare", "xy", "asker", ""),
        ("compare", "yx", "asker", ""),
        ("gate", "", "", ""),
    ]
    assert not ballots.filter(round__isnull=False).exists()
    assert not JudgingRun.objects.exists()
    bench.pose()
    assert verdict_details(bench.round_id) is None
    assert items[0].question not in server.calls[0].body["messages"][0]["content"]


def test_an_item_that_is_refused_at_the_gate_is_not_compared(
    bench: Bench, server: FakeModelServer, items: list[GoldItem]
) -> None:
    server.always(model.good(code="private"))
    put(items[-1])
    assert len(server.calls) == 1


def test_an_item_is_given_up_where_the_judge_fails_or_has_no_room(
    bench: Bench, server: FakeModelServer, items: list[GoldItem]
) -> None:
    server.always(model.fails(500))
    put(items[0])
    put(items[0])
    assert list(Ballot.objects.values_list("attempt", "error")) == [(1, "server_error"), (2, "server_error")]
    JudgeLimits.objects.update(resting_until=START + timedelta(minutes=1))
    put(items[0])
    assert len(server.calls) == 2
    assert limited_figures(judge_of(), None).gold_accuracy is None


def test_an_untried_judge_gets_no_item(
    model_settings: LazySettings, server: FakeModelServer, items: list[GoldItem]
) -> None:
    services.create_default_juries(now=START)
    put(items[0])
    assert server.calls == []


def check(name: str = MODEL, days: int = 1) -> bool:
    return services.check_limits(judge_id=judge_of(name).pk, now=START + timedelta(days=days))


def test_a_judge_that_knows_the_items_goes_on(
    bench: Bench, server: FakeModelServer, items: list[GoldItem]
) -> None:
    server.always(knowing())
    for item in items:
        put(item)
    found = limited_figures(judge_of(), None).gold_accuracy
    assert found is not None
    assert (found.agreed, found.n) == (len(items), len(items))
    assert not check()


def test_a_judge_that_misses_them_is_suspended_once_with_the_reason_and_sits_no_more(
    bench: Bench, server: FakeModelServer, items: list[GoldItem]
) -> None:
    server.always(model.good(choice="X"))
    for item in items:
        put(item)
    assert check()
    assert not check()
    suspension = JudgeSuspension.objects.get()
    assert "It gives the known verdict of test items in 0.0 % of 26" in suspension.reason
    entry = AuditEntry.objects.get(action="judge_out_of_limits")
    assert (entry.actor, entry.judge, entry.detail) == (None, judge_of(), suspension.reason)
    server.calls.clear()
    bench.pose()
    bench.judge()
    assert server.calls == []
    assert bench.verdicts[0].source == "stand_in"


def test_what_was_before_a_reinstatement_counts_no_more(
    bench: Bench, server: FakeModelServer, items: list[GoldItem], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_limits, "GOLD_ACCURACY", judge_limits.Limit(0.75, 5))
    server.always(model.good(choice="X"))
    few = items[:5]
    for item in few:
        put(item)
    assert check(days=1)
    services.reinstate_judge(
        judge_slug=judge_of().slug, reason="A new endpoint.", now=START + timedelta(days=2)
    )
    assert not check(days=3)
    for item in few:
        put(item, at=timedelta(days=4))
    assert check(days=5)


def test_a_judge_that_flips_on_rounds_is_suspended(
    bench: Bench, server: FakeModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_limits, "ORDER_FLIPS", judge_limits.Limit(0.4, 6))
    server.always(model.good(choice="X"))
    for _ in range(3):
        table = Bench()
        for _ in range(2):
            table.pose()
            table.judge()
    assert limited_figures(judge_of(), None).order_flips is not None
    assert check()
    assert "when the answers change places" in JudgeSuspension.objects.get().reason


def test_unreadable_replies_count_and_refusals_do_not(bench: Bench, server: FakeModelServer) -> None:
    server.script(model.good(), model.prose(), model.refusal(), model.truncated())
    server.always(FAIR)
    bench.pose()
    bench.judge_until_settled()
    found = limited_figures(judge_of(), None).unreadable
    assert found is not None
    # At the gate read; prose and a refusal; one cut off, one read: two of five.
    assert (found.agreed, found.n) == (2, 5)


def test_the_demo_judge_has_no_limits(demo_bench: Bench) -> None:
    assert not services.check_limits(judge_id=Judge.objects.get().pk, now=START)


def test_spares_are_measured_too(
    model_settings: LazySettings, server: FakeModelServer, items: list[GoldItem]
) -> None:
    model_settings.OPENAI_JUDGE_MODELS, model_settings.OPENAI_SPARE_JUDGE_MODELS = ["one"], ["two"]
    bench = seated_bench()
    services.suspend_judge(judge_slug=judge_of("one").slug, reason="Test.", now=START)
    server.always(FAIR)
    bench.pose()
    bench.judge()
    rng = random.Random(7)
    drawn = {judge for _ in range(200) for judge, _ in services.draw_gold(round_id=bench.round_id, rng=rng)}
    assert drawn == {judge_of("two").pk}
