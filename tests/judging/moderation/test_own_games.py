"""Votes on a game that turns out to be the moderator's own: a guest's games come to whoever signs in."""

import random

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.services import create_guest, ensure_member
from judging import services
from judging.domain.moderation import UNDO, CaseReason, CaseState
from judging.domain.panel import Finding
from judging.models import AuditEntry, Case, Withdrawal
from tests.games.browsers import browser_of
from tests.games.table import START, Table, sit_down
from tests.judging.moderation.desk import Desk, make_administrator, make_moderator, row, verdicts_on

pytestmark = pytest.mark.django_db
A, B = Finding.ASKER, Finding.OPPONENT


@pytest.fixture
def desk() -> Desk:
    """An empty desk."""
    return Desk()


def _table() -> tuple[Table, int]:
    guest = create_guest(now=START, rng=random.Random(1))
    return sit_down(human=guest, points=3), guest


def _becomes(user_id: int, guest: int, desk: Desk) -> None:
    ensure_member(user_id=user_id, username="ada", now=desk.now, guest_id=guest)


def test_a_vote_that_is_about_to_count_is_void_and_the_case_goes_back(desk: Desk) -> None:
    table, guest = _table()
    case, moderator = desk.case(table=table), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    _becomes(moderator, guest, desk)
    desk.wait(UNDO)
    desk.sweep()
    assert (row(case).state, row(case).holder_id, row(case).settle_at) == (CaseState.OPEN, None, None)
    assert verdicts_on(case) == [A]
    assert desk.draw(moderator) is None
    assert AuditEntry.objects.filter(action="vote_void", case=case, actor=None).count() == 1
    assert desk.counted_vote(make_moderator(), A).state == CaseState.SETTLED


def test_signing_in_takes_the_vote_back_at_once(desk: Desk) -> None:
    table, guest = _table()
    case, moderator = desk.case(table=table), make_moderator()
    desk.draw(moderator)
    desk.vote(case.pk, moderator, B)
    _becomes(moderator, guest, desk)
    services.recuse_moderator(user_id=moderator, now=desk.now)
    services.recuse_moderator(user_id=moderator, now=desk.now)
    assert Withdrawal.objects.count() == 1
    assert desk.draw(make_moderator()) == case.pk


def test_what_she_voted_on_and_others_hold_stays_with_them(desk: Desk) -> None:
    table, guest = _table()
    case, first, second = desk.case(table=table, firm=True), make_moderator(), make_moderator()
    desk.counted_vote(first, B)
    desk.draw(second)
    _becomes(first, guest, desk)
    services.recuse_moderator(user_id=first, now=desk.now)
    assert row(case).holder is not None
    desk.vote(case.pk, second, B)
    desk.wait(UNDO)
    desk.sweep()
    # Hers no longer counts: two others have to contradict the sure verdict.
    assert row(case).state == CaseState.OPEN
    assert verdicts_on(case) == [A]
    assert desk.counted_vote(make_moderator(), B).state == CaseState.SETTLED


def test_a_case_that_she_settled_is_opened_anew_and_one_other_can_undo_it(desk: Desk) -> None:
    table, guest = _table()
    case, moderator = desk.case(CaseReason.RANDOM_AUDIT, table=table), make_moderator()
    desk.counted_vote(moderator, B)
    assert table.score == (0, 1)
    _becomes(moderator, guest, desk)
    services.recuse_moderator(user_id=moderator, now=desk.now)
    assert (row(case).state, row(case).outcome) == (CaseState.LAPSED, "")
    anew = Case.objects.get(round_id=case.round_id or 0, state=CaseState.OPEN)
    assert (anew.firm, list(anew.causes.values_list("reason", flat=True))) == (False, ["random_audit"])
    assert desk.draw(moderator) is None
    desk.counted_vote(make_moderator(), A)
    assert verdicts_on(case) == [A, B, A]
    assert table.score == (1, 0)


def test_a_sure_verdict_that_she_confirmed_stays_sure(desk: Desk) -> None:
    table, guest = _table()
    case, moderator = desk.case(CaseReason.RANDOM_AUDIT, table=table, firm=True), make_moderator()
    desk.counted_vote(moderator, A)
    _becomes(moderator, guest, desk)
    services.recuse_moderator(user_id=moderator, now=desk.now)
    assert Case.objects.get(round_id=case.round_id or 0, state=CaseState.OPEN).firm


def test_what_others_have_overturned_since_is_not_asked_again(desk: Desk) -> None:
    table, guest = _table()
    case, moderator = desk.case(table=table), make_moderator()
    desk.counted_vote(moderator, A)
    desk.judged(case.round_id or 0, B)
    _becomes(moderator, guest, desk)
    services.recuse_moderator(user_id=moderator, now=desk.now)
    assert row(case).state == CaseState.LAPSED
    assert not Case.objects.filter(state=CaseState.OPEN).exists()


def test_whoever_never_voted_on_her_games_keeps_her_votes(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.counted_vote(moderator, B)
    for user_id in (moderator, make_administrator()):
        services.recuse_moderator(user_id=user_id, now=desk.now)
    assert row(case).state == CaseState.SETTLED


def test_signing_in_as_a_guest_who_played_is_noticed(desk: Desk) -> None:
    table, guest = _table()
    case, moderator = desk.case(table=table), make_moderator()
    desk.counted_vote(moderator, B)
    user = get_user_model().objects.get(pk=moderator)
    user.set_password("a-long-enough-Phrase-42")
    user.save()
    client: Client = browser_of(guest)
    client.post("/accounts/login/", {"login": user.get_username(), "password": "a-long-enough-Phrase-42"})
    assert row(case).state == CaseState.LAPSED
