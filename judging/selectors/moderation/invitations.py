"""What an invitation is worth to whoever holds its link; looking uses nothing up."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from judging.domain.moderation import InvitationState, invitation_state
from judging.models import Invitation
from judging.selectors.moderation.roles import role_of

_NO_USE = {
    InvitationState.ACCEPTED: "This invitation has been used already. Ask for another one.",
    InvitationState.REVOKED: "This invitation was taken back. Ask whoever sent it to you.",
    InvitationState.EXPIRED: "This invitation has expired. Ask for another one.",
}


@dataclass(frozen=True)
class InvitationOffer:
    """What an invitation offers, or in `problem` why it cannot be accepted ("" where it can)."""

    lead: bool
    problem: str


def invitation_offer(*, token: str, now: datetime) -> InvitationOffer:
    """Return what a link offers to whoever opens it."""
    invitation = Invitation.objects.filter(token_sha256=token_hash(token)).first()
    return InvitationOffer(bool(invitation and invitation.lead), why_useless(invitation, now))


def token_hash(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def why_useless(invitation: Invitation | None, now: datetime) -> str:
    """Say why nobody can accept an invitation; "" where somebody can."""
    if invitation is None:
        return "There is no such invitation. Check that the link is whole."
    state = invitation_state(
        accepted_at=invitation.accepted_at,
        revoked_at=invitation.revoked_at,
        expires_at=invitation.expires_at,
        now=now,
    )
    if state is not InvitationState.OPEN:
        return _NO_USE[state]
    inviter = role_of(invitation.invited_by_id)
    if inviter is None or not inviter.lead:
        return "Whoever sent this invitation no longer leads moderators. Ask for another one."
    return ""
