"""Drawing cases: the most urgent first, one moderator at a time, and nothing that she must not see."""

from datetime import timedelta

import pytest

from judging import services
from judging.domain.errors import InvalidInputError, StaleCaseError
from judging.domain.moderation import LEASE, UNDO, CaseReason, CaseState, ReviewKind, TrailAction
from judging.domain.panel import Finding
from judging.models import AuditEntry, Case, Moderator, Review
from tests.games.table import START, make_member, sit_down
from tests.judging.moderation.desk import A_SECOND, AllGold, Desk, make_gold, make_moderator, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """An empty desk."""
    return Desk()


def test_an_empty_queue_hands_out_nothing(desk: Desk) -> None:
    assert desk.draw(make_moderator()) is None


def test_the_most_urgent_comes_first_and_then_the_oldest(desk: Desk) -> None:
    opened = {}
    for name, reason in (
        ("audit", CaseReason.RANDOM_AUDIT),
        ("split", CaseReason.SPLIT_JURY),
        ("later split", CaseReason.SPLIT_JURY),
        ("appeal", CaseReason.APPEAL),
    ):
        opened[desk.case(reason).pk] = name
        desk.wait(A_SECOND)
    drawn = [opened[desk.draw(make_moderator()) or 0] for _ in opened]
    assert drawn == ["appeal", "split", "later split", "audit"]


def test_a_more_urgent_reason_moves_a_case_forward(desk: Desk) -> None:
    first = desk.case(CaseReason.SPLIT_JURY)
    second = desk.case(CaseReason.SPLIT_JURY, CaseReason.PIVOTAL)
    assert [desk.draw(make_moderator()), desk.draw(make_moderator())] == [second.pk, first.pk]


def test_one_reason_alone_can_be_asked_for(desk: Desk) -> None:
    desk.case(CaseReason.APPEAL)
    audit = desk.case(CaseReason.RANDOM_AUDIT)
    moderator = make_moderator()
    assert desk.draw(moderator, CaseReason.STAND_IN) is None
    assert desk.draw(moderator, CaseReason.RANDOM_AUDIT) == audit.pk


