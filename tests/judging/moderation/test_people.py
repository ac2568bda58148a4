"""Invitations, roles and their end: who may do what, exactly once."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model

from agplatform.accounts.closing import close_account
from judging import services
from judging.domain.errors import InvalidInputError, NotAllowedError
from judging.domain.moderation import INVITATION_LIFE, UNDO, CaseState, InvitationState, TrailAction
from judging.domain.panel import Finding
from judging.models import AuditEntry, Invitation, Moderator
from judging.selectors.moderation import may_lead, may_moderate, people_page, role_of
from tests.games.table import SECOND, START, make_user
from tests.judging.moderation.desk import Desk, make_administrator, make_moderator, row

pytestmark = pytest.mark.django_db


def _invite(lead: int, *, as_lead: bool = False, note: str = "for Ada") -> str:
    rng = random.Random(Invitation.objects.count())
    return services.invite_moderator(by_user_id=lead, note=note, lead=as_lead, now=START, rng=rng)


def _accept(token: str, user_id: int, after: timedelta = SECOND) -> None:
    services.accept_invitation(token=token, user_id=user_id, now=START + after)


def _end(user_id: int, by: int) -> None:
    services.end_moderator(user_id=user_id, by_user_id=by, now=START)


def _may(user_id: int) -> tuple[bool, bool]:
    user = get_user_model().objects.get(pk=user_id)
    return may_moderate(user), may_lead(user)


def test_an_invitation_makes_a_moderator_once() -> None:
    lead, ada, eve = make_moderator(lead=True), make_user(), make_user()
    token = _invite(lead)
    _accept(token, ada)
    assert _may(ada) == (True, False)
    with pytest.raises(NotAllowedError, match="used already"):
        _accept(token, eve)
    assert _may(eve) == (False, False)
    assert Moderator.objects.get(user_id=ada).since == START + SECOND


def test_only_a_hash_of_the_token_is_kept() -> None:
    token = _invite(make_moderator(lead=True))
    invitation = Invitation.objects.get()
    assert len(token) == 43
    stored = [*Invitation.objects.values_list(), *AuditEntry.objects.values_list()]
    assert token not in str(stored)
    assert invitation.expires_at == START + INVITATION_LIFE


def test_an_invitation_expires_after_seven_days() -> None:
    token, ada = _invite(make_moderator(lead=True)), make_user()
    with pytest.raises(NotAllowedError, match="has expired"):
        _accept(token, ada, timedelta(days=7))
    _accept(token, ada, timedelta(days=7) - SECOND)


def test_an_invitation_taken_back_is_worth_nothing() -> None:
    lead = make_moderator(lead=True)
    token = _invite(lead)
    pk = Invitation.objects.get().pk
    for _ in range(2):
        services.revoke_invitation(invitation_id=pk, by_user_id=lead, now=START)
    with pytest.raises(NotAllowedError, match="taken back"):
        _accept(token, make_user())
    assert AuditEntry.objects.filter(action=TrailAction.INVITATION_REVOKED).count() == 1


def test_an_accepted_invitation_cannot_be_taken_back() -> None:
    lead = make_moderator(lead=True)
    _accept(_invite(lead), make_user())
    with pytest.raises(NotAllowedError, match="accepted already"):
        services.revoke_invitation(invitation_id=Invitation.objects.get().pk, by_user_id=lead, now=START)
    with pytest.raises(NotAllowedError, match="no such invitation"):
        services.revoke_invitation(invitation_id=0, by_user_id=lead, now=START)


def test_an_invitation_is_worth_what_its_maker_is() -> None:
    lead, other = make_moderator(lead=True), make_moderator(lead=True)
    token = _invite(lead)
    _end(lead, other)
    with pytest.raises(NotAllowedError, match="no longer leads"):
        _accept(token, make_user())


def test_whoever_moderates_already_leaves_the_invitation_for_others() -> None:
    lead, ada = make_moderator(lead=True), make_moderator()
    token = _invite(lead)
    for member in (lead, ada, make_administrator()):
        with pytest.raises(NotAllowedError, match="a moderator already"):
            _accept(token, member)
    _accept(token, make_user())


def test_a_moderator_becomes_a_lead_by_invitation_and_a_former_one_returns() -> None:
    lead, ada = make_moderator(lead=True), make_moderator()
    _accept(_invite(lead, as_lead=True), ada)
    assert _may(ada) == (True, True)
    _end(ada, lead)
    assert _may(ada) == (False, False)
    _accept(_invite(lead), ada)
    assert _may(ada) == (True, False)


def test_unknown_tokens_and_closed_accounts_are_refused() -> None:
    token, gone = _invite(make_moderator(lead=True)), make_user()
    get_user_model().objects.filter(pk=gone).update(is_active=False)
    with pytest.raises(NotAllowedError, match="no such invitation"):
        _accept(token + "x", make_user())
    for nobody in (gone, 0):
        with pytest.raises(NotAllowedError, match="Sign in"):
            _accept(token, nobody)


@pytest.mark.parametrize("note", ["", "  \n", "x" * 121])
def test_an_invitation_says_for_whom_it_is(note: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        _invite(make_moderator(lead=True), note=note)
    assert refused.value.field == "note"


def test_only_leads_invite_revoke_and_end() -> None:
    lead, moderator, target = make_moderator(lead=True), make_moderator(), make_moderator()
    _invite(lead)
    pk = Invitation.objects.get().pk
    ended = make_moderator(lead=True)
    _end(ended, lead)
    inactive = make_administrator()
    get_user_model().objects.filter(pk=inactive).update(is_active=False)
    for who in (moderator, ended, make_user(), inactive, 0):
        for act in (
            _invite,
            lambda who: services.revoke_invitation(invitation_id=pk, by_user_id=who, now=START),
            lambda who: _end(target, who),
        ):
            with pytest.raises(NotAllowedError, match="Only"):
                act(who)
        assert people_page(user_id=who, now=START) is None
    assert _may(target) == (True, False)


def test_an_administrator_leads_without_a_row_and_gets_one_with_the_first_case() -> None:
    desk, admin = Desk(), make_administrator()
    assert _may(admin) == (True, True)
    _invite(admin)
    assert not Moderator.objects.exists()
    assert desk.draw(admin) is None
    assert Moderator.objects.get().lead
    role = role_of(admin)
    assert role is not None
    assert role.moderator_id == Moderator.objects.get().pk


def test_the_case_of_a_moderator_who_goes_returns_and_her_votes_stay() -> None:
    desk, lead, ada = Desk(), make_moderator(lead=True), make_moderator()
    voted, held = desk.case(), desk.case()
    desk.draw(ada)
    desk.vote(voted.pk, ada, Finding.OPPONENT)
    assert desk.draw(ada) == held.pk
    for _ in range(2):
        _end(ada, lead)
    assert row(held).holder_id is None
    desk.wait(UNDO)
    desk.sweep()
    assert row(voted).state == CaseState.SETTLED
    assert AuditEntry.objects.filter(action=TrailAction.MODERATOR_ENDED).count() == 1


def test_a_moderator_may_go_by_herself() -> None:
    ada = make_moderator()
    _end(ada, ada)
    assert _may(ada) == (False, False)


def test_the_last_lead_stays_unless_there_is_an_administrator() -> None:
    first, second = make_moderator(lead=True), make_moderator(lead=True)
    _end(first, second)
    with pytest.raises(NotAllowedError, match="last lead"):
        _end(second, second)
    make_administrator()
    _end(second, second)
    assert _may(second) == (False, False)


def test_closing_an_account_ends_the_role_and_forgets_the_name_everywhere() -> None:
    desk, lead, ada = Desk(), make_moderator(lead=True), make_user("ada-lovelace")
    _accept(_invite(lead, note="for ada-lovelace"), ada)
    case = desk.case()
    assert desk.draw(ada) == case.pk
    close_account(user_id=ada, now=START, rng=random.Random(1))
    assert role_of(ada) is None
    assert row(case).holder_id is None
    stored = [*AuditEntry.objects.values_list(), *Invitation.objects.values_list()]
    assert "ada-lovelace" not in str(stored)


def test_leads_see_who_moderates_and_who_is_invited() -> None:
    desk, lead, ada = Desk(), make_moderator("lead", lead=True), make_user("ada")
    _accept(_invite(lead), ada)
    gone = make_moderator("gone")
    _end(gone, lead)
    _invite(lead, as_lead=True, note="Bob")
    desk.case()
    desk.counted_vote(ada, Finding.ASKER)
    page = people_page(user_id=lead, now=START)
    assert page is not None
    assert [(line.name, line.votes, line.ended_at is None) for line in page.moderators] == [
        ("ada", 1, True),
        ("lead", 0, True),
        ("gone", 0, False),
    ]
    assert [(line.note, line.state, line.accepted_by) for line in page.invitations] == [
        ("Bob", InvitationState.OPEN, ""),
        ("for Ada", InvitationState.ACCEPTED, "ada"),
    ]
