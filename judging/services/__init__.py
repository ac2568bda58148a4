"""The use cases of judging: keyword-only functions, the only code here that writes."""

from judging.services.appeals import file_appeal, lapse_appeal
from judging.services.blindness import BlindnessReport, check_blindness, refresh_blindness
from judging.services.corrections import mark_corrections_seen
from judging.services.hearing import judge_round
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

__all__ = [
    "BlindnessReport",
    "accept_invitation",
    "check_blindness",
    "create_default_juries",
    "draw_case",
    "end_moderator",
    "file_appeal",
    "invite_moderator",
    "judge_round",
    "lapse_appeal",
    "lapse_case",
    "mark_corrections_seen",
    "refresh_blindness",
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
