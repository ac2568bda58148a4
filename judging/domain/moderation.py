"""The vocabulary of reviews: why a verdict is looked at, how urgent that is, and how long things take."""

from datetime import timedelta
from enum import StrEnum

from judging.domain.panel import Doubt


class CaseReason(StrEnum):
    """Why a case was opened for moderators."""

    APPEAL = "appeal"
    HUMANS_ONLY = "humans_only"
    STAND_IN = "stand_in"
    INJECTION = "injection"
    PIVOTAL = "pivotal"
    SPLIT_JURY = "split_jury"
    ORDER_FLIP = "order_flip"
    MISSING_VOTE = "missing_vote"
    ILL_DEFINED = "ill_defined"
    NEW_JUDGE = "new_judge"
    DEMO_JUDGE = "demo_judge"
    RANDOM_AUDIT = "random_audit"
    GOLD = "gold"

    @classmethod
    def of(cls, doubt: Doubt) -> "CaseReason":
        """Return the reason that a doubt about a verdict is."""
        return cls(doubt.value)

    @property
    def rank(self) -> int:
        """How urgent it is: 0 is drawn first; the order of this list."""
        return list(CaseReason).index(self)


class CaseState(StrEnum):
    """An open case waits for moderators; a settled one has their outcome; a lapsed one was overtaken by events."""

    OPEN = "open"
    SETTLED = "settled"
    LAPSED = "lapsed"


class ReviewKind(StrEnum):
    """What a moderator did with a case."""

    VOTE = "vote"
    SKIP = "skip"


class AppealState(StrEnum):
    """Where a player's appeal stands."""

    OPEN = "open"
    UPHELD = "upheld"  # the verdict stands
    OVERTURNED = "overturned"
    LAPSED = "lapsed"  # nobody reviewed it in time, or the game was voided


LEASE = timedelta(minutes=15)
"""How long a moderator holds a case before it returns to the queue."""

UNDO = timedelta(seconds=10)
"""How long a vote can be taken back; only then does it count."""


class TrailAction(StrEnum):
    """What the audit trail records."""

    CASE_OPENED = "case_opened"
    CASE_DRAWN = "case_drawn"
    CASE_RETURNED = "case_returned"
    CASE_SKIPPED = "case_skipped"
    CASE_SETTLED = "case_settled"
    CASE_LAPSED = "case_lapsed"
    VOTE_CAST = "vote_cast"
    VOTE_WITHDRAWN = "vote_withdrawn"
    VERDICT_PASSED = "verdict_passed"
    VERDICT_OVERTURNED = "verdict_overturned"
    APPEAL_FILED = "appeal_filed"
    APPEAL_CLOSED = "appeal_closed"
    MODERATOR_INVITED = "moderator_invited"
    INVITATION_REVOKED = "invitation_revoked"
    MODERATOR_JOINED = "moderator_joined"
    MODERATOR_ENDED = "moderator_ended"
    JUDGE_SUSPENDED = "judge_suspended"
    JUDGE_REINSTATED = "judge_reinstated"
    JUDGE_LIMITS_CHANGED = "judge_limits_changed"
    JURY_CHANGED = "jury_changed"
