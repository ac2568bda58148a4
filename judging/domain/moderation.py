"""The vocabulary of reviews: why a verdict is looked at, who may do what with a case, and how long things take."""

from collections.abc import Sequence
from datetime import datetime, timedelta
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

EXPLAIN = timedelta(minutes=10)
"""How long settling waits for a reason that the players are owed."""

AGAIN = timedelta(hours=1)
"""How long a case that a moderator put back is the one that she gets next."""

MAX_SKIPS, SKIPS_WITHIN = 5, timedelta(hours=1)
"""How many cases a moderator may skip within what time: who could skip on and on would choose her cases."""

INVITATION_LIFE = timedelta(days=7)
"""How long an invitation can be accepted."""

GOLD_SHARE = 0.04
"""The share of draws that hand out a gold item."""

MAX_WORDS = 2000
"""The most characters of a reason or a note."""


class Stand(StrEnum):
    """Where a case stands for one moderator."""

    FREE = "free"
    MINE = "mine"
    OTHERS = "others"  # held by another moderator, or her vote is about to count
    MY_VOTE = "my_vote"  # this moderator's vote can still be taken back
    COUNTED = "counted"  # this moderator's vote counts, and the case goes on without her
    SETTLED = "settled"
    LAPSED = "lapsed"


class CaseAction(StrEnum):
    """What a moderator does with a case that she has drawn."""

    RENEW = "renew"
    RELEASE = "release"
    SKIP = "skip"
    VOTE = "vote"
    WITHDRAW = "withdraw"
    EXPLAIN = "explain"


_GONE = {
    Stand.FREE: "You no longer hold this case: it went back to the queue. Nothing was changed; draw the next one.",
    Stand.OTHERS: "Another moderator has this case by now. Nothing was changed; draw the next one.",
    Stand.MY_VOTE: "You have voted on this case already. That vote stands; to change it, take it back first.",
    Stand.COUNTED: "You have voted on this case already, and your vote counts. Nothing was changed.",
    Stand.SETTLED: "This case is settled already. Nothing was changed.",
    Stand.LAPSED: "This case is no longer needed: the game went on without it. Nothing was changed.",
}
_COUNTS = "Your vote counts by now and can no longer be taken back."
_NOT_TO_WITHDRAW = {
    Stand.FREE: "You have taken this vote back already, and the case is in the queue again.",
    Stand.MINE: "You have taken this vote back already.",
    Stand.OTHERS: "This vote can no longer be taken back: the case is another moderator\u2019s by now.",
    Stand.COUNTED: _COUNTS,
    Stand.SETTLED: f"{_COUNTS} The case is settled.",
    Stand.LAPSED: _GONE[Stand.LAPSED],
}


_TOO_LATE = "The players have been told already, or no longer wait for your reason. Nothing was changed."


def refusal(stand: Stand, action: CaseAction) -> str:
    """Say why a moderator cannot do that with a case that stands so; "" where she can."""
    if action is CaseAction.EXPLAIN:
        return "" if stand is Stand.MY_VOTE else _TOO_LATE
    return (_NOT_TO_WITHDRAW if action is CaseAction.WITHDRAW else _GONE).get(stand, "")


def stand_of(state: CaseState, *, pending: bool, mine: bool, held: bool, voted: bool) -> Stand:
    """Return where a case stands for a moderator.

    `pending`: a vote is about to count; `mine`: she holds the case, or the vote is hers; `held`: somebody
    holds it; `voted`: a vote of hers has not been taken back.
    """
    if state is not CaseState.OPEN:
        return Stand(state.value)
    if mine:
        return Stand.MY_VOTE if pending else Stand.MINE
    if voted:
        return Stand.COUNTED
    return Stand.OTHERS if held or pending else Stand.FREE


def may_skip_from(skipped: Sequence[datetime], now: datetime) -> datetime | None:
    """Return from when on a moderator who skipped at these times may skip again; None where she may now."""
    recent = sorted(at for at in skipped if at > now - SKIPS_WITHIN)
    return recent[-MAX_SKIPS] + SKIPS_WITHIN if len(recent) >= MAX_SKIPS else None


class InvitationState(StrEnum):
    """Where an invitation stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REVOKED = "revoked"
    EXPIRED = "expired"


def invitation_state(
    *, accepted_at: datetime | None, revoked_at: datetime | None, expires_at: datetime, now: datetime
) -> InvitationState:
    """Return where an invitation stands at `now`; at `expires_at` it has expired."""
    if accepted_at is not None:
        return InvitationState.ACCEPTED
    if revoked_at is not None:
        return InvitationState.REVOKED
    return InvitationState.EXPIRED if now >= expires_at else InvitationState.OPEN


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
    VOTE_EXPLAINED = "vote_explained"
    VOTE_VOID = "vote_void"
    VERDICT_PASSED = "verdict_passed"
    VERDICT_OVERTURNED = "verdict_overturned"
    APPEAL_FILED = "appeal_filed"
    APPEAL_CLOSED = "appeal_closed"
    MODERATOR_INVITED = "moderator_invited"
    INVITATION_REVOKED = "invitation_revoked"
    MODERATOR_JOINED = "moderator_joined"
    MODERATOR_ENDED = "moderator_ended"
    JUDGE_SUSPENDED = "judge_suspended"
    JUDGE_OUT_OF_LIMITS = "judge_out_of_limits"  # suspended by the platform itself
    JUDGE_REINSTATED = "judge_reinstated"
    JUDGE_LIMITS_CHANGED = "judge_limits_changed"
    JURY_CHANGED = "jury_changed"
