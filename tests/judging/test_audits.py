"""Estimates of error from rows: only random audits count, each by its stored probability. Figures are by hand."""

from datetime import timedelta

import pytest

from judging.domain.auditing import confusion, error_rate
from judging.domain.moderation import CaseReason
from judging.models import AuditDraw, Verdict
from judging.selectors import net_pro_ai_error_bound
from judging.selectors.audits import audit_groups, audited_verdicts, net_errors
from tests.games.table import START
from tests.judging.world import EQUAL, ILL, A, B, World, make_judge, make_jury, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return World(make_jury(make_judge()))


def test_wrong_verdicts_count_by_how_many_they_stand_for(world: World) -> None:
    world.verdicts([A, A, A, A], p=0.5, truths=[A, A, A, B])
    world.verdicts([B, B], p=0.25, truths=[B, A])
    world.verdicts([A, EQUAL, B, ILL], p=0.5)
    error = error_rate(audited_verdicts(audit_groups(Verdict.objects.all())))
    assert (error.verdicts, error.settled, error.outstanding, error.wrong) == (10, 6, 0, 2)
    # Horvitz and Thompson: 1/0.5 + 1/0.25 wrong ones; audits stand for 4/0.5 + 2/0.25 verdicts.
    assert error.total_wrong == 6
    assert error.rate == 6 / 16
    cells = {
        (cell.verdict, cell.truth): (cell.audits, cell.estimated)
        for cell in confusion(audited_verdicts(audit_groups(Verdict.objects.all())))
    }
    assert cells[A, A] == (3, 6)
    assert cells[A, B] == (1, 2)
    assert cells[B, A] == (1, 4)


def test_what_an_appeal_found_is_no_audit(world: World) -> None:
    doubted, *_ = world.verdicts([A, A])
    settle(doubted, B, CaseReason.APPEAL)
    error = error_rate(audited_verdicts(audit_groups(Verdict.objects.all())))
    assert (error.settled, error.rate) == (0, None)


def test_an_appeal_after_the_audit_does_not_change_what_the_audit_found(world: World) -> None:
    verdict, *_ = world.verdicts([A], truths=[A])
    settle(verdict, B, CaseReason.APPEAL, at=START + timedelta(days=1))
    error = error_rate(audited_verdicts(audit_groups(Verdict.objects.all())))
    assert (error.settled, error.wrong) == (1, 0)


def test_a_case_with_several_reasons_counts_for_a_drawn_verdict_alone(world: World) -> None:
    drawn, *_ = world.verdicts([A], drawn=True)
    settle(drawn, B, CaseReason.PIVOTAL, CaseReason.RANDOM_AUDIT)
    doubted, *_ = world.verdicts([A], drawn=False)
    settle(doubted, B, CaseReason.PIVOTAL)
    error = error_rate(audited_verdicts(audit_groups(Verdict.objects.all())))
    assert (error.settled, error.wrong) == (1, 1)


def test_each_verdict_of_a_round_has_the_audit_that_followed_it(world: World) -> None:
    first, *_ = world.verdicts([A], truths=[A])
    second = Verdict.objects.create(
        round_id=first.round_id,
        number=2,
        supersedes=first,
        outcome=B,
        source=Verdict.Source.JURY,
        jury=world.jury,
        reason="",
        needs_review=False,
        counts_for_claims=True,
        created_at=START + timedelta(days=1),
    )
    AuditDraw.objects.create(verdict=second, probability=0.5, drawn=True)
    settle(second, A, CaseReason.RANDOM_AUDIT, at=START + timedelta(days=2))
    error = error_rate(audited_verdicts(audit_groups(Verdict.objects.all())))
    assert (error.settled, error.wrong) == (2, 1)


def test_nothing_audited_allows_no_claim(world: World) -> None:
    assert net_pro_ai_error_bound(world.protocol).bound == 1.0
    world.verdicts([A, B, A])
    net = net_pro_ai_error_bound(world.protocol)
    assert (net.rounds, net.settled, net.outstanding, net.estimate, net.bound) == (3, 0, 0, None, 1.0)


def test_drawn_but_not_looked_at_allows_no_claim_either(world: World) -> None:
    world.verdicts([A, B], truths=[None, None])
    net = net_pro_ai_error_bound(world.protocol)
    assert (net.settled, net.outstanding, net.estimate, net.bound) == (0, 2, None, 1.0)


def test_net_error_counts_points_given_to_the_ai_minus_points_given_to_people(world: World) -> None:
    # The person asks: the opponent is the AI. Wrongly for the AI (+2), wrongly for the person (-2), half wrongly (+1).
    world.verdicts([B, A, B, A], p=0.5, truths=[A, B, EQUAL, A])
    # The AI asks. Wrongly for the AI (+2); an ill-defined question is the person's point, as is the opponent's win.
    world.verdicts([A, ILL], p=0.25, truths=[B, B], ai_asks=True)
    world.verdicts([EQUAL] * 4, p=0.5)
    net = net_pro_ai_error_bound(world.protocol)
    assert (net.rounds, net.settled, net.scored_share) == (10, 6, 0.6)
    assert net.estimate == pytest.approx((2 / 0.5 - 2 / 0.5 + 1 / 0.5 + 2 / 0.25) / 10)
    assert net.bound == 1.0


def test_many_clean_audits_bound_the_net_error_and_others_do_not_count(world: World) -> None:
    world.verdicts([A, B] * 300, p=0.5, truths=[A, B] * 300)
    people = World(world.jury, people=True)
    people.verdicts([A] * 20, truths=[B] * 20)
    net = net_pro_ai_error_bound(world.protocol)
    assert (net.rounds, net.estimate) == (600, 0.0)
    # No bet is lost: the wealth at the largest stake, 1/4, is (1 + U/4)^600. It gets 1 / (1 + 1/4 + 1/9 + ...), or 0.63,
    # of the money, so it alone reaches 20 at U = 0.0231; with all the money it would at U = 0.0200.
    assert 0.0200 < net.bound < 0.0231
    assert net_pro_ai_error_bound(people.protocol).rounds == 0
    assert set(net_errors(audit_groups(Verdict.objects.all()))) == {world.protocol}


def test_the_interval_of_the_net_error_holds_the_estimate_and_mirrors_with_the_sides(world: World) -> None:
    mirror = World(world.jury)
    world.verdicts([A, B] * 40, p=1.0, truths=[A, A] * 40)
    mirror.verdicts([A, B] * 40, p=1.0, truths=[A, A] * 40, ai_asks=True)
    found = net_errors(audit_groups(Verdict.objects.all()))
    one, other = found[world.protocol], found[mirror.protocol]
    assert one.error.estimate == 1.0
    assert one.low < one.error.estimate < one.high
    assert other.low == pytest.approx(-one.high)
    assert other.high == pytest.approx(-one.low)
