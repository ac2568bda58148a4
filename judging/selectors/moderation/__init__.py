"""What moderators see: the queue, a blind case, the reveal after the vote, their people and the trail."""

from judging.selectors.moderation.cases import CaseTexts, CaseView, case_id_of, case_view, held_case
from judging.selectors.moderation.invitations import InvitationOffer, invitation_offer
from judging.selectors.moderation.people import (
    InvitationLine,
    ModeratorCard,
    ModeratorLine,
    PeoplePage,
    moderator_card,
    people_page,
)
from judging.selectors.moderation.queue import PendingVote, QueuePage, ReasonCount, queue_page
from judging.selectors.moderation.reveal import (
    CaseReveal,
    OpenedCase,
    RevealedBallot,
    RevealedGold,
    RevealedReview,
    RevealedVerdict,
    case_reveal,
)
from judging.selectors.moderation.roles import Role, may_lead, may_moderate, role_of
from judging.selectors.moderation.trail import TrailFilters, TrailLine, TrailPage, Unnamed, trail_page
from judging.selectors.moderation.words import ACTION_WORDS, REASON_WORDS

__all__ = [
    "ACTION_WORDS",
    "REASON_WORDS",
    "CaseReveal",
    "CaseTexts",
    "CaseView",
    "InvitationLine",
    "InvitationOffer",
    "ModeratorCard",
    "ModeratorLine",
    "OpenedCase",
    "PendingVote",
    "PeoplePage",
    "QueuePage",
    "ReasonCount",
    "RevealedBallot",
    "RevealedGold",
    "RevealedReview",
    "RevealedVerdict",
    "Role",
    "TrailFilters",
    "TrailLine",
    "TrailPage",
    "Unnamed",
    "case_id_of",
    "case_reveal",
    "case_view",
    "held_case",
    "invitation_offer",
    "may_lead",
    "may_moderate",
    "moderator_card",
    "people_page",
    "queue_page",
    "role_of",
    "trail_page",
]