def test_a_moderator_holds_one_case_and_nobody_else_gets_it(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    assert desk.draw(moderator) == desk.draw(moderator) == case.pk
    assert desk.draw(make_moderator()) is None
    assert AuditEntry.objects.filter(action=TrailAction.CASE_DRAWN).count() == 1


def test_drawing_again_renews_the_lease(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.wait(LEASE - A_SECOND)
    desk.draw(moderator)
    assert row(case).held_until == desk.now + LEASE


def test_an_abandoned_case_returns(desk: Desk) -> None:
    case, first, second = desk.case(), make_moderator(), make_moderator()
    desk.draw(first)
    desk.wait(LEASE - A_SECOND)
    assert desk.draw(second) is None
    desk.wait(A_SECOND)
    assert desk.draw(second) == case.pk
    assert desk.draw(first) is None
    trail = list(AuditEntry.objects.filter(case=case).order_by("pk").values_list("action", "actor_id"))
    assert trail[1:] == [("case_drawn", first), ("case_returned", None), ("case_drawn", second)]


def test_a_lease_that_ran_out_is_lost_only_to_somebody_else(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.wait(LEASE + A_SECOND)
    until = services.renew_case(case_id=case.pk, user_id=moderator, now=desk.now)
    assert row(case).held_until == until == desk.now + LEASE


def test_whoever_lost_her_lease_can_neither_renew_nor_vote_nor_skip_nor_release(desk: Desk) -> None:
    case, first, second = desk.case(), make_moderator(), make_moderator()
    desk.draw(first)
    desk.wait(LEASE)
    desk.draw(second)
    held = row(case)
    for act in (
        lambda: services.renew_case(case_id=case.pk, user_id=first, now=desk.now),
        lambda: services.release_case(case_id=case.pk, user_id=first, now=desk.now),
        lambda: services.skip_case(case_id=case.pk, user_id=first, reason="Late.", now=desk.now),
        lambda: desk.vote(case.pk, first, Finding.ASKER),
    ):
        with pytest.raises(StaleCaseError, match="Another moderator has this case by now"):
            act()
    assert row(case).holder_id == held.holder_id
    assert not Review.objects.exists()


def test_a_released_case_is_free_again_for_her_too(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    services.release_case(case_id=case.pk, user_id=moderator, now=desk.now)
    assert (row(case).holder_id, row(case).held_until) == (None, None)
    with pytest.raises(StaleCaseError, match="went back to the queue"):
        services.release_case(case_id=case.pk, user_id=moderator, now=desk.now)
    assert desk.draw(moderator) == case.pk


def test_a_skipped_case_waits_for_others_with_the_reason(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    desk.wait(timedelta(seconds=42))
    with pytest.raises(InvalidInputError) as missing:
        services.skip_case(case_id=case.pk, user_id=moderator, reason=" \u200b ", now=desk.now)
    assert missing.value.field == "reason"
    services.skip_case(case_id=case.pk, user_id=moderator, reason="I know\u202e the author.", now=desk.now)
    review = Review.objects.get()
    assert (review.kind, review.note, review.seconds) == (ReviewKind.SKIP, "I know the author.", 42)
    assert desk.draw(moderator) is None
    assert desk.draw(make_moderator()) == case.pk


def test_nobody_is_given_a_case_of_her_own_game(desk: Desk) -> None:
    table = sit_down(human=make_member("ada"), points=3)
    player = table.game.seats.get(number=0).player
    desk.case(table=table)
    owner = player.owner_id
    assert owner is not None
    Moderator.objects.create(user_id=owner, since=START)
    assert desk.draw(owner) is None
    assert desk.draw(make_moderator()) is not None


def test_nobody_is_given_a_case_of_a_game_of_her_own_ai(desk: Desk) -> None:
    moderator, table = make_moderator(), sit_down(points=3)
    ai = table.game.seats.get(number=1).player
    ai.owner_id = moderator
    ai.save()
    desk.case(table=table)
    assert desk.draw(moderator) is None
    ai.owner_id = None
    ai.save()
    assert desk.draw(moderator) is not None


def test_whoever_has_voted_on_a_case_does_not_get_it_again(desk: Desk) -> None:
    case, moderator = desk.case(firm=True), make_moderator()
    desk.counted_vote(moderator, Finding.OPPONENT)
    assert row(case).state == CaseState.OPEN
    assert desk.draw(moderator) is None
    assert desk.draw(make_moderator()) == case.pk


def test_an_appeal_goes_to_moderators_who_never_reviewed_the_round(desk: Desk) -> None:
    case, first, second = desk.case(), make_moderator(), make_moderator()
    settled = desk.counted_vote(first, Finding.ASKER)
    assert settled.state == CaseState.SETTLED
    appeal = desk.reopened(case.round_id or 0, case.verdict, CaseReason.APPEAL, firm=True)
    assert desk.draw(first) is None
    assert desk.draw(second) == appeal.pk


def test_a_vote_taken_back_on_another_case_of_the_round_counts_as_having_seen_it(desk: Desk) -> None:
    case, first, second = desk.case(), make_moderator(), make_moderator()
    desk.draw(first)
    desk.withdraw(desk.vote(case.pk, first, Finding.ASKER), first)
    services.release_case(case_id=case.pk, user_id=first, now=desk.now)
    desk.counted_vote(second, Finding.ASKER)
    desk.reopened(case.round_id or 0, case.verdict, CaseReason.APPEAL, firm=True)
    assert desk.draw(first) is None


def test_a_round_can_be_looked_at_again_for_other_reasons_by_the_same_moderator(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.counted_vote(moderator, Finding.ASKER)
    again = desk.reopened(case.round_id or 0, case.verdict, CaseReason.PIVOTAL, firm=False)
    assert desk.draw(moderator) == again.pk


def test_nobody_gets_a_case_while_a_vote_on_it_can_be_taken_back(desk: Desk) -> None:
    case, moderator = desk.case(firm=True), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, Finding.OPPONENT)
    desk.wait(UNDO * 10)  # Even when the sweeper is late.
    assert desk.draw(make_moderator()) is None


def test_gold_items_take_the_place_of_cases_and_never_come_twice(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    items = {make_gold(slug).pk for slug in ("gold", "silver")}
    desk.rng = AllGold()
    seen = {desk.counted_vote(moderator, Finding.ASKER).gold_id for _ in items}
    assert seen == items
    assert desk.draw(moderator) == case.pk


def test_an_empty_queue_hands_out_no_gold(desk: Desk) -> None:
    make_gold()
    desk.rng = AllGold()
    assert desk.draw(make_moderator()) is None
    assert not Case.objects.exists()


def test_a_gold_item_goes_to_nobody_else(desk: Desk) -> None:
    make_gold()
    case, first, second = desk.case(), make_moderator(), make_moderator()
    desk.rng = AllGold()
    gold = desk.draw(first)
    assert gold != case.pk
    desk.wait(LEASE * 2)
    other = desk.draw(second)
    assert other not in (gold, case.pk)  # her own case on the same item
    assert desk.draw(first) == gold
