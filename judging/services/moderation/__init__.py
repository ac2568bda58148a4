"""What moderators do: draw cases, vote blind, take votes back; and what follows once votes count."""

from judging.services.moderation.leases import draw_case, release_case, renew_case, skip_case
from judging.services.moderation.people import (
    accept_invitation,
    end_moderator,
    invite_moderator,
    retire_moderator,
    revoke_invitation,
)
from judging.services.moderation.recusal import recuse_moderator
from judging.services.moderation.settling import lapse_case, settle_case, settle_due_cases
from judging.services.moderation.votes import explain_vote, vote, withdraw_vote

__all__ = [
    "accept_invitation",
    "draw_case",
    "end_moderator",
    "explain_vote",
    "invite_moderator",
    "lapse_case",
    "recuse_moderator",
    "release_case",
    "renew_case",
    "retire_moderator",
    "revoke_invitation",
    "settle_case",
    "settle_due_cases",
    "skip_case",
    "vote",
    "withdraw_vote",
]
