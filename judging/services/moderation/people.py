"""Who becomes a moderator, and who stops being one."""

import base64
import random
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from judging.domain.errors import InvalidInputError, NotAllowedError
from judging.domain.moderation import (
    INVITATION_LIFE,
    CaseState,
    TrailAction,
)
from judging.models import Case, Invitation, Moderator
from judging.selectors.moderation.invitations import token_hash, why_useless
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.visible import own_tests
from judging.services import trail
from judging.services.moderation.office import cleaned, put_back, require_lead, require_role

TOKEN_BYTES = 32
MAX_NOTE = 120


@transaction.atomic
def invite_moderator(*, by_user_id: int, note: str, lead: bool, now: datetime, rng: random.Random) -> str:
    """Make an invitation and return its token, which is kept nowhere: only its hash is.

    `note` says for whom, at most MAX_NOTE characters; `rng` must be unpredictable. Raise NotAllowedError
    for anybody but leads.
    """
    require_lead(by_user_id)
    for_whom = " ".join(cleaned(note, "note").split())
    if not for_whom or len(for_whom) > MAX_NOTE:
        raise InvalidInputError(
            f"Say in 1 to {MAX_NOTE} characters for whom the invitation is.", field="note"
        )
    token = base64.urlsafe_b64encode(rng.randbytes(TOKEN_BYTES)).rstrip(b"=").decode()
    invitation = Invitation.objects.create(
        token_sha256=token_hash(token),
        note=for_whom,
        lead=lead,
        invited_by_id=by_user_id,
        created_at=now,
        expires_at=now + INVITATION_LIFE,
    )
    _note(TrailAction.MODERATOR_INVITED, invitation, by_user_id, now)
    return token


def _note(action: TrailAction, invitation: Invitation, actor_id: int, now: datetime) -> None:
    # By number: the trail is never changed, and names must be forgotten when an account closes.
    trail.note(action, now=now, actor_id=actor_id, detail=f"invitation {invitation.pk}")


@transaction.atomic
def accept_invitation(*, token: str, user_id: int, now: datetime) -> None:
    """Make an account a moderator, or a lead where it is one already; of many who use one token one succeeds.

    Raise NotAllowedError, which says why, where the invitation or the account cannot be used; the invitation stays as it was.
    """
    invitation = Invitation.objects.select_for_update().filter(token_sha256=token_hash(token)).first()
    why_not = why_useless(invitation, now) or _why_needless(user_id, invitation)
    if invitation is None or why_not:
        raise NotAllowedError(why_not)
    invitation.accepted_by_id, invitation.accepted_at = user_id, now
    invitation.save(update_fields=["accepted_by", "accepted_at"])
    Moderator.objects.update_or_create(
        user_id=user_id,
        defaults={"lead": invitation.lead, "ended_at": None},
        create_defaults={"lead": invitation.lead, "since": now},
    )
    _note(TrailAction.MODERATOR_JOINED, invitation, user_id, now)


def _why_needless(user_id: int, invitation: Invitation | None) -> str:
    if not get_user_model().objects.filter(pk=user_id, is_active=True).exists():
        return "Sign in to accept an invitation."
    role = role_of(user_id)
    if role is not None and (role.lead or not (invitation and invitation.lead)):
        return "You are a moderator already. The invitation can still be used by somebody else."
    return ""


@transaction.atomic
def revoke_invitation(*, invitation_id: int, by_user_id: int, now: datetime) -> None:
    """Take an invitation back; doing so twice is the same as once.

    Raise NotAllowedError for anybody but leads, and where it has been accepted already.
    """
    require_lead(by_user_id)
    invitation = Invitation.objects.select_for_update().filter(pk=invitation_id).first()
    if invitation is None:
        raise NotAllowedError("There is no such invitation.")
    if invitation.accepted_at is not None:
        raise NotAllowedError(
            "The invitation has been accepted already. End the moderator\u2019s role instead."
        )
    if invitation.revoked_at is None:
        invitation.revoked_at = now
        invitation.save(update_fields=["revoked_at"])
        _note(TrailAction.INVITATION_REVOKED, invitation, by_user_id, now)


@transaction.atomic
def end_moderator(*, user_id: int, by_user_id: int, now: datetime) -> None:
    """End a moderator's role: by a lead, or by herself. The case that she holds goes back to the queue.

    Ending it twice is the same as once. Raise NotAllowedError for anybody else, and for the last lead on a platform
    without administrator. Her votes stay.
    """
    # Locked, so that of two leads who end each other at once one stays.
    leads = list(Moderator.objects.select_for_update().filter(lead=True, ended_at=None).order_by("pk"))
    if user_id == by_user_id:
        require_role(by_user_id)
    else:
        require_lead(by_user_id)
    if [lead.user_id for lead in leads] == [user_id] and not _administrators().exists():
        raise NotAllowedError("The last lead moderator cannot go. Invite another one first.")
    _end(user_id, by_user_id, now)


def _administrators() -> QuerySet[Any]:
    return get_user_model().objects.filter(is_superuser=True, is_active=True)


@transaction.atomic
def retire_moderator(*, user_id: int, now: datetime) -> None:
    """End the role of an account that closes, whoever else is left, and forget whom its invitation was for."""
    Invitation.objects.filter(accepted_by_id=user_id).update(note="")
    _end(user_id, user_id, now)


def _end(user_id: int, by_user_id: int, now: datetime) -> None:
    moderator = Moderator.objects.select_for_update().filter(user_id=user_id, ended_at=None).first()
    if moderator is None:
        return
    moderator.ended_at = now
    moderator.save(update_fields=["ended_at"])
    held = Case.objects.filter(holder=moderator, state=CaseState.OPEN, settle_at=None)
    for case in held.select_for_update(of=("self",)):
        put_back(case, now, for_good=True)
        trail.note(TrailAction.CASE_RETURNED, now=now, actor_id=by_user_id, case=case)
    for case in own_tests(user_id).filter(holder=None).select_for_update(of=("self",)):
        put_back(case, now, for_good=True)
    trail.note(TrailAction.MODERATOR_ENDED, now=now, actor_id=by_user_id, detail=f"moderator {moderator.pk}")
