"""The use cases of judging: keyword-only functions, the only code here that writes."""

from judging.services.juries import create_default_juries
from judging.services.moderation import (
    accept_invitation,
    draw_case,
    end_moderator,
    invite_moderator,
    lapse_case,
    release_case,
    renew_case,
    retire_moderator,
    revoke_invitation,
    settle_case,
    settle_due_cases,
    skip_case,
    vote,
    withdraw_vote,
)
from judging.services.rounds import judge_round

__all__ = [
    "accept_invitation",
    "create_default_juries",
    "draw_case",
    "end_moderator",
    "invite_moderator",
    "judge_round",
    "lapse_case",
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
