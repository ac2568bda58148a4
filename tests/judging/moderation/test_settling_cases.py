"""What follows once votes count: settled, overturned, another asked; once, whatever is killed or repeated."""

import pytest
from django.db import transaction

from agplatform import relay
from games.domain.rules import Cause
from games.domain.states import GameState, RoundState
from games.services import void_game
from judging import services
from judging.domain.moderation import UNDO, CaseReason, CaseState, TrailAction
from judging.domain.naming import Side
from judging.domain.panel import Doubt, Finding
from judging.models import AuditEntry, Case, Correction, JudgingRun, Verdict
from judging.selectors.moderation.sides import shown_first
from tests.games.table import sit_down
from tests.judging.moderation.desk import (
    AllGold,
    Desk,
    make_gold,
    make_moderator,
    row,
    verdicts_on,
)

pytestmark = pytest.mark.django_db
A, B, E, ILL = Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT, Finding.ILL_DEFINED


@pytest.fixture
def desk() -> Desk:
    """An empty desk."""
    return Desk()


def test_a_vote_settles_a_doubtful_verdict_and_agreeing_leaves_it_in_force(desk: Desk) -> None:
    case = desk.case()
    settled = desk.counted_vote(make_moderator(), A)
    assert (settled.pk, settled.state, settled.outcome) == (case.pk, CaseState.SETTLED, A)
    assert (settled.holder_id, settled.held_until, settled.settle_at) == (None, None, None)
    assert verdicts_on(case) == [A]


