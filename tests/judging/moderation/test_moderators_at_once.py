"""Real threads on a real database: of moderators who do the same at the same moment, one does it."""

import random
from collections import Counter

import pytest

from judging import services
from judging.domain.choices import Choice
from judging.domain.errors import NotAllowedError, StaleCaseError
from judging.domain.moderation import LEASE, UNDO, CaseState
from judging.domain.panel import Finding
from judging.models import Case, Moderator, Review, Withdrawal
from judging.selectors.moderation import role_of
from tests.games.table import START, make_user
from tests.judging.moderation.desk import Desk, make_administrator, make_moderator, row, verdicts_on
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def _cast(desk: Desk, case_id: int, user_id: int, choice: Choice = Choice.X) -> int:
    return services.vote(
        case_id=case_id,
        user_id=user_id,
        choice=choice,
        gate_code=None,
        reason="",
        note="",
        key_seen=0,
        now=desk.now,
    )


def test_two_moderators_never_get_one_case() -> None:
    desk = Desk()
    cases = {desk.case().pk for _ in range(WORKERS - 1)}
    moderators = [make_moderator() for _ in range(WORKERS)]
    drawn = at_once(*(lambda who=who: desk.draw(who) for who in moderators))
    got = [pk for pk in drawn if pk is not None]
    assert len(got) == len(set(got))
    assert set(got) <= cases
    # Whoever came too early to see the last case gets it when she asks again.
    assert set(got) | {desk.draw(who) for who in moderators} - {None} == cases


def test_an_abandoned_case_returns_to_one_moderator() -> None:
    desk = Desk()
    case, first = desk.case(), make_moderator()
    desk.draw(first)
    desk.wait(LEASE)
    moderators = [make_moderator() for _ in range(WORKERS - 1)] + [first]
    drawn = at_once(*(lambda who=who: desk.draw(who) for who in moderators))
    assert drawn.count(case.pk) == 1
    holder = row(case).holder
    assert holder is not None
    assert holder.user_id == moderators[drawn.index(case.pk)]


def test_one_moderator_in_many_tabs_holds_one_case() -> None:
    desk, moderator = Desk(), make_administrator()
    for _ in range(2):
        desk.case()
    drawn = at_once(*(lambda: desk.draw(moderator) for _ in range(WORKERS)))
    assert len(set(drawn)) == 1
    assert Case.objects.exclude(holder=None).count() == 1
    assert Moderator.objects.count() == 1


def test_a_double_click_casts_one_vote() -> None:
    desk, moderator = Desk(), make_moderator()
    case = desk.case()
    desk.draw(moderator)
    results = at_once(*(lambda: _cast(desk, case.pk, moderator) for _ in range(WORKERS)))
    assert Counter(results)[StaleCaseError] == WORKERS - 1
    assert Review.objects.count() == 1


def test_a_vote_taken_back_and_settled_at_once_is_one_or_the_other() -> None:
    desk, moderator = Desk(), make_moderator()
    case = desk.case()
    desk.draw(moderator)
    review = desk.vote(case.pk, moderator, Finding.OPPONENT)
    in_time, due = desk.now + UNDO / 2, desk.now + UNDO
    at_once(
        lambda: services.withdraw_vote(review_id=review, user_id=moderator, now=in_time),
        lambda: services.settle_case(case_id=case.pk, now=due, rng=random.Random(1)),
        lambda: services.withdraw_vote(review_id=review, user_id=moderator, now=in_time),
        lambda: services.settle_case(case_id=case.pk, now=due, rng=random.Random(2)),
    )
    settled = row(case).state == CaseState.SETTLED
    assert Withdrawal.objects.count() == (0 if settled else 1)
    assert verdicts_on(case) == (["asker", "opponent"] if settled else ["asker"])


def test_a_case_settled_by_many_workers_makes_one_verdict() -> None:
    desk, moderator = Desk(), make_moderator()
    case = desk.case()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, Finding.OPPONENT)
    desk.wait(UNDO)
    results = at_once(
        *(
            lambda seed=seed: services.settle_case(case_id=case.pk, now=desk.now, rng=random.Random(seed))
            for seed in range(WORKERS)
        )
    )
    assert Counter(results) == {True: 1, False: WORKERS - 1}
    assert verdicts_on(case) == ["asker", "opponent"]


def test_an_invitation_used_by_many_at_once_makes_one_moderator() -> None:
    token = services.invite_moderator(
        by_user_id=make_moderator(lead=True), note="x", lead=False, now=START, rng=random.Random(1)
    )
    people = [make_user() for _ in range(WORKERS)]
    results = at_once(
        *(lambda who=who: services.accept_invitation(token=token, user_id=who, now=START) for who in people)
    )
    assert Counter(results) == {None: 1, NotAllowedError: WORKERS - 1}
    assert sum(role_of(who) is not None for who in people) == 1


def test_of_two_leads_who_end_each_other_one_stays() -> None:
    first, second = make_moderator(lead=True), make_moderator(lead=True)
    results = at_once(
        lambda: services.end_moderator(user_id=first, by_user_id=second, now=START),
        lambda: services.end_moderator(user_id=second, by_user_id=first, now=START),
    )
    assert Counter(results) == {None: 1, NotAllowedError: 1}
    assert Moderator.objects.filter(ended_at=None).count() == 1


def test_a_moderator_who_goes_while_she_draws_holds_nothing() -> None:
    desk, moderator = Desk(), make_moderator()
    case = desk.case()
    at_once(
        lambda: desk.draw(moderator),
        lambda: services.end_moderator(user_id=moderator, by_user_id=moderator, now=START),
    )
    assert row(case).holder_id is None
    assert role_of(moderator) is None
