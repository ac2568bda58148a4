"""The use cases of judging: keyword-only functions, the only code here that writes."""

from judging.services.appeals import file_appeal, lapse_appeal
from judging.services.blindness import BlindnessReport, check_blindness, refresh_blindness
from judging.services.corrections import mark_corrections_seen
from judging.services.hearing import (
    ProbeReport,
    create_gold_items,
    draw_gold,
    judge_gold,
    judge_round,
    probe_judge,
)
from judging.services.judges import UNLIMITED, LimitChanges, reinstate_judge, set_limits, suspend_judge
from judging.services.juries import JuryPlan, create_default_juries, create_jury
from judging.services.moderation import (
    accept_invitation,
    draw_case,
    end_moderator,
    explain_vote,
    invite_moderator,
    lapse_case,
    recuse_moderator,
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
from judging.services.suspensions import check_limits

__all__ = [
    "UNLIMITED",
    "BlindnessReport",
    "JuryPlan",
    "LimitChanges",
    "ProbeReport",
    "accept_invitation",
    "check_blindness",
    "check_limits",
    "create_default_juries",
    "create_gold_items",
    "create_jury",
    "draw_case",
    "draw_gold",
    "end_moderator",
    "explain_vote",
    "file_appeal",
    "invite_moderator",
    "judge_gold",
    "judge_round",
    "lapse_appeal",
    "lapse_case",
    "mark_corrections_seen",
    "probe_judge",
    "recuse_moderator",
    "refresh_blindness",
    "reinstate_judge",
    "release_case",
    "renew_case",
    "retire_moderator",
    "revoke_invitation",
    "set_limits",
    "settle_case",
    "settle_due_cases",
    "skip_case",
    "suspend_judge",
    "vote",
    "withdraw_vote",
]