def test_nothing_happens_before_a_vote_counts(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    assert not services.settle_case(case_id=case.pk, now=desk.now, rng=desk.rng)
    assert verdicts_on(case) == [A]


def test_disagreeing_with_a_doubtful_verdict_overturns_it(desk: Desk) -> None:
    table = sit_down(points=3)
    case = desk.case(table=table)
    assert table.score == (1, 0)
    settled = desk.counted_vote(make_moderator(), B)
    assert settled.outcome == B
    assert verdicts_on(case) == [A, B]
    verdict = Verdict.objects.get(case=case)
    assert (verdict.source, verdict.counts_for_claims, verdict.needs_review) == ("moderators", True, False)
    assert table.rounds[0].outcome == B
    assert table.rounds[0].judged_by == "Moderators"
    assert table.score == (0, 1)
    assert Correction.objects.get().verdict == verdict
    assert "Moderators looked at this round" in table.rounds[0].reason


def test_players_read_the_deciding_reason_in_terms_of_the_sides(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    asker = "X" if shown_first(case.pk, moderator) is Side.ASKER else "Y"
    desk.counted_vote(moderator, B, reason=f"Answer {asker} names a moon. {{asker}} was forged.")
    assert Verdict.objects.get(case=case).reason == "{asker} names a moon. (asker) was forged."


def test_an_ill_defined_question_keeps_its_code(desk: Desk) -> None:
    case = desk.case()
    desk.counted_vote(make_moderator(), ILL)
    verdict = Verdict.objects.get(case=case)
    assert (verdict.outcome, verdict.gate_code) == (ILL, "nonsense")


def test_contradicting_a_firm_verdict_asks_a_second_and_agreement_overturns_it(desk: Desk) -> None:
    case = desk.case(CaseReason.RANDOM_AUDIT, firm=True)
    first, second = make_moderator(), make_moderator()
    asked = desk.counted_vote(first, B)
    assert (asked.state, asked.holder_id, asked.settle_at) == (CaseState.OPEN, None, None)
    assert verdicts_on(case) == [A]
    assert desk.counted_vote(second, B).state == CaseState.SETTLED
    assert verdicts_on(case) == [A, B]


@pytest.mark.parametrize(
    ("votes", "outcome"),
    [((B, A, B), B), ((B, A, A), A), ((B, E, E), E), ((B, E, A), A), ((B, E, ILL), A), ((E, ILL, ILL), ILL)],
)
def test_a_split_asks_a_third_whose_vote_settles(
    desk: Desk, votes: tuple[Finding, ...], outcome: Finding
) -> None:
    case = desk.case(CaseReason.PIVOTAL, firm=True)
    states = [desk.counted_vote(make_moderator(), vote).state for vote in votes]
    assert states == [CaseState.OPEN, CaseState.OPEN, CaseState.SETTLED]
    assert row(case).outcome == outcome
    assert verdicts_on(case) == ([A] if outcome is A else [A, outcome])


def test_confirming_a_firm_verdict_takes_one(desk: Desk) -> None:
    desk.case(CaseReason.RANDOM_AUDIT, firm=True)
    assert desk.counted_vote(make_moderator(), A).state == CaseState.SETTLED


def test_where_people_alone_decide_the_first_vote_decides_the_round(desk: Desk) -> None:
    table = sit_down(points=3)
    case = desk.case(CaseReason.HUMANS_ONLY, verdict=None, firm=True, table=table)
    JudgingRun.objects.create(round_id=case.round_id or 0, waiting_for=JudgingRun.Waiting.HUMAN)
    assert table.current.state == RoundState.JUDGING
    desk.counted_vote(make_moderator(), B)
    assert table.rounds[0].outcome == B
    assert verdicts_on(case) == [B]
    assert JudgingRun.objects.get().waiting_for == ""


def test_a_round_is_not_given_up_while_a_vote_on_it_is_about_to_count(desk: Desk) -> None:
    table = sit_down(points=3)
    case, moderator = desk.case(CaseReason.HUMANS_ONLY, verdict=None, table=table), make_moderator()
    run = JudgingRun.objects.create(
        round_id=case.round_id or 0,
        waiting_for=JudgingRun.Waiting.HUMAN,
        next_attempt_at=desk.now + UNDO / 2,
    )
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    for _ in range(2):
        desk.wait(UNDO / 2)
        services.judge_round(round_id=case.round_id or 0, clock=lambda: desk.now, rng=desk.rng)
    assert table.game.state == GameState.PLAYING
    desk.sweep()
    run.refresh_from_db()
    assert (verdicts_on(case), run.waiting_for) == ([B], "")


def test_what_counts_is_the_verdict_in_force_when_the_case_settles(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    desk.judged(case.round_id or 0, B, Doubt.SPLIT_JURY)
    desk.wait(UNDO)
    desk.sweep()
    assert row(case).outcome == B
    assert verdicts_on(case) == [A, B]


def test_a_firm_verdict_that_came_meanwhile_takes_two(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, E)
    desk.judged(case.round_id or 0, B)
    desk.wait(UNDO)
    desk.sweep()
    assert row(case).state == CaseState.OPEN
    assert verdicts_on(case) == [A, B]


def test_a_worker_killed_between_the_vote_and_the_settling_loses_nothing(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    desk.wait(UNDO)

    class KilledError(Exception):
        pass

    def settle_and_die() -> None:
        with transaction.atomic():
            services.settle_case(case_id=case.pk, now=desk.now, rng=desk.rng)
            raise KilledError

    with pytest.raises(KilledError):
        settle_and_die()
    assert (row(case).state, verdicts_on(case)) == (CaseState.OPEN, [A])
    desk.wait(UNDO * 100)
    assert desk.draw(make_moderator()) is None
    desk.sweep()
    assert (row(case).state, verdicts_on(case)) == (CaseState.SETTLED, [A, B])


def test_settling_twice_is_settling_once(desk: Desk) -> None:
    case = desk.case()
    desk.counted_vote(make_moderator(), B)
    assert not services.settle_case(case_id=case.pk, now=desk.now, rng=desk.rng)
    desk.sweep()
    assert verdicts_on(case) == [A, B]
    assert AuditEntry.objects.filter(action=TrailAction.CASE_SETTLED).count() == 1


def test_one_case_that_fails_does_not_hold_up_others(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    broken, whole = desk.case(), desk.case()
    for case in (broken, whole):
        moderator = make_moderator()
        assert desk.draw(moderator) == case.pk
        desk.vote(case.pk, moderator, B)
    # A row that no service writes: the case already made a verdict.
    Verdict.objects.create(
        round_id=sit_down().current.pk,
        number=1,
        outcome=A,
        source="moderators",
        reason="",
        case=broken,
        needs_review=False,
        counts_for_claims=True,
        created_at=desk.now,
    )
    desk.wait(UNDO)
    desk.sweep()
    assert (row(broken).state, row(whole).state) == (CaseState.OPEN, CaseState.SETTLED)
    assert f"case {broken.pk} could not be settled" in caplog.text


def test_an_overturn_that_ends_the_game_has_nobody_review_what_people_decided(desk: Desk) -> None:
    table = sit_down(points=1)
    case = desk.case(verdict=E, table=table)
    desk.counted_vote(make_moderator(), A)
    assert table.game.state == GameState.PROVISIONAL
    assert not Case.objects.filter(state=CaseState.OPEN).exists()
    assert row(case).state == CaseState.SETTLED


def test_a_gold_item_only_records(desk: Desk) -> None:
    desk.case()
    make_gold(gold=B)
    desk.rng = AllGold()
    settled = desk.counted_vote(make_moderator(), A)
    assert settled.gold is not None
    assert (settled.state, settled.outcome) == (CaseState.SETTLED, A)
    assert Verdict.objects.count() == 1


def test_a_case_that_waits_for_people_lapses_when_the_game_is_over(desk: Desk) -> None:
    table = sit_down(points=3)
    case, moderator = desk.case(CaseReason.HUMANS_ONLY, verdict=None, table=table), make_moderator()
    JudgingRun.objects.create(round_id=case.round_id or 0, waiting_for=JudgingRun.Waiting.HUMAN)
    desk.sweep()
    assert row(case).state == CaseState.OPEN
    desk.draw(moderator)
    desk.vote(case.pk, moderator, A)
    table.leave()
    desk.sweep()
    assert (row(case).state, row(case).outcome) == (CaseState.LAPSED, "")
    assert JudgingRun.objects.get().waiting_for == ""
    assert not services.lapse_case(case_id=case.pk, now=desk.now)


def test_cases_of_an_annulled_game_lapse_even_with_votes(desk: Desk) -> None:
    table = sit_down(points=3)
    case, other, moderator = desk.case(table=table), desk.case(), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    void_game(game_id=table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=desk.now)
    desk.wait(UNDO)
    desk.sweep()
    assert (row(case).state, row(other).state) == (CaseState.LAPSED, CaseState.OPEN)
    assert verdicts_on(case) == [A]


def test_a_case_that_is_still_needed_does_not_lapse(desk: Desk) -> None:
    case = desk.case()
    assert not services.lapse_case(case_id=case.pk, now=desk.now)
    assert not services.settle_case(case_id=case.pk + 1, now=desk.now, rng=desk.rng)


def test_the_sweep_settles_before_games_become_final(desk: Desk) -> None:
    table = sit_down(points=1)
    case, moderator = desk.case(CaseReason.SPLIT_JURY, table=table), make_moderator()
    review_until = table.game.review_until
    assert review_until is not None
    desk.now = review_until - UNDO
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    desk.wait(UNDO)
    relay.sweep(desk.now)
    assert row(case).outcome == B
    assert (table.game.state, table.game.winner) == (GameState.FINAL, 1)
