"""Cards of judges: what is counted from their ballots, and what moderators and gold items say of them."""

from datetime import timedelta

import pytest

from games.models import Round
from judging.domain.choices import GateCode
from judging.domain.faults import Fault
from judging.domain.panel import Order, Step
from judging.models import (
    Ballot,
    GoldItem,
    Judge,
    JudgeLimits,
    JudgeSuspension,
    OtherUse,
    SchemaProbe,
    Verdict,
)
from judging.selectors import JudgeCard, judge_card, judge_lines
from tests.games.table import START
from tests.judging.world import (
    EQUAL,
    ILL,
    A,
    B,
    World,
    ballot,
    failed,
    make_gold,
    make_judge,
    make_jury,
    said,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge() -> Judge:
    return make_judge()


@pytest.fixture
def world(judge: Judge) -> World:
    return World(make_jury(judge))


def card_of(judge: Judge) -> JudgeCard:
    card = judge_card(judge.slug, now=START)
    assert card is not None
    return card


def rounds_of(verdicts: list[Verdict]) -> list[Round]:
    return [Round.objects.get(pk=verdict.round_id) for verdict in verdicts]


def test_a_judge_that_heard_nothing_has_a_card_without_figures(judge: Judge) -> None:
    card = card_of(judge)
    assert (card.voting.heard, card.voting.votes, card.cost.calls) == (0, 0, 0)
    assert not card.voting.flips.measured
    assert not card.trust.error.measured
    assert not card.trust.kappa.measured
    assert (card.cost.seconds, card.suspension, card.probe) == (None, None, None)


def test_abstentions_are_told_apart_by_why(judge: Judge, world: World) -> None:
    voted, refused_question, flipped, unread, declined, away, dropped = world.rounds(7)
    said(judge, voted, A, A)
    said(judge, refused_question, None, None, gate=GateCode.PRIVATE)
    said(judge, flipped, A, B)
    said(judge, unread, A, None)
    failed(judge, unread, Step.COMPARE, Order.YX, Fault.TIMEOUT)
    failed(judge, unread, Step.COMPARE, Order.YX, Fault.UNREADABLE, attempt=2)
    said(judge, declined, A, None)
    failed(judge, declined, Step.COMPARE, Order.YX, Fault.REFUSED)
    failed(judge, away, Step.GATE, "", Fault.CONNECTION)
    said(judge, dropped, None, None)
    voting = card_of(judge).voting
    assert (voting.heard, voting.votes) == (7, 2)
    assert voting.abstentions == (
        ("It found otherwise when the answers changed places", 1),
        ("It declined to judge", 1),
        ("Its reply could not be read", 1),
        ("It could not be reached", 1),
        ("It was not asked to the end: the round was settled before", 1),
    )


def test_a_call_that_was_read_in_the_end_explains_no_abstention(judge: Judge, world: World) -> None:
    (row,) = world.rounds(1)
    failed(judge, row, Step.COMPARE, Order.XY, Fault.UNREADABLE)
    said(judge, row, A, None, attempt=2)
    failed(judge, row, Step.COMPARE, Order.YX, Fault.TIMEOUT)
    assert ("It could not be reached", 1) in card_of(judge).voting.abstentions


def test_flips_are_over_rounds_read_in_both_orders(judge: Judge, world: World) -> None:
    rows = world.rounds(13)
    for row in rows[:6]:
        said(judge, row, B, B)
    for row in rows[6:9]:
        said(judge, row, A, B)  # X both times: whoever is shown first
    said(judge, rows[9], B, A)
    said(judge, rows[10], EQUAL, A)
    said(judge, rows[11], A, None)
    said(judge, rows[12], None, None, gate=GateCode.NONSENSE)
    voting = card_of(judge).voting
    assert (voting.flips.count, voting.flips.n) == (5, 11)
    # Wilson (1927) for 5 of 11: (5 + 1.92 -+ 1.96 sqrt(5 * 6 / 11 + 0.96)) / (11 + 3.84).
    assert (voting.flips.percent, voting.flips.interval) == ("45.5 %", "[21.3, 72.0]")
    assert (voting.first_position.count, voting.first_position.n) == (3, 4)
    assert not voting.first_position.measured


def test_ballots_of_the_first_prompts_without_a_gate_count_too(judge: Judge, world: World) -> None:
    (row,) = world.rounds(1)
    said(judge, row, ILL, ILL, gate=None)
    assert card_of(judge).voting.votes == 1


def test_length_bias_stands_beside_that_of_moderators_on_the_same_rounds(judge: Judge, world: World) -> None:
    own = "A much longer answer than that of the other."
    verdicts = world.verdicts([A] * 12, truths=[A] * 6 + [B] * 4 + [EQUAL, None])
    Round.objects.filter(pk__in=[verdict.round_id for verdict in verdicts]).update(sealed_answer=own)
    for row in rounds_of(verdicts):
        said(judge, row, A, A)
    voting = card_of(judge).voting
    # The judge always takes the longer one; moderators do on six of the ten where they found one better.
    assert (voting.longer.count, voting.longer.n) == (11, 11)
    assert (voting.moderators_longer.count, voting.moderators_longer.n) == (6, 10)


def test_a_judges_error_weighs_its_votes_by_the_odds_of_their_audit(judge: Judge, world: World) -> None:
    often = world.verdicts([A] * 6, p=0.5, truths=[A] * 5 + [B])
    seldom = world.verdicts([A] * 4, p=0.1, truths=[A, A, B, None])
    unvoted = world.verdicts([A], p=0.5, truths=[A])
    for row in rounds_of([*often, *seldom]):
        said(judge, row, A, A)
    said(judge, rounds_of(unvoted)[0], A, B)
    trust = card_of(judge).trust
    # 1/0.5 + 1/0.1 wrong of 6/0.5 + 3/0.1.
    assert trust.error.error.rate == pytest.approx(12 / 42)
    assert (trust.error.n, trust.error.error.outstanding) == (9, 1)
    assert (trust.agreed.count, trust.agreed.n, trust.abstained) == (7, 9, 1)


def test_kappa_is_cohens_own(judge: Judge, world: World) -> None:
    # 8 of 10 agree; both say A six times and B four times, so by chance 0.36 + 0.16 would.
    votes, truths = [A] * 6 + [B] * 4, [A] * 5 + [B] + [B] * 3 + [A]
    for row, vote in zip(rounds_of(world.verdicts(votes, truths=truths)), votes, strict=True):
        said(judge, row, vote, vote)
    trust = card_of(judge).trust
    assert trust.agreed.percent == "80.0 %"
    assert trust.kappa.measured
    assert trust.kappa.text == f"{(0.8 - 0.52) / (1 - 0.52):.2f}"


def test_gold_items_count_by_kind_each_time_they_are_heard_with_abstentions_as_misses(judge: Judge) -> None:
    plain, swapped, injected = (
        make_gold(kind, B) for kind in (GoldItem.Kind.PLAIN, GoldItem.Kind.SWAPPED, GoldItem.Kind.INJECTED)
    )
    bad_question = make_gold(GoldItem.Kind.ILL_DEFINED, ILL)
    said(judge, plain, A, A)
    said(judge, plain, B, B, attempt=2)
    said(judge, swapped, A, B)
    said(judge, bad_question, None, None, gate=GateCode.NONSENSE)
    ballot(judge, injected, Step.GATE, "", error=Fault.TIMEOUT)
    said(make_judge(), injected, B, B)
    gold = card_of(judge).gold
    # The injected one was never reached, and so not failed either.
    assert (gold.right.count, gold.right.n) == (2, 4)
    assert {share.kind: (share.right.count, share.right.n) for share in gold.kinds} == {
        "a known verdict": (1, 2),
        "the same item with its answers exchanged": (0, 1),
        "a question that cannot be judged": (1, 1),
    }
    assert card_of(judge).voting.heard == 0


def test_cost_and_times_are_of_rounds_and_readable_calls(judge: Judge, world: World) -> None:
    row, other = world.rounds(2)
    tokens = {"prompt_tokens": 900, "completion_tokens": 100, "microdollars": 2500}
    for number, latency in enumerate([100, 200, 300, 400], start=1):
        ballot(
            judge,
            row,
            Step.GATE,
            "",
            gate_code=GateCode.WELL_DEFINED,
            latency_ms=latency,
            attempt=number,
            **tokens,
        )
    ballot(judge, other, Step.GATE, "", error=Fault.TIMEOUT, latency_ms=60_000)
    cost = card_of(judge).cost
    assert (cost.calls, cost.rounds, cost.tokens_per_round, cost.dollars_per_round) == (5, 2, 2000, 0.005)
    # The lower middle one of four, and the one that 95 of 100 do not pass.
    assert cost.seconds == (0.2, 0.4)


def test_todays_budget_counts_what_was_not_reported_and_evaluations(judge: Judge, world: World) -> None:
    row, earlier = world.rounds(2)
    JudgeLimits.objects.create(judge=judge, tokens_per_day=50_000, microdollars_per_day=2_000_000)
    ballot(
        judge,
        row,
        Step.GATE,
        "",
        gate_code=GateCode.WELL_DEFINED,
        prompt_tokens=300,
        completion_tokens=50,
        microdollars=700_000,
    )
    ballot(
        judge, row, Step.COMPARE, Order.XY, error=Fault.UNREADABLE, raw_reply="prose", tokens_unreported=2000
    )
    ballot(
        judge,
        earlier,
        Step.GATE,
        "",
        gate_code=GateCode.WELL_DEFINED,
        prompt_tokens=9999,
        created_at=START - timedelta(days=1),
    )
    OtherUse.objects.create(judge=judge, day=START.date(), tokens=1000, microdollars=300_000)
    spending = card_of(judge).spending
    # 300 + 50, 2,000 set aside for the call that did not say, and 1,000 of an evaluation.
    assert (spending.tokens, spending.dollars) == (3350, 1.0)
    assert (spending.tokens_per_day, spending.dollars_per_day) == (50_000, 2.0)


def test_a_suspension_shows_until_it_is_lifted(judge: Judge) -> None:
    past = JudgeSuspension.objects.create(
        judge=judge, reason="Long ago.", suspended_at=START, lifted_at=START
    )
    assert card_of(judge).suspension is None
    JudgeSuspension.objects.create(judge=judge, reason="Flips.", suspended_at=past.suspended_at)
    suspension = card_of(judge).suspension
    assert suspension is not None
    assert suspension.reason == "Flips."
    assert [line.suspended for line in judge_lines() if line.slug == judge.slug] == [True]


def test_the_last_probe_counts(judge: Judge) -> None:
    SchemaProbe.objects.create(judge=judge, ok=False, detail="prose", latency_ms=1, created_at=START)
    SchemaProbe.objects.create(
        judge=judge, ok=True, format=SchemaProbe.Format.OBJECT, latency_ms=1, created_at=START
    )
    probe = card_of(judge).probe
    assert probe is not None
    assert (probe.ok, probe.format) == (True, "JSON without a schema")


def test_seats_name_their_jury_and_say_what_is_spare(judge: Judge) -> None:
    make_jury(judge, name="First")
    make_jury(make_judge(), spares=[judge], name="Second")
    assert [(seat.jury_name, seat.spare) for seat in card_of(judge).seats] == [
        ("First", False),
        ("Second", True),
    ]


def test_the_list_has_those_who_sit_first_and_counts_readable_ballots(world: World, judge: Judge) -> None:
    idle = make_judge()
    (row,) = world.rounds(1)
    said(judge, row, A, A)
    failed(judge, row, Step.COMPARE, Order.XY, Fault.TIMEOUT, attempt=2)
    lines = judge_lines()
    assert [line.slug for line in lines] == [judge.slug, idle.slug]
    assert (lines[0].ballots, lines[1].ballots) == (3, 0)
    assert Ballot.objects.count() == 4
