"""Cards of juries and of the moderators together."""

from datetime import timedelta

import pytest

from judging.domain.moderation import CaseReason, CaseState
from judging.models import Case, GoldItem, JudgeSuspension, Verdict, Withdrawal
from judging.selectors import JuryCard, jury_card, jury_lines, moderators_card
from tests.games.table import START
from tests.judging.world import (
    EQUAL,
    A,
    B,
    World,
    make_gold,
    make_judge,
    make_jury,
    make_moderator,
    said,
    settle,
    vote,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return World(make_jury(make_judge(), make_judge(), spares=[make_judge()]))


def card_of(world: World) -> JuryCard:
    card = jury_card(world.jury.slug)
    assert card is not None
    return card


def stand_in(world: World, source: Verdict.Source, n: int) -> None:
    for row in world.rounds(n):
        Verdict.objects.create(
            round_id=row.pk,
            number=1,
            outcome=A,
            source=source,
            reason="",
            needs_review=True,
            counts_for_claims=False,
            created_at=START,
        )


def overturn(verdict: Verdict, outcome: str) -> None:
    case = settle(verdict, B, CaseReason.APPEAL)
    Verdict.objects.create(
        round_id=verdict.round_id,
        number=2,
        supersedes=verdict,
        outcome=outcome,
        source=Verdict.Source.MODERATORS,
        case=case,
        reason="",
        needs_review=False,
        counts_for_claims=True,
        created_at=START,
    )


def test_a_new_jury_has_a_card_without_figures(world: World) -> None:
    card = card_of(world)
    assert [(member.spare, member.suspended) for member in card.members] == [
        (False, False),
        (False, False),
        (True, False),
    ]
    assert (card.verdicts, card.decided.rounds, card.confusion, card.net_errors) == (0, 0, (), ())
    assert not any(figure.measured for figure in (card.error, card.alpha, card.reviewed, card.overturned))
    assert jury_card("no-such-jury") is None


def test_a_suspended_member_is_marked(world: World) -> None:
    member = world.jury.members.first()
    assert member is not None
    JudgeSuspension.objects.create(judge=member.judge, reason="Flips.", suspended_at=START)
    assert [one.suspended for one in card_of(world).members] == [True, False, False]


def test_coverage_counts_first_verdicts_by_who_gave_them(world: World) -> None:
    clear = world.verdicts([A] * 12)
    world.verdicts([B] * 4, doubted=True)
    stand_in(world, Verdict.Source.STAND_IN, 3)
    stand_in(world, Verdict.Source.MODERATORS, 1)
    overturn(clear[0], B)
    World(make_jury(make_judge())).verdicts([A] * 5)
    decided = card_of(world).decided
    assert (decided.rounds, decided.clear, decided.doubtful, decided.stand_in, decided.moderators) == (
        20,
        12,
        4,
        3,
        1,
    )
    assert decided.coverage.percent == "60.0 %"


def test_reviewed_and_overturned_are_shares_of_the_jurys_own_verdicts(world: World) -> None:
    verdicts = world.verdicts([A] * 20)
    overturn(verdicts[0], B)
    overturn(verdicts[1], A)
    settle(verdicts[2], A, CaseReason.PIVOTAL)
    settle(verdicts[2], A, CaseReason.APPEAL)
    settle(verdicts[3], None, CaseReason.PIVOTAL)
    card = card_of(world)
    assert (card.reviewed.count, card.reviewed.n) == (3, 20)
    assert (card.overturned.count, card.overturned.n) == (1, 20)


def test_error_and_confusion_are_from_random_audits(world: World) -> None:
    world.verdicts([A] * 10, p=0.5, truths=[A] * 9 + [B])
    world.verdicts([B] * 2, p=0.1, truths=[EQUAL, None])
    world.verdicts([A] * 8, p=0.5)
    card = card_of(world)
    # One wrong verdict stands for 2, the other for 10; eleven settled audits stand for 30.
    assert (card.error.percent, card.error.n) == ("40.0 %", 11)
    # The outstanding one stands for 10 more: 12 of 40 if it confirmed, 22 of 40 if not.
    assert card.error.extremes == "30.0 % to 55.0 %"
    row = card.confusion[0]
    assert row.found == "asker"
    assert [cell.audits for cell in row.cells] == [9, 1, 0, 0]
    assert [cell.estimated for cell in row.cells] == [18, 2, 0, 0]
    assert [line.error.n for line in jury_lines() if line.slug == world.jury.slug] == [11]


def test_net_errors_stand_by_protocol(world: World) -> None:
    other = World(world.jury, protocol_name="Another game")
    people = World(world.jury, people=True)
    world.verdicts([B] * 10, p=1.0, truths=[A] * 10)
    other.verdicts([A] * 3, truths=[A] * 3)
    people.verdicts([A] * 3, truths=[A] * 3)
    card = card_of(world)
    assert len(card.protocols) == 3
    nets = {net.protocol_slug: net for net in card.net_errors}
    assert set(nets) == {world.protocol, other.protocol}
    assert (nets[world.protocol].text, nets[world.protocol].scored) == ("+2.00", "100.0 %")
    assert not nets[other.protocol].measured


def test_alpha_is_krippendorffs_over_judges_and_moderators(world: World) -> None:
    first, second = (member.judge for member in world.jury.members.filter(spare=False))
    truths = [A] * 5 + [B] * 5
    verdicts = world.verdicts(truths, truths=truths)
    for verdict, truth in zip(verdicts, truths, strict=True):
        said(first, verdict.round_id, truth, truth)
    said(second, verdicts[0].round_id, A, A)
    said(second, verdicts[1].round_id, B, B)
    said(second, verdicts[2].round_id, A, B)
    alpha = card_of(world).alpha
    # By hand (Krippendorff 2011): 22 values, 11 A and 11 B; only unit 2 (A, A, B) disagrees, in 4 ordered pairs / (3 - 1).
    assert alpha.n == 10
    assert alpha.text == f"{1 - 2 / (2 * 11 * 11 / 21):.2f}"


def test_moderators_are_measured_together(world: World) -> None:
    one, two, three = make_moderator(), make_moderator(), make_moderator()
    cases = [settle(verdict, A, CaseReason.PIVOTAL) for verdict in world.verdicts([A] * 12)]
    for case in cases[:10]:
        vote(one, case, A)
        vote(two, case, A)
    vote(one, cases[10], A)
    vote(two, cases[10], B)
    vote(three, cases[10], B)
    taken_back = vote(one, cases[11], B)
    Withdrawal.objects.create(review=taken_back, created_at=START)
    vote(two, cases[11], A)
    vote(three, cases[11], B, counts_from=START + timedelta(seconds=10))
    card = moderators_card(now=START)
    assert (card.moderators, card.votes, card.settled) == (3, 24, 12)
    assert (card.agreed.count, card.agreed.n, card.agreed.percent) == (10, 11, "90.9 %")
    # 23 values, 21 A and 2 B; the split unit has 4 ordered pairs that differ, over 3 - 1.
    assert card.alpha.text == f"{1 - 2 / (2 * 21 * 2 / 22):.2f}"


def test_moderators_gold_votes_are_counted_apart(world: World) -> None:
    gold = make_gold(GoldItem.Kind.PLAIN, A)
    case = Case.objects.create(gold=gold, firm=False, rank=12, state=CaseState.OPEN, opened_at=START)
    vote(make_moderator(), case, A)
    vote(make_moderator(), case, B)
    card = moderators_card(now=START)
    assert (card.gold.right.count, card.gold.right.n, card.settled) == (1, 2, 0)


def test_without_moderators_nothing_is_claimed(db: None) -> None:
    card = moderators_card(now=START)
    assert (card.moderators, card.votes) == (0, 0)
    assert not card.alpha.measured
